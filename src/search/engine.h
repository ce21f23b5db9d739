/* The engine: everything a program needs of the search. It prints nothing, and has threads only
 * from whoever gives it apo_threads; what it finds goes to callbacks. One engine plays one game
 * at a time; its functions belong to one thread, but for apo_engine_stop. */
#ifndef APO_SEARCH_ENGINE_H
#define APO_SEARCH_ENGINE_H

#include "apothecary/search.h"
#include "search/search_report.h"
#include "search/threads.h"
#include "search/time_manager.h"

typedef struct apo_engine_options {
    size_t hash_mb; /* memory of the TT; 0: the default */
    apo_now *now;   /* NULL: limits of time have no effect */
    void *now_context;
    const apo_alloc *alloc; /* borrowed; NULL: the default */
    /* borrowed; NULL: one thread only. With it `alloc` must not mind threads */
    const apo_threads *threads;
} apo_engine_options;

/* Gives `*out` (free with apo_engine_free). Errors: APO_E_MEMORY; APO_E_RANGE: hash_mb. */
apo_status apo_engine_new(apo_engine **out, const apo_engine_options *options);

/* Empties the TT. */
void apo_engine_clear_hash(apo_engine *engine);

/* As apo_engine_new_game, for another game of the variant that the engine has: cheaper, as its
 * pieces' values need not be worked out again. Errors: APO_E_UNSUPPORTED: it has none;
 * APO_E_MEMORY. */
apo_status apo_engine_restart(apo_engine *engine);

/* How often the position has now stood on the board, at least 1. */
unsigned apo_engine_occurrences(const apo_engine *engine);

#endif
