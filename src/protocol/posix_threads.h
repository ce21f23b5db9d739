/* The operating system's threads, for searches. */
#ifndef APO_PROTOCOL_POSIX_THREADS_H
#define APO_PROTOCOL_POSIX_THREADS_H

#include "search/threads.h"

/* POSIX threads; static. */
const apo_threads *apo_posix_threads(void);

#endif
