"""Shared by the tests of the tools: the tools as modules, and small trees of files."""
import os
import sys
import tempfile
import unittest

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.path.insert(0, os.path.join(ROOT, "tests", "header_test"))


class ToolTest(unittest.TestCase):
    def tree(self, files):
        """A temporary folder with these files (path -> text); removed after the test."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for path, text in files.items():
            full = os.path.join(folder.name, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as stream:
                stream.write(text)
        return folder.name

    def assert_fault(self, faults, *words):
        """Exactly one fault, which has all the words."""
        self.assertEqual(len(faults), 1, faults)
        for word in words:
            self.assertIn(word, faults[0])


main = unittest.main
