#include "test.h"

#include "i18n/i18n.h"
#include "i18n/plural.h"

#define HEAD                                           \
    "msgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n"   \
    "\"Content-Type: text/plain; charset=UTF-8\\n\"\n" \
    "\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\n"

static apo_i18n *read(const char *text)
{
    apo_i18n *i18n = NULL;
    apo_fault_list faults;
    apo_fault_list_init(&faults);
    apo_status status = apo_i18n_read(&i18n, apo_span_of(text), &faults);
    if (status != APO_OK)
        print_error("line %u: %s\n", faults.faults[0].line, faults.faults[0].detail);
    assert_int_equal(status, APO_OK);
    return i18n;
}

static void texts_are_found(void **state)
{
    (void)state;
    apo_i18n *i18n = read("# A comment\n" HEAD
                          "#: web/game.js src/a.c\nmsgid \"Play\"\nmsgstr \"Spielen\"\n\n"
                          "msgctxt \"colour\"\nmsgid \"White\"\nmsgstr \"Weiß\"\n"
                          "msgid \"White\"\nmsgstr \"Wei\"\n\"ß am \"\n\"Zug\"\n\n"
                          "msgid \"a \\\"b\\\" \\\\ \\n\"\nmsgstr \"c\\t\"\n");
    assert_string_equal(apo_i18n_language(i18n), "de");
    assert_int_equal(apo_i18n_count(i18n), 4);
    assert_string_equal(apo_tr(i18n, "Play"), "Spielen");
    assert_string_equal(apo_tr(i18n, "White"), "Weiß am Zug");
    assert_string_equal(apo_tr_context(i18n, "colour", "White"), "Weiß");
    assert_string_equal(apo_tr_context(i18n, "paint", "White"), "White");
    assert_string_equal(apo_tr(i18n, "a \"b\" \\ \n"), "c\t");
    assert_string_equal(apo_tr(i18n, "Pla"), "Pla");
    assert_string_equal(apo_tr(i18n, ""), "");
    assert_string_equal(apo_tr(NULL, "Play"), "Play");
    assert_string_equal(apo_i18n_language(NULL), "en");
    apo_i18n_free(i18n);
}

static void what_is_not_translated_stays_english(void **state)
{
    (void)state;
    apo_i18n *i18n = read(HEAD "msgid \"a\"\nmsgstr \"\"\n\n"
                               "#, fuzzy\nmsgid \"b\"\nmsgstr \"B\"\n\n"
                               "#, c-format, fuzzy\nmsgid \"c\"\nmsgstr \"C\"\n\n"
                               "#~ msgid \"d\"\n#~ msgstr \"D\"\n\n"
                               "msgid \"{n} e\"\nmsgid_plural \"{n} es\"\n"
                               "msgstr[0] \"\"\nmsgstr[1] \"\"\n");
    assert_int_equal(apo_i18n_count(i18n), 0);
    assert_string_equal(apo_tr(i18n, "b"), "b");
    assert_string_equal(apo_tr_plural(i18n, "{n} e", "{n} es", 2), "{n} es");
    apo_i18n_free(i18n);
}

#define HEAD_OF(fields)                                                                   \
    "msgid \"\"\nmsgstr \"\"\n" fields "\"Content-Type: text/plain; charset=UTF-8\\n\"\n" \
    "\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\n"

static void the_head_names_the_language(void **state)
{
    (void)state;
    apo_i18n *i18n =
        read(HEAD_OF("\"Language: pt_BR\\n\"\n"
                     "\"X-Language-Name: Português\\n\"\n") "msgid \"a\"\nmsgstr \"A\"\n\n"
                                                            "msgid \"b\"\nmsgstr \"\"\n");
    assert_string_equal(apo_i18n_language(i18n), "pt-BR");
    assert_string_equal(apo_i18n_name(i18n), "Português");
    assert_false(apo_i18n_is_rtl(i18n));
    assert_int_equal(apo_i18n_count(i18n), 1);
    assert_int_equal(apo_i18n_size(i18n), 2);
    apo_i18n_free(i18n);
    i18n = read(HEAD_OF("\"Language: ar\\n\"\n"));
    assert_string_equal(apo_i18n_name(i18n), "ar");
    assert_true(apo_i18n_is_rtl(i18n));
    apo_i18n_free(i18n);
    i18n = read(HEAD_OF("\"Language: ar\\n\"\n\"X-Direction: ltr\\n\"\n"));
    assert_false(apo_i18n_is_rtl(i18n));
    apo_i18n_free(i18n);
    i18n = read(HEAD_OF("\"Language: xx\\n\"\n\"X-Direction: rtl\\n\"\n"));
    assert_true(apo_i18n_is_rtl(i18n));
    apo_i18n_free(i18n);
    assert_string_equal(apo_i18n_name(NULL), "English");
    assert_false(apo_i18n_is_rtl(NULL));
    assert_int_equal(apo_i18n_size(NULL), 0);
}

static void numbers_have_forms(void **state)
{
    (void)state;
    apo_i18n *i18n = read(HEAD "msgid \"{n} move\"\nmsgid_plural \"{n} moves\"\n"
                               "msgstr[0] \"ein Zug\"\nmsgstr[1] \"{n} Züge\"\n");
    assert_string_equal(apo_tr_plural(i18n, "{n} move", "{n} moves", 1), "ein Zug");
    assert_string_equal(apo_tr_plural(i18n, "{n} move", "{n} moves", 0), "{n} Züge");
    assert_string_equal(apo_tr_plural(i18n, "{n} move", "{n} moves", 101), "{n} Züge");
    assert_string_equal(apo_tr_plural(i18n, "{n} move", "others", 1), "{n} move");
    assert_string_equal(apo_tr_plural(NULL, "{n} move", "{n} moves", 1), "{n} move");
    assert_string_equal(apo_tr_plural(NULL, "{n} move", "{n} moves", 0), "{n} moves");
    apo_i18n_free(i18n);
}

static void gaps_are_filled(void **state)
{
    (void)state;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_tr_fill(&out, "{b}, {a}{a} {c} {} {x y} { {n}",
                APO_GAPS(APO_GAP_TEXT("a", "1{b}"), APO_GAP_SPAN("b", apo_span_of("two")),
                         APO_GAP_NUMBER("n", -3)));
    assert_string_equal(out.bytes, "two, 1{b}1{b} {c} {} {x y} { -3");
    apo_buffer_clear(&out);
}

static void check_time(const apo_i18n *i18n, int64_t at_ms, const char *wanted)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_tr_time(&out, i18n, at_ms);
    assert_string_equal(out.bytes, wanted);
    apo_buffer_clear(&out);
}

/* New York, by a file that is nothing but a rule. */
static void local_times_are_said(void **state)
{
    (void)state;
    static const char file[] = "TZif2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                               "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\4"
                               "\0\0\0\0\0\0UTC\0"
                               "TZif2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                               "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\4"
                               "\0\0\0\0\0\0UTC\0"
                               "\nEST5EDT,M3.2.0,M11.1.0\n";
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_tr_local_time(&out, NULL, (apo_span){file, sizeof file - 1}, INT64_C(1784080800000));
    apo_buffer_add(&out, "; ");
    apo_tr_local_time(&out, NULL, (apo_span){NULL, 0}, INT64_C(1784080800000));
    assert_string_equal(out.bytes, "14 July 2026, 22:00; 15 July 2026, 02:00 UTC");
    apo_buffer_clear(&out);
}

static void days_are_said(void **state)
{
    (void)state;
    apo_i18n *i18n = read(HEAD "msgctxt \"day\"\nmsgid \"{day} {month} {year}\"\n"
                               "msgstr \"{day}. {month} {year}\"\n\n"
                               "msgid \"March\"\nmsgstr \"März\"\n");
    check_time(NULL, 0, "1 January 1970, 00:00 UTC");
    check_time(NULL, INT64_C(951782400000), "29 February 2000, 00:00 UTC");
    check_time(NULL, INT64_C(951868799999), "29 February 2000, 23:59 UTC");
    check_time(NULL, -1, "31 December 1969, 23:59 UTC");
    check_time(NULL, INT64_C(4107542400000), "1 March 2100, 00:00 UTC");
    check_time(i18n, INT64_C(1774000000000), "20. März 2026, 09:46 UTC");
    apo_i18n_free(i18n);
}

static void scripts_get_their_texts(void **state)
{
    (void)state;
    apo_buffer out;
    apo_i18n *i18n = read(HEAD "#: web/game.js\nmsgid \"Play\"\nmsgstr \"Spielen\"\n\n"
                               "#: src/a.c\nmsgid \"Server\"\nmsgstr \"Server\"\n\n"
                               "#: src/a.c web/a.js\nmsgctxt \"x\"\nmsgid \"{n} a\"\n"
                               "msgid_plural \"{n} b\"\nmsgstr[0] \"{n} A\"\n"
                               "msgstr[1] \"{n} B\"\n");
    apo_buffer_init(&out, NULL);
    apo_i18n_json(i18n, &out);
    assert_non_null(strstr(out.bytes, "{\"language\":\"de\",\"forms\":\"1011111111"));
    assert_non_null(strstr(out.bytes, "\"texts\":{\"Play\":\"Spielen\","
                                      "\"x\\u0004{n} a\":[\"{n} A\",\"{n} B\"]}}"));
    apo_buffer_clear(&out);
    apo_i18n_free(i18n);
}

static void faults_have_their_place(void **state)
{
    static const struct {
        const char *text;
        uint32_t line, column;
    } cases[] = {
        {"", 0, 1},
        {"msgid \"a\"\nmsgstr \"b\"\n", 2, 1},
        {HEAD "msgid \"a\"\n", 7, 1},
        {HEAD "msgid a\n", 7, 7},
        {HEAD "msgid \"a\n", 7, 9},
        {HEAD "msgid \"a\" x\n", 7, 10},
        {HEAD "msgid \"a\\x\"\n", 7, 9},
        {HEAD "msgid \"a\tb\"\n", 7, 9},
        {HEAD "msgid \"a\xff\"\n", 7, 9},
        {HEAD "msgstr \"a\"\n", 7, 1},
        {HEAD "\"a\"\n", 7, 1},
        {HEAD "msgid \"a\"\n# b\nmsgstr \"c\"\n", 8, 1},
        {HEAD "msgid \"a\"\nmsgstr[0] \"c\"\n", 8, 1},
        {HEAD "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[1] \"c\"\n", 9, 1},
        {HEAD "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"\n", 9, 1},
        {HEAD "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"\nmsgstr[1] \"\"\n", 10, 1},
        {HEAD "msgid \"a\"\nmsgstr \"{b}\"\n", 8, 0},
        {HEAD "msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\"\n", 10, 1},
        {HEAD "msgctxt \"a\"\nmsgid \"\"\nmsgstr \"b\"\n", 9, 1},
        {HEAD_OF("\"Language: de\\n\"\n\"X-Direction: up\\n\"\n"), 7, 0},
        {HEAD_OF("\"Language: de\\n\"\n\"X-Language-Name: \\n\"\n"), 7, 0},
        {HEAD HEAD, 12, 1},
        {"msgid \"\"\nmsgstr \"Language: de\\n\"\n", 2, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_i18n *i18n = NULL;
        apo_fault_list faults;
        apo_fault_list_init(&faults);
        assert_int_equal(apo_i18n_read(&i18n, apo_span_of(cases[i].text), &faults),
                         APO_E_SYNTAX);
        assert_null(i18n);
        if (faults.faults[0].line != cases[i].line ||
            faults.faults[0].column != cases[i].column)
            print_error("case %zu: %u:%u %s\n", i, faults.faults[0].line,
                        faults.faults[0].column, faults.faults[0].detail);
        assert_int_equal(faults.faults[0].line, cases[i].line);
        assert_int_equal(faults.faults[0].column, cases[i].column);
    }
}

static void check_rule(const char *text, const char *wanted)
{
    apo_plural plural;
    apo_error err = {.detail = ""};
    assert_int_equal(apo_plural_read(&plural, apo_span_of(text), &err), APO_OK);
    for (size_t n = 0; wanted[n] != '\0'; n++)
        assert_int_equal(apo_plural_form(&plural, (int64_t)n), wanted[n] - '0');
}

static void plural_rules_are_read(void **state)
{
    apo_plural plural;
    (void)state;
    check_rule("nplurals=1; plural=0;", "0000");
    check_rule("nplurals=2; plural=(n != 1);", "1011");
    check_rule("nplurals = 2 ; plural = n > 1", "0011");
    check_rule("nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
               "(n%100<10 || n%100>=20) ? 1 : 2);",
               "2011122222222222222220111222222");
    check_rule("nplurals=2; plural=!(n-1)*1+0/2;", "0100");
    assert_int_equal(
        apo_plural_read(&plural,
                        apo_span_of("nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : "
                                    "n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;"),
                        NULL),
        APO_OK);
    assert_int_equal(apo_plural_form(&plural, 103), 3);
    assert_int_equal(apo_plural_form(&plural, 1000003), 3);
    assert_int_equal(apo_plural_form(&plural, INT64_MIN), 3); /* ends in 08 */
    assert_int_equal(apo_plural_form(&plural, -2), 2);
    assert_int_equal(apo_plural_form(&plural, 100), 5);
}

static void faulty_rules_are_refused(void **state)
{
    static const struct {
        const char *text;
        apo_status status;
    } cases[] = {
        {"", APO_E_SYNTAX},
        {"nplurals=2;", APO_E_SYNTAX},
        {"nplurals=0; plural=0;", APO_E_RANGE},
        {"nplurals=7; plural=0;", APO_E_RANGE},
        {"nplurals=2; plural=n;", APO_E_RANGE},
        {"nplurals=2; plural=-1;", APO_E_SYNTAX},
        {"nplurals=2; plural=0-1;", APO_E_RANGE},
        {"nplurals=2; plural=(n;", APO_E_SYNTAX},
        {"nplurals=2; plural=n>1 ? 1;", APO_E_SYNTAX},
        {"nplurals=2; plural=m;", APO_E_SYNTAX},
        {"nplurals=2; plural=0; x", APO_E_SYNTAX},
        {"nplurals=2; plural=1/(n-7);", APO_E_RANGE},
        {"nplurals=2; plural=1%n;", APO_E_RANGE},
        {"nplurals=2; plural=99999999;", APO_E_RANGE},
        {"nplurals=2; plural=n>500;", APO_E_UNSUPPORTED},
        {"nplurals=2; plural=((((((((((((((((((((((((((((((((((((((0))))))))))))))",
         APO_E_TOO_LARGE},
        {"nplurals=2; plural=n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n?n",
         APO_E_TOO_LARGE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_plural plural = {.count = 77};
        apo_error err = {.detail = ""};
        apo_status status = apo_plural_read(&plural, apo_span_of(cases[i].text), &err);
        if (status != cases[i].status)
            print_error("case %zu: %s\n", i, err.detail);
        assert_int_equal(status, cases[i].status);
        assert_int_equal(plural.count, 77);
        assert_true(err.detail[0] != '\0');
    }
}

static void assert_said(const apo_i18n *i18n, const char *message, const char *wanted)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_tr_message(&out, i18n, apo_span_of(message));
    assert_true(apo_span_is(apo_buffer_span(&out), wanted));
    apo_buffer_clear(&out);
}

/* Many nested reasons: what is nested too deep, or is too long, stays in English, and nothing
 * is lost. */
static void long_messages_end(void **state)
{
    (void)state;
    char message[1200] = "";
    apo_i18n *i18n = read(HEAD "msgid \"%{one}; %{other}\"\nmsgstr \"%{one}; %{other}\"\n");
    for (size_t i = 0; i < 300; i++)
        memcpy(message + 3 * i, "a; ", 4);
    assert_said(i18n, message, message);
    apo_i18n_free(i18n);
}

static void messages_have_words_in_them(void **state)
{
    static const struct {
        const char *message, *said;
    } cases[] = {
        {"There is no game \"x\" here.", "Ein Spiel \"x\" gibt es nicht."},
        {"Not possible: it is empty.", "Geht nicht: es ist leer."},
        {"Not possible: no piece \"%s\".", "Geht nicht: keine Figur \"%s\"."},
        {"Not possible: something else.", "Geht nicht: something else."},
        {"the rook on e4 cannot go to f6", "auf e4 (Turm): nicht nach f6"},
        {"the Valkyrie on e4 cannot go to f6", "auf e4 (Valkyrie): nicht nach f6"},
        {"Not possible: the rook on e4 cannot go to f6.",
         "Geht nicht: auf e4 (Turm): nicht nach f6."},
        /* The text with the same beginning as the message is the outer one, even if another one
         * covers more of it. */
        {"move 3, Rf6: f6 is not a square, or has ceased to exist",
         "Zug 3, Rf6: f6 ist kein Feld"},
        {"it is empty; it is empty; the rook on a1 cannot go to b2",
         "es ist leer; es ist leer; auf a1 (Turm): nicht nach b2"},
        /* Somebody's own word in quotes is not said. */
        {"There is no game \"rook\" here.", "Ein Spiel \"rook\" gibt es nicht."},
        {"There is no game \"it is empty; rook\" here.",
         "Ein Spiel \"it is empty; rook\" gibt es nicht."},
        {"Not possible", "Not possible"},
        {"Not at all.", "Not at all."},
        {"", ""},
    };

    (void)state;
    apo_i18n *i18n = read(
        HEAD
        "msgid \"There is no game \\\"%s\\\" here.\"\nmsgstr \"Ein Spiel \\\"%s\\\" gibt es "
        "nicht.\"\n\n"
        "msgid \"Not possible: %s.\"\nmsgstr \"Geht nicht: %s.\"\n\n"
        "msgid \"it is empty\"\nmsgstr \"es ist leer\"\n\n"
        "msgid \"no piece \\\"%s\\\"\"\nmsgstr \"keine Figur \\\"%s\\\"\"\n\n"
        "msgid \"rook\"\nmsgstr \"Turm\"\n\n"
        "msgid \"%{one}; %{other}\"\nmsgstr \"%{one}; %{other}\"\n\n"
        "msgid \"move %{n}, %{move}: %{why}\"\nmsgstr \"Zug %{n}, %{move}: %{why}\"\n\n"
        "msgid \"%{at} is not a square, or has ceased to exist\"\n"
        "msgstr \"%{at} ist kein Feld\"\n\n"
        "msgid \"the %{piece} on %{at} cannot go to %{to}\"\n"
        "msgstr \"auf %{at} (%{piece}): nicht nach %{to}\"\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_said(i18n, cases[i].message, cases[i].said);
        assert_said(NULL, cases[i].message, cases[i].message);
    }
    apo_i18n_free(i18n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_found),
        cmocka_unit_test(what_is_not_translated_stays_english),
        cmocka_unit_test(the_head_names_the_language),
        cmocka_unit_test(numbers_have_forms),
        cmocka_unit_test(messages_have_words_in_them),
        cmocka_unit_test(long_messages_end),
        cmocka_unit_test(gaps_are_filled),
        cmocka_unit_test(days_are_said),
        cmocka_unit_test(local_times_are_said),
        cmocka_unit_test(scripts_get_their_texts),
        cmocka_unit_test(faults_have_their_place),
        cmocka_unit_test(plural_rules_are_read),
        cmocka_unit_test(faulty_rules_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
