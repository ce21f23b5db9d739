#!/usr/bin/env python3
"""Bots: `apothecary bot` and the Python example, on our server."""
import os
import subprocess
import sys
import time

import play_case
from play_case import WAIT_S, Person, PlayCase, main

DAYS = {"kind": "days", "days": 3}
count = 0


class Bots(PlayCase):
    def setUp(self):
        self.processes = []
        self.addCleanup(self.end_all)

    def end_all(self):
        for process in self.processes:
            process.terminate()
            process.wait(WAIT_S)

    def account(self, *scopes):
        """An account whose token is in a file."""
        global count
        count += 1
        person = Person(self.server)
        person.name = "Bot-%d_%d" % (os.getpid() % 9999, count)
        self.expect(person.post("/api/register", name=person.name, password="correct horse"), 200)
        made = self.expect(
            person.post("/api/tokens", name="bot", scopes=list(scopes), password="correct horse"),
            201,
        ).json
        person.file = os.path.join(self.server.folder, person.name)
        with open(person.file, "w", encoding="ascii") as file:
            file.write(made["token"] + "\n")
        return person

    def bot_command(self, person, *options):
        return [
            play_case.COMMAND,
            "bot",
            "--server",
            self.server.origin,
            "--token-file",
            person.file,
            "--every",
            "0",
            *options,
        ]

    def start(self, command):
        with open(os.path.join(self.server.folder, "bots"), "ab") as log:
            # Not by a proxy of the machine's, which would not find this server.
            process = subprocess.Popen(
                command, stdout=log, stderr=log, env={**os.environ, "no_proxy": "127.0.0.1"}
            )
        self.processes.append(process)
        return process

    def start_bot(self, person, *options):
        return self.start(self.bot_command(person, *options))

    def read_bots(self):
        with open(os.path.join(self.server.folder, "bots"), encoding="utf-8") as log:
            return log.read()[-3000:]

    def wait_until(self, holds):
        until = time.monotonic() + WAIT_S
        while not holds():
            self.assertLess(time.monotonic(), until, self.read_bots())
            time.sleep(0.1)

    def test_two_bots(self):
        one, two = (self.account("read", "play", "invite") for _ in range(2))
        id, secret = one.make(variant="chess")
        self.expect(two.post("/api/games/%s/join" % id, secret=secret), 200)
        for person in (one, two):
            self.start_bot(person, "--level", "1", "--invitations", "leave")
        self.wait_until(lambda: one.game(id)["ply"] >= 12 or one.game(id)["status"] != "playing")

    def test_all_its_games(self):
        """Games of several kinds at once; the server is killed and comes back meanwhile."""
        bot, person = self.account("read", "play", "invite"), self.account("read")
        ids = []
        for variant in ["alert", "classic", "prequel"]:
            id, secret = person.make(variant=variant, color="black", clock=DAYS)
            self.expect(bot.post("/api/games/%s/join" % id, secret=secret), 200)
            ids.append(id)
        self.server.kill()
        process = self.start_bot(bot, "--level", "1", "--invitations", "leave")
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        self.server.start()
        self.wait_until(lambda: {person.game(id)["ply"] for id in ids} == {1})

    def test_invitations_and_lobby(self):
        bot, person = self.account("read", "play", "invite"), self.account("read")
        setups = [
            {"to": bot.name, "variant": variant, "clock": DAYS, "color": "black"}
            for variant in ["chess", "modern"]
        ]
        chess, modern = [
            self.expect(person.post("/api/invitations", **setup), 201).json["id"]
            for setup in setups
        ]
        id, _ = person.make(variant="chess", opponent="open", color="black")
        self.start_bot(bot, "--level", "1", "--variants", "chess,alert", "--join")

        def fate(invitation):
            return person.get("/api/invitations/" + invitation).json

        self.wait_until(
            lambda: fate(modern)["fate"] == "declined" and fate(chess)["fate"] == "accepted"
        )
        self.wait_until(
            lambda: person.game(id)["ply"] == 1 and person.game(fate(chess)["game"])["ply"] == 1
        )

    def test_a_token_without_scope(self):
        bot = self.account("play")
        run = subprocess.run(self.bot_command(bot), capture_output=True, text=True, timeout=WAIT_S)
        self.assertEqual(run.returncode, 1)
        self.assertIn("read", run.stderr)
        with open(bot.file, "w", encoding="ascii") as file:
            file.write("apo_nothing")
        run = subprocess.run(self.bot_command(bot), capture_output=True, text=True, timeout=WAIT_S)
        self.assertEqual(run.returncode, 1)
        self.assertIn("token is unknown", run.stderr)
        self.assertNotIn("apo_nothing", run.stderr + self.server.read_log())

    def test_wrong_calls(self):
        bot = self.account("read")
        for options in [["--server", "x"], ["--level", "9"], ["--every", "-1"]]:
            run = subprocess.run(
                self.bot_command(bot) + options, capture_output=True, timeout=WAIT_S
            )
            self.assertEqual(run.returncode, 2, options)
        run = subprocess.run(
            [play_case.COMMAND, "bot", "--server", self.server.origin, "--token-file", "/nowhere"],
            capture_output=True,
            timeout=WAIT_S,
        )
        self.assertEqual(run.returncode, 1)

    def test_example(self):
        """The example knows no rules, and plays all games by the moves that the server lists."""
        bot, person = self.account("read", "play", "invite"), self.account("read")
        self.start([sys.executable, "examples/bot.py", self.server.origin, bot.file])
        for variant in ("chess", "alert", "modern", "classic", "apothecary2", "prequel"):
            answer = self.expect(
                person.post(
                    "/api/invitations", to=bot.name, variant=variant, clock=DAYS, color="black"
                ),
                201,
            )

            def game():
                return person.get("/api/invitations/" + answer.json["id"]).json["game"]

            self.wait_until(game)
            self.wait_until(lambda: person.game(game())["ply"] == 1)
            # Its second move is an answer to ours; the time it takes is the last one's.
            move = person.game(game())["legal_moves"][0]
            self.expect(person.post("/api/games/%s/moves" % game(), ply=1, move=move), 200)
            self.wait_until(lambda: person.game(game())["ply"] == 3)
            took = person.game(game())["moves"][2]["spent_ms"]
            print("%s: the bot answered in %d ms" % (variant, took))


main(__name__)
