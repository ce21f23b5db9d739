#include "rules/kernel/compiled.h"
#include "rules/kernel/variant.h"

const char *apo_variant_id(const apo_variant *var)
{
    return var->id;
}

const char *apo_variant_name(const apo_variant *var)
{
    return var->name;
}

const char *apo_variant_inventor(const apo_variant *var)
{
    return var->inventor;
}

const apo_geometry *apo_variant_geometry(const apo_variant *var)
{
    return &var->geometry;
}

unsigned apo_variant_type_count(const apo_variant *var)
{
    return var->type_count;
}

char apo_type_letter(const apo_variant *var, unsigned type)
{
    return var->types[type].letter;
}

enum apo_type_mark apo_type_mark_of(const apo_variant *var, unsigned type)
{
    return (enum apo_type_mark)var->types[type].mark;
}

unsigned apo_type_base(const apo_variant *var, unsigned type)
{
    return var->types[type].base;
}

unsigned apo_type_of_form(const apo_variant *var, unsigned base, enum apo_type_mark mark)
{
    for (unsigned type = 1; type <= var->type_count; type++)
        if (var->types[type].mark == (uint8_t)mark && var->types[type].base == base)
            return type;
    return APO_TYPE_NONE;
}

unsigned apo_type_shown(const apo_variant *var, unsigned type)
{
    return var->types[type].mark == APO_MARK_TURNS_BACK ? var->types[type].base : type;
}

const char *apo_type_name(const apo_variant *var, unsigned type)
{
    return var->types[type].name;
}

const char *apo_type_class_name(const apo_variant *var, unsigned type)
{
    return var->types[type].class_name;
}

bool apo_type_is_royal(const apo_variant *var, unsigned type)
{
    return type == var->royal;
}

bool apo_type_is_pawn(const apo_variant *var, unsigned type)
{
    return apo_types_has(var->pawns, type);
}

unsigned apo_variant_type_of_letter(const apo_variant *var, char letter)
{
    unsigned index = ((unsigned char)letter & ~0x20U) - 'A';
    return index < 26 ? var->type_of_letter[index] : APO_TYPE_NONE;
}

unsigned apo_variant_start_count(const apo_variant *var)
{
    return var->start_number_count;
}

unsigned apo_variant_start_name_count(const apo_variant *var)
{
    return var->start_count;
}

const char *apo_variant_start_name(const apo_variant *var, unsigned index)
{
    return var->starts[index].name;
}

void apo_variant_free(apo_variant *var)
{
    if (var != NULL)
        apo_free(var->alloc, var);
}
