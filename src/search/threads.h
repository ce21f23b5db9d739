/* Threads for the search, supplied by the caller: the build for browsers has none. */
#ifndef APO_SEARCH_THREADS_H
#define APO_SEARCH_THREADS_H

#include "apothecary/search.h"

/* How threads are started. The functions are called by the thread that searches. */
typedef struct apo_threads {
    /* Starts a thread that calls work(argument) and returns it; NULL on failure. */
    void *(*start)(void (*work)(void *argument), void *argument);
    /* Waits until the thread has ended and frees it. */
    void (*join)(void *thread);
} apo_threads;

#endif
