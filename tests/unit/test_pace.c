#include "test.h"

#include "net/pace.h"

enum {
    WAIT_US = 40000,
    LONG = 200 /* pieces of a long queue */
};

/* The queue is worked off for some seconds, `done` pieces each time; at the end, the time. */
static uint64_t work(apo_pace *pace, uint64_t from_us, size_t done, uint64_t each_us)
{
    uint64_t now_us = from_us;
    for (unsigned i = 0; i < 100; i++) {
        now_us += done * each_us;
        apo_pace_note(pace, now_us, done, LONG);
    }
    return now_us;
}

static void assert_about(size_t capacity, size_t wanted)
{
    assert_in_range(capacity, wanted - wanted / 10, wanted + wanted / 10);
}

/* Before anything is known, what a small server has been measured to do. */
static void at_first(void **state)
{
    apo_pace pace = {0};
    (void)state;
    assert_int_equal(apo_pace_capacity(&pace, WAIT_US), 200);
    assert_int_equal(apo_pace_capacity(&pace, WAIT_US / 2), 100);
}

/* The last in the queue is done within the time, at any speed between the limits. */
static void as_many_as_are_done_in_time(void **state)
{
    (void)state;
    for (uint64_t each_us = 100; each_us <= 600; each_us += 50) {
        apo_pace pace = {0};
        work(&pace, 1000, LONG / 2, each_us);
        assert_about(apo_pace_capacity(&pace, WAIT_US), WAIT_US / each_us);
        assert_about(apo_pace_capacity(&pace, 2 * WAIT_US), 2 * WAIT_US / each_us);
    }
}

static void between_the_limits(void **state)
{
    apo_pace slow = {0}, fast = {0};
    (void)state;
    work(&slow, 0, LONG, 10000);
    assert_int_equal(apo_pace_capacity(&slow, WAIT_US), APO_PACE_LEAST);
    work(&fast, 0, LONG, 1);
    assert_int_equal(apo_pace_capacity(&fast, WAIT_US), APO_PACE_MOST);
}

/* What was long ago is forgotten within a second of work, in both directions. */
static void it_follows_the_speed(void **state)
{
    apo_pace pace = {0};
    (void)state;
    uint64_t now_us = work(&pace, 0, LONG, 100);
    assert_about(apo_pace_capacity(&pace, WAIT_US), 400);
    now_us = work(&pace, now_us, LONG, 400);
    assert_about(apo_pace_capacity(&pace, WAIT_US), 100);
    work(&pace, now_us, LONG, 100);
    assert_about(apo_pace_capacity(&pace, WAIT_US), 400);
}

/* Pauses say nothing: neither those in which nothing waits, nor single pieces of work, whose
 * commit costs as much as that of a hundred. */
static void idle_time_does_not_count(void **state)
{
    apo_pace pace = {0};
    (void)state;
    uint64_t now_us = work(&pace, 0, LONG, 200) + 200;
    apo_pace_note(&pace, now_us, 1, 0);
    size_t capacity = apo_pace_capacity(&pace, WAIT_US);
    for (unsigned i = 0; i < 1000; i++) {
        now_us += 1000000;
        apo_pace_note(&pace, now_us, LONG, 0);
        now_us += 5000;
        apo_pace_note(&pace, now_us, 1, 1);
        now_us += 5000;
        apo_pace_note(&pace, now_us, 1, 0);
    }
    assert_int_equal(apo_pace_capacity(&pace, WAIT_US), capacity);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_first),
        cmocka_unit_test(as_many_as_are_done_in_time),
        cmocka_unit_test(between_the_limits),
        cmocka_unit_test(it_follows_the_speed),
        cmocka_unit_test(idle_time_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
