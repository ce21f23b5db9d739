"""usage: test_hurry.py PROBE COMMAND: the server in fast time: days pass in seconds."""
import os
import time

import play_case
from play_case import Events, Person, PlayCase, Server, account, eventually, two_people

DAY_MS = 24 * 3600 * 1000


class Hurry(PlayCase):
    def test_a_flag_of_days_falls_in_seconds(self):
        server = Server("--engines", "0", "--clock-rate", "86400").start()
        try:
            white, black, id = two_people(server, clock={"kind": "days", "days": 2})
            self.expect(white.move(id, 0, "e2e4"), 200)
            self.expect(black.move(id, 1, "e7e5"), 200)
            end = time.monotonic() + play_case.WAIT_S
            while white.game(id)["status"] == "playing" and time.monotonic() < end:
                time.sleep(0.05)
            game = white.game(id)
            self.assertEqual(game["result"]["reason"], "time")
            last = game["moves"][-1]["at"]
            self.assertGreaterEqual(game["now"] - last, 2 * DAY_MS)
        finally:
            server.close()

    def test_games_without_a_clock_do_not_hang_for_ever(self):
        """30 days for the first moves, 180 for all others; no client is needed, and a restart
        changes nothing."""
        server = Server("--engines", "0").start()
        try:
            white, black, id = two_people(server, clock={"kind": "none"})
            for person, ply, move in ((white, 0, "e2e4"), (black, 1, "e7e5"), (white, 2, "g1f3")):
                self.expect(person.move(id, ply, move), 200)
            early, _, unbegun = two_people(server, clock={"kind": "days", "days": 2})
            self.expect(early.move(unbegun, 0, "e2e4"), 200)
            # Not "29 days", which would be said of the clock.
            self.assertIn(">not begun<", early.get("/games").text)
            server.kill()
            server.options += ("--clock-rate", "864000")
            server.start()
            eventually(lambda: white.game(unbegun)["status"] == "cancelled", "30 days")
            self.assertEqual(white.game(unbegun)["reason"], "not-begun")
            eventually(lambda: white.game(id)["status"] == "finished", "180 days")
            game = white.game(id)
            self.assertEqual(game["result"]["reason"], "silence")
            self.assertEqual(game["result"]["white_quarters"], 4)  # Black was to move
            for person, reason in ((white, "the other side has not"), (black, "you have not")):
                told = person.get("/api/notices").json["notices"][0]["text"]
                self.assertIn("%s moved for half a year" % reason, told)
            events = Events(white, "/api/games/%s/events?after=1" % id)
            ended = events.wait("end")[0][2]["clock"]["at"]
            events.close()
            self.assertGreaterEqual(ended - game["moves"][-1]["at"], 180 * DAY_MS)
            # Nothing is deleted: both are there, move by move.
            self.assertEqual(len(game["moves"]), 3)
            self.assertEqual(len(white.game(unbegun)["moves"]), 1)
        finally:
            server.close()

    def test_guests_who_are_away_leave_the_lobby(self):
        """A clock moved by hand: five minutes of absence pass at once, an open game's hour does
        not. Nobody could tell a guest who has shut the page that the game begins."""
        server = Server("--engines", "0")
        path = os.path.join(server.folder, "clock")
        with open(path, "w", encoding="ascii") as file:
            file.write("1795000000000")
        server.options += ("--clock-rate", "hand:" + path)
        server.start()
        try:
            live = {"kind": "live", "base_ms": 300000, "increment_ms": 3000}
            staying, gone, member = Person(server), Person(server), account(server, "Patient")
            staying.make(opponent="link")  # now the server knows this guest
            events = Events(staying, "/api/me/events")
            kept, _ = staying.make(opponent="open", clock=live)
            left, _ = gone.make(opponent="open", clock=live)
            slow, _ = gone.make(opponent="open", clock={"kind": "days", "days": 2})
            members, _ = member.make(opponent="open", clock=live)

            def waiting():
                return {game["id"] for game in member.get("/api/lobby").json["open"]}

            eventually(lambda: left not in waiting(), "the guest who is away leaves")
            self.assertEqual(member.game(left)["reason"], "expired")
            self.assertEqual(waiting(), {kept, slow, members})
            # Nor does the game of a guest whom a server forgets when it starts again.
            events.close()
            server.kill()
            server.start()
            eventually(lambda: kept not in waiting(), "the other guest leaves")
            self.assertEqual(waiting(), {slow, members})
        finally:
            server.close()

    def test_time_goes_on_while_the_server_is_down(self):
        begin = 1795000000000
        rate = 3600
        server = Server("--engines", "0", "--clock-rate", "%d@%d" % (rate, begin)).start()
        try:
            before = Person(server)
            id, _ = before.make(opponent="open")
            first = before.game(id)["now"]
            server.kill()
            server.start()
            second = before.game(id)["now"]
            self.assertGreater(second, first)
            self.assertGreater(first, begin)
        finally:
            server.close()

    def test_nonsense_is_refused(self):
        for text in ("0", "fast", "10@", "10@x", "-3", "9999999999", "10@1@2", "hand:/nowhere"):
            server = Server("--clock-rate", text)
            with self.assertRaises(RuntimeError):
                server.start()
            server.process.wait()
            server.process.stdout.close()
            server.log.close()
            server.home.cleanup()


play_case.main(__name__)
