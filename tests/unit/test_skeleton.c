#include "test.h"

#include "definition/advice/advice.h"
#include "definition/draft/skeleton.h"

static apo_advice advice;

/* The game in `text` has no faults and no warnings. */
static void assert_sound(const apo_buffer *text)
{
    apo_variant *var = NULL;
    assert_false(text->is_failed);
    apo_status status = apo_definition_review(&var, &advice, apo_span_of("my-game"),
                                              apo_buffer_span(text), NULL, NULL);
    if (status != APO_OK || advice.faults.count > 0)
        fail_msg("%s: %s\n%s", advice.faults.faults[0].key, advice.faults.faults[0].detail,
                 text->bytes);
    apo_variant_free(var);
}

static void test_every_size(void **state)
{
    (void)state;
    for (unsigned files = APO_SKELETON_SIDE_MIN; files <= APO_SKELETON_SIDE_MAX; files++)
        for (unsigned ranks = APO_SKELETON_SIDE_MIN; ranks <= APO_SKELETON_SIDE_MAX; ranks++) {
            apo_buffer text;
            apo_buffer_init(&text, NULL);
            assert_int_equal(apo_skeleton_write(&text, apo_span_of("my-game"), files, ranks),
                             APO_OK);
            assert_sound(&text);
            apo_buffer_clear(&text);
        }
}

static void test_every_base(void **state)
{
    (void)state;
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        apo_variant *base = NULL, *var = NULL;
        apo_buffer text;
        apo_span id = apo_span_of(apo_definition_builtin_id(i));
        apo_buffer_init(&text, NULL);
        assert_int_equal(apo_definition_open(&base, id, NULL, NULL), APO_OK);
        assert_int_equal(apo_skeleton_write_on(&text, apo_span_of("my-game"), base), APO_OK);
        assert_int_equal(apo_definition_compile(&var, apo_span_of("my-game"),
                                                apo_buffer_span(&text), NULL, NULL, NULL),
                         APO_OK);
        assert_int_equal(apo_variant_info_of(var)->type_count,
                         apo_variant_info_of(base)->type_count);
        assert_string_equal(apo_variant_info_of(var)->name, "My game");
        apo_variant_free(var);
        assert_int_equal(apo_skeleton_write_on(&text, id, base), APO_E_SYNTAX);
        apo_buffer_clear(&text);
        apo_variant_free(base);
    }
}

/* The lines that are offered as comments work when the signs are taken away. */
static void test_commented_lines(void **state)
{
    (void)state;
    apo_buffer text;
    apo_span whole, line;
    apo_buffer changed;
    unsigned count = 0;
    apo_buffer_init(&text, NULL);
    apo_buffer_init(&changed, NULL);
    assert_int_equal(apo_skeleton_write(&text, apo_span_of("my-game"), 8, 8), APO_OK);
    whole = apo_buffer_span(&text);
    while (apo_span_line(&whole, &line)) {
        bool is_piece = line.length > 5 && apo_span_starts_with(line, "# ") &&
                        apo_is_upper(line.text[2]) &&
                        apo_span_is(apo_span_part(line, 3, 3), " = ");
        apo_buffer_add_span(&changed, is_piece ? apo_span_part(line, 2, line.length) : line);
        apo_buffer_add_char(&changed, '\n');
        count += is_piece;
    }
    assert_int_equal(count, 6);
    apo_variant *var = NULL;
    assert_int_equal(apo_definition_compile(&var, apo_span_of("my-game"),
                                            apo_buffer_span(&changed), NULL, NULL, NULL),
                     APO_OK);
    assert_int_equal(apo_variant_info_of(var)->type_count, 6 + count);
    apo_variant_free(var);
    apo_buffer_clear(&text);
    apo_buffer_clear(&changed);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    assert_int_equal(apo_skeleton_write(&text, apo_span_of("My Game"), 8, 8), APO_E_SYNTAX);
    assert_int_equal(apo_skeleton_write(&text, apo_span_of(""), 8, 8), APO_E_SYNTAX);
    assert_int_equal(apo_skeleton_write(&text, apo_span_of("a"), 3, 8), APO_E_RANGE);
    assert_int_equal(apo_skeleton_write(&text, apo_span_of("a"), 8, 17), APO_E_RANGE);
    assert_int_equal(text.length, 0);
    apo_buffer_clear(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_every_base),
        cmocka_unit_test(test_commented_lines),
        cmocka_unit_test(test_what_is_refused),
    };
    return cmocka_run_group_tests_name("skeleton", tests, NULL, NULL);
}
