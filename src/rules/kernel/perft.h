/* Counts of move sequences, for checking and measuring; declared in apothecary/position.h. It
 * counts at the last ply instead of making moves. No allocation. */
#ifndef APO_RULES_KERNEL_PERFT_H
#define APO_RULES_KERNEL_PERFT_H

#include "rules/kernel/position.h"

#endif
