"""Our compiler flags refuse formats that come from outside; nothing in src/ switches that off."""
import os
import re
import subprocess
import unittest

import tool_test

SAMPLE = "#include <stdio.h>\nvoid apo_tell(const char *text);\nvoid apo_tell(const char *text)\n"


class FlagsTest(tool_test.ToolTest):
    def flags(self):
        """The warnings that cmake/flags.cmake sets for all compilers, as errors."""
        with open(os.path.join(tool_test.ROOT, "cmake/flags.cmake"), encoding="utf-8") as stream:
            always = stream.read().partition("\nif(")[0]
        return ["-Werror", *re.findall(r"-[WfS]?[\w=+-]+", always.partition("INTERFACE\n")[2])]

    def compile(self, body):
        path = os.path.join(self.tree({"one.c": SAMPLE + body}), "one.c")
        command = ["cc", *self.flags(), "-O1", "-c", "-o", path + ".o", path]
        return subprocess.run(command, capture_output=True, text=True)

    def test_formats(self):
        good = self.compile('{ printf("%s", text); }\n')
        self.assertEqual(good.returncode, 0, good.stderr)
        bad = self.compile("{ printf(text); }\n")
        self.assertNotEqual(bad.returncode, 0)
        self.assertIn("format", bad.stderr)

    def test_no_exceptions(self):
        for folder, _, names in os.walk(os.path.join(tool_test.ROOT, "src")):
            for name in names:
                with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as stream:
                    self.assertNotRegex(stream.read(), r"diagnostic ignored \"-Wformat", name)


if __name__ == "__main__":
    unittest.main()
