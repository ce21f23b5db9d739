/* Rights of unmoved pieces: which marks of the unmoved set still matter. Internal. */
#ifndef APO_RULES_KERNEL_RIGHTS_H
#define APO_RULES_KERNEL_RIGHTS_H

#include "rules/kernel/compiled.h"

/* The given marks that still matter with these pieces: those of pieces with powers while
 * unmoved (rules 6.3, unmoved), and those that a rule needs. `pieces` is a board; `state` gives
 * the unmoved marks, side and move number, and the rules' own. */
apo_set apo_rights_alive(const apo_variant *var, const apo_piece *pieces,
                         const apo_state *state);

/* The same for the marks of a position. */
apo_set apo_rights_of(const apo_position *pos);

/* The squares of a side's pieces that are marked as unmoved. */
static inline apo_set apo_rights_marked(const apo_position *pos, unsigned side)
{
    apo_set marked = {{0}};
    for (unsigned i = 0; i < pos->var->words; i++)
        marked.words[i] = pos->state.unmoved.words[i] & pos->pieces[side].words[i];
    return marked;
}

/* For a rule's `rights`: adds the marked squares of pieces of these types. */
void apo_rights_keep(apo_set *alive, const apo_variant *var, const apo_piece *pieces,
                     const apo_set *marked, apo_types types);

/* Removes marks that no longer matter after a move, and updates the key. */
void apo_rights_settle(apo_position *pos);

#endif
