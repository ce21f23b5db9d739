/* How many pieces of work may wait in a queue so that none of them waits too long: learnt from
 * how fast the queue was worked off of late. One thread. */
#ifndef APO_NET_PACE_H
#define APO_NET_PACE_H

#include <stddef.h>
#include <stdint.h>

enum {
    APO_PACE_LEAST = 64,  /* this many may always wait, however slow the work is */
    APO_PACE_MOST = 1024, /* and never more than these */
    APO_PACE_LEARN = 32   /* pieces: a shorter queue shows what one piece costs, not many */
};

/* All zero at the start. */
typedef struct apo_pace {
    uint64_t noted_us;      /* when the last were done */
    size_t left;            /* how many waited then */
    uint64_t done, took_us; /* pieces done of late, and the time they took */
} apo_pace;

/* `done` pieces have been done since the last call, and `left` wait; now_us: of a monotonic
 * clock. */
void apo_pace_note(apo_pace *pace, uint64_t now_us, size_t done, size_t left);

/* How many may wait if none is to wait longer than wait_us. */
size_t apo_pace_capacity(const apo_pace *pace, uint64_t wait_us);

#endif
