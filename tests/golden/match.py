"""match: engine against engine, and engines that misbehave."""
import json
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
PLAYERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "support", "bad_engine.py")


def bad(what, more=""):
    return "name=bad,cmd=%s %s %s%s" % (sys.executable, PLAYERS, what, more)


def table(arguments, code=0, err_has=(), games=2):
    done = test.expect(["match", "chess"] + arguments + ["--json"], code=code, err_has=err_has)
    found = json.loads(done.stdout or "{}")
    test.check(found.get("games") == games, "%d games: %s" % (games, arguments), done.stdout)
    return found


# --- openings ---------------------------------------------------------------------------------
even = ["match", "chess", "self:depth=1", "self:depth=1", "--plies", "0"]
even += ["--games", "2", "--length", "2"]
test.expect(even + ["--imbalance", "1"], has="chess, 2 games")  # White to move has some
test.expect(even + ["--balance", "0", "--imbalance", "900"], code=1, err_has="smaller --imbalance")
test.expect(even + ["--imbalance", "120"], code=2, err_has="must be less than --balance, 120")

# --- games of our own ------------------------------------------------------------------------
two = ["--games", "2", "--plies", "2", "--length", "20"]
plain = test.expect(
    ["match", "modern", "self:depth=1", "self:depth=1"] + two,
    has=[
        "modern, 2 games: apothecary against apothecary-2",
        "\nscore  ",
        "\nElo  ",
        "\nresults  ",
        "\npairs  ",
        "\nended by    too long: 2\n",
        "\nlength      20.0 moves\n",
    ],
    err="",
)
again = test.expect(["match", "modern", "self:depth=1", "self:depth=1"] + two, err="")
test.check(plain.stdout == again.stdout, "the same match twice", plain.stdout + again.stdout)
found = table(["self:nodes=50", "self:depth=1,proto=uci"] + two)
test.check(sum(found["results"]) == 2 and sum(found["pairs"]) == 1, "counts", str(found))

# --- PGN that we read again ------------------------------------------------------------------
pgn = os.path.join(test.folder, "games.pgn")
test.expect(["match", "alert", "self:depth=1", "self:nodes=30", "--pgn", pgn] + two, err="")
test.expect(["replay", pgn], has=["game 1: ", "40 half-moves of alert"])

# --- state: killed, and gone on --------------------------------------------------------------
state = os.path.join(test.folder, "state")
pgn = os.path.join(test.folder, "resumed.pgn")
long = [
    "match",
    "chess",
    "self:nodes=60",
    "self:nodes=60",
    "--games",
    "12",
    "--length",
    "15",
    "--state",
    state,
    "--pgn",
    pgn,
]
child = subprocess.Popen(
    [test.path] + long,
    env=test.environment(),
    cwd=test.folder,
    stdout=subprocess.PIPE,
    stderr=subprocess.PIPE,
)
until = time.monotonic() + 300
while time.monotonic() < until and child.poll() is None:
    if os.path.exists(state) and open(state).read().count("\ngame ") >= 3:
        break
    time.sleep(0.01)
child.kill()
child.communicate()
with open(state, "a") as file:
    file.write("game 12 whi")  # what a kill in the middle of a write leaves
with open(pgn, "a") as file:
    file.write('[Event "half a ga')
resumed = test.expect(long, has="chess, 12 games")
whole = test.expect(
    [
        "match",
        "chess",
        "self:nodes=60",
        "self:nodes=60",
        "--games",
        "12",
        "--length",
        "15",
        "--concurrency",
        "3",
    ]
)
test.check(
    resumed.stdout == whole.stdout,
    "a match killed is the same match",
    resumed.stdout + whole.stdout,
)
test.check(open(pgn).read().count("[Event ") == 12, "12 games in the file")
test.expect(long, has="chess, 12 games")
test.expect(long + ["--seed", "2"], code=1, err_has="belongs to another match")
open(state, "w").write("something else\n")
test.expect(long, code=1, err_has="is not the state of a match")
open(state, "w").write("")

# --- Ctrl-C ----------------------------------------------------------------------------------
stopped = os.path.join(test.folder, "stopped.pgn")
child = subprocess.Popen(
    [
        test.path,
        "match",
        "chess",
        "self",
        "self",
        "--movetime",
        "0.05",
        "--games",
        "1000",
        "--length",
        "3",
        "--pgn",
        stopped,
    ],
    env=test.environment(),
    cwd=test.folder,
    stdout=subprocess.PIPE,
    stderr=subprocess.PIPE,
    text=True,
)
until = time.monotonic() + 300
while time.monotonic() < until and child.poll() is None:
    if os.path.exists(stopped) and os.path.getsize(stopped) > 0:
        break
    time.sleep(0.01)
child.send_signal(signal.SIGINT)
out, err = child.communicate(timeout=300)
test.check(child.returncode == 130 and "chess, " in out, "Ctrl-C prints the table", out + err)

# --- engines that misbehave ------------------------------------------------------------------
fast = ["--games", "2", "--plies", "0", "--length", "5"]
for what, limits, reason, end in (
    ("illegal", ["--depth", "1"], "made an illegal move: e2e5", "illegal move"),
    ("garbage", ["--depth", "1"], "made an illegal move: ", "illegal move"),
    ("none", ["--depth", "1"], "reports no move, but there are some", "no move though there are"),
    ("die", ["--depth", "1"], "has ended", "died"),
    ("stall", ["--depth", "1", "--patience", "5"], "did not answer", "stalled"),
    ("stall", ["--tc", "1"], "lost on time", "time"),
    ("flood", ["--depth", "1", "--patience", "5"], "did not answer", "stalled"),
):
    found = table([bad(what), "self"] + fast + limits, err_has="bad (White) " + reason)
    test.check(
        found["ends"] == {end: 2}
        and found["forfeits"] == [2, 0]
        and found["results"] == [2, 0, 0, 0, 0],
        what + " forfeits",
        str(found),
    )
found = table([bad("resign", ",proto=xboard"), "self"] + fast + ["--depth", "1"])
test.check(found["ends"] == {"resignation": 2}, "resigns", str(found))
found = table([bad("illegal", ",proto=xboard"), "self"] + fast + ["--depth", "1"])
test.check(found["ends"] == {"illegal move": 2}, "an illegal move by XBoard", str(found))
for protocol, end in (("uci", "died"), ("xboard", "stalled")):
    found = table(
        [
            bad("mute", ",proto=" + protocol),
            "self",
            "--games",
            "1",
            "--depth",
            "1",
            "--patience",
            "3",
        ],
        games=1,
        err_has="does not answer" if protocol == "uci" else "did not answer",
    )
    test.check(
        found["ends"] == {end: 1} and found["forfeits"] == [1, 0], "says nothing at all", str(found)
    )
# The program's processor time tells whether it or the machine was slow.
done = test.expect(
    ["match", "chess", bad("stall"), "self", "--games", "1", "--plies", "0", "--tc", "0.2"],
    err_has="ms of 200, CPU time ",
)
# A test that is decided ends the match.
for players, verdict in (
    ([bad("illegal"), "self"], "the first is right"),
    (["self", bad("illegal")], "the second is right"),
):
    done = test.expect(
        ["match", "chess"]
        + players
        + ["--games", "1000", "--plies", "0", "--depth", "1", "--length", "5", "--sprt", "0,200"],
        has=["test        Elo 0 or 200: ratio ", verdict],
    )
    test.check("chess, 1000 games" not in done.stdout, "decided before the end", done.stdout)
for command in ("no-such-program-at-all", "true", "exit 3"):
    test.expect(
        ["match", "chess", "cmd=" + command, "self", "--depth", "1", "--games", "20"],
        code=1,
        err_has=["has ended", "a program does not start"],
        has="chess, 3 games",
    )
done = test.expect(
    [
        "match",
        "chess",
        "cmd=%s %s good" % (sys.executable, PLAYERS),
        "self,option.Nonsense=3",
        "--depth",
        "1",
    ]
    + fast,
    err_has='has no option "Nonsense"',
)

# --- wrong calls -----------------------------------------------------------------------------
for arguments, message in (
    (["self"], "too few arguments"),
    (["self", "self", "self"], "too many arguments"),
    (["self", "self", "--tc", "fast"], "--tc takes MOVES/TIME"),
    (["self", "self", "--tc", "0/10"], "--tc takes MOVES/TIME"),
    (["self", "self", "--tc", "40/0"], "--tc takes MOVES/TIME"),
    (["self", "self", "--movetime", "0"], "--movetime takes seconds"),
    (["self", "self", "--sprt", "5,0"], "--sprt takes two differences"),
    (["self", "self", "--sprt", "x"], "--sprt takes two differences"),
    (["self", "self", "--games", "0"], "--games takes a number"),
    (["self", "self", "--start", "2"], "--start takes a number"),
    (["", "self"], "an engine's description is empty"),
    (["self,speed=3", "self"], "an engine has name, cmd"),
    (["self,proto=morse", "self"], "value is not understood"),
    (["self,nodes=0", "self"], "value is not understood"),
    (["self,proto=xboard,nodes=9", "self"], "does not limit nodes"),
    (["self,quickly", "self"], "has the form key=value"),
):
    test.expect(["match", "chess"] + arguments, code=2, err_has=message)
# A definition file is played by both sides; a program that does not know a game ends the match.
with open("variants/modern.variant", encoding="utf-8") as file:
    definition = file.read()
with open(os.path.join(test.folder, "mine.variant"), "w", encoding="utf-8") as file:
    file.write(definition)
test.expect(
    ["match", "./mine.variant", "self:nodes=40", "self:nodes=20", "--games", "2"],
    has="ended by    rules: 2",
    lacks="forfeits",
)
# By both protocols: with XBoard's, a program cannot read our file, and says which games it knows.
with open(os.path.join(test.folder, "chess-like.variant"), "w", encoding="utf-8") as file:
    file.write("[game]\nname = Like Chess\nbase = chess\n")
engine = "cmd=%s engine,proto=xboard" % test.path
test.expect(
    ["match", "chess-like.variant", engine, "self", "--games", "2", "--depth", "1"],
    code=1,
    err_has="does not know this game",
)
# Squares are numbered as XBoard does: from 0 on ten rows, and the border ranks of alert count.
for game in ("chess", "chess960", "modern", "grand", "alert", "prequel"):
    test.expect(
        ["match", game, engine, "self", "--games", "4", "--depth", "1", "--length", "20"],
        has="4 games",
        lacks="forfeits",
    )
for what in ("variants", "refuse"):
    test.expect(
        ["match", "alert", bad(what, ",proto=xboard"), "self", "--games", "2", "--depth", "1"],
        code=1,
        err_has="does not know this game",
    )
for game in ("modern", "./mine.variant"):
    test.expect(
        ["match", game, "self:nodes=20", bad("variants"), "--games", "2"],
        code=1,
        err_has="does not know this game",
    )
table(["self:nodes=20", bad("variants"), "--games", "2", "--length", "3"])
# A program without UCI_Variant knows chess, unless the user says that it plays the game.
test.expect(
    ["match", "modern", "self:nodes=20", bad("good"), "--games", "2"],
    code=1,
    err_has="does not know this game",
)
said = ["match", "modern", "self:nodes=20", bad("good", ",variant=modern"), "--games", "2"]
test.expect(said + ["--length", "3"], has="forfeits    bad: 2")  # it plays chess all the same
test.expect(
    ["match", "chess960", "self:nodes=20", "self:nodes=40", "--games", "6", "--plies", "0"],
    has="ended by    rules: 6",
    lacks="forfeits",
)
test.expect(["match", "no-such-game", "self", "self"], code=2, err_has="no-such-game")
test.end()
