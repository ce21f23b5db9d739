#!/usr/bin/env python3
"""Promises of docs/security.md that no other test covers: cookies over TLS, other people's things,
methods, what a request may say, what an answer gives away."""
import subprocess
import unittest

import play_case
from play_case import Person, PlayCase, Server, account, main, two_people

URL = "https://example.org"


class TlsServer(Server):
    """As behind a TLS proxy, with another public URL."""

    def start(self):
        self.log = open(self.folder + "/log", "ab")
        self.process = subprocess.Popen(
            [
                play_case.COMMAND,
                "serve",
                "--listen",
                "127.0.0.1:%d" % self.port,
                "--data",
                self.folder,
                "--limits",
                "off",
                "--engines",
                "0",
                "--public-url",
                URL,
                *self.options,
            ],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        self.process.stdout.readline()
        return self

    @property
    def origin(self):
        return URL


class OverTls(unittest.TestCase):
    def test_cookie_and_transport(self):
        server = TlsServer().start()
        self.addCleanup(server.close)
        person = Person(server)
        answer = person.post("/api/register", name="Anna", password="correct horse")
        self.assertEqual(answer.status, 200, answer.text)
        cookie = answer.headers["Set-Cookie"]
        self.assertTrue(cookie.startswith("__Host-apo_session="), cookie)
        for word in ("Secure", "HttpOnly", "SameSite=Lax", "Path=/"):
            self.assertIn(word, cookie)
        self.assertNotIn("Domain", cookie)
        transport = "Strict-Transport-Security"
        self.assertEqual(answer.headers[transport], "max-age=31536000")
        wide = TlsServer("--hsts", "below").start()
        self.addCleanup(wide.close)
        answer = Person(wide).get("/about")
        self.assertEqual(answer.headers[transport], "max-age=31536000; includeSubDomains")
        # The name without its prefix, which another host could set, is ignored.
        secret = cookie.split("=", 1)[1].split(";")[0]
        for name, kind in (("__Host-apo_session", "account"), ("apo_session", "guest")):
            headers = {"Cookie": "%s=%s" % (name, secret)}
            self.assertEqual(person.ask("GET", "/api/me", None, headers).json["kind"], kind)
        # Posts from plain http, or from the machine's own address, are cross-site.
        for origin in ("http://example.org", "http://127.0.0.1:%d" % server.port, "null"):
            answer = person.ask("POST", "/api/logout", {"key": "k" * 12}, {"Origin": origin})
            self.assertEqual(answer.status, 403, origin)


class Security(PlayCase):
    def test_other_peoples_things(self):
        white, black, id = two_people(self.server)
        thief, owner = account(self.server, "Thief"), account(self.server, "Owner")
        for path in ("moves", "offer", "answer", "withdraw", "resign", "cancel", "rematch"):
            members = {"ply": 0, "move": "e2e4", "what": "draw", "accept": True}
            wanted = {
                "moves": ("ply", "move"),
                "offer": ("ply", "what"),
                "answer": ("what", "accept"),
            }
            answer = thief.post(
                "/api/games/%s/%s" % (id, path),
                **{name: members[name] for name in wanted.get(path, ())},
            )
            self.assertIn(answer.status, (403, 409), path + answer.text)
        self.assertEqual(white.game(id)["ply"], 0)
        token = self.expect(
            owner.post(
                "/api/tokens", name="bot", scopes=["play"], password="correct horse battery"
            ),
            201,
        ).json
        thief.post("/api/tokens/%s/revoke" % token["id"])
        self.assertEqual(len(owner.get("/api/tokens").json["tokens"]), 1)
        # Pages that need a log-in.
        for path in ("/api/sessions", "/api/tokens", "/api/account/export"):
            self.expect(Person(self.server).get(path), 401, "login_needed")

    def test_methods(self):
        person = Person(self.server)
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"):
            for path in ("/", "/api/me", "/api/games"):
                self.assertIn(person.ask(method, path).status, (400, 404, 405, 501), method + path)
        self.assertIsNone(person.get("/api/variants").headers["Access-Control-Allow-Origin"])

    def test_what_a_request_may_say(self):
        person = account(self.server, "Strict")
        path, setup = "/api/games", '"variant":"chess","opponent":{"kind":"open"}'
        key = '"key":"abcdefghijkl"'
        for body in (
            '{%s,%s,"is_admin":true}' % (key, setup),  # a member that is not known
            "{%s,%s,%s}" % (key, setup, setup),  # members twice
            "{%s}" % setup,  # no key
            '{%s,"variant":["chess"]}' % key,  # another type
            "{%s,%s" % (key, setup),
            "[1]",
            "",
        ):
            answer = person.ask("POST", path, body, {"Content-Type": "application/json"})
            self.assertIn(answer.status, (400, 422), body)
        # No hints and no secret questions: there is no place for them.
        for member in ("hint", "question", "answer", "secret_question"):
            asked = {"name": "Hinting", "password": "correct horse", member: "my dog"}
            self.expect(Person(self.server).post("/api/register", **asked), 400)
        # A form cannot pass for JSON.
        answer = person.ask("POST", path, "{%s,%s}" % (key, setup), {"Content-Type": "text/plain"})
        self.assertEqual(answer.status, 400)
        self.assertEqual(person.get("/api/me").json["games"], [])

    def test_answers(self):
        """Every kind of answer: content type, caching and framing headers; no versions."""
        person = account(self.server, "Curious")
        for path, kind in (
            ("/", "text/html"),
            ("/account", "text/html"),
            ("/api/me", "application/json"),
            ("/nothing", "text/html"),
            ("/api/nothing", "application/json"),
            ("/healthz", "text/plain"),
        ):
            headers = person.ask("GET", path, None, {"Accept": "text/html"}).headers
            self.assertTrue(headers["Content-Type"].startswith(kind), path)
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Referrer-Policy"], "same-origin")
            self.assertEqual(headers["X-Frame-Options"], "DENY")
            self.assertEqual(headers["Cross-Origin-Opener-Policy"], "same-origin")
            self.assertEqual(headers["Cross-Origin-Embedder-Policy"], "require-corp")
            self.assertEqual(headers["Cache-Control"], "no-store", path)
            for part in (
                "default-src 'none'",
                "script-src 'self'",
                "frame-ancestors 'none'",
                "base-uri 'none'",
            ):
                self.assertIn(part, headers["Content-Security-Policy"])
            self.assertIsNone(headers["Server"])
            self.assertIsNone(headers["X-Powered-By"])
        # Files that only pages include have no document policies; workers have them.
        for name, is_document in (
            ("app/theme.js", False),
            ("style/base.css", False),
            ("app/offline-worker.js", True),
            ("icon.svg", True),
            ("nothing.css", True),
        ):
            headers = person.get(f"/static/x/{name}").headers
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff", name)
            self.assertEqual("Content-Security-Policy" in headers, is_document, name)
            self.assertEqual("X-Frame-Options" in headers, is_document, name)
            self.assertEqual("Cross-Origin-Embedder-Policy" in headers, is_document, name)
        for path in (
            "/static/",
            "/static/x/",
            "/static/x/pages/layout.html",
            "/.git/config",
            "/static/x/.git/config",
            "/static/x/..%2f..%2fetc/passwd",
        ):
            self.assertIn(person.get(path).status, (400, 404), path)

    def test_no_debugging(self):
        """No option and no address shows what goes on inside."""
        told = subprocess.run(
            [play_case.COMMAND, "serve", "--help"], capture_output=True, text=True
        )
        self.assertIn("--listen", told.stdout)
        for word in ("debug", "trace", "verbose", "profile", "insecure"):
            self.assertNotIn("--" + word, told.stdout)
        routes = Person(self.server).get("/api/openapi.json").json["paths"]
        self.assertIn("/api/me", routes)
        for path in (
            "/debug",
            "/api/debug",
            "/server-status",
            "/debug/pprof",
            "/actuator",
            "/trace",
        ):
            self.assertNotIn(path, routes)
            self.assertEqual(Person(self.server).get(path).status, 404, path)

    def test_for_other_sites(self):
        """One page can be framed; scripts elsewhere may read public files, as strangers."""
        person = account(self.server, "Embedding")
        frame = person.get("/embed?game=modern")
        self.assertEqual(frame.status, 200)
        self.assertNotIn("X-Frame-Options", frame.headers)
        self.assertNotIn("frame-ancestors", frame.headers["Content-Security-Policy"])
        self.assertIn("script-src 'self'", frame.headers["Content-Security-Policy"])
        # What the translators' page shows in a frame; others may not.
        for path in ("/?language=de", "/translate?language=xx"):
            headers = person.get(path).headers
            self.assertEqual(headers["X-Frame-Options"], "SAMEORIGIN", path)
            self.assertIn("frame-ancestors 'self'", headers["Content-Security-Policy"], path)
            self.assertNotIn("frame-src", headers["Content-Security-Policy"], path)
        texts = person.get("/translate/de").headers
        self.assertEqual(texts["X-Frame-Options"], "DENY")
        self.assertIn("frame-src 'self'", texts["Content-Security-Policy"])
        self.assertEqual(person.get("/translate/xx").status, 404)
        for path in ("/embed/help", "/embed/", "/embed/nothing"):
            headers = person.get(path).headers
            self.assertEqual(headers["X-Frame-Options"], "DENY", path)
            self.assertIn("frame-ancestors 'none'", headers["Content-Security-Policy"], path)
        script = person.get("/apothecary.js")
        self.assertEqual(script.status, 303)
        self.assertEqual(script.headers["Access-Control-Allow-Origin"], "*")
        self.assertRegex(script.headers["Location"], "^/static/[0-9a-f]+/embed/apothecary.js$")
        file = person.get(script.headers["Location"])
        self.assertEqual((file.status, file.headers["Access-Control-Allow-Origin"]), (200, "*"))
        for path in ("/", "/account", "/embed"):
            self.assertNotIn("Access-Control-Allow-Origin", person.get(path).headers, path)

    def test_names_are_text(self):
        """User input comes back as text, in pages and in JSON."""
        words = "<script>alert(1)</script>'\"&"
        one, other = account(self.server, "Writer"), account(self.server, "Reader")
        self.expect(one.post("/api/invitations", to="Reader", variant="chess", message=words), 201)
        page = other.get("/invitations")
        self.assertEqual(page.status, 200)
        self.assertNotIn(words, page.text)
        self.assertIn("&lt;script&gt;", page.text)

    def test_passwords_whole_and_of_any_kind(self):
        """Passwords are not truncated, and every character counts."""
        for number, password in enumerate(
            ["blue kettle 7! " * 8 + "12345678", "кошка на окне 🐈 è"]
        ):
            name = "Whole-%d" % number
            account(self.server, name, password)
            for typed, wanted in (
                (password, 200),
                (password[:-1] + "x", 403),
                (password[:-1], 403),
            ):
                self.expect(
                    Person(self.server).post("/api/login", name=name, password=typed), wanted
                )
        self.expect(
            Person(self.server).post(
                "/api/register", name="Whole-3", password="blue kettle 7! " * 9
            ),
            422,
        )

    def test_unknown_people_and_wrong_passwords_look_alike(self):
        account(self.server, "Known")
        answers = [
            Person(self.server).post("/api/login", name=name, password="wrong horse here")
            for name in ("Known", "Unknown")
        ]
        self.assertEqual(answers[0].text, answers[1].text)
        self.assertEqual([answer.status for answer in answers], [403, 403])


main(__name__)
