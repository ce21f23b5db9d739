#!/usr/bin/env python3
"""Two servers that share a database reach each other through config/haproxy-peers.cfg only: TLS,
with certificates that both sides check. Strangers and impostors learn nothing.

Skipped (77) where PostgreSQL, HAProxy or openssl is not installed, or the program was built without
the first.
"""
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest

import play_case
from play_case import Person, Server, Stubborn, eventually, free_port, main
from test_postgres import cluster, is_missing, serve
from test_several_servers import SHARDS, ask, shard_of

HAPROXY = shutil.which("haproxy", path=os.environ.get("PATH", "") + ":/usr/sbin")
NAMES = ("one", "two")


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


def make_authority(folder, name):
    """Its certificate and its key."""
    paths = [os.path.join(folder, name + end) for end in (".pem", ".key")]
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=" + name,
            "-keyout", paths[1], "-out", paths[0])  # fmt: skip
    return paths


def make_certificate(authority, path, host):
    """Certificate and key for a host, in one file."""
    key, request, extra = path + ".key", path + ".csr", path + ".ext"
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=" + host, "-keyout", key,
            "-out", request)  # fmt: skip
    with open(extra, "w", encoding="utf-8") as file:
        file.write("subjectAltName=DNS:" + host)
    openssl("x509", "-req", "-in", request, "-CA", authority[0], "-CAkey", authority[1],
            "-CAcreateserial", "-days", "2", "-extfile", extra, "-out", path)  # fmt: skip
    with open(path, "ab") as file, open(key, "rb") as stream:
        file.write(stream.read())
    return path


class Machine:
    """A server and the HAProxy of its machine."""

    def __init__(self, home, name, url):
        self.home, self.name = home, name
        self.outside, self.tunnel = free_port(), free_port()
        folder = os.path.join(home, "data")
        self.server = Server(
            *("--engines", "0", "--store", url, "--share"),
            *("--peer-address", "127.0.0.1:%d" % self.tunnel),
            folder=folder,
        )
        self.process = None

    def open_tunnel(self, other):
        """To the other machine, and from there."""
        with open("config/haproxy-peers.cfg", encoding="utf-8") as stream:
            text = stream.read()
        for old, new in (
            ("192.0.2.1:9443", "127.0.0.1:%d" % self.outside),
            ("192.0.2.2:9443", "127.0.0.1:%d" % other.outside),
            ("127.0.0.1:8080\n\n", "127.0.0.1:%d\n\n" % self.server.port),
            ("bind 127.0.0.1:9002", "bind 127.0.0.1:%d" % other.tunnel),
            ("two.internal", other.name + ".internal"),
            ("/etc/haproxy/one.pem", "%s/%s.pem" % (self.home, self.name)),
            ("/etc/haproxy/", self.home + "/"),
        ):
            assert old in text, old
            text = text.replace(old, new)
        path = os.path.join(self.home, self.name + ".cfg")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        with open(path + ".log", "wb") as log:
            self.process = subprocess.Popen([HAPROXY, "-f", path, "-db"], stdout=log, stderr=log)
        eventually(lambda: self.is_open(), "the tunnel is open")

    def is_open(self):
        try:
            socket.create_connection(("127.0.0.1", self.outside), 1).close()
        except OSError:
            return False
        return True

    def close_tunnel(self):
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process = None


class Impostor(threading.Thread):
    """Listens in a machine's place, with a certificate of its own; keeps what it is told."""

    def __init__(self, port, certificate):
        super().__init__(daemon=True)
        self.heard, self.attempts = b"", 0
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate)
        self.listener = socket.create_server(("127.0.0.1", port))
        self.start()

    def run(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.attempts += 1
            try:
                with self.context.wrap_socket(client, server_side=True) as inside:
                    self.heard += inside.recv(4096)
            except OSError:
                pass

    def stop(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


class Tunnel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        home = tempfile.TemporaryDirectory(prefix="apo-tunnel-")
        cls.addClassCleanup(home.cleanup)
        cls.home = home.name
        os.chmod(cls.home, 0o755)  # PostgreSQL may be another user
        os.mkdir(os.path.join(cls.home, "data"))
        cls.ours = make_authority(cls.home, "peers-ca")
        cls.theirs = make_authority(cls.home, "stranger-ca")
        for name in NAMES:
            path = os.path.join(cls.home, name + ".pem")
            make_certificate(cls.ours, path, name + ".internal")
        base = os.path.join(cls.home, "base")
        cls.url = cluster("start", base)
        cls.addClassCleanup(lambda: cluster("stop", base))
        cls.machines = [Machine(cls.home, name, cls.url) for name in NAMES]
        cls.open_tunnels()
        for machine in cls.machines:
            cls.addClassCleanup(machine.close_tunnel)
            machine.server.start()
            cls.addClassCleanup(machine.server.close)
        eventually(lambda: len(set(cls.parts().values())) == 2, "both have a share")

    @classmethod
    def open_tunnels(cls):
        for machine, other in (cls.machines, cls.machines[::-1]):
            if machine.process is None:
                machine.open_tunnel(other)

    @classmethod
    def parts(cls):
        """The server that has each part, by the near end of its tunnel."""
        rows = ask(
            cls.url,
            "SELECT number, address FROM apothecary_peers.part JOIN apothecary_peers.peer"
            " ON peer.id = part.peer ORDER BY number",
        )
        return {int(number): address for number, address in rows}

    def game_of(self, machine):
        """A game that this machine has."""
        while True:
            people = [Stubborn(one.server) for one in self.machines]
            id, secret = people[0].make()
            answer = people[1].post("/api/games/%s/join" % id, secret=secret)
            self.assertEqual(answer.status, 200, answer.text)
            if self.parts()[shard_of(id)] == "127.0.0.1:%d" % machine.tunnel:
                return id, people

    def test_games(self):
        """Each is played at both servers, so half of the moves pass through the tunnels."""
        self.assertEqual(len(self.parts()), SHARDS + 1)
        for machine in self.machines:
            id, people = self.game_of(machine)
            for ply, move in enumerate(("e2e4", "e7e5", "g1f3", "g8f6")):
                answer = people[ply % 2].move(id, ply, move)
                self.assertEqual(answer.status, 200, answer.text)
        for machine in self.machines:
            text = Person(machine.server).get("/metrics").text
            count = [line.split()[1] for line in text.splitlines() if "_forwarded_total " in line]
            self.assertGreater(int(count[-1]), 0)

    def speak(self, port, certificate):
        """What a client with this certificate gets from the far end of a tunnel."""
        context = ssl.create_default_context(cafile=self.ours[0])
        context.check_hostname = False
        if certificate:
            context.load_cert_chain(certificate)
        try:
            with socket.create_connection(("127.0.0.1", port), play_case.WAIT_S) as plain:
                with context.wrap_socket(plain) as inside:
                    inside.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                    return inside.recv(4096)
        except OSError:
            return b""

    def test_strangers(self):
        """Only those with a certificate of the authority are let in."""
        port = self.machines[0].outside
        foreign = make_certificate(self.theirs, self.home + "/foreign.pem", "two.internal")
        self.assertEqual(self.speak(port, None), b"")
        self.assertEqual(self.speak(port, foreign), b"")
        with socket.create_connection(("127.0.0.1", port), play_case.WAIT_S) as plain:
            plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertNotIn(b"HTTP/1.1 200", plain.recv(4096))
        answer = self.speak(port, self.home + "/two.pem")
        self.assertTrue(answer.startswith(b"HTTP/1.1 200"), answer)

    def test_impostors(self):
        """Who stands in a machine's place with another's certificate is told nothing."""
        one, two = self.machines
        id, _ = self.game_of(two)
        certificates = (
            make_certificate(self.theirs, self.home + "/false.pem", "two.internal"),
            make_certificate(self.ours, self.home + "/third.pem", "three.internal"),
        )
        two.close_tunnel()
        try:
            for certificate in certificates:
                impostor = Impostor(two.outside, certificate)
                try:
                    answer = Person(one.server).get("/api/games/" + id)
                finally:
                    impostor.stop()
                self.assertEqual(answer.status, 503)
                self.assertGreater(impostor.attempts, 0)
                self.assertEqual(impostor.heard, b"")
        finally:
            self.open_tunnels()
        eventually(
            lambda: Person(one.server).get("/api/games/" + id).status == 200, "it is well again"
        )

    def test_nothing_in_the_clear(self):
        """Without a tunnel, other machines are refused, unless the operator vouches for the
        network."""
        with tempfile.TemporaryDirectory() as data:
            to = ("--data", data, "--store", self.url, "--share")
            said = serve(*to, "--listen", "192.0.2.1:8080")
            self.assertIn("would reach this one in the clear", said)
            said = serve(*to, "--listen", "0.0.0.0:0", "--peer-address", "[2001:db8::1]:8080")
            self.assertIn("would reach this one in the clear", said)
            said = serve(*to, "--listen", "unix:%s/socket" % data)
            self.assertIn("give --peer-address", said)
            said = serve("--data", data, "--peer-address", "127.0.0.1:9001")
            self.assertIn("--peer-address needs --share", said)
            # 192.0.2.1 is for documents only: nobody can listen there.
            said = serve(*to, "--listen", "192.0.2.1:8080", "--encrypted-network")
            self.assertIn("cannot listen", said)


if __name__ == "__main__":
    play_case.COMMAND = sys.argv[2]
    if HAPROXY is None or not shutil.which("openssl"):
        print("skipped: HAProxy or openssl is missing (scripts/install-deps cluster)")
        sys.exit(77)
    if is_missing():
        sys.exit(77)
main(__name__)
