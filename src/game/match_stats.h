/* Match statistics: results in quarters of a point, the Elo difference with an interval, and
 * the sequential probability ratio test.
 *
 * Games are played in pairs, the same opening with both colours. The two games of a pair are
 * not independent, so all errors are computed from pairs. */
#ifndef APO_GAME_MATCH_STATS_H
#define APO_GAME_MATCH_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    APO_MATCH_STATS_RESULTS = 5, /* 0, 1/4, 1/2, 3/4, 1 */
    APO_MATCH_STATS_PAIRS = 9    /* sums of two of them */
};

/* All from the first player's point of view. */
typedef struct apo_match_stats {
    uint32_t results[APO_MATCH_STATS_RESULTS]; /* games, by quarters */
    uint32_t pairs[APO_MATCH_STATS_PAIRS]; /* complete pairs, by the sum of their quarters */
} apo_match_stats;

/* Adds a game. `partner` is the quarters of the other game of its pair, or negative if that has
 * not been played. */
void apo_match_stats_add(apo_match_stats *stats, unsigned quarters, int partner);

uint32_t apo_match_stats_games(const apo_match_stats *stats);
uint32_t apo_match_stats_pairs(const apo_match_stats *stats);

/* The share of the points, 0 to 1; 0.5 without games. */
double apo_match_stats_score(const apo_match_stats *stats);

/* Half the width of the 95 % interval of the score. Two pseudo pairs, one lost and one won, are
 * added, so that a few equal results do not look certain; 0.5 without pairs. */
double apo_match_stats_margin(const apo_match_stats *stats);

/* The bounds of that interval, clamped to possible scores. */
void apo_match_stats_interval(const apo_match_stats *stats, double out[2]);

/* The Elo difference of a score; infinite for 0 and 1. */
double apo_elo_of_score(double score);
double apo_score_of_elo(double elo);

typedef struct apo_sprt {
    double elo[2];      /* the two hypotheses, the first smaller */
    double error_share; /* rate of wrong decisions allowed either way: 0.05 */
} apo_sprt;

typedef enum apo_sprt_verdict {
    APO_SPRT_OPEN,
    APO_SPRT_FIRST,  /* the difference is elo[0] rather than elo[1] */
    APO_SPRT_SECOND, /* the other way round */
    APO_SPRT_VERDICTS
} apo_sprt_verdict;

/* The log likelihood ratio of the second hypothesis to the first (normal approximation). */
double apo_sprt_ratio(const apo_sprt *sprt, const apo_match_stats *stats);

/* The log ratio at which the test ends; the other bound is its negative. */
double apo_sprt_bound(const apo_sprt *sprt);

apo_sprt_verdict apo_sprt_decide(const apo_sprt *sprt, const apo_match_stats *stats);

#endif
