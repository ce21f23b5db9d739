"""Shared by the tests of old databases: loading a dump that version 0.1.0 (schema 17) wrote."""
import os
import sqlite3
import time

APPLICATION_ID = 0x41504F54
SCHEMA = 17
EPOCH_LEAST_MS = 1000000000000  # smaller numbers are durations


def load(folder, dump, dumped_ms):
    """Makes the database in the folder from the dump, with all times moved to the present, so
    that nothing has expired only because the dump is old. Gives the open connection."""
    db = sqlite3.connect(os.path.join(folder, "apothecary.db"))
    with open(dump, encoding="utf-8") as file:
        db.executescript(file.read())
    shift = int(time.time() * 1000) - dumped_ms
    for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        for column in [row[1] for row in db.execute("PRAGMA table_info(%s)" % table)]:
            if column.endswith("_ms"):
                db.execute(
                    "UPDATE %s SET %s = %s + ? WHERE %s > ?" % (table, column, column, column),
                    (shift, EPOCH_LEAST_MS),
                )
    db.execute("PRAGMA application_id = %d" % APPLICATION_ID)
    db.execute("PRAGMA user_version = %d" % SCHEMA)
    db.commit()
    return db
