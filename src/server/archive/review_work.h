/* Reviews of finished games as work (server/work/work.h): requested with one click, done by any
 * worker, and kept with the game for everybody. Loop's thread. */
#ifndef APO_SERVER_ARCHIVE_REVIEW_WORK_H
#define APO_SERVER_ARCHIVE_REVIEW_WORK_H

#include "server/work/work.h"
#include "store/archive.h"

#define APO_REVIEW_WORK "review" /* subject: a game of the archive */

/* Registers the kind of work. */
void apo_review_work_start(apo_app *app);

/* Adds the review of a game to the batch, for a person; its rules must have been compiled.
 * Errors: APO_E_TOO_LARGE: too many moves; APO_E_UNSUPPORTED: there are none; APO_E_POSITION:
 * the record is faulty; APO_E_UNKNOWN: its rules are gone; APO_E_MEMORY. */
apo_status apo_review_work_add(apo_store_batch *batch, apo_app *app,
                               const apo_store_record *record, apo_span person);

#endif
