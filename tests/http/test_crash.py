#!/usr/bin/env python3
"""The server is killed in the middle of its work, over and over; and runs out of space.
Everything acknowledged is stored exactly once, and every game can be continued."""
import http.client
import json
import os
import random
import resource
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest

import play_case
from play_case import (
    Person,
    Server,
    Stubborn,
    WAIT_S,
    eventually,
    legal_moves,
    main,
    new_key,
    two_people,
)

ROUNDS = int(os.environ.get("APO_ROUNDS", "6"))
TABLES = 6


class Table(threading.Thread):
    """Two people who play games as fast as the server takes their moves, and never give up."""

    def __init__(self, server, games=1):
        super().__init__(daemon=True)
        self.white, self.black = Stubborn(server), Stubborn(server)
        self.games = []  # (id, moves acknowledged)
        self.games_max = games
        self.fault = None
        self.is_over = False
        self.new_game()

    def new_game(self):
        id, secret = self.white.make()
        self.games.append((id, []))
        answer = self.black.post("/api/games/%s/join" % id, secret=secret)
        assert answer.status == 200, answer.text

    def run(self):
        try:
            self.play()
            while len(self.games) < self.games_max and not self.is_over:
                self.new_game()
                self.play()
        except Exception as error:  # to be shown by the test
            self.fault = repr(error)

    def play(self):
        """Knights out and home again; the pawns in between keep the positions apart."""
        tours = [["g1f3", "g8f6", "f3g1", "f6g8"], ["b1c3", "b8c6", "c3b1", "c6b8"]]
        pawns = [
            (a, b)
            for f in "abdegh"
            for a, b in [
                (f + "2" + f + "3", f + "7" + f + "6"),
                (f + "3" + f + "4", f + "6" + f + "5"),
            ]
        ]
        moves = []
        for i, (white, black) in enumerate(pawns):
            moves += tours[i % 2] + [white, black]
        id, acknowledged = self.games[-1]
        for ply, move in enumerate(moves):
            if self.is_over:
                return
            mover = self.white if ply % 2 == 0 else self.black
            answer = mover.move(id, ply, move)
            assert answer.status == 200, answer.text
            acknowledged.append(move)


class Crash(unittest.TestCase):
    def check_table(self, table):
        self.assertIsNone(table.fault)
        return sum(self.check_game(table, *game) for game in table.games)

    def check_game(self, table, id, acknowledged):
        game = table.white.game(id)
        texts = [m["text"] for m in game["moves"]]
        count = len(acknowledged)
        self.assertEqual(texts[:count], acknowledged)
        self.assertLessEqual(len(texts), count + 1)
        # The command's rules agree with the position.
        if texts:
            fen = play_case.applied("chess", game["start"]["fen"], *texts)
            self.assertEqual(fen, game["fen"])
        return count

    def test_kill(self):
        server = Server("--engines", "0", "--quiet").start()
        try:
            tables = [Table(server, games=1000) for _ in range(TABLES)]
            for table in tables:
                table.start()
            for _ in range(ROUNDS):
                time.sleep(random.uniform(0.1, 0.6))
                server.kill()
                server.start()
            time.sleep(0.3)
            for table in tables:
                table.is_over = True
            for table in tables:
                table.join(2 * WAIT_S)
            total = sum(self.check_table(table) for table in tables)
            print(
                "%d kills, %d games, %d moves acknowledged"
                % (ROUNDS, sum(len(table.games) for table in tables), total)
            )
            self.assertGreater(total, 0)
        finally:
            server.close()

    def test_no_space(self):
        """A file size limit simulates a full disk."""
        server = Server("--engines", "0", "--quiet").start()
        try:
            tables = [Table(server) for _ in range(2)]
            size = max(
                os.path.getsize(os.path.join(server.folder, name))
                for name in os.listdir(server.folder)
                if "lock" not in name
            )
            pid = server.process.pid
            before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size + 8192, before[1]))
            for table in tables:
                table.start()
            person = Person(server)
            # Not every try fails: writes that need no space, or still fit, succeed.
            eventually(lambda: person.get("/healthz").status == 503, "no space")
            refusal = {}

            def is_refused():
                answer = person.post("/api/games", variant="chess", opponent={"kind": "link"})
                refusal.update(answer.json, status=answer.status)
                return answer.status != 201

            eventually(is_refused, "no game without space")
            self.assertEqual((refusal["status"], refusal["error"]), (503, "storage"), refusal)
            # Reading still works.
            self.assertEqual(person.game(tables[0].games[0][0])["status"], "playing")
            resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
            for table in tables:
                table.join(2 * WAIT_S)
                self.assertEqual(self.check_table(table), 72)
            self.assertEqual(person.get("/healthz").status, 200)
        finally:
            server.close()

    def test_locked(self):
        """Another program locks the database: a clear refusal, and everything works again once
        it is released."""
        server = Server("--engines", "0", "--quiet").start()
        try:
            person = Person(server)
            id, _ = person.make()
            other = sqlite3.connect(
                os.path.join(server.folder, "apothecary.db"), isolation_level=None
            )
            other.execute("BEGIN IMMEDIATE")
            setup = {"variant": "chess", "opponent": {"kind": "link"}, "key": new_key()}
            answer = person.post("/api/games", **setup)
            self.assertEqual((answer.status, answer.json["error"]), (503, "storage"), answer.text)
            self.assertEqual(person.get("/healthz").status, 503)
            self.assertEqual(person.game(id)["status"], "waiting")
            other.close()
            made = [person.post("/api/games", **setup) for _ in range(2)]
            self.assertEqual([answer.status for answer in made], [201, 201])
            self.assertEqual(made[0].json["id"], made[1].json["id"])
            self.assertEqual(person.get("/healthz").status, 200)
        finally:
            server.close()

    def ask_at_once(self, server, count):
        """So many strangers ask for a game while the database is locked. Returns the answers;
        those that are given during the lock come first."""
        other = sqlite3.connect(os.path.join(server.folder, "apothecary.db"), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        asking = [
            http.client.HTTPConnection("127.0.0.1", server.port, timeout=WAIT_S)
            for _ in range(count)
        ]
        for one in asking:
            setup = {"variant": "chess", "opponent": {"kind": "link"}, "key": new_key()}
            headers = {"Origin": server.origin, "Content-Type": "application/json"}
            one.request("POST", "/api/games", json.dumps(setup), headers)
        answers = [asking.pop().getresponse()]
        other.close()
        answers += [one.getresponse() for one in reversed(asking)]
        return [(one.status, one.headers["Retry-After"], json.load(one)) for one in answers]

    def test_a_queue_for_the_disk(self):
        """While the disk takes nothing, changes beyond a number are refused at once; those that
        were taken are stored. The refused are counted, not logged."""
        server = Server("--engines", "0", "--limits", "load").start()
        try:
            all_answers = []

            def are_refused():
                all_answers.extend(self.ask_at_once(server, 250))
                return any(answer[2].get("error") == "busy" for answer in all_answers)

            eventually(are_refused, "some are refused")
            busy = [one for one in all_answers if one[2].get("error") == "busy"]
            self.assertEqual({one[:2] for one in busy}, {(503, "2")})
            made = [one[2]["id"] for one in all_answers if one[0] == 201]
            for _, _, body in all_answers:
                self.assertIn(body.get("error"), (None, "busy", "storage"))
            person = Person(server)
            for id in made:
                self.assertEqual(person.game(id)["status"], "waiting")
            text = person.get("/metrics").text
            self.assertIn('apothecary_http_shed_total{class="usual"} %d\n' % len(busy), text)
            self.assertEqual(
                person.post("/api/games", variant="chess", opponent={"kind": "link"}).status, 201
            )
            logged = [json.loads(line) for line in server.read_log().splitlines()]
            failed = sum(one[2].get("error") == "storage" for one in all_answers)
            self.assertEqual(sum(one.get("status") == 503 for one in logged), failed)
        finally:
            server.close()

    def test_restart(self):
        """Stopping and starting loses nothing: people, games, offers, clocks."""
        server = Server("--engines", "0").start()
        try:
            clock = {"kind": "live", "base_ms": 300000, "increment_ms": 0}
            white, black, id = two_people(
                server, variant="alert", start={"number": 77}, clock=clock
            )
            for ply in range(4):
                mover = white if ply % 2 == 0 else black
                mover.move(id, ply, legal_moves("alert", white.game(id)["fen"])[ply])
            black.post("/api/games/%s/offer" % id, what="draw", ply=4)
            before = white.game(id)
            self.assertEqual(server.stop(), 0)
            server.start()
            after = white.game(id)
            for name in ("moves", "fen", "start", "offers", "status", "ply", "definition", "you"):
                self.assertEqual(after[name], before[name], name)
            self.assertEqual(
                white.post("/api/games/%s/answer" % id, what="draw", accept=True).status, 200
            )
            self.assertEqual(black.game(id)["result"]["reason"], "agreement")
        finally:
            server.close()

    def test_backup(self):
        server = Server("--engines", "0", "--quiet").start()
        try:
            table = Table(server)
            table.start()
            with tempfile.TemporaryDirectory() as folder:
                copy = os.path.join(folder, "apothecary.db")
                for status in (0, 1):  # the second time the file is there
                    done = subprocess.run(
                        [play_case.COMMAND, "backup", copy, "--data", server.folder],
                        capture_output=True,
                        text=True,
                    )
                    self.assertEqual(done.returncode, status, done.stderr)
                table.is_over = True
                table.join(2 * WAIT_S)
                other = Server("--engines", "0", folder=folder).start()
                person = Person(other)
                person.cookie = table.white.cookie
                id, acknowledged = table.games[0]
                texts = [m["text"] for m in person.game(id)["moves"]]
                self.assertEqual(texts, acknowledged[: len(texts)])
                self.assertEqual(person.game(id)["you"], "white")
                other.close()
        finally:
            server.close()

    def test_second_server(self):
        server = Server("--engines", "0").start()
        try:
            done = subprocess.run(
                [play_case.COMMAND, "serve", "--listen", "127.0.0.1:0", "--data", server.folder],
                capture_output=True,
                text=True,
                timeout=WAIT_S,
            )
            self.assertEqual(done.returncode, 1)
            self.assertIn("another server", done.stderr)
        finally:
            server.close()


main(__name__)
