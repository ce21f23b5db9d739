"""usage: test_lines.py PROBE COMMAND: notes and conditional lines: kept, private, played once,
never lost."""
import random

import play_case
from play_case import Events, Person, PlayCase, Server, eventually, legal_moves, new_key, two_people

DAYS = {"kind": "days", "days": 3}


def put(person, id, kind, text, version=0, key=None):
    return person.post(
        "/api/games/%s/desk" % id, kind=kind, text=text, version=version, key=key or new_key()
    )


def moves(person, id):
    return [move["text"] for move in person.game(id)["moves"]]


class GameNotes(PlayCase):
    def test_notes_are_kept_by_version_and_private(self):
        white, black, id = two_people(self.server, clock=DAYS)
        key = new_key()
        self.assertEqual(
            self.expect(put(white, id, "note", "Beware of f7.", key=key), 200).json["version"], 1
        )
        self.assertEqual(put(white, id, "note", "Beware of f7.", key=key).json["version"], 1)
        self.expect(put(white, id, "note", "From another window"), 409, "conflict")
        self.expect(put(white, id, "note", "Beware of f7!", 1), 200)
        self.expect(put(white, id, "analysis", "e2e4.e7e5."), 200)
        notes = white.get("/api/games/%s/desk" % id).json
        self.assertEqual(notes["note"], {"version": 2, "text": "Beware of f7!"})
        self.assertEqual(notes["analysis"]["text"], "e2e4.e7e5.")
        self.assertEqual(notes["lines"], {"version": 0, "text": ""})
        other = black.get("/api/games/%s/desk" % id).json
        self.assertEqual(other["note"]["text"], "")
        self.expect(Person(self.server).get("/api/games/%s/desk" % id), 403, "forbidden")
        self.expect(put(Person(self.server), id, "note", "x"), 403, "forbidden")
        self.expect(put(white, id, "diary", "x"), 400, "bad_request")
        self.expect(put(white, id, "note", "x" * 49200, 2), 422, "bad_request")

    def test_lines_must_be_playable(self):
        white, _, id = two_people(self.server, clock=DAYS)
        for text, error in (
            ("e2e5.", "illegal_move"),
            ("e2e4.e7e5", "bad_request"),
            ("e2e4.(d2d4.)", "bad_request"),
        ):
            self.expect(put(white, id, "lines", text), 422, error)
        self.expect(put(white, id, "lines", "e2e4.e7e5.(c7c5.d2d4.)g1f3."), 200)


class Lines(PlayCase):
    def test_an_answer_is_played_and_only_its_owner_sees_how(self):
        white, black, id = two_people(self.server, clock=DAYS)
        watch = Events(black, "/api/games/%s/events?after=0" % id)
        self.expect(put(white, id, "lines", "e2e4.e7e5.(c7c5.d2d4.c5d4.c2c3.)g1f3.b8c6.f1b5."), 200)
        # It is the player's own turn: planned moves are not played automatically.
        self.expect(white.move(id, 0, "e2e4"), 200)
        self.expect(black.move(id, 1, "c7c5"), 200)
        eventually(lambda: len(moves(white, id)) == 3, "the first answer")
        self.expect(black.move(id, 3, "c5d4"), 200)
        eventually(lambda: len(moves(white, id)) == 5, "the second answer")
        self.assertEqual(moves(black, id), ["e2e4", "c7c5", "d2d4", "c5d4", "c2c3"])
        self.assertEqual(
            [move.get("by_line", False) for move in white.game(id)["moves"]],
            [False, False, True, False, True],
        )
        self.assertNotIn("by_line", black.get("/api/games/" + id).text)
        watch.wait("move", 5)
        self.assertNotIn("by_line", str(watch.items))
        watch.close()
        # No line answers this: White has to think.
        self.expect(black.move(id, 5, "d4d3"), 200)
        self.assertEqual(white.game(id)["turn"], "white")

    def test_both_have_lines(self):
        white, black, id = two_people(self.server, clock={"kind": "none"})
        text = "e2e4.e7e5.g1f3.b8c6.f1b5.a7a6.b5a4."
        self.expect(put(white, id, "lines", text), 200)
        self.expect(put(black, id, "lines", text), 200)
        self.expect(white.move(id, 0, "e2e4"), 200)
        eventually(lambda: ".".join(moves(white, id)) + "." == text, "all of it")

    def test_an_offer_wants_an_answer_first(self):
        white, black, id = two_people(self.server, clock=DAYS)
        self.expect(white.move(id, 0, "e2e4"), 200)
        self.expect(put(white, id, "lines", "e2e4.e7e5.g1f3."), 200)
        self.expect(black.post("/api/games/%s/offer" % id, ply=1, what="draw"), 200)
        self.expect(black.move(id, 1, "e7e5"), 200)
        # A line of another game is played meanwhile, so the server has processed its jobs.
        other, opponent, second = two_people(self.server, clock=DAYS)
        self.expect(other.move(second, 0, "e2e4"), 200)
        self.expect(put(other, second, "lines", "e2e4.e7e5.g1f3."), 200)
        self.expect(opponent.move(second, 1, "e7e5"), 200)
        eventually(lambda: len(moves(other, second)) == 3, "the other line")
        self.assertEqual(len(moves(white, id)), 2)

    def test_a_double_turn(self):
        setup = {
            "variant": "apothecary2",
            "clock": DAYS,
            "start": {"number": 1, "handicap": "move:black"},
        }
        # Another game shows where Black may move after White's first move.
        scout, partner, trial = two_people(self.server, **setup)
        plan = []
        for person, side in ((scout, "white"), (partner, "black"), (partner, "black")):
            game = person.game(trial)
            self.assertEqual(game["turn"], side)
            plan.append(random.choice(legal_moves("apothecary2", game["fen"])))
            self.expect(person.move(trial, len(plan) - 1, plan[-1]), 200)
        white, black, id = two_people(self.server, **setup)
        self.expect(put(black, id, "lines", ".".join(plan) + "."), 200)
        self.expect(white.move(id, 0, plan[0]), 200)
        eventually(lambda: moves(white, id) == plan, "both moves")


class Crash(PlayCase):
    def test_killed_in_the_middle(self):
        """Long lines of both sides, and the server killed again and again: each move once, none
        lost."""
        server = Server("--engines", "0").start()
        try:
            shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
            text = ["e2e4", "e7e5", *shuffle, "d2d3", "d7d6", *shuffle, "a2a3", "a7a6", *shuffle]
            games = []
            for _ in range(6):
                white, black, id = two_people(server, clock=DAYS)
                for person in (white, black):
                    self.expect(put(person, id, "lines", ".".join(text) + "."), 200)
                games.append((white, black, id))
            for white, _, id in games:
                self.expect(white.move(id, 0, text[0]), 200)
            for _ in range(8):
                server.kill()
                server.start()
                games[0][0].game(games[0][2])
            eventually(
                lambda: all(len(moves(white, id)) == len(text) for white, _, id in games),
                "all lines to their ends",
            )
            for white, black, id in games:
                self.assertEqual(moves(white, id), text)
                self.assertEqual(moves(black, id), text)
        finally:
            server.close()


play_case.main(__name__)
