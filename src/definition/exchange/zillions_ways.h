/* What a piece can do, seen from its square, for formats that list moves step by step. */
#ifndef APO_DEFINITION_EXCHANGE_ZILLIONS_WAYS_H
#define APO_DEFINITION_EXCHANGE_ZILLIONS_WAYS_H

#include "base/span.h"
#include "rules/kernel/geometry.h"
#include "rules/tables/path.h"

enum {
    APO_ZILLIONS_WAYS_MAX = 1200, /* of a piece; the vulture has 68 */
    APO_ZILLIONS_WAYS_SLOTS = 4096
};

/* A step, White's, and what the square there must hold. */
typedef struct apo_zillions_step {
    int8_t files, rows;
    uint8_t condition; /* enum apo_condition */
} apo_zillions_step;

/* Moves that begin with the same steps and end with a different number of equal steps over
 * empty squares. */
typedef struct apo_zillions_way {
    uint8_t end; /* as of a path */
    bool is_unmoved, has_trail;
    int8_t files, rows; /* one of the equal steps */
    uint8_t step_count;
    apo_zillions_step steps[APO_PATH_STEPS_MAX];
    uint32_t tails; /* bit n: a move with n equal steps at the end */
    uint32_t whole; /* all such bits for which the way fits on the board */
    uint32_t key;
} apo_zillions_way;

typedef struct apo_zillions_ways {
    unsigned count;
    const char
        *problem; /* why the moves cannot be listed in this way, in words; NULL: they can */
    apo_zillions_way ways[APO_ZILLIONS_WAYS_MAX];
    uint16_t slots[APO_ZILLIONS_WAYS_SLOTS]; /* by key: the number of a way, from 1 */
} apo_zillions_ways;

/* Finds the ways of a piece on a board without holes; visits some million squares at most. */
void apo_zillions_ways_find(apo_zillions_ways *out, const apo_geometry *geo,
                            const apo_piece_moves *moves);

#endif
