"""cmake/embed.cmake must write C that holds the files byte for byte."""
import os
import subprocess

import tool_test

PRINT = """
#include "definition/file/embedded.h"
#include <stdio.h>
int main(void)
{
    for (size_t i = 0; i < apo_embedded_variants_count; i++) {
        const struct apo_embedded_file *file = &apo_embedded_variants[i];
        printf("%s:%zu:", file->name, file->size);
        fwrite(file->text, 1, file->size, stdout);
        if (file->text[file->size] != 0)
            return 1;
    }
    return 0;
}
"""


def embed(out, paths, bare="OFF"):
    """Runs the script; its exit status."""
    script = os.path.join(tool_test.ROOT, "cmake", "embed.cmake")
    return subprocess.run(
        ["cmake", "-DOUT=" + out, "-DBARE=" + bare, "-P", script, "--", *paths], capture_output=True
    ).returncode


class EmbedTest(tool_test.ToolTest):
    def build_and_run(self, files, bare="OFF"):
        """What the program above prints for these files (name -> bytes)."""
        folder = self.tree({"print.c": PRINT})
        paths = []
        for name, data in files.items():
            paths.append(os.path.join(folder, name))
            with open(paths[-1], "wb") as stream:
                stream.write(data)
        out, program = os.path.join(folder, "out.c"), os.path.join(folder, "program")
        self.assertEqual(embed(out, paths, bare), 0)
        subprocess.run(
            [
                "cc",
                "-std=c11",
                "-Wall",
                "-Wextra",
                "-Wpedantic",
                "-Wconversion",
                "-Werror",
                "-I",
                os.path.join(tool_test.ROOT, "src"),
                out,
                os.path.join(folder, "print.c"),
                "-o",
                program,
            ],
            check=True,
        )
        return subprocess.run([program], check=True, capture_output=True).stdout

    def test_every_byte(self):
        data = bytes(range(256)) * 40
        self.assertEqual(self.build_and_run({"a.variant": data}), b"a:10240:" + data)

    def test_order_and_empty_file(self):
        self.assertEqual(
            self.build_and_run({"b.variant": b"2", "a-b.variant": b""}), b"a-b:0:b:1:2"
        )

    def test_bare(self):
        text = b"# Chess\n\n[game]\nname = Chess \t # of old\n    r..r    # 8 \x0a\xa0#\n  \nx"
        bare = b"[game]\nname = Chess\n    r..r\n\xa0\nx\n"
        self.assertEqual(
            self.build_and_run({"a.variant": text}, "ON"), b"a:%d:%s" % (len(bare), bare)
        )

    def test_none(self):
        self.assertEqual(self.build_and_run({}), b"")

    def test_bad_name(self):
        folder = self.tree({'a"b.variant': ""})
        self.assertNotEqual(
            embed(os.path.join(folder, "out.c"), [os.path.join(folder, 'a"b.variant')]), 0
        )

    def test_unchanged_file_is_left_alone(self):
        folder = self.tree({"a.variant": "x"})
        out = os.path.join(folder, "out.c")
        arguments = [out, [os.path.join(folder, "a.variant")]]
        self.assertEqual(embed(*arguments), 0)
        os.utime(out, (1, 1))
        self.assertEqual(embed(*arguments), 0)
        self.assertEqual(os.stat(out).st_mtime, 1)


if __name__ == "__main__":
    tool_test.main()
