#!/usr/bin/env python3
"""Every section that `apothecary export --to fairy` writes is the same game in Fairy-Stockfish:
the same counts of moves from the start and from positions of random games. What is written is read
back as the same game. Some invented games are compared as well, for rules that no built-in game
has.

usage: fairy_stockfish.py APOTHECARY

Fairy-Stockfish, built with large boards and all variants, is the program that FAIRY_STOCKFISH
names, or fairy-stockfish on the PATH. Without it the test is skipped.
"""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

DEPTH = 3
MOST = 20_000_000  # moves that are counted at once: Amazons has thousands in every position
GAMES = 4
BACK_DEPTH = 2
DROP_MATES = "a drop that mates is legal there"
PLIES = (8, 24, 60, 110)
# Games for rules that no built-in game has.
CORNERS = """[game]
name = Corners
base = chess
without = castling multi-step promotion
[pieces]
P = pawn, mfWcfF
[setup]
board =
    r2qkb1r
    8
    PPPP1PPP
    2n5
    2N5
    pppp1ppp
    8
    R2QKB1R
[promotion]
pieces = P
rank 7 = Q R B N
"""
JANGGI = "[game]\nname = Own\nbase = janggi\nwithout = starts"
# At most so many queens, rooks and knights by promotion, and one centaur by either side's knights.
LIMITS = """[game]
name = Limits
base = chess
without = castling
[setup]
board =
    1q5r
    PP1P2PP
    7k
    2n5
    2N5
    K7
    pp1p2pp
    1Q5R
[promotion]
most 1 = Q
most 2 = R N
"""
FORMS = """[game]
name = Forms
base = chess
without = castling multi-step promotion
[pieces]
P = soldier, fsW
+N = centaur, KN
[setup]
board =
    1n1qk1n1
    pppppppp
    N6N
    8
    8
    n6n
    PPPPPPPP
    1N1QK1N1
[forms]
from-rank = 6
most 1 = N
"""
INVENTED = {
    "limits": LIMITS,
    "limits-squares": LIMITS + "squares = a8 c8 d8 f8 g8 h8\ncompulsory = 9\n",
    "forms-most": FORMS,
    "forms-always": FORMS + "compulsory = always\n",
    "forms-never": FORMS + "compulsory = never\n",
    "corners": CORNERS + "squares = a7 d7 h7 a8 b8 e8 h8\ncompulsory = 7\n",
    "corners-free": CORNERS + "squares = c7 f7 c8\nblack-squares = b2 b1\ncompulsory = 9\n",
    "corners-last": CORNERS + "squares = a7 d7 a8 b8 c8 d8 e8 f8 g8 h8\ncompulsory = 8\n",
    "corners-black": CORNERS + "black-squares = c2 a1 b1 f1\ncompulsory = 7\n",
    # The base is taken back: no points, facing kings, areas and compulsory end of checks.
    "janggi-free": JANGGI
    + " points bikjang area\n[pass]\nresult = draw\n[outcome]\nrepetition = draw\n"
    + "perpetual-check = plain\n",
    "janggi-few": JANGGI
    + " pass points bikjang screens\n[pieces]\nC =\nN = knight, N\nB =\n[setup]\nboard =\n"
    + " rn1a1a1nr\n 4k4\n 9\n p1p1p1p1p\n 9\n 9\n P1P1P1P1P\n 9\n 4K4\n RN1A1A1NR\n"
    + "[lines]\npieces = K A R P\n[outcome]\nrepetition = draw\n",
    # No base: the king has no lines; and a chariot that has none is another piece.
    "janggi-king": JANGGI + "\n[lines]\npieces = A R C P\n[pieces]\nK = king, W, royal\n",
    "janggi-rook": JANGGI + "\n[lines]\npieces = K A C P\n[pieces]\nR = chariot, R, points 0\n",
}
MOVE = re.compile(r"^((?:[a-z]\d+|\+?[A-Z]@)[a-z]\d+\S*): \d+$")


class UnknownGame(Exception):
    """Fairy-Stockfish has no such game, and would silently go on with the previous one."""


class Peer:
    """Fairy-Stockfish with the sections of one file."""

    def __init__(self, program, path):
        self.process = subprocess.Popen(
            [program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        self.ask("uci", "uciok")
        self.tell("setoption name VariantPath value " + path)

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def ask(self, line, last):
        self.tell(line)
        lines = []
        while not lines or not lines[-1].startswith(last):
            line = self.process.stdout.readline()
            if not line:
                raise EOFError("Fairy-Stockfish has ended")
            lines.append(line.rstrip("\n"))
        return lines

    def start(self, variant):
        """Chooses a game. Fairy-Stockfish says nothing of a name that it does not know, but
        lists those that it does."""
        answer = self.ask("uci", "uciok")
        self.ask("setoption name UCI_Variant value " + variant + "\nisready", "readyok")
        names = [line.split(" var ")[1:] for line in answer if "name UCI_Variant " in line]
        if not any(variant in list_ for list_ in names):
            raise UnknownGame(variant)

    def play(self, moves):
        self.tell("position startpos" + (" moves " + " ".join(moves) if moves else ""))

    def count(self, depth):
        return int(self.ask("go perft %d" % depth, "Nodes searched")[-1].split()[-1])

    def moves(self):
        lines = self.ask("go perft 1", "Nodes searched")
        return [found.group(1) for found in map(MOVE.match, lines) if found]

    def fen(self):
        lines = self.ask("d", "Checkers")
        return next(line[5:] for line in lines if line.startswith("Fen: "))

    def end(self):
        self.tell("quit")
        self.process.wait(timeout=60)


def run(arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=False)


def run_lines(arguments, text):
    """The lines that a command answers to lines on standard input."""
    done = subprocess.run(arguments, input=text, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def count(command, game, fen, depth):
    """Our count of moves, or the message of the error."""
    done = run([command, "perft", game, fen, str(depth)])
    if done.returncode != 0:
        return done.stderr.strip()
    return int(re.sub(r"\D", "", done.stdout.strip().splitlines()[-1].split()[0]))


def random_moves(peer, plies, dice):
    moves = []
    while len(moves) < plies:
        peer.play(moves)
        legal = peer.moves()
        if not legal:
            break
        moves.append(dice.choice(legal))
    return moves


def read_back(command, game, path, said):
    """The game to count in: our own, or the one read back where a drop that mates is legal in
    Fairy-Stockfish and not here. And the faults of the game read back."""
    back = re.sub(r"[.]ini$", "-back.variant", path)
    definition = run([command, "import", path])
    with open(back, "w", encoding="utf-8") as file:
        file.write(definition.stdout)
    if definition.returncode != 0:
        return game, ["%s: not read back: %s" % (game, definition.stderr.strip())]
    counts = [count(command, name, "start", BACK_DEPTH) for name in (game, back)]
    faults = ["%s: read back, %s" % (game, counts)] if counts[0] != counts[1] else []
    return back if DROP_MATES in said else game, faults


def compare(command, peer, game, dice):
    """The faults of one game, which may be the path of a file."""
    faults = []
    for plies in (0,) + PLIES[:GAMES]:
        peer.play(random_moves(peer, plies, dice))
        fen = peer.fen()
        for depth in range(1, DEPTH + 1):
            peer.tell("position fen " + fen)
            theirs, ours = peer.count(depth), count(command, game, fen, depth)
            if theirs != ours:
                faults.append("%s: %s: %d deep %s, not %s" % (game, fen, depth, ours, theirs))
                break
            if theirs ** ((depth + 1) / depth) > MOST:
                break
    return faults


def write_invented(folder):
    """Writes the invented games; their paths."""
    own = os.path.join(folder, "own")
    os.mkdir(own)
    paths = [os.path.join(own, name + ".variant") for name in INVENTED]
    for path, text in zip(paths, INVENTED.values()):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return paths


def main():
    command = sys.argv[1]
    program = os.environ.get("FAIRY_STOCKFISH") or shutil.which("fairy-stockfish")
    if not program:
        print("SKIPPED: no Fairy-Stockfish: FAIRY_STOCKFISH is not set, nothing on the PATH")
        return 77
    dice = random.Random(1)
    faults, whole = [], []
    games = [game["id"] for game in json.loads(run([command, "variants", "--json"]).stdout)]
    with tempfile.TemporaryDirectory() as folder:
        games += write_invented(folder)
        for game in games:
            name = os.path.splitext(os.path.basename(game))[0]
            path = os.path.join(folder, name + ".ini")
            section = run([command, "export", game, "--to", "fairy"])
            if section.returncode != 0 and game.startswith(folder):
                faults.append("%s: refused: %s" % (game, section.stderr))
            if section.returncode != 0:
                continue
            with open(path, "w", encoding="utf-8") as file:
                file.write(section.stdout)
            peer = Peer(program, path)
            peer.start(re.search(r"^\[([^:\]]*)", section.stdout, re.M).group(1))
            ours, found = read_back(command, game, path, section.stderr)
            faults += found + compare(command, peer, ours, dice)
            peer.end()
            whole.append(game)
    refused = len(games) - len(whole)
    print("%d games refused, %d written: %s" % (refused, len(whole), " ".join(whole)))
    print("\n".join(faults))
    return 1 if faults or not whole else 0


if __name__ == "__main__":
    sys.exit(main())
