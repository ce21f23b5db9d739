#include "store/factors.h"

#include "store/store_priv.h"

static const apo_sql begin_sql = {
    "INSERT INTO second_factor (person, secret, confirmed_ms, last_step) VALUES (?1, ?2, 0, 0)"
    " ON CONFLICT (person) DO UPDATE SET secret = excluded.secret"
    " WHERE second_factor.confirmed_ms = 0",
    true};
static const apo_sql confirm_sql = {"UPDATE second_factor SET confirmed_ms = ?2, last_step = ?3"
                                    " WHERE person = ?1 AND confirmed_ms = 0",
                                    true};
static const apo_sql use_sql = {
    "UPDATE second_factor SET last_step = ?2 WHERE person = ?1 AND last_step < ?2", true};
static const apo_sql set_secret_sql = {"UPDATE second_factor SET secret = ?2 WHERE person = ?1",
                                       false};
static const apo_sql drop_sql = {"DELETE FROM second_factor WHERE person = ?1", false};
static const apo_sql drop_recovery_sql = {"DELETE FROM recovery WHERE person = ?1", false};
static const apo_sql add_recovery_sql = {
    "INSERT INTO recovery (digest, person) VALUES (?1, ?2)", false};
static const apo_sql use_recovery_sql = {
    "DELETE FROM recovery WHERE digest = ?1 AND person = ?2", true};
static const apo_sql find_sql = {"SELECT person, secret, confirmed_ms, last_step"
                                 " FROM second_factor WHERE person = ?1",
                                 false};
static const apo_sql list_sql = {"SELECT person, secret, confirmed_ms, last_step"
                                 " FROM second_factor ORDER BY person",
                                 false};
static const apo_sql has_any_sql = {"SELECT 1 FROM second_factor WHERE ?1 = '' LIMIT 1", false};
static const apo_sql has_recovery_sql = {
    "SELECT count(*) FROM recovery WHERE digest = ?1 AND person = ?2", false};
static const apo_sql count_recovery_sql = {"SELECT count(*) FROM recovery WHERE person = ?1",
                                           false};

/* --- writing ------------------------------------------------------------- */

void apo_store_begin_factor(apo_store_batch *batch, const char *person, const char *secret)
{
    apo_batch_op *op = apo_batch_add(batch, &begin_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, secret);
}

void apo_store_confirm_factor(apo_store_batch *batch, const char *person, int64_t now_ms,
                              int64_t step)
{
    apo_batch_op *op = apo_batch_add(batch, &confirm_sql);
    apo_batch_text(batch, op, person);
    apo_batch_number(op, now_ms);
    apo_batch_number(op, step);
}

void apo_store_use_factor(apo_store_batch *batch, const char *person, int64_t step)
{
    apo_batch_op *op = apo_batch_add(batch, &use_sql);
    apo_batch_text(batch, op, person);
    apo_batch_number(op, step);
}

void apo_store_set_factor_secret(apo_store_batch *batch, const char *person, const char *secret)
{
    apo_batch_op *op = apo_batch_add(batch, &set_secret_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, secret);
}

void apo_store_drop_factor(apo_store_batch *batch, const char *person)
{
    apo_batch_text(batch, apo_batch_add(batch, &drop_sql), person);
    apo_batch_text(batch, apo_batch_add(batch, &drop_recovery_sql), person);
}

static void put_recovery(apo_store_batch *batch, const apo_sql *which, const char *digest,
                         const char *person)
{
    apo_batch_op *op = apo_batch_add(batch, which);
    apo_batch_text(batch, op, digest);
    apo_batch_text(batch, op, person);
}

void apo_store_add_recovery(apo_store_batch *batch, const char *digest, const char *person)
{
    put_recovery(batch, &add_recovery_sql, digest, person);
}

void apo_store_use_recovery(apo_store_batch *batch, const char *digest, const char *person)
{
    put_recovery(batch, &use_recovery_sql, digest, person);
}

/* --- reading ------------------------------------------------------------- */

static void read_factor(void *to, apo_statement *row)
{
    apo_store_factor *out = to;
    APO_COPY_COLUMN(out->person, row, 0);
    APO_COPY_COLUMN(out->secret, row, 1);
    out->confirmed_ms = apo_column_number(row, 2);
    out->last_step = apo_column_number(row, 3);
}

apo_status apo_store_find_factor(apo_store *store, apo_store_factor *out, apo_span person)
{
    return apo_reader_read(store, &find_sql, person, apo_span_of(""), read_factor, out);
}

APO_ROW_LIST(list_rows, apo_store_factor, read_factor)

apo_status apo_store_list_factors(apo_store *store, apo_store_factor_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_sql);
    return statement != NULL ? list_rows(statement, row, context) : APO_E_IO;
}

static void read_count(void *to, apo_statement *row)
{
    *(unsigned *)to = (unsigned)apo_column_int(row, 0);
}

bool apo_store_has_recovery(apo_store *store, apo_span digest, apo_span person)
{
    unsigned count = 0;
    return apo_reader_read(store, &has_recovery_sql, digest, person, read_count, &count) ==
               APO_OK &&
           count > 0;
}

unsigned apo_store_count_recovery(apo_store *store, apo_span person)
{
    unsigned count = 0;
    (void)apo_reader_read(store, &count_recovery_sql, person, apo_span_of(""), read_count,
                          &count);
    return count;
}

bool apo_store_has_factors(apo_store *store)
{
    apo_statement *row;
    apo_status status =
        apo_reader_find(store, &has_any_sql, apo_span_of(""), apo_span_of(""), &row);
    if (status == APO_OK)
        apo_reset(row);
    return status != APO_E_UNKNOWN;
}
