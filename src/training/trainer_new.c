/* Making a trainer: its memory, its factors, its first weights; and reading and writing it. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "training/trainer_priv.h"

enum {
    ALIGNMENT = 64,
    PIECE_FACTORS = APO_ROWS_MAX + APO_FILES_MAX + 1 /* of a relation and type */
};

/* Only the factors start at random values: on a square that the games never show, a random
 * weight would stay as noise. */
static const float first_bias = 0.3f, first_factor = 0.03f, first_output = 0.1f;

/* --- memory -------------------------------------------------------------- */

/* Zeroed and aligned; NULL when out of memory. */
static void *allocate(size_t count, size_t size)
{
    size_t bytes = (count * size + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
    void *block = aligned_alloc(ALIGNMENT, bytes);
    if (block != NULL)
        memset(block, 0, bytes);
    return block;
}

static bool allocate_all(apo_trainer *trainer)
{
    size_t batch = trainer->recipe.batch;
    size_t chunks = (batch + APO_TRAINER_CHUNK - 1) / APO_TRAINER_CHUNK;
    size_t row_floats = trainer->rows * trainer->width;
    trainer->weights = allocate(trainer->count, sizeof(float));
    trainer->mean = allocate(trainer->count, sizeof(float));
    trainer->square = allocate(trainer->count, sizeof(float));
    trainer->sums = allocate(row_floats, sizeof(float));
    trainer->slopes = allocate(row_floats, sizeof(float));
    trainer->errors = allocate(batch * 2 * trainer->hidden, sizeof(float));
    trainer->head_slopes = allocate(chunks * trainer->head_width, sizeof(float));
    trainer->outputs = allocate(batch, sizeof(float));
    trainer->losses = allocate(chunks, sizeof(double));
    trainer->slices = allocate(trainer->parallel->threads + 1, sizeof *trainer->slices);
    trainer->flips = apo_training_sample_flips(trainer->features);
    return trainer->weights != NULL && trainer->mean != NULL && trainer->square != NULL &&
           trainer->sums != NULL && trainer->slopes != NULL && trainer->errors != NULL &&
           trainer->head_slopes != NULL && trainer->outputs != NULL &&
           trainer->losses != NULL && trainer->slices != NULL && trainer->flips != NULL;
}

void apo_trainer_free(apo_trainer *trainer)
{
    if (trainer == NULL)
        return;
    free(trainer->weights);
    free(trainer->mean);
    free(trainer->square);
    free(trainer->sums);
    free(trainer->slopes);
    free(trainer->errors);
    free(trainer->head_slopes);
    free(trainer->outputs);
    free(trainer->losses);
    free(trainer->slices);
    free(trainer->factor_of);
    free(trainer->member_start);
    free(trainer->members);
    apo_free(NULL, trainer->flips);
    free(trainer);
}

/* --- factors ------------------------------------------------------------- */

/* Numbers the factors of a feature: each relation and type has some for the ranks, the files,
 * and the whole board. */
static void number_factors(apo_trainer *trainer, size_t feature)
{
    apo_feature_facts facts;
    int32_t *out = trainer->factor_of[feature];
    apo_feature_describe(trainer->features, (uint32_t)feature, &facts);
    if (facts.kind != APO_FEATURE_PIECE) {
        out[0] = out[1] = out[2] = -1;
        return;
    }
    int32_t first =
        (facts.relation * trainer->features->types + facts.type - 1) * PIECE_FACTORS;
    out[0] = first + facts.row;
    out[1] = first + APO_ROWS_MAX + facts.file;
    out[2] = first + APO_ROWS_MAX + APO_FILES_MAX;
}

static bool make_factors(apo_trainer *trainer)
{
    size_t entries = trainer->rows * APO_FACTORS_EACH;
    trainer->factor_of = allocate(trainer->rows, sizeof *trainer->factor_of);
    trainer->member_start = allocate(trainer->factors + 2, sizeof *trainer->member_start);
    trainer->members = allocate(entries, sizeof *trainer->members);
    if (trainer->factor_of == NULL || trainer->member_start == NULL || trainer->members == NULL)
        return false;
    /* A counting sort. Counts are stored two places further on, then summed; then each factor's
     * start advances as its list fills. */
    for (size_t i = 0; i < trainer->rows; i++) {
        number_factors(trainer, i);
        for (unsigned k = 0; k < APO_FACTORS_EACH; k++)
            if (trainer->factor_of[i][k] >= 0)
                trainer->member_start[trainer->factor_of[i][k] + 2]++;
    }
    for (size_t i = 1; i < trainer->factors + 2; i++)
        trainer->member_start[i] += trainer->member_start[i - 1];
    for (size_t i = 0; i < trainer->rows; i++)
        for (unsigned k = 0; k < APO_FACTORS_EACH; k++)
            if (trainer->factor_of[i][k] >= 0)
                trainer->members[trainer->member_start[trainer->factor_of[i][k] + 1]++] =
                    (uint32_t)i;
    return true;
}

/* --- first weights ------------------------------------------------------- */

static float draw(apo_random *random, float most)
{
    return most * ((float)apo_random_below(random, 20001) / 10000 - 1);
}

static void set_first(apo_trainer *trainer, const int16_t *values)
{
    apo_random random;
    size_t hidden = trainer->hidden, outputs = 2 * hidden;
    float *head = apo_trainer_head(trainer, trainer->weights), *output = head + hidden;
    apo_random_seed(&random, trainer->recipe.seed);
    for (size_t i = 0; i < trainer->factors; i++)
        for (size_t h = 0; h < hidden; h++)
            trainer->weights[(trainer->rows + i) * trainer->width + h] =
                draw(&random, first_factor);
    for (size_t h = 0; h < hidden; h++)
        head[h] = first_bias;
    for (size_t i = 0; i < outputs * trainer->buckets; i++)
        output[i] = i < outputs ? draw(&random, first_output) : output[i - outputs];
    /* Each piece counts twice: in its owner's view and in the other's. */
    for (size_t i = 0; trainer->recipe.is_added == 0 && i < trainer->factors; i++) {
        size_t row = i / PIECE_FACTORS, type = row % trainer->features->types + 1;
        float value = (float)(values[type] / trainer->recipe.scale / 2);
        if (i % PIECE_FACTORS != PIECE_FACTORS - 1)
            continue;
        for (uint32_t b = 0; b < trainer->buckets; b++)
            trainer->weights[(trainer->rows + i) * trainer->width + hidden + b] =
                row < trainer->features->types ? value : -value;
    }
    apo_trainer_fold(trainer);
}

apo_status apo_trainer_new(apo_trainer **out, const apo_recipe *recipe,
                           const apo_features *features, const int16_t *values,
                           const apo_parallel *parallel)
{
    if (features->count > APO_FEATURES_MAX)
        return APO_E_UNSUPPORTED;
    apo_trainer *trainer = calloc(1, sizeof *trainer);
    if (trainer == NULL)
        return APO_E_MEMORY;
    size_t head = recipe->hidden + (2 * (size_t)recipe->hidden + 1) * recipe->buckets;
    trainer->recipe = *recipe;
    trainer->features = features;
    trainer->parallel = parallel;
    trainer->hidden = recipe->hidden;
    trainer->buckets = recipe->buckets;
    trainer->width = recipe->hidden + APO_NETWORK_BUCKETS_MAX;
    trainer->rows = features->count;
    trainer->factors = (size_t)APO_SIDES * features->types * PIECE_FACTORS;
    trainer->head_width =
        (head + APO_TRAINER_LANES - 1) / APO_TRAINER_LANES * APO_TRAINER_LANES;
    trainer->count = (trainer->rows + trainer->factors) * trainer->width + trainer->head_width;
    trainer->mean_left = trainer->square_left = 1;
    if (!allocate_all(trainer) || !make_factors(trainer)) {
        apo_trainer_free(trainer);
        return APO_E_MEMORY;
    }
    set_first(trainer, values);
    *out = trainer;
    return APO_OK;
}

/* --- reading and writing ------------------------------------------------- */

/* In the machine's own format, which is not portable. */
static void add_bytes(apo_buffer *out, const void *bytes, size_t size)
{
    apo_buffer_add_span(out, (apo_span){bytes, size});
}

void apo_trainer_write(apo_buffer *out, const apo_trainer *trainer)
{
    size_t size = trainer->count * sizeof(float);
    add_bytes(out, &trainer->mean_left, sizeof trainer->mean_left);
    add_bytes(out, &trainer->square_left, sizeof trainer->square_left);
    add_bytes(out, trainer->weights, size);
    add_bytes(out, trainer->mean, size);
    add_bytes(out, trainer->square, size);
}

bool apo_trainer_read(apo_trainer *trainer, apo_span bytes)
{
    size_t size = trainer->count * sizeof(float), step = sizeof(double);
    const char *at = bytes.text;
    if (bytes.length != 2 * step + 3 * size)
        return false;
    memcpy(&trainer->mean_left, at, step);
    memcpy(&trainer->square_left, at + step, step);
    memcpy(trainer->weights, at + 2 * step, size);
    memcpy(trainer->mean, at + 2 * step + size, size);
    memcpy(trainer->square, at + 2 * step + 2 * size, size);
    apo_trainer_fold(trainer);
    return true;
}
