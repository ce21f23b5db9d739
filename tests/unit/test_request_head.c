#include "test.h"

#include "base/buffer.h"
#include "net/address.h"
#include "net/hash.h"
#include "net/head.h"

static unsigned read_head(const char *text, apo_head *head)
{
    return apo_head_read(head, apo_span_of(text));
}

static void a_good_head(void **state)
{
    (void)state;
    apo_head head;
    apo_span value;
    assert_int_equal(read_head("POST /a/b?c=d HTTP/1.1\r\nHost: x:80\r\nX-A:\t one two \r\n"
                               "Content-Length: 12\r\nExpect: 100-Continue\r\n\r\n",
                               &head),
                     0);
    assert_true(apo_span_is(head.method, "POST"));
    assert_true(apo_span_is(head.target, "/a/b?c=d"));
    assert_true(apo_span_is(head.path, "/a/b"));
    assert_true(apo_span_is(head.query, "c=d"));
    assert_true(apo_span_is(head.host, "x:80"));
    assert_true(apo_fields_find_header(&head.headers, "x-a", &value));
    assert_true(apo_span_is(value, "one two"));
    assert_int_equal(head.body_length, 12);
    assert_true(head.is_keep_alive && head.wants_continue && head.has_length);
}

#define HOST "Host: x\r\n"

static void bad_heads_are_refused(void **state)
{
    static const struct {
        const char *text;
        unsigned status;
    } cases[] = {
        {"", 400},
        {"\r\n\r\n", 400},
        {"GET\r\n\r\n", 400},
        {"GET /\r\n\r\n", 400},
        {"GET  / HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET / HTTP/1.1 \r\n" HOST "\r\n", 505},
        {"GET / HTTP/2.0\r\n" HOST "\r\n", 505},
        {"GET / http/1.1\r\n" HOST "\r\n", 400},
        {"G(T / HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET x HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET /\xc3\xa9 HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET / HTTP/1.1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST HOST "\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost:\r\n\r\n", 400},
        {"GET / HTTP/1.1\n" HOST "\n", 400},
        {"GET / HTTP/1.1\r\n" HOST " folded\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "A : b\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST ": b\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "A\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "A: b\rc\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "A: b\x01\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "\r\nmore", 400},
        {"POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n", 411},
        {"POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: gzip, chunked\r\n\r\n", 501},
        {"POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n",
         411},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: 3\r\nContent-Length: 3\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: 3, 3\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: +3\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: 0x3\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length:\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: 9999999999999999\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Expect: magic\r\n\r\n", 417},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_head head;
        unsigned status = read_head(cases[i].text, &head);
        if (status != cases[i].status)
            fail_msg("%u instead of %u for: %s", status, cases[i].status, cases[i].text);
    }
}

static void sizes_are_bounded(void **state)
{
    (void)state;
    apo_buffer text;
    apo_head head;
    apo_buffer_init(&text, NULL);
    apo_buffer_add(&text, "GET /");
    for (int i = 0; i < APO_HEAD_TARGET_MAX; i++)
        apo_buffer_add_char(&text, 'a');
    apo_buffer_add(&text, " HTTP/1.1\r\n" HOST "\r\n");
    assert_int_equal(apo_head_read(&head, apo_buffer_span(&text)), 414);
    apo_buffer_clear(&text);
    apo_buffer_add(&text, "GET / HTTP/1.1\r\n" HOST);
    for (int i = 0; i < APO_HEADERS_MAX; i++)
        apo_buffer_add(&text, "A: b\r\n");
    apo_buffer_add(&text, "\r\n");
    assert_int_equal(apo_head_read(&head, apo_buffer_span(&text)), 431);
    apo_buffer_clear(&text);
}

static void connections_are_kept_as_asked(void **state)
{
    static const struct {
        const char *text;
        bool is_kept;
    } cases[] = {
        {"GET / HTTP/1.1\r\n" HOST "\r\n", true},
        {"GET / HTTP/1.1\r\n" HOST "Connection: Upgrade, Close\r\n\r\n", false},
        {"GET / HTTP/1.1\r\n" HOST "Connection: close, keep-alive\r\n\r\n", false},
        {"GET / HTTP/1.0\r\n\r\n", false},
        {"GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_head head;
        assert_int_equal(read_head(cases[i].text, &head), 0);
        assert_int_equal(head.is_keep_alive, cases[i].is_kept);
    }
}

static void paths(void **state)
{
    static const struct {
        const char *text, *wanted; /* NULL: refused */
    } cases[] = {
        {"/", "/"},          {"/a/b", "/a/b"},         {"/a/", "/a/"},  {"/%61+b", "/a+b"},
        {"/a%2fb", NULL},    {"/a%00", NULL},          {"/a%0a", NULL}, {"/a/../b", NULL},
        {"/%2e%2e/b", NULL}, {"/./b", NULL},           {"/a//b", NULL}, {"//", NULL},
        {"/a\\b", NULL},     {"/%5c", NULL},           {"/%", NULL},    {"/%4", NULL},
        {"/%zz", NULL},      {"/%c3%a9", "/\xc3\xa9"}, {"/%c3", NULL},  {"*", NULL},
        {"", NULL},          {"/..a", "/..a"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char buf[64];
        apo_span path;
        apo_status status = apo_path_decode(&path, apo_span_of(cases[i].text), buf);
        assert_int_equal(status, cases[i].wanted == NULL ? APO_E_SYNTAX : APO_OK);
        if (cases[i].wanted != NULL)
            assert_true(apo_span_is(path, cases[i].wanted));
    }
}

static void addresses(void **state)
{
    static const struct {
        const char *text, *shown, *key; /* NULL: refused */
        bool is_local;
    } cases[] = {
        {"192.0.2.7", "192.0.2.7", "192.0.2.7", false},
        {"127.1.2.3", "127.1.2.3", "127.1.2.3", true},
        {"::1", "::1", "::/64", true},
        {"2001:DB8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", false},
        {"::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7", false},
        {"192.0.2", NULL, NULL, false},
        {"192.0.2.7:80", NULL, NULL, false},
        {"somebody", NULL, NULL, false},
        {"", NULL, NULL, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_address address;
        bool is_good = apo_address_read(&address, apo_span_of(cases[i].text));
        assert_int_equal(is_good, cases[i].shown != NULL);
        if (!is_good)
            continue;
        assert_string_equal(address.text, cases[i].shown);
        assert_string_equal(address.key, cases[i].key);
        assert_int_equal(address.is_local, cases[i].is_local);
    }
}

/* The example of the paper that defines SipHash: key 00 .. 0f, text 00 .. 0e. */
static void the_hash_is_siphash(void **state)
{
    (void)state;
    const apo_hash_key key = {{0x0706050403020100U, 0x0f0e0d0c0b0a0908U}};
    char text[15];
    for (int i = 0; i < 15; i++)
        text[i] = (char)i;
    assert_true(apo_hash_span(&key, (apo_span){text, sizeof text}) == 0xa129ca6149be45e5U);
}

static void header_lists(void **state)
{
    (void)state;
    assert_true(apo_header_accepts(apo_span_of("gzip, br"), "gzip"));
    assert_true(apo_header_accepts(apo_span_of("br;q=1.0, GZIP ; q=0.3"), "gzip"));
    assert_false(apo_header_accepts(apo_span_of("gzip;q=0.000"), "gzip"));
    assert_false(apo_header_accepts(apo_span_of("xgzip"), "gzip"));
    assert_false(apo_header_accepts(apo_span_of(""), "gzip"));
    assert_true(apo_header_has_tag(apo_span_of("W/\"a\", \"b\""), apo_span_of("\"a\"")));
    assert_false(apo_header_has_tag(apo_span_of("\"ab\""), apo_span_of("\"a\"")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_head),
        cmocka_unit_test(bad_heads_are_refused),
        cmocka_unit_test(sizes_are_bounded),
        cmocka_unit_test(connections_are_kept_as_asked),
        cmocka_unit_test(paths),
        cmocka_unit_test(addresses),
        cmocka_unit_test(the_hash_is_siphash),
        cmocka_unit_test(header_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
