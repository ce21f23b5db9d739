/* Printing what has been gathered in a buffer, JSON for the most part. */
#ifndef APO_CLI_IO_PRINT_BUFFER_H
#define APO_CLI_IO_PRINT_BUFFER_H

#include "base/json.h"
#include "cli/call/command.h"

/* Writes the buffer on stdout and clears it; APO_EXIT_NO, said on stderr, if memory ran out. */
enum apo_exit apo_buffer_print(apo_buffer *buffer);

/* The same with a line end behind it. */
enum apo_exit apo_buffer_print_line(apo_buffer *buffer);

#endif
