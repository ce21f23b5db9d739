/* The tables and their migrations; the first ones are in schema_before.c. The queries are with
 * each subject. */
#include "store/driver_priv.h"

/* One for each version after APO_SCHEMA_BEFORE; a released version is never changed. */
static const char *const migrations[] = {
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

    /* Talk: messages in games and between people, muted people, and reports to the
     * moderators. */
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

    /* What operators set while the server runs. */
    "CREATE TABLE setting (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;",

    /* Problems with a solution that is known move by move, and with the game they are from. */
    ("ALTER TABLE problem ADD COLUMN line TEXT NOT NULL DEFAULT '';"
     "ALTER TABLE problem ADD COLUMN themes TEXT NOT NULL DEFAULT '';"
     "ALTER TABLE problem ADD COLUMN source TEXT NOT NULL DEFAULT '';"
     "ALTER TABLE problem ADD COLUMN ply INTEGER NOT NULL DEFAULT 0;"),

    /* Studies: a PGN that several people write. */
    "CREATE TABLE study ("
    "  id TEXT NOT NULL PRIMARY KEY,"
    "  owner TEXT NOT NULL REFERENCES person,"
    "  key TEXT NOT NULL,"
    "  name TEXT NOT NULL,"
    "  visibility INTEGER NOT NULL,"
    "  version INTEGER NOT NULL,"
    "  created_ms INTEGER NOT NULL,"
    "  changed_ms INTEGER NOT NULL,"
    "  text TEXT NOT NULL"
    ") STRICT;"
    "CREATE UNIQUE INDEX study_of_request ON study (owner, key);"
    "CREATE INDEX study_newest ON study (changed_ms) WHERE visibility = 2;"
    "CREATE TABLE study_member ("
    "  study TEXT NOT NULL REFERENCES study ON DELETE CASCADE,"
    "  person TEXT NOT NULL REFERENCES person,"
    "  may_write INTEGER NOT NULL,"
    "  PRIMARY KEY (study, person)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX study_member_of_person ON study_member (person);",

    /* Drafts of the workshop. */
    "CREATE TABLE draft ("
    "  owner TEXT NOT NULL REFERENCES person,"
    "  id TEXT NOT NULL,"
    "  version INTEGER NOT NULL,"
    "  changed_ms INTEGER NOT NULL,"
    "  text TEXT NOT NULL,"
    "  PRIMARY KEY (owner, id)"
    ") STRICT, WITHOUT ROWID;",

    /* Browsers that get push messages. */
    "CREATE TABLE push ("
    "  session TEXT NOT NULL PRIMARY KEY REFERENCES session ON DELETE CASCADE,"
    "  endpoint TEXT NOT NULL UNIQUE,"
    "  point TEXT NOT NULL,"
    "  auth TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;",

    /* Passkeys. */
    "CREATE TABLE passkey ("
    "  id TEXT NOT NULL PRIMARY KEY,"
    "  person TEXT NOT NULL REFERENCES person,"
    "  name TEXT NOT NULL,"
    "  public_key TEXT NOT NULL,"
    "  count INTEGER NOT NULL,"
    "  created_ms INTEGER NOT NULL,"
    "  used_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX passkey_of_person ON passkey (person);",

    /* Ratings of problems and of those who solve them. */
    ("ALTER TABLE problem ADD COLUMN rating REAL NOT NULL DEFAULT 1500;"
     "ALTER TABLE problem ADD COLUMN deviation REAL NOT NULL DEFAULT 350;"
     "ALTER TABLE problem ADD COLUMN volatility REAL NOT NULL DEFAULT 0.06;"
     "ALTER TABLE problem ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;"
     "CREATE INDEX problem_by_rating ON problem (rating) WHERE state = 1;"
     "CREATE TABLE problem_rating ("
     "  person TEXT NOT NULL PRIMARY KEY REFERENCES person,"
     "  rating REAL NOT NULL,"
     "  deviation REAL NOT NULL,"
     "  volatility REAL NOT NULL,"
     "  tries INTEGER NOT NULL,"
     "  right_tries INTEGER NOT NULL,"
     "  at_ms INTEGER NOT NULL"
     ") STRICT, WITHOUT ROWID;"
     "CREATE TABLE problem_try ("
     "  problem TEXT NOT NULL REFERENCES problem ON DELETE CASCADE,"
     "  person TEXT NOT NULL REFERENCES person,"
     "  key TEXT NOT NULL,"
     "  is_right INTEGER NOT NULL,"
     "  before REAL NOT NULL,"
     "  rating REAL NOT NULL,"
     "  deviation REAL NOT NULL,"
     "  at_ms INTEGER NOT NULL,"
     "  PRIMARY KEY (problem, person)"
     ") STRICT, WITHOUT ROWID;"
     "CREATE INDEX problem_try_of_person ON problem_try (person);"),

    /* Who follows whom. */
    "CREATE TABLE follow ("
    "  person TEXT NOT NULL REFERENCES person,"
    "  followed TEXT NOT NULL REFERENCES person,"
    "  at_ms INTEGER NOT NULL,"
    "  PRIMARY KEY (person, followed)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX follow_of_followed ON follow (followed, at_ms);",

    /* Teams of tournaments. */
    ("CREATE TABLE team ("
     "  tournament TEXT NOT NULL REFERENCES tournament,"
     "  number INTEGER NOT NULL,"
     "  name TEXT NOT NULL,"
     "  captain TEXT NOT NULL REFERENCES person,"
     "  rank INTEGER NOT NULL,"
     "  PRIMARY KEY (tournament, number)"
     ") STRICT, WITHOUT ROWID;"
     "ALTER TABLE entry ADD COLUMN team INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE entry ADD COLUMN board INTEGER NOT NULL DEFAULT 0;"),

    /* Work for any machine, the workers, and wrong results. */
    ("CREATE TABLE work ("
     "  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,"
     "  kind TEXT NOT NULL,"
     "  subject TEXT NOT NULL,"
     "  person TEXT NOT NULL,"
     "  variant TEXT NOT NULL,"
     "  definition TEXT NOT NULL,"
     "  rank INTEGER NOT NULL,"
     "  size INTEGER NOT NULL,"
     "  created_ms INTEGER NOT NULL,"
     "  input TEXT NOT NULL,"
     "  tries INTEGER NOT NULL,"
     "  state INTEGER NOT NULL,"
     "  worker TEXT NOT NULL,"
     "  lease TEXT NOT NULL,"
     "  since_ms INTEGER NOT NULL,"
     "  until_ms INTEGER NOT NULL,"
     "  first_by TEXT NOT NULL,"
     "  second_by TEXT NOT NULL,"
     "  first_result TEXT NOT NULL,"
     "  second_result TEXT NOT NULL"
     ") STRICT;"
     "CREATE UNIQUE INDEX work_of_subject ON work (kind, subject);"
     "CREATE INDEX work_next ON work (rank, id);"
     "CREATE INDEX work_of_person ON work (person);"
     "CREATE UNIQUE INDEX work_leased ON work (lease) WHERE lease <> '';"
     "CREATE TABLE worker ("
     "  person TEXT NOT NULL PRIMARY KEY,"
     "  seen_ms INTEGER NOT NULL,"
     "  speed INTEGER NOT NULL,"
     "  done INTEGER NOT NULL,"
     "  agreed INTEGER NOT NULL,"
     "  differed INTEGER NOT NULL"
     ") STRICT, WITHOUT ROWID;"
     "CREATE TABLE work_fault ("
     "  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,"
     "  at_ms INTEGER NOT NULL,"
     "  person TEXT NOT NULL,"
     "  kind TEXT NOT NULL,"
     "  subject TEXT NOT NULL,"
     "  wrong_result TEXT NOT NULL,"
     "  right_result TEXT NOT NULL"
     ") STRICT;"
     "CREATE INDEX work_fault_of_person ON work_fault (person);"),

    /* Series of tournaments, and people's places in them. */
    "CREATE TABLE series ("
    "  id TEXT NOT NULL PRIMARY KEY,"
    "  organiser TEXT NOT NULL REFERENCES person,"
    "  key TEXT NOT NULL,"
    "  name TEXT NOT NULL,"
    "  points TEXT NOT NULL,"
    "  best INTEGER NOT NULL,"
    "  created_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX series_of_request ON series (organiser, key);"
    "CREATE INDEX series_newest ON series (created_ms);"
    "CREATE TABLE series_tournament ("
    "  tournament TEXT NOT NULL PRIMARY KEY REFERENCES tournament,"
    "  series TEXT NOT NULL REFERENCES series"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX series_tournament_of_series ON series_tournament (series);"
    "CREATE TABLE final_place ("
    "  tournament TEXT NOT NULL REFERENCES tournament,"
    "  person TEXT NOT NULL REFERENCES person,"
    "  place INTEGER NOT NULL,"
    "  players INTEGER NOT NULL,"
    "  at_ms INTEGER NOT NULL,"
    "  PRIMARY KEY (tournament, person)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX final_place_best ON final_place (person, place, at_ms);",

    /* Final tables of seasons. */
    ("CREATE TABLE season_place ("
     "  season TEXT NOT NULL,"
     "  variant TEXT NOT NULL,"
     "  clock TEXT NOT NULL,"
     "  is_bot INTEGER NOT NULL,"
     "  place INTEGER NOT NULL,"
     "  person TEXT NOT NULL REFERENCES person,"
     "  rating REAL NOT NULL,"
     "  deviation REAL NOT NULL,"
     "  games INTEGER NOT NULL,"
     "  PRIMARY KEY (season, variant, clock, is_bot, place)"
     ") STRICT, WITHOUT ROWID;"
     "CREATE INDEX season_place_of_game ON season_place (variant, clock, season);"
     "CREATE INDEX season_place_of_person ON season_place (person, season);"),

    /* Messages about a move: after how many half-moves; 0: about none. */
    "ALTER TABLE message ADD COLUMN ply INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX message_on_move ON message (room, ply) WHERE ply > 0;",

    /* Collections that everybody may see, and imported games with comments. */
    ("CREATE TABLE shown_collection ("
     "  person TEXT NOT NULL PRIMARY KEY REFERENCES person,"
     "  at_ms INTEGER NOT NULL"
     ") STRICT, WITHOUT ROWID;"
     "CREATE INDEX shown_collection_by_time ON shown_collection (at_ms);"
     "CREATE INDEX archive_annotated ON archive (collection, id) WHERE notes <> '';"),

    /* Studies shared by two people of whom one has blocked the other: the blocker leaves other
     * people's studies in which one of the two writes. */
    ("DELETE FROM study_member WHERE EXISTS (SELECT 1 FROM study, block"
     " WHERE study.id = study_member.study"
     " AND ((block.person = study.owner AND block.blocked = study_member.person)"
     " OR (block.person = study_member.person AND block.blocked = study.owner)));"
     "DELETE FROM study_member WHERE EXISTS (SELECT 1 FROM study_member AS other, block"
     " WHERE other.study = study_member.study"
     " AND block.person = study_member.person AND block.blocked = other.person"
     " AND (other.may_write = 1 OR study_member.may_write = 1));"),

    /* Projects of operators, their totals, and the texts of their parts. */
    ("CREATE TABLE project ("
     "  id TEXT NOT NULL PRIMARY KEY,"
     "  person TEXT NOT NULL REFERENCES person,"
     "  key TEXT NOT NULL,"
     "  kind TEXT NOT NULL,"
     "  variant TEXT NOT NULL,"
     "  definition TEXT NOT NULL,"
     "  settings TEXT NOT NULL,"
     "  state INTEGER NOT NULL,"
     "  games INTEGER NOT NULL,"
     "  part_games INTEGER NOT NULL,"
     "  parts INTEGER NOT NULL,"
     "  next INTEGER NOT NULL,"
     "  done INTEGER NOT NULL,"
     "  lost INTEGER NOT NULL,"
     "  size INTEGER NOT NULL,"
     "  created_ms INTEGER NOT NULL,"
     "  ended_ms INTEGER NOT NULL,"
     "  since_ms INTEGER NOT NULL,"
     "  since_done INTEGER NOT NULL"
     ") STRICT;"
     "CREATE UNIQUE INDEX project_of_request ON project (person, key);"
     "CREATE INDEX project_newest ON project (created_ms);"
     "CREATE INDEX project_running ON project (created_ms) WHERE state = 0;"
     "CREATE TABLE project_count ("
     "  project TEXT NOT NULL REFERENCES project,"
     "  name TEXT NOT NULL,"
     "  number INTEGER NOT NULL,"
     "  PRIMARY KEY (project, name)"
     ") STRICT, WITHOUT ROWID;"
     "CREATE TABLE project_part ("
     "  project TEXT NOT NULL REFERENCES project,"
     "  number INTEGER NOT NULL,"
     "  text TEXT NOT NULL,"
     "  PRIMARY KEY (project, number)"
     ") STRICT;"),

    /* Apps of other people, and the addresses that their codes may go to. */
    ("CREATE TABLE client ("
     "  id TEXT NOT NULL PRIMARY KEY,"
     "  person TEXT NOT NULL REFERENCES person,"
     "  name TEXT NOT NULL,"
     "  uris TEXT NOT NULL,"
     "  created_ms INTEGER NOT NULL"
     ") STRICT, WITHOUT ROWID;"
     "CREATE INDEX client_by_person ON client (person, created_ms);"),

    /* How far accounts have come in lessons. */
    "CREATE TABLE lesson ("
    "  person TEXT NOT NULL REFERENCES person,"
    "  variant TEXT NOT NULL,"
    "  lesson TEXT NOT NULL,"
    "  boards INTEGER NOT NULL,"
    "  is_finished INTEGER NOT NULL,"
    "  changed_ms INTEGER NOT NULL,"
    "  PRIMARY KEY (person, variant, lesson)"
    ") STRICT, WITHOUT ROWID;",
};

enum {
    VERSION = APO_SCHEMA_BEFORE + sizeof migrations / sizeof migrations[0]
};

/* The statements that lead from `version` to the next. */
static const char *migration_from(int version)
{
    return version < APO_SCHEMA_BEFORE ? apo_schema_before[version]
                                       : migrations[version - APO_SCHEMA_BEFORE];
}

apo_status apo_schema_check_version(int version, apo_error *err)
{
    return version <= VERSION
               ? APO_OK
               : apo_fail(err, APO_E_UNSUPPORTED, 0,
                          "it was written by a newer version of apothecary", apo_span_of(""));
}

apo_status apo_schema_migrate(apo_database *db, bool is_read_only, apo_error *err)
{
    int version = 0;
    apo_status status = db->driver->version(db, &version, err);
    if (status == APO_OK)
        status = apo_schema_check_version(version, err);
    if (status != APO_OK)
        return status;
    if (is_read_only && version < VERSION)
        return apo_fail(err, APO_E_UNSUPPORTED, 0,
                        "it was written by an older version and cannot be changed",
                        apo_span_of(""));
    for (; version < VERSION; version++) {
        if (!db->driver->migrate(db, migration_from(version), version + 1))
            return apo_fail(err, APO_E_IO, 0, "%s", apo_span_of(db->driver->message(db)));
    }
    return APO_OK;
}
