/* The tables and their migrations. The queries are with each subject. */
#include "store/store_priv.h"

enum {
    APPLICATION_ID = 0x41504F54 /* "APOT": marks our databases */
};

/* One for each version; a released version is never changed. */
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

    /* Tasks: work still to be done. */
    "CREATE TABLE task ("
    "  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,"
    "  kind TEXT NOT NULL,"
    "  subject TEXT NOT NULL,"
    "  data TEXT NOT NULL,"
    "  due_ms INTEGER NOT NULL,"
    "  tries INTEGER NOT NULL"
    ") STRICT;"
    "CREATE INDEX task_next ON task (kind, due_ms, id);"
    "CREATE INDEX task_of_subject ON task (kind, subject, due_ms);",

    /* Tokens of programs. */
    "CREATE TABLE token ("
    "  digest TEXT NOT NULL PRIMARY KEY,"
    "  id TEXT NOT NULL UNIQUE,"
    "  person TEXT NOT NULL REFERENCES person,"
    "  name TEXT NOT NULL,"
    "  scopes INTEGER NOT NULL,"
    "  created_ms INTEGER NOT NULL,"
    "  used_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX token_of_person ON token (person, created_ms);",

    /* The language of a person's pages and emails. */
    "ALTER TABLE person ADD COLUMN language TEXT NOT NULL DEFAULT '';",
    /* Games that are over. */
    "CREATE TABLE archive ("
    "  id INTEGER NOT NULL PRIMARY KEY,"
    "  game TEXT NOT NULL UNIQUE,"
    "  shelf TEXT NOT NULL,"
    "  variant TEXT NOT NULL,"
    "  definition TEXT NOT NULL REFERENCES definition,"
    "  start_number INTEGER NOT NULL,"
    "  start_name TEXT NOT NULL,"
    "  handicap TEXT NOT NULL,"
    "  white TEXT REFERENCES person,"
    "  black TEXT REFERENCES person,"
    "  white_name TEXT NOT NULL,"
    "  black_name TEXT NOT NULL,"
    "  kind INTEGER NOT NULL,"
    "  clock INTEGER NOT NULL,"
    "  is_rated INTEGER NOT NULL,"
    "  quarters INTEGER NOT NULL,"
    "  reason TEXT NOT NULL,"
    "  plies INTEGER NOT NULL,"
    "  begun_ms INTEGER NOT NULL,"
    "  ended_ms INTEGER NOT NULL,"
    "  fen TEXT NOT NULL,"
    "  moves TEXT NOT NULL"
    ") STRICT;"
    /* No foreign key to archive: checking it would cost some fifty look-ups a game, and there
     * is no index the other way. Both are written in one batch. */
    "CREATE TABLE archive_tag ("
    "  tag INTEGER NOT NULL,"
    "  id INTEGER NOT NULL,"
    "  PRIMARY KEY (tag, id)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE archive_line ("
    "  tag INTEGER NOT NULL,"
    "  move TEXT NOT NULL,"
    "  games INTEGER NOT NULL,"
    "  quarters0 INTEGER NOT NULL,"
    "  quarters1 INTEGER NOT NULL,"
    "  quarters2 INTEGER NOT NULL,"
    "  quarters3 INTEGER NOT NULL,"
    "  quarters4 INTEGER NOT NULL,"
    "  plies INTEGER NOT NULL,"
    "  PRIMARY KEY (tag, move)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE archive_stage ("
    "  tag INTEGER NOT NULL,"
    "  id INTEGER NOT NULL,"
    "  move TEXT NOT NULL,"
    "  quarters INTEGER NOT NULL,"
    "  plies INTEGER NOT NULL"
    ") STRICT;"
    "CREATE TABLE archive_start ("
    "  variant TEXT NOT NULL,"
    "  name TEXT NOT NULL,"
    "  number INTEGER NOT NULL,"
    "  kind INTEGER NOT NULL,"
    "  games INTEGER NOT NULL,"
    "  quarters0 INTEGER NOT NULL,"
    "  quarters1 INTEGER NOT NULL,"
    "  quarters2 INTEGER NOT NULL,"
    "  quarters3 INTEGER NOT NULL,"
    "  quarters4 INTEGER NOT NULL,"
    "  plies INTEGER NOT NULL,"
    "  PRIMARY KEY (variant, name, number, kind)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE archive_length ("
    "  variant TEXT NOT NULL,"
    "  kind INTEGER NOT NULL,"
    "  tens INTEGER NOT NULL,"
    "  games INTEGER NOT NULL,"
    "  PRIMARY KEY (variant, kind, tens)"
    ") STRICT, WITHOUT ROWID;"
    "INSERT INTO task (kind, subject, data, due_ms, tries)"
    " SELECT 'archive', id, '', changed_ms, 0 FROM game WHERE state = 2;",
    "CREATE TABLE rating ("
    "  person TEXT NOT NULL REFERENCES person,"
    "  variant TEXT NOT NULL,"
    "  clock TEXT NOT NULL,"
    "  rating REAL NOT NULL,"
    "  deviation REAL NOT NULL,"
    "  volatility REAL NOT NULL,"
    "  games INTEGER NOT NULL,"
    "  at_ms INTEGER NOT NULL,"
    "  PRIMARY KEY (person, variant, clock)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE rated ("
    "  game TEXT NOT NULL REFERENCES game,"
    "  side INTEGER NOT NULL,"
    "  person TEXT NOT NULL REFERENCES person,"
    "  opponent TEXT NOT NULL REFERENCES person,"
    "  variant TEXT NOT NULL,"
    "  clock TEXT NOT NULL,"
    "  quarters INTEGER NOT NULL,"
    "  before REAL NOT NULL,"
    "  rating REAL NOT NULL,"
    "  deviation REAL NOT NULL,"
    "  at_ms INTEGER NOT NULL,"
    "  PRIMARY KEY (game, side)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX rated_of_person ON rated (person, variant, clock, at_ms);"
    "CREATE INDEX rated_of_opponent ON rated (opponent);"
    "CREATE TABLE score ("
    "  person TEXT NOT NULL REFERENCES person,"
    "  opponent TEXT REFERENCES person,"
    "  level INTEGER NOT NULL,"
    "  count0 INTEGER NOT NULL,"
    "  count1 INTEGER NOT NULL,"
    "  count2 INTEGER NOT NULL,"
    "  count3 INTEGER NOT NULL,"
    "  count4 INTEGER NOT NULL,"
    "  at_ms INTEGER NOT NULL"
    ") STRICT;"
    "CREATE UNIQUE INDEX score_of_pair ON score (person, IFNULL(opponent, ''), level);"
    "CREATE INDEX score_of_person ON score (person, at_ms);"
    "CREATE INDEX score_of_opponent ON score (opponent) WHERE opponent IS NOT NULL;",

    /* Tournaments. */
    "CREATE TABLE contest ("
    "  id TEXT NOT NULL PRIMARY KEY,"
    "  organiser TEXT NOT NULL REFERENCES person,"
    "  key TEXT NOT NULL,"
    "  kind TEXT NOT NULL,"
    "  name TEXT NOT NULL,"
    "  options TEXT NOT NULL,"
    "  state INTEGER NOT NULL,"
    "  round INTEGER NOT NULL,"
    "  entry_count INTEGER NOT NULL,"
    "  version INTEGER NOT NULL,"
    "  created_ms INTEGER NOT NULL,"
    "  changed_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX contest_of_request ON contest (organiser, key);"
    "CREATE INDEX contest_by_state ON contest (state, created_ms, id);"
    "CREATE TABLE entry ("
    "  contest TEXT NOT NULL REFERENCES contest,"
    "  person TEXT NOT NULL REFERENCES person,"
    "  rank INTEGER NOT NULL,"
    "  rating INTEGER NOT NULL,"
    "  has_left INTEGER NOT NULL,"
    "  joined_ms INTEGER NOT NULL,"
    "  PRIMARY KEY (contest, person)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX entry_of_person ON entry (person, joined_ms);"
    "CREATE TABLE pairing ("
    "  contest TEXT NOT NULL REFERENCES contest,"
    "  round INTEGER NOT NULL,"
    "  board INTEGER NOT NULL,"
    "  part INTEGER NOT NULL,"
    "  white TEXT NOT NULL REFERENCES person,"
    "  black TEXT REFERENCES person,"
    "  game TEXT REFERENCES game,"
    "  how INTEGER NOT NULL,"
    "  white_quarters INTEGER NOT NULL,"
    "  PRIMARY KEY (contest, round, board, part)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX pairing_of_game ON pairing (game) WHERE game IS NOT NULL;"
    "CREATE INDEX pairing_of_white ON pairing (white);"
    "CREATE INDEX pairing_of_black ON pairing (black) WHERE black IS NOT NULL;",
    /* Correspondence games: whose turn it is, and who is on vacation. */
    "ALTER TABLE game ADD COLUMN turn TEXT REFERENCES person;"
    "UPDATE game SET turn = CASE WHEN instr(summary, char(10) || 'turn 0' || char(10)) > 0"
    "  THEN seat0 WHEN instr(summary, char(10) || 'turn 1' || char(10)) > 0 THEN seat1 END"
    "  WHERE state = 1;"
    "CREATE INDEX game_turn ON game (turn) WHERE turn IS NOT NULL;"
    "CREATE INDEX game_current0 ON game (seat0) WHERE state <= 1 AND seat0 IS NOT NULL;"
    "CREATE INDEX game_current1 ON game (seat1) WHERE state <= 1 AND seat1 IS NOT NULL;"
    "CREATE TABLE vacation ("
    "  person TEXT NOT NULL REFERENCES person,"
    "  from_ms INTEGER NOT NULL,"
    "  until_ms INTEGER NOT NULL,"
    "  is_over INTEGER NOT NULL,"
    "  key TEXT NOT NULL,"
    "  PRIMARY KEY (person, from_ms)"
    ") STRICT, WITHOUT ROWID;",

    /* A player's private sheets of a game. */
    "CREATE TABLE desk ("
    "  game TEXT NOT NULL REFERENCES game,"
    "  side INTEGER NOT NULL,"
    "  kind TEXT NOT NULL,"
    "  version INTEGER NOT NULL,"
    "  key TEXT NOT NULL,"
    "  changed_ms INTEGER NOT NULL,"
    "  text TEXT NOT NULL,"
    "  PRIMARY KEY (game, side, kind)"
    ") STRICT, WITHOUT ROWID;",
    /* Invitations by name. The game is stored after its invitation, in the same batch. */
    "CREATE TABLE invitation ("
    "  id TEXT NOT NULL PRIMARY KEY,"
    "  asker TEXT NOT NULL REFERENCES person,"
    "  asked TEXT NOT NULL REFERENCES person,"
    "  wish TEXT NOT NULL,"
    "  color INTEGER NOT NULL,"
    "  is_random INTEGER NOT NULL,"
    "  fate INTEGER NOT NULL,"
    "  steps INTEGER NOT NULL,"
    "  game TEXT REFERENCES game DEFERRABLE INITIALLY DEFERRED,"
    "  created_ms INTEGER NOT NULL,"
    "  changed_ms INTEGER NOT NULL,"
    "  due_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX invitation_asked ON invitation (asked, changed_ms) WHERE fate = 0;"
    "CREATE INDEX invitation_asking ON invitation (asker, changed_ms) WHERE fate = 0;"
    "CREATE INDEX invitation_of_asked ON invitation (asked, changed_ms);"
    "CREATE INDEX invitation_of_asker ON invitation (asker, changed_ms);"
    "CREATE INDEX invitation_of_game ON invitation (game) WHERE game IS NOT NULL;"
    "CREATE TABLE invitation_step ("
    "  invitation TEXT NOT NULL REFERENCES invitation,"
    "  number INTEGER NOT NULL,"
    "  person TEXT REFERENCES person,"
    "  kind TEXT NOT NULL,"
    "  key TEXT NOT NULL,"
    "  message TEXT NOT NULL,"
    "  at_ms INTEGER NOT NULL,"
    "  PRIMARY KEY (invitation, number)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX invitation_of_request ON invitation_step (person, key)"
    "  WHERE person IS NOT NULL;"
    "CREATE TABLE block ("
    "  person TEXT NOT NULL REFERENCES person,"
    "  blocked TEXT NOT NULL REFERENCES person,"
    "  at_ms INTEGER NOT NULL,"
    "  PRIMARY KEY (person, blocked)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX block_of_blocked ON block (blocked);",

    /* Mail: addresses, the outbox, secrets of sent links. */
    "CREATE TABLE mailbox ("
    "  person TEXT NOT NULL PRIMARY KEY REFERENCES person,"
    "  address TEXT NOT NULL,"
    "  address_key TEXT NOT NULL,"
    "  confirmed_ms INTEGER NOT NULL,"
    "  wanted INTEGER NOT NULL,"
    "  digest_hour INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX mailbox_of_address ON mailbox (address_key);"
    "CREATE TABLE mail ("
    "  id TEXT NOT NULL PRIMARY KEY,"
    "  kind TEXT NOT NULL,"
    "  person TEXT NOT NULL REFERENCES person,"
    "  address TEXT NOT NULL,"
    "  cause TEXT UNIQUE,"
    "  data TEXT NOT NULL,"
    "  state INTEGER NOT NULL,"
    "  tries INTEGER NOT NULL,"
    "  due_ms INTEGER NOT NULL,"
    "  created_ms INTEGER NOT NULL,"
    "  changed_ms INTEGER NOT NULL,"
    "  reply TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX mail_due ON mail (due_ms) WHERE state = 0;"
    "CREATE INDEX mail_sending ON mail (id) WHERE state = 1;"
    "CREATE INDEX mail_done ON mail (changed_ms) WHERE state >= 2;"
    "CREATE INDEX mail_of_person ON mail (person, state);"
    "CREATE TABLE mail_secret ("
    "  digest TEXT NOT NULL PRIMARY KEY,"
    "  person TEXT NOT NULL REFERENCES person,"
    "  kind TEXT NOT NULL,"
    "  address TEXT NOT NULL,"
    "  expires_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX mail_secret_of_person ON mail_secret (person, kind);"
    "CREATE INDEX mail_secret_by_end ON mail_secret (expires_ms);",
    /* Moderation; former names. */
    "ALTER TABLE person ADD COLUMN standing INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX person_of_standing ON person (standing) WHERE standing <> 0;"
    "CREATE TABLE former_name ("
    "  name_key TEXT NOT NULL PRIMARY KEY,"
    "  person TEXT NOT NULL REFERENCES person,"
    "  at_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX former_name_of_person ON former_name (person);"
    "CREATE TABLE moderation ("
    "  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,"
    "  at_ms INTEGER NOT NULL,"
    "  who TEXT NOT NULL,"
    "  action TEXT NOT NULL,"
    "  person TEXT NOT NULL REFERENCES person,"
    "  name TEXT NOT NULL,"
    "  reason TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX moderation_of_person ON moderation (person, id);",

    /* Reminders. */
    "CREATE TABLE reminder ("
    "  person TEXT NOT NULL PRIMARY KEY REFERENCES person,"
    "  hours TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;",

    /* Problems. */
    "CREATE TABLE problem ("
    "  id TEXT NOT NULL PRIMARY KEY,"
    "  author TEXT REFERENCES person,"
    "  key TEXT,"
    "  kind TEXT NOT NULL,"
    "  fen TEXT NOT NULL,"
    "  aim TEXT NOT NULL,"
    "  moves INTEGER NOT NULL,"
    "  title TEXT NOT NULL,"
    "  remark TEXT NOT NULL,"
    "  state INTEGER NOT NULL,"
    "  verdict TEXT NOT NULL,"
    "  keys TEXT NOT NULL,"
    "  nodes INTEGER NOT NULL,"
    "  solved_count INTEGER NOT NULL,"
    "  created_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX problem_of_request ON problem (author, key) WHERE key IS NOT NULL;"
    "CREATE INDEX problem_public ON problem (created_ms, id) WHERE state = 1;"
    "CREATE INDEX problem_by_kind ON problem (kind, created_ms, id) WHERE state = 1;"
    "CREATE INDEX problem_of_author ON problem (author, created_ms) WHERE author IS NOT NULL;"
    "CREATE TABLE solved ("
    "  problem TEXT NOT NULL REFERENCES problem,"
    "  person TEXT NOT NULL REFERENCES person,"
    "  at_ms INTEGER NOT NULL,"
    "  PRIMARY KEY (problem, person)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX solved_by_person ON solved (person, at_ms);",

    /* Addresses that the mail server refuses. */
    ("ALTER TABLE mailbox ADD COLUMN refused_ms INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE mailbox ADD COLUMN refusal TEXT NOT NULL DEFAULT '';"),

    /* The time zone of a person. */
    "ALTER TABLE person ADD COLUMN zone TEXT NOT NULL DEFAULT '';",

    /* Second factors. */
    "CREATE TABLE second_factor ("
    "  person TEXT NOT NULL PRIMARY KEY REFERENCES person,"
    "  secret TEXT NOT NULL,"
    "  confirmed_ms INTEGER NOT NULL,"
    "  last_step INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE recovery ("
    "  digest TEXT NOT NULL PRIMARY KEY,"
    "  person TEXT NOT NULL REFERENCES person"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX recovery_of_person ON recovery (person);",

    /* Renames tables, columns and kinds of jobs to the words of the code. */
    "ALTER TABLE contest RENAME TO tournament;"
    "ALTER TABLE entry RENAME COLUMN contest TO tournament;"
    "ALTER TABLE pairing RENAME COLUMN contest TO tournament;"
    "DROP INDEX contest_of_request;"
    "DROP INDEX contest_by_state;"
    "CREATE UNIQUE INDEX tournament_of_request ON tournament (organiser, key);"
    "CREATE INDEX tournament_by_state ON tournament (state, created_ms, id);"
    "UPDATE task SET kind = 'tournament' WHERE kind = 'contest';"
    "UPDATE task SET kind = 'tournament-guest' WHERE kind = 'contest-guest';"
    "UPDATE mail SET cause = 'tournament' || substr(cause, 8) WHERE cause LIKE 'contest/%';"
    "ALTER TABLE task RENAME TO job;"
    "ALTER TABLE game RENAME COLUMN has_task TO has_job;"
    "DROP INDEX task_next;"
    "DROP INDEX task_of_subject;"
    "DROP INDEX game_task;"
    "CREATE INDEX job_next ON job (kind, due_ms, id);"
    "CREATE INDEX job_of_subject ON job (kind, subject, due_ms);"
    "CREATE INDEX game_job ON game (changed_ms) WHERE has_job = 1;"
    "UPDATE job SET kind = 'guest-merge' WHERE kind = 'heir';"
    "UPDATE job SET kind = 'deletion' WHERE kind = 'farewell';"
    "ALTER TABLE archive RENAME COLUMN shelf TO collection;"
    "ALTER TABLE desk RENAME TO game_note;",
    "ALTER TABLE archive ADD COLUMN notes TEXT NOT NULL DEFAULT '';",

    /* Talk: messages in games and between people, whom one does not want to read, and what is
     * reported to moderators. */
    "CREATE TABLE message ("
    "  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,"
    "  room TEXT NOT NULL,"
    "  writer TEXT NOT NULL REFERENCES person,"
    "  at_ms INTEGER NOT NULL,"
    "  key TEXT NOT NULL,"
    "  preset TEXT NOT NULL,"
    "  text TEXT NOT NULL"
    ") STRICT;"
    "CREATE UNIQUE INDEX message_of_request ON message (writer, key);"
    "CREATE INDEX message_of_room ON message (room, id);"
    "CREATE TABLE conversation ("
    "  person TEXT NOT NULL REFERENCES person,"
    "  other TEXT NOT NULL REFERENCES person,"
    "  room TEXT NOT NULL,"
    "  last_ms INTEGER NOT NULL,"
    "  unread INTEGER NOT NULL,"
    "  PRIMARY KEY (person, other)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX conversation_latest ON conversation (person, last_ms);"
    "CREATE INDEX conversation_of_other ON conversation (other);"
    "CREATE TABLE mute ("
    "  person TEXT NOT NULL REFERENCES person,"
    "  muted TEXT NOT NULL REFERENCES person,"
    "  at_ms INTEGER NOT NULL,"
    "  PRIMARY KEY (person, muted)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX mute_of_muted ON mute (muted);"
    "CREATE TABLE report ("
    "  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,"
    "  person TEXT NOT NULL REFERENCES person,"
    "  about TEXT NOT NULL REFERENCES person,"
    "  at_ms INTEGER NOT NULL,"
    "  key TEXT NOT NULL,"
    "  place TEXT NOT NULL,"
    "  is_proved INTEGER NOT NULL,"
    "  quote TEXT NOT NULL,"
    "  reason TEXT NOT NULL,"
    "  answered_ms INTEGER NOT NULL,"
    "  who TEXT NOT NULL,"
    "  answer TEXT NOT NULL"
    ") STRICT;"
    "CREATE UNIQUE INDEX report_of_request ON report (person, key);"
    "CREATE INDEX report_open ON report (id) WHERE answered_ms = 0;"
    "CREATE INDEX report_of_about ON report (about, id);",

    /* Notices. Everybody with an address gets their mails, which they can switch off. */
    "CREATE TABLE notice ("
    "  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,"
    "  person TEXT NOT NULL REFERENCES person,"
    "  kind TEXT NOT NULL,"
    "  cause TEXT NOT NULL,"
    "  other TEXT REFERENCES person,"
    "  subject TEXT NOT NULL,"
    "  text TEXT NOT NULL,"
    "  channels INTEGER NOT NULL,"
    "  at_ms INTEGER NOT NULL,"
    "  read_ms INTEGER NOT NULL"
    ") STRICT;"
    "CREATE UNIQUE INDEX notice_of_cause ON notice (person, cause);"
    "CREATE INDEX notice_of_person ON notice (person, id);"
    "CREATE INDEX notice_unread ON notice (person, kind) WHERE read_ms = 0;"
    "CREATE INDEX notice_of_other ON notice (other) WHERE other IS NOT NULL;"
    "CREATE INDEX notice_by_time ON notice (at_ms);"
    "CREATE TABLE notice_choice ("
    "  person TEXT NOT NULL REFERENCES person,"
    "  kind TEXT NOT NULL,"
    "  channels INTEGER NOT NULL,"
    "  PRIMARY KEY (person, kind)"
    ") STRICT, WITHOUT ROWID;"
    "UPDATE mailbox SET wanted = wanted | 16;",

    /* Lists of the best players. */
    "CREATE INDEX rating_best ON rating (variant, clock, rating);",

    /* Games that people publish. Their versions never change. */
    "CREATE TABLE published ("
    "  kind TEXT NOT NULL PRIMARY KEY,"
    "  author TEXT NOT NULL REFERENCES person,"
    "  id TEXT NOT NULL,"
    "  name TEXT NOT NULL,"
    "  remix TEXT,"
    "  remix_version INTEGER NOT NULL,"
    "  hidden INTEGER NOT NULL,"
    "  version INTEGER NOT NULL,"
    "  games INTEGER NOT NULL,"
    "  created_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX published_id ON published (author, id);"
    "CREATE INDEX published_newest ON published (created_ms, kind) WHERE hidden = 0;"
    "CREATE INDEX published_played ON published (games, kind) WHERE hidden = 0;"
    "CREATE INDEX published_remix ON published (remix) WHERE remix IS NOT NULL;"
    "CREATE TABLE published_version ("
    "  kind TEXT NOT NULL REFERENCES published,"
    "  version INTEGER NOT NULL,"
    "  key TEXT,"
    "  definition TEXT NOT NULL REFERENCES definition,"
    "  name TEXT NOT NULL,"
    "  files INTEGER NOT NULL,"
    "  ranks INTEGER NOT NULL,"
    "  rows INTEGER NOT NULL,"
    "  starts INTEGER NOT NULL,"
    "  bytes INTEGER NOT NULL,"
    "  pieces TEXT NOT NULL,"
    "  at_ms INTEGER NOT NULL,"
    "  PRIMARY KEY (kind, version)"
    ") STRICT, WITHOUT ROWID;",

    /* Reviews of finished games. */
    "CREATE TABLE review ("
    "  game TEXT NOT NULL PRIMARY KEY REFERENCES archive (game) ON DELETE CASCADE,"
    "  person TEXT NOT NULL REFERENCES person,"
    "  made_ms INTEGER NOT NULL,"
    "  nodes INTEGER NOT NULL,"
    "  text TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX review_of_person ON review (person);",
};

enum {
    VERSION = sizeof migrations / sizeof migrations[0]
};

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

/* A pragma takes no bound values; the number is our own. */
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

/* Migrates from version `from` to the next one, as a whole or not at all. */
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

/* Fills the version of the tables; 0 if there are none yet. */
static apo_status read_version(int *out, sqlite3 *db, apo_error *err)
{
    int application, tables;
    if (!read_pragma(db, "PRAGMA user_version", out) ||
        !read_pragma(db, "PRAGMA application_id", &application) ||
        !read_pragma(db, "SELECT count(*) FROM sqlite_schema", &tables))
        return fail(db, err);
    if (tables > 0 && application != APPLICATION_ID)
        return apo_fail(err, APO_E_UNSUPPORTED, 0,
                        "this is a database, but not one of apothecary", apo_span_of(""));
    if (*out > VERSION)
        return apo_fail(err, APO_E_UNSUPPORTED, 0,
                        "it was written by a newer version of apothecary", apo_span_of(""));
    return APO_OK;
}

apo_status apo_schema_check(sqlite3 *db, apo_error *err)
{
    int version = 0;
    apo_status status = read_version(&version, db, err);
    if (status == APO_OK && version == 0)
        return apo_fail(err, APO_E_UNSUPPORTED, 0, "there is nothing in it", apo_span_of(""));
    return status;
}

apo_status apo_schema_migrate(sqlite3 *db, bool is_read_only, apo_error *err)
{
    int version = 0;
    apo_status status = read_version(&version, db, err);
    if (status != APO_OK)
        return status;
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
