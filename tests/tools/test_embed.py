"""tools/embed.py must write C that holds the files byte for byte."""
import os
import subprocess

import tool_test
import embed

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


class EmbedTest(tool_test.ToolTest):
    def build_and_run(self, files):
        """What the program above prints for these files (name -> bytes)."""
        folder = self.tree({"print.c": PRINT})
        paths = []
        for name, data in files.items():
            paths.append(os.path.join(folder, name))
            with open(paths[-1], "wb") as stream:
                stream.write(data)
        out, program = os.path.join(folder, "out.c"), os.path.join(folder, "program")
        embed.main([out, *paths])
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
        text = b"# Chess\n\n[game]\nname = Chess  # of old\n    r..r    # 8\n"
        self.assertEqual(embed.bare(text), b"[game]\nname = Chess\n    r..r\n")

    def test_none(self):
        self.assertEqual(self.build_and_run({}), b"")

    def test_bad_name(self):
        with self.assertRaises(SystemExit):
            self.build_and_run({'a"b.variant': b""})

    def test_unchanged_file_is_left_alone(self):
        folder = self.tree({"a.variant": "x"})
        out = os.path.join(folder, "out.c")
        arguments = [out, os.path.join(folder, "a.variant")]
        embed.main(arguments)
        os.utime(out, (1, 1))
        embed.main(arguments)
        self.assertEqual(os.stat(out).st_mtime, 1)


if __name__ == "__main__":
    tool_test.main()
