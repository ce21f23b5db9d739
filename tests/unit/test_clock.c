#include "test.h"

#include "game/clock.h"

static const apo_time_control blitz = {
    .kind = APO_CLOCK_LIVE, .base_ms = 60000, .increment_ms = 2000};
static const apo_time_control post = {.kind = APO_CLOCK_DAYS, .days = 3};
static const apo_time_control none = {.kind = APO_CLOCK_NONE};
static const int64_t day = INT64_C(86400000);
static const int64_t hour = INT64_C(3600000);

/* Ten days in stock, the first day of each turn is free, half a day more with each turn, two
 * days more for a turn within six hours, never more than twelve. */
static const apo_time_control stock = {
    .kind = APO_CLOCK_DAYS,
    .base_ms = INT64_C(10) * 86400000,
    .grace_ms = INT64_C(86400000),
    .increment_ms = INT64_C(43200000),
    .bonus_ms = INT64_C(2) * 86400000,
    .within_ms = INT64_C(6) * 3600000,
    .cap_ms = INT64_C(12) * 86400000,
};

static void test_live(void **state)
{
    (void)state;
    apo_clock clock;
    apo_clock_init(&clock, &blitz, &blitz);
    assert_int_equal(apo_clock_due(&clock), APO_CLOCK_FOREVER);
    assert_int_equal(apo_clock_left(&clock, APO_WHITE, 5000), 60000);
    assert_int_equal(apo_clock_pass(&clock, APO_WHITE, 1000), 0);
    assert_int_equal(apo_clock_due(&clock), 61000);
    assert_int_equal(apo_clock_left(&clock, APO_WHITE, 11000), 50000);
    assert_int_equal(apo_clock_left(&clock, APO_BLACK, 11000), 60000);
    assert_int_equal(apo_clock_pass(&clock, APO_BLACK, 11000), 10000);
    assert_int_equal(apo_clock_left(&clock, APO_WHITE, 99000), 52000);
    assert_int_equal(apo_clock_due(&clock), 71000);
    assert_false(apo_clock_has_fallen(&clock, 70999));
    assert_true(apo_clock_has_fallen(&clock, 71000));
    assert_int_equal(apo_clock_left(&clock, APO_BLACK, 80000), 0);
    assert_int_equal(apo_clock_stop(&clock, 12000), 1000);
    assert_false(apo_clock_has_fallen(&clock, 99999999));
    assert_int_equal(apo_clock_left(&clock, APO_BLACK, 99999), 59000);
}

/* Both moves of a double turn are one turn: the increment comes once. */
static void test_double_turn(void **state)
{
    (void)state;
    apo_clock clock;
    apo_clock_init(&clock, &blitz, &blitz);
    apo_clock_pass(&clock, APO_WHITE, 0);
    assert_int_equal(apo_clock_pass(&clock, APO_WHITE, 3000), 3000);
    assert_int_equal(apo_clock_left(&clock, APO_WHITE, 3000), 57000);
    apo_clock_pass(&clock, APO_BLACK, 4000);
    assert_int_equal(apo_clock_left(&clock, APO_WHITE, 4000), 58000);
}

static void test_days_and_odds(void **state)
{
    (void)state;
    apo_clock clock;
    apo_clock_init(&clock, &post, &none);
    apo_clock_pass(&clock, APO_WHITE, 0);
    assert_int_equal(apo_clock_due(&clock), 3 * day);
    apo_clock_pass(&clock, APO_BLACK, 2 * day);
    assert_int_equal(apo_clock_due(&clock), APO_CLOCK_FOREVER);
    assert_false(apo_clock_has_fallen(&clock, 1000 * day));
    assert_int_equal(apo_clock_left(&clock, APO_WHITE, 4 * day), 3 * day);
    apo_clock_pass(&clock, APO_WHITE, 10 * day);
    assert_int_equal(apo_clock_due(&clock), 13 * day);
    apo_clock_give(&clock, day);
    assert_int_equal(apo_clock_due(&clock), 14 * day);
}

/* By hand: stock 10 days. A turn of 3 days costs 2 and brings 1/2: 8 1/2. One of 20 hours costs
 * nothing: 9. One of 6 hours brings 1/2 and 2: 11 1/2. Another one would make it 14: the cap
 * is 12. */
static void test_stock(void **state)
{
    (void)state;
    apo_clock clock;
    int64_t now = 100 * day;
    const int64_t turns[] = {3 * day, 20 * hour, 6 * hour, hour};
    const int64_t stocks[] = {17 * day / 2, 9 * day, 23 * day / 2, 12 * day};
    apo_clock_init(&clock, &stock, &none);
    apo_clock_pass(&clock, APO_WHITE, now);
    assert_int_equal(apo_clock_due(&clock), 111 * day);
    for (unsigned i = 0; i < 4; i++) {
        now += turns[i];
        assert_int_equal(apo_clock_pass(&clock, APO_BLACK, now), turns[i]);
        assert_int_equal(apo_clock_stock(&clock, APO_WHITE, now), stocks[i]);
        assert_int_equal(apo_clock_left(&clock, APO_WHITE, now + day), stocks[i] + day);
        now += 5 * day;
        apo_clock_pass(&clock, APO_WHITE, now);
        assert_int_equal(apo_clock_due(&clock), now + day + stocks[i]);
    }
    assert_false(apo_clock_has_fallen(&clock, now + 13 * day - 1));
    assert_true(apo_clock_has_fallen(&clock, now + 13 * day));
    assert_int_equal(apo_clock_left(&clock, APO_WHITE, now + 14 * day), 0);
}

/* Both moves of a double turn share its grace time, and the bonus looks at both. */
static void test_stock_double_turn(void **state)
{
    (void)state;
    apo_clock clock;
    apo_clock_init(&clock, &stock, &stock);
    apo_clock_pass(&clock, APO_WHITE, 0);
    apo_clock_pass(&clock, APO_WHITE, 5 * hour);
    assert_int_equal(apo_clock_due(&clock), 11 * day);
    apo_clock_pass(&clock, APO_BLACK, 30 * hour);
    assert_int_equal(apo_clock_stock(&clock, APO_WHITE, 30 * hour), 10 * day + 6 * hour);
}

/* The first of January 1970 was a Thursday: Saturday begins with day 2, Monday with day 4. */
static void test_weekend(void **state)
{
    (void)state;
    apo_clock clock;
    apo_clock_init(&clock, &post, &post);
    clock.has_weekend = true;
    apo_clock_pass(&clock, APO_WHITE, day); /* Friday, 0:00; three days: Tuesday ends them */
    assert_int_equal(apo_clock_due(&clock), 6 * day);
    assert_int_equal(apo_clock_left(&clock, APO_WHITE, 2 * day), 2 * day);
    assert_int_equal(apo_clock_left(&clock, APO_WHITE, 3 * day), 2 * day);
    assert_int_equal(apo_clock_left(&clock, APO_WHITE, 5 * day), day);
    assert_false(apo_clock_is_resting(&clock, 2 * day - 1));
    assert_true(apo_clock_is_resting(&clock, 2 * day));
    assert_true(apo_clock_is_resting(&clock, 4 * day - 1));
    assert_false(apo_clock_is_resting(&clock, 4 * day));
    /* A turn that begins on a Sunday has its three days from Monday on. */
    apo_clock_pass(&clock, APO_BLACK, 3 * day);
    assert_int_equal(apo_clock_due(&clock), 7 * day);
    /* Whole weeks: five days of seven. */
    apo_clock_pass(&clock, APO_WHITE, 4 * day);
    assert_int_equal(apo_clock_pass(&clock, APO_BLACK, 18 * day), 10 * day);
    apo_clock_init(&clock, &blitz, &blitz);
    clock.has_weekend = true;
    apo_clock_pass(&clock, APO_WHITE, 2 * day);
    assert_int_equal(apo_clock_due(&clock), 2 * day + 60000);
}

/* Two days of three are used, then a vacation of twenty, then the third day is left. */
static void test_vacation(void **state)
{
    (void)state;
    apo_clock clock;
    apo_clock_init(&clock, &post, &post);
    apo_clock_pass(&clock, APO_WHITE, 0);
    apo_clock_hold(&clock, APO_WHITE, true, 2 * day);
    assert_int_equal(apo_clock_due(&clock), APO_CLOCK_FOREVER);
    assert_true(apo_clock_is_resting(&clock, 9 * day));
    assert_int_equal(apo_clock_left(&clock, APO_WHITE, 9 * day), day);
    assert_false(apo_clock_has_fallen(&clock, 20 * day));
    apo_clock_hold(&clock, APO_WHITE, false, 22 * day);
    assert_int_equal(apo_clock_due(&clock), 23 * day);
    /* Away while the other side thinks: when the turn comes, it costs nothing. */
    apo_clock_hold(&clock, APO_BLACK, true, 22 * day);
    assert_int_equal(apo_clock_due(&clock), 23 * day);
    apo_clock_pass(&clock, APO_BLACK, 22 * day + hour);
    assert_int_equal(apo_clock_due(&clock), APO_CLOCK_FOREVER);
    assert_int_equal(apo_clock_pass(&clock, APO_WHITE, 30 * day), 0);
    /* A live game has no vacation. */
    apo_clock_init(&clock, &blitz, &blitz);
    apo_clock_hold(&clock, APO_WHITE, true, 0);
    apo_clock_pass(&clock, APO_WHITE, 0);
    assert_int_equal(apo_clock_due(&clock), 60000);
}

/* The machine's clock may be set back. */
static void test_time_goes_back(void **state)
{
    (void)state;
    apo_clock clock;
    apo_clock_init(&clock, &blitz, &blitz);
    apo_clock_pass(&clock, APO_WHITE, 5000);
    assert_int_equal(apo_clock_pass(&clock, APO_BLACK, 1000), 0);
    assert_int_equal(apo_clock_left(&clock, APO_WHITE, 1000), 62000);
}

static void assert_round_trip(const char *text)
{
    char buf[APO_TIME_CONTROL_TEXT_MAX];
    apo_text out = apo_text_start(buf, sizeof buf);
    apo_time_control control;
    assert_int_equal(apo_time_control_read(&control, apo_span_of(text)), APO_OK);
    apo_time_control_write(&out, &control);
    assert_string_equal(buf, text);
}

static void test_text(void **state)
{
    (void)state;
    apo_time_control control;
    assert_round_trip("none");
    assert_round_trip("live 21600000 600000");
    assert_round_trip("live 0 1000");
    assert_round_trip("days 60");
    assert_round_trip("stock 864000 86400 43200 172800 21600 1036800");
    assert_round_trip("stock 31536000 5184000 5184000 5184000 5184000 31536000");
    assert_round_trip("stock 0 3600 0 0 0 0");
    static const char *const bad[] = {"",
                                      "live",
                                      "live 5",
                                      "live 5 5 5",
                                      "days",
                                      "days -1",
                                      "days 1 2",
                                      "weeks 3",
                                      "live a b",
                                      "stock 1 2 3 4 5",
                                      "stock 1 2 3 4 5 6 7",
                                      "stock 1 2 3 4 5 x"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(apo_time_control_read(&control, apo_span_of(bad[i])), APO_E_SYNTAX);
    static const char *const far[] = {
        "days 0", "days 61", "live 0 0", "live 21600001 0", "live 0 600001",
        /* No time at all; a bonus without its limit, and a limit without its bonus; a cap below
         * the stock; values that are too large. */
        "stock 1800 1799 0 0 0 0", "stock 86400 0 0 60 0 0", "stock 86400 0 0 0 60 0",
        "stock 86400 0 0 0 0 86399", "stock 31536001 0 0 0 0 0", "stock 0 5184001 0 0 0 0"};
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++)
        assert_int_equal(apo_time_control_read(&control, apo_span_of(far[i])), APO_E_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_live),          cmocka_unit_test(test_double_turn),
        cmocka_unit_test(test_days_and_odds), cmocka_unit_test(test_time_goes_back),
        cmocka_unit_test(test_text),          cmocka_unit_test(test_stock),
        cmocka_unit_test(test_weekend),       cmocka_unit_test(test_stock_double_turn),
        cmocka_unit_test(test_vacation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
