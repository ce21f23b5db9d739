"""The errors of the package. Each says what was expected and where; all are ValueErrors."""

from __future__ import annotations

from typing import List, NamedTuple, Optional, Sequence, Tuple


class ApothecaryError(ValueError):
    """A text, a move or a request that cannot be used.

    detail: a sentence that says what was expected. kind: one word for programs ("syntax",
    "illegal", "range" ...). text: what was read, "" if nothing was. position: the character of
    `text` at fault, from 0. index: in a batch, which of the texts it was.
    """

    def __init__(
        self, detail: str, kind: str = "syntax", text: str = "", position: int = 0
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.kind = kind
        self.text = text
        self.position = position
        self.index: Optional[int] = None

    @property
    def line(self) -> int:
        """The line of the place at fault, from 1."""
        return self.text.count("\n", 0, self.position) + 1

    @property
    def column(self) -> int:
        """Its column, from 1."""
        return self.position - (self.text.rfind("\n", 0, self.position) + 1) + 1

    def __str__(self) -> str:
        place = "" if self.index is None else "text %d: " % self.index
        if not self.text:
            return place + self.detail
        if "\n" in self.text:
            return "%s%s (line %d, column %d)" % (place, self.detail, self.line, self.column)
        shown = self.text if len(self.text) <= 100 else self.text[:100] + "..."
        return "%s%s (character %d of %r)" % (place, self.detail, self.position + 1, shown)

    def __reduce__(self) -> Tuple[object, ...]:
        return (type(self), (self.detail, self.kind, self.text, self.position))


class InvalidFen(ApothecaryError):
    """The text is not a FEN of this game."""


class ImpossiblePosition(InvalidFen):
    """The FEN can be read, but not the position: kings are missing, or could be captured."""


class InvalidEpd(ApothecaryError):
    """The text is not an EPD of this game, or an operation cannot be written."""


class InvalidStart(ApothecaryError):
    """The game has no such start or handicap."""


class InvalidMove(ApothecaryError):
    """The text is not a move in any notation."""


class IllegalMove(InvalidMove):
    """The move is not legal; `detail` says why."""


class AmbiguousMove(InvalidMove):
    """More than one legal move fits; `detail` names them."""


class GameOver(InvalidMove):
    """The game has ended."""


class InvalidPgn(ApothecaryError):
    """The text is not a PGN of this game, or one of its moves is not legal."""


class UnknownVariant(ApothecaryError):
    """There is no such game."""


class EngineError(ApothecaryError):
    """The engine cannot do this now."""


class Fault(NamedTuple):
    """One fault of a definition. Lines and columns count from 1; 0: the fault belongs to none."""

    line: int
    column: int
    key: str
    detail: str
    is_warning: bool


class InvalidDefinition(ApothecaryError):
    """The text does not define a game. `faults` lists everything wrong, with lines and columns."""

    def __init__(self, detail: str, kind: str, faults: Sequence[Fault]) -> None:
        super().__init__(detail, kind)
        self.faults: List[Fault] = list(faults)

    def __str__(self) -> str:
        lines = [
            "line %d, column %d: %s" % (fault.line, fault.column, fault.detail)
            if fault.line
            else fault.detail
            for fault in self.faults
        ]
        return "\n".join(lines) or self.detail

    def __reduce__(self) -> Tuple[object, ...]:
        return (type(self), (self.detail, self.kind, self.faults))


_BY_PURPOSE = {
    "epd": InvalidEpd,
    "fen": InvalidFen,
    "move": InvalidMove,
    "pgn": InvalidPgn,
    "start": InvalidStart,
    "variant": UnknownVariant,
    "engine": EngineError,
}
_MOVES = {"illegal": IllegalMove, "ambiguous": AmbiguousMove, "finished": GameOver}


def make(what: str, kind: str, detail: str, text: str, position: int) -> ApothecaryError:
    """The error for a failure of the library (called by it)."""
    made = _BY_PURPOSE.get(what, ApothecaryError)
    if what == "fen" and kind == "position":
        made = ImpossiblePosition
    if what == "move":
        made = _MOVES.get(kind, InvalidMove)
    return made(detail, kind, text, position)


def make_definition(
    kind: str, detail: str, faults: Sequence[Tuple[int, int, str, str, bool]]
) -> InvalidDefinition:
    """The error for a definition with faults (called by the library)."""
    return InvalidDefinition(detail, kind, [Fault(*fault) for fault in faults])
