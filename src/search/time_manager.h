/* The time manager: how much of the remaining time to spend on a move. */
#ifndef APO_SEARCH_TIME_MANAGER_H
#define APO_SEARCH_TIME_MANAGER_H

#include "search/limits.h"

/* Milliseconds of a monotonic clock. */
typedef int64_t apo_now(void *context);

typedef struct apo_time_manager {
    apo_now *now; /* NULL: no clock */
    void *context;
    int64_t start_ms;
    int64_t soft_ms;   /* no new iteration after this; INT64_MAX: no limit */
    int64_t hard_ms;   /* the search is stopped */
    int64_t polled_ms; /* time of the last poll */

    /* Measured delays of the machine and of the connection to the player's clock; initially
     * 0. */
    int64_t overrun_ms; /* how long after hard_ms the last search ended */
    int64_t late_ms;    /* recent unplanned cost of a move */
    int64_t stall_ms;   /* the longest recent stall */
    /* what the player's clock will show if there is no further delay, */
    int64_t promised_ms;
    unsigned moves_to_go; /* ... the moves to go then, */
    bool has_promise;     /* false: not known */
} apo_time_manager;

/* Starts timing a search, from the moment it was requested, and allots its time. If the
 * player's clock shows less than expected after the last search, later searches allow for the
 * loss. */
void apo_time_manager_start(apo_time_manager *time, const apo_limits *limits);

/* As apo_time_manager_elapsed, for the searching thread only. A long gap between two polls is a
 * stall: the process did not get the CPU. */
int64_t apo_time_manager_poll(apo_time_manager *time);

/* Ends the search. If it overran, later searches allow for the delay. */
void apo_time_manager_end(apo_time_manager *time);

/* For a new game: forgets the expected clock, but keeps the measured delays. */
void apo_time_manager_forget(apo_time_manager *time);

int64_t apo_time_manager_elapsed(const apo_time_manager *time);

#endif
