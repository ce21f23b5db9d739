#include "test.h"

#include <math.h>

#include "base/random.h"
#include "game/glicko.h"

static void near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.8f is not %.8f", value, expected);
}

/* The worked example of Glickman's paper: 1500/200 beats 1400/30, loses to 1550/100 and to
 * 1700/300. */
static void test_the_example_of_the_paper(void **state)
{
    (void)state;
    const apo_glicko player = {1500, 200, 0.06};
    const apo_glicko_game games[] = {
        {{1400, 30, 0.06}, 4}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
    apo_glicko after = apo_glicko_after(&player, games, 3, 1);
    near(after.rating, 1464.06, 0.011);
    near(after.deviation, 151.52, 0.011);
    near(after.volatility, 0.05999, 0.00001);
}

static apo_glicko after_one(double deviation, unsigned quarters)
{
    const apo_glicko player = {1600, deviation, 0.06};
    const apo_glicko_game game = {{1600, 80, 0.06}, quarters};
    return apo_glicko_after(&player, &game, 1, 0);
}

static void test_quarters(void **state)
{
    (void)state;
    near(after_one(100, 2).rating, 1600, 1e-6);
    for (unsigned quarters = 1; quarters <= 4; quarters++)
        assert_true(after_one(100, quarters).rating > after_one(100, quarters - 1).rating);
    /* Equal players: what one wins by a quarter, the other loses. */
    near(after_one(100, 3).rating - 1600, 1600 - after_one(100, 1).rating, 1e-6);
    near(after_one(100, 4).rating - 1600, 2 * (after_one(100, 3).rating - 1600), 0.2);
}

/* A deviation grows in two steps as in one; time makes a certain rating provisional. */
static void test_deviations_grow_with_time(void **state)
{
    (void)state;
    const apo_glicko sure = {1600, 60, 0.06};
    apo_glicko half = apo_glicko_grown(&sure, 5);
    near(apo_glicko_grown(&half, 7).deviation, apo_glicko_grown(&sure, 12).deviation, 1e-9);
    assert_false(apo_glicko_is_provisional(&sure));
    double year = apo_glicko_periods(INT64_C(365) * 86400000);
    near(year, 36.5, 1e-9);
    apo_glicko later = apo_glicko_grown(&sure, 1.9 * year);
    assert_false(apo_glicko_is_provisional(&later));
    later = apo_glicko_grown(&sure, 2.2 * year);
    assert_true(apo_glicko_is_provisional(&later));
    near(apo_glicko_grown(&sure, 1e9).deviation, 350, 0);
    near(apo_glicko_periods(-5), 0, 0);
    apo_glicko same = apo_glicko_after(&sure, NULL, 0, 7);
    near(same.deviation, apo_glicko_grown(&sure, 7).deviation, 0);
}

/* Two players of known strength who play often come near their difference, and become sure. */
static void test_converges(void **state)
{
    (void)state;
    apo_random random;
    apo_random_seed(&random, 7);
    apo_glicko strong = apo_glicko_first(), weak = apo_glicko_first();
    for (unsigned i = 0; i < 3000; i++) {
        unsigned quarters =
            apo_random_below(&random, 4) < 3 ? 4 : 0; /* 75 %: 191 points apart */
        const apo_glicko_game one = {weak, quarters}, other = {strong, 4 - quarters};
        strong = apo_glicko_after(&strong, &one, 1, 0);
        weak = apo_glicko_after(&weak, &other, 1, 0);
    }
    assert_false(apo_glicko_is_provisional(&strong));
    near(strong.rating - weak.rating, 191, 80);
    near((strong.rating + weak.rating) / 2, 1500, 10);
}

/* Whatever is played, the numbers stay numbers and within their bounds. */
static void test_bounds(void **state)
{
    (void)state;
    apo_random random;
    apo_random_seed(&random, 11);
    apo_glicko player = apo_glicko_first();
    for (unsigned i = 0; i < 20000; i++) {
        const apo_glicko_game game = {{apo_random_below(&random, 6000) - 1000.0,
                                       30.0 + apo_random_below(&random, 320), 0.06},
                                      apo_random_below(&random, 5)};
        player = apo_glicko_after(&player, &game, 1, apo_random_below(&random, 3) / 10.0);
        assert_true(isfinite(player.rating) && isfinite(player.volatility));
        assert_true(player.deviation >= APO_GLICKO_LEAST_DEVIATION &&
                    player.deviation <= APO_GLICKO_FIRST_DEVIATION);
        assert_true(player.volatility > 0 && player.volatility <= 0.1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_example_of_the_paper),
        cmocka_unit_test(test_quarters),
        cmocka_unit_test(test_deviations_grow_with_time),
        cmocka_unit_test(test_converges),
        cmocka_unit_test(test_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
