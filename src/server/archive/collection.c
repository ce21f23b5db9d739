#include "server/archive/collection.h"

#include "base/text.h"
#include "server/archive/text.h"
#include "server/talk/conversation.h"

enum {
    PIECE_GAMES = 20 /* in one batch */
};

static const char job_kind[] = "collection";

int64_t apo_collection_tag(const char *person)
{
    return apo_archive_tag(person, APO_TAG_ALL, apo_span_of(""), apo_span_of(""), 0);
}

/* A game whose definition is lost can no longer be replayed; its position tags remain and find
 * nothing. */
void apo_collection_take_out(apo_app *app, apo_store *store, apo_store_batch *batch,
                             const apo_store_record *record)
{
    const apo_variant *var =
        apo_variant_map_variant(app->variants, store, record->variant, record->definition);
    apo_archive_walk walk;
    char conversation[APO_STORE_KEY_MAX];
    apo_archive_walk_init(&walk);
    if (var != NULL)
        apo_archive_walk_record(&walk, var, record);
    apo_archive_remove(batch, record, &walk);
    apo_conversation_of_game(conversation, APO_TALK_ARCHIVE, apo_span_of(record->game));
    apo_store_drop_messages(batch, conversation);
    apo_archive_walk_clear(&walk);
}

/* --- all of it ----------------------------------------------------------- */

typedef struct clearing {
    apo_app *app;
    char person[APO_STORE_ID_MAX];
    apo_store *store;       /* of the worker that has the present piece */
    apo_store_batch *batch; /* of the present piece */
    apo_status status;      /* of gathering it */
    unsigned count;
    apo_collection_done *done;
    void *context;
} clearing;

static bool add_game(void *context, const apo_store_record *record)
{
    clearing *all = context;
    apo_collection_take_out(all->app, all->store, all->batch, record);
    all->count++;
    return true;
}

static void clear_piece(clearing *all);

static void end(clearing *all, apo_status status)
{
    all->done(all->context, status);
    apo_free(NULL, all);
}

static void finish_piece(void *context, apo_status status)
{
    clearing *all = context;
    if (status == APO_OK && all->count > 0)
        clear_piece(all);
    else
        end(all, status);
}

/* In a worker's thread: the games may be of many definitions, each to be compiled. */
static void gather(void *context, unsigned worker)
{
    clearing *all = context;
    apo_archive_rest rest;
    const apo_archive_query query = {.tags = {apo_collection_tag(all->person)},
                                     .tag_count = 1,
                                     .oldest = INT64_MIN,
                                     .newest = INT64_MAX};
    all->store = all->app->worker_stores[worker];
    all->status = apo_archive_search(&rest, &query, all->store, PIECE_GAMES, add_game, all);
}

static void store_piece(void *context, apo_status status)
{
    clearing *all = context;
    if (status == APO_OK)
        status = all->status;
    if (status == APO_OK) {
        apo_store_submit(all->app->store, all->batch, finish_piece, all);
        return;
    }
    apo_store_batch_free(all->batch);
    end(all, status);
}

static void clear_piece(clearing *all)
{
    all->batch = apo_store_batch_new();
    all->count = 0;
    if (!apo_workers_submit(all->app->workers, gather, store_piece, all))
        store_piece(all, APO_E_FINISHED);
}

void apo_collection_clear(apo_app *app, const char *person, apo_collection_done *done,
                          void *context)
{
    clearing *all = apo_allocate_zero(NULL, sizeof *all);
    if (all == NULL) {
        done(context, APO_E_MEMORY);
        return;
    }
    all->app = app;
    all->done = done;
    all->context = context;
    apo_text_copy(all->person, sizeof all->person, person);
    clear_piece(all);
}

/* --- the job ------------------------------------------------------------- */

void apo_collection_ask_clear(apo_store_batch *batch, const char *person, int64_t now_ms)
{
    apo_store_drop_jobs(batch, job_kind, person);
    apo_store_add_job(batch, job_kind, person, "", now_ms);
}

/* The effect is stored before the job is dropped: repeating it does no harm. */
static void end_job(void *context, apo_status status)
{
    apo_job *job = context;
    if (status == APO_OK)
        apo_job_done(job, NULL);
    else
        apo_job_end(job, status);
}

void apo_collection_job(void *context, apo_job *job)
{
    apo_collection_clear(context, apo_job_row(job)->subject, end_job, job);
}
