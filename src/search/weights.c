#include "search/weights.h"

#include "base/mem.h"
#include "rules/rules/engine_view.h"

enum {
    REACH_GAIN = 40,   /* bonus of a piece at twice its mean reach */
    LEAST_REACH = 2,   /* lower bound of the mean reach */
    PAWN_ENDING = 120, /* percent */
    PHASES = 2
};

static const char *const phase_names[PHASES] = {" opening", " ending"};

typedef struct term_info {
    const char *name;
    apo_weight fallback;
} term_info;

static const term_info terms[APO_TERMS] = {
#define APO_TERM_INFO(name, text, opening, ending, doc) {text, {opening, ending}},
    APO_VALUE_TERMS(APO_TERM_INFO)
#undef APO_TERM_INFO
};

static bool is_pawn(const apo_variant *var, unsigned type)
{
    return apo_type_info_of(var, type)->is_pawn;
}

static void derive_piece(apo_weights *out, const apo_variant *var,
                         const apo_piece_values *values, unsigned type)
{
    int value = values->piece[type];
    float mean = values->mobility[type] > LEAST_REACH ? values->mobility[type] : LEAST_REACH;
    int16_t reach = (int16_t)(16 * REACH_GAIN / mean);
    out->piece[type] = (apo_weight){(int16_t)value, (int16_t)value};
    if (is_pawn(var, type))
        out->piece[type].ending = (int16_t)(value * PAWN_ENDING / 100);
    out->reach[type] = (apo_weight){reach, reach};
}

/* Values from the definition file override derived ones. */
static void take_values(apo_weights *out, const apo_variant *var, unsigned type)
{
    const apo_values_data *values = apo_values_of(var);
    const int16_t *piece = values->piece[type], *reach = values->reach[type];
    if (apo_types_has(values->has[0], type))
        out->piece[type] = (apo_weight){piece[0], piece[1]};
    if (apo_types_has(values->has[1], type))
        out->reach[type] = (apo_weight){reach[0], reach[1]};
    memcpy(out->rank[type], values->rank[type], sizeof out->rank[type]);
    memcpy(out->file[type], values->file[type], sizeof out->file[type]);
}

apo_weight apo_weight_of_term(enum apo_term term)
{
    return terms[term].fallback;
}

static apo_weight term_of(const apo_values_data *values, unsigned i)
{
    const int16_t *own = values->term[i];
    return (values->has_term >> i & 1) != 0 ? (apo_weight){own[0], own[1]}
                                            : apo_weight_of_term(i);
}

void apo_weights_derive(apo_weights *out, const apo_variant *var,
                        const apo_piece_values *values)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < APO_TERMS; i++)
        out->term[i] = term_of(apo_values_of(var), i);
    for (unsigned type = 1; type <= var->info.type_count; type++)
        if (type != var->royal) {
            derive_piece(out, var, values, type);
            take_values(out, var, type);
        }
}

/* --- by number ----------------------------------------------------------- */

/* Finds the weight with a number. */
typedef struct place {
    unsigned term; /* APO_TERMS: a weight of a piece */
    unsigned type;
    unsigned kind; /* of a piece's weight: 0, 1 value; 2, 3 reach; then by rank and by file */
    unsigned phase;
} place;

static unsigned files_of(const apo_variant *var)
{
    return (var->geometry.files + 1U) / 2;
}

/* The types with weights: all but the royal one, if there is one. */
static unsigned count_types(const apo_variant *var)
{
    return var->info.type_count - (var->royal != APO_TYPE_NONE);
}

static unsigned per_piece(const apo_variant *var)
{
    return 2 * PHASES + apo_geometry_ranks(&var->geometry) + files_of(var);
}

size_t apo_weight_count(const apo_variant *var)
{
    return (size_t)APO_TERMS * PHASES + (size_t)count_types(var) * per_piece(var);
}

static place find(const apo_variant *var, size_t index)
{
    if (index < (size_t)APO_TERMS * PHASES)
        return (place){(unsigned)(index / PHASES), 0, 0, (unsigned)(index % PHASES)};
    index -= (size_t)APO_TERMS * PHASES;
    unsigned type = 1 + (unsigned)(index / per_piece(var)),
             kind = (unsigned)(index % per_piece(var));
    bool is_beyond = var->royal != APO_TYPE_NONE && type >= var->royal;
    return (place){APO_TERMS, type + is_beyond, kind, kind % PHASES};
}

static int16_t *phase_of(apo_weight *weight, unsigned phase)
{
    return phase == 0 ? &weight->opening : &weight->ending;
}

int16_t *apo_weight_at(apo_weights *weights, const apo_variant *var, size_t index)
{
    place at = find(var, index);
    unsigned ranks = apo_geometry_ranks(&var->geometry);
    if (at.term < APO_TERMS)
        return phase_of(&weights->term[at.term], at.phase);
    if (at.kind < PHASES)
        return phase_of(&weights->piece[at.type], at.phase);
    if (at.kind < 2 * PHASES)
        return phase_of(&weights->reach[at.type], at.phase);
    if (at.kind < 2 * PHASES + ranks)
        return &weights->rank[at.type][at.kind - 2 * PHASES + 1];
    return &weights->file[at.type][at.kind - 2 * PHASES - ranks];
}

static void add_piece_name(apo_text *out, const apo_variant *var, const place *at)
{
    static const char *const kinds[] = {"piece ", "reach ", "rank ", "file "};
    unsigned ranks = apo_geometry_ranks(&var->geometry);
    unsigned kind =
        at->kind < 2 * PHASES ? at->kind / PHASES : 2U + (at->kind >= 2 * PHASES + ranks);
    char type[APO_TYPE_TEXT_MAX];
    apo_text_add(out, kinds[kind]);
    apo_text_add(out, apo_type_text(type, var, APO_WHITE, at->type));
    if (kind < 2) {
        apo_text_add(out, phase_names[at->phase]);
        return;
    }
    apo_text_add_char(out, ' ');
    apo_text_add_number(out, at->kind - 2 * PHASES - (kind == 3 ? ranks : 0U) + 1);
}

void apo_weight_name(apo_text *out, const apo_variant *var, size_t index)
{
    place at = find(var, index);
    if (at.term == APO_TERMS) {
        add_piece_name(out, var, &at);
        return;
    }
    apo_text_add(out, terms[at.term].name);
    apo_text_add(out, phase_names[at.phase]);
}
