#!/usr/bin/env python3
"""The server is killed over and over while people plan lines, answer invitations, play tournaments,
talk and forget to move, and mails about all of it are on their way. Time is fast, and the mail
server is unreliable.

Everybody retries until there is an answer, so all actions are known, and the database must hold
exactly those: each action once, each mail once. APO_ROUNDS says how often a server is killed.
With APO_SERVERS=1 or 2 the data are in PostgreSQL, and of two servers that work at the same time
one is killed, whose games the other one takes over."""
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import play_case
from cup_case import Cup
from mail_case import PASSWORD, MailServer
from play_case import Server, Stubborn, account, eventually, main, new_key
from test_postgres import cluster, is_missing
from test_several_servers import AnyServer, Peers

ROUNDS = int(os.environ.get("APO_ROUNDS", "6"))
SERVERS = int(os.environ.get("APO_SERVERS", "0"))  # 0: one over SQLite
# The test spans about a day, however often a server is killed, because a mail fails once it has
# been put off for three days. Several servers need longer to notice that one is gone than one needs
# to restart.
RATE = max(1, (3000 if SERVERS > 1 else 12000) // ROUNDS)
HOUR_MS = 3600 * 1000
DAY_MS = 24 * HOUR_MS
SLOW = {"kind": "days", "days": 30}
# Reminders an hour and more after a turn has begun.
REMIND_AFTER = [1, 2, 3, 5, 8, 12, 16, 24]
PLAN = [
    "e2e4",
    "e7e5",
    "g1f3",
    "g8f6",
    "f3g1",
    "f6g8",
    "d2d3",
    "d7d6",
    "g1f3",
    "b8c6",
    "f3g1",
    "c6b8",
]


def check(answer, *statuses):
    assert answer.status in (statuses or (200, 201)), "%d %s" % (answer.status, answer.text)
    return answer.json


class OverSqlite:
    """One server, and its database."""

    def __init__(self, *options):
        self.server = Server(*options).start()

    def any(self):
        """A server for a client, which tells it before each request."""
        return self.server

    def kill(self):
        self.server.kill()
        self.server.start()

    def stop(self):
        self.server.stop()

    def close(self):
        self.server.close()

    def rows(self, query, *values):
        path = os.path.join(self.server.folder, "apothecary.db")
        db = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
        try:
            return db.execute(query, values).fetchall()
        finally:
            db.close()


class OverPostgres:
    """One server, or several that share the work, over a PostgreSQL of their own."""

    def __init__(self, *options):
        self.home = tempfile.TemporaryDirectory(prefix="apo-crash-")
        os.chmod(self.home.name, 0o755)  # PostgreSQL may be another user
        self.base = os.path.join(self.home.name, "base")
        self.url = cluster("start", self.base)
        folder = os.path.join(self.home.name, "data")
        os.mkdir(folder)
        if SERVERS > 1:
            self.peers = Peers(folder, self.url, SERVERS, options).start()
            self.servers = self.peers.servers
        else:
            self.peers = None
            self.servers = [Server(*options, "--store", self.url, folder=folder).start()]

    def any(self):
        return AnyServer(self.peers) if self.peers else self.servers[0]

    def kill(self):
        victim = random.choice(self.servers)
        victim.kill()
        if self.peers:
            time.sleep(random.uniform(0, 6))  # it comes back before the others notice, or after
        victim.start()
        if self.peers:
            self.peers.await_shares()

    def stop(self):
        for server in self.servers:
            server.stop()

    def close(self):
        for server in self.servers:
            server.close()
        cluster("stop", self.base)
        self.home.cleanup()

    def rows(self, query, *values):
        for value in values:
            word = str(value) if isinstance(value, int) else "'%s'" % value
            query = query.replace("?", word, 1)
        query = "SELECT coalesce(json_agg(to_json(row)), '[]') FROM (%s) AS row" % query
        done = subprocess.run(
            ["psql", "-qtAc", query, self.url], capture_output=True, text=True, check=True
        )
        return [tuple(row.values()) for row in json.loads(done.stdout)]


class Client(Stubborn):
    """Where there are several servers, each request goes to another one."""

    def ask_once(self, method, path, body=None, headers=()):
        if isinstance(self.server, AnyServer):
            self.server.next()
            if self.connection:
                self.connection.close()
                self.connection = None
        return super().ask_once(method, path, body, headers)


class Actor(threading.Thread):
    """Does one thing after another until told to stop, completing each."""

    def __init__(self, world):
        super().__init__(daemon=True)
        self.world = world
        self.fault = None
        self.done = []
        self.start()

    def run(self):
        try:
            while not self.world.is_over:
                self.act()
                time.sleep(0.02)
        except Exception as error:  # to be shown by the test
            self.fault = repr(error)

    def begin(self, white, black, **setup):
        """A game between two accounts; its id."""
        id, secret = white.make(clock=SLOW, **setup)
        check(black.post("/api/games/%s/join" % id, secret=secret))
        return id


class Planner(Actor):
    """Games that the server plays to the end of both sides' lines."""

    def act(self):
        white, black = self.world.two()
        id = self.begin(white, black, rated=False)
        for person in (white, black):
            check(
                person.post(
                    "/api/games/%s/desk" % id, kind="lines", version=0, text=".".join(PLAN) + "."
                )
            )
        check(white.move(id, 0, PLAN[0]))
        self.done.append(id)


class Inviter(Actor):
    """Invitations, most of them accepted: rated games that are resigned after two moves."""

    def act(self):
        asker, asked = self.world.two()
        made = check(
            asker.post(
                "/api/invitations",
                to=asked.name,
                variant="chess",
                color="white",
                start={"number": 1},
                clock=SLOW,
                message="Again?",
            )
        )
        if random.randrange(4) == 0:
            check(asked.post("/api/invitations/%s/decline" % made["id"], message="Not now."))
            self.done.append((made["id"], asked.id, None))
            return
        id = check(asked.post("/api/invitations/%s/accept" % made["id"]))["game"]
        check(asker.move(id, 0, "e2e4"))
        check(asked.move(id, 1, "e7e5"))
        check(asker.post("/api/games/%s/resign" % id))
        self.done.append((made["id"], asked.id, id))


class Organiser(Actor):
    """Tournaments of four, one after another."""

    def act(self):
        people = {person.name: person for person in random.sample(self.world.people, 4)}
        cup = Cup(
            self.world.server, 4, people=people, clock=SLOW, closes=self.world.now() + 30 * DAY_MS
        )
        cup.join_all()
        cup.begin()
        results = {}
        while cup.state()["state"] != "finished":
            for p in cup.running(cup.state()):
                if p["game"] not in results:
                    results[p["game"]] = random.randrange(5)
                    cup.finish(p, results[p["game"]])
            time.sleep(0.05)
        self.done.append((cup, results))


class Sleeper(Actor):
    """Games in which Black is to move, and does not."""

    def act(self):
        white, black = self.world.two()
        id = self.begin(white, black, rated=False)
        check(white.move(id, 0, PLAN[0]))
        self.done.append((id, white))
        time.sleep(0.5)


class Talker(Actor):
    """Messages in games and between two people."""

    def act(self):
        white, black = self.world.two()
        id = self.begin(white, black, rated=False)
        self.games.append(id)  # which nobody begins
        for person, other in ((white, black), (black, white)):
            for path, more in (
                ("/api/games/%s/chat" % id, {"room": "players"}),
                ("/api/people/%s/messages" % other.name, {}),
            ):
                text = new_key()
                check(person.post(path, text=text, **more))
                self.done.append(text)

    def __init__(self, world):
        self.games = []
        super().__init__(world)


class World:
    """A server, its mail server, and eight people who want mails of all kinds."""

    def __init__(self):
        self.post = MailServer()
        self.begin_ms = int(time.time() * 1000)
        self.site = (OverPostgres if SERVERS else OverSqlite)(
            "--engines",
            "0",
            "--quiet",
            "--smtp",
            self.post.url,
            "--mail-from",
            "games@example.org",
            "--clock-rate",
            "%d@%d" % (RATE, self.begin_ms),
        )
        self.server = self.site.any()
        self.is_over = False
        self.people = [self.make_person("Home_%d" % number) for number in range(8)]
        self.post.answers["END"] = self.mood

    def now(self):
        """The server's time."""
        return self.begin_ms + int((time.time() * 1000 - self.begin_ms) * RATE)

    def mood(self, _):
        time.sleep(random.random() * 0.03)
        return "451 later" if random.randrange(8) == 0 else None

    def make_person(self, name):
        person = account(self.site.any(), name, PASSWORD, kind=Client)
        person.name, person.id = name, check(person.get("/api/me"))["id"]
        address = name.lower() + "@example.net"
        check(person.post("/api/mail/address", address=address, password=PASSWORD))
        assert person.follow(self.post.to(address).link("/mail/confirm#"), sure="yes").status == 200
        check(
            person.post(
                "/api/mail",
                wanted=["turn", "reminder", "invitation", "digest"],
                digest_hour=random.randrange(24),
            )
        )
        check(person.post("/api/reminders", hours=[30 * 24 - hours for hours in REMIND_AFTER]))
        person.connection.close()
        person.connection = None
        return person

    def two(self):
        """Two of the people, each as a browser of this thread."""
        return [self.browser(person) for person in random.sample(self.people, 2)]

    def browser(self, person):
        browser = Client(self.site.any())
        browser.cookie, browser.name, browser.id = person.cookie, person.name, person.id
        return browser

    def rows(self, query, *values):
        return self.site.rows(query, *values)

    def count(self, query, *values):
        return self.rows("SELECT count(*) FROM " + query, *values)[0][0]

    def end(self, actors):
        """Everybody stops, then the server does what is due by now. Gives that moment."""
        self.is_over = True
        for actor in actors:
            actor.join(2 * play_case.WAIT_S)
        moment = self.now()
        eventually(lambda: self.count("job WHERE due_ms <= ?", moment) == 0, "all jobs done")
        return moment


class Home(unittest.TestCase):
    def test_killed(self):
        world = World()
        try:
            actors = [kind(world) for kind in (Planner, Inviter, Organiser, Talker, Sleeper)]
            for _ in range(ROUNDS):
                time.sleep(random.uniform(0.2, 1.2))
                world.site.kill()
            moment = world.end(actors)
            for actor in actors:
                self.assertIsNone(actor.fault)
            planner, inviter, organiser, talker, sleeper = actors
            self.check_lines(world, planner.done)
            self.check_invitations(world, inviter.done)
            cups = [cup.add_up(self, results) for cup, results in organiser.done]
            played = [game for _, _, game in inviter.done if game]
            games = planner.done + played + sum(cups, []) + talker.games
            games += [game for game, _ in sleeper.done]
            self.assertEqual(sorted(games), sorted(id for id, in world.rows("SELECT id FROM game")))
            self.check_replay(world, games)
            # Those of the tournaments end without a move: they are neither rated nor filed.
            self.check_ratings(world, played, played + sum(cups, []))
            self.assertEqual(
                sorted(world.rows("SELECT game FROM archive")), sorted((id,) for id in played)
            )
            for id, white in sleeper.done:
                check(white.post("/api/games/%s/resign" % id))
            self.assertEqual(
                sorted(world.rows("SELECT text FROM message")),
                sorted((text,) for text in talker.done),
            )
            self.check_reminders(world, [id for id, _ in sleeper.done], moment)
            self.check_digests(world, moment)
            self.check_mails(world)
            print(
                "%d kills: %d games, %d by lines, %d invitations, %d tournaments, %d messages, "
                "%d mails"
                % (
                    ROUNDS,
                    len(games),
                    len(planner.done),
                    len(inviter.done),
                    len(cups),
                    len(talker.done),
                    world.count("mail WHERE state = 2"),
                )
            )
        finally:
            world.site.close()
            world.post.close()

    def check_lines(self, world, games):
        self.assertTrue(games)
        for id in games:
            moves = [
                text
                for text, in world.rows(
                    "SELECT data FROM event WHERE game = ? AND kind = 'move' ORDER BY seq", id
                )
            ]
            self.assertEqual([text.split()[0] for text in moves], PLAN)

    def check_invitations(self, world, done):
        self.assertTrue(done)
        stored = dict(world.rows("SELECT id, game FROM invitation"))
        self.assertEqual(stored, {id: game for id, _, game in done})
        for id, asked, game in done:
            steps = [
                kind
                for kind, in world.rows(
                    "SELECT kind FROM invitation_step WHERE invitation = ? ORDER BY number", id
                )
            ]
            self.assertEqual(steps, ["invite", "accepted" if game else "declined"])
            mails = world.rows(
                "SELECT person FROM mail WHERE cause LIKE ?", "invitation/%s/%%" % id
            )
            self.assertEqual(mails, [(asked,)])

    def check_replay(self, world, games):
        """The rules of the command come to the position that the server shows."""
        for id in random.sample(games, min(len(games), 25)):
            game = world.people[0].game(id)
            texts = [move["text"] for move in game["moves"]]
            if texts:
                fen = play_case.applied(game["variant"], game["start"]["fen"], *texts)
                self.assertEqual(fen, game["fen"])

    def check_ratings(self, world, moved, games):
        """Each game is counted once for each side, and the sums are those of the games."""
        rated = sorted(world.rows("SELECT game, side FROM rated"))
        self.assertEqual(rated, sorted((id, side) for id in moved for side in (0, 1)))
        self.assertEqual(world.rows("SELECT sum(games) FROM rating"), [(2 * len(moved),)])
        self.assertEqual(
            world.rows("SELECT sum(count0 + count1 + count2 + count3 + count4)" " FROM score"),
            [(2 * len(games),)],
        )

    def check_reminders(self, world, games, moment):
        """Everything due by that moment has arrived, once; nothing arrives early."""
        self.assertTrue(games)
        for id in games:
            (turn,) = world.rows("SELECT at_ms FROM event WHERE game = ? AND kind = 'move'", id)
            (end,) = world.rows("SELECT at_ms FROM event WHERE game = ? AND kind = 'end'", id)
            due = [turn[0] + hours * HOUR_MS for hours in REMIND_AFTER]
            mails = world.count("mail WHERE kind = 'reminder' AND data = ?", id + " 1")
            self.assertGreaterEqual(mails, sum(at <= moment for at in due), id)
            self.assertLessEqual(mails, sum(at <= end[0] for at in due), id)
            self.assertEqual(
                world.count("mail WHERE kind = 'turn' AND cause = ?", "turn/%s/%d" % (id, turn[0])),
                1,
            )

    def check_digests(self, world, moment):
        for id, hour in world.rows("SELECT person, digest_hour FROM mailbox"):
            # Days from such an hour to the next: what is due at 23 may come after midnight.
            days = [
                (created - hour * HOUR_MS) // DAY_MS
                for created, in world.rows(
                    "SELECT created_ms FROM mail WHERE kind = 'digest' AND person = ?", id
                )
            ]
            self.assertEqual(len(set(days)), len(days))
            # Their first digest hour may have passed before they chose it.
            first, last = world.begin_ms - hour * HOUR_MS, moment - hour * HOUR_MS
            self.assertLessEqual(len(days), last // DAY_MS - first // DAY_MS + 1)
            # A slow machine may miss whole days, which are short here; the next one is waiting.
            due = world.rows("SELECT due_ms FROM job WHERE kind = 'digest' AND subject = ?", id)
            self.assertEqual(len(due), 1)
            self.assertGreater(due[0][0], moment)

    def check_mails(self, world):
        """All were sent; only a kill may repeat one, once and with the same Message-ID."""
        world.post.answers.clear()
        waiting = world.count("mail WHERE state < 2")
        while waiting > 0:  # there may be hundreds; as long as some go out
            eventually(lambda: world.count("mail WHERE state < 2") < waiting, "mails are sent")
            waiting = world.count("mail WHERE state < 2")
        world.site.stop()  # or it would be time for another digest
        states = dict(world.rows("SELECT id, state FROM mail"))
        sent = {id for id, state in states.items() if state == 2}
        came = [mail.id.strip("<>").split("@")[0] for mail in world.post.mails]
        self.assertLessEqual(sent, set(came))
        self.assertLessEqual(len(came) - len(sent), ROUNDS)
        # What came before a kill may have been out of date when it was to be sent again.
        self.assertLessEqual({states[id] for id in came}, {2, 4})
        self.assertEqual(world.count("mail WHERE state = 3"), 0)


if __name__ == "__main__" and SERVERS:
    play_case.COMMAND = sys.argv[2]
    if is_missing():
        sys.exit(77)
main(__name__)
