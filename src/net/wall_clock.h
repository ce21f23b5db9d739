/* The wall clock. All time decisions of the server use it, so that tests can let days pass in
 * seconds: before its first thread, the process can be told to run faster than real time. */
#ifndef APO_NET_WALL_CLOCK_H
#define APO_NET_WALL_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum {
    APO_WALL_CLOCK_RATE_MAX = 1000000 /* a day in a tenth of a second */
};

/* "RATE" or "RATE@MS": time runs RATE times as fast as real time, starting at MS (milliseconds
 * since 1970; default: now). If MS is given, a process restarted with the same text continues
 * the same time. "hand:FILE": time stands still at the milliseconds in the file until somebody
 * writes another number; timers check it often. Call only before there are threads: the setting
 * is kept in the environment. False: malformed, a rate of 0, or no time in the file; nothing
 * has changed. */
bool apo_wall_clock_set_rate(const char *text);

/* How many times as fast time runs: 1, unless a rate is set. Any thread. */
uint32_t apo_wall_clock_rate(void);

/* Milliseconds since 1970, in the possibly faster time. Any thread. */
int64_t apo_wall_clock_ms(void);

/* By how much the wall clock is ahead of the monotonic one. When somebody sets the machine's
 * clock, or the machine wakes up, the difference between two calls is the step. Any thread. */
int64_t apo_wall_clock_lead_ms(void);

#endif
