"""engine: the Universal Chess Interface, with valid and invalid input."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
# The program under its other name, which needs no arguments.
ENGINE = os.path.join(os.path.dirname(test.path), "apothecary-engine")


def talk(lines, has=(), lacks=(), name=None, command=None):
    """Sends lines, expects patterns in this order; returns what was said."""
    done = subprocess.run(
        command or [test.path, "engine"],
        input="\n".join(lines) + "\n",
        text=True,
        errors="replace",
        capture_output=True,
        timeout=300,
        env=test.environment(),
        cwd=test.folder,
    )
    rest = done.stdout
    for pattern in has:
        found = re.search(pattern, rest, re.M)
        test.check(found is not None, "%s: %s" % (name or lines[-1], pattern), done.stdout)
        if found:
            rest = rest[found.end() :]
    for pattern in lacks:
        test.check(
            re.search(pattern, done.stdout, re.M) is None,
            "%s: no %s" % (name or lines[-1], pattern),
            done.stdout,
        )
    test.check(
        done.returncode == 0 and "Sanitizer" not in done.stderr, "exit: " + lines[-1], done.stderr
    )
    return done.stdout


# --- the handshake ---------------------------------------------------------------------------
said = talk(
    ["uci", "isready", "quit"],
    has=[
        r"^id name Apothecary ",
        r"^id author ",
        r"^option name UCI_Variant type combo ",
        r"^option name Hash type spin default \d+ min 1 max \d+$",
        r"^uciok$",
        r"^readyok$",
    ],
)
for game in "alert modern classic apothecary2 prequel grand".split():
    test.check(" var %s" % game in said, "UCI_Variant has " + game)

# Chess programs start an engine by its name alone, from any folder.
talk(["uci", "go depth 1"], has=[r"^uciok$", r"^bestmove "], command=[ENGINE])
talk(["xboard", "protover 2"], has=[r"^feature done=1$"], command=[ENGINE])
for arguments, answer in (
    ("--version", "apothecary-engine "),
    ("--help", "Usage: apothecary engine"),
):
    talk([""], has=["^" + answer], command=[ENGINE, arguments], name=arguments)

# --- the table of options in docs/protocols.md -----------------------------------------------
offered = {}
spin = r"default (\d+) min (\d+) max (\d+)"
for name, kind, rest in re.findall(r"^option name (.*?) type (\w+) ?(.*)$", said, re.M):
    if kind == "spin":
        rest = "%s to %s, default %s" % (*re.match(spin, rest).groups()[1:], rest.split()[1])
    offered["UCI", name] = rest if kind == "spin" else kind
for name, kind, preset, least, most in re.findall(
    r'^feature option="(.*?) -(\w+)(?: (\d+) (\d+) (\d+)| [01]| )?"$',
    talk(["xboard", "protover 2", "quit"]),
    re.M,
):
    offered["XBoard", name] = "%s to %s, default %s" % (least, most, preset) if preset else kind
    if kind == "file":
        offered["XBoard", name] = "string"
KINDS = {
    "an id": "combo",
    "a path": "string",
    "a text": "string",
    "a button": "button",
    "true, false": "check",
}
written = {}
with open("docs/protocols.md", encoding="utf-8") as file:
    for row in re.findall(r"^\| `([^`|]+)` \|(.*?)\|(.*?)\|(.*?)\|(.*?)\|", file.read(), re.M):
        name, uci, xboard, values, preset = (cell.strip() for cell in row)
        for protocol, cell in (("UCI", uci), ("XBoard", xboard)):
            if cell == "yes":
                written[protocol, name] = KINDS.get(values, "%s, default %s" % (values, preset))
test.check(
    written == offered and len(offered) > 12,
    "the table of options",
    "%r\n%r" % (sorted(written.items()), sorted(offered.items())),
)

# --- what chess programs expect ------------------------------------------------------------
# Programs that know no UCI_Variant play chess.
talk(
    ["position startpos moves e2e4", "d", "go depth 2"],
    has=[r"fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b ", r"^bestmove [a-h]\d[a-h]\d"],
    name="chess unless a game is chosen",
)
for bad in ("position fen rubbish", "position startpos moves e2e5", "position"):
    talk(
        ["position startpos", bad, "go depth 2"],
        has=[r"^info string ", r"^info string no position", r"^bestmove \(none\)$"],
        lacks=[r"^info depth"],
        name="refused: " + bad,
    )
    talk([bad, "position startpos", "go depth 2"], has=[r"^bestmove [a-h]\d"])
    talk([bad, "go depth 2"], has=[r"^bestmove \(none\)$"], name="refused at once: " + bad)
# Unknown words before a command are skipped, as the standard asks.
talk(["joho isready", "a b c"], has=[r"unknown command: joho$", r"^readyok$", r"command: a$"])
talk(["position startpos", "go depth 1 searchmoves e2e4 e2e4 e2e4"], lacks=["multipv 2"])
MATE_IN_TWO = "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
talk([MATE_IN_TWO, "go mate 2"], has=[r"score mate 2 ", r"^bestmove a1a6"])
talk(
    ["position startpos", "go mate 1"],
    has=[r"^info depth 12 ", r"^bestmove [a-h]\d"],
    lacks=[r"score mate", r"depth 13 "],
    name="no mate in one",
)

# The lines of each iteration come best first, and the move played is that of the best line.
SHARP = [
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
]
LINE = r"^info depth (\d+) .*multipv (\d+) score (cp|mate) (-?\d+) .* pv (\S+)"
for limit in ("depth 8", "nodes 9000"):
    for fen in SHARP:
        said_of_it = talk(
            ["setoption name MultiPV value 4", "position fen " + fen, "go " + limit], name=limit
        )
        scores, first = {}, None
        for depth, number, kind, score, move in re.findall(LINE, said_of_it, re.M):
            score = int(score)
            if kind == "mate":
                score = (100000 if score > 0 else -100000) - score
            scores.setdefault(depth, []).append(score)
            if number == "1":
                first = move
        test.check(
            len(scores) > 3 and all(sorted(row, reverse=True) == row for row in scores.values()),
            "lines best first: %s, %s" % (limit, fen),
            said_of_it,
        )
        best = re.search(r"^bestmove (\S+)", said_of_it, re.M).group(1)
        test.check(best == first, "the move of the best line: %s, %s" % (limit, fen), said_of_it)

# --- Chess960 ---------------------------------------------------------------------------------
NINE_SIXTY = "setoption name UCI_Chess960 value true"
# Counted by Stockfish 15.1.
for fen, count in (
    ("nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w KQkq - 0 1", 171187),
    ("nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w HBhb - 0 1", 171187),
    ("4k3/8/8/8/8/8/8/1R4KR w HB - 0 1", 16096),
    ("4k3/8/8/8/8/8/8/1R4KR w KQ - 0 1", 16096),
    ("1rk2r2/pp1p1ppp/8/8/8/8/PP1P1PPP/1RK2R2 w FBfb - 0 9", 191290),
    # Only the rook on b1 may castle; Q would mean the one on a1.
    ("7k/8/8/8/8/8/8/RR3KR1 w BG - 0 1", 3193),
):
    talk(
        [NINE_SIXTY, "position fen " + fen, "go perft 4"],
        has=[r"^Nodes searched: %d$" % count],
        name=fen,
    )
# Castling is king takes rook, in and out; the king may stay where it is.
talk(
    [NINE_SIXTY, "position fen 4k3/8/8/8/8/8/8/1R4KR w HB - 0 1", "go perft 1"],
    has=[r"^g1b1: 1$", r"^g1h1: 1$"],
)
talk(
    [NINE_SIXTY, "position fen 4k3/8/8/8/8/8/8/1R4KR w HB - 0 1 moves g1h1 e8d8", "d"],
    has=[r"fen 3k4/8/8/8/8/8/8/1R3RK1 w "],
)
talk(
    [NINE_SIXTY, "position startpos moves g1f3 a7a6 g2g3 a6a5 f1g2 a5a4 e1h1", "d"],
    has=[r"fen rnbqkbnr/1ppppppp/8/8/p7/5NP1/PPPPPPBP/RNBQ1RK1 b "],
    name="king takes rook from the usual start",
)
talk(
    [NINE_SIXTY, "go depth 1", "setoption name UCI_Chess960 value false"]
    + ["position fen nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w KQkq - 0 1"]
    + ["position startpos", "go perft 1"],
    has=[r"^bestmove", r"info string bad FEN", r"^Nodes searched: 20$"],
    name="Chess960 on and off",
)
# Other games write castling like that too, if asked; our own form is always read.
CAPABLANCA = "position fen 4k5/10/10/10/10/10/10/R4K3R w KQ - 0 1"
for line, castling in ((NINE_SIXTY, "f1j1"), ("isready", "f1i1")):
    begin = [line, "setoption name UCI_Variant value capablanca"]
    talk(
        begin + [CAPABLANCA, "go perft 1"],
        has=[r"^%s: 1$" % castling],
        name="castling in Capablanca: " + line,
    )
    talk(
        begin + [CAPABLANCA + " moves f1j1", "d"],
        has=[r"/R6RK1 b "],
        name="king takes rook in Capablanca: " + line,
    )

# --- strength ---------------------------------------------------------------------------------
WEAK = ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 250"]
talk(
    WEAK + ["position startpos", "go movetime 60000"],
    has=[r"depth 1 .*multipv 20 ", r"^bestmove [a-h]"],
    lacks=[r"depth 2 "],
    name="UCI_Elo limits the search",
)
for line in ("setoption name UCI_AnalyseMode value true", WEAK[0].replace("true", "false")):
    talk(
        WEAK + [line, "position startpos", "go depth 3"],
        has=[r"depth 3 .*multipv 1 ", r"^bestmove "],
        lacks=["multipv 2"],
        name="full strength: " + line,
    )
said = talk(WEAK + ["position startpos", "go infinite", "isready", "stop"], lacks=["multipv 2"])
talk(["setoption name UCI_Elo value 5000"], has=[r"^info string the number is out of range: 5000"])

# --- what is for information only --------------------------------------------------------------
talk(
    ["uci", "setoption name UCI_Opponent value GM 2800 human Gary Kasparov", "isready"],
    has=[r"^option name UCI_EngineAbout type string default Apothecary", "readyok"],
    lacks=["info string"],
)
talk(["setoption name UCI_Opponent value somebody"], has=[r"^info string UCI_Opponent wants"])
talk(["setoption name UCI_EngineAbout value x"], has=[r"^info string UCI_EngineAbout cannot"])

# --- games -----------------------------------------------------------------------------------
talk(
    ["setoption name UCI_Variant value modern", "position startpos", "go depth 4"],
    has=[
        r"^info depth 1 .*score (cp|mate) -?\d+ .* pv [a-j]\d+[a-j]\d+",
        r"^info depth 4 ",
        r"^bestmove [a-j]\d+[a-j]\d+ ponder [a-j]\d+[a-j]\d+$",
    ],
)
talk(
    ["setoption name UCI_Variant value prequel", "position startpos moves g2g3 g11g10", "d"],
    has=[r"^info string fen \S+ w KQkq - 0 2$"],
    name="position with moves",
)
talk(
    [
        "setoption name UCI_Variant value chess",
        "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
        "go depth 5",
    ],
    has=[r"score mate 1 .* pv a1a8$", r"^bestmove a1a8$"],
)
talk(
    [
        "setoption name UCI_Variant value chess",
        "position startpos moves f2f3 e7e5 g2g4 d8h4",
        "go depth 3",
    ],
    has=[r"^bestmove \(none\)$"],
)
talk(
    [
        "setoption name UCI_Variant value chess",
        "setoption name MultiPV value 3",
        "position startpos",
        "go depth 3",
    ],
    has=[r"depth 3 .*multipv 1", r"depth 3 .*multipv 2", r"depth 3 .*multipv 3"],
)
talk(
    [
        "setoption name Level value 1",
        "setoption name UCI_Variant value modern",
        "position startpos",
        "go movetime 60000",
    ],
    has=[r"depth 1 .*multipv 24 ", r"^bestmove [a-j]"],
    lacks=[r"depth 2 "],
)
with tempfile.TemporaryDirectory(prefix="two words ") as folder:
    path = os.path.join(folder, "my-game.variant")
    with open(path, "w", encoding="utf-8") as file:
        file.write("[game]\nname = Mine\nbase = chess\n\n[pieces]\nN = hopper, A\n")
    talk(
        [
            "uci",
            "setoption name VariantPath value " + path,
            "position startpos moves b1d3",
            "go depth 2",
        ],
        has=[r"^option name VariantPath type string default <empty>$", r"^bestmove [a-h]\d"],
    )
    talk(
        [
            "setoption name VariantPath value <empty>",
            "setoption name VariantPath value " + path + "x",
            "isready",
        ],
        has=[r"^info string .*variantx$", r"^readyok$"],
    )
    with open(path, "a", encoding="utf-8") as file:
        file.write("X = nothing, nonsense!\n")
    talk(
        ["setoption name VariantPath value " + path],
        has=[r"^info string line 7 of the definition file: "],
    )
talk(["setoption name Level value 9"], has=[r"^info string the number is out of range: 9"])
talk(
    [
        "setoption name UCI_Variant value chess",
        "position startpos",
        "go depth 3 searchmoves a2a3 h2h3",
    ],
    has=[r"^bestmove [ah]2[ah]3"],
)
talk(
    [
        "setoption name UCI_Variant value chess",
        "position startpos",
        "go wtime 200 btime 200 winc 0 binc 0 movestogo 20",
    ],
    has=[r"^bestmove "],
)
talk(
    ["setoption name UCI_Variant value chess", "position startpos", "go wtime -5 btime 10"],
    has=[r"^bestmove "],
)
talk(
    ["setoption name UCI_Variant value chess", "position startpos", "go perft 3"],
    has=[r"^a2a3: 380$", r"^Nodes searched: 8902$"],
)

talk(
    [
        "setoption name UCI_Variant value chess",
        "setoption name Threads value 3",
        "position startpos",
        "go depth 7",
    ],
    has=[r"^info depth 7 ", r"^bestmove [a-h]\d"],
)

# --- chances: of three results as elsewhere, and of five ------------------------------------
FIVE = r"^info string outcomes win (\d+) advantage (\d+) draw (\d+) disadvantage (\d+) loss (\d+)$"
said = talk(
    [
        "setoption name UCI_ShowWDL value true",
        "setoption name UCI_Variant value alert",
        "position startpos",
        "go depth 2",
    ],
    has=[r"score cp -?\d+ wdl \d+ \d+ \d+ nodes", FIVE],
)
for game, names in (("alert", True), ("chess", False)):
    said = talk(
        [
            "setoption name UCI_ShowWDL value true",
            "setoption name UCI_Variant value " + game,
            "position startpos",
            "go depth 2",
        ],
        name=game,
    )
    chances = [int(number) for number in re.findall(FIVE, said, re.M)[-1]]
    three = [int(number) for number in re.findall(r" wdl (\d+) (\d+) (\d+) ", said)[-1]]
    test.check(sum(chances) == 1000 and sum(three) == 1000, game + ": chances add up", said)
    test.check((chances[1] > 0 and chances[3] > 0) == names, game + ": quarters", said)
    test.check(
        three == [chances[0], sum(chances[1:4]), chances[4]], game + ": five and three", said
    )
talk(
    [
        "setoption name UCI_ShowWDL value true",
        "setoption name UCI_Variant value chess",
        "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
        "go depth 5",
    ],
    has=[r"score mate 1 wdl 1000 0 0 ", r"^info string outcomes win 1000 advantage 0 "],
)
talk(["setoption name UCI_ShowWDL value perhaps"], has=[r"neither true nor false: perhaps$"])

# --- pondering: one best move, after the hit or the stop -------------------------------------
for lines in (
    ["go ponder wtime 200 btime 200", "isready", "ponderhit"],
    ["go ponder depth 2", "isready", "ponderhit"],
    ["go ponder", "isready", "stop"],
    ["go ponder wtime 100 btime 100", "ponderhit", "ponderhit", "stop"],
):
    said = talk(
        ["setoption name Ponder value true", "position startpos"] + lines,
        has=[r"^bestmove \S"],
        lacks=[r"info string"],
    )
    test.check(said.count("bestmove") == 1, "one best move: " + " ".join(lines), said)

# --- stopping --------------------------------------------------------------------------------
said = talk(
    ["position startpos", "go infinite", "isready", "stop", "isready"],
    has=[r"^readyok$", r"^bestmove \S", r"^readyok$"],
)
test.check(said.count("bestmove") == 1, "one bestmove for one go", said)
talk(["position startpos", "go infinite"], has=[r"^bestmove \S"], name="end of input")
talk(["position startpos", "go infinite", "quit"], has=[r"^bestmove \S"])
talk(
    ["position startpos", "go infinite", "position startpos", "go depth 2"],
    has=[r"^bestmove \S", r"^bestmove \S"],
    name="position while searching",
)
talk(
    ["go perft 20", "isready", "stop", "isready"],
    has=[r"^readyok", r"Nodes searched", r"^readyok"],
    name="perft stopped",
)
DUCKS = "position fen 7K/3n4/8/Q1Q1Q1Q1/7Q/1Q1Q1Q2/1Q6/k5QQ b - - 0 1"
talk(
    ["setoption name UCI_Variant value duck", DUCKS, "go perft 2", "isready"],
    has=[r"info string more results than fit: a list of moves holds 8,192: perft"],
    name="perft of more moves than are listed",
)

# --- nonsense --------------------------------------------------------------------------------
for line, answer in (
    ("xyzzy", "unknown command: xyzzy"),
    ("position", "position wants startpos or fen"),
    ("position fen", "bad FEN"),
    ("position fen what is this", "bad FEN"),
    ("position startpos moves a1a1", "illegal move"),
    ("position startpos moves \x01\x02", r"illegal move.*: \?\?"),
    ("setoption", "setoption wants a name"),
    ("setoption name", "unknown option"),
    ("setoption name Hash", "not a number"),
    ("setoption name Hash value 99999999999999999999", "not a number"),
    ("setoption name Hash value 4294967295", "number is out of range"),
    ("setoption name Hash value -1", "not a number"),
    ("setoption name MultiPV value 0", "out of range"),
    ("setoption name MultiPV value 65", "out of range"),
    ("setoption name Threads value 0", "out of range"),
    ("setoption name Threads value 257", "out of range"),
    ("setoption name UCI_Variant value nothing-like-it", "unknown variant"),
    ("setoption name Nonsense value 3", "unknown option: Nonsense"),
    ("go depth", "not a number"),
    ("go depth x nodes 100", "not a number: x"),
    ("go sideways 3 depth 1", "unknown word after go: sideways"),
):
    talk([line, "stop", "isready"], has=[r"^info string .*" + answer, r"^readyok$"], name=line)
# After a bad line everything is as it was.
talk(
    [
        "setoption name UCI_Variant value chess",
        "position startpos moves e2e4",
        "position startpos moves e2e5",
        "setoption name UCI_Variant value nothing",
        "d",
    ],
    has=[r"^info string fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b "],
    name="a bad position changes nothing",
)
# A game that goes on from the last position, as programs send it, is as good as a new one. Each
# line is followed by the fields of the FEN after the board: the number of the move is the last.
OPEN = "position startpos moves e2e4"
KINGS = "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1"
shown, asked = [], []
for line, fields in (
    (OPEN, r"\S+ b KQkq \S+ 0 1"),
    (OPEN + " e7e5", r"\S+ w KQkq \S+ 0 2"),
    (OPEN + " e7e5", r"\S+ w KQkq \S+ 0 2"),
    (OPEN + "  e7e5 g1f3  b8c6 ", r"\S+ w KQkq - 2 3"),
    (OPEN + " e7e5 g1f3 b8c6 f1b5 a1a8", r"\S+ w KQkq - 2 3"),  # refused
    (OPEN + " e7e5 g1f3 b8c6 f1b5", r"\S+ b KQkq - 3 3"),
    ("position startpos moves", r"\S+ w KQkq - 0 1"),
    ("position startpos moves g1f3", r"\S+ b KQkq - 1 1"),
    (OPEN + " e7e5", r"\S+ w KQkq \S+ 0 2"),
    ("ucinewgame", r"\S+ w KQkq - 0 1"),
    (OPEN + " e7e5 g1f3", r"\S+ b KQkq - 1 2"),
    (KINGS, r"\S+ w - - 0 1"),
    (KINGS + "2", r"\S+ w - - 0 12"),
    (KINGS + "2 moves e1e2", r"\S+ b - - 1 12"),
    (KINGS + "2 moves e1e2 e8e7", r"\S+ w - - 2 13"),
    ("setoption name UCI_Variant value grand", r"\S+ w .* 0 1"),
    (KINGS + "2 moves e1e2 e8e7 e2e3", r"\S+ w .* 0 1"),  # no position of Grand Chess
):
    asked += [line, "d"]
    shown.append("^info string fen " + fields + "$")
talk(asked, has=shown, name="positions that go on from the last one")
# Positions without a move, in which nothing can be searched.
for game, fen in (
    ("chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"),
    ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
):
    for go in (
        "go depth 5",
        "go infinite",
        "go wtime 1000 btime 1000",
        "go ponder",
        "go movetime 50",
    ):
        talk(
            [
                "setoption name UCI_Variant value " + game,
                "position fen " + fen,
                go,
                "ponderhit",
                "stop",
                "go perft 2",
                "isready",
            ],
            has=[r"^bestmove \(none\)$", r"^Nodes searched: 0$"],
            name=go + " without a move",
        )
# A line that is cut off is judged as it is.
for text in (
    "position startpos moves e2",
    "go dep",
    "setoption name Ha",
    "position fen rnbqk",
    "u",
    "\0",
):
    done = subprocess.run(
        [test.path, "engine"],
        input="uci\n" + text,
        text=True,
        capture_output=True,
        timeout=300,
        env=test.environment(),
        cwd=test.folder,
    )
    test.check(
        done.returncode == 0 and "uciok" in done.stdout and "info string" in done.stdout,
        "cut off: %r" % text,
        done.stdout + done.stderr,
    )
# A table larger than memory is refused, and the search goes on with the old one.
with open("/proc/meminfo") as file:
    free_mb = int(re.search(r"MemAvailable: *(\d+)", file.read()).group(1)) // 1024
if free_mb < 60000:
    talk(
        ["setoption name Hash value 65536", "go depth 2"],
        has=[r"^info string out of memory: 65536$", r"^bestmove \S"],
    )
talk(
    ["position startpos moves " + "e2e4 " * 300000, "isready"],
    has=[r"^info string the line is too long and is ignored$", r"^readyok$"],
    name="a line without an end",
)
talk(
    ["position startpos moves " + "g1f3 g8f6 f3g1 f6g8 " * 25000, "go depth 1"],
    has=[r"^bestmove "],
    lacks=["info string"],
    name="a hundred thousand moves",
)
talk(
    ["a " * 400000, "\0" * 1000000, "go " + "searchmoves e2e4 " * 50000 + "depth 1"]
    + ["position fen " + "8/" * 300000, "setoption name " + "n " * 400000, "isready"],
    has=[
        r"command: a$",
        r"command: \?+$",
        r"^bestmove e2e4",
        "bad FEN",
        "unknown option",
        "readyok",
    ],
    name="lines of a megabyte",
)
talk(["x" * 300000, "\x00\x01", "", "   ", "isready"], has=[r"^readyok$"], name="long lines")
talk(["ucinewgame", "go depth 1"], has=[r"^bestmove \S"], name="go before everything")
talk(["ucinewgame", "eval", "stop", "stop", "ponderhit", "go depth 1"], has=[r"^bestmove \S"])
test.end()
