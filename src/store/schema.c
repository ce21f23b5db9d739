/* The tables, how they came about, and all that is ever asked of them. Values are always bound. */
#include "store/store_priv.h"

enum {
    APPLICATION_ID = 0x41504F54 /* "APOT": tells our databases from others */
};

/* One for each version; a version that has been used somewhere is never changed again. */
static const char *const migrations[] = {
    "CREATE TABLE person ("
    "  id TEXT NOT NULL PRIMARY KEY,"
    "  is_account INTEGER NOT NULL,"
    "  name TEXT NOT NULL,"
    "  name_key TEXT UNIQUE,"
    "  password TEXT,"
    "  created_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE session ("
    "  digest TEXT NOT NULL PRIMARY KEY,"
    "  person TEXT NOT NULL REFERENCES person,"
    "  created_ms INTEGER NOT NULL,"
    "  seen_ms INTEGER NOT NULL,"
    "  expires_ms INTEGER NOT NULL,"
    "  agent TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX session_of_person ON session (person);"
    "CREATE INDEX session_by_end ON session (expires_ms);"
    "CREATE TABLE definition ("
    "  digest TEXT NOT NULL PRIMARY KEY,"
    "  kind TEXT NOT NULL,"
    "  text TEXT NOT NULL"
    ") STRICT;"
    "CREATE TABLE game ("
    "  id TEXT NOT NULL PRIMARY KEY,"
    "  kind TEXT NOT NULL,"
    "  definition TEXT NOT NULL REFERENCES definition,"
    "  creator TEXT NOT NULL REFERENCES person,"
    "  key TEXT,"
    "  seat0 TEXT REFERENCES person,"
    "  seat1 TEXT REFERENCES person,"
    "  state INTEGER NOT NULL,"
    "  is_open INTEGER NOT NULL,"
    "  has_task INTEGER NOT NULL,"
    "  secret TEXT,"
    "  due_ms INTEGER,"
    "  created_ms INTEGER NOT NULL,"
    "  changed_ms INTEGER NOT NULL,"
    "  summary TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX game_of_request ON game (creator, key) WHERE key IS NOT NULL;"
    "CREATE UNIQUE INDEX game_of_link ON game (secret) WHERE secret IS NOT NULL;"
    "CREATE INDEX game_of_seat0 ON game (seat0, changed_ms) WHERE seat0 IS NOT NULL;"
    "CREATE INDEX game_of_seat1 ON game (seat1, changed_ms) WHERE seat1 IS NOT NULL;"
    "CREATE INDEX game_open ON game (created_ms) WHERE is_open = 1 AND state = 0;"
    "CREATE INDEX game_playing ON game (changed_ms) WHERE is_open = 1 AND state = 1;"
    "CREATE INDEX game_due ON game (due_ms) WHERE due_ms IS NOT NULL;"
    "CREATE INDEX game_task ON game (changed_ms) WHERE has_task = 1;"
    "CREATE TABLE event ("
    "  game TEXT NOT NULL REFERENCES game,"
    "  seq INTEGER NOT NULL,"
    "  at_ms INTEGER NOT NULL,"
    "  who INTEGER NOT NULL,"
    "  kind TEXT NOT NULL,"
    "  key TEXT,"
    "  data TEXT NOT NULL,"
    "  PRIMARY KEY (game, seq)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE number ("
    "  name TEXT NOT NULL PRIMARY KEY,"
    "  value INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;",
};

enum {
    VERSION = sizeof migrations / sizeof migrations[0]
};

#define PERSON_COLUMNS  "id, is_account, name, name_key, password, created_ms"
#define SESSION_COLUMNS "digest, person, created_ms, seen_ms, expires_ms, agent"
#define GAME_COLUMNS                                                                       \
    "id, kind, definition, creator, key, seat0, seat1, state, is_open, has_task, secret, " \
    "due_ms, created_ms, changed_ms, summary"

static const char *const texts[APO_SQL_STATEMENTS] = {
    [APO_SQL_ADD_PERSON] = "INSERT INTO person (" PERSON_COLUMNS ") VALUES"
                           " (?1, ?2, ?3, NULLIF(?4, ''), NULLIF(?5, ''), ?6)",
    [APO_SQL_ADD_SESSION] =
        "INSERT INTO session (" SESSION_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [APO_SQL_ADD_DEFINITION] = "INSERT INTO definition (digest, kind, text) VALUES (?1, ?2, ?3)"
                               " ON CONFLICT DO NOTHING",
    [APO_SQL_ADD_GAME] =
        "INSERT INTO game (" GAME_COLUMNS ") VALUES (?1, ?2, ?3, ?4, NULLIF(?5, ''),"
        " NULLIF(?6, ''), NULLIF(?7, ''), ?8, ?9, ?10, NULLIF(?11, ''), NULLIF(?12, 0), ?13, ?14,"
        " ?15)",
    [APO_SQL_ADD_EVENT] = "INSERT INTO event (game, seq, at_ms, who, kind, key, data) VALUES"
                          " (?1, ?2, ?3, ?4, ?5, NULLIF(?6, ''), ?7)",
    [APO_SQL_SET_PERSON] =
        "UPDATE person SET is_account = ?2, name = ?3, name_key = NULLIF(?4, ''),"
        " password = NULLIF(?5, '') WHERE id = ?1",
    [APO_SQL_SET_GAME] =
        "UPDATE game SET seat0 = NULLIF(?2, ''), seat1 = NULLIF(?3, ''), state = ?4,"
        " is_open = ?5, has_task = ?6, due_ms = NULLIF(?7, 0), changed_ms = ?8, summary = ?9"
        " WHERE id = ?1",
    [APO_SQL_SET_PASSWORD] = "UPDATE person SET password = ?2 WHERE id = ?1",
    [APO_SQL_TOUCH_SESSION] =
        "UPDATE session SET seen_ms = ?2, expires_ms = ?3 WHERE digest = ?1",
    [APO_SQL_DROP_SESSION] = "DELETE FROM session WHERE digest = ?1",
    [APO_SQL_DROP_SESSIONS] = "DELETE FROM session WHERE person = ?1 AND digest <> ?2",
    [APO_SQL_DROP_EXPIRED] = "DELETE FROM session WHERE expires_ms <= ?1",
    [APO_SQL_SET_NUMBER] = "INSERT INTO number (name, value) VALUES (?1, ?2)"
                           " ON CONFLICT DO UPDATE SET value = excluded.value",
    [APO_SQL_FIND_PERSON] = "SELECT " PERSON_COLUMNS " FROM person WHERE id = ?1",
    [APO_SQL_FIND_NAME] = "SELECT " PERSON_COLUMNS " FROM person WHERE name_key = ?1",
    [APO_SQL_FIND_SESSION] = "SELECT " SESSION_COLUMNS " FROM session WHERE digest = ?1",
    [APO_SQL_FIND_GAME] = "SELECT " GAME_COLUMNS " FROM game WHERE id = ?1",
    [APO_SQL_FIND_SECRET] = "SELECT " GAME_COLUMNS " FROM game WHERE secret = ?1",
    [APO_SQL_FIND_KEY] = "SELECT " GAME_COLUMNS " FROM game WHERE creator = ?1 AND key = ?2",
    [APO_SQL_FIND_NUMBER] = "SELECT value FROM number WHERE name = ?1",
    [APO_SQL_FIND_DEFINITION] = "SELECT text FROM definition WHERE digest = ?1",
    [APO_SQL_LIST_EVENTS] = "SELECT seq, at_ms, who, kind, key, data FROM event"
                            " WHERE game = ?1 AND seq > ?2 ORDER BY seq",
    [APO_SQL_LIST_SESSIONS] =
        "SELECT " SESSION_COLUMNS " FROM session WHERE person = ?1 ORDER BY seen_ms DESC",
    [APO_SQL_LIST_OPEN] = "SELECT " GAME_COLUMNS " FROM game WHERE is_open = 1 AND state = 0"
                          " ORDER BY created_ms DESC LIMIT ?1",
    [APO_SQL_LIST_PLAYING] =
        "SELECT " GAME_COLUMNS
        " FROM game WHERE is_open = 1 AND state = 1 ORDER BY changed_ms DESC LIMIT ?1",
    [APO_SQL_LIST_TASKS] =
        "SELECT " GAME_COLUMNS " FROM game WHERE has_task = 1 ORDER BY changed_ms LIMIT ?1",
    [APO_SQL_LIST_OWN] = "SELECT " GAME_COLUMNS " FROM game WHERE seat0 = ?1 OR seat1 = ?1"
                         " ORDER BY state <= 1 DESC, changed_ms DESC LIMIT ?2",
    [APO_SQL_LIST_DUE] =
        "SELECT " GAME_COLUMNS " FROM game WHERE due_ms <= ?1 ORDER BY due_ms LIMIT ?2",
};

const char *apo_sql_text(enum apo_statement statement)
{
    return texts[statement];
}

bool apo_sql_must_change(enum apo_statement statement)
{
    return statement == APO_SQL_SET_PERSON || statement == APO_SQL_SET_GAME ||
           statement == APO_SQL_SET_PASSWORD;
}

bool apo_sql_run(sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

static apo_status fail(sqlite3 *db, apo_error *err)
{
    return apo_fail(err, APO_E_IO, 0, "%s", apo_span_of(sqlite3_errmsg(db)));
}

static bool read_pragma(sqlite3 *db, const char *text, int *out)
{
    sqlite3_stmt *statement = NULL;
    bool is_read = sqlite3_prepare_v2(db, text, -1, &statement, NULL) == SQLITE_OK &&
                   sqlite3_step(statement) == SQLITE_ROW;
    if (is_read)
        *out = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return is_read;
}

/* A pragma takes no bound values; the number is ours. */
static bool write_pragma(sqlite3 *db, const char *name, int value)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_buffer_add(&text, name);
    apo_buffer_add(&text, " = ");
    apo_buffer_add_number(&text, value);
    bool is_done = !text.is_failed && apo_sql_run(db, text.bytes);
    apo_buffer_clear(&text);
    return is_done;
}

/* From version `from` to the next one, as a whole or not at all. */
static bool migrate_once(sqlite3 *db, int from)
{
    bool is_done = apo_sql_run(db, "BEGIN IMMEDIATE") && apo_sql_run(db, migrations[from]) &&
                   write_pragma(db, "PRAGMA user_version", from + 1) &&
                   write_pragma(db, "PRAGMA application_id", APPLICATION_ID) &&
                   apo_sql_run(db, "COMMIT");
    if (!is_done && sqlite3_get_autocommit(db) == 0)
        (void)sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return is_done;
}

apo_status apo_schema_migrate(sqlite3 *db, bool is_read_only, apo_error *err)
{
    int version, application, tables;
    if (!read_pragma(db, "PRAGMA user_version", &version) ||
        !read_pragma(db, "PRAGMA application_id", &application) ||
        !read_pragma(db, "SELECT count(*) FROM sqlite_schema", &tables))
        return fail(db, err);
    if (tables > 0 && application != APPLICATION_ID)
        return apo_fail(err, APO_E_UNSUPPORTED, 0,
                        "this is a database, but not one of apothecary", apo_span_of(""));
    if (version > VERSION)
        return apo_fail(err, APO_E_UNSUPPORTED, 0,
                        "it was written by a newer version of apothecary", apo_span_of(""));
    if (is_read_only && version < VERSION)
        return apo_fail(err, APO_E_UNSUPPORTED, 0,
                        "it was written by an older version and cannot be changed",
                        apo_span_of(""));
    for (; version < VERSION; version++) {
        if (!migrate_once(db, version))
            return fail(db, err);
    }
    return APO_OK;
}
