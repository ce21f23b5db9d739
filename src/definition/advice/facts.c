#include "rules/rules/facts.h"

#include "definition/advice/advice_priv.h"
#include "rules/kernel/position.h"
#include "rules/rules/area.h"
#include "rules/rules/list.h"
#include "rules/tables/spec.h"

const apo_value *apo_advice_value(const apo_advising *job, const char *section, const char *key,
                                  const apo_value *after)
{
    for (size_t i = 0; i < apo_rule_count(); i++) {
        const apo_rule_info *rule = apo_rule_at(i);
        const apo_values *values = &job->spec->rules[i];
        if (!apo_span_is(apo_span_of(rule->section), section) || values->count == 0)
            continue;
        const apo_value *end = values->values + values->count;
        for (const apo_value *value = after == NULL ? values->values : after + 1; value != end;
             value++)
            if (apo_span_is(apo_span_of(rule->keys[value->key].name), key))
                return value;
    }
    return NULL;
}

uint32_t apo_advice_line(const apo_advising *job, const char *section)
{
    for (size_t i = 0; i < job->tree->section_count; i++)
        if (apo_span_is(job->tree->sections[i].name, section))
            return job->tree->sections[i].place.line;
    return 0;
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
    for (unsigned order = 0; order < group->order_count; order++)
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
