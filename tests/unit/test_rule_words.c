/* Words of players and other programs: all are found, and lead to sections that exist. */
#include "test.h"

#include <string.h>

#include "definition/file/rule_words.h"
#include "definition/file/sections.h"
#include "rules/rules/list.h"

static bool is_section(const char *name)
{
    for (size_t i = 0; i < apo_section_count(); i++)
        if (strcmp(apo_section_at(i)->name, name) == 0)
            return true;
    for (size_t i = 0; i < apo_rule_count(); i++)
        if (strcmp(apo_rule_at(i)->section, name) == 0)
            return true;
    return false;
}

static const char *explained(const char *word)
{
    static char bytes[200];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    return apo_rule_word_explain(&text, apo_span_of(word)) ? bytes : NULL;
}

static void test_all_words_are_found(void **state)
{
    (void)state;
    assert_true(apo_rule_word_count > 500);
    for (size_t i = 0; i < apo_rule_word_count; i++) {
        const apo_rule_word *row = &apo_rule_word_table[i];
        if (i > 0)
            assert_true(strcmp(apo_rule_word_table[i - 1].word, row->word) < 0);
        assert_non_null(explained(row->word));
        assert_true(strstr(explained(row->word), row->how) != NULL);
        assert_true(row->section[0] == '\0' || is_section(row->section));
    }
}

static void test_forms_of_a_word(void **state)
{
    (void)state;
    const char *forms[] = {"flag", "flags", "Flag", "FLAGS", "f-lag", "flag_", " flag "};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        assert_string_equal(explained(forms[i]),
                            "[goal] is about that, see docs/variant-format.md");
    assert_string_equal(explained("drop"), explained("drops"));
    assert_string_equal(explained("amazon"), "here: [pieces], QN");
    assert_string_equal(explained("promotionRegionWhite"), explained("promotionRegion"));
}

/* Words of each community that no import reads: players have them all the same. */
static void test_words_of_all_communities(void **state)
{
    (void)state;
    const char *words[] = {"dropOnTop",
                           "doubleStepRankMin",
                           "sittuyin",
                           "spartan",
                           "empress",
                           "princess",
                           "hook mover",
                           "area mover",
                           "bent rider",
                           "kirin",
                           "mao",
                           "circe",
                           "freezer",
                           "guard",
                           "BadZone",
                           "hole",
                           "change-type",
                           "pass partial",
                           "create",
                           "recycle captures",
                           "links",
                           "add-partial",
                           "total-piece-count",
                           "defended?"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_non_null(explained(words[i]));
}

static void test_other_words(void **state)
{
    (void)state;
    const char *others[] = {
        "", "s", "-", "xyzzy", "\xff\xfe", "flagflagflagflagflagflagflagflagflagflagflagflag"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_null(explained(others[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_words_are_found),
        cmocka_unit_test(test_forms_of_a_word),
        cmocka_unit_test(test_words_of_all_communities),
        cmocka_unit_test(test_other_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
