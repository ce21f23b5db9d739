/* An account that its owner deletes: it is shut at once; then, as a job that survives a crash,
 * its games are ended one after the other, and what is kept of it is deleted. Loop's thread. */
#ifndef APO_SERVER_ACCOUNT_ACCOUNT_DELETION_H
#define APO_SERVER_ACCOUNT_ACCOUNT_DELETION_H

#include "server/web/app.h"
#include "store/people.h"

/* Registers the handler of the jobs "deletion", before the server runs. */
void apo_account_deletion_start(apo_app *app);

/* Adds to the batch that nobody can use the account any more, and the job; call apo_jobs_tick
 * when it is stored. */
void apo_account_deletion_begin(apo_store_batch *batch, const apo_store_person *person,
                                int64_t now_ms);

#endif
