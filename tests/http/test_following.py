#!/usr/bin/env python3
"""Following players: their games, the directory's filter, notices, and what blocking ends."""
import os
import sqlite3
import time

from play_case import Person, PlayCase, account, main

SLOW = {"kind": "days", "days": 3}


def kinds(person):
    """What a person has been told, the latest first: (kind, by)."""
    return [(row["kind"], row["by"]) for row in person.get("/api/notices").json["notices"]]


class Following(PlayCase):
    count = 0

    def people(self, *words):
        Following.count += 1
        names = ["%s-f%d" % (word, Following.count) for word in words]
        return names, [account(self.server, name) for name in names]

    def play(self, white, black):
        """A game that White resigns; its id."""
        id, _ = white.make(opponent="open", color="white", variant="modern", clock=SLOW)
        self.expect(black.post("/api/games/%s/join" % id), 200)
        self.expect(white.post("/api/games/%s/resign" % id), 200)
        return id

    def follow(self, person, name):
        self.expect(person.post("/api/people/%s/follow" % name), 200)

    def feed(self, person):
        return [game["id"] for game in person.get("/api/following/games").json["games"]]

    def test_games_of_the_followed(self):
        (a, b, c), (anna, ben, carl) = self.people("Anna", "Ben", "Carl")
        first, second = self.play(ben, carl), self.play(carl, ben)
        self.assertEqual(self.feed(anna), [])
        self.follow(anna, b)
        self.assertEqual(self.feed(anna), [second, first])
        # A game of two whom one follows comes once.
        self.follow(anna, c)
        third = self.play(carl, anna)
        self.assertEqual(self.feed(anna), [third, second, first])
        page = anna.get("/following").text
        self.assertEqual(page.count('href="/game/%s"' % third), 1)
        self.assertIn("/@/" + b, page)
        row = anna.get("/api/following").json
        self.assertEqual([one["name"] for one in row["following"]], [c, b])
        self.assertEqual(row["followers"], 0)
        self.assertEqual(ben.get("/api/following").json["followers"], 1)
        # Forms do the same, without a script.
        answer = anna.form("/people/%s/unfollow" % c)
        self.assertEqual((answer.status, answer.headers["location"]), (303, "/@/" + c))
        self.assertEqual(self.feed(anna), [second, first])
        self.expect(anna.post("/api/people/%s/unfollow" % b), 200)
        self.assertEqual(self.feed(anna), [])
        self.assertIn("Follow<", anna.get("/@/" + b).text)

    def test_pages_of_the_feed(self):
        (_, b, _), (anna, ben, carl) = self.people("Anna", "Ben", "Carl")
        ids = [self.play(ben, carl) for _ in range(33)]
        self.follow(anna, b)
        page = anna.get("/api/following/games").json
        self.assertEqual([game["id"] for game in page["games"]], ids[:2:-1])
        rest = anna.get("/api/following/games?before=%d" % page["next"]).json
        self.assertEqual([game["id"] for game in rest["games"]], ids[2::-1])
        self.assertIsNone(rest["next"])

    def test_notices(self):
        (a, b), (anna, ben) = self.people("Anna", "Ben")
        for _ in range(2):  # told once, however often
            self.follow(anna, b)
            self.expect(anna.post("/api/people/%s/unfollow" % b), 200)
        self.follow(anna, b)
        self.assertEqual(kinds(ben), [("follower", a)])
        row = ben.get("/api/notices").json["notices"][0]
        self.assertEqual(row["text"], "%s follows you now." % a)
        self.assertEqual(ben.get(row["url"]).status, 200)
        setup = {
            "variant": "modern",
            "clock": SLOW,
            "closes": int(time.time() * 1000) + 86400000,
        }
        answer = ben.post("/api/tournaments", name="For all", **setup)
        self.expect(answer, 201)
        self.expect(ben.post("/api/tournaments", name="For few", entry="invited", **setup), 201)
        self.assertEqual(kinds(anna), [("tournament-announced", b)])
        row = anna.get("/api/notices").json["notices"][0]
        self.assertEqual(row["text"], "%s announces the tournament “For all”." % b)
        self.assertEqual(row["url"], answer.json["url"])

    def test_directory(self):
        (a, b), (anna, ben) = self.people("Anna", "Ben")
        best = "/api/players/best?variant=modern&clock=days"
        self.server.stop()
        with sqlite3.connect(os.path.join(self.server.folder, "apothecary.db")) as store:
            for name in (a, b):
                store.execute(
                    "INSERT INTO rating SELECT id, 'modern', 'days', 1700, 60, 0.06, 20, ?"
                    " FROM person WHERE name = ?",
                    (int(time.time() * 1000), name),
                )
        store.close()
        self.server.start()

        def names(person, path):
            return [row["name"] for row in person.get(path).json["players"]]

        self.assertLessEqual({a, b}, set(names(anna, best)))
        self.assertEqual(names(anna, best + "&who=followed"), [])
        self.follow(anna, b)
        self.assertEqual(names(anna, best + "&who=followed"), [b])
        page = anna.get("/players?variant=modern&clock=days&who=followed").text
        self.assertIn('<option value="followed" selected>', page)
        leaders = page.split("leaders-title")[2].split("</section>")[0]
        self.assertNotIn('href="/@/%s"' % a, leaders)
        # A stranger follows nobody and sees all.
        self.assertIn(a, names(Person(self.server), best + "&who=followed"))

    def test_limits(self):
        (a, b), (anna, ben) = self.people("Anna", "Ben")
        stranger = Person(self.server)
        self.expect(stranger.post("/api/people/%s/follow" % b), 401, "login_needed")
        self.expect(stranger.get("/api/following"), 401, "login_needed")
        self.expect(stranger.get("/api/following/games"), 401, "login_needed")
        self.expect(anna.post("/api/people/%s/follow" % a), 422, "bad_request")
        self.expect(anna.post("/api/people/Nobody-at-all/follow"), 404)
        self.follow(anna, b)
        self.follow(ben, a)
        # Blocking ends it on both sides, and nobody begins again.
        self.expect(ben.post("/api/people/%s/block" % a), 200)
        for person in (anna, ben):
            self.assertEqual(person.get("/api/following").json["following"], [])
        self.expect(anna.post("/api/people/%s/follow" % b), 403, "blocked")
        self.expect(ben.post("/api/people/%s/follow" % a), 403, "blocked")


main(__name__)
