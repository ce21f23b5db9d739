#!/usr/bin/env python3
"""A database written by version 0.1.0 (schema 17) opens, and everything in it continues.

tests/data/database-v17.sql is its dump, database-v17.json what that program's API said of the
games.
"""
import json
import os
import tempfile
import unittest

import old_case
from play_case import Person, Server, fast_folder, full_fen, legal_moves, main

DATA = os.path.join("tests", "data", "database-v17")
PASSWORD = "correct horse battery"
DUMPED_MS = 1795352504000  # when the dump was made


class OldDatabase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="apo-old-", dir=fast_folder())
        old_case.load(self.folder.name, DATA + ".sql", DUMPED_MS).close()
        self.server = Server("--engines", "0", folder=self.folder.name).start()
        with open(DATA + ".json", encoding="utf-8") as file:
            self.wanted = json.load(file)

    def tearDown(self):
        self.server.close()
        self.folder.cleanup()

    def log_in(self, name):
        person = Person(self.server)
        answer = person.post("/api/login", name=name, password=PASSWORD)
        self.assertEqual(answer.status, 200, answer.text)
        return person

    def test_games_replay(self):
        ann = self.log_in("Ann")
        for id, wanted in self.wanted["games"].items():
            game = ann.game(id)
            moves = [{"san": move["san"]} for move in game["moves"]]
            self.assertEqual(moves, wanted["moves"], id)
            for member in ("variant", "start", "ply", "status", "result", "turn", "rated"):
                self.assertEqual(game[member], wanted[member], (id, member))
            # That version wrote nine fields in every game.
            self.assertEqual(full_fen(game["variant"], game["fen"]), wanted["fen"], id)

    def test_running_games_go_on(self):
        people = {"white": self.log_in("Ann"), "black": self.log_in("Ben")}
        running = [id for id, game in self.wanted["games"].items() if game["status"] == "playing"]
        self.assertEqual(len(running), 3)
        for id in running:
            game = people["white"].game(id)
            move = legal_moves(game["variant"], game["fen"])[0]
            answer = people[game["turn"]].move(id, game["ply"], move)
            self.assertEqual(answer.status, 200, answer.text)
            self.assertEqual(people["white"].game(id)["ply"], game["ply"] + 1)

    def test_games_can_be_published(self):
        ann = self.log_in("Ann")
        text = "[game]\nname = Late\nbase = chess\n"
        answer = ann.post("/api/workshop/games", id="late", text=text)
        self.assertEqual(answer.status, 201, answer.text)
        id, _ = ann.make(answer.json["variant"])
        self.assertEqual(ann.game(id)["variant_name"], "Late")

    def test_the_rest_is_there(self):
        ann, cyd = self.log_in("Ann"), self.log_in("Cyd")
        listed = ann.get("/api/invitations").json["asked"]
        self.assertEqual([item["id"] for item in listed], [self.wanted["invitation"]])
        offered = ann.get("/api/lobby").json["open"]
        self.assertIn(self.wanted["seek"], [game["id"] for game in offered])
        cup = ann.get("/api/tournaments/" + self.wanted["tournaments"][1]).json
        self.assertEqual(
            (cup["name"], len(cup["table"]), len(cup["pairings"])), ("Running cup", 2, 1)
        )
        modern = next(
            id for id, game in self.wanted["games"].items() if game["variant"] == "modern"
        )
        note = ann.get("/api/games/%s/desk" % modern).json["note"]
        self.assertEqual(note, {"version": 1, "text": "Watch the griffin."})
        ratings = cyd.get("/api/people/Ben").json["ratings"]
        self.assertEqual(
            sorted(rating["variant"] for rating in ratings), ["alert", "classic", "prequel"]
        )
        found = cyd.get("/api/archive?variant=alert").json["games"]
        self.assertEqual(len(found), 1)


main(__name__)
