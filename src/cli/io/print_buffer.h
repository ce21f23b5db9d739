/* Prints the contents of a buffer, usually JSON. */
#ifndef APO_CLI_IO_PRINT_BUFFER_H
#define APO_CLI_IO_PRINT_BUFFER_H

#include "base/json.h"
#include "cli/call/command.h"

/* Writes the buffer to stdout and clears it; APO_EXIT_NO, reported on stderr, if memory ran
 * out. */
enum apo_exit apo_buffer_print(apo_buffer *buffer);

/* The same with a line end. */
enum apo_exit apo_buffer_print_line(apo_buffer *buffer);

#endif
