/* Merges a guest into the account they log in to: the account takes over the guest's games, as
 * an event in each of them. This is a job that begins at once and survives a crash. Loop's
 * thread. */
#ifndef APO_SERVER_ACCOUNT_GUEST_MERGE_H
#define APO_SERVER_ACCOUNT_GUEST_MERGE_H

#include "server/web/app.h"

/* Registers the handler of the jobs, before the server runs. */
void apo_guest_merge_start(apo_app *app);

/* Adds the job to the batch that logs the guest in; call apo_jobs_tick when that is stored. A
 * game between the guest and that account stays as it is. */
void apo_guest_merge_begin(apo_store_batch *batch, const char *guest, const char *account);

#endif
