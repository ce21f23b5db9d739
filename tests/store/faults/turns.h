/* Threads that take turns: while it is switched on, the one thread that a store starts runs in
 * the caller's, on a stack of its own, and only while the caller waits for it. So the calls of
 * a day have the same order every time, and the process can be forked in the middle of one.
 *
 * The program is linked with --wrap for pthread_create, pthread_join, pthread_cond_wait and
 * fcntl. Switched off, these do what they always do. */
#ifndef APO_TESTS_STORE_FAULTS_TURNS_H
#define APO_TESTS_STORE_FAULTS_TURNS_H

#include <stdbool.h>

/* While no store is open, or to forget one that is never used again. */
void turns_switch(bool is_on);

#endif
