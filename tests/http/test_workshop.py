#!/usr/bin/env python3
"""Games that people publish: checked first, kept in versions that never change, played live, by
link and against the computer, rated on their own, hidden and shown again; drafts of accounts."""
import os
import re
import subprocess
import threading
import time

import play_case
from play_case import WAIT_S, Person, PlayCase, account, eventually, main

# Chess with pieces that leap two squares diagonally or straight in place of knights.
LEAPER = """[game]
name = Leaper Chess
inventor = Ada
base = chess

[pieces]
N = leaper, AD, points 2
"""
CAMEL = LEAPER.replace("leaper, AD", "camel, C")
PICTURED = LEAPER.replace("AD, points 2", "AD, picture mortar-star\nB = oddity, FC")

OVER = """[game]
name = Over

[board]
files = 4
ranks = 4

[pieces]
K = king, K, royal

[setup]
board =
    k...
    ....
    ....
    ...K

[outcome]
bare-king = loss
"""


def costly(moves, count, size):
    """A game of `count` kinds of pieces with these moves, on a large board."""
    letters = "ABCDEFGHIJLMNOPQRSTUVWXYZ"[:count]
    row = (letters * size)[:size]
    row = row[: size // 2] + "K" + row[size // 2 + 1 :]
    rows = [row.lower()] + ["." * size] * (size - 2) + [row]
    pieces = "".join("%s = x%d, %s\n" % (letter, i, moves) for i, letter in enumerate(letters))
    return "[game]\nname = Costly\n\n[board]\nfiles = %d\nranks = %d\n\n[pieces]\n" % (
        size,
        size,
    ) + "K = king, K, royal\n%s\n[setup]\nboard =\n    %s\n" % (pieces, "\n    ".join(rows))


class Workshop(PlayCase):
    OPTIONS = ("--engines", "1")

    def publish(self, person, id, text=LEAPER, **more):
        return person.post("/api/workshop/games", id=id, text=text, **more)

    def made(self, person, id, text=LEAPER, **more):
        return self.expect(self.publish(person, id, text, **more), 201).json

    def gallery(self, query=""):
        return [
            g["id"] for g in Person(self.server).get("/api/workshop/games" + query).json["games"]
        ]

    def counted(self, kind):
        games = Person(self.server).get("/api/workshop/games").json["games"]
        return [g["games"] for g in games if g["variant"] == kind][0]

    def ratings(self, name):
        return Person(self.server).get("/api/people/" + name).json["ratings"]

    def moderate(self, *words):
        run = subprocess.run(
            [play_case.COMMAND, "moderate", *words, "--data", self.server.folder],
            capture_output=True,
            text=True,
            timeout=WAIT_S,
        )
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def test_publishing(self):
        ada = account(self.server, "Ada")
        self.expect(self.publish(Person(self.server), "mine"), 401, "login_needed")
        self.expect(self.publish(ada, "No Spaces"), 400, "bad_request")
        key = play_case.new_key()
        game = self.made(ada, "leapers", key=key)
        self.assertEqual((game["name"], game["author"]), ("Leaper Chess", "Ada"))
        self.assertEqual((game["files"], game["ranks"], game["version"]), (8, 8, 1))
        self.assertEqual(game["url"], "/@/Ada/games/leapers")
        # The same request again has the same answer; another one is refused.
        self.assertEqual(self.made(ada, "leapers", key=key), game)
        self.expect(self.publish(ada, "leapers"), 409, "exists")
        text = Person(self.server).get("/api/workshop/games/ada/leapers/text")
        self.assertEqual(text.text, LEAPER)
        whole = Person(self.server).get("/api/definitions/" + game["definition"])
        self.assertIn("#base-file chess", whole.text)
        page = Person(self.server).get("/@/Ada/games/leapers")
        self.assertEqual(page.status, 200)
        self.assertIn("leaps 2 diagonally", page.text)
        self.assertIn("/?new=" + game["variant"], page.text)
        moved = Person(self.server).get("/rules/" + game["variant"])
        self.assertEqual((moved.status, moved.headers["Location"]), (303, game["url"]))
        self.assertIn("Leaper Chess", Person(self.server).get("/@/Ada").text)
        self.assertEqual(Person(self.server).get("/learn/" + game["variant"]).status, 200)
        analysis = Person(self.server).get("/analysis?variant=" + game["variant"]).text
        self.assertIn('data-definition="%s"' % game["definition"], analysis)

    def test_the_documented_size(self):
        """A text may be as long as docs/publishing.md says, and no longer."""
        with open("docs/publishing.md", encoding="utf-8") as page:
            most = 1024 * int(re.search(r"^\| text \| (\d+) kB", page.read(), re.M).group(1))
        ada = account(self.server, "Longwinded")
        for size, status in ((most, 201), (most + 1, 422)):
            text = costly("W", 1, 8) + "# "
            text += "x" * (size - len(text) - 1) + "\n"
            self.expect(self.publish(ada, "long-%d" % size, text), status)

    def test_faults_have_line_and_column(self):
        ada = account(self.server, "Faulty")
        answer = self.expect(
            self.publish(ada, "bad", LEAPER.replace("points 2", "ponits 2")), 422, "bad_definition"
        )
        self.assertEqual([f["line"] for f in answer.json["faults"]], [7])
        self.assertGreater(answer.json["faults"][0]["column"], 1)
        self.expect(self.publish(ada, "bad", "#base-file chess\n" + LEAPER), 422, "bad_definition")
        self.expect(
            self.publish(ada, "bad", LEAPER.replace("Leaper", "Le\u202eaper")),
            422,
            "bad_definition",
        )
        self.assertNotIn("bad", self.gallery())

    def test_costly_games_are_refused(self):
        """Each would compile, but costs more than three times what Alert costs."""
        ada = account(self.server, "Hostile")
        for moves, count, size in (("[B?R]", 25, 16), ("KaKaK", 25, 16), ("[R?B]", 12, 16)):
            answer = self.publish(ada, "costly", costly(moves, count, size))
            self.expect(answer, 422, "bad_definition")
            self.assertIn("too large", answer.json["message"])
        self.expect(self.publish(ada, "long", LEAPER + "# " + "x" * 65536), 422, "bad_definition")
        answer = self.publish(ada, "over", OVER)
        self.expect(answer, 422, "bad_definition")
        self.assertIn("over before the first move", answer.json["message"])

    def answer_times(self, person, paths, while_true):
        """How long each answer took, in milliseconds."""
        times = []
        while while_true() or not times:
            for path in paths:
                began = time.monotonic()
                self.expect(person.get(path), 200)
                times.append((time.monotonic() - began) * 1000)
        return times

    def test_others_are_served_while_hostile_games_are_inspected(self):
        """With APO_MEASURE=1, how much slower the others are: docs/publishing.md."""
        ada, ben = account(self.server, "Flood"), account(self.server, "Bystander")
        id, _ = ben.make("alert")
        paths = ("/api/games/" + id, "/api/variants/chess/start")
        text = costly("NNCCZZQ", 25, 16)
        ended = []

        def flood(number):
            person = Person(self.server)
            person.cookie = ada.cookie
            for _ in range(6):
                ended.append(self.publish(person, "flood-%d" % number, text).status)

        calm = iter(range(100))
        before = self.answer_times(ben, paths, lambda: next(calm, None) is not None)
        threads = [threading.Thread(target=flood, args=(i,)) for i in range(3)]
        for thread in threads:
            thread.start()
        during = self.answer_times(ben, paths, lambda: any(t.is_alive() for t in threads))
        self.assertEqual(ended, [422] * 18)
        if os.environ.get("APO_MEASURE"):
            for name, times in (("before", before), ("during", during)):
                times.sort()
                print(
                    "%s: %d answers, median %.2f ms, 99 %% within %.2f ms"
                    % (name, len(times), times[len(times) // 2], times[len(times) * 99 // 100])
                )

    def test_limits(self):
        server = play_case.Server("--engines", "0", "--limits", "on").start()
        ada = account(server, "Hasty")
        answers = [ada.post("/api/workshop/games", id="one", text="none") for _ in range(14)]
        self.assertEqual({answer.status for answer in answers}, {422, 429})
        self.assertEqual(answers[0].status, 422)
        server.close()

    def test_two_people_play_by_link_and_it_counts(self):
        ada, ben = account(self.server, "Author"), account(self.server, "Reader")
        game = self.made(ada, "leapers")
        kind = game["variant"]
        variant = ben.get("/api/variants/" + kind).json
        self.assertEqual((variant["name"], variant["is_own"]), ("Leaper Chess", True))
        clock = {"kind": "live", "base_ms": 600000, "increment_ms": 0}
        id, secret = ada.make(kind, clock=clock, rated=True)
        self.assertEqual(ben.follow("/join#" + secret).status, 200)
        self.expect(ben.post("/api/games/%s/join" % id, secret=secret), 200)
        self.expect(ada.move(id, 0, "b1c3"), 422, "illegal_move")
        self.expect(ada.move(id, 0, "b1d3"), 200)
        self.expect(ben.move(id, 1, "e7e5"), 200)
        self.expect(ada.move(id, 2, "e2e4"), 200)
        self.expect(ben.move(id, 3, "d7d6"), 200)
        self.expect(ada.post("/api/games/%s/resign" % id, ply=4), 200)
        eventually(lambda: self.counted(kind) == 1, "the game is counted")
        self.assertEqual(self.gallery("?order=played")[0], "leapers")
        eventually(lambda: len(self.ratings("Reader")) > 0, "the rating")
        self.assertEqual(
            [(r["variant"], r["variant_name"]) for r in self.ratings("Reader")],
            [(kind, "Leaper Chess")],
        )
        found = ben.get("/api/archive?variant=" + kind).json["games"]
        self.assertEqual([g["id"] for g in found], [id])
        self.assertEqual(ben.get("/archive/%s/starts" % kind).status, 200)
        [start] = ben.get("/api/archive/starts?variant=" + kind).json["starts"]
        self.assertEqual((start["number"], start["results"]), (1, [1, 0, 0, 0, 0]))
        [move] = ben.get("/api/archive/explorer?variant=" + kind).json["moves"]
        self.assertEqual((move["san"], move["games"]), ("Nd3", 1))
        self.assertEqual(ben.get("/archive?variant=" + kind).status, 200)
        self.assertIn("Leaper Chess", ben.get("/players?variant=" + kind).text)

    def test_pictures_show_drawings_and_moves(self):
        ada = account(self.server, "Painter")
        game = self.made(ada, "pictured", PICTURED)
        id, _ = ada.make(
            game["variant"], clock={"kind": "live", "base_ms": 600000, "increment_ms": 0}
        )
        page = ada.get("/game/" + id).text
        board = page[page.index('class="pieces"') :].split("</svg>")[0]
        self.assertEqual(board.count('#w-mortar"'), 2)
        self.assertEqual(board.count('#b-mark-star"'), 2)
        self.assertEqual(board.count("<rect"), 4)  # the bishops' tablets
        self.assertEqual(board.count("rotate(180)"), 2)  # Black's point down
        self.assertNotIn("<text", board)

    def wait_for_ply(self, person, id, ply):
        eventually(lambda: person.game(id)["ply"] >= ply, "the computer's move")

    def test_versions_never_change(self):
        ada = account(self.server, "Changer")
        first = self.made(ada, "leapers")
        kind, path = first["variant"], "/api/workshop/games/Changer/leapers"
        old, _ = ada.make(kind, {"kind": "computer", "level": 1})
        self.expect(ada.move(old, 0, "b1d3"), 200)
        self.wait_for_ply(ada, old, 2)
        invited, secret = ada.make(kind)
        other = account(self.server, "Notchanger")
        self.expect(other.post(path + "/versions", text=CAMEL), 403, "forbidden")
        key = play_case.new_key()
        second = self.expect(ada.post(path + "/versions", text=CAMEL, key=key), 201).json
        self.assertEqual((second["variant"], second["version"]), (kind, 2))
        again = self.expect(ada.post(path + "/versions", text=CAMEL, key=key), 201).json
        self.assertEqual(again["version"], 2)
        self.assertEqual([v["version"] for v in ada.get(path).json["versions"]], [2, 1])
        self.assertEqual(ada.get(path + "/text?version=1").text, LEAPER)
        self.assertIn("leaps 2", ada.get("/@/Changer/games/leapers?version=1").text)
        self.assertEqual(ada.get("/@/Changer/games/leapers?version=3").status, 404)
        new, _ = ada.make(kind, {"kind": "computer", "level": 1})
        for _ in range(2):
            # What had begun goes on by the first version, before and after a restart.
            ply = ada.game(old)["ply"]
            self.expect(ada.move(old, ply, "b1a4" if ply == 0 else "c1a3"), 422, "illegal_move")
            self.assertEqual(ada.game(old)["definition"], first["definition"])
            self.assertEqual(ada.game(invited)["definition"], first["definition"])
            self.assertEqual(ada.game(new)["definition"], second["definition"])
            self.server.stop()
            self.server.start()
        self.expect(ada.move(new, 0, "b1c4"), 200)
        self.wait_for_ply(ada, new, 2)
        self.assertNotIn("computer_has_no_move", self.server.read_log())

    def test_the_same_text_twice(self):
        """Two authors publish one text: each game is its own. A copy of a built-in one is not."""
        ada, ben = account(self.server, "First"), account(self.server, "Second")
        text = LEAPER.replace("Ada", "Twin")
        games = [self.made(person, "twins", text) for person in (ada, ben)]
        self.assertEqual(games[0]["definition"], games[1]["definition"])
        for game in games:
            id, _ = ada.make(game["variant"], {"kind": "computer", "level": 1})
            self.expect(ada.move(id, 0, "b1d3"), 200)
            self.wait_for_ply(ada, id, 2)
            self.assertEqual(ada.game(id)["variant"], game["variant"])
        path = os.path.join(os.path.dirname(__file__), "..", "..", "variants", "chess.variant")
        with open(path, encoding="utf-8") as file:
            self.expect(self.publish(ada, "copy", file.read()), 409, "conflict")

    def test_the_name_of_a_game_of_the_server(self):
        """Nobody's game can be taken for one of the server."""
        ada = account(self.server, "Namesake")
        for name in ("Chess", "  cHESS ", "grand apothecary chess alert", "Capablanca-Chess!"):
            text = LEAPER.replace("Leaper Chess", name)
            answer = self.expect(self.publish(ada, "namesake", text), 409, "conflict").json
            self.assertIn("remixed", answer["message"])
        self.made(ada, "namesake", LEAPER.replace("Leaper Chess", "Chess, remixed"))
        version = LEAPER.replace("Leaper Chess", "Chess")
        path = "/api/workshop/games/namesake/namesake/versions"
        self.expect(ada.post(path, text=version), 409, "conflict")

    def test_remix_with_credit(self):
        ada, ben = account(self.server, "Inventor"), account(self.server, "Remixer")
        first = self.made(ada, "leapers")
        self.expect(self.publish(ben, "camels", CAMEL, remix="u-nothing"), 422, "bad_request")
        self.expect(self.publish(ben, "camels", CAMEL, remix=first["variant"]), 422, "bad_request")
        second = self.made(ben, "camels", CAMEL, remix=first["variant"], remix_version=1)
        self.assertEqual(second["remix"]["variant_name"], "Leaper Chess")
        self.assertIn("Inventor", ben.get("/@/Remixer/games/camels").text)
        self.assertIn("/@/Remixer/games/camels", ben.get("/@/Inventor/games/leapers").text)
        third = self.made(ben, "of-chess", CAMEL, remix="chess")
        self.assertEqual(third["remix"]["variant"], "chess")

    def test_hiding(self):
        ada, ben = account(self.server, "Shy"), account(self.server, "Witness")
        game = self.made(ada, "shy-one", LEAPER.replace("Leaper", "Shy"))
        path = "/api/workshop/games/Shy/shy-one"
        id, secret = ada.make(game["variant"])
        self.expect(ben.post("/api/games/%s/join" % id, secret=secret), 200)
        self.assertEqual(self.gallery("?search=shy"), ["shy-one"])
        self.expect(ben.post(path + "/hide"), 403, "forbidden")
        self.expect(ada.post(path + "/hide"), 200)
        self.check_hidden(game, ben, id)
        self.assertEqual(ada.get(game["url"]).status, 200)
        self.expect(ada.post(path + "/show"), 200)
        self.assertEqual(self.gallery("?search=shy"), ["shy-one"])
        # What a moderator has hidden, only a moderator shows.
        self.moderate("hide-game", "Shy/shy-one", "--reason", "a test")
        self.check_hidden(game, ben, id)
        self.expect(ada.post(path + "/show"), 403, "forbidden")
        self.assertIn("hide-game", self.moderate("log", "Shy"))
        self.moderate("show-game", "shy/shy-one")
        self.assertEqual(self.gallery("?search=shy"), ["shy-one"])
        self.assertEqual(ada.form(game["url"] + "/hide").status, 303)
        self.assertEqual(self.gallery("?search=shy"), [])

    def check_hidden(self, game, reader, id):
        """It is in no list and begins no game; the game that had begun goes on."""
        self.assertEqual(self.gallery("?search=shy"), [])
        self.assertEqual(reader.get(game["url"]).status, 404)
        self.assertNotIn("Shy Chess", reader.get("/workshop/games").text)
        self.assertNotIn("shy-one", reader.get("/@/Shy").text)
        answer = reader.post(
            "/api/games",
            variant=game["variant"],
            opponent={"kind": "link"},
            clock={"kind": "none"},
        )
        self.expect(answer, 400, "bad_request")
        self.assertEqual(reader.game(id)["variant_name"], "Shy Chess")
        self.assertEqual(reader.get("/game/" + id).status, 200)

    def test_drafts(self):
        ann, ben = account(self.server, "Drafter"), account(self.server, "Other")
        stranger = Person(self.server)
        path = "/api/drafts/mij3k4lz-abc123"
        draft = {"version": 0, "text": "one"}
        self.expect(stranger.get("/api/drafts"), 401, "login_needed")
        self.expect(stranger.post(path, **draft), 401, "login_needed")
        self.assertEqual(self.expect(ann.post(path, **draft), 200).json, {"version": 1})
        self.expect(ann.post(path, **draft), 409, "conflict")
        self.assertEqual(
            self.expect(ann.post(path, version=1, text="two"), 200).json, {"version": 2}
        )
        (listed,) = ann.get("/api/drafts").json["drafts"]
        self.assertEqual((listed["id"], listed["version"]), ("mij3k4lz-abc123", 2))
        self.assertEqual(ann.get(path).json["text"], "two")
        # Nobody else's draft: the same id of another account is another draft.
        self.assertEqual(ben.get("/api/drafts").json, {"drafts": []})
        self.expect(ben.get(path), 404)
        self.expect(stranger.get(path), 404)
        self.expect(ben.post(path + "/delete", version=2), 409, "conflict")
        self.expect(ben.post(path, **draft), 200)
        self.expect(ann.post(path + "/delete", version=1), 409, "conflict")
        self.expect(ann.post(path + "/delete", version=2), 200)
        self.expect(ann.get(path), 404)
        self.assertEqual(ben.get(path).json["text"], "one")
        for id, change in (
            ("UPPER", {}),
            ("x" * 24, {}),
            ("x", {"version": -1}),
            ("x", {"version": "1"}),
            ("x", {"text": ""}),
            ("x", {"text": 5}),
            ("x", {"text": "a\u0000b"}),
            ("x", {"text": "x" * (256 * 1024 + 1)}),
            ("x", {"more": 1}),
        ):
            self.expect(ann.post("/api/drafts/" + id, **{**draft, **change}), 400)
        for i in range(50):
            self.expect(ann.post("/api/drafts/d%d" % i, **draft), 200)
        self.expect(ann.post("/api/drafts/d50", **draft), 422)
        self.expect(ann.post("/api/drafts/d49", version=1, text="two"), 200)

    def test_gallery_in_pages(self):
        ada = account(self.server, "Prolific")
        for i in range(30):
            text = LEAPER.replace("Leaper", "Prolific %d" % i)
            self.made(ada, "prolific-%d" % i, text)
        first = Person(self.server).get("/api/workshop/games?search=prolific").json
        rest = (
            Person(self.server)
            .get("/api/workshop/games?search=prolific&before=" + first["next"])
            .json
        )
        ids = [g["id"] for g in first["games"] + rest["games"]]
        self.assertEqual(ids, ["prolific-%d" % i for i in reversed(range(30))])
        self.assertIsNone(rest["next"])
        page = Person(self.server).get("/workshop/games?search=PROLIFIC").text
        self.assertIn("before=" + first["next"], page)
        self.assertEqual(page.count('class="card panel"'), 24)


main(__name__)
