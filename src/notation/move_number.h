/* The moves of a position as numbers: the place of a move among the legal ones, in an order
 * that depends on the game alone and not on how moves are generated, so that records stay
 * readable when the generator changes. Also encodes these numbers as one or two letters, for
 * compact texts. */
#ifndef APO_NOTATION_MOVE_NUMBER_H
#define APO_NOTATION_MOVE_NUMBER_H

#include "base/text.h"
#include "rules/kernel/movegen.h"

enum {
    /* Moves that have codes. More than 1,000 moves need a dozen queens (APO_MOVE_LIST_MAX). */
    APO_MOVE_CODES = 48 + 16 * 64
};

/* The first sort key of moves; those that differ only in what their rule keeps have the same
 * rank. */
uint64_t apo_move_rank(const apo_move *mv);

/* Sorts a list of legal moves by from, to, kind, promotion, launch and what its rule keeps:
 * move number i is then `moves[i]`. */
void apo_moves_sort(apo_move_list *list);

/* The number of a legal move. Errors, with `*out` untouched: APO_E_ILLEGAL; APO_E_OVERFLOW: the
 * position has too many moves. */
apo_status apo_move_number(uint16_t *out, const apo_position *pos, const apo_move *mv);

/* The move with this number. Errors, with `out` untouched: APO_E_RANGE: there is none;
 * APO_E_OVERFLOW. */
apo_status apo_move_of_number(apo_move *out, const apo_position *pos, unsigned number);

/* Appends the code of a legal move: a letter, or two. Errors, with nothing appended:
 * APO_E_ILLEGAL; APO_E_OVERFLOW: its number has no code. */
apo_status apo_move_code_write(apo_text *out, const apo_position *pos, const apo_move *mv);

/* Reads the code at the front of `*rest` and removes it. Errors, with both untouched:
 * APO_E_SYNTAX: no code; APO_E_RANGE: there is no such move; APO_E_OVERFLOW. */
apo_status apo_move_code_read(apo_move *out, const apo_position *pos, apo_span *rest);

#endif
