#!/usr/bin/env python3
"""Moderation by command, while the server runs and while it does not; and its log."""
import os
import socket
import stat
import subprocess
import unittest

import play_case
from play_case import WAIT_S, Person, PlayCase, Server, account, main

PASSWORD = "correct horse battery"


def moderate(server, *words):
    return subprocess.run(
        [play_case.COMMAND, "moderate", *words, "--data", server.folder],
        capture_output=True,
        text=True,
        timeout=WAIT_S,
    )


class Moderation(PlayCase):
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
