/* Timed events of games: flags fall, open games expire, guests leave, the server restarts. */
#include <string.h>

#include "base/text.h"
#include "net/wall_clock.h"
#include "server/live/live_priv.h"
#include "server/web/game_summary.h"

enum {
    FORGET_MS = 10 * 60 * 1000, /* unused for this long: nobody is likely to return soon */
    FORGET_STEP = 16,           /* buckets checked each tick: all of them in a minute */
    DUE_MAX = 200,              /* of one tick */
    RESUME_MAX = 100000,        /* games handled when the server starts */
    THINK_MAX = 1000,           /* computers' games looked at together */
    THINK_TICKS = 5,            /* how often */
    OPEN_MAX = 100,             /* open games looked at as often: those that the lobby shows */
    OPEN_READ_MAX = 8,          /* of which are read into memory */
    GUEST_AWAY_MS =
        5 * 60 * 1000, /* nobody can tell a guest who is away that the game begins */
    STEP_MS = 2000     /* of the machine's clock; less is slewing, or a busy machine */
};

/* Checks for a fallen flag or an expired invitation. */
static void look_at_clock(void *context)
{
    apo_live_game *game = context;
    apo_act act;
    if (!apo_live_game_enter(game, look_at_clock, game))
        return;
    apo_act_start(&act, game->round, APO_NOBODY, apo_http_wall_clock_ms(), apo_span_of(""));
    apo_act_look(&act);
    if (act.count > 0)
        apo_live_game_commit(game, &act, NULL, NULL, NULL);
    else
        apo_live_game_set_flag(game);
}

void apo_live_game_fall_flag(void *context)
{
    look_at_clock(context);
}

/* What is to be done with a game when it is in memory. */
typedef void timed_act(apo_live_game *game);

typedef struct timed {
    apo_live *live;
    timed_act *act;
    char game[APO_GAME_ID_MAX];
} timed;

static void act_in_time(void *context, apo_status status)
{
    timed all = *(timed *)context;
    apo_live_game *game;
    apo_free(NULL, context);
    if (status == APO_OK && apo_live_owns(all.live, all.game) &&
        apo_live_find(all.live, &game, apo_span_of(all.game)) == APO_OK && !game->is_busy)
        all.act(game);
}

/* Has the game read first if necessary. If that cannot begin now, the next tick tries again. */
static void set_act(apo_live *live, const char *id, timed_act *act)
{
    apo_span game = apo_span_of(id);
    if (!apo_live_owns(live, id) ||
        (!apo_live_has(live, game) && !apo_live_may_fetch(live, game)))
        return;
    timed *all = apo_allocate_zero(NULL, sizeof *all);
    if (all == NULL)
        return;
    *all = (timed){.live = live, .act = act};
    apo_text_copy(all->game, sizeof all->game, id);
    apo_live_fetch(live, game, act_in_time, all);
}

static void look_in_time(apo_live_game *game)
{
    look_at_clock(game);
}

static bool look_at_row(void *context, const apo_store_game *row)
{
    set_act(context, row->id, look_in_time);
    return true;
}

/* True if nobody uses it now. The computer's answer and the tick at its deadline read it from
 * the store again. */
static bool can_forget(const apo_live_game *game)
{
    return game->watchers == NULL && game->waiters == NULL && !game->is_busy;
}

static void forget(apo_live *live, apo_live_game *game)
{
    if (game->round->clock.is_running && apo_round_is_live(game->round)) {
        int64_t due_ms = apo_round_due(game->round);
        if (due_ms != APO_CLOCK_FOREVER && due_ms > live->clock_until_ms)
            live->clock_until_ms = due_ms;
    }
    apo_live_remove(live, game);
    apo_live_game_close(game);
}

static size_t bytes_of(void *context)
{
    const apo_live *live = context;
    return live->bytes;
}

static int64_t oldest_ms(void *context)
{
    const apo_live *live = context;
    const apo_live_game *game = live->oldest;
    while (game != NULL && !can_forget(game))
        game = game->newer;
    return game != NULL ? game->used_ms : INT64_MAX;
}

static size_t drop(void *context, size_t bytes, int64_t until_ms)
{
    apo_live *live = context;
    apo_live_game *newer;
    size_t before = live->bytes;
    for (apo_live_game *game = live->oldest;
         game != NULL && game->used_ms <= until_ms && before - live->bytes < bytes;
         game = newer) {
        newer = game->newer;
        if (can_forget(game))
            forget(live, game);
    }
    return before - live->bytes;
}

const apo_memory_part apo_live_memory = {
    "games", APO_T("megabytes of games in memory"), bytes_of, oldest_ms, drop, NULL};

static void forget_some(apo_live *live)
{
    int64_t now_ms = apo_http_ticks_ms();
    for (unsigned i = 0; i < FORGET_STEP; i++) {
        apo_live_game *next;
        for (apo_live_game *game = live->buckets[live->forget_at]; game != NULL; game = next) {
            next = game->next;
            if (can_forget(game) && (game->is_broken || now_ms - game->used_ms > FORGET_MS))
                forget(live, game);
        }
        live->forget_at = (live->forget_at + 1) % APO_LIVE_BUCKETS;
    }
}

static void think(apo_live_game *game)
{
    const apo_live_hooks *hooks = &game->live->hooks;
    if (apo_round_wants_computer(game->round) &&
        !hooks->is_thinking(hooks->context, apo_span_of(game->row.id)))
        hooks->think(hooks->context, game);
}

/* Asks for a computer's move that has not been requested, after a restart or because too many
 * were waiting. */
static bool think_on(void *context, const apo_store_game *row)
{
    apo_live *live = context;
    if (!live->hooks.is_thinking(live->hooks.context, apo_span_of(row->id)))
        set_act(live, row->id, think);
    return true;
}

/* True if the creator is a guest who has shut the page, or whose browser asks no more. */
static bool is_left_by_guest(const apo_live_game *game)
{
    const apo_round *round = game->round;
    apo_live *live = game->live;
    unsigned side = apo_round_side_of(round, apo_span_of(game->row.creator));
    int64_t unused_ms = (apo_http_ticks_ms() - game->used_ms) * apo_wall_clock_rate();
    return round->state == APO_ROUND_WAITING && apo_round_is_live(round) &&
           side != APO_NOBODY && !game->players[side].is_account && unused_ms > GUEST_AWAY_MS &&
           apo_live_game_away_ms(game, side) > GUEST_AWAY_MS &&
           !live->hooks.is_heard(live->hooks.context, apo_span_of(game->row.creator));
}

typedef struct lobby_round {
    apo_live *live;
    unsigned read_count;
} lobby_round;

static void stay(apo_live_game *game)
{
    (void)game; /* the next look finds it in memory */
}

/* Reads a guest's live game into memory, where it is known how long its creator is away. */
static void read_open(lobby_round *all, const apo_store_game *row)
{
    apo_game_summary summary;
    apo_store_person creator;
    if (all->read_count == OPEN_READ_MAX || apo_game_summary_read(&summary, row) != APO_OK ||
        summary.start.controls[APO_WHITE].kind != APO_CLOCK_LIVE ||
        apo_store_find_person(all->live->app->store, &creator, apo_span_of(row->creator)) !=
            APO_OK ||
        creator.is_account)
        return;
    all->read_count++;
    set_act(all->live, row->id, stay);
}

/* Takes the live games of guests who are away out of the lobby. */
static bool look_at_open(void *context, const apo_store_game *row)
{
    lobby_round *all = context;
    apo_act act;
    if (!apo_live_owns(all->live, row->id))
        return true;
    apo_live_game *game = apo_live_peek(all->live, apo_span_of(row->id));
    if (game == NULL) {
        read_open(all, row);
    } else if (!game->is_busy && is_left_by_guest(game)) {
        apo_act_start(&act, game->round, APO_NOBODY, apo_http_wall_clock_ms(), apo_span_of(""));
        if (apo_act_give_up(&act) == APO_REFUSED_NONE)
            apo_live_game_commit(game, &act, NULL, NULL, NULL);
    }
    return true;
}

static void read_next_gifted(apo_live *live);

void apo_live_tick(apo_live *live)
{
    apo_live_check_clock(live);
    read_next_gifted(live);
    apo_store_list_due(live->app->store, apo_http_wall_clock_ms(), DUE_MAX, look_at_row, live);
    forget_some(live);
    if (++live->ticks % THINK_TICKS != 0)
        return;
    apo_store_list_games(live->app->store, APO_STORE_LIST_JOBS, THINK_MAX, think_on, live);
    lobby_round all = {.live = live};
    apo_store_list_games(live->app->store, APO_STORE_LIST_OPEN, OPEN_MAX, look_at_open, &all);
}

bool apo_live_has_clock(const apo_live *live)
{
    if (apo_http_wall_clock_ms() < live->clock_until_ms)
        return true;
    for (unsigned i = 0; i < APO_LIVE_BUCKETS; i++) {
        for (const apo_live_game *game = live->buckets[i]; game != NULL; game = game->next) {
            if (game->round->clock.is_running && apo_round_is_live(game->round))
                return true;
        }
    }
    return false;
}

/* --- after a pause ------------------------------------------------------- */

typedef struct pause {
    apo_live *live;
    apo_live_lost_ms *lost_ms;
    void *context;
    bool may_wait; /* for games that are not in memory */
} pause;

static int64_t same_for_all(void *context, const char *id)
{
    (void)id;
    return *(const int64_t *)context;
}

struct apo_gift {
    apo_gift *next; /* in live->gifts */
    apo_live *live;
    char game[APO_GAME_ID_MAX];
    int64_t gift_ms;
    bool is_read; /* its game is being read, or has been */
};

/* The game may be busy. */
static void give(void *context)
{
    apo_gift *job = context;
    apo_live_game *game;
    apo_act act;
    if (apo_live_owns(job->live, job->game) &&
        apo_live_find(job->live, &game, apo_span_of(job->game)) == APO_OK) {
        if (!apo_live_game_enter(game, give, job))
            return;
        if (game->round->clock.is_running) {
            apo_act_start(&act, game->round, APO_NOBODY, apo_http_wall_clock_ms(),
                          apo_span_of(""));
            apo_act_gift(&act, job->gift_ms);
            apo_live_game_commit(game, &act, NULL, NULL, NULL);
        }
    }
    apo_free(NULL, job);
}

/* Where the gift for this game is linked in; at NULL: there is none. */
static apo_gift **find_gift(apo_live *live, const char *game)
{
    apo_gift **at = &live->gifts;
    while (*at != NULL && strcmp((*at)->game, game) != 0)
        at = &(*at)->next;
    return at;
}

static void give_waiting(apo_live *live, const char *game)
{
    apo_gift **at = find_gift(live, game), *job = *at;
    if (job == NULL)
        return;
    *at = job->next;
    give(job);
}

void apo_live_game_accept(apo_live_game *game)
{
    give_waiting(game->live, game->row.id);
}

void apo_live_free_gifts(apo_live *live)
{
    while (live->gifts != NULL) {
        apo_gift *job = live->gifts;
        live->gifts = job->next;
        apo_free(NULL, job);
    }
}

/* If the readers are too busy, the next tick goes on.
 * NOLINTNEXTLINE(misc-no-recursion): the next game waits for a reader */
static void gifted_is_read(void *context, apo_status status)
{
    apo_live *live = context;
    live->is_giving = false;
    if (live->gifts == NULL)
        return;
    if (status != APO_OK) {
        live->gifts->is_read = false;
        return;
    }
    if (live->gifts->is_read) /* in vain: this reports why */
        give_waiting(live, live->gifts->game);
    read_next_gifted(live);
}

/* NOLINTNEXTLINE(misc-no-recursion): see above */
static void read_next_gifted(apo_live *live)
{
    if (live->gifts == NULL || live->is_giving)
        return;
    live->is_giving = live->gifts->is_read = true;
    apo_live_fetch(live, apo_span_of(live->gifts->game), gifted_is_read, live);
}

/* A game that is not in memory gets its gift when it has been read, whatever it is read for:
 * before its flag can fall. */
static void give_when_read(apo_gift *job)
{
    apo_live *live = job->live;
    apo_gift *before = *find_gift(live, job->game);
    if (before == NULL) {
        job->next = live->gifts;
        live->gifts = job;
        return;
    }
    before->gift_ms += job->gift_ms;
    apo_free(NULL, job);
}

/* Gives back the time that a live clock lost while nobody could move. */
static bool give_time_back(void *context, const apo_store_game *row)
{
    pause *all = context;
    apo_game_summary summary;
    int64_t lost_ms =
        apo_live_owns(all->live, row->id) ? all->lost_ms(all->context, row->id) : 0;
    if (lost_ms <= 0)
        return true;
    if (row->state != APO_STORE_PLAYING || apo_game_summary_read(&summary, row) != APO_OK ||
        summary.turn >= APO_SIDES ||
        summary.start.controls[summary.turn].kind != APO_CLOCK_LIVE)
        return true;
    apo_gift *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL)
        return true;
    *job = (apo_gift){.live = all->live, .gift_ms = lost_ms};
    apo_text_copy(job->game, sizeof job->game, row->id);
    if (all->may_wait && !apo_live_has(all->live, apo_span_of(row->id)))
        give_when_read(job);
    else
        give(job);
    return true;
}

void apo_live_give_back(apo_live *live, apo_live_lost_ms *lost_ms, void *context)
{
    pause all = {live, lost_ms, context, true};
    apo_store_list_due(live->app->store, INT64_MAX, RESUME_MAX, give_time_back, &all);
    read_next_gifted(live);
}

void apo_live_check_clock(apo_live *live)
{
    apo_buffer line;
    int64_t lead_ms = apo_wall_clock_lead_ms();
    int64_t away_ms = lead_ms - live->lead_ms;
    live->lead_ms = lead_ms;
    if (away_ms < (int64_t)STEP_MS * apo_wall_clock_rate())
        return;
    apo_log_start(&line, "clock_step");
    apo_json_add_number(&line, "ms", away_ms);
    apo_log_end(&live->app->log, &line);
    apo_live_give_back(live, same_for_all, &away_ms);
}

void apo_live_resume(apo_live *live, int64_t away_ms)
{
    pause all = {live, same_for_all, &away_ms, false};
    if (away_ms > 0)
        apo_store_list_due(live->app->store, INT64_MAX, RESUME_MAX, give_time_back, &all);
    apo_store_flush(live->app->store);
    apo_store_list_games(live->app->store, APO_STORE_LIST_JOBS, THINK_MAX, think_on, live);
}
