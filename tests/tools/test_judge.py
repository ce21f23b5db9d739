"""bench/judge.py must tell the other program all that the score depends on, and end with it."""

import os
import subprocess
import sys

import tool_test

SCRIPT = os.path.join(tool_test.ROOT, "bench", "judge.py")

# Scores half a pawn for the side to move, writes down what it is asked, and ends at "8/8".
PROGRAM = """#!%s
import sys
with open("asked", "w") as asked:
    for line in sys.stdin:
        print(line, end="", file=asked, flush=True)
        if "fen 8/8" in line or line == "quit\\n":
            sys.exit()
        if line.startswith("go"):
            print("info depth 9 score cp 50 nodes 7\\nbestmove e2e4", flush=True)
""" % (
    sys.executable
)


class JudgeTest(tool_test.ToolTest):
    def judge(self, positions):
        root = self.tree({"fairy": PROGRAM, "in": "# three-check\n" + positions})
        program = os.path.join(root, "fairy")
        os.chmod(program, 0o755)
        done = subprocess.run(
            [sys.executable, SCRIPT, "three-check", "in", "out", "--engine", program],
            cwd=root,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
        with open(os.path.join(root, "asked"), encoding="utf-8") as asked:
            return done, asked.read(), os.path.join(root, "out")

    def test_checks(self):
        board = "4k3/8/8/8/8/8/8/4K2R"
        done, asked, out = self.judge(f"1 {board} b K - 2+3 0 1\n0 {board} w - - 0 9\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("UCI_Variant value 3check\n", asked)
        self.assertIn(f"position fen {board} b - - 2+3 0 1\n", asked)
        self.assertIn(f"position fen {board} w - - 0 1\n", asked)
        with open(out, encoding="utf-8") as stream:
            self.assertEqual([line.split()[0] for line in stream], ["#", "0.450", "0.550"])

    def test_end(self):
        done, _, _ = self.judge("1 8/8 w - - 3+3 0 1\n0 8/8 b - - 3+3 0 1\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn("has ended at 8/8 w - - 3+3 0 1", done.stderr)


if __name__ == "__main__":
    tool_test.main()
