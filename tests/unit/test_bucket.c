#include "test.h"

#include "net/bucket.h"

static void a_burst_then_a_steady_rate(void **state)
{
    (void)state;
    apo_bucket_limits limits = {.burst = 3, .per_minute = 30, .keys_max = 100};
    apo_buckets *buckets = apo_buckets_new(&limits);
    apo_span key = apo_span_of("192.0.2.1");
    for (int i = 0; i < 3; i++)
        assert_int_equal(apo_buckets_take(buckets, key, 1, 1000), 0);

    assert_int_equal(apo_buckets_take(buckets, key, 1, 1000), 2);
    assert_int_equal(apo_buckets_take(buckets, key, 1, 2500), 1);
    assert_int_equal(apo_buckets_take(buckets, key, 1, 3000), 0);
    assert_int_equal(apo_buckets_take(buckets, key, 1, 3000), 2);
    /* Asking takes nothing. */
    for (int i = 0; i < 3; i++)
        assert_int_equal(apo_buckets_wait_s(buckets, key, 1, 5000), 0);
    assert_int_equal(apo_buckets_wait_s(buckets, key, 1, 4500), 1);
    assert_int_equal(apo_buckets_take(buckets, key, 1, 5000), 0);
    /* Long after, it is full and no fuller. */
    assert_int_equal(apo_buckets_take(buckets, key, 3, 1000000), 0);
    assert_int_equal(apo_buckets_take(buckets, key, 1, 1000000), 2);
    apo_buckets_free(buckets);
}

static void keys_are_apart(void **state)
{
    (void)state;
    apo_bucket_limits limits = {.burst = 1, .per_minute = 1, .keys_max = 100};
    apo_buckets *buckets = apo_buckets_new(&limits);
    assert_int_equal(apo_buckets_take(buckets, apo_span_of("a"), 1, 0), 0);
    assert_int_equal(apo_buckets_take(buckets, apo_span_of("a"), 1, 0), 60);
    assert_int_equal(apo_buckets_take(buckets, apo_span_of("b"), 1, 0), 0);
    apo_buckets_free(buckets);
}

/* A key that has been stopped cannot be pushed out by many keys that have done little. */
static void the_emptiest_are_remembered(void **state)
{
    (void)state;
    apo_bucket_limits limits = {.burst = 100, .per_minute = 1, .keys_max = 64};
    apo_buckets *buckets = apo_buckets_new(&limits);
    assert_int_equal(apo_buckets_take(buckets, apo_span_of("guilty"), 100, 0), 0);
    for (int i = 0; i < 10000; i++) {
        char key[32];
        snprintf(key, sizeof key, "k%d", i);
        apo_buckets_take(buckets, apo_span_of(key), 1, 0);
    }
    assert_true(apo_buckets_take(buckets, apo_span_of("guilty"), 1, 0) > 0);
    apo_buckets_free(buckets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_burst_then_a_steady_rate),
        cmocka_unit_test(keys_are_apart),
        cmocka_unit_test(the_emptiest_are_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
