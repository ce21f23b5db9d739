#!/usr/bin/env python3
"""Compares sections of variants.ini files, as `apothecary import` reads them, with counts made
before by Fairy-Stockfish (bench/ini_sections.py asks it again).

usage: ini_rows.py APOTHECARY ROWS NAME=FILE... [--depth N] [--verbose]

ROWS has a line for each position: the file's NAME, the section, a word for the position, its FEN,
and the counts of depth 1, 2 ... with commas between, all separated by tabs. Prints how many
sections agree in all rows, are refused, and differ. Exit code 1 if any differs.
"""
import argparse
import collections
import os
import subprocess
import sys
import tempfile


def read_rows(path):
    """{(file, section): [(FEN, [count, ...]), ...]}"""
    sections = collections.OrderedDict()
    with open(path, encoding="utf-8") as file:
        for line in file:
            fields = line.rstrip("\n").split("\t")
            if line.startswith("#") or len(fields) < 5:
                continue
            counts = [int(count) for count in fields[4].split(",")]
            sections.setdefault((fields[0], fields[1]), []).append((fields[3], counts))
    return sections


def run(arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=False)


def compare(options, game, rows):
    """The rows that differ."""
    faults = []
    for fen, counts in rows:
        for depth, count in enumerate(counts[: options.depth], 1):
            done = run([options.apothecary, "perft", game, fen, str(depth)])
            if done.stdout.strip() != str(count):
                said = done.stdout.strip() or done.stderr.splitlines()[:1]
                faults.append("%s: depth %d: %s, not %d" % (fen, depth, said, count))
                break
    return faults


def check(options, name, section, rows, folder):
    """ "refused", "equal" or "different"."""
    source = options.files.get(name)
    if source is None:
        sys.exit("no file is given for " + name)
    done = run([options.apothecary, "import", source, "--section", section, "--from", "fairy"])
    if done.returncode != 0:
        if options.verbose:
            print("refused: %s %s: %s" % (name, section, (done.stderr.splitlines() or [""])[0]))
        return "refused"
    game = os.path.join(folder, "section.variant")
    with open(game, "w", encoding="utf-8") as file:
        file.write(done.stdout)
    faults = compare(options, game, rows)
    for fault in faults:
        print("%s %s: %s" % (name, section, fault))
    return "different" if faults else "equal"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("apothecary")
    parser.add_argument("rows")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--depth", type=int, default=9)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    options.files = dict(word.split("=", 1) for word in options.files)
    results = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for (name, section), rows in read_rows(options.rows).items():
            results[check(options, name, section, rows, folder)] += 1
    print(
        "%d sections: %d agree in all rows, %d are refused, %d differ"
        % (sum(results.values()), results["equal"], results["refused"], results["different"])
    )
    return 1 if results["different"] or not results["equal"] else 0


if __name__ == "__main__":
    sys.exit(main())
