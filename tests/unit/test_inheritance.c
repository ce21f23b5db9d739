/* Definitions that begin with another one: [game] base. */
#include "small_definition.h"
#include "test.h"

static bool load_small(void *context, apo_span id, apo_span *out_text)
{
    (void)context;
    if (!apo_span_is(id, "small"))
        return false;
    *out_text = small_with(8, "");
    return true;
}

static const apo_definition_loader small_loader = {NULL, load_small};

static apo_variant *inherit(const char *text, const apo_definition_loader *loader,
                            apo_fault_list *faults)
{
    apo_variant *var = NULL;
    apo_fault_list_init(faults);
    (void)apo_definition_compile(&var, apo_span_of("child"), apo_span_of(text), loader, NULL,
                                 faults);
    return var;
}

static void test_a_base_gives_what_is_missing(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_variant *var = inherit("[game]\nbase = small\nname = Child\nwithout = starts\n"
                               "[pieces]\nR = tower, R\nQ = queen, Q\n",
                               &small_loader, &faults);
    assert_faults(&faults, "");
    assert_non_null(var);
    assert_string_equal(apo_variant_info_of(var)->id, "child");
    assert_string_equal(apo_variant_info_of(var)->name, "Child");
    assert_string_equal(apo_variant_info_of(var)->inventor, "Nobody");
    assert_int_equal(apo_variant_info_of(var)->start_count, 1);
    assert_int_equal(apo_variant_info_of(var)->type_count, 5);
    assert_string_equal(apo_type_info_of(var, apo_variant_type_of_letter(var, 'R'))->name,
                        "tower");
    assert_string_equal(apo_type_info_of(var, apo_variant_type_of_letter(var, 'R'))->class_name,
                        "");
    assert_true(apo_variant_has_rule(var, "joker"));
    apo_variant_free(var);
}

/* A base may have the old names and its child the new ones, or the other way round. */
static void test_old_names_inherit(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_variant *var =
        inherit("[game]\nbase = small\n[promotion]\nmen =\n", &small_loader, &faults);
    assert_faults(&faults, "3:1 [promotion] the section needs a key \"pieces\"\n");
    assert_null(var);
    var = inherit("[game]\nbase = small\nname = Child\nwithout = starts\n"
                  "[men]\nR = tower, R\n[promotion]\nmen = P\n[joker]\nman = J\n",
                  &small_loader, &faults);
    assert_faults(&faults, "");
    assert_non_null(var);
    assert_string_equal(apo_type_info_of(var, apo_variant_type_of_letter(var, 'R'))->name,
                        "tower");
    apo_variant_free(var);
}

static void test_an_empty_value_drops_a_key(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_variant *var = inherit("[game]\nbase = small\n[outcome]\nmove-limit =\nstalemate = "
                               "draw\n[starts]\ngroup =\n",
                               &small_loader, &faults);
    assert_faults(&faults, "6:1 [starts] the section needs a key \"group\"\n");
    assert_null(var);
    var = inherit("[game]\nbase = small\ninventor =\n", &small_loader, &faults);
    assert_faults(&faults, "");
    assert_string_equal(apo_variant_info_of(var)->inventor, "");
    apo_variant_free(var);
    var = inherit("[game]\nbase = small\n[outcome]\nrepetition =\n", &small_loader, &faults);
    assert_faults(&faults, "4:1 [repetition] expected a value after the \"=\"\n");
    assert_null(var);
}

/* 255 would mean the points of the pawn's line. */
static void test_points_of_a_pawn_have_a_limit(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_variant *var = inherit("[game]\nbase = small\n[points]\nlead = 3\npawn-rank 2 = 254\n",
                               &small_loader, &faults);
    assert_faults(&faults, "");
    assert_non_null(var);
    apo_variant_free(var);
    var = inherit("[game]\nbase = small\n[points]\nlead = 3\npawn-rank 2 = 255\n",
                  &small_loader, &faults);
    assert_faults(&faults,
                  "5:15 [pawn-rank 2] expected a whole number from 0 to 254, not \"255\"\n");
    assert_null(var);
}

static void test_a_builtin_is_a_base(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_variant *var = inherit("[game]\nbase = modern\nname = Without a jump\n"
                               "without = king-jump\n[pieces]\nN = knight, N, class auxiliary, "
                               "points 3\n",
                               NULL, &faults);
    assert_faults(&faults, "");
    assert_non_null(var);
    assert_false(apo_variant_has_rule(var, "king-jump"));
    assert_true(apo_variant_has_rule(var, "joker"));
    assert_int_equal(apo_variant_info_of(var)->start_count, 24);
    apo_variant_free(var);
}

static void test_faults_of_bases(void **state)
{
    (void)state;

    /* clang-format off */
    static const struct {
        const char *text;
        const char *expected;
} cases[] = {
        {"[game]\nbase = modren\n",
         "2:8 [base] unknown base \"modren\"; did you mean \"modern\"?\n"},
        {"[game]\nbase = ../etc\n", "2:8 [base] unknown base \"../etc\"\n"},
        {"[game]\nbase = child\n", "2:8 [base] the base \"child\" leads back to itself\n"},
        {"[game]\nbase = small modern\n", "2:14 [base] expected one word, not also "
                                          "\"modern\"\n"},
        {"[game]\nbase = small\nwithout = jokers\n",
         "3:11 [without] no base has a section \"jokers\"\n"},
 /* A fault that only the child makes: the place in the base is named. */
        {"[game]\nbase = small\n[pieces]\nJ =\n",
         "2:8 [board] in the base \"small\", line 17: no piece has the letter \"j\"\n"
         "2:8 [board] in the base \"small\", line 20: no piece has the letter \"J\"\n"
         "2:8 [group] in the base \"small\", line 23: no piece has the letter \"J\"\n"
         "2:8 [piece] in the base \"small\", line 28: no piece has the letter \"J\"\n"},
};

    /* clang-format on */

    apo_fault_list faults;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(inherit(cases[i].text, &small_loader, &faults));
        assert_faults(&faults, cases[i].expected);
    }
}

/* a has base b, b has base c ... Each text has its own place, because they are borrowed. */
struct chain {
    char texts[16][32];
    size_t count;
};

static bool load_next_letter(void *context, apo_span id, apo_span *out_text)
{
    struct chain *chain = context;
    assert_true(chain->count < 16);
    apo_text text = apo_text_start(chain->texts[chain->count++], 32);
    apo_text_add(&text, "[game]\nbase = ");
    apo_text_add_char(&text, (char)(id.text[0] + 1));
    *out_text = apo_text_span(&text);
    return true;
}

static bool load_loop(void *context, apo_span id, apo_span *out_text)
{
    (void)context;
    *out_text = apo_span_of(apo_span_is(id, "b") ? "[game]\nbase = c\n" : "[game]\nbase = b\n");
    return true;
}

static void test_bases_that_never_end(void **state)
{
    (void)state;
    apo_fault_list faults;
    const apo_definition_loader loop = {NULL, load_loop};
    assert_null(inherit("[game]\nbase = b\n", &loop, &faults));
    assert_faults(
        &faults, "2:8 [base] in the base \"c\", line 2: the base \"b\" leads back to itself\n");
    struct chain chain = {.count = 0};
    const apo_definition_loader chain_loader = {&chain, load_next_letter};
    assert_null(inherit("[game]\nbase = a\n", &chain_loader, &faults));
    assert_faults(&faults,
                  "2:8 [base] in the base \"h\", line 2: more than 8 files inherit one "
                  "from another\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_base_gives_what_is_missing),
        cmocka_unit_test(test_old_names_inherit),
        cmocka_unit_test(test_an_empty_value_drops_a_key),
        cmocka_unit_test(test_points_of_a_pawn_have_a_limit),
        cmocka_unit_test(test_a_builtin_is_a_base),
        cmocka_unit_test(test_faults_of_bases),
        cmocka_unit_test(test_bases_that_never_end),
    };
    return cmocka_run_group_tests_name("inheritance", tests, NULL, NULL);
}
