#include "test.h"

#include "game/leave.h"

static const int64_t day = INT64_C(86400000);

/* From the calendar: 2024 began 19723 days after 1970, 2025 20089, 2026 20454; 2000 10957; 2100
 * 47482. */
static void test_a_year_begins_and_ends_by_the_calendar(void **state)
{
    (void)state;
    assert_int_equal(apo_year_begin(0), 0);
    assert_int_equal(apo_year_end(0), 365 * day);
    assert_int_equal(apo_year_begin(20089 * day - 1), 19723 * day);
    assert_int_equal(apo_year_end(19723 * day), 20089 * day);
    assert_int_equal(apo_year_begin(20089 * day), 20089 * day);
    assert_int_equal(apo_year_end(20089 * day), 20454 * day);
    assert_int_equal(apo_year_end(10957 * day), 11323 * day); /* 2000 was a leap year */
    assert_int_equal(apo_year_end(47482 * day), 47847 * day); /* 2100 will not be */
}

static void test_leave_left_in_this_year_and_the_next(void **state)
{
    (void)state;
    int64_t june = 20454 * day + 150 * day, new_year = 20819 * day;
    assert_int_equal(apo_leave_latest(0, june), june + 30 * day);
    assert_int_equal(apo_leave_latest(20 * day, june), june + 10 * day);
    assert_int_equal(apo_leave_latest(30 * day, june), june);
    assert_int_equal(apo_leave_latest(31 * day, june), june);
    /* From the 27th of December with ten days left: the rest of the year, and all of the
     * next. */
    assert_int_equal(apo_leave_latest(20 * day, new_year - 5 * day), new_year + 30 * day);
    assert_int_equal(apo_leave_within(new_year - 5 * day, new_year + 3 * day, june), 5 * day);
    assert_int_equal(apo_leave_within(new_year - 5 * day, new_year + 3 * day, new_year),
                     3 * day);
    assert_int_equal(apo_leave_within(june, june + day, new_year), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_year_begins_and_ends_by_the_calendar),
        cmocka_unit_test(test_leave_left_in_this_year_and_the_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
