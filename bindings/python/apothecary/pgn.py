"""Games as PGN: tags, moves, variations, comments and annotations.

    >>> game = apothecary.pgn.read_game(text)
    >>> game.headers["White"], [node.san() for node in game.mainline()]
    >>> print(game)
"""

from __future__ import annotations

import math
import re
from typing import (
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    MutableMapping,
    NamedTuple,
    Optional,
    Protocol,
    Tuple,
    Union,
)
from weakref import WeakKeyDictionary

from apothecary import _core
from apothecary._core import Move, Variant
from apothecary._wanted import wanted
from apothecary.board import Board, Color, MoveLike
from apothecary.engine import PovScore, Score
from apothecary.errors import InvalidPgn, UnknownVariant

RESULTS = {"0-1": 0, "1/4-3/4": 1, "1/2-1/2": 2, "3/4-1/4": 3, "1-0": 4, "*": -1}


class Readable(Protocol):
    """Anything with a method read(), such as an open file."""

    def read(self) -> Union[str, bytes]:
        ...


Source = Union[str, bytes, Readable]


class GameNode:
    """A move of a game, with its comments and what follows it. The first of `variations` is the
    move played. `replaces` is the variation in whose brackets this one is written, as c4 in
    `1. e4 (1. d4 (1. c4))`; None for all others.
    """

    def __init__(self, parent: "Optional[GameNode]", move: Optional[Move]) -> None:
        self.parent = parent
        self.move = move
        self.variations: List[GameNode] = []
        self.starting_comment = ""
        self.comment = ""
        self.nags: List[int] = []
        self.replaces: Optional[GameNode] = None

    def game(self) -> "Game":
        node = self
        while node.parent is not None:
            node = node.parent
        if not isinstance(node, Game):
            raise InvalidPgn("the node belongs to no game")
        return node

    def board(self) -> Board:
        """The position after the move, with the moves that led to it."""
        moves: List[Move] = []
        node = self
        while node.parent is not None:
            assert node.move is not None
            moves.append(node.move)
            node = node.parent
        board = node.game().start.copy(stack=False)
        for move in reversed(moves):
            board._advance(move)
        return board

    def san(self) -> str:
        """The move in SAN."""
        if self.parent is None or self.move is None:
            raise InvalidPgn("the start of a game has no move")
        return self.parent.board().san(self.move)

    def uci(self) -> str:
        """The move in coordinates."""
        if self.move is None:
            raise InvalidPgn("the start of a game has no move")
        return self.move.uci()

    # --- commands in comments -------------------------------------------------------------------

    def command(self, name: str) -> Optional[str]:
        """The value of a command in the comment: "0:01:30" of "clk" in "[%clk 0:01:30]"; None
        without it.
        """
        return _core._pgn_command(self.comment, name)

    def set_command(self, name: str, value: Optional[str]) -> None:
        """Sets the value of a command, before the words of the comment; None removes it."""
        wanted(name, str, "the name of a command")
        wanted("" if value is None else value, str, "the text of a command or None")
        if not name.isalnum() or (value is not None and re.search(r"[\[\]{}\x00-\x1f]", value)):
            raise InvalidPgn("a command's name is letters and digits, its value has no brackets")
        rest = re.sub(r"\s*\[%%%s\s[^\]]*\]" % name, "", self.comment).strip()
        said = "" if value is None else "[%%%s %s]" % (name, value)
        self.comment = (said + " " + rest).strip()

    def clock(self) -> Optional[float]:
        """Seconds left on the mover's clock, from %clk."""
        value = self.command("clk")
        found = re.fullmatch(r"(\d{1,6}):([0-5]?\d):([0-5]?\d(?:\.\d{1,9})?)", value or "")
        if found is None:
            return None
        return int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3])

    def set_clock(self, seconds: Optional[float]) -> None:
        if seconds is None:
            self.set_command("clk", None)
            return
        if not math.isfinite(wanted(seconds, (int, float), "seconds or None")):
            raise ValueError("the seconds of a clock must be finite")
        tenths = max(0, round(seconds * 10))
        text = "%d:%02d:%02d" % (tenths // 36000, tenths // 600 % 60, tenths // 10 % 60)
        self.set_command("clk", text + (".%d" % (tenths % 10) if tenths % 10 else ""))

    def eval(self) -> Optional[PovScore]:
        """The evaluation in the comment, from %eval."""
        found = re.fullmatch(
            r"(?:#([+-]?\d{1,5})|([+-]?\d{0,6}(?:\.\d{1,4})?))(?:,\d+)?", self.command("eval") or ""
        )
        if found is None or found[0] == "":
            return None
        if found[1] is None:
            return PovScore(Score(round(float(found[2]) * 100)), True)
        moves = int(found[1])
        value = _core.SCORE_MATE - 2 * abs(moves) + (1 if moves > 0 else 0)
        return PovScore(Score(value if moves > 0 else -value), True)

    def set_eval(self, score: Optional[PovScore], depth: Optional[int] = None) -> None:
        """Writes an evaluation into the comment, as eval() reads it, and how deep the search was;
        None removes it."""
        if score is None:
            self.set_command("eval", None)
            return
        white = wanted(score, PovScore, "a PovScore").white()
        mate = white.mate()
        said = "%.2f" % (white.value / 100) if mate is None else "#%d" % mate
        self.set_command("eval", said if depth is None else "%s,%d" % (said, depth))

    def arrows(self) -> List[Tuple[str, int, int]]:
        """Coloured squares and arrows of the comment, from %csl and %cal: colour ("G"), from and
        to.
        """
        marks: List[Tuple[str, int, int]] = []
        variant = self.game().variant
        for name in ("csl", "cal"):
            for mark in (self.command(name) or "").split(","):
                found = re.fullmatch(r"([A-Z])([a-p]\d{1,2})([a-p]\d{1,2})?", mark.strip())
                if found is None:
                    continue
                try:
                    tail = variant.parse_square(found[2])
                    marks.append((found[1], tail, variant.parse_square(found[3] or found[2])))
                except ValueError:
                    continue  # no square of this board
        return marks

    def set_arrows(self, arrows: Iterable[Tuple[str, int, int]]) -> None:
        """Writes coloured squares and arrows, as returned by arrows(), into the comment."""
        name = self.game().variant.square_name
        marks: Dict[str, List[str]] = {"csl": [], "cal": []}
        for color, tail, head in arrows:
            if not re.fullmatch("[A-Z]", color):
                raise InvalidPgn('a colour is an upper-case letter, as "G"', "syntax", str(color))
            if tail == head:
                marks["csl"].append(color + name(tail))
            else:
                marks["cal"].append(color + name(tail) + name(head))
        for command, texts in marks.items():
            self.set_command(command, ",".join(texts) or None)

    # --- the tree -------------------------------------------------------------------------------

    def next(self) -> "Optional[GameNode]":
        """The node of the next move played, or None at the end."""
        return self.variations[0] if self.variations else None

    def variation(self, move: Union[MoveLike, int]) -> "GameNode":
        """The node after a move, or by its number from 0."""
        if isinstance(move, int):
            return self.variations[move]
        played = self.board().parse(move)
        for node in self.variations:
            if node.move == played:
                return node
        raise KeyError(str(move))

    def is_mainline(self) -> bool:
        node = self
        while node.parent is not None:
            if node.parent.variations[0] is not node:
                return False
            node = node.parent
        return True

    def is_end(self) -> bool:
        """True if no move follows."""
        return not self.variations

    def ply(self) -> int:
        """Half-moves since move 1 of the game, as those of its board."""
        return self.board().ply()

    def turn(self) -> Color:
        """The side to move after this move."""
        return self.board().turn

    def remove_variation(self, move: Union[MoveLike, int]) -> None:
        """Removes a move after this one, with all that follows it."""
        self.variations.remove(self.variation(move))

    def promote_to_main(self, move: Union[MoveLike, int]) -> None:
        """Makes a move after this one the move played."""
        node = self.variation(move)
        self.variations.remove(node)
        self.variations.insert(0, node)
        for sibling in self.variations:
            sibling.replaces = None

    def mainline(self) -> "Iterator[GameNode]":
        """The moves played after this one."""
        node = self.next()
        while node is not None:
            yield node
            node = node.next()

    def mainline_moves(self) -> Iterator[Move]:
        for node in self.mainline():
            assert node.move is not None
            yield node.move

    def end(self) -> "GameNode":
        """The last move played."""
        node = self
        for node in self.mainline():
            pass
        return node

    def add_variation(
        self,
        move: MoveLike,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> "GameNode":
        """Adds a legal move after this one: the first is the move played, others are variations."""
        node = GameNode(self, self.board().parse(move))
        node.comment, node.starting_comment, node.nags = comment, starting_comment, list(nags)
        self.variations.append(node)
        return node

    def add_main_variation(self, move: MoveLike, *, comment: str = "") -> "GameNode":
        """Like add_variation(), but before all existing variations."""
        node = self.add_variation(move, comment=comment)
        self.variations.insert(0, self.variations.pop())
        return node

    def add_line(self, moves: Iterable[MoveLike]) -> "GameNode":
        """Adds moves one after another; returns the node of the last."""
        node = self
        for move in wanted(moves, Iterable, "a list of moves"):
            node = node.add_variation(move)
        return node


class Game(GameNode):
    """A whole game. `headers` are its tags; `start` is the position at its beginning."""

    def __init__(
        self, start: Optional[Board] = None, headers: Optional[Mapping[str, str]] = None
    ) -> None:
        super().__init__(None, None)
        board = Board() if start is None else wanted(start, Board, "a Board")
        self.start: Board = board.copy(stack=False)
        self.headers: Dict[str, str] = dict(wanted(headers or {}, Mapping, "a mapping of tags"))

    @property
    def variant(self) -> Variant:
        return self.start.variant

    @classmethod
    def from_board(cls, board: Board, headers: Optional[Mapping[str, str]] = None) -> "Game":
        """A game with the moves made on a board, and its result."""
        game = cls(wanted(board, Board, "a Board").root(), headers)
        node: GameNode = game
        for move in board.move_stack:
            added = GameNode(node, move)
            node.variations.append(added)
            node = added
        game.headers.setdefault("Result", board.result())
        return game

    def _nodes(self) -> List[Tuple[int, Optional[str], str, str, List[int], int]]:
        """All nodes, a parent before its children, the move played before its variations."""
        rows: List[Tuple[int, Optional[str], str, str, List[int], int]] = []
        numbers: Dict[int, int] = {}
        waiting: List[Tuple[int, GameNode]] = [(0, self)]
        while waiting:
            parent, node = waiting.pop()
            index = len(rows)
            text = None if node.move is None else node.move.uci()
            replaces = numbers.get(id(node.replaces), 0)
            comments = node.starting_comment, node.comment
            rows.append((parent, text, *comments, list(node.nags), replaces))
            numbers[id(node)] = index
            waiting += [(index, child) for child in reversed(node.variations)]
        return rows

    def __str__(self) -> str:
        """The game as PGN."""
        result = self.headers.get("Result", "*")
        if result not in RESULTS:
            raise InvalidPgn("the tag Result must be one of " + " ".join(RESULTS), "syntax", result)
        tags = [(name, str(value)) for name, value in self.headers.items()]
        return _core._pgn_write(self.start, tags, self._nodes(), RESULTS[result])


def _text_of(source: Source) -> bytes:
    text: object = source
    if not isinstance(source, (str, bytes)):
        read = getattr(source, "read", None)
        if not callable(read):
            raise TypeError("expected a text or an open file, not %s" % type(source).__name__)
        text = read()
    kept: Union[str, bytes] = wanted(text, (str, bytes), "a text, or bytes, from read()")
    return kept if isinstance(kept, bytes) else kept.encode("utf-8", "replace")


def _variant_of(text: bytes, start: int) -> Variant:
    """The game that the tag Variant names; chess without one."""
    said = _core._pgn_tag(text, "Variant", start)
    if not said or said == "?":
        return Variant("chess")
    if said.lower() == "from position" and _core._pgn_tag(text, "FEN", start):
        return Variant("chess")
    return Variant(said.split(":")[0].strip())


def _read(
    text: bytes, start: int, variant: "Union[Variant, str, None]"
) -> Optional[Tuple[Game, int]]:
    if variant is None:
        variant = _variant_of(text, start)
    elif isinstance(variant, str):
        variant = Variant(variant)
    found = _core._pgn_read(text, variant, start)
    if found is None:
        return None
    tags, fen, rows, quarters, resume = found
    game = Game(Board(fen, variant), dict(tags))
    if game.headers.get("Result") not in RESULTS:
        game.headers["Result"] = [key for key, value in RESULTS.items() if value == quarters][0]
    nodes: List[GameNode] = [game]
    board, at = game.start.copy(), 0
    for index, (parent, move, before, after, nags, replaces) in enumerate(rows):
        node = nodes[0]
        if index > 0:
            assert move is not None
            if parent != at:
                board = nodes[parent].board()
            node = GameNode(nodes[parent], board.parse(move))
            if rows[replaces][5] != 0:
                node.replaces = nodes[replaces]
            nodes[parent].variations.append(node)
            nodes.append(node)
            board._advance(move)
            at = index
        node.starting_comment, node.comment, node.nags = before, after, nags
    return game, resume


class _Rest(NamedTuple):
    """Text that was read from an open file but not yet used by a game."""

    text: bytes
    start: int  # of what is unused
    end: Optional[int]  # the place in the file after it


_rests: MutableMapping[object, _Rest] = WeakKeyDictionary()


def _place_in(source: Source) -> Optional[int]:
    """The place in a file where the next read() begins; None if it cannot tell."""
    try:
        return int(getattr(source, "tell")())
    except (AttributeError, OSError, ValueError):
        return None


def _take(source: Source) -> Tuple[bytes, int]:
    """The text of a source, and where in it the next game begins. read() gives all of a file, so
    the games after the first are kept for the next call, as long as there is the file and nobody
    has moved its place."""
    if isinstance(source, (str, bytes)):
        return _text_of(source), 0
    try:
        rest = _rests.pop(source, None)
    except TypeError:  # such an object cannot be a key
        rest = None
    if rest is None or rest.end != _place_in(source):
        return _text_of(source), 0
    news = _text_of(source)
    return (rest.text[rest.start :] + news, 0) if news else (rest.text, rest.start)


def _keep(source: Source, text: bytes, start: int) -> None:
    """Keeps the unused rest of a file for the next call of _take()."""
    if isinstance(source, (str, bytes)) or start >= len(text):
        return
    try:
        _rests[source] = _Rest(text, start, _place_in(source))
    except TypeError:
        pass


def read_game(source: Source, variant: "Union[Variant, str, None]" = None) -> Optional[Game]:
    """The first game of a text, or the next game of an open file; None if there is none. The tag
    Variant says which game it is, unless `variant` does. Raises InvalidPgn and UnknownVariant;
    the next call goes on after a game of a file that raised one.
    """
    text, start = _take(source)
    try:
        found = _read(text, start, variant)
    except (InvalidPgn, UnknownVariant) as error:
        _keep(source, text, _after_game(text, start, error))
        raise
    if found is None:
        return None
    _keep(source, text, found[1])
    return found[0]


def read_games(
    source: Source,
    variant: "Union[Variant, str, None]" = None,
    *,
    errors: Optional[List[Exception]] = None,
) -> Iterator[Game]:
    """All games, one after another. With a list for `errors`, games that cannot be read are left
    out and their errors are added to it; else the first such game raises its error.
    """
    wanted([] if errors is None else errors, list, "a list for errors")
    text, start = _take(source)
    while True:
        try:
            found = _read(text, start, variant)
            if found is None:
                return
            game, start = found
        except (InvalidPgn, UnknownVariant) as error:
            if errors is None:
                raise
            errors.append(error)
            start = _after_game(text, start, error)
            continue
        yield game


def _after_game(text: bytes, start: int, error: Exception) -> int:
    """The place where the next game begins after one that cannot be read."""
    if not hasattr(error, "resume"):  # not read yet, as its variant is not known
        try:
            found = _core._pgn_read(text, "chess", start)
            return len(text) if found is None else found[4]
        except InvalidPgn as other:
            error = other
    return int(getattr(error, "resume"))
