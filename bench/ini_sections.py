#!/usr/bin/env python3
"""Compares sections of variants.ini files, as `apothecary import` reads them, with Fairy-Stockfish:
counts of moves from the start and from positions of random games.

usage: ini_sections.py APOTHECARY FAIRY_STOCKFISH FILE... [--seed N] [--verbose]

Prints how many sections are refused, agree and differ. Exit code 1 if any differs.
"""
import argparse
import os
import random
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "tests", "golden"))
# pylint: disable=wrong-import-position
from fairy_stockfish import Peer, UnknownGame, compare, run  # noqa: E402

HEADING = re.compile(r"^\[([^\]:]*)")


def sections_of(path):
    with open(path, encoding="utf-8") as file:
        return [found.group(1) for found in map(HEADING.match, file) if found]


def check(options, path, section, folder):
    """The faults of one section; None if it is refused."""
    done = run([options.apothecary, "import", path, "--section", section, "--from", "fairy"])
    if done.returncode != 0:
        if options.verbose:
            print("refused: %s: %s" % (section, done.stderr.splitlines()[0]))
        return None
    game = os.path.join(folder, "section.variant")
    with open(game, "w", encoding="utf-8") as file:
        file.write(done.stdout)
    peer = Peer(options.fairy_stockfish, path)
    try:
        peer.start(section)
        return compare(options.apothecary, peer, game, random.Random(options.seed))
    except UnknownGame:
        return ["Fairy-Stockfish does not know it"]
    finally:
        peer.end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("apothecary")
    parser.add_argument("fairy_stockfish")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="say why sections are refused")
    options = parser.parse_args()
    refused = agree = 0
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for path in options.files:
            for section in sections_of(path):
                faults = check(options, path, section, folder)
                if faults is None:
                    refused += 1
                elif faults:
                    wrong.append((path, section, faults))
                else:
                    agree += 1
    for path, section, faults in wrong:
        print("%s [%s]: %s" % (path, section, faults[0]))
    print("%d sections agree, %d refused, %d wrong" % (agree, refused, len(wrong)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
