/* A move that a piece can make in two ways is one move: listed once, counted once. */
#include "test.h"

#include "apothecary/definition.h"
#include "notation/fen.h"
#include "rules/kernel/movegen.h"
#include "rules/kernel/perft.h"

static apo_variant *compile_piece(const char *moves)
{
    static char text[1024];
    static apo_fault_list faults;
    apo_variant *var = NULL;
    snprintf(text, sizeof text,
             "[game]\nname = X\n[board]\nfiles = 8\nranks = 8\n[pieces]\nK = king, K, royal\n"
             "X = piece, %s\n[setup]\nboard =\n    4k3\n    8\n    8\n    8\n    8\n    8\n"
             "    1X6\n    4K3\n",
             moves);
    apo_fault_list_init(&faults);
    if (apo_definition_compile(&var, apo_span_of("x"), apo_span_of(text), NULL, NULL,
                               &faults) != APO_OK)
        fail_msg("%s: %s", moves, faults.faults[0].detail);
    return var;
}

/* Lists the moves from b2, and counts all moves without a list. */
static unsigned count_listed(const apo_position *pos)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    assert_int_equal(apo_moves_legal(list, pos), APO_OK);
    unsigned count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += list->moves[i].from == 9;
    assert_int_equal(apo_perft(pos, 1), list->count);
    return count;
}

static void test_two_ways_of_an_unmoved_piece_are_one_move(void **state)
{
    static const struct {
        const char *moves;
        unsigned count;
    } cases[] = {
        {"fmW", 1},         {"fmWifmnD", 2}, {"fmWfceFifmnR3", 3}, /* b3 by both */
        {"ifmnDifmnR3", 3},                                        /* both while unmoved */
        {"fRifmR3", 6},     {"FifBiK", 13},
    };

    static apo_position pos;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_variant *var = compile_piece(cases[i].moves);
        assert_int_equal(apo_position_start(&pos, var, 0, 1), APO_OK);
        if (count_listed(&pos) != cases[i].count)
            fail_msg("%s: %u", cases[i].moves, count_listed(&pos));
        apo_variant_free(var);
    }
}

/* Captures on the way are the same if they take the same and end the same. */
static void test_two_ways_of_capturing_on_the_way(void **state)
{
    static const struct {
        const char *moves;
        unsigned count;
    } cases[] = {
        {"cafmW", 1},
        {"cafmWcafbmW", 2}, /* b4 by both, b2 by the second */
        {"cafmWcafbmWicafmW", 2},
    };

    static apo_position pos;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_variant *var = compile_piece(cases[i].moves);
        assert_int_equal(
            apo_fen_read(&pos, var, apo_span_of("4k3/8/8/8/8/1x6/1X6/4K3 w - - 0 1"), NULL),
            APO_OK);
        unsigned count = count_listed(&pos);
        if (count != cases[i].count)
            fail_msg("%s: %u", cases[i].moves, count);
        apo_variant_free(var);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_ways_of_an_unmoved_piece_are_one_move),
        cmocka_unit_test(test_two_ways_of_capturing_on_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
