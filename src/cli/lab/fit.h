/* Logistic regression of game results on the differences between the sides. Small and dense. */
#ifndef APO_CLI_LAB_FIT_H
#define APO_CLI_LAB_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
    APO_FIT_MAX = 136 /* numbers: one per type (127), and those common to all games */
};

/* One game: the differences, and the result. */
typedef struct apo_fit_case {
    int8_t differences[APO_FIT_MAX];
    float score;    /* 0 .. 1 */
    uint32_t group; /* neighbouring cases of one group are not independent */
} apo_fit_case;

typedef struct apo_fit {
    size_t count;
    /* the log odds are the sum of the values times the differences */
    double value[APO_FIT_MAX];
    double covariance[APO_FIT_MAX][APO_FIT_MAX]; /* of the values, clustered by group */
    bool is_known[APO_FIT_MAX]; /* false: no case depends on it; the value is 0 */
} apo_fit;

/* Fits `count` numbers. Errors: APO_E_RANGE: too many, or no cases. */
apo_status apo_fit_logistic(apo_fit *out, size_t count, const apo_fit_case *cases,
                            size_t case_count);

#endif
