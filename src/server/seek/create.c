#include "server/seek/create.h"

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

static void fill_row(apo_store_game *row, const apo_creation *creation, int64_t now_ms)
{
    const apo_game_setup *setup = creation->setup;
    *row = (apo_store_game){
        .is_open = creation->is_open, .created_ms = now_ms, .changed_ms = now_ms};
    apo_text_copy(row->id, sizeof row->id, creation->id);
    apo_text_copy(row->variant, sizeof row->variant, setup->start.variant);
    apo_text_copy(row->definition, sizeof row->definition, setup->start.definition);
    apo_text_copy(row->creator, sizeof row->creator, creation->creator->id);
    apo_text_copy_span(row->key, sizeof row->key, creation->key);
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

/* A game being created, with the texts of its first events. */
typedef struct draft {
    apo_new_game game;
    apo_buffer start, own, other;
} draft;

static apo_status begin(draft *out, const apo_creation *creation)
{
    const apo_game_setup *setup = creation->setup;
    *out = (draft){.game = {.var = setup->entry->var}};
    apo_buffer_init(&out->start, NULL);
    apo_buffer_init(&out->own, NULL);
    apo_buffer_init(&out->other, NULL);
    fill_row(&out->game.row, creation, apo_http_wall_clock_ms());
    apo_round_start_write(&out->start, &setup->start);
    add_event(&out->game, APO_EVENT_CREATE, APO_NOBODY, &out->start);
    write_person(&out->own, creation->creator);
    add_event(&out->game, APO_EVENT_JOIN, setup->color, &out->own);
    if (creation->other != NULL)
        write_person(&out->other, creation->other);
    else if (setup->opponent == APO_OPPONENT_COMPUTER)
        write_computer(&out->other, setup->level);
    if (out->other.length > 0)
        add_event(&out->game, APO_EVENT_JOIN, setup->color ^ 1U, &out->other);
    bool is_failed = out->start.is_failed || out->own.is_failed || out->other.is_failed;
    return is_failed ? APO_E_MEMORY : APO_OK;
}

static void end(draft *one)
{
    apo_buffer_clear(&one->start);
    apo_buffer_clear(&one->own);
    apo_buffer_clear(&one->other);
}

void apo_create(apo_app *app, const apo_creation *creation, apo_store_batch *batch,
                apo_live_game_done *done, void *context)
{
    draft one;
    apo_status status = begin(&one, creation);
    if (status == APO_OK) {
        apo_live_create(app->live, &one.game, batch, done, context);
    } else {
        apo_store_batch_free(batch);
        done(context, status);
    }
    end(&one);
}

apo_status apo_create_in(apo_app *app, const apo_creation *creation, apo_store_batch *batch)
{
    draft one;
    apo_status status = begin(&one, creation);
    if (status == APO_OK)
        status = apo_live_add(app->live, &one.game, batch);
    end(&one);
    return status;
}
