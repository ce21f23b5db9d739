/* Of several servers on one database, only one may write at a time. Its turn has a number:
 *
 * - It holds a lock, which ends with its connection. The others try to get it.
 * - When it begins to write, it increments the row "epoch". Each of its transactions begins by
 *   locking that row, provided that it still has the number. So whatever a server sends after
 *   its turn fails, however long it was delayed. This keeps games whole; the rest only saves
 *   time.
 * - It renews the row "lease". If the lease expires although the lock is held, the server
 * hangs, and its connection is ended. A lease of 0 belongs to a command, which only holds the
 * lock.
 *
 * Servers that share a database (store/peers.h) hold that lock together, so that nobody can
 * have it alone. The turn of each is its row "peer"; deleting the row ends the turn. */
#include "store/driver_priv.h"

#ifdef APO_POSTGRES

#    include <stdio.h>
#    include <stdlib.h>
#    include <string.h>
#    include <time.h>

#    include "base/text.h"
#    include "store/postgres_link_priv.h"
#    include "store/postgres_trust.h"

enum {
    POLL_MS = 250,
    /* While the database is down, nobody has the lock: the server that had it may take it again
     * first. */
    RETURN_MS = 3000,
    TEXT_MAX = 160
};

#    define LOCK         "1095782228" /* "APOT" */
#    define LOCK_TO_JOIN "1095782229"
#    define LEASE_MS     "7000"

/* --- failures ------------------------------------------------------------ */

void apo_pg_note_failure(pg_database *db, PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    apo_text_copy(db->state, sizeof db->state, state != NULL ? state : "");
    apo_text_copy_span(
        db->message, sizeof db->message,
        apo_span_trim(apo_span_of(primary != NULL ? primary : PQerrorMessage(db->link))));
    PQclear(result);
}

apo_status apo_pg_fail(apo_error *err, const pg_database *db)
{
    return apo_fail_because(err, APO_E_IO, "%s", db->message);
}

/* --- connections --------------------------------------------------------- */

bool apo_pg_is_in_transaction(const pg_database *db)
{
    PGTransactionStatusType status = PQtransactionStatus(db->link);
    return status == PQTRANS_INTRANS || status == PQTRANS_INERROR;
}

bool apo_pg_is_done(const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ||
           status == PGRES_SINGLE_TUPLE;
}

/* After a failed statement a COMMIT rolls back, and is done nevertheless. */
static bool has_rolled_back(const char *text, PGresult *result)
{
    return strcmp(text, "COMMIT") == 0 && strcmp(PQcmdStatus(result), "ROLLBACK") == 0;
}

bool apo_pg_run(pg_database *db, const char *text)
{
    PGresult *result = PQexec(db->link, text);
    if (!apo_pg_is_done(result)) {
        apo_pg_note_failure(db, result);
        return false;
    }
    bool is_done = !has_rolled_back(text, result);
    if (!is_done)
        apo_text_copy(db->message, sizeof db->message, "the transaction was rolled back");
    PQclear(result);
    return is_done;
}

/* Holds the lock of its number as long as it is connected. */
static bool show_peer(pg_database *db)
{
    char text[TEXT_MAX];
    snprintf(text, sizeof text, "SELECT pg_advisory_lock(" LOCK ", %lld)",
             (long long)db->epoch);
    return apo_pg_run(db, text);
}

/* Servers join the others one at a time, because the first one makes the tables; claim() ends
 * the joining. A server that waits for this lock does not hold the other one yet: the first
 * server must be alone. */
static bool set_up_shared(pg_database *db)
{
    return (db->epoch > 0 || apo_pg_run(db, "SELECT pg_advisory_lock(" LOCK_TO_JOIN ")")) &&
           apo_pg_run(db, "SET lock_timeout = '2s';"
                          "SELECT pg_advisory_lock_shared(" LOCK ");"
                          "SET lock_timeout = 0") &&
           (db->epoch == 0 || show_peer(db));
}

/* Sets up a new connection. The lock of a killed server takes a moment to go away. If a machine
 * is cut off, PostgreSQL ends its connections after ten seconds. */
static bool set_up(pg_database *db)
{
    db->link_number++;
    if (db->is_read_only)
        return apo_pg_run(db, "SET default_transaction_read_only = on;"
                              "SET default_transaction_isolation = 'repeatable read'");
    return apo_pg_run(db, "SELECT set_config('synchronous_commit', 'on', false)"
                          " WHERE current_setting('synchronous_commit') IN ('off', 'local');"
                          "SET tcp_keepalives_idle = 4; SET tcp_keepalives_interval = 2;"
                          "SET tcp_keepalives_count = 3") &&
           (db->is_shared ? set_up_shared(db)
                          : apo_pg_run(db, "SET lock_timeout = '2s';"
                                           "SELECT pg_advisory_lock(" LOCK ");"
                                           "SET lock_timeout = 0"));
}

/* A server that has just got the lock does not hang, however old the last server's lease is:
 * before its own turn it may have to bring tables up to date, or to copy them. New databases
 * have no lease. */
static void end_old_lease(pg_database *db)
{
    (void)apo_pg_run(db, "DO $$BEGIN"
                         " IF to_regclass('apothecary') IS NOT NULL THEN"
                         " UPDATE number SET value = 0 WHERE name = 'lease';"
                         " END IF; END$$");
}

static void ignore_notice(void *context, const char *text)
{
    (void)context;
    (void)text;
}

static apo_status open_link(pg_database *db, const char *address, apo_error *err)
{
    /* The machine of the database may be cut off, too: that is noticed within ten seconds. */
    static const char *const names[] = {
        "connect_timeout",  "keepalives_idle",  "keepalives_interval",
        "keepalives_count", "tcp_user_timeout", "fallback_application_name",
        "client_encoding",  "dbname",           NULL};
    const char *const values[] = {"5",          "4",    "2",     "3", "10000",
                                  "apothecary", "UTF8", address, NULL};
    db->link = PQconnectdbParams(names, values, 1);
    if (PQstatus(db->link) != CONNECTION_OK) {
        apo_pg_note_failure(db, NULL);
        return apo_pg_fail(err, db);
    }
    PQsetNoticeProcessor(db->link, ignore_notice, NULL);
    return apo_pg_check_trust(db->link, err);
}

apo_status apo_pg_connect(pg_database *db, const char *address, apo_error *err)
{
    apo_status status = open_link(db, address, err);
    if (status != APO_OK)
        return status;
    const char *encoding = PQparameterStatus(db->link, "server_encoding");
    if (encoding == NULL || strcmp(encoding, "UTF8") != 0)
        return apo_fail(err, APO_E_UNSUPPORTED, 0,
                        "the database's encoding must be UTF8, not %s",
                        apo_span_of(encoding != NULL ? encoding : "unknown"));
    db->is_ready = set_up(db);
    if (db->is_ready && !db->is_read_only && !db->is_shared)
        end_old_lease(db);
    if (db->is_ready)
        return APO_OK;
    return strcmp(db->state, "55P03") == 0
               ? apo_fail(err, APO_E_EXISTS, 0, "another server is using this database",
                          apo_span_of(""))
               : apo_pg_fail(err, db);
}

/* --- turns --------------------------------------------------------------- */

/* Runs statements; the last one gives a number, or no row. */
static bool ask(pg_database *db, const char *text, bool *out_has_row, int64_t *out)
{
    PGresult *result = PQexec(db->link, text);
    if (!apo_pg_is_done(result)) {
        apo_pg_note_failure(db, result);
        return false;
    }
    *out_has_row = PQntuples(result) > 0;
    *out = *out_has_row ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;
    PQclear(result);
    return true;
}

bool apo_pg_is_alone(pg_database *db)
{
    bool has_row;
    int64_t is_alone;
    if (!db->is_shared || db->is_alone)
        return true;
    if (!ask(db, "SELECT CAST(pg_try_advisory_lock(" LOCK ") AS INTEGER)", &has_row, &is_alone))
        return false;
    if (is_alone == 0)
        apo_text_copy(db->message, sizeof db->message,
                      "servers of an older version are using this database");
    db->is_alone = is_alone != 0;
    return db->is_alone;
}

int64_t apo_pg_peer(const apo_database *base)
{
    const pg_database *db = (const pg_database *)base;
    return db->is_shared ? db->epoch : 0;
}

/* A number for each part: the shards, and the commons. A secret has 244 random bits. */
static const char make_peers[] =
    "CREATE SCHEMA IF NOT EXISTS apothecary_peers;"
    "CREATE TABLE IF NOT EXISTS apothecary_peers.peer ("
    "  id SERIAL PRIMARY KEY, address TEXT NOT NULL, seen_ms BIGINT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS apothecary_peers.part ("
    "  number INTEGER PRIMARY KEY, peer INTEGER NOT NULL, epoch BIGINT NOT NULL,"
    "  gone_ms BIGINT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS apothecary_peers.secret (value TEXT NOT NULL);"
    "INSERT INTO apothecary_peers.part SELECT n, 0, 0, 0 FROM generate_series(0, 32) AS n"
    "  ON CONFLICT (number) DO NOTHING;"
    "INSERT INTO apothecary_peers.secret"
    "  SELECT CAST(gen_random_uuid() AS TEXT) || CAST(gen_random_uuid() AS TEXT)"
    "  WHERE NOT EXISTS (SELECT FROM apothecary_peers.secret);"
    "UPDATE number SET value = 0 WHERE name = 'lease'";

static bool claim_peer(pg_database *db)
{
    bool has_row;
    return apo_pg_run(db, make_peers) &&
           ask(db,
               "INSERT INTO apothecary_peers.peer (address, seen_ms)"
               " VALUES ('', extract(epoch FROM clock_timestamp()) * 1000) RETURNING id",
               &has_row, &db->epoch) &&
           has_row && show_peer(db) &&
           apo_pg_run(db, "SELECT pg_advisory_unlock(" LOCK_TO_JOIN "),"
                          " pg_advisory_unlock(" LOCK ")");
}

bool apo_pg_claim(apo_database *base)
{
    pg_database *db = (pg_database *)base;
    bool has_row;
    if (db->is_shared)
        return claim_peer(db);
    return ask(db,
               "INSERT INTO number (name, value) VALUES ('epoch', 1), ('lease', 0)"
               " ON CONFLICT (name) DO UPDATE"
               " SET value = CASE number.name WHEN 'epoch' THEN number.value + 1 ELSE 0 END;"
               "SELECT value FROM number WHERE name = 'epoch'",
               &has_row, &db->epoch) &&
           has_row;
}

/* Checks the turn's number with "BEFORE SELECT ... AFTER". False, and for good, if the turn is
 * over. */
static bool has_turn(pg_database *db, const char *before, const char *after)
{
    char text[TEXT_MAX];
    bool has_row;
    int64_t epoch;
    snprintf(text, sizeof text, "%s SELECT 1 FROM %s = %lld %s", before,
             db->is_shared ? "apothecary_peers.peer WHERE id"
                           : "number WHERE name = 'epoch' AND value",
             (long long)db->epoch, after);
    if (!ask(db, text, &has_row, &epoch))
        return false;
    if (!has_row) {
        atomic_store(&db->is_over, true);
        apo_text_copy(db->message, sizeof db->message,
                      "another server has taken over the database");
    }
    return has_row;
}

bool apo_pg_connect_again(pg_database *db, bool was_in_transaction)
{
    if ((db->is_ready && PQstatus(db->link) == CONNECTION_OK) || was_in_transaction)
        return false;
    PQreset(db->link);
    /* The server with the next turn has the lock, too, and will keep it. */
    db->is_ready = PQstatus(db->link) == CONNECTION_OK &&
                   apo_pg_check_trust(db->link, NULL) == APO_OK &&
                   (db->epoch == 0 || has_turn(db, "", "")) && set_up(db);
    return db->is_ready;
}

static bool begin_once(pg_database *db)
{
    return has_turn(db, "BEGIN;", "FOR SHARE");
}

bool apo_pg_begin_turn(apo_database *base)
{
    pg_database *db = (pg_database *)base;
    if (atomic_load(&db->is_over))
        return false;
    return (db->is_ready && begin_once(db)) ||
           (apo_pg_connect_again(db, apo_pg_is_in_transaction(db)) && begin_once(db));
}

bool apo_pg_is_superseded(const apo_database *db)
{
    return atomic_load(&((const pg_database *)db)->is_over);
}

/* --- standing by --------------------------------------------------------- */

static void wait_ms(int ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000L};
    (void)nanosleep(&time, NULL);
}

/* Ends the connection that holds the lock, if its server has not renewed its lease. If this
 * fails (there are no tables yet), it is tried again. */
static void end_who_hangs(pg_database *db)
{
    (void)apo_pg_run(db, "SELECT pg_terminate_backend(pid) FROM pg_locks, number"
                         " WHERE locktype = 'advisory' AND classid = 0 AND objid = " LOCK
                         " AND granted AND pg_locks.database ="
                         " (SELECT oid FROM pg_database WHERE datname = current_database())"
                         " AND name = 'lease' AND value > 0 AND value + " LEASE_MS
                         " < extract(epoch FROM clock_timestamp()) * 1000");
}

/* True if the lock is free. */
static bool try_lock(pg_database *db)
{
    bool has_row;
    int64_t is_free;
    if (!ask(db, "SELECT CAST(pg_try_advisory_lock(" LOCK ") AS INTEGER)", &has_row,
             &is_free)) {
        if (PQstatus(db->link) != CONNECTION_OK) {
            PQreset(db->link);
            wait_ms(RETURN_MS);
        }
        return false;
    }
    return is_free != 0;
}

apo_status apo_pg_await(const char *address, apo_error *err)
{
    pg_database db = {.link = NULL};
    apo_status status = open_link(&db, address, err);
    while (status == APO_OK && !try_lock(&db)) {
        end_who_hangs(&db);
        wait_ms(POLL_MS);
    }
    PQfinish(db.link);
    return status;
}

#endif
