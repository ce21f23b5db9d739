#!/usr/bin/env python3
"""config/nginx-site.conf in front of the probe and of the real server: TLS, event streams,
addresses, limits, a whole game.

Skipped (77) where nginx or openssl is not installed.
"""
import gzip
import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import unittest
import uuid
import warnings

import http_case
from http_case import Server, eventually
from play_case import free_port

NGINX = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
MAIN = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
{user}
events {{ worker_connections 256; }}
http {{
    access_log off;
    default_type application/octet-stream;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


class Proxy:
    """nginx with the site file, its ports and certificate replaced."""

    def __init__(self, folder):
        self.folder = folder
        self.plain_port, self.port = free_port(), free_port()
        self.certificate = os.path.join(folder, "cert.pem")
        subprocess.run(
            [
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=127.0.0.1",
                "-addext",
                "subjectAltName=IP:127.0.0.1",
                "-keyout",
                os.path.join(folder, "key.pem"),
                "-out",
                self.certificate,
            ],
            check=True,
            capture_output=True,
        )
        self.process = None

    def write_site(self, upstream):
        with open("config/nginx-site.conf", encoding="utf-8") as stream:
            site = stream.read()
        for old, new in (
            ("127.0.0.1:8080;", upstream + ";"),
            ("    listen [::]:80;\n", ""),
            ("    listen [::]:443 ssl http2;\n", ""),
            ("listen 80;", "listen 127.0.0.1:%d;" % self.plain_port),
            ("listen 443 ssl", "listen 127.0.0.1:%d ssl" % self.port),
            ("/var/log/nginx/", self.folder + "/"),
            ("/etc/ssl/certs/example.org.pem", self.certificate),
            ("/etc/ssl/private/example.org.key", os.path.join(self.folder, "key.pem")),
        ):
            if old not in site:
                raise AssertionError("the site file has no %r" % old)
            site = site.replace(old, new)
        with open(os.path.join(self.folder, "site.conf"), "w", encoding="utf-8") as stream:
            stream.write(site)
        with open(os.path.join(self.folder, "nginx.conf"), "w", encoding="utf-8") as stream:
            user = "user root;" if os.getuid() == 0 else ""
            stream.write(MAIN.format(folder=self.folder, user=user))

    def command(self, *arguments):
        return [NGINX, "-p", self.folder, "-c", os.path.join(self.folder, "nginx.conf"), *arguments]

    def start(self, upstream):
        self.write_site(upstream)
        check = subprocess.run(self.command("-t"), capture_output=True, text=True)
        if check.returncode != 0:
            raise AssertionError(check.stderr)
        self.process = subprocess.Popen(self.command(), stderr=subprocess.DEVNULL)
        eventually(self.is_up, "nginx listens")

    def is_up(self):
        if self.process.poll() is not None:
            with open(os.path.join(self.folder, "error.log"), encoding="utf-8") as stream:
                raise AssertionError("nginx has ended:\n" + stream.read())
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait(http_case.WAIT_S)

    def context(self):
        return ssl.create_default_context(cafile=self.certificate)

    def connection(self):
        return http.client.HTTPSConnection(
            "127.0.0.1", self.port, context=self.context(), timeout=http_case.WAIT_S
        )

    def ask(self, method, path, body=None, headers=()):
        connection = self.connection()
        try:
            connection.request(method, path, body, dict(headers))
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()


class Nginx(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.proxy = Proxy(cls.folder.name)
        cls.origin = "https://127.0.0.1:%d" % cls.proxy.port
        cls.server = Server("proxy=127.0.0.1", "public_url=" + cls.origin)
        cls.proxy.start(cls.server.address)

    @classmethod
    def tearDownClass(cls):
        cls.proxy.stop()
        cls.server.stop()
        cls.folder.cleanup()

    def test_plain_http_goes_to_tls(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.proxy.plain_port)
        connection.request("GET", "/game/x?y=1", headers={"Host": "example.org"})
        response = connection.getresponse()
        self.assertEqual(response.status, 301)
        self.assertEqual(response.headers["Location"], "https://example.org/game/x?y=1")
        connection.close()

    def test_programs_are_not_sent_to_tls(self):
        """One that is redirected would not notice that its token goes out in the clear."""
        for method in ("GET", "POST"):
            connection = http.client.HTTPConnection("127.0.0.1", self.proxy.plain_port)
            headers = {"Host": "example.org", "Authorization": "Bearer x"}
            connection.request(method, "/api/games", headers=headers)
            response = connection.getresponse()
            self.assertEqual((response.status, response.headers["Location"]), (403, None))
            self.assertEqual(json.loads(response.read())["error"], "forbidden")
            connection.close()

    def agrees(self, version, ciphers=None):
        """The suite that a client with only this version, and these of its suites, gets; None if it
        is refused."""
        context = self.proxy.context()
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = version
        context.minimum_version = version
        # Level 0 lets the client offer what OpenSSL itself no longer would.
        context.set_ciphers((ciphers or "ALL:COMPLEMENTOFALL") + ":@SECLEVEL=0")
        with socket.create_connection(("127.0.0.1", self.proxy.port), http_case.WAIT_S) as plain:
            try:
                with context.wrap_socket(plain, server_hostname="127.0.0.1") as tls:
                    return tls.cipher()[0]
            except (ssl.SSLError, ConnectionError):
                return None

    @staticmethod
    def suites():
        """All that the client's library knows for TLS 1.2."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.set_ciphers("ALL:COMPLEMENTOFALL:@SECLEVEL=0")
        return {one["name"] for one in context.get_ciphers() if one["protocol"] != "TLSv1.3"}

    @unittest.skipIf(ssl.OPENSSL_VERSION_INFO < (1, 1), "an old OpenSSL")
    def test_ciphers(self):
        """Each suite is offered alone: old versions, and suites without forward secrecy or
        authenticated encryption, are refused."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            for version in (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1):
                self.assertIsNone(self.agrees(version))
        known = self.suites()
        self.assertIn("AES256-SHA", known)
        self.assertIn("ECDHE-RSA-AES128-SHA", known)
        taken = {one for one in known if self.agrees(ssl.TLSVersion.TLSv1_2, one)}
        self.assertTrue(taken)
        for suite in taken:
            self.assertRegex(suite, "^ECDHE-(RSA|ECDSA)-(AES(128|256)-GCM|CHACHA20-POLY1305)")
        self.assertIn("AES256-GCM", self.agrees(ssl.TLSVersion.TLSv1_2))  # the strongest of all
        self.assertTrue(self.agrees(ssl.TLSVersion.TLSv1_3).startswith("TLS_"))

    def test_pages(self):
        status, headers, body = self.proxy.ask("GET", "/")
        self.assertEqual((status, body), (200, b"hello\n"))
        self.assertIn("max-age", headers["Strict-Transport-Security"])
        self.assertIn("default-src 'none'", headers["Content-Security-Policy"])

    def test_address_is_the_real_one(self):
        status, _, body = self.proxy.ask(
            "GET", "/api/show/x", headers={"X-Forwarded-For": "192.0.2.66"}
        )
        self.assertEqual((status, json.loads(body)["remote"]), (200, "127.0.0.1"))

    def test_origin(self):
        for origin, wanted in ((self.origin, 200), ("https://evil", 403)):
            status, _, _ = self.proxy.ask("POST", "/echo", b"x", {"Origin": origin})
            self.assertEqual(status, wanted)

    def test_files_stay_compressed(self):
        _, _, prefix = self.proxy.ask("GET", "/prefix")
        _, headers, _ = self.proxy.ask(
            "GET", prefix.decode() + "/board/board.css", headers={"Accept-Encoding": "gzip"}
        )
        self.assertEqual(headers["Content-Encoding"], "gzip")
        self.assertIn("immutable", headers["Cache-Control"])

    def test_log_has_no_secrets(self):
        """Links that are followed to join a game, to confirm an address or for a new password."""
        for path in (
            "/reset/s3cret",
            "/join/s3cret",
            "/mail/confirm/s3cret?x=s3cret",
            "/api/show/s3cret",
        ):
            self.proxy.ask("GET", path, headers={"Referer": self.origin + "/join/s3cret"})

        def read(name):
            with open(os.path.join(self.folder.name, name), encoding="utf-8") as stream:
                return stream.read()

        eventually(lambda: "GET /api/show " in read("apothecary.log"), "the log is written")
        said = read("apothecary.log")
        for place in ("/reset", "/join", "/mail"):
            self.assertIn("GET %s 404" % place, said)
        self.assertNotIn("s3cret", said + read("apothecary-error.log"))

    def test_metrics_are_hidden(self):
        self.assertEqual(self.proxy.ask("GET", "/metrics")[0], 404)

    def test_large_bodies_are_refused(self):
        self.assertEqual(
            self.proxy.ask("POST", "/echo", b"x" * 2000000, {"Origin": self.origin})[0], 413
        )

    def test_events_come_at_once(self):
        """Each event arrives while the stream stays open; the server notices when it is closed."""
        with socket.create_connection(("127.0.0.1", self.proxy.port), http_case.WAIT_S) as plain:
            with self.proxy.context().wrap_socket(plain, server_hostname="127.0.0.1") as client:
                client.sendall(
                    b"GET /api/lobby/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                    b"Last-Event-ID: 0\r\n\r\n"
                )
                seen = b""
                for number in (1, 2, 3):
                    while b"retry: 1000" not in seen:
                        seen += client.recv(4096)
                    self.server.post("/push")
                    mark = b"data: event %d\n" % number
                    while mark not in seen:
                        data = client.recv(4096)
                        self.assertTrue(data, "closed early")
                        seen += data
                self.assertIn(b"text/event-stream", seen)
        eventually(
            lambda: json.loads(self.server.get("/counts").text)["streams"] == 0,
            "the end of the stream is passed on",
        )


class Visitor:
    """A client behind the proxy."""

    def __init__(self, proxy, origin):
        self.proxy, self.origin, self.cookie = proxy, origin, None

    def headers(self):
        sent = {"Origin": self.origin, "Content-Type": "application/json"}
        if self.cookie:
            sent["Cookie"] = self.cookie
        return sent

    def ask(self, method, path, **members):
        body = json.dumps({"key": uuid.uuid4().hex, **members}) if method == "POST" else None
        status, headers, text = self.proxy.ask(method, path, body, self.headers())
        if headers["Set-Cookie"]:
            assert "; Secure" in headers["Set-Cookie"]
            self.cookie = headers["Set-Cookie"].split(";")[0]
        assert status in (200, 201), text
        return json.loads(text)

    def listen(self, path):
        """An open stream; read() gives the data of the next event of a name."""
        connection = self.proxy.connection()
        connection.request("GET", path, headers=self.headers())
        return connection, connection.getresponse()


def next_event(response, name):
    event = {}
    for raw in response:
        word, _, value = raw.decode().rstrip("\n").partition(": ")
        if word in ("event", "data"):
            event[word] = value
        elif word == "" and event.get("event") == name:
            return json.loads(event["data"])
    raise AssertionError("the stream ended before %s" % name)


class Game(unittest.TestCase):
    """A game between two people, all of it through nginx: moves go in, events come out at once."""

    PROXY = ("--proxy", "127.0.0.1")

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.proxy = Proxy(self.folder.name)
        self.origin = "https://127.0.0.1:%d" % self.proxy.port
        self.upstream = self.place()
        self.log = open(os.path.join(self.folder.name, "log"), "wb")
        self.server = subprocess.Popen(
            [
                sys.argv[2],
                "serve",
                "--listen",
                self.upstream,
                "--data",
                os.path.join(self.folder.name, "data"),
                "--public-url",
                self.origin,
                *self.PROXY,
                "--engines",
                "0",
            ],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        self.assertIn(self.origin, self.server.stdout.readline())
        self.proxy.start(self.upstream)

    def place(self):
        """Where the server listens."""
        return "127.0.0.1:%d" % free_port()

    def tearDown(self):
        self.proxy.stop()
        self.server.terminate()
        self.assertEqual(self.server.wait(http_case.WAIT_S), 0)
        self.server.stdout.close()
        self.log.close()
        self.folder.cleanup()

    def test_game(self):
        white, black = Visitor(self.proxy, self.origin), Visitor(self.proxy, self.origin)
        made = white.ask(
            "POST",
            "/api/games",
            variant="modern",
            start={"number": 14},
            color="white",
            opponent={"kind": "link"},
            clock={"kind": "none"},
        )
        path = "/api/games/" + made["id"]
        connection, events = white.listen(path + "/events")
        black.ask("POST", path + "/join", secret=made["link"].rsplit("#", 1)[1])
        self.assertEqual(next_event(events, "join")["status"], "playing")
        for ply, (mover, move) in enumerate([(white, "e3e5"), (black, "e8e6"), (white, "d3d5")]):
            self.assertEqual(mover.ask("POST", path + "/moves", ply=ply, move=move)["ply"], ply + 1)
            # The stream stays open: what is read here arrived meanwhile.
            self.assertEqual(next_event(events, "move")["text"], move)
        black.ask("POST", path + "/resign")
        self.assertEqual(next_event(events, "end")["result"]["reason"], "resignation")
        connection.close()
        status, headers, page = self.proxy.ask(
            "GET", "/game/" + made["id"], headers={"Accept-Encoding": "gzip"}
        )
        self.assertEqual((status, headers["Content-Encoding"]), (200, "gzip"))
        self.assertIn("resign", gzip.decompress(page).decode())
        # After a disconnection, the stream resumes where it broke off.
        connection, events = black.listen(path + "/events?after=3")
        self.assertEqual(next_event(events, "move")["text"], "e3e5")
        connection.close()


class GameOverSocket(Game):
    """The same through a socket of this machine: nothing passes over a network, however short."""

    PROXY = ()

    def place(self):
        return "unix:%s/socket" % self.folder.name


if __name__ == "__main__":
    if not NGINX or not shutil.which("openssl"):
        print("skipped: nginx or openssl is missing (scripts/install-deps installs them)")
        sys.exit(77)
    http_case.main()
