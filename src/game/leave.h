/* The vacation that a player may still take: a number of days per calendar year (UTC). Pure
 * arithmetic on milliseconds since 1970. */
#ifndef APO_GAME_LEAVE_H
#define APO_GAME_LEAVE_H

#include <stdint.h>

enum {
    APO_LEAVE_DAYS = 30 /* in a calendar year */
};

/* The beginning of the year of a moment, and of the next year. */
int64_t apo_year_begin(int64_t ms);
int64_t apo_year_end(int64_t ms);

/* The part of a vacation from `from_ms` to `until_ms` that falls into the year of `at_ms`. */
int64_t apo_leave_within(int64_t from_ms, int64_t until_ms, int64_t at_ms);

/* The latest end of a vacation that begins at `now_ms`, if `taken_ms` of this year's allowance
 * is used; days in the next year count there. `now_ms` itself if nothing is left. */
int64_t apo_leave_latest(int64_t taken_ms, int64_t now_ms);

#endif
