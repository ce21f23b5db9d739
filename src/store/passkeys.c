#include "store/passkeys.h"

#include "store/store_priv.h"

#define PASSKEY_COLUMNS "id, person, name, public_key, count, created_ms, used_ms"

static const apo_sql add_sql = {"INSERT INTO passkey (" PASSKEY_COLUMNS
                                ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
                                " ON CONFLICT (id) DO NOTHING",
                                true};
static const apo_sql use_sql = {"UPDATE passkey SET used_ms = ?2, count = ?3 WHERE id = ?1"
                                " AND used_ms < ?2 AND (count < ?3 OR (count = 0 AND ?3 = 0))",
                                true};
static const apo_sql drop_sql = {"DELETE FROM passkey WHERE person = ?1 AND id = ?2", true};
static const apo_sql find_sql = {"SELECT " PASSKEY_COLUMNS " FROM passkey WHERE id = ?1",
                                 false};
static const apo_sql list_sql = {"SELECT " PASSKEY_COLUMNS
                                 " FROM passkey WHERE person = ?1 ORDER BY created_ms DESC, id",
                                 false};

/* --- writing ------------------------------------------------------------- */

void apo_store_add_passkey(apo_store_batch *batch, const apo_store_passkey *passkey)
{
    apo_batch_op *op = apo_batch_add(batch, &add_sql);
    apo_batch_text(batch, op, passkey->id);
    apo_batch_text(batch, op, passkey->person);
    apo_batch_text(batch, op, passkey->name);
    apo_batch_text(batch, op, passkey->public_key);
    apo_batch_number(op, passkey->count);
    apo_batch_number(op, passkey->created_ms);
    apo_batch_number(op, passkey->used_ms);
}

void apo_store_use_passkey(apo_store_batch *batch, const char *id, int64_t made_ms,
                           int64_t count)
{
    apo_batch_op *op = apo_batch_add(batch, &use_sql);
    apo_batch_text(batch, op, id);
    apo_batch_number(op, made_ms);
    apo_batch_number(op, count);
}

void apo_store_drop_passkey(apo_store_batch *batch, const char *person, apo_span id)
{
    apo_batch_op *op = apo_batch_add(batch, &drop_sql);
    apo_batch_text(batch, op, person);
    apo_batch_span(batch, op, id);
}

/* --- reading ------------------------------------------------------------- */

static void read_passkey(void *to, apo_statement *row)
{
    apo_store_passkey *out = to;
    APO_COPY_COLUMN(out->id, row, 0);
    APO_COPY_COLUMN(out->person, row, 1);
    APO_COPY_COLUMN(out->name, row, 2);
    APO_COPY_COLUMN(out->public_key, row, 3);
    out->count = apo_column_number(row, 4);
    out->created_ms = apo_column_number(row, 5);
    out->used_ms = apo_column_number(row, 6);
}

APO_ROW_LIST(list_rows, apo_store_passkey, read_passkey)

apo_status apo_store_find_passkey(apo_store *store, apo_store_passkey *out, apo_span id)
{
    return apo_reader_read(store, &find_sql, id, apo_span_of(""), read_passkey, out);
}

apo_status apo_store_list_passkeys(apo_store *store, apo_span person,
                                   apo_store_passkey_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    return list_rows(statement, row, context);
}
