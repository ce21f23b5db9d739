/* Captures in passing, as seen by the other rules. */
#ifndef APO_RULES_RULES_EN_PASSANT_H
#define APO_RULES_RULES_EN_PASSANT_H

#include "rules/kernel/position.h"

/* The pieces of the side to move that could capture the piece on `passer` on `sq`, one of the
 * squares that it has passed; false if there are none. */
bool apo_en_passant_capturers(const apo_position *pos, apo_square passer, apo_square sq,
                              apo_set *out);

/* Appends these captures, in all their ways. */
void apo_en_passant_add(const apo_position *pos, apo_square passer, apo_square sq,
                        apo_move_list *list);

/* The square of the piece that a capture in passing takes, with the state before it. */
apo_square apo_en_passant_taken(const apo_rule_state *rules, const apo_move *mv);

#endif
