#include "server/account/account_deletion.h"

#include "base/text.h"
#include "server/archive/archive.h"
#include "server/archive/collection.h"
#include "server/jobs/jobs.h"
#include "server/live/live.h"
#include "server/study/comment.h"
#include "store/moderation.h"
#include "store/own_data.h"

static const char kind[] = "deletion";

/* A person whose games are being ended. */
typedef struct deletion {
    apo_app *app;
    apo_job *job;
    apo_store_person person;
    char game[APO_GAME_ID_MAX]; /* the next one, or "" */
} deletion;

void apo_account_deletion_begin(apo_store_batch *batch, const apo_store_person *person,
                                int64_t now_ms)
{
    apo_store_set_standing(batch, person->id, APO_STANDING_GONE, 0);
    apo_store_drop_sessions(batch, person->id, "");
    apo_store_add_job(batch, kind, person->id, "", now_ms);
}

/* Refreshes the names in memory. */
static void forget(void *context, apo_status status)
{
    deletion *all = context;
    if (status == APO_OK)
        apo_live_rename(all->app->live, apo_span_of(all->person.id));
    apo_job_end(all->job, status);
    apo_free(NULL, all);
}

typedef struct dropping {
    apo_store_batch *batch;
    const char *person;
} dropping;

/* What others have written below a study goes with it. */
static bool drop_comments(void *context, const apo_store_study *study)
{
    const dropping *all = context;
    if (apo_span_is(apo_span_of(all->person), study->owner))
        apo_study_drop_comments(all->batch, study->id);
    return true;
}

/* Deletes the rest, in one batch with the end of the job, once all games are over and the
 * collection is empty. */
static void finish(void *context, apo_status status)
{
    deletion *all = context;
    const apo_store_person *person = &all->person;
    char name[APO_STORE_PLAYER_MAX];
    if (status != APO_OK) {
        forget(all, status);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    dropping dropped = {batch, person->id};
    apo_store_list_studies_of(all->app->store, apo_span_of(person->id), drop_comments,
                              &dropped);
    apo_archive_fold_name(name, apo_span_of(person->name));
    apo_own_delete(batch, person->id,
                   apo_archive_tag("", APO_TAG_NAME, apo_span_of(name), apo_span_of(""), 0));
    apo_job_drop(all->job, batch);
    apo_store_submit(all->app->store, batch, forget, all);
}

static void end_next_game(deletion *all);

/* NOLINTNEXTLINE(misc-no-recursion): the next game begins when this one is stored */
static void finish_game(void *context, apo_status status)
{
    deletion *all = context;
    if (status == APO_OK) {
        end_next_game(all);
        return;
    }
    apo_job_end(all->job, status);
    apo_free(NULL, all);
}

/* Resigns the game if it is being played, withdraws it if it has not really begun.
 * NOLINTNEXTLINE(misc-no-recursion): see finish_game */
static void end_game(void *context)
{
    deletion *all = context;
    apo_live_game *game;
    apo_act act;
    apo_status status = apo_live_find(all->app->live, &game, apo_span_of(all->game));
    if (status == APO_OK && !apo_live_game_enter(game, end_game, all))
        return;
    if (status != APO_OK) {
        finish_game(all, status);
        return;
    }
    apo_round *round = apo_live_game_round(game);
    unsigned side = apo_round_side_of(round, apo_span_of(all->person.id));
    apo_act_start(&act, round, side, apo_http_wall_clock_ms(), apo_span_of(""));
    if (apo_act_cancel(&act) != APO_REFUSED_NONE)
        (void)apo_act_resign(&act);
    if (act.count > 0)
        apo_live_game_commit(game, &act, NULL, finish_game, all);
    else
        finish_game(all, APO_E_ILLEGAL); /* avoids retrying the same game at once */
}

/* NOLINTNEXTLINE(misc-no-recursion): see finish_game */
static void begin_ending(void *context, apo_status status)
{
    if (status == APO_OK)
        end_game(context);
    else
        finish_game(context, status);
}

static bool take_game(void *context, const apo_store_game *row)
{
    deletion *all = context;
    apo_text text = apo_text_start(all->game, sizeof all->game);
    if (row->state == APO_STORE_WAITING || row->state == APO_STORE_PLAYING)
        apo_text_add(&text, row->id);
    return false;
}

/* NOLINTNEXTLINE(misc-no-recursion): see finish_game */
static void end_next_game(deletion *all)
{
    all->game[0] = '\0';
    apo_store_list_own(all->app->store, apo_span_of(all->person.id), 1, take_game, all);
    if (all->game[0] != '\0')
        apo_live_fetch(all->app->live, apo_span_of(all->game), begin_ending, all);
    else
        apo_collection_clear(all->app, all->person.id, finish, all);
}

static void do_job(void *context, apo_job *job)
{
    apo_app *app = context;
    deletion *all = apo_allocate_zero(NULL, sizeof *all);
    apo_status status = all == NULL
                            ? APO_E_MEMORY
                            : apo_store_find_person(app->store, &all->person,
                                                    apo_span_of(apo_job_row(job)->subject));
    if (status != APO_OK) {
        apo_free(NULL, all);
        apo_job_end(job, status);
        return;
    }
    all->app = app;
    all->job = job;
    end_next_game(all);
}

void apo_account_deletion_start(apo_app *app)
{
    apo_jobs_add(app->jobs, kind, do_job);
}
