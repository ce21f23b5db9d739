"""Converts the operations of EPD to values and back, for Board.from_epd and Board.epd.

The operands of bm, am, pm, sm and pv are lists of moves, those of pv one after the other. Texts in
quotation marks are str, numbers int or float, an operation without operands is None; all else is
str, unchanged.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Iterable, List, Mapping, Sequence, Tuple, Union

from apothecary._core import Move
from apothecary.errors import InvalidEpd

if TYPE_CHECKING:
    from apothecary.board import Board, MoveLike

Value = Union[None, str, int, float, List[Move]]
Operand = Union[None, str, int, float, "Sequence[MoveLike]"]

MOVES = ("bm", "am", "pm", "sm")
LINE = "pv"


def value(board: "Board", name: str, operands: str) -> Value:
    """The value of an operation's operands. Raises InvalidMove if a move is not legal."""
    if name in MOVES:
        return [board.parse(word) for word in operands.split()]
    if name == LINE:
        after = board.copy(stack=False)
        return [after.push_san(word) for word in operands.split()]
    if re.fullmatch(r'"[^"]*"', operands):
        return operands[1:-1]
    if re.fullmatch(r"[+-]?\d{1,18}", operands):
        return int(operands)
    if re.fullmatch(r"[+-]?\d{1,18}\.\d{1,18}", operands):
        return float(operands)
    return operands or None


def operands(board: "Board", name: str, given: Operand) -> str:
    """A value as operands. Raises InvalidEpd if it cannot be written, InvalidMove for bad moves."""
    if given is None:
        return ""
    if isinstance(given, str):
        if '"' in given:
            at = given.index('"')
            raise InvalidEpd("a text cannot contain a quotation mark", text=given, position=at)
        return '"%s"' % given
    if isinstance(given, (int, float)):
        if not math.isfinite(given):
            raise InvalidEpd("a number must be finite")
        return (
            "%d" % given if isinstance(given, int) else re.sub("(?<=[0-9])0+$", "", "%.9f" % given)
        )
    if not isinstance(given, Iterable) or isinstance(given, (bytes, Mapping)):
        raise InvalidEpd("a list of moves, a text, a number or None is wanted for " + name)
    if name != LINE:
        return " ".join(board.san(move) for move in given)
    after, words = board.copy(stack=False), []
    for move in given:
        words.append(after.san(move))
        after.push(move)
    return " ".join(words)


def pairs(board: "Board", operations: Mapping[str, Operand]) -> Tuple[Tuple[str, str], ...]:
    """Names and operands in the library's form."""
    return tuple((name, operands(board, name, given)) for name, given in operations.items())
