#!/usr/bin/env python3
"""Seasons of the leaderboards, and the records and the activity on a player's page."""
import os
import sqlite3
import time

from play_case import Person, PlayCase, account, eventually, main

DAY_MS = 24 * 3600 * 1000
ADD_JOB = "INSERT INTO job (kind, subject, data, due_ms, tries) VALUES ('season', ?, '', 0, 0)"


def season_of(ms):
    now = time.gmtime(ms / 1000)
    return "%d-%d" % (now.tm_year, (now.tm_mon + 2) // 3)


def season_before(season):
    year, quarter = map(int, season.split("-"))
    return "%d-%d" % ((year, quarter - 1) if quarter > 1 else (year - 1, 4))


class Seasons(PlayCase):
    OPTIONS = ("--engines", "0")

    def change(self, *statements):
        """Changes the database while the server is down."""
        self.server.stop()
        with sqlite3.connect(os.path.join(self.server.folder, "apothecary.db")) as store:
            for sql, values in statements:
                store.execute(sql, values)
        store.close()
        self.server.start()

    def rows(self, sql):
        with sqlite3.connect(os.path.join(self.server.folder, "apothecary.db")) as store:
            found = store.execute(sql).fetchall()
        store.close()
        return found

    def names(self, path):
        return [row["name"] for row in Person(self.server).get(path).json["players"]]

    def test_a_season_ends(self):
        now = int(time.time() * 1000)
        this = season_of(now)
        last = season_before(this)
        # The first job has begun to wait for the end of this season.
        eventually(
            lambda: self.rows("SELECT subject FROM job WHERE kind = 'season'") == [(this,)],
            "the wait",
        )
        names = ["Ann-s", "Ben-s", "Cid-s", "Old-s", "New-s", "Bot-s"]
        for name in names:
            account(self.server, name)
        add = (
            "INSERT INTO rating SELECT id, 'modern', 'live', ?, ?, 0.06, 20, ? FROM person"
            " WHERE name = ?"
        )
        begin = now - 95 * DAY_MS  # in the season before, or at the end of the one before that
        while season_of(begin) != last:
            begin += DAY_MS
        self.change(
            (add, (1700, 60, begin, "Ann-s")),
            (add, (1800, 60, begin, "Ben-s")),
            (add, (1900, 200, begin, "New-s")),  # not yet certain
            (add, (1950, 60, begin - 100 * DAY_MS, "Old-s")),  # has not played
            (add, (1600, 60, begin, "Cid-s")),
            (add, (2000, 60, begin, "Bot-s")),
            ("UPDATE person SET standing = standing | 32 WHERE name = 'Bot-s'", ()),
            (
                ADD_JOB,
                (last,),
            ),
        )
        best = "/api/players/best?variant=modern&clock=live"
        eventually(lambda: self.names(best + "&season=" + last), "the table")
        self.assertEqual(self.names(best + "&season=" + last), ["Ben-s", "Ann-s", "Cid-s"])
        self.assertEqual(self.names(best + "&who=programs&season=" + last), ["Bot-s"])
        # One job waits, whatever there was before.
        self.assertEqual(self.rows("SELECT subject FROM job WHERE kind = 'season'"), [(this,)])
        # Later games, a new name and a deletion change nothing in it.
        self.change(
            (
                "UPDATE rating SET rating = 2500, at_ms = ? WHERE person ="
                " (SELECT id FROM person WHERE name = 'Cid-s')",
                (now,),
            ),
            (
                ADD_JOB,
                (last,),
            ),
        )
        eventually(
            lambda: len(self.rows("SELECT subject FROM job WHERE kind = 'season'")) == 1, "again"
        )
        self.assertEqual(self.names(best + "&season=" + last), ["Ben-s", "Ann-s", "Cid-s"])
        # In this season only Cid has played.
        self.assertEqual(self.names(best + "&season=" + this), ["Cid-s"])
        self.assertLessEqual({"Cid-s", "Ben-s", "Old-s"}, set(self.names(best)))
        page = Person(self.server).get("/players?variant=modern&clock=live&season=" + last).text
        year, quarter = last.split("-")
        self.assertIn('<option value="%s" selected>%s, quarter %s<' % (last, year, quarter), page)
        self.assertIn("The final table of the season", page)
        profile = Person(self.server).get("/@/Ben-s").text
        self.assertIn("Season %s, quarter %s" % (year, quarter), profile)
        self.assertIn("place 1, rated 1800", profile)
        # What is no season means all time.
        for word in ("2026-5", "1969-1", "x", "2026-0"):
            self.assertIn("Old-s", self.names(best + "&season=" + word))

    def test_records(self):
        ann, ben = account(self.server, "Ann-r"), account(self.server, "Ben-r")
        rated = {"variant": "modern", "clock": {"kind": "days", "days": 3}, "color": "white"}

        def play(loser, winner):
            id, _ = ann.make(opponent="open", rated=True, **rated)
            self.expect(ben.post("/api/games/%s/join" % id), 200)
            for ply, person in enumerate((ann, ben)):
                self.expect(person.move(id, ply, person.game(id)["legal_moves"][0]), 200)
            self.expect(loser.post("/api/games/%s/resign" % id), 200)
            return id

        play(ben, ann)
        play(ben, ann)
        play(ann, ben)  # after which Ben is rated higher than ever
        last = play(ben, ann)
        eventually(
            lambda: sum(r["games"] for r in ann.get("/api/people/Ann-r").json["ratings"]) == 4,
            "ratings",
        )
        page = ben.get("/@/Ann-r").text
        self.assertIn("Most rated games won in a row: 2", page)
        self.assertIn("Best win: ", page)
        self.assertIn("4 games finished in the last 12 weeks", page)
        self.assertIn('/game/%s">against Ben-r</a>, rated 1510' % last, page)
        # Nobody has a reliable rating after four games.
        self.assertNotIn("Highest reliable rating", page)


main(__name__)
