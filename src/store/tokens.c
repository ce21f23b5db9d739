#include "store/tokens.h"

#include "store/store_priv.h"

#define TOKEN_COLUMNS "digest, id, person, name, scopes, created_ms, used_ms"

static const apo_sql add_token_sql = {
    "INSERT INTO token (" TOKEN_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", false};
static const apo_sql touch_token_sql = {"UPDATE token SET used_ms = ?2 WHERE digest = ?1",
                                        false};
static const apo_sql drop_token_sql = {"DELETE FROM token WHERE id = ?2 AND person = ?1",
                                       false};
static const apo_sql drop_tokens_sql = {"DELETE FROM token WHERE person = ?1", false};
static const apo_sql find_token_sql = {"SELECT " TOKEN_COLUMNS " FROM token WHERE digest = ?1",
                                       false};
static const apo_sql list_tokens_sql = {
    "SELECT " TOKEN_COLUMNS " FROM token WHERE person = ?1 ORDER BY created_ms DESC", false};

/* --- writing ------------------------------------------------------------- */

void apo_store_add_token(apo_store_batch *batch, const apo_store_token *token)
{
    apo_batch_op *op = apo_batch_add(batch, &add_token_sql);
    apo_batch_text(batch, op, token->digest);
    apo_batch_text(batch, op, token->id);
    apo_batch_text(batch, op, token->person);
    apo_batch_text(batch, op, token->name);
    apo_batch_number(op, token->scopes);
    apo_batch_number(op, token->created_ms);
    apo_batch_number(op, token->used_ms);
}

void apo_store_touch_token(apo_store_batch *batch, const char *digest, int64_t used_ms)
{
    apo_batch_op *op = apo_batch_add(batch, &touch_token_sql);
    apo_batch_text(batch, op, digest);
    apo_batch_number(op, used_ms);
}

void apo_store_drop_token(apo_store_batch *batch, const char *person, apo_span id)
{
    apo_batch_op *op = apo_batch_add(batch, &drop_token_sql);
    apo_batch_text(batch, op, person);
    apo_batch_span(batch, op, id);
}

void apo_store_drop_tokens(apo_store_batch *batch, const char *person)
{
    apo_batch_text(batch, apo_batch_add(batch, &drop_tokens_sql), person);
}

/* --- reading ------------------------------------------------------------- */

static void read_token(void *to, apo_statement *row)
{
    apo_store_token *out = to;
    APO_COPY_COLUMN(out->digest, row, 0);
    APO_COPY_COLUMN(out->id, row, 1);
    APO_COPY_COLUMN(out->person, row, 2);
    APO_COPY_COLUMN(out->name, row, 3);
    out->scopes = (unsigned)apo_column_int(row, 4);
    out->created_ms = apo_column_number(row, 5);
    out->used_ms = apo_column_number(row, 6);
}

APO_ROW_LIST(list_tokens, apo_store_token, read_token)

apo_status apo_store_find_token(apo_store *store, apo_store_token *out, apo_span digest)
{
    return apo_reader_read(store, &find_token_sql, digest, apo_span_of(""), read_token, out);
}

apo_status apo_store_list_tokens(apo_store *store, apo_span person, apo_store_token_row *row,
                                 void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_tokens_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    return list_tokens(statement, row, context);
}
