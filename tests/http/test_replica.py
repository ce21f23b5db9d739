#!/usr/bin/env python3
"""A server whose disk is lost continues from its replica, with the games, the accounts and the
key."""
import os
import shutil
import subprocess
import tempfile
import time
import unittest

import play_case
from play_case import Person, Server, account, main

PASSWORD = "correct horse battery"
GAUGE = "apothecary_replica_waiting_bytes "


def restore(*arguments):
    return subprocess.run(
        [play_case.COMMAND, "restore", *arguments],
        capture_output=True,
        text=True,
        timeout=play_case.WAIT_S,
    )


class Replica(unittest.TestCase):
    def setUp(self):
        self.other_disk = tempfile.TemporaryDirectory(prefix="apo-replica-")
        self.replica = os.path.join(self.other_disk.name, "replica")
        self.server = Server("--engines", "0", "--replica", self.replica).start()

    def tearDown(self):
        self.server.close()
        self.other_disk.cleanup()

    def waiting(self):
        lines = Person(self.server).get("/metrics").text.splitlines()
        return [int(line[len(GAUGE) :]) for line in lines if line.startswith(GAUGE)][0]

    def wait_for_replica(self):
        end = time.monotonic() + play_case.WAIT_S
        while self.waiting() != 0:
            self.assertLess(time.monotonic(), end, "the replica does not catch up")
            time.sleep(0.05)

    def lose_disk(self):
        self.server.kill()
        for name in os.listdir(self.server.folder):
            if name != "log":
                os.remove(os.path.join(self.server.folder, name))

    def test_lost_disk(self):
        anna = account(self.server, "anna", PASSWORD)
        id, _ = anna.make("chess")
        self.wait_for_replica()
        with open(os.path.join(self.server.folder, "key"), "rb") as file:
            key = file.read()
        self.lose_disk()
        # On a new disk not even the data folder is there.
        new = os.path.join(self.server.folder, "new")
        done = restore("--replica", self.replica, "--data", new)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(os.stat(new).st_mode & 0o777, 0o700)
        self.assertEqual(sorted(os.listdir(new))[0], "apothecary.db")
        with open(os.path.join(new, "key"), "rb") as file:
            self.assertEqual(file.read(), key)
        done = restore("--replica", self.replica, "--data", self.server.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("as it was at 20", done.stdout)
        self.server.start()
        self.assertEqual(anna.get("/api/games/" + id).status, 200)
        with open(os.path.join(self.server.folder, "key"), "rb") as file:
            self.assertEqual(file.read(), key)
        # And the replica goes on.
        anna.make("chess")
        self.wait_for_replica()

    def test_moment(self):
        anna = account(self.server, "anna", PASSWORD)
        early, _ = anna.make("chess")
        self.wait_for_replica()
        time.sleep(1)
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        time.sleep(1.1)
        late, _ = anna.make("chess")
        self.wait_for_replica()
        self.server.kill()
        done = restore("--replica", self.replica, "--at", moment, "--data", self.server.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.server.start()
        self.assertEqual(anna.get("/api/games/" + early).status, 200)
        self.assertEqual(anna.get("/api/games/" + late).status, 404)

    def test_refusals(self):
        data = ["--data", self.server.folder]
        running = restore("--replica", self.replica, *data)
        self.assertEqual(running.returncode, 1)
        self.assertIn("another server", running.stderr)
        for arguments, words in (
            ([], "either FILE or --replica"),
            (["x.db", "--replica", self.replica], "either FILE or --replica"),
            (["x.db", "--at", "2026-11-22T19:40:00Z"], "--at needs --replica"),
            (["--replica", self.replica, "--at", "yesterday"], "like 2026-11-22T19:40:00Z"),
        ):
            done = restore(*arguments, *data)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(words, done.stderr)
        self.wait_for_replica()
        self.server.stop()
        for arguments, words in (
            (["--replica", self.replica, "--at", "2001-01-01T00:00:00Z"], "so far"),
            (["--replica", self.other_disk.name], "there is no replica"),
        ):
            done = restore(*arguments, *data)
            self.assertEqual(done.returncode, 1, arguments)
            self.assertIn(words, done.stderr)
        self.server.start()

    def test_disk_away(self):
        self.wait_for_replica()
        shutil.move(self.replica, self.replica + "-away")
        anna = account(self.server, "anna", PASSWORD)
        self.server.stop()
        with open(self.replica, "wb"):
            pass
        started = subprocess.run(
            [play_case.COMMAND, "serve", "--listen", "127.0.0.1:0"]
            + ["--data", self.server.folder, "--replica", self.replica],
            capture_output=True,
            text=True,
            timeout=play_case.WAIT_S,
        )
        self.assertEqual(started.returncode, 1)
        self.assertIn("the replica: ", started.stderr)
        os.remove(self.replica)
        shutil.move(self.replica + "-away", self.replica)
        self.server.start()
        id, _ = anna.make("chess")
        self.wait_for_replica()
        self.lose_disk()
        done = restore("--replica", self.replica, "--data", self.server.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.server.start()
        self.assertEqual(anna.get("/api/games/" + id).status, 200)


if __name__ == "__main__":
    main(__name__)
