"""perft: numbers, divided, over threads, with progress; who has counted which built-in game."""
import csv
import glob
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
START = ["modern", "14"]
for depth, count in (("0", 1), ("1", 56), ("2", 3199)):
    test.expect(["perft"] + START + [depth], out="%d\n" % count, err="")
lines = test.expect(["perft"] + START + ["2", "--divide"], err="").stdout.splitlines()
test.check(
    lines[-1] == "total 3199"
    and len(lines) == 57
    and lines[:-1] == sorted(lines[:-1])
    and sum(int(line.split()[1]) for line in lines[:-1]) == 3199,
    "perft --divide",
    str(lines),
)
one = test.expect(["perft", "prequel", "start", "4", "--divide"]).stdout
for threads in ("2", "5"):
    test.expect(["perft", "prequel", "start", "4", "--divide", "--threads", threads], out=one)
test.check(
    json.loads(test.expect(["perft"] + START + ["2", "--json"]).stdout)["total"] == 3199,
    "perft --json",
)
MATED = "**********/k6R2/8R1/10/10/10/10/10/10/10/4K5/********** b - - -- - - 0 30"
test.expect(["perft", "modern", MATED, "3"], out="0\n")
test.expect(["perft", "modern", MATED, "1", "--divide"], out="total 0\n")
# Queens and a duck: after a move of the knight White has more moves than are listed.
DUCKS = ["duck", "7K/3n4/8/Q1Q1Q1Q1/7Q/1Q1Q1Q2/1Q6/k5QQ b - - 0 1"]
TOO_MANY = "more results than fit: a list of moves holds 8,192"
for rest in (["2"], ["2", "--threads", "3"], ["4"], ["3", "--json"]):
    test.expect(["perft"] + DUCKS + rest, code=1, out="", err_has=TOO_MANY)
for rest in ([], ["--json"]):
    done = test.expect(["perft", "duck", "-", "2"] + rest, stdin=DUCKS[1] + "\n", code=1)
    test.check(TOO_MANY in done.stdout, "an error in the answer's place", done.stdout)
# A count of some seconds reports in between, on stderr only.
with tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as out:
    counting = subprocess.Popen(
        [test.path, "perft", "alert", "1", "7", "--progress"],
        stdout=out,
        stderr=err,
        env=test.environment(),
    )
    for _ in range(1500):  # five minutes, against hanging
        time.sleep(0.2)
        if os.fstat(err.fileno()).st_size > 0:
            break
    counting.kill()
    counting.wait()
    err.seek(0)
    report = err.read().decode()
    test.check("parts" in report and "nodes" in report, "a report after some seconds", report)
    test.check(os.fstat(out.fileno()).st_size == 0, "nothing on stdout meanwhile")

# Every built-in game has counts from outside, and docs/TESTING.md says whose.
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
counted_by = {}
for path in glob.glob(os.path.join(ROOT, "tests", "perft", "*.tsv")):
    with open(path, encoding="utf-8") as stream:
        for row in csv.DictReader(stream, delimiter="\t"):
            by = row.get("counted by") or "two implementations before this one"
            counted_by.setdefault(row["variant"].partition(":")[0], set()).update(by.split(","))
games = {os.path.basename(path)[:-8] for path in glob.glob(os.path.join(ROOT, "variants", "*.v*"))}
test.check(games <= set(counted_by), "games without a count", str(games - set(counted_by)))
told = {}
with open(os.path.join(ROOT, "docs", "TESTING.md"), encoding="utf-8") as stream:
    for line in stream:
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 2 and cells[0].startswith("counted by "):
            told[cells[0][len("counted by ") :]] = set(cells[1].split(", "))
others = {game for game in games if "Fairy-Stockfish" not in counted_by.get(game, ())}
test.check(
    others == set().union(*told.values())
    and all(by in counted_by[game] for by, names in told.items() for game in names),
    "docs/TESTING.md: who counted the games that Fairy-Stockfish did not",
    str({game: counted_by.get(game) for game in sorted(others)}),
)
test.end()
