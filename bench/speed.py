#!/usr/bin/env python3
"""Measures nodes per second of the search, beside Fairy-Stockfish in the same run.

usage: bench/speed.py [BUILD_DIR] [--seconds S] [--rounds N]

Lets our engine and Debian's `fairy-stockfish` search the same positions in turn (one thread, 64
MB), and prints the medians and their ratio with its range; then ours on the five games, in turn
with `fairy-stockfish` on grand, scaled to a processor where that reaches 500 thousand. Programs
count nodes differently; both count positions entered by a move."""

import argparse
import pathlib
import re
import statistics

import peer

HERE = pathlib.Path(__file__).resolve().parent
PEER_GAMES = ["grand", "capablanca", "shako", "chess"]
GAUGE = 500  # thousand nodes per second of the peer on grand
OWN_GAMES = ["alert", "modern", "classic", "apothecary2", "prequel"]
# Moves from the start, so that there is something to think about.
OPENINGS = {
    "grand": "d3d5 d8d6 b2c4 i9h7 e3e4",
    "capablanca": "d2d4 d7d5 b1c3 i8h6 e2e3",
    "shako": "e3e5 e8e6 d2c4 g9h7 f3f4",
    "chess": "e2e4 e7e5 g1f3 b8c6 f1b5",
}


class Thinker(peer.Engine):
    def __init__(self, command, game):
        super().__init__(command, game, "setoption name Hash value 64")

    def rate(self, position, seconds):
        """Thousand nodes per second, from its last report."""
        self.say("ucinewgame", f"position {position}", f"go movetime {int(seconds * 1000)}")
        nodes = time = 0
        for line in self.child.stdout:
            found = re.search(r"^info .*\bnodes (\d+).* time (\d+)", line)
            if found:
                nodes, time = map(int, found.groups())
            if line.startswith("bestmove"):
                break
        return nodes / max(time, 1)


def median_text(rates):
    return f"{statistics.median(rates):7.0f}"


def compare(own, fairy, game, options):
    engines = [Thinker([own, "engine"], game), Thinker([fairy], game)]
    position = f"startpos moves {OPENINGS[game]}"
    rates = [
        [engine.rate(position, options.seconds) for engine in engines]
        for _ in range(options.rounds)
    ]
    for engine in engines:
        engine.end()
    mine, theirs = zip(*rates)
    ratios = [a / b for a, b in rates]
    print(
        f"{game:<12} ours {median_text(mine)}  peer {median_text(theirs)}  ratio"
        f" {statistics.median(ratios):5.2f}  ({min(ratios):.2f} to {max(ratios):.2f})",
        flush=True,
    )


def scale(own, fairy, game, options):
    """Our rates in a game that the peer does not know, scaled by the peer's rate on grand in the
    same round."""
    engine, gauge = Thinker([own, "engine"], game), Thinker([fairy], "grand")
    rates, scaled = [], []
    for _ in range(options.rounds):
        rates.append(engine.rate("startpos", options.seconds))
        known = gauge.rate(f"startpos moves {OPENINGS['grand']}", options.seconds)
        scaled.append(rates[-1] * GAUGE / known)
    engine.end()
    gauge.end()
    print(
        f"{game:<12} ours {median_text(rates)}  where the peer does {GAUGE} on grand"
        f" {median_text(scaled)}  ({min(scaled):.0f} to {max(scaled):.0f})",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default=str(HERE.parent / "build"))
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    own, fairy = str(pathlib.Path(options.build) / "apothecary"), peer.program("fairy-stockfish")
    print("thousand nodes a second, medians; one thread")
    for game in PEER_GAMES:
        compare(own, fairy, game, options)
    for game in OWN_GAMES:
        scale(own, fairy, game, options)


if __name__ == "__main__":
    main()
