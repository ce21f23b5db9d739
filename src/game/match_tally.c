#include "game/match_tally.h"

#include <math.h>

static const double deviations_95 = 1.959964;
static const double pseudo_pairs = 2; /* one lost, one won */

void apo_tally_add(apo_tally *tally, unsigned quarters, int partner)
{
    if (quarters >= APO_TALLY_RESULTS)
        return;
    tally->results[quarters]++;
    if (partner >= 0 && partner < APO_TALLY_RESULTS)
        tally->pairs[quarters + (unsigned)partner]++;
}

static uint32_t sum(const uint32_t *counts, unsigned count)
{
    uint32_t total = 0;
    for (unsigned i = 0; i < count; i++)
        total += counts[i];
    return total;
}

uint32_t apo_tally_games(const apo_tally *tally)
{
    return sum(tally->results, APO_TALLY_RESULTS);
}

uint32_t apo_tally_pairs(const apo_tally *tally)
{
    return sum(tally->pairs, APO_TALLY_PAIRS);
}

double apo_tally_score(const apo_tally *tally)
{
    double points = 0;
    uint32_t games = apo_tally_games(tally);
    for (unsigned i = 0; i < APO_TALLY_RESULTS; i++)
        points += tally->results[i] * (double)i / (APO_TALLY_RESULTS - 1);
    return games > 0 ? points / games : 0.5;
}

/* Mean and variance of a pair's score (0 to 1), with the two pseudo pairs. */
static void measure_pairs(const apo_tally *tally, double *out_mean, double *out_variance)
{
    double count = apo_tally_pairs(tally) + pseudo_pairs, mean = 1, squares = 1;
    for (unsigned i = 0; i < APO_TALLY_PAIRS; i++) {
        double score = (double)i / (APO_TALLY_PAIRS - 1);
        mean += tally->pairs[i] * score;
        squares += tally->pairs[i] * score * score;
    }
    mean /= count;
    *out_mean = mean;
    *out_variance = squares / count - mean * mean;
}

double apo_tally_margin(const apo_tally *tally)
{
    double mean, variance;
    uint32_t pairs = apo_tally_pairs(tally);
    if (pairs == 0)
        return 0.5;
    measure_pairs(tally, &mean, &variance);
    return deviations_95 * sqrt(variance / pairs);
}

double apo_elo_of_score(double score)
{
    if (score <= 0)
        return -(double)INFINITY;
    return score >= 1 ? (double)INFINITY : 400 * log10(score / (1 - score));
}

double apo_score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

double apo_sprt_ratio(const apo_sprt *sprt, const apo_tally *tally)
{
    double mean, variance, points = 0;
    double first = apo_score_of_elo(sprt->elo[0]), second = apo_score_of_elo(sprt->elo[1]);
    uint32_t pairs = apo_tally_pairs(tally);
    if (pairs == 0)
        return 0;
    measure_pairs(tally, &mean, &variance);
    for (unsigned i = 0; i < APO_TALLY_PAIRS; i++)
        points += tally->pairs[i] * (double)i / (APO_TALLY_PAIRS - 1);
    return (second - first) * (2 * points - pairs * (first + second)) / (2 * variance);
}

double apo_sprt_bound(const apo_sprt *sprt)
{
    return log((1 - sprt->error_share) / sprt->error_share);
}

apo_sprt_verdict apo_sprt_decide(const apo_sprt *sprt, const apo_tally *tally)
{
    double ratio = apo_sprt_ratio(sprt, tally), bound = apo_sprt_bound(sprt);
    if (ratio >= bound)
        return APO_SPRT_SECOND;
    return ratio <= -bound ? APO_SPRT_FIRST : APO_SPRT_OPEN;
}
