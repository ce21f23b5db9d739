"""In a terminal: colours, prompts, Ctrl-C, end of input, changes of size, dumb terminals."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
PATIENCE_S = 30


class Terminal:
    """The command behind a terminal of its own, as its controlling one."""

    def __init__(self, arguments, env=None, columns=100):
        self.arguments = arguments
        self.master, slave = pty.openpty()
        self.resize(columns)
        self.seen = ""
        self.position = 0  # behind what was waited for
        self.process = subprocess.Popen(
            [test.path] + arguments, stdin=slave, stdout=slave, stderr=slave,
            env=test.environment(env), cwd=test.folder, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(slave)

    def resize(self, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

    def read(self):
        try:
            return os.read(self.master, 65536).decode()
        except OSError:
            return ""

    def wait(self, text):
        """What comes until `text`, which is to come."""
        end = time.time() + PATIENCE_S
        start = self.position
        while text not in self.seen[start:] and time.time() < end:
            if not select.select([self.master], [], [], 0.5)[0]:
                continue
            more = self.read()
            if more == "":
                break
            self.seen += more
        test.count += 1
        if text not in self.seen[start:]:
            test.fail(self.arguments, "the terminal lacks %r" % text, self.seen[start:])
            return ""
        self.position = self.seen.index(text, start) + len(text)
        return self.seen[start:self.position]

    def type(self, text):
        os.write(self.master, text.encode())

    def end(self, code):
        end = time.time() + PATIENCE_S
        while self.process.poll() is None and time.time() < end:
            if select.select([self.master], [], [], 0.1)[0]:
                self.seen += self.read()
        if self.process.poll() is None:
            self.process.kill()
        while select.select([self.master], [], [], 0.1)[0]:
            more = self.read()
            self.seen += more
            if more == "":
                break
        os.close(self.master)
        test.check(self.process.wait() == code,
                   "%s: exit status %s" % (" ".join(self.arguments), self.process.returncode),
                   self.seen)
        return self.seen


def visible(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text).replace("\r", "")


TWO = ["play", "modern", "14", "--computer", "none"]

# Colours and a prompt with side and move number.
terminal = Terminal(TWO)
first = terminal.wait("White 1> ")
test.check("\x1b[48;5;" in first and " 11 " in visible(first), "a coloured board", first)
test.check("\x1b[2J" not in first and "\x1b[H" not in first, "nothing is cleared", first)
terminal.type("e3e5\n")
second = visible(terminal.wait("Black 1> "))
test.check("Last move   e5" in second, "the board after a move", second)
# Ctrl-C once asks, what was typed is dropped, and the game goes on; twice leaves.
terminal.type("e8e")
terminal.type("\x03")
terminal.wait("Ctrl-C again leaves")
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

# Ctrl-D leaves as well, and the game is over after the last offer.
terminal = Terminal(TWO)
terminal.wait("White 1> ")
terminal.type("e3e5\n")
terminal.wait("Black 1> ")
terminal.type("resign\n")
terminal.wait("over> ")
terminal.type("undo\n")
terminal.wait("Black 1> ")
terminal.type("\x04")
test.check("The game is in" in terminal.end(0), "end of input")

# Dumb terminals and NO_COLOR.
for env in ({"TERM": "dumb"}, {"NO_COLOR": "1"}, {"TERM": None}):
    terminal = Terminal(TWO, env)
    said = terminal.wait("White 1> ")
    test.check("\x1b" not in said and " .  .  . " in said, "no colours with %s" % env, said)
    terminal.type("quit\n")
    terminal.end(0)
terminal = Terminal(["show", "modern", "14"])
test.check("\x1b[48;5;" in terminal.end(0), "show has colours in a terminal")
terminal = Terminal(["show", "modern", "14"], {"NO_COLOR": "1"})
test.check("\x1b" not in terminal.end(0), "show without colours by NO_COLOR")
terminal = Terminal(["show", "modern", "14"], {"NO_COLOR": ""})
test.check("\x1b" in terminal.end(0), "an empty NO_COLOR means nothing")

# Ctrl-C stops a computer that thinks; "go" lets it go on.
terminal = Terminal(["play", "alert", "106", "--computer", "both", "--level", "full",
                     "--time", "600000"])
terminal.wait("White is thinking")
time.sleep(0.3)
terminal.type("\x03")
terminal.wait('"go" lets the computer go on')
terminal.wait("White 1> ")
terminal.type("go\n")
terminal.wait("is thinking")
time.sleep(0.1)
# Enter makes it move at once; what is no word for it is answered.
terminal.type("e2e4\n")
terminal.wait('Enter lets me move at once, "stop" stops me')
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
test.end()
