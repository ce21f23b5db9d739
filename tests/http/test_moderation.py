#!/usr/bin/env python3
"""Moderation by command, while the server runs and while it does not; and its log."""
import os
import signal
import socket
import stat
import subprocess
import time
import unittest

import cup_case
import play_case
from passkey_case import Device
from play_case import WAIT_S, Person, PlayCase, Server, account, eventually, main
from test_second_factor import code_of

PASSWORD = "correct horse battery"


def moderate(server, *words):
    return subprocess.run(
        [play_case.COMMAND, "moderate", *words, "--data", server.folder],
        capture_output=True,
        text=True,
        timeout=WAIT_S,
    )


def state_of(pid):
    """States of a process: T is suspended, S sleeps."""
    with open("/proc/%d/stat" % pid, encoding="ascii") as file:
        return file.read().rsplit(") ", 1)[1][0]


class Case(PlayCase):
    def done(self, *words, server=None):
        run = moderate(server or self.server, *words)
        self.assertEqual((run.returncode, run.stderr), (0, ""), run)
        return run.stdout

    def refused(self, words, status, sentence):
        run = moderate(self.server, *words)
        self.assertEqual(run.returncode, status, run)
        self.assertIn(sentence, run.stderr)

    def invite(self, person, to, **more):
        return person.post("/api/invitations", to=to, variant="chess", **more)


class Moderation(Case):
    def test_mute(self):
        loud, friend = account(self.server, "Loud"), account(self.server, "Friend")
        asked = self.expect(self.invite(friend, "Loud"), 201).json["id"]
        self.done("mute", "loud", "--reason", "insults", "--by", "warden")
        self.expect(self.invite(loud, "Friend"), 403, "forbidden")
        decline = "/api/invitations/%s/decline" % asked
        self.expect(loud.post(decline, message="Go away."), 403, "forbidden")
        self.expect(
            loud.post("/api/invitations/%s/counter" % asked, variant="chess"), 403, "forbidden"
        )
        self.expect(loud.post(decline), 200)  # without a reason
        self.assertIn("Loud", self.done("list"))
        self.refused(("mute", "Loud"), 1, "it is so already")
        self.done("unmute", "Loud")
        self.expect(self.invite(loud, "Friend"), 201)
        self.assertNotIn("Loud", self.done("list"))
        log = self.done("log", "Loud").splitlines()
        self.assertEqual(len(log), 2)
        self.assertRegex(log[1], r"warden +mute +Loud +insults$")

    def test_close_and_restore(self):
        gone, friend = account(self.server, "Gone"), account(self.server, "Left")
        self.expect(self.invite(gone, "Left"), 201)
        self.done("close", "Gone")
        self.assertEqual(gone.get("/api/me").json["kind"], "guest")
        answer = Person(self.server).post("/api/login", name="Gone", password=PASSWORD)
        self.expect(answer, 403, "forbidden")
        self.assertIn("closed", answer.json["message"])
        wrong = Person(self.server).post("/api/login", name="Gone", password="wrong password")
        self.assertNotIn("closed", wrong.json["message"])
        self.expect(self.invite(friend, "Gone"), 409, "conflict")
        self.assertEqual(friend.get("/api/invitations").json["fates"][0]["fate"], "withdrawn")
        self.done("restore", "Gone")
        self.expect(Person(self.server).post("/api/login", name="Gone", password=PASSWORD), 200)

    def test_end_sessions(self):
        """Of one account, and of all; guests, who cannot log in, keep theirs."""
        one, other, guest = (
            account(self.server, "Ended1"),
            account(self.server, "Ended2"),
            Person(self.server),
        )
        guest.make(opponent="open")

        def kind(person):
            return person.get("/api/me").json["kind"]

        own = guest.get("/api/me").json["name"]
        self.done("end-sessions", "ended1", "--reason", "a lost phone")
        self.assertEqual((kind(one), kind(other)), ("guest", "account"))
        self.expect(one.post("/api/login", name="Ended1", password=PASSWORD), 200)
        self.done("end-sessions", "*")
        self.assertEqual((kind(one), kind(other)), ("guest", "guest"))
        self.assertEqual(guest.get("/api/me").json["name"], own)
        self.assertEqual(len(guest.get("/api/me").json["games"]), 1)
        self.assertRegex(self.done("log"), r"end-sessions +Ended1 +a lost phone")
        self.assertIn('"event":"moderation","person":"*"', self.server.read_log())
        self.refused(("end-sessions", "Nobody5"), 1, "no account named")
        chief = account(self.server, "Chief-9")
        self.done("entrust", "Chief-9")
        for name in ("*", "Ended2"):  # only the command may
            answer = chief.form("/moderation", action="end-sessions", name=name)
            self.assertEqual(answer.status, 400, answer.text)

    def test_rename(self):
        rude, friend = account(self.server, "Rude"), account(self.server, "Other")
        id, _ = rude.make(opponent="open")
        self.done("rename", "Rude", "Player-17")
        self.assertEqual(rude.get("/api/me").json["name"], "Player-17")
        self.assertEqual(friend.game(id)["white"]["name"], "Player-17")
        answer = friend.get("/@/rude")
        self.assertEqual((answer.status, answer.headers["Location"]), (303, "/@/Player-17"))
        self.assertEqual(friend.get("/api/people/Rude").json["name"], "Player-17")
        taken = Person(self.server).post("/api/register", name="rude", password=PASSWORD)
        self.expect(taken, 409, "conflict")
        self.expect(
            Person(self.server).post("/api/login", name="player-17", password=PASSWORD), 200
        )
        self.refused(("rename", "Player-17", "Other"), 1, "is or was somebody's")
        self.refused(("rename", "Player-17", "x"), 1, "2 to 20 letters")
        self.done("rename", "Player-17", "Rude")  # back again
        self.assertEqual(friend.get("/@/Player-17").headers["Location"], "/@/Rude")

    def test_suspended_command(self):
        """The command is suspended while it waits for the server's answer, and goes on."""
        account(self.server, "Patient")
        self.server.process.send_signal(signal.SIGSTOP)
        try:
            command = [play_case.COMMAND, "moderate", "mute", "Patient"]
            run = subprocess.Popen(
                [*command, "--data", self.server.folder], stdout=subprocess.PIPE, text=True
            )
            eventually(lambda: state_of(run.pid) == "S", "the command waits for an answer")
            run.send_signal(signal.SIGSTOP)
            eventually(lambda: state_of(run.pid) == "T", "it is suspended")
            run.send_signal(signal.SIGCONT)
            eventually(lambda: state_of(run.pid) != "T", "it goes on")
        finally:
            self.server.process.send_signal(signal.SIGCONT)
        self.assertEqual(run.communicate(timeout=WAIT_S)[0], "done\n")
        self.assertEqual(run.returncode, 0)

    def test_wrong_calls(self):
        account(self.server, "Some")
        self.refused(("mute", "Nobody"), 1, 'no account named "Nobody"')
        self.refused(("praise", "Some"), 2, "praise")
        self.refused(("mute",), 2, "name of one account")
        self.refused(("rename", "Some"), 2, "two names")
        self.refused(("log", "Nobody"), 1, "no account")

    def test_the_socket(self):
        path = os.path.join(self.server.folder, "control")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode) & 0o077, 0)
        for line in (
            b"nonsense\n",
            b"mute\tx\n",
            b"\t\t\t\t\n",
            b"mute\tSome\t\t\t\n",
            b"x" * 5000,
        ):
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(WAIT_S)
                client.connect(path)
                try:
                    client.sendall(line)
                    self.assertNotEqual(client.recv(100), b"ok\n")
                except (BrokenPipeError, ConnectionResetError):
                    pass
        self.done("list")
        idle = [socket.socket(socket.AF_UNIX) for _ in range(20)]
        for client in idle:
            client.connect(path)
        for client in idle:
            client.close()
        account(self.server, "Still")
        self.done("mute", "Still")


class TwoFactors(Case):
    """As real servers run: people with rights over others need more than a password, on every
    path."""

    OPTIONS = ("--engines", "0", "--office-factors", "two")
    PAGES = ("/moderation", "/operator")

    def add_passkey(self, person):
        device = Device(self.server)
        made = self.expect(person.post("/api/passkeys/begin", password=PASSWORD), 200).json
        answer = person.post("/api/passkeys", name="phone", **device.make(made["challenge"]))
        self.expect(answer, 201)
        return device

    def seen(self, person):
        return [person.get(path).status for path in self.PAGES]

    def log_in(self, name, **more):
        person = Person(self.server)
        return person, person.post("/api/login", name=name, password=PASSWORD, **more)

    def test_passkey(self):
        name = "Chief-two"
        chief, victim = account(self.server, name), account(self.server, "Victim-two")
        self.done("entrust", name)
        self.assertEqual(self.seen(chief), [403, 403])
        self.assertIn("second factor", chief.get("/operator").text)
        answer = chief.form("/moderation", action="close", name="Victim-two")
        self.assertEqual(answer.status, 403)
        self.assertEqual(victim.get("/api/me").json["kind"], "account")
        thief, answer = self.log_in(name)  # knows the password
        self.expect(answer, 200)
        device = self.add_passkey(chief)
        self.assertEqual(self.seen(chief), [200, 200])
        self.assertEqual(self.seen(thief), [303, 303])  # logged out
        self.expect(self.log_in(name)[1], 403, "forbidden")
        stranger = Person(self.server)
        made = self.expect(stranger.post("/api/login/passkey/begin"), 200).json
        self.expect(stranger.post("/api/login/passkey", **device.answer(made["challenge"])), 200)
        self.assertEqual(self.seen(stranger), [200, 200])

    def test_codes(self):
        chief = account(self.server, "Codes-two")
        self.done("entrust", "Codes-two")
        made = self.expect(chief.post("/api/second-factor/begin", password=PASSWORD), 200).json
        self.assertEqual(self.seen(chief), [403, 403])  # started, but not switched on
        step = int(time.time()) // 30
        code = code_of(made["secret"], step)
        self.expect(chief.post("/api/second-factor/confirm", code=code), 200)
        self.assertEqual(self.seen(chief), [200, 200])
        self.expect(self.log_in("Codes-two")[1], 403, "code_needed")
        again, answer = self.log_in("Codes-two", code=code_of(made["secret"], step + 1))
        self.expect(answer, 200)
        self.assertEqual(self.seen(again), [200, 200])

    def test_sessions_from_before_the_office(self):
        plain = account(self.server, "Later-two")
        self.add_passkey(plain)
        thief, answer = self.log_in("Later-two")  # no office yet: the password is enough
        self.expect(answer, 200)
        self.done("appoint", "Later-two")
        self.assertEqual((self.seen(plain), self.seen(thief)), ([303, 303], [303, 303]))
        self.expect(self.log_in("Later-two")[1], 403, "forbidden")


class InTheBrowser(Case):
    """The page /moderation."""

    def act(self, person, status, **fields):
        answer = person.form("/moderation", **fields)
        self.assertEqual(answer.status, status, answer.text)
        return answer

    def test_rights(self):
        plain, chief = account(self.server, "Plain"), account(self.server, "Chief")
        warden, other = account(self.server, "Warden"), account(self.server, "Warden2")
        stranger = Person(self.server).get("/moderation")
        self.assertEqual(stranger.headers["Location"], "/login?next=/moderation")
        self.assertEqual(plain.get("/moderation").status, 403)
        self.assertNotIn("/moderation", plain.get("/about").text)
        self.act(plain, 403, action="mute", name="Warden")
        for name in ("Warden", "Warden2"):
            self.done("appoint", name)
        self.done("entrust", "Chief")
        self.assertRegex(self.done("list"), r"Chief +operator\n.*\n?Warden +moderator")
        self.assertEqual(warden.get("/moderation").status, 200)
        self.assertIn('href="/moderation"', warden.get("/about").text)
        self.assertNotIn('href="/operator"', warden.get("/about").text)
        # Offices are given on the machine only; moderators decide nothing about each other.
        for action in ("appoint", "entrust", "dismiss", "praise"):
            self.act(warden, 400, action=action, name="Plain")
        self.act(warden, 403, action="mute", name="Warden2")
        self.act(warden, 403, action="close", name="Chief")
        self.assertEqual(other.get("/moderation").status, 200)
        self.act(chief, 303, action="mute", name="Warden2", reason="quarrels")
        # Another site's form does nothing.
        foreign = warden.ask(
            "POST",
            "/moderation",
            "action=mute&name=Plain",
            {
                "Content-Type": "application/x-www-form-urlencoded",
                "Origin": "https://evil.example",
            },
        )
        self.assertEqual(foreign.status, 403)
        self.assertNotIn("Plain", self.done("list"))
        # Nor does a program with a token.
        token = self.expect(
            warden.post("/api/tokens", name="bot", scopes=["account"], password=PASSWORD), 201
        ).json["token"]
        asked = Person(self.server).get("/moderation", headers={"Authorization": "Bearer " + token})
        self.assertNotEqual(asked.status, 200)
        self.done("dismiss", "Warden")
        self.assertEqual(warden.get("/moderation").status, 403)
        self.refused(("dismiss", "Warden"), 1, "it is so already")

    def test_reports(self):
        rude, friend = account(self.server, "Rude2"), account(self.server, "Friend2")
        warden = account(self.server, "Warden3")
        self.done("appoint", "Warden3")
        self.expect(
            friend.post(
                "/api/people/Rude2/report",
                reason="<b>insults</b>",
                quote="You & me",
                place="/game/x",
            ),
            201,
        )
        page = warden.get("/moderation").text
        for text in ("&lt;b&gt;insults&lt;/b&gt;", "You &amp; me", 'href="/game/x"', "/@/Rude2"):
            self.assertIn(text, page)
        self.assertNotIn("<b>insults", page)
        self.act(warden, 303, action="warn", name="rude2", reason="Be kind.")
        told = rude.get("/api/notices").json["notices"]
        self.assertIn("A moderator warns you: Be kind.", [one["text"] for one in told])
        self.act(warden, 303, action="mute", name="Rude2", reason="again")
        self.assertIn("it is so already", self.act(warden, 409, action="mute", name="Rude2").text)
        self.act(warden, 409, action="mute", name="Nobody")
        number = page.split('name="name" value="')[2].split('"')[0]
        self.act(warden, 303, action="answer", name=number, reason="We have muted them.")
        page = warden.get("/moderation?done=1").text
        self.assertNotIn("insults", page)
        self.assertIn("We have muted them.", page)  # the log
        self.assertIn("Warden3", page)
        log = self.done("log", "Rude2")
        self.assertRegex(log, r"Warden3 +mute +Rude2 +again")
        self.assertRegex(log, r"Warden3 +warn +Rude2 +Be kind\.")
        self.act(warden, 303, action="rename", name="Rude2", to="Tame2", reason="insult")
        self.assertEqual(rude.get("/api/me").json["name"], "Tame2")


class Floods(PlayCase):
    OPTIONS = ("--engines", "0", "--limits", "on")

    def flood(self, warden, limit, name, ask):
        """Asks until it is refused; a moderator sees by whom, and how often."""
        answers = []
        while answers.count(429) < 3:
            answers.append(ask(len(answers)).status)
            self.assertLess(len(answers), 400, "it is not bounded")
        floods = warden.get("/moderation").text.split('id="floods"')[1].split("</table>")[0]
        shown = name if name[0].isdigit() else '<a href="/@/%s">%s</a>' % (name, name)
        self.assertRegex(floods, "%s</th><td>%s</td><td[^>]*>[1-9]" % (shown, limit))
        return answers

    def test_floods(self):
        loud, warden = account(self.server, "Loud3"), account(self.server, "Warden4")
        self.assertEqual(moderate(self.server, "appoint", "Warden4").returncode, 0)
        self.assertNotIn("Loud3", warden.get("/moderation").text)
        person = "/api/people/Warden4/"
        invite = {"to": "Warden4", "variant": "chess"}
        asks = {
            "Reports by one person": lambda i: loud.post(person + "report", reason="again %d" % i),
            "Messages by one person": lambda i: loud.post(person + "messages", text="hello %d" % i),
            "New studies": lambda i: loud.post(
                "/api/studies", name="Study %d" % i, visibility="private", text="1. e4 *"
            ),
        }
        for limit, ask in asks.items():
            self.flood(warden, limit, "Loud3", ask)
        register = {"password": "correct horse battery"}
        made = self.flood(
            warden,
            "New accounts, from one address",
            "127.0.0.1",
            lambda i: Person(self.server).post("/api/register", name="Many-%d" % i, **register),
        )
        self.assertLess(made.count(200), 40)
        asked = [loud.post("/api/invitations", **invite).status for _ in range(60)]
        self.assertLessEqual(asked.count(201), 20)  # at most so many are open at a time
        self.assertLessEqual(set(asked), {201, 409, 429})


class Many(PlayCase):
    """Many accounts of one address together: their own limits are not yet reached. A server for
    each limit, because that of all changes is an address's, too."""

    OPTIONS = ("--engines", "0", "--limits", "on")

    def people(self, suffix):
        warden = account(self.server, "Warden" + suffix)
        self.assertEqual(moderate(self.server, "appoint", "Warden" + suffix).returncode, 0)
        loud = [account(self.server, "Loud%s-%d" % (suffix, index)) for index in range(4)]
        return warden, loud

    def flood(self, warden, people, limit, tries, most, ask):
        """`most`: at once, and so many in a minute."""
        began, accepted = time.monotonic(), 0
        for person in people:
            statuses = [ask(person, str(turn)).status for turn in range(tries)]
            self.assertLessEqual(set(statuses), {201, 429}, limit)
            accepted += statuses.count(201)
        took_min = (time.monotonic() - began) / 60
        self.assertLessEqual(accepted, most[0] + most[1] * took_min + 1, limit)
        floods = warden.get("/moderation").text.split('id="floods"')[1].split("</table>")[0]
        self.assertRegex(floods, "127.0.0.1</th><td>%s</td><td[^>]*>[1-9]" % limit)


class ManyReporters(Many):
    def test_flood(self):
        warden, loud = self.people("5")

        def report(one, word):
            return one.post("/api/people/Warden5/report", reason=word)

        self.flood(warden, loud, "Reports from one address", 10, (20, 2), report)


class OneOfMany(Many):
    def test_own_share(self):
        """Where others have used up the share of the address, a refusal costs nothing."""
        warden, loud = self.people("7")
        *others, quiet = loud

        def report(one):
            return one.post("/api/people/Warden7/report", reason="Noise").status

        for one in others:
            for _ in range(10):
                report(one)
        self.assertIn(429, [report(quiet) for _ in range(15)])
        floods = warden.get("/moderation").text.split('id="floods"')[1].split("</table>")[0]
        self.assertIn("127.0.0.1</th><td>Reports from one address", floods)
        self.assertNotIn("Loud7-3", floods)


class ManyInviters(Many):
    def test_flood(self):
        warden, loud = self.people("6")

        def invite(one, word):
            return one.post("/api/invitations", to="Warden6", variant="chess", message=word)

        self.flood(warden, loud, "Invitations from one address", 15, (40, 4), invite)
        # Invitations to tournaments count, too.
        cup = self.expect(warden.post("/api/tournaments", **cup_case.setup()), 201).json["id"]
        path = "/api/tournaments/%s/invite" % cup
        self.assertIn(429, [warden.post(path, player="Loud6-0").status for _ in range(15)])


class Alone(unittest.TestCase):
    def test_no_server_runs(self):
        server = Server("--engines", "0").start()
        account(server, "Quiet")
        server.kill()  # leaves its socket behind
        run = moderate(server, "close", "Quiet", "--reason", "asked for it")
        self.assertEqual(run.returncode, 0, run)
        self.assertIn("no server is running", run.stdout)
        server.start()
        answer = Person(server).post("/api/login", name="Quiet", password=PASSWORD)
        self.assertEqual(answer.status, 403)
        self.assertIn("asked for it", moderate(server, "log").stdout)
        self.assertEqual(moderate(server, "restore", "Quiet").stdout, "done\n")
        server.close()

    def test_no_database(self):
        server = Server("--engines", "0")
        run = moderate(server, "list")
        self.assertEqual(run.returncode, 1)
        self.assertIn("no database", run.stderr)


main(__name__)
