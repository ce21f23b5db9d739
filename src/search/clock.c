#include "search/clock.h"

enum {
    MOVES_LEFT = 32,   /* guess where the clock has to last for the rest of the game */
    HARD_TIMES = 4,    /* a move may take so many times its share when things go wrong, */
    HARD_PERCENT = 45, /* but no more than this of what is left */
    LEAST_MS = 1,
    LATE_MAX_MS =
        1000, /* what a machine that is short of time may cost us; more is an accident */
    CUSHION_PERCENT = 75, /* ... but for so much of what is left */
    CUSHION_STALLS = 3,   /* so many of the longest stalls, */
    CUSHION_LOSSES = 10   /* and of a move's usual losses, are to stay on a clock */
};

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
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

/* Stalls are rare and long: they are not lost with every move, but the clock must outlast the next. */
static int64_t find_cushion(const apo_clock *clock, const apo_limits *limits)
{
    int64_t wanted =
        larger(CUSHION_STALLS * clock->stall_ms, CUSHION_LOSSES * limits->overhead_ms);
    return smaller(wanted, limits->clock_ms * CUSHION_PERCENT / 100);
}

static void divide_clock(apo_clock *clock, const apo_limits *limits)
{
    int64_t moves = limits->moves_to_go > 0 && limits->moves_to_go < MOVES_LEFT
                        ? limits->moves_to_go
                        : MOVES_LEFT;
    int64_t loss = limits->overhead_ms + clock->late_ms;
    int64_t kept = larger(find_reserve(limits, loss), find_cushion(clock, limits));
    int64_t left = at_least_a_little(limits->clock_ms - loss - kept);
    int64_t share = left / (moves + 1) + limits->increment_ms * 3 / 4;
    int64_t most = moves == 1 ? left * 6 / 10 : left * HARD_PERCENT / 100;
    clock->soft_ms = at_least_a_little(smaller(share, most) * 6 / 10);
    clock->hard_ms = at_least_a_little(smaller(share * HARD_TIMES, most));
}

/* --- what gets lost ---------------------------------------------------------------------------------- */

static void note_stall(apo_clock *clock, int64_t ms)
{
    clock->stall_ms = smaller(larger(ms, clock->stall_ms), LATE_MAX_MS);
}

/* What the player's clock lacks after the last search beyond what was allowed for. Where it is more
 * than an accident the clock has been set anew. */
static int64_t find_lost(const apo_clock *clock, const apo_limits *limits)
{
    if (!clock->has_promise || !limits->has_clock || limits->moves_to_go != clock->moves_to_go)
        return 0;
    int64_t lost = clock->promised_ms - limits->clock_ms - limits->overhead_ms;
    return lost > 0 && lost <= LATE_MAX_MS ? lost : 0;
}

/* Old troubles fade: a move's loss in a few moves, a stall in some dozens. */
static void note_last_search(apo_clock *clock, const apo_limits *limits)
{
    int64_t lost = find_lost(clock, limits);
    clock->late_ms = larger(lost + clock->overrun_ms, clock->late_ms * 7 / 8);
    clock->stall_ms = clock->stall_ms * 31 / 32;
    note_stall(clock, lost + clock->overrun_ms);
    clock->late_ms = smaller(clock->late_ms, LATE_MAX_MS);
    clock->overrun_ms = 0;
}

static void promise(apo_clock *clock, const apo_limits *limits)
{
    clock->has_promise = limits->has_clock && limits->moves_to_go != 1 && clock->now != NULL;
    clock->promised_ms = limits->clock_ms + limits->increment_ms;
    clock->moves_to_go = limits->moves_to_go > 0 ? limits->moves_to_go - 1 : 0;
}

void apo_clock_forget(apo_clock *clock)
{
    clock->has_promise = false;
}

/* --- a search ---------------------------------------------------------------------------------------- */

static int64_t read_clock(const apo_clock *clock)
{
    return clock->now != NULL ? clock->now(clock->context) : 0;
}

void apo_clock_start(apo_clock *clock, const apo_limits *limits)
{
    clock->start_ms = limits->asked_ms > 0 ? limits->asked_ms : read_clock(clock);
    clock->looked_ms = clock->start_ms;
    clock->soft_ms = clock->hard_ms = INT64_MAX;
    if (limits->is_infinite)
        return;
    note_last_search(clock, limits);
    promise(clock, limits);
    if (limits->has_clock)
        divide_clock(clock, limits);
    if (limits->move_ms > 0) {
        int64_t exact = at_least_a_little(limits->move_ms - limits->overhead_ms);
        clock->hard_ms = smaller(clock->hard_ms, exact);
        clock->soft_ms = smaller(clock->soft_ms, exact);
    }
}

int64_t apo_clock_look(apo_clock *clock)
{
    int64_t now = read_clock(clock);
    note_stall(clock, now - clock->looked_ms);
    clock->looked_ms = now;
    return now - clock->start_ms;
}

void apo_clock_end(apo_clock *clock)
{
    int64_t elapsed = apo_clock_look(clock);
    if (clock->hard_ms == INT64_MAX)
        return;
    clock->promised_ms -= elapsed;
    clock->overrun_ms = larger(elapsed - clock->hard_ms, 0);
}

int64_t apo_clock_elapsed(const apo_clock *clock)
{
    return read_clock(clock) - clock->start_ms;
}
