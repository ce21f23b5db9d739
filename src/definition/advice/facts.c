#include "rules/rules/facts.h"

#include "definition/advice/advice_priv.h"
#include "rules/kernel/position.h"
#include "rules/rules/area.h"
#include "rules/rules/list.h"
#include "rules/tables/spec.h"

/* The rule's number, or apo_rule_count() if the game has no such section. */
static size_t rule_of(const apo_advising *job, const char *section)
{
    size_t i = 0;
    while (i < apo_rule_count() &&
           (!apo_span_is(apo_span_of(apo_rule_at(i)->section), section) ||
            job->spec->rules[i].count == 0))
        i++;
    return i;
}

const apo_value *apo_advice_value(const apo_advising *job, const char *section, const char *key,
                                  const apo_value *after)
{
    size_t i = rule_of(job, section);
    if (i == apo_rule_count())
        return NULL;
    const apo_values *values = &job->spec->rules[i];
    const apo_value *end = values->values + values->count;
    for (const apo_value *value = after == NULL ? values->values : after + 1; value != end;
         value++)
        if (apo_span_is(apo_span_of(apo_rule_at(i)->keys[value->key].name), key))
            return value;
    return NULL;
}

/* The place of a section's key, counted from 0. */
static apo_origin origin_of_key(const apo_advising *job, size_t section, size_t index)
{
    const apo_tree_key *key = apo_tree_next(job->tree, section, NULL);
    for (size_t i = 0; i < index && key != NULL; i++)
        key = apo_tree_next(job->tree, section, key);
    return key != NULL ? key->place : (apo_origin){0, 0, 0, {NULL, 0}};
}

apo_origin apo_advice_origin(const apo_advising *job, const char *section,
                             const apo_value *value)
{
    size_t found = apo_tree_section_of(job->tree, apo_span_of(section), apo_span_of(""));
    if (found == APO_TREE_NONE)
        return (apo_origin){0, 0, 0, {NULL, 0}};
    if (value == NULL)
        return job->tree->sections[found].place;
    /* The values of a game without faults are those of the keys, in the same order. */
    const apo_value *first = job->spec->rules[rule_of(job, section)].values;
    return origin_of_key(job, found, (size_t)(value - first));
}

apo_origin apo_advice_type_origin(const apo_advising *job, unsigned type)
{
    size_t found = apo_tree_section_of(job->tree, apo_span_of("pieces"), apo_span_of(""));
    const apo_type_spec *spec = &job->spec->types[type];
    /* A promoted pawn that turns back has no line of its own. */
    return origin_of_key(job, found,
                         (spec->mark == APO_MARK_TURNS_BACK ? spec->base : type) - 1U);
}

bool apo_advice_is_own(const apo_advising *job, const char *section, const apo_value *value)
{
    return apo_advice_origin(job, section, value).level == 0;
}

apo_types apo_advice_types(const apo_advising *job, const char *section, const char *key)
{
    const apo_value *value = apo_advice_value(job, section, key, NULL);
    apo_types types = 0;
    for (unsigned i = 0; value != NULL && i < value->count; i++)
        types |= apo_type_bit(value->items[i]);
    return types;
}

static void add_group_squares(const apo_start_group *group, const apo_geometry *geo,
                              unsigned type, apo_side side, apo_set *out)
{
    for (unsigned order = 0; group->is_of[side] && order < group->order_count; order++)
        for (unsigned i = 0; i < group->square_count; i++)
            for (unsigned copy = 0; copy < group->copy_count; copy++) {
                apo_square sq = group->squares[copy][i];
                if (group->orders[order][i] == type)
                    apo_set_add(out, side == APO_WHITE ? sq : apo_geometry_mirror(geo, sq));
            }
}

apo_set apo_advice_starts(const apo_advising *job, unsigned type, apo_side side)
{
    const apo_variant_spec *spec = job->spec;
    apo_set squares = {{0}};
    for (unsigned i = 0; i < spec->start_count; i++)
        for (unsigned sq = 0; sq < apo_geometry_squares(&spec->geometry); sq++)
            if (spec->starts[i].pieces[sq] == apo_piece_of(side, type))
                apo_set_add(&squares, (apo_square)sq);
    for (unsigned i = 0; i < spec->group_count; i++)
        add_group_squares(&spec->groups[i], &spec->geometry, type, side, &squares);
    return squares;
}

apo_set apo_advice_stops(const apo_advising *job, unsigned type, apo_side side)
{
    const apo_geometry *geo = &job->spec->geometry;
    bool is_promoting = job->promoting >> type & 1U;
    apo_set stops = {{0}};
    for (unsigned sq = 0; is_promoting && sq < apo_geometry_squares(geo); sq++)
        if (apo_geometry_own_rank(geo, side, (apo_square)sq) >= job->compulsory)
            apo_set_add(&stops, (apo_square)sq);
    return stops;
}

apo_status apo_advice_ways(apo_advising *job, unsigned type, apo_side side,
                           const apo_set *starts)
{
    const apo_geometry *geo = &job->spec->geometry;
    apo_status status =
        apo_piece_graph_make(&job->graph, &job->spec->types[type].moves, geo, side, starts);
    if (status != APO_OK || !apo_variant_has_rule(job->var, "area"))
        return status;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        apo_area_keep(job->var, side, type, &job->graph.next[sq]);
    return APO_OK;
}

bool apo_advice_is_ruled(const apo_advising *job, unsigned type)
{
    return apo_type_info_of(job->var, type)->is_joker || apo_type_is_checker(job->var, type);
}
