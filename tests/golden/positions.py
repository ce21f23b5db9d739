"""Positions: fen, show, moves, apply, convert, status, variants."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
START = (
    "ws******sw/r2jcc3r/1gnbqkbnd1/pppppppppp/10/10/10/10/PPPPPPPPPP/1GNBQKBND1/R3CCJ2R/"
    "WS******SW w f2f9 - -- NCRQncrq - 0 1"
)
AFTER = (
    "ws******sw/r2jcc3r/1gnbqkbnd1/pppp1ppppp/4p5/10/4P5/3N6/PPPP1PPPPP/1G1BQKBND1/"
    "R3CCJ2R/WS******SW b f2f9 - Np NCRQncrq - 1 2"
)

# variants
done = test.expect(["variants"], err="", has=["alert ", "modern ", "576 starts", ":brouhaha-joker"])
listed = json.loads(test.expect(["variants", "--json"], err="").stdout)
test.check(
    [line.split()[0] for line in done.stdout.splitlines()] == [game["id"] for game in listed],
    "variants lists the same with --json",
)
modern = [game for game in listed if game["id"] == "modern"][0]
test.check(
    modern["start_count"] == 24
    and modern["files"] == 10
    and modern["ranks"] == 10
    and ("J", "joker") in [(piece["letter"], piece["name"]) for piece in modern["men"]],
    "variants --json",
    json.dumps(modern),
)

# fen
test.expect(["fen", "modern", "14"], out=START + "\n", err="")
test.expect(["fen", "prequel:rank3"], has="/pppppppppppp/cccccccccccc/12/")
test.expect(["fen", "alert", "random"], has="****jooj****/")
# "start" is the first start, as wherever else a FEN is wanted.
test.expect(["fen", "modern", "start"], out=test.expect(["fen", "modern"]).stdout, err="")
test.check(
    json.loads(test.expect(["fen", "modern", "14", "--json"]).stdout)
    == {"variant": "modern", "start_name": "", "start": 14, "fen": START},
    "fen --json",
)
test.expect(["fen", "apothecary2", "1", "--handicap", "pawn:e4"], has="/4P5/PPPPPPPPPP/")
test.expect(["fen", "apothecary2", "1", "--handicap", "move:white"], has=" w2 ")
test.expect(
    ["fen", "apothecary2", "1", "--handicap", "pawn:e5"],
    code=1,
    out="",
    err_has="handicap, column 6: an added pawn stands on",
)
test.expect(
    ["fen", "apothecary2", "1", "--handicap", "pawn:e%"],
    code=1,
    out="",
    err_has=["handicap, column ", "  pawn:e%\n", "^\n"],
)
# Several handicaps add up, in either form.
both = test.expect(
    ["fen", "apothecary2", "1", "--handicap", "pawn:e4", "--handicap", "move:white"],
    has=["/4P5/PPPPPPPPPP/", " w2 "],
)
test.expect(["fen", "apothecary2", "1", "--handicap", "pawn:e4+move:white"], out=both.stdout)
test.expect(
    ["fen", "apothecary2", "1", "--handicap", "move:white", "--handicap", "move:black"],
    code=1,
    out="",
    err_has="handicap, column 6: only one side may be given a move",
)
for spec, column in [
    ("pawn:e5", 6),
    ("pawn:e4,b4", 8),
    ("bishop:c2", 10),
    ("bishop:c2,d4,e5", 14),
    ("rook:a1,b4,c4,d4", 15),
    ("move:red", 6),
    ("pawn:e4+queen:d1", 9),
    ("pawn", 5),
]:
    test.expect(
        ["fen", "apothecary2", "1", "--handicap", spec],
        code=1,
        out="",
        err_has=["handicap, column %d:" % column, "\n  %s^\n" % (" " * (column - 1))],
    )
test.expect(["fen", "modern", "1", "--handicap", "pawn:e4"], code=1, out="")

# FEN errors show the place.
test.expect(
    ["moves", "modern", START.replace("pppppppppp/10", "ppppxppppp/10", 1)],
    code=1,
    out="",
    err='apothecary: FEN, column 35: "x" is not the letter of a piece of this game\n'
    "  ws******sw/r2jcc3r/1gnbqkbnd1/ppppxppppp/10/10/10/10/PPPPPPPPPP/1GNBQKBN...\n"
    "                                    ^\n",
)
done = test.expect(["status", "modern", START[:-1] + "x"], code=1, out="", err_has="...")
lines = done.stderr.splitlines()
test.check(
    len(lines) == 3 and lines[1][lines[2].index("^")] == "x",
    "the caret stands under x",
    done.stderr,
)
test.expect(
    ["moves", "modern", START.replace("K", "B", 1)], code=1, out="", err_has="White has no king"
)
test.expect(["moves", "modern", "10/" * 4000], code=1, out="")
# Each queen's moves times all the squares to which the duck can go.
test.expect(
    ["moves", "duck", "Q2qk2Q/8/1Q4Q1/8/Q6Q/2Q5/Q6Q/Q2QK1QQ w - - 0 1"],
    code=1,
    out="",
    err_has="the position has more legal moves than the library's limit",
)
test.expect(["moves", "modern", "-"], code=1, out="", stdin="", err_has="no FEN on standard input")
test.expect(["moves", "modern", "\x01\x1b[31m/8"], code=1, out="", lacks="\x1b")

# moves
test.expect(["moves", "modern", "14", "--from", "b2"], out="b2a2\nb2b1\n", err="")
lines = test.expect(["moves", "classic", "1"]).stdout.splitlines()
test.check(lines == sorted(lines) and "b2a4j" in lines, "moves are sorted by byte")
test.expect(["moves", "modern", "14", "--from", "e5"], out="")
test.expect(["moves", "modern", "14", "--from", "c2", "--san"], has="Nd4\n")
test.check(
    {"move": "c2d4", "san": "Nd4"}
    in json.loads(test.expect(["moves", "modern", "14", "--json"]).stdout),
    "moves --json",
)

# apply, in any notation; the first move that is not legal stops it
test.expect(["apply", "modern", "14", "e3e5", "P e8-e6"], has=" w f2f9 e7e6 Pp NCRQncrq - 0 2\n")
test.expect(["apply", "modern", "14", "e5", "P e8-e7", "Nd4"], out=AFTER + "\n")
test.expect(["apply", "modern"] + START.split() + ["e3e5", "e8e7", "c2d4"], out=AFTER + "\n")
test.expect(["apply", "modern", "14"], out=START + "\n")
test.expect(
    ["apply", "modern", "14", "e3e5", "e3e4"],
    code=1,
    out="",
    err="apothecary: move, column 1: e3 is empty\n  e3e4\n  ^\n",
)
test.expect(["apply", "modern", "14", "e3%5"], code=1, out="", err_has="  e3%5\n    ^\n")

# convert, there and back
for notation, text in (("coordinate", "b2d3j"), ("san", "Nd3/J"), ("courier", "N b2-d3; J-b2")):
    position = (
        "***meem***/r8r/1nbackbnq1/pppppppppp/10/10/10/3P6/PPP1PPPPPP/1NBACKBNQ1/R8R/"
        "***MEEM*** w a1j1b2c2d2e2f2g2h2i2b9c9d9e9f9g9h9i9a10j10 - -p NMRQnmrq Jj 0 2"
    )
    for source in ("b2d3j", "Nd3/J", "N b2-d3; J-b2"):
        test.expect(["convert", "classic", position, source, "--to", notation], out=text + "\n")
test.expect(["convert", "modern", "14", "c2d4"], out="Nd4\n")

# status
test.expect(["status", "modern", "14"], out="check=0 moves=56 end=none points=89-89\n", err="")
# The move count: all commands know that it is near, what result it will give, and when it is
# reached.
KINGS_AND_QUEEN = "**********/9k/10/10/10/10/10/10/10/10/4K5/********** w - - -- - - %d 130"
QUEEN = KINGS_AND_QUEEN.replace("4K5", "4KQ4")
near, over = QUEEN % 199, QUEEN % 200
test.expect(
    ["status", "modern", near], has="end=none points=9-0 quiet-left=1 then=3/4-1/4\n", err=""
)
test.expect(
    ["status", "modern", near, "--json"],
    has=['"end":"none"', '"quiet_left":1,"then":"3/4-1/4"'],
)
test.expect(["status", "modern", over], out="check=0 moves=0 end=movecount points=9-0\n")
test.expect(["moves", "modern", over], out="")
test.expect(["show", "modern", near], has="1 more ends the")
test.expect(["show", "modern", over], has="White to move: the game is over")
test.expect(
    ["analyse", "modern", near, "--depth", "1"],
    has="best",
    err_has="the move count ends the game after 1 more half-move without a capture or a pawn move: "
    "advantage to White",
)
test.expect(["analyse", "modern", over, "--depth", "1"], has="no move: the game is over here")
test.expect(
    ["explain", "modern", near, "e1e2"],
    has="Too many moves without a capture or a pawn move: advantage to White (by points, 9 to 0).",
)
test.expect(
    ["explain", "modern", over, "e1e2"],
    code=1,
    has="Not legal. The game is over here. Too many moves without a capture or a pawn move: "
    "advantage to White (by points, 9 to 0).",
)
test.expect(["explain", "modern", over, "e1e2", "--json"], code=1, has='"reason":"over"')
test.expect(["status", "prequel", "start"], out="check=0 moves=74 end=none points=-\n")
test.check(
    json.loads(test.expect(["status", "prequel", "start", "--json"]).stdout)
    == {"side": "white", "check": False, "moves": 74, "end": "none", "points": None},
    "status --json",
)

# show
test.expect(
    ["show", "modern", "14"],
    err="",
    lacks="\x1b",
    has=[
        " 11  w  s                    s  w   White to move\n",
        "  2  .  G  N  B  Q  K  B  N  D  . ",
        "     a  b  c  d  e  f  g  h  i  j \n",
        "Reserve     N C R Q\n",
        "White's cannot move yet",
        "Unmoved     Kf2\n",
    ],
)
test.expect(["show", "modern", "14", "--color", "always"], has="\x1b[48;5;")
test.expect(["show", "modern", "14", "--color", "always", "--ascii"], lacks="\x1b")
test.expect(["show", "modern", "14", "--flip"], has="     j  i  h  g  f  e  d  c  b  a \n")
test.expect(
    ["show", "modern", AFTER, "--last", "c2d4"],
    has=["  4  .  .  . [N] .", "[.]", "Last move   c2d4", "as a knight"],
)
test.expect(["show", "modern", AFTER, "--last", "c2"], code=2, err_has="--last takes two squares")
test.expect(
    ["show", "classic", "1"], has=["Pocket      White J, Black j", " 11           m  e  e  m "]
)
# Promoted forms have their sign, with colours too.
FORMS = "4k/5/2+R2/3+p1/K4[] w - - 0 1"
test.expect(["show", "minishogi", FORMS], has=["  3  .  . +R  .  . ", "  2  .  .  . +p  . "])
test.expect(["show", "minishogi", FORMS, "--color", "always"], has="+R ")
test.expect(["show", "modern"], has="White to move")
# An empty border rank is not drawn, and a narrow terminal has the panel below.
BARE = "**********/9k/10/10/10/10/4r5/10/7R2/10/4K5/********** w - - Nq - - 0 30"
done = test.expect(["show", "modern", BARE], has=["White to move, in check", "  1  .  .  .  .  K!"])
test.check(not done.stdout.startswith(" 11"), "the empty rank 11 is not drawn", done.stdout)
done = test.expect(["show", "modern", "14"], env={"COLUMNS": "40"}, has="\n  White to move\n")
test.check(max(map(len, done.stdout.splitlines())) <= 40, "40 columns are kept", done.stdout)
test.end()
