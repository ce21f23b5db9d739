#include "store/drafts.h"

#include "store/store_priv.h"

static const apo_sql save_sql = {
    "INSERT INTO draft (owner, id, version, changed_ms, text) VALUES (?1, ?2, ?3 + 1, ?4, ?5)"
    " ON CONFLICT (owner, id) DO UPDATE SET version = excluded.version,"
    " changed_ms = excluded.changed_ms, text = excluded.text WHERE draft.version = ?3",
    true};
static const apo_sql delete_sql = {
    "DELETE FROM draft WHERE owner = ?1 AND id = ?2 AND version = ?3", true};
static const apo_sql find_sql = {
    "SELECT owner, id, version, changed_ms, text FROM draft WHERE owner = ?1 AND id = ?2",
    false};
static const apo_sql list_sql = {
    "SELECT owner, id, version, changed_ms FROM draft WHERE owner = ?1", false};

void apo_store_save_draft(apo_store_batch *batch, const apo_store_draft *draft, apo_span text)
{
    apo_batch_op *op = apo_batch_add(batch, &save_sql);
    apo_batch_text(batch, op, draft->owner);
    apo_batch_text(batch, op, draft->id);
    apo_batch_number(op, draft->version);
    apo_batch_number(op, draft->changed_ms);
    apo_batch_span(batch, op, text);
}

void apo_store_delete_draft(apo_store_batch *batch, const apo_store_draft *draft)
{
    apo_batch_op *op = apo_batch_add(batch, &delete_sql);
    apo_batch_text(batch, op, draft->owner);
    apo_batch_text(batch, op, draft->id);
    apo_batch_number(op, draft->version);
}

static void read_draft(void *to, apo_statement *row)
{
    apo_store_draft *out = to;
    APO_COPY_COLUMN(out->owner, row, 0);
    APO_COPY_COLUMN(out->id, row, 1);
    out->version = apo_column_number(row, 2);
    out->changed_ms = apo_column_number(row, 3);
}

APO_ROW_LIST(list_rows, apo_store_draft, read_draft)

/* A draft, and where its text goes. */
typedef struct whole {
    apo_store_draft *draft;
    apo_buffer *text; /* may be NULL */
} whole;

static void read_whole(void *to, apo_statement *row)
{
    const whole *out = to;
    read_draft(out->draft, row);
    if (out->text != NULL)
        apo_buffer_add_span(out->text, apo_column_span(row, 4));
}

apo_status apo_store_find_draft(apo_store *store, apo_store_draft *out, apo_buffer *text,
                                apo_span owner, apo_span id)
{
    whole both = {out, text};
    return apo_reader_read(store, &find_sql, owner, id, read_whole, &both);
}

apo_status apo_store_list_drafts(apo_store *store, apo_span owner, apo_store_draft_row *row,
                                 void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, owner);
    return list_rows(statement, row, context);
}
