#include "cli/lab/estimate.h"

#include <math.h>

#include "cli/lab/interval.h"

unsigned apo_lab_known(const apo_fit *fit)
{
    unsigned known = 0;
    for (size_t i = 0; i < fit->count; i++)
        known += fit->is_known[i];
    return known;
}

apo_lab_estimate apo_lab_estimate_value(const apo_fit *fit, size_t index, const double *share,
                                        uint32_t groups)
{
    double unit = 0, of_unit = 0, of_both = 0;
    for (size_t i = 0; i < fit->count; i++) {
        unit += share[i] * fit->value[i];
        of_both += share[i] * fit->covariance[i][index];
        for (size_t j = 0; j < fit->count; j++)
            of_unit += share[i] * share[j] * fit->covariance[i][j];
    }
    double factor = apo_lab_interval_factor(groups, apo_lab_known(fit));
    double margin = apo_lab_quotient_margin(
        fit->value[index], unit, fit->covariance[index][index], of_unit, of_both, factor);
    return (apo_lab_estimate){fit->value[index] / unit, margin};
}

double apo_lab_scatter(double squares, uint32_t games)
{
    return (squares + 0.5) / (games + 1.0);
}

double apo_lab_mean_margin(double scatter, uint32_t games, uint32_t count)
{
    double half = apo_lab_interval_factor(games, 1) * sqrt(scatter / count);
    return half < 1 ? half : 1;
}

/* The cube root of a sum of squares is nearly normal (Wilson and Hilferty). */
double apo_lab_chance(double sum, uint32_t freedom)
{
    double part = 2 / (9.0 * freedom);
    return erfc((cbrt(sum / freedom) - (1 - part)) / sqrt(2 * part)) / 2;
}
