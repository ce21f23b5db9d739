/* Codes of a second factor: the values of RFC 6238, secrets encoded and decoded, and the texts
 * that count as codes. */
#include "test.h"

#include <string.h>

#include "server/web/totp.h"

static const apo_totp_secret first = {APO_TOTP_SHA1, "12345678901234567890"};
static const apo_totp_secret *const secret = &first;

static void test_published_values(void **state)
{
    (void)state;

    static const struct {
        uint64_t seconds;
        uint32_t code;
    } values[] = {{59, 287082},       {1111111109, 81804},  {1111111111, 50471},
                  {1234567890, 5924}, {2000000000, 279037}, {UINT64_C(20000000000), 353130}};

    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        assert_int_equal(apo_totp_code(secret, values[i].seconds / 30), values[i].code);
}

/* Of the eight digits there, the last six. */
static void test_published_values_of_sha256(void **state)
{
    (void)state;
    char text[APO_TOTP_SECRET_TEXT];
    apo_totp_secret again, longer = {.length = APO_TOTP_SHA256};
    memcpy(longer.bytes, "12345678901234567890123456789012", sizeof longer.bytes);

    static const struct {
        uint64_t seconds;
        uint32_t code;
    } values[] = {{59, 119246},         {1111111109, 84774},  {1111111111, 62674},
                  {1234567890, 819424}, {2000000000, 698825}, {UINT64_C(20000000000), 737706}};

    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        assert_int_equal(apo_totp_code(&longer, values[i].seconds / 30), values[i].code);
    assert_true(apo_totp_write_secret(text, &longer));
    assert_string_equal(text, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA");
    assert_true(apo_totp_read_secret(&again, apo_span_of(text)));
    assert_int_equal(again.length, APO_TOTP_SHA256);
    assert_memory_equal(again.bytes, longer.bytes, sizeof again.bytes);
}

static void test_secrets(void **state)
{
    (void)state;
    char text[APO_TOTP_SECRET_TEXT];
    apo_totp_secret again;
    assert_true(apo_totp_write_secret(text, secret));
    assert_string_equal(text, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    assert_true(apo_totp_read_secret(&again, apo_span_of(text)));
    assert_memory_equal(again.bytes, first.bytes, APO_TOTP_SHA1);
    assert_false(apo_totp_read_secret(&again, apo_span_of("GEZDGNBVGY3TQOJQ")));
    text[5] = '!';
    assert_false(apo_totp_read_secret(&again, apo_span_of(text)));
    text[5] = '1';
    assert_false(apo_totp_read_secret(&again, apo_span_of(text)));
}

static void test_checking(void **state)
{
    (void)state;
    int64_t step = 0;
    const int64_t at_ms = INT64_C(1111111111000);
    assert_true(apo_totp_check(&step, secret, apo_span_of("050471"), at_ms, false));
    assert_int_equal(step, at_ms / APO_TOTP_STEP_MS);
    assert_true(apo_totp_check(&step, secret, apo_span_of(" 050 471 "), at_ms, false));
    /* The step before is still taken, the one before that is not. */
    assert_true(apo_totp_check(&step, secret, apo_span_of("081804"), at_ms, false));
    assert_int_equal(step, at_ms / APO_TOTP_STEP_MS - 1);
    assert_true(apo_totp_check(&step, secret, apo_span_of("050471"), at_ms - 30000, false));
    assert_false(apo_totp_check(&step, secret, apo_span_of("081804"), at_ms + 30000, false));
    assert_true(apo_totp_check(&step, secret, apo_span_of("050471"), at_ms, true));
    assert_false(apo_totp_check(&step, secret, apo_span_of("081804"), at_ms, true));
    assert_false(apo_totp_check(&step, secret, apo_span_of("050471"), at_ms - 30000, true));
    assert_false(apo_totp_check(&step, secret, apo_span_of("50471"), at_ms, false));
    assert_false(apo_totp_check(&step, secret, apo_span_of("0504710"), at_ms, false));
    assert_false(apo_totp_check(&step, secret, apo_span_of(""), at_ms, false));
}

int main(void)
{
    if (apo_totp_init() != APO_OK)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_values),
        cmocka_unit_test(test_published_values_of_sha256),
        cmocka_unit_test(test_secrets),
        cmocka_unit_test(test_checking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
