/* Confidence intervals of values measured in games. */
#ifndef APO_CLI_LAB_INTERVAL_H
#define APO_CLI_LAB_INTERVAL_H

#include <stdint.h>

/* The factor of a standard error that gives a 95 % interval, from `groups` independent results
 * and `numbers` numbers fitted to them: Student's t, and more for the small sample. Infinite if
 * there are not more groups than numbers. */
double apo_lab_interval_factor(uint32_t groups, uint32_t numbers);

/* The largest distance of a quotient value / unit from its estimate (Fieller's interval), with
 * that factor. Infinite if the unit itself might be 0. */
double apo_lab_quotient_margin(double value, double unit, double value_variance,
                               double unit_variance, double covariance, double factor);

#endif
