"""engine: whole games by the Universal Chess Interface, as cutechess (a question at a time) and
PyChess (pondering: a hit, or a stop whose answer is thrown away) play them."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
HALF_MOVES = 20
GO = "wtime 600000 btime 600000 winc 100 binc 100 depth 3"


class Engine:
    """The other program's side of the talk."""

    def __init__(self, game):
        self.child = subprocess.Popen(
            [test.path, "engine"],
            stdin=subprocess.PIPE,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=test.environment(),
            cwd=test.folder,
        )
        self.complaints, self.pondered = [], None
        self.ask("uci", "uciok")
        for option in (
            "Hash value 8",
            "Threads value 1",
            "Ponder value true",
            "UCI_Variant value " + game,
        ):
            self.say("setoption name " + option)
        self.say("ucinewgame")
        self.ask("isready", "readyok")

    def say(self, line):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()

    def ask(self, line, word):
        """The words of the line that begins with `word`."""
        self.say(line)
        while True:
            answer = self.child.stdout.readline()
            words = answer.split()
            if answer == "" or words[:1] == [word]:
                return words
            if words[:2] == ["info", "string"]:
                self.complaints.append(answer)

    def move(self, moves):
        """The best move, and the answer that is expected or None."""
        if self.pondered is not None and moves[-1] == self.pondered:
            words = self.ask("ponderhit", "bestmove")
        else:
            if self.pondered is not None:
                self.ask("stop", "bestmove")
            self.say(" ".join(["position startpos"] + ["moves"] * bool(moves) + moves))
            self.ask("isready", "readyok")
            words = self.ask("go " + GO, "bestmove")
        self.pondered = None
        return words[1], words[3] if words[2:3] == ["ponder"] else None

    def ponder(self, moves, expected):
        self.pondered = expected
        self.say("position startpos moves " + " ".join(moves + [expected]))
        self.say("go ponder " + GO)

    def legal(self, moves):
        self.say("position startpos moves " + " ".join(moves))
        self.say("go perft 1")
        found = []
        for line in self.child.stdout:
            if line.startswith("Nodes searched"):
                return found
            found.append(line.split(":")[0])

    def end(self):
        if self.pondered is not None:
            self.ask("stop", "bestmove")
        self.child.communicate("quit\n", timeout=300)
        return self.child.returncode


def answer(white, black, moves):
    """Black's move: alternately the one that White ponders on, and certainly another one."""
    if white.pondered is not None and len(moves) % 4 == 1:
        return white.pondered
    if len(moves) == 3:
        return next(move for move in black.legal(moves) if move != white.pondered)
    return black.move(moves)[0]


def play(game, ponders):
    white, black, moves = Engine(game), Engine(game), []
    while len(moves) < HALF_MOVES and "(none)" not in moves:
        best, expected = white.move(moves)
        moves.append(best)
        if ponders and expected:
            white.ponder(moves, expected)
        if best != "(none)":
            moves.append(answer(white, black, moves))
    codes, complaints = [white.end(), black.end()], white.complaints + black.complaints
    test.check(
        codes == [0, 0] and complaints == [], game + ": no complaint", "%s %s" % (codes, complaints)
    )
    return [move for move in moves if move != "(none)"]


for game in "alert modern classic apothecary2 prequel grand".split():
    for ponders in (False, True):
        test.expect(["apply", game, "1"] + play(game, ponders), err="")
test.end()
