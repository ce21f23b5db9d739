/* What happens in games by itself: flags fall, invitations expire, the server comes back. */
#include "server/hall/hall_priv.h"
#include "server/site/brief.h"

enum {
    FORGET_MS = 10 * 60 * 1000, /* after that nobody comes back at once */
    FORGET_STEP = 16,           /* buckets looked at each tick: all of them in a minute */
    DUE_MAX = 200,              /* of one tick */
    RESUME_MAX = 100000         /* games looked at when the server starts */
};

/* A flag may have fallen, an invitation expired. */
static void look_at_clock(void *context)
{
    apo_table *table = context;
    apo_act act;
    if (!apo_table_enter(table, look_at_clock, table))
        return;
    apo_act_start(&act, table->round, APO_NOBODY, apo_http_wall_clock_ms(), apo_span_of(""));
    apo_act_look(&act);
    if (act.count > 0)
        apo_table_commit(table, &act, NULL, NULL, NULL);
    else
        apo_table_set_flag(table);
}

void apo_table_fall_flag(void *context)
{
    look_at_clock(context);
}

static bool look_at_row(void *context, const apo_store_game *row)
{
    apo_hall *hall = context;
    apo_table *table;
    if (apo_hall_find(hall, &table, apo_span_of(row->id)) == APO_OK && !table->is_busy)
        look_at_clock(table);
    return true;
}

static bool can_forget(const apo_table *table, int64_t now_ms)
{
    return table->watchers == NULL && table->waiters == NULL && !table->is_busy &&
           !apo_round_wants_computer(table->round) &&
           (table->is_broken || now_ms - table->used_ms > FORGET_MS);
}

static void forget_some(apo_hall *hall)
{
    int64_t now_ms = apo_http_ticks_ms();
    for (unsigned i = 0; i < FORGET_STEP; i++) {
        apo_table *next;
        for (apo_table *table = hall->buckets[hall->forget_at]; table != NULL; table = next) {
            next = table->next;
            if (!can_forget(table, now_ms))
                continue;
            apo_hall_remove(hall, table);
            apo_table_close(table);
        }
        hall->forget_at = (hall->forget_at + 1) % APO_HALL_BUCKETS;
    }
}

void apo_hall_tick(apo_hall *hall)
{
    apo_store_list_due(hall->app->store, apo_http_wall_clock_ms(), DUE_MAX, look_at_row, hall);
    forget_some(hall);
}

bool apo_hall_is_live(const apo_hall *hall)
{
    for (unsigned i = 0; i < APO_HALL_BUCKETS; i++) {
        for (const apo_table *table = hall->buckets[i]; table != NULL; table = table->next) {
            if (table->round->clock.is_running && apo_round_is_live(table->round))
                return true;
        }
    }
    return false;
}

/* --- after a pause --- */

typedef struct pause {
    apo_hall *hall;
    int64_t away_ms;
} pause;

/* A live clock that ran on while nobody could move. */
static bool give_time_back(void *context, const apo_store_game *row)
{
    pause *all = context;
    apo_brief brief;
    apo_table *table;
    apo_act act;
    if (row->state != APO_STORE_PLAYING || apo_brief_read(&brief, row) != APO_OK ||
        brief.turn >= APO_SIDES || brief.start.controls[brief.turn].kind != APO_CLOCK_LIVE ||
        apo_hall_find(all->hall, &table, apo_span_of(row->id)) != APO_OK ||
        !table->round->clock.is_running || table->is_busy)
        return true;
    apo_act_start(&act, table->round, APO_NOBODY, apo_http_wall_clock_ms(), apo_span_of(""));
    apo_act_gift(&act, all->away_ms);
    apo_table_commit(table, &act, NULL, NULL, NULL);
    return true;
}

static bool think_on(void *context, const apo_store_game *row)
{
    apo_hall *hall = context;
    apo_table *table;
    if (apo_hall_find(hall, &table, apo_span_of(row->id)) == APO_OK &&
        apo_round_wants_computer(table->round))
        hall->hooks.think(hall->hooks.context, table);
    return true;
}

void apo_hall_resume(apo_hall *hall, int64_t away_ms)
{
    pause all = {hall, away_ms};
    if (away_ms > 0)
        apo_store_list_due(hall->app->store, INT64_MAX, RESUME_MAX, give_time_back, &all);
    apo_store_flush(hall->app->store);
    apo_store_list_games(hall->app->store, APO_STORE_LIST_TASKS, RESUME_MAX, think_on, hall);
}
