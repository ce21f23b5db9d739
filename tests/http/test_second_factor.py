#!/usr/bin/env python3
"""The second factor: switched on by a code, required at log-in, each code once, recovery codes,
switched off."""
import base64
import hashlib
import hmac
import json
import os
import re
import sqlite3
import struct
import time

from passkey_case import Device
from play_case import Person, PlayCase, account, main

PASSWORD = "correct horse battery"


def key_of(secret):
    return base64.b32decode(secret + "=" * (-len(secret) % 8))


def code_of(secret, step):
    """An independent implementation of RFC 6238; the longer secret is SHA-256's."""
    key = key_of(secret)
    hash = hashlib.sha256 if len(key) == 32 else hashlib.sha1
    digest = hmac.new(key, struct.pack(">Q", step), hash).digest()
    at = digest[-1] & 15
    return "%06d" % ((struct.unpack(">I", digest[at : at + 4])[0] & 0x7FFFFFFF) % 1000000)


class SecondFactor(PlayCase):
    ALGORITHM = ""  # in the device's address
    LETTERS = 32

    @staticmethod
    def step():
        """The present step. Its code and the next one are valid for at least half a minute,
        however slow the machine is."""
        return int(time.time()) // 30

    def switch_on(self, name):
        """An account with a second factor, its secret, its recovery codes, and the step used for
        it."""
        person = account(self.server, name)
        path = "/api/second-factor"
        self.assertEqual(person.get(path).json, {"is_on": False, "codes_left": 0})
        self.expect(person.post(path + "/begin", password="wrong"), 403, "forbidden")
        made = self.expect(person.post(path + "/begin", password=PASSWORD), 200).json
        self.assertEqual(
            made["uri"],
            "otpauth://totp/Apothecary:%s?secret=%s&issuer=Apothecary%s"
            % (name, made["secret"], self.ALGORITHM),
        )
        self.assertRegex(made["secret"], "^[A-Z2-7]{%d}$" % self.LETTERS)
        self.assertFalse(person.get(path).json["is_on"])
        # Starting the setup does not switch it on.
        self.expect(Person(self.server).post("/api/login", name=name, password=PASSWORD), 200)
        step = self.step()
        self.expect(person.post(path + "/confirm", code="nothing"), 403, "forbidden")
        codes = self.expect(
            person.post(path + "/confirm", code=code_of(made["secret"], step)), 200
        ).json["codes"]
        self.assertEqual(person.get(path).json, {"is_on": True, "codes_left": 10})
        self.assertEqual(len(set(codes)), 10)
        for code in codes:  # 32 letters, so 5 bits each: 140 random bits
            self.assertRegex(code, "^([a-km-z2-9]{4}-){6}[a-km-z2-9]{4}$")
        self.expect(person.post(path + "/begin", password=PASSWORD), 409, "conflict")
        self.expect(person.post(path + "/confirm", code=code_of(made["secret"], step + 1)), 403)
        return person, made["secret"], codes, step

    def log_in(self, name, **more):
        return Person(self.server).post("/api/login", name=name, password=PASSWORD, **more)

    def logged(self):
        """What the log says of log-ins: status, account, factors."""
        lines = [json.loads(line) for line in self.server.read_log().splitlines()]
        return [
            (line["status"], line.get("account"), line.get("factors"))
            for line in lines
            if line["event"] == "request" and line["route"] == "/api/login"
        ]

    def test_log_names_who_and_how(self):
        """Each log-in, with the account and the factors, and never a name, code or password."""
        plain, name = account(self.server, "One-Key"), "Logged-Keys"
        person, secret, codes, step = self.switch_on(name)
        begun = len(self.logged())
        ids = [one.get("/api/me").json["id"] for one in (plain, person)]
        Person(self.server).post("/api/login", name="One-Key", password=PASSWORD)
        Person(self.server).post("/api/login", name="One-Key", password="wrong password")
        Person(self.server).post("/api/login", name="Nobody-Keys", password=PASSWORD)
        self.log_in(name)
        code = code_of(secret, step + 1)
        self.log_in(name, code=code)
        self.log_in(name, code=codes[0])
        self.assertEqual(
            self.logged()[begun:],
            [
                (200, ids[0], "password"),
                (403, ids[0], None),
                (403, None, None),
                (403, ids[1], None),
                (200, ids[1], "password, code"),
                (200, ids[1], "password, code"),
            ],
        )
        log = self.server.read_log()
        for text in (name, "Nobody-Keys", codes[0], PASSWORD, "wrong password", '"%s"' % code):
            self.assertNotIn(text, log)
        self.assertIn('"person":"%s"' % ids[0], log)

    def test_log_in(self):
        name = "Two-Keys"
        _, secret, codes, step = self.switch_on(name)
        self.expect(self.log_in(name), 403, "code_needed")
        self.expect(
            Person(self.server).post("/api/login", name=name, password="wrong password"),
            403,
            "forbidden",
        )
        self.expect(self.log_in(name, code="000 00"), 403, "forbidden")
        self.expect(self.log_in(name, code=code_of(secret, step + 50)), 403, "forbidden")
        # The code that switched it on is used up; the next one is good once, also when it is sent
        # again by somebody else.
        self.expect(self.log_in(name, code=code_of(secret, step)), 403, "forbidden")
        self.expect(self.log_in(name, code=code_of(secret, step + 1)), 200)
        self.expect(self.log_in(name, code=code_of(secret, step + 1)), 403, "forbidden")
        # A recovery code, however it is written, once.
        self.expect(self.log_in(name, code=codes[3].upper().replace("-", " ")), 200)
        self.expect(self.log_in(name, code=codes[3]), 403, "forbidden")
        other = self.switch_on("Other-Keys")
        self.expect(self.log_in(name, code=other[2][0]), 403, "forbidden")

    def test_other_sessions_end(self):
        person = account(self.server, "Many-Doors")
        second = Person(self.server)
        self.expect(second.post("/api/login", name="Many-Doors", password=PASSWORD), 200)
        secret = self.expect(person.post("/api/second-factor/begin", password=PASSWORD), 200).json[
            "secret"
        ]
        self.expect(
            person.post("/api/second-factor/confirm", code=code_of(secret, self.step())), 200
        )
        self.assertIsNone(second.get("/api/me").json["id"])
        self.assertEqual(person.get("/api/me").json["name"], "Many-Doors")

    def key_file(self, name="key"):
        with open(os.path.join(self.server.folder, name), "rb") as file:
            return file.read()

    def restart_with(self, *options):
        before = self.server.options
        self.server.stop()
        self.server.options = before + options
        try:
            self.server.start()
        finally:
            self.server.options = before

    def test_new_key(self):
        """A changed key of the server: devices and recovery codes go on working, and a power cut
        before the new key is in its place costs nothing."""
        name, begun = "Key-Change", account(self.server, "Key-Begun")
        _, secret, codes, step = self.switch_on(name)
        half = self.expect(begun.post("/api/second-factor/begin", password=PASSWORD), 200).json
        old = self.key_file()
        self.restart_with("--change-key")
        new = self.key_file()
        self.assertNotEqual(new, old)
        self.assertFalse(os.path.exists(os.path.join(self.server.folder, "key.new")))
        self.server.stop()
        for file, key in (("key", old), ("key.new", new)):
            with open(os.path.join(self.server.folder, file), "wb") as out:
                out.write(key)
        self.server.start()
        self.assertEqual(self.key_file(), new)
        self.expect(self.log_in(name, code=code_of(secret, step + 1)), 200)
        self.expect(self.log_in(name, code=codes[5]), 200)
        code = code_of(half["secret"], self.step())
        self.expect(begun.post("/api/second-factor/confirm", code=code), 200)

    def test_off(self):
        name = "No-Keys"
        person, secret, codes, step = self.switch_on(name)
        path = "/api/second-factor/end"
        self.expect(person.post(path, password=PASSWORD, code="123"), 403, "forbidden")
        self.expect(
            person.post(path, password="wrong", code=code_of(secret, step + 1)), 403, "forbidden"
        )
        self.expect(person.post(path, password=PASSWORD, code=codes[0]), 200)
        self.assertEqual(person.get("/api/second-factor").json, {"is_on": False, "codes_left": 0})
        self.expect(self.log_in(name), 200)
        self.expect(
            Person(self.server).post(path, password=PASSWORD, code="1"), 401, "login_needed"
        )

    def database(self):
        db = sqlite3.connect(os.path.join(self.server.folder, "apothecary.db"))
        self.addCleanup(db.close)
        return db

    def test_secrets_are_encrypted(self):
        """The database alone cannot produce codes, and a secret works only for its owner."""
        _, secret, _, step = self.switch_on("Sealed-1")
        _, other, _, _ = self.switch_on("Sealed-2")
        self.server.stop()
        try:
            db = self.database()
            everything = "".join(db.iterdump())
            for each in (secret, other):
                self.assertNotIn(each, everything)
                self.assertNotIn(key_of(each).hex(), everything)
            which = "WHERE person = (SELECT id FROM person WHERE name = '%s')"
            db.execute(
                "UPDATE second_factor SET secret = (SELECT secret FROM second_factor %s) %s"
                % (which % "Sealed-1", which % "Sealed-2")
            )
            db.commit()
        finally:
            self.server.start()
        self.expect(self.log_in("Sealed-1", code=code_of(secret, step + 1)), 200)
        for each in (secret, other):
            self.expect(
                self.log_in("Sealed-2", code=code_of(each, self.step() + 1)), 403, "forbidden"
            )

    def test_secrets_of_before(self):
        """Secrets stored in base 32 by an older version still work."""
        _, secret, _, step = self.switch_on("Unsealed")
        self.server.stop()
        try:
            db = self.database()
            db.execute(
                "UPDATE second_factor SET secret = ? WHERE person = "
                "(SELECT id FROM person WHERE name = 'Unsealed')",
                (secret,),
            )
            db.commit()
        finally:
            self.server.start()
        self.expect(self.log_in("Unsealed", code=code_of(secret, step + 1)), 200)

    def test_by_forms(self):
        person = account(self.server, "Plain-Keys")
        self.assertEqual(Person(self.server).get("/account/second").status, 303)
        self.assertIn("Switch it on", person.get("/account/second").text)
        self.assertEqual(person.form("/account/second/begin", password=PASSWORD).status, 303)
        page = person.get("/account/second").text
        secret = page.split('id="secret" value="')[1].split('"')[0]
        self.assertIn("<title>QR code with the secret</title>", page)
        step = self.step()
        page = person.form("/account/second/confirm", code=code_of(secret, step)).text
        self.assertEqual(page.count("<code>"), 10)
        self.assertNotIn(secret, person.get("/account/second").text)
        stranger = Person(self.server)
        asked = stranger.form("/login", name="Plain-Keys", password=PASSWORD)
        self.assertEqual(asked.status, 403)
        self.assertIn('name="code"', asked.text)
        self.assertEqual(
            stranger.form(
                "/login", name="Plain-Keys", password=PASSWORD, code=code_of(secret, step + 1)
            ).status,
            303,
        )
        self.assertEqual(stranger.get("/api/me").json["name"], "Plain-Keys")


class Sha256(SecondFactor):
    """The same where new devices get SHA-256."""

    OPTIONS = (*SecondFactor.OPTIONS, "--code-hash", "sha256")
    ALGORITHM = "&algorithm=SHA256"
    LETTERS = 52

    def test_each_keeps_its_hash(self):
        """Another choice of the operator's changes nothing for devices that are set up."""
        _, new, _, step = self.switch_on("Newer-Hash")
        other = {"ALGORITHM": "", "LETTERS": 32}
        before = self.server.options
        self.server.stop()
        self.server.options = tuple(one for one in before if one not in ("--code-hash", "sha256"))
        self.server.start()
        self.__dict__.update(other)
        _, old, _, old_step = self.switch_on("Older-Hash")
        self.expect(self.log_in("Newer-Hash", code=code_of(new, step + 1)), 200)
        self.server.stop()
        self.server.options = before
        self.server.start()
        self.expect(self.log_in("Older-Hash", code=code_of(old, old_step + 1)), 200)
        # The right code of the wrong hash is a wrong code.
        _, mine, _, _ = Sha256.switch_on(Sha256("test_each_keeps_its_hash"), "Third-Hash")
        key = key_of(mine)
        digest = hmac.new(key, struct.pack(">Q", self.step() + 1), hashlib.sha1).digest()
        at = digest[-1] & 15
        wrong = "%06d" % ((struct.unpack(">I", digest[at : at + 4])[0] & 0x7FFFFFFF) % 1000000)
        self.expect(self.log_in("Third-Hash", code=wrong), 403)


class ShortCodes(PlayCase):
    OPTIONS = ("--engines", "0", "--short-codes")

    def confirm(self, person, secret, distance):
        """The answer to the code of the present step, or of one so far from it: asked again if a
        step ended meanwhile."""
        step = None
        while step != SecondFactor.step():
            step = SecondFactor.step()
            answer = person.post(
                "/api/second-factor/confirm", code=code_of(secret, step + distance)
            )
        return answer

    def test_neighbours_do_not_count(self):
        person = account(self.server, "Short-Codes")
        made = self.expect(person.post("/api/second-factor/begin", password=PASSWORD), 200).json
        for distance in (-1, 1):
            self.expect(self.confirm(person, made["secret"], distance), 403, "forbidden")
        self.expect(self.confirm(person, made["secret"], 0), 200)


class ForAll(PlayCase):
    """A server whose operator demands a second factor of everybody."""

    OPTIONS = ("--engines", "0", "--account-factors", "two")
    # What an account may do before it has one, besides logging in.
    OPEN = {
        "GET /account", "GET /account/delete", "GET /account/passkeys", "GET /account/second",
        "GET /api/me", "GET /api/passkeys", "GET /api/second-factor",
        "POST /account/delete", "POST /api/account/delete", "POST /api/logout",
        "POST /api/logout-everywhere", "POST /api/passkeys", "POST /api/passkeys/begin",
        "POST /api/passkeys/delete", "POST /api/second-factor/begin",
        "POST /api/second-factor/confirm", "POST /api/second-factor/end",
    }  # fmt: skip

    def reach(self, person):
        """Whether a page, an answer and an act are reached."""
        return (
            person.get("/games").status == 200,
            person.get("/api/account").status == 200,
            person.post("/api/people/Nobody-here/mute").status == 404,
        )

    def test_nothing_is_reached_without_one(self):
        person = account(self.server, "All-none")
        self.assertEqual(self.reach(person), (False, False, False))
        self.assertEqual(person.get("/games").headers["Location"], "/account/second")
        self.assertIn("Accounts need a second factor here", person.get("/account/second").text)
        self.expect(person.get("/api/account"), 403, "factor_needed")
        reached = set()
        for path, methods in Person(self.server).get("/api/openapi.json").json["paths"].items():
            path = re.sub("{.*?}", "x", path)
            for method in methods:
                ask = person.get if method == "get" else person.post
                if path not in ("/api/logout", "/api/logout-everywhere"):
                    answer = ask(path)
                    if answer.status != 403 or answer.json["error"] != "factor_needed":
                        reached.add("%s %s" % (method.upper(), path))
        self.assertLessEqual({one for one in reached if "/login" not in one}, self.OPEN)
        # Strangers and guests are not asked, nor can the account play as one.
        Person(self.server).make(opponent="open")
        self.assertEqual(person.get("/api/me").json["name"], "All-none")
        self.expect(person.post("/api/logout"), 200)
        self.assertEqual(person.get("/games").status, 200)

    def test_codes(self):
        person = account(self.server, "All-codes")
        made = self.expect(person.post("/api/second-factor/begin", password=PASSWORD), 200).json
        self.assertEqual(self.reach(person), (False, False, False))  # not switched on yet
        code = code_of(made["secret"], SecondFactor.step())
        self.expect(person.post("/api/second-factor/confirm", code=code), 200)
        self.assertEqual(self.reach(person), (True, True, True))
        self.assertNotIn("Accounts need", person.get("/account/second").text)

    def test_passkey(self):
        person, thief = account(self.server, "All-pass"), Person(self.server)
        login = {"name": "All-pass", "password": PASSWORD}
        self.expect(thief.post("/api/login", **login), 200)
        device = Device(self.server)
        made = self.expect(person.post("/api/passkeys/begin", password=PASSWORD), 200).json
        made = person.post("/api/passkeys", name="phone", **device.make(made["challenge"]))
        self.expect(made, 201)
        self.assertEqual(self.reach(person), (True, True, True))
        # Who knows the password has no session any more, and gets none.
        self.assertIsNone(thief.get("/api/me").json["id"])
        self.expect(thief.post("/api/login", **login), 403, "forbidden")
        made = self.expect(thief.post("/api/login/passkey/begin"), 200).json
        self.expect(thief.post("/api/login/passkey", **device.answer(made["challenge"])), 200)
        self.assertEqual(self.reach(thief), (True, True, True))

    def test_token(self):
        """A program of an account without a second factor is refused, too."""
        person = account(self.server, "All-token")
        demanding = self.server.options
        self.server.stop()
        self.server.options = tuple(
            word for word in demanding if word not in ("--account-factors", "two")
        )
        self.server.start()
        try:
            made = person.post("/api/tokens", name="robot", scopes=["read"], password=PASSWORD)
            self.expect(made, 201)
        finally:
            self.server.stop()
            self.server.options = demanding
            self.server.start()
        bearer = {"Authorization": "Bearer " + made.json["token"]}
        program = Person(self.server)
        answer = program.get("/api/account/playing", headers=bearer)
        self.expect(answer, 403, "factor_needed")


main(__name__)
