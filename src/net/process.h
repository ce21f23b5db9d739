/* Other programs as child processes: they read from a pipe, and answer through one. They run
 * with the lowest priority, so that the server answers first. */
#ifndef APO_NET_PROCESS_H
#define APO_NET_PROCESS_H

#include <sys/types.h>

#include "apothecary/base.h"

typedef struct apo_process_setup {
    const char *const *arguments; /* the program's path first; ended by NULL */
    bool is_asked;                /* it reads from `to`; otherwise from nothing */
    bool is_quiet;                /* its standard error is discarded */
    size_t memory_max_bytes;      /* 0: no limit */
    unsigned cpu_max_s;           /* limit of its CPU time, to stop runaways */
} apo_process_setup;

typedef struct apo_process {
    pid_t pid;    /* 0: none */
    int to, from; /* our ends of the pipes, which do not block; `to` is -1 if it is not asked */
} apo_process;

/* Starts a program, to be ended by apo_process_end. A program that cannot be run ends at once.
 * Errors: APO_E_IO. */
apo_status apo_process_start(apo_process *out, const apo_process_setup *setup);

/* Kills it unless it has ended. False if its program could not be run at all. */
bool apo_process_end(apo_process *process);

#endif
