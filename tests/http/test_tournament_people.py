#!/usr/bin/env python3
"""Sixteen people play a tournament of each kind from the invitation to the table; arenas and
exhibitions are in test_tournament_kinds.py."""
from cup_case import Cup, new_name
from play_case import Person, PlayCase, account, main
from test_moderation import moderate

SLOW = {"kind": "days", "days": 3}
LIVE = {"kind": "live", "base_ms": 3600000, "increment_ms": 0}
PEOPLE = 16


class SixteenPeople(PlayCase):
    OPTIONS = ("--engines", "0")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        names = [new_name() for _ in range(PEOPLE)]
        cls.people = {name: account(cls.server, name) for name in names}

    def cup(self, **more):
        """A tournament by invitation, which all have joined and which has begun."""
        people = self.people
        more.setdefault("clock", SLOW)
        more.setdefault("order", "entry")
        more.setdefault("players_max", PEOPLE)
        cup = Cup(self.server, PEOPLE, people=people, entry="invited", guests=list(people), **more)
        cup.join_all()
        cup.begin()
        return cup

    def play(self, cup, quarters_of, pairs_each_round):
        """Plays all rounds: each game ends with quarters_of(pairing); the results by game."""
        results, number = {}, 0
        while True:
            state = cup.wait(
                lambda s: s["state"] == "finished" or s["round"] > number and cup.running(s),
                "round %d" % (number + 1),
            )
            if state["state"] == "finished":
                return state, results
            number = state["round"]
            running = cup.running(state)
            self.assertEqual(len(running), pairs_each_round(number))
            for p in running:
                results[p["game"]] = quarters_of(p)
                cup.finish(p, results[p["game"]])

    def check_page(self, state, *texts):
        page = Person(self.server).get("/tournaments/" + state["id"]).text
        for text in texts:
            self.assertIn(text, page)

    def number_of(self, name):
        return list(self.people).index(name)

    def test_round_robin(self):
        """Once round; the better number wins, and neighbours draw."""
        cup = self.cup(pace="all")
        state = cup.state()
        self.assertEqual(len(cup.running(state)), 120)
        results = {}
        for p in cup.running(state):
            white, black = self.number_of(p["white"]), self.number_of(p["black"])
            results[p["game"]] = 2 if abs(white - black) == 1 else 4 if white < black else 0
            cup.finish(p, results[p["game"]])
        state = cup.wait(lambda s: s["state"] == "finished", "the end")
        self.assertEqual(len(cup.add_up(self, results)), 120)
        met = {frozenset((p["white"], p["black"])) for p in state["pairings"]}
        self.assertEqual(len(met), 120)
        self.assertEqual([line["name"] for line in state["table"][1:-1]], cup.names[1:-1])
        self.check_page(state, "Round robin", "Crosstable")

    def test_double_round_robin(self):
        """Four of them, twice with colours reversed, live, one round after another."""
        four = dict(list(self.people.items())[:4])
        cup = Cup(self.server, 4, people=four, cycles=2, clock=LIVE, order="entry")
        cup.join_all()
        cup.begin()
        state, results = self.play(cup, lambda p: 3, lambda round: 2)
        self.assertEqual(len(cup.add_up(self, results)), 12)
        pairs = {(p["white"], p["black"]) for p in state["pairings"]}
        self.assertEqual(len(pairs), 12)
        # Everybody has had White and Black three times each: all are equal.
        self.assertEqual({line["quarters"] for line in state["table"]}, {12})

    def test_swiss(self):
        """Five rounds, one of which somebody rests, and a latecomer."""
        late_name = new_name()
        late = account(self.server, late_name)
        cup = self.cup(system="swiss", rounds=5, late_rounds=1, half_byes=1, players_max=20)
        self.expect(cup.organiser.post(cup.path + "/invite", player=late_name), 409)
        resting = self.people[cup.names[5]]
        self.expect(resting.post(cup.path + "/bye", bye="half"), 200)
        state, results = self.play(
            cup,
            lambda p: 4 if self.number_of(p["white"]) < self.number_of(p["black"]) else 0,
            lambda round: 7 if round == 2 else 8,
        )
        self.expect(late.post(cup.path + "/join"), 409)
        met = [
            frozenset((p["white"], p["black"])) for p in state["pairings"] if p["black"] is not None
        ]
        self.assertEqual(len(met), len(set(met)))
        self.assertEqual(state["table"][0]["name"], cup.names[0])
        self.assertEqual(state["table"][0]["quarters"], 20)
        byes = [p for p in state["pairings"] if p["state"] == "bye"]
        self.assertEqual(
            sorted((p["white"] == cup.names[5], p["white_quarters"]) for p in byes),
            [(False, 4), (True, 2)],
        )
        cup.add_up(self, results)
        self.check_page(state, "Swiss, 5 rounds", "Round by round")

    def test_knockout(self):
        """Four rounds; each first match of a round is level and played again."""
        cup = self.cup(system="knock-out", clock=LIVE)
        again = set()

        def quarters_of(p):
            key = (p["round"], p["board"])
            if p["board"] == 1 and key not in again:
                again.add(key)
                return 2
            return 4 if self.number_of(p["white"]) < self.number_of(p["black"]) else 0

        results, done = {}, set()
        while cup.state()["state"] != "finished":
            state = cup.wait(
                lambda s: s["state"] == "finished" or {p["game"] for p in cup.running(s)} - done,
                "games",
            )
            for p in cup.running(state):
                if p["game"] not in done:
                    done.add(p["game"])
                    results[p["game"]] = quarters_of(p)
                    cup.finish(p, results[p["game"]])
        state = cup.state()
        self.assertEqual(state["rounds"], 4)
        self.assertEqual(len(state["pairings"]), 15 + 4)
        self.assertEqual(state["table"][0]["name"], cup.names[0])
        places = [line["place"] for line in state["table"]]
        self.assertEqual(places, [1, 2, 3, 3, 5, 5, 5, 5] + [9] * 8)
        self.check_page(state, "Knock-out", "%s has won" % cup.names[0])

    def teams(self, names, **more):
        """A team event: teams of names, each founded by the first of them."""
        cup = Cup(
            self.server,
            PEOPLE,
            people=self.people,
            system="teams",
            entry="invited",
            guests=list(self.people),
            order="entry",
            **more,
        )
        for number, team in enumerate(names):
            for at, name in enumerate(team):
                if at == 0:
                    answer = self.people[name].post(cup.path + "/found", name="Team %d" % number)
                else:
                    answer = self.people[name].post(cup.path + "/join", team=number + 1)
                self.expect(answer, 200)
        return cup

    def test_teams(self):
        """Four teams of three boards and a reserve, a round robin: the first loses nothing."""
        names = list(self.people)
        cup = self.teams([names[i::4] for i in range(4)], boards=3, teams_max=4, clock=SLOW)
        state = cup.state()
        self.assertEqual(
            [team["players"] for team in state["teams"]], [names[i::4] for i in range(4)]
        )
        self.assertEqual([team["captain"] for team in state["teams"]], names[:4])
        # The captain moves the reserve up to the third board.
        path = cup.path
        self.expect(self.people[names[4]].post(path + "/raise", player=names[12]), 403)
        self.expect(self.people[names[1]].post(path + "/raise", player=names[12]), 403)
        self.expect(self.people[names[0]].post(path + "/raise", player=names[12]), 200)
        order = [names[0], names[4], names[12], names[8]]
        self.assertEqual(cup.state()["teams"][0]["players"], order)
        page = self.people[names[0]].get("/tournaments/" + state["id"]).text
        self.assertIn("Begin now", page)
        self.assertEqual(page.count("/raise"), 3)
        self.assertEqual(page.count("/release"), 3)
        cup.begin()
        state, results = self.play(
            cup,
            lambda p: 4 if names.index(p["white"]) % 4 < names.index(p["black"]) % 4 else 0,
            lambda round: 6,
        )
        self.assertEqual(state["rounds"], 3)
        cup.add_up(self, results)
        rows = [
            (t["name"], t["place"], t["match_points"], t["board_quarters"]) for t in state["teams"]
        ]
        self.assertEqual(
            rows,
            [("Team 0", 1, 6, 36), ("Team 1", 2, 4, 24), ("Team 2", 3, 2, 12), ("Team 3", 4, 0, 0)],
        )
        self.assertEqual(len(state["matches"]), 6)
        for match in state["matches"]:
            self.assertTrue(match["is_over"])
            self.assertEqual(match["home_quarters"] + match["guest_quarters"], 12)
        # The reserve has not played; the others of that team have met three others on their board.
        played = {name for p in state["pairings"] for name in (p["white"], p["black"])}
        self.assertNotIn(names[8], played)
        board = {p["white"]: (p["board"] - 1) % 3 for p in state["pairings"]}
        for p in state["pairings"]:
            self.assertEqual(board.get(p["black"], (p["board"] - 1) % 3), (p["board"] - 1) % 3)
        # Colours alternate on the boards of a match.
        for p in state["pairings"]:
            first = [q for q in state["pairings"] if q["round"] == p["round"]]
            first = [q for q in first if (q["board"] - 1) // 3 == (p["board"] - 1) // 3][0]
            is_home = names.index(p["white"]) % 4 == names.index(first["white"]) % 4
            self.assertEqual(is_home, (p["board"] - first["board"]) % 2 == 0)
        self.check_page(
            state, "Team matches, boards: 3, round robin", "Match points", "Team 0 has won"
        )

    def test_team_swiss(self):
        """Five teams of two and more, Swiss: one is free each round, one has too few players."""
        names = list(self.people)
        teams = [names[0:2], names[2:4], names[4:6], names[6:8], names[8:9]]
        cup = self.teams(teams, boards=2, teams_max=5, team_pairing="swiss", rounds=3, clock=LIVE)
        path = cup.path
        # A team of two boards has up to two reserves.
        for name in names[9:11]:
            self.expect(self.people[name].post(path + "/join", team=1), 200)
        self.expect(self.people[names[11]].post(path + "/join", team=1), 409, "conflict")
        self.expect(self.people[names[11]].post(path + "/join"), 409, "conflict")
        self.expect(self.people[names[11]].post(path + "/join", team=9), 409, "conflict")
        self.expect(self.people[names[11]].post(path + "/join", team=33), 400, "bad_request")
        self.expect(self.people[names[11]].post(path + "/found", name="Sixth"), 409, "conflict")
        self.expect(self.people[names[11]].post(path + "/found", name=" \u200b "), 400)
        # A released player may come back; when a captain leaves, the next player follows.
        self.expect(self.people[names[0]].post(path + "/release", player=names[10]), 200)
        self.expect(self.people[names[0]].post(path + "/leave"), 200)
        team = [team for team in cup.state()["teams"] if team["number"] == 1][0]
        self.assertEqual((team["captain"], team["players"]), (names[1], [names[1], names[9]]))
        # A team without players is gone, and its number free.
        self.expect(self.people[names[8]].post(path + "/leave"), 200)
        self.assertEqual(len(cup.state()["teams"]), 4)
        self.expect(self.people[names[8]].post(path + "/found", name="Alone"), 200)
        cup.begin()
        state, results = self.play(
            cup,
            lambda p: 4 if names.index(p["white"]) < names.index(p["black"]) else 0,
            lambda round: len(cup.running(cup.state())),
        )
        cup.add_up(self, results)
        met = [frozenset((m["home"], m["guests"])) for m in state["matches"] if m["guests"]]
        self.assertEqual(len(met), len(set(met)))
        self.assertEqual(len(met), 6)
        free = [m["home"] for m in state["matches"] if m["guests"] is None]
        self.assertEqual(len(set(free)), 3)
        for match in state["matches"]:
            if match["guests"] is None:
                self.assertGreater(match["home_quarters"], 0)
        # A team event ends like any other: its members are told.
        told = [row["kind"] for row in self.people[names[2]].get("/api/notices").json["notices"]]
        self.assertIn("tournament-end", told)

    def test_match_of_two_teams(self):
        """Eight boards, two games on each."""
        names = list(self.people)
        cup = self.teams(
            [names[:8], names[8:]], boards=8, teams_max=2, both_colors=True, clock=SLOW
        )
        cup.begin()
        state, results = self.play(cup, lambda p: 2, lambda round: 16)
        cup.add_up(self, results)
        self.assertEqual(len(state["matches"]), 1)
        match = state["matches"][0]
        self.assertEqual((match["home_quarters"], match["guest_quarters"]), (32, 32))
        self.assertEqual([team["place"] for team in state["teams"]], [1, 1])

    def test_refusals(self):
        person = self.people[list(self.people)[0]]
        body = {"name": "Teams", "variant": "modern", "clock": SLOW, "begins": "full"}
        for more, words in (
            ({"system": "teams", "boards": 13}, "1 to 12 boards"),
            ({"system": "teams", "teams_max": 33}, "2 to 32 teams"),
            ({"system": "teams", "team_pairing": "arena"}, "a round robin or a Swiss"),
            ({"system": "teams", "tie_breaks": ["wins"]}, "no other tie-breaks"),
            ({"system": "swiss", "boards": 4}, "Only team matches"),
        ):
            answer = person.post("/api/tournaments", **{**body, **more})
            self.assertEqual(answer.status, 400, answer.text)
            self.assertIn(words, answer.text)
        # A tournament without teams has none to found; with one team none begins.
        cup = Cup(self.server, 1, people={"x": person})
        self.expect(person.post(cup.path + "/found", name="Us"), 409, "conflict")
        names = list(self.people)
        # People whom the moderators have muted cannot name teams.
        muted = new_name()
        mouth = account(self.server, muted)
        moderate(self.server, "mute", muted)
        cup = self.teams([names[:2]], boards=2, clock=SLOW)
        self.expect(cup.organiser.post(cup.path + "/invite", player=muted), 200)
        self.expect(mouth.post(cup.path + "/found", name="Loud"), 403, "forbidden")
        self.expect(mouth.post(cup.path + "/join", team=1), 200)
        self.expect(cup.organiser.post(cup.path + "/begin"), 409, "conflict")


main(__name__)
