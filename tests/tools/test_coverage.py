"""tools/coverage.py must add up by folder and name the files with the lowest coverage."""
import tool_test
import coverage

COUNTS = {
    "rules/make.c": (100, 100, 20, 10),
    "rules/why_illegal.c": (50, 25, 0, 0),
    "server/web/ask.c": (50, 0, 10, 0),
    "server/web/small.c": (3, 0, 0, 0),
}


class CoverageTest(tool_test.ToolTest):
    def test_sums(self):
        sums = coverage.folders_of(COUNTS)
        self.assertEqual(list(sums), ["rules", "server/web", "all"])
        self.assertEqual(sums["rules"], (150, 125, 20, 10))
        self.assertEqual(sums["all"], (203, 125, 30, 10))

    def test_rows(self):
        text = coverage.table(COUNTS)
        self.assertIn("| `src/rules/` | 150 | 83.3 % | 50.0 % |\n", text)
        self.assertIn("| all | 203 | 61.6 % | 33.3 % |\n", text)
        self.assertIn("| - |", coverage.table({"base/a.c": (1, 1, 0, 0)}))

    def test_worst(self):
        rows = coverage.worst(COUNTS).splitlines()[2:]
        self.assertEqual(
            [row.split("`")[1] for row in rows],
            ["src/server/web/ask.c", "src/rules/why_illegal.c", "src/rules/make.c"],
        )


if __name__ == "__main__":
    tool_test.main()
