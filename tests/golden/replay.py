"""replay: PGN, move lists and cards; ends by all rules; the first illegal move and why."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
MATE = "**********/k9/7R2/10/10/10/10/10/10/10/4K3R1/********** w - - -- - - 0 30"
QUEEN = "**********/8k1/10/10/10/10/10/10/10/10/1Q2K5/********** w - - -- - - 0 30"
SHUFFLE = "e1e2 i10i9 e2e1 i9i10 "
JOKER = "**********/9k/10/10/10/10/4j5/10/7R2/10/4K5/********** w - - Nq - - 0 30"


def write(name, text):
    with open(os.path.join(test.folder, name), "w") as file:
        file.write(text)
    return name


# --- ends by rule ----------------------------------------------------------------------------
cards = write(
    "cards.txt",
    """\
variant modern
begin %s
moves i1i10
result 1-0
reason mate

# comments and several lines of moves
variant modern
begin %s
moves %s
moves %s
result 3/4-1/4
reason repetition
points 9-0

variant prequel
start 1
moves d4d5 d8d7
result *

variant classic:brouhaha-joker
start 13
moves j1e1
result 1/4-3/4
"""
    % (MATE, QUEEN, SHUFFLE, SHUFFLE),
)
test.expect(
    ["replay", cards],
    err="",
    out="game 1: 1-0 mate, 1 half-moves of modern\n"
    "game 2: 3/4-1/4 repetition, 8 half-moves of modern, points 9-0\n"
    "game 3: * none, 2 half-moves of prequel\n"
    "game 4: 1/4-3/4 agreement, 1 half-moves of classic\n",
)
test.expect(
    ["replay", "-"],
    stdin="variant modern\nbegin %s\nmoves i1i10" % MATE,
    out="game 1: 1-0 mate, 1 half-moves of modern\n",
)
# Two passes were called stalemate before they had a word of their own.
for reason in ("passes", "stalemate"):
    test.expect(
        ["replay", "-"],
        stdin="variant janggi\nstart 1\nmoves e2e2 e9e9\nresult 0-1\nreason %s\n" % reason,
        out="game 1: 0-1 passes, 2 half-moves of janggi\n",
    )
test.expect(["replay", cards, cards], has="cards.txt: game 4: ")
answers = json.loads(test.expect(["replay", cards, "--json"], err="").stdout)
test.check(
    [answer["reason"] for answer in answers] == ["mate", "repetition", "none", "agreement"]
    and answers[0]["moves"] == ["i1i10"]
    and answers[0]["ok"]
    and answers[0]["start"] == MATE,
    "replay --json",
    str(answers),
)
test.expect(["replay", cards, "--to", "fen"], has=" b - - R- - - 1 30\n")

# --- conversion: each form is read again with the same end -------------------------------------
pgn = test.expect(
    ["replay", cards, "--to", "pgn"],
    err="",
    has=[
        '[Variant "modern"]\n',
        '[FEN "%s"]' % MATE,
        "30. Ri10# 1-0\n",
        '[Setup "1"]\n',
        '[Setup "brouhaha-joker 13"]\n',
        '[Result "1/4-3/4"]',
    ],
).stdout
write("cards.pgn", pgn)
test.expect(["replay", "cards.pgn"], err="", out=test.run(["replay", cards]).stdout)
test.expect(["replay", "cards.pgn", "--to", "pgn"], out=pgn)
listing = test.expect(
    ["replay", cards, "--to", "courier"],
    err="",
    has=["30. R i1-i10\n", "1. C d4-d5\n1... c d8-d7\n"],
).stdout
write("list.txt", listing.split("\n\n")[2] + "\n")
test.expect(
    ["replay", "list.txt", "--variant", "prequel"], out="game 1: * none, 2 half-moves of prequel\n"
)
test.expect(["replay", "list.txt"], code=1, err_has="use --variant")
write("san.txt", "1. Cd5 Cd7 2. Ce5\n")
test.expect(["replay", "san.txt", "--variant", "prequel:rank3"], code=1)
test.expect(
    ["replay", "-", "--variant", "modern", "--start", "14"],
    stdin="e3e5 e8e6\nc2d4\n",
    out="game 1: * none, 3 half-moves of modern\n",
)
test.expect(["replay", "-", "--variant", "modern", "--start", QUEEN], stdin="Ka1\n", code=1)
# Comments and variations stay.
COMMENTED = '[Variant "modern"]\n[Setup "14"]\n\n1. e5 {the middle} (1. d4 d7) e6 $1 *\n'
test.expect(
    ["replay", "-", "--to", "pgn"],
    stdin=COMMENTED,
    has=["{the middle}", "(1. d4 d7)", "$1", '[Setup "14"]'],
)

# --- what is wrong ---------------------------------------------------------------------------
test.expect(
    ["replay", "-"],
    code=1,
    stdin="variant modern\nbegin %s\nmoves e1d1 j10j9 h3h5\n"
    % JOKER.replace("Nq", "Rq").replace("7R2", "7J2"),
    err_has=["(standard input):3:", ": game 1: ", "h3h5", "\n  moves e1d1 j10j9 h3h5\n"],
)
test.expect(
    ["replay", "-"],
    code=1,
    stdin="variant modern\nbegin %s\nmoves h3h4\n" % JOKER,
    out="game 1: * broken off, 0 half-moves of modern\n",
    err_has="\n  The joker on e5 would move as a rook, because you have just moved one, and "
    "attack your king. Rule 1.2. It would be legal if the joker on e5 were not there.\n",
)
test.expect(
    ["replay", "-"],
    code=1,
    stdin=COMMENTED.replace("e6", "e3"),
    err_has=["(standard input):4:", "Black's move 1, e3", "^"],
)
test.expect(
    ["replay", "-", "--variant", "modern"],
    code=1,
    stdin="1. P e3-e5\n2. p e8-e3\n",
    err_has=[":2:", "The pawn cannot go from e8 to e3."],
)
test.expect(
    ["replay", "-"],
    code=1,
    stdin="variant modern\nbegin %s\nmoves i1i10 a10a9\n" % MATE,
    err_has=["a move after the end of the game", "Mate: White wins."],
)
test.expect(
    ["replay", "-"],
    code=1,
    stdin="variant modern\nbegin %s\nmoves i1i10\nresult 0-1\n" % MATE,
    err_has='the record\'s result is "0-1", the rules say "1-0"',
)
test.expect(
    ["replay", "-"],
    code=1,
    stdin=pgn.split("\n\n[")[0].replace("1-0", "0-1"),
    err_has=["0-1", "1-0"],
)
test.expect(["replay", "-"], code=1, stdin="variant modrn\nmoves e3e5\n", err_has='"modrn"')
test.expect(["replay", "-"], code=1, stdin="variant modern\nmove e3e5\n", err_has=":2:1: ")
test.expect(
    ["replay", "-"],
    code=1,
    stdin="variant modern\nstart 99\nmoves e3e5\n",
    err_has=["(standard input):2:7:", "no start 99"],
)
test.expect(["replay", "-"], code=1, stdin="variant modern\nbegin xyz w\n", err_has=":2:")
test.expect(
    ["replay", "missing.pgn"], code=1, err="apothecary: missing.pgn: " "No such file or directory\n"
)
test.expect(["replay", "."], code=1, err_has="Is a directory")
test.expect(["replay", "-"], code=1, stdin="")
# PGN without a Variant tag is chess; an unknown game is an error, another program's name is not.
test.expect(
    ["replay", "-"], code=1, stdin='[Event "x"]\n\n1. e5 *\n', err_has="no pawn can go to e5"
)
test.expect(
    ["replay", "-"],
    code=1,
    stdin='[Variant "Kriegspiel"]\n\n1. e4 *\n',
    err_has='unknown variant "Kriegspiel"',
)
test.expect(
    ["replay", "-", "--to", "pgn"],
    stdin='[Variant "From Position"]\n[SetUp "1"]\n[FEN "8/8/8/8/8/8/P7/K1k5 w - - 0 1"]\n\n'
    "1. a4 *\n",
    has=[
        '[Variant "From Position"]\n[SetUp "1"]\n[FEN "8/8/8/8/8/8/P7/K1k5 w - - 0 1"]\n',
        "1. a4 *",
    ],
)
test.expect(
    ["replay", "-", "--to", "pgn"],
    stdin='[Variant "S-Chess"]\n\n1. Nf3/H *\n',
    has=['[Variant "S-Chess"]\n\n', "1. Nf3/H *"],
)
# The games before and after a bad one are replayed all the same.
test.expect(
    ["replay", "-"],
    code=1,
    has=["game 1: 1-0 mate", "game 3: 1-0 mate"],
    stdin=pgn.split("\n\n[")[0]
    + "\n\n"
    + COMMENTED.replace("e6", "zz")
    + "\n"
    + pgn.split("\n\n[")[0]
    + "\n",
)
test.end()
