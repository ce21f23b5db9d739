#!/usr/bin/env python3
"""A program written for lichess.org's interface for bots plays chess here: the requests that
lichess-bot makes, in its order, and what it reads of the answers. With APO_LICHESS_BOT, the folder
of lichess-bot's sources, that program itself plays too; APO_LICHESS_PYTHON is a Python that has the
packages it needs."""
import contextlib
import http.client
import json
import os
import queue
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from urllib.parse import urlencode

import play_case
from play_case import PlayCase, account, legal_moves, main

PASSWORD = "correct horse battery"
BLITZ = {"kind": "live", "base_ms": 180000, "increment_ms": 2000}
count = 0


class Lines:
    """A stream of lines of JSON; None for an empty line, and "end"."""

    def __init__(self, bot, path):
        self.connection = http.client.HTTPConnection(
            "127.0.0.1", bot.server.port, timeout=play_case.WAIT_S
        )
        self.connection.request("GET", path, headers=bot.headers)
        self.socket = self.connection.sock
        self.response = self.connection.getresponse()
        self.status = self.response.status
        self.type = self.response.headers["Content-Type"]
        self.got = queue.Queue()
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        try:
            for raw in self.response:
                self.got.put(json.loads(raw) if raw.strip() else None)
        except (OSError, ValueError, http.client.HTTPException):
            pass
        self.got.put("end")

    def next(self):
        while True:
            got = self.got.get(timeout=play_case.WAIT_S)
            if got is not None:
                return got

    def until(self, holds):
        while True:
            got = self.next()
            assert got != "end"
            if holds(got):
                return got


class Bot:
    """What lib/lichess.py of lichess-bot sends: a token, no Origin, bodies only where it has
    them."""

    def __init__(self, server, token):
        self.server = server
        self.token = token
        self.headers = {"Authorization": "Bearer " + token, "Accept": "*/*"}

    def ask(self, method, path, body=None, more=()):
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.server.port, timeout=play_case.WAIT_S
        )
        connection.request(method, path, body, {**self.headers, **dict(more)})
        response = connection.getresponse()
        answer = play_case.Answer(response.status, response.headers, response.read())
        connection.close()
        return answer

    def get(self, path):
        return self.ask("GET", path)

    def post(self, path, body=""):
        return self.ask("POST", path, body)

    def move(self, id, move, draw=False):
        offering = urlencode({"offeringDraw": str(draw).lower()})
        return self.post("/api/bot/game/%s/move/%s?%s" % (id, move, offering))


def end_program(program):
    """Also kills the processes that it has started, which would go on alone."""
    os.killpg(program.pid, signal.SIGKILL)
    program.wait()


class LichessBots(PlayCase):
    def person(self, *scopes):
        """An account, and its bot."""
        global count
        count += 1
        person = account(self.server, "Bot-%d_%d" % (os.getpid() % 9999, count), PASSWORD)
        person.name = person.get("/api/me").json["name"]
        made = person.post(
            "/api/tokens",
            name="bot",
            scopes=list(scopes or ("read", "play", "invite")),
            password=PASSWORD,
        )
        self.expect(made, 201)
        return person, Bot(self.server, made.json["token"])

    def stream(self, bot, path):
        lines = Lines(bot, path)
        self.addCleanup(lines.connection.close)
        self.addCleanup(self.cut, lines)
        self.assertEqual((lines.status, lines.type), (200, "application/x-ndjson"))
        return lines

    @staticmethod
    def cut(lines):
        try:
            lines.socket.shutdown(2)
        except OSError:
            pass
        lines.thread.join()

    def invite(self, asker, name, **more):
        setup = {"variant": "chess", "start": {"number": 1}, "clock": BLITZ, "color": "white"}
        setup.update(rated=False)
        setup.update(more)
        answer = asker.post("/api/invitations", to=name, **setup)
        return self.expect(answer, 201).json["id"]

    def ok(self, answer):
        self.assertEqual(self.expect(answer, 200).json, {"ok": True})

    def begin(self, **more):
        """A game by an accepted challenge: both people, the bot, its events, the game's id."""
        owner, bot = self.person()
        other, _ = self.person()
        events = self.stream(bot, "/api/stream/event")
        id = self.invite(other, owner.name, **more)
        events.until(lambda e: e["type"] == "challenge")
        self.ok(bot.post("/api/challenge/%s/accept" % id))
        started = events.until(lambda e: e["type"] == "gameStart")
        self.assertEqual(started["game"]["id"], id)
        return owner, other, bot, events, id

    def test_before_the_games(self):
        owner, bot = self.person()
        tested = self.expect(bot.post("/api/token/test", bot.token), 200).json
        self.assertEqual(tested[bot.token]["scopes"], "bot:play,challenge:read,challenge:write")
        self.assertEqual(tested[bot.token]["userId"], owner.name.lower())
        _, other = self.person("read")
        self.assertEqual(
            other.post("/api/token/test", other.token).json[other.token]["scopes"],
            "challenge:read",
        )
        self.assertEqual(bot.post("/api/token/test", other.token).json, {})
        self.expect(Bot(self.server, "apo_no").post("/api/token/test", "apo_no"), 401)
        profile = self.expect(bot.get("/api/account"), 200).json
        self.assertEqual((profile["username"], profile["title"]), (owner.name, "BOT"))
        page = play_case.Person(self.server).get
        badge = '<span class="bot-badge">program</span>'
        self.assertNotIn(badge, page("/@/" + owner.name).text)
        self.ok(bot.post("/api/bot/account/upgrade"))
        self.assertIn(badge, page("/@/" + owner.name).text)
        with sqlite3.connect(self.server.folder + "/apothecary.db") as db:
            db.execute(
                "INSERT INTO rating SELECT id, 'chess', 'live', 1800, 50, 0.06, 40, ?"
                " FROM person WHERE name = ?",
                (int(time.time() * 1000), owner.name),
            )
        best = "/api/players/best?variant=chess&clock=live&who="
        self.assertNotIn(owner.name, page(best + "people").text)
        self.assertEqual([p["name"] for p in page(best + "programs").json["players"]], [owner.name])
        self.assertEqual(bot.get("/api/account/playing").json, {"nowPlaying": []})
        seen = bot.get("/api/users/status?ids=" + profile["id"]).json
        self.assertEqual((seen[0]["id"], seen[0]["online"]), (profile["id"], True))
        self.expect(play_case.Person(self.server).get("/api/account"), 401)

    def test_after_a_restart(self):
        """The games are read in another thread; else the server's end would say so."""
        owner, bot = self.person()
        other, _ = self.person()
        ids = {self.invite(other, owner.name) for _ in range(2)}
        for id in ids:
            self.ok(bot.post("/api/challenge/%s/accept" % id))
        for path in ("/api/account/playing", "/api/stream/event"):
            self.server.stop()
            self.server.start()
            if path.endswith("playing"):
                seen = {game["gameId"] for game in bot.get(path).json["nowPlaying"]}
            else:
                events = self.stream(bot, path)
                started = [events.until(lambda e: e["type"] == "gameStart") for _ in ids]
                seen = {event["game"]["id"] for event in started}
            self.assertEqual(seen, ids)
        self.assertEqual(self.server.compiled_in_loop(), [])

    def test_a_challenge_and_a_game(self):
        owner, bot = self.person()
        other, _ = self.person()
        events = self.stream(bot, "/api/stream/event")
        id = self.invite(other, owner.name)
        challenge = events.until(lambda e: e["type"] == "challenge")["challenge"]
        self.assertEqual(challenge["id"], id)
        self.assertEqual(challenge["challenger"]["name"], other.name)
        self.assertEqual(challenge["destUser"]["name"], owner.name)
        self.assertEqual(challenge["variant"]["key"], "standard")
        self.assertEqual(challenge["timeControl"], {"type": "clock", "limit": 180, "increment": 2})
        self.assertEqual((challenge["speed"], challenge["perf"]["name"]), ("blitz", "blitz"))
        self.assertEqual((challenge["rated"], challenge["color"]), (False, "white"))
        self.ok(bot.post("/api/challenge/%s/accept" % id))
        self.ok(bot.post("/api/challenge/%s/accept" % id))
        game = events.until(lambda e: e["type"] == "gameStart")["game"]
        self.assertEqual((game["id"], game["gameId"], game["color"]), (id, id, "black"))
        self.assertEqual(game["opponent"]["username"], other.name)
        self.assertFalse(game["isMyTurn"])
        playing = bot.get("/api/account/playing").json["nowPlaying"]
        self.assertEqual([(g["gameId"], g["speed"]) for g in playing], [(id, "blitz")])

        lines = self.stream(bot, "/api/bot/game/stream/" + id)
        full = lines.next()
        self.assertEqual((full["type"], full["id"]), ("gameFull", id))
        self.assertEqual(full["variant"]["name"], "Standard")
        self.assertEqual(full["initialFen"], "startpos")
        self.assertEqual(full["clock"], {"initial": 180000, "increment": 2000})
        self.assertEqual((full["white"]["name"], full["black"]["name"]), (other.name, owner.name))
        self.assertEqual((full["state"]["moves"], full["state"]["status"]), ("", "started"))
        self.assertEqual(full["state"]["winc"], 2000)
        self.ok(bot.ask("POST", "/api/bot/game/%s/chat" % id, "room=player&text=Hi"))

        moves = ["e2e4", "a7a5", "g1f3", "a5a4", "f1c4", "a4a3", "e1g1", "a3b2", "f1e1", "b2a1q"]
        for ply, move in enumerate(moves):
            if ply % 2 == 0:
                self.expect(bot.move(id, "a7a6"), 409)
                self.expect(other.move(id, ply, move), 200)
            else:
                self.expect(bot.move(id, "a1a8"), 422)
                self.ok(bot.move(id, move))
            state = lines.next()
            self.assertEqual((state["type"], state["status"]), ("gameState", "started"))
            self.assertEqual(state["moves"], " ".join(moves[: ply + 1]))
            self.assertLessEqual(state["wtime"], 190000)
        self.expect(bot.post("/api/bot/game/%s/abort" % id), 409)
        self.ok(bot.post("/api/bot/game/%s/resign" % id))
        last = lines.next()
        self.assertEqual((last["status"], last["winner"]), ("resign", "white"))
        self.assertEqual(lines.next(), "end")
        finish = events.until(lambda e: e["type"] == "gameFinish")["game"]
        self.assertEqual((finish["id"], finish["winner"]), (id, "white"))
        self.assertEqual(bot.get("/api/account/playing").json["nowPlaying"], [])
        # The stream of a game that is over.
        again = self.stream(bot, "/api/bot/game/stream/" + id)
        self.assertEqual(again.next()["state"]["status"], "resign")
        self.assertEqual(again.next(), "end")

    def test_two_bots_to_the_mate(self):
        _, other, bot, events, id = self.begin(color="black")
        made = other.post("/api/tokens", name="b", scopes=["play", "read"], password=PASSWORD)
        black = Bot(self.server, made.json["token"])
        lines = self.stream(black, "/api/bot/game/stream/" + id)
        for ply, move in enumerate("f2f3 e7e5 g2g4 d8h4".split()):
            self.ok((black if ply % 2 else bot).move(id, move))
        end = lines.until(lambda line: line.get("status", "started") not in ("started",))
        self.assertEqual((end["status"], end["winner"]), ("mate", "black"))

    def test_declined_withdrawn_and_not_chess(self):
        owner, bot = self.person()
        other, _ = self.person()
        waiting = self.invite(other, owner.name)
        events = self.stream(bot, "/api/stream/event")
        self.assertEqual(events.next()["challenge"]["id"], waiting)
        # Other games are not for such programs, and stay open for others.
        alert = self.invite(other, owner.name, variant="alert")
        second = self.invite(other, owner.name, clock={"kind": "none"}, color="random")
        challenge = events.next()["challenge"]
        self.assertEqual((challenge["id"], challenge["color"]), (second, "random"))
        self.assertEqual(challenge["speed"], "correspondence")
        self.expect(other.post("/api/invitations/%s/withdraw" % second), 200)
        gone = events.next()
        self.assertEqual((gone["type"], gone["challenge"]["id"]), ("challengeCanceled", second))
        self.expect(bot.post("/api/challenge/%s/accept" % second), 409)
        self.ok(bot.post("/api/challenge/%s/decline" % waiting, "reason=later"))
        self.expect(bot.post("/api/challenge/nothing/accept"), 404)
        asked = owner.get("/api/invitations").json["asked"]
        self.assertEqual([row["id"] for row in asked], [alert])

    def form(self, bot, path, **fields):
        named = {name.replace("_", "."): value for name, value in fields.items()}
        more = {"Content-Type": "application/x-www-form-urlencoded"}
        return bot.ask("POST", path, urlencode(named), more)

    def test_a_challenge_in_json(self):
        """lichess-bot sends its challenges as JSON, with the names of the form."""
        owner, _ = self.person()
        _, asker = self.person()
        path = "/api/challenge/" + owner.name
        more = {"Content-Type": "application/json"}

        def ask(**members):
            named = {name.replace("_", "."): value for name, value in members.items()}
            return asker.ask("POST", path, json.dumps(named), more)

        clock = {"clock_limit": 180, "clock_increment": 2}
        made = self.expect(ask(rated=True, variant="standard", color="white", **clock), 200).json
        self.assertEqual(made["timeControl"], {"type": "clock", "limit": 180, "increment": 2})
        self.assertEqual((made["rated"], made["speed"], made["color"]), (True, "blitz", "white"))
        made = self.expect(ask(rated=False, days=3), 200).json
        self.assertEqual((made["rated"], made["speed"]), (False, "correspondence"))
        self.expect(ask(variant="atomic"), 422)
        self.expect(ask(clock_limit=999999), 400)
        self.expect(ask(clock_limit="soon"), 400)
        for body in ("", "[]", "{"):
            self.expect(asker.ask("POST", path, body, more), 400)

    def test_bots_find_each_other(self):
        """What lichess-bot's matchmaking asks: who is there, then challenges by name."""
        owner, bot = self.person()
        other, asker = self.person()
        events, own = (self.stream(one, "/api/stream/event") for one in (bot, asker))
        again = self.stream(bot, "/api/stream/event")
        online = self.expect(asker.get("/api/bot/online?nb=512"), 200)
        bots = [json.loads(line) for line in online.text.splitlines()]
        self.assertEqual([one["username"] for one in bots].count(owner.name), 1)
        profile = self.expect(asker.get("/api/user/" + owner.name), 200).json
        self.assertEqual((profile["id"], profile["online"]), (owner.name.lower(), True))
        self.assertEqual((profile["title"], profile["blocking"]), ("BOT", False))
        self.expect(asker.get("/api/user/nobody-at-all"), 404)
        clock = {"clock_limit": 300, "clock_increment": 2}
        path = "/api/challenge/" + owner.name
        made = self.expect(
            self.form(asker, path, rated=True, variant="standard", **clock), 200
        ).json
        self.assertEqual((made["status"], made["rated"], made["speed"]), ("created", True, "blitz"))
        self.assertEqual(made["timeControl"], {"type": "clock", "limit": 300, "increment": 2})
        seen = events.until(lambda e: e["type"] == "challenge")["challenge"]
        self.assertEqual((seen["id"], seen["challenger"]["name"]), (made["id"], other.name))
        again.until(lambda e: e["type"] == "challenge")
        self.ok(bot.post("/api/challenge/%s/decline" % made["id"]))
        declined = own.until(lambda e: e["type"] == "challengeDeclined")["challenge"]
        self.assertEqual((declined["id"], declined["status"]), (made["id"], "declined"))
        self.assertEqual(declined["declineReasonKey"], "generic")
        # The same again is another challenge; a casual one of days, which is taken back.
        days = self.expect(self.form(asker, path, rated=False, days=3), 200).json
        self.assertEqual((days["rated"], days["speed"]), (False, "correspondence"))
        self.ok(asker.post("/api/challenge/%s/cancel" % days["id"]))
        gone = events.until(lambda e: e["type"] == "challengeCanceled")["challenge"]
        self.assertEqual(gone["id"], days["id"])
        id = self.expect(self.form(asker, path, rated="False", color="black", **clock), 200).json[
            "id"
        ]
        self.ok(bot.post("/api/challenge/%s/accept" % id))
        game = own.until(lambda e: e["type"] == "gameStart")["game"]
        self.assertEqual((game["id"], game["color"], game["rated"]), (id, "black", False))
        self.ok(asker.post("/api/bot/game/%s/abort" % id))
        for name, fields, status in (
            (owner.name, {"variant": "atomic"}, 422),
            (owner.name, {"clock_limit": 999999}, 400),
            (owner.name, {"color": "green"}, 400),
            ("nobody-at-all", clock, 404),
            (other.name, clock, 422),
        ):
            self.expect(self.form(asker, "/api/challenge/" + name, **fields), status)

    def test_a_position(self):
        fen = "4k3/1P6/8/8/8/8/8/R3K3 w Q - 0 1"
        _, _, bot, _, id = self.begin(color="black", start={"fen": fen})
        full = self.stream(bot, "/api/bot/game/stream/" + id).next()
        self.assertEqual((full["variant"]["name"], full["initialFen"]), ("From Position", fen))
        self.assertIn("b7b8q", legal_moves("chess", fen))
        self.ok(bot.move(id, "e1c1"))

    def test_draws_and_takebacks(self):
        _, other, bot, _, id = self.begin()
        lines = self.stream(bot, "/api/bot/game/stream/" + id)
        self.expect(other.move(id, 0, "e2e4"), 200)
        self.ok(bot.move(id, "e7e5", draw=True))
        lines.until(lambda line: line.get("bdraw"))
        self.expect(other.move(id, 2, "g1f3"), 200)
        self.expect(other.post("/api/games/%s/offer" % id, ply=3, what="takeback"), 200)
        lines.until(lambda line: line.get("wtakeback"))
        self.ok(bot.post("/api/bot/game/%s/takeback/yes" % id))
        state = lines.until(lambda line: line.get("moves") == "e2e4 e7e5")
        self.assertFalse(state["wtakeback"])
        self.expect(other.move(id, 2, "g1f3"), 200)
        self.expect(other.post("/api/games/%s/offer" % id, ply=3, what="draw"), 200)
        lines.until(lambda line: line.get("wdraw"))
        self.ok(bot.move(id, "b8c6", draw=True))
        end = lines.until(lambda line: line["status"] != "started")
        self.assertEqual(end["status"], "draw")
        self.assertNotIn("winner", end)

    def test_abort(self):
        _, _, bot, _, id = self.begin()
        lines = self.stream(bot, "/api/bot/game/stream/" + id)
        lines.next()
        self.ok(bot.post("/api/bot/game/%s/abort" % id))
        self.assertEqual(lines.next()["status"], "aborted")
        self.assertEqual(lines.next(), "end")

    def test_who_may_what(self):
        _, _, bot, _, id = self.begin()
        _, stranger = self.person()
        _, reader = self.person("read")
        self.expect(stranger.move(id, "e2e4"), 403, "forbidden")
        self.expect(stranger.post("/api/bot/game/%s/resign" % id), 403, "forbidden")
        self.expect(reader.move(id, "e2e4"), 403, "forbidden")
        self.expect(reader.post("/api/challenge/x/accept"), 403, "forbidden")
        self.expect(bot.get("/api/bot/game/stream/nothing"), 404)
        alert, _ = play_case.Person(self.server).make(variant="alert")
        self.expect(bot.get("/api/bot/game/stream/" + alert), 404)
        self.expect(bot.move(alert, "e2e4"), 404)

    def test_empty_lines(self):
        """Clients give up after 15 seconds of silence."""
        _, bot = self.person()
        events = self.stream(bot, "/api/stream/event")
        for _ in range(2):
            self.assertIsNone(events.got.get(timeout=play_case.WAIT_S))

    @unittest.skipUnless("APO_LICHESS_BOT" in os.environ, "skipped: needs APO_LICHESS_BOT")
    def test_lichess_bot_itself(self):
        """One game after the other, as both sides; it may play only one at a time."""
        owner, bot = self.person()
        other, person = self.person()
        with tempfile.TemporaryDirectory() as home:
            with self.program(home, bot):
                for color in ("white", "black"):
                    self.play_anything(other, self.play_with(other, owner.name, color=color))
                self.resign(other, self.play_with(other, owner.name, rated=True))
                id = self.play_with(other, owner.name, color="black")
                self.play_on(other, id, ply=1)
                self.ok(person.post("/api/bot/game/%s/abort" % id))
                clock = {"kind": "live", "base_ms": 60000, "increment_ms": 0}
                self.run_out(other, self.play_with(other, owner.name, clock=clock))

    @unittest.skipUnless("APO_LICHESS_BOT" in os.environ, "skipped: needs APO_LICHESS_BOT")
    def test_lichess_bot_resigns(self):
        """It is told to resign after three moves, however it stands."""
        owner, bot = self.person()
        other, _ = self.person()
        often = (
            ("resign_enabled: false", "resign_enabled: true"),
            ("resign_score: -1000", "resign_score: 100000"),
        )
        with tempfile.TemporaryDirectory() as home:
            with self.program(home, bot, often):
                id = self.play_with(other, owner.name)
                game = self.play_on(other, id)
                result = game["result"]
                self.assertEqual((result["white_quarters"], result["reason"]), (4, "resignation"))

    @unittest.skipUnless("APO_LICHESS_BOT" in os.environ, "skipped: needs APO_LICHESS_BOT")
    def test_matchmaking_of_lichess_bot(self):
        """Two of them, one with matchmaking, which waits a minute before it challenges. It looks
        for programs that have played rated games."""
        people = [self.person() for _ in range(2)]
        self.play_rated(*people)
        seen = self.stream(people[0][1], "/api/stream/event")
        programs = []
        with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
            for home, (_, bot) in zip((first, second), people):
                programs.append(self.start_program(home, bot, matchmaking=home == first))
            try:
                id = seen.until(lambda event: event["type"] == "gameStart")["game"]["id"]
                lines = self.stream(people[0][1], "/api/bot/game/stream/" + id)
                full = lines.until(lambda line: line["type"] == "gameFull")
                names = {full[side]["name"] for side in ("white", "black")}
                self.assertEqual(names, {owner.name for owner, _ in people})
                lines.until(lambda line: len(line.get("moves", "").split()) >= 6)
            finally:
                for program in programs:
                    end_program(program)

    def play_rated(self, white, black):
        id = self.invite(white[0], black[0].name, rated=True)
        self.ok(black[1].post("/api/challenge/%s/accept" % id))
        for ply, move in enumerate("f2f3 e7e5 g2g4 d8h4".split()):
            self.ok((black if ply % 2 else white)[1].move(id, move))

    @contextlib.contextmanager
    def program(self, home, bot, more=()):
        """Runs it until it has logged how its last game ended. It must meet nothing that it does
        not expect of the server."""
        program = self.start_program(home, bot, more=more)

        def log():
            with open(os.path.join(home, "log"), encoding="utf-8") as file:
                return file.read()

        try:
            yield
            play_case.eventually(
                lambda: re.search("Bot-[0-9_]+ (won|resigned)", log()), "the end in its log"
            )
        finally:
            end_program(program)
        self.assertNotRegex(log(), "Traceback|ERROR")

    def play_with(self, person, name, **setup):
        """A game that the program has accepted."""
        id = self.invite(person, name, **setup)
        play_case.eventually(
            lambda: person.get("/api/invitations/" + id).json["fate"] == "accepted",
            "an answer to the challenge",
        )
        return id

    def start_program(self, home, bot, matchmaking=False, more=()):
        folder = os.environ["APO_LICHESS_BOT"]
        with open(os.path.join(folder, "config.yml.default"), encoding="utf-8") as file:
            text = file.read()
        engine = os.path.join(os.path.dirname(play_case.COMMAND), "apothecary-engine")
        for old, new in (
            ('"xxxxxxxxxxxxxxxxxxxxxx"', '"%s"' % bot.token),
            ('"https://lichess.org/"', '"%s/"' % self.server.origin),
            ('dir: "./engines/"', 'dir: "%s"' % os.path.dirname(os.path.abspath(engine))),
            ('name: "engine_name"', 'name: "apothecary-engine"'),
            # The engine of the example has tablebases; ours need not be fast here.
            ('    SyzygyPath: "./syzygy/"', "#"),
            ("    Threads: 4 ", "    Threads: 1 "),
            ("    Hash: 512 ", "    Hash: 16 "),
            ("matchmaking: false", "matchmaking: " + str(matchmaking).lower()),
            ("challenge_timeout: 30 ", "challenge_timeout: 1 "),
            ("opponent_rating_difference: 300", "opponent_rating_difference: 4000"),
            *more,
        ):
            self.assertEqual(text.count(old), 1, old)
            text = text.replace(old, new)
        with open(os.path.join(home, "config.yml"), "w", encoding="utf-8") as file:
            file.write(text)
        log = open(os.path.join(home, "log"), "wb")
        self.addCleanup(log.close)
        python = os.environ.get("APO_LICHESS_PYTHON", sys.executable)
        return subprocess.Popen(
            [python, os.path.join(folder, "lichess-bot.py")],
            cwd=home,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )

    def play_on(self, person, id, ply=10000):
        """Plays any moves until the game is over, or until it is the person's turn at that ply or
        later."""
        until = time.monotonic() + play_case.WAIT_S
        game = person.game(id)
        while game["status"] == "playing":
            self.assertLess(time.monotonic(), until)
            if game["turn"] == game["you"]:
                if game["ply"] >= ply:
                    break
                person.move(id, game["ply"], random.choice(game["legal_moves"]))
            time.sleep(0.05)
            game = person.game(id)
        return game

    def play_anything(self, person, id):
        game = self.play_on(person, id)
        self.assertEqual(game["result"]["reason"], "mate")
        self.assertEqual(game["result"]["white_quarters"], 0 if game["you"] == "white" else 4)

    def resign(self, person, id):
        game = self.play_on(person, id, ply=2)
        self.assertEqual(game["status"], "playing", game)
        self.expect(person.post("/api/games/%s/resign" % id), 200)

    def run_out(self, person, id):
        self.play_on(person, id, ply=2)
        play_case.eventually(lambda: person.game(id)["status"] != "playing", "the flag")
        self.assertEqual(person.game(id)["result"]["reason"], "time")


main(__name__)
