#!/usr/bin/env python3
"""A day of correspondence games in fast time: clocks, conditional moves, reminders, digests, talk,
notices and tournaments. Nothing may be lost, doubled or late.

usage: correspondence.py BUILD_DIR [--games N] [--people P] [--rate R] [--kill]

Accounts with an email address start correspondence games and store conditional moves; then a day
passes R times as fast, in which some of them move, others forget to, and some write to their
opponents, while Swiss tournaments are played from the first round to the table. With --kill the
server is killed four times during the day. Afterwards the database is read and each game is
recomputed: every acknowledged move, message and result, every planned answer, every flag, every
reminder, and every notice of a move, an end, a message and a round must be there once, at its time.
"""
import argparse
import collections
import os
import random
import sqlite3
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "tests", "http"))

import play_case  # noqa: E402
from cup_case import setup as tournament  # noqa: E402
from mail_case import PASSWORD, MailServer  # noqa: E402
from play_case import Person, Server, Stubborn, account, new_key  # noqa: E402

HOUR_MS = 3600 * 1000
DAY_MS = 24 * HOUR_MS
REMIND_MS = 6 * HOUR_MS
WORKERS = 8
LATE_S = 15  # of real time: the largest delay on a busy machine
EARLY_S = 0.1  # one step of the test spans several milliseconds, which pass quickly here
CUPS = 3
CUP_PLAYERS = 16
CUP_ROUNDS = 3
PLAN = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]


class Fault(Exception):
    pass


def check(answer, *statuses):
    if answer.status not in (statuses or (200, 201)):
        raise Fault("%d %s" % (answer.status, answer.text))
    return answer.json


def make_people(server, post, count):
    people = []
    for number in range(count):
        person = Person(server)
        name = person.name = "Slow_%d" % number
        check(person.post("/api/register", name=name, password=PASSWORD))
        address = name.lower() + "@example.net"
        check(person.post("/api/mail/address", address=address, password=PASSWORD))
        Person(server).follow(post.to(address).link("/mail/confirm#"), sure="yes")
        hour = (time.gmtime().tm_hour + 4) % 24
        check(person.post("/api/mail", wanted=["reminder", "digest"], digest_hour=hour))
        check(person.post("/api/reminders", hours=[6]))
        person.connection.close()
        person.connection = None
        people.append(person)
    return people


LOCAL = threading.local()


def acting_as(person):
    """The one connection of this thread, with the cookie of a person."""
    if not hasattr(LOCAL, "agent"):
        LOCAL.agent = Person(person.server)
    LOCAL.agent.cookie = person.cookie
    return LOCAL.agent


def begin_game(people):
    white, black = random.sample(people, 2)
    spare = random.randrange(2 * HOUR_MS, 40 * HOUR_MS, 1000)
    id, secret = acting_as(white).make(clock={"kind": "stock", "spare_ms": spare}, rated=False)
    check(acting_as(black).post("/api/games/%s/join" % id, secret=secret))
    game = {
        "id": id,
        "spare": spare,
        "white": white,
        "black": black,
        "acknowledged": False,
        "writes": random.random() < 0.2,
        "written": 0,
        "lines": (random.random() < 0.25, random.random() < 0.5),
    }
    for side, person in ((0, white), (1, black)):
        if game["lines"][side]:
            check(
                acting_as(person).post(
                    "/api/games/%s/desk" % id, kind="lines", version=0, text=".".join(PLAN) + "."
                )
            )
    check(acting_as(white).move(id, 0, PLAN[0]))
    if not game["lines"][1]:  # else the server makes it
        check(acting_as(black).move(id, 1, PLAN[1]))
    return game


def until_answered(ask):
    """The answer, however often the server has to be asked while it is killed."""
    while True:
        try:
            return ask()
        except OSError:
            time.sleep(0.2)


def write(game):
    """White writes to the other player; the request may have to be repeated, with its key."""
    key, path = new_key(), "/api/games/%s/chat" % game["id"]
    answer = until_answered(
        lambda: acting_as(game["white"]).post(path, key=key, text="Good day", ply=1)
    )
    check(answer)
    game["written"] += 1


# --- tournaments ---


def make_cups(server):
    """Swiss tournaments that begin because they are full. Their players get no mail."""
    cups = []
    for number in range(CUPS):
        people = {
            name: account(server, name, kind=Stubborn)
            for name in ("Cup_%d_%d" % (number, player) for player in range(CUP_PLAYERS))
        }
        first = next(iter(people.values()))
        made = check(
            first.post(
                "/api/tournaments",
                **tournament(
                    variant="chess", system="swiss", rounds=CUP_ROUNDS, rated=False,
                    clock={"kind": "days", "days": 5}, players_min=2, players_max=CUP_PLAYERS,
                    begins="full",
                )
            )
        )  # fmt: skip
        for person in people.values():
            check(person.post("/api/tournaments/%s/join" % made["id"]))
        cups.append({"id": made["id"], "people": people, "results": {}})
    return cups


def play_cup(cup, begin, seconds):
    """In each game somebody resigns, some time after the round has begun."""
    reader = next(iter(cup["people"].values()))
    while True:
        state = check(reader.get("/api/tournaments/" + cup["id"]))
        if state["state"] == "finished":
            return
        running = [p for p in state["pairings"] if p["state"] == "running"]
        for pairing in running:
            side = random.randrange(2)
            loser = cup["people"][pairing[("white", "black")[side]]]
            answer = loser.post("/api/games/%s/resign" % pairing["game"])
            if answer.status == 200:
                cup["results"][pairing["game"]] = 4 * side
            time.sleep(seconds / (CUP_ROUNDS * CUP_PLAYERS))
        time.sleep(0.2)


def one_move(game, begin, rate):
    """White moves at its moment of the day, however often the server has to be asked."""
    at = begin + game["moment"] / rate / 1000
    time.sleep(max(0, at - time.monotonic()))
    key = new_key()
    answer = until_answered(lambda: acting_as(game["white"]).move(game["id"], 2, PLAN[2], key))
    if answer.status == 200:
        game["acknowledged"] = True
    elif answer.status != 409:
        raise Fault(answer.text)
    if game["writes"]:
        write(game)


def kill_sometimes(server, seconds):
    for _ in range(4):
        time.sleep(seconds / 5)
        server.kill()
        server.start()


def spend_day(server, games, cups, rate, is_killed):
    begin = time.monotonic()
    seconds = DAY_MS / rate / 1000
    killer = threading.Thread(target=kill_sometimes, args=(server, seconds))
    players = [threading.Thread(target=play_cup, args=(cup, begin, seconds * 0.7)) for cup in cups]
    for thread in [killer, *players] if is_killed else players:
        thread.start()
    movers = sorted((game for game in games if game["moment"]), key=lambda game: game["moment"])
    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(lambda game: one_move(game, begin, rate), movers))
    time.sleep(max(0, begin + seconds - time.monotonic()))
    for thread in [killer, *players] if is_killed else players:
        thread.join()


# --- on paper ---


class Book:
    """What the database says, and what it should say."""

    def __init__(self, path, rate, end_ms):
        self.db = sqlite3.connect(path)
        self.rate = rate
        self.end_ms = end_ms
        self.slack_ms = LATE_S * 1000 * rate
        self.faults = []
        self.late_s = {"flag": 0.0, "reminder": 0.0, "line": 0.0, "notice": 0.0, "round": 0.0}
        self.counts = collections.Counter()
        self.names = dict(self.db.execute("SELECT id, name FROM person"))
        self.told = collections.defaultdict(list)  # (kind, subject): [(person, time)]
        for person, kind, subject, at_ms in self.db.execute(
            "SELECT person, kind, subject, at_ms FROM notice"
        ):
            self.told[kind, subject].append((self.names[person], at_ms))

    def fault(self, *words):
        self.faults.append(" ".join(str(word) for word in words))

    def late(self, kind, due_ms, at_ms):
        late_s = (at_ms - due_ms) / self.rate / 1000
        self.late_s[kind] = max(self.late_s[kind], late_s)
        if late_s < -EARLY_S or late_s > LATE_S:
            self.fault(kind, "%.1f s late" % late_s)

    def events(self, id):
        return self.db.execute(
            "SELECT kind, at_ms, data FROM event WHERE game = ? ORDER BY seq", (id,)
        ).fetchall()

    def check_moves(self, game, moves):
        expected = PLAN[:2]
        if game["acknowledged"] or game["lines"][0]:
            expected = PLAN[:3]
            if game["lines"][1]:
                expected = PLAN[: 5 if game["lines"][0] else 4]
        texts = [text for _, text in moves]
        if texts != expected:
            self.fault(game["id"], "has", texts, "and not", expected)
        self.counts["moves"] += len(texts)
        for ply in (3, 4):  # moves that only conditional lines make
            if len(texts) > ply:
                self.counts["lines"] += 1
                self.late("line", moves[ply - 1][0], moves[ply][0])

    def check_reminder(self, game, ply, begin, due, end):
        """A turn from `begin` to `end` whose time is over at `due`."""
        found = self.db.execute(
            "SELECT created_ms FROM mail WHERE kind = 'reminder' AND data = ?"
            " AND created_ms <= ?",
            ("%s %d" % (game["id"], ply), self.end_ms),
        ).fetchall()
        at = due - REMIND_MS
        if abs(at - end) < self.slack_ms or abs(at - begin) < 1000:
            self.counts["unclear"] += 1
            return
        is_due = begin < at < end
        if len(found) != int(is_due):
            self.fault(game["id"], "ply", ply, "has", len(found), "reminders")
        for (created,) in found:
            self.counts["reminders"] += 1
            self.late("reminder", at, created)

    def check_end(self, game, due, ends):
        if due > self.end_ms:
            if ends and ends[0][0] < due:
                self.fault(game["id"], "ended before its time")
            return
        if due > self.end_ms - self.slack_ms and not ends:
            return
        if len(ends) != 1 or not ends[0][1].endswith(" time"):
            self.fault(game["id"], "should have ended by time:", ends)
            return
        self.counts["flags"] += 1
        self.late("flag", due, ends[0][0])

    def check_game(self, game):
        rows = self.events(game["id"])
        moves = [(at, data) for kind, at, data in rows if kind == "move"]
        ends = [(at, data) for kind, at, data in rows if kind == "end"]
        self.check_moves(game, moves)
        left = [game["spare"], game["spare"]]
        for ply in range(2, len(moves) + 1):
            begin, side = moves[ply - 1][0], ply % 2
            due = begin + left[side]
            is_last = ply == len(moves)
            end = moves[ply][0] if not is_last else min(due, self.end_ms)
            self.check_reminder(game, ply, begin, due, end)
            left[side] -= end - begin
            if is_last:
                self.check_end(game, due, ends)

    def check_notices(self, kind, subject, expected):
        """`expected`: who is told, and when it happened."""
        found = sorted(self.told[kind, subject])
        expected = sorted(expected)
        if [name for name, _ in found] != [name for name, _ in expected]:
            self.fault(kind, subject, "tells", found, "and not", expected)
            return
        self.counts["notices"] += len(found)
        for (_, at), (_, due) in zip(found, expected):
            self.late("notice", due, at)

    def check_talk(self, game):
        rows = self.db.execute(
            "SELECT writer, at_ms FROM message WHERE room = ?", ("players/" + game["id"],)
        ).fetchall()
        rows = (
            rows
            or self.db.execute(
                "SELECT writer, at_ms FROM message WHERE room LIKE ?", ("%" + game["id"] + "%",)
            ).fetchall()
        )
        if len(rows) != game["written"]:
            self.fault(game["id"], "has", len(rows), "messages and not", game["written"])
        self.counts["messages"] += len(rows)
        # One unread notice of somebody's messages is enough: of those in all games.
        for person, at_ms in self.told["chat", game["id"]]:
            self.counts["notices of messages"] += 1
            if not rows or person != game["black"].name:
                self.fault(game["id"], "tells", person, "of a message")
            else:
                self.late("notice", rows[0][1], at_ms)

    def check_first_messages(self, games):
        """Only the first message of a pair causes a notice: nobody reads any during the day."""
        pairs = {(g["white"].name, g["black"].name) for g in games if g["written"]}
        (told,) = self.db.execute("SELECT count(*) FROM notice WHERE kind = 'chat'").fetchone()
        if told != len(pairs):
            self.fault(told, "notices of messages, and not", len(pairs))

    def check_game_notices(self, game):
        sides = (game["white"].name, game["black"].name)
        rows = self.events(game["id"])
        moves = [at for kind, at, _ in rows if kind == "move"]
        ends = [at for kind, at, _ in rows if kind == "end"]
        turns = [(sides[(ply + 1) % 2], at) for ply, at in enumerate(moves)]
        self.check_notices("turn", game["id"], turns)
        self.check_notices("time-out", game["id"], [(name, at) for at in ends for name in sides])

    def check_cup(self, cup):
        (state, round) = self.db.execute(
            "SELECT state, round FROM tournament WHERE id = ?", (cup["id"],)
        ).fetchone()
        pairings = self.db.execute(
            "SELECT round, game, white_quarters, how FROM pairing WHERE tournament = ?",
            (cup["id"],),
        ).fetchall()
        if (state, round, len(pairings)) != (2, CUP_ROUNDS, CUP_ROUNDS * CUP_PLAYERS // 2):
            self.fault(cup["id"], "stands at", state, round, len(pairings))
            return
        begun, ended = {}, {}
        for round, game, quarters, how in pairings:
            rows = self.events(game)
            begun[round] = rows[0][1]
            ends = [(at, data) for kind, at, data in rows if kind == "end"]
            # A resignation whose answer got lost in a kill counts, too.
            if how != 2 or len(ends) != 1 or quarters != cup["results"].get(game, quarters):
                self.fault(cup["id"], round, game, "has", quarters, how, len(ends))
            ended[round] = max(ended.get(round, 0), ends[0][0])
            self.counts["results"] += 1
        names = list(cup["people"])
        rounds = [(name, begun[round]) for round in begun for name in names]
        self.check_notices("tournament-round", cup["id"], rounds)
        self.check_notices("tournament-end", cup["id"], [(n, ended[CUP_ROUNDS]) for n in names])
        for round in range(2, CUP_ROUNDS + 1):
            self.late("round", ended[round - 1], begun[round])

    def check_mails(self, people, post):
        # While the last mails are sent another day may begin.
        digests = self.db.execute(
            "SELECT person, count(*) FROM mail WHERE kind = 'digest'"
            " GROUP BY person, created_ms / %d" % DAY_MS
        ).fetchall()
        if len({person for person, _ in digests}) != people or any(n != 1 for _, n in digests):
            self.fault("digests:", digests[:5], len(digests))
        (waiting,) = self.db.execute(
            "SELECT count(*) FROM mail WHERE state < 2 AND created_ms <= ?", (self.end_ms,)
        ).fetchone()
        (sent,) = self.db.execute("SELECT count(*) FROM mail WHERE state = 2").fetchone()
        ids = [mail.id for mail in post.mails]
        if waiting or len(set(ids)) != sent:
            self.fault("mails:", waiting, "wait,", sent, "sent,", len(set(ids)), "came")
        return len(ids) - len(set(ids))


def wait_for_mails(server, end_ms):
    """The day is over; its last emails are still on their way, while another day begins."""
    db = sqlite3.connect("file:%s?mode=ro" % os.path.join(server.folder, "apothecary.db"), uri=True)
    until = time.monotonic() + 120
    while time.monotonic() < until:
        if db.execute(
            "SELECT count(*) FROM mail WHERE state < 2 AND created_ms <= ?", (end_ms,)
        ).fetchone() == (0,):
            break
        time.sleep(0.5)
    db.close()


def report(book, games, doubled, seconds):
    print(
        "%d games: %d moves, %d of them by line; %d flags; %d reminders (%d too near to the "
        "end of a turn to"
        " tell)"
        % (
            len(games),
            book.counts["moves"],
            book.counts["lines"],
            book.counts["flags"],
            book.counts["reminders"],
            book.counts["unclear"],
        )
    )
    print(
        "%d messages, %d notices of them; %d other notices; %d results in %d tournaments"
        % (
            book.counts["messages"],
            book.counts["notices of messages"],
            book.counts["notices"],
            book.counts["results"],
            CUPS,
        )
    )
    print(
        "latest: %s; mails that came twice: %d; %.0f s in all"
        % (", ".join("%s %.1f s" % one for one in book.late_s.items()), doubled, seconds)
    )
    for fault in book.faults[:20]:
        print("FAULT:", fault)
    print("%d faults" % len(book.faults))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--games", type=int, default=10000)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--rate", type=int, default=480)
    parser.add_argument("--kill", action="store_true")
    options = parser.parse_args()
    play_case.COMMAND = os.path.join(options.build, "apothecary")
    begin, post = time.monotonic(), MailServer()
    with tempfile.TemporaryDirectory(dir=options.build) as folder:
        server = Server(
            "--engines",
            "0",
            "--quiet",
            "--smtp",
            post.url,
            "--mail-from",
            "games@example.org",
            folder=folder,
        ).start()
        people = make_people(server, post, options.people)
        with ThreadPoolExecutor(WORKERS) as pool:
            games = list(pool.map(lambda _: begin_game(people), range(options.games)))
        cups = make_cups(server)
        for game in games:
            game["moment"] = (
                random.randrange(HOUR_MS, 20 * HOUR_MS) if random.random() < 0.45 else 0
            )
        server.stop()
        now_ms = int(time.time() * 1000)
        server.options += ("--clock-rate", "%d@%d" % (options.rate, now_ms))
        server.start()
        print("%d games begun after %.0f s" % (len(games), time.monotonic() - begin), flush=True)
        spend_day(server, games, cups, options.rate, options.kill)
        # Tournaments may have kept it longer than a day.
        end_ms = now_ms + int(time.time() * 1000 - now_ms) * options.rate
        wait_for_mails(server, end_ms)
        server.stop()
        book = Book(os.path.join(folder, "apothecary.db"), options.rate, end_ms)
        for game in games:
            book.check_game(game)
            book.check_game_notices(game)
            book.check_talk(game)
        book.check_first_messages(games)
        for cup in cups:
            book.check_cup(cup)
        doubled = book.check_mails(options.people, post)
        report(book, games, doubled, time.monotonic() - begin)
    sys.exit(1 if book.faults else 0)


main()
