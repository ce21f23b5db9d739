/* The driver for PostgreSQL. Values go out in the binary form, which carries bytes as they are;
 * results come back as text, in which all kinds of numbers look alike. */
#include "store/driver_priv.h"

#ifdef APO_POSTGRES

#    include <stdio.h>
#    include <stdlib.h>
#    include <string.h>

#    include "base/alloc.h"
#    include "base/buffer.h"
#    include "base/text.h"
#    include "store/postgres_link_priv.h"
#    include "store/postgres_words_priv.h"

enum {
    VALUES_MAX = 24, /* of one statement */
    NAME_MAX_BYTES = 16,
    /* Types, as PostgreSQL numbers them. */
    TYPE_BIGINT = 20,
    TYPE_INT = 23,
    TYPE_TEXT = 25,
    TYPE_DOUBLE = 701
};

typedef struct pg_value {
    Oid type;
    int length;
    const char *text; /* borrowed; NULL: `number`, or nothing if there is no type */
    unsigned char number[8];
} pg_value;

typedef struct pg_statement {
    apo_statement base;
    pg_database *db;
    char *text; /* owned */
    char name[NAME_MAX_BYTES];
    unsigned link_number; /* of the connection that knows it; 0: none */
    unsigned value_count;
    pg_value values[VALUES_MAX];
    bool is_long;     /* its rows come one by one */
    PGresult *result; /* owned; NULL: not begun */
    int row;          /* of the result */
} pg_statement;

static pg_database *own(apo_database *db)
{
    return (pg_database *)db;
}

static pg_statement *own_statement(apo_statement *statement)
{
    return (pg_statement *)statement;
}

/* --- failures ------------------------------------------------------------ */

static const char *message(apo_database *db)
{
    return own(db)->message;
}

static apo_status failure(apo_database *base)
{
    const char *state = own(base)->state;
    if (strcmp(state, "23505") == 0)
        return APO_E_EXISTS;
    if (strcmp(state, "23503") == 0)
        return APO_E_UNKNOWN;
    if (strcmp(state, "53200") == 0)
        return APO_E_MEMORY;
    /* A byte that is not valid in a text, or a number that is too large. */
    return strncmp(state, "22", 2) == 0 ? APO_E_SYNTAX : APO_E_IO;
}

/* --- connections --------------------------------------------------------- */

static bool is_in_transaction(apo_database *db)
{
    return apo_pg_is_in_transaction(own(db));
}

/* Once it has a turn, it may reconnect only at the beginning of a transaction. */
static bool may_not_connect(apo_database *db)
{
    return own(db)->epoch > 0 || is_in_transaction(db);
}

static bool run(apo_database *base, const char *text)
{
    pg_database *db = own(base);
    bool may_not = may_not_connect(base);
    return apo_pg_run(db, text) || (apo_pg_connect_again(db, may_not) && apo_pg_run(db, text));
}

static apo_status open_as(apo_database **out, const char *address, pg_database as,
                          apo_error *err)
{
    pg_database *db = apo_allocate_zero(NULL, sizeof *db);
    if (db == NULL)
        return apo_fail(err, APO_E_MEMORY, 0, "out of memory", apo_span_of(""));
    db->base.driver = &apo_postgres_driver;
    db->is_read_only = as.is_read_only;
    db->is_shared = as.is_shared;
    apo_status status = apo_pg_connect(db, address, err);
    if (status == APO_OK)
        status = apo_schema_migrate(&db->base, db->is_read_only, err);
    if (status == APO_OK)
        *out = &db->base;
    else
        apo_database_close(&db->base);
    return status;
}

static apo_status open_link(apo_database **out, const char *address, bool is_read_only,
                            apo_error *err)
{
    return open_as(out, address, (pg_database){.is_read_only = is_read_only}, err);
}

static apo_status share_link(apo_database **out, const char *address, apo_error *err)
{
    return open_as(out, address, (pg_database){.is_shared = true}, err);
}

static void close_link(apo_database *db)
{
    PQfinish(own(db)->link);
    apo_free(NULL, db);
}

static bool has_changed(apo_database *db)
{
    return own(db)->has_changed;
}

/* --- the version of the tables ------------------------------------------- */

static apo_status version(apo_database *base, int *out, apo_error *err)
{
    pg_database *db = own(base);
    PGresult *result = PQexec(
        db->link, "SELECT to_regclass('apothecary') IS NOT NULL, count(*) FROM pg_class"
                  " WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace");
    if (!apo_pg_is_done(result)) {
        apo_pg_note_failure(db, result);
        return apo_pg_fail(err, db);
    }
    bool is_ours = PQgetvalue(result, 0, 0)[0] == 't';
    bool is_empty = strcmp(PQgetvalue(result, 0, 1), "0") == 0;
    PQclear(result);
    *out = 0;
    if (!is_ours)
        return is_empty
                   ? APO_OK
                   : apo_fail(err, APO_E_UNSUPPORTED, 0,
                              "this is a database, but not one of apothecary", apo_span_of(""));
    result = PQexec(db->link, "SELECT version FROM apothecary");
    if (!apo_pg_is_done(result) || PQntuples(result) != 1) {
        apo_pg_note_failure(db, result);
        return apo_pg_fail(err, db);
    }
    *out = (int)strtol(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    return APO_OK;
}

static bool migrate(apo_database *base, const char *text, int version)
{
    pg_database *db = own(base);
    char set_version[64];
    apo_buffer words;
    snprintf(set_version, sizeof set_version, "UPDATE apothecary SET version = %d", version);
    apo_buffer_init(&words, NULL);
    apo_postgres_words(&words, text);
    bool is_migrated = !words.is_failed && apo_pg_is_alone(db) && apo_pg_run(db, "BEGIN") &&
                       (version > 1 || apo_pg_run(db, apo_postgres_first)) &&
                       apo_pg_run(db, words.bytes) && apo_pg_run(db, set_version) &&
                       apo_pg_run(db, "COMMIT");
    apo_buffer_clear(&words);
    if (!is_migrated && is_in_transaction(base))
        PQclear(PQexec(db->link, "ROLLBACK"));
    return is_migrated;
}

/* --- statements ---------------------------------------------------------- */

/* Reads results until NULL; before that, the connection accepts nothing else. */
static void end_results(PGconn *link)
{
    for (PGresult *rest; (rest = PQgetResult(link)) != NULL;)
        PQclear(rest);
}

static void reset(apo_statement *base)
{
    pg_statement *statement = own_statement(base);
    if (statement->is_long && statement->result != NULL)
        end_results(statement->db->link);
    PQclear(statement->result);
    statement->result = NULL;
}

static void finish(apo_statement *base)
{
    pg_statement *statement = own_statement(base);
    if (statement == NULL)
        return;
    reset(base);
    apo_free(NULL, statement->text);
    apo_free(NULL, statement);
}

/* The statement goes to the server at its first step, when the types of its values are
 * known. */
static apo_statement *prepare(apo_database *base, const char *text, bool is_long)
{
    pg_statement *statement = apo_allocate_zero(NULL, sizeof *statement);
    if (statement == NULL)
        return NULL;
    statement->base.driver = &apo_postgres_driver;
    statement->db = own(base);
    statement->is_long = is_long;
    snprintf(statement->name, sizeof statement->name, "s%u", ++statement->db->statement_count);
    statement->text = apo_postgres_query(&statement->value_count, text);
    if (statement->text != NULL && statement->value_count <= VALUES_MAX)
        return &statement->base;
    finish(&statement->base);
    return NULL;
}

static unsigned value_count(apo_statement *statement)
{
    return own_statement(statement)->value_count;
}

static void put_number(pg_value *value, uint64_t bits, Oid type)
{
    *value = (pg_value){.type = type, .length = sizeof value->number};
    for (size_t i = 0; i < sizeof value->number; i++)
        value->number[i] = (unsigned char)(bits >> (56 - 8 * i));
}

static void bind_null(apo_statement *statement, int at)
{
    own_statement(statement)->values[at - 1] = (pg_value){.type = 0};
}

static void bind_number(apo_statement *statement, int at, int64_t number)
{
    put_number(&own_statement(statement)->values[at - 1], (uint64_t)number, TYPE_BIGINT);
}

static void bind_real(apo_statement *statement, int at, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_number(&own_statement(statement)->values[at - 1], bits, TYPE_DOUBLE);
}

static void bind_text(apo_statement *statement, int at, apo_span text)
{
    own_statement(statement)->values[at - 1] =
        (pg_value){.type = TYPE_TEXT,
                   .length = (int)text.length,
                   .text = text.text != NULL ? text.text : ""};
}

/* Makes the statement known to the server. */
static bool introduce(pg_statement *statement)
{
    pg_database *db = statement->db;
    Oid types[VALUES_MAX];
    if (statement->link_number == db->link_number)
        return true;
    for (unsigned i = 0; i < statement->value_count; i++)
        types[i] = statement->values[i].type;
    PGresult *result = PQprepare(db->link, statement->name, statement->text,
                                 (int)statement->value_count, types);
    if (!apo_pg_is_done(result)) {
        apo_pg_note_failure(db, result);
        return false;
    }
    PQclear(result);
    statement->link_number = db->link_number;
    return true;
}

static bool send_values(pg_statement *statement)
{
    PGconn *link = statement->db->link;
    const char *values[VALUES_MAX];
    int lengths[VALUES_MAX], formats[VALUES_MAX];
    for (unsigned i = 0; i < statement->value_count; i++) {
        const pg_value *value = &statement->values[i];
        values[i] = value->type == 0      ? NULL
                    : value->text != NULL ? value->text
                                          : (const char *)value->number;
        lengths[i] = value->length;
        formats[i] = 1;
    }
    if (PQsendQueryPrepared(link, statement->name, (int)statement->value_count, values, lengths,
                            formats, 0))
        return true;
    apo_pg_note_failure(statement->db, NULL);
    return false;
}

/* Takes the answer to a statement that has been sent. */
static bool take_answer(pg_statement *statement)
{
    PGconn *link = statement->db->link;
    if (statement->is_long)
        (void)PQsetSingleRowMode(link);
    PGresult *result = PQgetResult(link);
    if (!statement->is_long || !apo_pg_is_done(result))
        end_results(link);
    if (!apo_pg_is_done(result)) {
        apo_pg_note_failure(statement->db, result);
        return false;
    }
    statement->db->has_changed = strtoll(PQcmdTuples(result), NULL, 10) > 0;
    statement->result = result;
    statement->row = -1;
    return true;
}

static bool execute_once(pg_statement *statement)
{
    return introduce(statement) && send_values(statement) && take_answer(statement);
}

static bool execute(pg_statement *statement)
{
    if (statement->db->is_sending)
        return take_answer(statement);
    bool may_not = may_not_connect(&statement->db->base);
    return execute_once(statement) ||
           (apo_pg_connect_again(statement->db, may_not) && execute_once(statement));
}

/* The next row of a long statement. */
static enum apo_step next_result(pg_statement *statement)
{
    PGresult *result = PQgetResult(statement->db->link);
    if (result == NULL)
        return APO_STEP_DONE;
    PQclear(statement->result);
    statement->result = result;
    statement->row = 0;
    if (PQntuples(result) > 0)
        return APO_STEP_ROW;
    bool is_well = apo_pg_is_done(result);
    if (!is_well) {
        statement->result = NULL;
        apo_pg_note_failure(statement->db, result);
    }
    end_results(statement->db->link);
    return is_well ? APO_STEP_DONE : APO_STEP_FAILED;
}

static enum apo_step step(apo_statement *base)
{
    pg_statement *statement = own_statement(base);
    if (statement->result == NULL && !execute(statement))
        return APO_STEP_FAILED;
    if (++statement->row < PQntuples(statement->result))
        return APO_STEP_ROW;
    return statement->is_long ? next_result(statement) : APO_STEP_DONE;
}

/* --- many statements at once ---------------------------------------------- */

static bool begin_sending(apo_database *db)
{
    own(db)->is_sending = PQenterPipelineMode(own(db)->link) == 1;
    return own(db)->is_sending;
}

static bool send(apo_statement *base)
{
    pg_statement *statement = own_statement(base);
    return statement->link_number == statement->db->link_number && send_values(statement);
}

static bool flush(apo_database *db)
{
    return PQpipelineSync(own(db)->link) == 1;
}

/* Skips answers that have not been taken, up to the answer to the flush. */
static bool end_sending(apo_database *base)
{
    pg_database *db = own(base);
    bool is_over = false;
    while (!is_over && PQstatus(db->link) == CONNECTION_OK) {
        PGresult *result = PQgetResult(db->link);
        is_over = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        PQclear(result);
    }
    db->is_sending = false;
    return PQexitPipelineMode(db->link) == 1;
}

/* --- rows ---------------------------------------------------------------- */

static apo_span column_text(apo_statement *base, int column)
{
    const pg_statement *row = own_statement(base);
    return (apo_span){PQgetvalue(row->result, row->row, column),
                      (size_t)PQgetlength(row->result, row->row, column)};
}

static int64_t column_number(apo_statement *row, int column)
{
    const char *text = column_text(row, column).text;
    return text[0] == 't' ? 1 : strtoll(text, NULL, 10);
}

static double column_real(apo_statement *row, int column)
{
    return strtod(column_text(row, column).text, NULL);
}

static enum apo_column_kind column_kind(apo_statement *base, int column)
{
    const pg_statement *row = own_statement(base);
    if (PQgetisnull(row->result, row->row, column))
        return APO_COLUMN_NULL;
    switch (PQftype(row->result, column)) {
    case TYPE_BIGINT:
    case TYPE_INT: return APO_COLUMN_NUMBER;
    case TYPE_DOUBLE: return APO_COLUMN_REAL;
    default: return APO_COLUMN_TEXT;
    }
}

static const char *column_name(apo_statement *row, int column)
{
    return PQfname(own_statement(row)->result, column);
}

static int column_count(apo_statement *row)
{
    return PQnfields(own_statement(row)->result);
}

const apo_driver apo_postgres_driver = {
    .begin_sending = begin_sending,
    .send = send,
    .flush = flush,
    .end_sending = end_sending,
    .begin = "BEGIN",
    .size = {"SELECT pg_database_size(current_database())", false},
    .tables = {"SELECT relname FROM pg_class WHERE relkind = 'r' AND relname <> 'apothecary'"
               " AND relnamespace = current_schema()::regnamespace ORDER BY oid",
               false},
    .after_copy = apo_postgres_renumber,
    .open = open_link,
    .share = share_link,
    .peer = apo_pg_peer,
    .close = close_link,
    .version = version,
    .migrate = migrate,
    .run = run,
    .is_in_transaction = is_in_transaction,
    .message = message,
    .failure = failure,
    .has_changed = has_changed,
    .prepare = prepare,
    .finish = finish,
    .value_count = value_count,
    .bind_null = bind_null,
    .bind_number = bind_number,
    .bind_real = bind_real,
    .bind_text = bind_text,
    .step = step,
    .reset = reset,
    .column_number = column_number,
    .column_real = column_real,
    .column_text = column_text,
    .column_kind = column_kind,
    .column_name = column_name,
    .column_count = column_count,
    .claim = apo_pg_claim,
    .begin_turn = apo_pg_begin_turn,
    .is_superseded = apo_pg_is_superseded,
    .await = apo_pg_await,
    .renew = {"UPDATE number SET value = CAST(extract(epoch FROM clock_timestamp()) * 1000"
              " AS BIGINT) WHERE name = 'lease'",
              true},
};

#endif
