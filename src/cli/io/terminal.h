/* Properties of standard output. */
#ifndef APO_CLI_IO_TERMINAL_H
#define APO_CLI_IO_TERMINAL_H

#include <stdbool.h>

/* True if standard input and output are both terminals. */
bool apo_terminal_is_interactive(void);

/* True if, in addition, the terminal is not dumb, so that its cursor can be moved. */
bool apo_terminal_has_cursor(void);

/* True if output should be coloured. `when` is "always", "never", or "auto" (or NULL): coloured
 * on a terminal that is not dumb, unless NO_COLOR is set. */
bool apo_terminal_has_colour(const char *when);

/* The current width of standard output in columns; $COLUMNS or 80 if it is not a terminal. */
unsigned apo_terminal_width(void);

#endif
