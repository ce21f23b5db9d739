/* First weights from the net of a related game. */
#include <math.h>
#include <string.h>

#include "training/trainer_priv.h"

typedef struct relation {
    apo_trainer *to;
    const apo_network *from;
    double hidden, direct, output;      /* from the net's units to the trainer's */
    uint8_t type_of[APO_TYPES_MAX + 1]; /* the net's type for a type of ours; 0: none */
} relation;

enum {
    TYPE_FACTOR = APO_FACTORS_EACH - 1
};

static float *row_of_factor(const apo_trainer *trainer, uint32_t feature, unsigned which)
{
    size_t factor = (size_t)trainer->factor_of[feature][which];
    return trainer->weights + (trainer->rows + factor) * trainer->width;
}

static void match_types(relation *r)
{
    const apo_variant *ours = r->to->features->var, *theirs = r->from->features.var;
    for (unsigned type = 1; type <= r->to->features->types; type++) {
        const apo_type_info *mine = apo_type_info_of(ours, type);
        for (unsigned other = r->from->features.types; other > 0; other--) {
            const apo_type_info *info = apo_type_info_of(theirs, other);
            if (info->mark == mine->mark && strcmp(info->name, mine->name) == 0)
                r->type_of[type] = (uint8_t)other;
        }
    }
}

/* The file or row of another board at the same part of its width. */
static unsigned at_same_part(unsigned at, unsigned size, unsigned other_size)
{
    return (2 * at + 1) * other_size / (2 * size);
}

static bool find_piece(const relation *r, const apo_feature_facts *facts, uint32_t *out)
{
    const apo_features *from = &r->from->features;
    const apo_geometry *ours = &r->to->features->var->geometry, *theirs = &from->var->geometry;
    apo_feature_facts found;
    unsigned file = at_same_part(facts->file, ours->files, theirs->files);
    unsigned row = at_same_part(facts->row, ours->rows, theirs->rows);
    apo_piece piece = apo_piece_of((apo_side)facts->relation, r->type_of[facts->type]);
    apo_square sq = (apo_square)(row * theirs->files + file);
    *out = apo_feature_seen(apo_feature_of_piece(from, 0, piece, sq), APO_WHITE);
    /* A square that the game never has has no feature of its own. */
    apo_feature_describe(from, *out < from->imitated ? *out : 0, &found);
    return *out < from->imitated && found.file == file && found.row == row;
}

/* The net's feature for one of ours. */
static bool find_feature(const relation *r, const apo_feature_facts *facts, uint32_t *out)
{
    const apo_features *from = &r->from->features;
    uint32_t row = (uint32_t)facts->relation * from->types + r->type_of[facts->type] - 1;
    if (r->type_of[facts->type] == 0)
        return false;
    switch (facts->kind) {
    case APO_FEATURE_PIECE: return find_piece(r, facts, out);
    case APO_FEATURE_IMITATED: *out = from->imitated + row; return from->has_imitated;
    case APO_FEATURE_RESERVE:
        *out = from->reserve + row * APO_FEATURE_RESERVE_MAX + facts->number - 1;
        return from->has_reserve;
    case APO_FEATURE_POCKET: *out = from->pocket + row; return from->has_pocket;
    case APO_FEATURE_KINDS: break;
    }
    return false;
}

static void copy_row(const relation *r, float *row, uint32_t feature)
{
    const int16_t *weights = r->from->weights + (size_t)feature * r->to->hidden;
    const int16_t *direct = r->from->direct + (size_t)feature * APO_NETWORK_BUCKETS_MAX;
    for (size_t h = 0; h < r->to->hidden; h++)
        row[h] = (float)(weights[h] * r->hidden);
    for (size_t b = 0; b < r->to->buckets; b++)
        row[r->to->hidden + b] = (float)(direct[b] * r->direct);
}

/* Moves the mean of a type's rows into its factor, which helps on squares that the net does not
 * know; the differences stay in the rows. */
static void copy_rows(relation *r)
{
    apo_trainer *to = r->to;
    uint32_t found, counts[APO_SIDES][APO_TYPES_MAX + 1] = {{0}};
    apo_feature_facts facts;
    for (uint32_t i = 0; i < to->rows; i++) {
        apo_feature_describe(to->features, i, &facts);
        for (unsigned k = 0; r->type_of[facts.type] != 0 && k < APO_FACTORS_EACH; k++)
            if (to->factor_of[i][k] >= 0)
                memset(row_of_factor(to, i, k), 0, to->width * sizeof(float));
    }
    for (uint32_t i = 0; i < to->rows; i++) {
        float *row = to->weights + i * to->width;
        apo_feature_describe(to->features, i, &facts);
        if (!find_feature(r, &facts, &found))
            continue;
        copy_row(r, row, found);
        if (facts.kind != APO_FEATURE_PIECE)
            continue;
        float *mean = row_of_factor(to, i, TYPE_FACTOR);
        float share = 1 / (float)++counts[facts.relation][facts.type];
        for (size_t k = 0; k < to->width; k++)
            mean[k] += share * (row[k] - mean[k]);
    }
    for (uint32_t i = 0; i < to->rows; i++) {
        apo_feature_describe(to->features, i, &facts);
        if (facts.kind != APO_FEATURE_PIECE || !find_feature(r, &facts, &found))
            continue;
        const float *mean = row_of_factor(to, i, TYPE_FACTOR);
        for (size_t k = 0; k < to->width; k++)
            to->weights[i * to->width + k] -= mean[k];
    }
}

static void copy_head(const relation *r)
{
    apo_trainer *to = r->to;
    float *head = apo_trainer_head(to, to->weights), *output = head + to->hidden;
    size_t outputs = (size_t)2 * to->hidden * to->buckets;
    for (size_t h = 0; h < to->hidden; h++)
        head[h] = (float)(r->from->bias[h] * r->hidden);
    for (size_t i = 0; i < outputs; i++)
        output[i] = (float)(r->from->output[i] * r->output);
    for (size_t b = 0; b < to->buckets; b++)
        output[outputs + b] = (float)(r->from->output_bias[b] * r->direct);
}

apo_status apo_trainer_begin_with(apo_trainer *trainer, const apo_network *related)
{
    double ones = APO_NETWORK_ONE, unit = trainer->recipe.scale * pow(2, related->shift);
    relation r = {.to = trainer,
                  .from = related,
                  .hidden = 1 / ones,
                  .direct = related->direct_scale / unit,
                  .output = related->hidden_scale * ones * ones / unit};
    if (related->hidden != trainer->hidden || related->buckets != trainer->buckets ||
        related->is_alone == (trainer->recipe.is_added != 0))
        return APO_E_RANGE;
    match_types(&r);
    copy_rows(&r);
    copy_head(&r);
    apo_trainer_fold(trainer);
    return APO_OK;
}
