/* The time manager: how much of the time left to spend on a move. */
#ifndef APO_SEARCH_TIME_MANAGER_H
#define APO_SEARCH_TIME_MANAGER_H

#include "search/limits.h"

/* Milliseconds from some fixed moment on, never going back. */
typedef int64_t apo_now(void *context);

typedef struct apo_time_manager {
    apo_now *now; /* NULL: time stands still */
    void *context;
    int64_t start_ms;
    int64_t soft_ms;   /* no new iteration after so long; INT64_MAX: no limit */
    int64_t hard_ms;   /* the search is broken off */
    int64_t polled_ms; /* when the time was last polled */

    /* What the machine and the way to the player's clock cost, as seen so far; 0 to begin
     * with. */
    int64_t overrun_ms; /* how much later than hard_ms the last search has ended */
    int64_t late_ms;    /* what a move has cost of late beyond what was meant for it */
    int64_t stall_ms;   /* the longest time of late in which nothing went on */
    /* what the player's clock will show if nothing gets lost on the way, */
    int64_t promised_ms;
    unsigned moves_to_go; /* ... and when; */
    bool has_promise;     /* false: not known */
} apo_time_manager;

/* A search begins, at the moment when it was asked for: divides the time. If the player's clock
 * shows less than it should after the last search, the next ones reckon with such a loss. */
void apo_time_manager_start(apo_time_manager *time, const apo_limits *limits);

/* As apo_time_manager_elapsed; for the searching thread alone. A gap between two polls that
 * should follow at once is a stall: the machine had no time for us. */
int64_t apo_time_manager_poll(apo_time_manager *time);

/* The search has ended. If that was later than it should have been, the next ones reckon with
 * it. */
void apo_time_manager_end(apo_time_manager *time);

/* Forgets what was promised, and nothing of what is known of the machine: another game
 * begins. */
void apo_time_manager_forget(apo_time_manager *time);

int64_t apo_time_manager_elapsed(const apo_time_manager *time);

#endif
