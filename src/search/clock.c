#include "search/clock.h"

enum {
    MOVES_LEFT = 32,   /* guess where the clock has to last for the rest of the game */
    HARD_TIMES = 4,    /* a move may take so many times its share when things go wrong, */
    HARD_PERCENT = 45, /* but no more than this of what is left */
    LEAST_MS = 1,
    LATE_MAX_MS =
        1000 /* what a machine that is short of time may cost us; more is an accident */
};

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t at_least_a_little(int64_t ms)
{
    return ms > LEAST_MS ? ms : LEAST_MS;
}

/* What all moves to come lose on their way, but for what they earn. Until more time is added that is
 * known and has to be there; else half the clock is kept for it. */
static int64_t find_reserve(const apo_limits *limits, int64_t loss)
{
    int64_t each = loss + LEAST_MS - limits->increment_ms;
    if (each <= 0)
        return 0;
    if (limits->moves_to_go > 0)
        return smaller(each * ((int64_t)limits->moves_to_go - 1), limits->clock_ms);
    return smaller(each * MOVES_LEFT, limits->clock_ms / 2);
}

static void divide_clock(apo_clock *clock, const apo_limits *limits)
{
    int64_t moves = limits->moves_to_go > 0 && limits->moves_to_go < MOVES_LEFT
                        ? limits->moves_to_go
                        : MOVES_LEFT;
    int64_t loss = limits->overhead_ms + clock->late_ms;
    int64_t left = at_least_a_little(limits->clock_ms - loss - find_reserve(limits, loss));
    int64_t share = left / (moves + 1) + limits->increment_ms * 3 / 4;
    int64_t most = moves == 1 ? left * 6 / 10 : left * HARD_PERCENT / 100;
    clock->soft_ms = at_least_a_little(smaller(share, most) * 6 / 10);
    clock->hard_ms = at_least_a_little(smaller(share * HARD_TIMES, most));
}

void apo_clock_start(apo_clock *clock, const apo_limits *limits)
{
    clock->start_ms = clock->now != NULL ? clock->now(clock->context) : 0;
    clock->soft_ms = clock->hard_ms = INT64_MAX;
    if (limits->is_infinite)
        return;
    if (limits->has_clock)
        divide_clock(clock, limits);
    if (limits->move_ms > 0) {
        int64_t exact = at_least_a_little(limits->move_ms - limits->overhead_ms);
        clock->hard_ms = smaller(clock->hard_ms, exact);
        clock->soft_ms = smaller(clock->soft_ms, exact);
    }
}

void apo_clock_end(apo_clock *clock)
{
    if (clock->now == NULL || clock->hard_ms == INT64_MAX)
        return;
    int64_t late = apo_clock_elapsed(clock) - clock->hard_ms;
    int64_t before = clock->late_ms * 7 / 8;
    clock->late_ms = smaller(late > before ? late : before, LATE_MAX_MS);
}

int64_t apo_clock_elapsed(const apo_clock *clock)
{
    return clock->now != NULL ? clock->now(clock->context) - clock->start_ms : 0;
}
