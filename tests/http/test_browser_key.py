#!/usr/bin/env python3
"""The key for what a browser keeps until the server has it: a person's own sessions get it, and
nobody and nothing else. Logging out tells the browser to forget what it has cached."""
import base64

from play_case import Person, PlayCase, account, main
from test_tokens import Program

KEY = "/api/browser-key"
PASSWORD = "correct horse battery"


class BrowserKey(PlayCase):
    def test_each_person_has_one(self):
        ann, ben, guest = (
            account(self.server, "Ann"),
            account(self.server, "Ben"),
            Person(self.server),
        )
        guest.make()
        found = [person.post(KEY) for person in (ann, ben, guest)]
        for answer in found:
            self.expect(answer, 200)
            self.assertEqual(answer.headers["Cache-Control"], "no-store")
            self.assertEqual(len(base64.urlsafe_b64decode(answer.json["key"] + "=")), 32)
            self.assertNotIn(answer.json["key"], self.server.read_log())
        values = [value for answer in found for value in (answer.json["key"], answer.json["owner"])]
        self.assertEqual(len(set(values)), 6)
        # The next session can read what the last one has left, also after a restart.
        self.expect(ann.post("/api/logout"), 200)
        self.expect(ann.post(KEY), 401, "login_needed")
        self.server.stop()
        self.server.start()
        self.expect(ann.post("/api/login", name="Ann", password=PASSWORD), 200)
        self.assertEqual(ann.post(KEY).json, found[0].json)

    def test_nobody_else_gets_it(self):
        ann = account(self.server, "Anne")
        self.expect(Person(self.server).post(KEY), 401, "login_needed")
        self.expect(ann.get(KEY), 405)
        headers = {"Content-Type": "application/json", "Origin": "https://evil.example"}
        self.expect(ann.ask("POST", KEY, "{}", headers), 403)
        made = ann.post(
            "/api/tokens",
            name="bot",
            scopes=["read", "play", "invite", "account"],
            password=PASSWORD,
        )
        self.assertIn(Program(self.server, made.json.get("token", "")).post(KEY).status, (401, 403))

    def test_log_out_clears_the_cache(self):
        for number, path in enumerate(("/api/logout", "/api/logout-everywhere")):
            person = account(self.server, "Cached%d" % number)
            self.assertEqual(person.post(path).headers["Clear-Site-Data"], '"cache"')


main(__name__)
