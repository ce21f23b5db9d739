#!/usr/bin/env python3
"""Fits the probabilities of the five results to the engine's scores (src/search/outcome_fit.c).

usage: outcomes.py PROGRAM VARIANT POSITIONS [--count N] [--nodes N]

POSITIONS is a file kept by `apothecary values` or `balance`: White's quarters and a position on
each line. A sample of them is searched; then
    P(result >= q) = 1 / (1 + exp(-(score - cut[q]) / scale))
is fitted, symmetric for the two sides, by maximum likelihood.
"""
import argparse
import math
import random
import subprocess


def sample(path, count):
    with open(path, encoding="ascii") as stream:
        lines = stream.read().splitlines()[1:]
    picked = random.Random(1).sample(lines, min(count, len(lines)))
    return [(int(line[0]), line[2:]) for line in picked]


def score_of(engine, fen, nodes):
    """In hundredths of a pawn for the side to move; None if a mate is seen."""
    engine.stdin.write("position fen %s\ngo nodes %d\n" % (fen, nodes))
    engine.stdin.flush()
    score = None
    for line in engine.stdout:
        words = line.split()
        if words[:1] == ["bestmove"]:
            return score
        if "cp" in words:
            score = int(words[words.index("cp") + 1])
        elif "mate" in words:
            score = None


def rows_of(program, variant, cases, nodes):
    engine = subprocess.Popen(
        [program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    engine.stdin.write("uci\nsetoption name UCI_Variant value %s\n" % variant)
    rows = []
    for result, fen in cases:
        score = score_of(engine, fen, nodes)
        if score is not None and abs(score) < 3000:
            rows.append((score, result if fen.split()[1] == "w" else 4 - result))
    engine.stdin.write("quit\n")
    engine.stdin.close()
    engine.wait()
    return rows


def share(x):
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, x))))


def chances(score, scale, half, quarter):
    """The probabilities of the results 0..4; `half` and `quarter` are the cuts above 3/4 and above
    1/2."""
    cuts = (-half, -quarter, quarter, half)
    over = [1.0] + [share((score - cut) / scale) for cut in cuts] + [0.0]
    return [over[i] - over[i + 1] for i in range(5)]


def loss(rows, values):
    scale, half, quarter = (math.exp(value) for value in values)
    half += quarter
    return -sum(
        math.log(max(1e-9, chances(score, scale, half, quarter)[result])) for score, result in rows
    ) / len(rows)


def fit(rows):
    """Minimises along each number in turn, with shrinking steps."""
    values = [math.log(200), math.log(20), math.log(50)]
    best, step = loss(rows, values), 0.5
    while step > 0.004:
        is_better = False
        for i in range(3):
            for change in (step, -step):
                tried = values[:]
                tried[i] += change
                now = loss(rows, tried)
                if now < best:
                    best, values, is_better = now, tried, True
        if not is_better:
            step /= 2
    scale, half, quarter = (math.exp(value) for value in values)
    return scale, half + quarter, quarter, best


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program")
    parser.add_argument("variant")
    parser.add_argument("positions")
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--nodes", type=int, default=200)
    asked = parser.parse_args()
    rows = rows_of(asked.program, asked.variant, sample(asked.positions, asked.count), asked.nodes)
    scale, half, quarter, least = fit(rows)
    print(
        "%s: %d positions, scale %.0f, win from %.0f, better than a draw from %.0f, loss %.4f"
        % (asked.variant, len(rows), scale, half, quarter, least)
    )
    for low in range(-600, 601, 200):
        here = [result for score, result in rows if low - 100 <= score < low + 100]
        if here:
            seen = " ".join("%.3f" % (here.count(i) / len(here)) for i in range(5))
            said = " ".join("%.3f" % x for x in chances(low, scale, half, quarter))
            print("%+5d  seen %s  fitted %s  (%d)" % (low, seen, said, len(here)))


if __name__ == "__main__":
    main()
