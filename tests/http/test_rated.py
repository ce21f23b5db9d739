#!/usr/bin/env python3
"""Which games are rated, and who may play them."""
import play_case
from play_case import Person, PlayCase, account, new_key

CLOCK = {"kind": "live", "base_ms": 300000, "increment_ms": 3000}


class Rated(PlayCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ann = account(cls.server, "Ann")
        cls.ben = account(cls.server, "Ben")

    def offer(self, person, opponent="open", start=None, **more):
        return person.post(
            "/api/games",
            variant="chess",
            start=start or {"number": 1},
            color="white",
            opponent={"kind": opponent},
            clock=more.pop("clock", CLOCK),
            **more,
        )

    def is_rated(self, answer):
        self.expect(answer, 201)
        return self.ann.game(answer.json["id"])["rated"]

    def test_by_default_what_stands_in_the_lobby(self):
        self.assertTrue(self.is_rated(self.offer(self.ann)))
        self.assertFalse(self.is_rated(self.offer(self.ann, "link")))
        self.assertFalse(self.is_rated(self.offer(Person(self.server))))
        self.assertFalse(self.is_rated(self.offer(self.ann, rated=False)))
        self.assertTrue(self.is_rated(self.offer(self.ann, "link", rated=True)))

    def test_not_what_is_uneven(self):
        fen = self.ann.game(self.offer(self.ann).json["id"])["start"]["fen"]
        uneven = {"start": {"fen": fen}}, {"opponent_clock": {"kind": "none"}}
        for offer in uneven:
            self.assertFalse(self.is_rated(self.offer(self.ann, **offer)))
            self.expect(self.offer(self.ann, rated=True, **offer), 422, "bad_request")
        self.expect(self.offer(Person(self.server), rated=True), 422, "bad_request")
        self.expect(self.offer(self.ann, rated="yes"), 400, "bad_request")

    def test_guests_cannot_join(self):
        made = self.offer(self.ann).json
        shown = [
            game for game in self.ben.get("/api/lobby").json["open"] if game["id"] == made["id"]
        ]
        self.assertTrue(shown[0]["rated"])
        path = "/api/games/%s/join" % made["id"]
        self.expect(Person(self.server).post(path), 401, "login_needed")
        self.expect(self.ben.post(path, key=new_key()), 200)
        self.assertIn("rated", self.ben.get("/game/" + made["id"]).text)


play_case.main(__name__)
