/* From floating point to the engine's whole numbers. */
#include <math.h>

#include "training/trainer_priv.h"

enum {
    SHIFT = 26,
    DIRECT_UNIT_MAX = 8192, /* finer than the engine's hundredths */
    OUTPUT_UNIT_MAX = 512   /* if all output weights are tiny; the scale is then still exact to
                               a thousandth */
};

static double most_of(const float *list, size_t count, size_t step, size_t width)
{
    double most = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < width; k++) {
            double size = fabs((double)list[i * step + k]);
            most = size > most ? size : most;
        }
    return most;
}

/* How many units make 1.0 so that `most` still fits. */
static double unit_of(double most, double largest, double finest)
{
    return most * finest > largest ? largest / most : finest;
}

static int16_t rounded(double number)
{
    number = round(number);
    return (int16_t)(number > INT16_MAX ? INT16_MAX : number < INT16_MIN ? INT16_MIN : number);
}

static void round_rows(apo_network *out, const apo_trainer *trainer, double direct_unit)
{
    size_t hidden = trainer->hidden;
    for (size_t i = 0; i < trainer->rows; i++) {
        const float *row = trainer->sums + i * trainer->width;
        for (size_t h = 0; h < hidden; h++)
            out->weights[i * hidden + h] = rounded((double)row[h] * APO_NETWORK_ONE);
        for (uint32_t b = 0; b < trainer->buckets; b++)
            out->direct[i * APO_NETWORK_BUCKETS_MAX + b] =
                rounded((double)row[hidden + b] * direct_unit);
    }
}

apo_status apo_trainer_export(apo_network **out, const apo_trainer *trainer)
{
    apo_network *network;
    const float *head = apo_trainer_head(trainer, trainer->weights);
    const float *output = head + trainer->hidden;
    size_t outputs = (size_t)2 * trainer->hidden * trainer->buckets;
    double scale = trainer->recipe.scale;
    double output_unit =
        unit_of(most_of(output, 1, 0, outputs), APO_NETWORK_OUTPUT_MAX, OUTPUT_UNIT_MAX);
    double direct_unit = unit_of(most_of(trainer->sums + trainer->hidden, trainer->rows,
                                         trainer->width, trainer->buckets),
                                 INT16_MAX, DIRECT_UNIT_MAX);
    apo_status status = apo_network_new(&network, trainer->features->var, trainer->hidden,
                                        trainer->buckets, NULL);
    if (status != APO_OK)
        return status;
    round_rows(network, trainer, direct_unit);
    for (size_t h = 0; h < trainer->hidden; h++)
        network->bias[h] = rounded((double)head[h] * APO_NETWORK_ONE);
    for (size_t i = 0; i < outputs; i++)
        network->output[i] = rounded((double)output[i] * output_unit);
    for (uint32_t b = 0; b < trainer->buckets; b++)
        network->output_bias[b] = (int32_t)lround((double)output[outputs + b] * direct_unit);
    network->is_alone = trainer->recipe.is_added == 0;
    network->shift = SHIFT;
    network->hidden_scale = (int32_t)lround(scale * ((int64_t)1 << SHIFT) /
                                            (APO_NETWORK_ONE * APO_NETWORK_ONE * output_unit));
    network->direct_scale = (int32_t)lround(scale * ((int64_t)1 << SHIFT) / direct_unit);
    *out = network;
    return APO_OK;
}

double apo_rounded_score(const void *context, const apo_training_samples *samples, size_t index)
{
    const apo_rounded_net *net = context;
    const apo_training_sample *sample = &samples->list[index];
    const uint16_t *list = samples->features + sample->first;
    const uint16_t *flips = net->trainer->flips;
    uint16_t other[APO_TRAINING_SAMPLE_FEATURES_MAX];
    if ((sample->flags & APO_TRAINING_SAMPLE_MIRROR) != 0)
        flips += net->trainer->rows;
    for (unsigned i = 0; i < sample->count; i++)
        other[i] = flips[list[i]];
    int value = apo_network_value_of(net->network, list, other, sample->count, sample->pieces);
    return net->network->is_alone ? value : value + sample->base;
}
