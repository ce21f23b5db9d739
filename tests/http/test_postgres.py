#!/usr/bin/env python3
"""A server with its data in PostgreSQL: a game goes on after either of them is killed, and what was
acknowledged is there, once.

Skipped (77) where PostgreSQL is not installed, or the program was built without it.
"""
import os
import subprocess
import sys
import tempfile
import unittest

import play_case
from play_case import Server, Stubborn, main

MOVES = "g1f3 g8f6 f3g1 f6g8 e2e4 e7e5 b1c3 b8c6".split()


def cluster(act, *folders):
    done = subprocess.run(
        ["scripts/cluster", act, *folders], stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout.strip()


def serve(*options):
    """What a server that refuses to start says."""
    done = subprocess.run(
        [play_case.COMMAND, "serve", "--listen", "127.0.0.1:0", *options],
        capture_output=True,
        text=True,
        timeout=play_case.WAIT_S,
    )
    return done.stderr


class Postgres(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory(prefix="apo-postgres-")
        self.folder = self.home.name
        self.url = cluster("start", self.folder)
        self.server = Server("--engines", "0", "--store", self.url).start()

    def tearDown(self):
        self.server.close()
        cluster("stop", self.folder)
        self.home.cleanup()

    def count(self, query):
        done = subprocess.run(
            ["psql", "-qtAc", query, self.url], capture_output=True, text=True, check=True
        )
        return int(done.stdout)

    def test_first_problems(self):
        """A server that begins adds its problems without a question for each: while it asks, the
        servers beside it would take it for dead."""
        play_case.eventually(
            lambda: self.count("SELECT count(*) FROM problem") > 2000, "the problems are there"
        )
        self.server.stop()
        asked = self.count("SELECT xact_commit FROM pg_stat_database WHERE datname = 'apothecary'")
        self.assertLess(asked, 1500)

    def kill_database(self):
        cluster("kill", self.folder)
        cluster("start", self.folder)

    def kill_server(self):
        self.server.kill()
        self.server.start()

    def test_kills(self):
        people = [Stubborn(self.server), Stubborn(self.server)]
        id, secret = people[0].make()
        self.assertEqual(people[1].post("/api/games/%s/join" % id, secret=secret).status, 200)
        kills = {2: [self.kill_database], 4: [self.kill_server]}
        kills[6] = kills[2] + kills[4]
        for ply, move in enumerate(MOVES):
            for kill in kills.get(ply, []):
                kill()
            answer = people[ply % 2].move(id, ply, move)
            self.assertEqual(answer.status, 200, answer.text)
        self.kill_server()
        played = [move["text"] for move in people[0].game(id)["moves"]]
        self.assertEqual(played, MOVES)

    def command(self, *arguments):
        done = subprocess.run(
            [play_case.COMMAND, *arguments],
            capture_output=True,
            text=True,
            timeout=play_case.WAIT_S,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def second_database(self, name):
        """A new one; its URL."""
        subprocess.run(["psql", "-qc", "CREATE DATABASE " + name, self.url], check=True)
        return self.url.replace("///apothecary?", "///%s?" % name)

    def test_commands(self):
        """Backups while the server runs, by us and by PostgreSQL's programs, and what else takes a
        store."""
        person = Stubborn(self.server)
        id, secret = person.make()
        self.assertEqual(
            Stubborn(self.server).post("/api/games/%s/join" % id, secret=secret).status, 200
        )
        self.assertEqual(person.move(id, 0, MOVES[0]).status, 200)
        data = self.server.folder
        account = person.post("/api/register", name="Grumpy", password="correct horse")
        self.assertEqual(account.status, 200, account.text)
        where = ["--store", self.url, "--data", data]
        self.assertEqual(self.command("moderate", "mute", "Grumpy", *where), "done\n")
        with tempfile.TemporaryDirectory() as safe:
            copy, dump = os.path.join(safe, "copy.db"), os.path.join(safe, "dump")
            self.command("backup", copy, *where)
            self.assertEqual(sorted(os.listdir(safe)), ["copy.db", "copy.db.key"])
            subprocess.run(["pg_dump", "--format=custom", "--file", dump, self.url], check=True)
            self.server.kill()
            first, second = self.second_database("first"), self.second_database("second")
            self.command("restore", copy, "--store", first, "--data", data)
            restore = ["pg_restore", "--exit-on-error", "--no-owner", "--dbname", second, dump]
            subprocess.run(restore, check=True)
        game = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'
        for url in (first, second):
            listed = self.command("moderate", "list", "--store", url)
            self.assertIn("Grumpy", listed)
            pgn = os.path.join(self.folder, "game.pgn")
            with open(pgn, "w", encoding="utf-8") as stream:
                stream.write(game)
            added = self.command("archive", "import", url, pgn, "--variant", "chess")
            self.assertTrue(added.startswith("1 added"), added)
            self.server.options = ("--engines", "0", "--store", url)
            self.server.start()
            played = [move["text"] for move in person.game(id)["moves"]]
            self.assertEqual(played, MOVES[:1])
            if url == first:
                self.server.kill()

    def test_refusals(self):
        with tempfile.TemporaryDirectory() as data:
            said = serve("--data", data, "--store", self.url)
            self.assertIn("another server is using this database", said)
            said = serve("--data", data, "--store", "mysql://here")
            self.assertIn("--store is a URL like postgresql://", said)
            self.server.kill()
            folder = self.server.folder
            said = serve("--data", folder, "--store", self.url, "--replica", data + "/replica")
            self.server.start()
            self.assertIn("only a database of SQLite has a replica", said)


def is_missing():
    """Says why there is nothing to test."""
    if subprocess.run(["scripts/cluster", "has"]).returncode != 0:
        return True
    with tempfile.TemporaryDirectory() as data:
        said = serve("--data", data, "--store", "postgresql:///?host=/nowhere")
    if "built without" in said:
        print("skipped: the program was built without PostgreSQL", file=sys.stderr)
    return "built without" in said


if __name__ == "__main__":
    play_case.COMMAND = sys.argv[2]
    if is_missing():
        sys.exit(77)
main(__name__)
