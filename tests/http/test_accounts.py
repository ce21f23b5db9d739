#!/usr/bin/env python3
"""Guests and accounts: registering, logging in and out, passwords, sessions."""
import contextlib
import hashlib
import os
import sqlite3
import tempfile
import time
import unittest

from play_case import (
    Events,
    Person,
    PlayCase,
    Server,
    WAIT_S,
    account,
    main,
    new_key,
    two_people,
)

count = 0


def new_name():
    global count
    count += 1
    return "Anna-%d_%d" % (os.getpid(), count)


class Accounts(PlayCase):
    HAS_QUICK_PASSWORDS = False  # as people have them

    def register(self, person, name=None, password="correct horse"):
        name = name or new_name()
        self.expect(person.post("/api/register", name=name, password=password), 200)
        return name

    def test_guest_keeps_games(self):
        person, other = Person(self.server), Person(self.server)
        self.assertEqual(person.get("/api/me").json["kind"], "guest")
        self.assertIsNone(person.cookie)  # reading leaves no trace
        id, secret = person.make()
        guest = person.cookie
        other.post("/api/games/%s/join" % id, secret=secret)
        name = self.register(person)
        self.assertNotEqual(person.cookie, guest)
        me = person.get("/api/me").json
        self.assertEqual((me["kind"], me["name"]), ("account", name))
        self.assertEqual([g["id"] for g in me["games"]], [id])
        self.expect(person.move(id, 0, "e2e4"), 200)
        game = other.game(id)
        self.assertEqual((game["white"]["kind"], game["white"]["name"]), ("account", name))
        # The old session is invalid.
        thief = Person(self.server)
        thief.cookie = guest
        self.assertIsNone(thief.get("/api/me").json["id"])
        # From another site.
        away = Person(self.server)
        self.expect(away.post("/api/login", name=name.upper(), password="correct horse"), 200)
        self.assertEqual([g["id"] for g in away.get("/api/me").json["games"]], [id])

    def test_names(self):
        person = Person(self.server)
        name = self.register(person)
        self.expect(
            person.post("/api/register", name=new_name(), password="blue kettles"), 409, "conflict"
        )
        self.expect(
            Person(self.server).post("/api/register", name=name.lower(), password="blue kettles"),
            409,
            "conflict",
        )
        for bad in ["", "a", "x" * 21, "<b>", "a b", "Guest", "computer3", "ANNA\u0391", "a'--"]:
            self.expect(
                Person(self.server).post("/api/register", name=bad, password="blue kettles"),
                422,
                "bad_request",
            )
        for easy in ["short", "password1234", "123456789012", "x" * 12]:
            self.expect(
                Person(self.server).post("/api/register", name=new_name(), password=easy),
                422,
                "bad_request",
            )
        self.expect(
            Person(self.server).post(
                "/api/register", name=new_name(), password="blue kettle 7 " * 10
            ),
            422,
            "bad_request",
        )

    def test_login(self):
        name = self.register(Person(self.server))
        for wrong in [
            {"name": name, "password": "wrong horse"},
            {"name": name, "password": ""},
            {"name": name},
            {"name": "nobody-here", "password": "correct horse"},
            {"name": "x" * 500, "password": "correct horse"},
            {"name": name, "password": "x" * 1000},
        ]:
            self.expect(Person(self.server).post("/api/login", **wrong), 403, "forbidden")

    def test_sessions(self):
        first, second, third = (Person(self.server) for _ in range(3))
        name = self.register(first)
        for person in (second, third):
            self.expect(person.post("/api/login", name=name, password="correct horse"), 200)
        sessions = first.get("/api/sessions").json["sessions"]
        self.assertEqual((len(sessions), sum(s["is_current"] for s in sessions)), (3, 1))
        old = second.cookie
        self.expect(second.post("/api/logout"), 200)
        self.assertIsNone(second.cookie)
        second.cookie = old
        self.assertIsNone(second.get("/api/me").json["id"])
        # A new password ends all other sessions.
        self.expect(first.post("/api/password", old="wrong", new="battery staple"), 403)
        self.expect(first.post("/api/password", old="correct horse", new="short"), 422)
        self.expect(first.post("/api/password", old="correct horse", new="battery staple"), 200)
        self.assertIsNone(third.get("/api/me").json["id"])
        self.assertEqual(first.get("/api/me").json["name"], name)
        self.expect(third.post("/api/login", name=name, password="correct horse"), 403)
        self.expect(third.post("/api/login", name=name, password="battery staple"), 200)
        self.expect(first.post("/api/logout-everywhere"), 200)
        self.assertIsNone(third.get("/api/me").json["id"])
        self.expect(Person(self.server).get("/api/sessions"), 401, "login_needed")

    def test_one_session_ends(self):
        first, second = Person(self.server), Person(self.server)
        name = self.register(first)
        self.expect(second.post("/api/login", name=name, password="correct horse"), 200)
        ids = {s["is_current"]: s["id"] for s in first.get("/api/sessions").json["sessions"]}
        path = "/api/sessions/end"
        self.expect(first.post(path, session=ids[False], password="wrong"), 403, "forbidden")
        self.expect(Person(self.server).post(path, session=ids[False], password="x"), 401)
        other = Person(self.server)
        self.register(other)
        self.expect(other.post(path, session=ids[False], password="correct horse"), 200)
        self.assertEqual(second.get("/api/me").json["name"], name)
        for _ in range(2):
            self.expect(first.post(path, session=ids[False], password="correct horse"), 200)
        self.assertIsNone(second.get("/api/me").json["id"])
        self.assertEqual(first.get("/api/me").json["name"], name)
        self.expect(second.post("/api/login", name=name, password="correct horse"), 200)
        page = first.get("/account").text
        id = next(
            s["id"] for s in first.get("/api/sessions").json["sessions"] if not s["is_current"]
        )
        self.assertIn('value="%s"' % id, page)
        self.assertEqual(
            first.form("/account/sessions", session=id, password="correct horse").status, 303
        )
        self.assertIsNone(second.get("/api/me").json["id"])

    def test_sessions_end_by_themselves(self):
        day = 24 * 3600 * 1000
        guest, person = Person(self.server), Person(self.server)
        guest.make()
        self.register(person)
        now = int(time.time() * 1000)

        def ages(who, created, seen):
            """Makes the session older; gives its expiry after the next visit, in days."""
            id = who.get("/api/me").json["id"]
            with sqlite3.connect(self.server.folder + "/apothecary.db") as db:
                db.execute(
                    "UPDATE session SET created_ms = ?, seen_ms = ? WHERE person = ?",
                    (now - created * day, now - seen * day, id),
                )
            who.get("/api/me")
            until = time.monotonic() + WAIT_S
            while time.monotonic() < until:
                with sqlite3.connect(self.server.folder + "/apothecary.db") as db:
                    seen_ms, end = db.execute(
                        "SELECT seen_ms, expires_ms FROM session WHERE person = ?", (id,)
                    ).fetchone()
                if seen_ms >= now:
                    return round((end - now) / day)
                time.sleep(0.05)

        self.assertEqual(ages(person, 2, 2), 30)
        self.assertEqual(ages(person, 80, 5), 10)
        self.assertEqual(ages(guest, 80, 5), 365)

    def test_a_session_that_is_over(self):
        """Its cookie is invalid, and its owner's actions are refused."""
        person = Person(self.server)
        self.register(person)
        id, _ = person.make()
        me = person.get("/api/me").json
        with sqlite3.connect(self.server.folder + "/apothecary.db") as db:
            db.execute(
                "UPDATE session SET expires_ms = ? WHERE person = ?",
                (int(time.time() * 1000) - 1, me["id"]),
            )
        self.assertEqual((me["kind"], person.get("/api/me").json["kind"]), ("account", "guest"))
        self.assertEqual(person.game(id)["you"], "none")
        self.expect(person.get("/api/sessions"), 401, "login_needed")

    def test_passwords_do_not_grow_old(self):
        """After ten years the same password still opens the account; nothing asks for another."""
        person = Person(self.server)
        answer = person.post("/api/register", name="old", password="correct horse battery")
        self.expect(answer, 200)
        years = 10 * 365 * 24 * 3600 * 1000
        with sqlite3.connect(self.server.folder + "/apothecary.db") as db:
            for table, column in (("person", "created_ms"), ("session", "created_ms")):
                db.execute("UPDATE %s SET %s = %s - %d" % (table, column, column, years))
        again = Person(self.server)
        answer = again.post("/api/login", name="old", password="correct horse battery")
        self.expect(answer, 200)
        self.assertEqual(again.get("/api/me").json["name"], "old")
        self.assertEqual(again.get("/account").status, 200)

    def test_one_guest_for_one_client(self):
        """A client that missed the first answer repeats it without a cookie, and with its own
        secret it is the same guest. Strangers who copy each other's request, key and all, are
        different people, and so is a client whose secret is too short to be one."""
        key, secret = new_key(), new_key()
        setup = {
            "variant": "chess",
            "start": {"number": 1},
            "color": "white",
            "key": key,
            "opponent": {"kind": "link"},
            "clock": {"kind": "none"},
        }
        seen = []
        for sent in (secret, secret, new_key(), None, None, "short", "short"):
            person = Person(self.server)
            headers = {"Apothecary-Client": sent} if sent else {}
            made = self.expect(person.ask("POST", "/api/games", setup, headers), 201).json["id"]
            seen.append((made, person.get("/api/me").json["id"], person.cookie))
        self.assertEqual(seen[0], seen[1])
        for place in range(3):
            self.assertEqual(len({one[place] for one in seen}), len(seen) - 1)

    def wait_for_games(self, person, wanted):
        """Games change hands right after the login."""
        until = time.monotonic() + WAIT_S
        while {g["id"] for g in person.get("/api/me").json["games"]} != wanted:
            self.assertLess(time.monotonic(), until, self.server.read_log()[-2000:])
            time.sleep(0.02)

    def test_guest_logs_in(self):
        """The account takes over the games of a guest: being played, over, waiting."""
        owner, name = Person(self.server), new_name()
        self.register(owner, name)
        own, own_secret = owner.make()
        guest, other, id = two_people(self.server)
        self.expect(guest.move(id, 0, "e2e4"), 200)
        over, secret = other.make("modern")
        self.expect(guest.post("/api/games/%s/join" % over, secret=secret), 200)
        self.expect(guest.post("/api/games/%s/resign" % over), 200)
        ended = guest.game(over)["moves"], guest.game(over)["result"]
        waiting, _ = guest.make("prequel", "open")
        # Against the account itself: nobody plays against themselves.
        self.expect(guest.post("/api/games/%s/join" % own, secret=own_secret), 200)
        events = Events(other, "/api/games/%s/events" % id)
        old = guest.cookie
        me = self.expect(guest.post("/api/login", name=name, password="correct horse"), 200).json
        self.assertEqual(me["kind"], "account")
        self.wait_for_games(guest, {id, over, waiting, own})
        self.assertEqual(events.wait("join")[0][2]["white"]["name"], name)
        events.close()
        game = guest.game(id)
        self.assertEqual(
            (game["you"], game["white"]["name"], game["white"]["kind"]), ("white", name, "account")
        )
        self.expect(other.move(id, 1, "e7e5"), 200)
        self.expect(guest.move(id, 2, "g1f3"), 200)
        self.assertEqual((guest.game(over)["moves"], guest.game(over)["result"]), ended)
        self.assertEqual(guest.game(over)["you"], "black")
        self.assertEqual(guest.game(own)["white"]["name"], name)
        self.assertIn(name, other.get("/").text)
        self.expect(guest.post("/api/games/%s/cancel" % waiting), 200)
        # The account's other device has them too; the guest is gone.
        self.wait_for_games(owner, {id, over, waiting, own})
        stranger = Person(self.server)
        stranger.cookie = old
        self.assertIsNone(stranger.get("/api/me").json["id"])
        # All of it is in the events.
        self.server.stop()
        self.server.start()
        again = guest.game(id)
        self.assertEqual((again["you"], len(again["moves"])), ("white", 3))

    def test_account_to_account(self):
        """Switching from one account to another keeps them apart."""
        person, first, second = Person(self.server), new_name(), new_name()
        self.register(Person(self.server), second)
        self.register(person, first)
        id, _ = person.make()
        self.expect(person.post("/api/login", name=second, password="correct horse"), 200)
        self.assertEqual(person.get("/api/me").json["games"], [])
        self.assertEqual(person.game(id)["you"], "none")

    def test_forms(self):
        person, name = Person(self.server), new_name()
        answer = person.form("/register", name=name, password="correct horse", next="/rules")
        self.assertEqual((answer.status, answer.headers["Location"]), (303, "/rules"))
        self.assertEqual(person.form("/logout").status, 303)
        answer = person.form("/login", name=name, password="wrong horse", next="/")
        self.assertEqual(answer.status, 403)
        answer = person.form(
            "/login", name=name, password="correct horse", next="https://evil.example/"
        )
        self.assertEqual((answer.status, answer.headers["Location"]), (303, "/"))
        self.assertEqual(person.get("/account").status, 200)
        answer = person.form("/password", old="correct horse", new="battery staple")
        self.assertEqual((answer.status, answer.headers["Location"]), (303, "/account"))
        self.assertEqual(person.form("/logout-everywhere").status, 303)
        # From another site, nothing.
        answer = person.ask(
            "POST",
            "/login",
            "name=a&password=b",
            {"Content-Type": "application/x-www-form-urlencoded", "Origin": "https://evil.example"},
        )
        self.assertEqual(answer.status, 403)

    def test_no_secrets_are_kept(self):
        person = Person(self.server)
        self.register(person, password="a very secret password")
        id, secret = person.make()
        with sqlite3.connect(os.path.join(self.server.folder, "apothecary.db")) as db:
            dump = "\n".join(db.iterdump())
        for text in (person.cookie, secret, "a very secret password"):
            self.assertNotIn(text, dump)
            self.assertNotIn(text, self.server.read_log())
        self.assertIn("$argon2id$v=19$m=19456,t=2,p=1$", dump)

    def test_cookies(self):
        for cookie in ["", "x", "a" * 43, "b" * 3000, "%00", "'; --"]:
            person = Person(self.server)
            person.cookie = cookie
            self.assertIsNone(person.get("/api/me").json["id"])
        person = Person(self.server)
        answer = person.post("/api/games", variant="chess", opponent={"kind": "link"})
        cookie = answer.headers["Set-Cookie"]
        for word in ("HttpOnly", "SameSite=Lax", "Path=/"):
            self.assertIn(word, cookie)


class Stolen(PlayCase):
    """A list of stolen passwords: in the clear, and as SHA-1 with how often it was seen."""

    @classmethod
    def setUpClass(cls):
        cls.list = tempfile.NamedTemporaryFile("w", suffix=".txt")
        digest = hashlib.sha1(b"velvet umbrella 93").hexdigest().upper()
        cls.list.write("crimson teapot 41\n%s:2\n" % digest)
        cls.list.flush()
        cls.OPTIONS = ("--engines", "0", "--stolen-passwords", cls.list.name)
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.list.close()

    def test_new_passwords(self):
        owner = Person(self.server)
        for password in ("crimson teapot 41", "velvet umbrella 93"):
            answer = owner.post("/api/register", name="walker", password=password)
            self.assertIn("stolen", self.expect(answer, 422, "bad_request").json["message"])
        good = "velvet umbrella 94"
        self.expect(owner.post("/api/register", name="walker", password=good), 200)
        answer = owner.post("/api/password", old=good, new="crimson teapot 41")
        self.assertIn("stolen", self.expect(answer, 422, "bad_request").json["message"])


class OldHashes(unittest.TestCase):
    """Passwords whose hashes cost less than those of today."""

    PASSWORD = "correct horse battery"

    def stored(self, server):
        path = os.path.join(server.folder, "apothecary.db")
        with contextlib.closing(sqlite3.connect(path, timeout=WAIT_S)) as base:
            return base.execute("SELECT password FROM person WHERE name_key = 'old'").fetchone()[0]

    def log_in(self, server, password=PASSWORD):
        return Person(server).post("/api/login", name="old", password=password).status

    def test_hashed_anew(self):
        with tempfile.TemporaryDirectory() as folder:
            server = Server("--engines", "0", folder=folder).start()
            try:
                account(server, "old", self.PASSWORD)
                weak = self.stored(server)
            finally:
                server.stop()
            self.assertIn("$m=8,t=1,", weak)
            server = Server("--engines", "0", folder=folder, has_quick_passwords=False).start()
            try:
                # Those who do not know the password change nothing.
                self.assertEqual(self.log_in(server, "correct horse"), 403)
                self.assertEqual(self.stored(server), weak)
                self.assertEqual(self.log_in(server), 200)
                strong = self.stored(server)
                self.assertIn("$argon2id$", strong)
                self.assertIn("$m=19456,t=2,", strong)
                # Once is enough, and it is the same password.
                self.assertEqual(self.log_in(server), 200)
                self.assertEqual(self.stored(server), strong)
                self.assertEqual(self.log_in(server, self.PASSWORD + "!"), 403)
            finally:
                server.stop()
            # A trial with quick hashes weakens none.
            server = Server("--engines", "0", folder=folder).start()
            try:
                self.assertEqual(self.log_in(server), 200)
                self.assertEqual(self.stored(server), strong)
            finally:
                server.stop()


class Throttle(PlayCase):
    """Each test has a server and its limits to itself."""

    OPTIONS = ("--engines", "0", "--limits", "on")

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    def setUp(self):
        self.server = Server(*self.OPTIONS).start()
        self.addCleanup(self.server.close)

    def test_guessing(self):
        person = Person(self.server)
        begun, tries = time.monotonic(), 0
        answer = person.post("/api/login", name="somebody", password="guess")
        self.expect(answer, 403)
        while answer.status == 403:
            tries += 1
            answer = person.post("/api/login", name="somebody", password="another guess")
        self.expect(answer, 429)
        # As docs/serving.md says: ten, then one a minute.
        self.assertGreaterEqual(tries, 10)
        self.assertLessEqual(tries, 11 + (time.monotonic() - begun) / 60)
        self.assertGreater(int(answer.headers["Retry-After"]), 0)

    def refused(self, headers):
        """One try may become free while the machine is slow, but not one after another."""
        self.assertIn(429, [self.log_in(headers, "a wrong guess").status for _ in range(3)])

    def log_in(self, headers, password="correct horse battery"):
        body = {"name": "owner", "password": password, "key": new_key()}
        return Person(self.server).ask("POST", "/api/login", body, headers)

    def test_nobody_is_locked_out(self):
        """However often strangers guess: a browser that has logged in before, and a session that
        is running, still have their own tries."""
        owner = Person(self.server)
        made = owner.post("/api/register", name="owner", password="correct horse battery")
        self.expect(made, 200)
        cookies = [value.split(";")[0] for value in made.headers.get_all("Set-Cookie")]
        device = [cookie for cookie in cookies if cookie.startswith("apo_device_")]
        self.assertEqual(len(device), 1)
        self.assertNotIn("owner", device[0])
        while self.log_in({}, "a wrong guess").status != 429:
            pass
        self.refused({})
        # A cookie of one's own making, or somebody else's, does not help.
        forged = device[0][:-4] + "AAAA"
        self.refused({"Cookie": forged})
        self.refused({"Cookie": device[0].replace("=", "x=")})
        # The running session asks for the password, and the known browser logs in.
        answer = owner.post(
            "/api/tokens", name="x", scopes="read", password="correct horse battery"
        )
        self.assertNotEqual(answer.status, 429, answer.text)
        self.expect(self.log_in({"Cookie": device[0]}), 200)
        # Its own tries have a bound as well.
        seen = [self.log_in({"Cookie": device[0]}, "wrong").status for _ in range(12)]
        self.assertIn(429, seen)
        answer = owner.post("/api/password", old="wrong", new="correct horse battery two")
        self.expect(answer, 403)
        self.expect(
            owner.post(
                "/api/password", old="correct horse battery", new="correct horse battery two"
            ),
            200,
        )


main(__name__)
