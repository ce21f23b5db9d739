#include "rules/rules/list.h"

#include "rules/kernel/rule.h"

/* In this order the rules are built; a rule may rely on what stands before it. */
static const apo_rule *const rules[] = {
    &apo_rule_promotion,  &apo_rule_reserve,  &apo_rule_joker,   &apo_rule_launch,
    &apo_rule_kings_jump, &apo_rule_castling, &apo_rule_checker, &apo_rule_multi_step,
    &apo_rule_area,       &apo_rule_river,    &apo_rule_outcome, &apo_rule_points,
    &apo_rule_handicap,   &apo_rule_values,
};

size_t apo_rule_count(void)
{
    return sizeof rules / sizeof *rules;
}

const apo_rule *apo_rule_whole(size_t index)
{
    return rules[index];
}

const apo_rule_info *apo_rule_at(size_t index)
{
    return &rules[index]->info;
}

const apo_value *apo_build_value(const apo_build *build, unsigned key)
{
    for (size_t i = 0; i < build->values->count; i++)
        if (build->values->values[i].key == key)
            return &build->values->values[i];
    return NULL;
}

int32_t apo_build_number(const apo_build *build, unsigned key, int32_t fallback)
{
    const apo_value *value = apo_build_value(build, key);
    return value == NULL ? fallback : value->number;
}

uint32_t apo_build_types(const apo_build *build, unsigned key)
{
    const apo_value *value = apo_build_value(build, key);
    uint32_t types = 0;
    for (unsigned i = 0; value != NULL && i < value->count; i++)
        types |= (uint32_t)1 << value->items[i];
    return types;
}

void apo_build_fault(const apo_build *build, const apo_value *value, const char *detail,
                     apo_span word)
{
    if (value == NULL)
        apo_fault_add(build->faults, build->values->line, 1, apo_span_of(build->rule->section),
                      detail, word);
    else
        apo_fault_add(build->faults, value->line, value->column,
                      apo_span_of(build->rule->keys[value->key].name), detail, word);
}

void apo_rule_apply(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    static void (*const apply[APO_MOVE_KINDS])(apo_position *, const apo_move *, apo_undo *) = {
        [APO_MOVE_EN_PASSANT] = apo_en_passant_apply,
        [APO_MOVE_CASTLING] = apo_castling_apply,
        [APO_MOVE_CHECKER] = apo_checker_apply,
        [APO_MOVE_PATH] = apo_path_apply,
    };
    if (apply[mv->kind] != NULL)
        apply[mv->kind](pos, mv, undo);
}
