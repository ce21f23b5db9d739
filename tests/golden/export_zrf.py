#!/usr/bin/env python3
"""`apothecary export --to zrf`: every game that is written is the same game there, by a reader of
such files that shares nothing with the library: the legal moves of random games agree, which begin
with some pieces gone and pawns far ahead. What cannot be expressed is refused with the reason.

usage: export_zrf.py APOTHECARY [GAMES [PLIES [SEED]]]    random games of each; default 1, 10, 1
"""
import json
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402
from zrf import BLACK, WHITE, Rules  # noqa: E402

test = Test()
GAMES, PLIES, SEED = [int(word) for word in sys.argv[2:]] + [1, 10, 1][len(sys.argv) - 2 :]
SPECIAL = 0.6  # how often a castling, a promotion or a capture elsewhere is preferred


WRITTEN = (
    "almost amazon berolina capablanca centaur chancellor chess chess-on-12x12 embassy falcon "
    "falcon-xboard gardner georgian gothic grasshopper hoppel-poppel indian-great janus "
    "knightmate los-alamos microchess modern-9x9 new-zealand nightrider paradigm "
    "peasants-revolt perfect petty raazuvaa shako tencubed"
).split()

# Other knights in chess: their ways of moving are all said.
KNIGHTS = ("mcpR zB qN jD nAmW3 [F?R] [R?B] KaK mN2cZ fmWfceFifmnR3 tpR cBmpafB mRcDckQ gQ").split()

# And knights that cannot be expressed, with the reasons.
REFUSED = {
    "cabK": "it can end where it began",
    "oR": "it goes round the edge of the board",
    "fmR*": "how far it goes depends on the board",
    "mU": "there are too many different leaps",
}


class Game:
    """A game by its rules file, with our notations of it."""

    def __init__(self, listed, text, path=None):
        self.id, self.rules = path or listed["id"], Rules(text)
        self.letters = {
            one["name"][0].upper() + one["name"][1:].replace(" ", "-"): one["letter"]
            for one in listed["men"]
        }
        # What follows the board in the FEN of the start, without who moves.
        self.rest = test.run(["fen", self.id, "1"]).stdout.split()[2:]

    def fen(self, position):
        rows = []
        for rank in self.rules.ranks:
            row, empty = "", 0
            for file in self.rules.files + [None]:
                piece = position.board.get("%s%s" % (file, rank))
                if empty > 0 and (piece or file is None):
                    row, empty = row + str(empty), 0
                empty += 1
                if piece:
                    letter = self.letters[piece.name]
                    row, empty = row + (letter if piece.side == WHITE else letter.lower()), 0
            rows.append(row)
        return " ".join(["/".join(rows), "wb"[position.side]] + self.rest)

    def text(self, move):
        (start, to), name = move.movers[0], move.name
        return start + to + (self.letters[name].lower() if name else "")

    def thinned(self, dice):
        """A position with some pieces gone, and some pawns before their goal: kings and what
        castles stay at home."""
        rules, position = self.rules, self.rules.start()
        kept = [
            at
            for at, piece in position.board.items()
            if piece.name == rules.royal or (piece.attributes and piece.name != "Pawn")
        ]
        for at, piece in list(position.board.items()):
            if at in kept or dice.random() < 0.5:
                continue
            del position.board[at]
            rank = rules.ranks[-4 if piece.side == BLACK else 3]
            if piece.name == "Pawn" and at[0] + rank not in position.board:
                if dice.random() < 0.5:
                    position.board[at[0] + rank] = piece
                    piece.attributes["never-moved?"] = False
        return position if position.is_royal_safe(BLACK) else rules.start()

    def play(self, dice, plies):
        """A random game: the first FEN, and of each position the moves that led there and
        those that can be made."""
        position, played, seen = self.thinned(dice), [], []
        first = self.fen(position)
        while len(seen) < plies:
            legal = list(position.moves())
            seen.append((first + " " + " ".join(played), {self.text(move) for move, _ in legal}))
            if not legal:
                break
            special = [one for one in legal if one[0].is_special]
            move, position = dice.choice(special if special and dice.random() < SPECIAL else legal)
            played.append(self.text(move))
        return seen


def compare(game, seen):
    """The positions that our rules see differently."""
    fens = test.run(["apply", game.id, "-"], "\n".join(line for line, _ in seen) + "\n").stdout
    lists = test.run(["moves", game.id, "-"], fens).stdout.rstrip("\n").split("\n\n")
    test.check(len(lists) == len(seen), "%s: %d of %d" % (game.id, len(lists), len(seen)), fens)
    for (line, theirs), fen, ours in zip(seen, fens.splitlines(), lists):
        ours = set(ours.split())
        said = (line, sorted(ours - theirs), sorted(theirs - ours))
        message = "%s: %s" % (game.id, fen)
        test.check(ours == theirs, message, "%s\nmissing %s\ntoo many %s" % said)


def play(game, dice, games):
    """Positions and moves of so many random games."""
    counts = [0, 0]
    for _ in range(games):
        seen = game.play(dice, PLIES)
        counts = [counts[0] + len(seen), counts[1] + sum(len(moves) for _, moves in seen)]
        compare(game, seen)
    return counts


def exported(moves):
    """Chess with another knight: its path and the answer."""
    path = os.path.join(test.folder, "other.variant")
    with open(path, "w", encoding="utf-8") as file:
        file.write("[game]\nname = Other\nbase = chess\n\n[pieces]\nN = knight, %s\n" % moves)
    return path, test.run(["export", path, "--to", "zrf"])


def with_knight(listed, moves, dice):
    """The same for chess with another knight."""
    path, done = exported(moves)
    test.check(done.returncode == 0, moves, done.stderr)
    return play(Game(listed, done.stdout, path), dice, 1) if done.returncode == 0 else [0, 0]


def main():
    dice, written, counts = random.Random(SEED), [], []
    for listed in json.loads(test.run(["variants", "--json"]).stdout):
        done = test.run(["export", listed["id"], "--to", "zrf"])
        if done.returncode != 0:
            test.check("not written" in done.stderr and done.stdout == "", listed["id"])
            done = test.run(["export", listed["id"], "--to", "zrf", "--lossy"])
            Rules(done.stdout)
            test.check("; LOST: " in done.stdout, listed["id"], done.stderr)
            continue
        written.append(listed["id"])
        counts.append(play(Game(listed, done.stdout), dice, GAMES))
        if listed["id"] == "chess":
            counts += [with_knight(listed, moves, dice) for moves in KNIGHTS]
    for moves, reason in REFUSED.items():
        path, done = exported(moves)
        test.check(done.returncode == 1 and reason in done.stderr, moves, done.stderr)
    test.check(written == list(WRITTEN), "other games are written", " ".join(written))
    print("%d rules files, %d positions, %d moves" % (len(counts), *map(sum, zip(*counts))))


main()
test.end()
