#include "rules/kernel/compiled.h"
#include "rules/kernel/variant.h"

const apo_variant_info *apo_variant_info_of(const apo_variant *var)
{
    return &var->info;
}

const apo_type_info *apo_type_info_of(const apo_variant *var, unsigned type)
{
    return &var->types[type < APO_TYPES_MAX ? type : APO_TYPE_NONE];
}

const apo_geometry *apo_variant_geometry(const apo_variant *var)
{
    return &var->geometry;
}

unsigned apo_type_of_form(const apo_variant *var, unsigned base, enum apo_type_mark mark)
{
    for (unsigned type = 1; type <= var->info.type_count; type++)
        if (var->types[type].mark == (uint8_t)mark && var->types[type].base == base)
            return type;
    return APO_TYPE_NONE;
}

unsigned apo_type_with_accent(const apo_variant *var, char letter, char accent)
{
    for (unsigned type = 1; type <= var->info.type_count; type++)
        if (var->types[type].letter == apo_to_upper(letter) &&
            var->types[type].accent == accent && var->types[type].mark == APO_MARK_NONE)
            return type;
    return APO_TYPE_NONE;
}

const char *apo_type_text(char out[APO_TYPE_TEXT_MAX], const apo_variant *var, apo_side side,
                          unsigned type)
{
    char letter = var->types[type].letter;
    unsigned length = 0;
    if (var->sign_before[type] != '\0')
        out[length++] = var->sign_before[type];
    out[length++] = side == APO_WHITE ? letter : apo_to_lower(letter);
    if (var->types[type].accent != '\0')
        out[length++] = var->types[type].accent;
    if (var->sign_behind[type] != '\0')
        out[length++] = var->sign_behind[type];
    out[length] = '\0';
    return out;
}

unsigned apo_type_of_text(const apo_variant *var, apo_span text)
{
    char upper[APO_TYPE_TEXT_MAX], lower[APO_TYPE_TEXT_MAX];
    for (unsigned type = 1; type <= var->info.type_count; type++)
        if (apo_span_is(text, apo_type_text(upper, var, APO_WHITE, type)) ||
            apo_span_is(text, apo_type_text(lower, var, APO_BLACK, type)))
            return type;
    return APO_TYPE_NONE;
}

unsigned apo_variant_held_count(const apo_variant *var)
{
    unsigned last = APO_HELD_TYPES_MAX - 1;
    return var->info.type_count < last ? var->info.type_count : last;
}

unsigned apo_type_shown(const apo_variant *var, unsigned type)
{
    return var->sign_behind[type] != '\0' ? var->types[type].base : type;
}

unsigned apo_variant_type_of_letter(const apo_variant *var, char letter)
{
    unsigned index = ((unsigned char)letter & ~0x20U) - 'A';
    return index < 26 ? var->type_of_letter[index] : APO_TYPE_NONE;
}

const char *apo_variant_start_name(const apo_variant *var, unsigned index)
{
    return index < var->info.start_name_count ? var->starts[index].name : NULL;
}

bool apo_variant_find_start(const apo_variant *var, apo_span name, unsigned *out)
{
    for (unsigned i = 0; i < var->info.start_name_count; i++) {
        if (apo_span_is(name, var->starts[i].name)) {
            *out = i;
            return true;
        }
    }
    return false;
}

void apo_variant_free(apo_variant *var)
{
    if (var != NULL)
        apo_free(var->alloc, var);
}

const apo_emblem_mark *apo_type_emblem(const apo_variant *var, unsigned type, unsigned *count)
{
    unsigned first = type > 1 ? var->emblem_end[type - 1] : 0;
    *count = var->emblem_end[type] - first;
    return var->emblems + first;
}

const char *apo_type_picture(const apo_variant *var, unsigned type)
{
    return var->pictures[type];
}
