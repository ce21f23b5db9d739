/* Changes to games, serialised for each game: applied, stored, and then sent to the
 * watchers. */
#include "server/live/follow.h"
#include "server/live/live_priv.h"
#include "server/live/tell.h"
#include "server/web/game_summary.h"

/* --- one after another --------------------------------------------------- */

bool apo_live_game_enter(apo_live_game *game, apo_http_call *fn, void *context)
{
    apo_live_check_clock(game->live);
    if (!game->is_busy)
        return true;
    apo_waiter *one = apo_allocate_zero(NULL, sizeof *one);
    if (one == NULL)
        return true; /* out of memory: the next step will fail and report it */
    one->fn = fn;
    one->context = context;
    apo_waiter **at = &game->waiters;
    while (*at != NULL)
        at = &(*at)->next;
    *at = one;
    return false;
}

/* Calls the waiters in turn, until one of them begins another change. */
static void leave(apo_live_game *game)
{
    game->is_busy = false;
    while (!game->is_busy && game->waiters != NULL) {
        apo_waiter one = *game->waiters;
        apo_free(NULL, game->waiters);
        game->waiters = one.next;
        one.fn(one.context);
    }
}

static void after_change(apo_live_game *game, enum apo_round_state before)
{
    const apo_live_hooks *hooks = &game->live->hooks;
    apo_live_touch(game);
    apo_live_game_set_flag(game);
    hooks->changed(hooks->context, game, before);
    if (apo_round_wants_computer(game->round) && apo_live_owns(game->live, game->row.id))
        hooks->think(hooks->context, game);
}

/* A change being stored. Its events are already applied to the round, but nobody acts on them
 * yet, because everybody must enter the game first. */
typedef struct commitment {
    apo_live_game *game;
    enum apo_round_state before;
    apo_store_game row;
    unsigned count;
    uint64_t first_seq;
    const char *names[APO_ACT_EVENTS_MAX]; /* of events to send; NULL: none */
    apo_buffer data[APO_ACT_EVENTS_MAX];
    apo_live_game_done *done;
    void *context;
} commitment;

static void free_commitment(commitment *job)
{
    for (unsigned i = 0; i < job->count; i++)
        apo_buffer_clear(&job->data[i]);
    apo_free(NULL, job);
}

static void finish_commit(void *context, apo_status status)
{
    commitment *job = context;
    apo_live_game *game = job->game;
    for (unsigned i = 0; status == APO_OK && i < job->count; i++) {
        if (job->names[i] != NULL)
            apo_live_game_send(game, job->first_seq + i, job->names[i],
                               apo_buffer_span(&job->data[i]));
    }
    if (status == APO_OK) {
        game->row = job->row;
        if (job->count > 0)
            after_change(game, job->before);
    } else {
        apo_live_game_mend(game);
    }
    if (job->done != NULL)
        job->done(job->context, status);
    free_commitment(job);
    leave(game);
}

static void add_event(apo_store_batch *batch, const char *game, const apo_event *event)
{
    const apo_store_event row = {event->seq, event->at_ms,
                                 event->by,  apo_span_of(apo_event_word(event->kind)),
                                 event->key, event->data};
    apo_store_add_event(batch, game, &row);
}

/* Adds what follows from the change. */
static void follow(commitment *job, const apo_act *act, apo_store_batch *batch)
{
    apo_live_game *game = job->game;
    apo_app *app = game->live->app;
    apo_follow_game(app, batch, game->row.state, &job->row, game->round);
    apo_tell_players(app, batch, job->before, game->round, game->players, act->now_ms);
}

/* Applies the events to the round, and prepares what will be sent about them. */
static apo_status apply_act(commitment *job, const apo_act *act, apo_store_batch *batch)
{
    apo_live_game *game = job->game;
    job->first_seq = act->first_seq;
    for (unsigned i = 0; i < act->count; i++) {
        apo_event event = apo_act_get(act, i);
        apo_status status = apo_round_apply(game->round, &event);
        if (status != APO_OK)
            return status;
        if (event.kind == APO_EVENT_JOIN || event.kind == APO_EVENT_MERGE)
            apo_live_game_look_up_players(game);
        apo_buffer_init(&job->data[i], NULL);
        job->count = i + 1;
        job->names[i] = apo_view_event(&job->data[i], game->round, &event, game->players,
                                       apo_http_wall_clock_ms());
        add_event(batch, game->row.id, &event);
    }
    job->row = game->row;
    apo_game_summary_to_row(&job->row, game->round);
    apo_store_set_game(batch, &job->row);
    if (act->count > 0)
        follow(job, act, batch);
    return APO_OK;
}

void apo_live_game_commit(apo_live_game *game, const apo_act *act, apo_store_batch *batch,
                          apo_live_game_done *done, void *context)
{
    commitment *job = apo_allocate_zero(NULL, sizeof *job);
    if (batch == NULL)
        batch = apo_store_batch_new();
    if (job == NULL || batch == NULL) {
        apo_free(NULL, job);
        apo_store_batch_free(batch);
        if (done != NULL)
            done(context, APO_E_MEMORY);
        return;
    }
    *job = (commitment){
        .game = game, .before = game->round->state, .done = done, .context = context};
    game->is_busy = true;
    apo_status status = apply_act(job, act, batch);
    if (status == APO_OK) {
        apo_store_submit(game->live->app->store, batch, finish_commit, job);
        return;
    }
    apo_store_batch_free(batch);
    finish_commit(job, status);
}

/* --- new games ----------------------------------------------------------- */

typedef struct creation {
    apo_live_game *game;
    apo_live_game_done *done;
    void *context;
} creation;

static void finish_creation(void *context, apo_status status)
{
    creation *job = context;
    apo_live_game *game = job->game;
    if (status == APO_OK) {
        apo_live_insert(game->live, game);
        apo_live_game_look_up_players(game);
        after_change(game, APO_ROUND_CANCELLED);
    } else {
        apo_live_game_close(game);
    }
    job->done(job->context, status);
    apo_free(NULL, job);
}

/* Adds a new game to the batch. Applies its first events to `round` and fills `row` from
 * them. */
static apo_status add_new(apo_live *live, apo_round *round, apo_store_game *row,
                          const apo_new_game *game, apo_store_batch *batch)
{
    const apo_offered_game *offered =
        apo_variant_map_find_digest(live->app->variants, apo_span_of(game->row.definition));
    for (unsigned i = 0; i < game->count; i++) {
        apo_status status = apo_round_apply(round, &game->events[i]);
        if (status != APO_OK)
            return status;
    }
    if (offered != NULL)
        apo_store_add_definition(batch, offered->digest, offered->id,
                                 apo_buffer_span(&offered->text));
    apo_game_summary_to_row(row, round);
    apo_store_add_game(batch, row);
    for (unsigned i = 0; i < game->count; i++)
        add_event(batch, row->id, &game->events[i]);
    apo_follow_game(live->app, batch, APO_STORE_CANCELLED, row, round);
    return APO_OK;
}

apo_status apo_live_add(apo_live *live, const apo_new_game *game, apo_store_batch *batch)
{
    apo_store_game row = game->row;
    apo_round *round = apo_round_new(apo_span_of(row.id), game->var);
    if (round == NULL || batch == NULL) {
        apo_round_free(round);
        return APO_E_MEMORY;
    }
    apo_status status = add_new(live, round, &row, game, batch);
    apo_round_free(round);
    return status;
}

/* New games that are to be announced, one after another: a round may have some hundreds, and
 * reading them all at once would hold up everybody. */
typedef struct news {
    apo_live *live;
    apo_buffer ids; /* owned */
    apo_span rest, next;
} news;

static void announce_next(news *all);

/* If the server is too busy to have the others read, this does it.
 * NOLINTNEXTLINE(misc-no-recursion): the next one waits for this one, unless it is in memory */
static void announce(void *context, apo_status status)
{
    news *all = context;
    apo_live *live = all->live;
    do {
        apo_live_game *game;
        if (apo_live_find(live, &game, all->next) == APO_OK)
            live->hooks.changed(live->hooks.context, game, APO_ROUND_CANCELLED);
    } while (status != APO_OK && (all->next = apo_span_word(&all->rest)).length > 0);
    announce_next(all);
}

/* NOLINTNEXTLINE(misc-no-recursion): see announce */
static void announce_next(news *all)
{
    all->next = apo_span_word(&all->rest);
    if (all->next.length > 0) {
        apo_live_fetch(all->live, all->next, announce, all);
        return;
    }
    apo_buffer_clear(&all->ids);
    apo_free(NULL, all);
}

void apo_live_announce(apo_live *live, apo_span ids)
{
    news *all = apo_allocate_zero(NULL, sizeof *all);
    if (all == NULL)
        return; /* who opens such a game starts its clock */
    all->live = live;
    apo_buffer_init(&all->ids, NULL);
    apo_buffer_add_span(&all->ids, ids);
    all->rest = apo_buffer_span(&all->ids);
    announce_next(all);
}

void apo_live_create(apo_live *live, const apo_new_game *game, apo_store_batch *batch,
                     apo_live_game_done *done, void *context)
{
    creation *job = apo_allocate_zero(NULL, sizeof *job);
    apo_round *round = apo_round_new(apo_span_of(game->row.id), game->var);
    apo_live_game *live_game =
        round != NULL ? apo_live_game_open(live, &game->row, round) : NULL;
    apo_status status = APO_E_MEMORY;
    if (job != NULL && live_game != NULL && batch != NULL)
        status = add_new(live, live_game->round, &live_game->row, game, batch);
    if (status == APO_OK) {
        *job = (creation){live_game, done, context};
        apo_store_submit(live->app->store, batch, finish_creation, job);
        return;
    }
    apo_store_batch_free(batch);
    if (live_game != NULL)
        apo_live_game_close(live_game);
    else
        apo_round_free(round);
    apo_free(NULL, job);
    done(context, status);
}
