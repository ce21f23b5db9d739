"""A book made by Polyglot is read with Polyglot's meaning. Needs polyglot (Debian's package, or its
path in POLYGLOT)."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
polyglot = os.environ.get("POLYGLOT") or shutil.which(
    "polyglot", path=os.environ.get("PATH", "") + ":/usr/games"
)
if polyglot is None:
    print("skipped: polyglot is not installed")
    sys.exit(77)

# Castling to both sides, en passant, and a promotion, each played by both sides in games that
# White wins; "make-book" counts the winners' moves.
GAMES = """[Event "a"]
[Result "1-0"]

1. e4 d5 2. e5 f5 3. exf6 Nc6 4. fxg7 Be6 5. gxh8=N Qd7 6. Nf3 O-O-O 7. Be2 Nf6 8. O-O 1-0

[Event "b"]
[Result "0-1"]

1. d4 e5 2. Nc3 e4 3. Bg5 Nf6 4. Qd2 Be7 5. O-O-O O-O 6. f4 exf3 7. h3 fxg2 8. h4 gxh1=Q 0-1
"""
LINES = [
    ("", "e4"),
    ("e4 d5 e5 f5", "exf6"),
    ("e4 d5 e5 f5 exf6 Nc6 fxg7 Be6", "gxh8=N"),
    ("e4 d5 e5 f5 exf6 Nc6 fxg7 Be6 gxh8=N Qd7 Nf3 O-O-O Be2 Nf6", "O-O"),
    ("d4", "e5"),
    ("d4 e5 Nc3 e4 Bg5 Nf6 Qd2 Be7 O-O-O", "O-O"),
    ("d4 e5 Nc3 e4 Bg5 Nf6 Qd2 Be7 O-O-O O-O f4", "exf3"),
    ("d4 e5 Nc3 e4 Bg5 Nf6 Qd2 Be7 O-O-O O-O f4 exf3 h3 fxg2 h4", "gxh1=Q"),
]


def position_after(moves):
    fen = "startpos"
    for move in moves.split():
        fen = test.run(["apply", "chess", fen, move], "", None).stdout.strip()
    return fen


with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "games.pgn"), "w", encoding="utf-8") as file:
        file.write(GAMES)
    arguments = ["make-book", "-pgn", "games.pgn", "-bin", "x.bin", "-min-game", "1"]
    subprocess.run(
        [polyglot] + arguments, cwd=folder, check=True, stdout=subprocess.DEVNULL, timeout=60
    )
    for before, move in LINES:
        shown = test.expect(
            ["book", "show", os.path.join(folder, "x.bin"), "chess", position_after(before)]
            + ["--json"]
        )
        found = [entry["san"].rstrip("+#") for entry in json.loads(shown.stdout)]
        test.check(move in found, "%s after %s" % (move, before), shown.stdout)
test.end()
