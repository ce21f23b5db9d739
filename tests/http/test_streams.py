#!/usr/bin/env python3
"""Event streams: order, replay, heartbeats, slow readers, limits, the end."""
import json
import unittest

import http_case
from http_case import Server, eventually


class Streams(unittest.TestCase):
    def open(self, server, last=None, **options):
        client = server.connect(**options)
        extra = "" if last is None else "Last-Event-ID: %s\r\n" % last
        client.send("GET /events HTTP/1.1\r\nHost: test\r\n%s\r\n" % extra)
        head = client.until(b"\r\n\r\n")
        self.assertTrue(head.startswith(b"HTTP/1.1 200 OK\r\n"), head)
        self.assertIn(b"\r\nContent-Type: text/event-stream\r\n", head)
        self.assertIn(b"\r\nX-Accel-Buffering: no\r\n", head)
        self.assertIn(b"\r\nContent-Security-Policy: ", head)
        self.assertEqual(client.event(), ["retry: 1000"])
        return client

    def counts(self, server):
        return json.loads(server.get("/counts").text)

    def test_order(self):
        with Server() as server:
            with self.open(server) as one, self.open(server) as two:
                for _ in range(50):
                    server.post("/push")
                for client in (one, two):
                    for number in range(1, 51):
                        self.assertEqual(
                            client.event(),
                            ["id: %d" % number, "event: tick", "data: event %d" % number],
                        )

    def test_replay(self):
        with Server() as server:
            for _ in range(5):
                server.post("/push")
            with self.open(server, last=3) as client:
                self.assertEqual(client.event()[0], "id: 4")
                self.assertEqual(client.event()[0], "id: 5")
                server.post("/push")
                self.assertEqual(client.event()[0], "id: 6")
            with self.open(server, last="nonsense") as client:
                self.assertEqual(client.event()[0], "id: 1")
            with self.open(server, last=99) as client:
                server.post("/push")
                self.assertEqual(client.event()[0], "id: 7")

    def test_heartbeat(self):
        with Server("heartbeat_ms=50") as server, self.open(server) as client:
            self.assertEqual([client.block() for _ in range(3)], [[":"]] * 3)

    def test_words_of_the_client_are_dropped(self):
        with Server() as server, self.open(server) as client:
            client.send(b"GET / HTTP/1.1\r\n\r\n" * 20000)
            server.post("/push")
            self.assertEqual(client.event()[0], "id: 1")

    def test_client_goes(self):
        with Server() as server:
            clients = [self.open(server) for _ in range(20)]
            self.assertEqual(self.counts(server)["streams"], 20)
            for client in clients[:10]:
                client.close()
            eventually(
                lambda: self.counts(server) == {"streams": 10, "closed": 10},
                "closed streams are noticed",
            )
            server.post("/push")
            for client in clients[10:]:
                self.assertEqual(client.event()[0], "id: 1")
                client.close()

    def test_slow_reader_is_dropped(self):
        with Server("backlog=100000", "event_size=50000") as server:
            with self.open(server, receive_buffer=4096) as slow, self.open(server) as fast:

                def flood():
                    server.post("/flood")
                    self.assertEqual(len(fast.event()[0]), 50006)
                    return self.counts(server) == {"streams": 1, "closed": 1}

                eventually(flood, "the slow one is closed")
                server.post("/push")
                self.assertEqual(fast.event()[0], "id: 1")
                slow.to_end()

    def test_limits(self):
        with Server("streams=3", "streams_per_address=2") as server:
            one, two = self.open(server), self.open(server)
            self.assertEqual(server.get("/events").status, 429)
            one.close()
            eventually(lambda: self.counts(server)["streams"] == 1, "one place is free")
            self.open(server).close()
            two.close()
        with Server("streams=1") as server, self.open(server):
            answer = server.get("/events")
            self.assertEqual((answer.status, answer.headers["retry-after"]), (503, "5"))

    def test_everybody_gets_a_stream(self):
        """A few addresses that hold all places lose some of them to newcomers, but never their
        last."""
        options = ("streams=6", "streams_per_address=6", "proxy=127.0.0.1")

        def open_from(server, number):
            client = server.connect()
            client.send(
                "GET /events HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: 192.0.2.%d\r\n\r\n" % number
            )
            return client, client.until(b"\r\n\r\n").split()[1]

        with Server(*options) as server:
            greedy = [open_from(server, 1) for _ in range(6)]
            self.assertEqual({status for _, status in greedy}, {b"200"})
            others = []
            for number in range(2, 7):
                others.append(open_from(server, number))
                self.assertEqual(others[-1][1], b"200")
                eventually(lambda: self.counts(server)["streams"] == 6, "one was closed")
            # Everybody has one place: nobody has to give it up.
            self.assertEqual(open_from(server, 7)[1], b"503")
            self.assertEqual(open_from(server, 1)[1], b"503")
            for client, _ in greedy[1:]:
                client.to_end()
            server.post("/push")
            for client, _ in [greedy[0]] + others:
                client.until(b"id: 1")
                client.close()

    def test_server_ends_streams(self):
        with Server() as server:
            with self.open(server) as client:
                server.post("/push")
                server.post("/hang-up")
                self.assertEqual(client.event()[0], "id: 1")
                self.assertEqual(client.to_end(), b":\n\n")
                self.assertEqual(self.counts(server), {"streams": 0, "closed": 0})
            with self.open(server, last=1) as client:
                server.begin_stop()
                self.assertEqual(client.to_end(), b"")


if __name__ == "__main__":
    http_case.main()
