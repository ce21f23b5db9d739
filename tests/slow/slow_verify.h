/* Checks the slow rules against the data files shared with the rules text. */
#ifndef SLOW_VERIFY_H
#define SLOW_VERIFY_H

#include <stdint.h>
#include <stdio.h>

/* Each reads a whole file, prints a line for every row that fails and "N passed, N failed" (and
 * how many were skipped) at the end, and returns the number of failures. */
long slow_verify_perft(FILE *file, uint64_t node_budget);
long slow_verify_positions(FILE *file);
long slow_verify_games(FILE *file);

#endif
