"""SVG drawings as plain paths: lists of (command, numbers) with absolute commands M, L, C and Z."""

import math
import re

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
    """The path as text: relative, without invisible parts. Its numbers are halves, which nobody
    sees at 150 pixels a square, and a fifth fewer bytes than tenths."""
    out, here, begin, last = [], (0, 0), (0, 0), ""
    for command, points in path:
        p = [5 * round(2 * v) for v in points]
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


# --- drawings --------------------------------------------------------------------------------


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
            raise ValueError("transform %s is not known" % name)
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
