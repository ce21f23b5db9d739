#include "test.h"

#include "base/buffer.h"
#include "net/json_in.h"

static apo_status read_text(const char *text, apo_json_in **out)
{
    apo_error err;
    *out = NULL;
    return apo_json_in_read(out, apo_span_of(text), &err);
}

static void values_have_their_kinds(void **state)
{
    (void)state;
    apo_json_in *document;
    apo_span text;
    int64_t number = 0;
    bool flag = false;
    assert_int_equal(read_text("{\"t\":\"a\\u00e9\\n\",\"n\":-7,\"f\":true,\"l\":[1,\"x\"],"
                               "\"o\":{\"z\":null},\"r\":1.5}",
                               &document),
                     APO_OK);
    const apo_json_value *root = apo_json_in_root(document);
    assert_true(apo_json_in_text(apo_json_in_member(root, "t"), &text));
    assert_true(apo_span_is(text, "a\xc3\xa9\n"));
    assert_true(apo_json_in_number(apo_json_in_member(root, "n"), -7, 0, &number));
    assert_int_equal(number, -7);
    assert_false(apo_json_in_number(apo_json_in_member(root, "n"), -6, 0, &number));
    assert_false(apo_json_in_number(apo_json_in_member(root, "r"), 0, 9, &number));
    assert_true(apo_json_in_flag(apo_json_in_member(root, "f"), &flag) && flag);
    const apo_json_value *list = apo_json_in_member(root, "l");
    assert_int_equal(apo_json_in_count(list), 2);
    assert_true(apo_json_in_text(apo_json_in_element(list, 1), &text));
    assert_null(apo_json_in_element(list, 2));
    const apo_json_value *object = apo_json_in_member(root, "o");
    assert_true(apo_json_in_is_object(object));
    assert_null(apo_json_in_member(object, "z"));
    assert_null(apo_json_in_member(apo_json_in_member(root, "nobody"), "z"));
    assert_false(apo_json_in_text(NULL, &text));
    assert_false(apo_json_in_text(list, &text));
    assert_true(apo_json_in_only(root, "t n f l o r", &text));
    assert_false(apo_json_in_only(root, "t n f l o", &text));
    assert_true(apo_span_is(text, "r"));
    apo_json_in_free(document);
}

static void bad_texts_are_refused(void **state)
{
    static const char *const cases[] = {
        "",
        "[]",
        "1",
        "null",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1} x",
        "{\"a\":\"\\u0000\"}",
        "{\"a\":NaN}",
        "{'a':1}",
        "{\"a\":1,}",
        "{\"\xff\":1}",
        "{\"a\":\"\\ud800\"}",
        "{",
        "{\"a\":99999999999999999999}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_json_in *document;
        assert_int_equal(read_text(cases[i], &document), APO_E_SYNTAX);
        assert_null(document);
    }
}

static void depth_is_bounded(void **state)
{
    (void)state;
    char text[APO_JSON_IN_DEPTH_MAX * 2 + 40];
    apo_json_in *document;
    for (int depth = APO_JSON_IN_DEPTH_MAX - 1; depth <= APO_JSON_IN_DEPTH_MAX; depth++) {
        size_t at = 0;
        at += (size_t)snprintf(text, sizeof text, "{\"[[[[[[[[[[[[[[[[[\":");
        for (int i = 0; i < depth; i++)
            text[at++] = '[';
        for (int i = 0; i < depth; i++)
            text[at++] = ']';
        text[at++] = '}';
        text[at] = '\0';
        assert_int_equal(read_text(text, &document),
                         depth < APO_JSON_IN_DEPTH_MAX ? APO_OK : APO_E_TOO_LARGE);
        apo_json_in_free(document);
    }
}

/* {"a":[{},{},...]}: the value, the object, the list, and the elements; commas and brackets in
 * a string are none. */
static void values_are_counted(void **state)
{
    (void)state;
    apo_json_in *document;
    for (int count = APO_JSON_IN_VALUES_MAX / 2 - 2; count <= APO_JSON_IN_VALUES_MAX / 2 + 2;
         count++) {
        apo_buffer text;
        apo_buffer_init(&text, NULL);
        apo_buffer_add(&text, "{\"a\":[\",[{,[{\\\",\"");
        for (int i = 1; i < count; i++)
            apo_buffer_add(&text, ",{}");
        apo_buffer_add(&text, "]}");
        apo_error err;
        document = NULL;
        const int values = 1 + 1 + 1 + 2 * (count - 1);
        assert_int_equal(apo_json_in_read(&document, apo_buffer_span(&text), &err),
                         values <= APO_JSON_IN_VALUES_MAX ? APO_OK : APO_E_TOO_LARGE);
        apo_json_in_free(document);
        apo_buffer_clear(&text);
    }
}

static void lists_are_no_objects(void **state)
{
    (void)state;
    apo_json_in *document = NULL;
    apo_error err;
    assert_int_equal(apo_json_in_read_list(&document, apo_span_of("[1,[2,3]]"), &err), APO_OK);
    const apo_json_value *root = apo_json_in_root(document);
    assert_int_equal(apo_json_in_count(root), 2);
    assert_int_equal(apo_json_in_count(apo_json_in_element(root, 1)), 2);
    apo_json_in_free(document);
    assert_int_equal(apo_json_in_read_list(&document, apo_span_of("{}"), &err), APO_E_SYNTAX);
    assert_int_equal(apo_json_in_read_list(&document, apo_span_of("[1,]"), &err), APO_E_SYNTAX);
    assert_int_equal(err.position, 4);
    assert_int_equal(apo_json_in_read_list(
                         &document, apo_span_of("[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]"), &err),
                     APO_E_TOO_LARGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_have_their_kinds), cmocka_unit_test(bad_texts_are_refused),
        cmocka_unit_test(depth_is_bounded),        cmocka_unit_test(values_are_counted),
        cmocka_unit_test(lists_are_no_objects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
