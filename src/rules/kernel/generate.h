/* Generation on a position that may be changed on the way (and is changed back): what perft and
 * a search use. Internal to this folder and to search. */
#ifndef APO_RULES_KERNEL_GENERATE_H
#define APO_RULES_KERNEL_GENERATE_H

#include "rules/kernel/hooks.h"

/* As apo_moves_legal; overflow shows in the list. */
void apo_list_legal(apo_position *pos, apo_move_list *list);

/* As apo_moves_count. */
uint64_t apo_count_legal(apo_position *pos);

/* --- for rules ----------------------------------------------------------- */

/* Appends `mv` in all the ways it can be made (see apo_rule_expand). */
void apo_move_expand(const apo_position *pos, apo_move mv, apo_move_list *list);

/* Makes the move and looks: is the own king safe, and does nothing bar it afterwards? */
bool apo_move_is_safe(apo_position *pos, const apo_move *mv);

/* True if the own king would be safe on an empty square, having left its own. */
bool apo_king_is_safe_on(apo_position *pos, apo_square to);

/* Why a rule bars a move, before it is made and after; APO_LEGAL if none does. */
enum apo_illegal apo_move_barred(apo_position *pos, const apo_move *mv);
enum apo_illegal apo_move_barred_after(const apo_position *pos, const apo_undo *undo);

#endif
