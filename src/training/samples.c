#include "training/samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "notation/move_number.h"
#include "search/tactics.h"
#include "training/training_start.h"

enum {
    FIRST_SAMPLES = 1024,
    FIRST_FEATURES = 32 * FIRST_SAMPLES,
    SCALE_LEAST = 50,
    SCALE_MOST = 2000,
    SCALE_ROUNDS = 20 /* leave less than one */
};

/* --- the list ------------------------------------------------------------ */

void apo_training_samples_clear(apo_training_samples *samples)
{
    free(samples->list);
    free(samples->features);
    *samples = (apo_training_samples){.list = NULL};
}

/* Makes room for `more` elements. */
static bool reserve(void **block, size_t *capacity, size_t wanted, size_t size, size_t first)
{
    size_t larger = *capacity > 0 ? *capacity : first;
    if (wanted <= *capacity)
        return true;
    while (larger < wanted)
        larger += larger / 2;
    void *moved = realloc(*block, larger * size);
    if (moved == NULL)
        return false;
    *block = moved;
    *capacity = larger;
    return true;
}

static bool reserve_samples(apo_training_samples *samples, size_t count, size_t feature_count)
{
    void *list = samples->list, *features = samples->features;
    bool is_ok = reserve(&list, &samples->capacity, samples->count + count,
                         sizeof *samples->list, FIRST_SAMPLES);
    samples->list = list;
    is_ok = is_ok && reserve(&features, &samples->feature_capacity,
                             samples->feature_count + feature_count, sizeof *samples->features,
                             FIRST_FEATURES);
    samples->features = features;
    return is_ok;
}

bool apo_training_samples_join(apo_training_samples *samples, apo_training_samples *other)
{
    if (!reserve_samples(samples, other->count, other->feature_count))
        return false;
    for (size_t i = 0; i < other->count; i++) {
        apo_training_sample sample = other->list[i];
        sample.first += samples->feature_count;
        samples->list[samples->count + i] = sample;
    }
    if (other->feature_count > 0)
        memcpy(samples->features + samples->feature_count, other->features,
               other->feature_count * sizeof *other->features);
    samples->count += other->count;
    samples->feature_count += other->feature_count;
    apo_training_samples_clear(other);
    return true;
}

/* --- games --------------------------------------------------------------- */

struct apo_training_sample_reader {
    const apo_features *features; /* borrowed */
    apo_training_sample_choice choice;
    apo_evaluation *evaluation; /* owned */
    apo_pawn_table pawns;
    apo_attack_cache attack_cache;
};

static apo_status prepare(apo_training_sample_reader *reader, const apo_variant *var)
{
    apo_piece_values *values = malloc(sizeof *values);
    apo_weights *weights = malloc(sizeof *weights);
    apo_status status = APO_E_MEMORY;
    if (values == NULL || weights == NULL)
        goto done;
    status = apo_piece_values_derive(values, var, NULL);
    if (status != APO_OK)
        goto done;
    apo_weights_derive(weights, var, values);
    status = apo_evaluation_new(&reader->evaluation, var, weights, values, NULL);
    if (status == APO_OK)
        status = apo_attack_cache_start(&reader->attack_cache, var, NULL);
    if (status == APO_OK)
        status = apo_pawns_start(&reader->pawns, var, NULL);
done:
    free(values);
    free(weights);
    return status;
}

apo_status apo_training_sample_reader_new(apo_training_sample_reader **out,
                                          const apo_features *features,
                                          const apo_training_sample_choice *choice)
{
    apo_training_sample_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return APO_E_MEMORY;
    reader->features = features;
    reader->choice = *choice;
    apo_status status = prepare(reader, features->var);
    if (status == APO_OK)
        *out = reader;
    else
        apo_training_sample_reader_free(reader);
    return status;
}

void apo_training_sample_reader_free(apo_training_sample_reader *reader)
{
    if (reader == NULL)
        return;
    apo_attack_cache_free(&reader->attack_cache);
    apo_pawns_free(&reader->pawns);
    apo_evaluation_free(reader->evaluation);
    free(reader);
}

void apo_training_sample_reader_hold_out(apo_training_sample_reader *reader, uint32_t one_in)
{
    reader->choice.held_out = one_in;
}

static bool is_sample(const apo_training_sample_reader *reader, const apo_position *pos,
                      const apo_move *best, int score)
{
    uint32_t size = (uint32_t)(score < 0 ? -score : score);
    if (size > reader->choice.score_max)
        return false;
    return reader->choice.has_noisy ||
           (!apo_position_is_check(pos) && !apo_move_is_noisy(pos, best));
}

static bool add_sample(apo_training_sample_reader *reader, apo_training_samples *out,
                       const apo_position *pos, apo_training_sample sample)
{
    uint16_t list[APO_FEATURES_ACTIVE_MAX];
    apo_psq psq;
    unsigned side = apo_position_side(pos);
    unsigned count = apo_features_list(reader->features, pos, side, list);
    if (count > APO_TRAINING_SAMPLE_FEATURES_MAX)
        return true;
    if (!reserve_samples(out, 1, count))
        return false;
    apo_psq_count(&psq, reader->evaluation, pos);
    sample.base = (int16_t)apo_evaluate(reader->evaluation, &reader->pawns,
                                        &reader->attack_cache, pos, &psq);
    sample.first = out->feature_count;
    sample.count = (uint8_t)count;
    sample.pieces = (uint8_t)apo_features_pieces(pos);
    if (apo_features_views_differ(reader->features, pos))
        sample.flags |= APO_TRAINING_SAMPLE_MIRROR;
    if (side != APO_WHITE)
        sample.quarters = (uint8_t)(APO_QUARTERS_WIN - sample.quarters);
    memcpy(out->features + out->feature_count, list, count * sizeof *list);
    out->feature_count += count;
    out->list[out->count++] = sample;
    return true;
}

apo_status apo_training_sample_reader_add(apo_training_sample_reader *reader,
                                          apo_training_samples *out,
                                          const apo_training_head *head,
                                          const apo_training_game *record)
{
    apo_position pos;
    uint64_t hash = apo_mix(apo_mix(head->seed) ^ record->number);
    uint32_t one_in = reader->choice.held_out;
    bool is_held_out = one_in > 0 && hash % one_in == 0;
    apo_status status = apo_training_start(&pos, reader->features->var, head, record);
    for (uint32_t i = 0; status == APO_OK && i < record->ply_count; i++) {
        apo_move mv;
        apo_undo undo;
        const apo_training_ply *ply = &record->plies[i];
        status = apo_move_of_number(&mv, &pos, ply->move);
        if (status != APO_OK)
            break;
        if (i >= record->random_count && is_sample(reader, &pos, &mv, ply->score) &&
            !add_sample(
                reader, out, &pos,
                (apo_training_sample){.score = ply->score,
                                      .quarters = record->white_quarters,
                                      .flags = is_held_out ? APO_TRAINING_SAMPLE_HELD_OUT : 0}))
            return APO_E_MEMORY;
        apo_make(&pos, &mv, &undo);
    }
    return status;
}

/* --- the scale ----------------------------------------------------------- */

static double loss_with(const apo_training_samples *samples, const uint32_t *order,
                        size_t count, double scale)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const apo_training_sample *sample = &samples->list[order[i]];
        double out = sample->score / scale, size = out < 0 ? -out : out;
        double result = (double)sample->quarters / APO_QUARTERS_WIN;
        sum += (out > 0 ? out : 0) - result * out + log1p(exp(-size));
    }
    return sum;
}

double apo_training_samples_fit_scale(const apo_training_samples *samples,
                                      const uint32_t *order, size_t count)
{
    double low = SCALE_LEAST, high = SCALE_MOST;
    for (unsigned i = 0; i < SCALE_ROUNDS; i++) {
        double one = low + (high - low) / 3, other = high - (high - low) / 3;
        if (loss_with(samples, order, count, one) < loss_with(samples, order, count, other))
            high = other;
        else
            low = one;
    }
    return (low + high) / 2;
}

/* --- the other's view ---------------------------------------------------- */

static uint32_t flip(const apo_features *features, uint32_t feature, bool is_mirrored)
{
    apo_feature_facts facts;
    const apo_geometry *board = apo_variant_geometry(features->var);
    apo_feature_describe(features, feature, &facts);
    if (facts.kind != APO_FEATURE_PIECE) {
        uint32_t step = features->types;
        if (facts.kind == APO_FEATURE_RESERVE)
            step *= APO_FEATURE_RESERVE_MAX;
        return facts.relation == 0 ? feature + step : feature - step;
    }
    unsigned file = is_mirrored ? board->files - 1U - facts.file : facts.file;
    unsigned sq = (board->rows - 1U - facts.row) * board->files + file;
    unsigned row = (facts.relation ^ 1U) * features->types + facts.type - 1U;
    return row * features->places + apo_feature_seen(features->place[0][sq], APO_WHITE);
}

uint16_t *apo_training_sample_flips(const apo_features *features)
{
    uint16_t *flips = apo_allocate(NULL, 2 * features->count * sizeof *flips);
    if (flips == NULL)
        return NULL;
    for (uint32_t i = 0; i < 2 * features->count; i++)
        flips[i] = (uint16_t)flip(features, i % features->count, i >= features->count);
    return flips;
}
