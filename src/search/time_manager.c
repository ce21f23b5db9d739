#include "search/time_manager.h"

enum {
    MOVES_LEFT = 32,   /* moves assumed to remain when the clock must last for the whole game */
    HARD_TIMES = 4,    /* a move may take this many times its share when needed, */
    HARD_PERCENT = 45, /* but no more than this percentage of the remaining time */
    LEAST_MS = 1,
    LATE_MAX_MS = 1000,   /* bound of the loss by a busy machine; more is an accident */
    CUSHION_PERCENT = 75, /* limit of the cushion, in percent of the remaining time */
    CUSHION_STALLS = 3,   /* the cushion: this many of the longest stalls, */
    CUSHION_LOSSES = 10   /* and of a move's usual losses */
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

/* The lag of all moves to come, minus the increments. Up to the next time control it is known
 * and must be kept; otherwise half the clock is kept at most. */
static int64_t find_reserve(const apo_limits *limits, int64_t loss)
{
    int64_t each = loss + LEAST_MS - limits->increment_ms;
    if (each <= 0)
        return 0;
    if (limits->moves_to_go > 0)
        return smaller(each * ((int64_t)limits->moves_to_go - 1), limits->clock_ms);
    return smaller(each * MOVES_LEFT, limits->clock_ms / 2);
}

/* Stalls are rare and long: not every move loses one, but the clock must survive the next. */
static int64_t find_cushion(const apo_time_manager *time, const apo_limits *limits)
{
    int64_t wanted =
        larger(CUSHION_STALLS * time->stall_ms, CUSHION_LOSSES * limits->overhead_ms);
    return smaller(wanted, limits->clock_ms * CUSHION_PERCENT / 100);
}

static void divide_clock(apo_time_manager *time, const apo_limits *limits)
{
    int64_t moves = limits->moves_to_go > 0 && limits->moves_to_go < MOVES_LEFT
                        ? limits->moves_to_go
                        : MOVES_LEFT;
    int64_t loss = limits->overhead_ms + time->late_ms;
    int64_t kept = larger(find_reserve(limits, loss), find_cushion(time, limits));
    int64_t left = at_least_a_little(limits->clock_ms - loss - kept);
    int64_t share = left / (moves + 1) + limits->increment_ms * 3 / 4;
    int64_t most = moves == 1 ? left * 6 / 10 : left * HARD_PERCENT / 100;
    time->soft_ms = at_least_a_little(smaller(share, most) * 6 / 10);
    time->hard_ms = at_least_a_little(smaller(share * HARD_TIMES, most));
}

/* --- delays -------------------------------------------------------------- */

static void note_stall(apo_time_manager *time, int64_t ms)
{
    time->stall_ms = smaller(larger(ms, time->stall_ms), LATE_MAX_MS);
}

/* The time that the player's clock lost after the last search, beyond the allowed overhead.
 * Large differences mean that the clock was reset. */
static int64_t find_lost(const apo_time_manager *time, const apo_limits *limits)
{
    if (!time->has_promise || !limits->has_clock || limits->moves_to_go != time->moves_to_go)
        return 0;
    int64_t lost = time->promised_ms - limits->clock_ms - limits->overhead_ms;
    return lost > 0 && lost <= LATE_MAX_MS ? lost : 0;
}

/* Old delays fade: a move's loss within a few moves, a stall within some dozens. */
static void note_last_search(apo_time_manager *time, const apo_limits *limits)
{
    int64_t lost = find_lost(time, limits);
    time->late_ms = larger(lost + time->overrun_ms, time->late_ms * 7 / 8);
    time->stall_ms = time->stall_ms * 31 / 32;
    note_stall(time, lost + time->overrun_ms);
    time->late_ms = smaller(time->late_ms, LATE_MAX_MS);
    time->overrun_ms = 0;
}

static void promise(apo_time_manager *time, const apo_limits *limits)
{
    time->has_promise = limits->has_clock && limits->moves_to_go != 1 && time->now != NULL;
    time->promised_ms = limits->clock_ms + limits->increment_ms;
    time->moves_to_go = limits->moves_to_go > 0 ? limits->moves_to_go - 1 : 0;
}

void apo_time_manager_forget(apo_time_manager *time)
{
    time->has_promise = false;
}

/* --- a search ------------------------------------------------------------ */

static int64_t read_clock(const apo_time_manager *time)
{
    return time->now != NULL ? time->now(time->context) : 0;
}

void apo_time_manager_start(apo_time_manager *time, const apo_limits *limits)
{
    time->start_ms = limits->asked_ms > 0 ? limits->asked_ms : read_clock(time);
    time->polled_ms = time->start_ms;
    time->soft_ms = time->hard_ms = INT64_MAX;
    if (limits->is_infinite)
        return;
    note_last_search(time, limits);
    promise(time, limits);
    if (limits->has_clock)
        divide_clock(time, limits);
    if (limits->move_ms > 0) {
        int64_t exact = at_least_a_little(limits->move_ms - limits->overhead_ms);
        time->hard_ms = smaller(time->hard_ms, exact);
        time->soft_ms = smaller(time->soft_ms, exact);
    }
}

int64_t apo_time_manager_poll(apo_time_manager *time)
{
    int64_t now = read_clock(time);
    note_stall(time, now - time->polled_ms);
    time->polled_ms = now;
    return now - time->start_ms;
}

void apo_time_manager_end(apo_time_manager *time)
{
    int64_t elapsed = apo_time_manager_poll(time);
    if (time->hard_ms == INT64_MAX)
        return;
    time->promised_ms -= elapsed;
    time->overrun_ms = larger(elapsed - time->hard_ms, 0);
}

int64_t apo_time_manager_elapsed(const apo_time_manager *time)
{
    return read_clock(time) - time->start_ms;
}
