#include "test.h"

#include "game/series.h"

static const unsigned points[] = {10, 6, 4, 3};

static void test_shared_places(void **state)
{
    apo_series_result results[] = {
        {0, 1, 1, 0, false}, {0, 2, 2, 0, false}, {0, 3, 2, 0, false},
        {0, 4, 4, 0, false}, {0, 5, 4, 0, false}, {0, 6, 6, 0, false},
        {1, 1, 1, 0, false}, {1, 2, 1, 0, false}, {1, 3, 1, 0, false},
    };

    const unsigned expected[] = {1000, 500, 500, 150, 150, 0, 666, 666, 666};
    (void)state;
    apo_series_share(results, 9, points, 4);
    for (size_t i = 0; i < 9; i++)
        assert_int_equal(results[i].hundredths, expected[i]);
}

/* Three events; the best two count. */
static void test_table(void **state)
{
    apo_series_result results[] = {
        {0, 7, 1, 0, false}, {0, 8, 2, 0, false}, {0, 9, 3, 0, false}, {1, 8, 1, 0, false},
        {1, 9, 2, 0, false}, {1, 7, 4, 0, false}, {2, 9, 2, 0, false}, {2, 8, 3, 0, false},
    };

    apo_series_line lines[8];
    (void)state;
    apo_series_share(results, 8, points, 4);
    assert_int_equal(apo_series_table(lines, results, 8, 2), 3);
    assert_true(lines[0].person == 8 && lines[0].hundredths == 1600 && lines[0].wins == 1);
    assert_true(lines[1].person == 7 && lines[1].hundredths == 1300 && lines[1].events == 2);
    assert_true(lines[2].person == 9 && lines[2].hundredths == 1200 && lines[2].place == 3);
    assert_true(results[lines[0].first].event == 1 && results[lines[0].first].counts);
    assert_true(results[lines[0].first + 2].place == 3 && !results[lines[0].first + 2].counts);
    assert_int_equal(apo_series_table(lines, results, 8, 0), 3);
    assert_true(lines[0].person == 8 && lines[0].hundredths == 2000);
    assert_true(lines[1].person == 9 && lines[1].hundredths == 1600);
    assert_int_equal(apo_series_table(lines, results, 0, 0), 0);
}

/* Equal points: first places decide; without them the place is shared. */
static void test_ties_are_broken_by_first_places(void **state)
{
    apo_series_result results[] = {
        {0, 1, 1, 1000, false}, {0, 2, 2, 500, false}, {0, 3, 2, 500, false},
        {1, 2, 2, 500, false},  {1, 3, 2, 500, false},
    };

    apo_series_line lines[5];
    (void)state;
    assert_int_equal(apo_series_table(lines, results, 5, 0), 3);
    assert_true(lines[0].person == 1 && lines[0].place == 1);
    assert_true(lines[1].person == 2 && lines[1].place == 2);
    assert_true(lines[2].person == 3 && lines[2].place == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shared_places),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_ties_are_broken_by_first_places),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
