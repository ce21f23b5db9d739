#!/usr/bin/env python3
"""What happens to the files of the data folder: deleted, replaced or damaged under the server or
before its start, read by others, outgrown by their log."""
import base64
import hashlib
import hmac
import os
import shutil
import struct
import subprocess
import tempfile
import time
import unittest

import play_case
from play_case import Person, PlayCase, Server, account, main

PASSWORD = "correct horse battery"


def run(*arguments):
    return subprocess.run(
        [play_case.COMMAND, *arguments], capture_output=True, text=True, timeout=play_case.WAIT_S
    )


def code_of(secret, step):
    """RFC 6238."""
    digest = hmac.new(base64.b32decode(secret), struct.pack(">Q", step), hashlib.sha1).digest()
    at = digest[-1] & 15
    return "%06d" % ((struct.unpack(">I", digest[at : at + 4])[0] & 0x7FFFFFFF) % 1000000)


class Files(unittest.TestCase):
    def setUp(self):
        self.server = Server("--engines", "0").start()
        self.is_running = True

    def tearDown(self):
        if self.is_running:
            self.server.close()

    def path(self, name):
        return os.path.join(self.server.folder, name)

    def refuses(self):
        """No change is acknowledged, and the server says that it is not well."""
        person = Person(self.server)
        answer = person.post(
            "/api/games",
            variant="chess",
            start={"number": 1},
            color="white",
            opponent={"kind": "link"},
            clock={"kind": "none"},
        )
        self.assertEqual((answer.status, answer.json["error"]), (503, "storage"), answer.text)
        self.assertEqual(person.get("/healthz").status, 503)

    def works(self):
        person = Person(self.server)
        self.assertEqual(person.get("/healthz").status, 200)
        person.make("chess")

    def test_deleted(self):
        for name in ("apothecary.db", "apothecary.db-wal", "apothecary.db.lock"):
            self.works()
            os.rename(self.path(name), self.path("away"))
            self.assertEqual(Person(self.server).get("/healthz").status, 503)
            self.refuses()
            os.rename(self.path("away"), self.path(name))
            self.works()

    def test_replaced(self):
        person = Person(self.server)
        id, _ = person.make("chess")
        shutil.copy(self.path("apothecary.db"), self.path("copy"))
        os.rename(self.path("apothecary.db"), self.path("before"))
        os.rename(self.path("copy"), self.path("apothecary.db"))
        self.refuses()
        # What was acknowledged can still be read.
        self.assertEqual(person.get("/api/games/" + id).status, 200)
        os.rename(self.path("before"), self.path("apothecary.db"))
        self.works()

    def test_folder_moved(self):
        os.rename(self.server.folder, self.server.folder + "-moved")
        try:
            self.refuses()
        finally:
            os.rename(self.server.folder + "-moved", self.server.folder)
        self.works()

    def test_only_for_its_owner(self):
        copy = self.path("copy.db")
        self.assertEqual(run("backup", copy, "--data", self.server.folder).returncode, 0)
        names = (
            "apothecary.db",
            "apothecary.db-wal",
            "apothecary.db-shm",
            "apothecary.db.lock",
            "key",
            "copy.db",
            "copy.db.key",
        )
        for name in names:
            self.assertEqual(os.stat(self.path(name)).st_mode & 0o077, 0, name)

    def test_nothing_else_is_written(self):
        """What the log says stands in no file of the folder but the one that the test directs it
        to."""
        account(self.server, "Logged", PASSWORD).make("chess")
        self.server.stop()
        self.is_running = False
        names = {os.path.basename(name) for name in os.listdir(self.server.folder)}
        self.assertIn("log", names)
        self.assertIn('"event":"request"', self.server.read_log())
        usual = {"apothecary.db", "apothecary.db-wal", "apothecary.db-shm", "apothecary.db.lock"}
        self.assertLessEqual(names, usual | {"key", "log", "control"})
        for name in names - {"log", "control"}:
            with open(self.path(name), "rb") as file:
                self.assertNotIn(b'"event":"request"', file.read(), name)

    def test_no_secrets_and_people_to_begin_with(self):
        """Two new servers have different keys, and nobody is known to them."""
        other = Server("--engines", "0").start()
        self.addCleanup(other.close)
        keys = []
        for server in (self.server, other):
            with open(os.path.join(server.folder, "key"), "rb") as file:
                keys.append(file.read())
            for name in ("admin", "root", "operator", "apothecary", "test", "guest"):
                for password in ("", name, "password", "admin", "changeme"):
                    answer = Person(server).post("/api/login", name=name, password=password)
                    self.assertIn(answer.status, (400, 403, 422), name)
        self.assertEqual([len(key) for key in keys], [32, 32])
        self.assertNotEqual(*keys)

    def test_old_files_are_closed(self):
        self.server.stop()
        self.is_running = False
        os.chmod(self.path("apothecary.db"), 0o644)
        self.server.start()
        self.is_running = True
        self.assertEqual(os.stat(self.path("apothecary.db")).st_mode & 0o007, 0)

    def fails_to_start(self):
        """Gives what it says."""
        done = run("serve", "--listen", "127.0.0.1:0", "--data", self.server.folder)
        self.assertEqual(done.returncode, 1, done.stderr)
        return done.stderr

    def test_key(self):
        person = account(self.server, "holder", PASSWORD)
        secret = person.post("/api/second-factor/begin", password=PASSWORD).json["secret"]
        code = code_of(secret, int(time.time()) // 30)
        answer = person.post("/api/second-factor/confirm", code=code)
        self.assertEqual(answer.status, 200, answer.text)
        copy = self.path("copy.db")
        self.assertEqual(run("backup", copy, "--data", self.server.folder).returncode, 0)
        self.assertIn("another server", run("restore", copy, "--data", self.server.folder).stderr)
        self.server.stop()
        self.is_running = False
        with open(self.path("key"), "rb") as file:
            key = file.read()
        for damaged in (b"", key[:31], key + b"x", b"\0" * 32):
            with open(self.path("key"), "wb") as file:
                file.write(damaged)
            self.assertIn("damaged", self.fails_to_start())
            with open(self.path("key"), "rb") as file:
                self.assertEqual(file.read(), damaged)
        with open(self.path("key"), "wb") as file:
            file.write(os.urandom(32))
        self.assertIn("--new-key", self.fails_to_start())
        os.remove(self.path("key"))
        self.assertIn("missing", self.fails_to_start())
        self.assertFalse(os.path.exists(self.path("key")))

        # A new machine, with nothing but the backup.
        with tempfile.TemporaryDirectory(dir=play_case.fast_folder()) as other:
            done = run("restore", copy, "--data", other)
            self.assertEqual(done.returncode, 0, done.stderr)
            again = Server("--engines", "0", folder=other).start()
            try:
                person = Person(again)
                login = {"name": "holder", "password": PASSWORD}
                self.assertEqual(person.post("/api/login", **login).json["error"], "code_needed")
                later = code_of(secret, int(time.time()) // 30 + 1)
                self.assertEqual(person.post("/api/login", code=later, **login).status, 200)
            finally:
                again.close()

        # Or without the key, for those who have lost it.
        self.server.options += ("--new-key",)
        self.server.start()
        self.is_running = True
        self.works()


class KeptElsewhere(unittest.TestCase):
    """The server's key is a secrets manager's, which gives it as a file."""

    def setUp(self):
        vault = tempfile.TemporaryDirectory(prefix="apo-vault-", dir=play_case.fast_folder())
        self.addCleanup(vault.cleanup)
        self.vault = vault.name
        self.server = Server("--engines", "0")
        self.addCleanup(self.server.close)
        self.addCleanup(os.environ.pop, "CREDENTIALS_DIRECTORY", None)

    def keep(self, name, key=None):
        """A key in the vault; the path of its file."""
        path = os.path.join(self.vault, name)
        with open(path, "wb") as file:
            file.write(os.urandom(32) if key is None else key)
        os.chmod(path, 0o400)
        return path

    def start(self, *options):
        self.server.options = ("--engines", "0", "--quick-passwords", *options)
        self.server.start()

    def make_holder(self):
        """Somebody with a second factor; its secret."""
        person = account(self.server, "holder", PASSWORD)
        secret = person.post("/api/second-factor/begin", password=PASSWORD).json["secret"]
        self.step = int(time.time()) // 30 - 1
        answer = person.post("/api/second-factor/confirm", code=code_of(secret, self.step))
        self.assertEqual(answer.status, 200, answer.text)
        return secret

    def logs_in(self, secret):
        self.step = max(self.step + 1, int(time.time()) // 30 - 1)
        answer = Person(self.server).post(
            "/api/login", name="holder", password=PASSWORD, code=code_of(secret, self.step)
        )
        return answer.status == 200

    def refused(self, *options):
        folder = self.server.folder
        done = run("serve", "--listen", "127.0.0.1:0", "--data", folder, *options)
        self.assertNotEqual(done.returncode, 0)
        return done.stderr

    def test_only_read(self):
        """Neither the folder nor a backup nor a replica gets the key; without it, or with a
        damaged one or another's, the server does not start."""
        path = self.keep("key")
        copy, replica = self.vault + "/copy.db", self.vault + "/replica"
        self.start("--key-file", path, "--replica", replica)
        secret = self.make_holder()
        done = run("backup", copy, "--data", self.server.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("the copy has no key", done.stderr)
        self.server.stop()
        with open(path, "rb") as file:
            key = file.read()
        for folder, _, names in os.walk(self.vault):
            for name in names:
                if os.path.join(folder, name) != path:
                    with open(os.path.join(folder, name), "rb") as file:
                        self.assertNotIn(key, file.read(), name)
        self.assertNotIn("key", os.listdir(self.server.folder))
        self.assertIn("there is no key in", self.refused("--key-file", self.vault + "/no"))
        for bad in (b"", key[:31], key + b"x", b"\0" * 32):
            os.chmod(self.keep("bad", bad), 0o600)
            self.assertIn("not 32 random bytes", self.refused("--key-file", self.vault + "/bad"))
        other = self.keep("other")
        self.assertIn("of --key-file belongs to another", self.refused("--key-file", other))
        self.assertIn('file "key" is missing', self.refused())
        self.assertIn("needs --key-file", self.refused("--old-key-file", other))

        # A new machine, with the backup and the vault.
        with tempfile.TemporaryDirectory(dir=play_case.fast_folder()) as folder:
            done = run("restore", copy, "--data", folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            first, self.server = self.server, Server(folder=folder)
            self.start("--key-file", path)
            self.assertTrue(self.logs_in(secret))
            self.server.close()
            self.server = first

    def test_moves_into_the_vault_and_changes_there(self):
        self.start()
        secret = self.make_holder()
        self.server.stop()
        one, two = self.keep("one"), self.keep("two")
        self.assertIn("belongs to another", self.refused("--key-file", one))
        self.start("--key-file", one, "--change-key")
        self.assertTrue(self.logs_in(secret))
        self.server.stop()
        os.remove(os.path.join(self.server.folder, "key"))
        # What is changed already needs no old key, so it may be said again.
        self.start("--key-file", one, "--change-key")
        self.server.stop()
        wrong = self.keep("wrong")
        self.assertIn("there is no key in", self.refused("--key-file", two, "--change-key"))
        said = self.refused("--key-file", two, "--change-key", "--old-key-file", wrong)
        self.assertIn("the old key belongs to another database, too", said)
        self.start("--key-file", two, "--change-key", "--old-key-file", one)
        self.server.stop()
        self.assertIn("belongs to another", self.refused("--key-file", one))
        self.start("--key-file", two)
        self.assertTrue(self.logs_in(secret))
        self.server.stop()
        # Whose vault is lost.
        self.start("--key-file", wrong, "--new-key")
        self.assertFalse(self.logs_in(secret))

    def test_systemd(self):
        """As LoadCredentialEncrypted= gives it."""
        self.keep("apothecary.key")
        os.environ["CREDENTIALS_DIRECTORY"] = self.vault
        self.start()
        secret = self.make_holder()
        self.server.stop()
        self.assertNotIn("key", os.listdir(self.server.folder))
        os.rename(self.vault + "/apothecary.key", self.vault + "/apothecary.old-key")
        self.keep("apothecary.key")
        self.assertIn("belongs to another", self.refused())
        self.start("--change-key")
        self.assertTrue(self.logs_in(secret))


class Log(PlayCase):
    """The write-ahead log of the database stays short, whatever clients do."""

    def test_slow_export(self):
        owner = account(self.server, "collector")
        wal = os.path.join(self.server.folder, "apothecary.db-wal")

        def fill(word):
            games = "".join(
                '[Variant "chess"]\n[White "%s %d"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n'
                % (word, i)
                for i in range(900)
            )
            answer = self.expect(owner.post("/api/archive/import", text=games), 200)
            self.assertEqual(answer.json["added"], 900)

        fill("before")
        # Its reader reads nothing. The answer has begun, so the export has been read or is being.
        slow = play_case.socket.create_connection(("127.0.0.1", self.server.port))
        slow.setsockopt(play_case.socket.SOL_SOCKET, play_case.socket.SO_RCVBUF, 4096)
        slow.sendall(
            (
                "GET /api/account/export HTTP/1.1\r\nHost: test\r\nCookie: apo_session=%s\r\n"
                "\r\n" % owner.cookie
            ).encode()
        )
        self.assertTrue(slow.recv(100).startswith(b"HTTP/1.1 200"))
        sizes = []
        for round in range(6):
            fill("round %d" % round)
            sizes.append(os.path.getsize(wal))
        self.assertLess(max(sizes), 64 << 20)
        # After a long reader, too, it becomes short again.
        self.assertLess(sizes[-1], 24 << 20, sizes)
        slow.close()


main(__name__)
