#!/usr/bin/env python3
"""Compares variants of Sjaak II's files, as `apothecary import` reads them, with Sjaak II: counts
of moves, two deep, along random games. Without a FILE it compares our games, as `apothecary export`
writes them for Sjaak II.

usage: sjaak_variants.py APOTHECARY SJAAKII [FILE] [--seed N] [--games N] [--plies N] [--only WORD]
           [--lossy] [--verbose]

Prints how many variants are refused, agree and differ. Exit code 1 if any differs.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

NAME = re.compile(r"^Variant: *([^#\n]*?) *(#.*)?$")
COUNT = re.compile(r"^ *(\d+) +(\d+) +[\d.]+ +\S*nps")
DEPTH = 2
EVERY = 4  # plies between two counts


class Peer:
    """Sjaak II with one variant of a file."""

    def __init__(self, program, path, name):
        self.process = subprocess.Popen(
            [program, "-no_user_variants", "-xboard", path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        self.tell("xboard")
        self.tell("protover 2")
        self.name = name

    def start(self):
        self.tell("variant " + short(self.name))
        self.tell("force")

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def faults(self):
        """The errors that it prints before it answers a ping."""
        self.tell("ping 1")
        faults = []
        for line in self.process.stdout:
            if line.startswith("pong"):
                return faults
            if "rror" in line or "llegal" in line:
                faults.append(line.strip())
        raise EOFError("Sjaak II has ended")

    def count(self):
        self.tell("perft %d" % DEPTH)
        for line in self.process.stdout:
            found = COUNT.match(line)
            if found and int(found.group(1)) == DEPTH:
                return int(found.group(2))
        raise EOFError("Sjaak II has ended")

    def end(self):
        self.process.kill()
        self.process.wait(timeout=60)


def run(arguments):
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def short(name):
    """The name by which Sjaak II offers a variant: "Legan's Chess (8x8)" is "legan"."""
    return re.split(r"[(']", name)[0].strip().lower().replace(" ", "_")


def written(move, ranks):
    """A move as Sjaak II reads it, which counts ranks from 0 if there are more than 9."""
    if ranks > 9:
        move = re.sub(r"\d+", lambda found: str(int(found.group()) - 1), move)
    return re.sub(r"=([A-Z])", lambda found: found.group(1).lower(), move).replace("=", "")


def play(options, peer, game, dice):
    """The first fault of a random game; counts of moves compared."""
    command, moves, counts = options.apothecary, [], 0
    fen = run([command, "fen", game])[1].strip()
    ranks = fen.split()[0].count("/") + 1
    peer.start()
    for ply in range(options.plies + 1):
        if ply % EVERY == 0:
            ours = run([command, "perft", game, fen, str(DEPTH)])[1].split()
            theirs = peer.count()
            counts += 1
            if not ours or int(re.sub(r"\D", "", ours[-1])) != theirs:
                return "%s: %s, not %d" % (" ".join(moves), ours[-1:], theirs), counts
        legal = run([command, "moves", game, fen])[1].split()
        if not legal:
            break
        moves.append(dice.choice(legal))
        fen = run([command, "apply", game, fen, moves[-1]])[1].strip()
        peer.tell(written(moves[-1], ranks))
        faults = peer.faults()
        if faults:
            return "%s: %s" % (" ".join(moves), faults[0]), counts
    return None, counts


def compare(options, game, path, name):
    """The faults of a game that Sjaak II has from a file, and the number of counts."""
    dice, counts = random.Random(options.seed), 0
    for _ in range(options.games):
        peer = Peer(options.sjaakii, path, name)
        try:
            fault, number = play(options, peer, game, dice)
        finally:
            peer.end()
        counts += number
        if fault:
            return [fault], counts
    return [], counts


def convert(options, name, arguments):
    """What the command writes; None, and the reason if it is wanted, where it refuses."""
    code, text, error = run([options.apothecary] + arguments + ["--lossy"] * options.lossy)
    if code == 0:
        return text
    if options.verbose:
        print("refused: %s: %s" % (name, error.splitlines()[0].split(":", 1)[-1]))
    return None


def check_import(options, name, folder):
    """The faults of one variant of the file, and the number of counts; None: it is refused."""
    text = convert(options, name, ["import", options.file, "--section", name, "--from", "sjaak"])
    if text is None:
        return None
    game = os.path.join(folder, "section.variant")
    with open(game, "w", encoding="utf-8") as file:
        file.write(text)
    return compare(options, game, options.file, name)


def check_export(options, game, folder):
    """The same for one of our games."""
    text = convert(options, game, ["export", game, "--to", "sjaak"])
    if text is None:
        return None
    path = os.path.join(folder, "exported.txt")
    with open(path, "w", encoding="utf-8") as file:  # a name that Sjaak's own games do not have
        file.write(re.sub(r"^Variant:.*", "Variant: Exported", text, flags=re.M))
    return compare(options, game, path, "Exported")


def names_of(options):
    if options.file is None:
        return [line.split()[0] for line in run([options.apothecary, "variants"])[1].splitlines()]
    with open(options.file, encoding="utf-8") as file:
        return [found.group(1) for found in map(NAME.match, file) if found]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("apothecary")
    parser.add_argument("sjaakii")
    parser.add_argument("file", nargs="?")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--only", default="", help="variants whose names contain this")
    parser.add_argument("--lossy", action="store_true", help="compare what is lossy as well")
    parser.add_argument("--verbose", action="store_true", help="say why variants are refused")
    options = parser.parse_args()
    refused = agree = counts = 0
    wrong = []
    check = check_export if options.file is None else check_import
    with tempfile.TemporaryDirectory() as folder:
        for name in names_of(options):
            if options.only not in name:
                continue
            answer = check(options, name, folder)
            if answer is None:
                refused += 1
                continue
            counts += answer[1]
            agree += not answer[0]
            wrong += ["%s: %s" % (name, fault) for fault in answer[0]]
    print("\n".join(wrong))
    print(
        "%d variants agree in %d counts, %d refused, %d wrong"
        % (agree, counts, refused, len(wrong))
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
