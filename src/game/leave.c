#include "game/leave.h"

#include <stdbool.h>

static const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;

enum {
    DAYS = 365,
    FIRST_YEAR = 1970
};

static bool is_leap(int64_t year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Days from 1970 to 1 January of the year, with Gregorian leap years. */
static int64_t days_before(int64_t year)
{
    int64_t last = year - 1;
    int64_t leaps = last / 4 - last / 100 + last / 400;
    int64_t first = (FIRST_YEAR - 1) / 4 - (FIRST_YEAR - 1) / 100 + (FIRST_YEAR - 1) / 400;
    return (year - FIRST_YEAR) * DAYS + leaps - first;
}

static int64_t year_of(int64_t ms)
{
    int64_t days = ms / day_ms;
    int64_t year = FIRST_YEAR + days / DAYS; /* or the one before */
    while (days_before(year) > days)
        year--;
    return year;
}

int64_t apo_year_begin(int64_t ms)
{
    return days_before(year_of(ms)) * day_ms;
}

int64_t apo_year_end(int64_t ms)
{
    int64_t year = year_of(ms);
    return (days_before(year) + DAYS + (is_leap(year) ? 1 : 0)) * day_ms;
}

int64_t apo_leave_within(int64_t from_ms, int64_t until_ms, int64_t at_ms)
{
    int64_t begin = apo_year_begin(at_ms), end = apo_year_end(at_ms);
    int64_t from = from_ms > begin ? from_ms : begin;
    int64_t until = until_ms < end ? until_ms : end;
    return until > from ? until - from : 0;
}

int64_t apo_leave_latest(int64_t taken_ms, int64_t now_ms)
{
    int64_t left = APO_LEAVE_DAYS * day_ms - taken_ms;
    int64_t end = apo_year_end(now_ms);
    if (left <= 0)
        return now_ms;
    return now_ms + left < end ? now_ms + left : end + APO_LEAVE_DAYS * day_ms;
}
