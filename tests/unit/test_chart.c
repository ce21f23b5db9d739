/* Charts: the lines of the scale. */
#include "test.h"

#include "base/buffer.h"
#include "server/web/chart.h"

static unsigned count_in(apo_span text, const char *word)
{
    unsigned count = 0;
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= text.length; i++)
        count += memcmp(text.text + i, word, length) == 0;
    return count;
}

static void check_lines(double low, double high, unsigned expected, const char *lowest,
                        const char *highest)
{
    apo_chart_point points[] = {{low, 0}, {high, 0}};
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_chart_write(&out, points, 2, apo_span_of("Rating"));
    apo_span text = apo_buffer_span(&out);
    assert_int_equal(count_in(text, "class=\"chart-grid\""), expected);
    assert_int_equal(count_in(text, lowest), 1);
    assert_int_equal(count_in(text, highest), 1);
    apo_buffer_clear(&out);
}

static void lines_are_at_round_numbers(void **state)
{
    (void)state;
    check_lines(1500, 1500, 2, ">1500<", ">1510<");
    check_lines(1500, 1550, 6, ">1500<", ">1550<");
    check_lines(1500, 1600, 6, ">1500<", ">1600<");
    check_lines(0, 5000, 6, ">0<", ">5000<");
    check_lines(-30000, 30000, 5, ">-40000<", ">40000<");
}

/* 20 would be the step of a range of 100; but from 1500 to 1620 that makes seven lines. */
static void ends_rounded_outward_are_counted(void **state)
{
    (void)state;
    check_lines(1505, 1605, 4, ">1500<", ">1650<");
    check_lines(1509, 1551, 4, ">1500<", ">1560<");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_at_round_numbers),
        cmocka_unit_test(ends_rounded_outward_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
