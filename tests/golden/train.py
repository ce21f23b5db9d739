"""train: from games to a net that the engine can load; runs that are killed, and bad input."""
import os
import re
import resource
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()


def path(name):
    return os.path.join(test.folder, name)


def read(name):
    with open(path(name), "rb") as file:
        return file.read()


def write(name, data):
    with open(path(name), "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


def play(out, games, *more, game="capablanca", **wanted):
    arguments = ["selfplay", game, "--out", out, "--nodes", "40", "--games", str(games)]
    test.expect(arguments + list(more), **wanted)


def table(said):
    """The lines of losses: name -> target, search, results, distance."""
    found = re.findall(r"^(\S.*?) +(\d\.\d+) +(\d\.\d+) +(\d\.\d+) +(\d+\.\d)$", said, re.M)
    return {line[0].split("(")[0].strip(): [float(word) for word in line[1:]] for line in found}


play("one.games", 40)
play("two.games", 12, "--seed", "2")
RECIPE = """# small
game = capablanca
data = one.games
data = two.games
hidden = 32
buckets = 2
epochs = 4
batch = 128
held-out = 5
"""
write("small.recipe", RECIPE)

# --- a net ----------------------------------------------------------------------------------------
said = test.expect(
    ["train", "small.recipe", "--out", "a.net", "--threads", "1", "--progress"],
    err_has=["reading: ", "epoch 4 of 4: ", "positions/s"],
).stdout
test.check(
    re.search(r"^capablanca: 52 games of 2 files; \d+ positions to learn from, \d+ held", said),
    "what was read",
    said,
)
losses = table(said)
test.check(
    {"hand-written", "untrained", "epoch 1", "epoch 4", "rounded for the engine"} <= set(losses),
    "the table",
    said,
)
test.check(
    all(
        abs(a - b) < 0.002 for a, b in zip(losses["epoch 4"][:3], losses["rounded for the engine"])
    ),
    "rounding costs little",
    said,
)
net = read("a.net")
for word in (b"APONETWK", b"capablanca", b"train: added, 32 hidden", b"two.games: 12 games"):
    test.check(word in net, "in the net", str(word))

# Any number of threads makes the same net; so does the file without its provenance.
again = test.expect(["train", "small.recipe", "--out", "b.net", "--threads", "3"]).stdout
test.check(again == said and read("b.net") == net, "the same with threads", again)
test.check(read("b.net.checkpoint") == read("a.net.checkpoint"), "and the same checkpoint")

# The games learnt from are also those judged, because so few say little about others. Both forms of
# nets.
for kind in ("added", "alone"):
    write("known.recipe", RECIPE.replace("two", "one").replace("data = one", "validate = one", 1))
    write("known.recipe", read("known.recipe").decode() + "kind = %s\nseed = 2\n" % kind)
    losses = table(test.expect(["train", "known.recipe"]).stdout)
    targets = [losses[name][0] for name in ("untrained", "epoch 1", "epoch 4")]
    test.check(targets[0] > targets[1] + 0.001 > targets[2] + 0.002, kind, str(losses))
test.check(losses["epoch 4"][3] < losses["untrained"][3], "nearer to the search", str(losses))
test.check(b"train: alone" in read("capablanca.net"), "the usual name")

# The net of a related game takes the place of the first weights; here it is the game's own.
write("related.recipe", RECIPE + "related = a.net\n")
begun = table(test.expect(["train", "related.recipe", "--out", "begun.net"]).stdout)
rounded = table(said)["rounded for the engine"]
test.check(
    all(abs(a - b) < 0.001 for a, b in zip(begun["untrained"][:3], rounded)),
    "begins where the other net ended",
    str(begun),
)
test.check(b"began with a.net\n" in read("begun.net"), "and says so")
write("cut.net", net[:-1])
for name, more, complaint in (
    ("a.net", "hidden = 64\nbuckets = 2\n", "it is added, with 32 hidden neurons and 2 buckets"),
    ("a.net", "hidden = 32\nbuckets = 2\nkind = alone\n", "the recipe must say so too"),
    ("cut.net", "", "the net is cut off"),
    ("one.games", "", "this is not a net"),
    ("missing.net", "", "missing.net: No such file"),
):
    write("bad.recipe", RECIPE.split("hidden")[0] + "held-out = 5\nrelated = %s\n%s" % (name, more))
    test.expect(["train", "bad.recipe", "--out", "x.net"], code=1, err_has=complaint)

# Files for validation alone; data in another folder.
os.mkdir(path("games"))
os.rename(path("two.games"), path("games/two.games"))
write("games/one.games", read("one.games"))
write("other.recipe", RECIPE.replace("data = two", "validate = two").replace("= 4", "= 1"))
said = test.expect(["train", "other.recipe", "--data", "games", "--out", "c.net"]).stdout
test.check(0 < table(said)["epoch 1"][0] < 1, "validation of its own", said)
os.rename(path("games/two.games"), path("two.games"))

# --- the second generation: games played with the net, and the file says so ---------------------
test.expect(
    ["selfplay", "capablanca", "--out", "second.games", "--nodes", "40"]
    + ["--games", "30", "--eval-file", "capablanca.net"]
)
play("first.games", 30)
digest = re.search(
    r"seed 1, net ([0-9a-f]{16})\n", test.expect(["selfplay", "--show", "second.games"]).stdout
)
test.check(digest, "the head names the net")
test.check(read("second.games")[96:] != read("first.games")[80:], "the net plays otherwise")
play("second.games", 31, code=1, err_has="belongs to another series")
write("second.recipe", "game = capablanca\ndata = second.games\nepochs = 1\nheld-out = 3\n")
test.expect(["train", "second.recipe", "--out", "second.net"], has="epoch 1")
test.check(digest.group(1).encode() in read("second.net"), "so does the net that learnt from it")
for data, complaint in (
    (read("capablanca.net")[:-1], "the net is cut off"),
    (b"[Event]", "byte 1: this is not a net"),
):
    write("bad.net", data)
    play("bad.games", 1, "--eval-file", "bad.net", code=1, err_has=complaint)
play("bad.games", 1, "--eval-file", "second.net", game="grand", code=1, err_has="for the game")
play("bad.games", 1, "--eval-file", "none.net", code=1, err_has="No such file")
test.check(not os.path.exists(path("bad.games")), "no games without the net")

# --- a kill, and Ctrl-C: the same net to the bit ------------------------------------------------
write("long.recipe", RECIPE.replace("epochs = 4", "epochs = 60"))
test.expect(["train", "long.recipe", "--out", "whole.net"])
arguments = "train long.recipe --out parts.net --threads 2 --resume".split()


def stop_after_an_epoch(stop):
    """Stops a run after its next epoch. Returns its exit status: 0 if it was faster."""
    name = path("parts.net.checkpoint")
    before = read("parts.net.checkpoint") if os.path.exists(name) else b""
    running = subprocess.Popen(
        [test.path] + arguments,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=test.environment(),
        cwd=test.folder,
    )
    while running.poll() is None:
        time.sleep(0.01)
        if os.path.exists(name) and read("parts.net.checkpoint") != before:
            break
    running.send_signal(stop)
    return running.wait(timeout=300)


for stop, code in ((signal.SIGKILL, -9), (signal.SIGINT, 130)):
    found = stop_after_an_epoch(stop)
    while found == 0:
        os.remove(path("parts.net"))
        os.remove(path("parts.net.checkpoint"))
        found = stop_after_an_epoch(stop)
    test.check(found == code, "ended by %s" % stop, str(found))
    test.check(not os.path.exists(path("parts.net")), "no net yet")
# More games have been played meanwhile: the run continues with those that it began with.
kept = read("one.games")
play("one.games", 44)
said = test.expect(arguments, has="goes on after epoch ").stdout
test.check(read("parts.net") == read("whole.net"), "the same net after two stops")
test.check(read("parts.net.checkpoint") == read("whole.net.checkpoint"), "and checkpoint")
test.expect(arguments, has="goes on after epoch 60")  # nothing is left to do
test.check(read("parts.net") == read("whole.net"), "still the same")
write("one.games", kept[: len(kept) // 2])
test.expect(arguments, code=1, err_has="games; the run to go on with used 40")
write("one.games", kept)

# --- checkpoints that are refused ---------------------------------------------------------------
good = read("parts.net.checkpoint")
for data, complaint in (
    (b"", "this is not a checkpoint"),
    (b"[Event]\n" * 9, "this is not a checkpoint"),
    (good[:100], "the checkpoint is damaged"),
    (good[:-1], "the checkpoint is damaged"),
    (good[:5000] + bytes([good[5000] ^ 1]) + good[5001:], "the checkpoint is damaged"),
):
    write("parts.net.checkpoint", data)
    test.expect(arguments, code=1, err_has=complaint)
write("parts.net.checkpoint", good)
write("long.recipe", RECIPE)
test.expect(arguments, code=1, err_has="belongs to another recipe; start without --resume")


# --- a disk that is full ------------------------------------------------------------------------
def run_with(limit, name):
    """Runs until a file may not grow beyond `limit` bytes."""

    def narrow():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.run(
        [test.path, "train", "small.recipe", "--out", name],
        capture_output=True,
        text=True,
        preexec_fn=narrow,
        restore_signals=False,
        env=test.environment(),
        cwd=test.folder,
        timeout=300,
    )


done = run_with(1000, "a.net")
test.check(done.returncode == 1, "a full disk", done.stdout + done.stderr)
test.check("a.net.checkpoint: File too large" in done.stderr, "why", done.stderr)
test.check(read("a.net") == net, "the older net is there")
test.check(read("a.net.checkpoint") == read("b.net.checkpoint"), "and the older checkpoint")
test.check(not os.path.exists(path("a.net.checkpoint.new")), "and no rest")
test.expect(["train", "small.recipe", "--out", "no/such/x.net"], code=1, err_has="No such file")

# --- recipes and data that are refused ----------------------------------------------------------
write("bad.recipe", "game = capablanca\ndata = one.games\nhiden = 64\nepochs = 0\n")
test.expect(
    ["train", "bad.recipe"],
    code=1,
    err_has=[
        'bad.recipe:3:1: hiden: unknown key "hiden"; did you mean "hidden"?',
        'bad.recipe:4:10: epochs: "0" is wrong: it must be a number from 1 to 1000',
    ],
)
data = read("one.games")
write("foreign.games", b"[Event]\n")
write("damaged.games", data[:2000] + bytes([data[2000] ^ 1]) + data[2001:])
play("grand.games", 1, game="grand")
for name, complaint in (
    ("foreign.games", "byte 1: this is not a file of self-play games"),
    ("damaged.games", "a game does not have its checksum"),
    ("grand.games", "grand.games: its games are of grand, not of capablanca"),
    ("missing.games", "missing.games: No such file"),
):
    write("data.recipe", "game = capablanca\ndata = %s\n" % name)
    test.expect(["train", "data.recipe", "--out", "x.net"], code=1, err_has=complaint)
write("few.recipe", "game = capablanca\ndata = few.games\n")
play("few.games", 2)
test.expect(["train", "few.recipe"], code=1, err_has="are too few; at least 100 of each")
write("few.games", data[:-1])
write("few.recipe", RECIPE.replace("one", "few").replace("= 4", "= 1"))
test.expect(["train", "few.recipe"], err_has="an unfinished game at the end is not used")
write("capablanca.variant", b"[game]\nname = C\nbase = chess\n")
write("rules.recipe", "game = ./capablanca.variant\ndata = one.games\n")
test.expect(["train", "rules.recipe"], code=1, err_has="were played by other rules")
write("game.recipe", "game = nonsense\ndata = one.games\n")
test.expect(["train", "game.recipe"], code=2, err_has="nonsense")
test.expect(["train", "missing.recipe"], code=1, err_has="No such file")
test.expect(["train"], code=2)
test.expect(["train", "small.recipe", "--threads", "0"], code=2)
test.end()
