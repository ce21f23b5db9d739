#!/usr/bin/env python3
"""The description of the interface for programs, compared with the running server: every operation
in it is called, and the answer must match its description."""
import contextlib
import glob
import http.client
import json
import re
import subprocess
import time
from urllib.parse import parse_qs, urlsplit

import play_case
from mail_case import MailCase
from passkey_case import Device
from play_case import WAIT_S, Person, Server, eventually, main
from schema import faults
from test_second_factor import code_of
from test_tokens import Program

PASSWORD = "correct horse"
SOURCES = "src/server/*/*.c"


def command(*words, **more):
    arguments = [play_case.COMMAND, *words]
    return subprocess.run(arguments, capture_output=True, check=True, text=True, **more).stdout


def command_document():
    return json.loads(command("openapi"))


class Checker:
    """Compares requests and answers with the document."""

    def __init__(self, document):
        self.schemas = document["components"]["schemas"]
        self.responses = document["components"]["responses"]
        self.operations = {}
        for path, item in document["paths"].items():
            for method, operation in item.items():
                pattern = re.sub(r"\{\w+\}", "[^/]+", path)
                self.operations[method.upper(), path] = (re.compile(pattern + "$"), operation)
        self.asked = set()
        self.failed = set()

    def find(self, method, path):
        fits = [
            (key, operation)
            for key, (pattern, operation) in self.operations.items()
            if key[0] == method and pattern.match(path)
        ]
        assert fits, "%s %s is not described" % (method, path)
        return min(fits, key=lambda fit: fit[0][1].count("{"))

    def check(self, method, target, body, answer):
        parts = urlsplit(target)
        key, operation = self.find(method, parts.path)
        status = str(answer.status)
        if answer.status >= 400:
            response = operation["responses"].get(status, operation["responses"]["default"])
            response = self.responses[response["$ref"].split("/")[-1]]
            self.compare(answer.json, self.json_schema(response), target)
            self.failed.add(key)
            return
        assert status in operation["responses"], "%s %s: %s is not described" % (
            method,
            target,
            status,
        )
        if status == "204":
            return
        self.asked.add(key)
        names = {p["name"] for p in operation["parameters"] if p["in"] == "query"}
        needed = {
            p["name"] for p in operation["parameters"] if p["in"] == "query" and p["required"]
        }
        given = set(parse_qs(parts.query, keep_blank_values=True))
        assert needed <= given <= names, "%s: %r are not %r" % (target, given, names)
        if method == "POST":
            content = operation["requestBody"]["content"]["application/json"]
            self.compare(body, content["schema"], "the body of " + target)
        content = operation["responses"][status]["content"]
        if "application/json" in content:
            self.compare(answer.json, content["application/json"]["schema"], target)

    @staticmethod
    def json_schema(response):
        return response["content"]["application/json"]["schema"]

    def compare(self, value, schema, what):
        found = faults(value, schema, self.schemas)
        assert not found, "%s:\n  %s" % (what, "\n  ".join(found[:12]))


class Checked(Person):
    """A client whose requests and answers are compared with the document."""

    def __init__(self, server, checker):
        super().__init__(server)
        self.checker = checker

    def ask(self, method, path, body=None, headers=()):
        answer = super().ask(method, path, body, headers)
        if path.startswith("/api/"):
            self.checker.check(method, path, body, answer)
        return answer


class Description(MailCase):
    RATE = "1"

    def person(self, name):
        person = Checked(self.server, self.checker)
        person.name = name
        self.expect(person.post("/api/register", name=name, password=PASSWORD), 200)
        return person

    def test_every_route_is_described(self):
        document = command_document()
        described = {
            (method.upper(), path) for path, item in document["paths"].items() for method in item
        }
        rows = set()
        for source in glob.glob(SOURCES):
            if "/lichess/" in source:
                continue  # another site's interface: docs/bots.md
            with open(source, encoding="utf-8") as file:
                for method, path in re.findall(
                    r'\{APO_HTTP_(GET|POST),\s*"(/api/[^"]*)"', file.read()
                ):
                    rows.add((method, re.sub(r"[:*](\w+)", r"{\1}", path)))
        self.assertEqual(rows, described)
        self.assertTrue(rows)
        ids = [
            operation["operationId"]
            for item in document["paths"].values()
            for operation in item.values()
        ]
        self.assertEqual(len(ids), len(set(ids)))
        tags = {tag["name"] for tag in document["tags"]}
        for item in document["paths"].values():
            for operation in item.values():
                self.assertTrue(operation["description"])
                self.assertEqual(len(tags & set(operation["tags"])), 1)
                self.check_credentials(document, operation)
        names = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(document)))
        self.assertEqual(names - set(document["components"]["schemas"]), set())

    def check_credentials(self, document, operation):
        """Scopes are named where OpenAPI has a place for them, and are those of the server."""
        known = document["components"]["securitySchemes"]
        scopes = known["app"]["flows"]["authorizationCode"]["scopes"]
        asked = [entry for kind in operation["security"] for entry in kind.items()]
        for scheme, wanted in asked:
            self.assertIn(scheme, known)
            self.assertEqual(wanted, [operation["x-scope"]] if scheme == "app" else [])
        self.assertLessEqual({scope for _, wanted in asked for scope in wanted}, set(scopes))
        self.assertEqual(sorted(scopes), ["invite", "play", "read"])

    def test_documents_have_the_table(self):
        run = subprocess.run(
            ["python3", "tools/api_table.py", play_case.COMMAND], text=True, capture_output=True
        )
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_every_operation(self):
        served = Person(self.server).get("/api/openapi.json").json
        described = command_document()
        for document, origin in ((served, self.server.origin), (described, "")):
            self.assertEqual(document.pop("servers"), [{"url": origin or "/"}])
            flow = document["components"]["securitySchemes"]["app"]["flows"]["authorizationCode"]
            self.assertEqual(flow.pop("authorizationUrl"), origin + "/oauth/authorize")
            self.assertEqual(flow.pop("tokenUrl"), origin + "/oauth/token")
        self.assertEqual(served, described)
        self.checker = Checker(served)
        self.anna, self.ben = self.person("Anna-0"), self.person("Ben-0")
        for name in sorted(dir(self)):
            if name.startswith("walk_"):
                getattr(self, name)()
        missing = set(self.checker.operations) - self.checker.asked
        self.assertEqual(missing, set(), "operations that were never answered as described")

    # Each walk calls some of the operations, so that each succeeds at least once.

    def walk_public(self):
        stranger = Checked(self.server, self.checker)
        stranger.get("/api/openapi.json")
        variants = stranger.get("/api/variants").json
        stranger.get("/api/definitions/" + variants[0]["definition"])
        stranger.get("/api/variants/alert/start?number=17")
        stranger.get("/api/variants/alert/start?number=x")
        positions = [{}, {"moves": ["e2e4", "zz"]}, {"fen": "x"}]
        stranger.post("/api/positions", variant="chess", positions=positions)
        stranger.post("/api/positions", variant="nothing", positions=positions)
        stranger.get("/api/me")
        stranger.get("/api/lobby")
        stranger.get("/api/words/de")
        stranger.get("/api/words/de/catalogue")
        stranger.post("/api/language", language="en")

    def walk_accounts(self):
        person = self.person("Carl-0")
        person.get("/api/sessions")
        self.expect(person.post("/api/sessions/end", session="none", password=PASSWORD), 200)
        person.post("/api/password", old=PASSWORD, new=PASSWORD + "!")
        person.post("/api/logout")
        person.post("/api/login", name="Carl-0", password=PASSWORD + "!")
        person.get("/api/me")
        made = person.post(
            "/api/tokens", name="bot", scopes=["read", "play"], password=PASSWORD + "!"
        ).json
        person.get("/api/tokens")
        Program(self.server, made["token"]).get("/api/me")
        person.get("/api/tokens")
        person.post("/api/tokens/%s/revoke" % made["id"])
        app = person.post("/api/apps", name="Board", addresses=["https://app.example/back"]).json
        person.get("/api/apps")
        person.post("/api/apps/%s/remove" % app["id"])
        person.get("/api/mail")
        person.post("/api/mail", wanted=["turn", "digest"], digest_hour=5)
        person.post("/api/mail/address", address="carl@example.net", password=PASSWORD + "!")
        person.post("/api/forgot", address="nobody@example.net")
        person.post("/api/logout-everywhere")
        person.post("/api/login", name="Carl-0", password=PASSWORD + "!")
        person.get("/api/account/export")
        person.post("/api/account/delete", name="Carl-0", password=PASSWORD + "!")

    def walk_games(self):
        anna, ben = self.anna, self.ben
        id, _ = anna.make(opponent="open")
        anna.get("/api/lobby")
        ben.post("/api/games/%s/join" % id)
        game, lobby = "/api/games/%s/events" % id, "/api/lobby/events"
        streams = {path: self.lines(path) for path in [game, lobby]}
        own = self.lines(lobby, anna)
        self.expect(anna.move(id, 0, "e2e4"), 200)
        self.assertEqual(self.read_line(game, streams[game])["event"], "move")
        self.assertEqual(self.read_line(lobby, own)["event"], "mine")
        anna.make(opponent="open")
        self.assertEqual(self.read_line(lobby, streams[lobby])["event"], "open")
        self.expect(ben.move(id, 7, "e7e5"), 409)
        self.expect(ben.move(id, 1, "e7e5"), 200)
        anna.post("/api/games/%s/offer" % id, ply=2, what="draw")
        anna.get("/api/games/" + id)
        anna.post("/api/games/%s/withdraw" % id)
        anna.post("/api/games/%s/offer" % id, ply=2, what="takeback")
        ben.post("/api/games/%s/answer" % id, what="takeback", accept=False)
        anna.post("/api/games/%s/flag" % id)
        for kind in ["note", "analysis", "lines"]:
            anna.post("/api/games/%s/desk" % id, kind=kind, version=0, text="")
        anna.get("/api/games/%s/desk" % id)
        anna.get("/api/me")
        anna.get("/api/queue")
        ben.post("/api/games/%s/resign" % id)
        anna.get("/api/games/" + id)
        anna.post("/api/games/%s/rematch" % id)
        again = ben.post("/api/games/%s/rematch" % id).json["id"]
        self.expect(ben.post("/api/games/%s/cancel" % again), 200)
        for clock in [
            {"kind": "live", "base_ms": 60000, "increment_ms": 0},
            {"kind": "days", "days": 3},
        ]:
            made, _ = anna.make(opponent={"kind": "open"}, clock=clock)
            ben.post("/api/games/%s/join" % made)
            anna.get("/api/games/" + made)
        anna.get("/api/me")
        self.finished = id

    def lines(self, path, person=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=WAIT_S)
        self.addCleanup(connection.close)
        headers = {"Accept": "application/x-ndjson"}
        if person is not None:
            headers["Cookie"] = "apo_session=" + person.cookie
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        self.assertEqual(response.status, 200)
        self.assertEqual(response.headers["Content-Type"], "application/x-ndjson")
        return response

    def read_line(self, path, response):
        key, operation = self.checker.find("GET", path)
        while True:
            line = response.readline()
            self.assertTrue(line, "the stream has ended")
            if line.strip():
                break
        event = json.loads(line)
        schema = operation["responses"]["200"]["content"]["application/x-ndjson"]["schema"]
        self.checker.compare(event, schema, path)
        self.checker.asked.add(key)
        return event

    def walk_own_events(self):
        path = "/api/me/events"
        stream = self.lines(path, self.anna)
        while self.read_line(path, stream)["event"] != "ready":
            pass
        id, secret = self.anna.make(variant="chess", color="white")
        self.expect(self.ben.post("/api/games/%s/join" % id, secret=secret), 200)
        self.assertEqual(self.read_line(path, stream)["event"], "turn")
        self.expect(self.ben.post("/api/games/%s/resign" % id), 200)
        self.assertEqual(self.read_line(path, stream)["data"]["game"], id)
        self.expect(self.ben.post("/api/invitations", to="Anna-0", variant="chess"), 201)
        self.assertEqual(self.read_line(path, stream)["event"], "invitation")

    def leased(self, review):
        """Work of Anna's machine, which the server's own worker may take before."""
        program = command("work", "--program").strip()
        while True:
            answer = self.anna.post("/api/work/acquire", program=program)
            if answer.status == 200:
                return answer
            self.anna.post(review + "/work")
            time.sleep(0.1)

    def walk_later_work(self):
        review = "/api/archive/games/%s/review" % self.finished
        self.anna.post(review + "/work")
        self.anna.get("/api/work")
        command("moderate", "admit-worker", "Anna-0", "--data", self.server.folder)
        work = self.leased(review).json
        path = "/api/work/%d/" % work["id"]
        self.anna.post(path + "renew", lease=work["lease"])
        self.anna.get(review)
        self.anna.post(path + "return", lease=work["lease"])
        answer = self.leased(review)
        result = command("work", "--input", "-", input=answer.text).strip()
        path = "/api/work/%d/result" % answer.json["id"]
        self.anna.post(path, lease=answer.json["lease"], result=result)

    def walk_later_projects(self):
        chief = self.person("Chief-0")
        command("moderate", "entrust", "Chief-0", "--data", self.server.folder)
        path = "/api/work/projects"
        made = chief.post(path, kind="games", variant="chess", games=1, nodes=1).json
        chief.get(path)
        self.wait_until(lambda: chief.get(made["url"]).json["state"] == "done")
        chief.get(made["url"] + "/file")
        made = chief.post(path, kind="test", variant="chess", games=2, new="loss_quiet=30").json
        chief.get(made["url"])
        chief.post(made["url"], state="stopped")

    def walk_later_archive(self):
        """The game of walk_games is in it once the job is done."""
        self.wait_until(lambda: self.anna.get("/api/archive?player=Anna-0").json["games"])
        self.anna.get("/api/archive/games/" + self.finished)
        self.anna.get("/api/archive/explorer?variant=chess&number=1")
        self.anna.get("/api/archive/starts?variant=chess")
        self.anna.get("/api/archive/games/%s/text?form=courier" % self.finished)
        review = "/api/archive/games/%s/review" % self.finished
        moves = self.anna.get("/api/archive/games/" + self.finished).json["moves"].split()
        self.anna.get(review)
        self.anna.post(review, nodes=1, positions=["0 " + move for move in moves] + [""])
        self.anna.get(review)
        text = self.anna.get("/api/archive/download?form=pgn&player=Anna-0").text
        self.anna.post("/api/archive/import", text=text + text.replace("e4", "Qh9"))
        mine = self.anna.get("/api/archive?mine=yes").json["games"]
        comments = "/api/archive/games/%s/comments" % mine[0]["id"]
        self.expect(self.anna.post(comments, text="Short", ply=1), 201)
        self.expect(self.anna.get(comments), 200)
        self.expect(self.anna.post("/api/archive/games/%s/delete" % mine[0]["id"]), 200)
        self.expect(self.anna.post("/api/archive/collection/delete"), 200)

    def walk_later_people(self):
        self.anna.get("/api/people/Ben-0")
        self.anna.get("/api/people/Ben-0/opponents")
        self.anna.get("/api/people/Ben-0/games")
        self.anna.get("/api/people/Ben-0/ratings?variant=chess&clock=none")
        self.anna.post("/api/people/Ben-0/block")
        self.anna.get("/api/blocked")
        self.anna.post("/api/people/Ben-0/unblock")

    def walk_invitations(self):
        anna, ben = self.anna, self.ben
        setup = {
            "to": "Ben-0",
            "variant": "chess",
            "message": "Hello",
            "color": "white",
            "clock": {"kind": "days", "days": 3},
        }
        ids = [anna.post("/api/invitations", **setup).json["id"] for _ in range(4)]
        ben.get("/api/invitations")
        ben.get("/api/invitations/" + ids[0])
        ben.post("/api/invitations/%s/accept" % ids[0])
        ben.post("/api/invitations/%s/decline" % ids[1], message="not now")
        anna.post("/api/invitations/%s/withdraw" % ids[2])
        ben.post(
            "/api/invitations/%s/counter" % ids[3],
            variant="chess",
            color="white",
            clock={"kind": "days", "days": 5},
        )
        ben.get("/api/invitations")

    def walk_talk(self):
        anna, ben = self.anna, self.ben
        id, _ = anna.make(opponent="open")
        stream = self.lines("/api/games/%s/events" % id)
        own = self.lines("/api/me/events", ben)
        self.expect(anna.post("/api/games/%s/chat" % id, room="players", text="Hello"), 201)
        fan = self.person("Fan-0")
        self.expect(fan.post("/api/games/%s/chat" % id, preset="hello"), 201)
        while self.read_line("/api/games/%s/events" % id, stream)["event"] != "chat":
            pass
        fan.get("/api/games/%s/chat" % id)
        anna.get("/api/games/%s/chat?room=players&after=0" % id)
        ben.get("/api/games/%s/chat?room=players" % id)
        number = self.expect(anna.post("/api/people/Ben-0/messages", text="Hi"), 201).json["id"]
        while self.read_line("/api/me/events", own)["event"] != "message":
            pass
        ben.get("/api/messages")
        ben.get("/api/people/Anna-0/messages?after=0")
        ben.post("/api/people/Anna-0/messages/read")
        ben.post("/api/people/Anna-0/mute")
        ben.get("/api/muted")
        ben.post("/api/people/Anna-0/unmute")
        ben.post("/api/people/Anna-0/report", reason="rude", message=str(number), place="/messages")

    def walk_players(self):
        self.anna.get("/api/players?name=An")
        self.anna.get("/api/players/best?variant=chess&clock=live")
        self.anna.post("/api/people/Ben-0/follow")
        self.anna.get("/api/following")
        self.anna.get("/api/following/games")
        self.anna.post("/api/people/Ben-0/unfollow")

    def walk_notices(self):
        anna, ben = self.anna, self.ben
        anna.post("/api/people/Ben-0/messages", text="Look at your bell")
        last = ben.get("/api/notices").json["notices"][0]["id"]
        ben.get("/api/notices?before=%d" % last)
        ben.get("/api/notices/count")
        ben.post("/api/notices/read", last=last)
        ben.get("/api/notices/choices")
        ben.post(
            "/api/notices/choices", kind="message", page=True, push=False, mail=False, digest=True
        )
        browser = {"point": "B" + 86 * "A", "auth": 22 * "A"}
        ben.post("/api/push", endpoint="https://fcm.googleapis.com/send/a", **browser)
        ben.post("/api/push/end")
        ben.post("/api/browser-key")

    def walk_claim(self):
        with contextlib.closing(Server("--engines", "0", "--clock-rate", "200").start()) as server:
            white, black = Checked(server, self.checker), Checked(server, self.checker)
            clock = {"kind": "live", "base_ms": 10800000, "increment_ms": 0}
            id, secret = white.make(clock=clock)
            black.post("/api/games/%s/join" % id, secret=secret)
            for ply, (person, move) in enumerate(
                [(white, "e2e4"), (black, "e7e5"), (white, "g1f3")]
            ):
                person.move(id, ply, move)
            white.post("/api/games/%s/give-time" % id)
            path = "/api/games/%s/claim" % id
            eventually(lambda: white.post(path, what="win").status == 200, "claimed")

    def walk_tournaments(self):
        anna, ben = self.anna, self.ben
        setup = {
            "name": "Cup",
            "variant": "chess",
            "system": "round-robin",
            "players_max": 4,
            "clock": {"kind": "days", "days": 3},
            "begins": "full",
        }
        made = [anna.post("/api/tournaments", **setup) for _ in range(2)]
        ids = [answer.json["id"] for answer in made]
        lines = self.lines("/api/tournaments/%s/events" % ids[0])
        anna.post("/api/tournaments/%s/join" % ids[0])
        ben.post("/api/tournaments/%s/join" % ids[0])
        ben.post("/api/tournaments/%s/bye" % ids[0], bye="none")
        self.read_line("/api/tournaments/%s/events" % ids[0], lines)
        ben.get("/api/tournaments/" + ids[0])
        self.expect(anna.post("/api/tournaments/%s/begin" % ids[0]), 200)
        self.wait_until(lambda: ben.get("/api/tournaments/" + ids[0]).json["state"] == "running")
        ben.post("/api/tournaments/%s/leave" % ids[0], running="resign")
        anna.post("/api/tournaments/%s/cancel" % ids[1])
        anna.get("/api/tournaments")

    def walk_tournament_of_guests(self):
        made = self.expect(
            self.anna.post(
                "/api/tournaments",
                name="For few",
                variant="chess",
                entry="invited",
                guests=["Ben-0"],
                clock={"kind": "days", "days": 3},
                closes=int(time.time() * 1000) + 86400000,
            ),
            201,
        ).json
        path = "/api/tournaments/" + made["id"]
        self.expect(self.anna.post(path + "/invite", player="Anna-0"), 200)
        self.expect(self.ben.post(path + "/join"), 200)
        self.expect(self.anna.post(path + "/remove", player="Ben-0"), 200)
        self.anna.get(path)

    def walk_series(self):
        anna = self.anna
        made = self.expect(anna.post("/api/series", name="Cups", points=[3, 1], best=1), 201).json
        setup = {"name": "A cup", "variant": "chess", "system": "round-robin"}
        setup["clock"] = {"kind": "days", "days": 3}
        anna.post("/api/tournaments", begins="full", series=made["id"], **setup)
        anna.get("/api/series")
        anna.get("/api/series/" + made["id"])

    def walk_teams(self):
        anna, ben = self.anna, self.ben
        setup = {"name": "Teams", "variant": "chess", "system": "teams", "boards": 1}
        setup["clock"] = {"kind": "days", "days": 3}
        made = self.expect(anna.post("/api/tournaments", begins="full", **setup), 201).json
        path = "/api/tournaments/" + made["id"]
        self.expect(anna.post(path + "/found", name="Us"), 200)
        self.expect(ben.post(path + "/join", team=1), 200)
        self.expect(anna.post(path + "/raise", player="Ben-0"), 200)
        self.expect(anna.post(path + "/release", player="Ben-0"), 200)
        self.expect(anna.post("/api/archive/collection/show"), 200)
        self.expect(anna.post("/api/archive/collection/hide"), 200)
        self.expect(anna.post(path + "/lock"), 200)
        self.expect(anna.post(path + "/unlock"), 200)
        self.expect(ben.post(path + "/found", name="Them"), 200)
        self.expect(anna.post(path + "/begin"), 200)
        anna.get(path)

    def walk_problems(self):
        made = self.anna.post(
            "/api/problems",
            variant="chess",
            fen="7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
            aim="mate",
            moves=1,
            title="Mate",
        ).json
        path = "/api/problems/" + made["id"]
        self.wait_until(lambda: self.anna.get(path).json["state"] == "public")
        self.ben.get("/api/problems?variant=chess")
        self.ben.post(path + "/solved", moves=["g1g7"])
        self.ben.post(path + "/try", moves=["g1g7"])
        self.ben.get("/api/problems/next?variant=chess")
        mined = "/api/problems?variant=classic&aim=win"
        self.wait_until(lambda: self.ben.get(mined).json["problems"])
        won = self.ben.get(mined).json["problems"][0]
        self.ben.get("/api/problems/%s/source" % won["id"])

    def walk_workshop(self):
        text = "[game]\nname = Walked\nbase = chess\n"
        game = self.anna.post("/api/workshop/games", id="walked", text=text).json
        path = "/api/workshop/games/%s/walked" % game["author"]
        self.anna.post(path + "/versions", text=text + "inventor = Anna\n")
        self.ben.get("/api/workshop/games?order=played&search=walk")
        self.ben.get(path)
        self.ben.get(path + "/text?version=1")
        self.ben.get("/api/variants/" + game["variant"])
        self.anna.post(path + "/hide")
        self.anna.post(path + "/show")

    def walk_studies(self):
        made = self.anna.post(
            "/api/studies", name="Walked", visibility="public", text="1. e4 *\n"
        ).json
        path = "/api/studies/" + made["id"]
        self.anna.post(path, version=1, text="1. d4 *\n")
        self.anna.post(path + "/members", name="Ben-0", right="write")
        self.ben.get("/api/studies")
        self.expect(self.ben.post(path + "/comments", text="Short"), 201)
        self.expect(self.ben.get(path + "/comments"), 200)
        self.ben.get(path + "?after=1")
        self.ben.get(path + "/pgn")
        self.anna.post(path + "/settings", name="Walked on", visibility="link")
        self.anna.post(path + "/delete")

    def walk_drafts(self):
        path = "/api/drafts/walked"
        self.anna.post(path, version=0, text="{}")
        self.anna.get("/api/drafts")
        self.anna.get(path)
        self.anna.post(path + "/delete", version=1)

    def walk_lessons(self):
        told = {"variant": "alert", "lesson": "rook", "boards": 2, "finished": False}
        self.anna.post("/api/lessons", lessons=[told])
        self.anna.get("/api/lessons?variant=alert")

    def walk_passkeys(self):
        person, device = self.person("Pass-0"), Device(self.server)
        path = "/api/passkeys"
        begun = self.expect(person.post(path + "/begin", password=PASSWORD), 200).json
        made = person.post(path, name="phone", **device.make(begun["challenge"]))
        self.expect(made, 201)
        begun = self.expect(person.post("/api/login/passkey/begin"), 200).json
        answer = device.answer(begun["challenge"])
        self.expect(person.post("/api/login/passkey", **answer), 200)
        id = self.expect(person.get(path), 200).json["passkeys"][0]["id"]
        self.expect(person.post(path + "/delete", passkey=id, password=PASSWORD), 200)

    def walk_second_factor(self):
        person = self.person("Keys-0")
        person.get("/api/second-factor")
        secret = self.expect(person.post("/api/second-factor/begin", password=PASSWORD), 200).json[
            "secret"
        ]
        code = code_of(secret, int(time.time()) // 30)
        self.expect(person.post("/api/second-factor/confirm", code=code), 200)
        code = code_of(secret, int(time.time()) // 30 + 1)
        self.expect(person.post("/api/second-factor/end", password=PASSWORD, code=code), 200)

    def walk_zone(self):
        self.expect(self.anna.post("/api/zone", zone="Europe/Berlin"), 200)

    def walk_reminders(self):
        self.anna.post("/api/reminders", hours=[48, 6])
        self.anna.get("/api/reminders")

    def walk_simple(self):
        """Operations that need nothing but a client."""
        for (method, path), (_, operation) in self.checker.operations.items():
            plain = "{" not in path and "events" not in path
            if (
                method == "GET"
                and plain
                and not any(p["required"] for p in operation["parameters"])
            ):
                self.anna.get(path)

    def walk_vacation(self):
        self.anna.get("/api/vacation")
        self.anna.post("/api/vacation", days=2)
        self.anna.get("/api/vacation")
        self.anna.post("/api/vacation/end")


main(__name__)
