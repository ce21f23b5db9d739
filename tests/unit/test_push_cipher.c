/* Push messages: the example of RFC 8291 byte by byte, keys encoded and decoded, and invalid
 * ones. */
#include "test.h"

#include <string.h>

#include "server/notice/push_cipher.h"
#include "server/web/token.h"

static const char text[] = "When I grow up, I want to be a watermelon";

/* RFC 8291, appendix A. */
static const char receiver[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7V"
    "d8pZGH6SRpkNtoIAiw4",
                  sender[] =
                      "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
                      "AC8wEqKK6PBru3jl7A8",
                  private_key[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
                  auth[] = "BTBZMqHH6r4Tts7J_aSIgg";

static const uint8_t salt[APO_PUSH_SALT] = {0x0c, 0x6b, 0xfa, 0xad, 0xad, 0x67, 0x95, 0x88,
                                            0x03, 0x09, 0x2d, 0x45, 0x46, 0x76, 0xf3, 0x97};

/* What follows salt, record size and the sender's key. */
static const uint8_t sealed[] = {
    0xf2, 0x97, 0xde, 0x5b, 0x42, 0x9b, 0xba, 0x71, 0x53, 0xd3, 0xa4, 0xae, 0x0c, 0xaa, 0x09,
    0x1f, 0xd4, 0x25, 0xf3, 0xb4, 0xb5, 0x41, 0x4a, 0xdd, 0x8a, 0xb3, 0x7a, 0x19, 0xc1, 0xbb,
    0xb0, 0x5c, 0xf5, 0xcb, 0x5b, 0x2a, 0x2e, 0x05, 0x62, 0xd5, 0x58, 0x63, 0x56, 0x41, 0xec,
    0x52, 0x81, 0x2c, 0x6c, 0x8f, 0xf4, 0x2e, 0x95, 0xcc, 0xb8, 0x6b, 0xe7, 0xcd};

enum {
    HEAD = APO_PUSH_SALT + 5 + APO_PUSH_POINT
};

static apo_push_fresh fresh_of_example(void)
{
    apo_push_fresh fresh;
    assert_true(apo_push_secret_read(fresh.secret, apo_span_of(private_key)));
    memcpy(fresh.salt, salt, sizeof salt);
    return fresh;
}

static apo_push_browser browser_of_example(void)
{
    apo_push_browser browser;
    assert_true(apo_push_browser_read(&browser, apo_span_of(receiver), apo_span_of(auth)));
    return browser;
}

static void test_published_example(void **state)
{
    (void)state;
    static const uint8_t size[] = {0, 0, 0x10, 0, APO_PUSH_POINT};
    const apo_push_fresh fresh = fresh_of_example();
    const apo_push_browser browser = browser_of_example();
    char key[APO_PUSH_POINT_TEXT];
    apo_buffer out;
    assert_int_equal(apo_push_public(key, fresh.secret), APO_OK);
    assert_string_equal(key, sender);
    apo_buffer_init(&out, NULL);
    assert_int_equal(apo_push_encrypt(&out, &browser, &fresh, apo_span_of(text)), APO_OK);
    apo_span body = apo_buffer_span(&out);
    assert_int_equal(body.length, HEAD + sizeof sealed);
    assert_memory_equal(body.text, salt, sizeof salt);
    assert_memory_equal(body.text + APO_PUSH_SALT, size, sizeof size);
    assert_memory_equal(body.text + HEAD, sealed, sizeof sealed);
    apo_buffer_clear(&out);
}

static void test_what_is_no_key(void **state)
{
    (void)state;
    static const char long_text[APO_PUSH_MESSAGE_MAX + 1] = "";
    const apo_push_fresh fresh = fresh_of_example(), zero = {.secret = {0}};
    apo_push_browser browser = browser_of_example(), none;
    char key[APO_PUSH_POINT_TEXT];
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    assert_false(apo_push_browser_read(&none, apo_span_of(auth), apo_span_of(auth)));
    assert_false(apo_push_browser_read(&none, apo_span_of(receiver), apo_span_of("BTBZ+")));
    assert_int_equal(apo_push_public(key, zero.secret), APO_E_RANGE);
    assert_int_equal(apo_push_encrypt(&out, &browser, &zero, apo_span_of(text)), APO_E_RANGE);
    assert_int_equal(
        apo_push_encrypt(&out, &browser, &fresh, (apo_span){long_text, sizeof long_text}),
        APO_E_TOO_LARGE);
    browser.point[20] ^= 1; /* not on the curve */
    assert_int_equal(apo_push_encrypt(&out, &browser, &fresh, apo_span_of(text)), APO_E_RANGE);
    assert_int_equal(apo_buffer_span(&out).length, 0);
    apo_buffer_clear(&out);
}

/* The signature is checked by web.offline, with node. */
static void test_authorization(void **state)
{
    (void)state;
    static const char start[] =
        "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9."
        "eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1h"
        "aWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.";
    const apo_push_fresh fresh = fresh_of_example();
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    assert_int_equal(apo_push_authorize(&out, fresh.secret,
                                        apo_span_of("https://push.example.net"),
                                        apo_span_of("mailto:push@example.com"), 1453523768),
                     APO_OK);
    assert_true(apo_span_starts_with(apo_buffer_span(&out), start));
    apo_span key = apo_span_part(apo_buffer_span(&out), sizeof start - 1 + 86, 4);
    assert_true(apo_span_is(key, ", k="));
    apo_buffer_clear(&out);
}

static void test_fresh_keys_differ(void **state)
{
    (void)state;
    apo_push_fresh one, other;
    apo_push_fresh_make(&one);
    apo_push_fresh_make(&other);
    assert_memory_not_equal(&one, &other, sizeof one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_example),
        cmocka_unit_test(test_what_is_no_key),
        cmocka_unit_test(test_authorization),
        cmocka_unit_test(test_fresh_keys_differ),
    };
    assert_int_equal(apo_token_init(), APO_OK);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
