#!/usr/bin/env python3
"""tools/embed_web.py: what it takes, what it leaves, what it refuses, when it writes."""
import gzip
import os
import re
import subprocess
import sys
import tempfile
import unittest

TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools",
                    "embed_web.py")


class EmbedWeb(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.out = os.path.join(self.folder.name, "out.c")

    def put(self, name, text="x"):
        path = os.path.join(self.folder.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)

    def run_tool(self):
        folders = [os.path.join(self.folder.name, f) for f in ("web", "made", "missing")]
        return subprocess.run([sys.executable, TOOL, self.out, *folders],
                              capture_output=True, text=True)

    def text(self):
        result = self.run_tool()
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.out, encoding="ascii") as stream:
            return stream.read()

    def names(self):
        return re.findall(r'^    \{"([^"]+)"', self.text(), re.M)

    def test_takes_and_leaves(self):
        for name in ("web/b.js", "web/board/a.css", "made/p.svg", "web/package.json",
                     "web/node_modules/x/y.js", "web/board/demo.html", "web/.hidden.js",
                     "web/notes.md", "made/wasm.log"):
            self.put(name)
        self.assertEqual(self.names(), ["b.js", "board/a.css", "p.svg"])

    def test_bytes_are_the_files(self):
        self.put("web/a.txt", "hello\n" * 100)
        numbers = re.search(r"bytes_0\[\] = \{([^}]*)\}", self.text()).group(1)
        self.assertEqual(gzip.decompress(bytes(map(int, numbers.split(",")))), b"hello\n" * 100)
        self.assertIn(", 600},", self.text())

    def test_hash_follows_content(self):
        hashes = []
        for text in ("1", "2", "1"):
            self.put("web/a.txt", text)
            os.utime(os.path.join(self.folder.name, "web/a.txt"), ns=(0, len(hashes) + 1))
            hashes.append(re.search(r'"([0-9a-f]{16})"', self.text()).group(1))
        self.assertEqual(hashes[0], hashes[2])
        self.assertNotEqual(hashes[0], hashes[1])

    def test_nothing_changed(self):
        self.put("web/a.txt")
        self.text()
        before = os.stat(self.out).st_mtime_ns
        self.text()
        self.assertEqual(os.stat(self.out).st_mtime_ns, before)
        os.remove(os.path.join(self.folder.name, "web/a.txt"))
        self.assertEqual(self.names(), [])

    def test_refusals(self):
        for names, words in ((["web/a.txt", "made/a.txt"], "one name"),
                             (["web/a.exe"], "not known"), (["web/a b.js"], "letters")):
            with self.subTest(names):
                for name in names:
                    self.put(name)
                result = self.run_tool()
                self.assertEqual(result.returncode, 1)
                self.assertIn(words, result.stderr)
                for name in names:
                    os.remove(os.path.join(self.folder.name, name))


if __name__ == "__main__":
    unittest.main()
