"""tools/check_width.py must find lines that are too long, unless they cannot be broken."""
import tool_test
import check_width

WORDS = "some words "


class CheckWidthTest(tool_test.ToolTest):
    def faults(self, path, text):
        return check_width.check(self.tree({path: text}))

    def test_sources(self):
        for path in (
            "src/a.c",
            "web/a.css",
            "tests/a.mjs",
            "tools/a.py",
            "scripts/run",
            "CMakeLists.txt",
        ):
            self.assertEqual(self.faults(path, "x" * 50 + " " + "y" * 49 + "\n"), [])
            self.assert_fault(self.faults(path, "a\n" + WORDS * 10), path + ":2", "limit is 100")

    def test_prose(self):
        for path in ("docs/a.md", "variants/a.variant"):
            self.assertEqual(self.faults(path, WORDS * 11 + "\n"), [])
            self.assert_fault(self.faults(path, WORDS * 12), path + ":1", "limit is 130")

    def test_what_cannot_be_broken(self):
        self.assertEqual(self.faults("src/a.c", 'a = "' + "x" * 120 + '";\n'), [])
        for text in (
            "| " + WORDS * 20 + "|\n",
            "# " + WORDS * 20,
            "```\n" + WORDS * 20 + "\n```\n",
        ):
            self.assertEqual(self.faults("a.md", text), [])
        self.assert_fault(self.faults("a.md", "```\nx\n```\n" + WORDS * 20), "a.md:4", "columns")

    def test_data_is_left_alone(self):
        self.assertEqual(self.faults("tests/data/a.py", WORDS * 20), [])


tool_test.main()
