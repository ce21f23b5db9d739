/* The engine: the public face of the search. It prints nothing and reports through callbacks;
 * it uses threads only if the caller passes apo_threads. One engine plays one game at a time.
 * All functions except apo_engine_stop must be called from one thread. */
#ifndef APO_SEARCH_ENGINE_H
#define APO_SEARCH_ENGINE_H

#include "apothecary/search.h"
#include "search/search_report.h"
#include "search/threads.h"
#include "search/time_manager.h"

typedef struct apo_engine_options {
    size_t hash_mb; /* memory of the TT; 0: the default */
    apo_now *now;   /* NULL: time limits have no effect */
    void *now_context;
    const apo_alloc *alloc; /* borrowed; NULL: the default */
    /* borrowed; NULL: one thread only. `alloc` must then be thread-safe */
    const apo_threads *threads;
} apo_engine_options;

/* Gives `*out` (free with apo_engine_free). Errors: APO_E_MEMORY; APO_E_RANGE: hash_mb. */
apo_status apo_engine_new(apo_engine **out, const apo_engine_options *options);

/* Empties the TT. */
void apo_engine_clear_hash(apo_engine *engine);

/* As apo_engine_new_game, for another game of the same variant: cheaper, since the piece values
 * need not be derived again. Errors: APO_E_UNSUPPORTED: it has none; APO_E_MEMORY. */
apo_status apo_engine_restart(apo_engine *engine);

/* How often the current position has occurred in the game, at least 1. */
unsigned apo_engine_occurrences(const apo_engine *engine);

#endif
