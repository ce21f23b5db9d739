#!/usr/bin/env python3
"""`serve --listen unix:PATH`: a socket for the proxy on this machine, and for nobody else."""
import http.client
import os
import shutil
import socket
import stat
import subprocess
import tempfile
import unittest

import play_case
from play_case import WAIT_S, eventually, free_port, main

HAPROXY = shutil.which("haproxy", path=os.environ.get("PATH", "") + ":/usr/sbin")
ORIGIN = "https://example.org"


class Connection(http.client.HTTPConnection):
    """To a socket of this machine."""

    def __init__(self, path):
        super().__init__("example.org", timeout=WAIT_S)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(WAIT_S)
        self.sock.connect(self.path)


class UnixSocket(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory(prefix="apo-socket-", dir=play_case.fast_folder())
        self.addCleanup(home.cleanup)
        self.home = home.name
        self.path = os.path.join(self.home, "socket")
        self.process = None
        self.addCleanup(self.kill)

    def arguments(self, data, *more):
        return [
            *(play_case.COMMAND, "serve", "--engines", "0", "--listen", "unix:" + self.path),
            *("--data", os.path.join(self.home, data), *more),
        ]

    def start(self):
        with open(os.path.join(self.home, "log"), "ab") as log:
            self.process = subprocess.Popen(
                self.arguments("data", "--public-url", ORIGIN),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.assertIn(ORIGIN, self.process.stdout.readline())

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
            self.process = None

    def refused(self, data, *more):
        done = subprocess.run(
            self.arguments(data, *more), capture_output=True, text=True, timeout=WAIT_S
        )
        self.assertNotEqual(done.returncode, 0)
        return done.stderr

    def ask(self, path, **headers):
        connection = Connection(self.path)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def read_log(self):
        with open(os.path.join(self.home, "log"), encoding="utf-8") as stream:
            return stream.read()

    def test_requests(self):
        self.start()
        self.assertEqual(self.ask("/healthz")[0], 200)
        # Nobody but the server's user and its group, the proxy's, may connect.
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o660)
        # The proxy says whose the request is; it is last.
        spoken = {"X-Forwarded-For": "198.51.100.9, 192.0.2.7"}
        self.assertEqual(self.ask("/about", **spoken)[0], 200)
        eventually(lambda: '"remote":"192.0.2.7"' in self.read_log(), "the client is logged")
        self.assertNotIn('"remote":"198.51.100.9"', self.read_log())
        # What the proxy passes on is not of this machine, whatever clients claim to be.
        self.assertEqual(self.ask("/metrics")[0], 200)
        for spoken["X-Forwarded-For"] in ("192.0.2.7", "127.0.0.1", ""):
            self.assertEqual(self.ask("/metrics", **spoken)[0], 404)
        with open("/proc/net/tcp", encoding="utf-8") as stream:
            listening = {line.split()[9] for line in stream if line.split()[3] == "0A"}
        own = "/proc/%d/fd/" % self.process.pid
        for name in os.listdir(own):
            try:
                target = os.readlink(own + name)
            except FileNotFoundError:  # closed since they were listed
                continue
            self.assertFalse(target.strip("socket:[]") in listening, "it listens at a port")

    def test_what_is_in_the_way(self):
        """A socket that a killed server left is replaced; one in use is not, nor is a file."""
        self.start()
        self.kill()
        self.assertTrue(os.path.exists(self.path))
        self.start()
        self.assertEqual(self.ask("/healthz")[0], 200)
        said = self.refused("other", "--public-url", ORIGIN)
        self.assertIn("is in use", said)
        self.assertEqual(self.ask("/healthz")[0], 200)
        self.kill()
        os.remove(self.path)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write("precious")
        self.assertIn("is in use", self.refused("other", "--public-url", ORIGIN))
        with open(self.path, encoding="utf-8") as file:
            self.assertEqual(file.read(), "precious")

    def test_refusals(self):
        self.assertIn("needs a public address", self.refused("data"))
        self.path = "socket"
        self.assertIn("not the whole path", self.refused("data", "--public-url", ORIGIN))
        self.path = "/" + 120 * "x"
        self.assertIn("not the whole path", self.refused("data", "--public-url", ORIGIN))
        self.path = os.path.join(self.home, "none", "socket")
        self.assertIn("cannot listen", self.refused("data", "--public-url", ORIGIN))

    def test_proxy_elsewhere(self):
        """A proxy on another machine would send what people say over a network in the clear."""
        self.path = os.path.join(self.home, "socket")
        for address in ("192.0.2.1", "2001:db8::1", "proxy.example"):
            said = self.refused("data", "--public-url", ORIGIN, "--proxy", address)
            self.assertIn("in the clear", said)

    @unittest.skipIf(HAPROXY is None, "HAProxy is missing")
    def test_haproxy(self):
        self.start()
        port = free_port()
        with open("config/haproxy.cfg", encoding="utf-8") as stream:
            text = stream.read()
        for old, new in (
            (":443 ssl crt /etc/haproxy/example.org.pem", "127.0.0.1:%d" % port),
            ("server one 127.0.0.1:8081\n", "server one unix@%s\n" % self.path),
            ("    server two 127.0.0.1:8082\n", ""),
        ):
            self.assertIn(old, text)
            text = text.replace(old, new)
        config = os.path.join(self.home, "haproxy.cfg")
        with open(config, "w", encoding="utf-8") as stream:
            stream.write(text)
        proxy = subprocess.Popen(
            [HAPROXY, "-f", config, "-db"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:

            def is_up():
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
                try:
                    connection.request("GET", "/about")
                    return connection.getresponse().status == 200
                except OSError:
                    return False
                finally:
                    connection.close()

            eventually(is_up, "HAProxy reaches the server")
            eventually(lambda: '"remote":"127.0.0.1"' in self.read_log(), "the client is logged")
        finally:
            proxy.terminate()
            proxy.wait()


main(__name__)
