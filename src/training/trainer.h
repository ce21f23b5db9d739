/* Trains the weights of a net, in floating point.
 *
 * The net is that of neural/network.h: a hidden layer for each side's view, whose squared
 * outputs and a direct sum of the features go to one output for each bucket. During training
 * the weights of a piece on a square are the sum of four: its own, and those of its type on all
 * squares of the rank, of the file, and of the board; so learning on one square helps on
 * others. Adam changes all of them. Results are bit-identical for any number of threads. One
 * thread at a time may call these functions. */
#ifndef APO_TRAINING_TRAINER_H
#define APO_TRAINING_TRAINER_H

#include "base/buffer.h"
#include "neural/network.h"
#include "training/parallel.h"
#include "training/recipe.h"
#include "training/samples.h"

typedef struct apo_trainer apo_trainer;

/* Gives `*out` (free with apo_trainer_free), with initial weights that depend on the recipe's
 * seed. `values` are the pieces' values in centipawns by type, the starting point of a net that
 * is alone. Copies the recipe; borrows everything else. Errors: APO_E_MEMORY. */
apo_status apo_trainer_new(apo_trainer **out, const apo_recipe *recipe,
                           const apo_features *features, const int16_t *values,
                           const apo_parallel *parallel);
void apo_trainer_free(apo_trainer *trainer);

/* Replaces the initial weights by those of a net for another game, or an older net for this
 * game: hidden neurons, outputs, and the rows of all types with a common name, square by
 * square, scaled to the board's size. Errors, with nothing changed: APO_E_RANGE: its kind or
 * its numbers of neurons or buckets differ from the recipe's. */
apo_status apo_trainer_begin_with(apo_trainer *trainer, const apo_network *related);

/* Some samples, by their indices. */
typedef struct apo_training_sample_order {
    const uint32_t *list; /* borrowed */
    size_t count;
} apo_training_sample_order;

/* Learns from some samples, at least one and at most the recipe's batch, at this learning rate.
 * Returns the sum of their losses before. */
double apo_trainer_step(apo_trainer *trainer, const apo_training_samples *samples,
                        const apo_training_sample_order *order, double rate);

/* The learning rate of a step: it rises for the first steps, at most 200, then falls as a
 * cosine to a hundredth. */
double apo_trainer_rate(const apo_recipe *recipe, uint64_t step, uint64_t steps);

/* How well scores predict: means over some samples. A loss is the cross entropy of expected
 * results, sigmoid(score / scale), against a target. */
typedef struct apo_fitness {
    double target; /* loss against the recipe's target */
    double search; /* ... against the search's score alone */
    double result; /* ... against the results of the games */
    double cp;     /* mean distance to the search's score in centipawns */
    size_t count;
} apo_fitness;

/* A score of a sample in centipawns for the side to move, with the hand-written evaluation if
 * the net is added to it. May be called by several threads at once. */
typedef double apo_training_sample_score(const void *context,
                                         const apo_training_samples *samples, size_t index);

/* Measures scores; `context` is passed to `score`. False if memory runs out. */
bool apo_trainer_measure(apo_fitness *out, apo_trainer *trainer,
                         const apo_training_samples *samples,
                         const apo_training_sample_order *order,
                         apo_training_sample_score *score, const void *context);

/* The score of the net as it is now; `context` is the trainer. */
double apo_trainer_score(const void *context, const apo_training_samples *samples,
                         size_t index);

/* The score of the hand-written evaluation; `context` is not used. */
double apo_trainer_base_score(const void *context, const apo_training_samples *samples,
                              size_t index);

/* The weights as one block of floats, for tests. Call apo_trainer_fold after a change. */
size_t apo_trainer_weight_count(const apo_trainer *trainer);
float *apo_trainer_weights(apo_trainer *trainer);
void apo_trainer_fold(apo_trainer *trainer);

/* The slopes of the mean loss of some samples by weight. */
void apo_trainer_slopes(float *out, apo_trainer *trainer, const apo_training_samples *samples,
                        const apo_training_sample_order *order);

/* Rounds the weights to a net for the engine and gives `*out` (free with apo_network_free);
 * without its text. Errors: APO_E_MEMORY. */
apo_status apo_trainer_export(apo_network **out, const apo_trainer *trainer);

/* The score of a rounded net, with the engine's arithmetic; the context is an
 * apo_rounded_net. */
typedef struct apo_rounded_net {
    const apo_network *network; /* borrowed */
    const apo_trainer *trainer; /* borrowed; from which it was made */
} apo_rounded_net;

double apo_rounded_score(const void *context, const apo_training_samples *samples,
                         size_t index);

/* Appends everything needed to resume training: the weights and Adam's state. */
void apo_trainer_write(apo_buffer *out, const apo_trainer *trainer);

/* Reads it back; false if the bytes are not from such a net. */
bool apo_trainer_read(apo_trainer *trainer, apo_span bytes);

#endif
