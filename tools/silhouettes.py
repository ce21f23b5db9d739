"""A second set of drawings: solid figures of one collection, all with the same outline.

All bodies come from the icon collection game-icons (npm), so that they have one hand and one
weight; what the collection lacks is drawn here, with the same outline. A figure is as large as its
square allows; chess's own six stand on one line.
"""
import re

from svg_path import absolute, box, moved, outlines, written

# our name -> icon
ICONS = {
    "archbishop": "pope-crown",
    "bishop": "chess-bishop",
    "camel": "camel",
    "cannon": "cannon",
    "champion": "crested-helmet",
    "chancellor": "tower-flag",
    "dragon": "dragon-head",
    "elephant": "elephant",
    "griffin": "griffin-symbol",
    "joker": "jester-hat",
    "kangaroo": "kangaroo",
    "king": "chess-king",
    "knight": "chess-knight",
    "mameluk": "crossed-sabres",
    "mortar": "bolt-bomb",
    "osprey": "eagle-head",
    "pawn": "chess-pawn",
    "queen": "chess-queen",
    "rook": "chess-rook",
    "sangoma": "third-eye",
    "unicorn": "unicorn",
    "valkyrie": "angel-wings",
    "varan": "gecko",
    "vulture": "vulture",
    "warlock": "cauldron",
    "wizard": "pointy-hat",
    "zebra": "horse-head",
}
# The figures that stand on one line, and their heights.
STANDING = {"king": 80, "queen": 80, "rook": 76, "bishop": 82, "knight": 80, "pawn": 66}
SIZE, LARGEST, FLOOR = 100, 84, 91
OUTLINE, GAP = 6, 2.4

BODY = {True: "#fffdf2", False: "#2a2522"}
EDGE = {True: "#1d1a18", False: "#fff3d6"}

RING = "M50 12a38 38 0 1 0 0 76a38 38 0 1 0 0-76z"
RING_INNER = "M50 25a25 25 0 1 1 0 50a25 25 0 1 1 0-50z"
RING_HEART = "M50 33a17 17 0 1 0 0 34a17 17 0 1 0 0-34z"
FORK = "M24 41L13 30V38H7V18H27V24H19L30 35zM76 41L87 30V38H93V18H73V24H81L70 35z"
SPEED = "M4 22h26v8h-26zM4 38h17v8h-17zM4 54h11v8h-11z"


def placed(name, path):
    """The path at its place in the square: in the middle, or on the common base line."""
    x1, y1, x2, y2 = box(path)
    if name in STANDING:
        scale = STANDING[name] / (y2 - y1)
        down = FLOOR - scale * y2
    else:
        scale = LARGEST / max(x2 - x1, y2 - y1)
        down = SIZE / 2 - scale * (y1 + y2) / 2
    return moved(path, (scale, 0, 0, scale, SIZE / 2 - scale * (x1 + x2) / 2, down))


def figure(path, is_white):
    """A figure in its side's colour, with an outline and gaps of the other."""
    return (
        '<path fill="%s" stroke="%s" stroke-width="%s" stroke-linejoin="round" d="%s"/>'
        '<path fill="%s" d="%s"/>'
        % (
            EDGE[is_white],
            EDGE[is_white],
            OUTLINE,
            written(outlines(path)),
            BODY[is_white],
            written(path),
        )
    )


def own(*data):
    return [step for one in data for step in absolute(one)]


def paths_of(icons):
    """name -> its path in the square."""
    found = {}
    for name, icon in ICONS.items():
        drawn = re.findall(r'\bd="([^"]*)"', icons["icons"][icon]["body"])
        found[name] = placed(name, own(*drawn))
    found["checker"] = own(RING, RING_INNER, RING_HEART)
    found["berolina"] = found["pawn"] + own(FORK)
    found["knightrider"] = found["knight"] + own(SPEED)
    return found


def make(icons):
    """name -> (white symbol, black symbol)."""
    return {
        name: tuple(figure(path, is_white) for is_white in (True, False))
        for name, path in paths_of(icons).items()
    }


def credits():
    """The credits of the drawings, in the form of tools/make_sprite.py."""
    collection = {
        "author": "the contributors of game-icons.net",
        "url": "https://game-icons.net/",
        "licence": "CC-BY-3.0",
    }
    rows = [
        {
            "name": name,
            **collection,
            "source": "game-icons, %s" % icon,
            "change": "silhouette: filled, outlined, scaled",
        }
        for name, icon in sorted(ICONS.items())
    ]
    for name, base in (("berolina", "pawn"), ("knightrider", "knight")):
        rows.append(
            {
                "name": name,
                **collection,
                "author": "the apothecary project and the contributors of game-icons.net",
                "source": "game-icons, %s" % ICONS[base],
                "change": "silhouette: a %s with %s"
                % (base, "two arrows" if base == "pawn" else "three strokes"),
            }
        )
    rows.append(
        {
            "name": "checker",
            "author": "the apothecary project",
            "source": "tools/silhouettes.py",
            "url": "",
            "licence": "GPL-3.0-or-later",
            "change": "silhouette: own drawing",
        }
    )
    return rows
