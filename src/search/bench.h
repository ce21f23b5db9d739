/* A fixed workload for the engine: measures its speed and detects changes in what it
 * searches. */
#ifndef APO_SEARCH_BENCH_H
#define APO_SEARCH_BENCH_H

#include "search/engine.h"

typedef struct apo_bench {
    uint64_t nodes;     /* deterministic for one build: the usual bench signature */
    uint64_t signature; /* hash of nodes, scores and best moves */
    int64_t time_ms;    /* 0 without a clock */
    unsigned positions;
} apo_bench;

/* Searches some positions of a game, always the same ones: the start and three of a random
 * game. `limits` should limit depth or nodes. Adds to `*sum`. Errors: as
 * apo_engine_new_game. */
apo_status apo_bench_run(apo_bench *sum, apo_engine *engine, const apo_variant *var,
                         const apo_limits *limits, const apo_time_manager *time);

#endif
