/* Quantities estimated from games, each with a 95 % interval: a piece's value in the unit of
 * others, a score. */
#ifndef APO_CLI_LAB_ESTIMATE_H
#define APO_CLI_LAB_ESTIMATE_H

#include "cli/lab/fit.h"

typedef struct apo_lab_estimate {
    double value;
    double margin; /* half of its 95 % interval; infinite: no interval */
} apo_lab_estimate;

/* How many numbers of the fit occur in the cases. */
unsigned apo_lab_known(const apo_fit *fit);

/* Value `index` of the fit, divided by the sum of all values times `share`, one for each
 * number; from `groups` independent groups of cases. */
apo_lab_estimate apo_lab_estimate_value(const apo_fit *fit, size_t index, const double *share,
                                        uint32_t groups);

/* Half of the 95 % interval of a mean of `count` results between 0 and 1, by the scatter
 * (apo_lab_scatter) of `games`, these results among them. */
double apo_lab_mean_margin(double scatter, uint32_t games, uint32_t count);

/* The variance of results between 0 and 1 from the sum of their squared distances to their
 * mean. Never 0, since a few games that all ended alike do not prove that all will. */
double apo_lab_scatter(double squares, uint32_t games);

/* The probability with which chance alone makes the sum of `freedom` squares of independent
 * standard normal numbers at least `sum`; wrong by less than 0.01. `freedom` is at least 1. */
double apo_lab_chance(double sum, uint32_t freedom);

#endif
