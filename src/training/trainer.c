#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "training/trainer_priv.h"

enum {
    ALIGNMENT = 64,
    FACTOR_JOB = 16, /* rows a job */
    ROW_JOB = 64,
    WARM_STEPS = 200 /* until Adam knows how large slopes are */
};

static const float adam_mean = 0.9f, adam_square = 0.999f, adam_least = 1e-8f;
/* Output weights have 8 bits in the engine, and a fraction of 6 bits of them at least. */
static const float output_most = 1.98f;

/* --- rows ---------------------------------------------------------------- */

static void add_row(float *to, const float *row, size_t width)
{
    apo_lanes *a = (void *)to;
    const apo_lanes *b = (const void *)row;
    for (size_t i = 0; i < width / APO_TRAINER_LANES; i++)
        a[i] += b[i];
}

/* One step of Adam for some weights. */
static void adapt(apo_trainer *trainer, size_t first, const float *slopes, size_t width,
                  double decay)
{
    float *weights = trainer->weights + first, *mean = trainer->mean + first;
    float *square = trainer->square + first;
    float rate = trainer->rate, inverse = 1 / (float)trainer->order.count;
    float mean_scale = (float)(1 / (1 - trainer->mean_left));
    float square_scale = (float)(1 / (1 - trainer->square_left));
    float shrink = rate * (float)decay;
    for (size_t i = 0; i < width; i++) {
        float slope = slopes[i] * inverse;
        mean[i] = adam_mean * mean[i] + (1 - adam_mean) * slope;
        square[i] = adam_square * square[i] + (1 - adam_square) * slope * slope;
        weights[i] -=
            rate * (mean[i] * mean_scale) / (sqrtf(square[i] * square_scale) + adam_least) +
            shrink * weights[i];
    }
}

/* The row that the net uses for a feature. */
static void fold_row(apo_trainer *trainer, size_t feature)
{
    size_t width = trainer->width;
    float *sum = trainer->sums + feature * width;
    memcpy(sum, trainer->weights + feature * width, width * sizeof *sum);
    for (unsigned i = 0; i < APO_FACTORS_EACH; i++) {
        int32_t factor = trainer->factor_of[feature][i];
        if (factor >= 0)
            add_row(sum, trainer->weights + (trainer->rows + (size_t)factor) * width, width);
    }
}

void apo_trainer_fold(apo_trainer *trainer)
{
    for (size_t i = 0; i < trainer->rows; i++)
        fold_row(trainer, i);
}

/* --- a sample ------------------------------------------------------------ */

/* The expected result that a sample asks for, 0 to 1. */
static double target_of(const apo_trainer *trainer, const apo_training_sample *sample)
{
    double share = trainer->recipe.search_share;
    double search = 1 / (1 + exp(-sample->score / trainer->recipe.scale));
    return share * search + (1 - share) * sample->quarters / APO_QUARTERS_WIN;
}

/* The cross entropy of an expected result, sigmoid(output), against a target. */
static double loss_of(double target, double output)
{
    double size = output < 0 ? -output : output;
    return (output > 0 ? output : 0) - target * output + log1p(exp(-size));
}

static float held(float sum)
{
    return sum < 0 ? 0 : sum > 1 ? 1 : sum;
}

/* Runs the hidden layer and the output for a sample. Writes the sums of both views, mover
 * first. Returns the output in units of the scale, without the hand-written evaluation. */
static float forward(const apo_trainer *trainer, const apo_training_samples *samples,
                     const apo_training_sample *sample, float sums[2][APO_NETWORK_HIDDEN_MAX])
{
    const uint16_t *list = samples->features + sample->first;
    const uint16_t *flips = trainer->flips;
    const float *head = apo_trainer_head(trainer, trainer->weights);
    unsigned bucket = apo_trainer_bucket(trainer, sample);
    size_t hidden = trainer->hidden, width = trainer->width;
    const float *output = head + hidden + 2 * hidden * bucket;
    float out = head[hidden + 2 * hidden * trainer->buckets + bucket];
    if ((sample->flags & APO_TRAINING_SAMPLE_MIRROR) != 0)
        flips += trainer->rows;
    memcpy(sums[0], head, hidden * sizeof *head);
    memcpy(sums[1], head, hidden * sizeof *head);
    for (unsigned k = 0; k < sample->count; k++) {
        const float *own = trainer->sums + list[k] * width;
        const float *other = trainer->sums + flips[list[k]] * width;
        add_row(sums[0], own, hidden);
        add_row(sums[1], other, hidden);
        out += own[hidden + bucket] - other[hidden + bucket];
    }
    for (size_t h = 0; h < hidden; h++) {
        float own = held(sums[0][h]), other = held(sums[1][h]);
        out += own * own * output[h] + other * other * output[hidden + h];
    }
    return out;
}

/* --- slopes -------------------------------------------------------------- */

/* Adds a sample's gradients of the head, and keeps those of the hidden sums in `errors`. */
static void go_back(const apo_trainer *trainer, const apo_training_sample *sample, float slope,
                    float sums[2][APO_NETWORK_HIDDEN_MAX], float *head_slopes, float *errors)
{
    size_t hidden = trainer->hidden;
    unsigned bucket = apo_trainer_bucket(trainer, sample);
    size_t at = hidden + 2 * hidden * bucket;
    const float *output = apo_trainer_head(trainer, trainer->weights) + at;
    float *output_slopes = head_slopes + at;
    for (unsigned view = 0; view < 2; view++)
        for (size_t h = 0; h < hidden; h++) {
            size_t i = view * hidden + h;
            float sum = sums[view][h], active = held(sum);
            float error = sum > 0 && sum < 1 ? slope * output[i] * 2 * active : 0;
            output_slopes[i] += slope * active * active;
            head_slopes[h] += error;
            errors[i] = error;
        }
    head_slopes[hidden + 2 * hidden * trainer->buckets + bucket] += slope;
}

static void learn_chunk(void *context, size_t chunk)
{
    apo_trainer *trainer = context;
    float sums[2][APO_NETWORK_HIDDEN_MAX] __attribute__((aligned(ALIGNMENT)));
    float *head_slopes = trainer->head_slopes + chunk * trainer->head_width;
    size_t end = (chunk + 1) * APO_TRAINER_CHUNK;
    end = end < trainer->order.count ? end : trainer->order.count;
    memset(head_slopes, 0, trainer->head_width * sizeof *head_slopes);
    trainer->losses[chunk] = 0;
    for (size_t i = chunk * APO_TRAINER_CHUNK; i < end; i++) {
        const apo_training_sample *sample = &trainer->samples->list[trainer->order.list[i]];
        double target = target_of(trainer, sample);
        double out = (double)forward(trainer, trainer->samples, sample, sums);
        if (trainer->recipe.is_added != 0)
            out += sample->base / trainer->recipe.scale;
        trainer->losses[chunk] += loss_of(target, out);
        trainer->outputs[i] = (float)(1 / (1 + exp(-out)) - target);
        go_back(trainer, sample, trainer->outputs[i], sums, head_slopes,
                trainer->errors + i * 2 * trainer->hidden);
    }
}

/* Adds each sample's contribution to the rows of one slice. */
static void spread_slice(void *context, size_t slice)
{
    apo_trainer *trainer = context;
    size_t first = trainer->slices[slice], size = trainer->slices[slice + 1] - first;
    size_t width = trainer->width, hidden = trainer->hidden;
    for (size_t i = 0; i < trainer->order.count; i++) {
        const apo_training_sample *sample = &trainer->samples->list[trainer->order.list[i]];
        const uint16_t *list = trainer->samples->features + sample->first;
        const uint16_t *flips = trainer->flips;
        const float *errors = trainer->errors + i * 2 * hidden;
        float slope = trainer->outputs[i];
        size_t direct = hidden + apo_trainer_bucket(trainer, sample);
        if ((sample->flags & APO_TRAINING_SAMPLE_MIRROR) != 0)
            flips += trainer->rows;
        for (unsigned k = 0; k < sample->count; k++) {
            size_t own = list[k], other = flips[list[k]];
            if (own - first < size) {
                add_row(trainer->slopes + own * width, errors, hidden);
                trainer->slopes[own * width + direct] += slope;
            }
            if (other - first < size) {
                add_row(trainer->slopes + other * width, errors + hidden, hidden);
                trainer->slopes[other * width + direct] -= slope;
            }
        }
    }
}

/* Divides the features among the threads so that each has about equal work, judged by the first
 * samples. The results do not depend on it. */
static void cut_slices(apo_trainer *trainer)
{
    size_t threads = trainer->parallel->threads, total = 0, sum = 0, slice = 1;
    uint32_t *counts = calloc(trainer->rows, sizeof *counts);
    for (size_t i = 0; counts != NULL && i < trainer->order.count; i++) {
        const apo_training_sample *sample = &trainer->samples->list[trainer->order.list[i]];
        for (unsigned k = 0; k < sample->count; k++) {
            uint16_t feature = trainer->samples->features[sample->first + k];
            counts[feature]++;
            counts[trainer->flips[feature]]++;
            total += 2;
        }
    }
    for (size_t i = 0; counts != NULL && i < trainer->rows && slice < threads; i++) {
        sum += counts[i];
        while (slice < threads && sum * threads >= total * slice)
            trainer->slices[slice++] = i + 1;
    }
    while (slice <= threads)
        trainer->slices[slice++] = trainer->rows;
    free(counts);
}

/* Runs the samples of a step forward and backward. Returns the sum of their losses. */
static double find_slopes(apo_trainer *trainer, const apo_training_samples *samples,
                          const apo_training_sample_order *order)
{
    const apo_parallel *parallel = trainer->parallel;
    size_t chunks = (order->count + APO_TRAINER_CHUNK - 1) / APO_TRAINER_CHUNK;
    double loss = 0;
    trainer->samples = samples;
    trainer->order = *order;
    if (trainer->slices[parallel->threads] == 0)
        cut_slices(trainer);
    parallel->run(parallel->self, chunks, learn_chunk, trainer);
    parallel->run(parallel->self, parallel->threads, spread_slice, trainer);
    for (size_t i = 0; i < chunks; i++) {
        loss += trainer->losses[i];
        if (i > 0)
            add_row(trainer->head_slopes, trainer->head_slopes + i * trainer->head_width,
                    trainer->head_width);
    }
    return loss;
}

static void add_members(const apo_trainer *trainer, size_t factor, float *sum)
{
    memset(sum, 0, trainer->width * sizeof *sum);
    for (size_t i = trainer->member_start[factor]; i < trainer->member_start[factor + 1]; i++)
        add_row(sum, trainer->slopes + trainer->members[i] * trainer->width, trainer->width);
}

/* --- steps --------------------------------------------------------------- */

static void adapt_factors(void *context, size_t job)
{
    apo_trainer *trainer = context;
    float sum[APO_NETWORK_HIDDEN_MAX + APO_NETWORK_BUCKETS_MAX]
        __attribute__((aligned(ALIGNMENT)));
    size_t end = (job + 1) * FACTOR_JOB;
    end = end < trainer->factors ? end : trainer->factors;
    for (size_t i = job * FACTOR_JOB; i < end; i++) {
        add_members(trainer, i, sum);
        adapt(trainer, (trainer->rows + i) * trainer->width, sum, trainer->width, 0);
    }
}

static void adapt_rows(void *context, size_t job)
{
    apo_trainer *trainer = context;
    size_t end = (job + 1) * ROW_JOB;
    end = end < trainer->rows ? end : trainer->rows;
    for (size_t i = job * ROW_JOB; i < end; i++) {
        float *slopes = trainer->slopes + i * trainer->width;
        adapt(trainer, i * trainer->width, slopes, trainer->width,
              trainer->recipe.weight_decay);
        memset(slopes, 0, trainer->width * sizeof *slopes);
        fold_row(trainer, i);
    }
}

static void adapt_head(apo_trainer *trainer)
{
    float *head = apo_trainer_head(trainer, trainer->weights);
    float *output = head + trainer->hidden;
    adapt(trainer, (size_t)(head - trainer->weights), trainer->head_slopes, trainer->head_width,
          0);
    for (size_t i = 0; i < (size_t)2 * trainer->hidden * trainer->buckets; i++)
        output[i] = output[i] > output_most    ? output_most
                    : output[i] < -output_most ? -output_most
                                               : output[i];
}

double apo_trainer_step(apo_trainer *trainer, const apo_training_samples *samples,
                        const apo_training_sample_order *order, double rate)
{
    const apo_parallel *parallel = trainer->parallel;
    double loss = find_slopes(trainer, samples, order);
    trainer->rate = (float)rate;
    trainer->mean_left *= (double)adam_mean;
    trainer->square_left *= (double)adam_square;
    parallel->run(parallel->self, (trainer->factors + FACTOR_JOB - 1) / FACTOR_JOB,
                  adapt_factors, trainer);
    parallel->run(parallel->self, (trainer->rows + ROW_JOB - 1) / ROW_JOB, adapt_rows, trainer);
    adapt_head(trainer);
    return loss;
}

double apo_trainer_rate(const apo_recipe *recipe, uint64_t step, uint64_t steps)
{
    const double least = 0.01, half_turn = 3.14159265358979;
    uint64_t warm = steps / 10 + 1 < WARM_STEPS ? steps / 10 + 1 : WARM_STEPS;
    double rise = step + 1 < warm ? (double)(step + 1) / (double)warm : 1;
    double fall = (1 + cos(half_turn * (double)(step + 1) / (double)steps)) / 2;
    return recipe->learning_rate * rise * (least + (1 - least) * fall);
}

void apo_trainer_slopes(float *out, apo_trainer *trainer, const apo_training_samples *samples,
                        const apo_training_sample_order *order)
{
    size_t width = trainer->width, row_floats = trainer->rows * width;
    float sum[APO_NETWORK_HIDDEN_MAX + APO_NETWORK_BUCKETS_MAX]
        __attribute__((aligned(ALIGNMENT)));
    (void)find_slopes(trainer, samples, order);
    memcpy(out, trainer->slopes, row_floats * sizeof *out);
    for (size_t i = 0; i < trainer->factors; i++) {
        add_members(trainer, i, sum);
        memcpy(out + row_floats + i * width, sum, width * sizeof *out);
    }
    memcpy(apo_trainer_head(trainer, out), trainer->head_slopes,
           trainer->head_width * sizeof *out);
    for (size_t i = 0; i < trainer->count; i++)
        out[i] /= (float)order->count;
    memset(trainer->slopes, 0, row_floats * sizeof *out);
}

size_t apo_trainer_weight_count(const apo_trainer *trainer)
{
    return trainer->count;
}

float *apo_trainer_weights(apo_trainer *trainer)
{
    return trainer->weights;
}

/* --- measuring ----------------------------------------------------------- */

enum {
    MEASURE_JOB = 1024 /* samples */
};

typedef struct measurement {
    const apo_trainer *trainer;
    const apo_training_samples *samples;
    const uint32_t *order;
    size_t count;
    apo_training_sample_score *score;
    const void *context;
    apo_fitness *parts; /* owned; sums by job */
} measurement;

static void measure_job(void *context, size_t job)
{
    measurement *m = context;
    apo_fitness *sum = &m->parts[job];
    double scale = m->trainer->recipe.scale;
    size_t end = (job + 1) * MEASURE_JOB;
    end = end < m->count ? end : m->count;
    for (size_t i = job * MEASURE_JOB; i < end; i++) {
        const apo_training_sample *sample = &m->samples->list[m->order[i]];
        double score = m->score(m->context, m->samples, m->order[i]), out = score / scale;
        sum->target += loss_of(target_of(m->trainer, sample), out);
        sum->search += loss_of(1 / (1 + exp(-sample->score / scale)), out);
        sum->result += loss_of((double)sample->quarters / APO_QUARTERS_WIN, out);
        sum->cp += fabs(score - sample->score);
    }
}

bool apo_trainer_measure(apo_fitness *out, apo_trainer *trainer,
                         const apo_training_samples *samples,
                         const apo_training_sample_order *order,
                         apo_training_sample_score *score, const void *context)
{
    size_t jobs = (order->count + MEASURE_JOB - 1) / MEASURE_JOB;
    measurement m = {.trainer = trainer,
                     .samples = samples,
                     .order = order->list,
                     .count = order->count,
                     .score = score,
                     .context = context,
                     .parts = calloc(jobs + 1, sizeof *m.parts)};
    if (m.parts == NULL)
        return false;
    trainer->parallel->run(trainer->parallel->self, jobs, measure_job, &m);
    *out = (apo_fitness){.count = order->count};
    for (size_t i = 0; i < jobs; i++) {
        out->target += m.parts[i].target;
        out->search += m.parts[i].search;
        out->result += m.parts[i].result;
        out->cp += m.parts[i].cp;
    }
    double all = order->count > 0 ? (double)order->count : 1;
    out->target /= all;
    out->search /= all;
    out->result /= all;
    out->cp /= all;
    free(m.parts);
    return true;
}

double apo_trainer_base_score(const void *context, const apo_training_samples *samples,
                              size_t index)
{
    (void)context;
    return samples->list[index].base;
}

double apo_trainer_score(const void *context, const apo_training_samples *samples, size_t index)
{
    const apo_trainer *trainer = context;
    float sums[2][APO_NETWORK_HIDDEN_MAX] __attribute__((aligned(ALIGNMENT)));
    const apo_training_sample *sample = &samples->list[index];
    double score = (double)forward(trainer, samples, sample, sums) * trainer->recipe.scale;
    return trainer->recipe.is_added != 0 ? score + sample->base : score;
}
