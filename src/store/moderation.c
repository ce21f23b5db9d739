#include "store/moderation.h"

#include "store/store_priv.h"

#define LOG_COLUMNS "at_ms, who, action, person, name, reason"

static const apo_sql set_standing_sql = {
    "UPDATE person SET standing = (standing & ?3) | ?2 WHERE id = ?1", true};
static const apo_sql keep_name_sql = {
    "INSERT INTO former_name (name_key, person, at_ms) VALUES (?1, ?2, ?3)"
    " ON CONFLICT (name_key) DO UPDATE SET person = ?2, at_ms = ?3",
    false};
static const apo_sql take_back_sql = {"DELETE FROM former_name WHERE name_key = ?1", false};
static const apo_sql rename_sql = {"UPDATE person SET name = ?2, name_key = ?3 WHERE id = ?1",
                                   true};
static const apo_sql add_log_sql = {
    "INSERT INTO moderation (" LOG_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6)", false};
static const apo_sql find_former_sql = {"SELECT person FROM former_name WHERE name_key = ?1",
                                        false};
static const apo_sql list_log_sql = {
    "SELECT " LOG_COLUMNS " FROM moderation ORDER BY id DESC LIMIT ?1", false};
static const apo_sql list_of_person_sql = {
    "SELECT " LOG_COLUMNS " FROM moderation WHERE person = ?1 ORDER BY id DESC LIMIT ?2",
    false};

enum {
    STANDING_BITS = 0xFFFF /* more than there are */
};

/* --- writing ------------------------------------------------------------- */

void apo_store_set_standing(apo_store_batch *batch, const char *person, unsigned set,
                            unsigned cleared)
{
    apo_batch_op *op = apo_batch_add(batch, &set_standing_sql);
    apo_batch_text(batch, op, person);
    apo_batch_number(op, set);
    apo_batch_number(op, STANDING_BITS & ~cleared);
}

void apo_store_rename(apo_store_batch *batch, const apo_store_person *before, const char *name,
                      const char *name_key, int64_t now_ms)
{
    apo_batch_text(batch, apo_batch_add(batch, &take_back_sql), name_key);
    apo_batch_op *op = apo_batch_add(batch, &rename_sql);
    apo_batch_text(batch, op, before->id);
    apo_batch_text(batch, op, name);
    apo_batch_text(batch, op, name_key);
    op = apo_batch_add(batch, &keep_name_sql);
    apo_batch_text(batch, op, before->name_key);
    apo_batch_text(batch, op, before->id);
    apo_batch_number(op, now_ms);
}

void apo_store_add_log_entry(apo_store_batch *batch, const apo_store_log_entry *entry)
{
    apo_batch_op *op = apo_batch_add(batch, &add_log_sql);
    apo_batch_number(op, entry->at_ms);
    apo_batch_text(batch, op, entry->who);
    apo_batch_text(batch, op, entry->action);
    apo_batch_text(batch, op, entry->person);
    apo_batch_text(batch, op, entry->name);
    apo_batch_text(batch, op, entry->reason);
}

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_former(apo_store *store, apo_store_person *out, apo_span name_key)
{
    char id[APO_STORE_ID_MAX];
    apo_statement *row;
    apo_status status =
        apo_reader_find(store, &find_former_sql, name_key, apo_span_of(""), &row);
    if (status != APO_OK)
        return status;
    APO_COPY_COLUMN(id, row, 0);
    apo_reset(row);
    return apo_store_find_person(store, out, apo_span_of(id));
}

static void read_entry(void *to, apo_statement *row)
{
    apo_store_log_entry *out = to;
    out->at_ms = apo_column_number(row, 0);
    APO_COPY_COLUMN(out->who, row, 1);
    APO_COPY_COLUMN(out->action, row, 2);
    APO_COPY_COLUMN(out->person, row, 3);
    APO_COPY_COLUMN(out->name, row, 4);
    APO_COPY_COLUMN(out->reason, row, 5);
}

APO_ROW_LIST(list_log, apo_store_log_entry, read_entry)

apo_status apo_store_list_log(apo_store *store, apo_span person, unsigned limit,
                              apo_store_log_row *row, void *context)
{
    bool is_all = person.length == 0;
    apo_statement *statement =
        apo_reader_statement(store, is_all ? &list_log_sql : &list_of_person_sql);
    if (statement == NULL)
        return APO_E_IO;
    if (!is_all)
        apo_bind_span(statement, 1, person);
    apo_bind_number(statement, is_all ? 1 : 2, limit);
    return list_log(statement, row, context);
}
