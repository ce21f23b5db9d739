/* Schemas of the interface for programs, as JSON Schema. */
#include "test.h"

#include "server/app/json_schema.h"

static void check(const char *schema, const char *expected)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_buffer_add_char(&out, '{');
    assert_true(apo_json_schema_write(&out, "s", schema));
    apo_buffer_add_char(&out, '}');
    if (!apo_span_is(apo_span_part(apo_buffer_span(&out), 5, out.length - 6), expected))
        fail_msg("%s is %s, not %s", schema, out.bytes, expected);
    apo_buffer_clear(&out);
}

static void check_fault(const char *schema)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    if (apo_json_schema_write(&out, "s", schema))
        fail_msg("%s is taken: %s", schema, out.bytes);
    apo_buffer_clear(&out);
}

static void test_values(void **state)
{
    (void)state;
    check("text", "{\"type\":\"string\"}");
    check("int", "{\"type\":\"integer\"}");
    check("flag", "{\"type\":\"boolean\"}");
    check("any", "{}");
    check("[int]", "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}");
    check("Game", "{\"$ref\":\"#/components/schemas/Game\"}");
    check("Game|null",
          "{\"anyOf\":[{\"$ref\":\"#/components/schemas/Game\"},{\"type\":\"null\"}]}");
    check("'a b'|'c'", "{\"anyOf\":[{\"const\":\"a b\"},{\"const\":\"c\"}]}");
}

static void test_objects(void **state)
{
    (void)state;
    check("{}", "{\"type\":\"object\",\"properties\":{},\"required\":[]}");
    check("{a:int b?:[{c:text}]}",
          "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"},"
          "\"b\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":"
          "{\"c\":{\"type\":\"string\"}},\"required\":[\"c\"]}}},\"required\":[\"a\"]}");
    check("{*:int}", "{\"type\":\"object\",\"properties\":{},"
                     "\"additionalProperties\":{\"type\":\"integer\"},\"required\":[]}");
}

static void test_faults(void **state)
{
    static const char *const wrong[] = {"",       "x",       "[int",  "{a}", "{a:}",
                                        "{a:int", "int]",    "'a",    "a|",  "int|",
                                        "{:int}", "int int", "{a:x}", "[]"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        check_fault(wrong[i]);
    char deep[64];
    memset(deep, '[', 40);
    deep[40] = '\0';
    check_fault(deep);
}

static void test_bodies(void **state)
{
    (void)state;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    assert_true(apo_json_schema_write_body(&out, NULL, "ply:int", true));
    assert_string_equal(
        out.bytes, "{\"type\":\"object\",\"properties\":{\"key\":{\"type\":\"string\","
                   "\"pattern\":\"^[A-Za-z0-9_-]{8,64}$\"},\"ply\":{\"type\":\"integer\"}},"
                   "\"required\":[\"key\",\"ply\"]}");
    apo_buffer_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_objects),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
