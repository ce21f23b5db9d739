"""Commands that answer every line of standard input: in order, on several threads, each line as a
single call answers it."""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
GAMES = ["chess", "alert", "modern", "capablanca"]


def ask(arguments, lines, **options):
    """The program's answer to these lines: (status, output, errors)."""
    done = subprocess.run(
        [test.path] + arguments,
        input="".join(line + "\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=100,
        **options,
    )
    return done.returncode, done.stdout, done.stderr


def single(arguments):
    return subprocess.run([test.path] + arguments, capture_output=True, text=True).stdout


def walk(game, count, seed):
    """(FEN, a legal move) of positions of random games."""
    drawn = random.Random(seed)
    pairs = []
    fens = ["start"] * 8
    while len(pairs) < count:
        _, out, _ = ask(["moves", game, "-", "--json"], fens)
        answers = [[entry["move"] for entry in json.loads(line)] for line in out.splitlines()]
        asked = [(fen, drawn.choice(moves)) for fen, moves in zip(fens, answers) if moves]
        pairs += asked
        _, out, _ = ask(["apply", game, "-"], ["%s %s" % pair for pair in asked])
        fens = out.splitlines()
    return pairs[:count]


for game in GAMES:
    pairs = walk(game, 24, 7)
    fens = [fen for fen, _ in pairs]
    both = ["%s %s" % pair for pair in pairs]
    for threads in ("1", "5"):
        for name, lines, tail in (
            ("moves", fens, []),
            ("status", fens, []),
            ("perft", fens, ["2"]),
            ("apply", both, []),
            ("convert", both, []),
            ("explain", both, []),
        ):
            for option in ([], ["--json"]):
                status, out, err = ask(
                    [name, game, "-"] + tail + option + ["--threads", threads], lines
                )
                call = "%s %s %s" % (game, name, " ".join(option))
                test.check(status == 0 and err == "", call + ": " + err)
                divider = "\n\n" if name == "moves" and not option else "\n"
                answers = out[:-1].split(divider)
                test.check(len(answers) == len(lines), call + ": as many answers as lines")
                for i in range(0, len(lines), 11):
                    alone = single([name, game] + lines[i].split() + tail + option)
                    test.check(alone == answers[i] + "\n", "%s, line %d" % (call, i + 1))

# Bad lines keep their place, and say what is wrong with them.
START = single(["fen", "modern", "14"]).strip()
lines = ["14 e3e5", "", "rubbish e3e5", START + " e3e6", START + " e3e5 e8e6", "9999 e3e5"]
status, out, err = ask(["apply", "modern", "-"], lines)
out = out.splitlines()
test.check(status == 1 and "4 of 6 lines have no answer" in err, err)
test.check(len(out) == 6 and out[0].endswith("0 1") and out[4].endswith("0 2"), str(out))
test.check(out[1].startswith("error: FEN") and out[2].startswith("error: FEN, column"), out[2])
test.check(out[3].startswith("error: move") and out[5].startswith("error: FEN"), str(out))
status, out, err = ask(["status", "modern", "-", "--json"], ["14", "nothing/like/it", "15"])
answers = [json.loads(line) for line in out.splitlines()]
test.check(status == 1 and [("error" in answer) for answer in answers] == [0, 1, 0], out)
test.check(answers[1]["in"] == "FEN" and answers[1]["column"] > 0, out)
status, out, err = ask(["explain", "modern", "-"], ["14 f2f9", "14"])
test.check(status == 1 and out.splitlines()[0].startswith("Not legal."), out)
test.check(out.splitlines()[1] == "error: MOVE: is missing", out)

# With tabs, a move may have blanks; words among the operands follow those of each line.
_, out, _ = ask(["apply", "modern", "-"], ["14\tP e3-e5\tP e8-e6", "14 e3e5 e8e6"])
test.check(len(set(out.splitlines())) == 1, out)
_, out, _ = ask(["apply", "modern", "-", "e8e6"], ["14 e3e5"])
test.check(out == single(["apply", "modern", "14", "e3e5", "e8e6"]), out)

# A last line without an end counts; lines beyond the limit are refused, and the next is answered.
done = subprocess.run([test.path, "status", "modern", "-"], input=b"14\n15", capture_output=True)
test.check(done.returncode == 0 and done.stdout.count(b"\n") == 2, str(done))
status, out, err = ask(["status", "modern", "-"], ["x" * 3000000, "14"])
test.check(out.splitlines()[0] == "error: line: it is too long", out[:80])
test.check(len(out.splitlines()) == 2 and "moves=" in out, out[:80])
status, out, err = ask(["status", "modern", "-"], ["14"] * 9000)
test.check(status == 0 and len(out.splitlines()) == 9000, err)

# A program that waits for each answer gets it.
with subprocess.Popen(
    [test.path, "status", "modern", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
) as running:
    for start in ("14", "15", "16"):
        running.stdin.write(start + "\n")
        running.stdin.flush()
        test.check(running.stdout.readline().startswith("check=0"), "an answer at once")
    running.stdin.close()

test.end()
