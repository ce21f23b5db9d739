"""Boards as SVG: for notebooks, documents and pages. Drawn without external files or fonts."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Dict, Iterable, List, Mapping, Optional, Tuple, Union

from apothecary import _core
from apothecary._wanted import wanted

if TYPE_CHECKING:
    from apothecary.board import Board, Color, MoveLike, SquareLike

SQUARE = 45  # all is drawn in this unit and scaled as a whole
MARGIN = 18

# What is drawn at a square: the bit of Variant.drawn, and its two ends from the lower left corner.
LINES = {
    1: ((0.0, 1.0), (1.0, 1.0)),
    2: ((1.0, 0.0), (1.0, 1.0)),
    4: ((0.5, 0.5), (1.5, 1.5)),
    8: ((0.5, 0.5), (1.5, -0.5)),
}
WATER = {16: ((0.0, 1.0), (1.0, 1.0))}

STYLE = (
    ".light{fill:#f3e6cf}.dark{fill:#c49a6c}.gone{fill:#8d8378;fill-opacity:.25}"
    ".last{fill:#d8c84a;fill-opacity:.55}.check{fill:#d3492f;fill-opacity:.65}"
    ".line{stroke:#3c280f;stroke-opacity:.6;stroke-width:2.2}"
    ".river{stroke:#0a3c8c;stroke-opacity:.6;stroke-width:6}"
    ".margin{fill:#4b3a2a}.name{fill:#f3e6cf;font:11px sans-serif;text-anchor:middle}"
    ".w{fill:#fffdf5;stroke:#2b2118;stroke-width:1.6}.b{fill:#2b2420;stroke:#120d09;"
    "stroke-width:1.6}"
    ".wr{fill:none;stroke:#b8963e;stroke-width:1.8}.br{fill:none;stroke:#d9b95c;stroke-width:1.8}"
    ".wl{fill:#2b2118}.bl{fill:#fdf6e3}"
    ".l{font:bold 21px 'DejaVu Serif',Georgia,serif;text-anchor:middle}"
    ".arrow{stroke:#2d7a3a;stroke-opacity:.75;stroke-width:6;stroke-linecap:round}"
    ".head{fill:#2d7a3a;fill-opacity:.75}"
)


def _shape(letter: str, is_royal: bool, is_pawn: bool) -> str:
    """A disc with the letter: small for pawns, with a ring for kings."""
    side = "w" if letter.isupper() else "b"
    middle = SQUARE / 2
    radius = 14.5 if is_pawn else 18.5
    parts = ['<circle class="%s" cx="%g" cy="%g" r="%g"/>' % (side, middle, middle, radius)]
    if is_royal:
        parts.append('<circle class="%sr" cx="%g" cy="%g" r="15.6"/>' % (side, middle, middle))
    size = ' style="font-size:17px"' if is_pawn else ""
    parts.append(
        '<text class="l %sl" x="%g" y="%g"%s>%s</text>'
        % (side, middle, middle + (6 if is_pawn else 7.5), size, html.escape(letter.upper()))
    )
    return "".join(parts)


def piece(symbol: str, *, size: int = SQUARE, is_royal: bool = False, is_pawn: bool = False) -> str:
    """One piece: its letter, upper case for White."""
    wanted(symbol, str, "the letter of a piece")
    wanted(size, (int, float), "a size in pixels")
    return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d">' % (
        SQUARE,
        SQUARE,
        size,
        size,
    ) + "<style>%s</style>%s</svg>" % (STYLE, _shape(symbol, is_royal, is_pawn))


class _Place:
    """Where squares are drawn."""

    def __init__(self, board: "Board", orientation: "Color", coordinates: bool) -> None:
        variant = board.variant
        self.files, self.rows = variant.files, variant.rows
        self.is_turned = not orientation
        self.margin = MARGIN if coordinates else 0
        self.width = self.files * SQUARE + 2 * self.margin
        self.height = self.rows * SQUARE + 2 * self.margin

    def corner(self, file: int, row: int) -> Tuple[int, int]:
        column = self.files - 1 - file if self.is_turned else file
        line = row if self.is_turned else self.rows - 1 - row
        return self.margin + column * SQUARE, self.margin + line * SQUARE

    def of(self, square: int) -> Tuple[int, int]:
        return self.corner(square % self.files, square // self.files)

    def point(self, x: float, y: float) -> Tuple[float, float]:
        """A point of the board, counted in squares from the corner at the lower left."""
        across = self.files - x if self.is_turned else x
        down = y if self.is_turned else self.rows - y
        return self.margin + across * SQUARE, self.margin + down * SQUARE

    def middle(self, square: int) -> Tuple[float, float]:
        x, y = self.of(square)
        return x + SQUARE / 2, y + SQUARE / 2


def _rectangle(place: _Place, square: int, style: str) -> str:
    x, y = place.of(square)
    return '<rect %s x="%d" y="%d" width="%d" height="%d"/>' % (style, x, y, SQUARE, SQUARE)


def _squares(board: "Board", place: _Place) -> List[str]:
    parts = []
    for square in board.variant.squares:
        file, row = square % place.files, square // place.files
        tone = "dark" if (file + row) % 2 == 0 else "light"
        parts.append(
            _rectangle(place, square, 'class="%s"' % (tone if board.has_square(square) else "gone"))
        )
    return parts


def _drawn(board: "Board", place: _Place) -> List[str]:
    """Palaces, zones and goals, and the river."""
    parts = []
    for style, kinds in (("line", LINES), ("river", WATER)):
        steps = ""
        for square, marks in enumerate(board.variant.drawn):
            file, row = square % place.files, square // place.files
            for bit, ends in kinds.items():
                if marks & bit:
                    (x1, y1), (x2, y2) = (place.point(file + x, row + y) for x, y in ends)
                    steps += "M%g %gL%g %g" % (x1, y1, x2, y2)
        if steps:
            parts.append('<path class="%s" fill="none" d="%s"/>' % (style, steps))
    return parts


def _names(board: "Board", place: _Place) -> List[str]:
    """File letters and rank numbers on all four sides."""
    variant, parts = board.variant, []
    bottom = 1 if variant.rows == variant.ranks else 0
    for file in range(place.files):
        x = place.corner(file, 0)[0] + SQUARE / 2
        for y in (MARGIN - 5, place.height - 5):
            parts.append('<text class="name" x="%g" y="%g">%s</text>' % (x, y, chr(97 + file)))
    for row in range(place.rows):
        middle = place.corner(0, row)[1] + SQUARE / 2 + 4
        for side in (MARGIN / 2, place.width - MARGIN / 2):
            parts.append(
                '<text class="name" x="%g" y="%g">%d</text>' % (side, middle, row + bottom)
            )
    return parts


def _arrow(place: _Place, tail: int, head: int) -> str:
    """An arrow between the middles of two squares; a ring for a single square."""
    x1, y1 = place.middle(tail)
    x2, y2 = place.middle(head)
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    if length == 0:
        return '<circle class="arrow" fill="none" cx="%g" cy="%g" r="19"/>' % (x1, y1)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    bx, by = x2 - 14 * dx, y2 - 14 * dy
    points = " ".join(
        "%.1f,%.1f" % point
        for point in ((x2, y2), (bx - 8 * dy, by + 8 * dx), (bx + 8 * dy, by - 8 * dx))
    )
    return (
        '<line class="arrow" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/><polygon class="head" '
        'points="%s"/>'
        % (
            x1,
            y1,
            bx,
            by,
            points,
        )
    )


def _marks(
    board: "Board", place: _Place, lastmove: "Optional[MoveLike]", fill: "Mapping[SquareLike, str]"
) -> List[str]:
    parts = []
    variant = board.variant
    if lastmove is not None:
        if isinstance(lastmove, (str, bytes)):
            lastmove = board.parse(lastmove)
        wanted(lastmove, _core.Move, "a Move or its text")
        for square in (lastmove.from_square, lastmove.to_square):
            parts.append(_rectangle(place, square, 'class="last"'))
    for name, colour in fill.items():
        style = 'fill="%s"' % html.escape(str(colour), True)
        parts.append(_rectangle(place, variant.parse_square(name), style))
    if board.is_check():
        parts.append(_rectangle(place, board.king(board.turn), 'class="check"'))
    return parts


def board(
    board: "Board",
    *,
    orientation: "Color" = True,
    lastmove: "Optional[MoveLike]" = None,
    arrows: "Iterable[Union[MoveLike, Tuple[SquareLike, SquareLike]]]" = (),
    fill: "Optional[Mapping[SquareLike, str]]" = None,
    size: Optional[int] = None,
    coordinates: bool = True,
) -> str:
    """A position as SVG. `orientation`: the side below. `lastmove` and a check are marked; `arrows`
    are moves or pairs of squares; `fill` gives squares a colour. `size`: the width in pixels.
    """
    wanted(board, _core.Board, "a Board")
    wanted({} if fill is None else fill, Mapping, "a mapping of squares to colours")
    wanted(0 if size is None else size, (int, float), "a size in pixels")
    place = _Place(board, orientation, coordinates)
    variant = board.variant
    kinds: Dict[str, Tuple[bool, bool]] = {
        item["letter"]: (item["royal"], item["pawn"]) for item in variant.pieces
    }
    width = size or min(place.width, 520)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 %d %d" width="%d" '
        'height="%d">'
        % (place.width, place.height, width, round(width * place.height / place.width)),
        "<title>%s: %s</title><style>%s</style>"
        % (html.escape(variant.name), html.escape(board.fen()), STYLE),
    ]
    if coordinates:
        parts.append(
            '<rect class="margin" width="%d" height="%d" rx="4"/>' % (place.width, place.height)
        )
        parts += _names(board, place)
    parts += _squares(board, place)
    parts += _drawn(board, place)
    parts += _marks(board, place, lastmove, fill or {})
    for square, letter in board.letters().items():
        x, y = place.of(square)
        is_royal, is_pawn = kinds[letter.upper()]
        parts.append(
            '<g transform="translate(%d,%d)">%s</g>' % (x, y, _shape(letter, is_royal, is_pawn))
        )
    for item in wanted(arrows, Iterable, "a list of arrows"):
        if isinstance(item, tuple):
            if len(item) != 2:
                raise ValueError("an arrow has two squares, not %d" % len(item))
            tail, head = (variant.parse_square(name) for name in item)
        else:
            move = board.parse(item) if isinstance(item, (str, bytes)) else item
            wanted(move, _core.Move, "a move or a pair of squares")
            tail, head = move.from_square, move.to_square
        parts.append(_arrow(place, tail, head))
    return "".join(parts) + "</svg>"
