/* Ctrl-C as a flag to poll, instead of the end of the program. */
#ifndef APO_CLI_IO_INTERRUPT_H
#define APO_CLI_IO_INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT only sets a flag. False if the system refuses. */
bool apo_interrupt_install(void);

/* From now on, programs that this one starts and that have such a flag end as by Ctrl-C when
 * this one ends, for whatever reason. */
void apo_interrupt_bind_children(void);

/* True if Ctrl-C was pressed since the last apo_interrupt_clear, or if the program that bound
 * this one has ended. */
bool apo_interrupt_is_set(void);
void apo_interrupt_clear(void);

/* A descriptor for poll() that becomes readable on Ctrl-C. */
int apo_interrupt_descriptor(void);

#endif
