#!/usr/bin/env python3
"""Series: tournaments whose places give points, and one table that adds them up."""
import time

from cup_case import Cup, new_name, setup
from play_case import Person, PlayCase, account, main

SLOW = {"kind": "days", "days": 3}


class Series(PlayCase):
    OPTIONS = ("--engines", "0")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        names = [new_name() for _ in range(4)]
        cls.people = {name: account(cls.server, name) for name in names}
        cls.names = names
        cls.host = cls.people[names[0]]

    def make(self, **more):
        answer = self.host.post("/api/series", name="The Grand Prix", **more)
        self.expect(answer, 201)
        return answer.json["id"]

    def cup(self, series, order, **more):
        """A round robin in which each of `order` wins against all that follow."""
        people = {name: self.people[name] for name in order}
        more.setdefault("clock", SLOW)
        cup = Cup(
            self.server, len(order), organiser=self.host, people=people, series=series, **more
        )
        cup.join_all()
        cup.begin()
        done = set()
        while cup.state()["state"] != "finished":
            state = cup.wait(
                lambda s: s["state"] == "finished" or {p["game"] for p in cup.running(s)} - done,
                "games",
            )
            for p in [p for p in cup.running(state) if p["game"] not in done]:
                done.add(p["game"])
                is_first = order.index(p["white"]) < order.index(p["black"])
                cup.finish(p, 4 if is_first else 0)
        return cup

    def test_standings(self):
        a, b, c, d = self.names
        id = self.make(points=[10, 6, 3], best=2)
        self.cup(id, [a, b, c, d], pace="all")
        self.cup(id, [b, a, c], pace="all")
        self.cup(id, [c, a])
        # One that is not over gives nothing yet.
        Cup(self.server, 1, organiser=self.host, people={a: self.host}, series=id)
        series = Person(self.server).get("/api/series/" + id).json
        self.assertEqual((series["points"], series["best"]), ([10, 6, 3], 2))
        self.assertEqual(len(series["tournaments"]), 4)
        rows = [
            (line["name"], line["place"], line["points"], line["wins"]) for line in series["table"]
        ]
        # Of a's 10, 6 and 6 two count; b has 6 and 10; c has 3, 3 and 10; d nothing.
        self.assertEqual(rows[2:], [(c, 3, "13", 1), (d, 4, "0", 0)])
        self.assertEqual(sorted(rows[:2]), sorted([(a, 1, "16", 1), (b, 1, "16", 1)]))
        line = [line for line in series["table"] if line["name"] == a][0]
        self.assertEqual(
            [(r["place"], r["points"], r["counts"]) for r in line["results"]],
            [(1, "10", True), (2, "6", True), (2, "6", False)],
        )
        page = Person(self.server).get("/series/" + id).text
        self.assertIn("the best 2 results count", page)
        self.assertEqual(page.count('class="is-struck"'), 2)
        cup = series["tournaments"][0]["id"]
        self.assertIn("/series/" + id, Person(self.server).get("/tournaments/" + cup).text)

    def test_series_of_teams(self):
        """Teams of two; a team of the same name is the same team."""
        id = self.make(points=[5, 2])
        for home, guests in (("Oaks", "Elms"), ("Elms", "Oaks")):
            people = dict(self.people)
            cup = Cup(
                self.server, 4, organiser=self.host, people=people, series=id, system="teams",
                boards=2, teams_max=2,
            )  # fmt: skip
            a, b, c, d = people.values()
            for founder, name in ((a, home), (b, guests)):
                self.expect(founder.post(cup.path + "/found", name=name), 200)
            # A locked team takes nobody and keeps its boards.
            self.expect(b.post(cup.path + "/lock"), 200)
            self.expect(c.post(cup.path + "/lock"), 403)
            self.expect(d.post(cup.path + "/join", team=2), 409)
            self.expect(b.post(cup.path + "/unlock"), 200)
            self.expect(c.post(cup.path + "/join", team=1), 200)
            self.expect(d.post(cup.path + "/join", team=2), 200)
            self.expect(a.post(cup.path + "/lock"), 200)
            name = self.names[2]
            self.expect(a.post(cup.path + "/raise", player=name), 409)
            self.expect(a.post(cup.path + "/release", player=name), 409)
            self.assertIn("team-locked", a.get(cup.path[4:]).text)
            cup.begin()
            state = cup.wait(lambda s: len(cup.running(s)) == 2, "both boards")
            for p in cup.running(state):
                cup.finish(p, 4 if p["white"] in (self.names[0], self.names[2]) else 0)
            cup.wait(lambda s: s["state"] == "finished", "the end")
        series = Person(self.server).get("/api/series/" + id).json
        self.assertEqual(
            [(line["name"], line["points"], line["wins"]) for line in series["table"]],
            [("Elms", "7", 1), ("Oaks", "7", 1)],
        )
        self.assertIn("Elms", Person(self.server).get("/series/" + id).text)
        self.expect(self.host.post("/api/tournaments", **setup(variant="alert", series=id)), 400)
        # Names given by somebody whom the reader has blocked: b has been captain of both.
        reader = account(self.server, new_name())
        self.expect(reader.post("/api/people/%s/block" % self.names[1]), 200)
        table = reader.get("/api/series/" + id).json["table"]
        self.assertEqual([line["name"] for line in table], ["Team 1", "Team 2"])
        self.assertNotIn("Elms", reader.get("/series/" + id).text)

    def test_shared_places(self):
        a, b = self.names[:2]
        id = self.make(points=[5, 2])
        cup = Cup(self.server, 2, people={n: self.people[n] for n in (a, b)}, series=id)
        cup.join_all()
        cup.begin()
        for p in cup.running(cup.wait_round(1)):
            cup.finish(p, 2)
        cup.wait(lambda s: s["state"] == "finished", "the end")
        table = self.host.get("/api/series/" + id).json["table"]
        self.assertEqual([(line["place"], line["points"]) for line in table], [(1, "3.5")] * 2)

    def test_making_one(self):
        # A form does it too, without a script.
        answer = self.host.form("/series", name="Summer", points="9 4 1", best="3")
        self.assertEqual(answer.status, 303, answer.text)
        path = answer.headers["location"]
        page = self.host.get(path).text
        self.assertIn("Summer", page)
        self.assertIn("9 4 1", page)
        self.assertIn('href="/tournaments/new?series=' + path.split("/")[-1], page)
        form = self.host.get("/tournaments/new?series=" + path.split("/")[-1]).text
        self.assertIn('<option value="%s" selected>Summer' % path.split("/")[-1], form)
        listed = Person(self.server).get("/api/series").json["series"]
        self.assertIn("Summer", [row["name"] for row in listed])
        self.assertIn("Summer", Person(self.server).get("/series").text)

    def test_refusals(self):
        other = self.people[self.names[1]]
        self.expect(Person(self.server).post("/api/series", name="Mine"), 401, "login_needed")
        for more in (
            {"points": [1, 2]},
            {"points": [0]},
            {"points": [1001]},
            {"points": [1] * 33},
            {"points": ["x"]},
            {"best": 61},
            {"best": -1},
            {"name": "x"},
            {"name": "y" * 61},
            {"name": "\u202e\u200b"},
        ):
            self.expect(
                self.host.post("/api/series", **{"name": "Mine", **more}), 400, "bad_request"
            )
        self.expect(self.host.get("/api/series/nothing"), 404, "not_found")
        self.assertEqual(self.host.get("/series/nothing").status, 404)
        id = self.make()
        body = {"name": "Cup", "variant": "modern", "clock": SLOW, "series": id}
        body["closes"] = int(time.time() * 1000) + 86400000
        self.expect(other.post("/api/tournaments", **body), 400, "bad_request")
        self.expect(self.host.post("/api/tournaments", **{**body, "series": "no"}), 400)
        self.assertEqual(self.host.get("/api/series/" + id).json["tournaments"], [])


main(__name__)
