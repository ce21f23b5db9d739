/* The wall clock. Everything that the server decides by time asks here, so that a test can let
 * days pass in seconds: the process may be told, before its first thread, to live faster than
 * the world. */
#ifndef APO_NET_WALL_CLOCK_H
#define APO_NET_WALL_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum {
    APO_WALL_CLOCK_RATE_MAX = 1000000 /* a day in a tenth of a second */
};

/* "RATE" or "RATE@MS": time runs RATE times as fast as the world's, from the moment MS
 * (milliseconds since 1970; now, if it is not said) on. With a moment said, a process that is
 * started again with the same text finds that time has gone on. Only before there are threads:
 * it is kept in the environment. False: the text is not of this form, or a rate of 0; nothing
 * has changed. */
bool apo_wall_clock_set_rate(const char *text);

/* How many times as fast time runs: 1, unless a rate is set. Any thread. */
uint32_t apo_wall_clock_rate(void);

/* Milliseconds since 1970. Any thread. */
int64_t apo_wall_clock_ms(void);

#endif
