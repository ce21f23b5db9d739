/* Black's tables that are copies of White's: a game compiled in that way has the same ones as
 * if all paths were walked. A rule that limits paths makes the compiler walk them all; here it
 * is an area for one type, which is left out of the comparison. */
#include "test.h"

#include "base/budget.h"
#include "base/buffer.h"
#include "definition/file/bundle.h"
#include "rules/kernel/compiled.h"

static apo_variant *compile(apo_span text)
{
    apo_variant *var = NULL;
    apo_fault_list faults;
    apo_fault_list_init(&faults);
    assert_int_equal(apo_bundle_compile(&var, apo_span_of("own"), text, NULL, &faults), APO_OK);
    return var;
}

enum {
    LIMITED = 1 /* the type with an area */
};

static apo_variant *compile_walked(apo_span text, const apo_variant *var)
{
    char name[APO_SQUARE_NAME_MAX];
    apo_square first = 0;
    apo_buffer more;
    apo_buffer_init(&more, NULL);
    while (var->geometry.place[first] == APO_PLACE_NONE)
        first++;
    apo_geometry_write_square(&var->geometry, first, name);
    apo_buffer_add_span(&more, text);
    apo_buffer_add(&more, "\n[area]\npieces 1 = ");
    apo_buffer_add_char(&more, var->types[LIMITED].letter);
    apo_buffer_add(&more, "\nsquares 1 = ");
    apo_buffer_add(&more, name);
    apo_buffer_add_char(&more, '\n');
    apo_variant *walked = compile(apo_buffer_span(&more));
    apo_buffer_clear(&more);
    assert_int_equal(walked->hooks.limit_count, 1);
    return walked;
}

static void compare_paths(const apo_variant *a, const apo_variant *b, uint32_t at_a,
                          uint32_t at_b)
{
    apo_general_path left = a->paths[at_a], right = b->paths[at_b];
    assert_memory_equal(a->path_sets + left.sets, b->path_sets + right.sets,
                        4 * a->words * sizeof(uint64_t));
    left.sets = right.sets = 0;
    assert_memory_equal(&left, &right, sizeof left);
}

static void compare_tables(const apo_variant *a, const apo_variant *b, size_t index)
{
    apo_piece_table left = a->tables[index], right = b->tables[index];
    assert_memory_equal(a->line_ops + left.first_line, b->line_ops + right.first_line,
                        left.line_count * sizeof *a->line_ops);
    assert_memory_equal(a->walk_nodes + left.first_walk, b->walk_nodes + right.first_walk,
                        left.walk_count * sizeof *a->walk_nodes);
    for (unsigned i = 0; i < left.path_count; i++)
        compare_paths(a, b, left.first_path + i, right.first_path + i);
    for (unsigned i = 0; i < left.unmoved_count; i++)
        compare_paths(a, b, left.first_unmoved + i, right.first_unmoved + i);
    left.first_line = right.first_line;
    left.first_walk = right.first_walk;
    left.first_path = right.first_path;
    left.first_unmoved = right.first_unmoved;
    assert_memory_equal(&left, &right, sizeof left);
}

static void compare_groups(const apo_variant *a, const apo_variant *b, uint32_t at_a,
                           uint32_t at_b)
{
    const apo_attack_group *left = &a->groups[at_a], *right = &b->groups[at_b];
    assert_int_equal(left->simple_count, right->simple_count);
    assert_int_equal(left->general_count, right->general_count);
    assert_memory_equal(a->simple_sets + left->first_simple,
                        b->simple_sets + right->first_simple,
                        left->simple_count * a->words * sizeof(uint64_t));
    for (unsigned i = 0; i < left->general_count; i++)
        compare_paths(a, b, a->attack_paths[left->first_general + i],
                      b->attack_paths[right->first_general + i]);
}

/* The groups of a target: one for each square from which it is hit as APO_REACH_OTHER. */
static void compare_target(const apo_variant *a, const apo_variant *b, unsigned side,
                           unsigned row, unsigned sq)
{
    size_t index = apo_table_index(a, side, row, sq), words = a->words;
    unsigned groups = 0;
    for (unsigned kind = 0; kind < APO_REACH_KINDS; kind++) {
        size_t at = apo_reach_index(a, side, row, sq, kind) * words;
        assert_memory_equal(a->reach + at, b->reach + at, words * sizeof(uint64_t));
        for (unsigned i = 0; kind == APO_REACH_OTHER && i < words; i++)
            groups += (unsigned)__builtin_popcountll(a->reach[at + i]);
    }
    for (unsigned i = 0; i < groups; i++)
        compare_groups(a, b, a->group_first[index] + i, b->group_first[index] + i);
}

static void compare_herds(const apo_variant *a, const apo_variant *b, size_t index)
{
    const apo_herd_range *left = &a->herd_ranges[index], *right = &b->herd_ranges[index];
    assert_int_equal(left->count, right->count);
    for (unsigned i = 0; i < left->count; i++) {
        const apo_herd *one = &a->herds[left->first + i], *other = &b->herds[right->first + i];
        assert_int_equal(one->step_count, other->step_count);
        assert_memory_equal(a->herd_sets + one->squares, b->herd_sets + other->squares,
                            (1U + one->step_count) * a->words * sizeof(uint64_t));
        for (unsigned k = 0; k < one->step_count; k++)
            assert_int_equal(one->steps[k].shift, other->steps[k].shift);
    }
}

static void compare_row(const apo_variant *a, const apo_variant *b, unsigned side, unsigned row)
{
    size_t words = a->words * sizeof(uint64_t);
    for (unsigned sq = 0; sq < a->squares; sq++) {
        size_t index = apo_table_index(a, side, row, sq);
        compare_tables(a, b, index);
        assert_memory_equal(a->leap_move + index * a->words, b->leap_move + index * a->words,
                            words);
        assert_memory_equal(a->leap_capture + index * a->words,
                            b->leap_capture + index * a->words, words);
        compare_target(a, b, side, row, sq);
    }
    compare_herds(a, b, (size_t)side * a->row_count + row);
}

/* All that is compiled from the paths. */
static void compare(const apo_variant *a, const apo_variant *b)
{
    assert_int_equal(a->row_count, b->row_count);
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned row = 1; row < a->row_count; row++)
            if (row != LIMITED && row != a->plain_row[LIMITED])
                compare_row(a, b, side, row);
}

static void test_copied_tables_are_those_of_a_walk(void **state)
{
    unsigned compared = 0;
    (void)state;
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        apo_span text = apo_definition_builtin_text(i);
        apo_variant *var = compile(text);
        if (var->hooks.limit_count == 0) {
            apo_variant *walked = compile_walked(text, var);
            compare(var, walked);
            apo_variant_free(walked);
            compared++;
        }
        apo_variant_free(var);
    }
    assert_true(compared > 80);
}

/* Alert's pieces but the pawns are twins: compiling it takes little more than half of the
 * allocations that walking everything takes, which are some for each square. */
static void test_twins_halve_the_allocations(void **state)
{
    apo_span text;
    apo_budget budget;
    apo_variant *var = NULL;
    (void)state;
    assert_true(apo_definition_find_builtin(apo_span_of("alert"), &text));
    apo_budget_init(&budget, SIZE_MAX, 10000);
    apo_status status = apo_bundle_compile(&var, apo_span_of("own"), text, &budget.alloc, NULL);
    assert_int_equal(status, APO_OK);
    apo_variant_free(var);
    assert_int_equal(budget.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copied_tables_are_those_of_a_walk),
        cmocka_unit_test(test_twins_halve_the_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
