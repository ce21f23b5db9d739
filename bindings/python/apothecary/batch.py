"""Handles many positions at once, in several threads that do not hold the interpreter's lock.

Results are arrays with the buffer protocol: numpy.asarray(array) shares their memory, and without
NumPy they can be indexed like tuples. `fens` is a sequence of texts, or one text with a FEN on each
line. `threads` defaults to the number of processors. A text that is not a FEN raises InvalidFen
with its `index`; with strict=False its `status` is not 0 and its results are 0.
"""

from __future__ import annotations

from typing import Iterable, List, NamedTuple, Optional, Sequence, Union

from apothecary import _core
from apothecary._core import Array, Variant
from apothecary._wanted import wanted

Fens = Union[Sequence[Union[str, bytes]], str, bytes]
VariantLike = Union[Variant, str]

ENDINGS = _core.ENDINGS
KINDS = _core.KINDS


class Moves(NamedTuple):
    """The legal moves of many positions.

    The moves of position i are moves[offsets[i]:offsets[i + 1]]: records with the fields from,
    to (squares), kind (index of KINDS), promoted, launched (number of the type, from 1, in
    Variant.pieces; 0: none), wall (the square of the wall it puts, plus 1; 0: none) and arg.
    """

    status: Array
    offsets: Array
    moves: Array

    def count(self, index: int) -> int:
        """The number of legal moves of a position."""
        first, last = self.offsets[index], self.offsets[index + 1]
        assert isinstance(first, int) and isinstance(last, int)
        return last - first


class Counts(NamedTuple):
    """Numbers of sequences of moves, by position."""

    status: Array
    nodes: Array


def legal_moves(
    fens: Fens,
    variant: VariantLike = "chess",
    *,
    threads: Optional[int] = None,
    strict: bool = True,
) -> Moves:
    """The legal moves of all positions."""
    return Moves(*_core._batch_moves(fens, variant, threads=threads, strict=strict))


def perft(
    fens: Fens,
    depth: int,
    variant: VariantLike = "chess",
    *,
    threads: Optional[int] = None,
    strict: bool = True,
) -> Counts:
    """The number of sequences of `depth` legal half-moves from every position."""
    return Counts(*_core._batch_perft(fens, variant, threads=threads, strict=strict, depth=depth))


def status(
    fens: Fens,
    variant: VariantLike = "chess",
    *,
    threads: Optional[int] = None,
    strict: bool = True,
) -> Array:
    """A record for each position: status, check, ending (index of ENDINGS), white_quarters
    (-1: the game goes on) and the number of legal moves. Of what ends a game, only repetition is
    not seen."""
    return _core._batch_status(fens, variant, threads=threads, strict=strict)


def legal_ucis(fens: Fens, variant: VariantLike = "chess") -> List[List[str]]:
    """The legal moves of all positions in coordinates."""
    if isinstance(fens, (str, bytes)):
        fens = fens.splitlines()
    wanted(fens, Iterable, "a text, or a sequence of texts")
    return [_core.Board(fen, variant).legal_ucis() for fen in fens]
