#include "server/account/guest_merge.h"

#include "base/text.h"
#include "server/jobs/jobs.h"
#include "server/live/live.h"
#include "store/ratings.h"
#include "store/talk.h"

enum {
    GAMES_MAX = 100000 /* of one guest; each only takes a slot in the list below */
};

static const char kind[] = "guest-merge";

/* A merge in progress: counts the pending games, so that the job ends after the last. */
typedef struct guest_merge {
    apo_app *app;
    apo_job *job;
    char guest[APO_PERSON_ID_MAX];
    apo_store_person account;
    unsigned waiting;
    apo_status status; /* the first failure */
} guest_merge;

typedef struct merged_game {
    guest_merge *all;
    char id[APO_GAME_ID_MAX];
} merged_game;

static void finish_if_last(guest_merge *all)
{
    if (--all->waiting > 0)
        return;
    if (all->status == APO_OK) {
        apo_store_batch *batch = apo_store_batch_new();
        apo_store_merge_scores(batch, all->guest, all->account.id);
        apo_store_merge_messages(batch, all->guest, all->account.id);
        apo_job_done(all->job, batch);
    } else {
        apo_job_end(all->job, all->status);
    }
    apo_free(NULL, all);
}

static void finish_game(void *context, apo_status status)
{
    guest_merge *all = context;
    if (status != APO_OK)
        all->status = status;
    finish_if_last(all);
}

/* If the game is busy, this is called again. */
static void hand_over(void *context)
{
    merged_game *game = context;
    guest_merge *all = game->all;
    apo_live_game *live_game;
    apo_act act;
    apo_status status = apo_live_find(all->app->live, &live_game, apo_span_of(game->id));
    if (status == APO_OK && !apo_live_game_enter(live_game, hand_over, game))
        return;
    apo_free(NULL, game);
    if (status != APO_OK) {
        /* A game that cannot be replayed cannot be transferred. */
        finish_game(all, status == APO_E_IO ? status : APO_OK);
        return;
    }
    apo_round *round = apo_live_game_round(live_game);
    apo_act_start(&act, round, apo_round_side_of(round, apo_span_of(all->guest)),
                  apo_http_wall_clock_ms(), apo_span_of(""));
    apo_act_merge(&act, all->account.id, all->account.name);
    if (act.count > 0)
        apo_live_game_commit(live_game, &act, NULL, finish_game, all);
    else
        finish_game(all, APO_OK);
}

static void begin_handing_over(void *context, apo_status status)
{
    merged_game *game = context;
    guest_merge *all = game->all;
    if (status == APO_OK) {
        hand_over(game);
        return;
    }
    apo_free(NULL, game);
    finish_game(all, status);
}

static bool begin_game(void *context, const apo_store_game *row)
{
    guest_merge *all = context;
    merged_game *game = apo_allocate_zero(NULL, sizeof *game);
    if (game == NULL) {
        all->status = APO_E_MEMORY;
        return false;
    }
    game->all = all;
    apo_text_copy(game->id, sizeof game->id, row->id);
    all->waiting++;
    apo_live_fetch(all->app->live, apo_span_of(game->id), begin_handing_over, game);
    return true;
}

static void do_job(void *context, apo_job *job)
{
    apo_app *app = context;
    const apo_store_job *row = apo_job_row(job);
    guest_merge *all = apo_allocate_zero(NULL, sizeof *all);
    apo_status status =
        all != NULL ? apo_store_find_person(app->store, &all->account, apo_span_of(row->data))
                    : APO_E_MEMORY;
    if (status != APO_OK) {
        apo_free(NULL, all);
        if (status == APO_E_UNKNOWN)
            apo_job_done(job, NULL); /* the account is gone */
        else
            apo_job_end(job, status);
        return;
    }
    all->app = app;
    all->job = job;
    all->waiting = 1; /* this function */
    apo_text guest = apo_text_start(all->guest, sizeof all->guest);
    apo_text_add(&guest, row->subject);
    status =
        apo_store_list_own(app->store, apo_span_of(all->guest), GAMES_MAX, begin_game, all);
    finish_game(all, status);
}

void apo_guest_merge_start(apo_app *app)
{
    apo_jobs_add(app->jobs, kind, do_job);
}

void apo_guest_merge_begin(apo_store_batch *batch, const char *guest, const char *account)
{
    apo_store_add_job(batch, kind, guest, account, apo_http_wall_clock_ms());
}
