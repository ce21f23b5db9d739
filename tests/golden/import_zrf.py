#!/usr/bin/env python3
"""`apothecary import` of rules files of Zillions of Games: each file that `export` writes, and
files as people write them, are read as the same game. A reader of such files that shares nothing
with the library plays random games; the legal moves must agree. What is not understood is refused
with the reason.

usage: import_zrf.py APOTHECARY [GAMES [PLIES [SEED]]]    random games of each; default 1, 8, 1
"""
import json
import os
import random
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
from command import Test  # noqa: E402
from zrf_game import Game, letters_of, play  # noqa: E402

test = Test()
GAMES, PLIES, SEED = [int(word) for word in sys.argv[2:]] + [1, 8, 1][len(sys.argv) - 2 :]
WRITTEN = 32  # games that `export` writes

# Knights of chess whose moves are found again, and one whose are not, with the reason.
KNIGHTS = "mcpR gQ nN mN2cZ fmWfceFifmnR3 fR4 mafsW W4F NN mDcA B2 KNAD nDnA cBmpafB [F?R]".split()
REFUSED = {"NNaR": "its way is not understood"}

# Changes to the files in tests/data/zrf, and why they are refused.
CHANGES = (
    ("breakthrough", "(turn-order First Second)", "(turn-order First First Second)", "two players"),
    ("breakthrough", '"a/b/c/d/e/f/g/h" (50 0)', '"a/b/c/d/e/f/g/h" (50 9)', "not a rectangle"),
    ("breakthrough", "(ahead -1 0)", "(ahead -1)", "directions of the board"),
    ("breakthrough", "Pawn 1a", "Prawn 1a", "there is no piece Prawn"),
    ("breakthrough", "Pawn 1a", "Pawn 9a", "there is no position 9a"),
    ("breakthrough", "(step ahead)", "(step upward)", "the word upward is not understood"),
    ("breakthrough", "(step ahead)", "(jump ahead)", "the word jump is not understood"),
    ("breakthrough", "not-friend?", "not-neutral?", "the condition not-neutral? is not understood"),
    ("breakthrough", "(verify not-friend?) ", "", "a piece of its own side stands"),
    ("breakthrough", "(verify empty?) add", "(while empty? add)", "it goes on for ever"),
    ("breakthrough", "(right -right)", "", "it has moves that no notation says"),
    ("breakthrough", "(loss-condition (First Second) stalemated)", "", "a side that has no move"),
    ("breakthrough", "(win-condition (First Second)", "(win-condition (First)", "not understood"),
    ("breakthrough", '(title "Breakthrough")', "(move-priorities take step)", "move-priorities"),
    ("breakthrough", '(title "Breakthrough")', '(option "pass partial" true)', "has no rule here"),
    ("breakthrough", "(step ahead)", "(ahead (add-partial a))", "that moves on in the same turn"),
    ("capture-all", "taking stepping)", "taking stepping other)", "two kinds of moves"),
    ("capture-all", "taking stepping)", "stepping taking)", "no other move is"),
    ("connect-four", "(or (not-on-board? s) (not-empty? s))", "(not-empty? s)", "drops go to"),
    ("connect-four", "(not-empty? s)", "(empty? s)", "drops go to empty"),
    ("connect-four", "(or (not-on-board? s) (not-empty? s))", "(not (empty? s))", "drops go to"),
    ("connect-four", "(drops (fall))", "(moves (n add)) (drops (fall))", "without other moves"),
    ("hunt", "(checkmated King)", "(pieces-remaining 1)", "pieces in hand count here"),
    ("breakthrough", '(title "Breakthrough")', '(option "pass turn" true)', "pass turn"),
    ("breakthrough", "(moves ", "(drops ((verify enemy?) add)) (moves ", "drops go to empty"),
    ("breakthrough", "$1", "$2", "has no argument $2"),
    ("breakthrough", "(define step (", "(define step (step $1 ", "a macro is inside of itself"),
    ("breakthrough", "stalemated)", "stalemated", "has no ) behind it"),
    ("breakthrough", '2.0")', '2.0"))', "has no ( before it"),
    ("tic-tac-toe", "(verify empty?) add", "add", "drops go to empty squares"),
    (
        "tic-tac-toe",
        "(verify empty?) add",
        "(verify empty?) (verify (in-zone? here)) add",
        "drops go",
    ),
    ("tic-tac-toe", "(drops (on-empty))", "", "never dropped are left out"),
    ("tic-tac-toe", "Stone off 5", "Stone off 70", "more than 64 pieces in hand"),
    ("tic-tac-toe", "Stone off 5", "Stone off 5000000", "5000000 is too many"),
    ("tic-tac-toe", "(row ne)", "", "the end or is not understood"),
    ("tic-tac-toe", "(row ne)", "(row sw)", "the end or is not understood"),
    ("tic-tac-toe", "Stone $1 Stone $1 Stone", "Stone $1 Stone n Stone", "the end or is not"),
    (
        "tic-tac-toe",
        "draw-condition (White Black) stal",
        "draw-condition (White) stal",
        "not understood",
    ),
    ("chess", "(verify last-from?)", "", "asks for the last move"),
    ("chess", "n to n (verify", "n to n n (verify", "captures en passant are other ones"),
    ("chess", "(en-passant w)", "", "captures en passant are other ones"),
    ("chess", "(king-step n)", "(leap1 n)", "do not say that the piece has moved"),
    ("chess", "back (verify not-attacked?)", "back", "asks for other things"),
    ("chess", "(add Queen Rook Bishop Knight)", "(add Pawn Queen)", "even on its last rank"),
    ("chess", "positions a8 b8 c8", "positions a8 b8", "does not depend on its own rank"),
    ("chess", "(positions a3 b3 c3", "(positions a3 b3", "can be made everywhere"),
    ("chess", "(checkmated King)", "(checkmated Rook)", "just one Rook"),
)


def path_of(name):
    return os.path.join(test.folder, name)


def imported(text, name):
    """The path of the definition that a rules file is read as, and what was said."""
    with open(path_of("%s.zrf" % name), "w", encoding="utf-8") as file:
        file.write(text)
    done = test.run(["import", path_of("%s.zrf" % name)])
    with open(path_of("%s.variant" % name), "w", encoding="utf-8") as file:
        file.write(done.stdout)
    return path_of("%s.variant" % name), done


def compare(text, name, dice):
    path, done = imported(text, name)
    test.check(done.returncode == 0, name, done.stderr)
    if done.returncode != 0:
        return [0, 0]
    listed = json.loads(test.run(["check", path, "--json"]).stdout)
    return play(Game(test, path, letters_of(listed), text), dice, (GAMES, PLIES))


def with_knight(moves):
    """The rules file of chess with another knight."""
    path = path_of("knight.variant")
    with open(path, "w", encoding="utf-8") as file:
        file.write("[game]\nname = Knight\nbase = chess\n\n[pieces]\nN = knight, %s\n" % moves)
    return test.run(["export", path, "--to", "zrf"]).stdout


def data(name):
    path = os.path.join(HERE, "..", "data", "zrf", "%s.zrf" % name)
    with open(path, encoding="utf-8") as file:
        return file.read()


def same_counts(name, depth):
    """A file as people write it counts the moves of the built-in game."""
    path, done = imported(data(name), name)
    test.check(done.returncode == 0 and done.stderr == "", name, done.stderr)
    counts = [test.run(["perft", one, "1", str(depth)]).stdout for one in (name, path)]
    test.check(counts[0] == counts[1] != "", name, str(counts))


# The games of two more files, written by hand.
BY_HAND = {
    "capture-all": """[game]
name = Capture All
[board]
files = 5
ranks = 6
[pieces]
S = stone, mfsWcF
[setup]
board =
    sssss
    sssss
    5
    5
    SSSSS
    SSSSS
[must-capture]
[extinction]
all = yes
[outcome]
stalemate = loss
repetition-count = 0
move-limit = 0
""",
    "hunt": """[game]
name = Hunt
[board]
files = 4
ranks = 5
[pieces]
K = king, K, royal
S = stone, none
G = guard, W
[setup]
board =
    2k1
    4
    4
    4
    1K2
[hands]
pieces = S G
captured = no
start = S S G
squares = a2 b2 c2 d2 a3 b3 c3 d3
[outcome]
bare-kings = plays-on
move-limit = 0
""",
}


def same_as_by_hand(name, depth):
    path = path_of("by-hand.variant")
    with open(path, "w", encoding="utf-8") as file:
        file.write(BY_HAND[name])
    theirs, done = imported(data(name), name)
    test.check(done.returncode == 0, name, done.stderr)
    counts = [test.run(["perft", one, "1", str(depth)]).stdout for one in (path, theirs)]
    test.check(counts[0] == counts[1] != "", name, str(counts))


def same_with_return(depth):
    """Captured guards and stones come back to their owner's hand."""
    text = data("hunt").replace('"animate drops" false', '"recycle captures" true')
    by_hand = BY_HAND["hunt"].replace("captured = no", "captured = owner")
    paths = [imported(text, "return")[0], path_of("by-hand.variant")]
    with open(paths[1], "w", encoding="utf-8") as file:
        file.write(by_hand)
    counts = [test.run(["perft", path, "1", str(depth)]).stdout for path in paths]
    kept = test.run(["perft", imported(data("hunt"), "hunt")[0], "1", str(depth)]).stdout
    test.check(counts[0] == counts[1] != kept, "recycle captures", str(counts + [kept]))


def main():
    dice, counts = random.Random(SEED), []
    for listed in json.loads(test.run(["variants", "--json"]).stdout):
        done = test.run(["export", listed["id"], "--to", "zrf"])
        if done.returncode == 0:
            counts.append(compare(done.stdout, listed["id"], dice))
    test.check(len(counts) == WRITTEN, "%d games are written" % len(counts))
    for number, moves in enumerate(KNIGHTS):
        counts.append(compare(with_knight(moves), "knight-%d" % number, dice))
    counts.append(compare(data("chess"), "usual", dice))
    same_counts("chess", 4)
    same_counts("breakthrough", 4)
    same_counts("tic-tac-toe", 6)
    same_counts("connect-four", 7)
    same_as_by_hand("capture-all", 7)
    same_as_by_hand("hunt", 4)
    same_with_return(5)
    # A stone for every square, in one row, and only in the middle.
    text = data("tic-tac-toe").replace("off 5", "off 9").replace("off 4", "off 9")
    path, done = imported(text, "endless")
    test.check("endless = yes" in done.stdout, "endless hands", done.stdout + done.stderr)
    test.check(test.run(["perft", path, "1", "6"]).stdout == "54720\n", "endless hands")
    zone = "(zone (name mid) (players White Black) (positions b1 b2 b3))"
    text = text.replace("(board\n", "(board %s\n" % zone, 1).replace(
        "add", "(verify (in-zone? mid)) add"
    )
    text = text.replace("(or (row n) (row e) (row ne) (row nw))", "(row n)")
    path, done = imported(text, "zone")
    test.check(
        test.run(["perft", path, "1", "3"]).stdout == "6\n", "a zone", done.stdout + done.stderr
    )
    # A triple step can be captured en passant as a double one can.
    passant = imported(with_knight("fmWfceFifmnR3"), "passant")[1].stdout
    test.check("N = knight, fmWfceFifmnR3\n" in passant, "a triple step", passant)
    for moves, reason in REFUSED.items():
        done = imported(with_knight(moves), "refused")[1]
        test.check(done.returncode == 1 and reason in done.stderr, moves, done.stderr)
    for name, before, after, reason in CHANGES:
        text = data(name)
        test.check(before in text, before)
        done = imported(text.replace(before, after), "changed")[1]
        is_refused = done.returncode == 1 and done.stdout == ""
        test.check(is_refused and reason in done.stderr, after, done.stderr)
        # Each reason has its line.
        for line in done.stderr.splitlines()[:-1]:
            test.check(re.match(r"\S+:\d+:\d+: ", line), after, line)
    print("%d rules files, %d positions, %d moves" % (len(counts), *map(sum, zip(*counts))))


main()
test.end()
