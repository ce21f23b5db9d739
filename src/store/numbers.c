#include "store/store_priv.h"

static const apo_sql set_number_sql = {"INSERT INTO number (name, value) VALUES (?1, ?2)"
                                       " ON CONFLICT DO UPDATE SET value = excluded.value",
                                       false};
static const apo_sql find_number_sql = {"SELECT value FROM number WHERE name = ?1", false};

void apo_store_set_number(apo_store_batch *batch, const char *name, int64_t value)
{
    apo_batch_op *op = apo_batch_add(batch, &set_number_sql);
    apo_batch_text(batch, op, name);
    apo_batch_number(op, value);
}

apo_status apo_store_find_number(apo_store *store, int64_t *out, apo_span name)
{
    sqlite3_stmt *row;
    apo_status status = apo_reader_find(store, &find_number_sql, name, apo_span_of(""), &row);
    if (status != APO_OK)
        return status;
    *out = sqlite3_column_int64(row, 0);
    sqlite3_reset(row);
    return APO_OK;
}
