/* A checker's series of jumps, jump by jump; see checker.c. */
#ifndef APO_RULES_RULES_CHECKER_H
#define APO_RULES_RULES_CHECKER_H

#include "rules/kernel/position.h"

enum {
    APO_SERIES_MAX = 30
}; /* jumps in one series; checker.c refuses boards that allow more */

/* The landing squares of a checker's series of jumps over enemy pieces; the last is `to`.
 * Returns how many, 0 for any other move. `out` must have space for APO_SERIES_MAX squares. */
unsigned apo_move_series(const apo_position *pos, const apo_move *mv, apo_square *out);

/* The squares a checker on `from` can jump to over an enemy piece after the jumps to `series`
 * (`count` of them, 0 at the start); returns how many, at most 4. Whether it may stop there:
 * see apo_checker_move. */
unsigned apo_checker_jumps(const apo_position *pos, apo_square from, const apo_square *series,
                           unsigned count, apo_square out[4]);

/* The move of a checker with these jumps, at least one and all possible: for apo_move_captures.
 * Of several orders that capture the same pieces, the legal list has only one. */
apo_move apo_checker_move(const apo_position *pos, apo_square from, const apo_square *series,
                          unsigned count);

#endif
