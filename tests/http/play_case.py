"""Shared by the tests of the play server: a server in its own folder, people, games."""
import http.client
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import uuid

COMMAND = ""
WAIT_S = 300  # against hanging: for what must come; nothing is measured with it
GAMES = ["alert", "modern", "classic", "apothecary2", "prequel"]


def fast_folder():
    """Where servers keep their data: in memory if there is room, because no test is about the
    disk, and a busy disk may delay a commit by a minute."""
    memory = "/dev/shm"
    if os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 256 << 20:
        return memory
    return None


def fixed_ports():
    """Ports that the system gives to no connection: those below or above the ephemeral ones."""
    try:
        with open("/proc/sys/net/ipv4/ip_local_port_range", encoding="ascii") as file:
            first, last = (int(word) for word in file.read().split())
    except (OSError, ValueError):
        first, last = 32768, 60999
    if first - 10000 >= 4096:
        return range(10000, min(first, 32768))
    return range(last + 1, 65536) if last < 61440 else range(10000, 65536)


reserved = []  # as long as this process runs


def free_port():
    """A port that no other test gets, so that it stays free while its server is killed and started
    again. A named socket stands for each port; only one process at a time can hold it."""
    while True:
        port = random.SystemRandom().choice(fixed_ports())
        mark = socket.socket(socket.AF_UNIX)
        try:
            mark.bind("\0apothecary-test-port-%d" % port)
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            mark.close()
            continue
        reserved.append(mark)
        return port


def children_of(pid):
    """The processes that it has started."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open("/proc/%s/stat" % name, "rb") as file:
                    state, parent = file.read().rsplit(b")", 1)[1].split()[:2]
            except OSError:  # it has just ended
                continue
            if int(parent) == pid and state != b"Z":
                found.append(int(name))
    return found


class Server:
    """`apothecary serve` on a free port; can be restarted in the same folder."""

    def __init__(self, *options, folder=None, has_quick_passwords=True):
        self.options = options + (("--quick-passwords",) if has_quick_passwords else ())
        self.home = (
            None if folder else tempfile.TemporaryDirectory(prefix="apo-serve-", dir=fast_folder())
        )
        self.folder = folder or self.home.name
        self.port = free_port()
        self.process = None

    def start(self):
        self.launch()
        self.wait_open()
        return self

    def launch(self):
        arguments = [
            COMMAND,
            "serve",
            "--listen",
            "127.0.0.1:%d" % self.port,
            "--data",
            self.folder,
            *self.options,
        ]
        if "--limits" not in self.options:
            arguments += ["--limits", "off"]
        if "--office-factors" not in self.options:
            arguments += ["--office-factors", "one"]
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen(
            arguments, stdout=subprocess.PIPE, stderr=self.log, text=True
        )

    def wait_open(self):
        line = self.process.stdout.readline()
        if not line.startswith("Open http://"):
            raise RuntimeError("the server did not start: %r\n%s" % (line, self.read_log()))
        self.port = int(line.split()[1].rsplit(":", 1)[1])

    def read_log(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def compiled_in_loop(self):
        """Lines of the log: definitions that the loop has compiled, which held everybody up."""
        return [line for line in self.read_log().splitlines() if '"compiled_in_loop"' in line]

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(WAIT_S)
        self.process.stdout.close()
        self.log.close()
        return status

    def close(self):
        status = self.stop()
        log = self.read_log()
        held = self.compiled_in_loop()
        if self.home:
            self.home.cleanup()
        if status != 0 or "Sanitizer" in log or "runtime error" in log:
            raise AssertionError("the server ended with %d\n%s" % (status, log[-6000:]))
        if held:
            raise AssertionError("the loop compiled definitions: %s" % held)

    def hurry(self, rate):
        """Starts again; from now on time runs so many times as fast."""
        self.stop()
        options = list(self.options)
        if "--clock-rate" in options:
            at = options.index("--clock-rate")
            del options[at : at + 2]
        self.options = (*options, "--clock-rate", str(rate))
        self.start()

    @property
    def origin(self):
        return "http://127.0.0.1:%d" % self.port


class Answer:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.text)

    @property
    def is_busy(self):
        return self.status == 503 and '"error":"busy"' in self.text


def new_key():
    return uuid.uuid4().hex


class Person:
    """A browser: a cookie and a connection."""

    def __init__(self, server):
        self.server = server
        self.cookie = None
        self.connection = None

    def ask(self, method, path, body=None, headers=()):
        """Asks again while the server is too busy: with limits it refuses requests when the machine
        is busy."""
        until = time.monotonic() + WAIT_S
        while True:
            answer = self.ask_once(method, path, body, headers)
            if not answer.is_busy or time.monotonic() > until:
                return answer
            time.sleep(0.1)

    def ask_once(self, method, path, body=None, headers=()):
        sent = {"Origin": self.server.origin}
        if self.cookie:
            sent["Cookie"] = "apo_session=" + self.cookie
        if isinstance(body, dict):
            body = json.dumps(body)
            sent["Content-Type"] = "application/json"
        sent.update(headers)
        for attempt in range(2):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection(
                        "127.0.0.1", self.server.port, timeout=WAIT_S
                    )
                self.connection.request(method, path, body, sent)
                response = self.connection.getresponse()
                answer = Answer(response.status, response.headers, response.read())
                break
            except (ConnectionError, http.client.HTTPException, OSError):
                self.connection.close()
                self.connection = None
                if attempt:
                    raise
        for value in answer.headers.get_all("Set-Cookie") or []:
            name, _, rest = value.partition("=")
            if name == "apo_session":
                self.cookie = rest.split(";")[0] or None
        return answer

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def post(self, path, **members):
        members.setdefault("key", new_key())
        return self.ask("POST", path, members)

    def form(self, path, **fields):
        from urllib.parse import urlencode

        return self.ask(
            "POST", path, urlencode(fields), {"Content-Type": "application/x-www-form-urlencoded"}
        )

    def follow(self, link, **fields):
        """Follows a secret link as the page's script does: what is after # goes into a body."""
        path, secret = link.split("#")
        return self.form(path, secret=secret, **fields)

    def make(self, variant="chess", opponent="link", color="white", clock=None, **more):
        """A new game; its id, and the secret of its link."""
        kind = {"kind": opponent} if isinstance(opponent, str) else opponent
        answer = self.post(
            "/api/games",
            variant=variant,
            start=more.pop("start", {"number": 1}),
            color=color,
            opponent=kind,
            clock=clock or {"kind": "none"},
            **more,
        )
        assert answer.status == 201, answer.text
        made = answer.json
        return made["id"], made.get("link", "").rsplit("#", 1)[-1]

    def game(self, id):
        return self.get("/api/games/" + id).json

    def move(self, id, ply, move, key=None):
        return self.post("/api/games/%s/moves" % id, ply=ply, move=move, key=key or new_key())


def eventually(check, what):
    """Waits until check() is true; a failure only if it never is."""
    end = time.monotonic() + WAIT_S
    while not check():
        if time.monotonic() > end:
            raise AssertionError("never came true: " + what)
        time.sleep(0.02)


class Stubborn(Person):
    """A client that retries, with the same key, until a server that is being killed has
    answered."""

    def __init__(self, server):
        super().__init__(server)
        self.secret = new_key()

    def ask(self, method, path, body=None, headers=()):
        headers = {"Apothecary-Client": self.secret, **dict(headers)}
        until = time.monotonic() + WAIT_S
        while True:
            try:
                answer = super().ask(method, path, body, headers)
                if answer.status not in (500, 502, 503, 504):  # two are a proxy's
                    return answer
                said = answer.text
            except (OSError, http.client.HTTPException) as error:
                said = repr(error)
            if time.monotonic() > until:
                raise AssertionError("%s %s: %s" % (method, path, said))
            time.sleep(0.02)


class Events:
    """An event stream, read in its own thread."""

    def __init__(self, person, path, last=None):
        self.items = []
        self.changed = threading.Condition()
        headers = {"Accept": "text/event-stream"}
        if person.cookie:
            headers["Cookie"] = "apo_session=" + person.cookie
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        self.connection = http.client.HTTPConnection(
            "127.0.0.1", person.server.port, timeout=WAIT_S
        )
        self.connection.request("GET", path, headers=headers)
        self.socket = self.connection.sock
        self.response = self.connection.getresponse()
        self.status = self.response.status
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        event = {}
        try:
            for raw in self.response:
                line = raw.decode().rstrip("\n")
                if line == "":
                    if "event" in event:
                        with self.changed:
                            self.items.append(
                                (
                                    int(event.get("id", 0)),
                                    event["event"],
                                    json.loads(event.get("data", "null")),
                                )
                            )
                            self.changed.notify_all()
                    event = {}
                elif not line.startswith(":"):
                    name, _, value = line.partition(": ")
                    event[name] = value
        except (OSError, ValueError, http.client.HTTPException):
            pass

    def wait(self, name, count=1):
        """The data of the first `count` events of that name."""
        until = time.monotonic() + WAIT_S
        with self.changed:
            while True:
                found = [item for item in self.items if item[1] == name]
                if len(found) >= count:
                    return found[:count]
                left = until - time.monotonic()
                if left <= 0:
                    raise AssertionError("no %s: %r" % (name, self.items))
                self.changed.wait(left)

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.thread.join()
        self.response.close()
        self.connection.close()


def printed(*words):
    """What the program prints for this command line."""
    done = subprocess.run(
        [COMMAND, *words], capture_output=True, text=True, check=True, timeout=WAIT_S
    )
    return done.stdout.strip()


def full_fen(variant, fen):
    """The position in nine fields."""
    return printed("fen", variant, fen, "--full")


def legal_moves(variant, fen):
    return printed("moves", variant, fen).split()


def applied(variant, *words):
    """The position after the moves; `words` are a FEN or the number of a start, and the moves."""
    return printed("apply", variant, *words)


def two_people(server, **setup):
    """Two people in one game: (white, black, id)."""
    white, black = Person(server), Person(server)
    id, secret = white.make(**setup)
    answer = black.post("/api/games/%s/join" % id, secret=secret)
    assert answer.status == 200, answer.text
    return white, black, id


def account(server, name, password="correct horse battery", kind=Person):
    """A logged-in account."""
    person = kind(server)
    answer = person.post("/api/register", name=name, password=password)
    assert answer.status == 200, answer.text
    return person


def at_once(person, method, path, count, body="", headers=()):
    """The statuses of so many requests, sent before the first is answered: on a slow machine, too,
    limits do not recover between them. Without those that are refused because it is busy."""
    lines = ["%s %s HTTP/1.1" % (method, path), "Host: 127.0.0.1", "Origin: http://127.0.0.1"]
    lines += ["%s: %s" % header for header in dict(headers).items()]
    lines.append("Content-Length: %d" % len(body))
    data = ("\r\n".join(lines) + "\r\n\r\n" + body).encode() * count
    statuses = []
    with socket.create_connection(("127.0.0.1", person.server.port), WAIT_S) as connection:
        sender = threading.Thread(target=connection.sendall, args=(data,))
        sender.start()
        with connection.makefile("rb") as answers:
            for _ in range(count):
                statuses.append(int(answers.readline().split()[1]))
                head = http.client.parse_headers(answers)
                answers.read(int(head["Content-Length"]))
        sender.join()
    return [status for status in statuses if status != 503]


class PlayCase(unittest.TestCase):
    """One server for all tests of a class."""

    OPTIONS = ("--engines", "0")
    HAS_QUICK_PASSWORDS = True

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.OPTIONS, has_quick_passwords=cls.HAS_QUICK_PASSWORDS).start()

    @classmethod
    def tearDownClass(cls):
        cls.server.close()

    def expect(self, answer, status, error=None):
        self.assertEqual(answer.status, status, answer.text)
        if error:
            self.assertEqual(answer.json["error"], error, answer.text)
            self.assertTrue(answer.json["message"].endswith("."), answer.text)
        return answer


def main(name):
    global COMMAND
    if name != "__main__":
        return
    module = sys.modules["__main__"]
    COMMAND = sys.argv[2]
    seed = int(os.environ.get("APO_SEED", random.randrange(1 << 30)))
    print("APO_SEED=%d" % seed, file=sys.stderr)
    random.seed(seed)
    unittest.main(module=module, argv=sys.argv[:1] + sys.argv[3:], verbosity=2, warnings="ignore")
