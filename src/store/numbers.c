#include "store/store_priv.h"

static const apo_sql set_number_sql = {
    "INSERT INTO number (name, value) VALUES (?1, ?2)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    false};
static const apo_sql find_number_sql = {"SELECT value FROM number WHERE name = ?1", false};
static const apo_sql set_text_sql = {"INSERT INTO setting (name, value) VALUES (?1, ?2)"
                                     " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                                     false};
static const apo_sql find_text_sql = {"SELECT value FROM setting WHERE name = ?1", false};

void apo_store_set_number(apo_store_batch *batch, const char *name, int64_t value)
{
    apo_batch_op *op = apo_batch_add(batch, &set_number_sql);
    apo_batch_text(batch, op, name);
    apo_batch_number(op, value);
}

apo_status apo_store_find_number(apo_store *store, int64_t *out, apo_span name)
{
    apo_statement *row;
    apo_status status = apo_reader_find(store, &find_number_sql, name, apo_span_of(""), &row);
    if (status != APO_OK)
        return status;
    *out = apo_column_number(row, 0);
    apo_reset(row);
    return APO_OK;
}

void apo_store_set_text(apo_store_batch *batch, const char *name, const char *value)
{
    apo_batch_op *op = apo_batch_add(batch, &set_text_sql);
    apo_batch_text(batch, op, name);
    apo_batch_text(batch, op, value);
}

void apo_store_find_text(apo_store *store, char *out, size_t size, const char *name)
{
    apo_statement *row;
    out[0] = '\0';
    if (apo_reader_find(store, &find_text_sql, apo_span_of(name), apo_span_of(""), &row) !=
        APO_OK)
        return;
    apo_copy_column(out, size, row, 0);
    apo_reset(row);
}
