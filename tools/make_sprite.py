#!/usr/bin/env python3
"""Makes the sprites of the pieces and the credits for them.

usage: make_sprite.py OUT_FOLDER [--xboard FOLDER] [--icons icons.json]

OUT_FOLDER/pieces.svg has two symbols for each piece, w-NAME and b-NAME, each 100 by 100, and
OUT_FOLDER/silhouettes.svg has the same names in another style (tools/silhouettes.py).
OUT_FOLDER/credits.json says of each drawing who made it, where it is from, its licence and what was
changed. The drawings come from packages: xboard's theme (SVG; scripts/fetch-art finds or fetches
it) and the icon collection game-icons (npm); those that neither has are drawn here. Colours are
made the same for all.
"""
import argparse
import json
import os
import re
import sys
import xml.etree.ElementTree as tree

import silhouettes
from svg_path import absolute, box, moved, outlines, shapes, short, written

XBOARD = "/usr/share/games/xboard/themes/default"
ICONS = os.path.join(
    os.path.dirname(os.path.abspath(__file__)),
    "..",
    "web",
    "node_modules",
    "@iconify-json",
    "game-icons",
    "icons.json",
)

# our name -> file of xboard without White/Black and .svg
FROM_XBOARD = {
    "king": "King",
    "queen": "Queen",
    "rook": "Rook",
    "bishop": "Bishop",
    "knight": "Knight",
    "pawn": "Pawn",
    "chancellor": "Chancellor",
    "archbishop": "Archbishop",
    "dragon": "Dragon",
    "wizard": "Wizard",
    "champion": "Copper",
    "camel": "Camel",
    "zebra": "Zebra",
    "elephant": "Elephant",
    "mameluk": "Gold",
    "cannon": "Canon",
    "knightrider": "Nightrider",
    "osprey": "Hawk",
    "valkyrie": "Viking",
    "unicorn": "Unicorn",
}
FROM_ICONS = {
    "griffin": "griffin-symbol",
    "sangoma": "tribal-mask",
    "joker": "jester-hat",
    "kangaroo": "kangaroo",
    "warlock": "warlock-hood",
    "vulture": "vulture",
    "mortar": "mortar",
    "varan": "gecko",
}

SIZE = 100
WHITE, BLACK = "#fffdf2", "#2a2522"  # bodies
LINE = "#1d1a18"  # outlines of white pieces
LIGHT = "#fff3d6"  # lines within black pieces


# --- drawings of xboard ----------------------------------------------------------------------


def colour(text, is_white):
    """Maps the few colours of a drawing to ours: dark and light, for a white or a black piece."""
    if text in (None, "none"):
        return text or "none"
    value = text.lower()
    match = re.fullmatch("#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", value)
    bright = sum(int(v, 16) for v in match.groups()) / 765 if match else float(value == "white")
    if is_white:
        return WHITE if bright > 0.5 else LINE
    return LIGHT if bright > 0.5 else BLACK


def xboard_symbol(path, is_white):
    root = tree.parse(path).getroot()
    found = []
    width = float(re.sub("[a-z]+$", "", root.get("width", "100")))
    shapes(root, (SIZE / width, 0, 0, SIZE / width, 0, 0), {}, found)
    lines, previous = [], None
    for shape, style in found:
        fill = colour(style.get("fill", "#000000"), is_white)
        stroke = colour(style.get("stroke"), is_white)
        data = written(shape)
        if (fill == "none" and stroke == "none") or not data:
            continue
        # A white piece's outline must be visible on a phone too, where a square is 32 pixels wide.
        stroke_width = max(style["width"], 2.4) if stroke != "none" else 0
        attributes = 'fill="%s"' % fill
        if stroke != "none":
            attributes += ' stroke="%s" stroke-width="%s"' % (
                stroke,
                short(round(10 * stroke_width)),
            )
            for name in ("stroke-linecap", "stroke-linejoin"):
                if style.get(name) == "round":
                    attributes += ' %s="round"' % name
        is_open = fill == "none"
        if previous == attributes and is_open:
            lines[-1] = lines[-1].replace('"/>', data + '"/>')
        else:
            lines.append('<path %s d="%s"/>' % (attributes, data))
        previous = attributes if is_open else None
    return "".join(lines)


# --- icons ------------------------------------------------------------------------------------


def fitted(path, size):
    """The path in the middle of the square, `size` high or wide."""
    x1, y1, x2, y2 = box(path)
    scale = size / max(x2 - x1, y2 - y1)
    return moved(
        path,
        (scale, 0, 0, scale, SIZE / 2 - scale * (x1 + x2) / 2, SIZE / 2 - scale * (y1 + y2) / 2),
    )


def icon_symbol(body, is_white):
    path = fitted(
        [step for data in re.findall(r'\bd="([^"]*)"', body) for step in absolute(data)], 82
    )
    hull, all_of_it = written(outlines(path)), written(path)
    if is_white:
        return (
            '<path fill="%s" stroke="%s" stroke-width="4.6" stroke-linejoin="round" d="%s"/>'
            '<path fill="%s" d="%s"/>' % (LINE, LINE, hull, WHITE, all_of_it)
        )
    return (
        '<path fill="%s" stroke="%s" stroke-width="4.6" stroke-linejoin="round" d="%s"/>'
        '<path fill="%s" stroke="%s" stroke-width="2" d="%s"/>'
        '<path fill="%s" d="%s"/>' % (BLACK, BLACK, hull, LIGHT, LIGHT, hull, BLACK, all_of_it)
    )


# A berolina pawn has the two directions it goes; what tells a knightrider from a knight must show
# on a small square too.
BEROLINA_LINES = "M29 33L15 17M15 28V17H26M71 33L85 17M85 28V17H74"
KNIGHTRIDER_LINES = "M71 14H88M79 26H94M85 38H96"


# --- ours ---------------------------------------------------------------------------------------


def with_lines(is_white, piece, ticks):
    """A piece with lines beside it, in its own colours."""
    outer = LINE if is_white else BLACK
    inner = WHITE if is_white else LIGHT
    return (
        piece + '<path fill="none" stroke="%s" stroke-width="9" stroke-linecap="round" '
        'stroke-linejoin="round" d="%s"/><path fill="none" stroke="%s" stroke-width="4" '
        'stroke-linecap="round" stroke-linejoin="round" d="%s"/>' % (outer, ticks, inner, ticks)
    )


def checker(is_white):
    """A draughtsman, seen from a little above."""
    body, line = (WHITE, LINE) if is_white else (BLACK, LIGHT)
    edge = LINE if is_white else BLACK
    return (
        '<path fill="%s" stroke="%s" stroke-width="2.6" d="M12 47v13c0 14 17 25 38 25s38-11 '
        '38-25V47z"/>'
        '<g fill="%s" stroke="%s" stroke-width="2.6"><ellipse cx="50" cy="46" rx="38" ry="25"/></g>'
        '<g fill="none" stroke="%s" stroke-width="2.4"><ellipse cx="50" cy="46" rx="37" ry="24"/>'
        '<ellipse cx="50" cy="46" rx="25" ry="15.5"/>'
        '<path d="M22 69v9M36 75.500v8M50 77v8M64 75.500v8M78 69v9"/></g>'
        % (body, edge, body, edge, line)
    )


# In the upper right corner of another drawing; a definition asks for "knight-crown".
MARKS = {
    "arrow": "M80 4l15 15h-9v17h-12v-17h-9z",
    "cross": "M75 5h10v10h10v10h-10v11h-10v-11h-10v-10h10z",
    "crown": "M64 33l-2-21 9 8 9-13 9 13 9-8-2 21z",
    "star": "M80 3l4.5 11.5 12.5.7-9.7 7.9 3.2 12.1-10.5-6.7-10.5 6.7 3.2-12.1" "-9.7-7.9 12.5-.7z",
}


def mark(is_white, data):
    body, line = (WHITE, LINE) if is_white else (BLACK, LIGHT)
    return (
        '<path fill="%s" fill-rule="evenodd" stroke="%s" stroke-width="3.6"'
        ' stroke-linejoin="round" d="%s"/>' % (body, line, data)
    )


# --- all together -------------------------------------------------------------------------------


def make(xboard, icons):
    """name -> (white symbol, black symbol), and the list of credits."""
    pieces, credits = {}, []
    for name, file in FROM_XBOARD.items():
        pieces[name] = tuple(
            xboard_symbol(os.path.join(xboard, side + file + ".svg"), side == "White")
            for side in ("White", "Black")
        )
        credits.append(
            {
                "name": name,
                "author": "the XBoard project",
                "source": "XBoard, themes/default/%s.svg" % file,
                "url": "https://www.gnu.org/software/xboard/",
                "licence": "GPL-3.0-or-later",
                "change": "colours, fewer digits, thin lines made wider"
                + (", three strokes added" if name == "knightrider" else ""),
            }
        )
    for name, icon in FROM_ICONS.items():
        pieces[name] = tuple(
            icon_symbol(icons["icons"][icon]["body"], is_white) for is_white in (True, False)
        )
        credits.append(
            {
                "name": name,
                "author": "the contributors of game-icons.net",
                "source": "game-icons, %s" % icon,
                "url": "https://game-icons.net/",
                "licence": "CC-BY-3.0",
                "change": "filled, outlined, with light inner lines for Black; scaled",
            }
        )
    pieces["knightrider"] = tuple(
        with_lines(i == 0, piece, KNIGHTRIDER_LINES)
        for i, piece in enumerate(pieces["knightrider"])
    )
    pieces["berolina"] = tuple(
        with_lines(i == 0, piece, BEROLINA_LINES) for i, piece in enumerate(pieces["pawn"])
    )
    credits.append(
        {
            "name": "berolina",
            "author": "the apothecary project and the XBoard project",
            "source": "XBoard, themes/default/Pawn.svg",
            "url": "https://www.gnu.org/software/xboard/",
            "licence": "GPL-3.0-or-later",
            "change": "a pawn with two arrows",
        }
    )
    pieces["checker"] = tuple(checker(is_white) for is_white in (True, False))
    credits.append(
        {
            "name": "checker",
            "author": "the apothecary project",
            "source": "tools/make_sprite.py",
            "url": "",
            "licence": "GPL-3.0-or-later",
            "change": "own drawing",
        }
    )
    for name, data in MARKS.items():
        pieces["mark-" + name] = tuple(mark(is_white, data) for is_white in (True, False))
    credits.append(
        {
            "name": "marks",
            "author": "the apothecary project",
            "source": "tools/make_sprite.py",
            "url": "",
            "licence": "GPL-3.0-or-later",
            "change": "own drawings: %s" % ", ".join(sorted(MARKS)),
        }
    )
    return pieces, credits


def sprite(pieces):
    lines = ['<svg xmlns="http://www.w3.org/2000/svg">']
    for name in sorted(pieces):
        for side, body in zip("wb", pieces[name]):
            lines.append(
                '<symbol id="%s-%s" viewBox="0 0 100 100">%s</symbol>' % (side, name, body)
            )
    return "\n".join(lines) + "\n</svg>\n"


def main():
    parser = argparse.ArgumentParser(description="Makes the sprite of the pieces.")
    parser.add_argument("out")
    parser.add_argument("--xboard", default=XBOARD)
    parser.add_argument("--icons", default=ICONS)
    options = parser.parse_args()
    for path, remedy in (
        (options.xboard, "scripts/fetch-art brings it"),
        (options.icons, "npm ci in web/ installs it"),
    ):
        if not os.path.exists(path):
            print("skipped: %s is missing (%s)" % (path, remedy), file=sys.stderr)
            return 77
    with open(options.icons, encoding="utf-8") as stream:
        icons = json.load(stream)
    pieces, credits = make(options.xboard, icons)
    credits += silhouettes.credits()
    marks = {name: both for name, both in pieces.items() if name.startswith("mark-")}
    os.makedirs(options.out, exist_ok=True)
    for name, drawings in (
        ("pieces.svg", pieces),
        ("silhouettes.svg", {**silhouettes.make(icons), **marks}),
    ):
        path = os.path.join(options.out, name)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(sprite(drawings))
        print("%s: %d pieces, %d bytes" % (path, len(drawings), os.path.getsize(path)))
    with open(os.path.join(options.out, "credits.json"), "w", encoding="utf-8") as stream:
        json.dump(credits, stream, indent=1)
        stream.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
