"""bench/peer_positions.py must not take chess for a game that the other program does not know."""
import os
import subprocess
import sys

import tool_test

SCRIPT = os.path.join(tool_test.ROOT, "bench", "peer_positions.py")

# Stands for Fairy-Stockfish, which keeps silent about unknown games and goes on with chess; here
# each game has ended at the start.
PEER = """#!%s
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("uciok")
    elif line == "setoption name UCI_Variant value known\\n":
        print("info string variant known files 8 ranks 8 pocket 0 template chess")
    elif word == "isready":
        print("readyok")
    elif word == "go":
        print("Nodes searched: 0")
    elif word == "d":
        print("Fen: 8/8/8/8/8/8/8/8 w - - 0 1")
        print("Checkers: ")
    elif word == "quit":
        break
    sys.stdout.flush()
""" % (
    sys.executable
)
OURS = """#!/bin/sh
cat >/dev/null
echo "[]"
"""


class PeerPositionsTest(tool_test.ToolTest):
    def compare(self, game):
        folder = self.tree({"peer": PEER, "ours": OURS})
        programs = [os.path.join(folder, name) for name in ("ours", "peer")]
        for program in programs:
            os.chmod(program, 0o755)
        return subprocess.run(
            [sys.executable, SCRIPT, *programs, game, "--positions", "1"],
            capture_output=True,
            text=True,
            check=False,
        )

    def test_known_game(self):
        done = self.compare("known")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertIn("known: 1 positions", done.stdout)

    def test_unknown_game(self):
        done = self.compare("mine=unheard-of")
        self.assertEqual((done.returncode, done.stderr), (1, ""), done.stdout)
        self.assertIn("mine: Fairy-Stockfish does not know unheard-of", done.stdout)


if __name__ == "__main__":
    tool_test.main()
