#!/usr/bin/env python3
"""usage: archive.py APOTHECARY

Imports games into a server's archive by command: what is added, what is reported, and resuming
after a stop."""
import os
import subprocess
import sys
import tempfile
import unittest

COMMAND = ""
PGN = """[White "Ann"]
[Black "Ben"]
[Date "1972.07.11"]
[Variant "chess"]
[Result "1-0"]

1. e4 e5 2. Nf3 1-0

[Variant "chess"]
[Result "1-0"]

1. e4 e5 2. Ke3 1-0
"""


class ArchiveCommand(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory(prefix="apo-archive-")
        self.data = os.path.join(self.home.name, "data")
        self.file = os.path.join(self.home.name, "games.pgn")
        with open(self.file, "w") as out:
            out.write(PGN)

    def tearDown(self):
        self.home.cleanup()

    def serve_once(self):
        """Makes the database."""
        with subprocess.Popen(
            [
                COMMAND,
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--engines",
                "0",
                "--quiet",
                "--data",
                self.data,
            ],
            stdout=subprocess.PIPE,
        ) as server:
            server.stdout.readline()
            server.terminate()

    def run_it(self, *arguments):
        return subprocess.run(
            [COMMAND, "archive", *arguments], capture_output=True, text=True, timeout=300
        )

    def test_games_are_added_once_and_faults_told(self):
        self.serve_once()
        done = self.run_it("import", self.data, self.file)
        self.assertEqual(done.stdout, "1 added, 0 there already, 1 left out\n", done.stderr)
        self.assertIn("games.pgn:12: game 2: ", done.stderr)
        self.assertEqual(done.returncode, 1)
        again = self.run_it("import", self.data, self.file, self.file)
        self.assertEqual(again.stdout, "0 added, 2 there already, 2 left out\n")

    def test_a_list_that_does_not_say_what_it_is(self):
        self.serve_once()
        with open(self.file, "w") as out:
            out.write("1. P e2-e4\n1... p e7-e5\n1-0\n")
        wrong = self.run_it("import", self.data, self.file)
        self.assertIn("the game is not named", wrong.stderr)
        done = self.run_it("import", self.data, self.file, "--variant", "chess")
        self.assertEqual(done.stdout, "1 added, 0 there already, 0 left out\n", done.stderr)
        self.assertEqual(done.returncode, 0)

    def test_a_folder_of_logs(self):
        """With headers, comments, offers and a resignation, as Game Courier's logs have them."""
        self.serve_once()
        folder = os.path.join(self.data, "logs", "2009")
        os.makedirs(folder)
        for i in range(3):
            with open(os.path.join(folder, "log%d.txt" % i), "w") as out:
                out.write(
                    "Game: Chess\nPlayer 1: Ann\nPlayer 2: Ben %d\n\n"
                    "1. P e2-e4 // my favourite\n1... p e7-e5\noffer draw\n2. resign. Thanks!\n" % i
                )
        done = self.run_it("import", self.data, os.path.dirname(folder))
        self.assertEqual(done.stdout, "3 added, 0 there already, 0 left out\n", done.stderr)
        self.assertEqual(done.returncode, 0)

    def test_what_is_missing_is_said(self):
        self.assertIn("has no server data", self.run_it("import", self.data, self.file).stderr)
        self.serve_once()
        self.assertIn("No such file", self.run_it("import", self.data, "/nonexistent").stderr)
        self.assertEqual(self.run_it("export", self.data, self.file).returncode, 2)


if __name__ == "__main__":
    COMMAND = sys.argv.pop(1)
    unittest.main()
