/* The games in memory, and reading them. */
#include <string.h>

#include "base/random.h"
#include "net/wall_clock.h"
#include "server/live/live_priv.h"
#include "server/web/shards.h"

enum {
    OVERDUE_MS = 250,              /* pause after a failure (of the store, say) */
    FLAG_MAX_MS = 24 * 3600 * 1000 /* longer delays are left to the tick */
};

apo_live *apo_live_new(apo_app *app, const apo_live_hooks *hooks)
{
    apo_live *live = apo_allocate_zero(NULL, sizeof *live);
    if (live == NULL)
        return NULL;
    live->app = app;
    live->hooks = *hooks;
    live->lead_ms = apo_wall_clock_lead_ms();
    return live;
}

void apo_live_game_close(apo_live_game *game)
{
    while (game->watchers != NULL) {
        apo_watcher *gone = game->watchers;
        game->watchers = gone->next;
        apo_free(NULL, gone);
    }
    while (game->waiters != NULL) {
        apo_waiter *gone = game->waiters;
        game->waiters = gone->next;
        apo_free(NULL, gone);
    }
    apo_http_timer_free(game->flag);
    apo_http_timer_free(game->crowd);
    apo_compiled_release(apo_variant_map_compiled(game->live->app->variants), game->round->var);
    apo_round_free(game->round);
    apo_free(NULL, game);
}

void apo_live_free(apo_live *live)
{
    if (live == NULL)
        return;
    for (unsigned i = 0; i < APO_LIVE_BUCKETS; i++) {
        while (live->buckets[i] != NULL) {
            apo_live_game *game = live->buckets[i];
            live->buckets[i] = game->next;
            apo_live_game_close(game);
        }
    }
    apo_live_free_gifts(live);
    apo_free(NULL, live);
}

size_t apo_live_count(const apo_live *live)
{
    return live->count;
}

apo_round *apo_live_game_round(const apo_live_game *game)
{
    return game->round;
}

const apo_view_player *apo_live_game_players(const apo_live_game *game)
{
    return game->players;
}

const apo_store_game *apo_live_game_row(const apo_live_game *game)
{
    return &game->row;
}

static apo_live_game **bucket_of(apo_live *live, apo_span id)
{
    uint64_t mixed = 0;
    for (size_t i = 0; i < id.length; i++)
        mixed = apo_mix(mixed ^ (uint8_t)id.text[i]);
    return &live->buckets[mixed & (APO_LIVE_BUCKETS - 1)];
}

/* --- memory -------------------------------------------------------------- */

static void link_newest(apo_live *live, apo_live_game *game)
{
    game->older = live->newest;
    game->newer = NULL;
    if (live->newest != NULL)
        live->newest->newer = game;
    else
        live->oldest = game;
    live->newest = game;
}

static void unlink_used(apo_live *live, apo_live_game *game)
{
    if (game->older != NULL)
        game->older->newer = game->newer;
    else
        live->oldest = game->newer;
    if (game->newer != NULL)
        game->newer->older = game->older;
    else
        live->newest = game->older;
}

void apo_live_touch(apo_live_game *game)
{
    apo_live *live = game->live;
    size_t bytes = sizeof *game + apo_round_memory(game->round);
    game->used_ms = apo_http_ticks_ms();
    live->bytes += bytes - game->bytes;
    game->bytes = bytes;
    unlink_used(live, game);
    link_newest(live, game);
    apo_memory_note(live->app->memory);
}

/* --- finding ------------------------------------------------------------- */

bool apo_live_has(apo_live *live, apo_span id)
{
    const apo_live_game *game = *bucket_of(live, id);
    while (game != NULL && !apo_span_is(id, game->row.id))
        game = game->next;
    return game != NULL;
}

void apo_live_insert(apo_live *live, apo_live_game *game)
{
    apo_live_game **bucket = bucket_of(live, apo_span_of(game->row.id));
    for (apo_loading *job = live->loadings; job != NULL; job = job->next)
        job->is_stale = job->is_stale || strcmp(job->id, game->row.id) == 0;
    game->next = *bucket;
    *bucket = game;
    live->count++;
    link_newest(live, game);
    apo_live_touch(game);
}

void apo_live_remove(apo_live *live, apo_live_game *game)
{
    apo_live_game **at = bucket_of(live, apo_span_of(game->row.id));
    while (*at != game)
        at = &(*at)->next;
    *at = game->next;
    live->count--;
    live->bytes -= game->bytes;
    unlink_used(live, game);
}

void apo_live_game_look_up_players(apo_live_game *game)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        const apo_seat *seat = &game->round->seats[side];
        apo_view_player *player = &game->players[side];
        apo_store_person person;
        apo_text name = apo_text_start(player->name, sizeof player->name);
        player->is_account = false;
        if (seat->kind != APO_SEAT_PERSON)
            continue;
        if (apo_store_find_person(game->live->app->store, &person, apo_span_of(seat->person)) ==
            APO_OK) {
            apo_text_add(&name, person.name);
            player->is_account = person.is_account;
        } else {
            apo_text_add(&name, seat->name);
        }
    }
}

typedef struct replaying {
    apo_round *round;
    apo_status status;
} replaying;

apo_event apo_live_event_of_row(const apo_store_event *row)
{
    return (apo_event){row->seq, row->at_ms, apo_event_find(row->kind),
                       row->by,  row->key,   row->data};
}

static bool apply_row(void *context, const apo_store_event *row)
{
    replaying *all = context;
    apo_event event = apo_live_event_of_row(row);
    all->status = apo_round_apply(all->round, &event);
    return all->status == APO_OK;
}

apo_round *apo_live_replay(apo_variant_map *variants, apo_store *store,
                           const apo_store_game *row, apo_status *out_status)
{
    const apo_variant *var =
        apo_variant_map_variant(variants, store, row->variant, row->definition);
    *out_status = APO_E_DEFINITION;
    if (var == NULL)
        return NULL;
    replaying all = {apo_round_new(apo_span_of(row->id), var), APO_OK};
    *out_status = APO_E_MEMORY;
    if (all.round == NULL)
        return NULL;
    apo_round_replay(all.round, true);
    apo_status status = apo_store_list_events(store, apo_span_of(row->id), 0, apply_row, &all);
    apo_round_replay(all.round, false);
    *out_status = status != APO_OK ? status : all.status;
    if (*out_status == APO_OK && all.round->game == NULL)
        *out_status = APO_E_DEFINITION;
    if (*out_status != APO_OK) {
        apo_round_free(all.round);
        return NULL;
    }
    return all.round;
}

bool apo_live_owns(const apo_live *live, const char *id)
{
    return apo_shards_has_game(live->app, apo_span_of(id));
}

apo_live_game *apo_live_game_open(apo_live *live, const apo_store_game *row, apo_round *round)
{
    apo_live_game *game = apo_allocate_zero(NULL, sizeof *game);
    if (game == NULL)
        return NULL;
    game->live = live;
    game->row = *row;
    game->round = round;
    game->used_ms = apo_http_ticks_ms();
    game->left_ms[APO_WHITE] = game->left_ms[APO_BLACK] = game->used_ms;
    if (apo_http_timer_new(&game->flag, live->app->http, apo_live_game_fall_flag, game) !=
        APO_OK) {
        apo_free(NULL, game);
        return NULL;
    }
    apo_compiled_hold(apo_variant_map_compiled(live->app->variants), round->var);
    return game;
}

void apo_live_game_set_flag(apo_live_game *game)
{
    int64_t due_ms = apo_round_due(game->round);
    int64_t wait_ms = due_ms - apo_http_wall_clock_ms();
    apo_http_timer_stop(game->flag);
    if (!apo_live_owns(game->live, game->row.id))
        return;
    if (due_ms != APO_CLOCK_FOREVER && wait_ms < FLAG_MAX_MS)
        apo_http_timer_set(game->flag, wait_ms > 0 ? (uint64_t)wait_ms + 1 : OVERDUE_MS);
}

apo_status apo_live_keep(apo_live *live, apo_live_game **out, const apo_store_game *row,
                         apo_round *round)
{
    apo_live_game *game = apo_live_game_open(live, row, round);
    if (game == NULL) {
        apo_round_free(round);
        return APO_E_MEMORY;
    }
    apo_live_insert(live, game);
    apo_live_game_look_up_players(game);
    apo_live_game_set_flag(game);
    apo_live_game_accept(game);
    *out = game;
    return APO_OK;
}

static apo_round *replay(apo_live *live, const apo_store_game *row, apo_status *out_status)
{
    apo_app *app = live->app;
    apo_round *round = apo_live_replay(app->variants, app->store, row, out_status);
    if (round == NULL)
        apo_log_text(&app->log, "game_cannot_be_replayed", "game", apo_span_of(row->id));
    return round;
}

static apo_status load(apo_live *live, apo_live_game **out, apo_span id)
{
    apo_store_game row;
    apo_status status = apo_store_find_game(live->app->store, &row, id);
    apo_round *round = status == APO_OK ? replay(live, &row, &status) : NULL;
    return round != NULL ? apo_live_keep(live, out, &row, round) : status;
}

void apo_live_game_mend(apo_live_game *game)
{
    apo_status status;
    apo_round *round = replay(game->live, &game->row, &status);
    game->is_broken = round == NULL;
    if (round == NULL)
        return;
    apo_compiled *compiled = apo_variant_map_compiled(game->live->app->variants);
    apo_compiled_hold(compiled, round->var);
    apo_compiled_release(compiled, game->round->var);
    apo_round_free(game->round);
    game->round = round;
    apo_live_touch(game);
    apo_live_game_look_up_players(game);
    apo_live_game_set_flag(game);
}

apo_status apo_live_find(apo_live *live, apo_live_game **out, apo_span id)
{
    for (apo_live_game *game = *bucket_of(live, id); game != NULL; game = game->next) {
        if (!apo_span_is(id, game->row.id))
            continue;
        apo_live_touch(game);
        /* A job can come before the news of the change that it is about. */
        if (!apo_live_owns(live, game->row.id))
            apo_live_catch_up(game);
        if (game->is_broken && !game->is_busy)
            apo_live_game_mend(game);
        if (game->is_broken)
            return APO_E_IO;
        *out = game;
        return APO_OK;
    }
    return load(live, out, id);
}

apo_live_game *apo_live_peek(apo_live *live, apo_span id)
{
    apo_live_game *game = *bucket_of(live, id);
    while (game != NULL && !apo_span_is(id, game->row.id))
        game = game->next;
    return game;
}

bool apo_live_is_busy(apo_live *live, apo_span id)
{
    const apo_live_game *game = apo_live_peek(live, id);
    return game != NULL && game->is_busy;
}

void apo_live_rename(apo_live *live, apo_span person)
{
    for (unsigned i = 0; i < APO_LIVE_BUCKETS; i++) {
        for (apo_live_game *game = live->buckets[i]; game != NULL; game = game->next) {
            if (apo_round_side_of(game->round, person) != APO_NOBODY)
                apo_live_game_look_up_players(game);
        }
    }
    apo_shards_tell_name(live->app, person);
}
