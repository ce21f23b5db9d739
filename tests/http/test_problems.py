#!/usr/bin/env python3
"""Problems: the collection, publishing one, its proof, solving."""
import os
import sqlite3
import threading
import time

import play_case
from play_case import Person, PlayCase, Server, WAIT_S, account, eventually, main, new_key

MATE = (
    "**********/10/10/5r4/10/1k8/10/3w6/2c7/4K5/10/********** b - - Kc "
    "BBNNNCCCWWRRRSSJQQDGbbnnnccwwrrssjqqdg - 7 112"
)
# A game of which no other test publishes problems.
ALONE = "king-of-the-hill"
count = 0


def new_name():
    global count
    count += 1
    return "P%d_%d" % (os.getpid(), count)


def new_problem(**more):
    made = {"variant": "modern", "fen": MATE, "aim": "mate", "moves": 2, "title": "A first one"}
    made.update(more)
    return made


class Problems(PlayCase):
    def wait(self, person, id):
        until = time.monotonic() + WAIT_S
        while time.monotonic() < until:
            problem = person.get("/api/problems/" + id).json
            if problem["state"] != "waiting":
                return problem
            time.sleep(0.05)
        self.fail("never checked")

    def publish(self, person, **more):
        answer = self.expect(person.post("/api/problems", **new_problem(**more)), 201)
        return self.wait(person, answer.json["id"])

    def test_collection(self):
        person = Person(self.server)
        path = "/api/problems?variant=alert&aim=mate&moves=3"
        # They are added while the server is already running.
        eventually(lambda: len(person.get(path).json["problems"]) >= 4, "the collection")
        answer = person.get(path).json
        self.assertEqual([one["source"] for one in answer["problems"][:5]].count(None), 4)
        for problem in answer["problems"][:4]:
            self.assertEqual(
                (
                    problem["variant"],
                    problem["aim"],
                    problem["moves"],
                    problem["state"],
                    problem["author"],
                    problem["solved"],
                ),
                ("alert", "mate", 3, "public", None, False),
            )
        first = person.get("/api/problems").json
        second = person.get("/api/problems?before=" + first["next"]).json
        ids = [problem["id"] for problem in first["problems"] + second["problems"]]
        self.assertGreater(len(set(ids)), 85)
        self.assertEqual(len(set(ids)), len(ids))
        self.expect(person.get("/api/problems?moves=x"), 400)
        self.expect(person.get("/api/problems/none"), 404, "not_found")

    def test_order(self):
        """The list begins with a mixture: games take turns, and what one move solves is last."""
        person = Person(self.server)
        eventually(lambda: "next" in person.get("/api/problems").json, "the collection")
        eventually(lambda: person.get("/api/problems/proved-90").status == 200, "all of it")
        proved, path = [], "/api/problems"
        while not proved or proved[-1]["source"] is None:
            page = person.get(path).json
            proved += page["problems"]
            path = "/api/problems?before=" + page["next"]
        ours = [one for one in proved if one["id"].startswith("proved-")]
        first, moves = ours[:12], [one["moves"] for one in ours]
        self.assertEqual(len({one["variant"] for one in first[:5]}), 5)
        self.assertEqual({one["aim"] for one in first[:6]}, {"mate"})
        self.assertEqual({one["aim"] for one in first}, {"mate", "stalemate"})
        easy = moves.index(1)
        self.assertEqual(set(moves[easy:]), {1})
        self.assertGreater(easy, 60)

    def test_mined(self):
        """Problems from games: found by theme, with their source, solved by the only line."""
        ada, guest = account(self.server, new_name()), Person(self.server)
        path = "/api/problems?variant=alert&aim=win&moves=2&theme=quiet"
        eventually(lambda: guest.get(path).json["problems"], "mined problems")
        problem = guest.get(path).json["problems"][0]
        self.assertIn("quiet", problem["themes"])
        self.assertEqual(problem["verdict"], "searched")
        source = guest.get("/api/problems/%s/source" % problem["id"]).json
        self.assertEqual((source["variant"], source["source"]), ("alert", problem["source"]))
        self.assertLess(source["ply"], len(source["moves"]))
        page = guest.get("/problems/" + problem["id"]).text
        line = page.split('data-line="')[1].split('"')[0].split()
        self.assertEqual(len(line), 3)
        solved = "/api/problems/%s/solved" % problem["id"]
        for wrong in ([], line[:1], line + line[:1], [line[2], line[1], line[0]]):
            self.expect(ada.post(solved, moves=wrong), 422, "illegal_move")
        self.expect(ada.post(solved, moves=line), 200)
        # The source leads to the position, and the line is legal there.
        before = [str(source["start"])] + source["moves"][: source["ply"]]
        self.assertEqual(play_case.applied("alert", *before), problem["fen"])
        play_case.applied("alert", problem["fen"], *line)
        self.expect(guest.get("/api/problems/proved-1/source"), 404)
        daily = [guest.get("/problems/daily").headers["Location"] for _ in range(2)]
        self.assertEqual(daily[0], daily[1])
        self.assertEqual(guest.get(daily[0]).status, 200)

    def test_collection_grows(self):
        """A database with an older collection gets the new problems, keeps the others, and has the
        present order: until version 4 the proved ones stood as in their file."""
        server = Server().start()
        self.addCleanup(server.home.cleanup)
        guest = Person(server)
        path = "/api/problems?variant=prequel&aim=win"
        eventually(lambda: guest.get(path).json["problems"], "the collection")
        server.stop()
        with sqlite3.connect(server.folder + "/apothecary.db") as db:
            before = db.execute("SELECT id, created_ms FROM problem ORDER BY id").fetchall()
            db.execute("DELETE FROM problem WHERE kind = 'prequel' AND source != ''")
            db.execute(
                "UPDATE problem SET created_ms = CAST(substr(id, 8) AS INTEGER)"
                " WHERE id LIKE 'proved-%'"
            )
            db.execute("UPDATE problem SET solved_count = 7 WHERE id = 'proved-1'")
            db.execute("UPDATE number SET value = 2 WHERE name = 'problems_stocked'")
        server.start()
        eventually(lambda: guest.get(path).json["problems"], "the new problems")
        server.stop()
        with sqlite3.connect(server.folder + "/apothecary.db") as db:
            after = db.execute("SELECT id, created_ms FROM problem ORDER BY id").fetchall()
            solved = db.execute("SELECT solved_count FROM problem WHERE id = 'proved-1'").fetchone()
        self.assertEqual(after, before)
        self.assertEqual(solved, (7,))

    def test_published_after_the_proof(self):
        person, other = account(self.server, new_name()), Person(self.server)
        problem = self.publish(person)
        self.assertEqual(problem["state"], "public")
        self.assertIn(problem["verdict"], ("sound", "several"))
        seen = other.get("/api/problems?variant=modern").json["problems"]
        self.assertEqual(seen[0]["id"], problem["id"])
        self.assertEqual(seen[0]["title"], "A first one")

    def test_refused(self):
        person, other = account(self.server, new_name()), Person(self.server)
        for verdict, more in (("none", {"moves": 1}), ("short", {"moves": 3})):
            problem = self.publish(person, **more)
            self.assertEqual((problem["state"], problem["verdict"]), ("refused", verdict))
            self.expect(other.get("/api/problems/" + problem["id"]), 404, "not_found")

    def test_wrong_requests(self):
        person, guest = account(self.server, new_name()), Person(self.server)
        self.expect(guest.post("/api/problems", **new_problem()), 401, "login_needed")
        for bad in (
            {"variant": "nothing"},
            {"fen": "nonsense"},
            {"aim": "draw"},
            {"moves": 0},
            {"moves": 7},
            {"more": 1},
            {"title": "x" * 200},
            {"variant": "chess", "aim": "stalemate", "fen": "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"},
        ):
            self.expect(person.post("/api/problems", **new_problem(**bad)), 400, "bad_request")
        key = new_key()
        first = person.post("/api/problems", **new_problem(key=key)).json
        self.assertEqual(person.post("/api/problems", **new_problem(key=key)).json, first)

    def test_solving(self):
        person, guest = account(self.server, new_name()), Person(self.server)
        fen = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"
        problem = self.publish(person, variant="chess", fen=fen, moves=1)
        path = "/api/problems/%s/solved" % problem["id"]
        self.expect(person.post(path, moves=["g1g2"]), 422, "illegal_move")
        self.expect(person.post(path, moves=["g1h1", "h8g8"]), 422, "illegal_move")
        self.expect(person.post(path, moves=[]), 422, "illegal_move")
        self.expect(guest.post(path, moves=["g1g7"]), 401, "login_needed")
        for _ in range(2):
            self.expect(person.post(path, moves=["g1g7"]), 200)
        problem = person.get("/api/problems/" + problem["id"]).json
        self.assertEqual((problem["solved"], problem["solved_count"]), (True, 1))
        unsolved = person.get("/api/problems?variant=chess&unsolved=yes").json["problems"]
        self.assertNotIn(problem["id"], [one["id"] for one in unsolved])

    def publish_rated(self, author, fens, variant="chess"):
        return [self.publish(author, variant=variant, fen=fen, moves=1)["id"] for fen in fens]

    def attempt(self, person, id, *moves, **more):
        return self.expect(person.post("/api/problems/%s/try" % id, moves=moves, **more), 200).json

    def test_ratings(self):
        """Two people, two problems: a first try counts, once, and leads to the next problem."""
        author = account(self.server, new_name())
        names = [new_name(), new_name()]
        ada, ben = (account(self.server, name) for name in names)
        easy, hard = self.publish_rated(
            author,
            ["7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "k7/8/2K5/8/8/8/8/1Q6 w - - 0 1"],
            ALONE,
        )
        self.assertEqual(ada.get("/api/problems/" + easy).json["rating"]["rating"], 1500)
        self.assertIsNone(ada.get("/api/people/" + names[0]).json["problems"])
        self.assertIn("You have no rating", ada.get("/problems/" + easy).text)

        # Equal opponents of whom nothing is known: 162 points for a first result.
        key = new_key()
        first = self.attempt(ada, easy, "g1g7", key=key)
        self.assertEqual((first["right"], first["solved"], first["counted"]), (True, True, True))
        self.assertEqual((first["change"], first["you"]["rating"]), (162, 1662))
        self.assertEqual((first["you"]["deviation"], first["you"]["tries"]), (290, 1))
        self.assertEqual(
            (first["problem"]["rating"], first["problem"]["deviation"]), (1338, 290), first
        )
        self.assertEqual(self.attempt(ada, easy, "g1g7", key=key), first)
        second = self.attempt(ada, easy, "g1g2")
        self.assertEqual((second["counted"], second["change"]), (False, None))
        self.assertEqual(second["you"], first["you"])

        # A wrong one counts too, and a right one after it does not.
        wrong = self.attempt(ben, hard, "b1b2")
        self.assertEqual((wrong["right"], wrong["counted"]), (False, True))
        self.assertEqual((wrong["change"], wrong["you"]["rating"]), (-162, 1338))
        self.assertEqual((wrong["solved"], wrong["problem"]["rating"]), (False, 1662))
        right = self.attempt(ben, hard, "b1b7")
        self.assertEqual((right["right"], right["solved"]), (True, True))
        self.assertEqual((right["counted"], right["you"]["rating"]), (False, 1338))
        found = ben.get("/api/people/" + names[1]).json["problems"]
        self.assertEqual((found["rating"], found["deviation"], found["tries"]), (1338, 290, 1))
        self.assertTrue(found["is_provisional"])

        # The remaining one of the two comes next for Ada; Ben has solved the other.
        path = "/api/problems/next?variant=" + ALONE
        self.assertEqual(ada.get(path).json["id"], hard)
        self.assertEqual(ben.get(path).json["id"], easy)
        self.assertEqual(
            ada.get("/problems/next?variant=" + ALONE).headers["Location"], "/problems/" + hard
        )
        self.expect(ada.get(path + "&after=" + hard), 404, "not_found")
        self.expect(ada.get("/api/problems/next?variant=none"), 404, "not_found")
        page = ada.get("/problems/" + easy).text
        self.assertIn("Your rating for problems: 1662 ± 290", page)
        self.assertIn("Rating of this problem: 1338 ± 290", page)
        self.assertNotIn("data-counts", page)
        self.assertIn("1662", ada.get("/@/" + names[0]).text)

    def test_not_rated(self):
        author, solver = account(self.server, new_name()), account(self.server, new_name())
        guest = Person(self.server)
        (id,) = self.publish_rated(author, ["7k/8/5K2/8/8/8/6Q1/8 w - - 0 1"])
        for person in (guest, author):
            answer = self.attempt(person, id, "g2a2")
            self.assertEqual(
                (answer["right"], answer["counted"], answer["you"]), (False, False, None)
            )
        page = guest.get("/problems/" + id).text
        self.assertNotIn("rating for problems", page)
        self.expect(guest.get("/api/problems/next"), 200)
        self.expect(solver.post("/api/problems/%s/try" % id, moves=["g2a7"]), 422, "illegal_move")
        self.expect(solver.post("/api/problems/%s/try" % id), 422, "illegal_move")
        self.expect(solver.post("/api/problems/none/try", moves=[]), 404, "not_found")
        # One that was solved before is no first try.
        (other,) = self.publish_rated(author, ["k7/8/2K5/8/8/8/1Q6/8 w - - 0 1"])
        self.expect(solver.post("/api/problems/%s/solved" % other, moves=["b2b7"]), 200)
        answer = self.attempt(solver, other, "b2b7")
        self.assertEqual((answer["right"], answer["counted"]), (True, False))
        # Giving up counts as a wrong try.
        answer = self.attempt(solver, id)
        self.assertEqual((answer["right"], answer["counted"]), (False, True))

    def test_all_at_once(self):
        """Tries at the same moment: none is lost, none is counted twice."""
        author = account(self.server, new_name())
        (id,) = self.publish_rated(author, ["7k/8/5K2/8/8/6Q1/8/8 w - - 0 1"])
        people = [account(self.server, new_name()) for _ in range(6)]
        answers = []

        def attempt(person):
            answers.append(person.post("/api/problems/%s/try" % id, moves=[]))

        threads = [threading.Thread(target=attempt, args=(person,)) for person in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([answer.status for answer in answers], [200] * len(people))
        self.assertTrue(all(answer.json["counted"] for answer in answers))
        self.assertEqual(author.get("/api/problems/" + id).json["rating"]["tries"], len(people))

    def test_checked_after_a_crash(self):
        person = account(self.server, new_name())
        made = self.expect(person.post("/api/problems", **new_problem()), 201).json
        self.server.kill()
        self.server.start()
        self.assertEqual(self.wait(person, made["id"])["state"], "public")


main(__name__)
