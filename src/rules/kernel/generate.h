/* Move generation for perft and search. It may change the position while it runs, and restores
 * it. Internal to this folder and to search. Its parts: movegen.c lists moves, count_moves.c
 * counts them; both go through scan.c, which asks legality.c about single moves. */
#ifndef APO_RULES_KERNEL_GENERATE_H
#define APO_RULES_KERNEL_GENERATE_H

#include "rules/kernel/hooks.h"

/* As apo_moves_legal; the list records an overflow. */
void apo_list_legal(apo_position *pos, apo_move_list *list);

/* The same, but also lists moves of finished games and moves that a rule's `sift` would
 * remove. */
void apo_list_sifted(apo_position *pos, apo_move_list *list);
void apo_list_unsifted(apo_position *pos, apo_move_list *list);

/* As apo_list_unsifted, but of the pieces only those of some types move, apart from special
 * moves. */
void apo_list_unsifted_of(apo_position *pos, apo_move_list *list, apo_types types);

/* How the position ends the game regardless of the legal moves, with the result for the side to
 * move; APO_ENDING_NONE if it does not. */
apo_ending apo_position_ends(const apo_position *pos, int *out_quarters);

/* True if it does. */
bool apo_position_is_over(const apo_position *pos);

/* The number of legal moves; APO_PERFT_UNKNOWN if the special moves do not fit into a list. */
uint64_t apo_count_legal(apo_position *pos);

/* True if there is a legal move: faster than counting them. */
bool apo_has_legal(apo_position *pos);

/* True if a list of APO_MOVE_LIST_MAX moves has room for all legal ones. */
bool apo_moves_fit(apo_position *pos);

/* --- for rules ----------------------------------------------------------- */

/* Appends `mv` in all its forms (see apo_rule_expand). */
void apo_move_expand(const apo_position *pos, apo_move mv, apo_move_list *list);

/* Tries the move: true if the mover's king is safe after it and no rule bars it. */
bool apo_move_is_safe(apo_position *pos, const apo_move *mv);

/* True if the king would be safe on the empty square `to` after leaving its square. */
bool apo_king_is_safe_on(apo_position *pos, apo_square to);

/* Takes out of the set, the targets of the king of the side to move, those on which it would
 * not be safe. */
void apo_king_keep_safe(apo_position *pos, uint64_t *set);

/* Why a rule bars a move, before it is made and after; APO_LEGAL if none does. */
enum apo_illegal apo_move_barred(apo_position *pos, const apo_move *mv);
enum apo_illegal apo_move_barred_after(const apo_position *pos, const apo_undo *undo);

#endif
