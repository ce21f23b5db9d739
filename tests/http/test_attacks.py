#!/usr/bin/env python3
"""Hostile, broken and slow clients, while everybody else is still served."""
import contextlib
import itertools
import json
import os
import re
import resource
import socket
import threading
import unittest

import http_case
from http_case import Response, Server, eventually

HOST = "Host: test\r\n"
ORIGIN = "Origin: http://test\r\n"
CLOSING = "GET / HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n"


def status_of(raw):
    return Response(raw.split(b"\r\n\r\n", 1)[0], b"").status


class Overload(unittest.TestCase):
    # What holds the loop, and when it may be asked for again; the most expensive last.
    RETRY = {"/block": "2", "/block/costly": "10", "/block/urgent": "1"}

    def wave(self, server, clients):
        """All connections ask for what holds the loop. Returns paths and answers."""
        asked = list(zip(itertools.cycle(self.RETRY), clients))
        for path, client in asked:
            client.send("GET %s HTTP/1.1\r\nHost: test\r\n\r\n" % path)
        return [(path, client.response()) for path, client in asked]

    def test_some_are_refused(self):
        """Where more is asked than can be answered, the queue does not grow: some are refused
        and told when to come again, and after it everybody is served."""
        with Server("shed_ms=50") as server:
            clients = [server.connect() for _ in range(40)]

            def has_refused():
                answers = self.wave(server, clients)
                refused = [item for item in answers if item[1].status == 503]
                for path, one in refused:
                    self.assertEqual(one.headers["retry-after"], self.RETRY[path])
                self.assertLess(len(refused), len(answers))
                return len({path for path, one in refused}) == len(self.RETRY)

            eventually(has_refused, "some of each are refused")
            eventually(lambda: clients[0].ask("GET", "/block").status == 200, "all is well again")
            self.assertEqual(server.get("/counts").status, 200)

            def are_counted():
                text = server.get("/metrics").text
                counters = re.findall(r'apothecary_http_shed_total\{class="(.*)"\} [1-9]', text)
                return set(counters) == {"costly", "usual", "urgent"}

            eventually(are_counted, "the refused are counted")
            for client in clients:
                client.close()
        with Server() as server:
            clients = [server.connect() for _ in range(20)]
            for _ in range(3):
                self.assertEqual({one.status for _, one in self.wave(server, clients)}, {200})
            for client in clients:
                client.close()

    def test_what_is_done_is_answered(self):
        """An answer that is ready does not wait for all the requests that have come meanwhile."""
        with Server() as server:
            first, asking, *others = [server.connect() for _ in range(32)]
            first.send("GET /block HTTP/1.1\r\nHost: test\r\n\r\n")
            asking.send("GET /later HTTP/1.1\r\nHost: test\r\n\r\n")
            for client in others:
                client.send("GET /block/urgent HTTP/1.1\r\nHost: test\r\n\r\n")
            for client in (first, asking, *others):
                self.assertEqual(client.response().status, 200)
                client.close()
        entries = map(json.loads, server.log.splitlines())
        routes = [entry["route"] for entry in entries if "status" in entry]
        self.assertEqual(len(routes), 32)
        self.assertLess(routes.index("/later"), 20)


class BadRequests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def refused(self, data, status):
        """One answer with that status, and then the connection is closed."""
        raw = self.server.raw(data)
        self.assertEqual(status_of(raw), status, data[:100])
        self.assertIn(b"\r\nConnection: close\r\n", raw)
        self.assertEqual(raw.count(b"HTTP/1.1 "), 1)
        self.assertIn(b"\r\nContent-Security-Policy: ", raw)

    def test_forms(self):
        for data in (
            "\x00\r\n\r\n",
            "hello\r\n\r\n",
            "GET /\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\n" + HOST + HOST + "\r\n",
            "GET / HTTP/1.1\r\n" + HOST + "A: b\r\n c\r\n\r\n",
            "GET / HTTP/1.1\r\n" + HOST + "A : b\r\n\r\n",
            "GET / HTTP/1.1\r\n" + HOST + "A: \x01\r\n\r\n",
            "GET /%00 HTTP/1.1\r\n" + HOST + "\r\n",
            "GET /%zz HTTP/1.1\r\n" + HOST + "\r\n",
            "GET /a/../b HTTP/1.1\r\n" + HOST + "\r\n",
            "GET /%2e%2e/etc/passwd HTTP/1.1\r\n" + HOST + "\r\n",
            "GET //evil HTTP/1.1\r\n" + HOST + "\r\n",
            "GET /?a=%ff HTTP/1.1\r\n" + HOST + "\r\n",
            "GET /?" + "a&" * 129 + " HTTP/1.1\r\n" + HOST + "\r\n",
        ):
            self.refused(data, 400)
        self.refused("GET / HTTP/3.0\r\n" + HOST + "\r\n", 505)
        self.refused("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505)
        # The start of a TLS handshake.
        self.refused(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400)

    def test_framing(self):
        start = "POST /echo HTTP/1.1\r\n" + HOST + ORIGIN
        for lines, status in (
            ("Content-Length: 3\r\nContent-Length: 5\r\n", 400),
            ("Content-Length: -1\r\n", 400),
            ("Content-Length: 1e3\r\n", 400),
            ("Content-Length: 99999999999999999999\r\n", 400),
            ("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", 411),
            ("Transfer-Encoding: chunked\r\n", 411),
            ("Transfer-Encoding: xchunked\r\n", 501),
            ("Transfer-Encoding: identity\r\n", 501),
            ("Expect: cake\r\n", 417),
        ):
            self.refused(start + lines + "\r\n5\r\nhello\r\n0\r\n\r\n", status)
        # Chunks are not read, good or bad.
        self.refused(start + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nx", 411)

    def test_sizes(self):
        self.refused("GET /" + "a" * 5000 + " HTTP/1.1\r\n" + HOST + "\r\n", 414)
        self.refused("GET / HTTP/1.1\r\n" + HOST + "A: b\r\n" * 64 + "\r\n", 431)
        self.refused("GET / HTTP/1.1\r\n" + HOST + "A: " + "b" * 20000 + "\r\n\r\n", 431)
        self.refused("GET / HTTP/1.1\r\n" + HOST + "A: " + "b" * 2000000, 431)
        self.refused(
            "POST /echo HTTP/1.1\r\n" + HOST + ORIGIN + "Content-Length: 1000001\r\n\r\n", 413
        )
        # The answer arrives although the client keeps sending.
        self.refused(
            "POST /open HTTP/1.1\r\n" + HOST + "Content-Length: 3000000\r\n\r\n" + "x" * 3000000,
            413,
        )
        # At the limit.
        self.assertEqual(len(self.server.post("/echo", b"x" * 1000000).body), 1000000)

    def test_expect_continue(self):
        with self.server.connect() as client:
            client.send(
                "POST /echo HTTP/1.1\r\n"
                + HOST
                + ORIGIN
                + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n"
            )
            self.assertEqual(client.until(b"\r\n\r\n"), b"HTTP/1.1 100 Continue\r\n\r\n")
            client.send("hello")
            self.assertEqual(client.response().text, "hello")

    def test_a_body_that_does_not_wait(self):
        """The client asks whether it may send the body, and sends it without an answer: it gets
        both answers, in their order, and the next request is served."""
        head = (
            "POST /echo HTTP/1.1\r\n"
            + HOST
            + ORIGIN
            + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n"
        )
        with self.server.connect() as client:
            for _ in range(3):
                client.send(head + "hello" + head + "again")
            for text in ["hello", "again"] * 3:
                self.assertEqual(client.until(b"\r\n\r\n"), b"HTTP/1.1 100 Continue\r\n\r\n")
                self.assertEqual(client.response().text, text)

    @staticmethod
    def hello():
        return (
            "POST /echo HTTP/1.1\r\n" + HOST + ORIGIN + "Content-Length: 5\r\n\r\nhello"
        ).encode()

    def test_pieces(self):
        """Any cut of the bytes gives the same answer."""
        data = self.hello()
        for size in (1, 2, 3, 7, 50):
            with self.server.connect() as client:
                for at in range(0, len(data), size):
                    client.send(data[at : at + size])
                self.assertEqual(client.response().text, "hello")

    def test_truncated(self):
        data = self.hello()[:-1]
        for length in range(1, len(data) + 1, 7):
            with self.server.connect() as client:
                client.send(data[:length])
                client.socket.shutdown(socket.SHUT_WR)
                self.assertEqual(client.to_end(), b"")

    def test_half_closed_client_gets_its_answer(self):
        with self.server.connect() as client:
            client.send("GET /large HTTP/1.1\r\n" + HOST + "\r\n")
            client.socket.shutdown(socket.SHUT_WR)
            self.assertEqual(len(client.response().body), 4000000)

    def test_pipelined(self):
        requests = [
            "GET / HTTP/1.1\r\n" + HOST + "\r\n",
            "POST /echo HTTP/1.1\r\n" + HOST + ORIGIN + "Content-Length: 3\r\n\r\nabc",
            "GET /later HTTP/1.1\r\n" + HOST + "\r\n",
            "HEAD / HTTP/1.1\r\n" + HOST + "\r\n",
            "\r\n\r\nGET /tagged HTTP/1.1\r\n" + HOST + "\r\n",
        ]
        with self.server.connect() as client:
            client.send("".join(requests * 20))
            for _ in range(20):
                self.assertEqual(client.response().text, "hello\n")
                self.assertEqual(client.response().text, "abc")
                self.assertEqual(client.response().text, "late\n")
                self.assertEqual(client.response(has_body=False).status, 200)
                self.assertEqual(client.response().text, "never changes\n")

    def test_pipelined_behind_a_bad_one(self):
        raw = self.server.raw(
            "GET / HTTP/1.1\r\n" + HOST + "\r\n" "BAD\r\n\r\n" "GET / HTTP/1.1\r\n" + HOST + "\r\n"
        )
        self.assertEqual(raw.count(b"HTTP/1.1 200"), 1)
        self.assertEqual(raw.count(b"HTTP/1.1 "), 2)

    def test_nothing_behind_close(self):
        raw = self.server.raw(("GET / HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n") * 3)
        self.assertEqual(raw.count(b"HTTP/1.1 "), 1)

    def test_clients_that_vanish(self):
        """While an answer is made, while it is sent, in the middle of a body."""
        for data in (
            "GET /later HTTP/1.1\r\n" + HOST + "\r\n",
            "GET /large HTTP/1.1\r\n" + HOST + "\r\n",
            "POST /echo HTTP/1.1\r\n" + HOST + ORIGIN + "Content-Length: 9\r\n\r\nabc",
            "GET /events HTTP/1.1\r\n" + HOST + "\r\n",
        ):
            for _ in range(30):
                client = self.server.connect()
                client.socket.setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00"
                )
                client.send(data)
                client.close()
        self.assertEqual(self.server.get("/").status, 200)
        eventually(
            lambda: json.loads(self.server.get("/counts").text)["streams"] == 0,
            "streams of vanished clients are closed",
        )


class Descriptors(unittest.TestCase):
    def test_all_places_are_in_use(self):
        """Only an idle connection makes room; streams stay, and the newcomer is refused."""
        with Server("connections=2") as server:
            streams = [server.connect() for _ in range(2)]
            for stream in streams:
                stream.send("GET /events HTTP/1.1\r\n" + HOST + "\r\n")
                stream.until(b"retry: 1000\n\n")
            with server.connect() as newcomer:
                raw = newcomer.to_end()
            self.assertEqual(status_of(raw), 503)
            self.assertIn(b"Retry-After: 5", raw)
            streams.pop().close()

            def is_served():
                with contextlib.suppress(OSError):  # while it is refused
                    return b" 200 " in server.raw(CLOSING)

            eventually(is_served, "there is room again")
            streams.pop().close()

    def test_there_are_no_more(self):
        """Who cannot be accepted waits, and is served when there is room again."""
        with Server() as server:
            pid = server.process.pid
            self.assertEqual(server.get("/").status, 200)
            before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
            most = len(os.listdir("/proc/%d/fd" % pid)) + 4
            resource.prlimit(pid, resource.RLIMIT_NOFILE, (most, before[1]))
            clients = [server.connect() for _ in range(12)]
            for client in clients:
                client.send("GET / HTTP/1.1\r\n" + HOST + "\r\n")
            eventually(
                lambda: b"accept_failed" in os.pread(server.log_file.fileno(), 1 << 20, 0),
                "one cannot be accepted",
            )
            self.assertEqual(clients[0].response().status, 200)
            resource.prlimit(pid, resource.RLIMIT_NOFILE, before)
            for client in clients[1:]:
                self.assertEqual(client.response().status, 200)
            for client in clients:
                client.close()


class Deadlines(unittest.TestCase):
    """With deadlines of tenths of a second: tests that they end, not how fast."""

    def drip(self, server, first, drop, pause_s=0.02):
        """Sends `drop` repeatedly until the server closes; gives all that it answered."""
        with server.connect() as client:
            client.send(first)
            stop = threading.Event()

            def send():
                while not stop.wait(pause_s):
                    try:
                        client.send(drop)
                    except OSError:
                        return

            thread = threading.Thread(target=send)
            thread.start()
            try:
                return client.to_end()
            finally:
                stop.set()
                thread.join()

    def test_slow_head(self):
        with Server("head_ms=300") as server:
            raw = self.drip(server, "GET / HTTP/1.1\r\n" + HOST, "A: b\r\n")
            self.assertEqual(status_of(raw), 408)
            self.assertEqual(server.get("/").status, 200)

    def test_slow_head_behind_a_good_request(self):
        with Server("head_ms=300") as server:
            raw = self.drip(server, "GET / HTTP/1.1\r\n" + HOST + "\r\nGET / HT", "T")
            self.assertEqual(raw.count(b"HTTP/1.1 200"), 1)
            self.assertEqual(raw.count(b"HTTP/1.1 408"), 1)

    def test_slow_body(self):
        with Server("body_ms=300") as server:
            raw = self.drip(
                server,
                "POST /echo HTTP/1.1\r\n" + HOST + ORIGIN + "Content-Length: 100000\r\n\r\n",
                "x",
            )
            self.assertEqual(status_of(raw), 408)

    def test_silence(self):
        with Server("first_ms=200") as server:
            self.assertEqual(server.raw(""), b"")
        with Server("idle_ms=200") as server:
            with server.connect() as client:
                self.assertEqual(client.ask("GET", "/").status, 200)
                self.assertEqual(client.to_end(), b"")

    def test_answer_that_nobody_takes(self):
        def is_alone():
            return "\napothecary_http_connections 1\n" in server.get("/metrics").text

        with Server("reply_ms=200", "reply_rate=100000000") as server:
            with server.connect(receive_buffer=4096) as client:
                client.send("GET /large HTTP/1.1\r\n" + HOST + "\r\n")
                client.until(b"\r\n\r\n")
                eventually(is_alone, "the connection is closed")
                self.assertLess(len(client.to_end()), 4000000)


class Crowds(unittest.TestCase):
    def test_connections_per_address(self):
        with Server("per_address=10") as server:
            crowd = [server.connect() for _ in range(10)]
            for client in crowd:
                self.assertEqual(client.ask("GET", "/").status, 200)
            raw = server.raw("")
            self.assertTrue(raw.startswith(b"HTTP/1.1 503 "), raw)
            crowd.pop().close()
            eventually(
                lambda: server.raw("GET / HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 200"),
                "a place that was left can be taken",
            )
            for client in crowd:
                self.assertEqual(client.ask("GET", "/").status, 200)
                client.close()

    def test_proxy_is_not_counted(self):
        with Server("per_address=3", "proxy=127.0.0.1") as server:
            crowd = [server.connect() for _ in range(20)]
            for client in crowd:
                self.assertEqual(client.ask("GET", "/").status, 200)
            for client in crowd:
                client.close()

    def test_full_house_frees_a_place(self):
        """The connection that has been idle longest is closed; busy ones stay."""
        with Server("connections=20") as server:
            stream = server.connect()
            stream.send("GET /events HTTP/1.1\r\n" + HOST + "\r\n")
            stream.until(b"retry: 1000\n\n")
            crowd = [server.connect() for _ in range(60)]
            for client in crowd:
                client.send("GET / HTTP/1.1\r\n" + HOST + "\r\n")
            # Each gets an answer or is refused: while all are being served, none is idle.
            for client in crowd:
                client.more()
            self.assertEqual(server.get("/").status, 200)
            self.assertEqual(server.post("/push").status, 204)
            self.assertEqual(stream.event()[0], "id: 1")
            for client in [stream, *crowd]:
                client.close()

    def test_many_connections(self):
        with Server("per_address=2000") as server:
            crowd = [server.connect() for _ in range(800)]
            for client in crowd:
                client.send("GET / HTTP/1.1\r\n" + HOST + "\r\n")
            for client in crowd:
                self.assertEqual(client.response().text, "hello\n")
            for client in crowd:
                client.close()


if __name__ == "__main__":
    http_case.main()
