#!/usr/bin/env python3
"""Requests that another server answers: connections that stay open, and other servers that hang,
break off or answer badly. The other server is a socket of this script, which can send anything."""
import contextlib
import socket
import threading
import unittest

import http_case
from http_case import Server

SECRET = "secret of the peers"


class Peer(threading.Thread):
    """Answers each request by what `answers` has for its path: bytes, in pieces; None hangs."""

    def __init__(self):
        super().__init__(daemon=True)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.listener.getsockname()[1]
        self.heads = []
        self.answers = {}
        self.hanging = []
        self.start()

    def run(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        data = b""
        while b"\r\n\r\n" not in data:
            data += client.recv(65536)
        head, _, body = data.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines[1:])
        while len(body) < int(headers.get("Content-Length", "0")):
            body += client.recv(65536)
        self.heads.append((lines[0], headers, body))
        answer = self.answers[lines[0].split()[1]]
        if answer is None:
            self.hanging.append(client)
            return
        with client, contextlib.suppress(OSError):  # not every test takes all
            for piece in answer if isinstance(answer, list) else [answer]:
                client.sendall(piece)


def answer(body, *headers, status="200 OK"):
    lines = ["HTTP/1.1 " + status, "Connection: close", "Content-Length: %d" % len(body), *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Forward(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.peer = Peer()
        cls.server = Server("forward=" + cls.peer.address)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        for one in [cls.peer.listener, *cls.peer.hanging]:
            one.close()

    def test_stays_open(self):
        """Many requests on one connection, answered by each server in turn."""
        large = bytes(range(256)) * 4096
        self.peer.answers.update(
            {
                "/away/small": answer(b"small", "X-Own: yes"),
                "/away/large": [answer(large)[:7], answer(large)[7:40], answer(large)[40:]],
                "/away/none": b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n",
                "/away/empty": answer(b""),
                "/away/bad": answer(b"no such thing", status="404 Not Found"),
            }
        )
        with self.server.connect() as client:
            for _ in range(5):
                for path, status, body in (
                    ("/away/small", 200, b"small"),
                    ("/", 200, b"hello\n"),
                    ("/away/large", 200, large),
                    ("/away/none", 204, b""),
                    ("/away/empty", 200, b""),
                    ("/away/bad", 404, b"no such thing"),
                ):
                    got = client.ask("GET", path)
                    self.assertEqual((got.status, got.body), (status, body), path)
                    self.assertEqual(got.headers["connection"], "keep-alive")
            got = client.ask("HEAD", "/away/small")
            self.assertEqual((got.status, got.headers["content-length"]), (200, "5"))
            self.assertEqual(got.headers["x-own"], "yes")
            got = client.ask("POST", "/away/small", body=b"x" * 3000)
            self.assertEqual(got.body, b"small")
        line, headers, body = self.peer.heads[-1]
        self.assertEqual((line, body), ("POST /away/small HTTP/1.1", b"x" * 3000))
        self.assertIn(SECRET, headers.values())

    def test_not_in_the_clear(self):
        """Another machine is not even connected to, unless the network is said to be encrypted."""
        for address in ("192.0.2.1:80", "[2001:db8::1]:80", "[::]:80", "0.0.0.0:80"):
            with Server("forward=" + address) as server:
                self.assertEqual(server.get("/away/a").status, 503)
            self.assertIn('"event":"forward_refused","address":"%s"' % address, server.log)

    def test_pipelined(self):
        """The next requests are there before the answer."""
        self.peer.answers["/away/a"] = answer(b"first")
        get = "GET %s HTTP/1.1\r\nHost: test\r\n\r\n"
        with self.server.connect() as client:
            client.send(get % "/away/a" + get % "/" + get % "/away/a")
            self.assertEqual(
                [client.response().text for _ in range(3)], ["first", "hello\n", "first"]
            )

    def test_client_that_wants_no_more(self):
        self.peer.answers["/away/a"] = answer(b"first")
        raw = self.server.raw("GET /away/a HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
        self.assertTrue(raw.endswith(b"\r\nConnection: close\r\n\r\nfirst"), raw)

    def test_stream(self):
        """An answer without a length ends with its connection."""
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        self.peer.answers["/away/stream"] = [head, b"data: 1\n\n", b"data: 2\n\n"]
        raw = self.server.raw("GET /away/stream HTTP/1.1\r\nHost: test\r\n\r\n")
        self.assertTrue(raw.endswith(b"\r\nConnection: close\r\n\r\ndata: 1\n\ndata: 2\n\n"), raw)

    def test_answers_that_break_off(self):
        """The client must not mistake a part for the whole, nor the next answer for the rest."""
        whole = answer(b"0123456789")
        self.peer.answers["/away/half"] = whole[:-4]
        self.peer.answers["/away/nothing"] = b""
        self.peer.answers["/away/head"] = whole[:30]
        self.peer.answers["/away/huge"] = b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100000
        raw = self.server.raw("GET /away/half HTTP/1.1\r\nHost: test\r\n\r\n")
        self.assertTrue(raw.endswith(b"\r\n\r\n012345"), raw)
        for path in ("nothing", "head", "huge"):
            raw = self.server.raw("GET /away/%s HTTP/1.1\r\nHost: test\r\n\r\n" % path)
            self.assertTrue(raw.startswith(b"HTTP/1.1 503 "), raw)
            self.assertEqual(raw.count(b"HTTP/1.1"), 1, raw)
        self.assertEqual(self.server.get("/").status, 200)

    def test_too_much(self):
        """Bytes beyond the stated length do not reach the client."""
        self.peer.answers["/away/more"] = answer(b"first") + b"HTTP/1.1 200 OK\r\n\r\n"
        with self.server.connect() as client:
            self.assertEqual(client.ask("GET", "/away/more").text, "first")
            self.assertEqual(client.ask("GET", "/").text, "hello\n")

    def test_a_server_that_hangs(self):
        """Before its answer, or within it; all others are served meanwhile."""
        self.peer.answers["/away/hang"] = None
        with self.server.connect() as client:
            client.send("GET /away/hang HTTP/1.1\r\nHost: test\r\n\r\n")
            self.assertEqual(self.server.get("/").status, 200)
            raw = client.to_end()
        self.assertTrue(raw.startswith(b"HTTP/1.1 503 "), raw)
        self.assertIn(b"Retry-After: 1", raw)

    def test_nobody_is_there(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            address = "127.0.0.1:%d" % free.getsockname()[1]
        with Server("forward=" + address) as server:
            raw = server.raw("GET /away/x HTTP/1.1\r\nHost: test\r\n\r\n")
            self.assertTrue(raw.startswith(b"HTTP/1.1 503 "), raw)

    def test_heads_that_are_odd(self):
        """What has no body needs no length; a length that is none does not count; a head has its
        bounds."""
        self.peer.answers.update(
            {
                "/away/same": b'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n',
                "/away/odd": b"HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: soon\r\n\r\nhello",
                "/away/wide": b"HTTP/1.1 200 OK\r\nX: " + b"x" * 20000 + b"\r\n\r\n",
            }
        )
        with self.server.connect() as client:
            for _ in range(2):
                got = client.ask("GET", "/away/same")
                self.assertEqual((got.status, got.headers["etag"]), (304, '"a"'))
        raw = self.server.raw("GET /away/odd HTTP/1.1\r\nHost: test\r\n\r\n")
        self.assertIn(b"\r\nnonsense\r\n", raw)
        self.assertTrue(raw.endswith(b"\r\nConnection: close\r\n\r\nhello"), raw)
        raw = self.server.raw("GET /away/wide HTTP/1.1\r\nHost: test\r\n\r\n")
        self.assertTrue(raw.startswith(b"HTTP/1.1 503 "), raw[:100])

    def test_a_client_that_reads_slowly(self):
        """The other server waits for it; nothing is lost or in another order."""
        body = bytes(range(256)) * 24576
        self.peer.answers["/away/long"] = answer(body)
        self.peer.answers["/away/endless"] = [b"HTTP/1.1 200 OK\r\n\r\n", body]
        for path in ("/away/long", "/away/endless"):
            with self.server.connect(receive_buffer=65536) as client:
                client.send("GET %s HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n" % path)
                client.until(b"\r\n\r\n")
                self.assertEqual(self.server.get("/").status, 200)
                self.assertTrue(client.to_end() == body, path)

    def test_clients_that_vanish(self):
        self.peer.answers["/away/large"] = answer(b"x" * 3000000)
        for path in ("/away/hang", "/away/large"):
            self.peer.answers.setdefault(path, None)
            for _ in range(10):
                client = self.server.connect()
                client.send("GET %s HTTP/1.1\r\nHost: test\r\n\r\n" % path)
                client.close()
        self.assertEqual(self.server.get("/").status, 200)


if __name__ == "__main__":
    http_case.main()
