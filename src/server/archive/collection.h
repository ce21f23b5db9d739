/* A person's own collection of imported games: removing games from it. Loop's thread, unless it
 * says otherwise. */
#ifndef APO_SERVER_ARCHIVE_COLLECTION_H
#define APO_SERVER_ARCHIVE_COLLECTION_H

#include "server/jobs/jobs.h"
#include "server/web/app.h"
#include "store/archive.h"

/* The archive's tag of all games in the person's collection. */
int64_t apo_collection_tag(const char *person);

/* Adds the removal of the record, as read from the store, and of the comments on it to the
 * batch. The batch fails with APO_E_UNKNOWN if it is already gone. Any thread, with its own
 * store; compiles the definition if that is not in memory. */
void apo_collection_take_out(apo_app *app, apo_store *store, apo_store_batch *batch,
                             const apo_store_record *record);

typedef void apo_collection_done(void *context, apo_status status);

/* Removes all games, some at a time; after a crash another call removes the rest. `done` is
 * called once, when nothing is left or the store has failed. */
void apo_collection_clear(apo_app *app, const char *person, apo_collection_done *done,
                          void *context);

/* The job "collection": deletes the whole collection of its subject. */
void apo_collection_ask_clear(apo_store_batch *batch, const char *person, int64_t now_ms);
apo_job_handler apo_collection_job;

#endif
