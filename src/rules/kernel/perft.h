/* Counts of move sequences, for checking and measuring; declared in apothecary/position.h. At
 * the last ply it counts moves instead of making them. No allocation. */
#ifndef APO_RULES_KERNEL_PERFT_H
#define APO_RULES_KERNEL_PERFT_H

#include "rules/kernel/position.h"

#endif
