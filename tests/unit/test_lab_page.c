/* The page of `apothecary lab`: it reports any part of the work that was not done. */
#include "test.h"

#include "net/json_in.h"
#include "net/template.h"

/* The command has no library to link with. */
#include "cli/lab/lab_page.c"
#include "cli/lab/plot.c"

static void test_the_page_says_why_nothing_was_tuned(void **state)
{
    (void)state;
    apo_lab_findings found = {.name = "Mine", .tuned = {NULL, 0}, .notes = {NULL, 0}};
    apo_buffer page;
    apo_buffer_init(&page, NULL);
    apo_lab_page_write(&page, &found);
    assert_non_null(strstr(page.bytes, "There was not enough time"));
    apo_buffer_clear(&page);
    found.notes = apo_span_of("99 positions are too few");
    apo_lab_page_write(&page, &found);
    assert_null(strstr(page.bytes, "There was not enough time"));
    assert_non_null(strstr(page.bytes, "99 positions are too few"));
    apo_buffer_clear(&page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_page_says_why_nothing_was_tuned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
