#include "test.h"

#include "net/template.h"

static apo_template *compile(const char *text)
{
    apo_template *page = NULL;
    apo_fault_list faults;
    apo_fault_list_init(&faults);
    assert_int_equal(apo_template_new(&page, apo_span_of(text), NULL, &faults), APO_OK);
    return page;
}

static void check(const char *text, const apo_fill *fill, const char *wanted)
{
    apo_buffer out;
    apo_template *page = compile(text);
    apo_buffer_init(&out, NULL);
    apo_template_write(page, fill, &out);
    apo_buffer_add_char(&out, '.');
    assert_string_equal(out.bytes, wanted);
    apo_buffer_clear(&out);
    apo_template_free(page);
}

static void texts_are_escaped(void **state)
{
    (void)state;
    apo_fill *fill = apo_fill_new();
    apo_fill_string(fill, "name", "<a href='x'>\"&\"</a>");
    apo_fill_number(fill, "number", -12);
    check("<p title=\"{{name}}\">{{number}}", fill,
          "<p title=\"&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/a&gt;\">-12.");
    check("{{{ name }}}", fill, "<a href='x'>\"&\"</a>.");
    check("a{{! nothing }}b{{nobody}}", fill, "ab.");
    check("{ { } }}", fill, "{ { } }}.");
    apo_fill_free(fill);
}

static void sections_repeat_their_rows(void **state)
{
    (void)state;
    apo_fill *fill = apo_fill_new();
    apo_fill_string(fill, "who", "outer");
    for (int i = 1; i <= 3; i++) {
        apo_fill *row = apo_fill_row(fill, "rows");
        apo_fill_number(row, "n", i);
        if (i == 2)
            apo_fill_string(row, "who", "inner");
        for (int k = 0; k < i; k++)
            apo_fill_number(apo_fill_row(row, "deep"), "k", k);
    }
    check("{{#rows}}{{n}}{{who}}:{{#deep}}{{k}}{{n}},{{/deep}} {{/rows}}", fill,
          "1outer:01, 2inner:02,12, 3outer:03,13,23, .");
    check("{{#none}}x{{/none}}{{^none}}y{{/none}}", fill, "y.");
    check("{{^rows}}x{{#rows}}z{{/rows}}{{/rows}}", fill, ".");
    apo_fill_flag(fill, "on", true);
    apo_fill_flag(fill, "off", false);
    check("{{#on}}1{{/on}}{{#off}}2{{/off}}{{^on}}3{{/on}}{{^off}}4{{/off}}", fill, "14.");
    apo_fill_free(fill);
}

static apo_i18n *german(void)
{
    apo_i18n *i18n = NULL;
    apo_status status = apo_i18n_read(
        &i18n,
        apo_span_of("msgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n"
                    "\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
                    "\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\n"
                    "msgid \"Play & win\"\nmsgstr \"Spielen & <siegen>\"\n\n"
                    "msgctxt \"colour\"\nmsgid \"White\"\nmsgstr \"Weiß\"\n\n"
                    "msgid \"<b>{who}</b> plays\"\nmsgstr \"Es spielt <b>{who}</b>\"\n\n"
                    "msgid \"{n} move of {who}\"\nmsgid_plural \"{n} moves of {who}\"\n"
                    "msgstr[0] \"ein Zug von {who}\"\nmsgstr[1] \"{n} Züge von {who}\"\n"),
        NULL);
    assert_int_equal(status, APO_OK);
    return i18n;
}

static void texts_are_said(void **state)
{
    static const char text[] =
        "<p title=\"{{t Play & win}}\">{{tc colour|White}}|{{{t <b>{who}</b> plays}}}|"
        "{{#rows}}{{tn n {n} move of {who}|{n} moves of {who}}};{{/rows}}{{t to {who}}}|{{who}}";
    (void)state;
    apo_i18n *i18n = german();
    apo_fill *fill = apo_fill_new();
    apo_fill_string(fill, "who", "<A>");
    for (int i = 1; i <= 2; i++)
        apo_fill_number(apo_fill_row(fill, "rows"), "n", i);
    check(text, fill,
          "<p title=\"Play &amp; win\">White|<b>&lt;A&gt;</b> plays|1 move of &lt;A&gt;;"
          "2 moves of &lt;A&gt;;to &lt;A&gt;|&lt;A&gt;.");
    apo_fill_language(fill, i18n);
    check(text, fill,
          "<p title=\"Spielen &amp; &lt;siegen&gt;\">Weiß|Es spielt <b>&lt;A&gt;</b>|"
          "ein Zug von &lt;A&gt;;2 Züge von &lt;A&gt;;to &lt;A&gt;|&lt;A&gt;.");
    apo_fill_string(fill, "value", "Play & win");
    check("{{tv value}}|{{tv nobody}}", fill, "Spielen &amp; &lt;siegen&gt;|.");
    check("{{t}} {{t nobody: {none}}}{{tn none a|b}}", fill, " nobody: b.");
    apo_fill_free(fill);
    apo_i18n_free(i18n);
}

static void faults_have_their_place(void **state)
{
    static const struct {
        const char *text;
        uint32_t line, column;
    } cases[] = {
        {"a\n {{/x}}", 2, 2},    {"{{#a}}{{/b}}", 1, 7}, {"\n\n{{#a}}", 3, 7},
        {"{{a b}}", 1, 1},       {"{{}}", 1, 1},         {"{{{a}} {{b}}", 1, 1},
        {"\n{{unknown}}", 2, 1}, {"x {{#unknown", 1, 3}, {"{{t }}", 1, 1},
        {"{{t a\nb}}", 1, 1},    {"{{tc a}}", 1, 1},     {"{{tn a b}}", 1, 1},
        {"{{tn c b|d}}", 1, 1},  {"{{tn a b|}}", 1, 1},  {"{{t x {c}}}", 1, 1},
        {"{{tv a b}}", 1, 1},    {"{{tv c}}", 1, 1},     {"{{> a b}}", 1, 1},
        {"{{>}}", 1, 1},         {"{{tn a}}", 1, 1},     {"{{tn , b|c}}", 1, 1},
        {"{{{tv a}}}", 1, 1},
    };

    static const char *const names[] = {"a", "b", "x", NULL};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_template *page = NULL;
        apo_fault_list faults;
        apo_fault_list_init(&faults);
        assert_int_equal(apo_template_new(&page, apo_span_of(cases[i].text), names, &faults),
                         APO_E_SYNTAX);
        assert_null(page);
        assert_true(faults.count > 0);
        assert_int_equal(faults.faults[0].line, cases[i].line);
        assert_int_equal(faults.faults[0].column, cases[i].column);
    }
}

/* Without values, a page has its own texts. */
static void nothing_is_filled_in(void **state)
{
    char *text = malloc(APO_TEMPLATE_SIZE_MAX + 1);
    apo_template *page = NULL;
    (void)state;
    check("", NULL, ".");
    check("a{{b}}{{#c}}d{{/c}}{{^c}}e{{/c}}", NULL, "ae.");
    check("{{t Play {what}}} {{tv x}} {{tn n one|{n} many}}", NULL, "Play    many.");
    assert_non_null(text);
    memset(text, 'a', APO_TEMPLATE_SIZE_MAX + 1);
    assert_int_equal(
        apo_template_new(&page, (apo_span){text, APO_TEMPLATE_SIZE_MAX + 1}, NULL, NULL),
        APO_E_TOO_LARGE);
    assert_null(page);
    free(text);
    apo_template_free(NULL);
    apo_fill_free(NULL);
    assert_true(apo_fill_is_failed(NULL));
}

/* With work that grows with the square of the length, this would take minutes. */
static void many_faults_cost_little(void **state)
{
    static char text[APO_TEMPLATE_SIZE_MAX];
    apo_template *page = NULL;
    apo_fault_list faults;
    (void)state;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = "{{}}\n"[i % 5];
    apo_fault_list_init(&faults);
    assert_int_equal(
        apo_template_new(&page, (apo_span){text, sizeof text / 5 * 5}, NULL, &faults),
        APO_E_SYNTAX);
    assert_int_equal(faults.count, APO_FAULTS_MAX);
    assert_int_equal(faults.faults[APO_FAULTS_MAX - 1].line, APO_FAULTS_MAX);
    assert_int_equal(faults.faults[APO_FAULTS_MAX - 1].column, 1);
}

static void depth_is_bounded(void **state)
{
    (void)state;
    apo_buffer text;
    apo_template *page = NULL;
    apo_buffer_init(&text, NULL);
    for (int i = 0; i <= APO_TEMPLATE_DEPTH_MAX; i++)
        apo_buffer_add(&text, "{{#a}}");
    for (int i = 0; i <= APO_TEMPLATE_DEPTH_MAX; i++)
        apo_buffer_add(&text, "{{/a}}");
    assert_int_equal(apo_template_new(&page, apo_buffer_span(&text), NULL, NULL), APO_E_SYNTAX);
    apo_buffer_clear(&text);
}

static const apo_template *find_inner(const void *context, apo_span name)
{
    return apo_span_is(name, "inner") ? context : NULL;
}

static void pages_stand_in_pages(void **state)
{
    (void)state;
    apo_template *inner = compile("({{a}}{{#list}}{{x}};{{/list}})");
    apo_template *outer = compile("{{>inner}}{{#list}}{{x}}:{{> inner }}{{/list}}!");
    apo_fill *fill = apo_fill_new();
    apo_span missing;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_fill_string(fill, "a", "A");
    apo_fill_string(apo_fill_row(fill, "list"), "x", "1");
    apo_fill_string(apo_fill_row(fill, "list"), "x", "2");
    apo_template_write(outer, fill, &out);
    assert_true(apo_span_is(apo_buffer_span(&out), "1:2:!"));
    assert_int_equal(apo_template_join(outer, find_inner, inner, &missing), APO_OK);
    apo_buffer_clear(&out);
    apo_template_write(outer, fill, &out);
    assert_true(apo_span_is(apo_buffer_span(&out), "(A1;2;)1:(A1;2;)2:(A1;2;)!"));
    /* Not deeper than that, and no template that is not there. */
    assert_int_equal(apo_template_join(outer, find_inner, outer, &missing), APO_E_UNKNOWN);
    assert_int_equal(apo_template_join(outer, find_inner, NULL, &missing), APO_E_UNKNOWN);
    assert_true(apo_span_is(missing, "inner"));
    apo_buffer_clear(&out);
    apo_fill_free(fill);
    apo_template_free(outer);
    apo_template_free(inner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_escaped),       cmocka_unit_test(sections_repeat_their_rows),
        cmocka_unit_test(texts_are_said),          cmocka_unit_test(faults_have_their_place),
        cmocka_unit_test(depth_is_bounded),        cmocka_unit_test(pages_stand_in_pages),
        cmocka_unit_test(many_faults_cost_little), cmocka_unit_test(nothing_is_filled_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
