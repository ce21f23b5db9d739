"""tools/check_calls.py must accept what is allowed and find each kind of fault in real object
files."""
import os
import subprocess
import time
from unittest import mock

import tool_test
import check_calls

GOOD = {
    "base/span.h": "/* Spans. */\nint apo_span(int x);\n",
    "base/span.c": "int apo_span(int x) { return x; }\n",
    "rules/make.h": "int apo_make(int x);\nextern const int apo_table[2];\nstruct apo_later;\n"
    "typedef int apo_call(int x);\napo_call apo_called;\n"
    "static inline int apo_twice(int x) { return apo_make(apo_make(x)); }\n"
    "#define APO_TRICE(x) \\\n    apo_make(apo_twice(x));\n",
    "rules/make.c": "int apo_span(int);\nint apo_make(int x) { return apo_span(x); }\n"
    "int apo_called(int x) { return x; }\nconst int apo_table[2] = {1, 2};\n",
}
UP = "int apo_make(int);\nint apo_up(int x) { return apo_make(x); }\n"


class CheckCallsTest(tool_test.ToolTest):
    def build(self, files):
        """A source tree, and a build folder with an object for each source."""
        root, build = self.tree(files), self.tree({})
        for path in files:
            if path.endswith(".c"):
                target = os.path.join(
                    build, "CMakeFiles/apo_%s.dir/src/%s.o" % (path.split("/")[0], path)
                )
                os.makedirs(os.path.dirname(target), exist_ok=True)
                subprocess.run(["cc", "-c", "-o", target, os.path.join(root, path)], check=True)
        return build, root

    def faults(self, files, wholes=None):
        with mock.patch.object(check_calls, "WHOLES", wholes or {}):
            return check_calls.check(*self.build({**GOOD, **files}))[0]

    def circle(self, a, b):
        return {
            a + ".c": "int apo_b(int);\nint apo_a(int x) { return apo_b(x); }\n",
            b + ".c": "int apo_a(int);\nint apo_b(int x) { return apo_a(x); }\n",
        }

    def test_good(self):
        self.assertEqual(self.faults({}), [])

    def test_uphill_without_include(self):
        self.assert_fault(
            self.faults({"base/up.c": UP}), "base/up must not call rules/make (apo_make)"
        )

    def test_data_counts_as_a_call(self):
        files = {
            "base/up.c": "extern const int apo_table[2];\nint apo_up(void) { return "
            "apo_table[1]; }\n"
        }
        self.assert_fault(self.faults(files), "base/up must not call rules/make (apo_table)")

    def test_folder_uphill(self):
        files = {
            "server/round/act.c": UP.replace("apo_make", "apo_page"),
            "server/web/page.c": "int apo_page(int x) { return x; }\n",
        }
        self.assert_fault(self.faults(files), "server/round/act must not call server/web/page")

    def test_circle(self):
        faults = self.faults(self.circle("rules/a", "rules/b"))
        self.assert_fault(faults, "rules/a -> rules/b (apo_b)", "rules/b -> rules/a (apo_a)")

    def test_circle_across_layers(self):
        faults = self.faults(self.circle("base/a", "rules/b"))
        self.assertEqual(len(faults), 2, faults)
        self.assertIn("base/a must not call rules/b", faults[0])
        self.assertIn("modules call each other", faults[1])

    def test_whole(self):
        wholes = {"rules/a": (["b"], "a test")}
        files = {**self.circle("rules/a", "rules/b"), "rules/a.h": "/* a with its part b.c. */\n"}
        self.assertEqual(self.faults(files, wholes), [])
        files["rules/a_priv.h"], files["rules/a.h"] = files["rules/a.h"], "/* a. */\n"
        self.assertEqual(self.faults(files, wholes), [])

    def test_whole_that_does_not_say_so(self):
        wholes = {"rules/a": (["b"], "a test")}
        files = {**self.circle("rules/a", "rules/b"), "rules/a.h": "/* a alone. */\n/* b.c */\n"}
        self.assert_fault(self.faults(files, wholes), "rules/a", "does not name its part b.c")

    def test_whole_without_header(self):
        wholes = {"rules/a": (["b"], "a test")}
        self.assert_fault(self.faults(self.circle("rules/a", "rules/b"), wholes), "has no header")

    def test_whole_has_other_parts(self):
        wholes = {"rules/a": (["c"], "a test")}
        files = {**self.circle("rules/a", "rules/b"), "rules/a.h": "/* c.c */\n"}
        faults = self.faults(files, wholes)
        self.assertTrue(any("modules call each other" in fault for fault in faults), faults)

    def test_whole_that_is_none(self):
        wholes = {"rules/make": (["b"], "a test")}
        faults = self.faults({"rules/make.h": "/* b.c */\n", "rules/b.c": "int apo_b;\n"}, wholes)
        self.assert_fault(faults, "rules/make: is in no circle")

    def test_header_of_another_folder(self):
        self.assert_fault(
            self.faults({"base/up.h": "int apo_make(int x);\n"}),
            "base/up.h: declares apo_make, which rules/make defines",
        )
        self.assert_fault(
            self.faults({"base/up.h": "typedef int apo_call(int);\napo_call apo_make;\n"}),
            "base/up.h: declares apo_make, which rules/make defines",
        )
        self.assert_fault(
            self.faults({"base/up.h": "extern const int apo_table[];\n"}),
            "base/up.h: declares apo_table, which rules/make defines",
        )

    def test_header_of_nothing(self):
        self.assert_fault(
            self.faults({"rules/lost.h": "int apo_lost(int x);\n"}),
            "rules/lost.h: declares apo_lost, which no source defines",
        )

    def test_missing_object(self):
        build, root = self.build(GOOD)
        os.remove(os.path.join(build, "CMakeFiles/apo_base.dir/src/base/span.c.o"))
        with open(os.path.join(root, "base/text.c"), "w", encoding="utf-8") as stream:
            stream.write("int apo_text;\n")
        self.assertEqual(self.missing(build, root), [])  # a build without the layer
        build, root = self.build({**GOOD, "rules/b.c": "int apo_b;\n"})
        os.remove(os.path.join(build, "CMakeFiles/apo_rules.dir/src/rules/b.c.o"))
        self.assert_fault(self.missing(build, root), "rules/b.c (1 in all): no object file")

    def missing(self, build, root):
        return [fault for fault in check_calls.check(build, root)[0] if "object file" in fault]

    def test_old_object(self):
        build, root = self.build(GOOD)
        later = time.time() + 100
        os.utime(os.path.join(root, "base/span.c"), (later, later))
        self.assert_fault(
            self.missing(build, root), "base/span.c (1 in all): newer than its object file"
        )

    def test_removed_source(self):
        build, root = self.build({**GOOD, "base/up.c": UP})
        os.remove(os.path.join(root, "base/up.c"))
        self.assertEqual(
            [fault for fault in check_calls.check(build, root)[0] if "base/up" in fault], []
        )

    def test_nothing_built(self):
        self.assert_fault(
            check_calls.check(self.tree({}), self.tree(GOOD))[0], "no object files; build first"
        )


if __name__ == "__main__":
    tool_test.main()
