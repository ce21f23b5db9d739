#include "definition/draft/read_priv.h"

/* The values of a definition, found by the names of sections and keys. */

char apo_draft__letter_of(const apo_variant_spec *spec, unsigned type)
{
    return type >= 1 && type <= spec->type_count ? spec->types[type].letter : '?';
}

const apo_values *apo_draft__find_rule(const apo_variant_spec *spec, const char *section,
                                       const apo_rule_info **out_info)
{
    *out_info = NULL;
    for (size_t i = 0; i < apo_rule_count(); i++) {
        *out_info = apo_rule_at(i);
        if (apo_span_is(apo_span_of((*out_info)->section), section))
            return spec->rules[i].values != NULL || spec->rules[i].line > 0 ? &spec->rules[i]
                                                                            : NULL;
    }
    return NULL;
}

const apo_value *apo_draft__next_value(const apo_values *values, const apo_rule_info *info,
                                       const char *key, size_t *at)
{
    while (values != NULL && *at < values->count) {
        const apo_value *value = &values->values[(*at)++];
        if (apo_span_is(apo_span_of(info->keys[value->key].name), key))
            return value;
    }
    return NULL;
}

const apo_value *apo_draft__numbered(const apo_values *values, const apo_rule_info *info,
                                     const char *key, int32_t number)
{
    const apo_value *value;
    for (size_t at = 0; (value = apo_draft__next_value(values, info, key, &at)) != NULL;)
        if (value->index == number)
            return value;
    return NULL;
}

const apo_value *apo_draft__find_value(const apo_values *values, const apo_rule_info *info,
                                       const char *key)
{
    size_t at = 0;
    return apo_draft__next_value(values, info, key, &at);
}

unsigned apo_draft__number_of(const apo_values *values, const apo_rule_info *info,
                              const char *key, unsigned otherwise)
{
    const apo_value *value = apo_draft__find_value(values, info, key);
    return value != NULL && value->number >= 0 ? (unsigned)value->number : otherwise;
}

void apo_draft__add_types(char *list, const apo_variant_spec *spec, const apo_value *value)
{
    for (unsigned i = 0; value != NULL && i < value->count; i++)
        apo_draft_add_letter(list, apo_draft__letter_of(spec, value->items[i]));
}

bool apo_draft__is_word(const apo_value *value, const apo_rule_info *info, const char *word)
{
    if (value == NULL || info == NULL || info->keys[value->key].words == NULL)
        return false;
    apo_span rest = apo_span_of(info->keys[value->key].words), found = {NULL, 0};
    for (int32_t i = 0; i <= value->number; i++)
        found = apo_span_word(&rest);
    return apo_span_is(found, word);
}
