"""values and balance: the numbers behind the tables, resuming after a kill, Ctrl-C, invalid
input."""
import json
import math
import os
import random
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()


def path(name):
    return os.path.join(test.folder, name)


def read(name):
    with open(path(name)) as file:
        return file.read()


def write(name, text):
    with open(path(name), "w") as file:
        file.write(text)


# --- values: the fit, from synthetic results with known piece values --------------------------
WORTHS = {"Q": 9.0, "R": 5.0, "N": 3.0, "P": 1.0}
ARMIES = ["Q-1 R+1 N+1 P+1", "R-1 N+1 P+2", "N-1 P+3", "P-1", "Q-1 R+2", "R-1 N+1 P+1"]
TITLE = "apothecary values 2 | chess nodes 200 seed 1"


def made_up(count):
    chance = random.Random(5)
    lines = [TITLE]
    for pair in range(count):
        army = ARMIES[pair % len(ARMIES)]
        lead = sum(WORTHS[part[0]] * int(part[1:]) for part in army.split())
        results = []
        for sign in (1, -1):
            share = 1 / (1 + math.exp(-(0.2 + 0.6 * sign * lead)))
            results.append(4 if chance.random() < share else 0)
        lines.append("pair %d start 1 white %d %d plies 80 90 surplus %s" % (pair, *results, army))
    return "\n".join(lines) + "\n"


write("chess.values", made_up(6000))
done = test.expect(["values", "chess", "--games", "12000", "--state", "chess.values", "--json"])
table = json.loads(done.stdout)
for piece in table["men"]:
    wanted, margin = 100 * WORTHS[piece["letter"]], piece["margin_cp"]
    test.check(
        abs(piece["pawns_hundredths"] - wanted) <= 0.2 * wanted,
        "the worth of %s" % piece["letter"],
        done.stdout,
    )
    scaled = (
        wanted * sum(one["evaluation_cp"] for one in table["men"] if one["letter"] != "P") / 1700
    )
    test.check(
        abs(piece["worth_cp"] - scaled) <= 2 * margin + 1 and margin < 40,
        "the worth of %s in the evaluation's unit" % piece["letter"],
        done.stdout,
    )
    test.check(piece["games"] > 1000, "games of %s" % piece["letter"])
test.check([piece["letter"] for piece in table["men"]] == ["Q", "R", "N", "P"], "sorted by worth")
test.check(abs(table["white_score_permyriad"] - 5498) < 200, "White's advantage", done.stdout)
test.expect(
    ["values", "chess", "--games", "12000", "--state", "chess.values", "--svg", "chess.svg"],
    has=["Q queen ", "evaluation", "12000 games of 12000, 200 nodes a move."],
)
# The picture has a row for each piece, and they stand where the axis says.
picture = xml.etree.ElementTree.fromstring(read("chess.svg"))
SVG = "{http://www.w3.org/2000/svg}"
texts = [text.text for text in picture.iter(SVG + "text")]
test.check(texts[6:] == ["Q queen", "R rook", "N knight", "P pawn"], "the rows", str(texts))
ticks = [(float(text.get("x")), float(text.text)) for text in list(picture.iter(SVG + "text"))[:6]]
per_pawn = (ticks[5][0] - ticks[0][0]) / (ticks[5][1] - ticks[0][1])
for piece, dot in zip(table["men"], picture.iter(SVG + "circle")):
    test.check(
        abs((float(dot.get("cx")) - ticks[0][0]) / per_pawn - piece["worth_cp"] / 100) < 0.02,
        "where %s is drawn" % piece["letter"],
    )
test.expect(
    ["values", "chess", "--games", "12000", "--state", "chess.values", "--svg", "no/such/file"],
    code=1,
    err_has="no/such/file: No such file",
)

# A line cut off is dropped; other files are refused.
# So few games that they say nothing about any piece: no number is printed.
write(
    "few.values",
    TITLE
    + "".join("\npair %d start 1 white 4 0 plies 80 90 surplus P+1" % i for i in (0, 1))
    + "\n",
)
done = test.expect(["values", "chess", "--games", "4", "--state", "few.values"], has="?")
test.check("nan" not in done.stdout and "inf" not in done.stdout, "no number", done.stdout)

write("chess.values", made_up(40)[:-9])
test.expect(["values", "chess", "--games", "78", "--state", "chess.values"], has="78 games of 78")
test.check(read("chess.values").endswith("\n"), "the cut line is gone", read("chess.values"))
# Fewer games than the file has: its first ones.
test.expect(["values", "chess", "--games", "70", "--state", "chess.values"], has="70 games of 70")
test.expect(
    ["values", "modern", "--games", "78", "--state", "chess.values"],
    code=1,
    err_has="belongs to another measurement",
)
write("bad.values", TITLE + "\npair 0 start 1 white 9 0 plies 1 1 surplus\n")
test.expect(
    ["values", "chess", "--games", "2", "--state", "bad.values"],
    code=1,
    err_has="bad.values:2: not a result of this measurement",
)
for line in (
    "",
    "pair 1 start 1 white 4 0 plies 1 1 surplus P-1",
    "pair 0 start 1 white 4 0",
    "pair 0 start 1 white 4 0 plies 1 1 surplus P1",
    "x" * 3000,
):
    write("bad.values", TITLE + "\n" + line + "\n")
    test.expect(["values", "chess", "--games", "2", "--state", "bad.values"], code=1)
test.expect(
    ["values", "chess", "--state", "no/such/file", "--games", "2"], code=1, err_has="No such file"
)
test.expect(["values", "chess", "--games", "1"], code=2)
test.expect(["values", "nonsense"], code=2)

# Intervals that mean nothing are left out.
write("forty.values", made_up(20))
test.expect(
    ["values", "chess", "--games", "40", "--state", "forty.values"],
    has=["      ?  "],
    err_has="40 games are too few for 5 values",
)

# A measurement uses one net throughout, and names it.
NET = os.path.abspath("nets/modern.net")
for command in ("values", "balance"):
    few = [command, "modern", "--games", "4", "--nodes", "10", "--state", command + ".net"]
    none = [command, "modern", "--games", "4", "--nodes", "10", "--state", command + ".none"]
    test.run(few)
    test.run(none + ["--eval-file", "none"])
    with_net, without = read(command + ".net").splitlines(), read(command + ".none").splitlines()
    test.check(
        re.fullmatch(re.escape(without[0]) + " net [0-9a-f]{16}", with_net[0]),
        "the net's digest in the title",
        with_net[0],
    )
    test.check(with_net[1:] != without[1:], command + ": the net plays other games")
    test.expect(few + ["--eval-file", "none"], code=1, err_has="belongs to another measurement")
    test.expect(none, code=1, err_has="belongs to another measurement")
    test.run(few + ["--eval-file", NET])  # which is the program's own
    test.check(read(command + ".net").splitlines() == with_net, command + ": the same net")
    test.expect(few + ["--eval-file", "no/such/net"], code=1, err_has="no/such/net: No such file")
    test.expect(
        [command, "chess", "--games", "2", "--eval-file", NET], code=1, err_has="for the game"
    )

# --- values: games are played, in all five games ------------------------------------------------
for game in "alert modern classic apothecary2 prequel".split():
    # Whether so few games say anything is not tested.
    test.run(
        [
            "values",
            game,
            "--games",
            "4",
            "--nodes",
            "10",
            "--state",
            game + ".values",
            "--positions",
            game + ".positions",
        ]
    )
    lines = read(game + ".values").splitlines()
    test.check(len(lines) == 3 and lines[1].startswith("pair 0 start "), game, "\n".join(lines))
    for line in read(game + ".positions").splitlines()[1:3]:
        test.expect(["status", game] + line.split()[1:])


# --- lab ----------------------------------------------------------------------------------------
write("mine.variant", "[game]\nname = Mine & <b>\nbase = chess\n")
call = ["lab", "mine.variant", "--games", "60", "--nodes", "30"]
done = test.expect(call, has=["mine-lab.html"])
page = read("mine-lab.html")
for piece in ["<h1>Mine &amp; &lt;b&gt;</h1>", "White scores <b>", "Q queen", "in 60 games: "]:
    test.check(piece in page, "the page has " + piece, page)
verdict = re.search("the tuned one scored .* in 60 games: .*[.]\n", done.stdout)
test.check(
    verdict and verdict.group().strip() in page, "the verdict, also in the page", done.stdout
)
test.check(page.count("<svg") == 4 and "nan" not in page, "four plots", page)
# The page shows only the tuned lines, but plays the whole game.
tuned = read("mine-lab/tuned.variant")
section = page[page.index("[values]") : page.index("</pre>", page.index("[values]"))]
test.check("piece = " in section, "a tuned section", section)
for line in section.splitlines()[2:]:
    test.check(line in tuned, line, tuned)
test.expect(["perft", "mine-lab/tuned.variant", "start", "2"], has="400")
# Both sides of its match evaluate by their own lines, whatever net the game has.
match = read("mine-lab/match").splitlines()[0]
test.check(match.count("EvalFile=none") == 2, "a match without nets", match)
# An engine with a definition file of its own plays by that file.
tuned_engine = "name=tuned,cmd=self,option.VariantPath=mine-lab/tuned.variant"
short = ["--games", "2", "--nodes", "20", "--length", "2", "--log", "uci.log"]
test.expect(["match", "mine.variant", tuned_engine, "self:nodes=20", *short], has="2 games")
given = [line.split()[-1] for line in read("uci.log").splitlines() if "name VariantPath v" in line]
test.check(given == ["mine-lab/tuned.variant", "mine.variant"], "a file for each", "\n".join(given))
# A second tuning replaces the lines of the first.
write("again.variant", tuned)
test.expect(["lab", "again.variant", "--games", "40", "--nodes", "20", "--out", "again.html"])
lines = [line for line in read("again-lab/tuned.variant").split("#base-file")[0].splitlines()]
subjects = [" ".join(line.split()[:3]) for line in lines if "=" in line]
test.check(len(subjects) == len(set(subjects)), "each line once", "\n".join(lines))
# A game of the program's own is played with its tuned values too: not all pairs are the same game
# with the colours changed.
test.expect(["lab", "chess", "--games", "40", "--nodes", "30", "--folder", "own"])
games = [line.split()[2:] for line in read("own/match").splitlines()[1:]]
test.check(
    len(games) == 40 and any(one != other for one, other in zip(games[::2], games[1::2])),
    "the tuned values are played with",
    read("own/match"),
)
# Too few games to tune: the page is written, and both say why there is no match.
few = ["lab", "chess", "--games", "2", "--nodes", "10", "--out", "few.html", "--folder", "few"]
test.expect(few, has="few.html", err_has="so there is no match: tune: ")
test.check("at least 1000 are needed" in read("few.html"), "why nothing is tuned")
test.expect(["lab", "chess:classic", "--games", "2"], code=2)
test.expect(["lab", "nowhere.variant"], code=1)


# --- balance ------------------------------------------------------------------------------------
def balance_lines(count, white):
    return "apothecary balance 1 | modern  starts 1+24 nodes 200 seed 1\n" + "".join(
        "game %d start %d white %d plies 80 moves 4000\n" % (i, i % 24 + 1, white(i))
        for i in range(count)
    )


write("modern.balance", balance_lines(240, lambda i: 4 if i % 24 == 2 else 3 if i % 2 else 2))
HAND_WRITTEN = ["balance", "modern", "--eval-file", "none"]
done = test.expect(HAND_WRITTEN + ["--games", "240", "--state", "modern.balance", "--json"])
table = json.loads(done.stdout)
test.check(
    table["starts"][0]["start"] == 3 and table["starts"][0]["white_permyriad"] == 10000,
    "the best start is first",
    done.stdout,
)
test.check(
    table["all"]["results"] == [0, 0, 110, 120, 10] and table["all"]["games"] == 240,
    "all games",
    done.stdout,
)
test.expect(
    HAND_WRITTEN + ["--games", "240", "--state", "modern.balance"],
    has=["3           10  100.0 ", "all        240 ", "  40.0   50.0\n", "beyond random noise"],
)
test.expect(HAND_WRITTEN + ["--games", "230", "--state", "modern.balance"], has="230 games of 230")
# Start 3 differs by so much that chance does not explain it; equal starts do not differ.
test.check(
    table["spread_permyriad"] > 0 and table["chance_permyriad"] < 100, "not by chance", done.stdout
)
write("equal.balance", balance_lines(2400, lambda i: 4 if i // 24 % 2 else 0))
done = test.expect(HAND_WRITTEN + ["--games", "2400", "--state", "equal.balance", "--json"])
table = json.loads(done.stdout)
test.check(
    table["spread_permyriad"] == 0 and table["chance_permyriad"] == 10000, "equal", done.stdout
)
test.expect(
    ["balance", "modern", "--games", "3", "--start", "14", "--nodes", "10"],
    has=["14           3 ", "all          3 "],
    lacks="beyond random noise",
)
test.expect(
    ["balance", "prequel", "--games", "2", "--nodes", "10", "--seed", "3"], has="2 games of 2"
)
test.expect(["balance", "modern", "--start", "25"], code=2)
first = test.expect(["balance", "modern", "--games", "5", "--nodes", "10"]).stdout
test.check(
    first == test.expect(["balance", "modern", "--games", "5", "--nodes", "10"]).stdout,
    "the same seed, the same table",
)

# --- tune -----------------------------------------------------------------------------------------
test.expect(
    ["balance", "chess", "--games", "60", "--nodes", "20", "--positions", "chess.positions"]
)
positions = read("chess.positions").splitlines()
# In these synthetic results a knight is worth a queen.
MADE_UP = {"Q": 9, "R": 5, "B": 3, "N": 9, "P": 1}
lines = positions[:1]
for line in positions[1:]:
    board = line.split()[1]
    for copy in range(20):
        lead = sum(
            worth * (board.count(piece) - board.count(piece.lower()))
            for piece, worth in MADE_UP.items()
        )
        share = 1 / (1 + math.exp(-0.5 * lead))
        lines.append(
            "%d %s"
            % (4 if random.Random(len(lines)).random() < share else 0, line.split(" ", 1)[1])
        )
write("chess.positions", "\n".join(lines) + "\n")
lines_of_chess = lines
done = test.expect(
    ["tune", "chess", "chess.positions"],
    has=["[values]\n", "piece = N "],
    err_has="every tenth game, held out",
)
pieces = {
    line.split()[2]: int(line.split()[3])
    for line in done.stdout.splitlines()
    if line.startswith("piece = ")
}
test.check(pieces["N"] > pieces["B"], "knights are worth more now", done.stdout)
loss = [line for line in done.stderr.splitlines() if "Loss" in line]
test.check(
    all(
        float(line.split(", was")[0].split()[-1]) < float(line.split()[-1].rstrip("."))
        for line in loss
    ),
    "less loss, also where nothing was learnt",
    done.stderr,
)
write("tuned.variant", "[game]\nname = Tuned\nbase = chess\n\n" + done.stdout)
test.expect(["check", "tuned.variant"])
done = test.expect(
    ["tune", "chess", "chess.positions", "--terms"], has=["\nhanging = "], lacks="tempo"
)
write("tuned.variant", "[game]\nname = Tuned\nbase = chess\n\n" + done.stdout)
test.expect(["check", "tuned.variant"])
# A promoted piece that turns back has weights of its own, but no name in a definition.
promoted = ["apothecary positions 1 | crazyhouse"]
for line in lines[1:]:
    result, board, rest = line.split(" ", 2)
    promoted.append(" ".join([result, board.replace("Q", "Q~").replace("q", "q~"), rest]))
write("house.positions", "\n".join(promoted) + "\n")
values = test.expect(["tune", "crazyhouse", "house.positions", "--alike", "1"], lacks="~").stdout
write("house.variant", "[game]\nname = House\nbase = crazyhouse\n\n" + values)
test.expect(["check", "house.variant"])
# The same results as decimal fractions; and each with more weight, which changes more.
as_fractions = [lines[0]] + ["%.3f %s" % (int(line[0]) / 4, line[2:]) for line in lines[1:]]
write("fractions.positions", "\n".join(as_fractions) + "\n")
same = test.expect(["tune", "chess", "fractions.positions", "--terms"]).stdout
test.check(same == done.stdout, "fractions say what quarters say", same)
far = test.expect(["tune", "chess", "fractions.positions", "--terms", "--alike", "1"]).stdout
test.check(far != same, "positions that count for more")
test.expect(["tune", "chess", "fractions.positions", "--alike", "0"], code=2)
for share in ("1.001", "0.5", "-1.00", "0.x12"):
    write("bad.positions", f"{positions[0]}\n{share} {lines[1].split(' ', 1)[1]}\n")
    test.expect(["tune", "chess", "bad.positions"], code=1, err_has="bad.positions:2: ")
write("few.positions", "\n".join(positions[:100]) + "\n")
test.expect(["tune", "chess", "few.positions"], code=1, err_has="99 positions are too few")
test.expect(["tune", "modern", "chess.positions"], code=1, err_has="does not begin with")
test.expect(["tune", "chess", "missing.positions"], code=1)
write("bad.positions", positions[0] + "\n5 nonsense\n")
test.expect(["tune", "chess", "bad.positions"], code=1, err_has="bad.positions:2: ")
write("bad.positions", positions[0] + "\n4 nonsense\n")
test.expect(["tune", "chess", "bad.positions"], code=1, err_has="bad.positions:2: ")
test.expect(["tune", "chess"], code=2)

# --- kill and Ctrl-C ------------------------------------------------------------------------------
for stop, code in ((signal.SIGKILL, -9), (signal.SIGINT, 130)):
    arguments = [
        "balance",
        "modern",
        "--games",
        "100000",
        "--nodes",
        "10",
        "--state",
        "stopped.balance",
        "--progress",
    ]
    before = (
        len(read("stopped.balance").splitlines()) if os.path.exists(path("stopped.balance")) else 0
    )
    running = subprocess.Popen(
        [test.path] + arguments,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=test.environment(),
        cwd=test.folder,
    )
    for _ in range(6000):  # five minutes, against hanging
        time.sleep(0.05)
        if (
            os.path.exists(path("stopped.balance"))
            and len(read("stopped.balance").splitlines()) > before + 5
        ):
            break
    running.send_signal(stop)
    said, complaint = running.communicate(timeout=300)
    test.check(running.returncode == code, "ended by %s" % stop, "%s" % running.returncode)
    if stop == signal.SIGINT:
        test.check("all " in said and "games of 100000" in said, "Ctrl-C prints the table", said)
        test.check("left" in complaint, "progress with time left", complaint)
lines = read("stopped.balance").splitlines()
test.check(
    all(line.startswith("game %d start " % i) for i, line in enumerate(lines[1:])),
    "no game is missing after a kill",
    "\n".join(lines[:20]),
)

# Tuning that is stopped, or has no time for all positions, uses some of all parts of the file: half
# of this one says nothing, the other half that a knight is worth a queen. The file is so long that
# using it takes far longer than the signal or the second.
many = (lines_of_chess[1:] * 1000)[:400000]
draws = ["2" + line[1:] for line in many[:200000]]
write("long.positions", "\n".join(positions[:1] + draws + many[200000:]) + "\n")


def worth(piece, said):
    """The tuned value for the opening; 0 if it is as before."""
    found = re.search("^piece = %s ([0-9]+)" % piece, said, re.M)
    return int(found.group(1)) if found else 0


running = subprocess.Popen(
    [test.path, "tune", "chess", "long.positions", "--progress"],
    stdout=subprocess.PIPE,
    stderr=subprocess.PIPE,
    text=True,
    env=test.environment(),
    cwd=test.folder,
)
shown = ""
while max(map(int, re.findall(r"(\d+) of \d+ pos", shown)), default=0) < 40000:
    shown += running.stderr.read(1)
running.send_signal(signal.SIGINT)
said, complaint = running.communicate(timeout=300)
test.check(running.returncode == 130, "stopped", "%s" % running.returncode)
test.check(worth("N", said) > worth("B", said) + 50, "tuned with all parts", said + complaint)
test.check("the others are not used" in complaint, "says so", complaint)
done = test.expect(["tune", "chess", "long.positions", "--seconds", "1"])
used, of_all = map(int, re.search("^([0-9]+) of ([0-9]+) positions", done.stderr, re.M).groups())
test.check(1000 <= used < of_all == 400000, "some of the positions", done.stderr)
test.check("piece = Q " in done.stdout, "tuned with them", done.stdout)
test.expect(["tune", "chess", "long.positions", "--seconds", "0"], code=2)

# --- lab, killed in a step and begun again --------------------------------------------------------
call = ["lab", "mine.variant", "--games", "60", "--nodes", "60", "--folder", "killed"]


def games_of(step):
    try:
        return read("killed/" + step).splitlines()[1:]
    except FileNotFoundError:
        return []


def is_running(step):
    """A process of this step, recognised by the name of the step's file among its arguments."""
    wanted = ("--state\0killed/" + step + "\0").encode()
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/cmdline" % number, "rb") as file:
                if wanted in file.read():
                    return True
        except OSError:
            pass
    return False


kept = {}
for step in ("balance", "values", "match"):
    running = subprocess.Popen(
        [test.path] + call, stderr=subprocess.DEVNULL, env=test.environment(), cwd=test.folder
    )
    for _ in range(12000):  # ten minutes, against hanging
        if len(games_of(step)) >= 4:
            break
        time.sleep(0.05)
    running.kill()
    running.wait()
    for _ in range(1200):
        if not is_running(step):
            break
        time.sleep(0.05)
    test.check(not is_running(step), "nobody goes on with %s alone" % step)
    kept[step] = games_of(step)
    test.check(len(kept[step]) >= 4, "killed in " + step, str(len(kept[step])))
test.expect(call, has=["mine-lab.html"])
for step, games in kept.items():
    test.check(games_of(step)[: len(games)] == games, "the games of %s are kept" % step)
# As if it had never been killed.
test.expect([*call[:-1], "whole"], has=["mine-lab.html"])
for step in ("balance", "values"):
    test.check(games_of(step) == read("whole/" + step).splitlines()[1:], step + ": the same games")
test.end()
