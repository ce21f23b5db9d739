/* The moves of a position as numbers: the place of a move among the legal ones, in an order
 * that depends on the game alone and not on how moves are generated, so that records stay
 * readable when the generator changes. */
#ifndef APO_TRAINING_MOVE_NUMBER_H
#define APO_TRAINING_MOVE_NUMBER_H

#include "rules/rules/program_view.h"
#include "training/training_file.h"

/* Sorts a list of legal moves by from, to, kind, promotion, launch and what its rule keeps:
 * move number i is then `moves[i]`. */
void apo_moves_sort(apo_move_list *list);

/* The number of a legal move. Errors, with `*out` untouched: APO_E_ILLEGAL; APO_E_OVERFLOW: the
 * position has too many moves. */
apo_status apo_move_number(uint16_t *out, const apo_position *pos, const apo_move *mv);

/* The move with this number. Errors, with `out` untouched: APO_E_RANGE: there is none;
 * APO_E_OVERFLOW. */
apo_status apo_move_of_number(apo_move *out, const apo_position *pos, unsigned number);

/* Where a recorded game begins. Errors, with `out` untouched: APO_E_RANGE; APO_E_POSITION;
 * of the FEN: as apo_fen_read. */
apo_status apo_training_start(apo_position *out, const apo_variant *var,
                              const apo_training_head *head, const apo_training_game *record);

/* A number that identifies the game: it depends on the board, the starts, and the moves and
 * their order along some games played at random, but not on the evaluation or on names. Records
 * can be read with a different variant if and only if the digests agree. */
uint64_t apo_training_digest(const apo_variant *var);

#endif
