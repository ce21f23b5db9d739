#!/usr/bin/env python3
"""Games with this server's own definitions, and games that continue after a definition has
changed: each keeps the rules it began with, against a person and against the computer."""
import os
import shutil
import subprocess
import tempfile
import time

import play_case
from play_case import Person, PlayCase, WAIT_S, legal_moves, main, two_people

MINE = """[game]
name = Mine, %s
base = chess

[pieces]
%s
"""
# The knights' place is taken by pieces that the other definition has not got: no position of one
# can be read by the rules of the other. The first has the section's name of old: games that began
# with it are replayed for ever.
FIRST = (MINE % ("as it was", "N = hopper, A, points 2")).replace("[pieces]", "[men]")
SECOND = MINE % ("as it is now", "N = camel, C, points 2")


class Definitions(PlayCase):
    OPTIONS = ("--engines", "1")

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="apo-games-")
        cls.OPTIONS = ("--engines", "1", "--definitions", cls.folder)
        cls.write("mine", FIRST)
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        shutil.rmtree(cls.folder)

    @classmethod
    def write(cls, name, text):
        with open(os.path.join(cls.folder, name + ".variant"), "w", encoding="utf-8") as file:
            file.write(text)

    def wait_for_ply(self, person, id, ply):
        until = time.monotonic() + WAIT_S
        while time.monotonic() < until:
            game = person.game(id)
            if game["ply"] >= ply:
                return game
            time.sleep(0.02)
        self.fail("the computer does not move: %r\n%s" % (game, self.server.read_log()[-2000:]))

    def change(self, text):
        self.server.stop()
        if text is None:
            os.remove(os.path.join(self.folder, "mine.variant"))
        else:
            self.write("mine", text)
        self.server.start()

    def hop(self, fen):
        """A hopper's move, if there is one, by the old rules."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "old.variant")
            with open(path, "w", encoding="utf-8") as file:
                file.write(FIRST)
            moves = legal_moves(path, fen)
        hops = [
            m for m in moves if abs(ord(m[0]) - ord(m[2])) == 2 and abs(int(m[1]) - int(m[3])) == 2
        ]
        return (hops or moves)[0]

    def check_old_games(self, people, computer, ply):
        """Both games go on by two more moves, with the hopper's leap of two squares."""
        white, black, id = people
        there, back = ["b1d3", "g8e6"], ["d3b1", "e6g8"]
        moves = there if ply % 4 == 0 else back
        self.expect(white.move(id, ply, "b1a4"), 422, "illegal_move")
        self.expect(white.move(id, ply, moves[0]), 200)
        self.expect(black.move(id, ply + 1, moves[1]), 200)
        person, against = computer
        move = self.hop(person.game(against)["fen"])
        self.expect(person.move(against, ply, move), 200)
        return self.wait_for_ply(person, against, ply + 2)

    def test_changed_under_running_games(self):
        people = two_people(self.server, variant="mine")
        person = Person(self.server)
        against, _ = person.make("mine", {"kind": "computer", "level": 1})
        began = person.game(against)
        self.check_old_games(people, (person, against), 0)
        for text, ply in ((SECOND, 2), (None, 4)):
            self.change(text)
            game = self.check_old_games(people, (person, against), ply)
            self.assertEqual(game["definition"], began["definition"])
            self.assertEqual(game["variant_name"], "Mine, as it was")
            kept = person.get("/api/definitions/" + game["definition"]).text
            self.assertIn("hopper", kept)
            offered = [v for v in person.get("/api/variants").json if v["id"] == "mine"]
            self.assertEqual([v["name"] for v in offered], ["Mine, as it is now"] if text else [])
            self.assertEqual(person.get("/game/" + against).status, 200)
        self.change(SECOND)
        # A new game has the new rules, and the old one does not.
        new, _ = person.make("mine", {"kind": "computer", "level": 1})
        self.assertNotEqual(person.game(new)["definition"], began["definition"])
        self.expect(person.move(new, 0, "b1d3"), 422, "illegal_move")
        self.expect(person.move(new, 0, "b1c4"), 200)
        self.wait_for_ply(person, new, 2)
        self.check_old_games(people, (person, against), 6)
        # All moves were legal: the computer always had an answer.
        self.assertNotIn("computer_has_no_move", self.server.read_log())

    def test_in_place_of_a_game_that_is_built_in(self):
        person = Person(self.server)
        before = {v["id"]: v for v in person.get("/api/variants").json}
        self.assertTrue(before["mine"]["is_own"])
        self.assertFalse(before["chess"]["is_own"])
        old, _ = person.make("janus", {"kind": "computer", "level": 1})
        self.server.stop()
        self.write("janus", SECOND)
        self.server.start()
        after = person.get("/api/variants").json
        self.assertEqual(len(after), len(before))
        janus = [v for v in after if v["id"] == "janus"][0]
        self.assertEqual((janus["name"], janus["is_own"]), ("Mine, as it is now", True))
        # It includes its base, so that pages need no other file.
        self.assertIn(
            "#base-file chess", person.get("/api/definitions/" + janus["definition"]).text
        )
        self.expect(person.move(old, 0, "e2e4"), 200)
        self.wait_for_ply(person, old, 2)
        self.server.stop()
        os.remove(os.path.join(self.folder, "janus.variant"))
        self.server.start()

    def test_what_is_wrong_is_said(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "bad.variant"), "w", encoding="utf-8") as file:
                file.write("[game]\nnaem = Bad\n")
            for path, words in ((folder, "bad.variant:2"), (folder + "/none", "No such file")):
                done = subprocess.run(
                    [
                        play_case.COMMAND,
                        "serve",
                        "--listen",
                        "127.0.0.1:0",
                        "--data",
                        folder + "/data",
                        "--definitions",
                        path,
                    ],
                    capture_output=True,
                    text=True,
                    timeout=WAIT_S,
                )
                self.assertEqual(done.returncode, 1)
                self.assertIn(words, done.stderr)


main(__name__)
