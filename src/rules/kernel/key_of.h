/* The parts of a position's key. Two positions are the same for the repetition rule iff the
 * same parts are in their keys (rules 1.9). Internal to this folder. */
#ifndef APO_RULES_KERNEL_KEY_OF_H
#define APO_RULES_KERNEL_KEY_OF_H

#include "rules/kernel/position.h"

uint64_t apo_key_of_piece(apo_piece piece, apo_square sq);
uint64_t apo_key_of_side(unsigned side, unsigned turn);
uint64_t apo_key_of_unmoved(apo_square sq);
uint64_t apo_key_of_all_unmoved(const apo_set *set);
uint64_t apo_key_of_trail(apo_square sq);
uint64_t apo_key_of_reserve(unsigned side, unsigned type, unsigned count);
uint64_t apo_key_of_pocket(unsigned side, uint32_t types);
uint64_t apo_key_of_imitated(unsigned white, unsigned black);

/* The part for the trail squares that can really be captured on. */
uint64_t apo_key_of_state_trail(const apo_state *state);

/* The part for the imitated types; 0 while no joker can come to use them. */
uint64_t apo_key_of_state_imitated(const apo_state *state);

/* The i-th square of the trail, in order of passing. */
static inline apo_square apo_state_trail_square(const apo_state *state, unsigned i)
{
    return (apo_square)(state->trail_piece - (state->trail_count - (int)i) * state->trail_step);
}

#endif
