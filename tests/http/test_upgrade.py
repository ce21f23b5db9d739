#!/usr/bin/env python3
"""A database of each earlier version is upgraded when the server starts: an empty one of every
version, and the one with games and people (version 17, see test_old_database.py) on its way through
all later ones. Afterwards its tables and indexes are those of a new database, nothing refers to
nothing, and a game can be played and read. An older server refuses it.
By default some versions are tried, with APO_ALL_VERSIONS=1 all."""
import contextlib
import os
import random
import re
import sqlite3
import tempfile

import old_case
from play_case import Person, PlayCase, Server, fast_folder, main, two_people

SOURCES = ("src/store/schema_before.c", "src/store/schema.c")
DUMP = os.path.join("tests", "data", "database-v17.sql")
DUMPED_MS = 1795352504000
TOKEN = re.compile(r'/\*.*?\*/|"((?:[^"\\]|\\.)*)"|([{}(),;=])', re.S)


def migrations():
    """The statements that lead from each version to the next, as the sources have them."""
    found = []
    for path in SOURCES:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        start = re.search(r"char \*const \w+\[\w*\] = \{", text).end()
        entry, depth = [], 0
        for match in TOKEN.finditer(text, start):
            literal, sign = match.groups()
            if literal is not None:
                entry.append(literal.replace('\\"', '"'))
            elif sign == "(":
                depth += 1
            elif sign == ")":
                depth -= 1
            elif sign in (",", "}") and depth == 0:
                if entry:
                    found.append("".join(entry))
                entry = []
                if sign == "}":
                    break
    return found


def schema_of(db):
    """Columns and indexes. Not the text of the statements, because two paths to the same table may
    write it differently."""
    found = {}
    for kind, name, sql in db.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name"):
        if kind == "table":
            columns = db.execute("PRAGMA table_info(%s)" % name).fetchall()
            found[name] = sorted(row[1:4] + row[5:] for row in columns)
        elif sql:
            found[name] = " ".join(sql.split())
    return found


class Upgrade(PlayCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        path = "file:%s?mode=ro" % os.path.join(cls.server.folder, "apothecary.db")
        with contextlib.closing(sqlite3.connect(path, uri=True)) as db:
            cls.wanted = schema_of(db)
            (cls.newest,) = db.execute("PRAGMA user_version").fetchone()
        cls.steps = migrations()

    def test_the_steps_are_all(self):
        self.assertEqual(len(self.steps), self.newest)
        self.assertGreater(self.newest, old_case.SCHEMA)

    def upgrade(self, version):
        """From an empty database, or from one with games where there is one; what is there then."""
        with tempfile.TemporaryDirectory(prefix="apo-upgrade-", dir=fast_folder()) as folder:
            if version < old_case.SCHEMA:
                db, first = sqlite3.connect(os.path.join(folder, "apothecary.db")), 0
                db.execute("PRAGMA application_id = %d" % old_case.APPLICATION_ID)
            else:
                db, first = old_case.load(folder, DUMP, DUMPED_MS), old_case.SCHEMA
            for step in self.steps[first:version]:
                db.executescript(step)
            db.execute("PRAGMA user_version = %d" % version)
            db.commit()
            people = version and db.execute("SELECT count(*) FROM person").fetchone()[0]
            db.close()
            server = Server("--engines", "0", folder=folder).start()
            white, _, id = two_people(server)
            self.expect(white.move(id, 0, "e2e4"), 200)
            self.assertEqual(Person(server).game(id)["ply"], 1)
            server.close()
            with contextlib.closing(sqlite3.connect(os.path.join(folder, "apothecary.db"))) as db:
                self.assertEqual(schema_of(db), self.wanted, version)
                self.assertEqual(db.execute("PRAGMA foreign_key_check").fetchall(), [])
                self.assertEqual(db.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
                self.assertEqual(db.execute("PRAGMA user_version").fetchone(), (self.newest,))
                now = db.execute("SELECT count(*) FROM person").fetchone()[0]
            self.assertEqual(now, (people or 0) + 2)

    def test_from_each_version(self):
        versions = range(1, self.newest)
        if not os.environ.get("APO_ALL_VERSIONS"):  # all of them take some minutes
            versions = sorted({1, old_case.SCHEMA, random.choice(versions)})
        for version in versions:
            with self.subTest(version=version):
                self.upgrade(version)

    def test_blocked_people_part(self):
        """Memberships of studies from before blocking ended them are gone afterwards."""
        before = next(i for i, step in enumerate(self.steps) if "DELETE FROM study_member" in step)
        with tempfile.TemporaryDirectory(prefix="apo-upgrade-", dir=fast_folder()) as folder:
            db = old_case.load(folder, DUMP, DUMPED_MS)
            for step in self.steps[old_case.SCHEMA : before]:
                db.executescript(step)
            people = [id for id, in db.execute("SELECT id FROM person ORDER BY name LIMIT 3")]
            db.execute("INSERT INTO block (person, blocked, at_ms) VALUES (?, ?, 1)", people[:2])
            # Whose study; its members and whether they write; those who stay.
            cases = (
                (0, {1: 1, 2: 0}, [2]),
                (1, {0: 0}, []),
                (2, {0: 0, 1: 1}, [1]),
                (2, {0: 1, 1: 0}, [1]),
                (2, {0: 0, 1: 0}, [0, 1]),
                (2, {0: 1}, [0]),
            )
            for index, (owner, members, _) in enumerate(cases):
                study = "study%d" % index
                db.execute(
                    "INSERT INTO study (id, owner, key, name, visibility, version, created_ms,"
                    " changed_ms, text) VALUES (?1, ?2, ?1, 'Ours', 0, 1, 1, 1, '*')",
                    (study, people[owner]),
                )
                for member, may_write in members.items():
                    db.execute(
                        "INSERT INTO study_member (study, person, may_write) VALUES (?, ?, ?)",
                        (study, people[member], may_write),
                    )
            db.execute("PRAGMA user_version = %d" % before)
            db.commit()
            db.close()
            Server("--engines", "0", folder=folder).start().close()
            with contextlib.closing(sqlite3.connect(os.path.join(folder, "apothecary.db"))) as db:
                rows = db.execute("SELECT study, person FROM study_member").fetchall()
            wanted = [
                ("study%d" % index, people[one])
                for index, (_, _, left) in enumerate(cases)
                for one in left
            ]
            self.assertEqual(sorted(rows), sorted(wanted))

    def test_not_back(self):
        with tempfile.TemporaryDirectory(prefix="apo-upgrade-", dir=fast_folder()) as folder:
            Server("--engines", "0", folder=folder).start().close()
            with contextlib.closing(sqlite3.connect(os.path.join(folder, "apothecary.db"))) as db:
                db.execute("PRAGMA user_version = %d" % (self.newest + 1))
            server = Server("--engines", "0", folder=folder)
            with self.assertRaisesRegex(RuntimeError, "a newer version of apothecary"):
                server.start()
            server.process.wait()
            server.process.stdout.close()
            server.log.close()


main(__name__)
