#!/usr/bin/env python3
"""Invitations by name: back and forth, their fates, and who may invite whom."""
import re
import sqlite3
import threading
import unittest

from play_case import Events, Person, PlayCase, Server, account, eventually, main, new_key

LIVE = {"kind": "live", "base_ms": 300000, "increment_ms": 3000}
count = 0


def invite(person, to, **more):
    setup = {"variant": "chess", "start": {"number": 1}, "color": "white", "clock": LIVE}
    setup.update(more)
    return person.post("/api/invitations", to=to, **setup)


class Invitations(PlayCase):
    def two(self):
        global count
        count += 1
        self.names = ["Ann%d" % count, "Ben%d" % count]
        return [account(self.server, name) for name in self.names]

    def answer(self, person, id, what, **more):
        return person.post("/api/invitations/%s/%s" % (id, what), **more)

    def listed(self, person, part):
        return self.expect(person.get("/api/invitations"), 200).json[part]

    def test_accepted(self):
        ann, ben = self.two()
        made = self.expect(
            invite(ann, self.names[1].upper(), message=" Good evening!\n "), 201
        ).json
        self.assertEqual(
            (made["fate"], made["you"], made["with"], made["rated"], made["color"]),
            ("open", "asking", self.names[1], True, "white"),
        )
        (seen,) = self.listed(ben, "asked")
        self.assertEqual(
            (seen["you"], seen["color"], seen["steps"][0]["message"]),
            ("asked", "black", "Good evening!"),
        )
        self.assertIn('class="count-mark">1<', ben.get("/rules").text)
        done = self.expect(self.answer(ben, made["id"], "accept"), 200).json
        game = ann.game(done["game"])
        self.assertEqual(
            (game["status"], game["you"], game["rated"], game["black"]["name"]),
            ("playing", "white", True, self.names[1]),
        )
        for person in (ann, ben):
            (fate,) = self.listed(person, "fates")
            self.assertEqual((fate["fate"], fate["game"]), ("accepted", done["game"]))
        self.assertNotIn('count-mark">1<', ben.get("/rules").text)

    def test_counter_offers(self):
        ann, ben = self.two()
        id = self.expect(invite(ann, self.names[1]), 201).json["id"]
        self.expect(self.answer(ann, id, "accept"), 409, "conflict")
        days = {"kind": "days", "days": 3}
        other = self.expect(
            self.answer(
                ben,
                id,
                "counter",
                variant="modern",
                color="white",
                start={"number": 5},
                clock=days,
                message="Slower?",
            ),
            200,
        ).json
        self.assertEqual(
            (other["you"], other["color"], other["variant"]), ("asking", "white", "modern")
        )
        self.expect(self.answer(ben, id, "accept"), 409, "conflict")
        (seen,) = self.listed(ann, "asked")
        self.assertEqual(
            (seen["color"], seen["clock"], seen["start"]["number"]), ("black", days, 5)
        )
        self.assertEqual(
            [(step["by"], step["kind"]) for step in seen["steps"]],
            [(self.names[0], "invite"), (self.names[1], "counter")],
        )
        self.expect(
            self.answer(ann, id, "counter", variant="modern", color="random", clock=days), 200
        )
        done = self.expect(self.answer(ben, id, "accept"), 200).json
        game = ann.game(done["game"])
        self.assertEqual((game["variant"], game["clock"]["white"]["kind"]), ("modern", "days"))

    def test_declined_with_words_and_withdrawn(self):
        ann, ben = self.two()
        id = invite(ann, self.names[1]).json["id"]
        self.expect(self.answer(ben, id, "withdraw"), 409, "conflict")
        self.expect(self.answer(ben, id, "decline", message="Not today."), 200)
        (fate,) = self.listed(ann, "fates")
        self.assertEqual((fate["fate"], fate["steps"][-1]["message"]), ("declined", "Not today."))
        self.expect(self.answer(ben, id, "accept"), 409, "conflict")
        id = invite(ann, self.names[1]).json["id"]
        self.expect(self.answer(ann, id, "withdraw"), 200)
        self.expect(self.answer(ben, id, "accept"), 409, "conflict")
        self.assertEqual(
            [fate["fate"] for fate in self.listed(ben, "fates")], ["withdrawn", "declined"]
        )

    def test_sent_again(self):
        ann, ben = self.two()
        key, again = new_key(), new_key()
        id = invite(ann, self.names[1], key=key).json["id"]
        self.assertEqual(invite(ann, self.names[1], key=key).json["id"], id)
        self.assertEqual(len(self.listed(ben, "asked")), 1)
        games = {
            self.expect(self.answer(ben, id, "accept", key=again), 200).json["game"]
            for _ in range(3)
        }
        self.assertEqual(len(games), 1)

    def test_sent_again_too_early(self):
        """The same answer twice, the second time before the first is stored."""
        ann, ben = self.two()
        browsers = [Person(self.server) for _ in range(4)]
        for browser in browsers:
            browser.cookie = ben.cookie
            self.expect(browser.get("/api/me"), 200)  # connected
        for _ in range(10):
            id = self.expect(invite(ann, self.names[1]), 201).json["id"]
            key, answers = new_key(), []

            def accept(browser):
                answers.append(self.answer(browser, id, "accept", key=key))

            threads = [threading.Thread(target=accept, args=(one,)) for one in browsers]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            games = {self.expect(answer, 200).json["game"] for answer in answers}
            self.assertEqual(len(games), 1)

    def test_who_may(self):
        ann, ben = self.two()
        guest, cleo = Person(self.server), account(self.server, "Cleo%d" % count)
        self.expect(invite(guest, self.names[0]), 401, "login_needed")
        self.expect(invite(ann, self.names[0]), 422, "bad_request")
        self.expect(invite(ann, "nobody"), 404, "not_found")
        self.expect(invite(ann, self.names[1], message="x" * 501), 422, "bad_request")
        self.expect(invite(ann, self.names[1], variant="none"), 400, "bad_request")
        id = invite(ann, self.names[1]).json["id"]
        self.expect(cleo.get("/api/invitations/" + id), 404, "not_found")
        for what in ("accept", "decline", "withdraw"):
            self.expect(self.answer(cleo, id, what), 404, "not_found")
        for _ in range(19):
            self.expect(invite(ann, self.names[1]), 201)
        self.expect(invite(ann, self.names[1]), 409, "conflict")

    def test_block(self):
        ann, ben = self.two()
        invite(ann, self.names[1])
        open_game, _ = ben.make(opponent="open", clock=LIVE)
        self.expect(ben.post("/api/people/%s/block" % self.names[0]), 200)
        self.assertEqual(self.listed(ann, "fates")[0]["fate"], "declined")
        self.expect(invite(ann, self.names[1]), 403, "forbidden")
        self.expect(invite(ben, self.names[0]), 409, "conflict")
        self.expect(ann.post("/api/games/%s/join" % open_game), 403, "forbidden")
        self.assertEqual(ben.get("/api/blocked").json["blocked"][0]["name"], self.names[0])
        self.expect(ben.post("/api/people/%s/unblock" % self.names[0]), 200)
        self.expect(invite(ann, self.names[1]), 201)
        self.expect(ann.post("/api/games/%s/join" % open_game), 200)
        self.expect(ann.post("/api/people/%s/block" % self.names[0]), 422, "bad_request")

    def test_told_in_the_lobby(self):
        ann, ben = self.two()
        events = Events(ben, "/api/lobby/events")
        id = invite(ann, self.names[1]).json["id"]
        self.assertEqual(events.wait("invitations")[0][2], {"waiting": 1})
        self.answer(ann, id, "withdraw")
        self.assertEqual(events.wait("invitations", 2)[1][2], {"waiting": 0})
        events.close()

    def test_forms(self):
        ann, ben = self.two()
        id = invite(ann, self.names[1]).json["id"]
        page = ben.get("/invitations").text
        self.assertIn("/invitations/%s/accept" % id, page)
        answer = ben.form("/invitations/%s/accept" % id, key=new_key())
        self.assertEqual(answer.status, 303)
        self.assertIn("/game/", answer.headers["Location"])

    def test_times_of_who_looks(self):
        """Days and hours are in the viewer's zone: these two never have the same day."""
        ann, ben = self.two()
        self.expect(ann.post("/api/zone", zone="Pacific/Niue"), 200)
        self.expect(ben.post("/api/zone", zone="Pacific/Kiritimati"), 200)
        self.expect(invite(ann, self.names[1]), 201)
        found = {
            "expires": r"Open until ([^<]*)<",
            "step": r'<span class="low">(\d[^<]*)</span> %s invites' % self.names[0],
        }
        for path, pattern in (
            ("/invitations", found["expires"]),
            ("/invitations", found["step"]),
            ("/@/" + self.names[0], r"Here since ([^<]*)<"),
        ):
            early, late = (re.search(pattern, person.get(path).text)[1] for person in (ann, ben))
            self.assertNotEqual(early.split(",")[0], late.split(",")[0], path)
            self.assertNotIn("UTC", early + late)


class Time(unittest.TestCase):
    """Both see invitations expire, and they are deleted after two months; a crash loses nothing."""

    def test_expires(self):
        server = Server("--engines", "0").start()
        ann, ben = account(server, "Ann"), account(server, "Ben")
        id = invite(ann, "Ben", message="Soon?").json["id"]
        server.kill()
        # A day and an hour go by while the server is away.
        with sqlite3.connect(server.folder + "/apothecary.db") as db:
            db.execute("UPDATE invitation SET due_ms = due_ms - 90000000")
            db.execute("UPDATE job SET due_ms = due_ms - 90000000 WHERE kind = 'invitation'")
        server.start()
        eventually(lambda: ben.get("/api/invitations").json["fates"], "its fate")
        fates = ben.get("/api/invitations").json["fates"]
        self.assertEqual(
            (fates[0]["id"], fates[0]["fate"], fates[0]["steps"][-1]["by"]), (id, "expired", None)
        )
        self.assertEqual(ann.get("/api/invitations").json["fates"][0]["fate"], "expired")
        self.assertEqual(ben.post("/api/invitations/%s/accept" % id).status, 409)
        with sqlite3.connect(server.folder + "/apothecary.db") as db:
            due, changed = db.execute("SELECT due_ms, changed_ms FROM invitation").fetchone()
        self.assertGreaterEqual(due - changed, 30 * 86400000)
        server.close()


main(__name__)
