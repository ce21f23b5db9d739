"""Reads Zillions' rules files (ZRF), as far as `apothecary export --to zrf` writes them and the
tests of `apothecary import` need it, and plays by them. A word that it does not know is an error,
and so is a direction, zone, position or piece that is named without being declared."""
import re

TOKEN = re.compile(r'\s*(?:;[^\n]*\n\s*)*([()]|"[^"\n]*"|[^\s()";]+)')
WHITE, BLACK = 0, 1
SIDES = ("White", "Black")


class Stop(Exception):
    """A block of moves ends here."""


def parse(text):
    """The expressions of a text: lists of words and lists."""
    at, stack = 0, [[]]
    text = text.rstrip()
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None:
            raise ValueError("not a word at byte %d" % at)
        at, word = found.end(), found.group(1)
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word)
    if len(stack) != 1 or not text.endswith(")"):
        raise ValueError("the parentheses do not match, or something follows the last one")
    return stack[0]


def filled(macros, items, values=()):
    """Items with the macros among them, and their arguments, filled in."""
    out = []
    for one in items:
        if isinstance(one, str):
            out.append(values[int(one[1:]) - 1] if one.startswith("$") else one)
        elif one and isinstance(one[0], str) and one[0] in macros:
            out += filled(macros, macros[one[0]], filled(macros, one[1:], values))
        else:
            out.append(filled(macros, one, values))
    return out


class Piece:
    def __init__(self, name, side, attributes):
        self.name, self.side, self.attributes = name, side, attributes


class Move:
    def __init__(self, movers, captures, attributes, name):
        self.movers, self.captures, self.name = movers, captures, name
        self.attributes = attributes  # by position: name and value

    @property
    def is_special(self):
        return len(self.movers) > 1 or bool(self.captures) or self.name is not None


class Rules:
    def __init__(self, text):
        self.macros, self.pieces, self.zones, self.royal = {}, {}, {}, None
        self.steps, self.turned, self.setup, self.ends = {}, {}, [], []
        version, *others, game = parse(text)
        assert version == ["version", '"2.0"'], version
        for word, name, *body in others:
            assert word == "define", word
            self.macros[name] = body
        assert game[0] == "game"
        for part in filled(self.macros, game[1:]):
            getattr(self, "_" + part[0].replace("-", "_"))(*part[1:])
        for piece in self.pieces.values():
            for block in piece["moves"]:
                self._check(block)

    # --- declarations

    def _title(self, text):
        assert text.startswith('"')

    def _history(self, text):
        assert text.startswith('"')

    def _description(self, text):
        assert text.startswith('"')

    def _option(self, name, value):
        assert name in ('"animate captures"', '"smart moves"') and value in ("true", "false")

    def _players(self, *names):
        assert names == SIDES

    def _turn_order(self, *names):
        assert names == SIDES

    def _board(self, grid, symmetry, *zones):
        if grid[0] == "image":
            grid, symmetry, *zones = symmetry, *zones
        word, rectangle, dimensions, directions = grid
        assert word == "grid" and rectangle[0] == "start-rectangle" and len(rectangle) == 5
        (files, across), (ranks, down) = dimensions[1:]
        assert across[1] == "0" and down[0] == "0" and directions[0] == "directions"
        self.files, self.ranks = files.strip('"').split("/"), ranks.strip('"').split("/")
        self.places = {
            file + rank: (x, y)
            for x, file in enumerate(self.files)
            for y, rank in enumerate(self.ranks)
        }
        self.names = {place: name for name, place in self.places.items()}
        for name, x, y in directions[1:]:
            assert name not in self.steps and name not in self.places, name
            self.steps[name] = (int(x), int(y))
        assert symmetry[:2] == ["symmetry", "Black"]
        self.turned = dict(symmetry[2:])
        assert len(self.turned) == len(symmetry) - 2
        for name, other in self.turned.items():
            assert self.turned[other] == name and name in self.steps, name
        for word, (_, name), (_, side), (_, *positions) in zones:
            assert word == "zone" and (name, side) not in self.zones
            assert all(one in self.places for one in positions), name
            self.zones[name, SIDES.index(side)] = set(positions)

    def _board_setup(self, *sides):
        for side, *pieces in sides:
            for name, *positions in pieces:
                self.setup += [(SIDES.index(side), name, one) for one in positions]

    def _piece(self, *parts):
        parts = {part[0]: part[1:] for part in parts}
        (name,) = parts["name"]
        assert name not in self.pieces and parts["image"][0::2] == list(SIDES)
        attribute = parts.get("attribute")
        assert attribute in (None, ["never-moved?", "true"])
        self.pieces[name] = {"has_attribute": attribute is not None, "moves": parts["moves"]}

    def _loss_condition(self, sides, what):
        assert sides == list(SIDES) and (what == "stalemated" or what[0] == "checkmated")
        if what != "stalemated":
            self.royal = what[1]
        self.ends.append(("loss", what if isinstance(what, str) else what[0]))

    def _draw_condition(self, sides, what):
        assert sides == list(SIDES) and what in ("stalemated", "repetition")
        self.ends.append(("draw", what))

    def _check(self, block):
        """All words of a block are known, even on lines that a game may never reach."""
        for one in block:
            if isinstance(one, str):
                assert one in PLAIN or one in TESTS or one in self.steps, one
            elif one[0] in ("piece?", "not-piece?", "add"):
                assert all(name in self.pieces for name in one[1:]), one
            elif one[0] == "in-zone?":
                assert any(name == one[1] for name, _ in self.zones), one
            elif one[0] == "set-attribute":
                assert one[1:] == ["never-moved?", "false"], one
            else:
                assert one[0] in ("verify", "while", "if", "and", "or"), one
                self._check(one[1:])

    # --- a game

    def new(self, name, side):
        return Piece(
            name, side, {"never-moved?": True} if self.pieces[name]["has_attribute"] else {}
        )

    def start(self):
        return Position(self, {at: self.new(name, side) for side, name, at in self.setup}, WHITE)


PLAIN = {"add", "capture", "mark", "back", "from", "to", "cascade", "else"}
TESTS = {
    "empty?": lambda run: run.piece is None,
    "not-empty?": lambda run: run.piece is not None,
    "enemy?": lambda run: run.piece is not None and run.piece.side != run.side,
    "not-enemy?": lambda run: run.piece is None or run.piece.side == run.side,
    "friend?": lambda run: run.piece is not None and run.piece.side == run.side,
    "not-friend?": lambda run: run.piece is None or run.piece.side != run.side,
    "last-from?": lambda run: run.at == run.position.last[0],
    "last-to?": lambda run: run.at == run.position.last[1],
    "never-moved?": lambda run: run.piece is not None and run.piece.attributes["never-moved?"],
    "not-attacked?": lambda run: run.is_safe(),
}


class Run:
    """One block of moves, from one position."""

    def __init__(self, position, start, is_attack):
        self.position, self.rules, self.side = position, position.rules, position.board[start].side
        self.start = self.at = self.marked = self.taken = start
        self.target, self.movers, self.captures, self.attributes = None, [], set(), {}
        self.is_attack, self.moves = is_attack, []

    @property
    def piece(self):
        return self.position.board.get(self.at)

    def is_safe(self):
        if self.is_attack:
            raise Stop
        board = dict(self.position.board)
        board[self.at] = board.pop(self.start)
        return not Position(self.rules, board, self.side).is_attacked(self.at, self.side)

    def holds(self, test):
        if isinstance(test, str):
            return TESTS[test](self)
        if test[0] in ("and", "or"):
            return (all if test[0] == "and" else any)(self.holds(one) for one in test[1:])
        if test[0] == "in-zone?":
            return self.at in self.rules.zones.get((test[1], self.side), ())
        is_it = self.piece is not None and self.piece.name == test[1]
        return is_it if test[0] == "piece?" else not is_it

    def go(self, direction):
        if self.side == BLACK:
            direction = self.rules.turned.get(direction, direction)
        (x, y), (right, down) = self.rules.places[self.at], self.rules.steps[direction]
        self.at = self.rules.names.get((x + right, y + down))
        if self.at is None:
            raise Stop

    def add(self, names):
        movers = self.movers + [(self.taken, self.target or self.at)]
        for name in names or [None]:
            self.moves.append(Move(movers, set(self.captures), dict(self.attributes), name))

    def word(self, word):
        if word == "add":
            self.add([])
        elif word == "capture":
            self.captures.add(self.at)
        elif word == "mark":
            self.marked = self.at
        elif word == "back":
            self.at = self.marked
        elif word == "from":
            self.taken = self.at
        elif word == "to":
            self.target = self.at
        elif word == "cascade":
            self.movers.append((self.taken, self.target or self.at))
            self.target = None
        else:
            self.go(word)

    def do(self, block):
        for one in block:
            if isinstance(one, str):
                self.word(one)
            elif one[0] == "verify":
                if not self.holds(one[1]):
                    raise Stop
            elif one[0] == "while":
                while self.holds(one[1]):
                    self.do(one[2:])
            elif one[0] == "if":
                cut = one.index("else") if "else" in one else len(one)
                self.do(one[2:cut] if self.holds(one[1]) else one[cut + 1 :])
            elif one[0] == "add":
                self.add(one[1:])
            else:
                self.attributes[self.at] = one[1]


class Position:
    def __init__(self, rules, board, side, last=(None, None)):
        self.rules, self.board, self.side, self.last = rules, board, side, last

    def reach(self, side, is_attack):
        """All moves of a side, into check too."""
        for at, piece in self.board.items():
            if piece.side != side:
                continue
            for block in self.rules.pieces[piece.name]["moves"]:
                run = Run(self, at, is_attack)
                try:
                    run.do(block)
                except Stop:
                    pass
                yield from run.moves

    def is_attacked(self, at, side):
        return any(
            at in move.captures or move.movers[0][1] == at for move in self.reach(1 - side, True)
        )

    def is_royal_safe(self, side):
        kings = [
            at
            for at, piece in self.board.items()
            if piece.side == side and piece.name == self.rules.royal
        ]
        return all(not self.is_attacked(at, side) for at in kings)

    def play(self, move):
        board = dict(self.board)
        moved = [(to, board.pop(start)) for start, to in move.movers]
        for at in move.captures:
            del board[at]
        for to, piece in moved:
            attributes = dict(piece.attributes)
            if to in move.attributes:
                attributes[move.attributes[to]] = False
            board[to] = Piece(piece.name, piece.side, attributes)
        if move.name is not None and move.name != board[moved[0][0]].name:
            board[moved[0][0]] = self.rules.new(move.name, self.side)
        return Position(self.rules, board, 1 - self.side, move.movers[0])

    def moves(self):
        """The legal moves, each with the position after it."""
        for move in self.reach(self.side, False):
            after = self.play(move)
            if after.is_royal_safe(self.side):
                yield move, after
