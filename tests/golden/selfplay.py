"""selfplay: runs resumed after a kill; files that are truncated, foreign, damaged or full."""
import fcntl
import json
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
HEAD = 80  # bytes before the first game


def path(name):
    return os.path.join(test.folder, name)


def read(name):
    with open(path(name), "rb") as file:
        return file.read()


def write(name, data):
    with open(path(name), "wb") as file:
        file.write(data)


def play(out, games, *more, game="capablanca", **wanted):
    arguments = ["selfplay", game, "--out", out, "--nodes", "40", "--games", str(games)]
    return test.expect(arguments + list(more), **wanted)


def frames(data):
    """Where the games of a file begin, and where the last one ends."""
    at, found = HEAD, [HEAD]
    while at < len(data):
        at += 8 + int.from_bytes(data[at : at + 4], "little")
        found.append(at)
    return found


# --- a series, and what is in it ---------------------------------------------------------------
play("whole.games", 8, has="8 games, ")
whole = read("whole.games")
ends = frames(whole)
test.check(len(ends) == 9 and ends[-1] == len(whole), "eight games", str(ends))
look = json.loads(test.expect(["selfplay", "--show", "whole.games", "--json"]).stdout)
test.check(look["variant"] == "capablanca" and look["nodes"] == 40, "the head", str(look))
test.check(sum(look["results"]) == 8 == look["games"], "eight results", str(look))
test.check(sum(look["scores"].values()) == look["positions"], "scores", str(look))
bytes_each = len(whole) / look["positions"]
test.check(3 <= bytes_each < 4, "bytes a position", "%.2f" % bytes_each)
test.expect(
    ["selfplay", "--show", "whole.games"],
    has=["capablanca, 40 nodes a move, 8 random plies within 120 centipawns, seed 1", "8 games, "],
)

# Short games end undecided; a small lead that both sides see twice decides.
play("short.games", 8, "--length", "10", "--lead", "0")
short = json.loads(test.expect(["selfplay", "--show", "short.games", "--json"]).stdout)
test.check(short["positions"] == 80 and short["results"][2] == 8, "ten half-moves", str(short))
play("lead.games", 8, "--lead", "1")
lead = json.loads(test.expect(["selfplay", "--show", "lead.games", "--json"]).stdout)
test.check(lead["positions"] < look["positions"] / 2, "decided by a lead", str(lead))
test.check(lead["results"][0] + lead["results"][4] == 8, "nobody draws", str(lead))
play("none.games", 1, "--length", "0", code=2, err_has="--length")
play("none.games", 1, "--length", "1801", code=2, err_has="--length")

# Every move and score is there; random plies have none.
said = test.expect(["selfplay", "--show", "whole.games", "--moves"]).stdout
lines = [line for line in said.splitlines() if line.startswith("game ")]
for number, line in enumerate(lines):
    found = re.fullmatch(r"game (\d+) start 1 white [0-4] random 8:((?: \S+){8}) \|(.*)", line)
    test.check(found and int(found.group(1)) == number, "a game as text", line)
    pairs = found.group(3).split()
    moves = found.group(2).split() + pairs[0::2]
    test.check(all(re.fullmatch(r"-?\d+", score) for score in pairs[1::2]), "scores", line)
    if number < 3:
        test.expect(["apply", "capablanca", "1"] + moves)
test.check(len(lines) == 8 and len(set(lines)) == 8, "eight different games", said)
test.check(
    len(test.expect(["selfplay", "--show", "whole.games", "--moves", "--games", "2"]).stdout) > 500
    and test.run(["selfplay", "--show", "whole.games", "--games", "2"]).stdout.count("2 games")
    == 1,
    "the first games",
)

# All starts in turn.
said = play("starts.games", 3, "--plies", "2", game="modern") and test.expect(
    ["selfplay", "--show", "starts.games", "--moves"]
)
test.check(
    re.findall(r"game (\d) start (\d)", said.stdout) == [("0", "1"), ("1", "2"), ("2", "3")],
    "starts in turn",
    said.stdout,
)

# Threads make the same games, in the order in which they end.
play("threads.games", 8, "--threads", "3")
threads = read("threads.games")


def games_of(data):
    return [data[a:b] for a, b in zip(frames(data), frames(data)[1:])]


test.check(sorted(games_of(threads)) == sorted(games_of(whole)), "the same games with threads")

# --- stopped and resumed ------------------------------------------------------------------------
play("parts.games", 3)
test.check(read("parts.games") == whole[: ends[3]], "the first three games")
play("parts.games", 3, has="3 games, ")
for cut in (1, 7, 9, ends[4] - ends[3] - 1):
    write("parts.games", whole[: ends[3] + cut])
    play("parts.games", 8, err_has="an unfinished game at the end is cut off (%d bytes)" % cut)
    test.check(read("parts.games") == whole, "resumed after %d bytes of a game" % cut)
write("parts.games", whole[: ends[3]] + bytes(300))  # as a power failure leaves it
play("parts.games", 8, err_has="cut off (300 bytes)")
test.check(read("parts.games") == whole, "resumed after zeros")
for cut in (0, 1, 40, HEAD - 1):
    write("parts.games", whole[:cut])
    play("parts.games", 2)
    test.check(read("parts.games") == whole[: ends[2]], "resumed after %d bytes of the head" % cut)
# A gap is filled: several threads end their games in any order.
write("parts.games", whole[: ends[2]] + whole[ends[4] : ends[6]])
play("parts.games", 8)
test.check(
    sorted(games_of(read("parts.games"))) == sorted(games_of(whole)), "no gap, no game twice"
)

for stop, code in ((signal.SIGKILL, -9), (signal.SIGKILL, -9), (signal.SIGINT, 130)):
    before = len(frames(read("killed.games"))) if os.path.exists(path("killed.games")) else 0
    running = subprocess.Popen(
        [test.path]
        + "selfplay capablanca --out killed.games --nodes 40 --games 1000000 --progress".split(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=test.environment(),
        cwd=test.folder,
    )
    for _ in range(15000):  # five minutes, against hanging
        time.sleep(0.02)
        size = os.path.getsize(path("killed.games")) if os.path.exists(path("killed.games")) else 0
        if size > HEAD and before + 2 <= len(frames(read("killed.games"))):
            break
    running.send_signal(stop)
    said, complaint = running.communicate(timeout=300)
    test.check(running.returncode == code, "ended by %s" % stop, "%s" % running.returncode)
    if stop == signal.SIGINT:
        test.check(" games, " in said, "Ctrl-C ends with the numbers", said)
        test.check("positions/s" in complaint and "left" in complaint, "progress", complaint)
killed = read("killed.games")
count = min(len(frames(killed)) - 1, 8)
test.check(
    count >= 3 and killed[: ends[count]] == whole[: ends[count]],
    "the games of an uninterrupted run",
    str(count),
)

# --- files that are refused, and stay as they are ----------------------------------------------
damaged = whole[: ends[1] + 20] + bytes([whole[ends[1] + 20] ^ 1]) + whole[ends[1] + 21 :]
long = damaged + whole[HEAD:] * 10
for name, data, complaint in (
    ("foreign", b'[Event "?"]\n', "byte 1: this is not a file of self-play games"),
    ("older", whole[:8] + b"\0" + whole[9:], "does not read"),
    ("head", whole[:20] + b"\7" + whole[21:], "the head of the file is damaged"),
    ("long", long, "byte %d: a game does not have its checksum" % (ends[1] + 5)),
):
    write(name, data)
    play(name, 9, code=1, err_has=complaint)
    test.expect(["selfplay", "--show", name], code=1, err_has=complaint)
    test.check(read(name) == data, "%s is not touched" % name)
test.expect(["selfplay", "--show", "long"], code=1, has="1 games, ")
play("whole.games", 9, "--seed", "2", code=1, err_has="belongs to another series: capablanca")
play("whole.games", 9, game="modern", code=1, err_has="40 nodes, 8 plies within 120, seed 1; not")
write("capablanca.variant", b"[game]\nname = C\nbase = chess\n")
play(
    "whole.games",
    9,
    game="./capablanca.variant",
    code=1,
    err_has="has games of capablanca by other rules or starts",
)
test.expect(
    ["selfplay", "./capablanca.variant", "--show", "whole.games", "--moves"],
    code=1,
    err_has="were played by other rules",
)
test.check(read("whole.games") == whole, "still whole")
with open(path("whole.games"), "r+b") as held:
    fcntl.lockf(held, fcntl.LOCK_EX)
    play("whole.games", 9, code=1, err_has="another program is writing it")
play("no/such/folder", 1, code=1, err_has="No such file")
play("/dev/full", 1, code=1, err_has="/dev/full: not a file")
test.expect(["selfplay", "--show", "missing"], code=1, err_has="No such file")
test.expect(["selfplay", "capablanca"], code=2, err_has="--out")
test.expect(["selfplay", "--out", "x"], code=2)
test.expect(["selfplay", "nonsense", "--out", "x", "--games", "1"], code=2)
for option in ("nodes", "threads", "games", "nice", "balance", "plies", "positions"):
    test.expect(["selfplay", "capablanca", "--out", "x", "--" + option, "-1"], code=2)
write(
    "lopsided.variant",
    b"[game]\nname = L\nbase = chess\n[setup]\nboard =\n    4k3\n    pppppppp\n"
    b"    8\n    8\n    8\n    8\n    PPPPPPPP\n    RNBQKBNR\n",
)
play(
    "never.games",
    1,
    "--plies",
    "1",
    game="./lopsided.variant",
    code=1,
    err_has="no opening of 1 plies within 120 centipawns was found",
)


# --- starts from a file --------------------------------------------------------------------------
FENS = [
    "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
    "4k5/pppp6/10/10/10/10/6PPPP/5K4 b - - 0 1",
]
write("starts.txt", ("# two\n%s\n\n  %s\r\n" % tuple(FENS)).encode())
play("fens.games", 3, "--plies", "0", "--balance", "0", "--fens", "starts.txt")
said = test.expect(["selfplay", "--show", "fens.games", "--moves"], has=", starts ").stdout
games = re.findall(r"game \d start 0 white \d random 0: \| (\S+) ", said)
test.check(len(games) == 3, "three games", said)
for fen, move in zip(FENS + FENS, games):
    test.expect(["apply", "capablanca", fen, move])
play("fens.games", 4, "--plies", "0", "--balance", "0", code=1, err_has="another series")
write("bad.txt", (FENS[0] + "\n10/10 w - - 0 1\n").encode())
play("bad.games", 1, "--fens", "bad.txt", code=1, err_has="bad.txt:2:")
write("empty.txt", b"# none\n\n")
play("bad.games", 1, "--fens", "empty.txt", code=1, err_has="there is no FEN in it")
play("bad.games", 1, "--fens", "missing.txt", code=1, err_has="No such file")
test.check(not os.path.exists(path("bad.games")), "no file of games without starts")


# --- no space left: the kernel refuses to let the file grow, in the middle of a game -----------
def run_with(limit, name):
    """Runs until a file may not grow beyond `limit` bytes."""

    def narrow():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.run(
        [test.path] + ["selfplay", "capablanca", "--out", name, "--nodes", "40", "--games", "8"],
        capture_output=True,
        text=True,
        preexec_fn=narrow,
        restore_signals=False,
        env=test.environment(),
        cwd=test.folder,
        timeout=300,
    )


for limit, kept in ((ends[2] + 50, 2), (ends[5] - 1, 4), (ends[3], 3)):
    done = run_with(limit, "full.games")
    test.check(done.returncode == 1, "a full disk", done.stdout + done.stderr)
    test.check("File too large; it keeps its %d games" % kept in done.stderr, "why", done.stderr)
    test.check(read("full.games") == whole[: ends[kept]], "%d games are kept" % kept)
    os.remove(path("full.games"))
done = run_with(30, "full.games")
test.check(done.returncode == 1 and read("full.games") == b"", "no space for the head", done.stderr)
play("full.games", 2)
test.check(read("full.games") == whole[: ends[2]], "goes on once there is space")

# --- manners ------------------------------------------------------------------------------------
inherited = os.getpriority(os.PRIO_PROCESS, 0)
for nice, more, wanted in (
    ([], 0, 19),
    (["--nice", "0"], 0, 0),
    (["--nice", "5"], 0, 5),
    (["--nice", "5"], 7, 5),
):
    running = subprocess.Popen(
        [test.path] + "selfplay capablanca --out nice.games --nodes 1000000".split() + nice,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: os.nice(more),
        env=test.environment(),
        cwd=test.folder,
    )
    floor = min(inherited + more, 19)
    for _ in range(15000):  # five minutes, against hanging
        found = os.getpriority(os.PRIO_PROCESS, running.pid)
        if os.path.exists(path("nice.games")) and found == max(wanted, floor):
            break
        time.sleep(0.02)
    running.kill()
    running.wait()
    os.remove(path("nice.games"))
    test.check(found == max(wanted, floor), "priority with %s" % nice, str(found))
test.end()
