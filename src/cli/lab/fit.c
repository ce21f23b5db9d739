#include "cli/lab/fit.h"

#include <math.h>
#include <string.h>

enum {
    ROUNDS = 30
};

/* A weak prior that numbers are 0; without it a number whose games were all won diverges. */
static const double ridge = 1e-3;

/* A symmetric system of equations. */
typedef struct system {
    size_t count;
    double matrix[APO_FIT_MAX][APO_FIT_MAX];
    double right[APO_FIT_MAX];
} equations;

static double sum_of(const apo_fit *fit, const apo_fit_case *one)
{
    double sum = 0;
    for (size_t i = 0; i < fit->count; i++)
        sum += fit->value[i] * one->differences[i];
    return sum;
}

static double share_of(double sum)
{
    return 1 / (1 + exp(-sum));
}

/* The inverse of a positive definite matrix, by Cholesky's method. */
static void invert(size_t count, double matrix[APO_FIT_MAX][APO_FIT_MAX])
{
    double lower[APO_FIT_MAX][APO_FIT_MAX] = {{0}};
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = matrix[i][j];
            for (size_t k = 0; k < j; k++)
                sum -= lower[i][k] * lower[j][k];
            lower[i][j] = i == j ? sqrt(sum) : sum / lower[j][j];
        }
    for (size_t column = 0; column < count; column++) {
        double at[APO_FIT_MAX];
        for (size_t i = 0; i < count; i++) {
            at[i] = i == column;
            for (size_t k = 0; k < i; k++)
                at[i] -= lower[i][k] * at[k];
            at[i] /= lower[i][i];
        }
        for (size_t i = count; i-- > 0;) {
            for (size_t k = i + 1; k < count; k++)
                at[i] -= lower[k][i] * at[k];
            at[i] /= lower[i][i];
            matrix[i][column] = at[i];
        }
    }
}

static void add_outer(size_t count, double matrix[APO_FIT_MAX][APO_FIT_MAX],
                      const double *vector, double times)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            matrix[i][j] += times * vector[i] * vector[j];
}

static void add_case(equations *out, const apo_fit *fit, const apo_fit_case *one)
{
    double vector[APO_FIT_MAX], share = share_of(sum_of(fit, one));
    for (size_t i = 0; i < fit->count; i++) {
        vector[i] = one->differences[i];
        out->right[i] += ((double)one->score - share) * vector[i];
    }
    add_outer(fit->count, out->matrix, vector, share * (1 - share));
}

/* Sets up the equations of a Newton step at the current values. */
static void set_up(equations *out, const apo_fit *fit, const apo_fit_case *cases, size_t count)
{
    memset(out, 0, sizeof *out);
    out->count = fit->count;
    for (size_t i = 0; i < fit->count; i++) {
        out->matrix[i][i] = ridge;
        out->right[i] = -ridge * fit->value[i];
    }
    for (size_t i = 0; i < count; i++)
        add_case(out, fit, &cases[i]);
}

/* Makes a step; returns its size. */
static double step(apo_fit *fit, const equations *e)
{
    double far = 0;
    for (size_t i = 0; i < fit->count; i++) {
        double by = 0;
        for (size_t j = 0; j < fit->count; j++)
            by += e->matrix[i][j] * e->right[j];
        fit->value[i] += by;
        far = fabs(by) > far ? fabs(by) : far;
    }
    return far;
}

/* The cluster-robust (sandwich) covariance: valid even if the games of a group are
 * dependent. */
static void find_covariance(apo_fit *fit, const equations *inverse, const apo_fit_case *cases,
                            size_t count)
{
    double scatter[APO_FIT_MAX][APO_FIT_MAX] = {{0}};
    for (size_t i = 0; i < count;) {
        double vector[APO_FIT_MAX] = {0};
        uint32_t group = cases[i].group;
        for (; i < count && cases[i].group == group; i++) {
            double rest = (double)cases[i].score - share_of(sum_of(fit, &cases[i]));
            for (size_t k = 0; k < fit->count; k++)
                vector[k] += rest * cases[i].differences[k];
        }
        add_outer(fit->count, scatter, vector, 1);
    }
    for (size_t i = 0; i < fit->count; i++)
        for (size_t j = 0; j < fit->count; j++) {
            double sum = 0;
            for (size_t k = 0; k < fit->count; k++)
                for (size_t l = 0; l < fit->count; l++)
                    sum += inverse->matrix[i][k] * scatter[k][l] * inverse->matrix[l][j];
            fit->covariance[i][j] = sum;
        }
}

apo_status apo_fit_logistic(apo_fit *out, size_t count, const apo_fit_case *cases,
                            size_t case_count)
{
    equations e;
    if (count > APO_FIT_MAX || case_count == 0)
        return APO_E_RANGE;
    memset(out, 0, sizeof *out);
    out->count = count;
    for (size_t i = 0; i < case_count; i++)
        for (size_t k = 0; k < count; k++)
            out->is_known[k] = out->is_known[k] || cases[i].differences[k] != 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        set_up(&e, out, cases, case_count);
        invert(count, e.matrix);
        if (step(out, &e) < 1e-9)
            break;
    }
    find_covariance(out, &e, cases, case_count);
    return APO_OK;
}
