"""In a terminal: colours, prompts, Ctrl-C, end of input, changes of size, dumb terminals."""
import os
import re
import signal
import sys
import termios
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402
from terminal import Terminal  # noqa: E402

test = Test()


def visible(text):
    return re.sub(r"\x1b\[[0-9;]*[mCK]", "", text).replace("\r", "")


TWO = ["play", "modern", "14", "--computer", "none"]

# Colours and a prompt with side and move number.
terminal = Terminal(test, TWO)
first = terminal.wait("White 1> ")
test.check("\x1b[48;5;" in first and " 11 " in visible(first), "a coloured board", first)
test.check("\x1b[2J" not in first and "\x1b[H" not in first, "nothing is cleared", first)
terminal.type("e3e5\n")
second = visible(terminal.wait("Black 1> "))
test.check("Last move   e5" in second, "the board after a move", second)
# The first Ctrl-C drops what was typed and asks; the game goes on. The second one leaves.
terminal.type("e8e")
terminal.type("\x03")
terminal.wait("Ctrl-C again quits")
terminal.wait("Black 1> ")
terminal.type("draw\n")
terminal.wait("White, a draw (accept or decline)? ")
terminal.type("no\n")
terminal.wait("Black 1> ")
terminal.type("e8e6\n")
terminal.wait("White 2> ")
# A narrower terminal has the panel below the board.
terminal.resize(44)
os.kill(terminal.process.pid, signal.SIGWINCH)
terminal.type("show\n")
narrow = visible(terminal.wait("White 2> "))
test.check(max(len(line) for line in narrow.splitlines()) <= 44, "44 columns are kept", narrow)
terminal.type("\x03")
terminal.wait("White 2> ")
terminal.type("\x03")
said = terminal.end(130)
test.check("The game is in" in said, "the record is named", said)

# Ctrl-D leaves too, and the game is over after the last offer.
terminal = Terminal(test, TWO)
terminal.wait("White 1> ")
terminal.type("e3e5\n")
terminal.wait("Black 1> ")
# Who resigns is asked; another line in between is an answer too.
terminal.type("resign\n")
terminal.wait('Then type "resign" again.')
terminal.wait("Black 1> ")
terminal.type("joker\n")
terminal.wait("Black 1> ")
terminal.type("resign\n")
terminal.wait('Then type "resign" again.')
terminal.wait("Black 1> ")
terminal.type("resign\n")
terminal.wait("over> ")
terminal.type("undo\n")
terminal.wait("Black 1> ")
terminal.type("\x04")
test.check("The game is in" in terminal.end(0), "end of input")

# A line is edited before it is sent, and earlier ones come back.
terminal = Terminal(test, TWO)
terminal.wait("White 1> ")
terminal.type("3e7\x7f5\x01e\n")  # Backspace, Home
terminal.wait("Black 1> ")
terminal.type("e8 e6\x1b[D\x1b[D\x1b[D\x1b[3~\n")  # left three times, Delete
terminal.wait("White 2> ")
terminal.type("\x1b[A\x1b[A\x1b[A\x1b[B\x1b[Hnot a move \x0b\n")  # up, down, Home, Ctrl-K
said = visible(terminal.wait("White 2> "))
test.check("e8e6" in said and "e3e5" in said, "earlier lines are shown", said)
terminal.resize(24)
terminal.type("help" + 60 * "x" + 60 * "\x08" + " zz\x17\n")  # longer than the line; Ctrl-W
help_text = visible(terminal.wait("White 2> "))
test.check("resign" in help_text, "a line longer than the terminal's is edited", help_text)
master = os.dup(terminal.master)
terminal.type("nonsense\x15quit\n")  # Ctrl-U
terminal.end(0)
echoes = termios.tcgetattr(master)[3] & termios.ECHO
os.close(master)
test.check(echoes != 0, "the terminal is left as it was")

# Dumb terminals and NO_COLOR.
for env in ({"TERM": "dumb"}, {"NO_COLOR": "1"}, {"TERM": None}):
    terminal = Terminal(test, TWO, env)
    said = terminal.wait("White 1> ")
    test.check("\x1b" not in said and " .  .  . " in said, "no colours with %s" % env, said)
    terminal.type("quit\n")
    terminal.end(0)
terminal = Terminal(test, ["show", "modern", "14"])
test.check("\x1b[48;5;" in terminal.end(0), "show has colours in a terminal")
terminal = Terminal(test, ["show", "modern", "14"], {"NO_COLOR": "1"})
test.check("\x1b" not in terminal.end(0), "show without colours by NO_COLOR")
terminal = Terminal(test, ["show", "modern", "14"], {"NO_COLOR": ""})
test.check("\x1b" in terminal.end(0), "an empty NO_COLOR means nothing")

# Ctrl-C stops a computer that thinks; "go" lets it go on.
terminal = Terminal(
    test, ["play", "alert", "106", "--computer", "both", "--level", "full", "--time", "600000"]
)
terminal.wait("White is thinking")
time.sleep(0.3)
terminal.type("\x03")
terminal.wait('"go" lets the computer continue')
terminal.wait("White 1> ")
terminal.type("go\n")
terminal.wait("is thinking")
time.sleep(0.1)
# Enter makes it move at once; an unknown word gets an answer.
terminal.type("e2e4\n")
terminal.wait('Enter makes it move at once, "stop" stops it')
terminal.type("\n")
terminal.wait("White plays ")
terminal.wait("Black is thinking")
terminal.type("stop\n")
terminal.wait("Black 1> ")
terminal.type("level\n")
terminal.wait("* 8 full")
terminal.type("level casual\n")
terminal.wait("level 3, casual")
terminal.type("go\n")
terminal.wait("Black plays ")
terminal.wait("is thinking")
terminal.type("quit\n")
terminal.wait("The game is in")
terminal.end(0)

# Against the weakest: a hint, and taking back takes the computer's answer back as well.
terminal = Terminal(test, ["play", "modern", "14", "--level", "beginner"])
terminal.wait("White 1> ")
terminal.type("hint\n")
terminal.wait("You might try ")
terminal.wait("White 1> ")
terminal.type("e3e5\n")
terminal.wait("Black plays ")
terminal.wait("White 2> ")
terminal.type("undo\n")
terminal.wait("White 1> ")
terminal.type("fen\n")
terminal.wait("ws******sw/r2jcc3r/1gnbqkbnd1/pppppppppp/10/10/10/10/PPPPPPPPPP/")
terminal.type("quit\n")
terminal.end(0)
test.end()
