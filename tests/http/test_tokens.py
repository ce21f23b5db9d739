#!/usr/bin/env python3
"""Personal tokens: made, listed, revoked; what each scope allows, and what no token allows."""
import os
import re
import sqlite3
import time

from play_case import WAIT_S, Person, PlayCase, Server, at_once, main, new_key

count = 0
PASSWORD = "correct horse"


class Program(Person):
    """A program: a token, and neither cookie nor Origin."""

    def __init__(self, server, token):
        super().__init__(server)
        self.token = token

    def ask(self, method, path, body=None, headers=()):
        sent = {"Authorization": "Bearer " + self.token, "Origin": "https://elsewhere.example"}
        sent.update(headers)
        return super().ask(method, path, body, sent)


class Tokens(PlayCase):
    def account(self):
        global count
        count += 1
        person = Person(self.server)
        self.expect(
            person.post(
                "/api/register", name="Prog-%d_%d" % (os.getpid() % 9999, count), password=PASSWORD
            ),
            200,
        )
        return person

    def token(self, person, *scopes, name="my bot"):
        answer = person.post("/api/tokens", name=name, scopes=list(scopes), password=PASSWORD)
        self.expect(answer, 201)
        return answer.json

    def program(self, person, *scopes):
        return Program(self.server, self.token(person, *scopes)["token"])

    def wait_until(self, holds):
        until = time.monotonic() + WAIT_S
        while not holds():
            self.assertLess(time.monotonic(), until)
            time.sleep(0.02)

    def test_made_listed_revoked(self):
        person = self.account()
        made = self.token(person, "read", "play", name="Ännchens Bot")
        self.assertTrue(made["token"].startswith("apo_"))
        listed = person.get("/api/tokens")
        self.assertNotIn(made["token"], listed.text)
        self.assertEqual(
            [(t["id"], t["name"], t["scopes"], t["used"]) for t in listed.json["tokens"]],
            [(made["id"], "Ännchens Bot", ["read", "play"], None)],
        )
        program = Program(self.server, made["token"])
        self.assertEqual(program.get("/api/me").json["id"], person.get("/api/me").json["id"])
        self.wait_until(lambda: person.get("/api/tokens").json["tokens"][0]["used"])
        # Nobody else revokes it.
        self.expect(self.account().post("/api/tokens/%s/revoke" % made["id"]), 200)
        self.expect(program.get("/api/me"), 200)
        self.expect(person.post("/api/tokens/%s/revoke" % made["id"]), 200)
        self.assertEqual(person.get("/api/tokens").json["tokens"], [])
        answer = program.get("/api/me")
        self.expect(answer, 401, "login_needed")
        self.assertIn("Bearer", answer.headers["WWW-Authenticate"])

    def test_same_key_same_token(self):
        person, key = self.account(), new_key()
        first, second = (
            person.post("/api/tokens", key=key, name="a", scopes=["read"], password=PASSWORD)
            for _ in range(2)
        )
        self.assertEqual(first.text, second.text)
        self.assertEqual(len(person.get("/api/tokens").json["tokens"]), 1)

    def test_scopes(self):
        person, other = self.account(), Person(self.server)
        everything = self.program(person, "read", "play", "invite", "account")
        id, secret = everything.make()
        self.expect(other.post("/api/games/%s/join" % id, secret=secret), 200)
        reader, player = self.program(person, "read"), self.program(person, "play")
        self.expect(reader.move(id, 0, "e2e4"), 403, "forbidden")
        self.expect(player.get("/api/me"), 403, "forbidden")
        self.expect(
            player.post("/api/games", variant="chess", opponent={"kind": "open"}), 403, "forbidden"
        )
        self.assertEqual(player.game(id)["you"], "white")
        self.expect(player.move(id, 0, "e2e4"), 200)
        self.assertEqual(reader.get("/api/me").json["games"][0]["id"], id)

    def test_no_powers_of_a_session(self):
        person = self.account()
        program = self.program(person, "read", "play", "invite", "account")
        for answer in [
            program.get("/api/tokens"),
            program.get("/api/sessions"),
            program.post("/api/tokens", name="more", scopes=["read"]),
            program.post("/api/password", old=PASSWORD, new="wrong horse 1"),
            program.post("/api/logout-everywhere"),
        ]:
            self.expect(answer, 403, "forbidden")
        for answer in [program.get("/account"), program.form("/logout-everywhere")]:
            self.expect(answer, 403)
        # A session is ignored if there is an Authorization header.
        program.token = "apo_nothing"
        program.cookie = person.cookie
        self.expect(program.get("/api/me"), 401, "login_needed")
        self.expect(program.post("/api/logout-everywhere"), 401, "login_needed")
        self.expect(person.get("/api/sessions"), 200)

    def test_end_with_the_password(self):
        """Somebody who knew the old password may have made a token."""
        person = self.account()
        program = self.program(person, "read")
        second = PASSWORD + " two"
        answer = person.post("/api/password", old=PASSWORD, new=second, keep_tokens="yes")
        self.expect(answer, 200)
        self.expect(program.get("/api/me"), 200)
        self.expect(person.post("/api/password", old=second, new=PASSWORD), 200)
        self.expect(program.get("/api/me"), 401)

    def test_wrong_credentials(self):
        made = self.token(self.account(), "read")["token"]
        for value in [
            "Bearer",
            "Bearer x",
            "Basic " + made,
            made,
            "Bearer " + made + "x",
            "Bearer apo_" + "x" * 200,
            "Bearer " + made[4:],
        ]:
            self.expect(
                Person(self.server).ask("GET", "/api/me", headers={"Authorization": value}),
                401,
                "login_needed",
            )
        self.expect(
            Person(self.server).ask("GET", "/api/me", headers={"Authorization": "bearer  " + made}),
            200,
        )

    def test_wrong_requests(self):
        person = self.account()
        for form in [
            {"name": "", "scopes": ["read"]},
            {"name": "x" * 41, "scopes": ["read"]},
            {"name": "a", "scopes": []},
            {"name": "a", "scopes": ["root"]},
            {"name": "a"},
            {"name": "a", "scopes": [1]},
        ]:
            self.expect(person.post("/api/tokens", password=PASSWORD, **form), 422, "bad_request")
        for wrong in ("wrong horse", "", "x" * 600):
            self.expect(
                person.post("/api/tokens", name="a", scopes=["read"], password=wrong),
                403,
                "forbidden",
            )
        self.expect(person.post("/api/tokens", name="a", scopes=["read"]), 403, "forbidden")
        self.assertEqual(person.get("/api/tokens").json["tokens"], [])
        self.expect(
            Person(self.server).post("/api/tokens", name="a", scopes=["read"], password=PASSWORD),
            401,
            "login_needed",
        )
        for _ in range(20):
            self.token(person, "read")
        self.expect(person.post("/api/tokens", name="a", scopes=["read"]), 409, "conflict")

    def test_page(self):
        person = self.account()
        self.assertIn("None yet", person.get("/account/tokens").text)
        key = re.search(r'name="key" value="(\w+)"', person.get("/account/tokens").text).group(1)
        form = {"key": key, "name": "<b>", "may_read": "on", "may_play": "on"}
        refused = person.form("/account/tokens", password="wrong horse", **form)
        self.assertEqual(refused.status, 403)
        self.assertIn("The password is wrong.", refused.text)
        page = person.form("/account/tokens", password=PASSWORD, **form)
        secret = re.search(r'value="(apo_[^"]+)"', page.text).group(1)
        self.assertIn("&lt;b&gt;", page.text)
        program = Program(self.server, secret)
        self.expect(program.get("/api/me"), 200)
        again = person.get("/account/tokens").text
        self.assertNotIn(secret, again)
        id = re.search(r'action="/account/tokens/(\w+)/revoke"', again).group(1)
        self.expect(person.form("/account/tokens/%s/revoke" % id), 303)
        self.expect(program.get("/api/me"), 401)
        self.expect(person.form("/account/tokens", key=key, name="x"), 422)
        self.expect(Person(self.server).get("/account/tokens"), 303)

    def test_only_digests_are_kept(self):
        made = self.token(self.account(), "read")["token"]
        self.server.stop()
        try:
            with open(os.path.join(self.server.folder, "log"), encoding="utf-8") as file:
                self.assertNotIn(made, file.read())
            with sqlite3.connect(os.path.join(self.server.folder, "apothecary.db")) as db:
                self.assertNotIn(made[4:], "".join(db.iterdump()))
        finally:
            self.server.start()

    def test_limits(self):
        server = Server("--limits", "on", "--proxy", "127.0.0.1").start()
        self.addCleanup(server.close)
        person = Person(server)
        self.expect(person.post("/api/register", name="Limited", password=PASSWORD), 200)
        made = [
            person.post("/api/tokens", name="a", scopes=["read"], password=PASSWORD).json["token"]
            for _ in range(2)
        ]
        statuses = []
        for number in range(100):
            # Fewer than an address may ask.
            busy = {"Authorization": "Bearer " + made[0], "X-Forwarded-For": "192.0.2.%d" % number}
            statuses += at_once(person, "GET", "/api/me", 300, headers=busy)
            if 429 in statuses:
                break
        self.assertEqual(statuses[:200], [200] * 200)
        self.assertEqual(set(statuses), {200, 429})
        self.expect(Program(server, made[1]).get("/api/me"), 200)


main(__name__)
