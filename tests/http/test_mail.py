#!/usr/bin/env python3
"""Mails: addresses, notices, digests, a forgotten password; the raw messages."""
import os
import re
import sqlite3
import time

from cup_case import Cup
from mail_case import PASSWORD, MailCase
from play_case import Person, Server, main, new_key
from test_tokens import Program

DAYS = {"kind": "days", "days": 3}
HOUR_MS = 3600 * 1000
DAY_MS = 24 * HOUR_MS


class Settings(MailCase):
    def test_confirmation(self):
        person = self.account()
        box = person.get("/api/mail").json
        self.assertEqual(
            (box["is_there"], box["address"], box["is_confirmed"]), (True, None, False)
        )
        self.assertEqual(box["wanted"], ["turn", "reminder", "invitation", "event"])
        self.expect(
            person.post("/api/mail/address", address=person.address, password="wrong one"),
            403,
            "forbidden",
        )
        self.expect(
            person.post("/api/mail/address", address="no address", password=PASSWORD),
            422,
            "bad_request",
        )
        self.expect(
            person.post("/api/mail/address", address=person.address, password=PASSWORD), 200
        )
        mail = self.post.to(person.address)
        self.assertEqual(mail.sender, "games@example.org")
        self.assertIsNone(mail.message["List-Unsubscribe"])
        link = mail.link("/mail/confirm#")
        # Opening the page confirms nothing; the button does, once.
        page = Person(self.server).follow(link)
        self.assertIn("<form", page.text)
        self.assertFalse(person.get("/api/mail").json["is_confirmed"])
        self.expect(Person(self.server).follow(link, sure="yes"), 200)
        self.assertTrue(person.get("/api/mail").json["is_confirmed"])
        self.expect(Person(self.server).follow(link, sure="yes"), 404)
        self.expect(Person(self.server).follow("/mail/confirm#nothing"), 404)
        # The database holds no secret.
        secret = link.rsplit("#", 1)[1]
        self.server.stop()
        with sqlite3.connect(os.path.join(self.server.folder, "apothecary.db")) as db:
            self.assertNotIn(secret, "".join(db.iterdump()))
        self.server.start()

    def test_another_address(self):
        person = self.with_address()
        self.expect(
            person.post("/api/mail/address", address="other@example.net", password=PASSWORD), 200
        )
        old = self.mails_to(person.address, "has been changed")
        self.assertIn("new mail address", old.text)
        self.assertFalse(person.get("/api/mail").json["is_confirmed"])
        link = self.post.to("other@example.net").link("/mail/confirm#")
        # A later address invalidates the link for an earlier one.
        self.expect(
            person.post("/api/mail/address", address="third@example.net", password=PASSWORD), 200
        )
        self.expect(Person(self.server).follow(link, sure="yes"), 404)
        self.expect(person.post("/api/mail/address", address="", password=PASSWORD), 200)
        self.assertIsNone(person.get("/api/mail").json["address"])

    def test_another_password(self):
        person = self.with_address()
        self.expect(person.post("/api/password", old=PASSWORD, new="battery staple"), 200)
        self.assertIn("new password", self.mails_to(person.address, "has been changed").text)

    def test_preferences(self):
        person = self.account()
        self.expect(person.post("/api/mail", wanted=["digest"], digest_hour=20), 200)
        box = person.get("/api/mail").json
        self.assertEqual((box["wanted"], box["digest_hour"]), (["digest"], 20))
        for body in [{"wanted": ["reset"]}, {"wanted": ["x"]}, {"wanted": [], "digest_hour": 24}]:
            self.expect(person.post("/api/mail", **body), 422, "bad_request")
        page = person.get("/account/mail").text
        self.assertIn('value="20" selected', page)
        self.assertIn('name="want_digest" value="on" checked', page)
        self.expect(
            person.form("/account/mail", want_turn="on", want_event="on", digest_hour="6"), 303
        )
        box = person.get("/api/mail").json
        self.assertEqual((box["wanted"], box["digest_hour"]), (["turn", "event"], 6))
        self.expect(person.form("/account/mail", digest_hour="77"), 422)
        self.expect(Person(self.server).get("/account/mail"), 303)
        self.expect(Person(self.server).get("/api/mail"), 401, "login_needed")

    def test_time_zones(self):
        """The hour of the daily mail, and times in mails, are those of the person's zone."""
        person = self.with_address()
        self.assertIn("data-wants-zone", person.get("/account/mail").text)
        self.expect(person.post("/api/mail", wanted=["digest", "turn"], digest_hour=7), 200)

        began_ms = time.time() * 1000

        def hour():
            due = self.rows("SELECT due_ms FROM job WHERE kind = 'digest'")
            self.assertEqual(len(due), 1)
            self.assertGreater(due[0][0], began_ms)
            return due[0][0] // 3600000 % 24, due[0][0] % 3600000

        self.assertEqual(hour(), (7, 0))
        self.expect(person.post("/api/zone", zone="Asia/Kathmandu"), 200)
        self.assertEqual(hour(), (1, 15 * 60000))  # 5:45 before
        self.expect(person.post("/api/mail", wanted=["digest", "turn"], digest_hour=6), 200)
        self.assertEqual(hour(), (0, 15 * 60000))
        page = person.get("/account/mail").text
        self.assertIn('value="Asia/Kathmandu"', page)
        self.assertNotIn("data-wants-zone", page)
        for wrong in (
            "Nowhere/City",
            "../../etc/passwd",
            "/etc/localtime",
            "Asia/",
            "Asia",
            "x" * 60,
        ):
            self.expect(person.post("/api/zone", zone=wrong), 422, "bad_request")
        self.expect(Person(self.server).post("/api/zone", zone="Asia/Tokyo"), 401, "login_needed")
        self.assertEqual(person.form("/zone", zone="").status, 303)
        self.assertEqual(hour(), (6, 0))

    def test_page_of_the_address(self):
        person = self.account()
        self.expect(
            person.form("/account/mail/address", address=person.address, password=PASSWORD), 303
        )
        self.assertIn("has been sent", person.get("/account/mail").text)
        page = person.form("/account/mail/address", address="x", password=PASSWORD)
        self.assertIn('role="alert"', page.text)

    def test_a_server_without_mail(self):
        server = Server("--engines", "0").start()
        self.addCleanup(server.close)
        person = Person(server)
        self.expect(person.post("/api/register", name="Silent", password=PASSWORD), 200)
        self.assertFalse(person.get("/api/mail").json["is_there"])
        self.expect(
            person.post("/api/mail/address", address="a@example.net", password=PASSWORD),
            409,
            "conflict",
        )
        self.assertIn("sends no mail", person.get("/forgot").text)
        self.expect(person.form("/forgot", address="a@example.net"), 200)


class Reset(MailCase):
    def ask(self, address):
        return Person(self.server).post("/api/forgot", address=address)

    def test_new_password(self):
        person = self.with_address()
        token = person.post("/api/tokens", name="bot", scopes=["read"], password=PASSWORD).json[
            "token"
        ]
        known, unknown = self.ask(person.address.upper()), self.ask("nobody@example.net")
        self.assertEqual((known.status, known.text), (unknown.status, unknown.text))
        pages = [
            re.sub(
                r'name="[a-z]+" value="[^"]*"',
                "",
                Person(self.server).form("/forgot", address=address).text,
            )
            for address in ["nobody@example.net", "x"]
        ]
        self.assertEqual(*pages)
        mail = self.mails_to(person.address, "new password")
        self.assertIn(person.name, mail.text)
        link = mail.link("/reset#")
        stranger = Person(self.server)
        self.assertIn(person.name, stranger.follow(link).text)
        self.expect(stranger.follow(link, new="short"), 422)
        answer = stranger.follow(link, new="another horse")
        self.expect(answer, 303)
        self.assertEqual(answer.headers["Location"], "/login?reset=1")
        # Once only; all sessions and tokens end; a mail says so.
        self.expect(stranger.follow(link, new="third horse!"), 404)
        self.assertEqual(person.get("/api/me").json["kind"], "guest")
        self.expect(Program(self.server, token).get("/api/me"), 401)
        self.mails_to(person.address, "has been changed")
        self.expect(person.post("/api/login", name=person.name, password=PASSWORD), 403)
        self.expect(person.post("/api/login", name=person.name, password="another horse"), 200)

    def test_only_one_link_for_a_while(self):
        person = self.with_address()
        for _ in range(3):
            self.ask(person.address)
        self.mails_to(person.address, "new password")
        self.server.stop()
        self.assertEqual([row[0] for row in self.rows()].count("reset"), 1)
        self.server.start()

    def test_unconfirmed_addresses_get_none(self):
        person = self.account()
        person.post("/api/mail/address", address=person.address, password=PASSWORD)
        self.expect(self.ask(person.address), 200)
        self.server.stop()
        self.assertEqual([row[0] for row in self.rows()], ["confirm"])
        self.server.start()


class ShortLinks(MailCase):
    RATE = "300"  # half an hour is six seconds

    def test_links_end(self):
        self.check_end(30)

    def test_they_end_sooner_with_short_codes(self):
        self.server.stop()
        self.server.options = [*self.server.options, "--short-codes"]
        self.server.start()
        self.check_end(10)

    def check_end(self, minutes):
        person = self.with_address()
        self.expect(Person(self.server).post("/api/forgot", address=person.address), 200)
        mail = self.mails_to(person.address, "new password")
        self.assertIn("within %d minutes" % minutes, mail.text)
        made, end = self.rows(
            "SELECT m.created_ms, s.expires_ms FROM mail m, mail_secret s "
            "WHERE m.kind = 'reset' AND s.kind = 'reset'"
        )[0]
        self.assertAlmostEqual((end - made) / 60000, minutes, delta=1)
        link = mail.link("/reset#")
        self.wait_until(lambda: Person(self.server).follow(link).status == 404)
        self.expect(Person(self.server).follow(link, new="another horse"), 404)


class Digests(MailCase):
    RATE = "600"  # ten minutes in a second

    def test_digest(self):
        person, other = self.with_address(), Person(self.server)
        id, secret = person.make(clock={"kind": "days", "days": 60})
        self.expect(other.post("/api/games/%s/join" % id, secret=secret), 200)
        hour = (person.game(id)["now"] // HOUR_MS + 2) % 24
        self.expect(person.post("/api/mail", wanted=["digest"], digest_hour=hour), 200)
        mail = self.mails_to(person.address, "1 game")
        self.assertIn("/game/" + id, mail.text)
        date = int(mail.message["Date"].datetime.timestamp()) * 1000
        # The next one is due a day later, at this hour.
        due = self.rows("SELECT due_ms FROM job WHERE kind = 'digest'")
        self.assertEqual(len(due), 1)
        self.assertEqual(due[0][0] % DAY_MS, hour * HOUR_MS)
        self.assertGreater(due[0][0], date)
        self.assertGreaterEqual(date, due[0][0] - DAY_MS)


class Turns(MailCase):
    def begin(self, person, other, **more):
        id, secret = person.make(clock=more.pop("clock", DAYS), **more)
        self.expect(other.post("/api/games/%s/join" % id, secret=secret), 200)
        return id

    def test_who_answers_at_once_gets_none(self):
        """At once is within three minutes."""
        person, other, third = self.with_address(), Person(self.server), self.with_address()
        id = self.begin(person, other, color="black")
        live = self.begin(
            person,
            other,
            color="black",
            clock={"kind": "live", "base_ms": 10**7, "increment_ms": 0},
        )
        self.expect(other.move(live, 0, "e2e4"), 200)
        self.expect(other.move(id, 0, "e2e4"), 200)
        self.expect(person.move(id, 1, "e7e5"), 200)
        # Somebody else's notice comes from a later move: those before have been decided.
        last = self.begin(third, other, color="black")
        self.expect(other.move(last, 0, "e2e4"), 200)
        self.server.hurry(120)
        self.mails_to(third.address, "Your turn")
        self.server.stop()
        self.assertEqual([row[0] for row in self.rows()].count("turn"), 1)
        self.server.start()


class Notices(Turns):
    RATE = "120"  # three minutes are a second and a half
    test_who_answers_at_once_gets_none = None

    def test_your_turn(self):
        person, other = self.with_address(), Person(self.server)
        self.expect(person.ask("POST", "/api/language", {"key": new_key(), "language": "en"}), 200)
        id = self.begin(person, other, variant="alert", color="black")
        game = other.game(id)
        move = self.first_move(other, id)
        mail = self.mails_to(person.address, "Your turn")
        self.assertIn("alert", mail.subject.lower() + game["variant"])
        self.assertIn(move, mail.text)
        # The clock starts when both sides have moved.
        self.assertNotIn("You have time until", mail.text)
        self.assertIn(self.server.origin + "/game/" + id, mail.text)
        # What every mail contains.
        self.assertEqual(mail.message["From"], "Apothecary <games@example.org>")
        self.assertEqual(mail.message["To"], person.address)
        self.assertEqual(mail.message["Auto-Submitted"], "auto-generated")
        self.assertEqual(mail.message["MIME-Version"], "1.0")
        self.assertEqual(mail.message.get_content_type(), "text/plain")
        self.assertRegex(mail.id, r"^<[A-Za-z0-9]+@example.org>$")
        self.assertEqual(mail.message["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click")
        for line in mail.data.split(b"\r\n"):
            self.assertLessEqual(len(line), 78 if not line.startswith(b"List-") else 998)
            self.assertNotIn(b"\n", line)
        # One click: no cookie, no origin, nothing but the URL of the header.
        url = mail.message["List-Unsubscribe"].strip("<>")
        path = url[len(self.server.origin) :]
        stranger = Person(self.server)
        self.expect(stranger.get(path), 200)
        self.assertIn("turn", person.get("/api/mail").json["wanted"])
        answer = stranger.ask(
            "POST",
            path,
            "List-Unsubscribe=One-Click",
            {"Content-Type": "application/x-www-form-urlencoded", "Origin": "https://mail.example"},
        )
        self.expect(answer, 200)
        self.assertEqual(
            person.get("/api/mail").json["wanted"], ["reminder", "invitation", "event"]
        )
        self.expect(stranger.ask("POST", path[:-1] + ("A" if path[-1] != "A" else "B")), 404)
        self.expect(stranger.ask("POST", path.replace("/turn/", "/digest/")), 404)

    def first_move(self, person, id):
        """Makes any pawn's move in alert; its text."""
        game = person.game(id)
        for file in "bcdefghijk":
            for rank in (2, 3, 4):
                answer = person.move(id, game["ply"], "%s%d%s%d" % (file, rank, file, rank + 1))
                if answer.status == 200:
                    return person.game(id)["moves"][-1]["san"]
        self.fail(answer.text)

    def test_an_invitation(self):
        person, other = self.with_address(), self.account()
        self.expect(
            other.post("/api/invitations", to=person.name, variant="chess", message="A game?"), 201
        )
        mail = self.mails_to(person.address, "invites you")
        for words in (other.name, "A game?", "/invitations#"):
            self.assertIn(words, mail.text)

    def test_tournaments(self):
        """People invited by name get one mail, if they want such mails, and see it beside their
        games."""
        ann, ben, cid = self.with_address(), self.with_address(), self.with_address()
        self.expect(cid.post("/api/mail", wanted=["turn"]), 200)
        cup = Cup(self.server, 0, organiser=ann, name="The <big> cup", guests=[ann.name, ben.name])
        mail = self.mails_to(ben.address, "invites you to a tournament")
        self.assertIn(
            "%s invites you to the tournament \u201cThe <big> cup\u201d." % ann.name, mail.text
        )
        link = mail.link("/tournaments/")
        self.expect(ben.get(link), 200)
        self.assertIsNotNone(mail.message["List-Unsubscribe"])
        self.expect(ann.post(cup.path + "/invite", player=cid.name), 200)
        for page in ("/", "/games", "/tournaments"):
            for person, is_called in ((ben, True), (cid, True), (ann, False)):
                self.assertEqual(
                    "You are invited to tournaments" in person.get(page).text,
                    is_called,
                    (page, person.name, ben.name, cid.name),
                )
        # Again: no second mail. Players who have joined are not asked any more.
        self.expect(ann.post(cup.path + "/remove", player=ben.name), 200)
        self.assertNotIn("You are invited", ben.get("/").text)
        self.expect(ann.post(cup.path + "/invite", player=ben.name), 200)
        self.assertIn("You are invited", ben.get("/").text)
        self.expect(ben.post(cup.path + "/join"), 200)
        self.assertNotIn("You are invited", ben.get("/").text)
        # Nor are people invited by somebody they have blocked.
        self.expect(cid.form("/people/%s/block" % ann.name), 303)
        self.assertNotIn("You are invited", cid.get("/").text)
        self.wait_until(lambda: not self.rows("SELECT 1 FROM job WHERE kind = 'tournament-guest'"))
        self.assertEqual(
            [row[0] for row in self.rows("SELECT cause FROM mail WHERE kind = 'invitation'")],
            [
                "tournament/%s/%s"
                % (
                    cup.path.rsplit("/", 1)[1],
                    self.rows("SELECT id FROM person WHERE name = '%s'" % ben.name)[0][0],
                )
            ],
        )

    def test_german(self):
        person, other = self.with_address(), Person(self.server)
        self.expect(person.ask("POST", "/api/language", {"key": new_key(), "language": "de"}), 200)
        id = self.begin(person, other, color="black")
        self.expect(other.move(id, 0, "e2e4"), 200)
        mail = self.post.wait(1, lambda m: m.recipient == person.address and id in m.text)[0]
        self.assertEqual(mail.message["Content-Language"], "de")


main(__name__)
