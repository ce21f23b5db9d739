#!/usr/bin/env python3
"""`apothecary export --to sjaak`: what is written is read back as the same game, and what cannot be
expressed is refused with the reason. Where Sjaak II is installed, it plays random games by some of
the files, and must count the same moves.

usage: export_sjaak.py APOTHECARY
"""
import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
COMPARE = os.path.join(os.path.dirname(__file__), "..", "..", "bench", "sjaak_variants.py")

WRITTEN = (
    "active almost amazon berolina capablanca centaur chancellor chess courier cwda embassy "
    "gardner georgian gothic hoppel-poppel indian-great janus knightmate los-alamos microchess "
    "modern-9x9 new-zealand nightrider paradigm peasants-revolt perfect petty pocket-knight "
    "raazuvaa shako tencubed torpedo upside-down"
).split()

# Changes of chess: what is added, and a line of the file or the reason why there is none.
CHANGED = {
    "[pieces]\nN = horse, nN\nB = elephant, nA": "Move: leap (1,1)+(1,1)&(2,2)\n",
    "[pieces]\nQ = cannon, mRcpR": "Capture: hop (H,V)\n",
    "[pieces]\nR = lance, fR": "Move: step 7N\n",
    "[pieces]\nN = silver, FfW": "Move: aleap (1,1)|(1,-1)|(-1,-1)|(-1,1)|(0,1)\n",
    "[pieces]\nN = rider, NNmD": "Move: ride (1,2)\nMove: leap (0,2)\nCapture: ride (1,2)\n",
    "[pieces]\nQ = short, R3": "Move: step 3N,3E,3S,3W\n",
    "[pieces]\nN = statue, none": "Move: none\n",
    "[pieces]\nK = general, WvkR, royal\n[outcome]\nstalemate = loss": "Rule: taboo\n",
    "[area]\npieces 1 = K\nsquares 1 = d1 e1 f1": "Prison: zone_001, zone_002\n",
    "[promotion]\ncompulsory = 8\nrank 6 = QN": "the same everywhere it promotes there",
    "[pieces]\nN = griffin, [F?R]": "a way of moving has no words there",
    "[pieces]\nN = left, lW": "it moves otherwise to the left than to the right",
    "[pieces]\nN = slow, NimD": "its first move is another one",
    "[pieces]\nN = shooter, cabK": "a way of moving has no words there",
    "[board]\nholes = a4\n[setup]\nboard =\n"
    " rnbqkbnr\n pppppppp\n 8\n 8\n *7\n 8\n PPPPPPPP\n RNBQKBNR": (
        "it passes over squares that are not on the board there"
    ),
    "[outcome]\nmove-limit = 64": "at most 63 moves without a capture are counted there",
    "[pieces]\nN = crab, ffNbsN": None,
}


def counts(game):
    return test.run(["perft", game, "start", "3"]).stdout.splitlines()[-1]


def written(name, text):
    path = os.path.join(test.folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def check_back(game, text):
    """What is written is read back as the same game."""
    done = test.run(["import", written("there.txt", text), "--from", "sjaak"])
    test.check(done.returncode == 0, "%s is not read back" % game, done.stderr)
    if done.returncode == 0:
        theirs = counts(written("back.variant", done.stdout))
        test.check(theirs == counts(game), "%s is another game" % game, theirs)


def check_games():
    found = []
    for listed in json.loads(test.run(["variants", "--json"]).stdout):
        done = test.run(["export", listed["id"], "--to", "sjaak"])
        if done.returncode == 0:
            found.append(listed["id"])
            check_back(listed["id"], done.stdout)
            continue
        test.check("not written" in done.stderr and done.stdout == "", listed["id"])
        done = test.run(["export", listed["id"], "--to", "sjaak", "--lossy"])
        test.check("# LOST: " in done.stdout, listed["id"], done.stderr)
        symbols = [line for line in done.stdout.splitlines() if line.startswith("Symbol: ")]
        seen = [symbol.split(", ", 1)[1] for symbol in symbols]
        is_lost = "only with an accent" in done.stdout
        test.check(is_lost or len(seen) == len(set(seen)), "%s: a symbol twice" % listed["id"])
    test.check(found == WRITTEN, "other games are written", " ".join(found))


def check_changes():
    for change, wanted in CHANGED.items():
        path = written("own.variant", "[game]\nname = Own\nbase = chess\n\n%s\n" % change)
        done = test.run(["export", path, "--to", "sjaak"])
        said = done.stdout if done.returncode == 0 else done.stderr
        test.check(wanted is None or wanted in said, change, said)
        if done.returncode == 0:
            check_back(path, done.stdout)


def check_with_sjaak():
    program = shutil.which("sjaakii", path=os.environ["PATH"] + ":/usr/games")
    if program is None:
        print("skipped: Sjaak II (sjaakii) is not installed; its own counts are not compared")
        return
    for only in ("berolina", "courier", "modern-9x9", "pocket-knight", "torpedo", "tencubed"):
        done = subprocess.run(
            [sys.executable, COMPARE, test.path, program]
            + ["--only", only, "--games", "1", "--plies", "12"],
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )
        test.check("1 variants agree" in done.stdout, only, done.stdout + done.stderr)


check_games()
check_changes()
check_with_sjaak()
test.end()
