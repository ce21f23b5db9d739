#include "store/vacations.h"

#include "store/store_priv.h"

#define VACATION_COLUMNS "person, from_ms, until_ms, is_over, key"

static const apo_sql add_vacation_sql = {
    "INSERT INTO vacation (" VACATION_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5)", false};
static const apo_sql end_vacation_sql = {
    "UPDATE vacation SET is_over = 1, until_ms = ?2 WHERE person = ?1 AND is_over = 0", false};
static const apo_sql find_vacation_sql = {
    "SELECT " VACATION_COLUMNS " FROM vacation WHERE person = ?1 AND is_over = 0", false};
static const apo_sql list_vacations_sql = {
    "SELECT " VACATION_COLUMNS
    " FROM vacation WHERE person = ?1 AND until_ms > ?2 ORDER BY from_ms",
    false};

void apo_store_add_vacation(apo_store_batch *batch, const apo_store_vacation *vacation)
{
    apo_batch_op *op = apo_batch_add(batch, &add_vacation_sql);
    apo_batch_text(batch, op, vacation->person);
    apo_batch_number(op, vacation->from_ms);
    apo_batch_number(op, vacation->until_ms);
    apo_batch_number(op, vacation->is_over);
    apo_batch_text(batch, op, vacation->key);
}

void apo_store_end_vacation(apo_store_batch *batch, const char *person, int64_t until_ms)
{
    apo_batch_op *op = apo_batch_add(batch, &end_vacation_sql);
    apo_batch_text(batch, op, person);
    apo_batch_number(op, until_ms);
}

static void read_vacation(void *to, apo_statement *row)
{
    apo_store_vacation *out = to;
    APO_COPY_COLUMN(out->person, row, 0);
    out->from_ms = apo_column_number(row, 1);
    out->until_ms = apo_column_number(row, 2);
    out->is_over = apo_column_int(row, 3) != 0;
    APO_COPY_COLUMN(out->key, row, 4);
}

APO_ROW_LIST(list_vacations, apo_store_vacation, read_vacation)

apo_status apo_store_find_vacation(apo_store *store, apo_store_vacation *out, apo_span person)
{
    return apo_reader_read(store, &find_vacation_sql, person, apo_span_of(""), read_vacation,
                           out);
}

apo_status apo_store_list_vacations(apo_store *store, apo_span person, int64_t after_ms,
                                    apo_store_vacation_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_vacations_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    apo_bind_number(statement, 2, after_ms);
    return list_vacations(statement, row, context);
}
