#!/usr/bin/env python3
"""Tournaments: announced, joined, played and counted; and a server that is killed in the middle of
them."""
import os
import random
import sqlite3
import subprocess
import time
import unittest

import play_case
from cup_case import DAY_MS, Cup, new_name, setup
from play_case import Events, Person, PlayCase, Server, account, main, new_key

LEAPER = "[game]\nname = Leaper Chess\nbase = chess\n\n[pieces]\nN = leaper, AD, points 2\n"


class Tournaments(PlayCase):
    OPTIONS = ("--engines", "0")

    def test_round_robin(self):
        cup = Cup(self.server, 4, order="entry")
        events = Events(Person(self.server), cup.path + "/events")
        cup.join_all()
        cup.begin()
        state = cup.wait_round(1)
        self.assertEqual((state["state"], state["rounds"], state["players"]), ("running", 3, 4))
        one, two, three, four = cup.names
        # Berger: 1-4 2-3, then 4-3 1-2, then 2-4 3-1.
        self.assertEqual(
            [(p["white"], p["black"]) for p in state["pairings"]],
            [(one, four), (two, three), (four, three), (one, two), (two, four), (three, one)],
        )
        results = {
            (one, four): 0,
            (two, three): 4,
            (four, three): 1,
            (one, two): 3,
            (two, four): 4,
            (three, one): 2,
        }
        numbers = set()
        for number in (1, 2, 3):
            state = cup.wait_round(number)
            running = cup.running(state)
            self.assertEqual({p["round"] for p in running}, {number})
            games = [Person(self.server).game(p["game"]) for p in running]
            self.assertTrue(all(game["rated"] for game in games))
            starts = {game["start"]["number"] for game in games}
            self.assertEqual(len(starts), 1)
            numbers |= starts
            for p in running:
                cup.finish(p, results[(p["white"], p["black"])])
        state = cup.wait(lambda s: s["state"] == "finished", "the end")
        self.assertEqual(len(numbers), 3)
        # Calculated by hand: 2 has 2 1/4, all others 1 1/4. Between them 1 has 1/2, 3 and 4
        # have 1 1/4; by Sonneborn-Berger 3 and 4 are still equal, and 4 has won a game.
        table = [
            (line["place"], line["name"], line["quarters"], line["tie_breaks"])
            for line in state["table"]
        ]
        self.assertEqual(
            table,
            [
                (1, two, 9, ["0", "2.8125", "2"]),
                (2, four, 5, ["1.25", "1.5625", "1"]),
                (3, three, 5, ["1.25", "1.5625", "0"]),
                (4, one, 5, ["0.5", "2.3125", "0"]),
            ],
        )
        self.assertTrue(state["seed"] >= 0)
        events.wait("changed", 5)
        events.close()
        game = Person(self.server).game(state["pairings"][0]["game"])
        self.assertEqual(game["tournament"], state["id"])
        # Nobody has moved: it counts in the table, and is not rated.
        self.assertFalse(game["rated"])
        self.assertEqual(game["clock"]["white"]["kind"], "days")
        rows = Person(self.server).get("/api/tournaments?state=finished").json["tournaments"]
        self.assertIn(state["id"], [row["id"] for row in rows])

    def test_swiss(self):
        cup = Cup(
            self.server,
            5,
            system="swiss",
            rounds=3,
            starts=[7, 300],
            order="random",
            seed=5,
            vacation=False,
        )
        cup.join_all()
        cup.begin()
        met = set()
        for number in (1, 2, 3):
            state = cup.wait_round(number)
            running = cup.running(state)
            self.assertEqual(len(running), 2)
            byes = [p for p in state["pairings"] if p["round"] == number and p["state"] == "bye"]
            self.assertEqual([p["white_quarters"] for p in byes], [4])
            for p in running:
                pair = frozenset((p["white"], p["black"]))
                self.assertNotIn(pair, met)
                met.add(pair)
                start = Person(self.server).game(p["game"])["start"]["number"]
                self.assertEqual(start, [7, 300, 7][number - 1])
                cup.finish(p, 4)
        state = cup.wait(lambda s: s["state"] == "finished", "the end")
        byes = [p["white"] for p in state["pairings"] if p["state"] == "bye"]
        self.assertEqual(len(set(byes)), 3)
        self.assertEqual(sum(line["quarters"] for line in state["table"]), 9 * 4)
        self.assertFalse(state["vacation"])

    def test_swiss_late_and_resting(self):
        cup = Cup(self.server, 4, system="swiss", rounds=3, late_rounds=1, half_byes=1)
        cup.join_all()
        cup.begin()
        state = cup.wait_round(1)
        late_name, one = new_name(), cup.names[0]
        late = account(self.server, late_name)
        self.assertEqual(late.post(cup.path + "/bye", bye="half").status, 403)
        self.assertEqual(late.post(cup.path + "/join").status, 200)
        rest = cup.people[one].post
        for bye in ("half", "none", "half", "half"):
            self.assertEqual(rest(cup.path + "/bye", bye=bye).status, 200)
        self.assertEqual(rest(cup.path + "/bye", bye="whole").status, 400)
        cup.people[late_name] = late
        for p in cup.running(state):
            cup.finish(p, 4)
        # The first sits out; so nobody has a bye that counts as a win.
        state = cup.wait_round(2)
        byes = [p for p in state["pairings"] if p["state"] == "bye"]
        self.assertEqual([(p["white"], p["white_quarters"]) for p in byes], [(one, 2)])
        players = {p[side] for p in cup.running(state) for side in ("white", "black")}
        self.assertEqual(players, set(cup.people) - {one})
        self.assertEqual((state["players"], state["late_rounds"], state["half_byes"]), (5, 1, 1))
        # One bye each, none in the last round; and it is too late now.
        self.assertEqual(rest(cup.path + "/bye", bye="half").status, 409)
        other = account(self.server, new_name())
        self.assertEqual(other.post(cup.path + "/join").status, 409)
        for number in (2, 3):
            for p in cup.running(cup.wait_round(number)):
                cup.finish(p, 4)
        state = cup.wait(lambda s: s["state"] == "finished", "the end")
        ranks = {line["name"]: line["quarters"] for line in state["table"]}
        self.assertEqual(sum(ranks.values()), (2 + 2 + 3) * 4 + 2)

    def test_knock_out(self):
        cup = Cup(self.server, 3, system="knock-out", order="entry")
        cup.join_all()
        cup.begin()
        one, two, three = cup.names
        # The first has a bye; the others are level after three games, and the second has the
        # better number.
        white, black = three, two
        for games in (2, 3, 4):
            state = cup.wait(lambda s: len(s["pairings"]) == games, "game %d" % games)
            (p,) = cup.running(state)
            self.assertEqual((p["round"], p["white"], p["black"]), (1, white, black))
            cup.finish(p, 2)
            white, black = black, white
        state = cup.wait_round(2)
        (final,) = cup.running(state)
        self.assertEqual({final["white"], final["black"]}, {one, two})
        cup.finish(final, 4 if final["white"] == two else 0)
        state = cup.wait(lambda s: s["state"] == "finished", "the end")
        places = [(line["place"], line["name"]) for line in state["table"]]
        self.assertEqual(places, [(1, two), (2, one), (3, three)])
        self.assertEqual((state["system"], state["rounds"]), ("knock-out", 2))
        page = Person(self.server).get("/tournaments/" + state["id"]).text
        self.assertIn("%s has won." % two, page)

    def test_all_at_once_with_both_colors(self):
        cup = Cup(self.server, 3, pace="all", both_colors=True)
        cup.join_all()
        cup.begin()
        state = cup.state()
        self.assertEqual(len(cup.running(state)), 6)
        self.assertEqual(len({(p["white"], p["black"]) for p in state["pairings"]}), 6)
        for p in cup.running(state):
            cup.finish(p, 2)
        state = cup.wait(lambda s: s["state"] == "finished", "the end")
        self.assertEqual({line["place"] for line in state["table"]}, {1})

    def test_live_clock_runs_for_who_does_not_come(self):
        server = Server("--engines", "0").start()
        self.addCleanup(server.close)
        clock = {"kind": "live", "base_ms": 3600000, "increment_ms": 0}
        cup = Cup(server, 2, both_colors=True, clock=clock)
        cup.join_all()
        cup.begin()
        state = cup.state()
        self.assertEqual([p["state"] for p in state["pairings"]], ["running", "to-come"])
        first = state["pairings"][0]
        game = cup.organiser.game(first["game"])
        self.assertEqual(game["clock"]["running"], "white")
        server.hurry(3600)
        state = cup.wait(lambda s: s["state"] == "finished", "two flags")
        self.assertEqual([p["white_quarters"] for p in state["pairings"]], [0, 0])
        self.assertEqual(state["pairings"][1]["white"], first["black"])

    def test_a_published_game(self):
        author = account(self.server, new_name("Author"))
        made = author.post("/api/workshop/games", id="leaper", text=LEAPER)
        game = self.expect(made, 201).json
        self.assertIn(
            '<option value="%s" data-starts="1" selected>Leaper Chess' % game["variant"],
            author.get("/tournaments/new?variant=" + game["variant"]).text,
        )
        cup = Cup(self.server, 2, variant=game["variant"], cycles=2)
        cup.join_all()
        # Later versions and hiding the game do not matter: the announced rules apply.
        path = "/api/workshop/games/%s/leaper" % game["author"]
        later = LEAPER.replace("AD", "C")
        self.expect(author.post(path + "/versions", text=later), 201)
        cup.begin()
        first = cup.wait_round(1)
        self.assertEqual(first["variant_name"], "Leaper Chess")
        self.expect(author.post(path + "/hide"), 200)
        self.server.stop()
        self.server.start()  # with no game in memory
        cup.finish(cup.running(first)[0], 4)
        second = cup.wait_round(2)
        self.assertIn("Leaper Chess", author.get("/tournaments").text)
        for state in (first, second):
            seen = author.game(cup.running(state)[0]["game"])
            self.assertEqual(seen["definition"], game["definition"])
        cup.finish(cup.running(second)[0], 4)
        cup.wait(lambda s: s["state"] == "finished", "the end")
        # A game that is hidden, or unknown, begins none.
        for variant in (game["variant"], "u-nothing"):
            made = author.post("/api/tournaments", **setup(variant=variant))
            self.expect(made, 400, "bad_request")

    def test_a_game_that_cannot_be_loaded(self):
        """Its tournament is called off and says why, instead of asking for the game for ever."""
        server = Server("--engines", "0").start()
        try:
            author = account(server, new_name("Author"))
            made = author.post("/api/workshop/games", id="leaper", text=LEAPER)
            game = self.expect(made, 201).json
            cups = [Cup(server, 2, variant=game["variant"], cycles=2) for _ in range(2)]
            for cup in cups:
                cup.join_all()
            cups[0].begin()
            first = cups[0].wait_round(1)
            database = os.path.join(server.folder, "apothecary.db")
            server.stop()
            with sqlite3.connect(database) as store:
                (text,) = store.execute(
                    "SELECT text FROM definition WHERE digest = ?", (game["definition"],)
                ).fetchone()
                store.execute(
                    "UPDATE definition SET text = 'no game' WHERE digest = ?",
                    (game["definition"],),
                )
                store.execute(
                    "UPDATE job SET due_ms = 0 WHERE kind = 'tournament' AND subject = ?",
                    (cups[1].path.split("/")[-1],),
                )
            store.close()
            server.start()
            state = cups[1].wait(lambda s: s["state"] == "cancelled", "called off")
            self.assertEqual(cups[0].state()["state"], "running")
            self.assertTrue(state["is_unplayable"])
            page = Person(server).get("/tournaments/" + state["id"]).text
            self.assertIn("the definition of its game cannot be loaded any more", page)
            # The version disappears while a game of the first round is being played.
            server.stop()
            with sqlite3.connect(database) as store:
                store.execute(
                    "UPDATE definition SET text = ? WHERE digest = ?", (text, game["definition"])
                )
                store.execute("DELETE FROM published_version")
            store.close()
            server.start()
            cups[0].finish(cups[0].running(first)[0], 4)
            state = cups[0].wait(lambda s: s["state"] == "cancelled", "called off in play")
            self.assertTrue(state["is_unplayable"])
        finally:
            server.close()

    def test_leaving(self):
        cup = Cup(self.server, 4, order="entry", pace="all")
        cup.join_all()
        cup.begin()
        state = cup.state()
        gone = cup.names[3]
        self.expect(cup.people[gone].post(cup.path + "/leave", running="perhaps"), 400)
        self.expect(cup.people[gone].post(cup.path + "/leave", running="resign"), 200)
        self.expect(cup.people[gone].post(cup.path + "/leave", running="resign"), 200)
        state = cup.wait(lambda s: len(cup.running(s)) == 3, "resigned")
        line = next(line for line in state["table"] if line["name"] == gone)
        # All three games are over, so they count.
        self.assertTrue(line["has_left"] and not line["is_struck"])
        self.assertEqual(state["players"], 3)
        for p in cup.running(state):
            cup.finish(p, 2)
        state = cup.wait(lambda s: s["state"] == "finished", "the end")
        self.assertEqual([line["quarters"] for line in state["table"]], [8, 8, 8, 0])
        self.expect(cup.people[gone].post(cup.path + "/join"), 409, "conflict")

    def test_leaving_before_half(self):
        cup = Cup(self.server, 4, order="entry")
        cup.join_all()
        cup.begin()
        state = cup.wait_round(1)
        one, two, three, four = cup.names
        self.expect(cup.people[four].post(cup.path + "/leave", running="play"), 200)
        state = cup.state()
        self.assertEqual(
            [p["state"] for p in state["pairings"]],
            ["running", "running", "forfeit", "to-come", "forfeit", "to-come"],
        )
        for p in cup.running(state):
            cup.finish(p, 4)
        state = cup.wait_round(2)
        # One of three games: nothing of it counts.
        self.assertEqual(
            [(line["name"], line["quarters"]) for line in state["table"]],
            [(two, 4), (one, 0), (three, 0), (four, 0)],
        )
        for number in (2, 3):
            for p in cup.running(cup.wait_round(number)):
                cup.finish(p, 2)
        state = cup.wait(lambda s: s["state"] == "finished", "the end")
        self.assertTrue(state["table"][3]["is_struck"])

    def test_removed_before_it_begins(self):
        cup = Cup(self.server, 4)
        cup.join_all()
        gone = cup.names[1]
        path = cup.path + "/remove"
        self.expect(cup.people[gone].post(path, player=cup.names[2]), 403, "forbidden")
        self.expect(cup.organiser.post(path, player="nobody-there"), 404, "not_found")
        for _ in range(2):
            self.expect(cup.organiser.post(path, player=gone), 200)
        self.assertEqual(cup.state()["players"], 3)
        self.expect(cup.people[gone].post(cup.path + "/join"), 403, "forbidden")
        self.assertIn("removed you", cup.people[gone].get(cup.path[4:]).text)
        self.assertIn("Remove a player", cup.organiser.get(cup.path[4:]).text)
        # Invited again, the player may come back.
        self.expect(cup.organiser.post(cup.path + "/invite", player=gone), 200)
        self.expect(cup.people[gone].post(cup.path + "/join"), 200)
        form = cup.organiser.form(cup.path[4:] + "/remove", player=gone)
        self.assertEqual(form.status, 303)
        self.assertEqual(cup.state()["players"], 3)

    def test_removed_while_it_runs(self):
        cup = Cup(self.server, 4, order="entry")
        cup.join_all()
        cup.begin()
        cup.wait_round(1)
        gone = cup.names[3]
        self.expect(cup.organiser.post(cup.path + "/remove", player=gone), 200)
        state = cup.state()
        # As if the player had left: games not begun are forfeited, running ones continue.
        self.assertEqual(
            [p["state"] for p in state["pairings"]],
            ["running", "running", "forfeit", "to-come", "forfeit", "to-come"],
        )
        self.assertTrue(next(row for row in state["table"] if row["name"] == gone)["has_left"])
        self.expect(cup.organiser.post(cup.path + "/invite", player=gone), 409, "conflict")
        for number in (1, 2, 3):
            for p in cup.running(cup.wait_round(number)):
                cup.finish(p, 2)
        cup.wait(lambda s: s["state"] == "finished", "the end")
        self.expect(cup.organiser.post(cup.path + "/remove", player=cup.names[2]), 409, "conflict")

    def test_who_may_take_part(self):
        closed = Cup(self.server, 3, entry="invited")
        one, two, three = closed.people.values()
        self.assertEqual(closed.state()["entry"], "invited")
        self.expect(two.post(closed.path + "/join"), 403, "forbidden")
        self.expect(two.post(closed.path + "/invite", player=closed.names[1]), 403, "forbidden")
        self.expect(one.post(closed.path + "/invite", player=closed.names[1].upper()), 200)
        self.expect(two.post(closed.path + "/join"), 200)
        page = three.get(closed.path[4:]).text
        self.assertIn("by invitation", page)
        self.assertIn("Only invited players", page)
        self.assertNotIn("Take part</button>", page)
        # Nobody here has a rating: all count as 1500.
        strong = Cup(self.server, 2, rating_min=1600, guests=[closed.names[2]])
        self.assertEqual((strong.state()["rating_min"], strong.state()["rating_max"]), (1600, None))
        self.expect(one.post(strong.path + "/join"), 403, "forbidden")
        self.expect(three.post(strong.path + "/join"), 200)
        weak = Cup(self.server, 2, rating_min=1400, rating_max=1500)
        weak.join_all()
        self.assertIn("ratings from 1400 to 1500", one.get(weak.path[4:]).text)

    def test_times_of_who_looks(self):
        cup = Cup(self.server, 2, closes=int(time.time()) // 3600 * 3600000 + DAY_MS)
        one, two = cup.people.values()
        self.expect(two.post("/api/zone", zone="Asia/Kathmandu"), 200)
        page = cup.path[4:]
        self.assertRegex(one.get(page).text, r", \d\d:00 UTC")
        self.assertRegex(two.get(page).text, r", \d\d:45[^\d]")
        self.assertNotIn(" UTC", two.get(page).text)

    def test_a_stock_of_time(self):
        clock = {
            "kind": "stock",
            "spare_ms": 10 * DAY_MS,
            "extra_ms": DAY_MS,
            "cap_ms": 20 * DAY_MS,
        }
        cup = Cup(self.server, 2, clock=clock)
        cup.join_all()
        cup.begin()
        game = cup.organiser.game(cup.running(cup.wait_round(1))[0]["game"])
        self.assertEqual(game["clock"]["white"]["kind"], "stock")
        self.assertEqual(game["clock"]["white"]["spare_ms"], 10 * DAY_MS)

    def test_a_muted_organiser_announces_nothing(self):
        name = new_name("Mute")
        person = account(self.server, name)
        subprocess.run(
            [
                play_case.COMMAND,
                "moderate",
                "mute",
                name,
                "--reason",
                "words",
                "--data",
                self.server.folder,
            ],
            check=True,
            capture_output=True,
        )
        self.expect(person.post("/api/tournaments", **setup()), 403, "forbidden")

    def test_full_and_too_few(self):
        cup = Cup(self.server, 2, begins="full", players_max=2)
        cup.join_all()
        cup.wait(lambda s: s["state"] == "running", "it is full")
        late = account(self.server, new_name())
        self.expect(late.post(cup.path + "/join"), 409, "conflict")
        few = Cup(self.server, 1, closes=int(time.time() * 1000) + 60 * DAY_MS, players_min=2)
        few.join_all()
        self.server.stop()
        with sqlite3.connect(os.path.join(self.server.folder, "apothecary.db")) as store:
            store.execute(
                "UPDATE job SET due_ms = 0 WHERE kind = 'tournament' AND subject = ?",
                (few.path.split("/")[-1],),
            )
        store.close()
        self.server.start()
        few.wait(lambda s: s["state"] == "cancelled", "too few")

    def test_refusals(self):
        guest = Person(self.server)
        guest.make()
        self.expect(guest.post("/api/tournaments", **setup()), 401, "login_needed")
        cup = Cup(self.server, 2)
        self.expect(guest.post(cup.path + "/join"), 401, "login_needed")
        one, two = cup.people.values()
        for bad in (
            {"name": "ab"},
            {"variant": "nothing"},
            {"system": "knockout"},
            {"rounds": 0, "system": "swiss"},
            {"clock": {"kind": "none"}},
            {"starts": []},
            {"starts": [577]},
            {"players_min": 1},
            {"players_max": 25},
            {"closes": 5},
            {"pace": "all", "system": "swiss"},
            {"tie_breaks": ["wins", "wins"]},
            {"tie_breaks": ["luck"]},
            {"entry": "friends"},
            {"rating_min": 4001},
            {"rating_min": 1600, "rating_max": 1500},
            {"guests": ["nobody-there"]},
            {"guests": "x"},
            {"cycles": 3},
            {"name": "a\u202eb"},
            {"more": 1},
        ):
            self.expect(one.post("/api/tournaments", **setup(**bad)), 400, "bad_request")
        self.expect(two.post(cup.path + "/begin"), 403, "forbidden")
        self.expect(two.post(cup.path + "/cancel"), 403, "forbidden")
        self.expect(one.post(cup.path + "/begin"), 409, "conflict")
        self.expect(one.post("/api/tournaments/none/join"), 404, "not_found")
        self.expect(one.get("/api/tournaments/none"), 404, "not_found")
        self.expect(one.get("/api/tournaments?state=odd"), 400, "bad_request")
        self.expect(one.get("/api/tournaments?before=none"), 404, "not_found")
        key = new_key()
        first = one.post("/api/tournaments", **setup(key=key)).json
        self.assertEqual(one.post("/api/tournaments", **setup(key=key)).json, first)
        for _ in range(2):
            self.expect(two.post(cup.path + "/join"), 200)
        self.assertEqual(cup.state()["players"], 1)
        for _ in range(2):
            self.expect(two.post(cup.path + "/leave"), 200)
        self.assertEqual(cup.state()["players"], 0)
        for _ in range(2):
            self.expect(one.post(cup.path + "/cancel"), 200)
        self.expect(two.post(cup.path + "/join"), 409, "conflict")
        self.assertEqual(cup.state()["state"], "cancelled")

    def test_no_way_around_in_a_game(self):
        cup = Cup(self.server, 2)
        cup.join_all()
        cup.begin()
        p = cup.running(cup.wait_round(1))[0]
        white = cup.people[p["white"]]
        self.expect(white.post("/api/games/%s/cancel" % p["game"]), 409, "conflict")
        game = white.game(p["game"])
        self.expect(
            white.post("/api/games/%s/offer" % p["game"], ply=game["ply"], what="takeback"),
            409,
            "conflict",
        )

    def test_cancelled_while_it_runs(self):
        cup = Cup(self.server, 4)
        cup.join_all()
        cup.begin()
        running = cup.running(cup.wait_round(1))
        self.expect(cup.organiser.post(cup.path + "/cancel"), 200)
        for p in running:
            cup.finish(p, 4)
        cup.wait(lambda s: not cup.running(s), "they go on")
        state = cup.state()
        self.assertEqual(state["state"], "cancelled")
        self.assertEqual([p["state"] for p in state["pairings"][2:]], ["dropped"] * 4)

    def test_lists_have_pages(self):
        organiser = account(self.server, new_name())
        made = [
            organiser.post("/api/tournaments", **setup(name="Cup %d" % i)).json["id"]
            for i in range(55)
        ]
        first = organiser.get("/api/tournaments").json
        second = organiser.get("/api/tournaments?before=" + first["next"]).json
        rows = first["tournaments"] + second["tournaments"]
        self.assertEqual(len(first["tournaments"]), 50)
        self.assertEqual({row["id"] for row in rows[:55]}, set(made))
        self.assertEqual(
            [row["created"] for row in rows], sorted([row["created"] for row in rows], reverse=True)
        )


class Crash(unittest.TestCase):
    """Killed over and over while results come in: every tournament is played to its end, every
    pairing has one game and one result, and the points are those of the games."""

    def test_killed(self):
        server = Server("--engines", "0").start()
        try:
            cups = [
                Cup(server, 4, order="entry", cycles=2),
                Cup(server, 5, system="swiss", rounds=4),
            ]
            for cup in cups:
                cup.join_all()
                cup.begin()
            results = {}
            kills = 0
            while any(cup.state()["state"] != "finished" for cup in cups):
                for cup in cups:
                    for p in cup.running(cup.state()):
                        if p["game"] in results:
                            continue
                        results[p["game"]] = random.randrange(5)
                        cup.finish(p, results[p["game"]])
                        if len(results) % 3 == 0:
                            time.sleep(random.random() * 1.2)
                            server.kill()
                            server.start()
                            kills += 1
                time.sleep(0.1)
            self.check(server, cups, results, kills)
            # Jobs are about games that the server has not read since its start.
            self.assertEqual(server.compiled_in_loop(), [])
        finally:
            server.close()

    def check(self, server, cups, results, kills):
        games = sum(len(cup.add_up(self, results)) for cup in cups)
        with sqlite3.connect(os.path.join(server.folder, "apothecary.db")) as db:
            stored = db.execute("SELECT count(*) FROM game").fetchone()[0]
            jobs = db.execute(
                "SELECT count(*) FROM job WHERE kind = 'tournament'" " AND data <> 'begin'"
            ).fetchone()[0]
        self.assertEqual((stored, jobs), (games, 0))
        self.assertGreater(kills, 3)


main(__name__)
