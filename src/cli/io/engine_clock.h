/* The time for searches. */
#ifndef APO_CLI_IO_ENGINE_CLOCK_H
#define APO_CLI_IO_ENGINE_CLOCK_H

#include <stdint.h>

/* Milliseconds on a clock that never goes back; `context` is not used. */
int64_t apo_engine_now(void *context);

#endif
