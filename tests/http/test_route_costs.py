#!/usr/bin/env python3
"""No request costs more than its length allows, and none holds the server's loop. Goes over the
table of routes itself, so that no route is forgotten: each part of each request is made as long as
the route takes, of repeated texts. What then costs much is asked for again with an eighth of the
length.

APO_ROUNDS (8) is the number of texts for each part of a request with a large body. The processor
time of the server's own threads is counted, not the time that passes."""
import collections
import os
import re
import socket
import subprocess
import sys

import play_case
from cup_case import setup
from play_case import WAIT_S, PlayCase, account, eventually, main, two_people
from route_case import Attacks, Table, note

ROUNDS = int(os.environ.get("APO_ROUNDS", "8"))
NS_PER_MS = 1000000
# 10 are wanted, and kept by the release on a calm machine; builds with sanitizers need more.
LOOP_MS = float(os.environ.get("APO_LOOP_MS", "20"))
LOOK_MS = 8  # what costs less is not looked at again
GROWTH = 32  # for eight times the length: 8 is linear, 64 a square
SMALLER = 8
TRIES = 4
PASSWORD = "correct horse battery"
DEFINITION = "[game]\nname = Mine\nbase = chess\n"
PGN = '[Variant "chess"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n'
NOBODY = "8/8/8/8/8/8/8/8 w - - 0 1"
# These end the session or the account; they are asked with little but their names.
LAST = ("/logout", "/account/delete", "/api/password", "/password", "/account/second", "/reset")


class Answer(collections.namedtuple("Answer", "status held spent")):
    """Its status; the milliseconds of processor time of the longest piece of work that held the
    loop (0 if the watchdog saw none above 10); and the milliseconds of all threads together."""


class Wire:
    """A connection that counts what each request costs the server."""

    def __init__(self, server, cookie):
        self.server, self.cookie = server, cookie
        self.socket = None
        self.rest = b""
        self.logged = 0

    def connect(self):
        self.close()
        self.socket = socket.create_connection(("127.0.0.1", self.server.port), WAIT_S)
        self.rest = b""

    def close(self):
        if self.socket is not None:
            self.socket.close()
        self.socket = None

    def spent(self):
        """Nanoseconds of all threads."""
        pid, spent = self.server.process.pid, 0
        for task in os.listdir("/proc/%d/task" % pid):
            with open("/proc/%d/task/%s/schedstat" % (pid, task), encoding="ascii") as file:
                spent += int(file.read().split()[0])
        return spent

    def held(self):
        """What the watchdog has logged since the last call."""
        with open(os.path.join(self.server.folder, "log"), "rb") as file:
            file.seek(self.logged)
            lines = file.read()
        self.logged += len(lines)
        found = re.findall(rb'"slow_slice".*"cpu_ms": ?(\d+)', lines)
        return max(map(int, found), default=0)

    def read(self):
        while b"\r\n\r\n" not in self.rest:
            self.more()
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        status = int(head.split(b" ", 2)[1])
        if status == 100:
            return self.read()
        length = re.search(rb"(?i)\ncontent-length: (\d+)", head)
        if length is None or b"\nConnection: close" in head:
            if status != 204 and status != 304 or b"\nConnection: close" in head:
                self.close()  # a stream, or the end
            return status
        while len(self.rest) < int(length.group(1)):
            self.more()
        self.rest = self.rest[int(length.group(1)) :]
        return status

    def more(self):
        data = self.socket.recv(1 << 18)
        if not data:
            raise ConnectionResetError("closed")
        self.rest += data

    def ask(self, request):
        data = request.bytes("127.0.0.1:%d" % self.server.port, self.cookie)
        for again in (True, False):
            try:
                if self.socket is None:
                    self.connect()
                before = self.spent()
                self.socket.sendall(data)
                status = self.read()
                break
            except (ConnectionError, BrokenPipeError):
                self.close()
                if not again:
                    raise
        return Answer(status, self.held(), (self.spent() - before) / NS_PER_MS)


class Costs(PlayCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.table = Table.of_build(cls.probe)
        cls.fields = cls.names_of_fields()
        cls.costs = []
        cls.begin()

    @classmethod
    def names_of_fields(cls):
        """The fields of forms: no description names them, so these are all that any handler
        reads."""
        found = {"key"}
        for folder, _, files in os.walk("src/server"):
            for name in files:
                if name.endswith(".c"):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        text = file.read()
                    for names in re.findall(r"apo_ask_(?:new|start\w*)\([^;\"]*\"([^\"]*)\"", text):
                        found.update(names.split())
                    found.update(re.findall(r"apo_(?:http_form|ask_text)\(\w+, \"(\w+)\"", text))
        return sorted(found)[:120]

    @classmethod
    def enter(cls, word):
        cls.people = getattr(cls, "people", 0) + 1
        return account(cls.server, "%s%d" % (word, cls.people))

    @classmethod
    def begin(cls):
        """Data in which each route finds what it asks for."""
        server = cls.server
        cls.ann, cls.bob = cls.enter("Ann"), cls.enter("Bob")
        ann, bob = cls.ann, cls.bob
        cls.name = bob.get("/api/me").json["name"]
        command = [play_case.COMMAND, "moderate", "entrust", ann.get("/api/me").json["name"]]
        subprocess.run([*command, "--data", server.folder], check=True, capture_output=True)

        def made(answer, name="id"):
            assert answer.status in (200, 201), answer.text
            return answer.json[name]

        game, secret = ann.make("chess")
        assert bob.post("/api/games/%s/join" % game, secret=secret).status == 200
        for ply, move in enumerate("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7".split()):
            assert (ann, bob)[ply % 2].move(game, ply, move).status == 200
        ended = two_people(server)
        ended[0].move(ended[2], 0, "e2e4")
        ended[1].post("/api/games/%s/resign" % ended[2])
        archived = "/api/archive/games/" + ended[2]
        eventually(lambda: ann.get(archived).status == 200, "it is in the archive")
        made(ann.post("/api/archive/import", text=PGN), "added")
        study = made(ann.post("/api/studies", name="S", visibility="public", text=PGN))
        cup = made(ann.post("/api/tournaments", **setup(variant="chess")))
        row = made(ann.post("/api/series", name="Cups", points=[3, 1], best=1))
        made(ann.post("/api/workshop/games", id="mine", text=DEFINITION), "variant")
        ann.post("/api/drafts/draft", version=0, text="{}")
        invited = made(
            bob.post("/api/invitations", to=ann.get("/api/me").json["name"], variant="chess")
        )
        problem = made(
            ann.post(
                "/api/problems",
                variant="chess",
                aim="mate",
                moves=1,
                title="M",
                fen="7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
            )
        )
        token = ann.post("/api/tokens", name="t", scopes=["read"], password=PASSWORD).json["id"]
        app = ann.post("/api/apps", name="a", addresses=["https://app.example/"]).json["id"]
        cls.ids = {
            "/api/apps": app, "/account/apps": app,
            "/api/archive/games": ended[2], "/archive/games": ended[2],
            "/api/games": game, "/game": game, "/api/bot/game": game,
            "/api/studies": study, "/study": study,
            "/api/tournaments": cup, "/tournaments": cup,
            "/api/series": row, "/series": row,
            "/api/invitations": invited, "/invitations": invited,
            "/api/problems": problem, "/problems": problem,
            "/api/tokens": token, "/account/tokens": token,
            "/api/drafts": "draft",
        }  # fmt: skip
        cls.own = ann.get("/api/me").json["name"]
        cls.wire = Wire(server, ann.cookie)

    @classmethod
    def tearDownClass(cls):
        cls.wire.close()
        cls.costs.sort(reverse=True)
        note("milliseconds that the loop was held at once (if more than 10), of all threads:")
        for loop, cost, name in cls.costs[:12]:
            note("%6.1f %6.1f  %s" % (loop, cost, name))
        super().tearDownClass()

    def path_of(self, pattern):
        """The pattern's parameters replaced by what is there."""
        prefix = pattern.split("/:")[0]
        values = {
            "id": self.ids.get(prefix, "1"), "name": self.name, "variant": "chess",
            "lesson": "1", "secret": "a" * 43, "language": "de", "digest": "0" * 64,
            "move": "b1c3", "answer": "no", "person": "a" * 22, "kind": "turn",
            "signature": "a" * 43,
        }  # fmt: skip
        if "/games/:name/:id" in pattern or pattern.startswith("/@/:name/games"):
            values.update(name=self.own, id="mine")
        path = re.sub(r":(\w+)", lambda m: values.get(m.group(1), "x"), pattern)
        return re.sub(r"\*\w+", "x", path)

    def known(self, route):
        """Members by name that lead far into the handler."""
        pattern = route["pattern"]
        text = DEFINITION if "workshop" in pattern else PGN if "archive" in pattern else "Hello"
        return {
            "variant": "chess", "text": text, "name": "Name", "to": self.name, "password": "wrong",
            "version": 1, "ply": 10, "move": "b1c3", "clock": {"kind": "none"}, "id": "mine",
            "opponent": {"kind": "link"}, "start": {"number": 1}, "fen": NOBODY,
            "positions": [{}], "what": "draw", "definition": DEFINITION, "guests": [self.name],
            "nodes": 1000, "message": "Hello", "color": "white", "kind": "lines",
        }  # fmt: skip

    def stay(self):
        """The person may have been logged out, or closed, by a request before; a form may have
        switched off what an operator can."""
        switches = ("registration", "talk", "tournaments", "publishing", "imports")
        self.ann.form("/operator", **{word: "on" for word in switches})
        if self.ann.get("/api/me").json["kind"] == "account":
            return
        self.wire.close()
        type(self).begin()

    def look(self, make, largest):
        """The longest time for which an attack holds the loop, its total cost (both in
        milliseconds), and what is wrong with it, or None."""
        answer = self.wire.ask(make(largest))
        self.assertNotEqual(answer.status, 500, make(64).name)
        if answer.spent < LOOK_MS:
            return (answer.held, answer.spent), None
        large = [answer] + [self.wire.ask(make(largest)) for _ in range(TRIES)]
        small = [self.wire.ask(make(largest // SMALLER)) for _ in range(TRIES)]
        held = min(one.held for one in large)
        cost, less = [min(one.spent for one in some) for some in (large, small)]
        if held > LOOP_MS:
            return (held, cost), "holds the loop for %d ms" % held
        if cost > LOOK_MS and cost > GROWTH * less:
            return (held, cost), "grows from %.1f to %.1f ms" % (less, cost)
        return (held, cost), None

    def attack(self, routes):
        faults = []
        for route in routes:
            rounds = ROUNDS if route["body_max"] > 8192 else max(4, ROUNDS // 3)
            path, known = self.path_of(route["pattern"]), self.known(route)
            attacks = Attacks(self.table, route, path, known, self.fields)
            worst = (0, 0, "")
            for name, largest, make in attacks.all(rounds):
                cost, fault = self.look(make, largest)
                worst = max(worst, (*cost, name))
                if fault:
                    faults.append("%s: %s" % (name, fault))
            self.costs.append(worst)
            self.stay()
        self.assertEqual(faults, [])

    def test_small_bodies(self):
        self.attack(self.choose(lambda route: 0 < route["body_max"] <= 8192))

    def test_large_bodies(self):
        self.attack(self.choose(lambda route: route["body_max"] > 8192))

    def test_the_rest(self):
        self.attack(self.choose(lambda route: route["body_max"] == 0))

    def choose(self, wanted):
        """These routes; those that end the session last."""
        routes = [route for route in self.table.routes if wanted(route)]
        self.assertTrue(routes)
        return sorted(routes, key=lambda route: any(word in route["pattern"] for word in LAST))


if __name__ == "__main__":
    Costs.probe = sys.argv[1]
main(__name__)
