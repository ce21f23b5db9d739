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
    int64_t late_ms; /* how much later than that searches have ended of late; 0 to begin with */
} apo_clock;

/* Starts the clock and divides the time. */
void apo_clock_start(apo_clock *clock, const apo_limits *limits);

/* The search has ended. If that was later than it should have been, because the machine had no time
 * for us, the next ones reckon with it. */
void apo_clock_end(apo_clock *clock);

int64_t apo_clock_elapsed(const apo_clock *clock);

#endif
