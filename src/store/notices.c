#include "store/notices.h"

#include "store/store_priv.h"

#define NOTICE_COLUMNS "id, person, kind, cause, other, subject, text, channels, at_ms, read_ms"

static const apo_sql add_sql = {
    "INSERT INTO notice (person, kind, cause, other, subject, text, channels, at_ms, read_ms)"
    " SELECT ?1, ?2, ?3, NULLIF(?4, ''), ?5, ?6, ?7, ?8, ?9 WHERE ?10 = 0 OR NOT EXISTS"
    " (SELECT 1 FROM notice WHERE person = ?1 AND read_ms = 0 AND kind = ?2 AND other = ?4)"
    " ON CONFLICT DO NOTHING",
    false};
static const apo_sql read_sql = {
    "UPDATE notice SET read_ms = ?3 WHERE person = ?1 AND read_ms = 0 AND id <= ?2", false};
static const apo_sql read_of_sql = {"UPDATE notice SET read_ms = ?4 WHERE person = ?1"
                                    " AND read_ms = 0 AND kind = ?2 AND subject = ?3",
                                    false};
static const apo_sql read_about_sql = {
    "UPDATE notice SET read_ms = ?3 WHERE person = ?1 AND read_ms = 0 AND subject = ?2", false};
static const apo_sql sweep_sql = {"DELETE FROM notice WHERE at_ms < ?1", false};
static const apo_sql choose_sql = {
    "INSERT INTO notice_choice (person, kind, channels) VALUES (?1, ?2, ?3)"
    " ON CONFLICT (person, kind) DO UPDATE SET channels = ?3",
    false};
static const apo_sql find_sql = {
    "SELECT " NOTICE_COLUMNS " FROM notice WHERE person = ?1 AND cause = ?2", false};
static const apo_sql list_sql = {
    "SELECT " NOTICE_COLUMNS " FROM notice WHERE person = ?1"
    " AND id < ?2 AND channels & ?3 <> 0 ORDER BY id DESC LIMIT ?4",
    false};
static const apo_sql count_sql = {"SELECT count(*) FROM notice WHERE person = ?1"
                                  " AND read_ms = 0 AND channels & ?2 <> 0",
                                  false};
static const apo_sql find_choice_sql = {
    "SELECT channels FROM notice_choice WHERE person = ?1 AND kind = ?2", false};

/* --- writing ------------------------------------------------------------- */

void apo_store_add_notice(apo_store_batch *batch, const apo_store_notice *notice,
                          bool is_joined)
{
    apo_batch_op *op = apo_batch_add(batch, &add_sql);
    apo_batch_text(batch, op, notice->person);
    apo_batch_text(batch, op, notice->kind);
    apo_batch_text(batch, op, notice->cause);
    apo_batch_text(batch, op, notice->other);
    apo_batch_text(batch, op, notice->subject);
    apo_batch_text(batch, op, notice->text);
    apo_batch_number(op, notice->channels);
    apo_batch_number(op, notice->at_ms);
    apo_batch_number(op, notice->read_ms);
    apo_batch_number(op, is_joined ? 1 : 0);
}

void apo_store_read_notices(apo_store_batch *batch, const char *person, int64_t last,
                            int64_t now_ms)
{
    apo_batch_op *op = apo_batch_add(batch, &read_sql);
    apo_batch_text(batch, op, person);
    apo_batch_number(op, last);
    apo_batch_number(op, now_ms);
}

void apo_store_read_notices_of(apo_store_batch *batch, const char *person, const char *kind,
                               const char *subject, int64_t now_ms)
{
    apo_batch_op *op = apo_batch_add(batch, &read_of_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, kind);
    apo_batch_text(batch, op, subject);
    apo_batch_number(op, now_ms);
}

void apo_store_read_notices_about(apo_store_batch *batch, const char *person,
                                  const char *subject, int64_t now_ms)
{
    apo_batch_op *op = apo_batch_add(batch, &read_about_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, subject);
    apo_batch_number(op, now_ms);
}

void apo_store_sweep_notices(apo_store_batch *batch, int64_t before_ms)
{
    apo_batch_number(apo_batch_add(batch, &sweep_sql), before_ms);
}

void apo_store_set_notice_choice(apo_store_batch *batch, const char *person, const char *kind,
                                 unsigned channels)
{
    apo_batch_op *op = apo_batch_add(batch, &choose_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, kind);
    apo_batch_number(op, channels);
}

/* --- reading ------------------------------------------------------------- */

static void read_notice(void *to, apo_statement *row)
{
    apo_store_notice *out = to;
    out->id = apo_column_number(row, 0);
    APO_COPY_COLUMN(out->person, row, 1);
    APO_COPY_COLUMN(out->kind, row, 2);
    APO_COPY_COLUMN(out->cause, row, 3);
    APO_COPY_COLUMN(out->other, row, 4);
    APO_COPY_COLUMN(out->subject, row, 5);
    APO_COPY_COLUMN(out->text, row, 6);
    out->channels = (unsigned)apo_column_int(row, 7);
    out->at_ms = apo_column_number(row, 8);
    out->read_ms = apo_column_number(row, 9);
}

APO_ROW_LIST(list_notices, apo_store_notice, read_notice)

apo_status apo_store_find_notice(apo_store *store, apo_store_notice *out, apo_span person,
                                 apo_span cause)
{
    return apo_reader_read(store, &find_sql, person, cause, read_notice, out);
}

apo_status apo_store_list_notices(apo_store *store, apo_span person, int64_t before,
                                  unsigned channels, unsigned limit, apo_store_notice_row *row,
                                  void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    apo_bind_number(statement, 2, before);
    apo_bind_number(statement, 3, channels);
    apo_bind_number(statement, 4, limit);
    return list_notices(statement, row, context);
}

unsigned apo_store_count_notices(apo_store *store, apo_span person, unsigned channels)
{
    apo_statement *statement = apo_reader_statement(store, &count_sql);
    if (statement == NULL)
        return 0;
    apo_bind_span(statement, 1, person);
    apo_bind_number(statement, 2, channels);
    enum apo_step code = apo_step(statement);
    unsigned number = code == APO_STEP_ROW ? (unsigned)apo_column_number(statement, 0) : 0;
    (void)apo_reader_end(statement, code);
    return number;
}

apo_status apo_store_find_notice_choice(apo_store *store, unsigned *out, apo_span person,
                                        apo_span kind)
{
    apo_statement *row;
    apo_status status = apo_reader_find(store, &find_choice_sql, person, kind, &row);
    if (status != APO_OK)
        return status;
    *out = (unsigned)apo_column_int(row, 0);
    apo_reset(row);
    return APO_OK;
}
