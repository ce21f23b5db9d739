/* Ratings of problems and of the people who solve them. A first try is a rated game
 * (game/glicko.h) between the person and the problem; solving it at once is a win. Both begin
 * at 1500 ± 350. Later tries do not count, nor do those of guests, programs and the author.
 *
 * A person has one rating for the problems of all games, unlike for games played. The games
 * here are of one family, with mates that look alike, and a server has few problems of each:
 * one rating is reliable after a dozen tries, and people who solve problems of two games make
 * those comparable. The price: in a game that is new to somebody, the first problems offered
 * are too hard.
 *
 * A person's deviation grows with time, as in games. That of a problem does not. */
#ifndef APO_SERVER_PROBLEM_RATING_H
#define APO_SERVER_PROBLEM_RATING_H

#include "base/buffer.h"
#include "store/people.h"
#include "store/problem_tries.h"

/* The person's rating now, which is the initial one if they have none yet; false in that
 * case. */
bool apo_problem_rating_find(apo_store_problem_rating *out, apo_store *store, apo_span person,
                             int64_t now_ms);

/* True if the person's next try would be rated. */
bool apo_problem_counts(apo_store *store, const apo_store_problem *problem,
                        const apo_store_person *person);

/* The effect of a try, of which `is_right` and `at_ms` are set, on both ratings; in `first` it
 * sets all but the key. Does not change the counts of tries. */
void apo_problem_rating_count(apo_store_problem_try *first, apo_store_problem_rating *person,
                              apo_store_problem *problem);

/* Finds a problem to solve next, by chance among those near the person's rating: one that they
 * have not tried, or else not solved; for guests any. `variant`: of this game; "": of any.
 * `after`: a problem not to be found again. Errors: APO_E_UNKNOWN: there is none; APO_E_IO. */
apo_status apo_problem_find_next(apo_store_problem *out, apo_store *store, apo_span person,
                                 apo_span variant, apo_span after);

/* Adds the person's rating as a member, or null. */
void apo_problem_rating_write(apo_buffer *out, const char *name, apo_store *store,
                              apo_span person);

/* Adds the problem's rating as a member. */
void apo_problem_rating_write_problem(apo_buffer *out, const char *name,
                                      const apo_store_problem *problem);

#endif
