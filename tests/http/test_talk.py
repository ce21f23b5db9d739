#!/usr/bin/env python3
"""Talk: in games, between two people, reports to moderators; and what players of live games can do
besides moving."""
import json
import sqlite3
import time
import unittest

from play_case import (
    Events,
    Person,
    PlayCase,
    Server,
    account,
    eventually,
    main,
    new_key,
    two_people,
)
from test_moderation import moderate

HOSTILE = (
    "safe \u202egpj.exe\u2066 text\u2069 \x07\x1b[31m <script>alert(1)</script> "
    "https://example.org/ Z" + "\u0301" * 60 + " \u200b\ufeffend"
)
CLEAN = "safe gpj.exe text [31m <script>alert(1)</script> https://example.org/ Z" + (
    "\u0301" * 4 + " end"
)


def chat_path(id):
    return "/api/games/%s/chat" % id


def say(person, id, text, **more):
    return person.post(chat_path(id), text=text, **more)


def heard(person, id, room=""):
    path = chat_path(id) + ("?room=" + room if room else "")
    return [one["text"] for one in person.get(path).json["messages"]]


def write(person, name, text, **more):
    return person.post("/api/people/%s/messages" % name, text=text, **more)


class Talk(PlayCase):
    def test_players_and_spectators_apart(self):
        white, black, id = two_people(self.server)
        fan, stranger = account(self.server, "Fan-1"), Person(self.server)
        streams = {
            name: Events(person, "/api/games/%s/events" % id)
            for name, person in [("white", white), ("black", black), ("fan", fan)]
        }
        said = self.expect(say(white, id, "Hello there"), 201).json
        self.assertEqual((said["side"], said["is_yours"]), ("white", True))
        got = streams["black"].wait("chat")[0][2]
        self.assertEqual((got["room"], got["message"]["text"]), ("players", "Hello there"))
        self.expect(say(fan, id, "A fine game"), 201)
        self.assertEqual(streams["fan"].wait("chat")[0][2]["message"]["by"], "Fan-1")
        self.assertEqual(heard(black, id), ["Hello there"])
        self.assertEqual(heard(fan, id), ["A fine game"])
        self.assertEqual(heard(stranger, id), ["A fine game"])
        self.expect(say(stranger, id, "Me too"), 401, "login_needed")
        self.expect(fan.get(chat_path(id) + "?room=players"), 403, "forbidden")
        self.expect(say(fan, id, "Move the rook", room="players"), 403, "forbidden")
        self.expect(white.get(chat_path(id) + "?room=spectators"), 403, "forbidden")
        self.expect(white.get(chat_path(id) + "?room=kitchen"), 400, "bad_request")
        self.expect(white.post("/api/games/%s/resign" % id), 200)
        self.assertEqual(heard(white, id, "spectators"), ["A fine game"])
        self.expect(say(black, id, "Good game"), 201)
        streams["white"].wait("chat", 2)
        for name, stream in streams.items():
            rooms = {item[2]["room"] for item in stream.items if item[1] == "chat"}
            self.assertEqual(rooms, {"spectators" if name == "fan" else "players"}, name)
            stream.close()

    def test_comments_on_moves(self):
        """Players' and spectators' apart; in PGN for those who may read them."""
        white, black, fan, troll = (
            account(self.server, name) for name in ("Note-1", "Note-2", "Note-3", "Note-4")
        )
        id = self.expect(
            white.post("/api/games", variant="chess", color="white", opponent={"kind": "open"}), 201
        ).json["id"]
        self.expect(black.post("/api/games/%s/join" % id), 200)
        self.expect(say(white, id, "Too early", ply=1), 422, "bad_request")
        for ply, (who, move) in enumerate([(white, "e2e4"), (black, "e7e5")]):
            self.expect(who.post("/api/games/%s/moves" % id, ply=ply, move=move), 200)
        self.assertEqual(self.expect(say(white, id, "My plan } {", ply=1), 201).json["ply"], 1)
        self.expect(say(fan, id, HOSTILE, ply=2), 201)
        self.expect(say(troll, id, "Boo", ply=2), 201)
        self.expect(say(fan, id, "Not about a move"), 201)
        for ply in (-1, 0, 3, "1", 2**40):
            self.expect(say(fan, id, "?", ply=ply), 422, "bad_request")
        self.assertNotIn("Note-1", fan.get("/archive/annotated").text)
        self.expect(white.post("/api/games/%s/resign" % id), 200)
        self.expect(black.post("/api/people/Note-4/block"), 200)
        address = "/api/archive/games/%s/text" % id
        eventually(lambda: fan.get(address).status == 200, "it is in the archive")
        public, own = fan.get(address).text, black.get(address).text
        flat = " ".join(public.split())
        self.assertIn("{Note-3: %s} {Note-4: Boo}" % CLEAN, flat)
        self.assertNotIn("plan", public)
        self.assertNotIn("Not about", public)
        self.assertIn("My plan } {", own)
        self.assertNotIn("Boo", own)
        courier = Person(self.server).get(address + "?form=courier").text
        self.assertIn("1... p e7-e5 // Note-3: %s\n// Note-4: Boo\n" % CLEAN, courier)
        page = Person(self.server).get("/archive/annotated").text
        self.assertIn("/game/" + id, page)
        self.assertIn("Boo", page)
        self.assertNotIn("Boo", black.get("/archive/annotated").text)
        # Each writer's comments have a page.
        page = Person(self.server).get("/@/Note-4/comments").text
        self.assertIn("Boo", page)
        self.assertIn("/game/" + id, page)
        self.assertNotIn("Boo", black.get("/@/Note-4/comments").text)
        self.assertNotIn("plan", Person(self.server).get("/@/Note-1/comments").text)
        self.expect(Person(self.server).get("/@/nobody-here/comments"), 404)
        again = self.expect(fan.post("/api/archive/import", text=courier), 200).json
        self.assertEqual((again["added"], again["faults"]), (1, []))

    def test_presets_in_the_readers_language(self):
        white, black, id = two_people(self.server)
        self.expect(white.post(chat_path(id), preset="well-played"), 201)
        german = black.get(chat_path(id), headers={"Accept-Language": "de"}).json
        self.assertEqual(german["messages"][0]["text"], "Gut gespielt!")
        self.assertEqual(german["messages"][0]["preset"], "well-played")
        self.assertEqual(heard(black, id), ["Well played!"])
        self.expect(white.post(chat_path(id), preset="no-such"), 400, "bad_request")
        self.expect(white.post(chat_path(id), preset="hello", text="x"), 400, "bad_request")
        for language in ("de", "fr"):
            answer = black.get(chat_path(id), headers={"Accept-Language": language}).json
            english = black.get(chat_path(id)).json
            for a, b in zip(answer["presets"], english["presets"]):
                self.assertNotEqual(a["text"], b["text"])

    def test_hostile_texts(self):
        white, black, id = two_people(self.server)
        self.assertEqual(self.expect(say(white, id, HOSTILE), 201).json["text"], CLEAN)
        self.expect(say(white, id, "x" * 10000), 422, "bad_request")
        self.expect(say(white, id, "x" * 500), 201)
        self.expect(say(white, id, "x" * 501), 422, "bad_request")
        for nothing in ("", "  ", "\u200b\u2800", "\u0301"):
            self.expect(say(white, id, nothing), 422, "bad_request")
        self.expect(say(white, id, "one\n\n\ntwo"), 201)
        self.assertEqual(heard(black, id)[-1], "one two")
        page = black.get("/game/" + id).text
        self.assertNotIn("<script>alert", page)
        anna, _ = account(self.server, "Anna-h"), account(self.server, "Bert-h")
        self.expect(write(anna, "Bert-h", HOSTILE + "\n\n\n\nnext"), 201)
        self.expect(write(anna, "Bert-h", "x" * 10000), 422, "bad_request")
        page = anna.get("/messages/Bert-h").text
        self.assertIn("&lt;script&gt;alert(1)", page)
        self.assertNotIn("<script>alert", page)
        self.assertNotIn("\u202e", page)

    def test_a_request_twice(self):
        white, black, id = two_people(self.server)
        key = new_key()
        first = self.expect(say(white, id, "once", key=key), 201).json
        self.assertEqual(self.expect(say(white, id, "once", key=key), 200).json, first)
        self.assertEqual(heard(black, id), ["once"])

    def test_nobody_blocked_reaches_the_blocker(self):
        anna, bert = account(self.server, "Anna-b"), account(self.server, "Bert-b")
        id, secret = anna.make()
        self.expect(bert.post("/api/games/%s/join" % id, secret=secret), 200)
        public, _ = account(self.server, "Host-b").make(opponent="open")
        self.expect(write(bert, "Anna-b", "before"), 201)
        self.expect(anna.post("/api/people/Bert-b/block"), 200)
        feed = Events(anna, "/api/me/events")
        stream = Events(anna, "/api/games/%s/events" % public)
        self.expect(say(bert, id, "hey"), 403, "forbidden")
        self.assertFalse(bert.get(chat_path(id)).json["may_write"])
        self.expect(write(bert, "Anna-b", "hey"), 403, "forbidden")
        self.expect(say(bert, public, "Anna-b is here"), 201)
        self.assertEqual(heard(anna, public), [])
        self.assertEqual(heard(bert, public), ["Anna-b is here"])
        self.expect(say(anna, public, "mine"), 201)
        stream.wait("chat")
        texts = [item[2]["message"]["text"] for item in stream.items if item[1] == "chat"]
        self.assertEqual(texts, ["mine"])
        feed.wait("ready")
        self.assertFalse([item for item in feed.items if item[1] == "message"])
        feed.close()
        stream.close()
        self.expect(anna.post("/api/people/Bert-b/unblock"), 200)
        self.expect(say(bert, id, "hey"), 201)

    def test_mute(self):
        anna, bert = account(self.server, "Anna-m"), account(self.server, "Bert-m")
        id, secret = anna.make()
        self.expect(bert.post("/api/games/%s/join" % id, secret=secret), 200)
        self.expect(anna.post("/api/people/Bert-m/mute"), 200)
        self.assertEqual(anna.get("/api/muted").json["muted"][0]["name"], "Bert-m")
        self.expect(say(bert, id, "you cannot win"), 201)  # is not told
        self.assertEqual(heard(anna, id), [])
        self.expect(write(bert, "Anna-m", "psst"), 201)
        self.assertEqual(anna.get("/api/messages").json["conversations"][0]["unread"], 0)
        self.expect(anna.post("/api/people/Bert-m/unmute"), 200)
        self.assertEqual(heard(anna, id), ["you cannot win"])

    def test_muted_by_a_moderator(self):
        white, black, id = two_people(self.server)
        loud = account(self.server, "Loud-t")
        mine, _ = loud.make(opponent="open")
        self.assertEqual(moderate(self.server, "mute", "Loud-t").returncode, 0)
        self.expect(say(loud, mine, "hello"), 403, "forbidden")
        self.expect(say(loud, id, "hello"), 403, "forbidden")

    def test_private_messages(self):
        anna, bert = account(self.server, "Anna-p"), account(self.server, "Bert-p")
        feed = Events(bert, "/api/me/events")
        self.expect(write(anna, "bert-p", "Shall we play?\n\nOn Sunday?"), 201)
        self.assertEqual(feed.wait("message")[0][2]["from"], "Anna-p")
        feed.close()
        row = bert.get("/api/messages").json["conversations"][0]
        self.assertEqual((row["with"], row["unread"], row["is_yours"]), ("Anna-p", 1, False))
        self.assertIn("Shall we play?", bert.get("/messages").text)
        self.assertIn("On Sunday?", bert.get("/messages/Anna-p").text)
        eventually(
            lambda: bert.get("/api/messages").json["conversations"][0]["unread"] == 0, "read"
        )
        self.expect(write(anna, "Bert-p", "Hello?"), 201)
        self.expect(bert.post("/api/people/Anna-p/messages/read"), 200)
        self.assertEqual(bert.get("/api/messages").json["conversations"][0]["unread"], 0)
        page = bert.get("/messages/Anna-p").text
        key = page.split('name="key" value="')[1].split('"')[0]
        answer = bert.form("/people/Anna-p/messages", key=key, text="Yes!")
        self.assertEqual(answer.headers["Location"], "/messages/Anna-p")
        bert.form("/people/Anna-p/messages", key=key, text="Yes!")  # sent twice
        texts = [one["text"] for one in anna.get("/api/people/Bert-p/messages").json["messages"]]
        self.assertEqual(texts, ["Shall we play?\n\nOn Sunday?", "Hello?", "Yes!"])
        self.expect(write(anna, "Anna-p", "me"), 403, "forbidden")
        self.expect(write(anna, "Nobody-p", "x"), 404, "not_found")
        self.expect(write(Person(self.server), "Anna-p", "x"), 401, "login_needed")
        self.expect(Person(self.server).get("/api/messages"), 401, "login_needed")
        third = account(self.server, "Third-p")
        self.assertEqual(third.get("/api/people/Anna-p/messages").json["messages"], [])

    def test_reports(self):
        anna, bert = account(self.server, "Anna-r"), account(self.server, "Bert-r")
        other = account(self.server, "Other-r")
        number = self.expect(write(bert, "Anna-r", "You are a <b>fool</b>"), 201).json["id"]
        form = anna.get("/report/Bert-r?message=%d&place=/messages/Bert-r" % number).text
        self.assertIn("You are a &lt;b&gt;fool", form)
        path = "/api/people/Bert-r/report"
        key = new_key()
        for _ in range(2):
            answer = anna.post(
                path,
                key=key,
                message=str(number),
                place="/messages/Bert-r",
                reason="An insult",
                quote="invented",
            )
            self.expect(answer, 201)
        # Somebody else cannot quote what they could not read, nor send moderators elsewhere.
        self.expect(
            other.post(path, message=str(number), place="//evil.example/", reason="Me too"), 201
        )
        self.expect(other.post(path, reason=""), 422, "bad_request")
        self.expect(Person(self.server).post(path, reason="x"), 401, "login_needed")
        listed = moderate(self.server, "reports").stdout
        self.assertEqual(listed.count("An insult"), 1)
        self.assertIn("Anna-r about Bert-r, on /messages/Bert-r", listed)
        self.assertIn("wrote:  You are a <b>fool</b>", listed)
        self.assertNotIn("invented", listed)
        self.assertNotIn("evil", listed)
        self.assertIn("Other-r about Bert-r\n", listed)
        number = listed.split("Anna-r about")[0].split("\n")[-1].split()[0]
        done = moderate(self.server, "answer", number, "--reason", "Muted.", "--by", "warden")
        self.assertEqual((done.returncode, done.stdout), (0, "done\n"), done)
        self.assertNotIn("An insult", moderate(self.server, "reports").stdout)
        self.assertIn("answer: Muted.", moderate(self.server, "reports", "answered").stdout)
        self.assertEqual(moderate(self.server, "answer", number).returncode, 1)
        self.assertEqual(moderate(self.server, "answer", "99999").returncode, 1)
        self.assertIn("answer", moderate(self.server, "log", "Bert-r").stdout)

    def test_guests_are_reported(self):
        """Their names lead to nobody, and two may have the same: the message tells who it was. A
        moderator can silence them, and do nothing else to them."""
        anna, guest, other = (
            account(self.server, "Anna-g"),
            Person(self.server),
            account(self.server, "Other-g"),
        )
        id, secret = anna.make(opponent="link")
        self.expect(guest.post("/api/games/%s/join" % id, secret=secret), 200)
        number = self.expect(say(guest, id, "You are a fool"), 201).json["id"]
        name = guest.get("/api/me").json["name"]
        self.assertTrue(name.startswith("Guest "), name)
        said = anna.get(chat_path(id)).json["messages"][0]
        self.assertEqual((said["by"], said["is_account"]), (name, False))
        form = "/report/%s?message=%d&place=/game/%s" % (name.replace(" ", "%20"), number, id)
        page = self.expect(anna.get(form), 200).text
        self.assertIn("You are a fool", page)
        self.assertIn("Report %s" % name, page)
        self.expect(other.get(form), 404)  # who could not read it
        self.expect(anna.get(form.replace("message", "invitation")), 404)
        sent = anna.form("/report/Guest%201", key=new_key(), message=number, reason="Rude words")
        self.assertIn("A moderator will look at it", self.expect(sent, 200).text)
        self.assertNotIn("/@/Guest", sent.text)
        self.expect(anna.post("/api/people/%20/report", message=str(number), reason="Twice"), 201)
        self.expect(other.post("/api/people/%20/report", message=str(number), reason="x"), 404)
        own = self.expect(say(anna, id, "No"), 201).json["id"]
        self.expect(anna.post("/api/people/%20/report", message=str(own), reason="x"), 404)
        listed = moderate(self.server, "reports").stdout
        self.assertIn("Anna-g about %s" % name, listed)
        self.assertIn("wrote:  You are a fool", listed)
        self.mute_guest(guest, other, id, name, listed)

    def mute_guest(self, guest, warden, id, name, listed):
        report = "#" + listed.split("Anna-g about")[0].split("\n")[-1].split()[0]
        self.assertEqual(moderate(self.server, "appoint", "Other-g").returncode, 0)
        page = warden.get("/moderation").text
        part = page.split("You are a fool")[1].split("</form>")[0]
        self.assertIn('value="%s"' % report, part)
        self.assertEqual((part.count("<button"), part.count('value="mute"')), (1, 1))
        self.assertNotIn('href=""', page)
        self.assertEqual(warden.form("/moderation", action="close", name=report).status, 409)
        for action in ("warn", "appoint", "end-sessions", "rename"):
            words = (action, report) + (("New-g",) if action == "rename" else ())
            run = moderate(self.server, *words)
            self.assertEqual(run.returncode, 1, run)
            self.assertIn("can only be muted", run.stderr)
        self.assertEqual(moderate(self.server, "mute", "#99999").returncode, 1)
        self.assertEqual(moderate(self.server, "mute", "#").returncode, 1)
        done = warden.form("/moderation", action="mute", name=report, reason="insults")
        self.assertEqual(done.status, 303, done.text)
        self.expect(say(guest, id, "Still here"), 403, "forbidden")
        page = warden.get("/moderation").text
        self.assertIn("<li>%s · muted" % name, page.split('id="standing"')[1])
        self.assertIn('<th scope="row">%s</th>' % name, page.split('id="log"')[1])
        self.assertEqual(moderate(self.server, "unmute", report).returncode, 0)
        self.expect(say(guest, id, "Sorry"), 201)

    def test_own_data(self):
        anna, bert = account(self.server, "Anna-o"), account(self.server, "Bert-o")
        self.expect(write(anna, "Bert-o", "Remember the windmill"), 201)
        self.expect(write(bert, "Anna-o", "Which windmill?"), 201)
        id, _ = anna.make(opponent="open")
        self.expect(say(anna, id, "Windmill club"), 201)
        self.expect(anna.post("/api/people/Bert-o/mute"), 200)
        self.expect(bert.post("/api/people/Anna-o/mute"), 200)
        self.expect(anna.post("/api/people/Bert-o/report", reason="Windmills"), 201)
        self.expect(bert.post("/api/people/Anna-o/report", reason="Also"), 201)
        data = anna.get("/api/account/export").json
        self.assertEqual(
            {one["text"] for one in data["message"]},
            {"Remember the windmill", "Which windmill?", "Windmill club"},
        )
        for table in ("conversation", "mute", "report"):
            self.assertEqual(len(data[table]), 1, table)
        person = anna.get("/api/me").json["id"]
        gone = anna.post("/api/account/delete", name="Anna-o", password="correct horse battery")
        self.expect(gone, 200)

        def left():
            with sqlite3.connect(self.server.folder + "/apothecary.db") as db:
                texts = [
                    json.dumps(row)
                    for table in ("message", "conversation", "mute", "report")
                    for row in db.execute("SELECT * FROM " + table)
                ]
            return [text for text in texts if person in text or "indmill" in text]

        eventually(lambda: not left(), "all of it goes")

    def test_guest_becomes_an_account(self):
        white, black, id = two_people(self.server)
        self.expect(say(white, id, "I was a guest"), 201)
        answer = white.post("/api/register", name="Named-g", password="correct horse battery")
        self.expect(answer, 200)
        eventually(
            lambda: black.get(chat_path(id)).json["messages"][0]["by"] == "Named-g", "handed over"
        )
        self.assertTrue(white.get(chat_path(id)).json["messages"][0]["is_yours"])

    def test_crowd(self):
        white, black, id = two_people(self.server)
        stream = Events(white, "/api/games/%s/events" % id)
        fans = [Events(Person(self.server), "/api/games/%s/events" % id) for _ in range(3)]
        eventually(
            lambda: [item[2]["spectators"] for item in stream.items if item[1] == "crowd"][-1:]
            == [3],
            "three spectators",
        )
        for fan in fans:
            fan.close()
        eventually(
            lambda: [item[2]["spectators"] for item in stream.items if item[1] == "crowd"][-1:]
            == [0],
            "no spectator",
        )
        stream.close()

    def test_give_time(self):
        clock = {"kind": "live", "base_ms": 3600000, "increment_ms": 0}
        white, black, id = two_people(self.server, clock=clock)
        self.expect(white.move(id, 0, "e2e4"), 200)
        self.expect(black.move(id, 1, "e7e5"), 200)
        before = white.game(id)["clock"]["black"]["left_ms"]
        key = new_key()
        for _ in range(2):
            self.expect(white.post("/api/games/%s/give-time" % id, key=key), 200)
        self.assertEqual(white.game(id)["clock"]["black"]["left_ms"], before + 15000)
        self.server.kill()
        self.server.start()
        self.assertEqual(white.game(id)["clock"]["black"]["left_ms"], before + 15000)
        statuses = [white.post("/api/games/%s/give-time" % id).status for _ in range(250)]
        self.assertIn(409, statuses)  # there is an end to it
        self.expect(Person(self.server).post("/api/games/%s/give-time" % id), 403, "forbidden")


class Killed(unittest.TestCase):
    def test_acknowledged_messages_survive(self):
        server = Server("--engines", "0").start()
        try:
            white, black, id = two_people(server)
            anna, _ = account(server, "Anna-k"), account(server, "Bert-k")
            for number in range(20):
                self.assertEqual(say(white, id, "message %d" % number).status, 201)
                self.assertEqual(write(anna, "Bert-k", "letter %d" % number).status, 201)
                if number % 5 == 4:
                    server.kill()
                    server.start()
            self.assertEqual(heard(black, id), ["message %d" % number for number in range(20)])
            letters = anna.get("/api/people/Bert-k/messages").json["messages"]
            self.assertEqual(
                [one["text"] for one in letters], ["letter %d" % number for number in range(20)]
            )
        finally:
            server.close()


class Limited(PlayCase):
    OPTIONS = ("--engines", "0", "--limits", "on")

    def test_floods(self):
        white, black, id = two_people(self.server)
        began = time.monotonic()
        answers = [say(white, id, "spam %d" % number).status for number in range(30)]
        took_min = (time.monotonic() - began) / 60
        self.assertIn(429, answers)
        self.assertLessEqual(answers.count(201), 12 + 20 * took_min)
        self.assertEqual(len(heard(black, id)), answers.count(201))
        # The limit by address holds for many people together, too.
        answer = say(black, id, "hello")
        while answer.status != 429:
            answer = say(black, id, "hello")
        self.assertIn("Retry-After", answer.headers)

    def test_reports(self):
        anna = account(self.server, "Anna-f")
        account(self.server, "Bert-f")
        statuses = [
            anna.post("/api/people/Bert-f/report", reason="again %d" % number).status
            for number in range(14)
        ]
        self.assertEqual(statuses[:10], [201] * 10)
        self.assertIn(429, statuses)


class Fast(PlayCase):
    """Time runs 200 times as fast: a minute in a third of a second."""

    OPTIONS = ("--engines", "0", "--clock-rate", "200")
    CLOCK = {"kind": "live", "base_ms": 10800000, "increment_ms": 0}

    def begun(self):
        white, black, id = two_people(self.server, clock=self.CLOCK)
        streams = [Events(one, "/api/games/%s/events" % id) for one in (white, black)]
        self.expect(white.move(id, 0, "e2e4"), 200)
        self.expect(black.move(id, 1, "e7e5"), 200)
        self.expect(white.move(id, 2, "g1f3"), 200)
        return white, black, id, streams

    def claim(self, person, id, what="win", **more):
        return person.post("/api/games/%s/claim" % id, what=what, **more)

    def test_claim(self):
        for what, quarters in (("win", 4), ("draw", 2)):
            white, black, id, streams = self.begun()
            time.sleep(0.5)
            self.expect(self.claim(white, id, what), 409, "conflict")  # they are still here
            streams[1].close()
            self.expect(self.claim(black, id, what), 409, "conflict")  # their own turn
            self.expect(self.claim(Person(self.server), id, what), 403, "forbidden")
            self.expect(self.claim(white, id, "all"), 400, "bad_request")
            key = new_key()
            eventually(lambda: self.claim(white, id, what, key=key).status == 200, "claimed")
            self.expect(self.claim(white, id, what, key=key), 200)
            result = white.game(id)["result"]
            self.assertEqual((result["white_quarters"], result["reason"]), (quarters, "abandoned"))
            self.assertIn("has left the game", result["words"])
            told = black.get("/api/notices").json["notices"][0]["text"]
            self.assertIn("you had left the game", told)
            streams[0].close()

    def test_no_claim_in_slow_games(self):
        white, black, id = two_people(self.server, clock={"kind": "days", "days": 3})
        for ply, (person, move) in enumerate([(white, "e2e4"), (black, "e7e5"), (white, "g1f3")]):
            self.expect(person.move(id, ply, move), 200)
        time.sleep(0.5)
        self.expect(self.claim(white, id), 422, "bad_request")
        self.expect(white.post("/api/games/%s/give-time" % id), 422, "bad_request")

    def test_abort(self):
        white, black, id = two_people(self.server, clock=self.CLOCK)
        self.expect(white.move(id, 0, "e2e4"), 200)
        self.expect(black.post("/api/games/%s/cancel" % id), 200)
        self.assertEqual(white.game(id)["status"], "cancelled")
        white, black, id, streams = self.begun()
        self.expect(black.post("/api/games/%s/cancel" % id), 409, "conflict")
        for stream in streams:
            stream.close()


main(__name__)
