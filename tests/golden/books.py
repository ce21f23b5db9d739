"""The books of books/: whole, of today's games, and what docs/openings.md says."""
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
sys.path.insert(0, os.path.join(HERE, "support"))
from command import Test  # noqa: E402

NAMES = {
    "Grand Apothecary Chess-Alert": "alert",
    "Apothecary Chess-Modern": "modern",
    "Apothecary Chess-Classic": "classic",
    "Apothecary Chess 2": "apothecary2",
    "Prequel Chess": "prequel",
}
ROW = re.compile(r"^\| (\d+) \| ([+-]\d+) \| (.*) \|$", re.M)

test = Test()


def first_moves(game, number):
    fen = test.expect(["fen", game, number]).stdout.strip()
    book = os.path.join(ROOT, "books", game + ".book")
    return json.loads(test.expect(["book", "show", book, game, fen, "--json"]).stdout)


with open(os.path.join(ROOT, "docs", "openings.md"), encoding="utf-8") as stream:
    parts = stream.read().split("\n## ")
found = set()
for part in parts:
    game = NAMES.get(part.split("\n", 1)[0])
    if game is None:
        continue
    found.add(game)
    rows = ROW.findall(part)
    test.check(len(rows) > 0, "a table", part[:80])
    for number, best, moves in rows:
        said = ["%s %+d" % (one["san"], one["white_cp"]) for one in first_moves(game, number)]
        # Equal scores keep the order of the search there, and are sorted by text here.
        test.check(
            sorted(said) == sorted(moves.split(", ")) and said[0].endswith(" " + best),
            "%s, start %s" % (game, number),
            "%s: %s" % (said, moves),
        )
test.check(found == set(NAMES.values()), "a table for each book", str(found))
test.check(len(first_moves("alert", "576")) > 0, "a book for all starts of alert", "")
test.end()
