#!/usr/bin/env python3
"""How far an account has come in the lessons: reports of several browsers, put together."""
import html
import json
import re

from play_case import Person, PlayCase, account, main

PASSWORD = "correct horse battery"


def lesson(name="rook", boards=0, finished=False, variant="alert"):
    return {"variant": variant, "lesson": name, "boards": boards, "finished": finished}


class Lessons(PlayCase):
    def tell(self, person, *lessons):
        return self.expect(person.post("/api/lessons", lessons=list(lessons)), 200)

    def known(self, person, query=""):
        return self.expect(person.get("/api/lessons" + query), 200).json["lessons"]

    def other_browser(self, name):
        browser = Person(self.server)
        self.expect(browser.post("/api/login", name=name, password=PASSWORD), 200)
        return browser

    def test_two_browsers(self):
        phone = account(self.server, "Learner")
        desktop = self.other_browser("Learner")
        self.tell(phone, lesson("rook", 3), lesson("joker", 4, True))
        self.tell(desktop, lesson("rook", 5), lesson("joker", 1), lesson("king", 1, True, "modern"))
        # The phone was without a network meanwhile, and repeats itself.
        self.tell(phone, lesson("rook", 4))
        self.tell(phone, lesson("rook", 4))
        wanted = [
            lesson("joker", 4, True),
            lesson("rook", 5),
            lesson("king", 1, True, "modern"),
        ]
        self.assertEqual(self.known(phone), wanted)
        self.assertEqual(self.known(desktop), wanted)
        self.assertEqual(self.known(desktop, "?variant=alert"), wanted[:2])
        self.assertEqual(self.known(desktop, "?variant=chess"), [])
        # Nobody else's.
        self.assertEqual(self.known(account(self.server, "Bystander")), [])

    def test_pages_bring_it(self):
        reader = account(self.server, "Reader")
        self.tell(reader, lesson("rook", 3), lesson("king", 1, True, "modern"))
        for path in ("/learn/alert", "/learn/alert/rook"):
            text = re.search('data-reached="([^"]*)"', reader.get(path).text)[1]
            self.assertEqual(json.loads(html.unescape(text)), {"lessons": [lesson("rook", 3)]})
            self.assertIn('data-reached=""', Person(self.server).get(path).text)

    def test_who_may_and_what(self):
        guest = Person(self.server)
        self.expect(guest.get("/api/lessons"), 401, "login_needed")
        self.expect(guest.post("/api/lessons", lessons=[lesson()]), 401, "login_needed")
        me = account(self.server, "Careful")
        for change in (
            {"variant": ""},
            {"variant": "x" * 24},
            {"lesson": "x" * 64},
            {"lesson": "a b"},
            {"lesson": "a\u0001"},
            {"lesson": 5},
            {"boards": -1},
            {"boards": 101},
            {"boards": 1.5},
            {"boards": "1"},
            {"finished": 1},
            {"more": 1},
        ):
            wrong = {**lesson(), **change}
            self.expect(me.post("/api/lessons", lessons=[lesson("king"), wrong]), 400)
        for lessons in ([], [lesson()] * 101, [5], "all", {}, None):
            self.expect(me.post("/api/lessons", lessons=lessons), 400)
        self.assertEqual(self.known(me), [])
        self.tell(me, lesson("x" * 63, 100, variant="y" * 23), *[lesson()] * 99)
        self.assertEqual(len(self.known(me)), 2)


main(__name__)
