"""The command behind a terminal of its own, as its controlling one:

    terminal = Terminal(test, ["play", "modern", "14"])
    terminal.wait("White 1> ")
    terminal.type("e3e5\n")
    said = terminal.end(0)
"""
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time

PATIENCE_S = 300


class Terminal:
    """The program's output is in `seen`; wait() searches after the text that it last waited for."""

    def __init__(self, test, arguments, env=None, columns=100):
        self.test = test
        self.arguments = arguments
        self.master, slave = pty.openpty()
        self.resize(columns)
        self.seen = ""
        self.position = 0  # behind what was waited for
        self.process = subprocess.Popen(
            [test.path] + arguments,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=test.environment(env),
            cwd=test.folder,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)

    def resize(self, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

    def read(self):
        try:
            return os.read(self.master, 65536).decode()
        except OSError:
            return ""

    def wait(self, text):
        """The output up to `text`, which must come."""
        end = time.time() + PATIENCE_S
        start = self.position
        while text not in self.seen[start:] and time.time() < end:
            if not select.select([self.master], [], [], 0.5)[0]:
                continue
            more = self.read()
            if more == "":
                break
            self.seen += more
        self.test.count += 1
        if text not in self.seen[start:]:
            self.test.fail(self.arguments, "the terminal lacks %r" % text, self.seen[start:])
            return ""
        self.position = self.seen.index(text, start) + len(text)
        return self.seen[start : self.position]

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
        self.test.check(
            self.process.wait() == code,
            "%s: exit status %s" % (" ".join(self.arguments), self.process.returncode),
            self.seen,
        )
        return self.seen
