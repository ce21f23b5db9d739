#!/usr/bin/env python3
"""`apothecary export --to zrf`: every game that is written is the same game there. A reader of such
files that shares nothing with the library plays random games, which begin with some pieces gone and
pawns far ahead; the legal moves must agree. What cannot be expressed is refused with the reason.

usage: export_zrf.py APOTHECARY [GAMES [PLIES [SEED]]]    random games of each; default 1, 10, 1
"""
import json
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402
from zrf import Rules  # noqa: E402
from zrf_game import Game, letters_of, play  # noqa: E402

test = Test()
GAMES, PLIES, SEED = [int(word) for word in sys.argv[2:]] + [1, 10, 1][len(sys.argv) - 2 :]


WRITTEN = (
    "almost amazon berolina capablanca centaur chancellor chess chess-on-12x12 cwda embassy falcon "
    "falcon-xboard gardner georgian gothic grasshopper hoppel-poppel indian-great janus "
    "knightmate los-alamos microchess modern-9x9 new-zealand nightrider paradigm "
    "peasants-revolt perfect petty raazuvaa shako tencubed"
).split()

# Chess with other knights, all of whose moves can be expressed.
KNIGHTS = ("mcpR zB qN jD nAmW3 [F?R] [R?B] KaK mN2cZ fmWfceFifmnR3 tpR cBmpafB mRcDckQ gQ").split()

# Knights whose moves cannot be expressed, with the reasons.
REFUSED = {
    "cabK": "it can end where it began",
    "oR": "it goes round the edge of the board",
    "fmR*": "how far it goes depends on the board",
    "mU": "there are too many different leaps",
}


def exported(moves):
    """Chess with another knight: its path and the answer."""
    path = os.path.join(test.folder, "other.variant")
    with open(path, "w", encoding="utf-8") as file:
        file.write("[game]\nname = Other\nbase = chess\n\n[pieces]\nN = knight, %s\n" % moves)
    return path, test.run(["export", path, "--to", "zrf"])


def with_knight(listed, moves, dice):
    """The same for chess with another knight."""
    path, done = exported(moves)
    test.check(done.returncode == 0, moves, done.stderr)
    return (
        play(Game(test, path, letters_of(listed), done.stdout), dice, (1, PLIES))
        if done.returncode == 0
        else [0, 0]
    )


def main():
    dice, written, counts = random.Random(SEED), [], []
    for listed in json.loads(test.run(["variants", "--json"]).stdout):
        done = test.run(["export", listed["id"], "--to", "zrf"])
        if done.returncode != 0:
            test.check("not written" in done.stderr and done.stdout == "", listed["id"])
            done = test.run(["export", listed["id"], "--to", "zrf", "--lossy"])
            Rules(done.stdout)
            test.check("; LOST: " in done.stdout, listed["id"], done.stderr)
            continue
        written.append(listed["id"])
        game = Game(test, listed["id"], letters_of(listed), done.stdout)
        counts.append(play(game, dice, (GAMES, PLIES)))
        if listed["id"] == "chess":
            counts += [with_knight(listed, moves, dice) for moves in KNIGHTS]
    for moves, reason in REFUSED.items():
        path, done = exported(moves)
        test.check(done.returncode == 1 and reason in done.stderr, moves, done.stderr)
    test.check(written == list(WRITTEN), "other games are written", " ".join(written))
    print("%d rules files, %d positions, %d moves" % (len(counts), *map(sum, zip(*counts))))


main()
test.end()
