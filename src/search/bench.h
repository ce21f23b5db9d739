/* A fixed piece of work for the engine: how fast it is, and whether it still thinks the
 * same. */
#ifndef APO_SEARCH_BENCH_H
#define APO_SEARCH_BENCH_H

#include "search/engine.h"

typedef struct apo_bench {
    uint64_t nodes;     /* the same for the same program: the signature people quote */
    uint64_t signature; /* of nodes, scores and best moves together */
    int64_t time_ms;    /* 0 if time stands still */
    unsigned positions;
} apo_bench;

/* Searches some positions of a game, always the same ones: the start and three of a random
 * game. `limits` should be of depth or nodes. Adds to `*sum`. Errors: as
 * apo_engine_new_game. */
apo_status apo_bench_run(apo_bench *sum, apo_engine *engine, const apo_variant *var,
                         const apo_limits *limits, const apo_time_manager *time);

#endif
