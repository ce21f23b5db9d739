/* The operating system's services for a search: clock and threads. */
#ifndef APO_API_HOST_H
#define APO_API_HOST_H

#include "search/threads.h"

/* Milliseconds of a monotonic clock; `context` is not used. Any thread. */
int64_t apo_engine_now(void *context);

/* POSIX threads; static. */
const apo_threads *apo_posix_threads(void);

#endif
