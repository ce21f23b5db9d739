"""play, by lines from a file: moves, offers, undo, saving, loading, ends, the record."""
import glob
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
MATE = "**********/k9/7R2/10/10/10/10/10/10/10/4K3R1/********** w - - -- - - 0 30"
QUEEN = "**********/8k1/10/10/10/10/10/10/10/10/1Q2K5/********** w - - -- - - 0 30"
TWO = ["play", "modern", "14", "--computer", "none"]


def records():
    found = glob.glob(os.path.join(test.folder, ".local/share/apothecary/*"))
    return sorted(found, key=lambda path: os.stat(path).st_mtime_ns)


def forget():
    for path in records():
        os.remove(path)


def last_record():
    found = records()
    if not found:
        return "(no record)"
    with open(found[-1]) as file:
        return file.read()


# --- two people ------------------------------------------------------------------------------
done = test.expect(
    TWO,
    stdin="e3e5\nP e8-e7\nNd4\n",
    err="",
    lacks="\x1b",
    has=[
        "Apothecary Chess-Modern, start 14 of 24.\n",
        "White is a person, Black is a person.",
        "The game is recorded in",
        "Last move   e5",
        "Last move   Nd4",
        "Black's moves as a knight",
        "The game is in",
    ],
)
test.check(done.stdout.count("a  b  c  d  e") == 4, "a board after each move", done.stdout)
test.check(
    len(records()) == 1
    and "1. e5 e7 2. Nd4 *" in last_record()
    and '[Setup "14"]' in last_record()
    and '[Variant "modern"]' in last_record(),
    "the record at the end of input",
    last_record(),
)
test.expect(["replay", records()[0]], out="game 1: * none, 3 half-moves of modern\n")
forget()

# A text that is not a move gets the answer that explain gives; commands are suggested.
test.expect(
    TWO,
    stdin="e3e7\nzz9\nundoo\ng1g2\n\nmoves e5x\nexplain c2d4\nexplain\nhelp\n",
    has=[
        "The pawn cannot go from e3 to e7.",
        'did you mean "undo"?',
        "  zz9\n  ^\n",
        "The joker on g1 cannot move yet",
        '"e5x" is not a square',
        "That is legal. The knight",
        "explain e3e5",
        "advantage [me|you]",
    ],
)
test.check(records() == [], "a game without a move leaves no record", str(records()))
test.expect(
    TWO,
    stdin="moves b2\nmoves\nfen\nflip\nshow\nboard\n",
    has=["Ga2         Gb1", "Nd4", " w f2f9 - -- NCRQncrq - 0 1\n", "j  i  h  g"],
)
test.expect(TWO, stdin="x" * 5000 + "\ne3e5\n", has=["too long", "Last move   e5"])

# Undo, also of a resignation.
test.expect(
    TWO,
    stdin="undo\ne3e5\ne8e6\nundo\nfen\nundo 5\nfen\nundo x\n",
    has=[
        "nothing to take back",
        " b f2f9 e4e5 P- ",
        " w f2f9 - -- NCRQncrq - 0 1\n",
        "undo takes a number",
    ],
)
test.expect(
    TWO,
    stdin="e3e5\nresign\nresign\ne8e6\nundo\ne8e6\n",
    has=[
        "Black resigns: White wins. Result 1-0.",
        "over already",
        "The game is over; ",
        "Last move   e6",
    ],
)
test.check("1. e5 e6 *" in last_record(), "the record follows undo", last_record())
forget()

# Offers between people.
test.expect(
    TWO,
    stdin="e3e5\ndraw\ndecline\ne8e6\nadvantage you\naccept\n",
    has=[
        "Black offers a draw.",
        "declined",
        "White offers an advantage to Black.",
        "The players agree: advantage to Black. Result 1/4-3/4.",
    ],
)
test.check(
    '[Result "1/4-3/4"]' in last_record() and '[Termination "agreement"]' in last_record(),
    "the record has the agreement",
    last_record(),
)
test.expect(
    TWO,
    stdin="accept\ndecline\ndraw\nyes\n",
    has=["There is no offer.", "The players agree: a draw. Result 1/2-1/2."],
)
test.expect(
    TWO,
    stdin="draw\ne3e5\naccept\nadvantage\naccept\nadvantage us\n",
    has=["There is no offer.", "advantage to Black. Result 1/4-3/4"],
)
test.expect(
    ["play", "prequel", "--computer", "none"],
    stdin="advantage\n",
    has="This game has no advantages",
)
forget()

# Ends by rule.
test.expect(
    ["play", "modern", "--fen", MATE, "--computer", "none"],
    stdin="Ri10\na10a9\n",
    has=["White is a person", "Black is mated", "Mate: White wins. Result 1-0."],
)
test.expect(
    ["play", "modern", "--fen", QUEEN, "--computer", "none"],
    stdin="e1e2\ni10i9\ne2e1\ni9i10\n" * 2,
    has=[
        "The position has occurred too often: advantage to White (by points, 9 to 0).\n"
        "Result 3/4-1/4.\n"
    ],
)
test.expect(
    ["play", "modern", "--fen", "nonsense", "--computer", "none"],
    code=1,
    err_has=["FEN, column ", "nine fields"],
)
forget()

# --- files -----------------------------------------------------------------------------------
test.expect(
    TWO,
    stdin="e3e5\nsave a.pgn\nsave a.pgn\ne8e6\nsave! a.pgn\nsave no/such/b.pgn\nsave\n",
    has=[
        "Saved in a.pgn",
        '"save! a.pgn" overwrites it',
        "no/such/b.pgn: No such file",
        "Which file?",
    ],
)
test.check(
    sorted(name for name in os.listdir(test.folder) if not name.startswith(".")) == ["a.pgn"],
    "nothing is left beside the saved file",
    str(os.listdir(test.folder)),
)
test.expect(["replay", "a.pgn"], out="game 1: * none, 2 half-moves of modern\n")
test.expect(
    ["play", "prequel", "--computer", "none"],
    stdin="load missing.pgn\nload a.pgn\nNd4\nfen\n",
    has=["missing.pgn: No such file", "Loaded 2 half-moves.", " b f2f9 - Np NCRQncrq - 1 2\n"],
)
test.check(
    "1. e5 e6 2. Nd4 *" in last_record()
    or "2. Nd4" in "".join(map(str, records()))
    or any("2. Nd4" in open(path).read() for path in records()),
    "the loaded game is recorded",
)
with open(os.path.join(test.folder, "bad.pgn"), "w") as file:
    file.write('[Variant "modern"]\n\n1. e5 e3 *\n')
test.expect(TWO, stdin="e3e5\nload bad.pgn\nfen\n", has=["bad.pgn:3:", " b f2f9 e4e5 P- "])
test.expect(
    ["play", "--load", "a.pgn", "--computer", "none", "--record", "a.pgn"],
    stdin="Nd4\n",
    has="Apothecary Chess-Modern, start 14 of 24.",
)
test.expect(["replay", "a.pgn"], out="game 1: * none, 3 half-moves of modern\n")
test.expect(["play", "modern", "14", "--record", "a.pgn"], code=1, err_has="--load a.pgn continues")
test.expect(["play", "modern", "14", "--record", "no/such/a.pgn"], code=1, err_has="No such file")
test.expect(["play", "--load", "bad.pgn"], code=1)
test.expect(
    ["play", "classic:brouhaha-joker", "13", "--computer", "none", "--record", "c.pgn"],
    stdin="j1e1\n",
    has="Apothecary Chess-Classic, brouhaha-joker, start 13 of 24.",
)
test.expect(["replay", "c.pgn"], out="game 1: * none, 1 half-moves of classic\n")
forget()

# Where nothing can be written the record is printed.
env = {"HOME": "/dev/null", "TMPDIR": "/dev/null"}
test.expect(TWO, env=env, stdin="e3e5\n", has=["The game cannot be recorded anywhere", "1. e5 *"])
env = {"XDG_DATA_HOME": os.path.join(test.folder, "data"), "HOME": None}
test.expect(TWO, env=env, stdin="e3e5\n", has=os.path.join(test.folder, "data/apothecary/modern-"))
test.expect(
    TWO + ["--ascii"],
    env={"HOME": None, "TMPDIR": test.folder},
    stdin="e3e5\n",
    has=test.folder + "/modern-",
)

# --- the computer ----------------------------------------------------------------------------
done = test.expect(
    ["play", "modern", "14", "--level", "2"],
    stdin="e3e5\nhint\ndraw\nadvantage you\nundo\nfen\n",
    has=[
        "White is you, Black is the computer.",
        "Black plays ",
        "You might try ",
        "The computer accepts.",
    ],
)
test.expect(
    ["play", "prequel", "--level", "novice", "--computer", "white"],
    stdin="d8d7\nresign\n",
    has=["White plays ", "You have resigned: you lost. Result 1-0."],
)
test.expect(
    ["play", "modern", "--fen", MATE, "--computer", "white", "--level", "strong"],
    has=["White plays R", "Mate: you lost. Result 1-0."],
)
test.expect(
    ["play", "modern", "--fen", MATE, "--computer", "black", "--level", "novice"],
    stdin="Ri10\n",
    has=["Mate: you won. Result 1-0."],
)
test.expect(
    [
        "play",
        "modern",
        "--fen",
        QUEEN.replace(" 30", " 30").replace("- 0 30", "- 199 130"),
        "--computer",
        "both",
        "--level",
        "1",
    ],
    has=["Too many moves without a capture or a pawn move"],
)
test.expect(["play", "modern", "--computer", "none"], has=" of 24.\n")
forget()
test.expect(
    ["play", "apothecary2", "3", "--handicap", "pawn:e4", "--seed", "5"],
    stdin="level\nlevel 9\nlevel novice\nlevel\ne4e5\nhint\n",
    has=[
        "* 3 casual",
        'no level "9"',
        "The computer plays at level 2, novice",
        "* 2 novice",
        "Black plays ",
        "You might try ",
    ],
)
test.check(
    '[FEN "' in last_record() and '[Black "Computer, novice"]' in last_record(),
    "the record has the handicap and the level",
    last_record(),
)
test.expect(["play", "apothecary2", "3", "--handicap", "pawn:e4", "--fen", "x"], code=2)
test.expect(["play", "modern", "3", "--handicap", "pawn:e4"], code=1)
test.expect(["play", "modern", "--level", "clever"], code=2, err_has="beginner ... full")
forget()

# --- Ctrl-C where nobody can be asked ----------------------------------------------------------
playing = subprocess.Popen(
    [test.path] + TWO,
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    text=True,
    env=test.environment(),
    cwd=test.folder,
)
playing.stdin.write("e3e5\n")
playing.stdin.flush()
for _ in range(6000):  # five minutes, against hanging
    time.sleep(0.05)
    if records() and "1. e5" in last_record():
        break
playing.send_signal(signal.SIGINT)
out = playing.communicate(timeout=300)[0]
test.check(
    playing.returncode == 130 and "The game is in" in out and "1. e5 *" in last_record(),
    "Ctrl-C leaves and the record is there",
    "%s\n%s" % (playing.returncode, out),
)
forget()
playing = subprocess.Popen(
    [test.path] + TWO,
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    text=True,
    env=test.environment(),
    cwd=test.folder,
)
playing.stdin.write("e3e5\ne8e6\n")
playing.stdin.flush()
for _ in range(6000):  # five minutes, against hanging
    time.sleep(0.05)
    if "e6" in last_record():
        break
playing.kill()
playing.communicate()
test.check("1. e5 e6 *" in last_record(), "the record outlives kill -9", last_record())

# --- what one can ask ---
test.expect(
    TWO,
    stdin="pieces\npieces g\njoker\npieces z\ne3e5\njoker\n",
    err="",
    has=[
        "J joker: moves and captures like the piece that the opponent moved last",
        "G griffin: steps 1 orthogonally",
        "There is no piece with this letter",
        "joker moves like the pawn",
    ],
)
test.expect(
    ["play", "chess", "--computer", "none"],
    stdin="joker\npieces N\n",
    err="",
    has=["This game has no joker.", "N knight: "],
    lacks="rook:",
)


# What rules move is told as well, and the help is that of the game.
def told(arguments, question, has, lacks):
    """What a game answers, without its line breaks."""
    done = test.run(["play"] + arguments.split() + ["--computer", "none"], question + "\n")
    said = " ".join(done.stdout.split())
    for part in has:
        test.check(part in said, "%s, %s: %s" % (arguments, question, part), said)
    for part in lacks:
        test.check(part not in said, "%s, %s: no %s" % (arguments, question, part), said)


two = "from its starting rank it can go two squares."
jump = "any direction; once, if it has not moved and is not in check, it can jump to"
told("modern 14", "pieces", [two, jump], ["castles"])
told("classic 14", "pieces", [two, jump], [])
told("apothecary2 1", "pieces", [two, "as its first move leaps 4"], ["castles", jump])
told("alert 106", "pieces", ["castles.", "F vulture: makes four steps in one move"], [two, "walks"])
told("prequel", "pieces", [two, "castles.", "C checker: steps 1 orthogonally"], ["does not move"])
launch = "Behind a launch stands the launched piece: j or /J."
promotion = "Behind a promotion stands the new piece: q or =Q."
example = "A move is typed as a2a3, as a3, or as in Game Courier, P a2-a3."
told("modern 14", "help", ["A move is typed as ", promotion, " joker "], ["launch", " drop "])
told("apothecary2 1", "help", [promotion, launch, " joker "], [" drop "])
told("prequel", "help", [example, promotion], [launch, " joker ", " drop "])
told("chess", "help", [example, promotion], ["launch", " joker ", "advantage [", " drop "])
told("crazyhouse", "help", ["A drop is the piece, @ and the square."], [])
with open(os.path.join(test.folder, "own.variant"), "w", encoding="utf-8") as file:
    file.write("[game]\nname = Own\nbase = chess\n\n[pieces]\nN = hopper, WA\n")
told("./own.variant", "pieces", [two, "N hopper: steps 1 orthogonally; leaps 2 diagonally."], [])

test.end()
