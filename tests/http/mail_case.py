"""Shared by the mail tests: a mail server that can refuse, fail or be slow on demand; and our
server, which sends through it."""
import email
import email.policy
import os
import socket
import sqlite3
import threading
import time

from play_case import WAIT_S, Person, PlayCase, Server

PASSWORD = "correct horse"
count = 0


def unused():
    global count
    count += 1
    return "Post-%d_%d" % (os.getpid() % 9999, count)


class Mail:
    def __init__(self, sender, recipient, data):
        self.sender = sender
        self.recipient = recipient
        self.data = data  # as received, without SMTP's dot stuffing
        self.message = email.message_from_bytes(data, policy=email.policy.default)

    @property
    def id(self):
        return self.message["Message-ID"]

    @property
    def subject(self):
        return self.message["Subject"]

    @property
    def text(self):
        return self.message.get_content()

    def link(self, path):
        """The first link in it to this path."""
        for word in self.text.split():
            if path in word:
                return word[word.index(path) :]
        raise AssertionError("no link to %s in\n%s" % (path, self.text))


class MailServer:
    """`answers` maps a step (MAIL, RCPT, DATA, the END of a mail) to a reply that replaces success,
    or to a function that gets the mail's bytes and returns a reply or None."""

    def __init__(self, host="127.0.0.1"):
        self.host = host
        self.socket = socket.create_server((host, 0))
        self.port = self.socket.getsockname()[1]
        self.mails = []
        self.answers = {}
        self.logins = []
        self.offers = ["8BITMIME"]
        self.changed = threading.Condition()
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def url(self):
        return "smtp://%s:%d" % (self.host, self.port)

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()

    def accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.talk, args=(connection,), daemon=True).start()

    def answer(self, step, usual, data=None):
        answer = self.answers.get(step)
        if callable(answer):
            answer = answer(data)
        return answer or usual

    def talk(self, connection):
        file = connection.makefile("rwb")

        def say(line):
            file.write(line.encode() + b"\r\n")
            file.flush()

        sender = recipient = ""
        try:
            say("220 test")
            for raw in file:
                line = raw.decode("ascii").rstrip("\r\n")
                word = line.split(" ")[0].split(":")[0].upper()
                if word == "EHLO":
                    for offer in self.offers:
                        file.write(("250-%s\r\n" % offer).encode())
                    say("250 SIZE 1000000")
                elif word == "AUTH":
                    self.logins.append(line)
                    say(self.answer("AUTH", "235 welcome"))
                elif word == "MAIL":
                    sender = line[line.index("<") + 1 : line.index(">")]
                    say(self.answer("MAIL", "250 ok"))
                elif word == "RCPT":
                    recipient = line[line.index("<") + 1 : line.index(">")]
                    say(self.answer("RCPT", "250 ok", recipient))
                elif word == "DATA":
                    said = self.answer("DATA", "354 go on")
                    say(said)
                    if said.startswith("354"):
                        self.take(file, say, sender, recipient)
                elif word == "QUIT":
                    say("221 bye")
                    return
                else:
                    say("250 ok")
        except (OSError, ValueError):
            pass
        finally:
            connection.close()

    def take(self, file, say, sender, recipient):
        lines = []
        for raw in file:
            if raw == b".\r\n":
                break
            lines.append(raw[1:] if raw.startswith(b"..") else raw)
        data = b"".join(lines)
        said = self.answer("END", "250 taken", data)
        if said.startswith("250"):
            with self.changed:
                self.mails.append(Mail(sender, recipient, data))
                self.changed.notify_all()
        say(said)

    def wait(self, count, fits=lambda mail: True):
        """The first `count` matching mails."""
        until = time.monotonic() + WAIT_S
        with self.changed:
            while True:
                found = [mail for mail in self.mails if fits(mail)]
                if len(found) >= count:
                    return found[:count]
                left = until - time.monotonic()
                if left <= 0 or not self.changed.wait(left):
                    raise AssertionError(
                        "%d of %d mails came: %r"
                        % (len(found), count, [(m.recipient, m.subject) for m in self.mails])
                    )

    def to(self, address, count=1):
        return self.wait(count, lambda mail: mail.recipient == address)[-1]


class MailCase(PlayCase):
    """Each test has its own servers: they are stopped and killed."""

    RATE = "1"

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    def setUp(self):
        self.post = MailServer()
        self.addCleanup(self.post.close)
        self.server = Server(
            "--engines",
            "0",
            "--smtp",
            self.post.url,
            "--mail-from",
            "games@example.org",
            "--clock-rate",
            self.RATE,
        )
        self.server.start()
        self.addCleanup(self.server.close)

    def account(self, name=None):
        person = Person(self.server)
        person.name = name or unused()
        person.address = person.name.lower() + "@example.net"
        self.expect(person.post("/api/register", name=person.name, password=PASSWORD), 200)
        return person

    def with_address(self, **more):
        person = self.account(**more)
        self.expect(
            person.post("/api/mail/address", address=person.address, password=PASSWORD), 200
        )
        link = self.post.to(person.address).link("/mail/confirm#")
        self.expect(Person(self.server).follow(link, sure="yes"), 200)
        self.assertTrue(person.get("/api/mail").json["is_confirmed"])
        return person

    def mails_to(self, address, subject):
        return self.post.wait(1, lambda m: m.recipient == address and subject in m.subject)[0]

    def rows(self, query="SELECT kind, state, tries, reply FROM mail ORDER BY created_ms"):
        path = os.path.join(self.server.folder, "apothecary.db")
        db = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
        try:
            return db.execute(query).fetchall()
        finally:
            db.close()

    def wait_until(self, holds):
        until = time.monotonic() + WAIT_S
        while not holds():
            self.assertLess(time.monotonic(), until, self.rows())
            time.sleep(0.05)

    def wait_for_states(self, *states):
        self.wait_until(lambda: [row[1] for row in self.rows()] == list(states))
