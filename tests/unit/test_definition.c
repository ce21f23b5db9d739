#include "small_definition.h"
#include "test.h"

#include "base/text.h"
#include "definition/file/definition.h"
#include "rules/rules/facts.h"
#include "rules/rules/list.h"

static void test_ids(void **state)
{
    (void)state;
    static const char *const bad[] = {"",     "Alert", "a b",
                                      "../x", "a%sb",  "abcdefghijklmnopqrstuvwxyz123456"};
    apo_fault_list faults;
    apo_variant *var = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        apo_fault_list_init(&faults);
        assert_int_equal(apo_definition_compile(&var, apo_span_of(bad[i]), small_with(8, ""),
                                                NULL, NULL, &faults),
                         APO_E_DEFINITION);
        assert_int_equal(faults.count, 1);
        assert_null(var);
    }
    assert_int_equal(apo_definition_open(&var, apo_span_of("nothing"), NULL, NULL),
                     APO_E_UNKNOWN);
    assert_null(var);
}

/* --- the built-in games -------------------------------------------------- */

static void test_builtins_compile(void **state)
{
    (void)state;

    static const struct {
        const char *id;
        unsigned types, starts, boards;
    } games[] = {
        {"alert", 18, 576, 1}, {"apothecary2", 12, 24, 1}, {"classic", 11, 24, 2},
        {"modern", 12, 24, 1}, {"prequel", 10, 1, 3},
    };

    apo_fault_list faults;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        apo_variant *var = NULL;
        apo_fault_list_init(&faults);
        apo_status status = apo_definition_open(&var, apo_span_of(games[i].id), NULL, &faults);
        assert_faults(&faults, "");
        assert_int_equal(status, APO_OK);
        assert_string_equal(apo_variant_info_of(var)->id, games[i].id);
        assert_int_equal(apo_variant_info_of(var)->type_count, games[i].types);
        assert_int_equal(apo_variant_info_of(var)->start_count, games[i].starts);
        assert_int_equal(apo_variant_info_of(var)->start_name_count, games[i].boards);
        apo_variant_free(var);
    }
}

static void test_builtins_are_in_order(void **state)
{
    (void)state;
    for (size_t i = 1; i < apo_definition_builtin_count(); i++)
        assert_true(strcmp(apo_definition_builtin_id(i - 1), apo_definition_builtin_id(i)) < 0);
}

static void test_crlf_changes_nothing(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_span text = apo_definition_builtin_text(0);
    size_t length = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.text[i] == '\n')
            text_buf[length++] = '\r';
        text_buf[length++] = text.text[i];
    }
    assert_int_equal(compile((apo_span){text_buf, length}, &faults), APO_OK);
}

/* --- hostile texts ------------------------------------------------------- */

static apo_span filled(size_t length, const char *head, const char *pattern)
{
    apo_text text = apo_text_start(text_buf, length + 1);
    apo_text_add(&text, head);
    while (!text.is_overflowed)
        apo_text_add(&text, pattern);
    return apo_text_span(&text);
}

static void test_huge_texts(void **state)
{
    (void)state;

    /* clang-format off */
    static const struct {
        size_t length;
        const char *head, *pattern;
        apo_status expected;
} cases[] = {
        {APO_DEFINITION_SIZE_MAX + 1, "", "x", APO_E_TOO_LARGE},
        {APO_DEFINITION_SIZE_MAX, "", "x", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "", "\n", APO_E_TOO_LARGE},
        {19000, "", "\n", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[game]\n", "a=1\n", APO_E_TOO_LARGE},
        {70000, "[game]\n", "a=1\n", APO_E_TOO_LARGE},
        {3900, "[game]\n", "a=1\n", APO_E_DEFINITION},
        {60000, "", "[game]\n", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[game]\nname = ", "x", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[pieces]\nK = king, ", "R", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[pieces]\nK = king, ", "a", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[pieces]\nK = king, K", ",", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[pieces]\nK = king, K, royal\n[promotion]\npieces = ", "K",
         APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[game]\nbase = small\n[starts]\ngroup = a1 d1 : ", "RJ JR ",
         APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[game]\nwithout = ", "x ", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[board]\nfiles = 9\nranks = 9\nholes = ", "a1 ",
         APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "", "[", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[game]\nbase = ", "x", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "", "\t", APO_E_DEFINITION},
};

    /* clang-format on */

    apo_fault_list faults;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        apo_span text = filled(cases[i].length, cases[i].head, cases[i].pattern);
        assert_int_equal(compile(text, &faults), cases[i].expected);
    }
}

static void test_many_sections(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_text text = apo_text_start(text_buf, sizeof text_buf);
    for (int i = 0; i < 65; i++) {
        apo_text_add(&text, "[a");
        apo_text_add_number(&text, i);
        apo_text_add(&text, "]\n");
    }
    assert_int_equal(compile(apo_text_span(&text), &faults), APO_E_TOO_LARGE);
    assert_faults(&faults, "65:1 [a64] more than 64 sections\n");
}

static void test_nul_bytes(void **state)
{
    (void)state;
    static const char text[] = "[game]\nname = a\0b\n# in a comment too \0\n[bo\0ard]\n";
    apo_fault_list faults;
    compile((apo_span){text, sizeof text - 1}, &faults);
    assert_int_equal(faults.faults[4].line, 2);
    assert_int_equal(faults.faults[4].column, 9);
    assert_string_equal(faults.faults[4].detail, "a NUL byte; a definition is plain text");
    assert_int_equal(faults.faults[5].line, 3);
    assert_int_equal(faults.faults[6].line, 4);
    assert_int_equal(faults.faults[6].column, 4);
}

/* Every text gives either a variant or faults; `compile` asserts it. */
static void test_damaged_texts(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_span good = small_with(8, "");
    static char damaged[4096];
    static const char bytes[] = {'\0', '\n', '=', '[', ',', '*', '9', '\xFF'};
    assert_true(good.length < sizeof damaged);
    memcpy(damaged, good.text, good.length);
    for (size_t i = 0; i < good.length; i++) {
        compile((apo_span){damaged, i}, &faults);
        char kept = damaged[i];
        damaged[i] = bytes[i % sizeof bytes];
        compile((apo_span){damaged, good.length}, &faults);
        damaged[i] = kept;
    }
}

/* --- memory -------------------------------------------------------------- */

struct counting {
    size_t calls_left; /* before one fails */
    size_t live;
};

static void *count_resize(void *context, void *block, size_t size)
{
    struct counting *counting = context;
    if (size == 0) {
        counting->live -= block != NULL;
        free(block);
        return NULL;
    }
    if (counting->calls_left-- == 0) {
        counting->calls_left = 0;
        return NULL;
    }
    counting->live += block == NULL;
    return realloc(block, size);
}

static bool compile_with_failing(apo_span text, size_t calls)
{
    struct counting counting = {calls, 0};
    const apo_alloc alloc = {&counting, count_resize};
    apo_fault_list faults;
    apo_variant *var = NULL;
    apo_fault_list_init(&faults);
    apo_status status =
        apo_definition_compile(&var, apo_span_of("child"), text, NULL, &alloc, &faults);
    if (status != APO_OK) {
        assert_int_equal(status, APO_E_MEMORY);
        assert_null(var);
    }
    apo_variant_free(var);
    assert_int_equal(counting.live, 0);
    return status == APO_OK;
}

static void test_every_allocation_can_fail(void **state)
{
    (void)state;
    static const char *const texts[] = {"[game]\nbase = modern\n", NULL};
    for (size_t i = 0; i < 2; i++) {
        apo_span text = texts[i] != NULL ? apo_span_of(texts[i]) : small_with(8, "");
        size_t calls = 0;
        while (!compile_with_failing(text, calls)) {
            /* Each of the first, then fewer: the tables of a large game are thousands. */
            calls += 1 + calls / 16;
            assert_true(calls < 1000000);
        }
        assert_true(calls > 3);
    }
}

static void test_faults_may_be_null(void **state)
{
    (void)state;
    apo_variant *var = NULL;
    assert_int_equal(
        apo_definition_compile(&var, apo_span_of("x"), apo_span_of("[gam]"), NULL, NULL, NULL),
        APO_E_DEFINITION);
    assert_null(var);
}

/* What a key allows has room where it is read. */
static void test_lists_have_room(void **state)
{
    (void)state;
    for (size_t i = 0; i < apo_rule_count(); i++) {
        const apo_rule_info *rule = apo_rule_at(i);
        for (size_t k = 0; k < rule->key_count; k++) {
            const apo_key *key = &rule->keys[k];
            bool is_list = key->kind == APO_KEY_SQUARES || key->kind == APO_KEY_TYPES ||
                           key->kind == APO_KEY_NUMBERS || key->kind == APO_KEY_PIECE_NUMBERS;
            if (is_list && key->maximum > APO_VALUE_ITEMS_MAX)
                fail_msg("[%s] %s allows %d items", rule->section, key->name, key->maximum);
        }
    }
}

static void test_reference_names_every_section(void **state)
{
    (void)state;
    apo_buffer buffer;
    apo_buffer_init(&buffer, NULL);
    apo_definition_reference(&buffer);
    assert_false(buffer.is_failed);
    static const char *const wanted[] = {"### [game]", "### [start NAME]", "### [promotion]",
                                         "| `rank NUMBER` |", "| `way` (repeatable) |"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        assert_non_null(strstr(buffer.bytes, wanted[i]));
    apo_buffer_clear(&buffer);
}

/* --- the manual ---------------------------------------------------------- */

static const char manual_path[] = "docs/variant-format.md";

static apo_span read_manual(void)
{
    FILE *file = fopen(manual_path, "rb");
    if (file == NULL)
        skip();
    size_t length = fread(text_buf, 1, sizeof text_buf, file);
    assert_int_equal(fclose(file), 0);
    return (apo_span){text_buf, length};
}

/* The example games of the manual are games. */
static void test_examples_of_the_manual(void **state)
{
    (void)state;
    apo_span rest = read_manual();
    apo_span line;
    const char *start = NULL;
    unsigned count = 0;
    while (apo_span_line(&rest, &line)) {
        if (apo_span_is(line, "```variant")) {
            start = line.text + line.length + 1;
        } else if (start != NULL && apo_span_is(line, "```")) {
            apo_fault_list faults;
            compile((apo_span){start, (size_t)(line.text - start)}, &faults);
            assert_faults(&faults, "");
            start = NULL;
            count++;
        }
    }
    assert_int_equal(count, 2);
}

static void write_manual(apo_span head, apo_span reference, apo_span tail)
{
    FILE *file = fopen(manual_path, "wb");
    assert_non_null(file);
    fwrite(head.text, 1, head.length, file);
    fwrite(reference.text, 1, reference.length, file);
    fwrite(tail.text, 1, tail.length, file);
    assert_int_equal(fclose(file), 0);
}

/* The key reference in the manual is the one of the tables. APO_UPDATE=1 in the environment
 * writes it there. */
static void test_the_manual_has_the_reference(void **state)
{
    (void)state;
    apo_span manual = read_manual();
    text_buf[manual.length] = '\0';
    char *start = strstr(text_buf, "change the tables, not this text. -->\n");
    assert_non_null(start);
    start = strchr(start, '\n') + 1;
    char *end = strstr(start, "<!-- end of the key reference -->");
    assert_non_null(end);
    apo_buffer wanted;
    apo_buffer_init(&wanted, NULL);
    apo_buffer_add_char(&wanted, '\n');
    apo_definition_reference(&wanted);
    apo_span head = {text_buf, (size_t)(start - text_buf)};
    apo_span tail = {end, manual.length - (size_t)(end - text_buf)};
    bool is_same =
        apo_span_same((apo_span){start, (size_t)(end - start)}, apo_buffer_span(&wanted));
    bool is_update = !is_same && getenv("APO_UPDATE") != NULL;
    if (is_update)
        write_manual(head, apo_buffer_span(&wanted), tail);
    apo_buffer_clear(&wanted);
    if (!is_same && !is_update)
        fail_msg("%s is not up to date: run this test with APO_UPDATE=1", manual_path);
}

/* More rows than one move may change, beside what it captures on its way. */
int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_builtins_compile),
        cmocka_unit_test(test_builtins_are_in_order),
        cmocka_unit_test(test_crlf_changes_nothing),
        cmocka_unit_test(test_huge_texts),
        cmocka_unit_test(test_many_sections),
        cmocka_unit_test(test_nul_bytes),
        cmocka_unit_test(test_damaged_texts),
        cmocka_unit_test(test_every_allocation_can_fail),
        cmocka_unit_test(test_faults_may_be_null),
        cmocka_unit_test(test_lists_have_room),
        cmocka_unit_test(test_reference_names_every_section),
        cmocka_unit_test(test_examples_of_the_manual),
        cmocka_unit_test(test_the_manual_has_the_reference),
    };
    return cmocka_run_group_tests_name("definition", tests, NULL, NULL);
}
