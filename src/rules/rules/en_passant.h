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

/* The i-th square of a trail, in order of passing. */
static inline apo_square apo_trail_square(const apo_live_trail *trail, unsigned i)
{
    return (apo_square)(trail->piece - (trail->count - (int)i) * trail->step);
}

/* Writes a trail into a setup, and reads it from there; `shown` is left as it is. */
void apo_trail_save(const apo_live_trail *trail, apo_trail *out);
void apo_trail_place(apo_live_trail *out, const apo_trail *trail);

/* The square of the piece that a capture in passing takes, with the state before it. */
apo_square apo_en_passant_taken(const apo_rule_state *rules, const apo_move *mv);

#endif
