#!/usr/bin/env python3
"""Games between people through the API: moves, offers, clocks, events, odd requests."""
import gzip
import http.client
import json
import os
import random
import shutil
import tempfile
import unittest

from play_case import (
    Events,
    GAMES,
    Person,
    PlayCase,
    Server,
    WAIT_S,
    at_once,
    legal_moves,
    main,
    new_key,
    two_people,
)


class Games(PlayCase):
    def test_variant_map(self):
        person = Person(self.server)
        variants = person.get("/api/variants").json
        self.assertEqual([v["id"] for v in variants[:5]], GAMES)
        self.assertEqual(variants[0]["starts"], 576)
        self.assertIn("pawn", [h["id"] for h in variants[3]["handicaps"]])
        again = person.ask(
            "GET",
            "/api/variants",
            headers={"If-None-Match": person.get("/api/variants").headers["ETag"]},
        )
        self.assertEqual(again.status, 304)
        text = self.expect(person.get("/api/definitions/" + variants[0]["definition"]), 200).text
        self.assertIn("[game]", text)
        self.expect(person.get("/api/definitions/" + "0" * 64), 404, "not_found")
        start = person.get("/api/variants/alert/start?number=17").json
        self.assertEqual(start["number"], 17)
        self.assertNotIn("picture", start)
        drawn = person.get("/api/variants/alert/start?number=17&picture=yes").json["picture"]
        self.assertRegex(drawn, r"^<svg .*</svg>$")
        self.assertEqual(len(legal_moves("alert", start["fen"])) > 20, True)
        self.assertIn(
            person.get("/api/variants/alert/start?number=random").json["number"], range(1, 577)
        )
        self.expect(person.get("/api/variants/alert/start?number=577"), 400, "bad_request")
        self.expect(person.get("/api/variants/nothing/start"), 404, "not_found")
        odds = person.get("/api/variants/apothecary2/start?number=3&handicap=pawn:e4").json
        self.assertNotEqual(
            odds["fen"], person.get("/api/variants/apothecary2/start?number=3").json["fen"]
        )

    def test_compressed(self):
        """Clients that accept it get long texts compressed; the content is the same."""
        person = Person(self.server)
        id, _ = person.make("alert")
        digest = person.game(id)["definition"]
        for path in ("/api/variants", "/api/definitions/" + digest, "/game/" + id):
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=WAIT_S)
            connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
            packed = connection.getresponse()
            self.assertEqual(packed.getheader("Content-Encoding"), "gzip")
            self.assertIn("Accept-Encoding", packed.getheader("Vary"))
            body = gzip.decompress(packed.read()).decode()
            plain = Person(self.server).get(path)
            self.assertIsNone(plain.headers["Content-Encoding"])
            if "game" not in path:  # a game's answer has the time in it
                self.assertEqual(body, plain.text)
                self.assertEqual(packed.getheader("ETag"), plain.headers["ETag"])
                connection.request("GET", path, headers={"If-None-Match": plain.headers["ETag"]})
                self.assertEqual(connection.getresponse().status, 304)
            connection.close()

    def play_out(self, variant, plies):
        white, black, id = two_people(
            self.server,
            variant=variant,
            start={"number": "random"},
            clock={"kind": "live", "base_ms": 600000, "increment_ms": 1000},
        )
        events = Events(white, "/api/games/%s/events?after=0" % id)
        game = white.game(id)
        for ply in range(plies):
            if game["status"] != "playing":
                break
            mover = white if game["turn"] == "white" else black
            move = random.choice(legal_moves(variant, game["fen"]))
            self.expect(mover.move(id, ply, move), 200)
            game = mover.game(id)
            self.assertEqual(game["ply"], ply + 1)
            self.assertEqual(game["moves"][-1]["text"], move)
        moves = events.wait("move", game["ply"])
        self.assertEqual([m[2]["text"] for m in moves], [m["text"] for m in game["moves"]])
        self.assertEqual([m[2]["san"] for m in moves], [m["san"] for m in game["moves"]])
        self.assertEqual(moves[-1][2]["fen"], game["fen"])
        if game["status"] == "playing":
            self.expect(white.post("/api/games/%s/resign" % id), 200)
        else:
            self.assertIn(
                game["result"]["reason"], ["mate", "stalemate", "bare", "repetition", "movecount"]
            )
        end = events.wait("end")[0]
        events.close()
        # The whole stream again, from the beginning and from the middle.
        middle = moves[len(moves) // 2][0]
        for last in (0, middle):
            again = Events(black, "/api/games/%s/events?after=%d" % (id, last))
            again.wait("end")
            self.assertEqual(
                [i for i in again.items if i[0] > 0 and i[1] != "join"],
                [i for i in again.items if i[0] > last and i[1] != "join"],
            )
            texts = [i[2]["text"] for i in again.items if i[1] == "move"]
            self.assertEqual(texts, [m[2]["text"] for m in moves if m[0] > last])
            again.close()
        again = Events(black, "/api/games/%s/events" % id, last=end[0] - 1)
        self.assertEqual(again.wait("end")[0][2]["result"], end[2]["result"])
        again.close()

    def test_whole_games(self):
        for variant in GAMES:
            with self.subTest(variant=variant):
                self.play_out(variant, 40)

    def test_repeated_late_crossed(self):
        white, black, id = two_people(self.server)
        key = new_key()
        first = self.expect(white.move(id, 0, "e2e4", key), 200).json
        self.assertEqual(self.expect(white.move(id, 0, "e2e4", key), 200).json["seq"], first["seq"])
        self.expect(white.move(id, 0, "e4"), 200)  # the same move in another notation
        late = self.expect(white.move(id, 0, "d2d4"), 409, "conflict").json
        self.assertEqual(late["ply"], 1)
        self.expect(black.move(id, 0, "e7e5"), 409, "conflict")
        self.expect(white.move(id, 1, "d2d4"), 409, "conflict")
        self.expect(black.move(id, 1, "e7e4"), 422, "illegal_move")
        remedy = black.move(id, 1, "e7e4").json["remedy"]
        self.assertEqual((remedy["reason"], remedy["changes"][0]["kind"]), ("power", "put"))
        own = black.move(id, 1, "a8a7").json["remedy"]
        self.assertEqual([change["square"] for change in own["changes"]], ["a7"])
        self.assertEqual(own["move"], "a8a7")
        self.assertIn(own["move"], legal_moves("chess", own["fen"]))
        nonsense = self.expect(black.move(id, 1, "nonsense"), 422, "illegal_move").json
        self.assertNotIn("remedy", nonsense)
        self.expect(Person(self.server).move(id, 1, "e7e5"), 403, "forbidden")
        self.expect(black.move(id, 1, "e7e5"), 200)
        # The first request again, much later: no second effect.
        self.expect(white.move(id, 0, "e2e4", key), 200)
        game = white.game(id)
        self.assertEqual([m["text"] for m in game["moves"]], ["e2e4", "e7e5"])
        self.assertEqual(game["seq"], 5)

    def test_creation_is_repeatable(self):
        person, key = Person(self.server), new_key()
        setup = {
            "variant": "modern",
            "start": {"number": "random"},
            "color": "random",
            "opponent": {"kind": "link"},
            "clock": {"kind": "days", "days": 2},
            "key": key,
        }
        first = self.expect(person.post("/api/games", **setup), 201).json
        self.assertEqual(person.post("/api/games", **setup).json, first)
        self.assertEqual(len(person.get("/api/me").json["games"]), 1)
        # The answer with the cookie was lost: a client repeats the request with its own secret.
        secret = {"Apothecary-Client": new_key()}
        answers, clients = [], [Person(self.server) for _ in range(2)]
        for client in clients:
            answers.append(self.expect(client.ask("POST", "/api/games", setup, secret), 201).json)
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(clients[0].cookie, clients[1].cookie)
        self.assertNotEqual(answers[0], first)

    def test_points_piece_by_piece(self):
        """If the point count decides, each type of piece has a row; advanced pawns have their own
        rows."""
        # Classic: a pawn counts 1, on its eighth rank 4, on its ninth 7.
        fen = "**********/4k5/P1P7/1P7p/P9/9r/10/10/7p2/8p1/4K3Q1/********** w - - -- - - 0 1"
        white, black, id = two_people(self.server, variant="classic", start={"fen": fen})
        moves = ["e1e2", "e10f10", "e2e1", "f10e10"]
        for ply in range(8):
            self.expect((white, black)[ply % 2].move(id, ply, moves[ply % 4]), 200)
        result = white.game(id)["result"]
        self.assertEqual((result["reason"], result["white_quarters"]), ("repetition", 3))
        points = result["points"]
        rows = {
            side: {(row["letter"], row["points"]): row["count"] for row in points[side]}
            for side in ("white", "black")
        }
        self.assertEqual(
            rows,
            {
                "white": {("P", 1): 1, ("P", 4): 1, ("P", 7): 2, ("Q", 9): 1},
                "black": {("P", 1): 1, ("P", 4): 1, ("P", 7): 1, ("R", 6): 1},
            },
        )
        self.assertEqual((points["white_sum"], points["black_sum"]), (28, 18))

    def test_two_passes_have_their_own_words(self):
        """They are no stalemate, and in janggi the points decide then."""
        white, black, id = two_people(self.server, variant="janggi")
        self.expect(white.move(id, 0, "e2e2"), 200)
        self.expect(black.move(id, 1, "e9e9"), 200)
        result = white.game(id)["result"]
        self.assertEqual((result["reason"], result["white_quarters"]), ("passes", 0))
        self.assertEqual(result["words"], "Black wins: both sides have passed")
        self.assertEqual((result["points"]["white_sum"], result["points"]["black_sum"]), (72, 72))

    def test_link_is_told_again(self):
        """The creator of a secret link sees it while the game is waiting; nobody else does."""
        person, other = Person(self.server), Person(self.server)
        id, secret = person.make()
        self.assertEqual(person.game(id)["link"], "/join#" + secret)
        self.assertIn("/join#" + secret, person.get("/game/" + id).text)
        self.assertNotIn("link", other.game(id))
        self.assertNotIn(secret, other.get("/game/" + id).text)
        self.expect(other.post("/api/games/%s/join" % id, secret=secret), 200)
        self.assertNotIn("link", person.game(id))
        open_id, _ = person.make(opponent="open")
        self.assertNotIn("link", person.game(open_id))

    def test_offers(self):
        white, black, id = two_people(self.server, variant="modern")
        path = "/api/games/%s/" % id
        events = Events(white, path + "events")

        def offer(person, what, ply):
            return person.post(path + "offer", what=what, ply=ply)

        def answer(person, what, accept):
            return person.post(path + "answer", what=what, accept=accept)

        self.expect(offer(white, "draw", 1), 409, "conflict")
        self.expect(offer(white, "money", 0), 400, "bad_request")
        self.expect(offer(white, "draw", 0), 200)
        self.assertEqual(events.wait("offer")[0][2]["by"], "white")
        self.assertEqual(white.game(id)["offers"], {"white": "draw", "black": None})
        self.expect(answer(white, "draw", True), 409, "conflict")
        self.expect(answer(black, "draw", False), 200)
        self.assertEqual(events.wait("decline")[0][2]["by"], "black")
        self.expect(offer(black, "advantage-white", 0), 200)
        self.expect(black.post(path + "withdraw"), 200)
        self.expect(answer(white, "advantage-white", True), 409, "conflict")
        moves = legal_moves("modern", white.game(id)["fen"])
        self.expect(white.move(id, 0, moves[0]), 200)
        self.expect(offer(white, "takeback", 1), 200)
        self.expect(answer(black, "takeback", True), 200)
        self.assertEqual(events.wait("takeback")[0][2]["ply"], 0)
        self.assertEqual(white.game(id)["ply"], 0)
        self.expect(white.move(id, 0, moves[1]), 200)
        self.expect(offer(black, "advantage-black", 1), 200)
        self.expect(answer(white, "advantage-black", True), 200)
        result = white.game(id)["result"]
        self.assertEqual((result["white_quarters"], result["reason"]), (1, "agreement"))
        self.expect(offer(white, "draw", 1), 409, "finished")
        # Another game with colours swapped, created once.
        self.expect(white.post(path + "rematch"), 200)
        self.assertEqual(white.game(id)["rematch"], {"offered_by": "white", "game": None})
        second = self.expect(black.post(path + "rematch"), 200).json["game"]
        self.assertEqual(self.expect(black.post(path + "rematch"), 200).json["game"], second)
        self.assertEqual(white.game(id)["rematch"]["game"], second)
        self.assertEqual(white.game(second)["you"], "black")
        self.assertEqual(black.game(second)["you"], "white")
        self.assertEqual(black.game(second)["status"], "playing")
        events.close()

    def test_flag(self):
        clock = {"kind": "live", "base_ms": 700, "increment_ms": 0}
        white, black, id = two_people(self.server, clock=clock)
        events = Events(Person(self.server), "/api/games/%s/events" % id)
        self.expect(white.move(id, 0, "e2e4"), 200)
        self.expect(black.move(id, 1, "e7e5"), 200)
        end = events.wait("end")[0][2]
        self.assertEqual((end["result"]["reason"], end["result"]["white_quarters"]), ("time", 0))
        self.expect(white.move(id, 2, "g1f3"), 409, "finished")
        events.close()

    def test_time_odds(self):
        white, black, id = two_people(
            self.server,
            clock={"kind": "live", "base_ms": 60000, "increment_ms": 0},
            opponent_clock={"kind": "none"},
        )
        clock = white.game(id)["clock"]
        self.assertEqual(clock["white"]["left_ms"], 60000)
        self.assertEqual(clock["black"], {"kind": "none"})

    def test_cancel(self):
        white, secret = Person(self.server), None
        id, secret = white.make()
        path = "/api/games/%s/" % id
        self.expect(Person(self.server).post(path + "cancel"), 403, "forbidden")
        self.expect(white.post(path + "cancel"), 200)
        self.assertEqual(white.game(id)["status"], "cancelled")
        self.expect(Person(self.server).post(path + "join", secret=secret), 409, "gone")
        # Nobody can cancel a game that has begun.
        white, black, id = two_people(self.server)
        white.move(id, 0, "e2e4")
        black.move(id, 1, "e7e5")
        self.expect(black.post("/api/games/%s/cancel" % id), 409, "conflict")

    def test_lobby(self):
        white, black, other = (Person(self.server) for _ in range(3))
        watcher = Events(other, "/api/lobby/events")
        id, _ = white.make(
            variant="classic", opponent="open", color="black", clock={"kind": "days", "days": 3}
        )
        opened = watcher.wait("open")[0][2]
        self.assertEqual((opened["id"], opened["color"], opened["is_yours"]), (id, "white", False))
        listed = [g for g in black.get("/api/lobby").json["open"] if g["id"] == id]
        self.assertEqual(listed[0]["by"], white.get("/api/me").json["name"])
        self.assertTrue(
            [g for g in white.get("/api/lobby").json["open"] if g["id"] == id][0]["is_yours"]
        )
        self.expect(white.post("/api/games/%s/join" % id), 409, "conflict")
        key = new_key()
        self.expect(black.post("/api/games/%s/join" % id, key=key), 200)
        self.expect(black.post("/api/games/%s/join" % id, key=key), 200)
        self.expect(other.post("/api/games/%s/join" % id), 409, "gone")
        self.assertEqual(watcher.wait("playing")[0][2]["id"], id)
        self.assertEqual(black.game(id)["you"], "white")
        own = Events(black, "/api/lobby/events")
        black.move(id, 0, "d3d5")
        mine = own.wait("mine")[0][2]
        own.close()
        self.assertEqual(
            (mine["last_move"], mine["turn"], mine["fen"]), ("d3d5", "black", black.game(id)["fen"])
        )
        self.assertNotIn("mine", [name for _, name, _ in watcher.items])
        self.assertIn(id, [g["id"] for g in other.get("/api/lobby").json["playing"]])
        self.expect(white.post("/api/games/%s/resign" % id), 200)
        self.assertEqual(watcher.wait("closed")[0][2]["id"], id)
        watcher.close()

    def test_links(self):
        white = Person(self.server)
        id, secret = white.make(opponent="link")
        path = "/api/games/%s/join" % id
        self.assertNotIn(id, [g["id"] for g in white.get("/api/lobby").json["open"]])
        self.expect(Person(self.server).post(path), 403, "forbidden")
        self.expect(Person(self.server).post(path, secret=secret[:-1] + "!"), 403, "forbidden")
        page = Person(self.server).follow("/join#" + secret)
        self.assertIn(secret, page.text)
        self.expect(Person(self.server).follow("/join#none"), 404)
        self.expect(Person(self.server).post(path, secret=secret), 200)
        self.assertNotIn(secret, self.server.read_log())

    def test_own_position(self):
        person = Person(self.server)
        fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
        id, _ = person.make(start={"fen": fen})
        self.assertIsNone(person.game(id)["start"]["number"])
        bad = person.post(
            "/api/games",
            variant="chess",
            start={"fen": "8/8 w"},
            color="white",
            opponent={"kind": "link"},
            clock={"kind": "none"},
        )
        self.expect(bad, 400, "bad_request")
        mated = person.post(
            "/api/games",
            variant="chess",
            color="white",
            start={"fen": "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"},
            opponent={"kind": "link"},
            clock={"kind": "none"},
        )
        self.expect(mated, 400, "bad_request")

    def test_odd_requests(self):
        person = Person(self.server)
        id, _ = person.make()
        path = "/api/games/%s/moves" % id
        json_type = {"Content-Type": "application/json"}
        for body in [
            "",
            "{",
            "[]",
            "null",
            '{"key":"aaaaaaaaaa"',
            '{"key":1,"ply":0,"move":"e4"}',
            '{"key":"short","ply":0,"move":"e4"}',
            '{"ply":0,"move":"e4"}',
            '{"key":"aaaaaaaaaa","ply":0,"move":"e4","move":"e4"}',
            '{"key":"aaaaaaaaaa","ply":0,"move":"e4","more":1}',
            '{"key":"aaaaaaaaaa","ply":-1,"move":"e4"}',
            '{"key":"aaaaaaaaaa","ply":1e99,"move":"e4"}',
            '{"key":"aaaaaaaaaa","ply":0,"move":null}',
            '{"key":"aaaa\\u0000aaaaaa","ply":0,"move":"e4"}',
            '{"key":"<script>alert","ply":0,"move":"e4"}',
            "[" * 4000,
            '"' * 100,
        ]:
            answer = person.ask("POST", path, body, json_type)
            self.expect(answer, 400, "bad_request")
        self.expect(
            person.ask(
                "POST",
                path,
                '{"key":"aaaaaaaaaa","ply":0,"move":"e4"}',
                {"Content-Type": "text/plain"},
            ),
            400,
            "bad_request",
        )
        self.assertEqual(person.ask("POST", path, "x" * 5000, json_type).status, 413)
        self.assertEqual(
            person.ask("POST", path, "{}", {**json_type, "Origin": "http://evil.example"}).status,
            403,
        )
        self.expect(person.get("/api/games/nothing"), 404, "not_found")
        self.expect(person.get("/api/games/" + "x" * 300), 404, "not_found")
        self.assertEqual(person.get("/api/games/%27%20OR%201=1--").status, 404)
        self.assertEqual(person.ask("GET", path).status, 405)
        setups = [
            {},
            {"variant": 5},
            {"variant": "none"},
            {"variant": "chess"},
            {"variant": "chess", "opponent": {"kind": "computer", "level": 9}},
            {"variant": "chess", "opponent": {"kind": "computer", "level": "3"}},
            {"variant": "chess", "opponent": {"kind": "link"}, "color": "red"},
            {"variant": "chess", "opponent": {"kind": "link"}, "clock": {"kind": "days"}},
            {
                "variant": "chess",
                "opponent": {"kind": "link"},
                "clock": {"kind": "live", "base_ms": 1 << 40, "increment_ms": 0},
            },
            {"variant": "chess", "opponent": {"kind": "link"}, "start": {"number": 0}},
            {"variant": "chess", "opponent": {"kind": "link"}, "start": {"name": "x'--"}},
            {"variant": "chess", "opponent": {"kind": "link"}, "start": {"handicap": "pawn:e4"}},
            {"variant": "chess", "opponent": {"kind": "link"}, "start": [1]},
        ]
        for setup in setups:
            self.expect(person.post("/api/games", **setup), 400, "bad_request")
        self.assertEqual(person.game(id)["ply"], 0)

    def test_pages(self):
        white, black, id = two_people(self.server)
        for path in [
            "/",
            "/rules",
            "/rules/alert",
            "/analysis",
            "/about",
            "/login",
            "/register",
            "/game/" + id,
        ]:
            answer = white.get(path)
            self.assertEqual(answer.status, 200, path)
            self.assertIn("text/html", answer.headers["Content-Type"])
        for path in ["/game/none", "/rules/none", "/nothing"]:
            self.assertEqual(white.get(path).status, 404, path)
        self.assertEqual(Person(self.server).get("/account").status, 303)

    def test_health(self):
        person = Person(self.server)
        self.assertEqual(person.get("/healthz").text, "ok\n")
        metrics = person.get("/metrics").text
        self.assertIn("apothecary_games_in_memory", metrics)


class Templates(unittest.TestCase):
    def test_unknown_names_are_told_at_the_start(self):
        """A page with an unknown name cannot be used; the others can."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree("web/pages", os.path.join(folder, "pages"))
            with open(os.path.join(folder, "pages", "about.html"), "a", encoding="utf-8") as file:
                file.write("<p>{{no_such_name}}</p>\n")
            server = Server("--engines", "0", "--web", folder).start()
            try:
                self.assertRegex(
                    server.read_log(), r"web/pages/about.html: line \d+: .*no_such_name"
                )
                self.assertEqual(server.read_log().count("web/pages/"), 1)
                self.assertEqual(Person(server).get("/rules").status, 200)
            finally:
                server.close()


class Limits(PlayCase):
    """Strangers who send too many requests must wait."""

    OPTIONS = ("--engines", "0", "--limits", "on", "--proxy", "127.0.0.1")

    def test_posts(self):
        person = Person(self.server)
        headers = {"Content-Type": "application/json"}
        for number in range(10, 100):  # another one where the machine was too busy for so many
            headers["X-Forwarded-For"] = "192.0.2.%d" % number
            seen = at_once(person, "POST", "/api/games/none/resign", 300, "{}", headers)
            if 429 in seen:
                break
        self.assertEqual(seen[:100], [400] * 100)
        self.assertIn(429, seen)
        # Others are not affected.
        answer = person.ask(
            "POST",
            "/api/games/none/resign",
            "{}",
            {"Content-Type": "application/json", "X-Forwarded-For": "192.0.2.9"},
        )
        self.assertEqual(answer.status, 400)

    def test_offers(self):
        """Without cookies each request is another guest; one address cannot fill the lobby."""

        def offer(address, opponent="open"):
            headers = {"Content-Type": "application/json", "X-Forwarded-For": address}
            setup = {"variant": "chess", "opponent": {"kind": opponent}, "key": new_key()}
            return Person(self.server).ask("POST", "/api/games", json.dumps(setup), headers)

        statuses = [offer("198.51.100.1").status for _ in range(20)]
        self.assertEqual(statuses[:12], [201] * 12)
        self.assertEqual(statuses[-1], 429)
        self.assertEqual(offer("198.51.100.1", "link").status, 201)
        self.assertEqual(offer("198.51.100.2").status, 201)


main(__name__)
