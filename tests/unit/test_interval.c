/* Intervals of measured values: wider with few games, and none where they would mean nothing.
 * In synthetic games, whose true values are known, at least 93 % of the intervals of each kind
 * hold the true value; with APO_MEASURE=1 in the environment the table of docs/values.md is
 * printed. */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"

/* The command has no library to link with. */
#include "cli/lab/estimate.c"
#include "cli/lab/fit.c"
#include "cli/lab/interval.c"

enum {
    TYPES = 9, /* of the synthetic game; the first is its pawn, number 0 is White's advantage */
    NUMBERS = TYPES + 1,
    PAIRS_MAX = 2000,
    TRIALS = 150,
    TRIALS_OF_SCORE = 3000
};

static const double least_held = 0.93;

/* The log odds that an extra piece is worth; and 0.1 for the first move. */
static const double truth[NUMBERS] = {0.10, 0.35, 0.9, 1.0, 1.15, 1.3, 1.45, 2.05, 2.35, 3.0};

static void test_factor(void **state)
{
    (void)state;
    assert_true(isinf(apo_lab_interval_factor(6, 6)));
    assert_true(isinf(apo_lab_interval_factor(0, 0)));
    assert_true(apo_lab_interval_factor(7, 6) > 30);
    assert_true(apo_lab_interval_factor(20, 6) > 2.5);
    assert_true(fabs(apo_lab_interval_factor(100000, 6) - 1.96) < 0.001);
    for (uint32_t groups = 8; groups < 200; groups++)
        assert_true(apo_lab_interval_factor(groups, 6) <
                    apo_lab_interval_factor(groups - 1, 6));
}

static void test_quotient(void **state)
{
    (void)state;
    /* A certain unit divides the interval; one that might be 0 leaves none. */
    assert_true(fabs(apo_lab_quotient_margin(6, 2, 1, 0, 0, 2) - 1) < 1e-9);
    assert_true(isinf(apo_lab_quotient_margin(6, 2, 1, 1, 0, 2)));
    assert_true(isinf(apo_lab_quotient_margin(57, 0.01, 25, 1, 0, 1.96)));
    assert_true(isinf(apo_lab_quotient_margin(6, 2, 1, 0, 0, (double)INFINITY)));
    /* An uncertain unit widens it beyond the usual approximation. */
    double exact = apo_lab_quotient_margin(6, 2, 0.25, 0.25, 0, 2);
    assert_true(exact > 2 * sqrt(0.25 + 9 * 0.25) / 2);
    assert_true(isfinite(exact));
}

/* Points of the distribution from tables. */
static void test_chance(void **state)
{
    (void)state;
    assert_true(fabs(apo_lab_chance(3.841, 1) - 0.05) < 0.005);
    assert_true(fabs(apo_lab_chance(0.455, 1) - 0.5) < 0.01);
    assert_true(fabs(apo_lab_chance(35.172, 23) - 0.05) < 0.001);
    assert_true(fabs(apo_lab_chance(41.638, 23) - 0.01) < 0.001);
    assert_true(fabs(apo_lab_chance(574.334, 575) - 0.5) < 0.001);
    assert_true(apo_lab_chance(0, 23) > 0.999);
}

/* --- synthetic games ----------------------------------------------------- */

static apo_random chance;

static double random_share(void)
{
    return (double)apo_random_below(&chance, 1U << 30) / (1U << 30);
}

/* A result whose mean is `share`: won, drawn or lost, by `draw` the share of draws that are
 * possible, and by a number between 0 and 1 that decides. */
static float result_of(double share, double draw, double number)
{
    double drawn = draw * 2 * (share < 0.5 ? share : 1 - share), won = share - drawn / 2;
    return number < won ? 1.0F : number < won + drawn ? 0.5F : 0.0F;
}

static bool holds(double found, double is, double margin)
{
    return fabs(found - is) <= margin;
}

static void note(const char *what, unsigned games, uint32_t held, uint32_t count,
                 uint32_t endless)
{
    assert_true(count > 0);
    if (getenv("APO_MEASURE") != NULL)
        printf("%-28s %5u games: %5.1f %% of %5u hold the truth, %4.1f %% have no end\n", what,
               games, 100.0 * held / count, (unsigned)count, 100.0 * endless / count);
    if (held < least_held * count)
        fail_msg("%s, %u games: %u of %u", what, games, (unsigned)held, (unsigned)count);
}

/* One side lacks a piece, the other about as much, as in `values`. */
static void draw_differences(int8_t differences[APO_FIT_MAX])
{
    unsigned lacks = 1 + apo_random_below(&chance, TYPES);
    double much = truth[lacks] + random_share() - 0.5;
    differences[lacks]--;
    for (unsigned tries = 0; tries < 2 && much > 0.8; tries++) {
        unsigned type = 2 + apo_random_below(&chance, TYPES - 1);
        if (type != lacks && truth[type] <= much + 0.3) {
            differences[type]++;
            much -= truth[type];
        }
    }
    for (; much > 0.15 && differences[1] < 4; much -= truth[1])
        differences[1]++;
}

/* Two games, with the armies exchanged; the second often ends as the first did. */
static void play_pair(apo_fit_case cases[2], uint32_t pair, double draw)
{
    bool is_alike = random_share() < 0.4;
    double number = random_share();
    memset(cases, 0, 2 * sizeof *cases);
    draw_differences(cases[0].differences);
    for (unsigned game = 0; game < 2; game++) {
        double sum = truth[0];
        for (unsigned type = 1; type <= TYPES; type++) {
            cases[game].differences[type] =
                (int8_t)(game == 0 ? cases[0].differences[type] : -cases[0].differences[type]);
            sum += truth[type] * cases[game].differences[type];
        }
        cases[game].differences[0] = 1;
        cases[game].group = pair;
        double by = game == 0 ? number : is_alike ? 1 - number : random_share();
        cases[game].score = result_of(1 / (1 + exp(-sum)), draw, by);
    }
}

static void hold_values(uint32_t pairs, double draw)
{
    static apo_fit_case cases[2 * PAIRS_MAX];
    static apo_fit fit;
    double share[APO_FIT_MAX] = {0}, unit = 0;
    uint32_t held = 0, endless = 0;
    for (unsigned type = 2; type <= TYPES; type++) {
        share[type] = 1;
        unit += truth[type];
    }
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        for (uint32_t pair = 0; pair < pairs; pair++)
            play_pair(&cases[2 * pair], pair, draw);
        assert_int_equal(apo_fit_logistic(&fit, NUMBERS, cases, 2 * (size_t)pairs), APO_OK);
        for (unsigned type = 1; type <= TYPES; type++) {
            apo_lab_estimate found = apo_lab_estimate_value(&fit, type, share, pairs);
            held += holds(found.value, truth[type] / unit, found.margin);
            endless += (uint32_t)!isfinite(found.margin);
        }
    }
    note(draw > 0.5 ? "values, many draws" : "values, few draws", 2 * pairs, held,
         (uint32_t)TRIALS * TYPES, endless);
}

static void test_values_hold_the_truth(void **state)
{
    (void)state;
    apo_random_seed(&chance, 1);
    for (unsigned many = 0; many < 2; many++) {
        hold_values(60, many ? 0.7 : 0.2);
        hold_values(200, many ? 0.7 : 0.2);
        hold_values(600, many ? 0.7 : 0.2);
    }
    hold_values(PAIRS_MAX, 0.4);
}

/* The score of a game, and those of its starts, with intervals from their variance. */
static void hold_scores(uint32_t starts, uint32_t each)
{
    uint32_t held = 0, held_all = 0, count = 0;
    for (unsigned trial = 0; trial < TRIALS_OF_SCORE / starts; trial++) {
        double sums[32] = {0}, truths[32], sum = 0, squares = 0, mean_truth = 0;
        double draw = random_share() * 0.8, base = 0.35 + 0.3 * random_share();
        assert_true(starts <= sizeof sums / sizeof *sums);
        for (uint32_t i = 0; i < starts; i++) {
            truths[i] = base + (random_share() - 0.5) * 0.1;
            mean_truth += truths[i] / starts;
            for (uint32_t game = 0; game < each; game++) {
                double score = (double)result_of(truths[i], draw, random_share());
                sums[i] += score;
                sum += score;
                squares += score * score;
            }
        }
        uint32_t games = starts * each;
        double scatter = apo_lab_scatter(squares - sum * sum / games, games);
        held_all += holds(sum / games, mean_truth, apo_lab_mean_margin(scatter, games, games));
        for (uint32_t i = 0; i < starts; i++, count++)
            held += holds(sums[i] / each, truths[i], apo_lab_mean_margin(scatter, games, each));
    }
    note("balance, all starts", starts * each, held_all, (uint32_t)TRIALS_OF_SCORE / starts, 0);
    if (starts > 1)
        note("balance, one of the starts", each, held, count, 0);
}

static void test_scores_hold_the_truth(void **state)
{
    (void)state;
    apo_random_seed(&chance, 2);
    hold_scores(1, 10);
    hold_scores(1, 40);
    hold_scores(1, 200);
    hold_scores(10, 4);
    hold_scores(24, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_factor),
        cmocka_unit_test(test_quotient),
        cmocka_unit_test(test_chance),
        cmocka_unit_test(test_values_hold_the_truth),
        cmocka_unit_test(test_scores_hold_the_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
