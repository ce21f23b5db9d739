#!/usr/bin/env python3
"""OAuth 2 with PKCE: a third-party app gets a token, and attackers do not."""
import base64
import hashlib
import re
import time
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from play_case import Person, PlayCase, Server, account, main
from test_tokens import Program

PASSWORD = "correct horse battery"
AWAY = "https://app.example/back?from=us"
VERIFIER = "v" * 20 + "-._~" + "0" * 19
ELSEWHERE = {"Origin": "https://elsewhere.example"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
count = 0


def challenge_of(verifier):
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def ask(**changed):
    fields = {
        "response_type": "code",
        "client_id": "board-app",
        "redirect_uri": AWAY,
        "scope": "read play",
        "state": "st&te = ö",
        "code_challenge": challenge_of(VERIFIER),
        "code_challenge_method": "S256",
    }
    fields.update(changed)
    return {name: value for name, value in fields.items() if value is not None}


class OAuthCase(PlayCase):
    def person(self):
        global count
        count += 1
        return account(self.server, "Owner-%d" % count, PASSWORD)

    def show(self, person, **changed):
        return person.get("/oauth/authorize?" + urlencode(ask(**changed)))

    def answer(self, person, answer="allow", password=PASSWORD, **changed):
        fields = ask(answer=answer, password=password, **changed)
        return person.form("/oauth/authorize", **fields)

    def fields_of(self, answer, base=AWAY):
        """What the app is told: the answer must lead to its own address and nowhere else."""
        self.expect(answer, 303)
        to = answer.headers["Location"]
        self.assertTrue(to.startswith(base), to)
        return dict(parse_qsl(urlsplit(to).query))

    def code(self, person, **changed):
        return self.fields_of(self.answer(person, **changed))["code"]

    def exchange(self, code, headers=ELSEWHERE, server=None, **changed):
        fields = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": "board-app",
            "redirect_uri": AWAY,
            "code_verifier": VERIFIER,
        }
        fields.update(changed)
        fields = {name: value for name, value in fields.items() if value is not None}
        app = Person(server or self.server)
        return app.ask("POST", "/oauth/token", urlencode(fields), {**FORM, **headers})

    def refused(self, answer, error):
        self.expect(answer, 400)
        self.assertEqual(answer.json["error"], error, answer.text)
        self.assertTrue(answer.json["error_description"])
        self.assertNotIn("access_token", answer.text)
        self.assertEqual(answer.headers["Access-Control-Allow-Origin"], "*")


class OAuth(OAuthCase):
    """What holds for every app, tried with one that is not registered."""

    OPTIONS = ("--engines", "0", "--open-apps")

    # --- what should work

    def test_from_page_to_token(self):
        """As a browser and an app do it, by the form that the page has."""
        person = self.person()
        page = self.show(person)
        self.expect(page, 200)
        for words in ["board-app", "app.example", "Move, offer, answer", "See what you see"]:
            self.assertIn(words, page.text)
        self.assertNotIn("Start and join games", page.text)
        self.assertIn(
            "form-action 'self' https://app.example", page.headers["Content-Security-Policy"]
        )
        fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.text))
        fields = {name: value.replace("&amp;", "&") for name, value in fields.items()}
        del fields["next"]  # of the form that changes the language
        self.assertEqual(fields, ask())
        back = self.fields_of(
            person.form("/oauth/authorize", answer="allow", password=PASSWORD, **fields)
        )
        self.assertEqual(back["from"], "us")
        self.assertEqual(back["state"], "st&te = ö")
        self.assertEqual(back["iss"], self.server.origin)
        answer = self.exchange(back["code"])
        self.expect(answer, 200)
        self.assertEqual(answer.headers["Access-Control-Allow-Origin"], "*")
        self.assertEqual(answer.headers["Cache-Control"], "no-store")
        self.assertEqual((answer.json["token_type"], answer.json["scope"]), ("Bearer", "read play"))
        app = Program(self.server, answer.json["access_token"])
        self.assertEqual(app.get("/api/me").json["id"], person.get("/api/me").json["id"])
        self.expect(app.post("/api/games", variant="chess"), 403, "forbidden")
        # It is a token like others.
        listed = person.get("/api/tokens").json["tokens"]
        self.assertEqual(
            [(t["name"], t["scopes"]) for t in listed],
            [("board-app (app.example)", ["read", "play"])],
        )
        self.assertIn("board-app (app.example)", person.get("/account/tokens").text)
        self.expect(person.post("/api/tokens/%s/revoke" % listed[0]["id"]), 200)
        self.expect(app.get("/api/me"), 401)

    def test_metadata(self):
        answer = Person(self.server).get("/.well-known/oauth-authorization-server")
        self.expect(answer, 200)
        self.assertEqual(answer.headers["Access-Control-Allow-Origin"], "*")
        said = answer.json
        self.assertEqual(said["issuer"], self.server.origin)
        self.assertEqual(said["authorization_endpoint"], self.server.origin + "/oauth/authorize")
        self.assertEqual(said["token_endpoint"], self.server.origin + "/oauth/token")
        self.assertEqual(said["revocation_endpoint"], self.server.origin + "/oauth/revoke")
        self.assertEqual(said["code_challenge_methods_supported"], ["S256"])
        self.assertEqual(said["scopes_supported"], ["read", "play", "invite"])

    def test_log_in_first(self):
        guest = Person(self.server)
        guest.make()
        for stranger in (Person(self.server), guest):
            answer = self.show(stranger)
            self.expect(answer, 303)
            to = urlsplit(answer.headers["Location"])
            self.assertEqual((to.netloc, to.path), ("", "/login"))
            after = parse_qs(to.query)["next"][0]
            self.assertEqual(after, "/oauth/authorize?" + urlencode(ask()))
            self.expect(self.answer(stranger), 401)
        self.person()
        answer = guest.form("/login", name="Owner-%d" % count, password=PASSWORD, next=after)
        self.expect(answer, 303)
        self.assertEqual(answer.headers["Location"], after)

    def test_refused_by_the_person(self):
        person = self.person()
        for answer in ("refuse", "", "ALLOW"):
            back = self.fields_of(self.answer(person, answer))
            self.assertEqual(back["error"], "access_denied")
            self.assertEqual(back["state"], "st&te = ö")
            self.assertNotIn("code", back)
        self.assertEqual(person.get("/api/tokens").json["tokens"], [])

    def test_state_comes_back_as_it_was(self):
        person = self.person()
        self.assertNotIn("state", self.fields_of(self.answer(person, state=None)))
        self.assertNotIn("state", self.fields_of(self.answer(person, "refuse", state=None)))
        for state in ("x", "%26code=evil", "a\"'<>\n;", "é" * 100):
            self.assertEqual(self.fields_of(self.answer(person, state=state))["state"], state)
            self.assertNotIn('value="a"', self.show(person, state=state).text)

    def test_addresses_of_this_machine(self):
        person = self.person()
        for uri in ("http://127.0.0.1:4711/", "http://localhost/x", "http://[::1]:9/x"):
            code = self.fields_of(self.answer(person, redirect_uri=uri), uri)["code"]
            self.expect(self.exchange(code, redirect_uri=uri), 200)
        policy = self.show(person, redirect_uri=uri).headers["Content-Security-Policy"]
        self.assertTrue(policy.endswith("form-action 'self' http:"), policy)
        self.assertTrue(
            person.get("/").headers["Content-Security-Policy"].endswith("form-action 'self'")
        )

    def test_revoked_by_the_app(self):
        person = self.person()
        secret = self.exchange(self.code(person)).json["access_token"]
        app = Person(self.server)

        def revoke(**fields):
            return app.ask("POST", "/oauth/revoke", urlencode(fields), {**FORM, **ELSEWHERE})

        self.refused(revoke(), "invalid_request")
        self.expect(revoke(token="apo_unknown"), 200)
        self.expect(Program(self.server, secret).get("/api/me"), 200)
        answer = revoke(token=secret, token_type_hint="access_token")
        self.expect(answer, 200)
        self.assertEqual(answer.headers["Access-Control-Allow-Origin"], "*")
        self.expect(Program(self.server, secret).get("/api/me"), 401)
        self.assertEqual(person.get("/api/tokens").json["tokens"], [])
        self.expect(revoke(token=secret), 200)

    # --- what attackers get

    def test_wrong_proof(self):
        person = self.person()
        for verifier in ("w" * 43, VERIFIER + "x", VERIFIER[:-1], challenge_of(VERIFIER), ""):
            code = self.code(person)
            self.refused(self.exchange(code, code_verifier=verifier), "invalid_grant")
            # A guess has one try.
            self.refused(self.exchange(code), "invalid_grant")
        self.refused(self.exchange(self.code(person), code_verifier=None), "invalid_request")
        short = "v" * 42
        code = self.code(person, code_challenge=challenge_of(short))
        self.refused(self.exchange(code, code_verifier=short), "invalid_grant")
        self.assertEqual(person.get("/api/tokens").json["tokens"], [])

    def test_code_used_twice(self):
        """A stolen code ends what it gave, and nothing else."""
        person = self.person()
        kept = Program(self.server, self.exchange(self.code(person)).json["access_token"])
        code = self.code(person)
        app = Program(self.server, self.exchange(code).json["access_token"])
        self.expect(app.get("/api/me"), 200)
        self.refused(self.exchange(code), "invalid_grant")
        self.expect(app.get("/api/me"), 401)
        self.expect(kept.get("/api/me"), 200)

    def test_other_app_or_address(self):
        person = self.person()
        for changed in (
            {"redirect_uri": "https://app.example/back"},
            {"redirect_uri": AWAY + "&"},
            {"redirect_uri": "https://evil.example/back?from=us"},
            {"client_id": "other-app"},
        ):
            self.refused(self.exchange(self.code(person), **changed), "invalid_grant")
        self.refused(self.exchange(self.code(person), redirect_uri=None), "invalid_request")
        self.refused(self.exchange(self.code(person), client_id=None), "invalid_request")

    def test_wrong_exchanges(self):
        self.refused(self.exchange("unknown"), "invalid_grant")
        self.refused(self.exchange("x" * 3000), "invalid_grant")
        self.refused(self.exchange("x", grant_type="password"), "unsupported_grant_type")
        self.refused(self.exchange("x", grant_type=None), "invalid_request")
        self.refused(self.exchange(None), "invalid_request")
        answer = Person(self.server).ask(
            "POST", "/oauth/token", {"grant_type": "authorization_code"}, ELSEWHERE
        )
        self.refused(answer, "invalid_request")

    def test_preflight(self):
        """Some apps send headers of their own with the form: the browser asks first."""
        asks = {**ELSEWHERE, "Access-Control-Request-Method": "POST"}
        asks["Access-Control-Request-Headers"] = "authorization"
        for path, status in (
            ("/oauth/token", 204),
            ("/oauth/revoke", 204),
            ("/oauth/authorize", 405),
        ):
            answer = self.expect(Person(self.server).ask("OPTIONS", path, None, asks), status)
            allowed = answer.headers["Access-Control-Allow-Origin"]
            self.assertEqual(allowed, "*" if status == 204 else None)

    def test_addresses_that_nobody_is_sent_to(self):
        """An error page, whatever else is asked, and never a redirect."""
        person = self.person()
        for uri in (
            None,
            "",
            "http://app.example/back",
            "http://localhost.app.example/",
            "http://127.0.0.1.app.example/",
            "http://localhost@app.example/",
            "https://app.example@evil.example/",
            "https://app.example/#part",
            "https://app.example\\@evil.example/",
            "https://app.example/\r\nSet-Cookie: a=b",
            "https:///back",
            "https://",
            "https://app.example:port/",
            "https://app.example:/",
            "https://äpp.example/",
            "https://[::1]/",
            "//app.example/",
            "/account",
            "javascript:alert(1)",
            "data:text/html,x",
            "app.example:/back",
            "https://app.example/" + "x" * 500,
            "https://" + "x" * 81 + "/",
        ):
            for answer in (
                self.show(person, redirect_uri=uri),
                self.show(Person(self.server), redirect_uri=uri),
                self.answer(person, redirect_uri=uri),
                self.answer(person, "refuse", redirect_uri=uri),
            ):
                self.expect(answer, 400)
                self.assertIsNone(answer.headers["Location"])
                self.assertNotIn("example", answer.text)
        for client in (None, "", "a b", "x" * 41, "ä", "a\nb"):
            self.expect(self.show(person, client_id=client), 400)
        self.assertIn("&lt;b&gt;", self.show(person, client_id="<b>").text)
        self.assertNotIn("<b>", self.show(person, client_id="<b>").text)

    def test_nobody_is_sent_on_unasked(self):
        """A faulty request gives a page that says so; the person may follow its link."""
        person = self.person()
        for changed, error in (
            ({"response_type": "token"}, "unsupported_response_type"),
            ({"response_type": None}, "invalid_request"),
            ({"code_challenge_method": "plain"}, "invalid_request"),
            ({"code_challenge_method": None}, "invalid_request"),
            ({"code_challenge": None}, "invalid_request"),
            ({"code_challenge": "x" * 42}, "invalid_request"),
            ({"code_challenge": "x" * 42 + "="}, "invalid_request"),
            ({"scope": "account"}, "invalid_scope"),
            ({"scope": "read root"}, "invalid_scope"),
            ({"scope": None}, "invalid_scope"),
        ):
            for answer in (self.show(person, **changed), self.answer(person, **changed)):
                self.expect(answer, 400)
                self.assertIsNone(answer.headers["Location"])
                link = re.search(r'href="(https://app[^"]*)"', answer.text).group(1)
                link = link.replace("&amp;", "&")
                self.assertTrue(link.startswith(AWAY + "&error="), link)
                said = dict(parse_qsl(urlsplit(link).query))
                self.assertEqual((said["error"], said["state"]), (error, "st&te = ö"))
                self.assertNotIn('value="allow"', answer.text)
        long = self.show(person, state="x" * 501)
        self.expect(long, 400)
        self.assertNotIn("state=", re.search(r'href="(https://app[^"]*)"', long.text).group(1))

    def test_consent_from_elsewhere(self):
        """Neither another site nor a program gives consent, and no frame shows the page."""
        person = self.person()
        body = urlencode(ask(answer="allow", password=PASSWORD))
        for headers in (ELSEWHERE, {"Origin": "null"}, {"Origin": "https://app.example"}):
            answer = person.ask("POST", "/oauth/authorize", body, {**FORM, **headers})
            self.expect(answer, 403)
        made = person.post("/api/tokens", name="a", scopes=["read"], password=PASSWORD).json
        program = Program(self.server, made["token"])
        self.expect(program.form("/oauth/authorize", **ask(answer="allow")), 403)
        self.assertEqual(len(person.get("/api/tokens").json["tokens"]), 1)
        page = self.show(person)
        self.assertEqual(page.headers["X-Frame-Options"], "DENY")
        self.assertIsNone(page.headers["Access-Control-Allow-Origin"])

    def test_password(self):
        person = self.person()
        for password in ("wrong horse", "", "x" * 600):
            answer = self.answer(person, password=password)
            self.expect(answer, 403)
            self.assertIsNone(answer.headers["Location"])
            self.assertIn("The password is wrong.", answer.text)

    def test_new_password_ends_codes(self):
        person = self.person()
        code = self.code(person)
        answer = person.post("/api/password", old=PASSWORD, new=PASSWORD + " two")
        self.expect(answer, 200)
        self.refused(self.exchange(code), "invalid_grant")

    def test_too_many(self):
        person = self.person()
        codes = [self.code(person) for _ in range(6)]
        self.refused(self.exchange(codes[0]), "invalid_grant")
        first = self.exchange(codes[1]).json["access_token"]
        for i in range(19):
            made = person.post("/api/tokens", name="t%d" % i, scopes=["read"], password=PASSWORD)
            self.expect(made, 201)
        # The app's own oldest token makes room; another app gets none.
        self.expect(self.exchange(codes[2]), 200)
        self.expect(Program(self.server, first).get("/api/me"), 401)
        self.assertEqual(len(person.get("/api/tokens").json["tokens"]), 20)
        answer = self.answer(person, client_id="other-app")
        self.expect(answer, 409)
        self.assertIn("20 tokens", answer.text)

    def test_old_codes(self):
        server = Server("--engines", "0", "--open-apps", "--clock-rate", "3600").start()
        self.addCleanup(server.close)
        person = account(server, "Owner", PASSWORD)
        fields = ask(answer="allow", password=PASSWORD)
        code = parse_qs(
            urlsplit(person.form("/oauth/authorize", **fields).headers["Location"]).query
        )["code"][0]
        time.sleep(0.1)  # six minutes
        self.refused(self.exchange(code, server=server), "invalid_grant")


class Registered(OAuthCase):
    """Only registered apps, and only their addresses."""

    def register(self, owner, *addresses, name="Board of boards"):
        made = self.expect(owner.post("/api/apps", name=name, addresses=addresses), 201).json
        self.assertEqual((made["name"], made["addresses"]), (name, list(addresses)))
        return made["id"]

    def nowhere(self, person, **changed):
        """Neither a page nor a code, and no redirect; for people who are not logged in, too."""
        for answer in (
            self.show(person, **changed),
            self.show(Person(self.server), **changed),
            self.answer(person, **changed),
            self.answer(person, "refuse", **changed),
        ):
            self.expect(answer, 400)
            self.assertIsNone(answer.headers["Location"])
            self.assertNotIn("example/", answer.text)

    def test_registered(self):
        owner, person = self.person(), self.person()
        other = "https://other.example/"
        id = self.register(owner, AWAY, other)
        page = self.show(person, client_id=id)
        self.expect(page, 200)
        # Under the name that was registered, which the app cannot change, and its host.
        self.assertIn("Board of boards", page.text)
        self.assertIn("app.example", page.text)
        for address in (AWAY, other):
            back = self.fields_of(self.answer(person, client_id=id, redirect_uri=address), address)
            answer = self.exchange(back["code"], client_id=id, redirect_uri=address)
            self.expect(answer, 200)
        names = {token["name"] for token in person.get("/api/tokens").json["tokens"]}
        hosts = ("app.example", "other.example")
        self.assertEqual(names, {"Board of boards (%s)" % host for host in hosts})
        # The code is for this address of the two alone.
        code = self.fields_of(self.answer(person, client_id=id))["code"]
        answer = self.exchange(code, client_id=id, redirect_uri=other)
        self.refused(answer, "invalid_grant")

    def test_not_registered(self):
        person = self.person()
        self.nowhere(person)
        for address in ("http://127.0.0.1:4711/", "http://localhost/", "https://app.example/"):
            self.nowhere(person, redirect_uri=address)

    def test_other_addresses(self):
        """Letter for letter: nothing is taken for the same."""
        person = self.person()
        id = self.register(self.person(), "https://app.example/back")
        foreign = self.register(self.person(), "https://evil.example/")
        for address in (
            "https://app.example/back/",
            "https://app.example/back?x=1",
            "https://app.example/backdoor",
            "https://app.example/bac",
            "https://app.example/Back",
            "https://APP.example/back",
            "https://app.example:443/back",
            "https://app.example//back",
            "https://app.example/x/../back",
            "https://app.example/%62ack",
            "https://app.example/",
            "https://app.example",
            "http://app.example/back",
            "https://app.example.evil.example/back",
            "https://sub.app.example/back",
            "https://evil.example/",
            "https://evil.example/?https://app.example/back",
            "http://127.0.0.1/back",
        ):
            self.nowhere(person, client_id=id, redirect_uri=address)
        back = "https://app.example/back"
        for client in (
            foreign,
            id.upper(),
            id + "x",
            id[:-1],
            "Board%20of%20boards",
            "app.example",
        ):
            self.nowhere(person, client_id=client, redirect_uri=back)
        self.expect(self.show(person, client_id=id, redirect_uri=back), 200)

    def test_programs_on_the_persons_machine(self):
        """They take any free port, but nothing else that is not registered (RFC 8252)."""
        person = self.person()
        id = self.register(self.person(), "http://127.0.0.1/done", "http://[::1]:81/done")
        for address in ("http://127.0.0.1/done", "http://127.0.0.1:4711/done"):
            back = self.fields_of(self.answer(person, client_id=id, redirect_uri=address), address)
            self.expect(self.exchange(back["code"], client_id=id, redirect_uri=address), 200)
        self.expect(self.show(person, client_id=id, redirect_uri="http://[::1]:81/done"), 200)
        for address in (
            "http://127.0.0.1:4711/done/",
            "http://127.0.0.1:4711/",
            "http://127.0.0.1:4711",
            "http://localhost:4711/done",
            "http://[::1]/done",
            "http://[::1]:82/done",
            "https://127.0.0.1/done",
            "http://127.0.0.1:4711@evil.example/done",
        ):
            self.nowhere(person, client_id=id, redirect_uri=address)

    def test_ends_with_its_owner(self):
        """A removed app, and one whose owner is gone, get no more codes."""
        owner, person = self.person(), self.person()
        id = self.register(owner, AWAY)
        second = self.register(owner, AWAY)
        # Others cannot remove it.
        self.expect(person.post("/api/apps/%s/remove" % id), 200)
        self.expect(self.show(person, client_id=id), 200)
        self.expect(owner.post("/api/apps/%s/remove" % id), 200)
        self.nowhere(person, client_id=id)
        self.assertEqual([app["id"] for app in owner.get("/api/apps").json["apps"]], [second])
        name = owner.get("/api/me").json["name"]
        self.expect(owner.post("/api/account/delete", name=name, password=PASSWORD), 200)
        self.nowhere(person, client_id=second)

    def test_page(self):
        owner = self.person()
        page = owner.get("/account/apps").text
        self.assertIn("None yet", page)
        key = re.search(r'name="key" value="(\w+)"', page).group(1)
        form = {"key": key, "name": "<b>Board</b>", "addresses": " %s\r\n\r\n" % AWAY}
        for _ in range(2):  # twice by one key: once
            self.expect(owner.form("/account/apps", **form), 303)
        page = owner.get("/account/apps").text
        self.assertIn("&lt;b&gt;Board&lt;/b&gt;", page)
        (id,) = re.findall(r'action="/account/apps/(\w+)/remove"', page)
        self.expect(self.show(self.person(), client_id=id), 200)
        wrong = owner.form("/account/apps", key=key, name="x", addresses="http://app.example/")
        self.assertIn("begin with https", self.expect(wrong, 422).text)
        self.expect(owner.form("/account/apps/%s/remove" % id), 303)
        self.assertIn("None yet", owner.get("/account/apps").text)
        self.expect(Person(self.server).get("/account/apps"), 303)

    def test_what_cannot_be_registered(self):
        owner = self.person()
        for name, addresses in (
            ("", [AWAY]),
            (" ", [AWAY]),
            ("x" * 41, [AWAY]),
            ("x", []),
            ("x", [""]),
            ("x", [AWAY, "http://app.example/"]),
            ("x", [AWAY + "\nhttps://evil.example/"]),
            ("x", ["https://app.example/#part"]),
            ("x", ["javascript:alert(1)"]),
            ("x", ["https://*.example/"]),
            ("x", [7]),
            ("x", AWAY),
            ("x", [AWAY] * 11),
            ("x", ["https://app.example/" + "x" * 500]),
        ):
            self.expect(owner.post("/api/apps", name=name, addresses=addresses), 422, "bad_request")
        self.assertEqual(owner.get("/api/apps").json["apps"], [])
        stranger = Person(self.server)
        self.expect(stranger.post("/api/apps", name="x", addresses=[AWAY]), 401)
        # Neither may an app register another one in the person's name.
        id = self.register(owner, AWAY)
        code = self.fields_of(self.answer(owner, client_id=id))["code"]
        app = Program(self.server, self.exchange(code, client_id=id).json["access_token"])
        self.expect(app.post("/api/apps", name="x", addresses=[AWAY]), 403)


class OpenRegistered(Registered):
    """Where others are allowed too, registered apps still have their own addresses only."""

    OPTIONS = ("--engines", "0", "--open-apps")

    def test_not_registered(self):
        self.expect(self.show(self.person()), 200)

    def test_ends_with_its_owner(self):
        person = self.person()
        id = self.register(self.person(), AWAY)
        self.nowhere(person, client_id=id, redirect_uri="https://evil.example/")

    def test_other_addresses(self):
        person = self.person()
        id = self.register(self.person(), "https://app.example/back")
        for address in ("https://app.example/", "https://evil.example/", "http://127.0.0.1:1/"):
            self.nowhere(person, client_id=id, redirect_uri=address)


main(__name__)
