#include "game/match_stats.h"

#include <math.h>

static const double deviations_95 = 1.959964;
static const double pseudo_pairs = 2; /* one lost, one won */

void apo_match_stats_add(apo_match_stats *stats, unsigned quarters, int partner)
{
    if (quarters >= APO_MATCH_STATS_RESULTS)
        return;
    stats->results[quarters]++;
    if (partner >= 0 && partner < APO_MATCH_STATS_RESULTS)
        stats->pairs[quarters + (unsigned)partner]++;
}

static uint32_t sum(const uint32_t *counts, unsigned count)
{
    uint32_t total = 0;
    for (unsigned i = 0; i < count; i++)
        total += counts[i];
    return total;
}

uint32_t apo_match_stats_games(const apo_match_stats *stats)
{
    return sum(stats->results, APO_MATCH_STATS_RESULTS);
}

uint32_t apo_match_stats_pairs(const apo_match_stats *stats)
{
    return sum(stats->pairs, APO_MATCH_STATS_PAIRS);
}

double apo_match_stats_score(const apo_match_stats *stats)
{
    double points = 0;
    uint32_t games = apo_match_stats_games(stats);
    for (unsigned i = 0; i < APO_MATCH_STATS_RESULTS; i++)
        points += stats->results[i] * (double)i / (APO_MATCH_STATS_RESULTS - 1);
    return games > 0 ? points / games : 0.5;
}

/* Mean and variance of a pair's score (0 to 1), with the two pseudo pairs. */
static void measure_pairs(const apo_match_stats *stats, double *out_mean, double *out_variance)
{
    double count = apo_match_stats_pairs(stats) + pseudo_pairs, mean = 1, squares = 1;
    for (unsigned i = 0; i < APO_MATCH_STATS_PAIRS; i++) {
        double score = (double)i / (APO_MATCH_STATS_PAIRS - 1);
        mean += stats->pairs[i] * score;
        squares += stats->pairs[i] * score * score;
    }
    mean /= count;
    *out_mean = mean;
    *out_variance = squares / count - mean * mean;
}

double apo_match_stats_margin(const apo_match_stats *stats)
{
    double mean, variance;
    uint32_t pairs = apo_match_stats_pairs(stats);
    if (pairs == 0)
        return 0.5;
    measure_pairs(stats, &mean, &variance);
    return deviations_95 * sqrt(variance / pairs);
}

void apo_match_stats_interval(const apo_match_stats *stats, double out[2])
{
    double score = apo_match_stats_score(stats), margin = apo_match_stats_margin(stats);
    out[0] = score > margin ? score - margin : 0;
    out[1] = score + margin < 1 ? score + margin : 1;
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

double apo_sprt_ratio(const apo_sprt *sprt, const apo_match_stats *stats)
{
    double mean, variance, points = 0;
    double first = apo_score_of_elo(sprt->elo[0]), second = apo_score_of_elo(sprt->elo[1]);
    uint32_t pairs = apo_match_stats_pairs(stats);
    if (pairs == 0)
        return 0;
    measure_pairs(stats, &mean, &variance);
    for (unsigned i = 0; i < APO_MATCH_STATS_PAIRS; i++)
        points += stats->pairs[i] * (double)i / (APO_MATCH_STATS_PAIRS - 1);
    return (second - first) * (2 * points - pairs * (first + second)) / (2 * variance);
}

double apo_sprt_bound(const apo_sprt *sprt)
{
    return log((1 - sprt->error_share) / sprt->error_share);
}

apo_sprt_verdict apo_sprt_decide(const apo_sprt *sprt, const apo_match_stats *stats)
{
    double ratio = apo_sprt_ratio(sprt, stats), bound = apo_sprt_bound(sprt);
    if (ratio >= bound)
        return APO_SPRT_SECOND;
    return ratio <= -bound ? APO_SPRT_FIRST : APO_SPRT_OPEN;
}
