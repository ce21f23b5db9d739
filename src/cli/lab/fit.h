/* Logistic regression of results on what was different: which numbers explain best how the
 * games ended. Small and dense. */
#ifndef APO_CLI_LAB_FIT_H
#define APO_CLI_LAB_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
    APO_FIT_MAX = 40 /* numbers: a type each (31), and what is common to all games */
};

/* One game: what was different, and how it ended. */
typedef struct apo_fit_case {
    int8_t differences[APO_FIT_MAX];
    float score;    /* 0 .. 1 */
    uint32_t group; /* cases of one group, which are neighbours, are not independent */
} apo_fit_case;

typedef struct apo_fit {
    size_t count;
    /* the logarithm of the odds is their sum, times the differences */
    double value[APO_FIT_MAX];
    double covariance[APO_FIT_MAX][APO_FIT_MAX]; /* of the values, groups taken into account */
    bool is_known[APO_FIT_MAX]; /* false: the cases say nothing of it; the value is 0 */
} apo_fit;

/* Fits `count` numbers. Errors: APO_E_RANGE: too many, or no cases. */
apo_status apo_fit_logistic(apo_fit *out, size_t count, const apo_fit_case *cases,
                            size_t case_count);

#endif
