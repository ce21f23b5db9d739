#include "store/reports.h"

#include "store/store_priv.h"

#define REPORT_COLUMNS                                                             \
    "id, person, about, at_ms, key, place, is_proved, quote, reason, answered_ms," \
    " who, answer"

static const apo_sql add_sql = {
    "INSERT INTO report (person, about, at_ms, key, place, is_proved, quote, reason,"
    " answered_ms, who, answer) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, '', '')",
    false};
static const apo_sql answer_sql = {
    "UPDATE report SET answered_ms = ?2, who = ?3, answer = ?4 WHERE id = ?1"
    " AND answered_ms = 0",
    true};
static const apo_sql find_sql = {"SELECT " REPORT_COLUMNS " FROM report WHERE id = ?1", false};
static const apo_sql find_key_sql = {
    "SELECT " REPORT_COLUMNS " FROM report WHERE person = ?1 AND key = ?2", false};
static const apo_sql list_open_sql = {
    "SELECT " REPORT_COLUMNS " FROM report WHERE answered_ms = 0 ORDER BY id LIMIT ?1", false};
static const apo_sql list_answered_sql = {
    "SELECT " REPORT_COLUMNS " FROM report WHERE answered_ms > 0 ORDER BY id DESC LIMIT ?1",
    false};

void apo_store_add_report(apo_store_batch *batch, const apo_store_report *report)
{
    apo_batch_op *op = apo_batch_add(batch, &add_sql);
    apo_batch_text(batch, op, report->person);
    apo_batch_text(batch, op, report->about);
    apo_batch_number(op, report->at_ms);
    apo_batch_text(batch, op, report->key);
    apo_batch_text(batch, op, report->place);
    apo_batch_number(op, report->is_proved ? 1 : 0);
    apo_batch_text(batch, op, report->quote);
    apo_batch_text(batch, op, report->reason);
}

void apo_store_answer_report(apo_store_batch *batch, int64_t id, const char *who,
                             const char *answer, int64_t now_ms)
{
    apo_batch_op *op = apo_batch_add(batch, &answer_sql);
    apo_batch_number(op, id);
    apo_batch_number(op, now_ms);
    apo_batch_text(batch, op, who);
    apo_batch_text(batch, op, answer);
}

static void read_report(void *to, apo_statement *row)
{
    apo_store_report *out = to;
    out->id = apo_column_number(row, 0);
    APO_COPY_COLUMN(out->person, row, 1);
    APO_COPY_COLUMN(out->about, row, 2);
    out->at_ms = apo_column_number(row, 3);
    APO_COPY_COLUMN(out->key, row, 4);
    APO_COPY_COLUMN(out->place, row, 5);
    out->is_proved = apo_column_int(row, 6) != 0;
    APO_COPY_COLUMN(out->quote, row, 7);
    APO_COPY_COLUMN(out->reason, row, 8);
    out->answered_ms = apo_column_number(row, 9);
    APO_COPY_COLUMN(out->who, row, 10);
    APO_COPY_COLUMN(out->answer, row, 11);
}

APO_ROW_LIST(list_reports, apo_store_report, read_report)

apo_status apo_store_find_report(apo_store *store, apo_store_report *out, int64_t id)
{
    return apo_reader_read_id(store, &find_sql, id, read_report, out);
}

apo_status apo_store_find_report_by_key(apo_store *store, apo_store_report *out,
                                        apo_span person, apo_span key)
{
    return apo_reader_read(store, &find_key_sql, person, key, read_report, out);
}

apo_status apo_store_list_reports(apo_store *store, bool is_open, unsigned limit,
                                  apo_store_report_row *row, void *context)
{
    apo_statement *statement =
        apo_reader_statement(store, is_open ? &list_open_sql : &list_answered_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_number(statement, 1, limit);
    return list_reports(statement, row, context);
}
