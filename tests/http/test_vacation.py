"""usage: test_vacation.py PROBE COMMAND: correspondence clocks are paused on vacation. In fast
time."""
import play_case
from play_case import Events, Person, PlayCase, Server, eventually, new_key, two_people

DAY_MS = 24 * 3600 * 1000
CLOCK = {"kind": "days", "days": 10}


def begun(server, **setup):
    white, black, id = two_people(server, clock=CLOCK, **setup)
    for person, ply, move in ((white, 0, "e2e4"), (black, 1, "e7e5")):
        answer = person.move(id, ply, move)
        assert answer.status == 200, answer.text
    return white, black, id


class Vacation(PlayCase):
    def test_once_a_key_and_within_the_year(self):
        white, _, id = begun(self.server)
        key = new_key()
        first = self.expect(white.post("/api/vacation", key=key, days=20), 200).json
        self.assertEqual(first["current"]["until"] - first["current"]["from"], 20 * DAY_MS)
        again = self.expect(white.post("/api/vacation", key=key, days=20), 200).json
        self.assertEqual(again["current"], first["current"])
        self.expect(white.post("/api/vacation", days=2), 409, "conflict")
        eventually(lambda: white.game(id)["clock"]["white"].get("is_on_vacation"), "held")
        clock = white.game(id)["clock"]
        self.assertTrue(clock["is_resting"])
        ended = self.expect(white.post("/api/vacation/end"), 200).json
        self.assertIsNone(ended["current"])
        self.assertGreater(ended["left_ms"], 29 * DAY_MS)  # unused days are not lost
        eventually(lambda: not white.game(id)["clock"]["is_resting"], "runs again")
        self.expect(white.post("/api/vacation", days=31), 422, "bad_request")
        self.expect(Person(self.server).get("/api/vacation"), 401, "login_needed")

    def test_only_where_the_game_says_so(self):
        white, _, id = begun(self.server, vacation=False)
        _, _, other = begun(self.server)
        self.expect(white.post("/api/vacation", days=3), 200)
        joined, secret = white.make(clock=CLOCK)
        guest = Person(self.server)
        self.expect(guest.post("/api/games/%s/join" % joined, secret=secret), 200)
        # A game that begins during the vacation is paused too, some seconds later.
        eventually(lambda: white.game(joined)["clock"]["white"].get("is_on_vacation"), "held")
        self.assertFalse(white.game(id)["clock"]["white"].get("is_on_vacation"))
        self.assertFalse(white.game(other)["clock"]["white"].get("is_on_vacation"))

    def test_the_vacation_of_a_guest_ends_for_whoever_goes_on(self):
        account = Person(self.server)
        name = "Heir_%s" % new_key()[:8]
        self.expect(account.post("/api/register", name=name, password="correct horse"), 200)
        white, black, id = begun(self.server)
        self.expect(white.post("/api/vacation", days=3), 200)
        eventually(lambda: black.game(id)["clock"]["white"].get("is_on_vacation"), "held")
        self.expect(white.post("/api/login", name=name, password="correct horse"), 200)
        eventually(lambda: not black.game(id)["clock"]["is_resting"], "runs for the account")

    def test_the_flag_waits_for_the_end_of_the_vacation(self):
        server = Server("--engines", "0").start()
        try:
            white, black, id = begun(server)
            taken = self.expect(white.post("/api/vacation", days=12), 200).json["current"]
            server.kill()  # its consequences are still carried out
            server.options += ("--clock-rate", "172800")
            server.start()
            eventually(lambda: black.game(id)["status"] == "finished", "a flag")
            game = black.game(id)
            # Without the vacation two days before its end; the server's absence costs what it
            # lasts.
            self.assertEqual(game["result"]["reason"], "time")
            self.assertEqual(game["result"]["white_quarters"], 0)
            events = Events(black, "/api/games/%s/events?after=1" % id)
            ended = events.wait("end")[0][2]["clock"]["at"]
            events.close()
            self.assertGreaterEqual(ended, taken["until"])
        finally:
            server.close()


play_case.main(__name__)
