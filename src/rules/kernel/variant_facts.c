#include "rules/kernel/compiled.h"
#include "rules/kernel/rule.h"
#include "rules/kernel/variant.h"
#include "rules/rules/list.h"

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

bool apo_type_is_joker(const apo_variant *var, unsigned type)
{
    return type != APO_TYPE_NONE && type == var->joker;
}

bool apo_type_is_checker(const apo_variant *var, unsigned type)
{
    return type != APO_TYPE_NONE && type == var->checker;
}

unsigned apo_variant_type_of_letter(const apo_variant *var, char letter)
{
    for (unsigned type = 1; type <= var->type_count; type++)
        if (var->types[type].letter == apo_to_upper(letter))
            return type;
    return APO_TYPE_NONE;
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

bool apo_variant_has_rule(const apo_variant *var, const char *section)
{
    for (size_t i = 0; i < apo_rule_count(); i++)
        if (var->rules >> i & 1U && apo_span_is(apo_span_of(apo_rule_at(i)->section), section))
            return true;
    return false;
}

const uint8_t *apo_variant_reserve_order(const apo_variant *var, unsigned *out_count)
{
    *out_count = var->promotion.order_count;
    return var->promotion.order;
}

bool apo_promotion_is_offered(const apo_variant *var, apo_side side, apo_square sq)
{
    return var->promotion.choices[side][sq / var->geometry.files] != 0;
}

unsigned apo_variant_castling_count(const apo_variant *var, bool is_right)
{
    unsigned count = 0;
    for (unsigned i = 0; i < var->castling.count; i++) {
        const apo_castling_way *way = &var->castling.ways[APO_WHITE][i];
        count += (way->partner_from > way->king_from) == is_right;
    }
    return count;
}
