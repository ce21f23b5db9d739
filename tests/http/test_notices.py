#!/usr/bin/env python3
"""Notices: each event tells the right people once, on the page, by mail and in the daily mail."""
from cup_case import Cup
from mail_case import MailCase
from play_case import Person, PlayCase, account, eventually, main
from test_moderation import moderate

SLOW = {"kind": "days", "days": 3}


def kinds(person):
    """What a person has been told, the oldest first: (kind, by)."""
    rows = person.get("/api/notices").json["notices"]
    return [(row["kind"], row["by"]) for row in reversed(rows)]


def clear(*people):
    for person in people:
        rows = person.get("/api/notices").json["notices"]
        if rows:
            assert person.post("/api/notices/read", last=rows[0]["id"]).status == 200


class Events(PlayCase):
    """No person of these tests looks at a game's page: everything is told."""

    count = 0

    def pair(self, **setup):
        Events.count += 1
        names = ["%s-%d" % (name, Events.count) for name in ("Anna", "Bert")]
        anna, bert = [account(self.server, name) for name in names]
        setup.setdefault("clock", SLOW)
        id, _ = anna.make(opponent="open", **setup)
        self.expect(bert.post("/api/games/%s/join" % id), 200)
        return anna, bert, id, names

    def fresh(self, person, before):
        return kinds(person)[len(before) :]

    def told(self, act, expected):
        """What the people have been told because of act(): {person: [kind]}."""
        before = {person: kinds(person) for person in expected}
        act()
        for person, wanted in expected.items():
            got = self.fresh(person, before[person])
            self.assertEqual([kind for kind, _ in got], wanted)

    def test_every_event_of_a_game(self):
        anna, bert, id, (a, b) = self.pair(variant="modern")
        self.assertEqual(kinds(anna), [("begin", b)])
        self.assertEqual(kinds(bert), [])
        game = "/api/games/%s/" % id
        start = anna.game(id)["legal_moves"]

        def offer(person, what, ply=1):
            return lambda: self.expect(person.post(game + "offer", ply=ply, what=what), 200)

        def answer(person, what, accept):
            return lambda: self.expect(person.post(game + "answer", what=what, accept=accept), 200)

        self.told(lambda: self.expect(anna.move(id, 0, start[0]), 200), {anna: [], bert: ["turn"]})
        self.told(offer(anna, "draw"), {anna: [], bert: ["draw-offer"]})
        self.told(answer(bert, "draw", False), {anna: ["offer-declined"], bert: []})
        self.told(offer(anna, "takeback"), {anna: [], bert: ["takeback-offer"]})
        self.told(answer(bert, "takeback", False), {anna: ["offer-declined"], bert: []})
        reply = bert.game(id)["legal_moves"][0]
        self.told(lambda: self.expect(bert.move(id, 1, reply), 200), {anna: ["turn"], bert: []})
        # One's own move answers the notice.
        rows = bert.get("/api/notices").json["notices"]
        self.assertTrue([row for row in rows if row["kind"] == "turn"][0]["is_read"])
        self.told(
            lambda: self.expect(anna.post("/api/games/%s/chat" % id, text="Hello"), 201),
            {anna: [], bert: ["chat"]},
        )
        self.told(  # the first one has not been read yet
            lambda: self.expect(anna.post("/api/games/%s/chat" % id, text="Hello?"), 201),
            {anna: [], bert: []},
        )
        self.told(
            lambda: self.expect(bert.post(game + "resign"), 200), {anna: ["game-end"], bert: []}
        )
        text = anna.get("/api/notices").json["notices"][0]["text"]
        self.assertIn("Your game of Apothecary Chess-Modern", text)
        self.assertIn("against %s is over. You have won: the other side has resigned." % b, text)
        self.expect(anna.post("/api/language", language="de"), 200)
        german = anna.get("/api/notices", headers={"Accept-Language": "de"}).json["notices"]
        self.assertIn("Du hast gewonnen: die andere Seite hat aufgegeben", german[0]["text"])
        self.expect(anna.post("/api/language", language="en"), 200)
        self.told(
            lambda: self.expect(anna.post(game + "rematch"), 200),
            {anna: [], bert: ["rematch-offer"]},
        )
        self.told(
            lambda: self.expect(bert.post(game + "rematch"), 200), {anna: ["rematch"], bert: []}
        )
        # Both names are right everywhere.
        self.assertEqual({by for _, by in kinds(anna)}, {b})
        self.assertEqual({by for _, by in kinds(bert)}, {a})
        # Looking at the game reads what is about it.
        self.assertGreater(bert.get("/api/notices/count").json["unread"], 0)
        self.expect(bert.get("/game/" + id), 200)
        eventually(lambda: bert.get("/api/notices/count").json["unread"] == 0, "read")

    def test_agreement_and_cancelling(self):
        anna, bert, id, _ = self.pair()
        self.told(
            lambda: self.expect(anna.post("/api/games/%s/cancel" % id), 200),
            {anna: [], bert: ["game-cancelled"]},
        )
        anna, bert, id, _ = self.pair()
        self.expect(anna.move(id, 0, anna.game(id)["legal_moves"][0]), 200)
        self.expect(anna.post("/api/games/%s/offer" % id, ply=1, what="draw"), 200)
        self.told(
            lambda: self.expect(
                bert.post("/api/games/%s/answer" % id, what="draw", accept=True), 200
            ),
            {anna: ["game-end"], bert: []},
        )

    def test_invitations(self):
        anna, bert, _, (a, b) = self.pair()
        invite = {"to": b, "variant": "chess", "clock": SLOW}
        ids = []
        for _ in range(3):
            self.told(
                lambda: ids.append(self.expect(anna.post("/api/invitations", **invite), 201).json),
                {anna: [], bert: ["invitation"]},
            )
        path = "/api/invitations/%s/"
        ids = [row["id"] for row in ids]
        self.told(
            lambda: self.expect(bert.post(path % ids[0] + "accept"), 200),
            {anna: ["invitation-accepted"], bert: []},
        )
        self.assertIn("/game/", anna.get("/api/notices").json["notices"][0]["url"])
        self.told(
            lambda: self.expect(bert.post(path % ids[1] + "decline"), 200),
            {anna: ["invitation-declined"], bert: []},
        )
        self.told(
            lambda: self.expect(
                bert.post(path % ids[2] + "counter", variant="alert", clock=SLOW), 200
            ),
            {anna: ["invitation-counter"], bert: []},
        )

    def test_messages_mentions_reports_moderation(self):
        anna, bert, id, (a, b) = self.pair()
        fan = account(self.server, "Fan-%d" % Events.count)
        write = "/api/people/%s/messages" % b
        self.told(
            lambda: self.expect(fan.post(write, text="Hi"), 201), {anna: [], bert: ["message"]}
        )
        self.told(lambda: self.expect(fan.post(write, text="Hi!"), 201), {bert: []})
        self.expect(bert.get("/messages/Fan-%d" % Events.count), 200)
        eventually(
            lambda: all(
                row["is_read"]
                for row in bert.get("/api/notices").json["notices"]
                if row["kind"] == "message"
            ),
            "read with the page",
        )
        other = account(self.server, "Other-%d" % Events.count)
        text = "@Other-%d look! @nobody @%s" % (Events.count, a)
        # A player is not told of spectators before the game is over.
        self.told(
            lambda: self.expect(fan.post("/api/games/%s/chat" % id, text=text), 201),
            {anna: [], other: ["mention"], fan: []},
        )
        # Nobody blocked reaches the one who blocked.
        self.expect(other.post("/api/people/Fan-%d/block" % Events.count), 200)
        clear(other)
        self.told(
            lambda: self.expect(fan.post("/api/games/%s/chat" % id, text=text), 201), {other: []}
        )
        report = "/api/people/Fan-%d/report" % Events.count
        self.expect(anna.post(report, reason="Noise"), 201)
        number = moderate(self.server, "reports").stdout.split("%s about" % a)[0].split("\n")[-1]
        self.told(
            lambda: self.assertEqual(
                moderate(self.server, "answer", number.split()[0], "--reason", "Muted.").returncode,
                0,
            ),
            {anna: ["report-answered"], fan: []},
        )
        self.assertIn("Muted.", anna.get("/notices").text)
        self.told(
            lambda: self.assertEqual(
                moderate(self.server, "mute", "Fan-%d" % Events.count).returncode, 0
            ),
            {fan: ["moderation"]},
        )

    def test_tournaments_advantages_warnings(self):
        cup = Cup(self.server, 3, variant="chess", guests=[])
        host, guest, other = cup.people.values()
        self.expect(host.post(cup.path + "/invite", player=cup.names[1]), 200)
        wanted = [("tournament-invitation", cup.names[0])]
        eventually(lambda: kinds(guest) == wanted, "the invitation")
        for person in (host, guest):
            self.expect(person.post(cup.path + "/join"), 200)
        before = {person: kinds(person) for person in (host, guest, other)}
        self.expect(host.post(cup.path + "/begin"), 200)
        for person in (host, guest):
            eventually(lambda: "tournament-round" in [kind for kind, _ in kinds(person)], "a round")
            told = [kind for kind, _ in self.fresh(person, before[person])]
            self.assertEqual(told.count("tournament-round"), 1)
        self.assertEqual(self.fresh(other, before[other]), [])
        called_off = Cup(self.server, 2, variant="chess")
        called_off.join_all()
        one, two = called_off.people.values()
        self.told(
            lambda: self.expect(one.post(called_off.path + "/cancel"), 200),
            {two: ["tournament-cancelled"], other: []},
        )
        anna, bert, id, _ = self.pair(variant="modern")
        self.expect(anna.move(id, 0, anna.game(id)["legal_moves"][0]), 200)
        offer = {"ply": 1, "what": "advantage-black"}
        self.told(
            lambda: self.expect(anna.post("/api/games/%s/offer" % id, **offer), 200),
            {anna: [], bert: ["advantage-offer"]},
        )
        name = anna.get("/api/me").json["name"]

        def warn():
            done = moderate(self.server, "warn", name, "--reason", "Language")
            self.assertEqual(done.returncode, 0, done.stderr)

        self.told(warn, {anna: ["warning"], bert: []})
        self.assertIn("Language", anna.get("/api/notices").json["notices"][0]["text"])

    def test_choices(self):
        anna, bert, id, _ = self.pair()
        choices = {row["kind"]: row for row in bert.get("/api/notices/choices").json["choices"]}
        self.assertGreaterEqual(len(choices), 20)
        self.assertTrue(choices["draw-offer"]["page"])
        choice = {"page": False, "push": False, "mail": False, "digest": False}
        self.expect(bert.post("/api/notices/choices", kind="draw-offer", **choice), 200)
        self.expect(anna.move(id, 0, anna.game(id)["legal_moves"][0]), 200)
        self.told(
            lambda: self.expect(anna.post("/api/games/%s/offer" % id, ply=1, what="draw"), 200),
            {bert: []},
        )
        self.expect(bert.post("/api/notices/choices", kind="x", **choice), 400, "bad_request")
        page = bert.get("/account/notices").text
        self.assertIn('name="page_turn" value="on"', page)
        chosen = {"page_message": "on", "mail_chat": "on", "push_chat": "on"}
        self.expect(bert.form("/account/notices", **chosen), 303)
        choices = {row["kind"]: row for row in bert.get("/api/notices/choices").json["choices"]}
        self.assertEqual(
            [kind for kind, row in choices.items() if row["page"] or row["mail"]],
            ["message", "chat"],
        )
        self.assertEqual([kind for kind, row in choices.items() if row["push"]], ["chat"])
        self.expect(Person(self.server).get("/api/notices"), 401, "login_needed")


class HalfAYear(PlayCase):
    """Days pass in a second or two: what only time brings."""

    OPTIONS = ("--engines", "0", "--clock-rate", "100000")

    def test_time(self):
        anna, bert = account(self.server, "Anna-t"), account(self.server, "Bert-t")
        # Lost on time; an invitation that nobody answers.
        begun, _ = anna.make(opponent="open", clock={"kind": "days", "days": 12})
        self.expect(bert.post("/api/games/%s/join" % begun), 200)
        for ply, person in enumerate((anna, bert)):
            self.expect(person.move(begun, ply, ("e2e4", "e7e5")[ply]), 200)
        eventually(lambda: ("time-out", "Bert-t") in kinds(anna), "time-out")
        self.assertEqual(kinds(bert).count(("time-out", "Anna-t")), 1)
        self.assertEqual(kinds(anna).count(("time-out", "Bert-t")), 1)
        invite = {"to": "Bert-t", "variant": "chess", "clock": SLOW}
        self.expect(anna.post("/api/invitations", **invite), 201)
        eventually(lambda: ("invitation-expired", "Bert-t") in kinds(anna), "expired")
        # A crash in between: nobody is told twice.
        told = (kinds(anna), kinds(bert))
        self.server.kill()
        self.server.start()
        self.assertEqual((kinds(anna), kinds(bert)), told)


class Mails(MailCase):
    def test_mails_have_names_and_one_date(self):
        anna, bert = self.with_address(name="Anna-x"), self.with_address(name="Bert-x")
        self.server.hurry(60)  # a minute passes in a second
        self.expect(anna.post("/api/mail", wanted=["event", "digest", "turn"], digest_hour=1), 200)
        id, secret = anna.make(variant="modern", clock={"kind": "days", "days": 3})
        self.expect(bert.post("/api/games/%s/join" % id, secret=secret), 200)
        mail = self.mails_to(anna.address, "has joined your game")
        self.assertIn("Bert-x has joined your game of Apothecary Chess-Modern", mail.subject)
        self.assertIn("/game/" + id, mail.text)
        # The clock has not started: no date. Before, each mail had another one.
        turn = self.mails_to(anna.address, "Your turn against Bert-x")
        self.assertNotIn("You have time until", turn.text)
        self.expect(anna.move(id, 0, anna.game(id)["legal_moves"][0]), 200)
        self.expect(bert.move(id, 1, bert.game(id)["legal_moves"][0]), 200)
        turn = self.post.wait(
            2, lambda m: m.recipient == anna.address and "Your turn against Bert-x" in m.subject
        )[1]
        self.assertIn("You have time until", turn.text)
        self.expect(anna.post("/api/games/%s/offer" % id, ply=2, what="draw"), 200)
        mail = self.mails_to(bert.address, "offers a draw")
        self.assertIn("Anna-x offers a draw in Apothecary Chess-Modern", mail.subject)
        self.expect(bert.post("/api/games/%s/answer" % id, what="draw", accept=True), 200)
        mail = self.mails_to(anna.address, "is over")
        self.assertIn("against Bert-x is over. A draw: the players agree.", mail.text)
        # Bert has done it himself.
        over = [m for m in self.post.mails if m.recipient == bert.address and "over" in m.subject]
        self.assertEqual(over, [])
        # The mail's link ends all of its kind.
        off = [line for line in mail.text.split() if "/mail/off/" in line][0]
        self.expect(Person(self.server).form(off[off.index("/mail/off") :]), 200)
        self.assertEqual(anna.get("/api/mail").json["wanted"], ["turn", "digest"])

    def test_what_is_read_is_not_mailed(self):
        anna, bert = self.with_address(name="Anna-y"), self.with_address(name="Bert-y")
        self.expect(anna.post("/api/people/Bert-y/messages", text="One"), 201)
        clear(bert)
        self.expect(anna.post("/api/people/Bert-y/messages", text="Two"), 201)
        self.server.hurry(60)
        self.mails_to(bert.address, "Anna-y has written to you")
        self.wait_until(lambda: not self.rows("SELECT 1 FROM job WHERE kind = 'notice-mail'"))
        count = len(self.rows("SELECT 1 FROM mail WHERE kind = 'event'"))
        self.assertEqual(count, 1)


class DailyMail(MailCase):
    """An hour passes in a second."""

    RATE = "3600"

    def test_digest(self):
        anna = self.with_address(name="Anna-z")
        bert = self.account(name="Bert-z")
        self.expect(anna.post("/api/mail", wanted=["digest"], digest_hour=12), 200)
        id, secret = anna.make(variant="modern", color="white")
        self.expect(bert.post("/api/games/%s/join" % id, secret=secret), 200)
        self.expect(bert.post("/api/people/Anna-z/messages", text="Hello"), 201)
        mail = self.post.wait(
            1, lambda m: m.recipient == anna.address and "Bert-z has written" in m.text
        )[0]
        self.assertIn("against Bert-z\r\n", mail.text)  # no date: there is no clock
        self.assertNotIn("against ,", mail.text)
        self.assertIn("What has happened since yesterday:", mail.text)


main(__name__)
