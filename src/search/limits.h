/* How long a search may take. */
#ifndef APO_SEARCH_LIMITS_H
#define APO_SEARCH_LIMITS_H

#include "rules/kernel/move.h"

enum {
    APO_MULTIPV_MAX = 64 /* best moves searched for at once ("MultiPV") */
};

/* Zero means no such limit; all that are given hold. With none at all the search goes on until
 * it is stopped or has reached APO_PLIES_MAX. */
typedef struct apo_limits {
    unsigned depth; /* plies */
    unsigned mate;  /* ends as soon as a mate in so many moves, or fewer, is found */
    uint64_t nodes;
    int64_t move_ms;      /* exactly so long */
    int64_t clock_ms;     /* left on the mover's clock; with has_clock */
    int64_t increment_ms; /* added for every move */
    unsigned moves_to_go; /* until more time is added; 0: the rest of the game */
    int64_t overhead_ms;  /* lost between us and the clock with every move */
    int64_t asked_ms;     /* by the engine's clock: since when that runs; 0: from now on */
    /* plies of the first iteration, for who goes on with a search; 0: 1 */
    unsigned depth_first;
    bool has_clock;
    bool is_infinite;      /* the caller stops it; a mate found does not end it */
    unsigned lines;        /* best moves wanted, 0 counts as 1 */
    const apo_move *moves; /* borrowed: only these at the root; NULL: all */
    size_t move_count;
} apo_limits;

#endif
