#include "cli/io/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Signals belong to the process, hence these globals. */
static volatile sig_atomic_t is_set;
static int pipe_ends[2] = {-1, -1};
static pid_t parent; /* that has bound this program; 0: none */

/* The number of the process that binds its children. */
static const char variable[] = "APOTHECARY_PARENT";

static void note_signal(int number)
{
    int reason = errno;
    (void)number;
    is_set = 1;
    /* Wakes poll(); if the pipe is full, poll() is awake already. */
    if (write(pipe_ends[1], "", 1) < 0)
        errno = 0;
    errno = reason;
}

static bool prepare_descriptor(int descriptor)
{
    int flags = fcntl(descriptor, F_GETFL);
    return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 &&
           fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0;
}

void apo_interrupt_bind_children(void)
{
    char number[24];
    snprintf(number, sizeof number, "%ld", (long)getpid());
    (void)setenv(variable, number, 1);
}

/* The program that binds this one does not bind its children. */
static void find_parent(void)
{
    const char *number = getenv(variable);
    if (number == NULL)
        return;
    parent = (pid_t)strtol(number, NULL, 10);
    (void)unsetenv(variable);
}

bool apo_interrupt_install(void)
{
    struct sigaction action = {.sa_handler = note_signal};
    find_parent();
    if (pipe(pipe_ends) != 0)
        return false;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    return prepare_descriptor(pipe_ends[0]) && prepare_descriptor(pipe_ends[1]) &&
           sigaction(SIGINT, &action, NULL) == 0;
}

bool apo_interrupt_is_set(void)
{
    return is_set != 0 || (parent != 0 && getppid() != parent);
}

void apo_interrupt_clear(void)
{
    char bytes[64];
    is_set = 0;
    while (read(pipe_ends[0], bytes, sizeof bytes) > 0)
        continue;
}

int apo_interrupt_descriptor(void)
{
    return pipe_ends[0];
}
