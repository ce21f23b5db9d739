#include "test.h"

#include "net/http_priv.h"

enum {
    SHED_MS = 50
};

static unsigned percent(enum apo_load_class class, uint64_t lag_ms)
{
    return apo_load_percent(class, lag_ms, SHED_MS);
}

static void the_costly_go_first(void **state)
{
    (void)state;
    assert_int_equal(percent(APO_LOAD_COSTLY, 15), 0);
    assert_int_equal(percent(APO_LOAD_COSTLY, 20), 25);
    assert_int_equal(percent(APO_LOAD_USUAL, 20), 0);
    assert_int_equal(percent(APO_LOAD_USUAL, 25), 25);
    assert_int_equal(percent(APO_LOAD_URGENT, 25), 0);
    assert_int_equal(percent(APO_LOAD_URGENT, 30), 25);
}

/* In every class, nine tenths are refused before requests wait too long. */
static void none_waits_too_long(void **state)
{
    (void)state;
    for (unsigned i = 0; i < APO_LOAD_CLASSES; i++)
        assert_int_equal(percent((enum apo_load_class)i, SHED_MS), 90);
}

/* However late the loop is, some requests get through and show whether the overload has ended.
 */
static void some_are_served_however_late(void **state)
{
    (void)state;
    for (unsigned i = 0; i < APO_LOAD_CLASSES; i++)
        assert_int_equal(percent((enum apo_load_class)i, 100000), 90);
}

static void without_a_limit_all_are(void **state)
{
    (void)state;
    for (unsigned i = 0; i < APO_LOAD_CLASSES; i++)
        assert_int_equal(apo_load_percent((enum apo_load_class)i, 100000, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_costly_go_first),
        cmocka_unit_test(none_waits_too_long),
        cmocka_unit_test(some_are_served_however_late),
        cmocka_unit_test(without_a_limit_all_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
