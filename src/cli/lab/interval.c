#include "cli/lab/interval.h"

#include <math.h>

/* The 97.5 % point of Student's distribution; an expansion in its degrees of freedom. */
static double student(uint32_t freedom)
{
    static const double exact[] = {12.706, 4.303, 3.182};
    const double z = 1.959964, n = freedom;
    if (freedom <= 3)
        return exact[freedom - 1];
    double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

double apo_lab_interval_factor(uint32_t groups, uint32_t numbers)
{
    if (groups <= numbers || groups < 2)
        return (double)INFINITY;
    double g = groups, k = numbers;
    return student(groups - numbers) * sqrt(g / (g - 1) * g / (g - k));
}

double apo_lab_quotient_margin(double value, double unit, double value_variance,
                               double unit_variance, double covariance, double factor)
{
    double t2 = factor * factor, g = t2 * unit_variance / (unit * unit);
    if (!isfinite(factor) || !(g < 1))
        return (double)INFINITY;
    double quotient = value / unit;
    double shift = unit_variance > 0 ? g * covariance / unit_variance : 0;
    double rest = unit_variance > 0 ? covariance * covariance / unit_variance : 0;
    double inside = value_variance - 2 * quotient * covariance +
                    quotient * quotient * unit_variance - g * (value_variance - rest);
    double half = factor / fabs(unit) * sqrt(inside > 0 ? inside : 0) / (1 - g);
    return fabs((quotient - shift) / (1 - g) - quotient) + half;
}
