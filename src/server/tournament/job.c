#include "server/tournament/job.h"

#include <string.h>

#include "apothecary/position.h"
#include "server/live/live.h"
#include "server/tournament/arena.h"
#include "server/tournament/run.h"
#include "server/tournament/watch.h"
#include "server/web/await.h"
#include "server/web/game_summary.h"
#include "store/published.h"

enum {
    COMPILE_MS = 1000 /* until a published game should be ready */
};

/* A job in progress. */
typedef struct errand {
    apo_app *app;
    apo_job *job;
    apo_tournament_book *book; /* owned; NULL for a resignation */
    bool has_changed;          /* if not, nobody need be told */
} errand;

static void end(errand *all, apo_status status)
{
    apo_job *job = all->job;
    apo_tournament_book_free(all->book);
    apo_free(NULL, all);
    apo_job_end(job, status);
}

static void finish(void *context, apo_status status)
{
    errand *all = context;
    if (status == APO_OK && all->has_changed) {
        apo_tournament_announce(all->app, all->book);
        apo_tournament_watch_tell(all->app->tournaments, all->book->row.id,
                                  all->book->row.version + 1);
    }
    end(all, status);
}

/* --- a game has ended ---------------------------------------------------- */

/* White's quarters, and the game; negative: the game does not count. */
static int quarters_of(apo_game_summary *summary, const apo_store_game *row)
{
    if (row->state != APO_STORE_FINISHED || apo_game_summary_read(summary, row) != APO_OK)
        return -1;
    return summary->white_quarters >= 0 && summary->white_quarters <= APO_QUARTERS_WIN
               ? summary->white_quarters
               : -1;
}

/* In an arena, a player who loses on time without a move is absent: no more games begin for
 * them until they join again. */
static void pause_absent(errand *all, const apo_store_pairing *pairing,
                         const apo_game_summary *game, apo_store_batch *batch)
{
    apo_live_game *live;
    const bool is_white = game->white_quarters == 0;
    if (all->book->plan.system != APO_TOURNAMENT_ARENA ||
        game->ply_count >= (is_white ? 1 : 2) ||
        (!is_white && game->white_quarters != APO_QUARTERS_WIN) ||
        apo_live_find(all->app->live, &live, apo_span_of(pairing->game)) != APO_OK ||
        strcmp(apo_live_game_round(live)->reason, "time") != 0)
        return;
    unsigned loser = apo_tournament_book_find(
        all->book, apo_span_of(is_white ? pairing->white : pairing->black));
    if (loser != APO_TOURNAMENT_NOBODY)
        apo_arena_pause(all->book, loser, batch);
}

static apo_status take_result(errand *all, apo_span game, apo_store_batch *batch)
{
    apo_store_game row;
    apo_game_summary summary;
    apo_status status = apo_store_find_game(all->app->store, &row, game);
    for (size_t i = 0; status == APO_OK && i < all->book->pairing_count; i++) {
        const apo_store_pairing *pairing = &all->book->pairings[i];
        if (!apo_span_is(game, pairing->game) || pairing->how != APO_TOURNAMENT_RUNNING)
            continue;
        const int quarters = quarters_of(&summary, &row);
        if (quarters >= 0)
            pause_absent(all, pairing, &summary, batch);
        return apo_tournament_take_result(all->app, all->book, i, quarters, batch);
    }
    return status;
}

/* --- timed jobs ---------------------------------------------------------- */

static apo_status do_step(errand *all, const apo_store_job *row, apo_store_batch *batch)
{
    apo_span rest = apo_span_of(row->data);
    apo_span word = apo_span_word(&rest);
    uint32_t round;
    if (word.length == 0)
        return take_result(all, apo_span_of(row->subject), batch);
    if (apo_span_is(word, "begin"))
        return all->book->row.state == APO_STORE_TOURNAMENT_OPEN
                   ? apo_tournament_begin(all->app, all->book, batch)
                   : APO_OK;
    if (apo_span_is(word, APO_ARENA_JOB))
        return apo_arena_wave(all->app, all->book, batch, &all->has_changed);
    if (apo_span_is(word, "round") &&
        apo_span_number(apo_span_trim(rest), APO_TOURNAMENT_ROUNDS_MAX, &round))
        return apo_tournament_begin_round(all->app, all->book, round, batch);
    return APO_OK;
}

/* --- resigning a leaving player's games ---------------------------------- */

static void finish_resigning(void *context, apo_status status)
{
    end(context, status);
}

static void resign(void *context)
{
    errand *all = context;
    const apo_store_job *row = apo_job_row(all->job);
    apo_live_game *game;
    apo_act act;
    apo_span rest = apo_span_of(row->data);
    apo_span_word(&rest);
    if (apo_live_find(all->app->live, &game, apo_span_of(row->subject)) != APO_OK) {
        end(all, APO_E_IO);
        return;
    }
    if (!apo_live_game_enter(game, resign, all))
        return;
    apo_round *round = apo_live_game_round(game);
    apo_act_start(&act, round, apo_round_side_of(round, apo_span_trim(rest)),
                  apo_http_wall_clock_ms(), apo_span_of(""));
    apo_act_resign(&act);
    apo_store_batch *batch = apo_store_batch_new();
    apo_job_drop(all->job, batch);
    if (act.count > 0)
        apo_live_game_commit(game, &act, batch, finish_resigning, all);
    else
        apo_store_submit(all->app->store, batch, finish_resigning, all);
}

/* --- */

/* The tournament that a job is about. */
static apo_status load(errand *all, const apo_store_job *row)
{
    apo_store_pairing pairing;
    apo_span subject = apo_span_of(row->subject);
    if (row->data[0] == '\0') {
        apo_status status = apo_store_find_pairing(all->app->store, &pairing, subject);
        if (status != APO_OK)
            return status;
        subject = apo_span_of(pairing.tournament);
    }
    return apo_tournament_book_load(&all->book, all->app->store, subject);
}

/* True if the tournament's version of a published game is gone or has faults, so that no game
 * can ever begin. */
static bool is_unplayable(const errand *all)
{
    apo_store_published version;
    const apo_span variant = apo_span_of(all->book->row.variant);
    const char *digest = all->book->plan.definition;
    apo_app *app = all->app;
    if (digest[0] == '\0' || all->book->row.state > APO_STORE_TOURNAMENT_RUNNING)
        return false;
    apo_status status =
        apo_store_find_version_of(app->store, &version, variant, apo_span_of(digest));
    if (status != APO_OK)
        return status == APO_E_UNKNOWN;
    /* Without compiling anything: out of memory is no fault. */
    return apo_variant_map_is_ready(app->variants, all->book->row.variant, digest) &&
           apo_variant_map_find_version(app->variants, app->store, variant,
                                        apo_span_of(digest)) == NULL;
}

/* True: the game is being compiled. */
static bool is_awaiting(const errand *all)
{
    const char *variant = all->book->row.variant, *digest = all->book->plan.definition;
    const apo_offered_game *game =
        apo_variant_map_find_offered(all->app->variants, apo_span_of(variant));
    if (digest[0] == '\0' && game == NULL)
        return false;
    return apo_await_for_job(all->app, variant, digest[0] != '\0' ? digest : game->digest);
}

static apo_status call_off(errand *all, apo_store_batch *batch)
{
    apo_log_text(&all->app->log, "tournament_unplayable", "tournament",
                 apo_span_of(all->book->row.id));
    all->book->plan.is_unplayable = true;
    return apo_tournament_cancel(all->app, all->book, batch);
}

static void do_job(void *context, apo_job *job)
{
    apo_app *app = context;
    const apo_store_job *row = apo_job_row(job);
    errand *all = apo_allocate_zero(NULL, sizeof *all);
    if (all == NULL) {
        apo_job_end(job, APO_E_MEMORY);
        return;
    }
    *all = (errand){.app = app, .job = job, .has_changed = true};
    if (apo_span_starts_with(apo_span_of(row->data), "resign ")) {
        resign(all);
        return;
    }
    apo_status status = load(all, row);
    if (status != APO_OK) {
        apo_free(NULL, all);
        /* If it is gone, there is nothing to do. */
        if (status == APO_E_UNKNOWN)
            apo_job_done(job, NULL);
        else
            apo_job_end(job, status);
        return;
    }
    const bool is_lost = is_unplayable(all);
    if (!is_lost && is_awaiting(all)) {
        apo_tournament_book_free(all->book);
        apo_free(NULL, all);
        apo_job_delay(job, COMPILE_MS);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_job_drop(job, batch);
    if (batch == NULL)
        status = APO_E_MEMORY;
    else
        status = is_lost ? call_off(all, batch) : do_step(all, row, batch);
    if (status == APO_OK) {
        apo_store_submit(app->store, batch, finish, all);
        return;
    }
    apo_store_batch_free(batch);
    end(all, status);
}

void apo_tournament_do_job(void *context, apo_job *job)
{
    const apo_store_job *row = apo_job_row(job);
    apo_span data = apo_span_of(row->data);
    bool has_game = data.length == 0 || apo_span_starts_with(data, "resign ");
    if (has_game)
        apo_live_for_job(context, job, apo_span_of(row->subject), do_job);
    else
        do_job(context, job);
}
