#!/usr/bin/env python3
"""Ratings, records and profiles: the effects of a finished game, exactly once."""
import time
import unittest

from play_case import WAIT_S, Person, PlayCase, Server, account, eventually, main
from test_moderation import moderate

LIVE = {"kind": "live", "base_ms": 300000, "increment_ms": 3000}
DAYS = {"kind": "days", "days": 3}


def begin(white, black, variant="chess", clock=None, plies=2, **more):
    """A lobby game between the two, with so many moves; rated by default."""
    id, _ = white.make(variant=variant, opponent="open", clock=clock or LIVE, **more)
    answer = black.post("/api/games/%s/join" % id)
    assert answer.status == 200, answer.text
    for ply in range(plies):
        game = white.game(id)
        mover = white if game["turn"] == "white" else black
        answer = mover.move(id, ply, game["legal_moves"][0])
        assert answer.status == 200, answer.text
    return id


def resign(person, id):
    answer = person.post("/api/games/%s/resign" % id)
    assert answer.status == 200, answer.text


def profile(person, name, more=""):
    answer = person.get("/api/people/%s%s" % (name, more))
    assert answer.status == 200, answer.text
    return answer.json


def until_games(person, name, count):
    """The profile, when that many games against people have been counted."""
    until = time.monotonic() + WAIT_S
    while True:
        found = profile(person, name)
        if sum(found["record"]["people"]) >= count:
            return found
        if time.monotonic() > until:
            raise AssertionError("never counted: %r" % found)
        time.sleep(0.05)


class Ratings(PlayCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.people = {}

    def person(self, name):
        return account(self.server, name)

    def test_a_win(self):
        ann, ben = self.person("Ann"), self.person("Ben")
        id = begin(ann, ben)
        resign(ben, id)
        found = until_games(ann, "ann", 1)
        (rating,) = found["ratings"]
        self.assertEqual(
            (rating["variant"], rating["clock"], rating["games"]), ("chess", "live", 1)
        )
        self.assertEqual(rating["rating"], 1662)  # 1500/350 beats 1500/350
        self.assertTrue(rating["is_provisional"])
        self.assertEqual(found["record"]["people"], [0, 0, 0, 0, 1])
        (other,) = profile(ann, "Ben")["ratings"]
        self.assertEqual(other["rating"], 1338)
        history = profile(ben, "ben", "/ratings?variant=chess&clock=live")["games"]
        self.assertEqual(
            [
                (
                    game["game"],
                    game["before"],
                    game["rating"],
                    game["quarters"],
                    game["opponent"]["name"],
                )
                for game in history
            ],
            [(id, 1500, 1338, 0, "Ann")],
        )
        page = ann.get("/@/Ann?variant=chess&clock=live").text
        # From right to left "1662 ± 290" would turn round.
        self.assertRegex(page, r'<bdi dir="ltr"><strong>1662</strong>.*± \d+</span></bdi>')
        for words in ("1662", "Ben", 'href="/@/Ben"', "<svg", "live: from 1500 to 1662"):
            self.assertIn(words, page)

    def test_quarters_and_clocks_apart(self):
        cleo, dan = self.person("Cleo"), self.person("Dan")
        for clock in (LIVE, DAYS):
            id = begin(cleo, dan, "modern", clock)
            cleo.post("/api/games/%s/offer" % id, ply=2, what="advantage-white")
            dan.post("/api/games/%s/answer" % id, what="advantage-white", accept=True)
        found = until_games(cleo, "cleo", 2)
        self.assertEqual(found["record"]["people"], [0, 0, 0, 2, 0])
        self.assertEqual(sorted(rating["clock"] for rating in found["ratings"]), ["days", "live"])
        self.assertEqual({rating["rating"] for rating in found["ratings"]}, {1581})
        (against,) = profile(dan, "dan", "/opponents?name=Cleo")["opponents"]
        self.assertEqual(against["counts"], [0, 2, 0, 0, 0])

    def test_unrated_games_count_in_the_record_alone(self):
        eve, guest = self.person("Eve"), Person(self.server)
        id = begin(eve, guest, rated=False)
        resign(eve, id)
        found = until_games(eve, "Eve", 1)
        self.assertEqual((found["ratings"], found["record"]["people"]), ([], [1, 0, 0, 0, 0]))
        (opponent,) = profile(eve, "Eve", "/opponents")["opponents"]
        self.assertEqual(opponent["opponent"]["kind"], "guest")
        (game,) = profile(guest, "Eve", "/games")["games"]
        self.assertEqual(game["id"], id)

    def test_a_guest_who_logs_in_brings_his_results(self):
        hal, ivy, guest = self.person("Hal"), self.person("Ivy"), Person(self.server)
        for black in (hal, guest):
            resign(ivy, begin(ivy, black, rated=False))
        until_games(ivy, "Ivy", 2)
        answer = guest.post("/api/login", name="Hal", password="correct horse battery")
        self.assertEqual(answer.status, 200, answer.text)
        found = until_games(hal, "Hal", 2)
        self.assertEqual(found["record"]["people"], [0, 0, 0, 0, 2])
        opponents = profile(ivy, "Ivy", "/opponents")["opponents"]
        self.assertEqual(
            [(one["opponent"]["name"], one["counts"]) for one in opponents],
            [("Hal", [2, 0, 0, 0, 0])],
        )

    def test_without_moves(self):
        """500 points could be had from friends who resign at once."""
        kim, lea = self.person("Kim"), self.person("Lea")
        for plies in (0, 1):
            id = begin(kim, lea, plies=plies)
            self.assertTrue(kim.game(id)["rated"])
            resign(lea, id)
            self.assertFalse(kim.game(id)["rated"])
            words = "not rated: it ended before both sides had moved"
            self.assertIn(words, kim.get("/game/" + id).text)
        found = until_games(kim, "Kim", 2)
        self.assertEqual((found["ratings"], found["record"]["people"]), ([], [0, 0, 0, 0, 2]))

    def test_pairs_and_leaders(self):
        mia, ned, oda = self.person("Mia"), self.person("Ned"), self.person("Oda")
        for _ in range(12):
            resign(ned, begin(mia, ned, "modern"))
        resign(oda, begin(mia, oda, "modern"))
        until_games(mia, "Mia", 13)
        eventually(lambda: "12 short" in moderate(self.server, "pairs").stdout, "filed")
        listed = moderate(self.server, "pairs").stdout
        (line,) = [line for line in listed.splitlines() if "Mia" in line]
        self.assertIn("  12 games", line)
        self.assertIn("Ned", line)
        self.assertIn("one-sided  short", line)
        self.assertNotIn("Oda", listed)
        best = mia.get("/api/players/best?variant=modern&clock=live").json["players"]
        names = [row["name"] for row in best]
        self.assertNotIn("Oda", names)  # provisional
        if "Ned" in names:
            self.assertLess(names.index("Mia"), names.index("Ned"))
        self.assertEqual(mia.get("/api/players?name=mi").json["players"], ["Mia"])
        self.expect(mia.get("/api/players?name="), 400, "bad_request")
        self.assertIn("/@/Mia", mia.get("/players?name=Mi").text)
        self.assertIn("/@/Mia", mia.get("/players").text)  # all are listed, some at a time
        self.assertIn("/@/Mia", mia.get("/players?after=Mi").text)
        self.assertNotIn('href="/@/Mia"', mia.get("/players?after=Mia").text)
        self.assertEqual(mia.get("/players?variant=modern&clock=live").status, 200)

    def test_nobody(self):
        self.expect(Person(self.server).get("/api/people/nobody"), 404, "not_found")
        self.expect(Person(self.server).get("/api/people/no%20body"), 404, "not_found")
        self.assertEqual(Person(self.server).get("/@/nobody").status, 404)


class Crash(unittest.TestCase):
    """A server that is killed over and over rates every game, and none twice."""

    def test_once(self):
        server = Server("--engines", "0").start()
        white, black = account(server, "Fay"), account(server, "Gus")
        games = []
        for _ in range(8):
            games += [begin(white, black) for _ in range(4)]
            for id in games[-4:]:
                resign(black, id)
            server.kill()
            server.start()
        found = until_games(white, "Fay", len(games))
        time.sleep(2)  # whatever would count twice has had its time
        found = profile(white, "Fay")
        self.assertEqual(found["record"]["people"], [0, 0, 0, 0, len(games)])
        (rating,) = found["ratings"]
        self.assertEqual(rating["games"], len(games))
        history = profile(white, "Fay", "/ratings?variant=chess&clock=live")["games"]
        self.assertEqual(sorted(game["game"] for game in history), sorted(games))
        for later, earlier in zip(history, history[1:]):
            self.assertAlmostEqual(later["before"], earlier["rating"], delta=1)
        server.close()


main(__name__)
