"""Opening books: made from games and by search, shown, played from by the engine, in matches."""
import json
import os
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
GAMES = """[Event "a"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0

[Event "b"]

1. e4 c5 {[%clk 0:01:00]} (1... e6) 1/2-1/2

[Event "c"]

1. d4 d5 2. c4 1-0

[Event "of another game"]
[Variant "grand"]

1. Nd4 1-0
"""

with tempfile.TemporaryDirectory() as folder:
    games = os.path.join(folder, "games.pgn")
    book = os.path.join(folder, "x.book")
    with open(games, "w", encoding="utf-8") as file:
        file.write(GAMES)

    # Making.
    test.expect(
        ["book", "make", games, "-o", book],
        out="",
        err="3 games taken, 1 of other games, 0 with faults\n",
    )
    with open(book, encoding="utf-8") as file:
        text = file.read()
    lines = text.splitlines()
    test.check(lines[0] == "apothecary-book 1" and lines[2] == "positions 5", "the head", text)
    test.check(lines[3:] == sorted(lines[3:]), "the keys are in order", text)
    test.expect(["book", "make", games, "--out", book + "2", "--plies", "1"])
    test.expect(["book", "show", book + "2"], err="1 positions\n", has=["e4 ", "d4 "])
    test.expect(["book", "make", games, "--min-games", "2"], has=["e2e4 6\n"], lacks=["d2d4"])
    test.expect(["book", "make", games, "--variant", "shako"], code=1, has="game shako ")
    test.expect(["book", "make"], code=2)
    test.expect(["book", "make", folder + "/none.pgn"], code=1, err_has="none.pgn: ")
    with open(games + "2", "w", encoding="utf-8") as file:
        file.write('1. e4 e6 *\n\n[Event "bad"]\n\n1. e5 *\n')
    test.expect(
        ["book", "make", games + "2"],
        code=1,
        has="e2e4 2",
        err_has=["White's move 1, e5: ", "1 games taken, 0 of other games, 1 with faults"],
    )

    # Showing.
    test.expect(
        ["book", "show", book],
        out="e4                  6  60.0 %\n" "d4                  4  40.0 %\n",
    )
    shown = json.loads(test.expect(["book", "show", book, "chess", "--json"]).stdout)
    test.check(
        shown
        == [
            {"move": "e2e4", "san": "e4", "weight": 6},
            {"move": "d2d4", "san": "d4", "weight": 4},
        ],
        "book show --json",
        json.dumps(shown),
    )
    after = test.run(["apply", "chess", "startpos", "e4"], "", None).stdout.strip()
    test.expect(["book", "show", book, "chess", after], out="c5                  2 100.0 %\n")
    test.expect(["book", "show", book, "grand"], code=1, err_has="line 2: this book is for another")
    for bad, words in [
        (text[:-5], "line 8: the book is cut off here"),
        (text[:60], "cut off"),
        ("", "not an opening book"),
        ("x" * 40, "cut off"),
        (text.replace("e2e4 6", "e2e4"), "then moves with their weights"),
    ]:
        with open(book + "3", "w", encoding="utf-8") as file:
            file.write(bad)
        test.expect(["book", "show", book + "3"], code=1, out="", err_has=words)

    # The engine plays from it, but not where it analyses.
    talk = (
        "uci\nsetoption name BookFile value %s\nsetoption name OwnBook value true\n"
        "position startpos moves e2e4\n%s\nquit\n"
    )
    test.expect(
        ["engine"],
        stdin=talk % (book, "go movetime 1000"),
        has=["info string from the book\nbestmove c7c5\n", "option name BookFile type string"],
    )
    test.expect(["engine"], stdin=talk % (book, "go depth 1 mate 1"), lacks="from the book")
    test.expect(
        ["engine"],
        stdin=talk % (book, "setoption name OwnBook value false\ngo depth 1"),
        lacks="from the book",
    )
    test.expect(
        ["engine"],
        stdin=talk % (book + "4", "go depth 1"),
        has=["info string reading or writing failed: ", "bestmove "],
    )
    test.expect(
        ["engine"],
        stdin=talk
        % (book, "setoption name UCI_Variant value grand\nposition startpos\ngo depth 1"),
        has=["this book is for another game", "bestmove "],
    )

    # A match begins its games from it.
    pgn = os.path.join(folder, "match.pgn")
    test.expect(
        ["match", "chess", "self:depth=1", "self:depth=1", "--games", "8"]
        + ["--book", book, "--pgn", pgn, "--balance", "0"],
        has="8 games",
    )
    with open(pgn, encoding="utf-8") as file:
        openings = [line[:8] for line in file if line.startswith("1. ")]
    test.check(
        len(openings) == 8 and all(line in ("1. e4 c5", "1. d4 Nf") for line in openings),
        "the games begin as the book says",
        " ".join(openings),
    )
    test.expect(
        ["match", "chess", "self", "self", "--book", folder + "/none"], code=1, err_has="none: "
    )

    # By search: the table, the book and its state say the same.
    search = ["book", "search", "modern", "--plies", "2", "--nodes", "3000", "--start", "14"]
    state = os.path.join(folder, "modern.openings")
    book = os.path.join(folder, "modern.book")
    table = test.expect(search + ["--state", state, "--out", book]).stdout.splitlines()
    with open(book, encoding="utf-8") as file:
        whole = file.read()
    with open(state, encoding="utf-8") as file:
        found = file.read().splitlines(True)
    test.check(len(table) == 2 and table[1].startswith("   14 "), "a row a start", table)
    made = json.loads(test.expect(search + ["--state", state, "--out", book, "--json"]).stdout)
    first = made[0]["moves"]
    test.check(
        table[1].split(None, 2)[2]
        == ", ".join("%s %+d" % (one["san"], one["white_cp"]) for one in first),
        "the same as a list",
        table[1],
    )
    key, *words = found[1].split()
    test.check(
        words == [str(one[field]) for one in first for field in ("move", "white_cp")],
        "the state's first line is the start's",
        found[1],
    )
    weights = [round(1000 * 2 ** ((one["white_cp"] - first[0]["white_cp"]) / 25)) for one in first]
    line = next(line for line in whole.splitlines() if line.startswith(key)).split()
    test.check(
        sorted(zip(line[1::3], line[2::3], line[3::3]))
        == sorted(
            (one["move"], str(weight), "%+d" % one["white_cp"])
            for one, weight in zip(first, weights)
        ),
        "the weights and scores",
        " ".join(line),
    )
    fen = test.run(["fen", "modern", "14"], "", None).stdout.strip()
    shown = test.expect(["book", "show", book, "modern", fen]).stdout.splitlines()
    test.check(
        {(row.split()[0], row.split()[-1]) for row in shown}
        == {(one["san"], "%+d" % one["white_cp"]) for one in first},
        "shown with their scores",
        str(shown),
    )
    test.check(
        whole.splitlines()[2] == "positions %d" % (len(found) - 1), "a line each", whole[:80]
    )
    listed = {
        move.split()[0]
        for move in test.run(["moves", "modern", "14"], "", None).stdout.splitlines()
        if move
    }
    test.check({one["move"] for one in first} <= listed, "they are legal", str(first))

    # Killed anywhere, it ends with the same book.
    for lines, cut in ((1, 0), (2, 0), (3, 7), (len(found), 3)):
        with open(state, "w", encoding="utf-8") as file:
            text = "".join(found[:lines])
            file.write(text[: len(text) - cut])
        test.expect(search + ["--state", state], out=whole)
    process = subprocess.Popen(
        [test.path, *search[:4], "40", *search[5:], "--state", state + "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while not os.path.exists(state + "2") or os.path.getsize(state + "2") < 500:
        pass
    process.send_signal(signal.SIGINT)
    test.check(
        process.communicate()[0].startswith(b"apothecary-book 2\n") and process.returncode == 130,
        "Ctrl-C prints the book so far",
    )
    for bad, words in (
        (found[0] + found[2], "not a result of this search"),
        (found[0] + found[1].replace(" ", " z9", 1), "not a result of this search"),
        (found[0].replace("nodes 3000", "nodes 3001"), "belongs to another measurement"),
    ):
        with open(state, "w", encoding="utf-8") as file:
            file.write(bad)
        test.expect(search + ["--state", state], code=1, out="", err_has=words)
    test.expect(["book", "search"], code=2)
    test.expect(["book", "search", "nonsense"], code=2)
    test.expect(["book", "search", "modern", "--start", "25"], code=2)
    test.expect(["book", "search", "modern", "--within", "0"], code=2)
    test.expect(search + ["--out", folder + "/no/such"], code=1, err_has="no/such: No such file")
test.end()
