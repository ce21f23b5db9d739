/* The parts of a position's key. Two positions are the same for the repetition rule iff the
 * same parts are in their keys (rules 1.9). Internal to this folder. */
#ifndef APO_RULES_KERNEL_KEY_OF_H
#define APO_RULES_KERNEL_KEY_OF_H

#include "rules/kernel/position.h"

/* The key of a fact given by small numbers. Families: 1 to 3 are the kernel's, for pieces,
 * turns and marks; each of the others belongs to one rule. */
uint64_t apo_key_word(unsigned family, unsigned a, unsigned b, unsigned c);

uint64_t apo_key_of_piece(apo_piece piece, apo_square sq);
uint64_t apo_key_of_side(unsigned side, unsigned turn);
uint64_t apo_key_of_unmoved(apo_square sq);
uint64_t apo_key_of_all_unmoved(const apo_set *set);

#endif
