#!/usr/bin/env python3
"""Sixteen people walk through a tournament of each kind, from the invitation to the table. Some
come late, rest, or leave; in each kind the same is checked afterwards: every point of the table
comes from a pairing, everybody has been told once, and those games are rated that may be."""
import collections
import contextlib
import os
import sqlite3

from cup_case import Cup, finish, new_name
from play_case import Person, PlayCase, account, eventually, main

SLOW = {"kind": "days", "days": 3}
LIVE = {"kind": "live", "base_ms": 3600000, "increment_ms": 0}
PEOPLE = 16
WIN = 4  # quarters


class Walk(PlayCase):
    OPTIONS = ("--engines", "0")

    def gather(self):
        self.names = [new_name() for _ in range(PEOPLE)]
        self.people = {name: account(self.server, name) for name in self.names}

    def begin(self, late=0, ratings=None, is_again=False, **more):
        """A tournament to which sixteen people are invited: the same as before if `is_again`. All
        but the last `late` have joined when it begins."""
        if not is_again:
            self.gather()
        names, people = self.names, self.people
        more.setdefault("players_max", PEOPLE)
        self.cup = Cup(
            self.server, PEOPLE, people=people, entry="invited", guests=names[1:], order="entry",
            **more,
        )  # fmt: skip
        self.rounds_of = collections.Counter()  # the games that each person has been told of
        self.left, self.done, self.openings = set(), set(), {}
        self.is_in_teams = more.get("system") == "teams"
        self.expect(account(self.server, new_name()).post(self.cup.path + "/join"), 403)
        for index, name in enumerate(names[: PEOPLE - late]):
            if index > 0 or more.get("system") != "exhibition":  # its organiser is in
                self.enter(index, name)
        if ratings:
            self.rate(*ratings)
        self.cup.begin()

    def rate(self, variant, ratings):
        """Gives the first players ratings, while the server is stopped."""
        self.server.stop()
        path = os.path.join(self.server.folder, "apothecary.db")
        with contextlib.closing(sqlite3.connect(path)) as db:
            for name, rating in zip(self.names, ratings):
                db.execute(
                    "INSERT INTO rating SELECT id, ?, 'days', ?, 60, 0.06, 0, 0 FROM person"
                    " WHERE name = ?",
                    (variant, rating, name),
                )
            db.commit()
        self.server.start()

    def pausing(self, id):
        """Who has left or pauses, as it is stored."""
        path = os.path.join(self.server.folder, "apothecary.db")
        with contextlib.closing(sqlite3.connect(path)) as db:
            rows = db.execute(
                "SELECT name FROM person JOIN entry ON person.id = entry.person"
                " WHERE tournament = ? AND has_left",
                (id,),
            )
            return {row[0] for row in rows}

    def enter(self, index, name):
        """In team matches, to one of four teams."""
        if self.is_in_teams and index < 4:
            answer = self.people[name].post(self.cup.path + "/found", name="Team %d" % index)
        elif self.is_in_teams:
            answer = self.people[name].post(self.cup.path + "/join", team=index % 4 + 1)
        else:
            answer = self.people[name].post(self.cup.path + "/join")
        self.expect(answer, 200)

    def number(self, name):
        return self.names.index(name)

    def open(self, id, white, black):
        """A move of each, so that the game may be rated."""
        for ply, person in enumerate((white, black)):
            state = person.game(id)
            if state["fen"] not in self.openings:
                self.openings[state["fen"]] = state["legal_moves"][0]
            self.expect(person.move(id, ply, self.openings[state["fen"]]), 200)

    def result_of(self, p):
        """The better number wins; neighbours draw."""
        white, black = self.number(p["white"]), self.number(p["black"])
        return 2 if abs(white - black) == 1 else WIN if white < black else 0

    def play(self, p):
        white, black = self.people[p["white"]], self.people[p["black"]]
        self.done.add(p["game"])
        self.open(p["game"], white, black)
        self.expect(finish(white, black, p["game"], self.result_of(p)), 200)

    def leave(self, name, running="resign"):
        self.expect(self.people[name].post(self.cup.path + "/leave", running=running), 200)
        self.left.add(name)

    def leave_within(self, games, name):
        """After a move of each; it is no longer among the games to be played."""
        (own,) = [p for p in games if name in (p["white"], p["black"])]
        self.open(own["game"], self.people[own["white"]], self.people[own["black"]])
        self.leave(name)
        self.done.add(own["game"])
        games.remove(own)

    def fresh(self, state):
        return [p for p in self.cup.running(state) if p["game"] not in self.done]

    def play_rounds(self, between=None):
        """Plays until it is over. `between(number, games)` acts when a round has begun and gives
        the games that are still to be played. The state at the end."""
        number = 0
        while True:
            state = self.cup.wait(
                lambda s: s["state"] == "finished" or self.fresh(s), "round %d" % (number + 1)
            )
            if state["state"] == "finished":
                return state
            games = self.fresh(state)
            if state["round"] > number:
                number = state["round"]
                for line in state["table"]:
                    self.rounds_of[line["name"]] += not line["has_left"]
                games = between(number, games) if between else games
            for p in games:
                self.play(p)

    # --- what holds for every kind -----------------------------------------

    def check_table(self, state):
        """Each line adds up, and the places follow the points."""
        points = {line["name"]: line["quarters"] for line in state["table"]}
        struck = {line["name"] for line in state["table"] if line["is_struck"]}
        for p in state["pairings"]:
            self.assertIn(p["state"], ("played", "forfeit", "bye", "dropped"))
            if p["state"] == "dropped" or struck & {p["white"], p["black"]}:
                continue
            points[p["white"]] -= p["white_quarters"]
            if p["black"]:
                points[p["black"]] -= WIN - p["white_quarters"]
            if p["state"] == "played":
                result = self.people[p["white"]].game(p["game"])["result"]
                self.assertEqual(result["white_quarters"], p["white_quarters"], p)
        self.assertEqual({n for n, rest in points.items() if rest and n not in struck}, set())
        self.assertEqual({line["name"] for line in state["table"] if line["has_left"]}, self.left)
        self.check_places(state)

    def rows(self, sql):
        path = "file:%s?mode=ro" % os.path.join(self.server.folder, "apothecary.db")
        with contextlib.closing(sqlite3.connect(path, uri=True)) as db:
            return db.execute(sql).fetchall()

    def check_notices(self, state):
        """An invitation, each round, and the end, each once, to those whom they concern."""
        id = state["id"]
        wanted = collections.Counter()
        for name in self.names:
            wanted[name, "tournament-invitation"] += name != self.names[0]
            wanted[name, "tournament-round"] += self.rounds_of[name]
            wanted[name, "tournament-end"] += name not in self.left

        def told():
            return collections.Counter(
                row[:2]
                for row in self.rows(
                    "SELECT name, notice.kind, subject FROM notice JOIN person"
                    " ON person.id = person WHERE notice.kind LIKE 'tournament-%'"
                )
                if row[2] == id
            )

        eventually(lambda: told() == +wanted, "the notices")
        self.assertEqual(told(), +wanted)
        # The last of them stands on their page, with its tournament.
        name = next(name for name in self.names if name not in self.left)
        page = self.people[name].get("/notices").text
        self.assertIn('href="/tournaments/%s"' % id, page)

    def counted(self):
        """How many games each person's ratings have counted."""
        rows = self.rows("SELECT name, games FROM rating JOIN person ON person.id = person")
        return {name: games for name, games in rows if name in self.people and games > 0}

    def check_ratings(self, state, is_rated):
        """Ratings have counted each game in which both have moved, if it was rated."""
        wanted = collections.Counter()
        for p in state["pairings"]:
            if p["state"] != "played":
                continue
            game = self.people[p["white"]].game(p["game"])
            self.assertEqual(game["rated"], is_rated and game["ply"] > 1, p)
            if game["rated"]:
                wanted.update((p["white"], p["black"]))

        self.assertEqual(bool(wanted), is_rated)
        eventually(lambda: self.counted() == wanted, "the ratings")
        if is_rated:
            shown = self.people[self.names[0]].get("/api/people/" + self.names[0]).json["ratings"]
            self.assertEqual([one["games"] for one in shown], [wanted[self.names[0]]])

    def check(self, state, *words, is_rated=True):
        self.check_table(state)
        self.check_notices(state)
        self.check_ratings(state, is_rated)
        page = self.page(state)
        self.assertEqual((state["rated"], " · rated" in page), (is_rated, is_rated))
        for word in (*words, *self.names):
            self.assertIn(word, page)

    def page(self, state):
        return Person(self.server).get("/tournaments/" + state["id"]).text

    def states(self, state):
        return collections.Counter(p["state"] for p in state["pairings"])

    # --- the kinds ---------------------------------------------------------

    def test_swiss(self):
        """The last comes to the second round; one rests, another leaves before the fourth."""
        self.begin(late=1, system="swiss", rounds=5, late_rounds=1, half_byes=1, clock=SLOW)
        late, resting, leaving = self.names[-1], self.names[4], self.names[7]

        def between(number, games):
            if number == 1:
                self.enter(PEOPLE - 1, late)
                self.expect(self.people[resting].post(self.cup.path + "/bye", bye="half"), 200)
            if number == 2:
                # Told of each round that begins while they play; late ones not of the first.
                self.assertNotIn(resting, [n for p in games for n in (p["white"], p["black"])])
            if number == 3:
                self.leave_within(games, leaving)
            return games

        state = self.play_rounds(between)
        self.assertGreater(self.states(state)["bye"], 2)
        late_games = [p for p in state["pairings"] if late in (p["white"], p["black"])]
        self.assertEqual({p["round"] for p in late_games}, {2, 3, 4, 5})
        halves = [p for p in state["pairings"] if p["state"] == "bye" and p["white_quarters"] == 2]
        self.assertEqual([(p["white"], p["round"]) for p in halves], [(resting, 2)])
        self.check(state, "Swiss, 5 rounds", "bye <span>½</span>", "bye <span>1</span>")

    def test_round_robin(self):
        """Fifteen rounds; one leaves in the tenth, and those not met yet win by forfeit."""
        self.begin(clock=LIVE, pace="rounds")
        leaving = self.names[2]

        def between(number, games):
            if number == 10:
                (own,) = [p for p in games if leaving in (p["white"], p["black"])]
                self.leave(leaving)
                self.done.add(own["game"])  # resigned without a move: counts, and is not rated
                games.remove(own)
            return games

        state = self.play_rounds(between)
        self.assertEqual(self.states(state), {"played": 115, "forfeit": 5})
        self.check(state, "Round robin", "Crosstable")

    def test_double_round_robin(self):
        """All games at once, each pair with both colours. One leaves with most of them running:
        they are played to the end."""
        self.begin(cycles=2, clock=SLOW, pace="all")

        def between(number, games):
            for p in games[:20]:
                self.play(p)
            self.leave(self.names[9], running="play")
            return games[20:]

        state = self.play_rounds(between)
        self.assertEqual(self.states(state), {"played": 240})
        pairs = {(p["white"], p["black"]) for p in state["pairings"]}
        self.assertEqual(len(pairs), 240)
        self.rounds_of = collections.Counter(
            {name: 1 if name == self.names[9] else state["rounds"] for name in self.names}
        )
        self.check_table(state)
        self.check_ratings(state, True)

    def test_knockout(self):
        """Four rounds; the second seed leaves in the second, and the opponent advances."""
        self.begin(system="knock-out", clock=LIVE)

        def between(number, games):
            if number == 2:
                (own,) = [p for p in games if self.names[1] in (p["white"], p["black"])]
                self.leave(self.names[1])
                self.done.add(own["game"])
                games.remove(own)
            return games

        state = self.play_rounds(between)
        self.assertEqual(state["rounds"], 4)
        self.assertEqual(state["table"][0]["name"], self.names[0])
        self.check(state, "Knock-out", "%s has won" % self.names[0])

    def check_places(self, state):
        """In a knock-out the places follow the rounds that people have reached."""
        key = "place" if state["system"] == "knock-out" else "quarters"
        for before, after in zip(state["table"], state["table"][1:]):
            self.assertLessEqual(before["place"], after["place"])
            if key == "quarters" and before["is_struck"] == after["is_struck"]:
                self.assertGreaterEqual(before[key], after[key])

    def test_teams(self):
        """Four teams of three boards; a player leaves in the second round, the reserve moves up."""
        self.begin(system="teams", boards=3, teams_max=4, clock=SLOW)
        leaving, reserve = self.names[0], self.names[12]

        def between(number, games):
            seats = [name for p in games for name in (p["white"], p["black"])]
            self.assertEqual(reserve in seats, number == 3)
            if number == 2:
                self.leave_within(games, leaving)
            return games

        state = self.play_rounds(between)
        self.assertEqual(self.states(state), {"played": 18})
        for match in state["matches"]:
            self.assertEqual(match["home_quarters"] + match["guest_quarters"], 3 * WIN)
        self.assertEqual(sum(team["match_points"] for team in state["teams"]), 6 * 2)
        self.check(state, "Team matches", "Match points")

    def test_thematic(self):
        """A Swiss tournament from one position: never rated."""
        fen = self.people_game_start()
        self.begin(system="swiss", rounds=4, theme=fen, variant="modern", clock=LIVE)
        state = self.play_rounds()
        for p in state["pairings"]:
            start = self.people[p["white"]].game(p["game"])["start"]
            self.assertEqual((start["fen"], start["number"]), (fen, None))
        self.check(state, "from a set position", is_rated=False)

    def people_game_start(self):
        one = Person(self.server)
        id, _ = one.make("modern", start={"number": 7})
        return one.game(id)["start"]["fen"]

    def test_exhibition(self):
        """The organiser against fifteen, one of whom leaves."""
        self.begin(system="exhibition", host="alternate", clock=SLOW)
        host, leaving = self.names[0], self.names[5]

        def between(number, games):
            self.leave_within(games, leaving)
            return games

        state = self.play_rounds(between)
        self.assertEqual(self.states(state), {"played": 15})
        self.assertTrue(all(host in (p["white"], p["black"]) for p in state["pairings"]))
        self.check(state, "Simultaneous exhibition")
        # The organiser's cell names no single opponent.
        row = self.page(state).split("Round by round")[1].split("<tr")[2]
        self.assertEqual((row.count("/game/"), "low" in row.split("</th>")[1]), (15, False))

    def test_handicap(self):
        """A Swiss tournament in which those rated 200 points less are a pawn up: such games are not
        rated, the even ones are."""
        ratings = [1900 - 30 * index for index in range(PEOPLE)]
        odds = [{"from": 200, "odds": "pawn:e4"}]
        self.begin(
            ratings=("apothecary2", ratings), system="swiss", rounds=4, odds=odds,
            variant="apothecary2", clock=SLOW,
        )  # fmt: skip
        state = self.play_rounds()
        rated, even = [], []
        for p in state["pairings"]:
            game = self.people[p["white"]].game(p["game"])
            white, black = (ratings[self.number(p[side])] for side in ("white", "black"))
            handicap = None
            if abs(white - black) >= 200:
                handicap = "pawn:e4" if white < black else "pawn:e7"
            self.assertEqual(game["start"]["handicap"], handicap, p)
            even.append(handicap is None)
            rated.append(game["rated"])
        self.assertEqual(rated, even)
        self.assertEqual(set(even), {True, False})
        self.check_table(state)
        self.check_notices(state)
        played = collections.Counter(
            name
            for p, is_even in zip(state["pairings"], even)
            for name in (p["white"], p["black"])
            if is_even
        )
        eventually(lambda: self.counted() == played, "the ratings")

    def test_correspondence(self):
        """An ordinary pool by correspondence, each with a bank of time: all games at once. One goes
        on vacation: their clocks stop in all their games, the others' do not; they may still move.
        In a pool without vacation nothing stops."""
        day_ms = 24 * 3600 * 1000
        clock = {"kind": "stock", "spare_ms": 10 * day_ms, "grace_ms": day_ms}

        def held(name, games):
            """Who is shown as being on vacation in the games of `name`."""
            found = set()
            for p in games:
                if name in (p["white"], p["black"]):
                    clocks = self.people[name].game(p["game"])["clock"]
                    sides = [s for s in ("white", "black") if clocks[s].get("is_on_vacation")]
                    found.add(tuple(p[side] for side in sides))
            return found

        def between(number, games):
            away = self.names[3]
            first = next(p for p in games if away == p["white"])
            self.play(first)  # before
            games.remove(first)
            self.expect(self.people[away].post("/api/vacation", days=20), 200)
            wanted = {(away,)} if has_vacation else {()}
            eventually(lambda: held(away, games) == wanted, "the clocks are held")
            during = next(p for p in games if away == p["white"])
            self.play(during)
            games.remove(during)
            self.expect(self.people[away].post("/api/vacation/end"), 200)
            eventually(lambda: held(away, games) == {()}, "the clocks run again")
            return games

        for has_vacation in (True, False):
            self.begin(clock=clock, pace="all", vacation=has_vacation)
            state = self.play_rounds(between)
            self.assertEqual(state["vacation"], has_vacation)
            self.assertEqual(self.states(state), {"played": 120})
            self.check_table(state)
            self.check_ratings(state, True)
            self.assertEqual(" · no vacation" in self.page(state), not has_vacation)

    def test_series(self):
        """The same sixteen in three tournaments of a series, of two kinds. Its table is what the
        places of the best two give."""
        points, best = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1], 2
        self.gather()
        host = self.people[self.names[0]]
        made = self.expect(
            host.post("/api/series", name="Grand Prix", points=points, best=best), 201
        )
        id = made.json["id"]
        won = collections.defaultdict(list)
        for more in (
            dict(system="swiss", rounds=4),
            dict(system="knock-out"),
            dict(system="swiss", rounds=5),
        ):
            self.begin(is_again=True, series=id, clock=SLOW, **more)
            leaving = self.names[1 + len(won) % 5]

            def between(number, games, leaving=leaving):
                if number == 2:
                    (own,) = [p for p in games if leaving in (p["white"], p["black"])]
                    self.open(own["game"], self.people[own["white"]], self.people[own["black"]])
                    self.leave(leaving)
                    self.done.add(own["game"])
                    games.remove(own)
                return games

            state = self.play_rounds(between)
            self.check_table(state)
            self.check_notices(state)
            self.assertIn("/series/" + id, self.page(state))
            self.add_points(won, state, points)
        wanted = {name: sum(sorted(each)[-best:]) for name, each in won.items()}
        table = Person(self.server).get("/api/series/" + id).json["table"]
        self.assertEqual({line["name"] for line in table}, set(self.names))
        for line in table:
            self.assertAlmostEqual(float(line["points"]), wanted[line["name"]], delta=0.02)
            self.assertEqual(sum(one["counts"] for one in line["results"]), best)
        order = [float(line["points"]) for line in table]
        self.assertEqual(order, sorted(order, reverse=True))
        self.assertEqual(table[0]["place"], 1)
        page = Person(self.server).get("/series/" + id).text
        for word in ("Grand Prix", "the best 2 results count", *self.names):
            self.assertIn(word, page)

    def add_points(self, won, state, points):
        """People on a shared place share its points."""
        for line in state["table"]:
            first = line["place"] - 1
            sharing = sum(other["place"] == line["place"] for other in state["table"])
            won[line["name"]].append(sum(points[first : first + sharing]) / sharing)

    def test_arena(self):
        """The last comes late; one leaves, and comes back. The time ends it."""
        self.begin(late=1, system="arena", minutes=30, clock=LIVE)
        leaving = self.names[6]
        waves = 0
        while waves < 4:
            state = self.cup.wait(self.fresh, "games")
            for p in self.fresh(state):
                self.play(p)
            waves += 1
            if waves == 1:
                self.enter(PEOPLE - 1, self.names[-1])
            if waves == 2:
                self.leave(leaving)
            if waves == 3:
                self.enter(6, leaving)
                self.left.discard(leaving)
        state = self.cup.state()
        self.assertEqual({line["name"] for line in state["table"] if line["has_left"]}, set())
        self.server.hurry(600)
        state = self.cup.wait(lambda s: s["state"] == "finished", "the end")
        names = [name for p in state["pairings"] for name in (p["white"], p["black"])]
        self.assertEqual(set(names), set(self.names))
        self.check_places(state)
        page = self.page(state)
        self.assertIn("Arena, 30 minutes", page)
        for word in ("Being played", "paused"):  # now that it is over
            self.assertNotIn(word, page)
        # Those who did not move in a game that ran until the time was over paused then; mostly
        # there are some. Now nobody does, and all are told of the end.
        print("paused last: %d" % len(self.pausing(state["id"])))
        self.assertEqual({line["name"] for line in state["table"] if line["has_left"]}, set())
        self.left = set()
        self.rounds_of.update(self.names[:-1])  # of its beginning
        self.check_notices(state)
        self.check_ratings(state, True)


main(__name__)
