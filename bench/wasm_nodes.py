#!/usr/bin/env python3
"""Nodes a second of engine.wasm in node and in Chromium, beside those of the command, in turn.

usage: bench/wasm_nodes.py [BUILD_DIR] [--module FILE] [--nodes N] [--rounds N] [--game NAME]...

Both search the same positions (`apothecary bench`), without a net and, where the game has one, with
it, and have to come to the same result. Seconds are those of the processor for the search alone,
so that other load matters little; the best round of each counts. On Linux the command asks for
large pages of memory, which a module cannot have; "small pages" is the command without them. Exit
status: 1 if two results differ."""

import argparse
import ctypes
import pathlib
import resource
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
MODULE = HERE.parent / "build-wasm-threads/engine.wasm"
GAMES = ["alert", "modern"]
WANTED = 0.8  # of the command's nodes a second
PR_SET_THP_DISABLE = 41  # of <linux/prctl.h>


def user_seconds():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def refuse_large_pages():
    ctypes.CDLL(None).prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)


def timed(command, game, nodes, net, prepare=None):
    """The seconds and the result (nodes, signature) of the command's bench."""
    before = user_seconds()
    row = subprocess.run(
        [command, "bench", game, "--nodes", str(nodes), "--eval-file", net or "none"],
        check=True,
        capture_output=True,
        text=True,
        preexec_fn=prepare,
    ).stdout.split()
    return user_seconds() - before, f"{row[1]} {row[row.index('signature') + 1]}"


def native(command, game, nodes, net, prepare=None):
    """The same without what starting up costs."""
    seconds, result = timed(command, game, nodes, net, prepare)
    return seconds - timed(command, game, 1, net, prepare)[0], result


def native_small(command, game, nodes, net):
    return native(command, game, nodes, net, refuse_large_pages)


def module(path, game, nodes, net, script="wasm_nodes.mjs"):
    arguments = ["node", HERE / script, path, game, str(nodes)] + ([net] if net else [])
    words = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout.split()
    return float(words[2]), " ".join(words[:2])


def page(path, game, nodes, net):
    return module(path, game, nodes, net, "wasm_nodes_page.mjs")


def compare(options, game, net):
    """Prints a row for the game; returns whether all came to the same result."""
    command = options.build / "apothecary"
    ways = [
        (native, command),
        (native_small, command),
        (module, options.module),
        (page, options.module),
    ]
    best, results = [float("inf")] * len(ways), set()
    for _ in range(options.rounds):
        for i, (way, path) in enumerate(ways):
            seconds, result = way(path, game, options.nodes, net)
            best[i] = min(best[i], seconds)
            results.add(result)
    nodes = int(min(results).split()[0])
    cells = [f"{nodes / seconds / 1000:.0f}" for seconds in best]
    ratios = [f"{best[i] / best[j]:.2f}" for j in (2, 3) for i in (0, 1)]
    print(game, "with net" if net else "no net", *cells, *ratios, sep="\t", flush=True)
    if len(results) > 1:
        print("different results:", *sorted(results), sep="\n  ", file=sys.stderr)
    return len(results) == 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", type=pathlib.Path, default=HERE.parent / "build")
    parser.add_argument("--module", type=pathlib.Path, default=MODULE)
    parser.add_argument("--nodes", type=int, default=100000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--game", action="append")
    options = parser.parse_args()
    print("game", "net", "command", "small pages", "node", "Chromium", "ratios", sep="\t")
    print(f"(thousand nodes a second of the processor; {WANTED} of the command's are wanted)")
    are_equal = True
    for game in options.game or GAMES:
        file = HERE.parent / f"nets/{game}.net"
        for net in [None] + ([str(file)] if file.exists() else []):
            are_equal &= compare(options, game, net)
    return 0 if are_equal else 1


if __name__ == "__main__":
    sys.exit(main())
