#include "net/pace.h"

enum {
    LATE_US = 250000, /* of work; what was before counts half */
    /* Before anything is known: 5000 a second, as measured on a small server. */
    FIRST_DONE = 250,
    FIRST_US = 50000
};

void apo_pace_note(apo_pace *pace, uint64_t now_us, size_t done, size_t left)
{
    if (pace->took_us == 0) {
        pace->done = FIRST_DONE;
        pace->took_us = FIRST_US;
    }
    /* If none was left last time, the work began later, nobody knows when. */
    if (pace->left > 0 && done + left >= APO_PACE_LEARN) {
        pace->done += done;
        pace->took_us += now_us - pace->noted_us;
    }
    if (pace->took_us > LATE_US) {
        pace->done /= 2;
        pace->took_us /= 2;
    }
    pace->noted_us = now_us;
    pace->left = left;
}

size_t apo_pace_capacity(const apo_pace *pace, uint64_t wait_us)
{
    uint64_t capacity = pace->took_us > 0 ? pace->done * wait_us / pace->took_us
                                          : FIRST_DONE * wait_us / FIRST_US;
    if (capacity < APO_PACE_LEAST)
        return APO_PACE_LEAST;
    return capacity < APO_PACE_MOST ? (size_t)capacity : APO_PACE_MOST;
}
