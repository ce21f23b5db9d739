/* The parts of a trainer. The weights are one block of floats: a row for each feature, a row
 * for each factor, and the head:
 *
 *     row     weights to the hidden neurons [hidden], direct weights [APO_NETWORK_BUCKETS_MAX]
 *     head    bias [hidden], output weights [bucket][2][hidden], output bias [bucket]
 *
 * Adam's state has the same form, twice. The net uses the sums of a feature's row and the rows
 * of its factors. */
#ifndef APO_TRAINING_TRAINER_PRIV_H
#define APO_TRAINING_TRAINER_PRIV_H

#include "neural/network.h"
#include "training/trainer.h"

enum {
    APO_FACTORS_EACH = 3,   /* of a piece's feature: rank, file, and last its type */
    APO_TRAINER_CHUNK = 64, /* samples per job; independent of the number of threads, so that
                               sums are always added in the same order */
    APO_TRAINER_LANES = 8   /* floats that are handled together */
};

typedef float apo_lanes __attribute__((vector_size(APO_TRAINER_LANES * 4), may_alias));

struct apo_trainer {
    apo_recipe recipe;
    const apo_features *features; /* borrowed */
    const apo_parallel *parallel; /* borrowed */
    uint32_t hidden, buckets;
    size_t width;      /* floats of a row */
    size_t rows;       /* features */
    size_t factors;    /* rows of factors */
    size_t head_width; /* floats of the head */
    size_t count;      /* of all weights */

    float *weights;                /* owned, aligned, as are the next */
    float *mean, *square;          /* of the slopes, by weight */
    float *sums;                   /* rows of the net */
    float *slopes;                 /* of rows, of this step */
    float *errors;                 /* [sample][2][hidden]: slopes of the hidden sums */
    float *head_slopes;            /* [chunk][head_width] */
    float *outputs;                /* [sample]: slope of the output */
    double *losses;                /* [chunk] */
    double mean_left, square_left; /* powers of Adam's two rates */

    int32_t (*factor_of)[APO_FACTORS_EACH]; /* owned; by feature; -1: none */
    uint32_t *member_start, *members;       /* owned; features by factor */
    uint16_t *flips;                        /* owned; apo_training_sample_flips */
    size_t *slices;                         /* owned; [threads + 1]: features by job */

    /* the step under way */
    const apo_training_samples *samples;
    apo_training_sample_order order;
    float rate;
};

/* The bucket of a sample. */
static inline unsigned apo_trainer_bucket(const apo_trainer *trainer,
                                          const apo_training_sample *sample)
{
    return apo_features_bucket(trainer->features, sample->pieces, trainer->buckets);
}

/* Parts of the head, given its first float. */
static inline float *apo_trainer_head(const apo_trainer *trainer, float *block)
{
    return block + (trainer->rows + trainer->factors) * trainer->width;
}

#endif
