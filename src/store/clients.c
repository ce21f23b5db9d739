#include "store/clients.h"

#include "store/store_priv.h"

#define CLIENT_COLUMNS "id, person, name, uris, created_ms"

static const apo_sql add_sql = {"INSERT INTO client (" CLIENT_COLUMNS
                                ") VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO NOTHING",
                                false};
static const apo_sql drop_sql = {"DELETE FROM client WHERE person = ?1 AND id = ?2", false};
static const apo_sql find_sql = {"SELECT " CLIENT_COLUMNS " FROM client WHERE id = ?1", false};
static const apo_sql list_sql = {"SELECT " CLIENT_COLUMNS
                                 " FROM client WHERE person = ?1 ORDER BY created_ms DESC, id",
                                 false};

/* --- writing ------------------------------------------------------------- */

void apo_store_add_client(apo_store_batch *batch, const apo_store_client *client)
{
    apo_batch_op *op = apo_batch_add(batch, &add_sql);
    apo_batch_text(batch, op, client->id);
    apo_batch_text(batch, op, client->person);
    apo_batch_text(batch, op, client->name);
    apo_batch_text(batch, op, client->uris);
    apo_batch_number(op, client->created_ms);
}

void apo_store_drop_client(apo_store_batch *batch, const char *person, apo_span id)
{
    apo_batch_op *op = apo_batch_add(batch, &drop_sql);
    apo_batch_text(batch, op, person);
    apo_batch_span(batch, op, id);
}

/* --- reading ------------------------------------------------------------- */

static void read_client(void *to, apo_statement *row)
{
    apo_store_client *out = to;
    APO_COPY_COLUMN(out->id, row, 0);
    APO_COPY_COLUMN(out->person, row, 1);
    APO_COPY_COLUMN(out->name, row, 2);
    APO_COPY_COLUMN(out->uris, row, 3);
    out->created_ms = apo_column_number(row, 4);
}

APO_ROW_LIST(list_clients, apo_store_client, read_client)

apo_status apo_store_find_client(apo_store *store, apo_store_client *out, apo_span id)
{
    return apo_reader_read(store, &find_sql, id, apo_span_of(""), read_client, out);
}

apo_status apo_store_list_clients(apo_store *store, apo_span person, apo_store_client_row *row,
                                  void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    return list_clients(statement, row, context);
}
