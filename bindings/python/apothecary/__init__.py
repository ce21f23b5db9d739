"""Large-board chess variants: rules, notation and an engine, for games of the library and of your
own.

    >>> import apothecary
    >>> board = apothecary.Board(variant="grand")
    >>> board.push_san("Nd4")
    >>> board.fen()

docs/python.md of the project is the manual.
"""

from apothecary._processor import PROCESSOR  # chooses the extension: before all others
from apothecary import batch, pgn, svg
from apothecary._core import Array, Move, Variant, __version__, variants
from apothecary.board import (
    BLACK,
    COLOR_NAMES,
    COLORS,
    STARTPOS,
    WHITE,
    Board,
    Color,
    Explanation,
    Outcome,
    Piece,
    Remedy,
    Square,
)
from apothecary.engine import Engine, Info, Limit, PlayResult, PovScore, Score
from apothecary.errors import (
    AmbiguousMove,
    ApothecaryError,
    EngineError,
    Fault,
    GameOver,
    IllegalMove,
    ImpossiblePosition,
    InvalidDefinition,
    InvalidEpd,
    InvalidFen,
    InvalidMove,
    InvalidPgn,
    InvalidStart,
    UnknownVariant,
)

# As python-chess calls them.
InvalidMoveError = InvalidMove
IllegalMoveError = IllegalMove
AmbiguousMoveError = AmbiguousMove


def _own_variant(text: str, id: str, bases: "dict[str, str] | None") -> Variant:
    """A variant that was pickled."""
    return Variant.from_text(text, id, bases=bases)


__all__ = [
    "Array",
    "AmbiguousMove",
    "AmbiguousMoveError",
    "ApothecaryError",
    "BLACK",
    "Board",
    "COLORS",
    "COLOR_NAMES",
    "Color",
    "Engine",
    "EngineError",
    "Explanation",
    "Fault",
    "GameOver",
    "IllegalMove",
    "IllegalMoveError",
    "ImpossiblePosition",
    "Info",
    "InvalidDefinition",
    "InvalidEpd",
    "InvalidFen",
    "InvalidMove",
    "InvalidMoveError",
    "InvalidPgn",
    "InvalidStart",
    "Limit",
    "Move",
    "Outcome",
    "PROCESSOR",
    "Piece",
    "PlayResult",
    "PovScore",
    "Remedy",
    "STARTPOS",
    "Score",
    "Square",
    "UnknownVariant",
    "Variant",
    "WHITE",
    "__version__",
    "batch",
    "pgn",
    "svg",
    "variants",
]
