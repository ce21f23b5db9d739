/* Mails as they go over the wire. */
#include "test.h"

#include "net/mime.h"

static void test_addresses(void **state)
{
    static const char *const right[] = {"a@b.de", "a.b+c@x-y.example.org", "!#$%@b.co",
                                        "root@localhost"};
    static const char *const wrong[] = {"",           "a",        "@b.de",        "a@",
                                        "a@b",        "a@b.",     "a@.b.de",      "a..b@c.de",
                                        ".a@b.de",    "a.@b.de",  "a b@c.de",     "a@b.de\n",
                                        "a@b@c.de",   "<a@b.de>", "a@-b.de",      "a@b-.de",
                                        "\"a\"@b.de", "a@b..de",  "\xC3\xA4@b.de"};
    (void)state;
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++)
        assert_true(apo_mime_is_address(apo_span_of(right[i])));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (apo_mime_is_address(apo_span_of(wrong[i])))
            fail_msg("%s is taken", wrong[i]);
    }
    char many[300];
    memset(many, 'a', sizeof many);
    memcpy(many + sizeof many - 6, "@b.de", 6);
    assert_false(apo_mime_is_address(apo_span_of(many)));
}

/* The mail for a subject and a body, to be cleared. */
static apo_buffer mail_of(const char *subject, const char *body)
{
    apo_buffer out;
    const apo_mime_mail mail = {
        .from_name = apo_span_of("Apothecary"),
        .from = apo_span_of("games@example.org"),
        .to = apo_span_of("anna@example.net"),
        .id = apo_span_of("abc123"),
        .subject = apo_span_of(subject),
        .body = apo_span_of(body),
        .unsubscribe = apo_span_of("https://example.org/off"),
        .lang = apo_span_of("de"),
        .date_ms = INT64_C(1795250994234),
    };
    apo_buffer_init(&out, NULL);
    assert_int_equal(apo_mime_write(&out, &mail), APO_OK);
    return out;
}

static void test_whole(void **state)
{
    (void)state;
    apo_buffer out = mail_of("Your turn", "Hello,\n.\nit = yours \n");
    assert_string_equal(out.bytes, "Date: Sat, 21 Nov 2026 08:49:54 +0000\r\n"
                                   "From: Apothecary <games@example.org>\r\n"
                                   "To: <anna@example.net>\r\n"
                                   "Message-ID: <abc123@example.org>\r\n"
                                   "Subject: Your turn\r\n"
                                   "List-Unsubscribe: <https://example.org/off>\r\n"
                                   "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"
                                   "Content-Language: de\r\n"
                                   "Auto-Submitted: auto-generated\r\n"
                                   "MIME-Version: 1.0\r\n"
                                   "Content-Type: text/plain; charset=utf-8\r\n"
                                   "Content-Transfer-Encoding: quoted-printable\r\n"
                                   "\r\n"
                                   "Hello,\r\n.\r\nit =3D yours=20\r\n");
    apo_buffer_clear(&out);
}

/* Encoded words are cut between letters, and nothing ends the header. */
static void test_subjects(void **state)
{
    (void)state;
    apo_buffer out = mail_of(
        "\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84"
        "\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84\xC3\x84"
        "x\xC3\x84!\r\nBcc: b@example.net",
        "");
    assert_non_null(strstr(
        out.bytes,
        "Subject: =?UTF-8?B?w4TDhMOEw4TDhMOEw4TDhMOEw4TDhMOEw4TDhMOEw4TDhMOEw4TDhHg=?=\r\n"
        " =?UTF-8?B?w4QhICBCY2M6IGJAZXhhbXBsZS5uZXQ=?=\r\n"));
    assert_null(strstr(out.bytes, "\r\nBcc"));
    apo_buffer_clear(&out);
}

static void test_long_lines(void **state)
{
    (void)state;
    char body[2000];
    memset(body, 0xE4, sizeof body);
    body[sizeof body - 1] = '\0';
    apo_buffer out = mail_of("x", body);
    size_t width = 0;
    for (size_t i = 0; i < out.length; i++) {
        width = out.bytes[i] == '\n' ? 0 : width + 1;
        assert_true(width <= 78);
    }
    apo_buffer_clear(&out);
}

/* The least that a mail needs; what could be taken for an encoded word is encoded. */
static void test_little(void **state)
{
    (void)state;
    apo_buffer out;
    apo_mime_mail mail = {.from = apo_span_of("a@b.de"),
                          .to = apo_span_of("c@d.de"),
                          .id = apo_span_of("1"),
                          .subject = apo_span_of("=?UTF-8?B?eA==?="),
                          .body = apo_span_of("a\x7f\n")};
    apo_buffer_init(&out, NULL);
    assert_int_equal(apo_mime_write(&out, &mail), APO_OK);
    assert_non_null(strstr(out.bytes, "From: <a@b.de>\r\n"));
    assert_non_null(strstr(out.bytes, "Subject: =?UTF-8?B?PT9VVEYtOD9CP2VBPT0/PQ==?=\r\n"));
    assert_null(strstr(out.bytes, "List-Unsubscribe"));
    assert_null(strstr(out.bytes, "Content-Language"));
    assert_non_null(strstr(out.bytes, "\r\n\r\na=7F\r\n"));
    apo_buffer_clear(&out);
    /* No letter ends within the first word: it is cut all the same. */
    mail.subject = apo_span_of("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
                               "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
                               "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
                               "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80");
    assert_int_equal(apo_mime_write(&out, &mail), APO_OK);
    assert_non_null(strstr(out.bytes, "?=\r\n =?UTF-8?B?gICA"));
    apo_buffer_clear(&out);
    mail.from = apo_span_of("nobody");
    assert_int_equal(apo_mime_write(&out, &mail), APO_E_SYNTAX);
    apo_buffer_clear(&out);
}

static void test_no_address(void **state)
{
    (void)state;
    apo_buffer out;
    const apo_mime_mail mail = {.from = apo_span_of("a@b.de"),
                                .to = apo_span_of("x\r\nBcc: y")};
    apo_buffer_init(&out, NULL);
    assert_int_equal(apo_mime_write(&out, &mail), APO_E_SYNTAX);
    apo_buffer_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),  cmocka_unit_test(test_whole),
        cmocka_unit_test(test_subjects),   cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_no_address), cmocka_unit_test(test_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
