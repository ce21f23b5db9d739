#!/usr/bin/env python3
"""PostgreSQL on another machine: the server refuses to send it anything unless the connection is
encrypted, its certificate is checked, and it has asked who we are.

The other machine is this one: ::ffff:127.0.0.1 leads to it, and is none of its own addresses.
Skipped (77) where PostgreSQL or openssl is not installed, or the program was built without it.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import play_case
from play_case import Server, free_port, main
from test_postgres import cluster, is_missing, serve

# Who is let in, and how.
HBA = """
local   all all          trust
host    all near 127.0.0.1/32 trust
hostssl all trusted all  trust
hostssl all known   all  scram-sha-256
hostssl all shown   all  cert
hostssl all apothecary all scram-sha-256
hostnossl all trusted all trust
"""
ROLES = ("near", "trusted", "known", "shown")


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


class Trust(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory(prefix="apo-postgres-")
        os.chmod(cls.home.name, 0o755)  # PostgreSQL may be another user
        cls.folder = os.path.join(cls.home.name, "cluster")
        cls.port = free_port()
        cls.url = cluster("start", cls.folder)
        cls.make_certificates()
        cls.make_roles()
        cluster("stop", cls.folder)
        data = os.path.join(cls.folder, "data")
        for name in ("server.pem", "server.key", "ca.pem"):
            shutil.copy(os.path.join(cls.home.name, name), data)
            owner = os.stat(data)
            os.chown(os.path.join(data, name), owner.st_uid, owner.st_gid)
            os.chmod(os.path.join(data, name), 0o600)
        with open(os.path.join(data, "pg_hba.conf"), "w", encoding="utf-8") as file:
            file.write(HBA)
        os.environ["CLUSTER_OPTIONS"] = (
            "-c listen_addresses=127.0.0.1 -c port=%d -c ssl=on -c ssl_ca_file=ca.pem"
            " -c ssl_cert_file=server.pem -c ssl_key_file=server.key" % cls.port
        )
        try:
            cluster("start", cls.folder)
        finally:
            del os.environ["CLUSTER_OPTIONS"]

    @classmethod
    def tearDownClass(cls):
        cluster("stop", cls.folder)
        cls.home.cleanup()

    @classmethod
    def make_certificates(cls):
        """An authority, and what it signs: the database "db.test" and the client "shown"."""

        def path(name):
            return os.path.join(cls.home.name, name)

        ca = ["-CA", path("ca.pem"), "-CAkey", path("ca.key"), "-CAcreateserial", "-days", "2"]
        new = ["-newkey", "rsa:2048", "-nodes"]
        openssl("req", "-x509", *new, "-days", "2", "-subj", "/CN=the authority",
                "-keyout", path("ca.key"), "-out", path("ca.pem"))  # fmt: skip
        for name, subject in (("server", "db.test"), ("client", "shown")):
            openssl("req", *new, "-subj", "/CN=" + subject, "-keyout", path(name + ".key"),
                    "-out", path(name + ".csr"))  # fmt: skip
            openssl("x509", "-req", "-in", path(name + ".csr"), *ca, "-out", path(name + ".pem"))
            os.chmod(path(name + ".key"), 0o600)

    @classmethod
    def make_roles(cls):
        said = ["ALTER ROLE apothecary PASSWORD 'of the superuser'"]
        for role in ROLES:
            said.append("CREATE ROLE %s LOGIN PASSWORD 'only for trials'" % role)
            said.append("CREATE DATABASE %s OWNER %s" % (role, role))
        arguments = [part for one in said for part in ("-c", one)]
        subprocess.run(["psql", "-q", cls.url, *arguments], check=True)

    def to_other(self, role, *more, host="db.test", database=None):
        """A URL to the database on the other machine."""
        parts = ("hostaddr=::ffff:127.0.0.1", *more)
        return "postgresql://%s@%s:%d/%s?%s" % (
            role,
            host,
            self.port,
            database or role,
            "&".join(parts),
        )

    def checked(self, *more):
        return (
            "sslmode=verify-full",
            "sslrootcert=%s/ca.pem" % self.home.name,
            *more,
        )

    def refused(self, url):
        with tempfile.TemporaryDirectory() as data:
            return serve("--data", data, "--store", url)

    def works(self, url):
        server = Server("--engines", "0", "--store", url).start()
        try:
            self.assertEqual(play_case.Person(server).get("/healthz").status, 200)
            play_case.Person(server).make("chess")
        finally:
            server.close()

    def test_without_encryption(self):
        for mode in ("disable", "prefer", "require"):
            said = self.refused(self.to_other("trusted", "sslmode=" + mode))
            self.assertIn("must be encrypted: add sslmode=verify-full", said, mode)

    def test_certificate_without_its_name(self):
        root = "sslrootcert=%s/ca.pem" % self.home.name
        said = self.refused(self.to_other("trusted", "sslmode=verify-ca", root))
        self.assertIn("must be encrypted: add sslmode=verify-full", said)
        other = self.to_other("known", *self.checked("password=only%20for%20trials"), host="evil")
        self.assertIn("does not match host name", self.refused(other))

    def test_nobody_asks_who_we_are(self):
        said = self.refused(self.to_other("trusted", *self.checked()))
        self.assertIn("must ask for a password", said)
        # A password that nobody asked for proves nothing.
        url = self.to_other("trusted", *self.checked("password=only%20for%20trials"))
        self.assertIn("must ask for a password", self.refused(url))

    def test_superuser(self):
        url = self.to_other("apothecary", *self.checked("password=of%20the%20superuser"))
        self.assertIn("needs a role of its own", self.refused(url))

    def test_commands_too(self):
        url = self.to_other("trusted", *self.checked())
        with tempfile.TemporaryDirectory() as data:
            done = subprocess.run(
                [play_case.COMMAND, "backup", data + "/copy", "--data", data, "--store", url],
                capture_output=True,
                text=True,
                timeout=play_case.WAIT_S,
            )
        self.assertEqual(done.returncode, 1)
        self.assertIn("must ask for a password", done.stderr)

    def test_password(self):
        self.works(self.to_other("known", *self.checked("password=only%20for%20trials")))

    def test_certificate_of_client(self):
        own = ("sslcert=%s/client.pem" % self.home.name, "sslkey=%s/client.key" % self.home.name)
        self.works(self.to_other("shown", *self.checked(*own)))

    def test_same_machine(self):
        self.works("postgresql://near@127.0.0.1:%d/near?sslmode=disable" % self.port)


if __name__ == "__main__":
    play_case.COMMAND = sys.argv[2]
    if not shutil.which("openssl"):
        print("skipped: openssl is missing (scripts/install-deps installs it)")
        sys.exit(77)
    if is_missing():
        sys.exit(77)
main(__name__)
