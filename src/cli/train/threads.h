/* A group of threads that work on the same job. */
#ifndef APO_CLI_TRAIN_THREADS_H
#define APO_CLI_TRAIN_THREADS_H

#include "training/parallel.h"

typedef struct apo_train_threads apo_train_threads;

/* Starts threads; the caller counts as one of them. Gives `*out` (free with
 * apo_train_threads_free). There may be fewer than asked for if the system has no more; NULL
 * when out of memory. */
apo_train_threads *apo_train_threads_new(size_t count);
void apo_train_threads_free(apo_train_threads *threads);

/* Their work, for a trainer. Borrowed. */
const apo_parallel *apo_train_threads_all(const apo_train_threads *threads);

#endif
