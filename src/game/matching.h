/* Minimum-cost perfect matchings in complete graphs, by Edmonds' blossom algorithm with prices
 * (O(n^3)). Costs are vectors: the first level decides, later levels only among equals. Knows
 * nothing of tournaments. */
#ifndef APO_GAME_MATCHING_H
#define APO_GAME_MATCHING_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
    APO_MATCHING_MAX = 512,       /* vertices: 500 players, a bye, and spare places */
    APO_MATCHING_LEVELS_MAX = 144 /* of a cost: 500 opponents, four on each level, need 132 */
};

enum {
    APO_MATCHING_DENSE = 7, /* levels that every cost has */
    /* Bits of a level: sums of 512 costs, times four, fit 64 bits. */
    APO_MATCHING_BITS = 48
};

/* What a pair costs, level by level. A level above the dense ones is 0, except `place`. */
typedef struct apo_matching_cost {
    int64_t dense[APO_MATCHING_DENSE];
    int64_t sparse; /* the level `place` */
    unsigned place; /* APO_MATCHING_DENSE or more; 0: no such level */
} apo_matching_cost;

/* Where a vertex puts its own part of the order of pairs: each pair that the order compares by
 * this vertex's opponent has `unit` times a number on this level. The units of earlier vertices
 * are greater, by more than twice the greatest number. This only makes the algorithm faster. */
typedef struct apo_matching_unit {
    unsigned level;
    int64_t unit; /* 0: none */
} apo_matching_unit;

typedef struct apo_matching {
    unsigned count;  /* of vertices; even, 2 to APO_MATCHING_MAX */
    unsigned levels; /* APO_MATCHING_DENSE to APO_MATCHING_LEVELS_MAX */
    /* borrowed: costs[a * count + b] for a < b; the others are not read */
    const apo_matching_cost *costs;
    const apo_matching_unit *units; /* borrowed: of each vertex */
} apo_matching;

/* Writes the mate of each vertex in a perfect matching of minimum total cost to `mates`.
 * Deterministic. Any thread. Errors: APO_E_MEMORY. */
apo_status apo_matching_solve(unsigned *mates, const apo_matching *problem);

#endif
