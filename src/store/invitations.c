#include "store/invitations.h"

#include "store/store_priv.h"

#define INVITATION_COLUMNS                                                     \
    "id, asker, asked, wish, color, is_random, fate, steps, game, created_ms," \
    " changed_ms, due_ms"
#define FATES_OF(seat)                                                         \
    "SELECT * FROM (SELECT " INVITATION_COLUMNS " FROM invitation WHERE " seat \
    " = ?1 AND fate > 0 AND changed_ms < ?2 ORDER BY changed_ms DESC LIMIT ?3) AS " seat

static const apo_sql add_sql = {"INSERT INTO invitation (" INVITATION_COLUMNS
                                ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,"
                                " NULLIF(?9, ''), ?10, ?11, ?12)",
                                false};
static const apo_sql set_sql = {
    "UPDATE invitation SET asker = ?2, asked = ?3, wish = ?4, color = ?5, is_random = ?6,"
    " fate = ?7, steps = ?8, game = NULLIF(?9, ''), changed_ms = ?10, due_ms = ?11"
    " WHERE id = ?1 AND fate = 0 AND steps = ?8 - 1",
    true};
static const apo_sql add_step_sql = {
    "INSERT INTO invitation_step (invitation, number, person, kind, key, message, at_ms)"
    " VALUES (?1, ?2, NULLIF(?3, ''), ?4, ?5, ?6, ?7)",
    false};
static const apo_sql drop_steps_sql = {"DELETE FROM invitation_step WHERE invitation = ?1",
                                       false};
static const apo_sql drop_sql = {"DELETE FROM invitation WHERE id = ?1 AND fate > 0", false};
static const apo_sql find_sql = {"SELECT " INVITATION_COLUMNS " FROM invitation WHERE id = ?1",
                                 false};
static const apo_sql find_key_sql = {
    "SELECT " INVITATION_COLUMNS " FROM invitation WHERE id ="
    " (SELECT invitation FROM invitation_step WHERE person = ?1 AND key = ?2)",
    false};
static const apo_sql list_asked_sql = {
    "SELECT " INVITATION_COLUMNS
    " FROM invitation WHERE asked = ?1 AND fate = 0 ORDER BY changed_ms DESC",
    false};
static const apo_sql list_asking_sql = {
    "SELECT " INVITATION_COLUMNS
    " FROM invitation WHERE asker = ?1 AND fate = 0 ORDER BY changed_ms DESC",
    false};
static const apo_sql list_closed_sql = {
    FATES_OF("asker") " UNION ALL " FATES_OF("asked") " ORDER BY 11 DESC LIMIT ?3", false};
static const apo_sql list_steps_sql = {
    "SELECT number, person, kind, key, message, at_ms FROM invitation_step"
    " WHERE invitation = ?1 ORDER BY number",
    false};
static const apo_sql count_asked_sql = {
    "SELECT count(*) FROM invitation WHERE asked = ?1 AND fate = 0", false};
static const apo_sql count_asking_sql = {
    "SELECT count(*) FROM invitation WHERE asker = ?1 AND fate = 0", false};
static const apo_sql block_sql = {"INSERT INTO block (person, blocked, at_ms) VALUES"
                                  " (?1, ?2, ?3) ON CONFLICT DO NOTHING",
                                  false};
static const apo_sql unblock_sql = {"DELETE FROM block WHERE person = ?1 AND blocked = ?2",
                                    false};
static const apo_sql find_block_sql = {
    "SELECT at_ms FROM block WHERE person = ?1 AND blocked = ?2", false};
static const apo_sql list_blocked_sql = {
    "SELECT blocked, at_ms FROM block WHERE person = ?1 ORDER BY at_ms DESC", false};

/* --- writing ------------------------------------------------------------- */

void apo_store_add_invitation(apo_store_batch *batch, const apo_store_invitation *row)
{
    apo_batch_op *op = apo_batch_add(batch, &add_sql);
    apo_batch_text(batch, op, row->id);
    apo_batch_text(batch, op, row->asker);
    apo_batch_text(batch, op, row->asked);
    apo_batch_text(batch, op, row->setup);
    apo_batch_number(op, row->color);
    apo_batch_number(op, row->is_random);
    apo_batch_number(op, row->fate);
    apo_batch_number(op, row->steps);
    apo_batch_text(batch, op, row->game);
    apo_batch_number(op, row->created_ms);
    apo_batch_number(op, row->changed_ms);
    apo_batch_number(op, row->due_ms);
}

void apo_store_set_invitation(apo_store_batch *batch, const apo_store_invitation *row)
{
    apo_batch_op *op = apo_batch_add(batch, &set_sql);
    apo_batch_text(batch, op, row->id);
    apo_batch_text(batch, op, row->asker);
    apo_batch_text(batch, op, row->asked);
    apo_batch_text(batch, op, row->setup);
    apo_batch_number(op, row->color);
    apo_batch_number(op, row->is_random);
    apo_batch_number(op, row->fate);
    apo_batch_number(op, row->steps);
    apo_batch_text(batch, op, row->game);
    apo_batch_number(op, row->changed_ms);
    apo_batch_number(op, row->due_ms);
}

void apo_store_add_step(apo_store_batch *batch, const char *invitation,
                        const apo_store_step *step)
{
    apo_batch_op *op = apo_batch_add(batch, &add_step_sql);
    apo_batch_text(batch, op, invitation);
    apo_batch_number(op, step->number);
    apo_batch_text(batch, op, step->person);
    apo_batch_text(batch, op, step->kind);
    apo_batch_text(batch, op, step->key);
    apo_batch_text(batch, op, step->message);
    apo_batch_number(op, step->at_ms);
}

void apo_store_drop_invitation(apo_store_batch *batch, const char *id)
{
    apo_batch_text(batch, apo_batch_add(batch, &drop_steps_sql), id);
    apo_batch_text(batch, apo_batch_add(batch, &drop_sql), id);
}

void apo_store_block(apo_store_batch *batch, const char *person, const char *blocked,
                     int64_t now_ms)
{
    apo_batch_op *op = apo_batch_add(batch, &block_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, blocked);
    apo_batch_number(op, now_ms);
}

void apo_store_unblock(apo_store_batch *batch, const char *person, const char *blocked)
{
    apo_batch_op *op = apo_batch_add(batch, &unblock_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, blocked);
}

/* --- reading ------------------------------------------------------------- */

static void read_invitation(void *to, apo_statement *row)
{
    apo_store_invitation *out = to;
    APO_COPY_COLUMN(out->id, row, 0);
    APO_COPY_COLUMN(out->asker, row, 1);
    APO_COPY_COLUMN(out->asked, row, 2);
    APO_COPY_COLUMN(out->setup, row, 3);
    out->color = (unsigned)apo_column_int(row, 4);
    out->is_random = apo_column_int(row, 5) != 0;
    out->fate = (enum apo_store_fate)apo_column_int(row, 6);
    out->steps = (unsigned)apo_column_int(row, 7);
    APO_COPY_COLUMN(out->game, row, 8);
    out->created_ms = apo_column_number(row, 9);
    out->changed_ms = apo_column_number(row, 10);
    out->due_ms = apo_column_number(row, 11);
}

APO_ROW_LIST(list_invitations, apo_store_invitation, read_invitation)

static void read_step(void *to, apo_statement *row)
{
    apo_store_step *out = to;
    out->number = (unsigned)apo_column_int(row, 0);
    APO_COPY_COLUMN(out->person, row, 1);
    APO_COPY_COLUMN(out->kind, row, 2);
    APO_COPY_COLUMN(out->key, row, 3);
    APO_COPY_COLUMN(out->message, row, 4);
    out->at_ms = apo_column_number(row, 5);
}

APO_ROW_LIST(list_steps, apo_store_step, read_step)

apo_status apo_store_find_invitation(apo_store *store, apo_store_invitation *out, apo_span id)
{
    return apo_reader_read(store, &find_sql, id, apo_span_of(""), read_invitation, out);
}

apo_status apo_store_find_invitation_by_key(apo_store *store, apo_store_invitation *out,
                                            apo_span person, apo_span key)
{
    return apo_reader_read(store, &find_key_sql, person, key, read_invitation, out);
}

apo_status apo_store_list_invitations(apo_store *store, apo_span person, bool is_asked,
                                      apo_store_invitation_row *row, void *context)
{
    apo_statement *statement =
        apo_reader_statement(store, is_asked ? &list_asked_sql : &list_asking_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    return list_invitations(statement, row, context);
}

apo_status apo_store_list_closed_invitations(apo_store *store, apo_span person,
                                             int64_t before_ms, unsigned limit,
                                             apo_store_invitation_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_closed_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    apo_bind_number(statement, 2, before_ms);
    apo_bind_number(statement, 3, limit);
    return list_invitations(statement, row, context);
}

apo_status apo_store_list_steps(apo_store *store, apo_span invitation, apo_store_step_row *row,
                                void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_steps_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, invitation);
    return list_steps(statement, row, context);
}

static unsigned count(apo_store *store, const apo_sql *which, apo_span person)
{
    apo_statement *row;
    if (apo_reader_find(store, which, person, apo_span_of(""), &row) != APO_OK)
        return 0;
    unsigned number = (unsigned)apo_column_number(row, 0);
    apo_reset(row);
    return number;
}

unsigned apo_store_count_asked(apo_store *store, apo_span person)
{
    return count(store, &count_asked_sql, person);
}

unsigned apo_store_count_asking(apo_store *store, apo_span person)
{
    return count(store, &count_asking_sql, person);
}

bool apo_store_is_blocked(apo_store *store, apo_span person, apo_span other)
{
    apo_statement *row;
    bool is_found = apo_reader_find(store, &find_block_sql, person, other, &row) == APO_OK;
    if (is_found)
        apo_reset(row);
    return is_found;
}

bool apo_store_are_parted(apo_store *store, apo_span one, apo_span other)
{
    return apo_store_is_blocked(store, one, other) || apo_store_is_blocked(store, other, one);
}

apo_status apo_store_list_blocked(apo_store *store, apo_span person, apo_store_block_row *row,
                                  void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_blocked_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    enum apo_step code;
    while ((code = apo_step(statement)) == APO_STEP_ROW) {
        char blocked[APO_STORE_ID_MAX];
        APO_COPY_COLUMN(blocked, statement, 0);
        if (!row(context, blocked, apo_column_number(statement, 1)))
            break;
    }
    return apo_reader_end(statement, code);
}
