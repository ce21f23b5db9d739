#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "net/sha1.h"
#include "server/web/stolen.h"

static void check_digest(const char *text, const char *wanted)
{
    uint8_t digest[APO_SHA1_BYTES];
    char hex[2 * APO_SHA1_BYTES + 1];
    apo_sha1(digest, apo_span_of(text));
    for (unsigned i = 0; i < APO_SHA1_BYTES; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    assert_string_equal(hex, wanted);
}

/* The examples of FIPS 180, and lengths around the end of a block. */
static void sha1_is_that_of_the_standard(void **state)
{
    char text[65] = "";
    (void)state;
    check_digest("", "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    check_digest("abc", "a9993e364706816aba3e25717850c26c9cd0d89d");
    check_digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                 "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    memset(text, 'a', 55);
    check_digest(text, "c1c8bbdc22796e28c0e15163d20899b65621d65a");
    memset(text, 'a', 64);
    check_digest(text, "0098ba824b5c16427bd7a1122a5a442a25ec644d");
}

static apo_stolen *read_list(const char *text)
{
    char path[] = "/tmp/apothecary-stolen-XXXXXX";
    int descriptor = mkstemp(path);
    apo_stolen *stolen = NULL;
    apo_error err = {.detail = ""};
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, strlen(text)), strlen(text));
    close(descriptor);
    assert_int_equal(apo_stolen_read(&stolen, path, &err), APO_OK);
    unlink(path);
    return stolen;
}

static bool has(const apo_stolen *stolen, const char *password)
{
    return apo_stolen_has(stolen, apo_span_of(password));
}

static void all_forms_of_lines_are_read(void **state)
{
    apo_stolen *stolen = read_list("blue kettle 77\r\n\n"
                                   "A9993E364706816ABA3E25717850C26C9CD0D89D:17\n"
                                   "da39a3ee5e6b4b0d3255bfef95601890afd80709\n"
                                   "last line of all");
    (void)state;
    assert_true(has(stolen, "blue kettle 77"));
    assert_true(has(stolen, "abc"));
    assert_true(has(stolen, ""));
    assert_true(has(stolen, "last line of all"));
    assert_false(has(stolen, "blue kettle 78"));
    assert_false(has(stolen, "A9993E364706816ABA3E25717850C26C9CD0D89D:17"));
    assert_false(has(NULL, "abc"));
    apo_stolen_free(stolen);
}

static void a_line_that_is_too_long_is_left_out(void **state)
{
    char text[3000];
    (void)state;
    memset(text, 'x', sizeof text);
    memcpy(text + sizeof text - 7, "\nshort", 7);
    apo_stolen *stolen = read_list(text);
    assert_true(has(stolen, "short"));
    assert_false(has(stolen, "xxxxxxxx"));
    apo_stolen_free(stolen);
}

static void few_others_are_mistaken(void **state)
{
    char *text = calloc(20000, 16), line[32];
    size_t length = 0;
    unsigned mistaken = 0;
    (void)state;
    assert_non_null(text);
    for (unsigned i = 0; i < 20000; i++)
        length += (size_t)snprintf(text + length, 16, "word %u\n", i);
    apo_stolen *stolen = read_list(text);
    for (unsigned i = 0; i < 20000; i++) {
        snprintf(line, sizeof line, "word %u", i);
        assert_true(has(stolen, line));
        snprintf(line, sizeof line, "other %u", i);
        mistaken += has(stolen, line);
    }
    assert_in_range(mistaken, 0, 40);
    apo_stolen_free(stolen);
    free(text);
}

static void a_missing_file_is_reported(void **state)
{
    apo_stolen *stolen = NULL;
    apo_error err = {.detail = ""};
    (void)state;
    assert_int_equal(apo_stolen_read(&stolen, "/nowhere/at/all", &err), APO_E_IO);
    assert_string_not_equal(err.detail, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sha1_is_that_of_the_standard),
        cmocka_unit_test(all_forms_of_lines_are_read),
        cmocka_unit_test(a_line_that_is_too_long_is_left_out),
        cmocka_unit_test(few_others_are_mistaken),
        cmocka_unit_test(a_missing_file_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
