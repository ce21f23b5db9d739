/* Generation on a position that may be changed on the way (and is changed back): what perft and
 * a search use. Internal to this folder and to search. */
#ifndef APO_RULES_KERNEL_GENERATE_H
#define APO_RULES_KERNEL_GENERATE_H

#include "rules/kernel/position.h"

/* As apo_moves_legal; overflow shows in the list. */
void apo_list_legal(apo_position *pos, apo_move_list *list);

/* As apo_moves_count. */
uint64_t apo_count_legal(apo_position *pos);

#endif
