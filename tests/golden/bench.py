"""bench: the same search twice gives the same signature."""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
GAMES = "alert modern classic apothecary2 prequel".split()


def signatures(arguments, games=GAMES):
    done = test.expect(["bench"] + games + arguments, err="")
    rows = re.findall(
        r"^(\S+) +(\d+) nodes +\d+ ms +\d+ a second  signature ([0-9a-f]{16})$", done.stdout, re.M
    )
    test.check([row[0] for row in rows] == games + ["total"], "a row a game", done.stdout)
    return rows


for arguments in (["--nodes", "2000"], ["--depth", "3"]):
    first, second = signatures(arguments), signatures(arguments)
    test.check(first == second, "the same twice: %s" % arguments, "%s\n%s" % (first, second))
    test.check(len({row[2] for row in first}) == len(first), "games differ", str(first))
    alone = signatures(arguments, ["classic"])
    test.check(alone[0] == first[2], "a game alone is searched alike", "%s\n%s" % (alone, first))
test.expect(["bench", "nothing-like-it"], code=2, err_has="nothing-like-it")
test.expect(["bench", "modern", "--nodes", "0"], code=2)
test.expect(["bench", "modern", "--depth", "1000"], code=2)

# --- constants for the search: the usual ones, others, and some that do not exist -----------------
for listed, is_same in (("futility_base=120,loss_quiet=24", True), ("loss_quiet=60", False)):
    found = signatures(["--nodes", "2000", "--constants", listed], ["classic"])
    test.check((found == signatures(["--nodes", "2000"], ["classic"])) == is_same, listed, found)
for listed in ("loss_quiet=500", "loss_quiet", "loss=1", "loss_quiet=24,,"):
    for command in (["bench", "classic"], ["engine"]):
        test.expect(command + ["--constants", listed], code=2, err_has="is no constant with")

# --- the program's own nets: the files of nets/, unless told otherwise ----------------------------
NETS = sorted(os.path.basename(path)[:-4] for path in glob.glob("nets/*.net"))
test.check(NETS != [], "there are nets", "nets/")
for game in NETS:
    own, named, none = (
        signatures(["--nodes", "1000"] + more, [game])[0]
        for more in (
            [],
            ["--eval-file", os.path.abspath("nets/%s.net" % game)],
            ["--eval-file", "none"],
        )
    )
    test.check(own == named, "the net of " + game, "%s\n%s" % (own, named))
    test.check(own != none, "a net counts: " + game, "%s\n%s" % (own, none))

# --- nets that cannot be used --------------------------------------------------------------------
for arguments in (
    ["bench", "grand"],
    ["analyse", "grand", "start", "--depth", "1"],
    ["play", "grand"],
):
    for name, why in (("nowhere.net", "No such file"), ("docs/nets.md", "this is not a net")):
        test.expect(
            arguments + ["--eval-file", os.path.join(os.getcwd(), name)], code=1, err_has=why
        )
test.end()
