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

/* Writes the squares that a checker on `from` can jump to over an enemy piece, after the jumps
 * to `series` (`count` of them, 0 at the start). Returns how many, at most 4. apo_checker_move
 * tells whether it may stop there. */
unsigned apo_checker_jumps(const apo_position *pos, apo_square from, const apo_square *series,
                           unsigned count, apo_square out[4]);

/* The move of a checker with these jumps (at least one, all of them possible), for
 * apo_move_captures. If several orders capture the same pieces, the legal list has only one of
 * them. */
apo_move apo_checker_move(const apo_position *pos, apo_square from, const apo_square *series,
                          unsigned count);

#endif
