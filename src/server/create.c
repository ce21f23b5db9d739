#include "server/create.h"

static void write_person(apo_buffer *out, const apo_store_person *person)
{
    apo_buffer_add(out, "person ");
    apo_buffer_add(out, person->id);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add(out, person->name);
}

static void write_computer(apo_buffer *out, unsigned level)
{
    apo_buffer_add(out, "computer ");
    apo_buffer_add_number(out, level);
}

static void copy(char *out, size_t size, apo_span text)
{
    apo_text room = apo_text_start(out, size);
    apo_text_add_span(&room, text);
}

static void fill_row(apo_store_game *row, const apo_creation *creation, int64_t now_ms)
{
    const apo_wish *wish = creation->wish;
    *row = (apo_store_game){
        .is_open = creation->is_open, .created_ms = now_ms, .changed_ms = now_ms};
    copy(row->id, sizeof row->id, apo_span_of(creation->id));
    copy(row->kind, sizeof row->kind, apo_span_of(wish->start.variant));
    copy(row->definition, sizeof row->definition, apo_span_of(wish->start.definition));
    copy(row->creator, sizeof row->creator, apo_span_of(creation->creator->id));
    copy(row->key, sizeof row->key, creation->key);
    if (creation->secret != NULL)
        apo_token_digest(row->secret, apo_span_of(creation->secret));
}

static void add_event(apo_new_game *game, enum apo_event_kind kind, unsigned by,
                      const apo_buffer *data)
{
    unsigned index = game->count++;
    game->events[index] = (apo_event){index + 1, game->row.created_ms, kind, by,
                                      {NULL, 0}, apo_buffer_span(data)};
}

void apo_create(apo_app *app, const apo_creation *creation, apo_store_batch *batch,
                apo_table_done *done, void *context)
{
    const apo_wish *wish = creation->wish;
    apo_new_game game = {.var = wish->entry->var};
    apo_buffer start, own, other;
    apo_buffer_init(&start, NULL);
    apo_buffer_init(&own, NULL);
    apo_buffer_init(&other, NULL);
    fill_row(&game.row, creation, apo_http_wall_ms());
    apo_room_start_write(&start, &wish->start);
    add_event(&game, APO_EVENT_CREATE, APO_NOBODY, &start);
    write_person(&own, creation->creator);
    add_event(&game, APO_EVENT_JOIN, wish->color, &own);
    if (creation->other != NULL)
        write_person(&other, creation->other);
    else if (wish->opponent == APO_OPPONENT_COMPUTER)
        write_computer(&other, wish->level);
    if (other.length > 0)
        add_event(&game, APO_EVENT_JOIN, wish->color ^ 1U, &other);
    if (start.is_failed || own.is_failed || other.is_failed) {
        apo_store_batch_free(batch);
        done(context, APO_E_MEMORY);
    } else {
        apo_hall_create(app->hall, &game, batch, done, context);
    }
    apo_buffer_clear(&start);
    apo_buffer_clear(&own);
    apo_buffer_clear(&other);
}
