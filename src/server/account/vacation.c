#include "server/account/vacation.h"

#include "game/leave.h"
#include "server/jobs/jobs.h"
#include "server/live/live.h"
#include "server/web/game_summary.h"

enum {
    GAMES_PAGE = 500,   /* games of a person per page */
    RETRY_MS = 5 * 1000 /* when memory is short */
};

static const char rest_kind[] = "rest";
static const char end_kind[] = "leave-end";

/* --- the state ----------------------------------------------------------- */

typedef struct reckoning {
    apo_vacation_state *state;
    int64_t now_ms;
} reckoning;

static bool reckon(void *context, const apo_store_vacation *vacation)
{
    const reckoning *all = context;
    all->state->count++;
    all->state->taken_ms +=
        apo_leave_within(vacation->from_ms, vacation->until_ms, all->now_ms);
    if (!vacation->is_over) {
        all->state->is_on = true;
        all->state->current = *vacation;
    }
    return true;
}

apo_status apo_vacation_find(apo_vacation_state *out, apo_app *app, apo_span person,
                             int64_t now_ms)
{
    *out = (apo_vacation_state){.is_on = false};
    reckoning all = {out, now_ms};
    apo_status status =
        apo_store_list_vacations(app->store, person, apo_year_begin(now_ms), reckon, &all);
    out->latest_ms = apo_leave_latest(out->taken_ms, now_ms);
    return status;
}

/* --- beginning and ending ------------------------------------------------ */

typedef struct listing {
    apo_store_batch *batch;
    int64_t now_ms;
    size_t count;
    char last[APO_STORE_ID_MAX];
} listing;

static bool look_at_row(void *context, const apo_store_game *row)
{
    listing *all = context;
    apo_game_summary summary;
    apo_text_copy(all->last, sizeof all->last, row->id);
    all->count++;
    if (apo_game_summary_read(&summary, row) == APO_OK && summary.start.has_vacation)
        apo_store_add_job(all->batch, rest_kind, row->id, "", all->now_ms);
    return true;
}

/* All unfinished games of a person, page by page. */
static void look_at_games(apo_app *app, apo_store_batch *batch, apo_span person, int64_t now_ms)
{
    static apo_status (*const lists[])(apo_store *, apo_span, apo_span, unsigned,
                                       apo_store_game_row *,
                                       void *) = {apo_store_list_turn, apo_store_list_others};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        listing all = {.batch = batch, .now_ms = now_ms, .count = GAMES_PAGE};
        while (all.count == GAMES_PAGE) {
            char after[APO_STORE_ID_MAX];
            apo_text_copy(after, sizeof after, all.last);
            all.count = 0;
            if (lists[i](app->store, person, apo_span_of(after), GAMES_PAGE, look_at_row,
                         &all) != APO_OK)
                break;
        }
    }
}

void apo_vacation_begin(apo_app *app, apo_store_batch *batch,
                        const apo_store_vacation *vacation)
{
    apo_store_add_vacation(batch, vacation);
    apo_store_add_job(batch, end_kind, vacation->person, "", vacation->until_ms);
    look_at_games(app, batch, apo_span_of(vacation->person), vacation->from_ms);
}

void apo_vacation_end(apo_app *app, apo_store_batch *batch, apo_span person, int64_t now_ms)
{
    char id[APO_STORE_ID_MAX];
    apo_text_copy_span(id, sizeof id, person);
    apo_store_end_vacation(batch, id, now_ms);
    look_at_games(app, batch, person, now_ms);
}

/* --- jobs ---------------------------------------------------------------- */

/* A vacation has reached its planned end, unless it was ended early: then the job has nothing
 * to do. */
static void end_leave(void *context, apo_job *job)
{
    apo_app *app = context;
    apo_store_vacation vacation;
    apo_store_batch *batch = NULL;
    apo_span person = apo_span_of(apo_job_row(job)->subject);
    int64_t now_ms = apo_http_wall_clock_ms();
    apo_status status = apo_store_find_vacation(app->store, &vacation, person);
    if (apo_job_is_transient(status)) {
        apo_job_end(job, status);
        return;
    }
    if (status == APO_OK && vacation.until_ms <= now_ms) {
        batch = apo_store_batch_new();
        apo_vacation_end(app, batch, person, vacation.until_ms);
    }
    apo_job_done(job, batch);
}

/* Which players are on vacation, and since when. A vacation holds the clock from its beginning,
 * even if the server notices it later, perhaps after a crash; the clock restarts when the end
 * is noticed. */
typedef struct absence {
    bool is_away[APO_SIDES];
    int64_t at_ms;
} absence;

static absence look_who_is_away(apo_app *app, const apo_round *round)
{
    apo_store_vacation vacation;
    int64_t now_ms = apo_http_wall_clock_ms();
    absence out = {.at_ms = now_ms};
    bool has_end = false;
    for (unsigned side = 0; side < APO_SIDES; side++) {
        const apo_seat *seat = &round->seats[side];
        out.is_away[side] =
            seat->kind == APO_SEAT_PERSON &&
            apo_store_find_vacation(app->store, &vacation, apo_span_of(seat->person)) == APO_OK;
        bool is_held = round->clock.is_held[side];
        has_end = has_end || (is_held && !out.is_away[side]);
        if (!is_held && out.is_away[side] && vacation.from_ms < out.at_ms)
            out.at_ms = vacation.from_ms;
    }
    int64_t last_ms = round->seq > 0 ? round->notes[round->seq - 1].at_ms : 0;
    if (out.at_ms < last_ms)
        out.at_ms = last_ms;
    if (has_end)
        out.at_ms = now_ms;
    return out;
}

typedef struct rest {
    apo_app *app;
    apo_job *job;
} rest;

static void end_rest(void *context, apo_status status)
{
    rest *all = context;
    apo_job_end(all->job, status);
    apo_free(NULL, all);
}

/* Waits until the game is not busy. */
static void rest_game(void *context)
{
    rest *all = context;
    apo_live_game *game;
    apo_act act;
    apo_status status =
        apo_live_find(all->app->live, &game, apo_span_of(apo_job_row(all->job)->subject));
    if (status == APO_OK && !apo_live_game_enter(game, rest_game, all))
        return;
    if (apo_job_is_transient(status)) {
        end_rest(all, status);
        return;
    }
    if (status != APO_OK) {
        apo_job_done(all->job, NULL);
        apo_free(NULL, all);
        return;
    }
    apo_round *round = apo_live_game_round(game);
    const absence seen = look_who_is_away(all->app, round);
    apo_act_start(&act, round, APO_NOBODY, seen.at_ms, apo_span_of(""));
    for (unsigned side = 0; side < APO_SIDES; side++)
        apo_act_vacation(&act, side, seen.is_away[side]);
    if (act.count == 0) {
        apo_job_done(all->job, NULL);
        apo_free(NULL, all);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_job_drop(all->job, batch);
    apo_live_game_commit(game, &act, batch, end_rest, all);
}

static void rest_now(void *context, apo_job *job)
{
    rest *all = apo_allocate(NULL, sizeof *all);
    if (all == NULL) {
        apo_job_delay(job, RETRY_MS);
        return;
    }
    *all = (rest){context, job};
    rest_game(all);
}

static void begin_rest(void *context, apo_job *job)
{
    apo_live_for_job(context, job, apo_span_of(apo_job_row(job)->subject), rest_now);
}

void apo_vacation_add(apo_app *app)
{
    apo_jobs_add(app->jobs, rest_kind, begin_rest);
    apo_jobs_add(app->jobs, end_kind, end_leave);
}
