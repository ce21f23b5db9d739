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
        print("option name UCI_Variant type combo default chess var chess var known")
        print("uciok")
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
test "$1" = moves && echo "[]" || echo "{}"
"""
# Ours says that the game is drawn; there it goes on.
MOVING_PEER = PEER.replace("Nodes searched: 0", "a1a2: 1\\nNodes searched: 1")
DRAWN = """#!/bin/sh
cat >/dev/null
test "$1" = moves && echo "[]" || echo '{"end": "%s", "result": "1/2-1/2"}'
"""


class PeerPositionsTest(tool_test.ToolTest):
    def compare(self, game, ours=OURS, peer=PEER):
        folder = self.tree({"peer": peer, "ours": ours})
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

    def test_draws_that_are_not_known_there(self):
        for end, faults in (("bare", 0), ("dead", 0), ("stalemate", 1)):
            done = self.compare("known", DRAWN % end, MOVING_PEER)
            self.assertIn("%d differ" % faults, done.stdout)


if __name__ == "__main__":
    tool_test.main()
