/* Threads for a search, given from outside: what is compiled into a browser has none. */
#ifndef APO_SEARCH_THREADS_H
#define APO_SEARCH_THREADS_H

#include "apothecary/search.h"

/* How threads are started. The functions are called by the thread that searches. */
typedef struct apo_threads {
    /* Calls work(argument) in a thread of its own and gives it; NULL: there is none. */
    void *(*start)(void (*work)(void *argument), void *argument);
    /* Waits until the thread has ended and frees it. */
    void (*join)(void *thread);
} apo_threads;

#endif
