/* Scores, intervals and the sequential test of a match. */
#include "test.h"

#include <math.h>

#include "game/match_stats.h"

static bool is_near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance;
}

/* `pairs` of each of the nine kinds, as games. */
static apo_match_stats stats_of(const uint32_t pairs[APO_MATCH_STATS_PAIRS])
{
    apo_match_stats stats = {.results = {0}};
    for (unsigned sum = 0; sum < APO_MATCH_STATS_PAIRS; sum++) {
        for (uint32_t i = 0; i < pairs[sum]; i++) {
            unsigned first = sum > 4 ? 4 : sum;
            apo_match_stats_add(&stats, first, -1);
            apo_match_stats_add(&stats, sum - first, (int)first);
        }
    }
    return stats;
}

static void test_counts(void **state)
{
    (void)state;
    const apo_match_stats stats = stats_of((uint32_t[]){1, 0, 0, 2, 3, 0, 0, 1, 4});
    assert_int_equal(apo_match_stats_games(&stats), 22);
    assert_int_equal(apo_match_stats_pairs(&stats), 11);
    assert_true(
        is_near(apo_match_stats_score(&stats), (2 * 3 + 3 * 4 + 7 + 4 * 8) / 88.0, 1e-12));
}

static void test_empty(void **state)
{
    (void)state;
    const apo_match_stats stats = {.results = {0}};
    assert_true(is_near(apo_match_stats_score(&stats), 0.5, 0));
    assert_true(is_near(apo_match_stats_margin(&stats), 0.5, 0));
}

static void test_ignores_what_is_no_result(void **state)
{
    (void)state;
    apo_match_stats stats = {.results = {0}};
    apo_match_stats_add(&stats, 5, 2);
    assert_int_equal(apo_match_stats_games(&stats), 0);
    assert_int_equal(apo_match_stats_pairs(&stats), 0);
}

static void test_elo(void **state)
{
    (void)state;
    assert_true(is_near(apo_elo_of_score(0.5), 0, 1e-9));
    assert_true(is_near(apo_elo_of_score(0.75), 190.848, 0.001));
    assert_true(is_near(apo_elo_of_score(0.25), -190.848, 0.001));
    assert_true(isinf(apo_elo_of_score(1)) && apo_elo_of_score(1) > 0);
    assert_true(isinf(apo_elo_of_score(0)) && apo_elo_of_score(0) < 0);
    for (double elo = -700; elo <= 700; elo += 35)
        assert_true(is_near(apo_elo_of_score(apo_score_of_elo(elo)), elo, 1e-6));
}

/* Two decided pairs out of a thousand do not make an interval vanish, nor do equal ones. */
static void test_margin(void **state)
{
    (void)state;
    const apo_match_stats all_won = stats_of((uint32_t[]){0, 0, 0, 0, 0, 0, 0, 0, 5});
    assert_true(apo_match_stats_margin(&all_won) > 0.2 &&
                apo_match_stats_margin(&all_won) < 0.5);
    const apo_match_stats even = stats_of((uint32_t[]){250, 0, 0, 0, 500, 0, 0, 0, 250});
    /* The deviation of one pair's score is sqrt(1/8). */
    assert_true(is_near(apo_match_stats_margin(&even), 1.96 * sqrt(0.125 / 1000), 0.0005));
}

static void test_sprt(void **state)
{
    (void)state;
    const apo_sprt sprt = {.elo = {0, 10}, .error_share = 0.05};
    assert_true(is_near(apo_sprt_bound(&sprt), 2.9444, 0.0001));
    const apo_match_stats none = {.results = {0}};
    assert_int_equal(apo_sprt_decide(&sprt, &none), APO_SPRT_OPEN);
    const apo_match_stats equal =
        stats_of((uint32_t[]){2000, 0, 2000, 0, 4000, 0, 2000, 0, 2000});
    assert_int_equal(apo_sprt_decide(&sprt, &equal), APO_SPRT_FIRST);
    const apo_match_stats better =
        stats_of((uint32_t[]){1700, 0, 2000, 0, 4000, 0, 2000, 0, 2300});
    assert_int_equal(apo_sprt_decide(&sprt, &better), APO_SPRT_SECOND);
    const apo_match_stats few = stats_of((uint32_t[]){0, 0, 0, 0, 0, 0, 0, 0, 3});
    assert_int_equal(apo_sprt_decide(&sprt, &few), APO_SPRT_OPEN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_ignores_what_is_no_result),
        cmocka_unit_test(test_elo),
        cmocka_unit_test(test_margin),
        cmocka_unit_test(test_sprt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
