#!/usr/bin/env python3
"""Mails when the mail server, or ours, fails or is killed."""
import os
import re
import threading
import time

from mail_case import PASSWORD, MailCase, MailServer
from play_case import WAIT_S, main


class Failures(MailCase):
    def request(self):
        """Requests a mail; gives its address."""
        person = self.account()
        self.expect(
            person.post("/api/mail/address", address=person.address, password=PASSWORD), 200
        )
        return person.address

    def wait_for_first_put_off(self):
        """One look at both columns: the mail waits before its first try too."""
        self.wait_until(lambda: [row[1:3] for row in self.rows()] == [(0, 1)])

    def test_tried_again(self):
        answers = ["451 later", "421 busy", None]
        self.server.stop()
        self.server.options = [o if o != "1" else "300" for o in self.server.options]
        self.server.start()
        self.post.answers["RCPT"] = lambda data: answers.pop(0) if answers else None
        address = self.request()
        self.post.to(address)
        self.wait_for_states(2)
        self.assertEqual(self.rows()[0][2], 3)

    def test_refused_for_good(self):
        self.post.answers["RCPT"] = "550 5.1.1 no such mailbox"
        self.request()
        self.wait_for_states(3)
        self.assertEqual(self.rows()[0][2:], (1, "550 5.1.1 no such mailbox"))
        # The others are not kept waiting by it.
        self.post.answers.clear()
        self.post.to(self.request())
        self.assertIn("mail_failed", self.server.read_log())

    def test_a_refused_address_is_marked(self):
        """Only mails requested in person still go there; the first accepted one ends that."""
        person = self.with_address()
        self.post.answers["RCPT"] = "550 5.1.1 no such mailbox"
        self.expect(person.post("/api/mail", wanted=["invitation"]), 200)
        friend = self.account()
        self.expect(friend.post("/api/invitations", to=person.name, variant="chess"), 201)
        self.wait_until(
            lambda: person.get("/api/mail").json["refusal"] == "550 5.1.1 no such mailbox"
        )
        page = person.get("/account/mail").text
        self.assertIn("no such mailbox", page)
        self.assertIn("refused", person.get("/account").text)
        before = self.rows("SELECT count(*) FROM mail")
        self.expect(friend.post("/api/invitations", to=person.name, variant="alert"), 201)
        self.assertEqual(self.rows("SELECT count(*) FROM mail"), before)
        self.post.answers.clear()
        self.expect(person.post("/api/forgot", address=person.address), 200)
        self.wait_until(lambda: person.get("/api/mail").json["refusal"] is None)
        self.expect(friend.post("/api/invitations", to=person.name, variant="modern"), 201)
        self.wait_until(lambda: self.rows("SELECT count(*) FROM mail")[0][0] == before[0][0] + 2)

    def test_refused_login_fails_no_mail(self):
        path = os.path.join(self.server.folder, "login")
        with open(path, "w", encoding="ascii") as file:
            file.write("anna\nsecret words\n")
        self.server.stop()
        self.server.options = list(self.server.options) + ["--smtp-login", path]
        self.post.offers.append("AUTH PLAIN")
        self.post.answers["AUTH"] = "535 no"
        self.server.start()
        self.request()
        self.wait_for_first_put_off()
        self.assertEqual(self.post.mails, [])
        self.assertNotIn("secret words", self.server.read_log())
        self.assertTrue(self.post.logins, self.rows())

    def test_no_mail_leaves_the_machine_unencrypted(self):
        other = MailServer("127.0.0.2")  # the server knows only one address as its own
        self.addCleanup(other.close)
        self.server.stop()
        self.server.options = [
            other.url if option == self.post.url else option for option in self.server.options
        ]
        self.server.start()
        self.request()
        self.wait_for_first_put_off()
        self.assertEqual(other.mails + self.post.mails, [])

    def test_no_mail_server(self):
        self.post.close()
        time.sleep(0.1)
        self.request()
        self.wait_for_first_put_off()

    def test_killed_while_handing_over(self):
        """The mail server has the whole mail, and we die before it says so: the same mail is sent
        again."""
        has_mail, is_dead = threading.Event(), threading.Event()
        seen = []

        def keep_waiting(data):
            seen.append(re.search(rb"Message-ID: (\S+)", data).group(1).decode())
            has_mail.set()
            is_dead.wait(WAIT_S)
            return None

        self.post.answers["END"] = keep_waiting
        address = self.request()
        self.assertTrue(has_mail.wait(WAIT_S))
        self.assertEqual([row[1] for row in self.rows()], [1])
        self.server.kill()
        is_dead.set()
        self.post.answers.clear()
        self.server.start()
        second = self.post.wait(1, lambda mail: len(seen) == 1 and mail.recipient == address)
        self.wait_for_states(2)
        self.assertEqual({mail.id for mail in self.post.mails}, {seen[0]})
        self.assertEqual(second[0].id, seen[0])

    def test_killed_again_and_again(self):
        """Whenever the server dies: each mail arrives, and repeats have the same Message-ID."""
        addresses = []
        for round in range(6):
            for _ in range(3):
                addresses.append(self.request())
            time.sleep(0.013 * round)
            self.server.kill()
            self.server.start()
        for address in addresses:
            self.post.to(address)
        self.wait_until(lambda: {row[1] for row in self.rows()} == {2})
        ids = {}
        for mail in self.post.mails:
            ids.setdefault(mail.recipient, set()).add(mail.id)
        self.assertEqual(set(ids), set(addresses))
        self.assertEqual({len(each) for each in ids.values()}, {1})

    def test_stopped_while_handing_over(self):
        """A shutdown waits for the mail server: the mail arrives once."""
        has_mail = threading.Event()

        def keep_waiting(_):
            has_mail.set()
            time.sleep(0.7)

        self.post.answers["END"] = keep_waiting
        address = self.request()
        self.assertTrue(has_mail.wait(WAIT_S))
        self.server.stop()
        self.assertEqual([row[1] for row in self.rows()], [2])
        self.server.start()
        self.post.to(address)
        self.assertEqual(len(self.post.mails), 1)


main(__name__)
