#!/usr/bin/env python3
"""Comments below imported games and studies: who may write and read them, where they are listed
and written to files, and when they go."""
import contextlib
import os
import sqlite3
import subprocess
import time
import unittest

import play_case
from cup_case import new_name
from play_case import Person, PlayCase, Server, account, eventually, main, new_key
from test_moderation import PASSWORD, moderate
from test_talk import CLEAN, HOSTILE

PGN = """[Variant "chess"]
[White "Ann"]
[Black "Ben"]
[Result "0-1"]

1. f3 {Why?} e5 2. g4 Qh4# 0-1

"""


def imported(owner):
    """The id of a game in the collection of `owner`, which everybody may see."""
    for path, body in (("import", {"text": PGN}), ("collection/show", {})):
        answer = owner.post("/api/archive/" + path, **body)
        if answer.status != 200:
            raise AssertionError(answer.text)
    return owner.get("/api/archive?mine=yes").json["games"][0]["id"]


class Below:
    """What holds below games and studies: `fan` writes at `path`; `page` of `owner` shows it."""

    def heard(self, reader, path=None):
        answer = self.expect(reader.get(path or self.path), 200)
        return [one["text"] for one in answer.json["messages"]]

    def test_shunned(self):
        self.expect(self.fan.post(self.path, text="First"), 201)
        reader = account(self.server, new_name("Read"))
        self.expect(reader.post("/api/people/%s/mute" % self.fan_name), 200)
        self.assertEqual(self.heard(reader), [])
        self.assertNotIn("First", reader.get(self.page).text)
        self.expect(self.owner.post("/api/people/%s/block" % self.fan_name), 200)
        self.expect(self.fan.post(self.path, text="Second"), 403, "forbidden")
        self.assertIn("cannot write to this person", self.fan.get(self.page).text)

    def test_muted_by_a_moderator(self):
        self.assertEqual(moderate(self.server, "mute", self.fan_name).returncode, 0)
        self.expect(self.fan.post(self.path, text="x"), 403, "forbidden")
        self.assertIn("A moderator has muted you", self.fan.get(self.page).text)


class Comments(Below, PlayCase):
    def setUp(self):
        self.owner, self.fan = (account(self.server, new_name(name)) for name in ("Own", "Fan"))
        self.fan_name = self.fan.get("/api/me").json["name"]
        self.owner_name = self.owner.get("/api/me").json["name"]
        self.game = imported(self.owner)
        self.page = "/archive/games/" + self.game
        self.path = "/api" + self.page + "/comments"

    def test_written_and_read(self):
        said = self.expect(self.fan.post(self.path, text="A short game"), 201).json
        self.assertEqual((said["text"], said["by"]), ("A short game", self.fan_name))
        self.assertNotIn("ply", said)
        self.assertEqual(
            self.expect(self.fan.post(self.path, text="Oh", ply=3), 201).json["ply"], 3
        )
        stranger = Person(self.server)
        self.assertEqual(self.heard(stranger), ["A short game", "Oh"])
        view = stranger.get(self.path).json
        self.assertEqual((view["may_write"], view["why"]), (False, "Log in to write here."))
        page = stranger.get(self.page).text
        for words in ("A short game", "2. g4</bdi>", "/login?next=" + self.page):
            self.assertIn(words, page)
        self.assertNotIn("remark-form", page)
        self.assertIn("· checkmate", page)
        page = stranger.get(self.page, headers={"Accept-Language": "de"}).text
        self.assertIn("· Schachmatt", page)
        # The owner can report it; the writer cannot.
        link = "/report/%s?message=%d&amp;place=%s" % (self.fan_name, said["id"], self.page)
        self.assertIn(link, self.owner.get(self.page).text)
        page = self.fan.get(self.page).text
        self.assertNotIn("/report/%s?message" % self.fan_name, page)
        self.assertIn('<option value="2" dir="ltr">1... e5</option>', page)
        self.assertIn('<option value="4" dir="ltr">2... Qh4#</option>', page)
        for field, value, status in (("ply", 5, 422), ("ply", 0, 422), ("text", "  ", 422)):
            self.expect(self.fan.post(self.path, **{"text": "x", field: value}), status)
        self.expect(stranger.post(self.path, text="x"), 401, "login_needed")
        self.expect(self.fan.post("/api/archive/games/none/comments", text="x"), 404)

    def test_form(self):
        key = new_key()
        for _ in range(2):  # as a browser repeats it
            answer = self.fan.form(self.page + "/comments", key=key, text="By form", ply="4")
            self.expect(answer, 303)
            self.assertEqual(answer.headers["Location"], self.page + "#comments")
        self.expect(self.fan.form(self.page + "/comments", key=new_key(), text="All", ply=""), 303)
        self.expect(self.fan.form(self.page + "/comments", key=new_key(), text="x", ply="9"), 422)
        self.expect(self.fan.form(self.page + "/comments", key=new_key(), text="x", ply="a"), 422)
        self.expect(self.fan.form(self.page + "/comments", key="", text="x"), 400)
        messages = self.fan.get(self.path).json["messages"]
        said = [(one["text"], one.get("ply")) for one in messages]
        self.assertEqual(said, [("By form", 4), ("All", None)])

    def test_hostile_texts(self):
        said = self.expect(self.fan.post(self.path, text=HOSTILE, ply=1), 201).json
        self.assertEqual(said["text"], CLEAN)
        self.assertNotIn("<script>alert", Person(self.server).get(self.page).text)
        self.expect(self.fan.post(self.path, text="x" * 10000), 422)
        self.expect(self.fan.post(self.path, text="} 1-0 {", ply=2), 201)
        text = self.owner.get("/api%s/text" % self.page).text
        again = account(self.server, new_name("Again"))
        answer = self.expect(again.post("/api/archive/import", text=text), 200).json
        self.assertEqual((answer["added"], answer["faults"]), (1, []))

    def test_in_files_and_lists(self):
        self.expect(self.fan.post(self.path, text="Better d5", ply=2), 201)
        text = self.expect(Person(self.server).get("/api%s/text" % self.page), 200).text
        self.assertIn("1. f3 {Why?} 1... e5 {%s: Better d5} 2. g4" % self.fan_name, text)
        text = Person(self.server).get("/api%s/text?form=courier" % self.page).text
        self.assertIn("1... p e7-e5 // %s: Better d5" % self.fan_name, text)
        self.expect(self.fan.post(self.path, text="All of it is odd"), 201)
        for path in ("/archive/annotated", "/@/%s/comments" % self.fan_name):
            page = Person(self.server).get(path).text
            self.assertIn(self.page, page)
            self.assertIn("All of it is odd", page)

    def test_hidden_collection(self):
        number = self.expect(self.fan.post(self.path, text="Seen by all"), 201).json["id"]
        self.expect(self.owner.post("/api/archive/collection/hide"), 200)
        for reader in (self.fan, Person(self.server)):
            self.expect(reader.get(self.path), 404)
            self.expect(reader.post(self.path, text="x"), 404)
            for path in ("/archive/annotated", "/@/%s/comments" % self.fan_name):
                self.assertNotIn(self.page, reader.get(path).text)
        self.assertEqual(self.heard(self.owner), ["Seen by all"])
        # Nor can anybody quote, by its number, what is hidden from them.
        third = account(self.server, new_name("Third"))
        form = "/report/%s?message=%d" % (self.fan_name, number)
        self.assertNotIn("Seen by all", self.expect(third.get(form), 200).text)
        self.assertIn("Seen by all", self.expect(self.owner.get(form), 200).text)

    def test_gone_with_the_game(self):
        self.expect(self.fan.post(self.path, text="Fare well"), 201)
        self.expect(self.owner.post("/api%s/delete" % self.page), 200)
        self.assertEqual(imported(self.owner), self.game)  # the id follows from the contents
        self.assertEqual(self.heard(self.owner), [])


class OfStudies(Below, PlayCase):
    """Comments below studies that others may read."""

    STUDY = '[Variant "chess"]\n\n1. e4 *\n'

    def setUp(self):
        self.owner, self.fan = (account(self.server, new_name(name)) for name in ("Own", "Fan"))
        self.owner_name, self.fan_name = (
            one.get("/api/me").json["name"] for one in (self.owner, self.fan)
        )
        self.page = self.study("public")
        self.path = self.comments_of(self.page)

    def study(self, visibility):
        made = self.owner.post(
            "/api/studies", name="My study", visibility=visibility, text=self.STUDY
        )
        return self.expect(made, 201).json["url"]

    def comments_of(self, page):
        return "/api/studies/%s/comments" % page.split("/")[-1]

    def told(self, person):
        return [one["kind"] for one in person.get("/api/notices").json["notices"]]

    def test_written_and_read(self):
        said = self.expect(self.fan.post(self.path, text=HOSTILE), 201).json
        self.assertEqual((said["text"], said["by"]), (CLEAN, self.fan_name))
        stranger = Person(self.server)
        self.assertEqual(self.heard(stranger), [CLEAN])
        self.expect(stranger.post(self.path, text="x"), 401, "login_needed")
        self.expect(self.fan.post(self.path, text="x", ply=1), 422)
        page = stranger.get(self.page).text
        self.assertIn('id="comment-%d"' % said["id"], page)
        self.assertIn("/login?next=" + self.page, page)
        page = self.owner.get(self.page).text
        self.assertNotIn("remark-ply", page)  # about the whole of it only
        link = "/report/%s?message=%d&amp;place=%s" % (self.fan_name, said["id"], self.page)
        self.assertIn(link, page)
        form = self.expect(self.owner.get(link.replace("&amp;", "&")), 200).text
        self.assertIn("report-quote", form)
        for _ in range(2):  # as a browser repeats it
            answer = self.fan.form(self.page + "/comments", key="k" * 20, text="By form")
            self.expect(answer, 303)
            self.assertEqual(answer.headers["Location"], self.page + "#comments")
        self.assertEqual(self.heard(self.owner), [CLEAN, "By form"])

    def test_private(self):
        number = self.expect(self.fan.post(self.path, text="Seen by all"), 201).json["id"]
        settings = "/api/studies/%s/settings" % self.page.split("/")[-1]
        self.expect(self.owner.post(settings, name="Mine", visibility="private"), 200)
        for reader in (self.fan, self.owner):
            self.expect(reader.get(self.path), 404)
            self.expect(reader.post(self.path, text="x"), 404)
        self.assertNotIn("Seen by all", self.owner.get(self.page).text)
        third = account(self.server, new_name("Third"))
        form = "/report/%s?message=%d" % (self.fan_name, number)
        self.assertNotIn("Seen by all", self.expect(third.get(form), 200).text)
        linked = self.comments_of(self.study("link"))
        self.expect(self.fan.post(linked, text="By the link"), 201)

    def rows(self):
        path = "file:%s?mode=ro" % os.path.join(self.server.folder, "apothecary.db")
        with contextlib.closing(sqlite3.connect(path, uri=True)) as db:
            room = ("study/" + self.page.split("/")[-1],)
            return db.execute("SELECT count(*) FROM message WHERE room = ?", room).fetchone()[0]

    def test_gone_with_the_study(self):
        self.expect(self.fan.post(self.path, text="Fare well"), 201)
        self.assertEqual(self.rows(), 1)
        delete = "/api/studies/%s/delete" % self.page.split("/")[-1]
        self.expect(self.owner.post(delete), 200)
        self.assertEqual(self.rows(), 0)

    def delete_account(self):
        body = {"password": PASSWORD, "name": self.owner_name}
        return self.owner.post("/api/account/delete", **body)

    def test_gone_with_the_account(self):
        self.expect(self.fan.post(self.path, text="Fare well"), 201)
        self.expect(self.delete_account(), 200)
        eventually(lambda: self.rows() == 0, "the comments are gone")

    def test_the_owner_is_told(self):
        """Owners of studies and collections are told of comments, but not of their own, nor of
        those by people whom they have muted."""
        collected = "/api/archive/games/%s/comments" % imported(self.owner)
        for path, kind, page in (
            (self.path, "study-comment", self.page),
            (collected, "comment", collected[4:-9]),
        ):
            before = len(self.told(self.owner))
            self.expect(self.owner.post(path, text="My own"), 201)
            self.assertEqual(len(self.told(self.owner)), before)
            for text in ("Once", "Twice"):  # two unread ones of a person are one
                self.expect(self.fan.post(path, text=text), 201)
            self.assertEqual(self.told(self.owner).count(kind), 1)
            shown = self.owner.get("/notices").text
            self.assertIn('href="%s"' % page, shown)
        self.assertIn("has commented on your study “My study”", self.owner.get("/notices").text)
        self.assertEqual(self.told(self.fan), [])
        loud = account(self.server, new_name("Loud"))
        name = loud.get("/api/me").json["name"]
        self.expect(self.owner.post("/api/people/%s/mute" % name), 200)
        before = len(self.told(self.owner))
        self.expect(loud.post(self.path, text="Hey"), 201)
        self.assertEqual(len(self.told(self.owner)), before)


class Public(unittest.TestCase):
    def test_games_of_the_operator(self):
        """Games that the operator has imported take comments as well, and nothing owns them."""
        server = Server("--engines", "0").start()
        self.addCleanup(server.close)
        server.stop()
        path = os.path.join(server.folder, "games.pgn")
        with open(path, "w", encoding="utf-8") as file:
            file.write(PGN)
        command = [play_case.COMMAND, "archive", "import", server.folder, path]
        subprocess.run(command, capture_output=True, check=True)
        server.start()
        fan = account(server, "Fan")
        game = fan.get("/api/archive").json["games"][0]["id"]
        path = "/api/archive/games/%s/comments" % game
        self.assertEqual(fan.post(path, text="Public", ply=1).status, 201)
        self.assertIn("Public", Person(server).get("/archive/annotated").text)


class Limited(PlayCase):
    OPTIONS = ("--engines", "0", "--limits", "on")

    def test_floods(self):
        owner, fan = account(self.server, "Owner-f"), account(self.server, "Fan-f")
        path = "/api/archive/games/%s/comments" % imported(owner)
        began = time.monotonic()
        statuses = [fan.post(path, text="x%d" % i).status for i in range(30)]
        took_min = (time.monotonic() - began) / 60
        self.assertIn(429, statuses)
        self.assertLessEqual(statuses.count(201), 12 + 20 * took_min)


main(__name__)
