#include "rules/kernel/rule.h"

const apo_value *apo_build_value(const apo_build *build, unsigned key)
{
    for (size_t i = 0; i < build->values->count; i++)
        if (build->values->values[i].key == key)
            return &build->values->values[i];
    return NULL;
}

const apo_value *apo_build_value_at(const apo_build *build, unsigned key, unsigned index)
{
    for (size_t i = 0; i < build->values->count; i++) {
        const apo_value *value = &build->values->values[i];
        if (value->key == key && value->index == (int32_t)index)
            return value;
    }
    return NULL;
}

int32_t apo_build_number(const apo_build *build, unsigned key, int32_t fallback)
{
    const apo_value *value = apo_build_value(build, key);
    return value == NULL ? fallback : value->number;
}

_Static_assert(sizeof(apo_types) * 8 == APO_TYPES_MAX, "a set has a bit for each type");

apo_types apo_value_types(const apo_value *value)
{
    apo_types types = 0;
    for (unsigned i = 0; value != NULL && i < value->count; i++)
        types |= apo_type_bit(value->items[i]);
    return types;
}

apo_types apo_build_types(const apo_build *build, unsigned key)
{
    return apo_value_types(apo_build_value(build, key));
}

bool apo_build_limits(const apo_build *build, unsigned key,
                      unsigned (*type_of)(const apo_build *build, unsigned type), uint8_t *out)
{
    bool is_any = false;
    for (size_t i = 0; i < build->values->count; i++) {
        const apo_value *value = &build->values->values[i];
        if (value->key != key)
            continue;
        is_any = true;
        if (value->index < 1 || value->index > (int32_t)UINT8_MAX)
            apo_build_fault(build, value, "a limit is 1 to 255 pieces", apo_span_of(""));
        for (unsigned k = 0; k < value->count; k++)
            out[type_of(build, value->items[k])] = (uint8_t)value->index;
    }
    return is_any;
}

void(apo_build_fault)(const apo_build *build, const apo_value *value, const char *detail,
                      apo_span word)
{
    if (value == NULL)
        apo_fault_add(build->faults, build->values->line, 1,
                      apo_span_of(build->rule->info.section), detail, word);
    else
        apo_fault_add(build->faults, value->line, value->column,
                      apo_span_of(build->rule->info.keys[value->key].name), detail, word);
}

void(apo_build_clash)(const apo_build *build, const apo_value *one, const apo_value *other,
                      const char *detail)
{
    (apo_build_fault)(build, one, detail, apo_span_of(""));
    (apo_build_fault)(build, other, detail, apo_span_of(""));
}
