#!/usr/bin/env python3
"""The API for programs that do not know the rules, and the requests that pages of other sites may
make."""
import glob
import http.client
import json
import random

import play_case
from play_case import WAIT_S, Person, PlayCase, main, two_people

GAMES = ["alert", "modern", "classic", "apothecary2", "prequel", "chess"]


class Programs(PlayCase):
    def test_legal_moves_of_a_game(self):
        """A player without any rules plays what the server lists, in all games."""
        drawn = random.Random(5)
        for variant in GAMES:
            anna, ben, id = two_people(self.server, variant=variant)
            for ply in range(12):
                mover = anna if ply % 2 == 0 else ben
                game = mover.game(id)
                fen = game["fen"]
                self.assertEqual(
                    sorted(game["legal_moves"]), play_case.legal_moves(variant, fen), variant
                )
                if not game["legal_moves"]:
                    break
                self.expect(
                    mover.post(
                        "/api/games/%s/moves" % id, ply=ply, move=drawn.choice(game["legal_moves"])
                    ),
                    200,
                )
            self.expect(anna.post("/api/games/%s/resign" % id), 200)
            self.assertEqual(anna.game(id)["legal_moves"], [])

    def test_positions(self):
        person = Person(self.server)
        for variant in GAMES:
            start = play_case.printed("fen", variant, "1")
            move = play_case.legal_moves(variant, start)[0]
            after = play_case.applied(variant, start, move)
            asked = [{}, {"fen": start}, {"fen": start, "moves": [move]}, {"moves": [move, "zz"]}]
            answer = self.expect(
                person.post("/api/positions", variant=variant, positions=asked), 200
            ).json["positions"]
            self.assertEqual(answer[0], answer[1])
            self.assertEqual(
                sorted(answer[1]["legal_moves"]), play_case.legal_moves(variant, start)
            )
            self.assertEqual(answer[2]["fen"], after)
            self.assertEqual(
                sorted(answer[2]["legal_moves"]), play_case.legal_moves(variant, after)
            )
            self.assertEqual(answer[2]["turn"], "black")
            self.assertEqual((answer[3]["error"]["in"], answer[3]["error"]["index"]), ("moves", 1))
            self.assertNotIn("fen", answer[3])
        mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
        answer = person.post("/api/positions", variant="chess", positions=[{"fen": mated}]).json
        self.assertEqual(answer["positions"][0]["end"], "mate")
        self.assertEqual(answer["positions"][0]["legal_moves"], [])
        self.assertTrue(answer["positions"][0]["check"])

    def test_positions_of_a_definition(self):
        person = Person(self.server)
        for path in sorted(glob.glob("variants/*.variant"))[:40:5]:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            if "base =" in text:
                continue
            answer = self.expect(
                person.post("/api/positions", definition=text, positions=[{}]), 200
            )
            fen = answer.json["positions"][0]["fen"]
            self.assertEqual(
                sorted(answer.json["positions"][0]["legal_moves"]),
                play_case.legal_moves(path, fen),
            )
        bad = person.post("/api/positions", definition="[board]\nfiles = 400\n", positions=[{}])
        self.assertEqual((bad.status, bad.json["error"]), (422, "bad_definition"))

    def test_bad_questions(self):
        person = Person(self.server)
        for status, members in (
            (400, {"variant": "chess"}),
            (400, {"variant": "chess", "positions": []}),
            (400, {"variant": "chess", "positions": [{}] * 201}),
            (400, {"positions": [{}]}),
            (400, {"variant": "chess", "definition": "", "positions": [{}]}),
            (400, {"definition": "#" * 70000, "positions": [{}]}),
            (404, {"variant": "nothing", "positions": [{}]}),
        ):
            self.expect(person.post("/api/positions", **members), status)
        for one in ([], 1, {"fen": 3}, {"fen": ""}, {"moves": [1]}, {"moves": ["x" * 5000]}):
            answer = self.expect(
                person.post("/api/positions", variant="chess", positions=[one, {}]), 200
            ).json["positions"]
            self.assertEqual(len(answer), 2)
            self.assertEqual(len(answer[1]["legal_moves"]), 20)
        moves = ["g1f3", "g8f6", "f3g1", "f6g8"] * 200
        answer = person.post(
            "/api/positions", variant="chess", positions=[{"moves": moves}] * 7
        ).json["positions"]
        self.assertEqual([("error" in one) for one in answer], [False] * 6 + [True])

    def ask(self, method, path, headers, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=WAIT_S)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer, text

    def test_other_sites(self):
        """A page of another site reads what is public and uses a token; it never gets a session."""
        away = {"Origin": "https://elsewhere.example"}
        answer, _ = self.ask("GET", "/api/variants", away)
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.getheader("Access-Control-Allow-Origin"), "*")
        self.assertIsNone(answer.getheader("Access-Control-Allow-Credentials"))
        asks = {**away, "Access-Control-Request-Method": "POST"}
        answer, text = self.ask("OPTIONS", "/api/games/x/moves", asks)
        self.assertEqual((answer.status, text), (204, b""))
        self.assertIn("POST", answer.getheader("Access-Control-Allow-Methods"))
        self.assertIn("Authorization", answer.getheader("Access-Control-Allow-Headers"))
        # A failed request can be read as well; pages are not for other sites.
        answer, text = self.ask("GET", "/api/games/nothing", away)
        self.assertEqual(answer.getheader("Access-Control-Allow-Origin"), "*")
        self.assertEqual(json.loads(text)["error"], "not_found")
        for path in ("/", "/login"):
            answer, _ = self.ask("GET", path, away)
            self.assertIsNone(answer.getheader("Access-Control-Allow-Origin"))
        answer, _ = self.ask("OPTIONS", "/login", asks)
        self.assertEqual(answer.status, 405)
        # Without a token, a change is refused as before.
        body = json.dumps({"key": "0123456789", "name": "x"})
        answer, _ = self.ask(
            "POST", "/api/login", {**away, "Content-Type": "application/json"}, body
        )
        self.assertEqual(answer.status, 403)


main(__name__)
