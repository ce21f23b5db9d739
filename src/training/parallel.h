/* Runs the jobs of a trainer: in threads of the caller, or in the caller's thread only. */
#ifndef APO_TRAINING_PARALLEL_H
#define APO_TRAINING_PARALLEL_H

#include <stddef.h>

typedef struct apo_parallel {
    /* Calls job(context, i) for each i below `count`, in any order and at the same time, and
     * returns when all are done. */
    void (*run)(void *self, size_t count, void (*job)(void *context, size_t index),
                void *context);
    void *self;
    size_t threads; /* maximum number of jobs at a time, at least 1 */
} apo_parallel;

#endif
