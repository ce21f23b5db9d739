#!/usr/bin/env python3
"""Hostile texts in every place where people write something that others read: control characters,
marks of direction, towers of marks, markup, links and pictures come out clean and escaped, and
texts of 10,000 characters are refused or cut."""
import random
import re

from cup_case import new_name, setup
from play_case import Person, PlayCase, account, eventually, main, two_people
from test_moderation import moderate

# Codes, not characters: editors would show them as disorder.
HIDDEN = "".join(chr(code) for code in (0x202E, 0x2066, 0x2069, 0x200B, 0x200F, 0x85, 0x7, 0x1B))
MARKS = "Z" + chr(0x301) * 60
HOSTILE = "Fine %s<img src=x onerror=alert(1)> %s ![x](https://example.org/x.png)" % (HIDDEN, MARKS)
BAD = re.compile("[%s]|%s{5}|<img src=x" % (re.escape(HIDDEN), chr(0x301)))
PGN = '[Variant "chess"]\n[White "%s"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 {%s} e5 {%s} 1-0\n\n'


class Hostile(PlayCase):
    def clean(self, person, *paths):
        """Read by others: nothing is hidden, and no markup is live."""
        for path in paths:
            answer = person.get(path)
            self.assertEqual(answer.status, 200, path)
            self.assertIn("Fine", answer.text, path)
            text = answer.text
            if answer.headers.get("Content-Type", "").startswith("application/"):
                text = text.replace("<img", "")  # JSON and PGN are texts; pages escape them
            self.assertIsNone(BAD.search(text), path)

    def test_texts(self):
        anna, bert = account(self.server, new_name("Anna")), account(self.server, new_name("Bert"))
        name = bert.get("/api/me").json["name"]
        _, _, id = two_people(self.server, opponent="open")
        tries = [
            ("/api/people/%s/messages" % name, {"text": HOSTILE}, "text"),
            (
                "/api/invitations",
                {"to": name, "variant": "chess", "message": HOSTILE},
                "message",
            ),
            ("/api/tournaments", setup(name=HOSTILE[:70]), "name"),
            (
                "/api/studies",
                {"name": HOSTILE[:70], "visibility": "public", "text": PGN % ("A", "b", "c")},
                "name",
            ),
            ("/api/games/%s/chat" % id, {"text": HOSTILE}, "text"),
            ("/api/people/%s/report" % name, {"reason": HOSTILE}, "reason"),
        ]
        for path, body, field in tries:
            long = dict(body, **{field: "x" * 10000})
            self.assertIn(anna.post(path, **long).status, (400, 413, 422), path)
            self.assertIn(anna.post(path, **body).status, (200, 201), path)
        self.clean(bert, "/messages", "/invitations", "/tournaments", "/studies")
        self.clean(bert, "/api/messages", "/api/invitations", "/api/tournaments", "/api/studies")

    def test_each_can_be_reported(self):
        """Pages of what one person has written lead others to a report that names the place."""
        anna, bert = account(self.server, new_name("Anna")), account(self.server, new_name("Bert"))
        name = anna.get("/api/me").json["name"]

        def make(path, **body):
            return self.expect(anna.post(path, **body), 201).json

        mate = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"
        made = make("/api/studies", name="Mine", visibility="public", text=PGN % ("A", "b", "c"))
        places = ["/study/" + made["id"]]
        places.append("/series/" + make("/api/series", name="Mine")["id"])
        places.append("/tournaments/" + make("/api/tournaments", **setup())["id"])
        text = "[game]\nname = Reported\nbase = chess\n"
        make("/api/workshop/games", id="reported", text=text)
        places.append("/@/%s/games/reported" % name)
        made = make(
            "/api/problems", variant="chess", fen=mate, aim="mate", moves=1, title="Mine"
        )  # fmt: skip
        places.append("/problems/" + made["id"])
        eventually(lambda: bert.get(places[-1]).status == 200, "the problem is public")
        host = account(self.server, new_name("Host"))
        teams = self.expect(host.post("/api/tournaments", **setup(system="teams", boards=2)), 201)
        places.append("/tournaments/" + teams.json["id"])
        self.expect(anna.post("/api%s/found" % places[-1], name="Mine"), 200)
        for place in places:
            link = 'href="/report/%s?place=%s"' % (name, place)
            self.assertIn(link, bert.get(place).text)
            self.assertNotIn(link, anna.get(place).text)
            self.assertNotIn(link, Person(self.server).get(place).text)
            self.expect(bert.get("/report/%s?place=%s" % (name, place)), 200)

    def test_invitations_can_be_reported(self):
        """Each of the two sees the link below the other's words. The server quotes them, because a
        moderator cannot open the page; nobody else gets a quote."""
        anna, bert = account(self.server, new_name("Anna")), account(self.server, new_name("Bert"))
        third = account(self.server, new_name("Third"))
        a, b = (one.get("/api/me").json["name"] for one in (anna, bert))
        body = {"to": b, "variant": "chess", "message": "Rude words"}
        asked = self.expect(anna.post("/api/invitations", **body), 201).json["id"]
        link = "/report/%s?invitation=%s&amp;place=/invitations"
        self.assertIn(link % (a, asked), bert.get("/invitations").text)
        self.assertNotIn(link % (a, asked), anna.get("/invitations").text)
        decline = "/api/invitations/%s/decline" % asked
        self.expect(bert.post(decline, message="Rude answer"), 200)
        self.assertIn(link % (b, asked), anna.get("/invitations").text)
        for reader, about, words in ((bert, a, "Rude words"), (anna, b, "Rude answer")):
            form = "/report/%s?invitation=%s" % (about, asked)
            self.assertIn(words, self.expect(reader.get(form), 200).text)
            self.assertNotIn(words, self.expect(third.get(form), 200).text)
            self.assertNotIn("Rude", self.expect(reader.get(form[:-1]), 200).text)
        report = dict(reason="See there", invitation=asked, place="/invitations")
        self.expect(bert.post("/api/people/%s/report" % a, **report), 201)
        self.expect(third.post("/api/people/%s/report" % b, **report), 201)
        listed = moderate(self.server, "reports").stdout
        self.assertIn("Rude words", listed)
        self.assertNotIn("Rude answer", listed)

    def test_imported_games(self):
        owner = account(self.server, "Import%d" % random.randrange(10**8))
        long = "y" * 10000
        name = "Fine %s\u202e<img src=x>" % MARKS  # a tag cannot have control characters
        text = PGN % (name, HOSTILE, long) + PGN % (long, "a", "b")
        answer = self.expect(owner.post("/api/archive/import", text=text), 200).json
        self.assertEqual((answer["added"], len(answer["faults"])), (1, 1), answer)
        games = owner.get("/api/archive?mine=yes").json["games"]
        self.clean(owner, "/archive?mine=yes")
        for game in games:
            self.clean(owner, "/archive/games/%s" % game["id"])


main(__name__)
