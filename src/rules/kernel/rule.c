#include "rules/kernel/rule.h"

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
        apo_fault_add(build->faults, build->values->line, 1,
                      apo_span_of(build->rule->info.section), detail, word);
    else
        apo_fault_add(build->faults, value->line, value->column,
                      apo_span_of(build->rule->info.keys[value->key].name), detail, word);
}
