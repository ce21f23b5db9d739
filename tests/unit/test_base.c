#include "test.h"

#include "base/alloc.h"
#include "base/base64.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/random.h"
#include "base/status.h"
#include "base/text.h"
#include "base/utf8.h"

#define SPAN(literal) ((apo_span){(literal), sizeof(literal) - 1})

static void assert_span(apo_span span, const char *expected)
{
    assert_int_equal(span.length, strlen(expected));
    if (span.length > 0)
        assert_memory_equal(span.text, expected, span.length);
}

static void test_span_compares(void **state)
{
    (void)state;
    assert_true(apo_span_same(SPAN("abc"), apo_span_of("abc")));
    assert_false(apo_span_same(SPAN("abc"), SPAN("abd")));
    assert_false(apo_span_same(SPAN("abc"), SPAN("ab")));
    assert_true(apo_span_same(apo_span_of(NULL), SPAN("")));
    assert_true(apo_span_is(SPAN("king"), "king"));
    assert_true(apo_span_starts_with(SPAN("king"), "ki"));
    assert_true(apo_span_starts_with(SPAN("king"), ""));
    assert_false(apo_span_starts_with(SPAN("k"), "ki"));
    const char *const words[] = {"king", "queen"};
    assert_int_equal(apo_span_index(SPAN("queen"), words, 2), 1);
    assert_int_equal(apo_span_index(SPAN("queens"), words, 2), 2);
}

static void test_span_parts_are_clipped(void **state)
{
    (void)state;
    assert_span(apo_span_part(SPAN("abcdef"), 2, 3), "cde");
    assert_span(apo_span_part(SPAN("abc"), 1, SIZE_MAX), "bc");
    assert_span(apo_span_part(SPAN("abc"), 7, 1), "");
    assert_span(apo_span_part(apo_span_of(NULL), 0, 5), "");
    assert_span(apo_span_trim(SPAN(" \t a b\r\n")), "a b");
    assert_span(apo_span_trim(SPAN("  ")), "");
    assert_span(apo_span_trim(apo_span_of(NULL)), "");
}

static void test_span_words(void **state)
{
    (void)state;
    apo_span rest = SPAN("  one two\t\n three");
    assert_span(apo_span_word(&rest), "one");
    assert_span(apo_span_word(&rest), "two");
    assert_span(apo_span_word(&rest), "three");
    assert_span(apo_span_word(&rest), "");
    assert_span(apo_span_word(&rest), "");
}

static void test_span_lines(void **state)
{
    (void)state;
    apo_span line;
    apo_span rest = SPAN("a\r\n\nb\rc\nlast");
    assert_true(apo_span_line(&rest, &line));
    assert_span(line, "a");
    assert_true(apo_span_line(&rest, &line));
    assert_span(line, "");
    assert_true(apo_span_line(&rest, &line));
    assert_span(line, "b\rc");
    assert_true(apo_span_line(&rest, &line));
    assert_span(line, "last");
    assert_false(apo_span_line(&rest, &line));
    rest = SPAN("one\n");
    assert_true(apo_span_line(&rest, &line));
    assert_false(apo_span_line(&rest, &line));
    rest = apo_span_of(NULL);
    assert_false(apo_span_line(&rest, &line));
}

static void test_span_numbers(void **state)
{
    (void)state;
    uint32_t number = 7;
    assert_true(apo_span_number(SPAN("0"), 10, &number));
    assert_int_equal(number, 0);
    assert_true(apo_span_number(SPAN("4294967295"), UINT32_MAX, &number));
    assert_true(number == UINT32_MAX);
    number = 7;
    assert_false(apo_span_number(SPAN("4294967296"), UINT32_MAX, &number));
    assert_false(apo_span_number(SPAN("99999999999999999999999"), UINT32_MAX, &number));
    assert_false(apo_span_number(SPAN("11"), 10, &number));
    assert_false(apo_span_number(SPAN("-1"), 10, &number));
    assert_false(apo_span_number(SPAN("1x"), 10, &number));
    assert_false(apo_span_number(SPAN(""), 10, &number));
    assert_int_equal(number, 7);
}

static void test_span_distance(void **state)
{
    (void)state;
    char far[80];
    memset(far, 'a', sizeof far);
    assert_int_equal(apo_span_distance(SPAN("launchers"), SPAN("launchers"), 3), 0);
    assert_int_equal(apo_span_distance(SPAN("lauchers"), SPAN("launchers"), 3), 1);
    assert_int_equal(apo_span_distance(SPAN("kitten"), SPAN("sitting"), 3), 3);
    assert_int_equal(apo_span_distance(SPAN("kitten"), SPAN("sitting"), 2), 3);
    assert_int_equal(apo_span_distance(SPAN(""), SPAN("abc"), 9), 3);
    assert_int_equal(apo_span_distance((apo_span){far, 65}, (apo_span){far, 65}, 2), 3);
    assert_int_equal(apo_span_distance((apo_span){far, 64}, (apo_span){far, 64}, 2), 0);
}

static void test_letters(void **state)
{
    (void)state;
    assert_true(apo_is_lower('a') && !apo_is_lower('A') && !apo_is_lower('{'));
    assert_true(apo_is_upper('Z') && !apo_is_upper('['));
    assert_true(apo_is_letter('q') && !apo_is_letter('1') && !apo_is_letter('\xE4'));
    assert_true(apo_is_digit('9') && !apo_is_digit('/') && !apo_is_digit(':'));
    assert_true(apo_is_blank('\t') && !apo_is_blank('\0'));
    assert_int_equal(apo_to_lower('Q'), 'q');
    assert_int_equal(apo_to_lower('['), '[');
    assert_int_equal(apo_to_upper('q'), 'Q');
    assert_int_equal(apo_to_upper('1'), '1');
}

static void test_text_numbers(void **state)
{
    (void)state;
    char buf[80];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_text_add_number(&text, 0);
    apo_text_add_char(&text, ' ');
    apo_text_add_number(&text, INT64_MIN);
    apo_text_add_char(&text, ' ');
    apo_text_add_number(&text, INT64_MAX);
    assert_string_equal(buf, "0 -9223372036854775808 9223372036854775807");
    assert_int_equal(text.length, strlen(buf));
    assert_false(text.is_overflowed);
}

static void test_text_never_writes_past_its_end(void **state)
{
    (void)state;
    char buf[8] = "xxxxxxx";
    apo_text text = apo_text_start(buf, 5);
    apo_text_add(&text, "abc");
    apo_text_add(&text, "");
    assert_false(text.is_overflowed);
    apo_text_add(&text, "def");
    assert_true(text.is_overflowed);
    assert_string_equal(buf, "abcd");
    assert_span(apo_text_span(&text), "abcd");
    assert_memory_equal(buf + 5, "xx", 2);
    text = apo_text_start(buf, 1);
    apo_text_add_char(&text, 'z');
    assert_true(text.is_overflowed);
    assert_string_equal(buf, "");
}

static void test_status_messages(void **state)
{
    (void)state;
    for (int i = 0; i < APO_STATUSES; i++)
        assert_true(strlen(apo_status_message((apo_status)i)) > 0);
    assert_string_equal(apo_status_message(APO_E_MEMORY), "out of memory");
    assert_string_equal(apo_status_message((apo_status)1000), "unknown");
}

static void test_fail_fills_the_error(void **state)
{
    (void)state;
    apo_error err;
    assert_int_equal(apo_fail(NULL, APO_E_SYNTAX, 1, "no %s", SPAN("x")), APO_E_SYNTAX);
    apo_fail(&err, APO_E_RANGE, 3, "the word \"%s\" and %s again", SPAN("a%sb"));
    assert_int_equal(err.status, APO_E_RANGE);
    assert_int_equal(err.position, 3);
    assert_string_equal(err.detail, "the word \"a%sb\" and a%sb again");
    apo_fail(&err, APO_E_RANGE, 3, "[%s]", SPAN("a\0b\nc\x7F"));
    assert_string_equal(err.detail, "[a?b?c?]");
}

static void test_gaps_are_filled(void **state)
{
    static const struct {
        const char *text, *filled;
    } cases[] = {
        {"the %{piece} on %{square}", "the rook on e4"},
        {"%{square}%{square}: %{n}", "e4e4: -7"},
        {"%{word}", "a?b"},
        {"{piece} %{} %{m-n} %{other} %s 100 % %", "{piece} %{} %{m-n} %{other} %s 100 % %"},
        {"%{piece", "%{piece"},
        {"", ""},
    };

    (void)state;
    const apo_gap *gaps =
        APO_GAPS(APO_GAP_TEXT("piece", "rook"), APO_GAP_SPAN("square", SPAN("e4")),
                 APO_GAP_NUMBER("n", -7), APO_GAP_WORD("word", SPAN("a\nb")));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        apo_error err;
        apo_fail_gaps(&err, APO_E_RANGE, 5, cases[i].text, gaps);
        assert_string_equal(err.detail, cases[i].filled);
        assert_int_equal(err.position, 5);
    }
    assert_int_equal(apo_fail_gaps(NULL, APO_E_RANGE, 0, "%{piece}", gaps), APO_E_RANGE);
}

static void test_long_words_are_clipped(void **state)
{
    (void)state;
    apo_error err;
    char word[400];
    memset(word, 'w', sizeof word);
    apo_fail(&err, APO_E_SYNTAX, 0, "<%s>", (apo_span){word, sizeof word});
    assert_string_equal(err.detail + 58, "www...>");
    /* No character of two bytes is cut in half: 59 letters, then one that does not fit. */
    memcpy(word + 59, "\xC3\xA4", 2);
    apo_fail(&err, APO_E_SYNTAX, 0, "<%s>", (apo_span){word, sizeof word});
    assert_string_equal(err.detail + 58, "ww...>");
}

static void test_faults_are_counted(void **state)
{
    (void)state;
    apo_fault_list list;
    apo_fault_list_init(&list);
    apo_fault_warn(&list, 3, 4, SPAN("key"), "odd %s", SPAN("thing"));
    assert_int_equal(list.error_count, 0);
    assert_true(list.faults[0].is_warning);
    for (unsigned i = 0; i < APO_FAULTS_MAX + 5; i++)
        apo_fault_add(&list, i, 2, SPAN("rank 10"), "wrong", SPAN(""));
    assert_int_equal(list.count, APO_FAULTS_MAX);
    assert_int_equal(list.dropped_count, 6);
    assert_int_equal(list.error_count, APO_FAULTS_MAX + 5);
    assert_string_equal(list.faults[0].detail, "odd thing");
    assert_string_equal(list.faults[1].key, "rank 10");
    assert_int_equal(list.faults[2].line, 1);
    assert_int_equal(list.faults[2].column, 2);
    apo_fault_add(NULL, 1, 1, SPAN(""), "nowhere", SPAN(""));
}

static void test_random_is_the_same_everywhere(void **state)
{
    (void)state;
    apo_random random;
    apo_random_seed(&random, 0);
    /* splitmix64 from state 0, as published with it */
    assert_true(apo_random_next(&random) == UINT64_C(0xE220A8397B1DCDAF));
    assert_true(apo_random_next(&random) == UINT64_C(0x6E789E6AA1B965F4));
    assert_true(apo_mix(0) == 0);
}

static void test_random_is_even(void **state)
{
    (void)state;
    unsigned counts[6] = {0};
    apo_random random;
    apo_random_seed(&random, 1);
    for (unsigned i = 0; i < 60000; i++) {
        uint32_t number = apo_random_below(&random, 6);
        assert_true(number < 6);
        counts[number]++;
    }
    for (unsigned i = 0; i < 6; i++)
        assert_in_range(counts[i], 9500, 10500);
    assert_int_equal(apo_random_below(&random, 1), 0);
}

static void test_utf8(void **state)
{
    (void)state;
    assert_int_equal(apo_utf8_measure(SPAN("a")), 1);
    assert_int_equal(apo_utf8_measure(SPAN("\xC3\xA4")), 2);
    assert_int_equal(apo_utf8_measure(SPAN("\xE2\x99\x94x")), 3);
    assert_int_equal(apo_utf8_measure(SPAN("\xF0\x9F\xA0\x80")), 4);
    assert_int_equal(apo_utf8_measure(SPAN("")), 0);
    assert_int_equal(apo_utf8_measure(SPAN("\xC3")), 0);
    assert_int_equal(apo_utf8_measure(SPAN("\xA4")), 0);
    assert_int_equal(apo_utf8_measure(SPAN("\xC0\x80")), 0);
    assert_int_equal(apo_utf8_measure(SPAN("\xE0\x80\x80")), 0);
    assert_int_equal(apo_utf8_measure(SPAN("\xED\xA0\x80")), 0);
    assert_int_equal(apo_utf8_measure(SPAN("\xF0\x80\x80\x80")), 0);
    assert_int_equal(apo_utf8_measure(SPAN("\xF4\x90\x80\x80")), 0);
    assert_int_equal(apo_utf8_measure(SPAN("\xFF")), 0);
}

static void test_buffer_grows(void **state)
{
    (void)state;
    apo_buffer buffer;
    apo_buffer_init(&buffer, NULL);
    assert_int_equal(apo_buffer_span(&buffer).length, 0);
    for (unsigned i = 0; i < 1000; i++) {
        apo_buffer_add(&buffer, "ab");
        apo_buffer_add_char(&buffer, ' ');
        apo_buffer_add_number(&buffer, -12);
    }
    assert_false(buffer.is_failed);
    assert_int_equal(buffer.length, 6000);
    assert_int_equal(strlen(buffer.bytes), 6000);
    assert_memory_equal(buffer.bytes + 5994, "ab -12", 6);
    apo_buffer_clear(&buffer);
    assert_null(buffer.bytes);
}

static void test_buffer_json(void **state)
{
    (void)state;
    apo_buffer buffer;
    apo_buffer_init(&buffer, NULL);
    apo_buffer_add_json(&buffer, SPAN("a\"b\\c\n\t\r\x01\x1F\x7F\xC3\xA4\xFF\0z"));
    assert_span(apo_buffer_span(&buffer),
                "\"a\\\"b\\\\c\\n\\t\\r\\u0001\\u001f\\u007f\xC3\xA4\\ufffd\\u0000z\"");
    apo_buffer_clear(&buffer);
}

static void *fail_always(void *context, void *block, size_t size)
{
    (void)context;
    (void)size;
    assert_null(block);
    return NULL;
}

static void test_buffer_remembers_failure(void **state)
{
    (void)state;
    const apo_alloc failing = {NULL, fail_always};
    apo_buffer buffer;
    apo_buffer_init(&buffer, &failing);
    apo_buffer_add(&buffer, "abc");
    assert_true(buffer.is_failed);
    apo_buffer_add(&buffer, "def");
    assert_int_equal(apo_buffer_span(&buffer).length, 0);
    apo_buffer_clear(&buffer);
    assert_false(buffer.is_failed);
    assert_null(apo_allocate_zero(&failing, 8));
}

static void test_allocate(void **state)
{
    (void)state;
    unsigned char *block = apo_allocate_zero(NULL, 16);
    assert_non_null(block);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(block[i], 0);
    block[15] = 9;
    block = apo_reallocate(NULL, block, 4096);
    assert_non_null(block);
    assert_int_equal(block[15], 9);
    apo_free(NULL, block);
    apo_free(NULL, NULL);
}

static void test_arrays_grow_twofold(void **state)
{
    size_t capacity = 0;
    (void)state;
    uint32_t *numbers = apo_grow(NULL, NULL, &capacity, 3, sizeof *numbers);
    assert_non_null(numbers);
    assert_int_equal(capacity, 3);
    numbers[2] = 7;
    numbers = apo_grow(NULL, numbers, &capacity, 3, sizeof *numbers);
    assert_int_equal(capacity, 6);
    assert_int_equal(numbers[2], 7);
    size_t too_many = SIZE_MAX / sizeof *numbers / 2 + 1;
    assert_null(apo_grow(NULL, numbers, &too_many, 3, sizeof *numbers));
    apo_free(NULL, numbers);
}

/* The examples of RFC 4648. */
static void test_base64(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"", ""},
                                           {"f", "Zg=="},
                                           {"fo", "Zm8="},
                                           {"foo", "Zm9v"},
                                           {"foob", "Zm9vYg=="},
                                           {"fooba", "Zm9vYmE="},
                                           {"foobar", "Zm9vYmFy"}};
    static const char *const wrong[] = {
        "Z", "Zg=", "Zg===", "Zh==", "Zm9=", "=g==", "Zg==Zg==", "Zm 9", "Zm9-", "===="};
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        apo_buffer_rewind(&out);
        apo_base64_write(&out, apo_span_of(pairs[i][0]));
        assert_span(apo_buffer_span(&out), pairs[i][1]);
        apo_buffer_rewind(&out);
        assert_true(apo_base64_read(&out, apo_span_of(pairs[i][1])));
        assert_span(apo_buffer_span(&out), pairs[i][0]);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(apo_base64_read(&out, apo_span_of(wrong[i])));
    apo_buffer_rewind(&out);
    assert_true(apo_base64_read(&out, SPAN("AP+A")));
    assert_int_equal(out.length, 3);
    assert_memory_equal(out.bytes, "\0\xFF\x80", 3);
    apo_buffer_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arrays_grow_twofold),
        cmocka_unit_test(test_span_compares),
        cmocka_unit_test(test_span_parts_are_clipped),
        cmocka_unit_test(test_span_words),
        cmocka_unit_test(test_span_lines),
        cmocka_unit_test(test_span_numbers),
        cmocka_unit_test(test_span_distance),
        cmocka_unit_test(test_letters),
        cmocka_unit_test(test_text_numbers),
        cmocka_unit_test(test_text_never_writes_past_its_end),
        cmocka_unit_test(test_status_messages),
        cmocka_unit_test(test_fail_fills_the_error),
        cmocka_unit_test(test_gaps_are_filled),
        cmocka_unit_test(test_long_words_are_clipped),
        cmocka_unit_test(test_faults_are_counted),
        cmocka_unit_test(test_random_is_the_same_everywhere),
        cmocka_unit_test(test_random_is_even),
        cmocka_unit_test(test_utf8),
        cmocka_unit_test(test_buffer_grows),
        cmocka_unit_test(test_buffer_json),
        cmocka_unit_test(test_buffer_remembers_failure),
        cmocka_unit_test(test_allocate),
        cmocka_unit_test(test_base64),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
