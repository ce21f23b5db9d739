#!/usr/bin/env python3
"""A database of an older version opens, its games replay, and its waiting jobs are done."""
import unittest

import old_case
import play_case
from play_case import Person, Server, main

# Written by the server of version 0.1.0: a finished game, one in progress with a note by Black, a
# running tournament, and one waiting for its date.
DUMP = "tests/data/database-v17-jobs.sql"
MADE_MS = 1795353662633
OVER, PLAYED = "pjm5bjzgG6", "3K7PJrYGrg"
RUNS, WAITS = "J8aDdSj3Ur", "yW8FQt5TkU"


class OldDatabase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--engines", "0")
        db = old_case.load(cls.server.folder, DUMP, MADE_MS)
        db.execute("UPDATE task SET due_ms = 1 WHERE kind = 'contest' AND subject = ?", (WAITS,))
        db.commit()
        db.close()
        cls.server.start()
        cls.anna, cls.bert = cls.log_in("Anna"), cls.log_in("Bert")

    @classmethod
    def tearDownClass(cls):
        cls.server.close()

    @classmethod
    def log_in(cls, name):
        person = Person(cls.server)
        answer = person.post("/api/login", name=name, password="correct horse battery")
        assert answer.status == 200, answer.text
        return person

    def test_games_replay(self):
        over, played = self.anna.game(OVER), self.bert.game(PLAYED)
        self.assertEqual(
            (over["status"], over["ply"], over["result"]["white_quarters"]), ("finished", 2, 4)
        )
        self.assertEqual((played["status"], played["ply"]), ("playing", 1))
        self.assertEqual(
            self.bert.get("/api/games/%s/desk" % PLAYED).json["note"],
            {"version": 1, "text": "Mind the file."},
        )
        self.assertEqual(self.bert.move(PLAYED, 1, "d7d5").status, 200)

    def test_collection(self):
        own = self.bert.get("/api/archive?variant=chess&mine=yes").json
        self.assertEqual([game["plies"] for game in own["games"]], [3])

    def test_tournament_goes_on(self):
        path = "/api/tournaments/" + RUNS
        game = self.anna.get(path).json["pairings"][0]["game"]
        self.assertEqual(self.anna.game(game)["tournament"], RUNS)
        self.assertEqual(self.bert.post("/api/games/%s/resign" % game).status, 200)
        play_case.eventually(lambda: self.anna.get(path).json["state"] == "finished", "it is over")

    def test_job_is_done(self):
        path = "/api/tournaments/" + WAITS
        play_case.eventually(lambda: self.anna.get(path).json["state"] == "running", "it has begun")


main(__name__)
