#!/usr/bin/env python3
"""What a net costs the search: nodes a second with it and without, in turn.

usage: bench/net_cost.py APOTHECARY [GAME...] [--pairs N] [--nodes N] [--instructions]

The net is given the value 0, so both searches visit the same nodes, and only the time differs. Each
row is the median of N pairs of runs (user time), or with --instructions one exact count by valgrind
of a program without debugging information."""

import argparse
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

NETS = pathlib.Path(__file__).resolve().parent.parent / "nets"
WORD = (1 << 64) - 1
# Places in the file, src/neural/network_file.h.
SUM_AT, ID_AT, SCALES_AT = 16, 24, 24 + 32 + 8 + 3 * 4
SHORT = 2000  # nodes of the run that is subtracted, so that starting does not count


def mix(word):
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


def mix_bytes(total, data):
    for at in range(0, len(data), 8):
        total = mix(total ^ int.from_bytes(data[at : at + 8], "little"))
    return total


def silenced(net):
    """The file of a net with the same sums and the value 0."""
    data = bytearray(net)
    data[SCALES_AT : SCALES_AT + 8] = bytes(8)
    total = mix_bytes(mix_bytes(len(data), data[8:SUM_AT]), data[ID_AT:])
    data[SUM_AT:ID_AT] = total.to_bytes(8, "little")
    return bytes(data)


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"net_cost.py: {' '.join(command)}\n{done.stderr}")
    return done


def measure(options, game, net, nodes):
    """Seconds of user time, or instructions; and the signature of the nodes."""
    command = [options.program, "bench", game, "--nodes", str(nodes), "--eval-file", net]
    if options.instructions:
        tool = [
            "valgrind",
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=/dev/null",
        ]
        done = run(tool + command)
        line = next(line for line in done.stderr.splitlines() if "refs:" in line)
        return int(line.split()[-1].replace(",", "")), done.stdout.split()[-1]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = run(command)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return spent, done.stdout.split()[-1]


def cost_of(options, game, net):
    """What the search of a game costs with a net, less what starting costs."""
    whole, signature = measure(options, game, net, options.nodes)
    return whole - measure(options, game, net, SHORT)[0], signature


def compare(options, game, net):
    """The ratios of nodes a second, with the net to without."""
    ratios = []
    for pair in range(1 if options.instructions else options.pairs):
        turn = ["none", net] if pair % 2 else [net, "none"]
        costs = {name: cost_of(options, game, name) for name in turn}
        if costs["none"][1] != costs[net][1]:
            sys.exit(f"net_cost.py: {game}: the searches differ")
        ratios.append(costs["none"][0] / costs[net][0])
    return ratios


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--pairs", type=int, default=11)
    parser.add_argument("--nodes", type=int, default=None)
    parser.add_argument("--instructions", action="store_true")
    options = parser.parse_args()
    options.nodes = options.nodes or (10000 if options.instructions else 300000)
    games = options.games or sorted(path.stem for path in NETS.glob("*.net"))
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            net = pathlib.Path(folder) / (game + ".net")
            net.write_bytes(silenced((NETS / net.name).read_bytes()))
            ratios = compare(options, game, str(net))
            print(
                f"{game:<12} nodes with the net / without: {statistics.median(ratios):.3f}"
                f"  ({min(ratios):.3f} to {max(ratios):.3f})",
                flush=True,
            )


if __name__ == "__main__":
    main()
