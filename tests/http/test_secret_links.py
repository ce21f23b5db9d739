#!/usr/bin/env python3
"""Links with a secret: to join a game, to confirm an address, for a new password. Nothing that a
browser sends of such an address, or that a log or a cache can see of it, is enough to use it."""
from mail_case import PASSWORD, MailCase
from play_case import Person, main


class SecretLinks(MailCase):
    def links(self):
        """One link of each kind, as people get it, and what shows that it was of use."""
        creator = Person(self.server)
        id, _ = creator.make(opponent="link")
        join = creator.game(id)["link"]
        person = self.account()
        self.expect(
            person.post("/api/mail/address", address=person.address, password=PASSWORD), 200
        )
        confirm = self.post.to(person.address).link("/mail/confirm")
        other = self.with_address()
        self.expect(Person(self.server).post("/api/forgot", address=other.address), 200)
        reset = self.mails_to(other.address, "new password").link("/reset")
        return {join: "data-id", confirm: 'name="sure"', reset: other.name}

    def test_no_secret_is_sent_in_an_address(self):
        for link, sign in self.links().items():
            place, _, secret = link.partition("#")
            self.assertGreaterEqual(len(secret), 32, "in the address: " + link)
            self.assertLess(len(place), 16, "in the address: " + link)
            page = Person(self.server).get(place)
            self.expect(page, 200)
            self.assertNotIn(sign, page.text)
            page = Person(self.server).follow(link)
            self.assertIn(sign, page.text)
            self.assertEqual(page.headers["Cache-Control"], "no-store")
            self.assertNotIn(secret, self.server.read_log())

    def test_older_links_lead_to_the_new_ones(self):
        """And then into the body: the log has no secret, nor does any cache keep the redirect."""
        for link in self.links():
            secret = link.partition("#")[2]
            answer = Person(self.server).get(link.replace("#", "/"))
            self.expect(answer, 303)
            self.assertEqual(answer.headers["Location"], link)
            self.assertEqual(answer.headers["Cache-Control"], "no-store")
            self.assertNotIn(secret, self.server.read_log() + answer.text)

    def test_older_links_lead_nowhere_else(self):
        for place in ("/join", "/mail/confirm", "/reset"):
            for secret in (
                "%0d%0aSet-Cookie:%20x=y",
                "%2f%2fevil.example",
                "%23x",
                "%00",
                "%c3%a9",
            ):
                answer = Person(self.server).get(place + "/" + secret)
                self.assertIn(answer.status, (303, 400, 404), secret)
                self.assertNotIn("x=y", answer.headers.get("Set-Cookie", ""))
                target = answer.headers.get("Location", place)
                self.assertTrue(target == "/" or target.startswith(place), target)

    def test_posts_of_other_sites_are_refused(self):
        for link in self.links():
            place, _, secret = link.partition("#")
            headers = {
                "Content-Type": "application/x-www-form-urlencoded",
                "Origin": "https://evil.example",
            }
            answer = Person(self.server).ask("POST", place, "secret=" + secret, headers)
            self.expect(answer, 403)

    def test_a_whole_link_can_be_pasted(self):
        """For people without scripts."""
        for link, sign in self.links().items():
            page = Person(self.server).form(
                link.partition("#")[0], secret=" https://games.example.org%s " % link
            )
            self.assertIn(sign, page.text)


main(__name__)
