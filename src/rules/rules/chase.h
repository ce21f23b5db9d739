/* Perpetual chase: which pieces a move attacks so that it must not be repeated for ever. */
#ifndef APO_RULES_RULES_CHASE_H
#define APO_RULES_RULES_CHASE_H

#include "rules/kernel/position.h"

/* True if perpetual chase makes a repetition lost. */
bool apo_chase_matters(const apo_variant *var);

/* The squares of the pieces that the last move chases. `after` is the position after it, `last`
 * the move, `undo` what takes it back. Slow: asked where a position has occurred before. */
apo_set apo_chase_find(const apo_position *after, const apo_move *last, const apo_undo *undo);

#endif
