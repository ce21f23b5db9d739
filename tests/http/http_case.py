"""Shared by the scripts of this folder: starting a server, raw requests, small assertions."""
import socket
import subprocess
import sys
import tempfile
import time
import unittest

PROBE = ""
COMMAND = ""
WAIT_S = 300  # against hanging: for what must come; nothing is measured with it


class Response:
    """One parsed answer."""

    def __init__(self, head, body):
        lines = head.decode("latin-1").split("\r\n")
        self.version, status, self.reason = lines[0].split(" ", 2)
        self.status = int(status)
        self.headers = {}
        self.all_headers = []
        for line in lines[1:]:
            name, value = line.split(": ", 1)
            self.headers[name.lower()] = value
            self.all_headers.append((name.lower(), value))
        self.body = body

    @property
    def text(self):
        return self.body.decode()


class Client:
    """A raw connection, so that a test can send what no sane client would."""

    def __init__(self, address, receive_buffer=None):
        host, port = address.rsplit(":", 1)
        self.socket = socket.socket(socket.AF_INET6 if "[" in host else socket.AF_INET)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(WAIT_S)
        self.socket.connect((host.strip("[]"), int(port)))
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode())

    def more(self):
        """Reads once; False at the end."""
        try:
            data = self.socket.recv(65536)
        except ConnectionResetError:
            data = b""
        self.rest += data
        return bool(data)

    def until(self, mark):
        """Everything up to and including `mark`."""
        while mark not in self.rest:
            if not self.more():
                raise EOFError("closed before %r; got %r" % (mark, self.rest))
        at = self.rest.index(mark) + len(mark)
        out, self.rest = self.rest[:at], self.rest[at:]
        return out

    def exactly(self, size):
        while len(self.rest) < size:
            if not self.more():
                raise EOFError("closed after %d of %d bytes" % (len(self.rest), size))
        out, self.rest = self.rest[:size], self.rest[size:]
        return out

    def to_end(self):
        while self.more():
            pass
        out, self.rest = self.rest, b""
        return out

    def response(self, has_body=True):
        head = self.until(b"\r\n\r\n")[:-4]
        answer = Response(head, b"")
        if has_body and answer.status not in (204, 304):
            answer.body = self.exactly(int(answer.headers["content-length"]))
        return answer

    def ask(self, method, path, headers=(), body=None):
        lines = ["%s %s HTTP/1.1" % (method, path), "Host: test"]
        lines += ["%s: %s" % header for header in headers]
        if body is not None:
            lines.append("Content-Length: %d" % len(body))
        self.send(("\r\n".join(lines) + "\r\n\r\n").encode() + (body or b""))
        return self.response(has_body=method != "HEAD")

    def block(self):
        """The next block of an event stream, as a list of lines."""
        return self.until(b"\n\n").decode().strip("\n").split("\n")

    def event(self):
        """The next block that is no heartbeat; those come at any time."""
        while (lines := self.block()) == [":"]:
            pass
        return lines


class Server:
    """A running http_probe."""

    def __init__(self, *options):
        # A file, not a pipe: the server must never wait for us to read its log.
        self.log_file = tempfile.TemporaryFile()
        # Tests must not fail on a machine that is busy for some seconds; those of deadlines set
        # theirs.
        patient = ["%s_ms=120000" % name for name in ("first", "head", "body", "idle", "reply")]
        self.process = subprocess.Popen(
            [PROBE, *patient, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log_file,
        )
        self.address = self.process.stdout.readline().decode().strip()
        self.process.stdout.close()
        self.log = ""

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.stop(must_be_clean=kind is None)

    def begin_stop(self):
        self.process.stdin.close()

    def stop(self, must_be_clean=True):
        """Stops it; a sanitizer report fails the test."""
        self.begin_stop()
        try:
            self.process.wait(WAIT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        self.log_file.seek(0)
        self.log = self.log_file.read().decode()
        self.log_file.close()
        if must_be_clean and self.process.returncode != 0:
            raise AssertionError(
                "server ended with %d:\n%s" % (self.process.returncode, self.log[-4000:])
            )

    def connect(self, **options):
        return Client(self.address, **options)

    def get(self, path, headers=()):
        with self.connect() as client:
            return client.ask("GET", path, headers)

    def post(self, path, body=b"", headers=()):
        with self.connect() as client:
            return client.ask("POST", path, [("Origin", "http://test"), *headers], body)

    def raw(self, data):
        """Sends all of it on a new connection, and gives everything that comes back until it is
        closed."""
        with self.connect() as client:
            client.send(data)
            return client.to_end()


def eventually(check, what):
    """Waits until check() is true; a failure only if it never is."""
    end = time.monotonic() + WAIT_S
    while not check():
        if time.monotonic() > end:
            raise AssertionError("never came true: " + what)
        time.sleep(0.01)


def main():
    """Run as: test_x.py PROBE COMMAND [TEST...]"""
    global PROBE, COMMAND
    if len(sys.argv) < 3:
        sys.exit("usage: %s PROBE COMMAND [TEST...]" % sys.argv[0])
    PROBE, COMMAND = sys.argv[1:3]
    unittest.main(module="__main__", argv=[sys.argv[0]] + sys.argv[3:])
