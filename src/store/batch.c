#include "store/store_priv.h"

enum {
    FIRST_OPS = 4 /* a move that ends a game: two events and the game's new state */
};

apo_store_batch *apo_store_batch_new(void)
{
    apo_store_batch *batch = apo_allocate_zero(NULL, sizeof *batch);
    if (batch != NULL)
        apo_buffer_init(&batch->texts, NULL);
    return batch;
}

void apo_store_batch_free(apo_store_batch *batch)
{
    if (batch == NULL)
        return;
    apo_buffer_clear(&batch->texts);
    apo_free(NULL, batch->ops);
    apo_free(NULL, batch);
}

/* A new statement; NULL when out of memory, which add_number and add_text allow. */
static apo_batch_op *add_op(apo_store_batch *batch, enum apo_statement statement)
{
    if (batch == NULL)
        return NULL;
    if (batch->op_count == batch->op_room) {
        size_t room = batch->op_room == 0 ? FIRST_OPS : batch->op_room * 2;
        apo_batch_op *ops = apo_reallocate(NULL, batch->ops, room * sizeof *ops);
        if (ops == NULL) {
            batch->is_failed = true;
            return NULL;
        }
        batch->ops = ops;
        batch->op_room = room;
    }
    apo_batch_op *op = &batch->ops[batch->op_count++];
    op->statement = statement;
    op->count = 0;
    return op;
}

static void add_number(apo_batch_op *op, int64_t number)
{
    if (op != NULL)
        op->values[op->count++] = (apo_batch_value){false, number, 0};
}

static void add_span(apo_store_batch *batch, apo_batch_op *op, apo_span text)
{
    if (op == NULL)
        return;
    op->values[op->count++] =
        (apo_batch_value){true, (int64_t)batch->texts.length, text.length};
    apo_buffer_add_span(&batch->texts, text);
}

static void add_text(apo_store_batch *batch, apo_batch_op *op, const char *text)
{
    add_span(batch, op, apo_span_of(text));
}

static void add_person(apo_store_batch *batch, apo_batch_op *op, const apo_store_person *person)
{
    add_text(batch, op, person->id);
    add_number(op, person->is_account);
    add_text(batch, op, person->name);
    add_text(batch, op, person->name_key);
    add_text(batch, op, person->password);
}

void apo_store_add_person(apo_store_batch *batch, const apo_store_person *person)
{
    apo_batch_op *op = add_op(batch, APO_SQL_ADD_PERSON);
    add_person(batch, op, person);
    add_number(op, person->created_ms);
}

void apo_store_set_person(apo_store_batch *batch, const apo_store_person *person)
{
    add_person(batch, add_op(batch, APO_SQL_SET_PERSON), person);
}

void apo_store_set_password(apo_store_batch *batch, const char *person, const char *password)
{
    apo_batch_op *op = add_op(batch, APO_SQL_SET_PASSWORD);
    add_text(batch, op, person);
    add_text(batch, op, password);
}

void apo_store_add_session(apo_store_batch *batch, const apo_store_session *session)
{
    apo_batch_op *op = add_op(batch, APO_SQL_ADD_SESSION);
    add_text(batch, op, session->digest);
    add_text(batch, op, session->person);
    add_number(op, session->created_ms);
    add_number(op, session->seen_ms);
    add_number(op, session->expires_ms);
    add_text(batch, op, session->agent);
}

void apo_store_touch_session(apo_store_batch *batch, const char *digest, int64_t seen_ms,
                             int64_t expires_ms)
{
    apo_batch_op *op = add_op(batch, APO_SQL_TOUCH_SESSION);
    add_text(batch, op, digest);
    add_number(op, seen_ms);
    add_number(op, expires_ms);
}

void apo_store_drop_session(apo_store_batch *batch, const char *digest)
{
    add_text(batch, add_op(batch, APO_SQL_DROP_SESSION), digest);
}

void apo_store_drop_sessions(apo_store_batch *batch, const char *person, const char *except)
{
    apo_batch_op *op = add_op(batch, APO_SQL_DROP_SESSIONS);
    add_text(batch, op, person);
    add_text(batch, op, except);
}

void apo_store_drop_expired(apo_store_batch *batch, int64_t now_ms)
{
    add_number(add_op(batch, APO_SQL_DROP_EXPIRED), now_ms);
}

void apo_store_set_number(apo_store_batch *batch, const char *name, int64_t value)
{
    apo_batch_op *op = add_op(batch, APO_SQL_SET_NUMBER);
    add_text(batch, op, name);
    add_number(op, value);
}

void apo_store_add_definition(apo_store_batch *batch, const char *digest, const char *kind,
                              apo_span text)
{
    apo_batch_op *op = add_op(batch, APO_SQL_ADD_DEFINITION);
    add_text(batch, op, digest);
    add_text(batch, op, kind);
    add_span(batch, op, text);
}

void apo_store_add_game(apo_store_batch *batch, const apo_store_game *game)
{
    apo_batch_op *op = add_op(batch, APO_SQL_ADD_GAME);
    add_text(batch, op, game->id);
    add_text(batch, op, game->kind);
    add_text(batch, op, game->definition);
    add_text(batch, op, game->creator);
    add_text(batch, op, game->key);
    add_text(batch, op, game->seats[0]);
    add_text(batch, op, game->seats[1]);
    add_number(op, game->state);
    add_number(op, game->is_open);
    add_number(op, game->has_task);
    add_text(batch, op, game->secret);
    add_number(op, game->due_ms);
    add_number(op, game->created_ms);
    add_number(op, game->changed_ms);
    add_text(batch, op, game->summary);
}

void apo_store_set_game(apo_store_batch *batch, const apo_store_game *game)
{
    apo_batch_op *op = add_op(batch, APO_SQL_SET_GAME);
    add_text(batch, op, game->id);
    add_text(batch, op, game->seats[0]);
    add_text(batch, op, game->seats[1]);
    add_number(op, game->state);
    add_number(op, game->is_open);
    add_number(op, game->has_task);
    add_number(op, game->due_ms);
    add_number(op, game->changed_ms);
    add_text(batch, op, game->summary);
}

void apo_store_add_event(apo_store_batch *batch, const char *game, const apo_store_event *event)
{
    apo_batch_op *op = add_op(batch, APO_SQL_ADD_EVENT);
    add_text(batch, op, game);
    add_number(op, (int64_t)event->seq);
    add_number(op, event->at_ms);
    add_number(op, event->by);
    add_span(batch, op, event->kind);
    add_span(batch, op, event->key);
    add_span(batch, op, event->data);
}
