#!/usr/bin/env python3
"""Positions go from us to another program and back, and keep their legal moves.

usage: fairy_fen.py [--positions N] APOTHECARY

For each game, positions of random games are written as FEN and given to the other program. Its
legal moves are ours, and the FEN that it writes of them is read by us as the same position: the
same text, except for passed squares that nobody can capture on, and again the same legal moves.

The other programs are Fairy-Stockfish (FAIRY_STOCKFISH names one or several, divided by colons, or
fairy-stockfish on the PATH) and the module ffish (FFISH names the folder of the module). Without
any of them the test is skipped.
"""
import json
import os
import random
import re
import shutil
import subprocess
import sys

GAMES = ("chess", "capablanca", "grand", "shako", "janus", "seirawan")
PLIES = 60  # of each random game; all its positions are used
MOVE = re.compile(r"^([a-z]\d+[a-z]\d+\S*): \d+$")
LAUNCH_ON_ROOK = re.compile(r"^([a-p]\d+)[a-p]\d+([a-z])([a-p]\d+)$")
FFISH = """
globalThis.fetch = undefined; // its loader takes a path for an address
const ffish = require(process.argv[1] + '/ffish.js');
ffish.onRuntimeInitialized = () => {
  const lines = require('node:readline').createInterface({ input: process.stdin });
  lines.on('line', line => {
    const [game, fen] = line.split('\\t');
    const board = new ffish.Board(game, fen);
    const moves = board.legalMoves().split(' ').filter(Boolean);
    console.log(JSON.stringify({ fen: board.fen(), moves }));
    board.delete();
  });
};
"""


class Stockfish:
    def __init__(self, program):
        self.name = program
        self.game = ""
        self.process = subprocess.Popen(
            [program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        self.games = set(" ".join(self.ask("uci", "uciok")).split())

    def ask(self, line, last):
        self.process.stdin.write(line + "\n")
        lines = []
        while not lines or not lines[-1].startswith(last):
            line = self.process.stdout.readline()
            if not line:
                raise EOFError(self.name + " has ended")
            lines.append(line.rstrip("\n"))
        return lines

    def look(self, game, fen):
        """Its FEN and its legal moves."""
        if game != self.game:
            self.ask("setoption name UCI_Variant value %s\nisready" % game, "readyok")
            self.game = game
        lines = self.ask("position fen %s\nd" % fen, "Checkers")
        written = next(line[5:] for line in lines if line.startswith("Fen: "))
        lines = self.ask("go perft 1", "Nodes searched")
        return written, [found.group(1) for found in map(MOVE.match, lines) if found]

    def close(self):
        self.process.communicate("quit\n", timeout=10)


class Ffish:
    def __init__(self, folder):
        self.name = "ffish"
        self.process = subprocess.Popen(
            ["node", "-e", FFISH, os.path.abspath(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.games = set(GAMES)

    def look(self, game, fen):
        self.process.stdin.write("%s\t%s\n" % (game, fen))
        answer = json.loads(self.process.stdout.readline())
        return answer["fen"], answer["moves"]

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=10)


class Ours:
    def __init__(self, command):
        self.command = command

    def batch(self, verb, game, lines, *options):
        done = subprocess.run(
            [self.command, verb, game, "-", *options],
            input="".join(line + "\n" for line in lines),
            capture_output=True,
            text=True,
        )
        return done.stdout.splitlines()  # a line that cannot be read has an error in its place

    def moves(self, game, fens):
        return [json.loads(line) for line in self.batch("moves", game, fens, "--json")]


def moves_of(answer):
    """The coordinates in an answer of "moves --json"."""
    return sorted(move["move"] for move in answer)


def as_theirs(move):
    """Castling with a launch on the rook's square, e1g1hh1, is h1e1h there."""
    return LAUNCH_ON_ROOK.sub(r"\3\1\2", move)


def random_positions(ours, game, count, chance):
    """`count` positions of random games, none of them at its end, with their legal moves."""
    start = subprocess.run(
        [ours.command, "fen", game], capture_output=True, text=True, check=True
    ).stdout.strip()
    fens, found = [start] * max(1, count // PLIES + 1), []
    while len(found) < count:
        known = [(fen, moves_of(answer)) for fen, answer in zip(fens, ours.moves(game, fens))]
        found += [(fen, moves) for fen, moves in known if moves]
        asked = [fen + "\t" + chance.choice(moves) for fen, moves in known if moves]
        fens = ours.batch("apply", game, asked) if asked else []
        fens += [start] * (max(1, count // PLIES + 1) - len(fens))
        fens = [start if chance.randrange(PLIES) == 0 else fen for fen in fens]
    return found[:count]


def without_passed(fen):
    fields = fen.split(" ")
    return " ".join(fields[:3] + fields[4:])


def compare(ours, peer, game, positions):
    """The positions that differ, each with the reason."""
    faults, seen = [], []
    for fen, moves in positions:
        written, theirs = peer.look(game, fen)
        mine = sorted(map(as_theirs, moves))
        if sorted(theirs) != mine:
            only = sorted(set(theirs) ^ set(mine))
            faults.append("%s\n  one side only: %s" % (fen, " ".join(only)))
        seen.append(written)
    again = ours.batch("fen", game, seen)
    for (fen, moves), back, answer in zip(positions, again, ours.moves(game, seen)):
        if without_passed(back) != without_passed(fen):
            faults.append("%s\n  comes back as %s" % (fen, back))
        elif "error" in answer or moves_of(answer) != moves:
            faults.append("%s\n  comes back with other moves: %s" % (fen, back))
    return faults


def find_peers():
    programs = os.environ.get("FAIRY_STOCKFISH", "")
    if not programs:
        programs = shutil.which("fairy-stockfish") or shutil.which(
            "fairy-stockfish", path="/usr/games"
        )
    peers = [Stockfish(program) for program in (programs or "").split(":") if program]
    if os.environ.get("FFISH"):
        peers.append(Ffish(os.environ["FFISH"]))
    return peers


def main():
    arguments = sys.argv[1:]
    count = 120
    if arguments[:1] == ["--positions"]:
        count = int(arguments[1])
        arguments = arguments[2:]
    if len(arguments) != 1:
        sys.exit(__doc__)
    ours, peers, failed = Ours(arguments[0]), find_peers(), 0
    if not peers:
        print("SKIPPED: there is no Fairy-Stockfish here, and FFISH names no module")
        return 77
    for game in GAMES:
        positions = random_positions(ours, game, count, random.Random(game))
        for peer in peers:
            if game not in peer.games:
                print("%s: %s does not know it" % (game, peer.name))
                continue
            faults = compare(ours, peer, game, positions)
            failed += len(faults)
            print("%s: %d positions, %s: %d faults" % (game, count, peer.name, len(faults)))
            for fault in faults[:3]:
                print("  " + fault)
    for peer in peers:
        peer.close()
    return 1 if failed else 0


sys.exit(main())
