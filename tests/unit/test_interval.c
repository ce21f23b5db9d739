/* Intervals of measured values: wider with few games, and none where they would mean nothing.
 */
#include "test.h"

#include <math.h>

/* The command has no library to link with. */
#include "cli/lab/interval.c"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_factor),
        cmocka_unit_test(test_quotient),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
