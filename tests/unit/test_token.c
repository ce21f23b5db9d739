/* Secrets that are kept encrypted: they can be read again only with the key, for their purpose
 * and by their owner. */
#include "test.h"

#include <string.h>

#include "server/web/token.h"

static const uint8_t key[APO_TOKEN_KEY_BYTES] = {1, 2, 3};
static const uint8_t other_key[APO_TOKEN_KEY_BYTES] = {1, 2, 4};

static void test_sealed_and_read(void **state)
{
    (void)state;
    char one[APO_TOKEN_SEALED_TEXT], two[APO_TOKEN_SEALED_TEXT];
    uint8_t secret[APO_TOKEN_SEALED_MAX], read[APO_TOKEN_SEALED_MAX] = {0};
    apo_span owner = apo_span_of("anna"), text = {(const char *)secret, sizeof secret};
    for (size_t i = 0; i < sizeof secret; i++)
        secret[i] = (uint8_t)(13 * i);
    apo_token_seal(one, key, "test", owner, text);
    apo_token_seal(two, key, "test", owner, text);
    assert_int_equal(strlen(one), APO_TOKEN_SEALED_TEXT - 1);
    assert_string_not_equal(one, two);
    assert_true(apo_token_unseal(read, sizeof read, key, "test", owner, apo_span_of(two)));
    assert_memory_equal(read, secret, sizeof secret);
    apo_token_seal(one, key, "test", owner, apo_span_part(text, 0, 3));
    memset(read, 0, sizeof read);
    assert_true(apo_token_unseal(read, 3, key, "test", owner, apo_span_of(one)));
    assert_memory_equal(read, secret, 3);
}

static void test_not_by_others(void **state)
{
    (void)state;
    char sealed[APO_TOKEN_SEALED_TEXT];
    uint8_t read[APO_TOKEN_SEALED_MAX];
    const size_t size = sizeof read;
    apo_span owner = apo_span_of("anna"),
             text = apo_span_of("these are all of thirty-two bytes");
    apo_token_seal(sealed, key, "test", owner, apo_span_part(text, 0, size));
    apo_span right = apo_span_of(sealed);
    assert_true(apo_token_unseal(read, size, key, "test", owner, right));
    assert_false(apo_token_unseal(read, size, other_key, "test", owner, right));
    assert_false(apo_token_unseal(read, size, key, "other", owner, right));
    assert_false(apo_token_unseal(read, size, key, "test", apo_span_of("ben"), right));
    assert_false(apo_token_unseal(read, size - 1, key, "test", owner, right));
    assert_false(apo_token_unseal(read, size + 1, key, "test", owner, right));
    assert_false(apo_token_unseal(read, size, key, "test", owner,
                                  apo_span_part(right, 0, right.length - 2)));
    assert_false(apo_token_unseal(read, size, key, "test", owner, apo_span_of("")));
    for (size_t i = 0; i < right.length; i++) {
        char was = sealed[i];
        sealed[i] = was == '0' ? '1' : '0';
        assert_false(apo_token_unseal(read, size, key, "test", owner, right));
        sealed[i] = 'x';
        assert_false(apo_token_unseal(read, size, key, "test", owner, right));
        sealed[i] = was;
    }
}

/* What older versions have written has no form; what newer ones may write has another. */
static void test_forms(void **state)
{
    (void)state;
    char sealed[APO_TOKEN_SEALED_TEXT];
    uint8_t read[3];
    apo_span owner = apo_span_of("anna");
    apo_token_seal(sealed, key, "test", owner, apo_span_of("abc"));
    assert_memory_equal(sealed, "1:", 2);
    assert_true(apo_token_unseal(read, 3, key, "test", owner, apo_span_of(sealed + 2)));
    assert_memory_equal(read, "abc", 3);
    sealed[0] = '2';
    assert_false(apo_token_unseal(read, 3, key, "test", owner, apo_span_of(sealed)));
    assert_false(apo_token_unseal(read, 3, key, "test", owner, apo_span_of("1:")));
    assert_false(apo_token_unseal(read, 3, key, "test", owner, apo_span_of("1:1:")));
    /* Sealed by version 0.1: form 1, written without it. */
    static const char old[] =
        "0957c12770bdc30f3013ba7355ac956c173118a3a90243401fd0b0b34da6a0a898e8a67586fe9ef48d0954";
    assert_true(apo_token_unseal(read, 3, key, "test", owner, apo_span_of(old)));
    assert_memory_equal(read, "abc", 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sealed_and_read),
        cmocka_unit_test(test_not_by_others),
        cmocka_unit_test(test_forms),
    };
    return apo_token_init() == APO_OK ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
