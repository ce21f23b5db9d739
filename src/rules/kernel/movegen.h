/* Legal moves, check, and what a piece could do. */
#ifndef APO_RULES_KERNEL_MOVEGEN_H
#define APO_RULES_KERNEL_MOVEGEN_H

#include "rules/kernel/check.h"

/* All legal moves, each once, in no particular order. `list` is the caller's.
 * Errors: APO_E_OVERFLOW: more moves than fit; the list then holds some of them. */
apo_status apo_moves_legal(apo_move_list *list, const apo_position *pos);

/* The number of legal moves, without making a list where that can be avoided. */
uint64_t apo_moves_count(const apo_position *pos);

typedef struct apo_verdict {
    enum apo_illegal reason;
    /* APO_ILLEGAL_CHECK, _EXPOSES: an enemy piece that could take the king */
    apo_square attacker;
    /* the type whose power it uses (its own, or one that it has taken over) */
    uint8_t attacker_power;
} apo_verdict;

/* Judges a move, legal or not: from, to, and what promotes or is put on the board are looked
 * at. For people; slow. */
apo_verdict apo_move_why_illegal(const apo_position *pos, const apo_move *mv);

/* Pieces that `mv` captures, besides or on its target, in square order; returns how many.
 * `out` has room for APO_UNDO_SQUARES_MAX squares. */
unsigned apo_move_captures(const apo_position *pos, const apo_move *mv, apo_square *out);

#endif
