/* The operating system's threads, for searches. */
#ifndef APO_PROTOCOL_THREADS_H
#define APO_PROTOCOL_THREADS_H

#include "search/crew.h"

/* A crew of POSIX threads; static. */
const apo_crew *apo_threads_crew(void);

#endif
