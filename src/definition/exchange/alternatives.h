/* Moves put together step by step, for readers of formats that list directions one by one. */
#ifndef APO_DEFINITION_EXCHANGE_ALTERNATIVES_H
#define APO_DEFINITION_EXCHANGE_ALTERNATIVES_H

#include "rules/tables/piece_moves.h"

/* The first alternative of a text in XBetza, which is valid, to be changed. */
apo_piece_move apo_alternative_model(const char *text);

/* The number of a king's step, clockwise from straight ahead; 8: it is none. */
unsigned apo_alternative_direction(int files, int rows);

/* Sets the size of a leg's step to that of the step (files, rows), which is not 0, and returns
 * its direction in the form of a leg: one bit. */
uint8_t apo_alternative_step(apo_leg *leg, int files, int rows);

/* Adds an alternative. If an existing one differs only in directions, adds the directions to
 * it. False if there are too many. */
bool apo_alternative_add(apo_piece_moves *moves, const apo_piece_move *move);

/* Joins alternatives that have become alike: those that differ only in directions, and
 * orthogonals with diagonals of the same kind (kings and queens). */
void apo_alternatives_join(apo_piece_moves *moves);

#endif
