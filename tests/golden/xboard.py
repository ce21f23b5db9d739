"""engine: the protocol of XBoard, with valid and invalid input."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()


def talk(lines, has=(), lacks=(), name=None):
    """Sends lines after the handshake, expects patterns in this order; returns what was said. A
    pair (pattern, line) sends the line only when the pattern has been seen."""
    child = subprocess.Popen(
        [test.path, "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        env=test.environment(),
        cwd=test.folder,
    )
    said = ""
    child.stdin.write("xboard\n")
    for line in lines:
        if isinstance(line, tuple):
            pattern, line = line
            child.stdin.flush()
            while True:
                answer = child.stdout.readline()
                said += answer
                if answer == "" or re.search(pattern, answer):
                    break
        child.stdin.write(line + "\n")
    rest, err = child.communicate(timeout=300)
    said += rest
    left = said
    for pattern in has:
        found = re.search(pattern, left, re.M)
        test.check(found is not None, "%s: %s" % (name or lines[-1], pattern), said)
        if found:
            left = left[found.end() :]
    for pattern in lacks:
        test.check(
            re.search(pattern, said, re.M) is None, "%s: no %s" % (name or lines[-1], pattern), said
        )
    test.check(child.returncode == 0 and "Sanitizer" not in err, "exit: %s" % (lines[-1],), err)
    return said


# --- the handshake ---------------------------------------------------------------------------
talk(
    ["protover 2", "quit"],
    has=[
        r"^feature done=0$",
        r'^feature myname="Apothecary ',
        r'^feature variants="normal,',
        r"\bping=1\b.*\bsetboard=1\b.*\busermove=1\b",
        r"\bhighlight=1\b",
        r'^feature option="Level -spin 8 1 8"$',
        r"^feature done=1$",
    ],
)
for game in "alert modern classic apothecary2 prequel".split():
    talk(
        ["protover 2", "new", "variant " + game, "quit"],
        has=[
            r'variants="[^"]*\b%s\b' % game,
            r"^setup \([A-Z.]+K[a-z.]+k\) 1[02]x1[24]\+0_\w+ " r"[A-Za-z0-9*/]+ w \S+ - 0 1$",
            r"^piece [A-Z]& \S+$",
        ],
        name=game,
    )
talk(["protover 2", "variant classic", "quit"], has=[r"\+0_seirawan "], name="launches")
talk(["protover 2", "variant normal", "quit"], lacks=[r"^setup", r"^piece"])
two = talk(["option Start=2", "variant modern", "quit"], has=[r"^setup "])
test.check("1bnqgnbd1" in two or "gbnqknbd" in two.lower(), "start 2 in setup", two)

# --- playing ---------------------------------------------------------------------------------
talk(
    ["new", "variant chess", "variant normal", "sd 3", "post", "usermove e2e4"],
    has=[
        r"^Error \(unknown variant\): chess$",
        r"^1 -?\d+ \d+ \d+ \d+ \d+\t[a-h]\d",
        r"^3 ",
        r"^move [a-h]\d[a-h]\d$",
    ],
)
talk(
    ["new", "sd 2", "usermove e2e4", "ping 7"],
    has=[r"^move ", r"^pong 7$"],
    name="ping behind the move",
)
talk(
    ["new", "variant modern", "sd 2", "usermove e4e6", "ping 1"],
    has=[r"^move [a-j]\d+[a-j]\d+$", r"^pong 1$"],
    name="rows counted from 1",
)
talk(
    ["new", "variant grand", "sd 2", "usermove e2e4"],
    has=[r"^move [a-j]\d[a-j]\d$"],
    name="ten rows counted from 0",
)
talk(
    ["new", "force", "usermove e2e4", "e7e5", "go", "sd 1"],
    has=[r"^move "],
    name="a move without its word",
)
talk(["new", "st 0.05", "go"], has=[r"^move "])
talk(["new", "level 40 0:01 0", "time 100", "otim 100", "usermove e2e4"], has=[r"^move "])
talk(
    ["new", "force", "usermove f2f3", "usermove e7e5", "usermove g2g4", "sd 2", "go"],
    has=[r"^move d8h4$", r"^0-1 \{mate\}$"],
)
talk(
    ["new", "force", "usermove f2f3", "usermove e7e5", "usermove g2g4", "usermove d8h4", "go"],
    has=[r"^0-1 \{mate\}$"],
)
talk(["new", "sd 2", "playother", "usermove e2e4"], lacks=[r"Illegal"], has=[r"^move "])
said = talk(
    ["new", "hard", "sd 2", "usermove e2e4", (r"^move", "usermove a7a6"), "ping 3", "quit"],
    has=[r"^Illegal move: a7a6$"],
    name="pondering, a bad move",
)
talk(
    ["new", "hard", "sd 2", "usermove e2e4", (r"^move", "usermove d2d3"), "ping 3"],
    has=[r"^move ", r"^pong 3$"],
    name="pondering",
)
talk(
    [
        "new",
        "hard",
        "sd 2",
        "usermove e2e4",
        (r"^move", "hint"),
        (r"^Hint: [a-h]\d", "easy"),
        "ping 1",
    ],
    has=[r"^pong 1$"],
)

# --- the old and the new way to set up --------------------------------------------------------
talk(
    ["new", "force", "setboard 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "sd 3", "go"],
    has=[r"^move a1a8$", r"^1-0 \{mate\}$"],
)
talk(
    [
        "new",
        "force",
        "edit",
        "#",
        "Kg1",
        "Ra1",
        "Pf2",
        "Pg2",
        "Ph2",
        "c",
        "Kg8",
        "Pf7",
        "Pg7",
        "Ph7",
        ".",
        "sd 3",
        "go",
    ],
    has=[r"^move a1a8$"],
)
talk(
    ["new", "edit", "Zz9", "Kx", "", "#", ".", "ping 1"],
    has=[r"^Error \(edit wants", r"^tellusererror Illegal position: ", r"^pong 1$"],
)
talk(
    [
        "new",
        "force",
        "setboard nonsense",
        "setboard",
        "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
        "ping 1",
    ],
    has=[r"^tellusererror"] * 3 + [r"^pong 1$"],
)
# XBoard's own picture of a game with a joker: no reserve, no rights, vanished squares empty.
start = re.search(r"^setup \(\S+\) \S+ (\S+) ", talk(["variant alert", "quit"]), re.M).group(1)
talk(
    ["new", "variant alert", "setboard %s w KQkq - 0 1" % start, "sd 1", "go"],
    has=[r"^move "],
    lacks=["tellusererror"],
)
gone = re.sub(r"\*\*\*\*OOJO\*\*\*\*|\*\*\*\*JOOJ\*\*\*\*", "****1OOJ****", start)
talk(
    ["new", "variant alert", "setboard %s w KQkq - 0 1" % gone, "sd 1", "go"],
    has=[r"^move "],
    lacks=["tellusererror"],
    name="a vanished square",
)

# --- Chess960, other boards, pauses, nodes for time ---------------------------------------------
talk(
    ["new", "variant fischerandom", "force"]
    + ["setboard 4k3/8/8/8/8/8/8/1R4KR w HB - 0 1", "usermove O-O", "usermove e8e7"]
    + ["setboard 4k3/8/8/8/8/8/8/1R4KR w HB - 0 1", "usermove O-O-O", "usermove e8e7", "ping 1"],
    lacks=["Illegal", "tellusererror", "Error", "^setup", "^piece"],
    has=[r"^pong 1$"],
    name="castling in Chess960",
)
talk(
    ["new", "variant fischerandom", "force", "setboard 7k/8/8/8/8/8/6PP/R4R1K w - - 0 1"]
    + ["usermove O-O", "usermove 0-0-0", "ping 1"],
    has=[r"^Illegal move: O-O$", r"^Illegal move: 0-0-0$", r"^pong 1$"],
)
# It castles in the same notation by itself: only castling parries the mate on the back rank.
said = talk(
    ["new", "variant fischerandom", "force", "setboard 4k3/8/8/8/8/8/8/6KR w H - 0 1"]
    + ["exclude all", "include O-O", "sd 2", "go"],
    has=[r"^move O-O$"],
    name="Chess960: our castling",
)
talk(
    ["new", "variant 10x8+0_capablanca", "sd 1", "usermove e2e4"],
    has=[r"^move [a-j]"],
    lacks=["Error"],
)
talk(
    ["new", "variant 12x8+0_capablanca", "variant 8x8+0_nonsense", "variant 8x_normal"],
    has=[r"^Error \(the game has another board\)"] + [r"^Error \(unknown variant\)"] * 2,
)
talk(["protover 2"], has=[r"\bpause=1 nps=1\b", r'"UCI_LimitStrength -check 0"$'])
# Paused, it does not move; resumed, it does.
said = talk(
    [
        "new",
        "st 0.3",
        "usermove e2e4",
        "pause",
        "pause",
        "ping 1",
        (r"^pong 1", "resume"),
        "ping 2",
    ],
    has=[r"^pong 1$", r"^move ", r"^pong 2$"],
    name="pause and resume",
)
talk(
    ["new", "analyze", "pause", "ping 1", (r"^pong 1", "resume"), (r"^5 ", "exit"), "ping 2"],
    has=[r"^pong 1$", r"^5 ", r"^pong 2$"],
    name="a pause in the analysis",
)
# Nodes take the place of time: the same number every time.
for limit in ("st 5", "level 40 5 0"):
    said = talk(["new", "nps 1000", limit, "post", "usermove e2e4"], has=[r"^move "], name=limit)
    nodes = int(re.findall(r"^\d+ -?\d+ \d+ (\d+) ", said, re.M)[-1])
    test.check(1000 < nodes <= 8000, "nodes for time: " + limit, said)
talk(
    ["nps x", "egtpath nalimov /tmp"], has=[r"^Error \(nps wants a number\): x$"], lacks=["egtpath"]
)
talk(
    ["option UCI_LimitStrength=1", "option UCI_Elo=250", "new", "post", "st 60", "usermove e2e4"],
    has=[r"^1 ", r"^move "],
    lacks=["^2 "],
    name="limited strength",
)

# An endless game costs little and ends: this once took ten minutes, and takes seconds.
shuffle = ["usermove " + text for text in ("g1f3", "g8f6", "f3g1", "f6g8")]
done = subprocess.run(
    [test.path, "engine"],
    input="\n".join(["xboard", "new", "force"] + shuffle * 25000 + ["undo", "ping 1", ""]),
    text=True,
    capture_output=True,
    timeout=300,
    env=test.environment(),
    cwd=test.folder,
)
test.check(
    "Error (the game is too long): g1f3\n" in done.stdout and done.stdout.endswith("pong 1\n"),
    "a hundred thousand moves",
    done.stdout[-200:],
)

# --- taking back, analysing ------------------------------------------------------------------
talk(
    ["new", "force", "usermove e2e4", "undo", "usermove d2d4", "undo", "undo", "ping 1"],
    has=[r"^Error \(there is nothing to take back\): undo$", r"^pong 1$"],
)
talk(
    ["new", "sd 1", "usermove e2e4", (r"^move", "remove"), "usermove d2d4", "ping 2"],
    has=[r"^move ", r"^pong 2$"],
    name="remove",
)
talk(
    [
        "new",
        "analyze",
        (r"^4 ", "."),
        (r"^stat01", "usermove e2e4"),
        (r"^3 ", "hint"),
        (r"^Hint", "undo"),
        (r"^2 ", "exit"),
        "ping 5",
    ],
    has=[r"^stat01: \d+ \d+ \d+ \d+ 20$", r"^Hint: [a-h][5-8]", r"^pong 5$"],
)
talk(
    [
        "new",
        "exclude all",
        "include a2a3",
        "analyze",
        (r"^3 .*\ta2a3", "exclude a2a3"),
        "include all",
        "include x",
        (r"^Illegal move: x", "exit"),
        "quit",
    ],
    has=[r"^3 .*\ta2a3"],
)
talk(["new", "option MultiPV=3", "analyze", (r"^3 ", "exit"), "quit"], has=[r"^3 "])

# --- pieces that are picked up ---------------------------------------------------------------
talk(
    ["new", "lift e2", "hover e4", "put e4", "ping 1"],
    has=[r"^highlight 8/8/8/8/4Y3/4Y3/8/8$", r"^highlight 8/8/8/8/4R3/8/8/8$", r"^pong 1$"],
)
talk(
    ["new", "force", "setboard 8/P5k1/8/8/8/8/8/K7 w - - 0 1", "lift a7", "put a8", "quit"],
    has=[r"^highlight M7/", r"^choice [QRBN]{4}$"],
)
talk(
    [
        "new",
        "force",
        "usermove e2e4",
        "usermove a7a6",
        "usermove e4e5",
        "usermove d7d5",
        "usermove e5d6",
        "undo",
        "usermove e5d5,d5d6",
        "quit",
    ],
    has=[r"^Illegal move: e5d5,d5d6"],
)
talk(
    [
        "new",
        "variant prequel",
        "force",
        "setboard 11k/12/12/12/4c7/12/4c7/5C6/12/12/12/K11 w - - " "0 1",
        "lift f5",
        "ping 1",
    ],
    has=[r"^highlight ", r"^pong 1$"],
)

# --- nonsense --------------------------------------------------------------------------------
NONSENSE = (
    ("xyzzy", r"Error \(unknown command\): xyzzy"),
    ("\x01\x02", r"Error \(unknown command\): \?\?"),
    ("nps -1", r"Error \(nps wants a number\): -1"),
    ("variant", r"Error \(unknown variant\): "),
    ("variant nothing-like-it", r"Error \(unknown variant\): nothing"),
    ("usermove", r"Illegal move: "),
    ("usermove e2e5", r"Illegal move: e2e5"),
    ("usermove e2e4qq", r"Illegal move: e2e4qq"),
    ("usermove e2e4,", r"Illegal move: e2e4,"),
    ("e2e5", r"Illegal move: e2e5"),
    ("level", r"Error \(level wants"),
    ("level 40 x 0", r"Error \(level wants"),
    ("level 40 99999999999 0", r"Error \(level wants"),
    ("level -1 5 0", r"Error \(level wants"),
    ("st", r"Error \(st wants"),
    ("st 0", r"Error \(st wants"),
    ("sd 0", r"Error \(sd wants"),
    ("sd x", r"Error \(sd wants"),
    ("time x", r"Error \(not a number\): x"),
    ("ping x", r"Error \(not a number\): x"),
    ("cores 0", r"Error \(not a number\): 0"),
    ("memory x", r"Error \(not a number\): x"),
    ("memory 4294967295", r"Error \(a number is out of range\): 4294967295"),
    ("memory 4294967296", r"Error \(not a number\)"),
    ("option", r"Error \(unknown option\)"),
    ("option Level=9", r"Error \(the number is out of range\): 9"),
    ("option Level", r"Error \(the number is out of range\)"),
    ("option Nonsense=1", r"Error \(unknown option\): Nonsense=1"),
    ("exclude e2e5", r"Illegal move: e2e5"),
    ("remove", r"Error \(there is nothing"),
)
talk(
    ["new", "force"] + [line for line, _ in NONSENSE] + ["ping 1"],
    has=[r"^" + answer for _, answer in NONSENSE] + [r"^pong 1$"],
    name="nonsense",
)
talk(
    [
        "new",
        "force",
        "setboard rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "go",
        "?",
        "analyze",
        "exit",
        "hint",
        "ping 1",
    ],
    has=[r"^0-1 \{mate\}$", r"^pong 1$"],
    lacks=[r"^move "],
    name="mated by setboard",
)
talk(
    ["new", "force", "setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go", "ping 1"],
    has=[r"^1/2-1/2 \{stalemate", r"^pong 1$"],
    lacks=[r"^move "],
    name="stalemate by setboard",
)
talk(["go", "?", (r"^move ", "quit")], has=[r"^move [a-h]\d"], name="go before everything")
talk(
    ["new", "usermove " + "e2" * 600000, "ping 1"],
    has=[r"^Error \(the line is too long\): it is ignored$", r"^pong 1$"],
    name="a line without an end",
)
talk(
    [
        "new",
        "?",
        ".",
        "hint",
        "bk",
        "draw",
        "result * {x}",
        "accepted x",
        "exit",
        "lift",
        "lift z9",
        "hover a1",
        "put",
        "time -5",
        "sd 99999999",
        "ping 1",
    ],
    has=[r"^pong 1$"],
)
talk(["variant " + "x" * 300000, "", "   ", "ping 1"], has=[r"^pong 1$"], name="long lines")
talk(
    ["new", "go", "?", "ping 1", (r"^pong 1", "force"), "quit"],
    has=[r"^move ", r"^pong 1"],
    name="move now",
)
talk(
    [
        "new",
        "memory 20",
        "cores 2",
        "option Move Overhead=100",
        "level 0 1 0.1",
        "time 200",
        "otim 200",
        "usermove e2e4",
        (r"^move ", "memory 9"),
        "cores 1",
        "ping 3",
    ],
    has=[r"^pong 3$"],
    lacks=[r"^Error"],
    name="memory and cores",
)
talk(
    ["new", "sd 1", "go", (r"^move ", "variant alert"), "cores 2", "cores 1", "ping 1"],
    has=[r"^pong 1$"],
    lacks=["Sanitizer"],
    name="cores between two games",
)
talk(
    ["new", "go", "usermove e7e5", "memory 10", "force", "ping 1"],
    has=[r"^Error \(it is not your turn\)", r"^Error \(not while thinking\)", r"^pong 1$"],
    lacks=[r"^move"],
)
talk(["new", "go", "quit"], lacks=["Sanitizer"])
talk(["new", "analyze"], name="end of input while analysing")
talk(["new", "hard", "sd 1", "usermove e2e4"], has=[r"^move "], name="end of input")
test.end()
