#include "server/tournament/job.h"

#include "apothecary/position.h"
#include "server/live/live.h"
#include "server/tournament/run.h"
#include "server/tournament/watch.h"
#include "server/web/game_summary.h"

/* A job in progress. */
typedef struct errand {
    apo_app *app;
    apo_job *job;
    apo_tournament_book *book; /* owned; NULL for a resignation */
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
    if (status == APO_OK) {
        apo_tournament_announce(all->app, all->book);
        apo_tournament_watch_tell(all->app->tournaments, all->book->row.id,
                                  all->book->row.version + 1);
    }
    end(all, status);
}

/* --- a game has ended ---------------------------------------------------- */

/* White's quarters; negative: the game does not count. */
static int quarters_of(const apo_store_game *row)
{
    apo_game_summary summary;
    if (row->state != APO_STORE_FINISHED || apo_game_summary_read(&summary, row) != APO_OK)
        return -1;
    return summary.white_quarters >= 0 && summary.white_quarters <= APO_QUARTERS_WIN
               ? summary.white_quarters
               : -1;
}

static apo_status take_result(errand *all, apo_span game, apo_store_batch *batch)
{
    apo_store_game row;
    apo_status status = apo_store_find_game(all->app->store, &row, game);
    for (size_t i = 0; status == APO_OK && i < all->book->pairing_count; i++) {
        const apo_store_pairing *pairing = &all->book->pairings[i];
        if (apo_span_is(game, pairing->game) && pairing->how == APO_TOURNAMENT_RUNNING)
            return apo_tournament_take_result(all->app, all->book, i, quarters_of(&row), batch);
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

void apo_tournament_do_job(void *context, apo_job *job)
{
    apo_app *app = context;
    const apo_store_job *row = apo_job_row(job);
    errand *all = apo_allocate_zero(NULL, sizeof *all);
    if (all == NULL) {
        apo_job_end(job, APO_E_MEMORY);
        return;
    }
    *all = (errand){.app = app, .job = job};
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
    apo_store_batch *batch = apo_store_batch_new();
    apo_job_drop(job, batch);
    status = batch != NULL ? do_step(all, row, batch) : APO_E_MEMORY;
    if (status == APO_OK) {
        apo_store_submit(app->store, batch, finish, all);
        return;
    }
    apo_store_batch_free(batch);
    end(all, status);
}
