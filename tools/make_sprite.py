#!/usr/bin/env python3
"""Makes the sprite of the pieces and the credits for it.

usage: make_sprite.py OUT_FOLDER [--xboard FOLDER] [--icons icons.json]

OUT_FOLDER/pieces.svg has two symbols for each piece, w-NAME and b-NAME, each 100 by 100;
OUT_FOLDER/credits.json says of each piece who drew it, where it is from, its licence and what was
changed. The drawings come from packages: xboard's theme (SVG; scripts/fetch-art finds or fetches
it) and the icon collection game-icons (npm); those that neither has are drawn here. Colours are
made the same for all.
"""
import argparse
import json
import math
import os
import re
import sys
import xml.etree.ElementTree as tree

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

SVG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


# --- paths -----------------------------------------------------------------------------------


def tokens(text):
    """Yields (command, numbers) with the numbers that one repetition of the command takes."""
    counts = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
    for command, rest in re.findall(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)", text):
        numbers = arc_numbers(rest) if command in "Aa" else [float(n) for n in NUMBER.findall(rest)]
        count = counts[command.upper()]
        if count == 0:
            yield command, []
        for i in range(0, len(numbers), count or 1):
            yield command, numbers[i : i + count]
            if command in "Mm":
                command = "L" if command == "M" else "l"


def arc_numbers(text):
    """Flags of an arc may be glued to what follows them."""
    numbers, at = [], 0
    while True:
        text = text[at:].lstrip(" ,\n\t")
        if not text:
            return numbers
        if len(numbers) % 7 in (3, 4):
            numbers.append(float(text[0]))
            at = 1
        else:
            match = NUMBER.match(text)
            numbers.append(float(match.group()))
            at = match.end()


def arc_curves(start, numbers):
    """An elliptical arc as cubic curves (SVG 1.1, appendix F.6)."""
    rx, ry, turn, large, sweep, x2, y2 = numbers
    x1, y1 = start
    if rx == 0 or ry == 0 or (x1, y1) == (x2, y2):
        return [[x1, y1, x2, y2, x2, y2]]
    phi = math.radians(turn)
    cos, sin = math.cos(phi), math.sin(phi)
    dx, dy = (x1 - x2) / 2, (y1 - y2) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    rx, ry = abs(rx), abs(ry)
    grow = px * px / (rx * rx) + py * py / (ry * ry)
    if grow > 1:
        rx, ry = rx * math.sqrt(grow), ry * math.sqrt(grow)
    below = rx * rx * py * py + ry * ry * px * px
    factor = math.sqrt(max(0, rx * rx * ry * ry / below - 1)) * (-1 if large == sweep else 1)
    cx, cy = factor * rx * py / ry, -factor * ry * px / rx
    first = math.atan2((py - cy) / ry, (px - cx) / rx)
    last = math.atan2((-py - cy) / ry, (-px - cx) / rx)
    span = last - first
    if sweep and span < 0:
        span += 2 * math.pi
    if not sweep and span > 0:
        span -= 2 * math.pi
    steps = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-9))
    step = span / steps
    handle = 4 / 3 * math.tan(step / 4)
    middle = (cos * cx - sin * cy + (x1 + x2) / 2, sin * cx + cos * cy + (y1 + y2) / 2)

    def place(x, y):
        return [cos * rx * x - sin * ry * y + middle[0], sin * rx * x + cos * ry * y + middle[1]]

    curves = []
    for i in range(steps):
        a, b = first + i * step, first + (i + 1) * step
        curves.append(
            place(math.cos(a) - handle * math.sin(a), math.sin(a) + handle * math.cos(a))
            + place(math.cos(b) + handle * math.sin(b), math.sin(b) - handle * math.cos(b))
            + place(math.cos(b), math.sin(b))
        )
    return curves


def absolute(text):
    """A path as a list of (M|L|C|Z, points): absolute, and nothing but these four."""
    out, here, begin, handle, kind = [], (0.0, 0.0), (0.0, 0.0), None, ""
    for command, n in tokens(text):
        upper = command.upper()
        if command.islower() and upper not in "Z":
            if upper == "H":
                n = [n[0] + here[0]]
            elif upper == "V":
                n = [n[0] + here[1]]
            elif upper == "A":
                n = n[:5] + [n[5] + here[0], n[6] + here[1]]
            else:
                n = [v + here[i % 2] for i, v in enumerate(n)]
        mirror = (2 * here[0] - handle[0], 2 * here[1] - handle[1]) if handle else here
        handle_next = None
        if upper == "M":
            begin = tuple(n)
            out.append(("M", n))
        elif upper == "Z":
            out.append(("Z", []))
            n = list(begin)
        elif upper in "LHV":
            n = n if upper == "L" else [n[0], here[1]] if upper == "H" else [here[0], n[0]]
            out.append(("L", n))
        elif upper == "A":
            out.extend(("C", curve) for curve in arc_curves(here, n))
        elif upper in "CS":
            if upper == "S":
                n = list(mirror if kind in "CS" else here) + n
            out.append(("C", n))
            handle_next = (n[2], n[3])
        else:
            control = n[:2] if upper == "Q" else list(mirror if kind in "QT" else here)
            end = n[-2:]
            curve = [
                here[0] + 2 / 3 * (control[0] - here[0]),
                here[1] + 2 / 3 * (control[1] - here[1]),
                end[0] + 2 / 3 * (control[0] - end[0]),
                end[1] + 2 / 3 * (control[1] - end[1]),
            ]
            out.append(("C", curve + end))
            handle_next = tuple(control)
            n = end
        here, handle, kind = (n[-2], n[-1]), handle_next, upper
    return out


def moved(path, matrix):
    a, b, c, d, e, f = matrix
    return [
        (
            command,
            [
                value
                for i in range(0, len(p), 2)
                for value in (a * p[i] + c * p[i + 1] + e, b * p[i] + d * p[i + 1] + f)
            ],
        )
        for command, p in path
    ]


def short(value):
    """A number of tenths, as short as it can be written."""
    text = ("%.1f" % (value / 10)).removesuffix(".0")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def join(numbers):
    out = ""
    for number in numbers:
        text = short(number)
        glue = (
            not out
            or text.startswith("-")
            or (text.startswith(".") and "." in out.split(" ")[-1].split("-")[-1])
        )
        out += text if glue else " " + text
    return out


def written(path):
    """The path as text: relative, in tenths, without invisible parts."""
    out, here, begin, last = [], (0, 0), (0, 0), ""
    for command, points in path:
        p = [round(10 * v) for v in points]
        if command == "Z":
            out.append("z")
            here, last = begin, "z"
            continue
        if command == "L" and tuple(p) == here:
            continue
        relative = [v - here[i % 2] for i, v in enumerate(p)]
        if command == "M":
            begin = tuple(p)
            word, body = "M", join(p)
        elif command == "C":
            word, body = "c", join(relative)
        elif relative[1] == 0:
            word, body = "h", join(relative[:1])
        elif relative[0] == 0:
            word, body = "v", join(relative[1:])
        else:
            word, body = "l", join(relative)
        if word == last and word != "M":
            out.append(body if body.startswith("-") else " " + body)
        else:
            out.append(word + body)
        here, last = tuple(p[-2:]), word
    return "".join(out)


def parts(path):
    """The closed parts of a path."""
    out = []
    for step in path:
        if step[0] == "M":
            out.append([])
        out[-1].append(step)
    return out


def box(path):
    xs = [v for _, p in path for v in p[0::2]]
    ys = [v for _, p in path for v in p[1::2]]
    return min(xs), min(ys), max(xs), max(ys)


def corners(path):
    return [(p[-2], p[-1]) for _, p in path if p]


def is_within(inner, outer):
    """Whether a part lies inside another, by its first corner and the other's corners."""
    (x, y), polygon, inside = corners(inner)[0], corners(outer), False
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1]):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def outlines(path):
    """The parts that no other part encloses: the figure without its holes."""
    pieces = parts(path)
    return [
        step
        for piece in pieces
        if not any(other is not piece and is_within(piece, other) for other in pieces)
        for step in piece
    ]


# --- drawings of xboard ----------------------------------------------------------------------


def times(m, n):
    return (
        m[0] * n[0] + m[2] * n[1],
        m[1] * n[0] + m[3] * n[1],
        m[0] * n[2] + m[2] * n[3],
        m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4],
        m[1] * n[4] + m[3] * n[5] + m[5],
    )


def matrix_of(text):
    result = (1, 0, 0, 1, 0, 0)
    for name, arguments in re.findall(r"(\w+)\s*\(([^)]*)\)", text or ""):
        n = [float(v) for v in NUMBER.findall(arguments)]
        if name == "matrix":
            step = tuple(n)
        elif name == "translate":
            step = (1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0)
        elif name == "scale":
            step = (n[0], 0, 0, n[-1], 0, 0)
        elif name == "rotate":
            cos, sin = math.cos(math.radians(n[0])), math.sin(math.radians(n[0]))
            step = (cos, sin, -sin, cos, 0, 0)
            if len(n) == 3:
                step = times(times((1, 0, 0, 1, n[1], n[2]), step), (1, 0, 0, 1, -n[1], -n[2]))
        else:
            sys.exit("make_sprite.py: transform %s is not known" % name)
        result = times(result, step)
    return result


def style_of(node, inherited):
    style = dict(inherited)
    for name in (
        "fill",
        "stroke",
        "stroke-width",
        "stroke-linecap",
        "stroke-linejoin",
        "display",
        "opacity",
        "fill-opacity",
    ):
        if node.get(name):
            style[name] = node.get(name)
    for part in (node.get("style") or "").split(";"):
        name, _, value = part.partition(":")
        if value:
            style[name.strip()] = value.strip()
    return style


def ellipse(cx, cy, rx, ry):
    return (
        [("M", [cx - rx, cy])]
        + [
            ("C", c)
            for half in ([cx + rx], [cx - rx])
            for c in arc_curves((2 * cx - half[0], cy), [rx, ry, 0, 0, 1, half[0], cy])
        ]
        + [("Z", [])]
    )


def path_of(node):
    name = node.tag.removeprefix(SVG)

    def number(key):
        return float(re.sub("px$", "", node.get(key, "0")))

    if name == "path":
        return absolute(node.get("d"))
    if name == "circle":
        return ellipse(number("cx"), number("cy"), number("r"), number("r"))
    if name == "ellipse":
        return ellipse(number("cx"), number("cy"), number("rx"), number("ry"))
    if name == "rect":
        x, y, w, h = (number(key) for key in ("x", "y", "width", "height"))
        return [
            ("M", [x, y]),
            ("L", [x + w, y]),
            ("L", [x + w, y + h]),
            ("L", [x, y + h]),
            ("Z", []),
        ]
    if name in ("polygon", "polyline"):
        n = [float(v) for v in NUMBER.findall(node.get("points"))]
        lines = [("M" if i == 0 else "L", n[i : i + 2]) for i in range(0, len(n), 2)]
        return lines + ([("Z", [])] if name == "polygon" else [])
    return None


def shapes(node, matrix, style, out):
    """Appends (path, style) with everything in the drawing's own units of 1/100."""
    matrix = times(matrix, matrix_of(node.get("transform")))
    style = style_of(node, style)
    if style.get("display") == "none" or node.tag.removeprefix(SVG) in ("defs", "metadata"):
        return
    path = path_of(node)
    if path:
        scale = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
        width = float(re.sub("px$", "", style.get("stroke-width", "1"))) * scale
        out.append((moved(path, matrix), dict(style, width=width)))
    for child in node:
        shapes(child, matrix, style, out)


def colour(text, is_white):
    """Maps their few colours to ours: dark and light, of a white piece or of a black one."""
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
        # A white piece's line must show on a phone too, where a square is 32 pixels wide.
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
        '<path fill="%s" stroke="%s" stroke-width="2.6" d="M12 47v13c0 14 17 25 38 25s38-11 38-25V47z"/>'
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
    os.makedirs(options.out, exist_ok=True)
    with open(os.path.join(options.out, "pieces.svg"), "w", encoding="utf-8") as stream:
        stream.write(sprite(pieces))
    with open(os.path.join(options.out, "credits.json"), "w", encoding="utf-8") as stream:
        json.dump(credits, stream, indent=1)
        stream.write("\n")
    print(
        "%s: %d pieces, %d bytes"
        % (
            os.path.join(options.out, "pieces.svg"),
            len(pieces),
            os.path.getsize(os.path.join(options.out, "pieces.svg")),
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
