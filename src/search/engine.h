/* The engine: everything a program needs of the search. It prints nothing, and has threads only
 * from whoever gives it apo_threads; what it finds goes to callbacks. One engine plays one game
 * at a time; its functions belong to one thread, but for apo_engine_stop. */
#ifndef APO_SEARCH_ENGINE_H
#define APO_SEARCH_ENGINE_H

#include "rules/kernel/position.h"
#include "search/search_report.h"
#include "search/threads.h"
#include "search/time_manager.h"

enum {
    APO_HASH_DEFAULT_MB = 64,
    APO_HASH_MAX_MB = 65536
};

typedef struct apo_engine apo_engine;

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
void apo_engine_free(apo_engine *engine);

/* Another size of the TT, which becomes empty. Errors: APO_E_RANGE; APO_E_MEMORY: it stays. */
apo_status apo_engine_set_hash(apo_engine *engine, size_t hash_mb);

/* How many threads search, 1 to begin with. With one the same calls give the same result, with
 * more they need not. Errors: APO_E_RANGE, also for more than one without threads;
 * APO_E_MEMORY: then it is one again. */
apo_status apo_engine_set_threads(apo_engine *engine, unsigned count);

/* Empties the TT. */
void apo_engine_clear_hash(apo_engine *engine);

/* A new game of `var` (borrowed until the next one or the engine's end), at its start 1:
 * forgets what was learnt. Errors: APO_E_MEMORY; APO_E_POSITION. On failure the engine has no
 * game. */
apo_status apo_engine_new_game(apo_engine *engine, const apo_variant *var);

/* The same for another game of the variant that the engine has: cheaper, as its pieces' values
 * need not be worked out again. Errors: APO_E_UNSUPPORTED: it has none; APO_E_MEMORY. */
apo_status apo_engine_restart(apo_engine *engine);

/* Sets up a position of the game's variant as the first of a game. Errors: APO_E_MEMORY;
 * APO_E_UNSUPPORTED: no game, or another variant. */
apo_status apo_engine_set_position(apo_engine *engine, const apo_position *pos);

/* Makes a move; the position before counts for repetition. Errors: APO_E_ILLEGAL; APO_E_MEMORY;
 * APO_E_UNSUPPORTED: no game. */
apo_status apo_engine_play(apo_engine *engine, const apo_move *mv);

/* The position now, borrowed until the next change; NULL without a game. */
const apo_position *apo_engine_position(const apo_engine *engine);

/* How often the position has now stood on the board, at least 1. */
unsigned apo_engine_occurrences(const apo_engine *engine);

/* The static evaluation of the position for the side to move; 0 without a game. */
int apo_engine_evaluation(const apo_engine *engine);

typedef struct apo_decision {
    bool has_move;   /* false: no legal move (among those asked for) */
    bool has_ponder; /* the ponder move, which is the reply expected, is known */
    apo_move best, ponder;
    int score;      /* for the side to move */
    unsigned depth; /* of the last iteration begun */
    uint64_t nodes;
} apo_decision;

/* Searches until a limit is reached or the search is stopped. `sink` (may be NULL) is told of
 * every line found. The same calls from apo_engine_new_game on give the same result if only
 * depth or nodes are limited. Errors, with `out` untouched: APO_E_UNSUPPORTED: no game. */
apo_status apo_engine_go(apo_decision *out, apo_engine *engine, const apo_limits *limits,
                         apo_search_report_sink *sink, void *sink_context);

/* Makes the search under way, or the next one, end soon. Any thread; also in a signal
 * handler. */
void apo_engine_stop(apo_engine *engine);

/* Takes a stop back. To be called before a search by whoever may call apo_engine_stop, so that
 * a stop that comes before the search has really begun is not lost. */
void apo_engine_arm(apo_engine *engine);

#endif
