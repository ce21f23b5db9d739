/* What clients may write in heads, headers, queries and addresses, at its borders; and what is
 * written to them. */
#include "test.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/address.h"
#include "net/fields.h"
#include "net/http_priv.h"
#include "net/json_in.h"
#include "net/mime.h"
#include "net/plain_text.h"
#include "net/wall_clock.h"

enum {
    OUT_MAX = 512
};

/* --- addresses ------------------------------------------------------------ */

static void addresses_have_networks(void **state)
{
    static const struct {
        const char *text, *shown, *key;
        bool is_local;
    } cases[] = {
        {"192.0.2.7", "192.0.2.7", "192.0.2.7", false},
        {"127.1.2.3", "127.1.2.3", "127.1.2.3", true},
        {"::1", "::1", "::/64", true},
        {"::2", "::2", "::/64", false},
        {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", false},
        {"0:0:0:1::1", "::1:0:0:0:1", "0:0:0:1::/64", false},
        {"0:0:1::1", "0:0:1::1", "0:0:1::/64", false},
        {"::1:0:1", "::1:0:1", "::/64", false},
        {"::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7", false},
        {"::ffff:127.0.0.1", "127.0.0.1", "127.0.0.1", true},
        {"::ffff:0:1.2.3.4", "::ffff:0:102:304", "::/64", false},
        {"0:1::ffff:192.0.2.7", "0:1::ffff:c000:207", "0:1::/64", false},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_address address;
        assert_true(apo_address_read(&address, apo_span_of(cases[i].text)));
        assert_string_equal(address.text, cases[i].shown);
        assert_string_equal(address.key, cases[i].key);
        assert_int_equal(address.is_local, cases[i].is_local);
    }
}

static void texts_that_are_no_addresses(void **state)
{
    char long_text[200];
    const apo_span bad[] = {
        apo_span_of(""),
        apo_span_of("192.0.2"),
        apo_span_of("unknown"),
        apo_span_of("1.2.3.4 "),
        {"192.0.2.7\0.example", 18},
        apo_span_of("[::1]"),
        {long_text, sizeof long_text},
    };
    apo_address address;
    (void)state;
    memset(long_text, '1', sizeof long_text);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(apo_address_read(&address, bad[i]));
}

static void addresses_of_connections(void **state)
{
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    const struct sockaddr other = {.sa_family = AF_UNIX};
    (void)state;
    v4.sin_addr.s_addr = htonl(0xC0000207);
    assert_string_equal(apo_address_of((struct sockaddr *)&v4).text, "192.0.2.7");
    assert_int_equal(inet_pton(AF_INET6, "2001:db8::9", &v6.sin6_addr), 1);
    assert_string_equal(apo_address_of((struct sockaddr *)&v6).text, "2001:db8::9");
    assert_string_equal(apo_address_of((struct sockaddr *)&v6).key, "2001:db8::/64");
    assert_string_equal(apo_address_of(&other).text, "unknown");
    assert_false(apo_address_of(&other).is_local);
}

static void nodes_of_proxies(void **state)
{
    static const struct {
        const char *text, *wanted; /* NULL: none */
    } cases[] = {
        {"192.0.2.7", "192.0.2.7"},
        {"192.0.2.7:4711", "192.0.2.7"},
        {"\"192.0.2.7:4711\"", "192.0.2.7"},
        {"\"[2001:db8::9]:80\"", "2001:db8::9"},
        {"[2001:db8::9]", "2001:db8::9"},
        {"\"[2001:db8::9\"", NULL},
        {"[", NULL},
        {"\"", NULL},
        {"\"\"", NULL},
        {"\"192.0.2.7", NULL},
        {"", NULL},
        {":", NULL},
        {"unknown", NULL},
        {"_hidden", NULL},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_address address;
        bool is_read = apo_address_read_node(&address, apo_span_of(cases[i].text));
        assert_int_equal(is_read, cases[i].wanted != NULL);
        if (is_read)
            assert_string_equal(address.text, cases[i].wanted);
    }
}

/* --- fields --------------------------------------------------------------- */

static apo_status decode(apo_fields *out, const char *text)
{
    static char buf[OUT_MAX];
    return apo_fields_decode(out, apo_span_of(text), buf);
}

static void fields_at_the_borders(void **state)
{
    static const char *const bad[] = {"a=%",   "a=%4",  "a=%zz",    "%=b",
                                      "a=%00", "a=%ff", "a=b&%c3=d"};
    apo_fields fields;
    apo_span value;
    (void)state;
    assert_int_equal(decode(&fields, "&&a=b&&c&=d&"), APO_OK);
    assert_int_equal(fields.count, 3);
    assert_true(apo_fields_find(&fields, "a", &value) && apo_span_is(value, "b"));
    assert_true(apo_fields_find(&fields, "c", &value) && value.length == 0);
    assert_true(apo_fields_find(&fields, "", &value) && apo_span_is(value, "d"));
    assert_false(apo_fields_find(&fields, "d", &value));
    assert_int_equal(value.length, 0);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(decode(&fields, bad[i]), APO_E_SYNTAX);
        assert_int_equal(fields.count, 0);
    }
}

/* "a=1" so many times, joined by `mark`. */
static apo_span repeated(char *buf, unsigned count, const char *mark)
{
    buf[0] = '\0';
    for (unsigned i = 0; i < count; i++) {
        strcat(buf, i > 0 ? mark : "");
        strcat(buf, "a=1");
    }
    return apo_span_of(buf);
}

static void too_many_fields(void **state)
{
    char text[(APO_FIELDS_MAX + 1) * 5 + 1], buf[sizeof text];
    apo_fields fields;
    (void)state;
    assert_int_equal(apo_fields_decode(&fields, repeated(text, APO_FIELDS_MAX, "&"), buf),
                     APO_OK);
    assert_int_equal(fields.count, APO_FIELDS_MAX);
    assert_int_equal(apo_fields_decode(&fields, repeated(text, APO_FIELDS_MAX + 1, "&"), buf),
                     APO_E_OVERFLOW);
    assert_int_equal(fields.count, 0);
    assert_int_equal(apo_fields_cookies(&fields, repeated(text, APO_FIELDS_MAX + 1, "; ")),
                     APO_E_OVERFLOW);
    assert_int_equal(fields.count, APO_FIELDS_MAX);
}

/* Other pages of the same host may have set such cookies: they are left out, ours are read. */
static void cookies_of_others(void **state)
{
    static const char *const bad[] = {"=b",    "a b=c",   "a=b c",      "a=\"b\"", "a=b,c",
                                      "a=b\\", "a\x7f=b", "a=\xc3\xa4", "a=\x01"};
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[64];
        apo_fields fields;
        snprintf(text, sizeof text, "%s; ;ours=1", bad[i]);
        assert_int_equal(apo_fields_cookies(&fields, apo_span_of(text)), APO_OK);
        assert_int_equal(fields.count, 1);
        assert_true(apo_span_is(fields.list[0].name, "ours"));
        assert_true(apo_span_is(fields.list[0].value, "1"));
    }
}

static void what_headers_accept(void **state)
{
    static const struct {
        const char *list;
        bool accepts;
    } cases[] = {
        {"gzip", true},         {"br, GZIP ; x=1", true},
        {"gzip;q=0", false},    {"gzip;q=0.000", false},
        {"gzip;q=0.001", true}, {"gzip;x=0;q=0", false},
        {"gzip;x=0", true},     {"gzip;q", false},
        {"gzip;q=", false},     {"gzip;q=x", false},
        {", ,", false},         {"", false},
        {"*", false},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(apo_header_accepts(apo_span_of(cases[i].list), "gzip"),
                         cases[i].accepts);
}

/* The language by the list, as offered; "": none. */
static void which_language_is_preferred(void **state)
{
    static const char *const offered[] = {"en", "de", "pt-BR", "fr", NULL};

    static const struct {
        const char *list, *wanted;
    } cases[] = {
        {"de", "de"},
        {"de-CH, fr;q=0.7", "de"},
        {"DE", "de"},
        {"pt", "pt-BR"},
        {"pt-br", "pt-BR"},
        {"pt-PT", ""},
        {"deu", ""},
        {"d", ""},
        {"fr;q=0.5, de;q=0.55", "de"},
        {"fr;q=0.555, de;q=0.55", "fr"},
        {"fr;q=1, de;q=0.9", "fr"},
        {"fr;q=1.0, de", "fr"},
        {"fr;q=2, de;q=0.1", "de"},
        {"fr;q=, de;q=0.1", "de"},
        {"fr;q=0, de;q=0.1", "de"},
        {"fr;q=0.0", ""},
        {"fr;q=0.x, de;q=0.1", "de"},
        {"fr;level=1;q=0.1, de;q=0.2", "de"},
        {"fr;level=1, de", "fr"},
        {"en-, de;q=0.5", "en"},
        {"*", ""},
        {"", ""},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t found = 0;
        bool is_found = apo_header_language(apo_span_of(cases[i].list), offered, &found);
        assert_string_equal(is_found ? offered[found] : "", cases[i].wanted);
    }
}

static void tags_of_answers(void **state)
{
    const apo_span tag = apo_span_of("\"abc\"");
    (void)state;
    assert_true(apo_header_has_tag(apo_span_of(" * "), tag));
    assert_true(apo_header_has_tag(apo_span_of("\"x\", W/\"abc\""), tag));
    assert_true(apo_header_has_tag(apo_span_of("\"abc\""), tag));
    assert_false(apo_header_has_tag(apo_span_of("abc, \"x\""), tag));
    assert_false(apo_header_has_tag(apo_span_of(""), tag));
}

/* --- heads ---------------------------------------------------------------- */

#define HEAD(line, headers) line " HTTP/1.1\r\nHost: x\r\n" headers "\r\n"

static void heads_at_the_borders(void **state)
{
    static const struct {
        const char *text;
        unsigned status;
        const char *path; /* NULL: not looked at */
    } cases[] = {
        {HEAD("GET https://x/a?b", ""), 0, "/a"},
        {HEAD("GET http://x/a", ""), 0, "/a"},
        {HEAD("GET http://x", ""), 400, NULL},
        {HEAD("GET https://", ""), 400, NULL},
        {HEAD("GET /", "A: \t\x7f\r\n"), 400, NULL},
        {HEAD("GET /", "A: b\tc\r\n"), 0, "/"},
        {HEAD("GET /", "A: b\x01\r\n"), 400, NULL},
        {HEAD("GET /", "A!#$%&'*+-.^_`|~9: b\r\n"), 0, "/"},
        {HEAD("GET /", "A@: b\r\n"), 400, NULL},
        {"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 0, "/"},
        {"GET / HTTP/1.1\r\nHost: a-b.c_d:80\r\n\r\n", 0, "/"},
        {"GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", 0, "/"},
        {"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400, NULL},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_head head;
        unsigned status = apo_head_read(&head, apo_span_of(cases[i].text));
        assert_int_equal(status, cases[i].status);
        if (cases[i].path != NULL)
            assert_true(apo_span_is(head.path, cases[i].path));
    }
}

static void connections_that_are_kept(void **state)
{
    static const struct {
        const char *text;
        bool is_kept;
    } cases[] = {
        {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", true},
        {"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", false},
        {"GET / HTTP/1.1\r\nHost: x\r\nConnection: other\r\n\r\n", true},
        {"GET / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, close\r\n\r\n", false},
        {"GET / HTTP/1.0\r\n\r\n", false},
        {"GET / HTTP/1.0\r\nConnection: other\r\n\r\n", false},
        {"GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", true},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_head head;
        assert_int_equal(apo_head_read(&head, apo_span_of(cases[i].text)), 0);
        assert_int_equal(head.is_keep_alive, cases[i].is_kept);
    }
}

/* --- events --------------------------------------------------------------- */

static void check_event(uint64_t id, const char *name, apo_span data, const char *as_event,
                        const char *as_line)
{
    apo_http_event event;
    apo_http_event_init(&event, id, name, data);
    for (unsigned i = 0; i < 2; i++) { /* the second time from memory */
        apo_span got = apo_http_event_form(&event, APO_HTTP_EVENT_FORMAT_EVENT);
        assert_true(apo_span_is(got, as_event));
        got = apo_http_event_form(&event, APO_HTTP_EVENT_FORMAT_LINE);
        assert_true(as_line == NULL || apo_span_is(got, as_line));
    }
    apo_http_event_clear(&event);
}

/* A line end in the data cannot end the event, nor begin a field. */
static void events_as_they_are_sent(void **state)
{
    (void)state;
    check_event(7, "move", apo_span_of("{}"), "id: 7\nevent: move\ndata: {}\n\n",
                "{\"id\":7,\"event\":\"move\",\"data\":{}}\n");
    check_event(0, NULL, apo_span_of(""), "data: \n\n",
                "{\"event\":\"message\",\"data\":null}\n");
    check_event(0, "a", apo_span_of("[1,\n2,\r\n3]\n"),
                "event: a\ndata: [1,\ndata: 2,\ndata: 3]\ndata: \n\n",
                "{\"event\":\"a\",\"data\":[1,2,3]}\n");
    check_event(0, "a", apo_span_of("1\n\nid: 9\r2\r"),
                "event: a\ndata: 1\ndata: \ndata: id: 9\ndata: 2\ndata: \n\n", NULL);
}

/* --- the clock ------------------------------------------------------------ */

static void rates_of_the_clock(void **state)
{
    static const char *const bad[] = {"",   "0",   "x",    "-1", "1000001",
                                      "2@", "2@x", "2@-1", "@5", "2@1234567890123456"};
    (void)state;
    unsetenv("APOTHECARY_CLOCK_RATE");
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(apo_wall_clock_set_rate(bad[i]));
        assert_int_equal(apo_wall_clock_rate(), 1);
    }
    assert_true(apo_wall_clock_set_rate("1000@5000"));
    assert_int_equal(apo_wall_clock_rate(), 1000);
    /* A thousand times as fast since 1970: far in the future. */
    assert_true(apo_wall_clock_ms() > INT64_C(1000000000000000));
    /* What somebody else has left in the environment is ignored if it is nonsense. */
    setenv("APOTHECARY_CLOCK_RATE", "soon", 1);
    assert_int_equal(apo_wall_clock_rate(), 1);
    unsetenv("APOTHECARY_CLOCK_RATE");
}

static void write_time(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void a_clock_by_hand(void **state)
{
    char path[] = "/tmp/apo-clock-XXXXXX", text[64];
    int descriptor = mkstemp(path);
    (void)state;
    assert_true(descriptor >= 0);
    close(descriptor);
    snprintf(text, sizeof text, "hand:%s", path);
    assert_false(apo_wall_clock_set_rate("hand:/nowhere/at/all"));
    assert_false(apo_wall_clock_set_rate(text)); /* it is empty */
    write_time(path, "soon\n");
    assert_false(apo_wall_clock_set_rate(text));
    assert_int_equal(apo_wall_clock_rate(), 1);
    write_time(path, "1234567\n");
    assert_true(apo_wall_clock_set_rate(text));
    assert_int_equal(apo_wall_clock_ms(), 1234567);
    assert_int_equal(apo_wall_clock_rate(), APO_WALL_CLOCK_RATE_MAX);
    assert_int_equal(apo_wall_clock_lead_ms(), 0);
    write_time(path, "2345678");
    assert_int_equal(apo_wall_clock_ms(), 2345678);
    /* Without the file, real time. */
    unlink(path);
    assert_int_equal(apo_wall_clock_rate(), 1);
    assert_true(apo_wall_clock_ms() > INT64_C(1000000000000));
    unsetenv("APOTHECARY_CLOCK_RATE");
}

/* --- texts of people ------------------------------------------------------ */

static void texts_are_cleaned(void **state)
{
    static const struct {
        const char *text, *wanted;
        size_t max;
        bool has_lines;
        apo_status status;
    } cases[] = {
        {" a  b ", "a b", 10, false, APO_OK},
        {"a\nb", "a b", 10, false, APO_OK},
        {"a\n\n\n\nb\n", "a\n\nb", 10, true, APO_OK},
        {"a \n b", "a\nb", 10, true, APO_OK},
        {"a\xe2\x80\xa8"
         "b",
         "a\nb", 10, true, APO_OK},
        {"\n \n", "", 10, true, APO_E_SYNTAX},
        {"", "", 10, false, APO_E_SYNTAX},
        {"\xff", "", 10, false, APO_E_SYNTAX},
        {"a\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81",
         "a\xcc\x81\xcc\x81\xcc\x81\xcc\x81", 10, false, APO_OK},
        {"\xcc\x81"
         "a",
         "a", 10, false, APO_OK},
        {"a \xcc\x81"
         "b",
         "a b", 10, false, APO_OK},
        {"a\n\xcc\x81"
         "b",
         "a\nb", 10, true, APO_OK},
        {"abcdef", "", 5, false, APO_E_TOO_LARGE},
        {"a\xe2\x80\x8b\xe2\x80\xae"
         "b",
         "ab", 10, false, APO_OK},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_buffer out;
        apo_buffer_init(&out, NULL);
        apo_status status = apo_plain_text_add(&out, apo_span_of(cases[i].text), cases[i].max,
                                               cases[i].has_lines);
        assert_int_equal(status, cases[i].status);
        if (status == APO_OK)
            assert_true(apo_span_is(apo_buffer_span(&out), cases[i].wanted));
        apo_buffer_clear(&out);
    }
}

static void texts_are_copied_if_they_fit(void **state)
{
    char out[8];
    (void)state;
    assert_true(apo_plain_text_copy(out, sizeof out, apo_span_of(" seven77 ")));
    assert_string_equal(out, "seven77");
    assert_false(apo_plain_text_copy(out, sizeof out, apo_span_of("eight888")));
    assert_string_equal(out, "");
    assert_false(
        apo_plain_text_copy(out, sizeof out, apo_span_of("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4")));
    assert_false(apo_plain_text_copy(out, sizeof out, apo_span_of("nine99999999")));
    assert_true(apo_plain_text_copy(out, sizeof out, apo_span_of(" ")));
    assert_string_equal(out, "");
}

static void addresses_for_mail(void **state)
{
    char long_label[80] = "a@", long_local[80] = "";
    memset(long_label + 2, 'b', 64);
    strcat(long_label, ".org");
    memset(long_local, 'a', 65);
    strcat(long_local, "@b.org");

    const struct {
        const char *text;
        bool is_good;
    } cases[] = {
        {"a@b.org", true},
        {"a.b+c@d-e.org", true},
        {"a@localhost", true},
        {"a@b", false},
        {"a", false},
        {"@b.org", false},
        {"a@", false},
        {"a@.org", false},
        {"a@b..org", false},
        {"a@b.org.", false},
        {"a@-b.org", false},
        {"a@b-.org", false},
        {"a@b-", false},
        {"a..b@c.org", false},
        {".a@b.org", false},
        {"a.@b.org", false},
        {"a@b@c.org", false},
        {"a@b_c.org", false},
        {long_label + 1, false},
        {long_label, false},
        {long_local + 1, true},
        {long_local, false},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(apo_mime_is_address(apo_span_of(cases[i].text)), cases[i].is_good);
}

/* --- JSON ----------------------------------------------------------------- */

static void values_of_other_kinds(void **state)
{
    apo_json_in *document = NULL;
    bool flag = false;
    (void)state;
    assert_int_equal(
        apo_json_in_read(&document, apo_span_of("{\"a\":[true],\"b\":{},\"c\":1}"), NULL),
        APO_OK);
    const apo_json_value *root = apo_json_in_root(document);
    const apo_json_value *list = apo_json_in_member(root, "a");
    const apo_json_value *object = apo_json_in_member(root, "b");
    assert_true(apo_json_in_is_list(list) && !apo_json_in_is_list(object));
    assert_true(apo_json_in_is_object(object) && !apo_json_in_is_object(list));
    assert_false(apo_json_in_is_list(NULL) || apo_json_in_is_object(NULL));
    assert_true(apo_json_in_flag(apo_json_in_element(list, 0), &flag) && flag);
    assert_false(apo_json_in_flag(apo_json_in_member(root, "c"), &flag));
    assert_false(apo_json_in_flag(NULL, &flag));
    assert_null(apo_json_in_element(list, 1));
    assert_null(apo_json_in_element(NULL, 0));
    assert_null(apo_json_in_element(object, 0));
    assert_int_equal(apo_json_in_count(NULL), 0);
    apo_json_in_free(document);
}

static void a_text_that_is_too_long(void **state)
{
    size_t size = APO_JSON_IN_SIZE_MAX + 1;
    char *text = malloc(size);
    apo_json_in *document = NULL;
    apo_error err;
    (void)state;
    assert_non_null(text);
    memset(text, ' ', size);
    text[0] = '{';
    text[size - 2] = '}';
    assert_int_equal(apo_json_in_read(&document, (apo_span){text, size}, &err),
                     APO_E_TOO_LARGE);
    assert_int_equal(apo_json_in_read(&document, (apo_span){text, size - 1}, &err), APO_OK);
    apo_json_in_free(document);
    free(text);
    assert_int_equal(apo_json_in_read(&document, apo_span_of("]"), &err), APO_E_SYNTAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_have_networks),
        cmocka_unit_test(texts_that_are_no_addresses),
        cmocka_unit_test(addresses_of_connections),
        cmocka_unit_test(nodes_of_proxies),
        cmocka_unit_test(fields_at_the_borders),
        cmocka_unit_test(too_many_fields),
        cmocka_unit_test(cookies_of_others),
        cmocka_unit_test(what_headers_accept),
        cmocka_unit_test(which_language_is_preferred),
        cmocka_unit_test(tags_of_answers),
        cmocka_unit_test(heads_at_the_borders),
        cmocka_unit_test(connections_that_are_kept),
        cmocka_unit_test(events_as_they_are_sent),
        cmocka_unit_test(rates_of_the_clock),
        cmocka_unit_test(a_clock_by_hand),
        cmocka_unit_test(texts_are_cleaned),
        cmocka_unit_test(texts_are_copied_if_they_fit),
        cmocka_unit_test(addresses_for_mail),
        cmocka_unit_test(values_of_other_kinds),
        cmocka_unit_test(a_text_that_is_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
