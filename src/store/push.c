#include "store/push.h"

#include "store/store_priv.h"

#define PUSH "SELECT endpoint, point, auth FROM push WHERE "

static const apo_sql set_sql = {
    "INSERT INTO push (session, endpoint, point, auth) VALUES (?1, ?2, ?3, ?4)"
    " ON CONFLICT (session) DO UPDATE SET endpoint = ?2, point = ?3, auth = ?4",
    false};
static const apo_sql drop_sql = {"DELETE FROM push WHERE session = ?1", false};
static const apo_sql drop_to_sql = {"DELETE FROM push WHERE endpoint = ?1", false};
static const apo_sql list_sql = {
    PUSH "session IN (SELECT digest FROM session WHERE person = ?1)", false};
static const apo_sql find_sql = {PUSH "session = ?1", false};

void apo_store_set_push(apo_store_batch *batch, const char *session, const apo_store_push *row)
{
    apo_store_drop_push_to(batch, row->endpoint);
    apo_batch_op *op = apo_batch_add(batch, &set_sql);
    apo_batch_text(batch, op, session);
    apo_batch_text(batch, op, row->endpoint);
    apo_batch_text(batch, op, row->point);
    apo_batch_text(batch, op, row->auth);
}

void apo_store_drop_push(apo_store_batch *batch, const char *session)
{
    apo_batch_text(batch, apo_batch_add(batch, &drop_sql), session);
}

void apo_store_drop_push_to(apo_store_batch *batch, const char *endpoint)
{
    apo_batch_text(batch, apo_batch_add(batch, &drop_to_sql), endpoint);
}

static void read_push(void *to, apo_statement *row)
{
    apo_store_push *out = to;
    APO_COPY_COLUMN(out->endpoint, row, 0);
    APO_COPY_COLUMN(out->point, row, 1);
    APO_COPY_COLUMN(out->auth, row, 2);
}

APO_ROW_LIST(list_push, apo_store_push, read_push)

apo_status apo_store_list_push(apo_store *store, apo_span person, apo_store_push_row *row,
                               void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    return list_push(statement, row, context);
}

static bool has_row(apo_store *store, const apo_sql *which, apo_span of)
{
    apo_store_push found;
    return apo_reader_read(store, which, of, apo_span_of(""), read_push, &found) == APO_OK;
}

bool apo_store_has_push_browser(apo_store *store, apo_span person)
{
    return has_row(store, &list_sql, person);
}

bool apo_store_has_push(apo_store *store, apo_span session)
{
    return has_row(store, &find_sql, session);
}
