/* A suite of test positions: the engine searches each line of an EPD file, and its move is
 * compared with the operations bm (best moves) and am (moves to avoid). */
#ifndef APO_CLI_LAB_SUITE_H
#define APO_CLI_LAB_SUITE_H

#include <apothecary/search.h>

#include "cli/call/command.h"

/* Searches all positions of the file at `path` ("-": standard input) for the game that the call
 * names first, each within `limits`, and prints a line for each and how many were solved.
 * Faults are reported on stderr; a line with one is not counted. APO_EXIT_NO if a line has a
 * fault or nothing could be read. */
enum apo_exit apo_suite_run(const apo_call *call, const char *path, const apo_limits *limits,
                            unsigned threads);

#endif
