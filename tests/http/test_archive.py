"""Finished games: filed when they end, found by every search field, counted."""
import os
import random
import subprocess
import threading
import time
from urllib.parse import quote

import play_case
from play_case import WAIT_S, Person, PlayCase, Server, account, legal_moves, main, two_people

BOOK = os.path.join(os.path.dirname(__file__), "..", "..", "books", "modern.book")


def wait_for(ask, what):
    """The result of `ask` as soon as it is not empty."""
    until = time.monotonic() + WAIT_S
    while time.monotonic() < until:
        found = ask()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("never came: " + what)


class ArchiveTest(PlayCase):
    def play(self, moves, resign="black", **setup):
        """A finished game: its id and the players."""
        white, black, id = two_people(self.server, **setup)
        for ply, move in enumerate(moves):
            self.expect((white, black)[ply % 2].move(id, ply, move), 200)
        loser = white if resign == "white" else black
        self.expect(loser.post("/api/games/%s/resign" % id), 200)
        wait_for(lambda: Person(self.server).get("/api/archive/games/" + id).status == 200, id)
        return id, white, black

    def found(self, **fields):
        query = "&".join("%s=%s" % (name, quote(str(value))) for name, value in fields.items())
        answer = self.expect(Person(self.server).get("/api/archive?" + query), 200)
        return [game["id"] for game in answer.json["games"]]

    def test_a_game_is_filed_when_it_ends(self):
        id, white, _ = self.play(["e2e4", "e7e5", "g1f3"])
        game = white.get("/api/archive/games/" + id).json
        self.assertEqual(game["moves"], "e2e4 e7e5 g1f3")
        self.assertEqual(
            game["result"], {"white_quarters": 4, "text": "1-0", "reason": "resignation"}
        )
        self.assertEqual(game["start"]["number"], 1)
        self.assertEqual((game["kind"], game["clock"], game["plies"]), ("people", "none", 3))
        self.assertEqual(game["url"], "/game/" + id)

    def test_a_game_that_is_not_over_is_not_there(self):
        white, black, id = two_people(self.server)
        self.expect(white.move(id, 0, "e2e4"), 200)
        self.expect(white.get("/api/archive/games/" + id), 404, "not_found")

    def test_search(self):
        id, white, _ = self.play(["a2a4", "h7h5", "b1c3"], resign="white")
        name = white.get("/api/me").json["name"]
        fen = white.game(id)["fen"]
        for fields in (
            {"player": name},
            {"variant": "chess", "start": 1},
            {"result": "0-1"},
            {"variant": "chess", "moves": "a2a4 h7h5"},
            {"variant": "chess", "moves": "1. a4 h5 2. Nc3"},
            {"variant": "chess", "fen": fen},
            {"since": "2020-01-01", "clock": "none"},
            {"player": name, "result": "0-1", "variant": "chess"},
        ):
            self.assertIn(id, self.found(**fields), fields)
        for fields in (
            {"player": name, "result": "1-0"},
            {"variant": "chess", "moves": "a4 h5 Nf3"},
            {"variant": "alert"},
            {"until": "2020-01-01"},
            {"clock": "live"},
            {"player": "nobody-of-this-name"},
            {"variant": "chess", "rated": "yes"},
        ):
            self.assertNotIn(id, self.found(**fields), fields)

    def test_positions_are_found_by_any_order_of_moves(self):
        first, white, _ = self.play(["d2d4", "a7a6", "c2c4", "b7b6"])
        second, *_ = self.play(["c2c4", "b7b6", "d2d4", "a7a6"])
        fen = white.game(first)["fen"]
        ids = self.found(variant="chess", fen=fen)
        self.assertIn(first, ids)
        self.assertIn(second, ids)
        explorer = white.get("/api/archive/explorer?variant=chess").json
        moves = {line["move"]: line for line in explorer["moves"]}
        self.assertGreaterEqual(moves["d2d4"]["games"], 1)
        self.assertEqual(moves["d2d4"]["san"], "d4")
        self.assertEqual(sum(moves["d2d4"]["results"]), moves["d2d4"]["games"])

    def test_the_engines_book(self):
        """The explorer's moves are those that `apothecary book` reads from the same book."""
        ask = Person(self.server)

        def expect(fen, answer):
            table = play_case.printed("book", "show", BOOK, "modern", fen)
            shown = [line.split() for line in table.splitlines()]
            self.assertGreater(len(shown), 1)
            self.assertEqual(
                [(line["san"], line["weight"], line["white_cp"]) for line in answer],
                [(san, int(weight), int(score)) for san, weight, _, _, score in shown],
            )

        first = ask.get("/api/archive/explorer?variant=modern&number=14").json["book"]
        start = play_case.full_fen("modern", "14")
        expect(start, first)
        scores = [line["white_cp"] for line in first]
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertEqual(first[0]["weight"], 1000)
        # In the position after a move, White's score too: the best for Black is the lowest.
        later = play_case.applied("modern", start, first[0]["move"])
        answers = ask.get("/api/archive/explorer?variant=modern&fen=" + quote(later)).json["book"]
        expect(later, answers)
        scores = [line["white_cp"] for line in answers]
        self.assertEqual(scores, sorted(scores))
        # A game without a book has none.
        self.assertEqual(ask.get("/api/archive/explorer?variant=chess").json["book"], [])

    def test_pages_of_results(self):
        made = [self.play(["h2h4", "a7a5"])[0] for _ in range(3)]
        ask, cursor, seen = Person(self.server), "", []
        for _ in range(10):
            answer = ask.get("/api/archive?variant=chess&moves=h2h4+a7a5&limit=1" + cursor).json
            seen += [game["id"] for game in answer["games"]]
            if answer["cursor"] is None:
                break
            cursor = "&cursor=%d" % answer["cursor"]
        self.assertEqual(sorted(seen), sorted(made))

    def test_a_review_is_kept_once_and_shown_to_all(self):
        id, *_ = self.play(["e2e4", "e7e5"])
        path = "/api/archive/games/%s/review" % id
        good = ["20 e2e4", "-3 e7e5", "#-2 g1f3"]
        guest, ann = Person(self.server), account(self.server, "Reviewer-1")
        self.assertEqual(guest.get(path).json, {"review": None, "work": None})
        self.expect(guest.post(path, nodes=5, positions=good), 401, "login_needed")
        for positions in (
            good[:2],
            good + ["0 a2a3"],
            ["20 e2e5"] + good[1:],
            ["20"] + good[1:],
            ["pawn e2e4"] + good[1:],
            ["20 e2e4 e7e5"] + good[1:],
            ["9999999 e2e4"] + good[1:],
            ["", *good[1:]],
            ["# e2e4"] + good[1:],
            [20] + good[1:],
            "20 e2e4",
        ):
            self.expect(ann.post(path, nodes=5, positions=positions), 400, "bad_request")
        self.expect(ann.post(path, nodes=0, positions=good), 400, "bad_request")
        self.assertEqual(guest.get(path).json, {"review": None, "work": None})
        for _ in range(2):
            self.expect(ann.post(path, nodes=5, positions=good), 200)
        review = guest.get(path).json["review"]
        self.assertEqual((review["by"], review["is_account"]), ("Reviewer-1", True))
        self.assertEqual((review["nodes"], review["positions"]), (5, good))
        other = account(self.server, "Reviewer-2")
        self.expect(other.post(path, nodes=6, positions=good), 409, "conflict")
        absent = "/api/archive/games/%s/review" % ("x" * len(id))
        self.expect(other.post(absent, nodes=6, positions=good), 404)

    def test_a_player_replaces_a_review_by_others(self):
        ann, ben = account(self.server, "Reviewer-3"), account(self.server, "Reviewer-4")
        id, secret = ann.make()
        self.expect(Person(self.server).post("/api/games/%s/join" % id, secret=secret), 200)
        self.expect(ann.move(id, 0, "e2e4"), 200)
        path = "/api/archive/games/%s/review" % id
        self.expect(ben.post(path, nodes=5, positions=["20 e2e4", "-3 e7e5"]), 404)
        self.expect(ann.post("/api/games/%s/resign" % id), 200)
        wait_for(lambda: ann.get("/api/archive/games/" + id).status == 200, id)
        self.expect(ben.post(path, nodes=5, positions=["20 e2e4", "-3 e7e5"]), 200)
        self.expect(ann.post(path, nodes=6, positions=["21 e2e4", "-3 e7e5"]), 200)
        self.assertEqual(ben.get(path).json["review"]["by"], "Reviewer-3")
        self.expect(ben.post(path, nodes=7, positions=["20 e2e4", "-3 e7e5"]), 409)

    def test_what_makes_no_sense_is_refused(self):
        ask = Person(self.server)
        for query in (
            "variant=nonsense",
            "result=2-0",
            "since=yesterday",
            "start=3",
            "variant=chess&start=2",
            "variant=chess&moves=e5",
            "variant=alert&moves=Nd3",
            "variant=chess&fen=nonsense",
            "limit=0",
            "limit=9999",
            "cursor=x",
            "moves=e4",
            "mine=yes",
            "clock=fast",
        ):
            self.expect(ask.get("/api/archive?" + query), 400, "bad_request")
        self.expect(ask.get("/api/archive/explorer?variant=nonsense"), 404, "not_found")
        self.expect(ask.get("/api/archive/explorer?variant=chess&fen=x"), 422, "bad_request")

    def test_statistics(self):
        before = Person(self.server).get("/api/archive/starts?variant=modern").json["games"]
        move = legal_moves("modern", "startpos")[0]
        self.play([move], variant="modern", start={"number": 7})
        self.play([move], variant="modern", start={"number": 7}, resign="white")
        answer = Person(self.server).get("/api/archive/starts?variant=modern&kind=people").json
        start = [row for row in answer["starts"] if row["number"] == 7][0]
        self.assertEqual(start["results"], [1, 0, 0, 0, 1])
        self.assertEqual(start["white_per_mille"], 500)
        self.assertEqual(answer["games"], before + 2)
        self.assertEqual(sum(games for _, games in answer["lengths"]), before + 2)

    def test_pages_without_scripts(self):
        id, white, _ = self.play(["g2g4", "d7d5"])
        page = white.get("/archive?variant=chess&moves=g4+d5")
        self.expect(page, 200)
        self.assertIn('href="/game/%s"' % id, page.text)
        self.assertIn('value="g4 d5"', page.text)
        self.assertIn("1. g4 d5", page.text)
        problem = white.get("/archive?result=nonsense")
        self.expect(problem, 400)
        self.assertIn("A result is", problem.text)
        starts = white.get("/archive/chess/starts")
        self.expect(starts, 200)
        self.assertRegex(starts.text, r"White scores [\d.]+ %")
        self.expect(white.get("/archive/nonsense/starts"), 404)

    def test_downloads(self):
        made = [self.play(["f2f4", "e7e6", "b1c3"])[0] for _ in range(3)]
        ask = Person(self.server)
        pgn = ask.get("/api/archive/download?variant=chess&moves=f4+e6+Nc3")
        self.expect(pgn, 200)
        self.assertIn("attachment", pgn.headers["Content-Disposition"])
        self.assertEqual(pgn.text.count("[Variant "), len(made))
        self.assertEqual(pgn.text.count("1. f4 e6 2. Nc3 1-0"), len(made), pgn.text)
        for id in made:
            self.assertIn("/game/" + id, pgn.text)
        lists = ask.get("/api/archive/download?form=courier&variant=chess&moves=f4+e6+Nc3")
        self.expect(lists, 200)
        self.assertEqual(lists.text.count("// Variant: chess"), len(made))
        self.assertEqual(lists.text.count("1... p e7-e6"), len(made), lists.text)
        one = ask.get("/api/archive/games/%s/text" % made[0])
        self.expect(one, 200)
        self.assertEqual(one.text.count("[Variant "), 1)
        self.expect(ask.get("/api/archive/games/nonsense/text"), 404, "not_found")
        self.expect(ask.get("/api/archive/download?form=text"), 400, "bad_request")
        none = self.expect(ask.get("/api/archive/download?player=nobody-of-this-name"), 200)
        self.assertEqual(none.text, "")

    def test_a_collection_of_ones_own(self):
        owner = Person(self.server)
        self.expect(owner.post("/api/archive/import", text=LIST), 401, "login_needed")
        self.expect(
            owner.post(
                "/api/register",
                name="Collector%d" % random.randrange(10**8),
                password="correct horse battery",
            ),
            200,
        )
        text = (
            PGN % ("1-0", "1. e4 e5 2. Ke2 *")
            + PGN % ("1-0", "1. e4 e5 2. Qxe5 1-0")
            + PGN % ("0-1", "1. b3 b6 2. Nc3 0-1")
            + PGN % ("3/4-1/4", "1. e4 3/4-1/4")
        )
        answer = self.expect(owner.post("/api/archive/import", text=text), 200).json
        self.assertEqual(
            (answer["added"], answer["known"], answer["is_cut"]), (1, 0, False), answer
        )
        self.assertEqual([fault["game"] for fault in answer["faults"]], [1, 2, 4], answer)
        self.assertEqual(answer["faults"][1]["line"], 15, answer)
        again = self.expect(owner.post("/api/archive/import", text=text), 200).json
        self.assertEqual((again["added"], again["known"]), (0, 1))
        lists = self.expect(owner.post("/api/archive/import", text=LIST + LIST), 200).json
        self.assertEqual((lists["added"], lists["known"], lists["faults"]), (1, 1, []), lists)
        mine = owner.get("/api/archive?mine=yes&variant=chess").json["games"]
        self.assertEqual({game["white"]["name"] for game in mine}, {"Ann", "Anna Grünfeld"})
        self.assertEqual({game["kind"] for game in mine}, {"imported"})
        self.assertEqual(self.found(variant="chess", moves="b3 b6 Nc3"), [])
        explorer = owner.get("/api/archive/explorer?variant=chess&mine=yes").json
        self.assertEqual(
            {line["san"]: line["games"] for line in explorer["moves"]}, {"b3": 1, "e4": 1}
        )
        page = owner.get(mine[0]["url"])
        self.expect(page, 200)
        self.assertIn("not played here", page.text)
        for stranger in (Person(self.server),):
            self.expect(stranger.get(mine[0]["url"]), 404)
            self.expect(stranger.get("/api/archive/games/" + mine[0]["id"]), 404, "not_found")
            self.expect(
                stranger.get("/api/archive/games/%s/text" % mine[0]["id"]), 404, "not_found"
            )
        review = "/api/archive/games/%s/review" % mine[0]["id"]
        moves = owner.get("/api/archive/games/" + mine[0]["id"]).json["moves"].split()
        positions = ["0 " + move for move in moves] + [""]
        stranger = account(self.server, "Stranger%d" % random.randrange(10**8))
        self.expect(stranger.post(review, nodes=1, positions=positions), 404, "not_found")
        self.expect(owner.post(review, nodes=1, positions=positions), 200)
        self.expect(stranger.get(review), 404, "not_found")
        self.assertEqual(owner.get(review).json["review"]["positions"], positions)
        download = owner.get("/api/archive/download?mine=yes&form=courier")
        self.assertEqual(download.text.count("// Variant: chess"), 2)
        self.go_again(owner, mine)

    def test_notes_of_an_imported_game(self):
        owner = Person(self.server)
        name = "Annotator%d" % random.randrange(10**8)
        registered = owner.post("/api/register", name=name, password="correct horse battery")
        self.expect(registered, 200)
        moves = (
            "{A  story} {in two} 1. e4 $1 {[%clk 0:03:00] [%csl Gd4] best} 1... e5 (1... c5\n"
            "2. Nf3 (2. Nc3 $146) 2... d6 {Sicilian}) ({or} 1... e6) 2. Ke2 $4 $13 0-1"
        )
        text = PGN % ("0-1", moves) + PGN % ("0-1", "1. g4 e5 2. f3 Qh4# 0-1")
        answer = self.expect(owner.post("/api/archive/import", text=text), 200).json
        self.assertEqual((answer["added"], answer["faults"]), (2, []), answer)
        download = owner.get("/api/archive/download?mine=yes").text
        self.assertIn("\n" + moves + "\n", download)
        self.assertIn("\n1. g4 e5 2. f3 Qh4# 0-1\n", download)
        mine = [g for g in owner.get("/api/archive?mine=yes").json["games"] if g["plies"] == 3]
        page = owner.get("/archive/games/%s" % mine[0]["id"]).text
        for shown in ("1. e4!", "2. Ke2??", ">best<", ">Sicilian<", "(1... c5"):
            self.assertIn(shown, page)
        self.assertNotIn("clk", page)
        # Shown to everybody, it is a page, and its games can be read; hidden, they cannot.
        stranger, one = Person(self.server), "/archive/games/" + mine[0]["id"]
        self.expect(stranger.get("/archive?of=" + name), 400)
        self.expect(stranger.post("/api/archive/collection/show"), 401, "login_needed")
        self.expect(owner.form("/archive/collection/show"), 303)
        self.assertIn("/archive?of=" + name, stranger.get("/archive/annotated").text)
        self.assertIn("/archive?of=" + name, stranger.get("/@/" + name).text)
        page = self.expect(stranger.get("/archive?of=" + name), 200).text
        self.assertIn("Collection of " + name, page)
        self.assertIn(one, page)
        self.assertIn("collection of " + name, self.expect(stranger.get(one), 200).text)
        self.expect(stranger.get("/api" + one + "/text"), 200)
        self.assertEqual(len(stranger.get("/api/archive?of=" + name).json["games"]), 2)
        self.assertEqual(self.found(variant="chess", moves="g4 e5 f3"), [])
        self.expect(owner.post("/api/archive/collection/hide"), 200)
        self.expect(stranger.get(one), 404)
        self.expect(stranger.get("/archive?of=" + name), 400)
        courier = owner.get("/api/archive/download?mine=yes&form=courier").text
        self.assertIn("1. P e2-e4 // [%clk 0:03:00] [%csl Gd4] best\n1... p e7-e5\n", courier)
        # The answer is the game that is already there.
        again = self.expect(owner.post("/api/archive/import", text=download), 200).json
        self.assertEqual((again["added"], again["known"]), (0, 2), again)

    def test_imported_games_with_comments_are_listed(self):
        server, text = Server("--engines", "0").start(), PGN % ("0-1", "1. g4 {A %s} e5 0-1")
        self.addCleanup(server.close)
        server.stop()
        path = os.path.join(server.folder, "games.pgn")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text % "blunder" + (PGN % ("0-1", "1. f3 e5 2. g4 Qh4# 0-1")))
        done = subprocess.run(
            [play_case.COMMAND, "archive", "import", server.folder, path],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        self.assertIn("2 added", done.stdout)
        server.start()
        page = Person(server).get("/archive/annotated").text
        self.assertEqual(page.count('class="archive-game"'), 1)
        self.assertIn("imported-list", page)

    def test_two_imports_at_once(self):
        """Two imports at once: each later finds the other's games under ids that were free."""
        owner = account(self.server, "Twice%d" % random.randrange(10**8))
        other = Person(self.server)
        other.cookie = owner.cookie
        text = "".join(PGN % ("1-0", "1. e4 {%d} e5 2. Nf3 1-0" % i) for i in range(2)) + "".join(
            PGN.replace("Ann", "Ann %d" % i) % ("1-0", "1. e4 1-0") for i in range(300)
        )
        answers = []

        def bring_in(person):
            answers.append(person.post("/api/archive/import", text=text))

        both = [threading.Thread(target=bring_in, args=(person,)) for person in (owner, other)]
        for thread in both:
            thread.start()
        for thread in both:
            thread.join()
        for answer in answers:
            self.expect(answer, 200)
            self.assertEqual(answer.json["added"] + answer.json["known"], 302, answer.text)
            self.assertEqual(answer.json["faults"], [])
        self.assertEqual(sum(answer.json["added"] for answer in answers), 301)

    def go_again(self, owner, mine):
        """One game alone, then the others together; nothing is left of them."""
        path = "/api/archive/games/%s/delete" % mine[0]["id"]
        self.expect(Person(self.server).post(path), 401)
        self.expect(
            account(self.server, "Other%d" % random.randrange(10**8)).post(path), 404, "not_found"
        )
        self.expect(owner.post(path), 200)
        self.expect(owner.post(path), 404, "not_found")
        left = owner.get("/api/archive?mine=yes").json["games"]
        self.assertEqual([game["id"] for game in left], [game["id"] for game in mine[1:]])
        explorer = owner.get("/api/archive/explorer?variant=chess&mine=yes").json
        self.assertEqual([line["games"] for line in explorer["moves"]], [1])
        self.expect(owner.post("/api/archive/import", text=LIST), 200)
        self.expect(owner.post("/api/archive/collection/delete"), 200)
        wait_for(
            lambda: owner.get("/api/archive?mine=yes").json.get("games") == [],
            "an empty collection",
        )
        explorer = owner.get("/api/archive/explorer?variant=chess&mine=yes").json
        self.assertEqual(explorer["moves"], [])
        again = self.expect(owner.post("/api/archive/import", text=LIST), 200).json
        self.assertEqual(again["added"], 1)


PGN = """[White "Ann"]
[Black "Ben"]
[Date "1972.07.11"]
[Variant "chess"]
[Result "%s"]

%s

"""
LIST = """// Variant: chess
// Start: 1
// White: Anna Grünfeld
// Result: 1-0
1. P e2-e4
1... p e7-e5
2. K e1-e2

"""

main(__name__)
