#!/usr/bin/env python3
"""A person's own event stream: waiting and new events, none lost by a disconnection or a kill."""
import http.client
import json

from play_case import WAIT_S, Person, PlayCase, account, main


class Listening:
    """A person's stream, as lines of JSON."""

    def __init__(self, person, after=None):
        self.connection = http.client.HTTPConnection(
            "127.0.0.1", person.server.port, timeout=WAIT_S
        )
        headers = {"Accept": "application/x-ndjson", "Cookie": "apo_session=" + person.cookie}
        if after is not None:
            headers["Last-Event-ID"] = str(after)
        self.connection.request("GET", "/api/me/events", headers=headers)
        self.response = self.connection.getresponse()
        self.last = None

    def next(self):
        while True:
            line = self.response.readline()
            if not line:
                raise AssertionError("the stream has ended")
            if line.strip():
                event = json.loads(line)
                self.last = event.get("id", self.last)
                return event["event"], event["data"]

    def waiting(self):
        """Everything sent before "ready": (event, id of the game or invitation)."""
        found = set()
        while True:
            name, data = self.next()
            if name == "ready":
                return found
            found.add((name, data.get("game") or data.get("invitation")))

    def close(self):
        self.connection.close()


class OwnEvents(PlayCase):
    def listen(self, person, after=None):
        stream = Listening(person, after)
        self.addCleanup(stream.close)
        self.assertEqual(stream.response.status, 200)
        return stream

    def begin(self, white, black):
        id, secret = white.make(variant="chess")
        self.expect(black.post("/api/games/%s/join" % id, secret=secret), 200)
        return id

    def test_as_it_comes(self):
        ann, ben = account(self.server, "Ann-Ear"), account(self.server, "Ben-Ear")
        mine, his = self.listen(ann), self.listen(ben)
        self.assertEqual(mine.waiting() | his.waiting(), set())
        id = self.begin(ann, ben)
        name, data = mine.next()
        self.assertEqual(
            (name, data["game"], data["variant"], data["ply"]), ("turn", id, "chess", 0)
        )
        self.expect(ann.move(id, 0, "e2e4"), 200)
        name, data = his.next()
        self.assertEqual((name, data["game"], data["ply"]), ("turn", id, 1))
        # An offer does not change the turn; the next event for Ben is the invitation.
        self.expect(ann.post("/api/games/%s/offer" % id, ply=1, what="draw"), 200)
        asked = self.expect(ann.post("/api/invitations", to="Ben-Ear", variant="chess"), 201).json
        self.assertEqual(his.next()[1].get("invitation"), asked["id"])
        self.expect(ben.post("/api/games/%s/resign" % id), 200)
        for stream in (mine, his):
            name, data = stream.next()
            self.assertEqual((name, data["game"], data["white_quarters"]), ("over", id, 4))

    def test_nothing_is_lost(self):
        ann, ben = account(self.server, "Ann-Gap"), account(self.server, "Ben-Gap")
        old, new, ended = (self.begin(ann, ben) for _ in range(3))
        first = self.listen(ann)
        self.assertEqual(first.waiting(), {("turn", id) for id in (old, new, ended)})
        first.close()
        self.expect(ben.post("/api/games/%s/resign" % ended), 200)
        asked = self.expect(ben.post("/api/invitations", to="Ann-Gap", variant="chess"), 201).json
        self.server.kill()
        self.server.start()
        self.expect(ann.move(new, 0, "e2e4"), 200)
        self.expect(ben.move(new, 1, "e7e5"), 200)
        again = self.listen(ann, first.last)
        told = again.waiting()
        # Recent changes may be sent twice, so `old` may be there or not.
        self.assertEqual(
            told - {("turn", old)}, {("turn", new), ("over", ended), ("invitation", asked["id"])}
        )
        afresh = self.listen(ann)
        self.assertEqual(
            afresh.waiting(), {("turn", old), ("turn", new), ("invitation", asked["id"])}
        )

    def test_whose_it_is(self):
        self.expect(Person(self.server).get("/api/me/events"), 401, "login_needed")
        ann, ben = account(self.server, "Ann-Own"), account(self.server, "Ben-Own")
        others = self.listen(account(self.server, "Eve-Own"))
        self.begin(ann, ben)
        self.assertEqual(others.waiting(), set())
        self.expect(ann.post("/api/invitations", to="Eve-Own", variant="chess"), 201)
        self.assertEqual(others.next()[0], "invitation")


main(__name__)
