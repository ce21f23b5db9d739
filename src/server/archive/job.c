#include "server/archive/job.h"

#include "server/archive/archive.h"
#include "server/live/live.h"

static apo_store_batch *file_game(apo_app *app, const apo_live_game *game)
{
    const apo_round *round = apo_live_game_round(game);
    apo_store_batch *batch = apo_store_batch_new();
    apo_archive_walk walk;
    apo_store_record record;
    apo_archive_walk_init(&walk);
    apo_archive_walk_game(&walk, round->game);
    apo_archive_of_round(&record, round, app->store, apo_live_game_row(game)->changed_ms);
    apo_archive_add(batch, &record, &walk, false);
    apo_archive_walk_clear(&walk);
    return batch;
}

static void file(void *context, apo_job *job)
{
    apo_app *app = context;
    apo_live_game *live_game;
    apo_span game = apo_span_of(apo_job_row(job)->subject);
    apo_status status = apo_live_find(app->live, &live_game, game);
    if (apo_job_is_transient(status)) {
        apo_job_end(job, status);
        return;
    }
    /* A game that cannot be replayed is logged by server/live; one without moves is not
     * filed. */
    if (status != APO_OK || apo_live_game_round(live_game)->state != APO_ROUND_FINISHED ||
        apo_live_game_round(live_game)->ply_count == 0 ||
        apo_store_has_record(app->store, game))
        apo_job_done(job, NULL);
    else
        apo_job_done(job, file_game(app, live_game));
}

void apo_archive_job(void *context, apo_job *job)
{
    apo_live_for_job(context, job, apo_span_of(apo_job_row(job)->subject), file);
}
