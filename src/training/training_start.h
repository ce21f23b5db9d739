/* Where recorded games begin, and which games can read a record. */
#ifndef APO_TRAINING_TRAINING_START_H
#define APO_TRAINING_TRAINING_START_H

#include "rules/rules/program_view.h"
#include "training/training_file.h"

/* Where a recorded game begins. Errors, with `out` untouched: APO_E_RANGE; APO_E_POSITION;
 * of the FEN: as apo_fen_read. */
apo_status apo_training_start(apo_position *out, const apo_variant *var,
                              const apo_training_head *head, const apo_training_game *record);

/* A number that identifies the game: it depends on the board, the starts, and the moves and
 * their order along some games played at random, but not on the evaluation or on names. Records
 * can be read with a different variant if and only if the digests agree. */
uint64_t apo_training_digest(const apo_variant *var);

#endif
