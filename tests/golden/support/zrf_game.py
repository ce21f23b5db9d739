"""Plays random games by a rules file of Zillions of Games, and compares their moves with those of
the same game here."""
from zrf import BLACK, WHITE, Rules

SPECIAL = 0.6  # how often a castling, a promotion or a capture elsewhere is preferred


def letters_of(listed):
    """The letters of a game in `variants --json` or `check --json`, by the names there."""
    return {
        one["name"][0].upper() + one["name"][1:].replace(" ", "-"): one["letter"]
        for one in listed["men"]
    }


class Game:
    """A game by its rules file, with our notations of it."""

    def __init__(self, test, name, letters, text):
        self.test, self.id, self.letters, self.rules = test, name, letters, Rules(text)
        # The fields after the board in the start's FEN, without the side to move.
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
        """A position with some pieces gone and some pawns close to promotion. Kings and castling
        pieces stay at home."""
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
    test = game.test
    fens = test.run(["apply", game.id, "-"], "\n".join(line for line, _ in seen) + "\n").stdout
    lists = test.run(["moves", game.id, "-"], fens).stdout[:-1].split("\n\n")
    test.check(len(lists) == len(seen), "%s: %d of %d" % (game.id, len(lists), len(seen)), fens)
    for (line, theirs), fen, ours in zip(seen, fens.splitlines(), lists):
        ours = set(ours.split())
        said = (line, sorted(ours - theirs), sorted(theirs - ours))
        message = "%s: %s" % (game.id, fen)
        test.check(ours == theirs, message, "%s\nmissing %s\ntoo many %s" % said)


def play(game, dice, size):
    """Random games to play: how many, and how long each is."""
    counts = [0, 0]
    for _ in range(size[0]):
        seen = game.play(dice, size[1])
        counts = [counts[0] + len(seen), counts[1] + sum(len(moves) for _, moves in seen)]
        compare(game, seen)
    return counts
