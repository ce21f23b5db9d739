#include "server/tournament/chore.h"

#include "rules/outcome.h"
#include "server/live/live.h"
#include "server/site/brief.h"
#include "server/tournament/run.h"
#include "server/tournament/watch.h"

/* A task under way. */
typedef struct errand {
    apo_app *app;
    apo_chore *chore;
    apo_tournament_book *book; /* owned; NULL for a resignation */
} errand;

static void end(errand *job, apo_status status)
{
    apo_chore *chore = job->chore;
    apo_tournament_book_free(job->book);
    apo_free(NULL, job);
    apo_chore_end(chore, status);
}

static void finish(void *context, apo_status status)
{
    errand *job = context;
    if (status == APO_OK) {
        apo_tournament_announce(job->app, job->book);
        apo_tournament_watch_tell(job->app->tournaments, job->book->row.id,
                                  job->book->row.version + 1);
    }
    end(job, status);
}

/* --- a game has ended --- */

/* White's quarters; negative: the game does not count. */
static int quarters_of(const apo_store_game *row)
{
    apo_brief brief;
    if (row->state != APO_STORE_FINISHED || apo_brief_read(&brief, row) != APO_OK)
        return -1;
    return brief.white_quarters >= 0 && brief.white_quarters <= APO_QUARTERS_WIN
               ? brief.white_quarters
               : -1;
}

static apo_status take_result(errand *job, apo_span game, apo_store_batch *batch)
{
    apo_store_game row;
    apo_status status = apo_store_find_game(job->app->store, &row, game);
    for (size_t i = 0; status == APO_OK && i < job->book->pairing_count; i++) {
        const apo_store_pairing *pairing = &job->book->pairings[i];
        if (apo_span_is(game, pairing->game) && pairing->how == APO_TOURNAMENT_RUNNING)
            return apo_tournament_take_result(job->app, job->book, i, quarters_of(&row), batch);
    }
    return status;
}

/* --- what was put off --- */

static apo_status do_step(errand *job, const apo_store_task *task, apo_store_batch *batch)
{
    apo_span rest = apo_span_of(task->data);
    apo_span word = apo_span_word(&rest);
    uint32_t round;
    if (word.length == 0)
        return take_result(job, apo_span_of(task->subject), batch);
    if (apo_span_is(word, "begin"))
        return job->book->row.state == APO_STORE_TOURNAMENT_OPEN
                   ? apo_tournament_begin(job->app, job->book, batch)
                   : APO_OK;
    if (apo_span_is(word, "round") &&
        apo_span_number(apo_span_trim(rest), APO_TOURNAMENT_ROUNDS_MAX, &round))
        return apo_tournament_begin_round(job->app, job->book, round, batch);
    return APO_OK;
}

/* --- resigning the games of who leaves --- */

static void finish_resigning(void *context, apo_status status)
{
    end(context, status);
}

static void resign(void *context)
{
    errand *job = context;
    const apo_store_task *task = apo_chore_task(job->chore);
    apo_live_game *game;
    apo_act act;
    apo_span rest = apo_span_of(task->data);
    apo_span_word(&rest);
    if (apo_live_find(job->app->live, &game, apo_span_of(task->subject)) != APO_OK) {
        end(job, APO_E_IO);
        return;
    }
    if (!apo_live_game_enter(game, resign, job))
        return;
    apo_round *round = apo_live_game_round(game);
    apo_act_start(&act, round, apo_round_side_of(round, apo_span_trim(rest)),
                  apo_http_wall_clock_ms(), apo_span_of(""));
    apo_act_resign(&act);
    apo_store_batch *batch = apo_store_batch_new();
    apo_chore_drop(job->chore, batch);
    if (act.count > 0)
        apo_live_game_commit(game, &act, batch, finish_resigning, job);
    else
        apo_store_submit(job->app->store, batch, finish_resigning, job);
}

/* --- */

/* The tournament that a task is about. */
static apo_status load(errand *job, const apo_store_task *task)
{
    apo_store_pairing pairing;
    apo_span subject = apo_span_of(task->subject);
    if (task->data[0] == '\0') {
        apo_status status = apo_store_find_pairing(job->app->store, &pairing, subject);
        if (status != APO_OK)
            return status;
        subject = apo_span_of(pairing.tournament);
    }
    return apo_tournament_book_load(&job->book, job->app->store, subject);
}

void apo_tournament_do_task(void *context, apo_chore *chore)
{
    apo_app *app = context;
    const apo_store_task *task = apo_chore_task(chore);
    errand *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_chore_end(chore, APO_E_MEMORY);
        return;
    }
    *job = (errand){.app = app, .chore = chore};
    if (apo_span_starts_with(apo_span_of(task->data), "resign ")) {
        resign(job);
        return;
    }
    apo_status status = load(job, task);
    if (status != APO_OK) {
        apo_free(NULL, job);
        /* What is gone has nothing to be done about it. */
        if (status == APO_E_UNKNOWN)
            apo_chore_done(chore, NULL);
        else
            apo_chore_end(chore, status);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_chore_drop(chore, batch);
    status = batch != NULL ? do_step(job, task, batch) : APO_E_MEMORY;
    if (status == APO_OK) {
        apo_store_submit(app->store, batch, finish, job);
        return;
    }
    apo_store_batch_free(batch);
    end(job, status);
}
