#include "server/people/farewell.h"

#include "base/text.h"
#include "server/archive/archive.h"
#include "server/archive/collection.h"
#include "server/live/live.h"
#include "server/site/chores.h"
#include "store/moderation.h"
#include "store/own_data.h"

static const char kind[] = "farewell";

/* A person whose games are being ended. */
typedef struct farewell {
    apo_app *app;
    apo_chore *chore;
    apo_store_person person;
    char game[APO_GAME_ID_MAX]; /* the next one, or "" */
} farewell;

void apo_farewell_begin(apo_store_batch *batch, const apo_store_person *person, int64_t now_ms)
{
    apo_store_set_standing(batch, person->id, person->standing | APO_STANDING_GONE);
    apo_store_drop_sessions(batch, person->id, "");
    apo_store_add_task(batch, kind, person->id, "", now_ms);
}

/* The names in memory are looked up anew. */
static void forget(void *context, apo_status status)
{
    farewell *job = context;
    if (status == APO_OK)
        apo_live_rename(job->app->live, apo_span_of(job->person.id));
    apo_chore_end(job->chore, status);
    apo_free(NULL, job);
}

/* When all games are over and the collection is empty: the rest, in one batch with the end of the task. */
static void finish(void *context, apo_status status)
{
    farewell *job = context;
    const apo_store_person *person = &job->person;
    char name[APO_STORE_PLAYER_MAX];
    if (status != APO_OK) {
        forget(job, status);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_archive_fold_name(name, apo_span_of(person->name));
    apo_own_delete(batch, person->id,
                   apo_archive_tag("", APO_TAG_NAME, apo_span_of(name), apo_span_of(""), 0));
    apo_chore_drop(job->chore, batch);
    apo_store_submit(job->app->store, batch, forget, job);
}

static void end_next_game(farewell *job);

/* NOLINTNEXTLINE(misc-no-recursion): the next game begins when this one is stored */
static void finish_game(void *context, apo_status status)
{
    farewell *job = context;
    if (status == APO_OK) {
        end_next_game(job);
        return;
    }
    apo_chore_end(job->chore, status);
    apo_free(NULL, job);
}

/* Resigned if it is played, withdrawn if it has not really begun.
 * NOLINTNEXTLINE(misc-no-recursion): see finish_game */
static void end_game(void *context)
{
    farewell *job = context;
    apo_live_game *game;
    apo_act act;
    apo_status status = apo_live_find(job->app->live, &game, apo_span_of(job->game));
    if (status == APO_OK && !apo_live_game_enter(game, end_game, job))
        return;
    if (status != APO_OK) {
        finish_game(job, status);
        return;
    }
    apo_round *round = apo_live_game_round(game);
    unsigned side = apo_round_side_of(round, apo_span_of(job->person.id));
    apo_act_start(&act, round, side, apo_http_wall_clock_ms(), apo_span_of(""));
    if (apo_act_cancel(&act) != APO_REFUSED_NONE)
        (void)apo_act_resign(&act);
    if (act.count > 0)
        apo_live_game_commit(game, &act, NULL, finish_game, job);
    else
        finish_game(job, APO_E_ILLEGAL); /* and not the same game again at once */
}

static bool take_game(void *context, const apo_store_game *row)
{
    farewell *job = context;
    apo_text text = apo_text_start(job->game, sizeof job->game);
    if (row->state == APO_STORE_WAITING || row->state == APO_STORE_PLAYING)
        apo_text_add(&text, row->id);
    return false;
}

/* NOLINTNEXTLINE(misc-no-recursion): see finish_game */
static void end_next_game(farewell *job)
{
    job->game[0] = '\0';
    apo_store_list_own(job->app->store, apo_span_of(job->person.id), 1, take_game, job);
    if (job->game[0] != '\0')
        end_game(job);
    else
        apo_collection_clear(job->app, job->person.id, finish, job);
}

static void do_task(void *context, apo_chore *chore)
{
    apo_app *app = context;
    farewell *job = apo_allocate_zero(NULL, sizeof *job);
    apo_status status =
        job == NULL ? APO_E_MEMORY
                    : apo_store_find_person(app->store, &job->person,
                                            apo_span_of(apo_chore_task(chore)->subject));
    if (status != APO_OK) {
        apo_free(NULL, job);
        apo_chore_end(chore, status);
        return;
    }
    job->app = app;
    job->chore = chore;
    end_next_game(job);
}

void apo_farewell_start(apo_app *app)
{
    apo_chores_add(app->chores, kind, do_task);
}
