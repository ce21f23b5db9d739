#!/usr/bin/env python3
"""Compares the speed of perft with Fairy-Stockfish, both in one run.

usage: bench/perft.py [BUILD_DIR] [--rounds N] [--quick]

Runs `apothecary perft` and Debian's `fairy-stockfish` in turn on the games known to both (one
thread, no hash, the same depth), N rounds, and prints the ratio of the medians with its range; then
ours alone on the five games, and chess beside `stockfish`. Start-up time is measured with depth 1
and subtracted. The run fails if counts differ."""

import argparse
import pathlib
import statistics
import subprocess
import sys
import time

from peer import program

HERE = pathlib.Path(__file__).resolve().parent
PEER_GAMES = [("grand", 4), ("capablanca", 5), ("shako", 4)]
# Debian's package (11.1) has no custom pieces, so it cannot play Opulent Chess.
OWN_GAMES = [
    ("opulent", 4),
    ("alert", 4),
    ("modern", 4),
    ("classic", 3),
    ("apothecary2", 3),
    ("prequel", 4),
]
CHESS = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def timed(command, text=None):
    start = time.perf_counter()
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return time.perf_counter() - start, done.stdout


def ours(command, game, fen, depth):
    seconds, out = timed([command, "perft", game, fen, str(depth)])
    return seconds, int(out)


def peer(command, game, fen, depth):
    lines = [f"setoption name UCI_Variant value {game}"] if game else []
    lines += [f"position {fen}", f"go perft {depth}", "quit", ""]
    seconds, out = timed([command], "\n".join(lines))
    counts = [line for line in out.splitlines() if line.startswith("Nodes searched")]
    return seconds, int(counts[-1].split(":")[1])


def rate(runner, depth):
    """Million leaves a second, start-up taken off."""
    empty, _ = runner(1)
    seconds, nodes = runner(depth)
    return nodes / max(seconds - empty, 1e-4) / 1e6, nodes


def compare(label, runners, depth, rounds):
    rates = [[], []]
    for _ in range(rounds):
        counts = []
        for side, runner in enumerate(runners):
            value, nodes = rate(runner, depth)
            rates[side].append(value)
            counts.append(nodes)
        if counts[0] != counts[1]:
            sys.exit(f"{label}: counts differ: {counts[0]} and {counts[1]}")
    mine, theirs = (statistics.median(side) for side in rates)
    ratios = [a / b for a, b in zip(*rates)]
    print(
        f"{label:<12} {depth}  ours {mine:7.1f}  peer {theirs:6.1f}  ratio {mine / theirs:5.2f}"
        f"  ({min(ratios):.2f} to {max(ratios):.2f})",
        flush=True,
    )
    return theirs


def alone(label, runner, depth, rounds):
    rates = [rate(runner, depth)[0] for _ in range(rounds)]
    print(
        f"{label:<12} {depth}  ours {statistics.median(rates):7.1f}"
        f"  ({min(rates):.1f} to {max(rates):.1f})",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default=str(HERE.parent / "build"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="one ply less")
    options = parser.parse_args()
    own = str(pathlib.Path(options.build) / "apothecary")
    less = 1 if options.quick else 0
    fairy, stockfish = program("fairy-stockfish"), program("stockfish")
    print("million leaf nodes a second, medians; one thread, no hash, counting at the last ply")
    for game, depth in PEER_GAMES:
        compare(
            game,
            (
                lambda d, g=game: ours(own, g, "start", d),
                lambda d, g=game: peer(fairy, g, "startpos", d),
            ),
            depth - less,
            options.rounds,
        )
    compare(
        "chess",
        (lambda d: ours(own, "chess", CHESS, d), lambda d: peer(stockfish, "", f"fen {CHESS}", d)),
        5 - less,
        options.rounds,
    )
    for game, depth in OWN_GAMES:
        alone(game, lambda d, g=game: ours(own, g, "1", d), depth - less, options.rounds)


if __name__ == "__main__":
    main()
