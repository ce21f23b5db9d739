#include "test.h"

#include "base/text.h"
#include "definition/file/definition.h"
#include "game/line_tree.h"

static const char spanish[] = "e2e4.e7e5.(c7c5.g1f3.)(e7e6.)g1f3.b8c6.(g8f6.f3e5.)f1b5.";

static void assert_walk(const apo_line_tree *tree, const char *moves, const char *then)
{
    apo_span rest = apo_span_of(moves), word;
    uint32_t node = 0;
    for (word = apo_span_word(&rest); word.length > 0; word = apo_span_word(&rest)) {
        node = apo_line_tree_step(tree, node, word);
        assert_int_not_equal(node, APO_LINE_NONE);
    }
    uint32_t child = tree->nodes[node].child;
    if (then == NULL)
        assert_int_equal(child, APO_LINE_NONE);
    else
        assert_true(apo_span_is(tree->nodes[child].move, then));
}

static void test_read(void **state)
{
    (void)state;
    apo_line_tree tree;
    assert_int_equal(apo_line_tree_read(&tree, apo_span_of(spanish), NULL), APO_OK);
    assert_int_equal(tree.count, 11);
    assert_walk(&tree, "e2e4 c7c5", "g1f3");
    assert_walk(&tree, "e2e4 e7e6", NULL);
    assert_walk(&tree, "e2e4 e7e5 g1f3 g8f6", "f3e5");
    assert_walk(&tree, "e2e4 e7e5 g1f3 b8c6", "f1b5");
    assert_int_equal(apo_line_tree_step(&tree, 0, apo_span_of("d2d4")), APO_LINE_NONE);
    apo_line_tree_free(&tree);
    assert_int_equal(apo_line_tree_read(&tree, apo_span_of(""), NULL), APO_OK);
    assert_walk(&tree, "", NULL);
    apo_line_tree_free(&tree);
}

static void test_faults(void **state)
{
    (void)state;
    static const char *const bad[] = {"e2e4",
                                      "e2e4.e7e5",
                                      ".",
                                      "(e2e4.)",
                                      "e2e4.(",
                                      "e2e4.)",
                                      "e2e4.()",
                                      "e2e4.(e2e4.)",
                                      "e2e4.((d2d4.))",
                                      "e2 e4.",
                                      "e2e4.(d2d4.)(d2d4.)"};
    apo_line_tree tree;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(apo_line_tree_read(&tree, apo_span_of(bad[i]), NULL), APO_E_SYNTAX);
    char deep[3 * (APO_LINE_DEPTH_MAX + 2) * 4];
    apo_text text = apo_text_start(deep, sizeof deep);
    apo_text_add(&text, "a.");
    for (unsigned i = 0; i <= APO_LINE_DEPTH_MAX; i++) {
        apo_text_add(&text, "(b");
        apo_text_add_number(&text, i);
        apo_text_add(&text, ".");
    }
    assert_int_equal(apo_line_tree_read(&tree, apo_text_span(&text), NULL), APO_E_TOO_LARGE);
}

static apo_status check(const char *id, unsigned number, const char *text, apo_side side,
                        size_t played)
{
    apo_variant *var;
    apo_position pos;
    apo_line_tree tree;
    assert_int_equal(apo_definition_open(&var, apo_span_of(id), NULL, NULL), APO_OK);
    assert_int_equal(apo_position_start(&pos, var, 0, number), APO_OK);
    assert_int_equal(apo_line_tree_read(&tree, apo_span_of(text), NULL), APO_OK);
    apo_status status = apo_line_tree_check(&tree, &pos, side, played, NULL);
    apo_line_tree_free(&tree);
    apo_variant_free(var);
    return status;
}

static void test_check(void **state)
{
    (void)state;
    assert_int_equal(check("chess", 1, spanish, APO_WHITE, 1), APO_OK);
    assert_int_equal(check("chess", 1, "", APO_WHITE, 0), APO_OK);
    assert_int_equal(check("chess", 1, "e2e4.e7e4.", APO_WHITE, 1), APO_E_ILLEGAL);
    assert_int_equal(check("chess", 1, "e2e4.(d2d4.e7e5.e4e5.)", APO_WHITE, 2), APO_E_ILLEGAL);
    /* Our coordinates and no others, so that the moves made are found again. */
    assert_int_equal(check("chess", 1, "e2e4.e7e5.e1e2.e8e7.e2E3.", APO_WHITE, 1),
                     APO_E_ILLEGAL);
    /* Two alternatives for one's own move are not a plan; among moves already played they may
     * remain from an old plan. */
    assert_int_equal(check("chess", 1, "e2e4.e7e5.g1f3.(b1c3.)", APO_WHITE, 1),
                     APO_E_AMBIGUOUS);
    assert_int_equal(check("chess", 1, "e2e4.e7e5.g1f3.(b1c3.)", APO_WHITE, 3), APO_OK);
    assert_int_equal(check("chess", 1, "e2e4.e7e5.g1f3.(b1c3.)", APO_BLACK, 1), APO_OK);
    /* After a mate nothing can be played. */
    assert_int_equal(check("chess", 1, "f2f3.e7e5.g2g4.d8h4.", APO_BLACK, 1), APO_OK);
    assert_int_equal(check("chess", 1, "f2f3.e7e5.g2g4.d8h4.e1f2.", APO_BLACK, 1),
                     APO_E_ILLEGAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
