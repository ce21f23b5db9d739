/* The ratings of problems and of their solvers, and the tries behind them, in the store. The
 * numbers are the caller's (server/problem/rating.h). */
#ifndef APO_STORE_PROBLEM_TRIES_H
#define APO_STORE_PROBLEM_TRIES_H

#include "store/problems.h"

/* An account's rating for problems, of all games. */
typedef struct apo_store_problem_rating {
    char person[APO_STORE_ID_MAX];
    double rating, deviation, volatility; /* as of `at_ms` */
    unsigned tries, right_tries;
    int64_t at_ms; /* of the last of them */
} apo_store_problem_rating;

/* The first try of a person at a problem, and its effect on the person's rating. */
typedef struct apo_store_problem_try {
    char problem[APO_STORE_ID_MAX];
    char person[APO_STORE_ID_MAX];
    char key[APO_STORE_KEY_MAX]; /* of the request */
    bool is_right;
    double before, rating, deviation;
    int64_t at_ms;
} apo_store_problem_try;

/* Records a first try, with the new ratings of the person and of the problem; a correct one
 * also counts as solved. `tries` of both must be the counts as read; the batch adds one to
 * each. It fails with APO_E_UNKNOWN if there have been other tries meanwhile (read again then),
 * if the problem is not public, is the person's own or solved by them already, or if the person
 * has no account; and with APO_E_EXISTS if it is not their first try. */
void apo_store_add_problem_try(apo_store_batch *batch, const apo_store_problem_try *first,
                               const apo_store_problem_rating *person,
                               const apo_store_problem *problem);

apo_status apo_store_find_problem_rating(apo_store *store, apo_store_problem_rating *out,
                                         apo_span person);
apo_status apo_store_find_problem_try(apo_store *store, apo_store_problem_try *out,
                                      apo_span problem, apo_span person);

#endif
