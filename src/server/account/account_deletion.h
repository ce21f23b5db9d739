/* Deletes an account at its owner's request: it is closed at once; then a job, which survives a
 * crash, ends its games one by one and deletes its data. Loop's thread. */
#ifndef APO_SERVER_ACCOUNT_ACCOUNT_DELETION_H
#define APO_SERVER_ACCOUNT_ACCOUNT_DELETION_H

#include "server/web/app.h"
#include "store/people.h"

/* Registers the handler of "deletion" jobs, before the server runs. */
void apo_account_deletion_start(apo_app *app);

/* Closes the account and adds the job, in the batch; call apo_jobs_tick when it is stored. */
void apo_account_deletion_begin(apo_store_batch *batch, const apo_store_person *person,
                                int64_t now_ms);

#endif
