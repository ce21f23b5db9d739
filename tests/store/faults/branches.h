/* Many failures for little time, in two ways; turns.h must be switched on.
 *
 * A branching day: at each call that could fail the process is forked, and in the copy the call
 * fails. The copy plays on until the store has got over it, and looks whether the database has
 * what it must; then the day goes on as if nothing had been. A failure costs a few steps
 * instead of a day, and the day before it is whole.
 *
 * A stubborn day: each step is tried again and again, and each time a later call fails, until
 * none is left and the step succeeds. A failure costs a part of a step, and the store has been
 * through thousands of them. */
#ifndef APO_TESTS_STORE_FAULTS_BRANCHES_H
#define APO_TESTS_STORE_FAULTS_BRANCHES_H

#include <stdint.h>

#include "store/faults/disk.h"

enum branch_kind {
    BRANCH_DISK,
    BRANCH_MEMORY,
    BRANCH_CUT,
    BRANCH_KINDS
};

enum {
    /* So many rounds are a sweep: each of them takes every so many calls of the day, so that
     * the sweep takes each of them once. */
    BRANCH_ROUNDS = 64
};

typedef struct branch_counts {
    uint64_t runs[BRANCH_KINDS];  /* branches, each with a failure or some in a row */
    uint64_t tries[BRANCH_KINDS]; /* of the steps of stubborn days, that met with a failure */
    uint64_t
        failures[BRANCH_KINDS]; /* calls and allocations that failed; times the power did */
    uint64_t reports;           /* failures that the store reported */
    uint64_t read;              /* databases that were read as a whole */
} branch_counts;

/* Plays a round of the branching day that begins with `start`, and adds to the counts. In the
 * first sweep one call fails at a time, in the second three, in the third twenty, and from then
 * on by chance, with a failure of the other kind soon after. */
void branches_play(branch_counts *counts, const disk_image *start, uint64_t round,
                   uint64_t seed);

/* Plays a stubborn day, and adds to the counts. */
void branches_insist(branch_counts *counts, const disk_image *start, uint64_t round,
                     uint64_t seed);

#endif
