#!/usr/bin/env python3
"""Personal data: all of it in the export, and none of it after the deletion, table by table."""
import sqlite3
import time

from play_case import WAIT_S, Person, PlayCase, account, main

PASSWORD = "correct horse battery"
NAME = "Zebulon-Quirk"
WORDS = "Meet me at the old windmill."
NOTE = "My secret plan is the vulture."
ADDRESS = "zebulon@example.org"
DRAFT = '{"name": "My unpublished game"}'
# Too long to occur in an id by chance.
DIGESTS = ("digest of the token", "digest of the letter")

# A game played elsewhere.
IMPORTED = "Quentin of the Old Club"
PGN = """[White "Quentin of the Old Club"]
[Black "Guest %d"]
[Variant "chess"]
[Result "1-0"]

1. e4 e5 2. Nf3 1-0

"""

# Where the id of a deleted account may remain: others' games and results need it.
KEPT = {
    ("person", "id"),
    ("game", "creator"),
    ("game", "seat0"),
    ("game", "seat1"),
    ("event", "data"),
    ("archive", "white"),
    ("archive", "black"),
    ("rated", "opponent"),
    ("score", "opponent"),
    ("tournament", "organiser"),
    ("entry", "person"),
    ("pairing", "white"),
    ("pairing", "black"),
    ("moderation", "person"),
    ("problem", "author"),
    ("published", "author"),
}


class OwnData(PlayCase):
    def rows(self):
        """Everything in the database: (table, column, value)."""
        with sqlite3.connect(self.server.folder + "/apothecary.db") as db:
            tables = [
                name
                for name, in db.execute(
                    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE "
                    "'sqlite%'"
                )
            ]
            for table in tables:
                cursor = db.execute("SELECT * FROM " + table)
                columns = [part[0] for part in cursor.description]
                for row in cursor:
                    for column, value in zip(columns, row):
                        yield table, column, value

    def containing(self, text):
        return {
            (table, column)
            for table, column, value in self.rows()
            if isinstance(value, str) and text.lower() in value.lower()
        }

    def ask_database(self, question, *values):
        with sqlite3.connect(self.server.folder + "/apothecary.db") as db:
            return [row[0] for row in db.execute(question, values)]

    def until(self, check, what):
        end = time.monotonic() + WAIT_S
        while not check():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.05)

    def live_a_little(self):
        """A person with data in as many tables as possible."""
        me, friend = account(self.server, NAME), account(self.server, "Friend")
        live = {"kind": "live", "base_ms": 300000, "increment_ms": 3000}
        self.over, _ = me.make(opponent="open", clock=live)
        self.expect(friend.post("/api/games/%s/join" % self.over), 200)
        for ply, (person, move) in enumerate([(me, "e2e4"), (friend, "e7e5")]):
            self.expect(person.move(self.over, ply, move), 200)
        self.expect(friend.post("/api/games/%s/resign" % self.over), 200)
        self.running, secret = me.make(variant="modern", clock={"kind": "days", "days": 3})
        self.expect(friend.post("/api/games/%s/join" % self.running, secret=secret), 200)
        self.waiting, _ = me.make(opponent="open")
        self.expect(me.post("/api/invitations", to="Friend", variant="chess", message=WORDS), 201)
        asked = self.expect(friend.post("/api/invitations", to=NAME, variant="chess"), 201).json
        self.expect(me.post("/api/invitations/%s/decline" % asked["id"], message=WORDS), 200)
        text = "[game]\nname = Mine\nbase = chess\n"
        made = self.expect(me.post("/api/workshop/games", id="mine", text=text), 201)
        self.published = made.json["variant"]
        self.expect(me.post("/api/drafts/secret-game", version=0, text=DRAFT), 200)
        told = {"variant": "alert", "lesson": "rook", "boards": 2, "finished": False}
        self.expect(me.post("/api/lessons", lessons=[told]), 200)
        self.until(lambda: me.get("/api/problems/proved-1").status == 200, "the collection")
        mine = self.expect(me.post("/api/problems/proved-1/try", moves=[]), 200).json
        self.assertTrue(mine["counted"])
        stranger = account(self.server, "Stranger")
        self.expect(me.post("/api/people/Stranger/block"), 200)
        self.expect(stranger.post("/api/people/%s/block" % NAME), 200)
        self.until(
            lambda: sum(me.get("/api/people/" + NAME).json["record"]["people"]) == 1, "rating"
        )
        return me, friend

    def put_by_hand(self, id):
        """Data with no short way through the API, or that needs other programs."""
        with sqlite3.connect(self.server.folder + "/apothecary.db") as db:
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("INSERT INTO token VALUES (?, 't1', ?, 'my bot', 1, 1, 1)", (DIGESTS[0], id))
            db.execute("INSERT INTO vacation VALUES (?, 1, 2, 1, 'k')", (id,))
            db.execute(
                "INSERT INTO game_note VALUES (?, 0, 'notes', 1, 'k', 1, ?)", (self.over, NOTE)
            )
            db.execute("INSERT INTO former_name VALUES ('zebby-quirk', ?, 1)", (id,))
            db.execute(
                "INSERT INTO mailbox VALUES (?, ?, ?, 1, 1, 8, 0, '')", (id, ADDRESS, ADDRESS)
            )
            db.execute(
                "INSERT INTO mail_secret VALUES (?, ?, 'reset', ?, 1)", (DIGESTS[1], id, ADDRESS)
            )

    def test_all_of_it_goes(self):
        me, friend = self.live_a_little()
        id = me.get("/api/me").json["id"]
        self.put_by_hand(id)
        games = "".join(PGN % number for number in range(45))
        self.assertEqual(
            self.expect(me.post("/api/archive/import", text=games), 200).json["added"], 45
        )
        imported = self.ask_database("SELECT id FROM archive WHERE collection = ?", id)
        self.assertEqual(len(imported), 45)

        export = self.expect(me.get("/api/account/export"), 200)
        data = export.json
        self.assertIn("attachment", export.headers["Content-Disposition"])
        for table in (
            "person",
            "session",
            "token",
            "game",
            "event",
            "rating",
            "rated",
            "score",
            "invitation",
            "invitation_step",
            "block",
            "vacation",
            "game_note",
            "mailbox",
            "former_name",
            "draft",
            "lesson",
            "problem_rating",
            "problem_try",
        ):
            self.assertTrue(data[table], table)
        for text in (NAME, WORDS, NOTE, ADDRESS, "unpublished"):
            self.assertIn(text, export.text)
        for secret in ("argon2id", *DIGESTS):
            self.assertNotIn(secret, export.text)
        self.assertTrue(any(row["white_name"] == IMPORTED for row in data["archive"]))
        self.expect(Person(self.server).get("/api/account/export"), 401, "login_needed")

        path = "/api/account/delete"
        self.expect(me.post(path, name="zebulon", password=PASSWORD), 422, "bad_request")
        self.expect(me.post(path, name=NAME, password="wrong password"), 403, "forbidden")
        self.expect(me.post(path, name=NAME, password=PASSWORD), 200)
        self.assertEqual(me.get("/api/me").json["kind"], "guest")
        self.expect(Person(self.server).post("/api/login", name=NAME, password=PASSWORD), 403)
        self.until(lambda: not self.containing(NAME), "the name is gone")
        self.until(
            lambda: not any(
                (table, column) == ("job", "kind")
                and value in ("deletion", "rating", "archive", "invitation")
                for table, column, value in self.rows()
            ),
            "jobs done",
        )

        self.assertEqual(self.containing(NAME), set())
        # Nothing is left of the person's collection, nor of its move counts.
        tagged = self.ask_database("SELECT DISTINCT id FROM archive_tag")
        self.assertEqual(set(imported) & set(tagged), set())
        # Those of the game with a friend, which the friend keeps.
        left = self.ask_database("SELECT move FROM archive_line")
        self.assertEqual(sorted(left), ["e2e4", "e7e5"])
        for text in (WORDS, NOTE, ADDRESS, IMPORTED, DRAFT, "zebby-quirk", "my bot"):
            self.assertEqual(self.containing(text), set(), text)
        self.assertLessEqual(self.containing(id), KEPT)

        # The names in memory are updated too.
        self.until(lambda: friend.game(self.over)["white"]["name"] != NAME, "the name is forgotten")
        game = friend.game(self.over)
        self.assertEqual(
            (game["status"], game["white"]["name"], game["white"]["kind"]),
            ("finished", "deleted account", "guest"),
        )
        ended = friend.game(self.running)
        self.assertIn(ended["status"], ("finished", "cancelled"))
        self.assertEqual(friend.game(self.waiting)["status"], "cancelled")
        self.assertEqual(friend.get("/@/" + NAME).status, 404)
        self.assertIn("deleted account", friend.get("/rules/" + self.published).text)
        opponent = friend.get("/api/people/Friend/opponents").json["opponents"][0]
        self.assertEqual(opponent["opponent"]["name"], "deleted account")
        # The name is free again.
        self.expect(Person(self.server).post("/api/register", name=NAME, password=PASSWORD), 200)

    def test_a_crash_between(self):
        me, friend = account(self.server, "Halfway"), account(self.server, "Witness")
        games = []
        for _ in range(5):
            id, secret = me.make()
            self.expect(friend.post("/api/games/%s/join" % id, secret=secret), 200)
            games.append(id)
        self.expect(me.post("/api/account/delete", name="Halfway", password=PASSWORD), 200)
        self.server.kill()
        self.server.start()
        self.until(lambda: not self.containing("Halfway"), "the deletion goes on")
        for id in games:
            self.assertIn(friend.game(id)["status"], ("finished", "cancelled"))


main(__name__)
