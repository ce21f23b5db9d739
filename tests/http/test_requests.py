#!/usr/bin/env python3
"""Valid requests and their answers."""
import json
import socket
import unittest

import http_case
from http_case import Server


class Requests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def show(self, path="/api/show/x", headers=()):
        return json.loads(self.server.get(path, headers).text)

    def test_plain_answer(self):
        answer = self.server.get("/")
        self.assertEqual((answer.status, answer.text), (200, "hello\n"))
        self.assertEqual(answer.headers["cache-control"], "no-store")

    def test_security_headers(self):
        for path in ("/", "/nowhere", "/api/nowhere"):
            headers = self.server.get(path).headers
            self.assertIn("default-src 'none'", headers["content-security-policy"])
            self.assertNotIn("unsafe-inline", headers["content-security-policy"])
            self.assertEqual(headers["x-content-type-options"], "nosniff")
            self.assertEqual(headers["referrer-policy"], "same-origin")

    def test_query_is_decoded(self):
        self.assertEqual(self.show("/api/show/x?a=1&q=a+b%21%E2%82%AC")["q"], "a b!€")
        self.assertEqual(self.show("/api/show/x?q=first&q=second")["q"], "first")

    def test_path_is_decoded(self):
        self.assertEqual(self.show("/api/show/%61%20b")["id"], "a b")

    def test_cookie_and_header(self):
        said = self.show(headers=[("Cookie", 'a=1; c=yes; d="odd"'), ("X-TEST", " here ")])
        self.assertEqual((said["c"], said["header"]), ("yes", "here"))

    def test_form(self):
        answer = self.server.post(
            "/api/show/x", b"f=%3Cb%3E+1", [("Content-Type", "application/x-www-form-urlencoded")]
        )
        self.assertEqual(json.loads(answer.text)["f"], "<b> 1")
        bad = self.server.post(
            "/api/show/x", b"f=%zz", [("Content-Type", "application/x-www-form-urlencoded")]
        )
        self.assertEqual(bad.status, 400)

    def test_last_event_id(self):
        self.assertEqual(self.show(headers=[("Last-Event-ID", "31")])["last"], 31)
        for wrong in ("-1", "1x", "9" * 40, "", "1 2"):
            self.assertEqual(self.show(headers=[("Last-Event-ID", wrong)])["last"], 0)

    def test_accept(self):
        self.assertTrue(self.show(headers=[("Accept", "text/html,*/*;q=0.8")])["html"])
        self.assertFalse(self.show(headers=[("Accept", "application/json")])["html"])
        self.assertFalse(self.show(headers=[("Accept", "text/html;q=0, */*")])["html"])

    def test_cookie_is_guarded(self):
        cookie = self.server.get("/api/show/x").headers["set-cookie"]
        self.assertEqual(cookie, "c=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax")

    def test_unknown_paths_and_methods(self):
        answer = self.server.get("/api/nowhere")
        self.assertEqual((answer.status, json.loads(answer.text)["error"]), (404, "not_found"))
        self.assertEqual(self.server.get("/nowhere").text, "There is nothing at this address.\n")
        answer = self.server.get("/echo")
        self.assertEqual((answer.status, answer.headers["allow"]), (405, "POST"))
        with self.server.connect() as client:
            answer = client.ask("DELETE", "/")
            self.assertEqual((answer.status, answer.headers["allow"]), (405, "GET, HEAD"))

    def test_post_needs_origin(self):
        with self.server.connect() as client:
            for headers, status in (
                ([], 403),
                ([("Origin", "http://evil")], 403),
                ([("Origin", "null")], 403),
                ([("Origin", "http://test.evil")], 403),
                ([("Origin", "http://evil"), ("Sec-Fetch-Site", "same-origin")], 403),
                ([("Sec-Fetch-Site", "cross-site")], 403),
                ([("Sec-Fetch-Site", "same-site")], 403),
                ([("Sec-Fetch-Site", "same-origin")], 200),
                ([("Origin", "http://test")], 200),
            ):
                answer = client.ask("POST", "/echo", headers, b"x")
                self.assertEqual(answer.status, status, headers)
            self.assertEqual(client.ask("POST", "/open", [], b"x").status, 200)

    def test_head_has_no_body(self):
        with self.server.connect() as client:
            answer = client.ask("HEAD", "/")
            self.assertEqual((answer.status, answer.headers["content-length"]), (200, "6"))
            self.assertEqual(client.ask("GET", "/").text, "hello\n")
            self.assertEqual(client.ask("HEAD", "/events").status, 200)
            self.assertEqual(client.ask("HEAD", "/nowhere").status, 404)

    def test_not_modified(self):
        first = self.server.get("/tagged")
        tag = first.headers["etag"]
        self.assertTrue(tag.startswith('W/"'))  # the same text, compressed or not
        for value in (tag, tag[2:], '"x", ' + tag, "*"):
            answer = self.server.get("/tagged", [("If-None-Match", value)])
            self.assertEqual((answer.status, answer.body), (304, b""))
            self.assertEqual(answer.headers["etag"], tag)
            self.assertNotIn("content-length", answer.headers)
        for value in ('"x"', tag.strip('"'), ""):
            self.assertEqual(self.server.get("/tagged", [("If-None-Match", value)]).status, 200)

    def test_redirects_stay_here(self):
        for target, place in (
            ("/game/1", "/game/1"),
            ("//evil", "/"),
            ("/%5Cevil", "/"),
            ("http://evil", "/"),
            ("", "/"),
            ("/a%0D%0AX:%20y", "/"),
        ):
            answer = self.server.get("/elsewhere?to=" + target)
            self.assertEqual((answer.status, answer.headers["location"]), (303, place))

    def test_answer_from_another_thread(self):
        self.assertEqual(self.server.get("/later").text, "late\n")

    def test_forgotten_answer(self):
        self.assertEqual(self.server.get("/silent").status, 500)

    def test_admission(self):
        answer = self.server.get("/", [("X-Limit", "1")])
        self.assertEqual((answer.status, answer.headers["retry-after"]), (429, "7"))

    def test_large_answer(self):
        self.assertEqual(len(self.server.get("/large").body), 4000000)

    def test_programs_are_refused_with_an_object(self):
        for target, code, status in (
            ("/api/show/%ff", "bad_request", 400),
            ("/api/show/..", "bad_request", 400),
            ("/api/show/x?q=%00", "bad_request", 400),
            ("/api/show/" + "x" * 5000, "uri_too_long", 414),
        ):
            answer = self.server.get(target)
            said = json.loads(answer.text)
            self.assertEqual((answer.status, said["error"]), (status, code))
            self.assertEqual(answer.headers["content-type"], "application/json")
            self.assertTrue(said["message"].endswith("."))
        self.assertIn("hexadecimal", json.loads(self.server.get("/api/show/%zz").text)["message"])
        answer = self.server.get("/show/%ff")
        self.assertTrue(answer.headers["content-type"].startswith("text/plain"))
        length = "Content-Length: 999999999\r\n"
        answer = self.server.raw("POST /api/show/x HTTP/1.1\r\nHost: test\r\n%s\r\n" % length)
        self.assertIn(b'{"error":"content_too_large","message":"', answer)

    def test_old_version(self):
        answer = self.server.raw("GET / HTTP/1.0\r\n\r\n")
        self.assertTrue(answer.startswith(b"HTTP/1.1 200 OK\r\n"))
        self.assertTrue(answer.endswith(b"\r\n\r\nhello\n"))

    def test_absolute_target(self):
        answer = self.server.raw(
            "GET http://other/ HTTP/1.1\r\nHost: test\r\n" "Connection: close\r\n\r\n"
        )
        self.assertTrue(answer.startswith(b"HTTP/1.1 200 OK\r\n"))

    def test_metrics(self):
        self.server.get("/tagged")
        text = self.server.get("/metrics").text
        self.assertIn('apothecary_http_requests_total{route="/tagged",status="200"}', text)
        self.assertIn('apothecary_http_request_seconds_bucket{route="/tagged",le="+Inf"}', text)
        through_proxy = self.server.get("/metrics", [("X-Forwarded-For", "192.0.2.1")])
        self.assertEqual(through_proxy.status, 404)


class Deployment(unittest.TestCase):
    def test_log(self):
        with Server() as server:
            server.get("/api/show/x7?q=secret", [("Cookie", "c=secret")])
            server.get("/counts")
        lines = [json.loads(line) for line in server.log.splitlines()]
        lines = [line for line in lines if line["event"] == "request"]
        self.assertEqual([line["route"] for line in lines], ["/api/show/:id"])
        self.assertEqual((lines[0]["status"], lines[0]["game"]), (200, "x7"))
        self.assertNotIn("secret", server.log)

    def test_public_url(self):
        with Server("public_url=https://example.org/") as server:
            good = server.get("/api/show/x")
            self.assertTrue(good.headers["set-cookie"].endswith("; Secure"))
            self.assertIn("strict-transport-security", good.headers)
            with server.connect() as client:
                for origin, status in (
                    ("http://test", 403),
                    ("http://example.org", 403),
                    ("https://example.org", 200),
                ):
                    answer = client.ask("POST", "/echo", [("Origin", origin)], b"x")
                    self.assertEqual(answer.status, status)

    def test_foreign_names(self):
        """Any name may be led to this server by a stranger's DNS: a page there is not ours."""
        names = (
            ("test", 200),
            ("TEST:8080", 200),
            ("localhost", 200),
            ("localhost:1", 200),
            ("192.0.2.7:8080", 200),
            ("[2001:db8::1]:8080", 200),
            (socket.gethostname(), 200),
            (socket.gethostname() + ".local:8080", 200),
            ("evil.example", 403),
            ("evil.example:8080", 403),
            ("127.0.0.1.evil.example", 403),
            ("localhost.evil.example", 403),
            ("tes", 403),
            ("[::1", 403),
        )
        with Server() as server:
            for name, status in names:
                for header in (("Origin", "http://" + name), ("Sec-Fetch-Site", "same-origin")):
                    said = server.raw(
                        "POST /echo HTTP/1.1\r\nHost: %s\r\n%s: %s\r\nContent-Length: 1\r\n"
                        "Connection: close\r\n\r\nx" % ((name,) + header)
                    )
                    self.assertEqual(int(said.split()[1]), status, (name, header, said))

    def test_proxy(self):
        header = [("X-Forwarded-For", "198.51.100.1, 2001:db8:1:2:3::4")]
        with Server("proxy=127.0.0.1") as server:
            said = json.loads(server.get("/api/show/x", header).text)
            self.assertEqual(said["remote"], "2001:db8:1:2:3::4")
            self.assertEqual(said["remote_key"], "2001:db8:1:2::/64")
            # A proxy that adds a line of its own after the client's.
            claimed = [("X-Forwarded-For", "198.51.100.%d" % i) for i in range(5)]
            said = json.loads(server.get("/api/show/x", claimed + header).text)
            self.assertEqual(said["remote"], "2001:db8:1:2:3::4")
            said = json.loads(server.get("/api/show/x", claimed).text)
            self.assertEqual(said["remote"], "198.51.100.4")
        with Server() as server:
            said = json.loads(server.get("/api/show/x", header).text)
            self.assertEqual(said["remote"], "127.0.0.1")

    def test_forwarded(self):
        """A proxy that writes RFC 7239's header: its own element counts, the last one."""
        for value, remote in (
            ("for=192.0.2.60", "192.0.2.60"),
            ("For=192.0.2.60:4711;proto=https;by=203.0.113.43", "192.0.2.60"),
            ('for=198.51.100.1, for="[2001:db8:1:2:3::4]:4711"', "2001:db8:1:2:3::4"),
            ('for="198.51.100.1, for=192.0.2.60', "192.0.2.60"),
            ("for=unknown", "127.0.0.1"),
            ('for="[2001:db8::1"', "127.0.0.1"),
            ("by=192.0.2.60", "127.0.0.1"),
            ("", "127.0.0.1"),
        ):
            headers = [("X-Forwarded-For", "198.51.100.7"), ("Forwarded", value)]
            with Server("proxy=127.0.0.1", "forwarded=1") as server:
                said = json.loads(server.get("/api/show/x", headers).text)
                self.assertEqual(said["remote"], remote, value)
        with Server("proxy=127.0.0.1") as server:
            said = json.loads(server.get("/api/show/x", [("Forwarded", "for=192.0.2.60")]).text)
            self.assertEqual(said["remote"], "127.0.0.1")

    def test_stop_finishes_answers(self):
        with Server() as server:
            with server.connect() as client, server.connect() as idle:
                client.send("GET /large HTTP/1.1\r\nHost: test\r\n\r\n")
                client.until(b"\r\n\r\n")
                server.begin_stop()
                self.assertEqual(len(client.exactly(4000000)), 4000000)
                self.assertEqual(client.to_end(), b"")
                self.assertEqual(idle.to_end(), b"")


if __name__ == "__main__":
    http_case.main()
