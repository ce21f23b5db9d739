#!/usr/bin/env python3
"""A year of notices: people play, talk, invite, follow, hold tournaments, change their settings and
are away, and moderators act, while the server is killed now and then. Its clock is set by hand, to
each moment at which something is due, and up to 20 seconds beyond. A model that shares nothing
with the server says what each person is to be told, on which channel, and when. After every step
the page's notices, the mails and the push messages that have come since must be these: each once,
within a minute, to the right person.

APO_DAYS=365 APO_ACTS=20 test_year.py PROBE COMMAND lets a year pass with 20 acts a day."""
import collections
import email
import email.policy
import http.server
import os
import random
import re
import sqlite3
import threading
import time
import unittest

from cup_case import setup as tournament
from mail_case import PASSWORD, MailServer
from play_case import WAIT_S, Person, Server, main
from test_moderation import moderate

DAYS = int(os.environ.get("APO_DAYS", "40"))
ACTS = int(os.environ.get("APO_ACTS", "4"))  # a day
TRIES = 500  # acts after the year, for the kinds of notices that have not come by then
BEGIN_MS = 1767225600000  # 2026-01-01
SECOND_MS = 1000
MINUTE_MS = 60 * SECOND_MS
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
PUT_OFF_MS = SECOND_MS  # COMPILE_MS of tournament/job.c
MAIL_WAIT_MS = MINUTE_MS
TURN_WAIT_MS = 3 * MINUTE_MS
DIGEST_HOUR = 7
CHANNELS = ("page", "push", "mail", "digest")
JOINED = {"message", "chat", "mention", "comment", "study-comment"}
PGN = '[Variant "chess"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
# Subjects of the mails that are not of the kind "event".
SUBJECTS = {
    "turn": re.compile("^Your turn against"),
    "invitation": re.compile("invites you to a (game|tournament)$"),
    "digest": re.compile("^(Your turn in .* games?|News of your games)$"),
    "reminder": re.compile("^Reminder: your turn"),
}
# A browser's key and secret, those of RFC 8291's example.
BROWSER = {
    "point": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7V"
    "d8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}


class PushService:
    """Takes messages; whose they are follows from the address."""

    def __init__(self, take):
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                service.take(self.path[1:])
                self.send_response(201)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.take = take
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = "http://127.0.0.1:%d" % self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Clock:
    """The server's time, in a file."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "clock")
        self.set(BEGIN_MS)

    def set(self, now_ms):
        self.now_ms = now_ms
        with open(self.path + ".new", "w", encoding="ascii") as file:
            file.write(str(now_ms))
        os.replace(self.path + ".new", self.path)


class Game:
    def __init__(self, id, white, black, days=None, cup=None):
        self.id, self.sides, self.days, self.cup = id, (white, black), days, cup
        self.ply = 0
        self.turn = 0  # counts turns: a deadline of an older one is void
        self.is_over = False
        self.offer = None  # (side, what)
        self.rematch = None  # side

    @property
    def path(self):
        return "/api/games/%s/" % self.id


class Told:
    """A notice of the model: `text` comes from the server when it is there."""

    def __init__(self, kind, other, at_ms, channels, subject):
        self.kind, self.other, self.at_ms, self.channels = kind, other, at_ms, channels
        self.subject = subject  # None: whatever it is
        self.is_read = False
        self.text = None


class Somebody(Person):
    """A person, and what the model knows of them."""

    def __init__(self, server, name):
        super().__init__(server)
        self.name = name
        self.choices = {}  # of channels, by kind
        self.wanted = set()  # kinds of mail
        self.has_push = False
        self.told = []
        self.blocked = set()
        self.places = {}  # where others may comment, by kind of notice


class Year(unittest.TestCase):
    def setUp(self):
        self.post = MailServer()
        self.addCleanup(self.post.close)
        self.post.answers["END"] = self.take_mail
        self.came = []  # (time, person, what) since the last look: mails and push messages
        self.lock = threading.Lock()
        self.push = PushService(lambda name: self.note(name, ("push", "")))
        self.addCleanup(self.push.close)
        self.server = Server(
            "--engines", "0", "--no-work", "--smtp", self.post.url, "--mail-from",
            "games@example.org", "--push-service", self.push.origin,
        )  # fmt: skip
        self.clock = Clock(self.server.folder)
        self.server.options += ("--clock-rate", "hand:" + self.clock.path)
        self.server.start()
        self.addCleanup(self.server.close)
        path = "file:%s?mode=ro" % os.path.join(self.server.folder, "apothecary.db")
        self.db = sqlite3.connect(path, uri=True)
        self.addCleanup(self.db.close)
        self.last_notice = 0
        self.expected = []  # (person, Told)
        self.expected_others = []  # (person, what, from, until): mails and push messages
        self.plans = []  # (time, what to do): what the model knows of the future
        self.games, self.invitations, self.cups = [], [], []
        self.counts = collections.Counter()

    # --- what comes -------------------------------------------------------

    def note(self, name, what):
        with self.lock:
            self.came.append((self.clock.now_ms, name, what))

    def take_mail(self, data):
        mail = email.message_from_bytes(data, policy=email.policy.default)
        for kind, words in SUBJECTS.items():
            if words.search(mail["Subject"]):
                break
        else:
            kind = "event"
        name = mail["To"].split("@")[0].strip("<")
        self.note(name, (kind, " ".join(mail.get_content().split())))

    # --- time -------------------------------------------------------------

    def next_due(self, after=0):
        """In one query: a game that ends meanwhile must be found, or else its job."""
        query = """SELECT min(due_ms) FROM (
            SELECT due_ms FROM job WHERE due_ms > ?1
            UNION ALL SELECT due_ms FROM mail WHERE state = 0 AND due_ms > ?1
            UNION ALL SELECT due_ms FROM game WHERE due_ms > ?1)"""
        return self.db.execute(query, (after,)).fetchone()[0]

    def next_moment(self, after, default):
        """When something is due, for the server or by the model."""
        dues = [plan[0] for plan in self.plans if plan[0] > after]
        due = self.next_due(after)
        return min(dues if due is None else [*dues, due], default=default)

    def settle(self):
        """Waits until nothing is due. A job that was put off, until its game is compiled after a
        restart, is due a second later: that second passes."""
        until = time.monotonic() + WAIT_S
        while True:
            due = self.next_due()
            sending = self.db.execute("SELECT count(*) FROM mail WHERE state = 1").fetchone()[0]
            if not sending and (due is None or due > self.clock.now_ms):
                again = self.db.execute(
                    "SELECT min(due_ms) FROM job WHERE tries > 0 AND due_ms <= ?",
                    (self.clock.now_ms + PUT_OFF_MS,),
                ).fetchone()[0]
                if again is None:
                    return
                self.clock.set(again)
            if time.monotonic() > until:
                self.fail("still due: %r" % self.db.execute("SELECT * FROM job").fetchall())
            time.sleep(0.002)

    def advance(self, to):
        """Lets time pass; what the model has planned happens at its moment."""
        while True:
            self.settle()
            self.compare()
            moment = self.next_moment(0, to)
            if moment >= to:
                break
            # A few seconds late, but not so late that two things are due at once.
            late = min(20000, self.next_moment(moment, to) - moment - 1, to - moment)
            late = random.randrange(late + 1) if late > 0 else 0
            self.clock.set(max(self.clock.now_ms, moment + late))
            self.realize()
        self.clock.set(max(self.clock.now_ms, to))
        self.realize()
        self.settle()
        self.compare()

    def realize(self):
        ready = sorted((p for p in self.plans if p[0] <= self.clock.now_ms), key=lambda p: p[0])
        self.plans = [p for p in self.plans if p[0] > self.clock.now_ms]
        for at_ms, happen in ready:
            happen(at_ms)

    def plan(self, at_ms, happen):
        self.plans.append((at_ms, happen))

    # --- the model --------------------------------------------------------

    def tell(self, person, kind, other=None, at_ms=None, subject=None):
        """A notice that is due now, or was at `at_ms`."""
        at_ms = self.clock.now_ms if at_ms is None else at_ms
        if other is not None and other.name in person.blocked and kind in JOINED | {"follower"}:
            return
        told = Told(kind, other and other.name, at_ms, person.choices[kind], subject)
        if not told.channels:
            return
        if kind in JOINED and any(
            not one.is_read and one.kind == kind and one.other == told.other for one in person.told
        ):
            return
        person.told.append(told)
        self.expected.append((person, told))
        if "push" in told.channels and person.has_push:
            self.expected_others.append((person, ("push", told), at_ms, at_ms + MINUTE_MS))
        if "mail" in told.channels:
            self.plan(at_ms + MAIL_WAIT_MS, lambda due: self.mail_event(person, told, due))

    def mail_event(self, person, told, due):
        if not told.is_read and "event" in person.wanted:
            self.mail(person, ("event", told), due)

    def mail(self, person, what, due):
        self.expected_others.append((person, what, due, due + MINUTE_MS))

    def begin_turn(self, game, mover=None):
        """It is the other side's turn now: by a move of `mover`, or because it begins."""
        game.turn += 1
        turn, person = game.turn, game.sides[game.ply % 2]
        if mover:
            for told in mover.told:
                if told.kind == "turn" and told.game is game:
                    told.is_read = True
            before = len(person.told)
            self.tell(person, "turn", mover)
            for told in person.told[before:]:
                told.game = game
        now = self.clock.now_ms

        def is_still():
            return not game.is_over and game.turn == turn

        def mail_turn(due):
            if is_still() and "turn" in person.wanted:
                self.mail(person, ("turn", None), due)

        self.plan(now + TURN_WAIT_MS, mail_turn)
        has_clock = game.ply > 1 or game.cup  # in tournaments it runs from the beginning
        deadline = now + (game.days if has_clock else 30) * DAY_MS

        def run_out(due):
            if is_still() and has_clock:
                self.end(game, None, "time-out", due)
            elif is_still():
                self.cancelled(game, due)

        def remind(due):
            if is_still() and "reminder" in person.wanted:
                self.mail(person, ("reminder", None), due)

        self.plan(deadline, run_out)
        if deadline - DAY_MS > now:
            self.plan(deadline - DAY_MS, remind)

    def cancelled(self, game, due):
        game.is_over = True
        for side in (0, 1):
            self.tell(game.sides[side], "game-cancelled", game.sides[side ^ 1], due, game.id)
        self.cup_goes_on(game)

    def end(self, game, by, kind="game-end", at_ms=None):
        """Tells those who have not done it themselves."""
        game.is_over, game.offer = True, None
        for side in (0, 1):
            if by is not game.sides[side]:
                self.tell(game.sides[side], kind, game.sides[side ^ 1], at_ms, game.id)
        self.cup_goes_on(game)

    def cup_goes_on(self, game):
        cup = game.cup
        if cup and all(one.is_over for one in cup["games"]) and not cup["is_over"]:
            cup["is_over"] = True
            for person in cup["players"]:
                self.tell(person, "tournament-end", subject=cup["id"])

    def digest(self, person, due):
        """At that hour of each day."""
        self.plan(due + DAY_MS, lambda again: self.digest(person, again))
        lines = [
            told
            for told in person.told
            if "digest" in told.channels
            and not told.is_read
            and told.at_ms > self.clock.now_ms - DAY_MS
        ]
        has_turn = any(not g.is_over and g.sides[g.ply % 2] is person for g in self.games)
        if lines or has_turn:
            self.mail(person, ("digest", lines), due)

    # --- comparing --------------------------------------------------------

    def compare(self):
        """What has come since the last look is what the model says, no more and no less."""
        rows = self.db.execute(
            "SELECT n.id, p.name, n.kind, o.name, n.at_ms, n.subject FROM notice n"
            " JOIN person p ON p.id = n.person LEFT JOIN person o ON o.id = n.other"
            " WHERE n.id > ? ORDER BY n.id",
            (self.last_notice,),
        ).fetchall()
        expected, self.expected = self.expected, []
        for id, name, kind, other, at_ms, subject in rows:
            self.last_notice = id
            for entry in expected:
                person, told = entry
                wanted = (person.name, told.kind, told.other or other, told.subject or subject)
                if wanted == (name, kind, other, subject):
                    break
            else:
                self.fail("not expected: %s is told %s by %s" % (name, kind, other))
            expected.remove(entry)
            told.id = id
            self.assertTrue(0 <= at_ms - told.at_ms <= MINUTE_MS, (name, kind, at_ms, told.at_ms))
            self.counts["notice"] += 1
            self.counts[kind] += 1
        if expected:
            self.fail("not told: %r" % [(p.name, t.kind, t.other) for p, t in expected])
        with self.lock:
            came, self.came = self.came, []
        for at_ms, name, what in came:
            self.match(at_ms, name, what)
        late = [one for one in self.expected_others if one[3] <= self.clock.now_ms]
        if late:
            self.fail(
                "never came: %r"
                % [(p.name, what, what[1] and vars(what[1])) for p, what, _, _ in late]
            )

    def match(self, at_ms, name, what):
        for entry in self.expected_others:
            person, wanted, since, until = entry
            if person.name.lower() == name.lower() and wanted[0] == what[0]:
                if what[0] == "push" or self.has_words(person, wanted, what[1]):
                    break
        else:
            self.fail("not expected: %s gets %r at %s" % (name, what, time.ctime(at_ms / 1000)))
        self.assertTrue(since <= at_ms <= until, (name, what, since, at_ms))
        self.expected_others.remove(entry)
        self.counts["mail: " + what[0]] += 1

    def has_words(self, person, wanted, data):
        """An event's mail has its sentence, a digest those of all."""
        kind, about = wanted
        if about is None:
            return True
        return all(
            self.sentence(person, told) in data for told in (about if kind == "digest" else [about])
        )

    def sentence(self, person, told):
        """The words of a notice as the page has them; at least the name where the page has not."""
        if told.text is None:
            for row in person.get("/api/notices").json["notices"]:
                for one in person.told:
                    if one.id == row["id"]:
                        one.text = " ".join(row["text"].split())
        has_name = told.other and told.kind != "game-cancelled"
        return told.text or (told.other if has_name else "")

    # --- what people do ---------------------------------------------------

    def do(self, answer, status=200):
        self.assertEqual(answer.status, status, answer.text)
        return answer.json if answer.text.startswith("{") else None

    def begun(self, id, white, black, days, cup=None, kind="chess"):
        game = Game(id, white, black, days, cup)
        game.kind = kind
        self.games.append(game)
        self.begin_turn(game)
        return game

    def two(self):
        """Two people who have not blocked each other."""
        while True:
            one, other = random.sample(self.people, 2)
            if other.name not in one.blocked and one.name not in other.blocked:
                return one, other

    def pick_game(self, fits):
        found = [game for game in self.games[-200:] if fits(game)]
        return random.choice(found) if found else None

    def begin(self):
        one, other = self.two()
        days, kind = random.choice((1, 2, 3, 5)), random.choice(("chess", "modern"))
        id, secret = one.make(kind, clock={"kind": "days", "days": days}, rated=False)
        self.do(other.post("/api/games/%s/join" % id, secret=secret))
        self.tell(one, "begin", other)
        self.begun(id, one, other, days, kind=kind)

    def move(self):
        game = self.pick_game(lambda g: not g.is_over)
        if game is None:
            return self.begin()
        mover = game.sides[game.ply % 2]
        state = mover.game(game.id)
        # Small moves: nobody is mated.
        self.do(mover.move(game.id, game.ply, random.choice(state["legal_moves"])))
        state = mover.game(game.id)
        game.ply = state["ply"]
        # One's own offer of a result stands after one's move; it answers another's.
        if game.offer and (game.sides[game.offer[0]] is not mover or game.offer[1] == "takeback"):
            game.offer = None
        if state["status"] == "finished":
            game.turn += 1
            return self.end(game, mover)
        return self.begin_turn(game, mover)

    def offer(self):
        game = self.pick_game(lambda g: not g.is_over and g.ply > 1 and not g.offer)
        if game is None:
            return self.move()
        side = random.randrange(2)
        kinds = ["draw"] if game.cup else ["draw", "takeback"]
        if game.kind == "modern":
            kinds.append("advantage-white")
        what = random.choice(kinds)
        self.do(game.sides[side].post(game.path + "offer", ply=game.ply, what=what))
        game.offer = (side, what)
        self.tell(game.sides[side ^ 1], what.split("-")[0] + "-offer", game.sides[side])
        return None

    def answer(self):
        game = self.pick_game(lambda g: not g.is_over and g.offer)
        if game is None:
            return self.offer()
        side, what = game.offer
        accept = what != "takeback" and random.random() < 0.3
        answerer = game.sides[side ^ 1]
        self.do(answerer.post(game.path + "answer", what=what, accept=accept))
        game.offer = None
        if accept:
            return self.end(game, answerer)
        return self.tell(game.sides[side], "offer-declined", answerer)

    def resign(self):
        game = self.pick_game(lambda g: not g.is_over and g.ply > 1)
        if game:
            person = random.choice(game.sides)
            self.do(person.post(game.path + "resign"))
            self.end(game, person)

    def cancel(self):
        game = self.pick_game(lambda g: not g.is_over and g.ply < 2 and not g.cup)
        if game:
            side = random.randrange(2)
            self.do(game.sides[side].post(game.path + "cancel"))
            game.is_over = True
            self.tell(game.sides[side ^ 1], "game-cancelled", game.sides[side])

    def rematch(self):
        game = self.pick_game(
            lambda g: g.is_over and g.ply > 1 and not g.cup and g.rematch != "made"
        )
        if game is None:
            return
        side = random.randrange(2) if game.rematch is None else game.rematch ^ 1
        one, other = game.sides[side], game.sides[side ^ 1]
        made = self.do(one.post(game.path + "rematch"))
        if game.rematch is None:
            game.rematch = side
            self.tell(other, "rematch-offer", one)
            return
        game.rematch = "made"
        self.tell(other, "rematch", one)
        white, black = game.sides[1], game.sides[0]
        id = one.game(game.id)["rematch"]["game"] if made is None else made.get("game")
        self.begun(id, white, black, game.days, kind=game.kind)

    def invite(self):
        one, other = self.two()
        days = random.choice((2, 3))
        made = self.do(
            one.post(
                "/api/invitations", to=other.name, variant="chess", color="white",
                clock={"kind": "days", "days": days}, rated=False,
            ),
            201,
        )  # fmt: skip
        invitation = {"id": made["id"], "asker": one, "asked": other, "days": days, "step": 1}
        self.invitations.append(invitation)
        self.invited(invitation, "invitation")

    def invited(self, invitation, kind):
        asker, asked, step = invitation["asker"], invitation["asked"], invitation["step"]
        self.tell(asked, kind, asker)
        if "invitation" in asked.wanted:
            self.mail(asked, ("invitation", None), self.clock.now_ms)

        def expire(due):
            if invitation in self.invitations and invitation["step"] == step:
                self.invitations.remove(invitation)
                self.tell(asker, "invitation-expired", asked, due)

        self.plan(self.clock.now_ms + 14 * DAY_MS, expire)

    def answer_invitation(self):
        if not self.invitations:
            return self.invite()
        invitation = random.choice(self.invitations)
        what = random.choice(("accept", "decline", "counter"))
        asker, asked = invitation["asker"], invitation["asked"]
        path = "/api/invitations/%s/" % invitation["id"]
        if what == "counter":
            self.do(
                asked.post(
                    path + what, variant="chess", color="white", rated=False,
                    clock={"kind": "days", "days": invitation["days"]},
                )
            )  # fmt: skip
            invitation.update(asker=asked, asked=asker, step=invitation["step"] + 1)
            return self.invited(invitation, "invitation-counter")
        self.invitations.remove(invitation)
        made = self.do(asked.post(path + what))
        if what == "decline":
            return self.tell(asker, "invitation-declined", asked)
        self.tell(asker, "invitation-accepted", asked)
        return self.begun(made["game"], asker, asked, invitation["days"])

    def follow(self):
        one, other = self.two()
        if (one.name, other.name) in self.follows:
            self.do(one.post("/api/people/%s/unfollow" % other.name))
            self.follows.remove((one.name, other.name))
            return
        self.do(one.post("/api/people/%s/follow" % other.name))
        self.follows.add((one.name, other.name))
        if (one.name, other.name) not in self.have_followed:  # told once
            self.have_followed.add((one.name, other.name))
            self.tell(other, "follower", one)

    def write(self):
        one, other = self.two()
        self.do(one.post("/api/people/%s/messages" % other.name, text="Good day"), 201)
        self.tell(other, "message", one)

    def chat(self):
        game = self.pick_game(lambda g: not g.is_over)
        if game:
            side = random.randrange(2)
            self.do(game.sides[side].post(game.path + "chat", text="Well played"), 201)
            self.tell(game.sides[side ^ 1], "chat", game.sides[side])

    def mention(self):
        one, other = self.two()
        game = self.pick_game(lambda g: one not in g.sides and (g.is_over or other not in g.sides))
        if game:
            self.do(one.post(game.path + "chat", text="@%s look!" % other.name), 201)
            self.tell(other, "mention", one)

    def comment(self):
        """On a game of somebody's collection, or on somebody's study."""
        one, other = self.two()
        if not other.places:
            self.do(other.post("/api/archive/import", text=PGN))
            self.do(other.post("/api/archive/collection/show"))
            game = other.get("/api/archive?mine=yes").json["games"][0]["id"]
            study = dict(name="Mine", visibility="public", text=PGN)
            other.places = {
                "comment": "/api/archive/games/%s/comments" % game,
                "study-comment": "/api/studies/%s/comments"
                % self.do(other.post("/api/studies", **study), 201)["id"],
            }
        kind = random.choice(sorted(other.places))
        self.do(one.post(other.places[kind], text="Fine"), 201)
        self.tell(other, kind, one)

    def block(self):
        one, other = self.two()
        if any({one, other} == set(g.sides) and not g.is_over for g in self.games):
            return  # they play on; what else they may do is tested elsewhere
        if any({one, other} == {i["asker"], i["asked"]} for i in self.invitations):
            return
        self.do(one.post("/api/people/%s/block" % other.name))
        self.follows -= {(one.name, other.name), (other.name, one.name)}
        self.assertEqual(
            other.post("/api/people/%s/messages" % one.name, text="Please").status, 403
        )
        self.do(one.post("/api/people/%s/unblock" % other.name))

    def report(self):
        one, other = self.two()
        self.do(one.post("/api/people/%s/report" % other.name, reason="Noise"), 201)
        number = self.command("reports").split("%s about" % one.name)[0].split("\n")[-1].split()[0]
        self.command("answer", number, "--reason", "Seen.")
        self.tell(one, "report-answered", other)

    def moderate(self):
        person = random.choice(self.people)
        if random.random() < 0.5:
            self.command("warn", person.name, "--reason", "Language")
            self.tell(person, "warning")
            return
        for what in ("mute", "unmute"):
            self.command(what, person.name)
            self.tell(person, "moderation")

    def command(self, *words):
        done = moderate(self.server, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def hold_cup(self):
        """A tournament of three: announced, and invited to; then played, or called off."""
        host, *guests = random.sample(self.people, 3)
        made = self.do(
            host.post(
                "/api/tournaments",
                **tournament(
                    variant="chess", pace="all", rated=False,
                    clock={"kind": "days", "days": 3}, closes=self.clock.now_ms + 5 * DAY_MS,
                )
            ),
            201,
        )  # fmt: skip
        path = "/api/tournaments/%s/" % made["id"]
        for person in self.people:
            if (person.name, host.name) in self.follows:
                self.tell(person, "tournament-announced", host)
        self.do(host.post(path + "invite", player=guests[0].name))
        self.tell(guests[0], "tournament-invitation", host)
        if "invitation" in guests[0].wanted:
            self.mail(guests[0], ("invitation", None), self.clock.now_ms)
        cup = {"id": made["id"], "players": [host, *guests], "games": [], "is_over": False}
        for person in cup["players"]:
            self.do(person.post(path + "join"))
        self.advance(self.clock.now_ms + 2 * MINUTE_MS)
        if random.random() < 0.3:
            self.do(host.post(path + "cancel"))
            for person in cup["players"]:
                self.tell(person, "tournament-cancelled")
            return
        if random.random() < 0.5:
            self.do(host.post(path + "begin"))
            self.begin_cup(cup, self.clock.now_ms)
        else:
            closes = self.do(host.get(path[:-1]))["closes"]
            self.plan(closes, lambda due: self.begin_cup(cup, due))

    def begin_cup(self, cup, due):
        self.settle()
        state = self.do(cup["players"][0].get("/api/tournaments/" + cup["id"]))
        self.assertEqual(state["state"], "running")
        people = {person.name: person for person in cup["players"]}
        for round in (1, 2, 3):
            for person in cup["players"]:
                self.tell(person, "tournament-round", at_ms=due, subject=cup["id"])
        for pairing in state["pairings"]:
            if pairing["state"] == "running":
                white, black = people[pairing["white"]], people[pairing["black"]]
                cup["games"].append(self.begun(pairing["game"], white, black, 3, cup))

    def choose(self):
        """Other channels for some kinds."""
        person = random.choice(self.people)
        for kind in random.sample(sorted(person.choices), 5):
            channels = {one for one in CHANNELS if random.random() < 0.6}
            flags = {one: one in channels for one in CHANNELS}
            self.do(person.post("/api/notices/choices", kind=kind, **flags))
            person.choices[kind] = channels

    def read(self):
        person = random.choice(self.people)
        if person.told:
            self.do(person.post("/api/notices/read", last=self.last_notice))
            for told in person.told:
                told.is_read = True

    def kill(self):
        self.server.kill()
        self.server.start()

    # --- the year ---------------------------------------------------------

    def make_people(self):
        self.people = [Somebody(self.server, "Year-%d" % n) for n in range(8)]
        for number, person in enumerate(self.people):
            self.do(person.post("/api/register", name=person.name, password=PASSWORD))
            rows = person.get("/api/notices/choices").json["choices"]
            person.choices = {row["kind"]: {c for c in CHANNELS if row[c]} for row in rows}
            if number < 4:
                self.give_address(person, number)
            person.has_push = number % 3 == 0
            self.come_back(person, self.clock.now_ms)

    def come_back(self, person, due):
        """Every four weeks, because a session ends after a month."""
        person.cookie = None
        self.do(person.post("/api/login", name=person.name, password=PASSWORD))
        if person.has_push:
            endpoint = "%s/%s" % (self.push.origin, person.name)
            self.do(person.post("/api/push", endpoint=endpoint, **BROWSER))
        self.plan(due + 28 * DAY_MS, lambda again: self.come_back(person, again))

    def give_address(self, person, number):
        address = person.name.lower() + "@example.net"
        self.do(person.post("/api/mail/address", address=address, password=PASSWORD))
        link = self.post.to(address).link("/mail/confirm#")
        self.do(Person(self.server).follow(link, sure="yes"))
        self.settle()
        with self.lock:
            self.came.clear()
        person.wanted = {"event"}
        if number < 2:
            person.wanted |= {"turn", "invitation", "reminder"}
        if number % 2 == 0:
            person.wanted.add("digest")
            begin = self.clock.now_ms // DAY_MS * DAY_MS + DIGEST_HOUR * HOUR_MS
            self.plan(begin, lambda due: self.digest(person, due))
        self.do(person.post("/api/mail", wanted=sorted(person.wanted), digest_hour=DIGEST_HOUR))
        if "reminder" in person.wanted:
            self.do(person.post("/api/reminders", hours=[24]))

    def test_everybody_is_told_once(self):
        self.follows, self.have_followed = set(), set()
        self.make_people()
        acts = {
            self.move: 30, self.begin: 6, self.offer: 6, self.answer: 6, self.resign: 3,
            self.cancel: 1, self.rematch: 3, self.invite: 4, self.answer_invitation: 4,
            self.follow: 3, self.write: 5, self.chat: 6, self.mention: 4, self.block: 1,
            self.comment: 3, self.report: 2, self.moderate: 2, self.hold_cup: 2, self.choose: 3,
            self.read: 6, self.kill: 2,
        }  # fmt: skip
        moments = sorted(
            BEGIN_MS + HOUR_MS + random.randrange(DAYS * DAY_MS) for _ in range(DAYS * ACTS)
        )
        for moment in moments:
            self.advance(max(moment, self.clock.now_ms))
            random.choices(list(acts), acts.values())[0]()
            if random.random() < 0.2:  # another soon after it
                self.advance(self.clock.now_ms + random.randrange(10, 50) * SECOND_MS)
                random.choices(list(acts), acts.values())[0]()
        self.advance(self.clock.now_ms + HOUR_MS)
        self.bring_about_the_rest(acts)
        print(dict(self.counts))

    def missing(self):
        """The kinds of which nobody has been told yet."""
        return [kind for kind in sorted(self.people[0].choices) if not self.counts[kind]]

    def bring_about_the_rest(self, acts):
        """Does what has not happened by chance, so that each kind of notice comes in the end."""
        causes = {
            "turn": self.move, "begin": self.begin, "draw-offer": self.offer,
            "advantage-offer": self.offer, "takeback-offer": self.offer,
            "offer-declined": self.answer, "game-end": self.resign, "game-cancelled": self.cancel,
            "rematch-offer": self.rematch, "rematch": self.rematch, "invitation": self.invite,
            "invitation-accepted": self.answer_invitation,
            "invitation-declined": self.answer_invitation,
            "invitation-counter": self.answer_invitation,
            "tournament-invitation": self.hold_cup, "tournament-round": self.hold_cup,
            "tournament-end": self.hold_cup, "tournament-cancelled": self.hold_cup,
            "tournament-announced": self.hold_cup, "follower": self.follow, "message": self.write,
            "chat": self.chat, "mention": self.mention, "comment": self.comment,
            "study-comment": self.comment, "report-answered": self.report,
            "moderation": self.moderate, "warning": self.moderate,
        }  # fmt: skip
        for _ in range(TRIES):
            missing = self.missing()
            if not missing:
                return
            kind = random.choice(missing)
            self.advance(self.clock.now_ms + random.randrange(MINUTE_MS, HOUR_MS))
            random.choices(list(acts), acts.values())[0]()
            self.advance(self.clock.now_ms + random.randrange(MINUTE_MS, HOUR_MS))
            if kind in ("invitation-expired", "time-out"):
                (self.invite if kind == "invitation-expired" else self.move)()
                self.advance(self.clock.now_ms + 15 * DAY_MS)
            elif kind == "game-cancelled" and not self.pick_game(
                lambda g: not g.is_over and g.ply < 2 and not g.cup
            ):
                self.begin()
            elif kind == "tournament-announced" and not self.follows:
                self.follow()
            else:
                causes[kind]()
            if kind in JOINED:  # told once until they have read it
                self.read()
            if kind == "tournament-end":
                self.advance(self.clock.now_ms + 35 * DAY_MS)
        self.fail("nobody was ever told: %r" % self.missing())


main(__name__)
