"""The class Board: a position and the moves that led to it."""

from __future__ import annotations

import json
from typing import (
    Any,
    Dict,
    Iterable,
    Iterator,
    List,
    NamedTuple,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
)

from apothecary import _core, svg
from apothecary import epd as operations_of_epd
from apothecary._core import Move, Variant
from apothecary._wanted import wanted
from apothecary.epd import Operand, Value

Color = bool
Square = int
SquareLike = Union[int, str]
MoveLike = Union[Move, str, bytes]

WHITE: Color = True
BLACK: Color = False
COLORS = [WHITE, BLACK]
COLOR_NAMES = ["black", "white"]
STARTPOS = "startpos"

_B = TypeVar("_B", bound="Board")


class Piece(NamedTuple):
    """A piece: the letter of its type, upper case, and its side."""

    piece_type: str
    color: Color

    def symbol(self) -> str:
        """The letter, upper case for White, lower case for Black."""
        return self.piece_type if self.color else self.piece_type.lower()

    @classmethod
    def from_symbol(cls, symbol: str) -> "Piece":
        return cls(symbol.upper(), symbol.isupper())


class Outcome(NamedTuple):
    """How a game ended: `termination` is "mate", "stalemate", "bare", "repetition", "movecount",
    "resignation", "agreement", "goal", "extinction", "checks", "bikjang", "dead" or
    "passes";
    `white_quarters` is White's result in quarters of a point, 0 to 4.
    """

    termination: str
    white_quarters: int

    @property
    def winner(self) -> Optional[Color]:
        """The side that won or got three quarters of the point; None for a draw."""
        if self.white_quarters == 2:
            return None
        return self.white_quarters > 2

    @property
    def points(self) -> Tuple[float, float]:
        """White's and Black's share of the point: (0.75, 0.25)."""
        return self.white_quarters / 4, 1 - self.white_quarters / 4

    def result(self) -> str:
        """The result as in PGN: "1-0", "3/4-1/4", "1/2-1/2"."""
        return ["0-1", "1/4-3/4", "1/2-1/2", "3/4-1/4", "1-0"][self.white_quarters]


class Explanation(NamedTuple):
    """Whether a move is legal, the reason as a word, and a sentence."""

    is_legal: bool
    reason: str
    text: str

    def __str__(self) -> str:
        return self.text


class Remedy(NamedTuple):
    """The rule that forbids a move, and the changes that would make it legal.

    `changes` are dicts with "kind" and, where the kind has them, "square", "to", "piece" (as
    in a FEN) and "number"; "if" is the sentence. `fen` and `move` are the position
    after the changes and the move that is legal there; None if none was found.
    """

    reason: str
    cause: str
    rule: str
    section: str
    because: str
    changes: List[Dict[str, Union[str, int]]]
    fen: Optional[str]
    move: Optional[str]
    at: Optional[str]

    @property
    def is_legal(self) -> bool:
        """Whether the move is legal as it is."""
        return self.reason == "legal"

    def __str__(self) -> str:
        return self.because


class Board(_core.Board):
    """A position of a game, and the moves that led to it.

    Board() is chess; Board(fen), Board(fen, "grand"), Board(variant="modern", start=14) others.
    A move is given as a Move or as text in any notation.
    """

    __slots__ = ()

    # --- position -----------------------------------------------------------------------------

    @property
    def turn(self) -> Color:
        """The side to move: WHITE (True) or BLACK (False)."""
        return self._turn()

    @property
    def halfmove_clock(self) -> int:
        """Half-moves since the last capture or pawn move."""
        return self._halfmove_count()

    @property
    def fullmove_number(self) -> int:
        """The number of the move, from 1."""
        return self._move_number()

    def ply(self) -> int:
        """Half-moves since move 1."""
        return 2 * (self.fullmove_number - 1) + (self.turn == BLACK)

    def piece_at(self, square: SquareLike) -> Optional[Piece]:
        letter = self.letter_at(square)
        return None if letter is None else Piece.from_symbol(letter)

    def piece_type_at(self, square: SquareLike) -> Optional[str]:
        letter = self.letter_at(square)
        return None if letter is None else letter.upper()

    def color_at(self, square: SquareLike) -> Optional[Color]:
        letter = self.letter_at(square)
        return None if letter is None else letter.isupper()

    def piece_map(self) -> Dict[Square, Piece]:
        """All pieces by the number of the square."""
        return {square: Piece.from_symbol(letter) for square, letter in self.letters().items()}

    def pieces(self, piece_type: str, color: Color) -> List[Square]:
        """The squares of all pieces of a type and side."""
        letter = wanted(piece_type, str, "the letter of a type").upper()
        symbol = Piece(letter, color).symbol()
        return [square for square, found in self.letters().items() if found == symbol]

    # --- EPD ----------------------------------------------------------------------------------

    @classmethod
    def from_epd(
        cls: Type[_B], line: Union[str, bytes], variant: Union[Variant, str] = "chess"
    ) -> Tuple[_B, Dict[str, Value]]:
        """The board of a line of EPD, and its operations: moves as lists, texts, numbers, None.
        Raises InvalidEpd; InvalidMove for a move that is not legal."""
        board = cls(variant=variant)
        return board, board.set_epd(line)

    def set_epd(self, line: Union[str, bytes]) -> Dict[str, Value]:
        """Sets up the position of a line of EPD, forgets the moves made, and returns the
        operations. If it fails, the board is as before."""
        made = Board(variant=self.variant)
        read = made._set_epd(line)
        operations = {
            name: operations_of_epd.value(made, name, operands) for name, operands in read
        }
        self._set_epd(line)
        return operations

    def epd(self, **operations: Operand) -> str:
        """The position as EPD with operations: epd(bm=["Nf3"], id="test 1", ce=30)."""
        return self._epd(operations_of_epd.pairs(self, operations))

    # --- moves --------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> List[Move]:
        """All legal moves, in no particular order."""
        return self._legal_moves()

    def explain(self, move: MoveLike) -> Explanation:
        """Why a move is legal or not. Raises InvalidMove for a text that is not a move."""
        reason, text = self._explain(move)
        return Explanation(reason == "legal", reason, text)

    def remedy(self, move: MoveLike) -> Remedy:
        """Which rule forbids a move, and the smallest change that would make it legal, tried out.
        `move` is a Move, or a text that says clearly which move is meant ("a1a3", "e9e10q", "P@e2",
        "O-O"). Raises InvalidMove for other texts."""
        fields: Dict[str, Any] = {"fen": None, "move": None, "at": None}
        fields.update(json.loads(self._remedy(move)))
        return Remedy(**fields)

    def find_move(
        self, from_square: SquareLike, to_square: SquareLike, promotion: Optional[str] = None
    ) -> Move:
        """The legal move between two squares; `promotion` is the letter of a type. Raises
        IllegalMove, or AmbiguousMove if several fit."""
        squares = [self.variant.parse_square(square) for square in (from_square, to_square)]
        letter = None if promotion is None else wanted(promotion, str, "the letter of a type")
        found = [
            move
            for move in self.legal_moves
            if [move.from_square, move.to_square] == squares
            and move.promotion == (letter and letter.upper())
        ]
        if len(found) == 1:
            return found[0]
        text = "".join(map(self.variant.square_name, squares)) + (letter or "").lower()
        return self.parse_uci(text)  # which says what is wrong with it

    def is_capture(self, move: MoveLike) -> bool:
        return bool(self.captures(move))

    def is_castling(self, move: MoveLike) -> bool:
        return self.parse(move).kind == "castling"

    def is_en_passant(self, move: MoveLike) -> bool:
        return self.parse(move).kind == "en_passant"

    def variation_san(self, moves: List[MoveLike]) -> str:
        """A line with move numbers, as in a book: "1. e4 e5 2. Nf3"."""
        after, words = self.copy(stack=False), []
        for index, move in enumerate(wanted(moves, Iterable, "a list of moves")):
            if after.turn == WHITE:
                words.append("%d." % after.fullmove_number)
            elif index == 0:
                words.append("%d..." % after.fullmove_number)
            words.append(after.san(move))
            after.push(move)
        return " ".join(words)

    # --- results ------------------------------------------------------------------------------

    def outcome(self) -> Optional[Outcome]:
        """The result by all rules and by the players' decisions; None while the game goes on."""
        ending, quarters, _ = self._outcome()
        return None if ending == "none" else Outcome(ending, quarters)

    def result(self) -> str:
        """The result as in PGN; "*" while the game goes on."""
        return self._outcome()[2]

    def is_game_over(self) -> bool:
        return self._outcome()[0] != "none"

    def is_checkmate(self) -> bool:
        return self._position_outcome()[0] == "mate"

    def is_stalemate(self) -> bool:
        return self._position_outcome()[0] == "stalemate"

    def is_insufficient_material(self) -> bool:
        """True if the game ends here because the pieces cannot give mate."""
        return self._position_outcome()[0] in ("dead", "bare")

    def is_repetition(self, count: int = 3) -> bool:
        """True if the position has occurred this often in this game."""
        return self.occurrences() >= count

    # --- for people ---------------------------------------------------------------------------

    def _rows(self) -> Iterator[List[str]]:
        """The rows from the top: a letter for a piece, "." for an empty square, " " for no
        square."""
        variant, letters = self.variant, self.letters()
        known = {square for square in variant.squares if self.has_square(square)}
        for row in reversed(range(variant.rows)):
            yield [
                letters.get(square, "." if square in known else " ")
                for square in range(row * variant.files, (row + 1) * variant.files)
            ]

    def __str__(self) -> str:
        rows = list(self._rows())
        width = max(len(cell) for row in rows for cell in row)
        return "\n".join(" ".join(cell.ljust(width) for cell in row).rstrip() for row in rows)

    def _repr_svg_(self) -> str:
        return svg.board(self, lastmove=self.peek() if self.move_stack else None)

    def __reduce__(self) -> Tuple[object, ...]:
        return _rebuild, (self.root().fen(), self.variant, [mv.uci() for mv in self.move_stack])

    def __copy__(self) -> "Board":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Board":
        return self.copy()


def _rebuild(fen: str, variant: Variant, moves: List[str]) -> Board:
    board = Board(fen, variant)
    for move in moves:
        board._advance(move)
    return board
