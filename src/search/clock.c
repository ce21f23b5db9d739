#include "search/clock.h"

enum {
    MOVES_LEFT = 32,   /* guess where the clock has to last for the rest of the game */
    HARD_TIMES = 4,    /* a move may take so many times its share when things go wrong, */
    HARD_PERCENT = 45, /* but no more than this of what is left */
    LEAST_MS = 1
};

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t at_least_a_little(int64_t ms)
{
    return ms > LEAST_MS ? ms : LEAST_MS;
}

static void divide_clock(apo_clock *clock, const apo_limits *limits)
{
    int64_t left = at_least_a_little(limits->clock_ms - limits->overhead_ms);
    int64_t moves = limits->moves_to_go > 0 && limits->moves_to_go < MOVES_LEFT
                        ? limits->moves_to_go
                        : MOVES_LEFT;
    int64_t share = left / (moves + 1) + limits->increment_ms * 3 / 4;
    int64_t most = moves == 1 ? left * 8 / 10 : left * HARD_PERCENT / 100;
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

int64_t apo_clock_elapsed(const apo_clock *clock)
{
    return clock->now != NULL ? clock->now(clock->context) - clock->start_ms : 0;
}
