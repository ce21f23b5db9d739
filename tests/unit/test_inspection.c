/* Limits on the cost of an untrusted definition: the built-in games may be published, and each
 * limit refuses whatever exceeds it. With APO_MEASURE=1 in the environment it prints what the
 * built-in games and some hostile ones cost. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "apothecary/definition.h"
#include "base/budget.h"
#include "definition/file/bundle.h"
#include "server/workshop/inspection.h"

enum {
    TEXT_MAX = 4096
};

static const apo_bounds boundless = {SIZE_MAX, SIZE_MAX, SIZE_MAX, UINT32_MAX};
static const apo_inspection_limits endless = {&boundless, INT64_MAX / 2};

/* A game of `count` kinds of pieces with these moves, on a board of 16x16. */
static apo_span write_costly(char buf[TEXT_MAX], const char *moves, unsigned count)
{
    static const char letters[] = "ABCDEFGHIJLMNOPQRSTUVWXYZ";
    apo_text out = apo_text_start(buf, TEXT_MAX);
    apo_text_add(&out, "[game]\nname = Costly\n[board]\nfiles = 16\nranks = 16\n[pieces]\n"
                       "K = king, K, royal\n");
    for (unsigned i = 0; i < count; i++) {
        apo_text_add_char(&out, letters[i]);
        apo_text_add(&out, " = piece ");
        apo_text_add_number(&out, i + 1);
        apo_text_add(&out, ", ");
        apo_text_add(&out, moves);
        apo_text_add_char(&out, '\n');
    }
    apo_text_add(&out, "[setup]\nboard =\n");
    for (unsigned row = 0; row < 16; row++) {
        apo_text_add(&out, "    ");
        for (unsigned file = 0; file < 16; file++) {
            char letter = file == 8 ? 'K' : letters[file % count];
            apo_text_add_char(&out, row == 0 ? apo_to_lower(letter) : row == 15 ? letter : '.');
        }
        apo_text_add_char(&out, '\n');
    }
    assert_false(out.is_overflowed);
    return apo_text_span(&out);
}

static void expect(apo_span text, const apo_inspection_limits *limits, apo_status status,
                   const char *reason)
{
    static apo_inspection found;
    apo_inspection_run(&found, text, limits);
    assert_int_equal(found.status, status);
    assert_non_null(strstr(found.reason, reason));
    apo_inspection_clear(&found);
}

static void test_built_in_games_may_be_published(void **state)
{
    static apo_inspection found;
    (void)state;
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        apo_inspection_run(&found, apo_definition_builtin_text(i), &apo_inspection_standard);
        if (strcmp(apo_definition_builtin_id(i), "tenjiku") == 0) {
            /* 66 types on 256 squares: four times what a stranger's game may take. */
            assert_int_equal(found.status, APO_E_TOO_LARGE);
            apo_inspection_clear(&found);
            continue;
        }
        if (found.status != APO_OK)
            fail_msg("%s: %s", apo_definition_builtin_id(i), found.reason);
        apo_variant *var = NULL;
        assert_int_equal(apo_bundle_compile(&var, apo_span_of("own"),
                                            apo_buffer_span(&found.bundle), NULL, NULL),
                         APO_OK);
        const apo_variant_info *info = apo_variant_info_of(var);
        assert_string_equal(found.name, info->name);
        assert_int_equal(found.starts, info->start_count);
        apo_span rest = apo_buffer_span(&found.pieces), line;
        unsigned lines = 0;
        while (apo_span_line(&rest, &line))
            lines++;
        assert_int_equal(lines, info->type_count);
        apo_variant_free(var);
        apo_inspection_clear(&found);
    }
}

static void test_each_limit(void **state)
{
    static const char large[] = "too large to be played here";
    apo_span text = apo_definition_builtin_text(0);
    apo_bounds game = apo_bounds_standard;
    apo_inspection_limits limits = {&game, apo_inspection_standard.trial_ms};
    (void)state;
    game.compile_bytes = 100000;
    expect(text, &limits, APO_E_TOO_LARGE, large);
    game = apo_bounds_standard;
    game.compile_calls = 100;
    expect(text, &limits, APO_E_TOO_LARGE, large);
    game = apo_bounds_standard;
    game.bytes = 10000;
    expect(text, &limits, APO_E_TOO_LARGE, large);
    game = apo_bounds_standard;
    game.moves = 5;
    expect(text, &limits, APO_E_TOO_LARGE, "more moves than can be played here");
    game = apo_bounds_standard;
    limits.trial_ms = -1;
    expect(text, &limits, APO_E_TOO_LARGE, "too long to find");
}

static const struct {
    const char *moves;
    unsigned count;
} hostile[] = {{"[B?R]", 25}, {"[R?B]", 12}, {"KaKaK", 25}, {"[W?F?W?F]", 25}, {"NNCCZZQ", 25}};

static void test_hostile_games_are_refused(void **state)
{
    char buf[TEXT_MAX];
    (void)state;
    for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++)
        expect(write_costly(buf, hostile[i].moves, hostile[i].count), &apo_inspection_standard,
               APO_E_TOO_LARGE, "too large to be played here");
}

static void test_budget(void **state)
{
    apo_budget budget;
    (void)state;
    apo_budget_init(&budget, 1000, 4);
    char *a = apo_allocate(&budget.alloc, 600);
    assert_non_null(a);
    memset(a, 1, 600);
    assert_null(apo_allocate(&budget.alloc, 401));
    assert_true(budget.is_exceeded);
    char *b = apo_allocate(&budget.alloc, 400);
    assert_non_null(b);
    assert_int_equal(budget.used, 1000);
    assert_null(apo_reallocate(&budget.alloc, b, 401));
    apo_free(&budget.alloc, b);
    a = apo_reallocate(&budget.alloc, a, 1000);
    assert_int_equal(a[599], 1);
    a = apo_reallocate(&budget.alloc, a, 10);
    assert_null(apo_allocate(&budget.alloc, 1)); /* the fifth call */
    apo_free(&budget.alloc, a);
    assert_int_equal(budget.used, 0);
}

/* --- figures for docs/publishing.md -------------------------------------- */

static double processor_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void measure(const char *name, apo_span text, const apo_inspection_limits *limits)
{
    static apo_inspection found;
    apo_variant *var = NULL;
    apo_budget budget;
    apo_budget_init(&budget, limits->game->compile_bytes, limits->game->compile_calls);
    double began = processor_ms();
    (void)apo_bundle_compile(&var, apo_span_of("own"), text, &budget.alloc, NULL);
    double compiled = processor_ms();
    apo_inspection_run(&found, text, limits);
    printf("%-18s compile %7.1f ms, %6zu calls, game %6zu kB; inspection %7.1f ms: %s\n", name,
           compiled - began, limits->game->compile_calls - budget.calls_left,
           budget.used / 1000, processor_ms() - compiled,
           found.status == APO_OK ? "fine" : found.reason);
    apo_inspection_clear(&found);
    apo_variant_free(var);
}

static void test_figures(void **state)
{
    char buf[TEXT_MAX];
    (void)state;
    if (getenv("APO_MEASURE") == NULL)
        skip();
    for (size_t i = 0; i < apo_definition_builtin_count(); i++)
        measure(apo_definition_builtin_id(i), apo_definition_builtin_text(i), &endless);
    for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++) {
        apo_span text = write_costly(buf, hostile[i].moves, hostile[i].count);
        measure(hostile[i].moves, text, &endless);
        measure("  with limits", text, &apo_inspection_standard);
    }
    measure("25 queens", write_costly(buf, "Q", 25), &apo_inspection_standard);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_built_in_games_may_be_published),
        cmocka_unit_test(test_each_limit),
        cmocka_unit_test(test_hostile_games_are_refused),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_figures),
    };
    assert_int_equal(apo_token_init(), APO_OK);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
