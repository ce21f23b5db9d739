/* The engine: the public face of the search. It prints nothing and reports through callbacks;
 * it uses threads only if the caller passes apo_threads. One engine plays one game at a time.
 * All functions except apo_engine_stop must be called from one thread. */
#ifndef APO_SEARCH_ENGINE_H
#define APO_SEARCH_ENGINE_H

#include "apothecary/search.h"
#include "neural/network.h"
#include "search/constants.h"
#include "search/search_report.h"
#include "search/threads.h"
#include "search/time_manager.h"

/* Finds the net for a game (the caller frees it). NULL: there is none, or no memory for it. */
typedef apo_network *apo_network_source(void *context, const apo_variant *var,
                                        const apo_alloc *alloc);

typedef struct apo_engine_options {
    size_t hash_mb; /* memory of the TT; 0: the default */
    apo_now *now;   /* NULL: time limits have no effect */
    void *now_context;
    const apo_alloc *alloc; /* borrowed; NULL: the default */
    /* borrowed; NULL: one thread only. `alloc` must then be thread-safe */
    const apo_threads *threads;
    /* asked with every new game; NULL: no nets, unless apo_engine_set_network gives one */
    apo_network_source *network_source;
    void *network_context;
    const apo_search_constants *constants; /* borrowed; NULL: the usual ones */
} apo_engine_options;

/* Gives `*out` (free with apo_engine_free). Errors: APO_E_MEMORY; APO_E_RANGE: hash_mb. */
apo_status apo_engine_new(apo_engine **out, const apo_engine_options *options);

/* Empties the TT. */
void apo_engine_clear_hash(apo_engine *engine);

/* Clears all that earlier searches have learnt, as a new game does, but keeps the net. Later
 * searches do not depend on earlier ones. Set a position afterwards. Errors: APO_E_MEMORY. */
apo_status apo_engine_forget(apo_engine *engine);

/* As apo_engine_new_game, for another game of the same variant: cheaper, since the piece values
 * need not be derived again. Errors: APO_E_UNSUPPORTED: it has none; APO_E_MEMORY. */
apo_status apo_engine_restart(apo_engine *engine);

/* Leaves the game, so that its variant may be freed before there is another one; until then
 * nothing can be searched. Not while it is searching. */
void apo_engine_end_game(apo_engine *engine);

/* Evaluates with this net (taking ownership) from now on; NULL: without a net. Empties the TT,
 * whose evaluations are no longer valid. Holds until the next apo_engine_new_game. Errors, with
 * the net still the caller's: APO_E_UNSUPPORTED: no game, or a net of another variant;
 * APO_E_MEMORY: the engine has no net now. */
apo_status apo_engine_set_network(apo_engine *engine, apo_network *network);

#endif
