/* Playing the day (day.h) against the store while something may fail. */
#ifndef APO_TESTS_STORE_FAULTS_PLAY_H
#define APO_TESTS_STORE_FAULTS_PLAY_H

#include <stdint.h>

#include "base/random.h"
#include "base/status.h"
#include "store/store.h"

/* How far a day has come. */
typedef struct play_progress {
    unsigned done;      /* steps acknowledged */
    unsigned submitted; /* of these, the ones after `done` may be stored or not */
} play_progress;

/* Opens the store, once. NULL: it fails, and `err` says why. */
apo_store *play_open(apo_error *err);

/* Opens the store although something fails: with a clear error, and at last with success. NULL,
 * with a complaint: it does not come to that. */
apo_store *play_open_at_last(void);

/* Submits a step alone, waits for it, and says how it went. */
apo_status play_once(apo_store *store, unsigned step);

/* Does a step, again until it succeeds, and looks whether it can be read. False, with a
 * complaint: it does not succeed. */
bool play_step(apo_store *store, unsigned step);

/* Opens the store and submits groups of steps until the day or the power ends; before each,
 * `before_group` is called, unless it is NULL. The store, which the caller closes, or NULL. */
apo_store *play_until_dark(play_progress *progress, apo_random *random,
                           void (*before_group)(void));

/* Failures that the store has reported so far. */
uint64_t play_reports(void);

#endif
