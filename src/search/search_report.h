/* What a search tells while it runs. */
#ifndef APO_SEARCH_SEARCH_REPORT_H
#define APO_SEARCH_SEARCH_REPORT_H

#include "rules/kernel/move.h"
#include "search/score.h"

/* A principal variation (PV): moves one after the other, the first from the position
 * searched. */
typedef struct apo_pv {
    apo_move moves[APO_PLIES_MAX];
    unsigned count;
} apo_pv;

typedef struct apo_search_report {
    unsigned depth;    /* plies looked ahead everywhere */
    unsigned seldepth; /* in the longest line */
    unsigned index;    /* of the line, 0 the best */
    int score;         /* for the side to move at the root */
    uint64_t nodes;
    int64_t time_ms;
    unsigned hashfull;  /* of the TT filled */
    bool is_partial;    /* the search was stopped before this iteration ended */
    const apo_pv *line; /* borrowed during the call */
} apo_search_report;

/* Called in the thread that searches. The lines of an iteration come together, best first. A
 * search that is stopped tells once more what it has found since, so that the move it decides
 * for is always that of the line 0 told last. */
typedef void apo_search_report_sink(void *context, const apo_search_report *report);

#endif
