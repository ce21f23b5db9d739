#!/usr/bin/env python3
"""Kinds of tournaments, each played by 16 people from the invitation to the table."""
import os
import sqlite3

from cup_case import Cup, new_name
from play_case import Person, PlayCase, Server, account, main, two_people

LIVE = {"kind": "live", "base_ms": 3600000, "increment_ms": 0}
PEOPLE = 16


def guests(server, count=PEOPLE):
    """Accounts by name."""
    names = [new_name() for _ in range(count)]
    return {name: account(server, name) for name in names}


def streak_points(results):
    """What an arena counts for results in quarters, as docs/tournaments.md says."""
    points, wins = [], 0
    for quarters in results:
        points.append(quarters * (4 if wins >= 2 else 2))
        wins = wins + 1 if quarters == 4 else 0
    return points


def games_of(state, name):
    return sum(name in (p["white"], p["black"]) for p in state["pairings"])


class Arena(PlayCase):
    OPTIONS = ("--engines", "0")

    def check_table(self, state):
        """Each line follows from the pairings."""
        for line in state["table"]:
            results = []
            for p in state["pairings"]:
                if p["white_quarters"] is not None and line["name"] in (p["white"], p["black"]):
                    is_white = p["white"] == line["name"]
                    results.append(p["white_quarters"] if is_white else 4 - p["white_quarters"])
            self.assertEqual(line["scores"], streak_points(results), line["name"])
            self.assertEqual(line["quarters"], sum(line["scores"]))
        points = [line["quarters"] for line in state["table"]]
        self.assertEqual(points, sorted(points, reverse=True))

    def check_pairs(self, state):
        """Nobody plays two games at once, or meets the last opponent again."""
        last = {}
        for p in state["pairings"]:
            self.assertNotEqual(p["white"], p["black"])
            again = last.get(p["white"]) == p["black"] and last.get(p["black"]) == p["white"]
            self.assertFalse(again, p)
            last[p["white"]], last[p["black"]] = p["black"], p["white"]
        busy = [
            name
            for p in state["pairings"]
            if p["state"] == "running"
            for name in (p["white"], p["black"])
        ]
        self.assertEqual(len(busy), len(set(busy)))

    def finish_running(self, cup, done, winner):
        """Waits for games that have not been played, and plays them; the state before."""
        state = cup.wait(lambda s: {p["game"] for p in cup.running(s)} - done, "new games")
        for p in cup.running(state):
            if p["game"] not in done:
                done.add(p["game"])
                cup.finish(p, {p["white"]: 4, p["black"]: 0}.get(winner, len(done) % 5))
        return state

    def test_arena(self):
        server = Server("--engines", "0").start()
        try:
            self.play_arena(server)
        finally:
            server.close()

    def play_arena(self, server):
        people = guests(server)
        cup = Cup(
            server,
            PEOPLE,
            people=people,
            system="arena",
            minutes=60,
            clock=LIVE,
            entry="invited",
            guests=list(people),
            players_max=PEOPLE + 1,
            order="entry",
        )
        late_name = new_name()
        late = account(server, late_name)
        cup.join_all()
        self.expect(late.post(cup.path + "/join"), 403)
        cup.begin()
        self.assertEqual(cup.state()["minutes"], 60)
        state = cup.wait(lambda s: len(cup.running(s)) == PEOPLE // 2, "the first wave")
        one, two = cup.names[:2]
        self.assertEqual((state["pairings"][0]["white"], state["pairings"][0]["black"]), (one, two))
        # The first always wins; each other game goes another way.
        done = set()
        while len(done) < 3 * PEOPLE // 2:
            self.finish_running(cup, done, one)
        state = cup.wait(
            lambda s: all(p["state"] == "played" for p in s["pairings"] if p["game"] in done),
            "the results",
        )
        self.check_pairs(state)
        self.check_table(state)
        line = [line for line in state["table"] if line["name"] == one][0]
        self.assertGreater(line["streak"], 0)
        self.assertEqual(line["scores"], streak_points([4] * line["streak"]))
        # A player who leaves pauses and is not paired; joining again ends the pause.
        self.expect(people[one].post(cup.path + "/leave", running="resign"), 200)
        paused = cup.wait(
            lambda s: not [p for p in cup.running(s) if one in (p["white"], p["black"])],
            "the pause",
        )
        self.assertEqual([x["name"] for x in paused["table"] if x["has_left"]], [one])
        for _ in range(2):
            state = self.finish_running(cup, done, one)
            self.assertEqual(games_of(state, one), games_of(paused, one))
        self.expect(people[one].post(cup.path + "/join"), 200)
        # Nobody comes without an invitation; nobody who has been removed comes back.
        self.expect(cup.organiser.post(cup.path + "/remove", player=late_name), 200)
        self.expect(late.post(cup.path + "/join"), 403)
        cup.wait(
            lambda s: s["players"] == PEOPLE and {p["game"] for p in cup.running(s)} - done,
            "all are back, and somebody plays",
        )
        # The time is over: games still running count, and those who never moved pause.
        server.kill()
        server.options += ("--clock-rate", "86400")
        server.start()
        state = cup.wait(lambda s: s["state"] == "finished", "the end")
        self.assertEqual({p["state"] for p in state["pairings"]}, {"played"})
        self.check_table(state)
        lost = [
            p
            for p in state["pairings"]
            if Person(server).game(p["game"])["result"]["reason"] == "time"
        ]
        self.assertTrue(lost)
        # They paused; now that it is over, nobody does.
        self.assertEqual([line["name"] for line in state["table"] if line["has_left"]], [])
        page = Person(server).get("/tournaments/" + state["id"])
        self.assertIn("Arena, 60 minutes", page.text)

    def test_arena_refusals(self):
        person = account(self.server, new_name())
        body = {"name": "An arena", "variant": "modern", "system": "arena", "begins": "full"}
        for more, words in (
            ({"clock": {"kind": "days", "days": 2}}, "An arena is played live"),
            ({"clock": LIVE, "both_colors": True}, "An arena is played live"),
            ({"clock": LIVE, "minutes": 0}, "1 to 720 minutes"),
            ({"clock": LIVE, "minutes": 721}, "1 to 720 minutes"),
            ({"clock": LIVE, "players_max": 101}, "An arena has 2 to 100"),
            ({"clock": LIVE, "tie_breaks": ["direct"]}, "no other tie-breaks"),
            ({"clock": LIVE, "system": "swiss", "minutes": 5}, "Only an arena"),
        ):
            answer = person.post("/api/tournaments", **{**body, **more})
            self.assertEqual(answer.status, 400, answer.text)
            self.assertIn(words, answer.text)


class Exhibition(PlayCase):
    OPTIONS = ("--engines", "0")

    def test_exhibition(self):
        """The organiser against 15 others, with White and Black in turn and half of the time."""
        people = guests(self.server)
        cup = Cup(
            self.server,
            PEOPLE,
            people=people,
            system="exhibition",
            host="alternate",
            host_time=50,
            clock=LIVE,
            entry="invited",
            guests=list(people),
            players_max=PEOPLE,
            begins="full",
            order="entry",
        )
        host = cup.names[0]
        state = cup.state()
        self.assertEqual(
            (state["players"], state["host"], state["host_time"]), (1, "alternate", 50)
        )
        self.expect(cup.organiser.post(cup.path + "/leave"), 409, "conflict")
        self.expect(cup.organiser.post(cup.path + "/remove", player=host), 409, "conflict")
        cup.join_all()
        state = cup.wait(lambda s: len(cup.running(s)) == PEOPLE - 1, "all games")
        self.assertEqual(state["rounds"], 1)
        for number, p in enumerate(state["pairings"]):
            pair = (host, cup.names[number + 1])
            self.assertEqual((p["white"], p["black"]), pair if number % 2 == 0 else pair[::-1])
        game = Person(self.server).game(state["pairings"][1]["game"])
        clocks = [game["clock"][side]["base_ms"] for side in ("white", "black")]
        self.assertEqual(clocks, [LIVE["base_ms"], LIVE["base_ms"] // 2])
        self.assertFalse(game["rated"])
        self.assertFalse(state["rated"])
        self.expect(cup.organiser.post(cup.path + "/leave"), 409, "conflict")
        for number, p in enumerate(cup.running(state)):
            cup.finish(p, number % 5)
        state = cup.wait(lambda s: s["state"] == "finished", "the end")
        wanted = {name: 0 for name in cup.names}
        for p in state["pairings"]:
            wanted[p["white"]] += p["white_quarters"]
            wanted[p["black"]] += 4 - p["white_quarters"]
        self.assertEqual({line["name"]: line["quarters"] for line in state["table"]}, wanted)
        page = Person(self.server).get("/tournaments/" + state["id"]).text
        self.assertIn("Simultaneous exhibition", page)
        self.assertIn("%s plays everybody else at the same time." % host, page)

    def test_correspondence(self):
        """Two games with each, both at once; the organiser has no special clock."""
        clock = {"kind": "days", "days": 2}
        cup = Cup(self.server, 3, system="exhibition", both_colors=True, clock=clock)
        cup.join_all()
        cup.begin()
        state = cup.wait(lambda s: len(cup.running(s)) == 4, "all games")
        self.assertEqual([p["white"] == cup.names[0] for p in state["pairings"]], [True, False] * 2)
        self.assertTrue(Person(self.server).game(state["pairings"][0]["game"])["rated"])
        for p in cup.running(state):
            cup.finish(p, 2)
        cup.wait(lambda s: s["state"] == "finished", "the end")

    def test_time_odds(self):
        """10 per cent for each 100 points, of whole seconds."""
        cup = Cup(self.server, 2, clock=LIVE, time_odds=10, order="entry")
        cup.join_all()
        self.server.stop()
        with sqlite3.connect(os.path.join(self.server.folder, "apothecary.db")) as store:
            (person,) = store.execute(
                "SELECT id FROM person WHERE name = ?", (cup.names[0],)
            ).fetchone()
            store.execute(
                "INSERT INTO rating VALUES (?, 'alert', 'live', 1750, 60, 0.06, 20, 0)", (person,)
            )
        store.close()
        self.server.start()
        cup.begin()
        state = cup.wait_round(1)
        self.assertEqual(state["time_odds"], 10)
        game = Person(self.server).game(cup.running(state)[0]["game"])
        clocks = {state["pairings"][0][side]: game["clock"][side] for side in ("white", "black")}
        self.assertEqual(clocks[cup.names[0]]["base_ms"], LIVE["base_ms"] * 3 // 4)
        self.assertEqual(clocks[cup.names[1]]["base_ms"], LIVE["base_ms"])
        self.assertFalse(game["rated"])
        page = Person(self.server).get("/tournaments/" + state["id"]).text
        self.assertIn("time odds of 10 % for 100 rating points", page)

    def rate(self, names, variant, ratings, clock="days"):
        """Gives people ratings, while the server is stopped."""
        self.server.stop()
        with sqlite3.connect(os.path.join(self.server.folder, "apothecary.db")) as store:
            for name, rating in zip(names, ratings):
                store.execute(
                    "INSERT INTO rating SELECT id, ?, ?, ?, 60, 0.06, 20, 0 FROM person"
                    " WHERE name = ?",
                    (variant, clock, rating, name),
                )
        store.close()
        self.server.start()

    def test_material_odds(self):
        """The weaker player of a pair gets a handicap by the difference, mirrored for Black, or a
        start that is good for White, and White."""
        steps = [{"from": 200, "odds": "pawn:e4"}, {"from": 600, "odds": "14"}]
        cup = Cup(
            self.server, 3, variant="apothecary2", odds=steps, starts=[3], order="entry", pace="all"
        )
        cup.join_all()
        self.rate(cup.names, "apothecary2", (1900, 1650, 1200))
        cup.begin()
        state = cup.wait(lambda s: len(cup.running(s)) == 3, "all games")
        self.assertEqual(state["odds"], steps)
        strong, middle, weak = cup.names
        found = {}
        for p in cup.running(state):
            game = Person(self.server).game(p["game"])
            self.assertFalse(game["rated"])
            found[p["white"], p["black"]] = (game["start"]["number"], game["start"]["handicap"])
        self.assertEqual(found[weak, strong], (14, None))
        for (white, black), start in found.items():
            if {white, black} != {weak, strong}:
                weaker = middle if strong in (white, black) else weak
                self.assertEqual(start, (3, "pawn:e4" if white == weaker else "pawn:e7"))
        page = Person(self.server).get("/tournaments/" + state["id"]).text
        self.assertIn(", odds by rating", page)

    def test_points_in_advance(self):
        """Half a point for each whole 100 below the best; they count for places and pairings."""
        cup = Cup(
            self.server, 4, variant="chess", system="swiss", rounds=2, point_odds=2, order="entry"
        )
        cup.join_all()
        self.rate(cup.names, "chess", (1800, 1799, 1550, 1500))
        cup.begin()
        state = cup.wait_round(1)
        points = {line["name"]: line["quarters"] for line in state["table"]}
        self.assertEqual([points[name] for name in cup.names], [0, 0, 4, 6])
        # The score groups are those with 1 1/2, with 1 and with 0 points.
        pairs = [{p["white"], p["black"]} for p in state["pairings"]]
        self.assertIn(set(cup.names[2:]), pairs)
        for p in cup.running(state):
            cup.finish(p, 2)
        state = cup.wait_round(2)
        points = {line["name"]: line["quarters"] for line in state["table"]}
        self.assertEqual([points[name] for name in cup.names], [2, 2, 6, 8])
        page = Person(self.server).get("/tournaments/" + state["id"]).text
        self.assertIn(", points in advance by rating", page)

    def test_theme(self):
        """All games of all rounds begin from the same position, and are not rated."""
        white, _, id = two_people(self.server, variant="modern", start={"number": 7})
        fen = white.game(id)["start"]["fen"]
        cup = Cup(self.server, 3, variant="modern", theme=" %s " % fen, clock=LIVE)
        cup.join_all()
        cup.begin()
        for number in (1, 2, 3):
            state = cup.wait_round(number)
            self.assertEqual(state["theme"], fen)
            for p in cup.running(state):
                game = Person(self.server).game(p["game"])
                self.assertEqual(game["start"]["fen"], fen)
                self.assertFalse(game["rated"])
                cup.finish(p, 2)
        cup.wait(lambda s: s["state"] == "finished", "the end")
        page = Person(self.server).get("/tournaments/" + state["id"]).text
        self.assertIn("All games begin from this position", page)
        person = account(self.server, new_name())
        body = {"name": "A theme", "variant": "modern", "clock": LIVE, "begins": "full"}
        for more in ({"theme": fen, "starts": [3]}, {"theme": "k/K"}, {"theme": "x" * 3000}):
            self.expect(person.post("/api/tournaments", **{**body, **more}), 400, "bad_request")

    def test_refusals(self):
        person = account(self.server, new_name())
        body = {"name": "An exhibition", "variant": "modern", "system": "exhibition"}
        slow = {"kind": "days", "days": 2}
        for more, words in (
            ({"clock": LIVE, "host": "red"}, "white, black or alternate"),
            ({"clock": LIVE, "host_time": 19}, "20 to 1000 per cent"),
            ({"clock": slow, "host_time": 200}, "Only live games"),
            ({"clock": slow, "time_odds": 5}, "Only live games"),
            ({"clock": LIVE, "time_odds": 21}, "up to 20 per cent"),
            ({"clock": LIVE, "players_max": 51}, "An exhibition has 2 to 50 players"),
            ({"clock": LIVE, "tie_breaks": ["wins"]}, "An exhibition has no tie-breaks"),
            ({"clock": LIVE, "system": "swiss", "host": "black"}, "In an exhibition"),
            ({"clock": LIVE, "odds": [{"from": 0, "odds": "1"}]}, "Odds by rating are"),
            ({"clock": LIVE, "odds": [{"from": 100, "odds": "pawn:e4"}]}, "no handicap"),
            ({"clock": LIVE, "odds": [{"from": 100, "odds": "k/K"}]}, "cannot be played from"),
            ({"clock": LIVE, "odds": [{"from": 100, "odds": "99999"}]}, "no start"),
            ({"clock": LIVE, "odds": [{"from": 9, "odds": "1"}] * 2}, "smaller differences first"),
            ({"clock": LIVE, "point_odds": 1}, "In a round robin or a Swiss"),
        ):
            answer = person.post("/api/tournaments", begins="full", **{**body, **more})
            self.assertEqual(answer.status, 400, answer.text)
            self.assertIn(words, answer.text)


main(__name__)
