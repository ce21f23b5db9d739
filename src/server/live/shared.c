/* Games that other servers on the same database own or have changed. */
#include "server/live/live_priv.h"
#include "server/web/shards.h"

/* --- catching up --------------------------------------------------------- */

typedef struct catching_up {
    apo_live_game *game;
    bool has_failed;
} catching_up;

static bool apply_row(void *context, const apo_store_event *row)
{
    catching_up *all = context;
    apo_live_game *game = all->game;
    apo_event event = apo_live_event_of_row(row);
    all->has_failed = apo_round_apply(game->round, &event) != APO_OK;
    if (all->has_failed)
        return false;
    if (event.kind == APO_EVENT_JOIN || event.kind == APO_EVENT_MERGE)
        apo_live_game_look_up_players(game);
    if (game->watchers == NULL)
        return true;
    apo_buffer data;
    apo_buffer_init(&data, NULL);
    const char *name =
        apo_view_event(&data, game->round, &event, game->players, apo_http_wall_clock_ms());
    if (name != NULL)
        apo_live_game_send(game, row->seq, name, apo_buffer_span(&data));
    apo_buffer_clear(&data);
    return true;
}

void apo_live_catch_up(apo_live_game *game)
{
    apo_live *live = game->live;
    catching_up all = {game, false};
    apo_span id = apo_span_of(game->row.id);
    if (game->is_busy || game->is_broken)
        return;
    apo_status status =
        apo_store_list_events(live->app->store, id, game->round->seq, apply_row, &all);
    if (status == APO_OK && !all.has_failed)
        status = apo_store_find_game(live->app->store, &game->row, id);
    if (status != APO_OK || all.has_failed)
        apo_live_game_mend(game);
    apo_live_touch(game);
    apo_live_game_set_flag(game);
}

static bool is_heard(const apo_live *live, const apo_shards_news *news)
{
    const apo_app *app = live->app;
    if (!apo_shards_has_commons(app))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        apo_span person = apo_span_of(news->persons[i]);
        if (person.length > 0 && live->hooks.is_heard(live->hooks.context, person))
            return true;
    }
    return news->before != news->now;
}

typedef struct hearing {
    apo_live *live;
    apo_shards_news news;
} hearing;

/* If the server is too busy to have the game read, this does it: people wait for the news. */
static void pass_on(void *context, apo_status read)
{
    hearing all = *(hearing *)context;
    apo_live *live = all.live;
    apo_live_game *game;
    apo_span id = apo_span_of(all.news.game);
    (void)read;
    apo_free(NULL, context);
    if (apo_live_find(live, &game, id) != APO_OK)
        return;
    live->hooks.changed(live->hooks.context, game, (enum apo_round_state)all.news.before);
    if (apo_live_owns(live, all.news.game) && !game->is_busy &&
        apo_round_wants_computer(game->round) &&
        !live->hooks.is_thinking(live->hooks.context, id))
        live->hooks.think(live->hooks.context, game);
}

void apo_live_hear(apo_live *live, const apo_shards_news *news)
{
    apo_span id = apo_span_of(news->game);
    apo_live_game *game = apo_live_peek(live, id);
    bool is_own = apo_live_owns(live, news->game);
    if (!is_own && !is_heard(live, news)) {
        /* It will be read again if needed. */
        if (game != NULL && !game->is_busy)
            game->is_broken = true;
        return;
    }
    if (is_own && game != NULL && game->round->seq < news->seq)
        apo_live_catch_up(game);
    hearing *all = apo_allocate(NULL, sizeof *all);
    if (all == NULL)
        return;
    *all = (hearing){live, *news};
    apo_live_fetch(live, id, pass_on, all);
}

void apo_live_hear_all(apo_live *live)
{
    for (unsigned i = 0; i < APO_LIVE_BUCKETS; i++) {
        for (apo_live_game *game = live->buckets[i]; game != NULL; game = game->next)
            apo_live_catch_up(game);
    }
}

/* --- parts that come and go ---------------------------------------------- */

static void end_streams(apo_live_game *game)
{
    while (game->watchers != NULL) {
        apo_watcher *gone = game->watchers;
        game->watchers = gone->next;
        apo_http_stream_close(gone->stream);
        apo_free(NULL, gone);
    }
}

void apo_live_yield(apo_live *live)
{
    for (unsigned i = 0; i < APO_LIVE_BUCKETS; i++) {
        for (apo_live_game *game = live->buckets[i]; game != NULL; game = game->next) {
            if (apo_live_owns(live, game->row.id))
                continue;
            apo_live_game_set_flag(game);
            end_streams(game);
        }
    }
}

static int64_t gap_of(void *context, const char *id)
{
    const int64_t *gap_ms = context;
    return gap_ms[apo_shard_of(apo_span_of(id))];
}

void apo_live_gain(apo_live *live, const int64_t gap_ms[APO_SHARDS])
{
    int64_t gaps[APO_SHARDS];
    for (unsigned i = 0; i < APO_SHARDS; i++)
        gaps[i] = gap_ms[i];
    /* Games in memory may date from before another server had them. */
    apo_live_hear_all(live);
    apo_live_give_back(live, gap_of, gaps);
    live->ticks = 0;
    apo_live_tick(live);
}
