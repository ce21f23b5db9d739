#include "test.h"

#include "game/clock.h"

static const apo_time_control blitz = {APO_CLOCK_LIVE, 60000, 2000, 0};
static const apo_time_control post = {APO_CLOCK_DAYS, 0, 0, 3};
static const apo_time_control none = {.kind = APO_CLOCK_NONE};
static const int64_t day = INT64_C(86400000);

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

/* The machine's time may be set back. */
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
    char room[APO_TIME_CONTROL_TEXT_MAX];
    apo_text out = apo_text_start(room, sizeof room);
    apo_time_control control;
    assert_int_equal(apo_time_control_read(&control, apo_span_of(text)), APO_OK);
    apo_time_control_write(&out, &control);
    assert_string_equal(room, text);
}

static void test_text(void **state)
{
    (void)state;
    apo_time_control control;
    assert_round_trip("none");
    assert_round_trip("live 21600000 600000");
    assert_round_trip("live 0 1000");
    assert_round_trip("days 60");
    static const char *const bad[] = {"",        "live",     "live 5",  "live 5 5 5", "days",
                                      "days -1", "days 1 2", "weeks 3", "live a b"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(apo_time_control_read(&control, apo_span_of(bad[i])), APO_E_SYNTAX);
    static const char *const far[] = {"days 0", "days 61", "live 0 0", "live 21600001 0",
                                      "live 0 600001"};
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++)
        assert_int_equal(apo_time_control_read(&control, apo_span_of(far[i])), APO_E_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_live),          cmocka_unit_test(test_double_turn),
        cmocka_unit_test(test_days_and_odds), cmocka_unit_test(test_time_goes_back),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
