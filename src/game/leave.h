/* How much vacation somebody may still take: so many days in each calendar year (UTC). Pure
 * arithmetic over milliseconds since 1970. */
#ifndef APO_GAME_LEAVE_H
#define APO_GAME_LEAVE_H

#include <stdint.h>

enum {
    APO_LEAVE_DAYS = 30 /* in a calendar year */
};

/* When the year of a moment begins; and the one behind it. */
int64_t apo_year_begin(int64_t ms);
int64_t apo_year_end(int64_t ms);

/* How much of a vacation from `from_ms` to `until_ms` falls into the year of `at_ms`. */
int64_t apo_leave_within(int64_t from_ms, int64_t until_ms, int64_t at_ms);

/* When a vacation that begins at `now_ms` must end at the latest, if so much of this year's has
 * been taken before: what reaches into the next year counts there. `now_ms` itself: nothing is
 * left. */
int64_t apo_leave_latest(int64_t taken_ms, int64_t now_ms);

#endif
