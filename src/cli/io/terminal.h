/* What kind of place standard output is. */
#ifndef APO_CLI_IO_TERMINAL_H
#define APO_CLI_IO_TERMINAL_H

#include <stdbool.h>

/* True if standard input and output are both a terminal. */
bool apo_terminal_is_interactive(void);

/* True if standard output takes colours: `when` is "always", "never", or "auto" (or NULL): a
 * terminal that is not dumb, and NO_COLOR is not set. */
bool apo_terminal_has_colour(const char *when);

/* Columns of standard output now; $COLUMNS or 80 where it is no terminal. */
unsigned apo_terminal_width(void);

#endif
