#!/usr/bin/env python3
"""The computer's side: whole games, immediate take-backs, dying engines, no delays for people."""
import os
import random
import re
import signal
import time

from play_case import (
    Events,
    GAMES,
    Person,
    PlayCase,
    Server,
    WAIT_S,
    children_of,
    eventually,
    legal_moves,
    main,
    two_people,
)


class Computer(PlayCase):
    OPTIONS = ("--engines", "1")

    def wait_for_turn(self, person, id, color):
        until = time.monotonic() + WAIT_S
        while time.monotonic() < until:
            game = person.game(id)
            if game["status"] != "playing" or game["turn"] == color:
                return game
            time.sleep(0.02)
        self.fail("the computer does not move: %r" % person.game(id))

    def test_all_games(self):
        for variant in GAMES:
            person = Person(self.server)
            id, _ = person.make(
                variant, {"kind": "computer", "level": 1}, color="white", start={"number": "random"}
            )
            for _ in range(4):
                game = self.wait_for_turn(person, id, "white")
                if game["status"] != "playing":
                    break
                move = random.choice(legal_moves(variant, game["fen"]))
                self.expect(person.move(id, game["ply"], move), 200)
            game = self.wait_for_turn(person, id, "white")
            self.assertGreaterEqual(game["ply"], 4)
            if game["status"] == "playing":
                self.expect(person.post("/api/games/%s/resign" % id), 200)

    def test_takeback(self):
        person = Person(self.server)
        id, _ = person.make("chess", {"kind": "computer", "level": 2}, color="white")
        path = "/api/games/%s/" % id
        self.expect(person.post(path + "offer", ply=0, what="takeback"), 409, "conflict")
        self.expect(person.move(id, 0, "e2e4"), 200)

        # It may still be thinking, or may have moved, or may move just now.
        def take_back():
            ply = person.game(id)["ply"]
            return person.post(path + "offer", ply=ply, what="takeback").status == 200

        eventually(take_back, "taken back")
        self.assertEqual(person.game(id)["ply"], 0)
        self.expect(person.move(id, 0, "d2d4"), 200)
        game = self.wait_for_turn(person, id, "white")
        self.assertEqual([m["text"] for m in game["moves"]][0], "d2d4")
        self.expect(person.post(path + "offer", ply=2, what="takeback"), 200)
        self.assertEqual(person.game(id)["moves"], [])
        self.expect(person.post(path + "offer", ply=0, what="draw"), 200)
        self.assertEqual(person.game(id)["status"], "playing")
        self.expect(person.post(path + "resign"), 200)
        again = self.expect(person.post(path + "rematch"), 200).json["game"]
        self.assertEqual(person.game(again)["you"], "black")
        self.wait_for_turn(person, again, "black")

    def test_engine_dies(self):
        person = Person(self.server)
        id, _ = person.make("modern", {"kind": "computer", "level": 7}, color="black")
        eventually(lambda: children_of(self.server.process.pid), "an engine")
        for child in children_of(self.server.process.pid):
            os.kill(child, signal.SIGKILL)
        self.wait_for_turn(person, id, "black")
        person.post("/api/games/%s/resign" % id)

    def test_clock_of_computer(self):
        person = Person(self.server)
        id, _ = person.make(
            "chess",
            {"kind": "computer", "level": 8},
            color="black",
            clock={"kind": "live", "base_ms": 60000, "increment_ms": 0},
        )
        game = self.wait_for_turn(person, id, "black")
        self.assertEqual(game["ply"], 1)

    def test_people_first(self):
        """Many games against the computer at once: moves between people do not wait for them."""
        crowd = Person(self.server)
        count = int(os.environ.get("APO_CROWD", "30"))
        ids = [
            crowd.make("alert", {"kind": "computer", "level": 6}, color="black")[0]
            for _ in range(count)
        ]
        white, black, id = two_people(self.server)
        pairs = ["g1f3", "g8f6", "f3g1", "f6g8"]
        for ply in range(8):
            mover = white if ply % 2 == 0 else black
            self.expect(mover.move(id, ply, pairs[ply % 4]), 200)
            if mover.game(id)["status"] != "playing":
                break
        # The people are done, and games are still waiting for their engine, which takes half a
        # minute for all.
        metrics = white.get("/metrics").text
        waiting = int(re.search(r"^apothecary_engine_waiting (\d+)$", metrics, re.M).group(1))
        self.assertGreater(waiting, 0)
        self.assertIn("apothecary_engine_thinking 1", metrics)
        for one in ids:
            crowd.post("/api/games/%s/resign" % one)


class Restart(PlayCase):
    OPTIONS = ("--engines", "1")

    def test_goes_on(self):
        """The computer was to move when the server was killed."""
        server = Server("--engines", "0").start()
        try:
            person = Person(server)
            # This server has no engine; the game is created by one that has.
            server.kill()
            server.options = ("--engines", "1")
            server.start()
            id, _ = person.make("alert", {"kind": "computer", "level": 5}, color="black")
            server.kill()
            server.start()
            events = Events(person, "/api/games/%s/events?after=0" % id)
            self.assertEqual(events.wait("move")[0][2]["ply"], 1)
            events.close()
        finally:
            server.close()


main(__name__)
