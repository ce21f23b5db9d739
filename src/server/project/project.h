/* Projects: long series of games that operators order and any worker plays
 * (server/work/work.h), cut into parts of a few games. Some parts of each are given out ahead
 * of the workers; when one ends, the same batch adds up what it found. All is deterministic, so
 * results are repeated like those of other work. Loop's thread, except functions that say
 * otherwise. */
#ifndef APO_SERVER_PROJECT_PROJECT_H
#define APO_SERVER_PROJECT_PROJECT_H

#include "server/project/kind.h"

enum {
    APO_PROJECT_AHEAD = 16,   /* parts of a project given out and not yet ended */
    APO_PROJECT_OPEN_MAX = 50 /* projects that have not ended */
};

/* The kind with this name; NULL: none. */
const apo_project_kind *apo_project_kind_of(apo_span name);

/* Registers the kinds of work, before the server runs. */
void apo_project_start(apo_app *app);

/* Gives out parts and ends projects that are decided. Call it once a second. */
void apo_project_tick(apo_app *app);

/* Reads an order, all but who gives it: `out->id` is new. A sentence that says what is wrong;
 * NULL: nothing. */
const char *apo_project_read(apo_store_project *out, const apo_app *app, const apo_ask *ask);

#endif
