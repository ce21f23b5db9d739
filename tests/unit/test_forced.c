#include "problem_help.h"

#include "notation/coordinate.h"
#include "search/forced.h"

enum {
    LIMIT = 3000000,
    KEY_LIMIT = 300000
};

/* Follows the best defence to the end: it takes exactly so many moves. */
static void follow(apo_forced *f, apo_position pos, unsigned moves)
{
    for (unsigned left = moves; left > 0; left--) {
        apo_move mv, answer;
        apo_undo undo;
        bool has_answer;
        assert_int_equal(apo_forced_by(f, &pos, left, &mv), APO_FORCED_YES);
        assert_true(left == 1 || apo_forced_by(f, &pos, left - 1, NULL) == APO_FORCED_NO);
        apo_make(&pos, &mv, &undo);
        assert_int_equal(apo_forced_answer(f, &pos, left - 1, &answer, &has_answer),
                         APO_FORCED_YES);
        assert_int_equal(has_answer, left > 1);
        if (has_answer)
            apo_make(&pos, &answer, &undo);
    }
}

/* What the slow rules have proved is found here as well, and in no fewer moves. */
static void check_problem(const problem *one, const apo_variant *var)
{
    enum apo_forced_aim aim = one->may_stalemate ? APO_FORCED_STALEMATE : APO_FORCED_MATE;
    apo_move keys[APO_FORCED_KEYS_MAX];
    apo_position pos;
    unsigned key_count;
    help_read(&pos, var, one->fen);
    apo_forced *f = apo_forced_new(aim, LIMIT);
    follow(f, pos, one->moves);
    /* To find out whether there are other keys takes longer than to find one. */
    apo_forced_free(f);
    f = apo_forced_new(aim, KEY_LIMIT);
    enum apo_forced_verdict all = apo_forced_keys(f, &pos, one->moves, keys, &key_count);
    assert_true(all == APO_FORCED_UNKNOWN || key_count >= 1);
    apo_forced_free(f);
}

static void test_each_problem_is_solved(void **state)
{
    (void)state;
    assert_true(problem_each(check_problem) >= PROBLEMS_LEAST);
}

static void test_escapes_and_limits(void **state)
{
    (void)state;
    apo_variant *var = help_open("chess");
    apo_position pos;
    apo_move mv;
    bool has_answer;
    assert_int_equal(
        apo_fen_read(&pos, var, apo_span_of("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"), NULL), APO_OK);
    apo_forced *f = apo_forced_new(APO_FORCED_MATE, LIMIT);
    assert_int_equal(apo_forced_by(f, &pos, 1, NULL), APO_FORCED_YES);
    assert_int_equal(
        apo_fen_read(&pos, var, apo_span_of("7k/8/8/5K2/8/8/8/6Q1 b - - 0 1"), NULL), APO_OK);
    assert_int_equal(apo_forced_answer(f, &pos, 1, &mv, &has_answer), APO_FORCED_NO);
    assert_true(has_answer);
    apo_forced_free(f);
    /* Stalemate is no mate. */
    assert_int_equal(
        apo_fen_read(&pos, var, apo_span_of("7k/5Q2/5K2/8/8/8/8/8 b - - 0 1"), NULL), APO_OK);
    f = apo_forced_new(APO_FORCED_MATE, LIMIT);
    assert_int_equal(apo_forced_answer(f, &pos, 0, &mv, &has_answer), APO_FORCED_NO);
    assert_false(has_answer);
    apo_forced_free(f);
    f = apo_forced_new(APO_FORCED_STALEMATE, LIMIT);
    assert_int_equal(apo_forced_answer(f, &pos, 0, &mv, &has_answer), APO_FORCED_YES);
    apo_forced_free(f);
    f = apo_forced_new(APO_FORCED_MATE, 100);
    apo_position_start(&pos, var, 0, 1);
    assert_int_equal(apo_forced_by(f, &pos, 3, NULL), APO_FORCED_UNKNOWN);
    apo_forced_free(f);
    apo_variant_free(var);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_problem_is_solved),
        cmocka_unit_test(test_escapes_and_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
