#!/usr/bin/env python3
"""Doubles the games of a database made by bench_archive, without playing any.

usage: archive_double.py DATABASE

Copies each finished game under another id, dated a day and a second earlier: in the table of games,
in the archive, under all its tags, in the sums. Every list becomes as long as twice the games would
make it; only the positions do not vary more. The copies have no events.
"""
import sqlite3
import sys
import time

DAY = 86401
SERIALS = 1 << 20
STEPS = [
    "INSERT INTO game SELECT 'd' || substr(id, 2) || substr(id, 1, 1), kind, definition, "
    "creator, NULL, seat0, seat1,"
    " state, is_open, has_job, NULL, due_ms, created_ms - {ms}, changed_ms - {ms}, summary{more}"
    " FROM game WHERE state = 2 ORDER BY 1",
    "INSERT INTO archive SELECT id - {ids}, 'd' || substr(game, 2) || substr(game, 1, 1), "
    "collection, variant,"
    " definition, start_number, start_name, handicap, white, black, white_name, black_name, "
    "kind, clock, is_rated,"
    " quarters, reason, plies, begun_ms - {ms}, ended_ms - {ms}, fen, moves FROM archive "
    "ORDER BY id",
    "INSERT INTO archive_tag SELECT tag, id - {ids} FROM archive_tag ORDER BY tag, id",
    "UPDATE archive_line SET games = games * 2, quarters0 = quarters0 * 2, quarters1 = "
    "quarters1 * 2,"
    " quarters2 = quarters2 * 2, quarters3 = quarters3 * 2, quarters4 = quarters4 * 2, plies "
    "= plies * 2",
    "UPDATE archive_start SET games = games * 2, quarters0 = quarters0 * 2, quarters1 = "
    "quarters1 * 2,"
    " quarters2 = quarters2 * 2, quarters3 = quarters3 * 2, quarters4 = quarters4 * 2, plies "
    "= plies * 2",
    "UPDATE archive_length SET games = games * 2",
]


def main(path):
    db = sqlite3.connect(path, isolation_level=None)
    for pragma in (
        "journal_mode = OFF",
        "synchronous = OFF",
        "cache_size = -1000000",
        "temp_store = FILE",
    ):
        db.execute("PRAGMA " + pragma)
    # Columns added by later versions keep their values.
    names = [row[1] for row in db.execute("PRAGMA table_info(game)")]
    more = "".join(", " + name for name in names[names.index("summary") + 1 :])
    for step in STEPS:
        begin = time.time()
        db.execute(step.format(ms=DAY * 1000, ids=DAY * SERIALS, more=more))
        print("%6.0f s  %s" % (time.time() - begin, step[:40]), flush=True)
    db.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
