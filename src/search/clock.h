/* How much of the time left to spend on a move. */
#ifndef APO_SEARCH_CLOCK_H
#define APO_SEARCH_CLOCK_H

#include "search/limits.h"

/* Milliseconds from some fixed moment on, never going back. */
typedef int64_t apo_now(void *context);

typedef struct apo_clock {
    apo_now *now; /* NULL: time stands still */
    void *context;
    int64_t start_ms;
    int64_t soft_ms; /* no new iteration after so long; INT64_MAX: no limit */
    int64_t hard_ms; /* the search is broken off */
} apo_clock;

/* Starts the clock and divides the time. */
void apo_clock_start(apo_clock *clock, const apo_limits *limits);

int64_t apo_clock_elapsed(const apo_clock *clock);

#endif
