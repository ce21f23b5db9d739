/* Somebody's own collection of games that were brought in from files: taking games out of it
 * again. Loop's thread. */
#ifndef APO_SERVER_ARCHIVE_COLLECTION_H
#define APO_SERVER_ARCHIVE_COLLECTION_H

#include "server/jobs/jobs.h"
#include "server/web/app.h"
#include "store/archive.h"

/* The archive's tag of all games in the person's collection. */
int64_t apo_collection_tag(const char *person);

/* Adds to the batch what takes the record, as it was read from the store, out of the archive.
 * The batch fails with APO_E_UNKNOWN if it has gone meanwhile. */
void apo_collection_take_out(apo_app *app, apo_store_batch *batch,
                             const apo_store_record *record);

typedef void apo_collection_done(void *context, apo_status status);

/* Takes out all games, some at a time; what a crash leaves can be taken out by another call.
 * `done` is called once, when nothing is left or something could not be stored. */
void apo_collection_clear(apo_app *app, const char *person, apo_collection_done *done,
                          void *context);

/* The job "collection": the whole collection of its subject goes. */
void apo_collection_ask_clear(apo_store_batch *batch, const char *person, int64_t now_ms);
apo_job_handler apo_collection_job;

#endif
