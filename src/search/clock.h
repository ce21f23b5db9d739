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
    int64_t soft_ms;   /* no new iteration after so long; INT64_MAX: no limit */
    int64_t hard_ms;   /* the search is broken off */
    int64_t looked_ms; /* when the clock was last looked at */

    /* What the machine and the way to the player's clock cost, as seen so far; 0 to begin with. */
    int64_t overrun_ms; /* how much later than hard_ms the last search has ended */
    int64_t late_ms;    /* what a move has cost of late beyond what was meant for it */
    int64_t stall_ms;   /* the longest time of late in which nothing went on */
    int64_t
        promised_ms; /* what the player's clock will show if nothing gets lost on the way, */
    unsigned moves_to_go; /* ... and when; */
    bool has_promise;     /* false: not known */
} apo_clock;

/* Starts the clock, at the moment when the search was asked for, and divides the time. If the player's
 * clock shows less than it should after the last search, the next ones reckon with such a loss. */
void apo_clock_start(apo_clock *clock, const apo_limits *limits);

/* As apo_clock_elapsed; for the searching thread alone. What has come between two looks that should
 * follow at once is a stall: the machine had no time for us. */
int64_t apo_clock_look(apo_clock *clock);

/* The search has ended. If that was later than it should have been, the next ones reckon with it. */
void apo_clock_end(apo_clock *clock);

/* Forgets what was promised, and nothing of what is known of the machine: another game begins. */
void apo_clock_forget(apo_clock *clock);

int64_t apo_clock_elapsed(const apo_clock *clock);

#endif
