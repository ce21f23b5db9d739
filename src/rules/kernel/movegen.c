#include "rules/kernel/generate.h"
#include "rules/kernel/scan.h"

APO_INLINE void list_all(unsigned words, apo_scan *s)
{
    const apo_position *pos = s->pos;
    apo_types types = apo_types_within(words, apo_types_here(pos, s->side) & s->types);
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        unsigned row = apo_row_now(pos, s->side, type);
        if (row != 0)
            apo_scan_list_type(words, s, type, row);
    }
    apo_scan_special(s);
    if (pos->var->hooks.arrivals_count > 0)
        apo_scan_arrivals(s);
}

void apo_list_unsifted(apo_position *pos, apo_move_list *list)
{
    apo_scan s;
    apo_scan_start(&s, pos, list);
    APO_BY_WORDS(pos->var->words, list_all, &s);
}

void apo_list_unsifted_of(apo_position *pos, apo_move_list *list, apo_types types)
{
    apo_scan s;
    apo_scan_start(&s, pos, list);
    s.types = types;
    APO_BY_WORDS(pos->var->words, list_all, &s);
}

apo_ending apo_position_ends(const apo_position *pos, int *out_quarters)
{
    const apo_hooks *hooks = &pos->var->hooks;
    apo_ending ending = APO_ENDING_NONE;
    for (unsigned i = 0; ending == APO_ENDING_NONE && i < hooks->ends_count; i++)
        ending = hooks->ends[i](pos, out_quarters);
    return ending;
}

bool apo_position_is_over(const apo_position *pos)
{
    int quarters;
    return pos->var->hooks.ends_count > 0 &&
           apo_position_ends(pos, &quarters) != APO_ENDING_NONE;
}

void apo_list_sifted(apo_position *pos, apo_move_list *list)
{
    apo_list_unsifted(pos, list);
    for (unsigned i = 0; i < pos->var->hooks.sift_count; i++)
        (void)pos->var->hooks.sift[i](pos, list);
}

void apo_list_legal(apo_position *pos, apo_move_list *list)
{
    if (!apo_position_is_over(pos))
        apo_list_sifted(pos, list);
}
