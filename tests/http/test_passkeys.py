#!/usr/bin/env python3
"""Passkeys: added with the password, used instead of it, and every way to cheat with one."""
import base64
import os
import sqlite3

from passkey_case import PRESENT, Device, text_of
from play_case import Person, PlayCase, account, main

PASSWORD = "correct horse battery"


class Passkeys(PlayCase):
    def begin(self, person):
        made = person.post("/api/passkeys/begin", password=PASSWORD)
        return self.expect(made, 200).json["challenge"]

    def equip(self, name, **more):
        """An account with a passkey, and the device."""
        person, device = account(self.server, name), Device(self.server, **more)
        made = person.post("/api/passkeys", name="phone", **device.make(self.begin(person)))
        self.expect(made, 201)
        return person, device

    def challenge(self, person):
        return self.expect(person.post("/api/login/passkey/begin"), 200).json["challenge"]

    def log_in(self, answer, person=None):
        return (person or Person(self.server)).post("/api/login/passkey", **answer)

    def refused(self, answer, code="forbidden"):
        self.expect(self.log_in(answer), 403, code)

    def test_log_in(self):
        owner, device = self.equip("Ada7")
        listed = owner.get("/api/passkeys").json["passkeys"]
        self.assertEqual([(one["name"], one["used"]) for one in listed], [("phone", 0)])
        stranger = Person(self.server)
        answer = device.answer(self.challenge(stranger))
        self.assertEqual(self.expect(self.log_in(answer, stranger), 200).json["name"], "Ada7")
        self.assertEqual(stranger.get("/api/me").json["name"], "Ada7")
        self.assertGreater(stranger.get("/api/passkeys").json["passkeys"][0]["used"], 0)
        id = owner.get("/api/me").json["id"]
        self.assertIn('"account":"%s","factors":"passkey"' % id, self.server.read_log())

    def test_a_guest_keeps_the_games(self):
        _, device = self.equip("Ben7")
        guest = Person(self.server)
        id, _ = guest.make("chess")
        self.expect(self.log_in(device.answer(self.challenge(guest)), guest), 200)
        self.assertEqual(guest.game(id)["you"], "white")

    def test_each_challenge_once(self):
        _, device = self.equip("Cleo7")
        stranger = Person(self.server)
        first, second = self.challenge(stranger), self.challenge(stranger)
        answer = device.answer(second)
        self.expect(self.log_in(answer), 200)
        self.refused(answer)
        # An older one is used up with it.
        self.refused(device.answer(first))

    def test_a_copied_device_is_noticed(self):
        _, device = self.equip("Dora7")
        for count, status in ((5, 200), (6, 200), (6, 403), (2, 403), (0, 403), (7, 200)):
            device.count = count
            answer = device.answer(self.challenge(Person(self.server)))
            self.expect(self.log_in(answer), status)

    def test_what_is_signed_for_others(self):
        """Another site, another host, another ceremony, another frame, another challenge."""
        _, device = self.equip("Emil7")

        def challenge():
            return self.challenge(Person(self.server))

        self.refused(device.answer(challenge(), origin="https://evil.example"))
        self.refused(device.answer(challenge(), host="evil.example"))
        self.refused(device.answer(challenge(), kind="create"))
        self.refused(device.answer(challenge(), crossOrigin=True))
        self.refused(device.answer("x" * 84))
        old = challenge()
        self.refused(device.answer("%019d" % (int(old[:19]) - 1) + old[19:]))
        self.refused(device.answer("%019d" % (int(old[:19]) + 1) + old[19:]))
        answer = device.answer(challenge())
        sent = Person(self.server).ask(
            "POST", "/api/login/passkey", {"key": "k" * 20, **answer}, {"Origin": ""}
        )
        self.assertEqual(sent.status, 403)
        self.expect(self.log_in(device.answer(challenge())), 200)

    def test_wrong_signatures(self):
        _, device = self.equip("Finn7")
        _, other = self.equip("Gita7")
        challenge = self.challenge(Person(self.server))
        right = device.answer(challenge)
        self.refused({**right, "passkey": text_of(other.id)})
        self.refused({**right, "passkey": text_of(b"nobody's")})
        self.refused({**right, "signature": other.answer(challenge)["signature"]})
        for part in ("client", "data", "signature"):
            whole = bytearray(base64.urlsafe_b64decode(right[part] + "=="))
            whole[-1] ^= 1
            self.refused({**right, part: text_of(bytes(whole))})
            self.refused({**right, part: "!"})
            self.refused({**right, part: ""})
        self.expect(self.log_in(right), 200)

    def test_a_device_must_know_who_uses_it(self):
        person, device = account(self.server, "Hugo7"), Device(self.server, flags=PRESENT)
        made = person.post("/api/passkeys", name="key", **device.make(self.begin(person)))
        self.expect(made, 403, "forbidden")
        _, device = self.equip("Ines7")
        device.flags = PRESENT
        self.refused(device.answer(self.challenge(Person(self.server))))

    def test_adding_needs_the_password(self):
        person, device = account(self.server, "Jan7"), Device(self.server)
        self.expect(person.post("/api/passkeys/begin", password="wrong"), 403, "forbidden")
        # A challenge of a log-in, or of somebody else, is none for a new passkey.
        other = self.begin(account(self.server, "Kim7"))
        for challenge in (self.challenge(person), other, "x" * 84):
            made = person.post("/api/passkeys", name="mine", **device.make(challenge))
            self.expect(made, 403, "forbidden")
        challenge = self.begin(person)
        for said in ({"host": "evil.example"}, {"origin": "https://evil.example"}):
            made = person.post("/api/passkeys", name="mine", **device.make(challenge, **said))
            self.expect(made, 403, "forbidden")
        made = person.post("/api/passkeys", name="", **device.make(challenge))
        self.expect(made, 422)
        self.expect(Person(self.server).post("/api/passkeys/begin", password="x"), 401)
        made = person.post("/api/passkeys", name="mine", **device.make(challenge))
        self.expect(made, 201)
        made = person.post("/api/passkeys", name="again", **device.make(self.begin(person)))
        self.expect(made, 409, "conflict")

    def test_deleting(self):
        person, device = self.equip("Lea7")
        id = person.get("/api/passkeys").json["passkeys"][0]["id"]
        path = "/api/passkeys/delete"
        self.expect(person.post(path, passkey=id, password="wrong"), 403, "forbidden")
        thief = account(self.server, "Max7")
        self.expect(thief.post(path, passkey=id, password=PASSWORD), 404)
        self.expect(person.post(path, passkey=id, password=PASSWORD), 200)
        self.refused(device.answer(self.challenge(Person(self.server))))

    def test_twenty_at_most(self):
        """Also with one challenge, which many devices may answer."""
        person = account(self.server, "Olga7")
        challenge, name = self.begin(person), "\U0001f40e" * 40
        for place in range(21):
            device = Device(self.server)
            made = person.post("/api/passkeys", name=name, **device.make(challenge))
            self.expect(made, 201 if place < 20 else 409)
        listed = person.get("/api/passkeys").json["passkeys"]
        self.assertEqual([one["name"] for one in listed], [name] * 20)
        again = person.post("/api/passkeys/begin", password=PASSWORD)
        self.expect(again, 409, "conflict")

    def test_only_public_keys_are_kept(self):
        _, device = self.equip("Nele7")
        with sqlite3.connect(os.path.join(self.server.folder, "apothecary.db")) as base:
            rows = base.execute("SELECT * FROM passkey WHERE id = ?", (text_of(device.id),))
            row = rows.fetchone()
        self.assertIn(text_of(device.key()), row)


main(__name__)
