/* Counts of move sequences, for checking and measuring. */
#ifndef APO_RULES_KERNEL_PERFT_H
#define APO_RULES_KERNEL_PERFT_H

#include "rules/kernel/position.h"

/* Number of legal move sequences of `depth` plies; 1 for depth 0. Counts at the last ply
 * instead of making. No allocation; one call per thread on a position of its own. */
uint64_t apo_perft(const apo_position *pos, unsigned depth);

#endif
