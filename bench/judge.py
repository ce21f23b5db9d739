#!/usr/bin/env python3
"""Rates positions for `apothecary tune` by a search instead of by the results of their games.

usage: bench/judge.py GAME IN OUT [--engine COMMAND] [--nodes N]

Reads a file written by `apothecary values` or `balance` with --positions, lets a UCI engine search
each position for N nodes (2000), and writes the file with White's expected score in place of the
result: 1 / (1 + exp(-score / 2.5 pawns)). Positions with scores beyond 15 pawns are left out. The
default engine is Debian's `fairy-stockfish`, for games known to both; with `--engine
"build/apothecary engine"` ours rates any game. Such positions are independent of each other: tune
them with --alike 1."""

import argparse
import math
import re
import sys

import peer

SCALE_CP = 250
MOST_CP = 1500
MATE_CP = 9999
CHECKS = re.compile(r"^\d+\+\d+$")
SCORE = re.compile(r"^info .*\bscore (cp|mate) (-?\d+)(?!\d| (?:lower|upper)bound)")


class Judge(peer.Engine):
    def __init__(self, command, game):
        name, *arguments = command.split()
        self.is_ours = "apothecary" in command
        known_as = game if self.is_ours else peer.fairy_name(game)
        super().__init__([peer.program(name), *arguments], known_as)

    def judge(self, fen, nodes):
        """White's score in hundredths of a pawn, None if there is none."""
        board, side = fen.split()[:2]
        # Reserves and pools that fairy-stockfish writes differently, or derives from the board;
        # but checks still to be given, as in 2+3, it cannot guess.
        checks = "".join(f"{word} " for word in fen.split()[2:] if CHECKS.match(word))
        text = fen if self.is_ours else f"{board} {side} - - {checks}0 1"
        try:
            self.say(f"position fen {text}", f"go nodes {nodes}")
        except BrokenPipeError:
            sys.exit(f"the engine has ended before {text}")
        score = None
        for line in self.child.stdout:
            found = SCORE.match(line)
            if found:
                number = int(found[2])
                score = number if found[1] == "cp" else math.copysign(MATE_CP, number)
            elif line.startswith("bestmove"):
                return score if score is None or side == "w" else -score
        sys.exit(f"the engine has ended at {text}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("--engine", default="fairy-stockfish")
    parser.add_argument("--nodes", type=int, default=2000)
    options = parser.parse_args()
    engine = Judge(options.engine, options.game)
    with open(options.source) as source, open(options.target, "w") as target:
        target.write(next(source))
        for line in source:
            fen = line.split(" ", 1)[1].strip()
            score = engine.judge(fen, options.nodes)
            if score is not None and abs(score) <= MOST_CP:
                target.write(f"{1 / (1 + math.exp(-score / SCALE_CP)):.3f} {fen}\n")
    engine.end()


if __name__ == "__main__":
    main()
