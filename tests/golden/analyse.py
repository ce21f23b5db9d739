"""analyse: lines as they are found, objects, Ctrl-C, impossible positions."""
import json
import os
import re
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402
from terminal import Terminal  # noqa: E402

test = Test()
LINE = re.compile(r"^ *(\d+)/(\d+) +\d+\.\ds +(\d+) ([-+](?:#\d+|\d+\.\d\d)) +(\S.*)$")
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"


def read_lines(text):
    """The lines of a text except the last, parsed, and the best moves of the last."""
    lines = text.replace("\r", "").splitlines()
    found = [LINE.match(line) for line in lines[:-1]]
    test.check(all(found) and lines[-1].startswith("best "), "lines and the best one", text)
    return [one.groups() for one in found if one], lines[-1].split()[1:]


# --- lines ---------------------------------------------------------------------------------------
for game in "alert modern classic apothecary2 prequel".split():
    done = test.expect(["analyse", game, "1", "--depth", "3"], err="")
    lines, best = read_lines(done.stdout)
    test.check([line[0] for line in lines] == ["1", "2", "3"], game + ": a line a ply", done.stdout)
    test.check(lines[-1][4].split() == best, game + ": the best line is the last", done.stdout)
    test.expect(["apply", game, "1", best[0]])
again = test.expect(["analyse", game, "1", "--depth", "3"])
test.check(
    [line[4] for line in read_lines(again.stdout)[0]] == [line[4] for line in lines],
    "the same analysis twice",
    done.stdout + again.stdout,
)
done = test.expect(["analyse", "modern", "14", "--depth", "2", "--lines", "3"])
test.check(len(read_lines(done.stdout)[0]) == 6, "three lines a ply", done.stdout)
test.expect(
    ["analyse", "chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "--depth", "4"],
    has=[" +#1  Ra8#\n", "\nbest Ra8#\n"],
)
test.expect(["analyse", "modern", "14", "--time", "50"], has="best ")

done = test.expect(["analyse", "modern", "14", "--depth", "5", "--threads", "3"])
test.check(len(read_lines(done.stdout)[0]) == 5, "three threads", done.stdout)

# --- objects -------------------------------------------------------------------------------------
done = test.expect(["analyse", "alert", "106", "--depth", "3", "--lines", "2", "--json"], err="")
objects = [json.loads(line) for line in done.stdout.splitlines()]
test.check(
    [(one["depth"], one["line"]) for one in objects[:-1]]
    == [(depth, line) for depth in (1, 2, 3) for line in (1, 2)],
    "depths and lines",
    done.stdout,
)
test.check(
    all(
        set(one) == {"depth", "depth_selected", "line", "score_cp", "nodes", "time_ms", "pv"}
        for one in objects[:-1]
    ),
    "keys",
    done.stdout,
)
test.check(objects[-1] == {"best": objects[-3]["pv"]}, "the best line ends it", done.stdout)
done = test.expect(
    ["analyse", "chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "--depth", "4", "--json"]
)
test.check(json.loads(done.stdout.splitlines()[-2])["mate_moves"] == 1, "a mate", done.stdout)

# --- what came before ----------------------------------------------------------------------------
QUEEN = "6k1/8/8/8/8/8/8/2Q3K1 w - - 0 1"
TWICE = "Qc2 Kg7 Qc1 Kg8 Qc2 Kg7 Qc1"
HERE = "8/6k1/8/8/8/8/8/2Q3K1 b - - 7 4"
for arguments, is_draw in ([QUEEN, "--after", TWICE], True), ([HERE], False):
    done = test.expect(["analyse", "chess", *arguments, "--depth", "4", "--json"], err="")
    *lines, best = [json.loads(line) for line in done.stdout.splitlines()]
    test.check(
        (lines[-1]["score_cp"] == 0 and best["best"][0] == "Kg8")
        if is_draw
        else lines[-1]["score_cp"] < -500,
        "the third occurrence is a draw" if is_draw else "without the game it is lost",
        done.stdout,
    )
test.expect(
    ["analyse", "chess", QUEEN, "--after", TWICE + " Kg8", "--depth", "2"],
    out="no move: the game is over here\n",
)
test.expect(
    ["analyse", "chess", QUEEN, "--after", "Qc2 Kg9", "--depth", "2"],
    code=1,
    err_has="move, column 2: expected a square",
)

# --- Ctrl-C --------------------------------------------------------------------------------------
terminal = Terminal(test, ["analyse", "alert", "106"])
terminal.wait("  4/")
terminal.wait("\n")
terminal.type("\x03")
said = terminal.end(0).replace("^C", "")
lines, best = read_lines(said)
test.check(len(lines) >= 4 and len(best) >= 1, "Ctrl-C leaves the best line", said)
test.expect(["apply", "alert", "106", best[0]])
child = subprocess.Popen(
    [test.path, "analyse", "prequel", "1", "--json"],
    env=test.environment(),
    stdout=subprocess.PIPE,
    stderr=subprocess.PIPE,
    text=True,
)
first = child.stdout.readline()
child.send_signal(signal.SIGINT)
out, err = child.communicate(timeout=300)
test.check(json.loads(first)["depth"] == 1, "a line comes when it is found", first)
test.check(
    child.returncode == 0 and err == "" and json.loads(out.splitlines()[-1])["best"] != [],
    "an interrupt leaves the best line",
    out + err,
)

# --- no moves, no positions -----------------------------------------------------------------------
for fen in (MATED, STALEMATE):
    test.expect(["analyse", "chess", fen, "--depth", "3"], out="no move: the game is over here\n")
    test.expect(["analyse", "chess", fen, "--depth", "3", "--json"], out='{"best":[]}\n')
for fen in (
    "nonsense",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "k7/8/8/8/8/8/8 w - - 0 1",
    MATED[:-30],
    MATED.replace(" w ", " x "),
    MATED.replace("K", "X"),
    "x" * 5000,
    "\x01\x02",
):
    done = test.run(["analyse", "chess", fen, "--depth", "1"])
    test.check(
        done.returncode in (1, 2) and done.stdout == "" and done.stderr.count("\n") >= 1,
        "no position: %r" % fen[:40],
        done.stdout + done.stderr,
    )
test.expect(
    ["analyse", "modern", "25", "--depth", "1"], code=2, err_has="modern has the starts 1 to 24"
)
test.expect(["analyse", "nothing-like-it", "1"], code=2)
test.expect(["analyse", "modern"], code=2, err_has="too few")
for option in (
    ["--depth", "0"],
    ["--depth", "x"],
    ["--lines", "0"],
    ["--threads", "257"],
    ["--time", "-1"],
):
    test.expect(["analyse", "modern", "14"] + option, code=2)

# --- EPD -----------------------------------------------------------------------------------------
MATE = "7k/8/5K2/8/8/8/8/6Q1 w - - "
SUITE = '# a suite\n\n%sbm Qg7; id "one";\n%sam Qg7; hmvc 3; id "two";\n%sid "three";\n' % (
    (MATE,) * 3
)
test.expect(
    ["analyse", "chess", "--epd", "-", "--depth", "3"],
    stdin=SUITE,
    out="solved Qg7# one\nfailed Qg7# two\n-      Qg7# three\nsolved 1 of 2\n",
    err="",
)
test.expect(
    ["analyse", "chess", "--epd", "-", "--depth", "3", "--json"],
    stdin=MATE + 'bm Qg7; id "one";\n',
    out='{"line":1,"id":"one","best":"Qg7#","solved":true}\n{"solved":1,"of":1}\n',
)
for line, words in (
    (MATE + "bm Qg7 Qa9;", ":1:"),
    (MATE + "7m x;", ":1:28: expected an operation"),
    ("8/8 w - - bm e4;", ":1:4: the board ends too early"),
):
    test.expect(
        ["analyse", "chess", "--epd", "-", "--depth", "2"], code=1, stdin=line + "\n", err_has=words
    )
# What cannot be read in full is not counted.
test.expect(
    ["analyse", "chess", "--epd", "-", "--depth", "2"],
    code=1,
    stdin=MATE + "bm Qg7 Qa9;\n",
    out="-      Qg7# \nsolved 0 of 0\n",
)
test.expect(["analyse", "chess", "--epd", "-"], code=2, err_has="--depth or --time")
test.expect(["analyse", "chess"], code=2, err_has="there is no FEN")
test.end()
