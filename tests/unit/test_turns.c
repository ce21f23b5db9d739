#include "test.h"

#include "net/turns.h"

static void nobody_is_inside(void **state)
{
    apo_turns turns = {0};
    (void)state;
    uint64_t mark = apo_turns_mark(&turns);
    assert_true(apo_turns_have_passed(&turns, mark));
}

static void those_already_inside_are_waited_for(void **state)
{
    apo_turns turns = {0};
    (void)state;
    uint64_t first = apo_turns_enter(&turns);
    uint64_t mark = apo_turns_mark(&turns);
    assert_false(apo_turns_have_passed(&turns, mark));
    apo_turns_leave(&turns, first);
    assert_true(apo_turns_have_passed(&turns, mark));
}

/* What begins later does not keep anything from being freed, however much there is. */
static void those_who_enter_later_are_not_waited_for(void **state)
{
    apo_turns turns = {0};
    (void)state;
    uint64_t first = apo_turns_enter(&turns);
    uint64_t mark = apo_turns_mark(&turns);
    assert_false(apo_turns_have_passed(&turns, mark));
    uint64_t second = apo_turns_enter(&turns);
    apo_turns_leave(&turns, first);
    assert_true(apo_turns_have_passed(&turns, mark));
    apo_turns_leave(&turns, second);
}

/* In any order of enter and leave: a mark passes only after all who were inside have left, and
 * at the latest when everybody has left. */
static void in_all_orders(void **state)
{
    enum {
        PEOPLE = 4,
        ORDERS = 1 << 12
    };

    (void)state;
    for (unsigned order = 0; order < ORDERS; order++) {
        apo_turns turns = {0};
        uint64_t in[PEOPLE] = {0}, mark = 0;
        unsigned inside = 0, before = 0;
        bool is_marked = false;
        for (unsigned i = 0, steps = order; i < 6; i++, steps /= 4) {
            unsigned person = steps % PEOPLE;
            if (i == 2) {
                mark = apo_turns_mark(&turns);
                before = inside;
                is_marked = true;
            }
            if ((inside >> person & 1) != 0)
                apo_turns_leave(&turns, in[person]);
            else
                in[person] = apo_turns_enter(&turns);
            inside ^= 1U << person;
            before &= inside;
            if (is_marked && apo_turns_have_passed(&turns, mark))
                assert_int_equal(before, 0);
        }
        for (unsigned person = 0; person < PEOPLE; person++) {
            if ((inside >> person & 1) != 0)
                apo_turns_leave(&turns, in[person]);
        }
        assert_true(apo_turns_have_passed(&turns, mark));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_inside),
        cmocka_unit_test(those_already_inside_are_waited_for),
        cmocka_unit_test(those_who_enter_later_are_not_waited_for),
        cmocka_unit_test(in_all_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
