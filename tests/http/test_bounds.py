#!/usr/bin/env python3
"""Limits on what one account can make the server store. This file names the bound of each table of
the database, so that a new one cannot be forgotten; those that people fill are filled to the bound,
and the next request is refused."""
import ast
import os
import sqlite3
import time

from cup_case import DAY_MS, setup
from play_case import Person, PlayCase, account, main
from test_problems import new_problem

HERE = os.path.dirname(os.path.abspath(__file__))
PASSWORD = "correct horse battery"
DEFINITION = "[game]\nname = Mine %d\nbase = chess\n"
SLOW = {"kind": "days", "days": 3}


class Most:
    """Each account may have so many. `row` gives the columns of one that it has; `ask` asks for the
    last one and for one too many. The latter is refused with a sentence that contains `words`;
    None: it replaces an old one."""

    def __init__(self, count, row, ask, words=""):
        self.count, self.row, self.ask = count, row, ask
        self.words = "{:,}".format(count) if words == "" else words


class Part:
    """Bounded by another table: each of its rows has only so many."""

    def __init__(self, of):
        self.of = of


class Elsewhere:
    """Attacked by another test of this folder."""

    def __init__(self, test):
        self.test = test


class Rate:
    """History: only the limits of time slow it down (docs/serving.md)."""

    def __init__(self, limit):
        self.limit = limit


class Ours:
    """Nothing that people do adds a row that no other bound counts; `why` says which."""

    def __init__(self, why):
        self.why = why


def game(state):
    return lambda me, i: {"creator": me.id, "seat0": me.id, "state": state, "key": None}


def make_game(me, _):
    return me.post("/api/games", variant="chess", opponent={"kind": "link"})


def act_on(act, **more):
    return lambda me, i: me.post("/api/people/Bystander%d/%s" % (i, act), **more)


def pair(person, other):
    return lambda me, i: {person: me.id, other: "somebody%d" % i}


def invite(me, i):
    return me.post(
        "/api/invitations",
        to="Bystander%d" % i,
        variant="chess",
        color="white",
        start={"number": 1},
        clock=SLOW,
        message="",
    )


def rest(me, i):
    if i > 0:
        me.post("/api/vacation/end")
    return me.post("/api/vacation", days=1)


def rested(me, i):
    now_ms = int(time.time() * 1000) - 1000 + i
    return {"person": me.id, "from_ms": now_ms, "until_ms": now_ms, "is_over": 1}


def log_in(me, _):
    return Person(me.server).post("/api/login", name=me.name, password=PASSWORD)


BOUNDS = {
    "archive": Elsewhere("test_bounds.test_collection"),
    "archive_length": Part("archive"),
    "archive_line": Part("archive"),
    "archive_stage": Part("archive"),
    "archive_start": Part("archive"),
    "archive_tag": Part("archive"),
    "block": Most(1000, pair("person", "blocked"), act_on("block")),
    "client": Most(
        20,
        lambda me, i: {"person": me.id, "uris": "https://app.example/\n"},
        lambda me, i: me.post("/api/apps", name="App %d" % i, addresses=["https://app.example/"]),
        "20 apps",
    ),
    "conversation": Part("message"),
    "definition": Part("published_version"),
    "draft": Most(
        50,
        lambda me, i: {"owner": me.id, "id": "d%d" % i},
        lambda me, i: me.post("/api/drafts/other%d" % i, version=0, text="[game]"),
        "50",
    ),
    "entry": Part("tournament"),
    "event": Part("game"),  # tests/unit/test_round.c: offers and take-backs end
    "final_place": Part("entry"),
    "follow": Most(200, pair("person", "followed"), act_on("follow")),
    "former_name": Ours("names change only when an account is deleted or a moderator says so"),
    "game": [Most(40, game(0), make_game), Most(1000, game(1), make_game)],
    "game_note": Part("game"),
    "invitation": Most(
        20, lambda me, i: {"asker": me.id, "asked": "x", "fate": 0}, invite, "twenty"
    ),
    "invitation_step": Part("invitation"),
    "job": Ours("each is about a row of another table, and is dropped when it is done"),
    "lesson": Most(
        2000,
        lambda me, i: {"person": me.id, "lesson": "l%d" % i},
        lambda me, i: me.post(
            "/api/lessons",
            lessons=[{"variant": "chess", "lesson": "m%d" % i, "boards": 1, "finished": False}],
        ),
    ),
    "mail": Rate("mails"),
    "mail_secret": Part("mail"),
    "mailbox": Part("person"),
    "message": Rate("messages"),
    "moderation": Ours("moderators write it"),
    "mute": Most(1000, pair("person", "muted"), act_on("mute")),
    "notice": Ours("one for a cause, which is a row of another table; they end after a while"),
    "notice_choice": Part("person"),
    "number": Ours("the server's own counters"),
    "pairing": Part("tournament"),
    "passkey": Elsewhere("test_passkeys.test_twenty_at_most"),
    "person": Rate("accounts"),  # and of guests: games, who come with one
    "project": Elsewhere("test_projects.test_fifty_at_most"),
    "project_count": Part("project"),
    "project_part": Part("project"),
    "problem": Most(
        1000,
        lambda me, i: {"author": me.id, "key": None},
        lambda me, _: me.post("/api/problems", **new_problem()),
    ),
    "problem_rating": Part("person"),
    "problem_try": Part("problem"),
    "published": Most(
        60,
        lambda me, i: {"author": me.id, "id": "game%d" % i, "kind": "%s/game%d" % (me.name, i)},
        lambda me, i: me.post("/api/workshop/games", id="mine%d" % i, text=DEFINITION % i),
        "as many games",
    ),
    "published_version": Part("published"),
    "push": Part("session"),
    "rated": Part("game"),
    "rating": Part("game"),
    "recovery": Part("second_factor"),
    "reminder": Part("person"),
    "report": Most(
        30,
        lambda me, i: {"person": me.id, "about": "x", "answered_ms": 0},
        act_on("report", reason="rude"),
    ),
    "review": Part("archive"),
    "score": Part("game"),
    "season_place": Part("rating"),
    "second_factor": Part("person"),
    "series": Most(
        100,
        lambda me, i: {"organiser": me.id},
        lambda me, _: me.post("/api/series", name="Grand tour", points=[10, 6], best=0),
    ),
    "series_tournament": Part("tournament"),
    "session": Most(
        50,
        lambda me, i: {"person": me.id, "expires_ms": int(time.time() * 1000) + DAY_MS},
        log_in,
        None,
    ),
    "setting": Ours("operators set them"),
    "shown_collection": Part("person"),
    "solved": Part("problem"),
    "study": Most(
        200,
        lambda me, i: {"owner": me.id},
        lambda me, _: me.post("/api/studies", name="Mine", visibility="private", text="1. e4 *\n"),
    ),
    "study_member": Part("study"),
    "team": Part("tournament"),
    "token": Most(
        20,
        lambda me, i: {"person": me.id},
        lambda me, _: me.post("/api/tokens", name="one more", scopes=["read"], password=PASSWORD),
    ),
    "tournament": Most(
        20,
        lambda me, i: {"organiser": me.id, "state": i % 2},
        lambda me, _: me.post("/api/tournaments", **setup()),
    ),
    "vacation": Most(50, rested, rest),
    "work": Ours("five of a person, and 10,000 in all: tests/http/test_work.py"),
    "work_fault": Ours("only workers that operators have let in"),
    "worker": Part("person"),
}


def all_bounds():
    for table, bounds in BOUNDS.items():
        for bound in bounds if isinstance(bounds, list) else [bounds]:
            yield table, bound


class Bounds(PlayCase):
    OPTIONS = ("--limits", "on")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.people = [account(cls.server, "Hoarder%d" % i) for i in range(2)]
        for i, person in enumerate(cls.people):
            person.name, person.id = "Hoarder%d" % i, person.get("/api/me").json["id"]
        for i in range(2):
            account(cls.server, "Bystander%d" % i)

    def database(self):
        path = os.path.join(self.server.folder, "apothecary.db")
        db = sqlite3.connect(path, timeout=60, isolation_level=None)
        self.addCleanup(db.close)
        return db

    def tables(self):
        names = self.database().execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        return {name for name, in names}

    def fill(self, me, table, count, row):
        """Adds rows. Columns that they do not give are empty, or unique where they have to be."""
        db = self.database()
        columns = db.execute("PRAGMA table_info(%s)" % table).fetchall()
        rows = []
        for i in range(count):
            values = {}
            for _, name, kind, is_needed, _, is_key in columns:
                if is_needed and kind == "TEXT":
                    is_unique = is_key or name == "key" or name == "id"
                    values[name] = "bound%s%d-%d" % (table, count, i) if is_unique else ""
                elif is_needed and not is_key:
                    values[name] = 0
            rows.append({**values, **row(me, i)})
        names = list(rows[0])
        statement = "INSERT INTO %s (%s) VALUES (%s)"
        db.execute("BEGIN IMMEDIATE")
        try:
            db.executemany(
                statement % (table, ", ".join(names), ", ".join("?" * len(names))),
                [[row[name] for name in names] for row in rows],
            )
        finally:
            db.execute("COMMIT")

    def test_each_table_has_a_bound(self):
        self.assertEqual(self.tables(), set(BOUNDS))
        limits = open(os.path.join(HERE, "../../src/server/web/app.c"), encoding="utf-8").read()
        for table, bound in all_bounds():
            if isinstance(bound, Part):
                self.assertIn(bound.of, BOUNDS, table)
            elif isinstance(bound, Rate):
                self.assertIn("[APO_LIMIT_%s]" % bound.limit.upper(), limits, table)
            elif isinstance(bound, Elsewhere):
                module, name = bound.test.split(".")
                with open(os.path.join(HERE, module + ".py"), encoding="utf-8") as file:
                    tree = ast.parse(file.read())
                names = [node.name for node in ast.walk(tree) if hasattr(node, "name")]
                self.assertIn(name, names, table)

    def count(self, table):
        return self.database().execute("SELECT count(*) FROM " + table).fetchone()[0]

    def test_attack(self):
        for table, bounds in BOUNDS.items():
            # Each of several bounds on a table with a person of its own.
            for me, bound in zip(self.people, bounds if isinstance(bounds, list) else [bounds]):
                if isinstance(bound, Most):
                    with self.subTest(table=table, count=bound.count):
                        self.attack(me, table, bound)

    def attack(self, me, table, bound):
        there = 1 if table == "session" else 0
        self.fill(me, table, bound.count - there - 1, bound.row)
        self.assertIn(bound.ask(me, 0).status, (200, 201))
        full = self.count(table)
        answer = bound.ask(me, 1)
        if bound.words is None:
            self.assertIn(answer.status, (200, 201))
        else:
            self.assertIn(answer.status, (409, 422))
            self.assertIn(bound.words, answer.json["message"])
        self.assertEqual(self.count(table), full)
        self.expect(me.get("/api/me"), 200)
        if table == "block":  # or nothing more could be done with them
            self.database().execute("DELETE FROM block")

    def test_collection(self):
        """Imported games beyond the bound are not kept."""
        me, db = self.people[1], self.database()
        game = '[Variant "chess"]\n[White "Ann"]\n[Black "Ben"]\n\n%s 1-0\n'
        path = "/api/archive/import"
        self.assertEqual(self.expect(me.post(path, text=game % "1. e4"), 200).json["added"], 1)
        id = db.execute("SELECT id FROM archive WHERE collection = ?", (me.id,)).fetchone()[0]
        db.execute(
            "INSERT INTO archive_tag (tag, id) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL"
            " SELECT i + 1 FROM n WHERE i < 19998) SELECT tag, i FROM archive_tag, n WHERE id = ?",
            (id,),
        )
        games = "\n".join(game % move for move in ("1. d4", "1. c4", "1. b4"))
        self.assertEqual(self.expect(me.post(path, text=games), 200).json["added"], 1)
        self.assertEqual(self.expect(me.post(path, text=games), 200).json["added"], 0)
        self.assertEqual(self.count("archive"), 2)


main(__name__)
