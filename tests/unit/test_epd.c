#include "notation_help.h"

#include "notation/epd.h"

static apo_position pos;

static void read_line(apo_epd *out, const apo_variant *var, const char *line)
{
    apo_error err = {.status = APO_OK};
    apo_status status = apo_epd_read(&pos, out, var, apo_span_of(line), &err);
    if (status != APO_OK)
        fail_msg("%s: %s", line, err.detail);
}

static const struct {
    const char *line, *written;
} rows[] = {
    {"8/8/8/8/8/8/P7/K1k5 w - - bm a4; id \"x; y\";", NULL},
    {"8/8/8/8/8/8/P7/K1k5 w - -", NULL},
    {"8/8/8/8/8/8/P7/K1k5 w - - hmvc 3; fmvn 9; am a3 a4; draw_offer;", NULL},
    {"8/8/8/8/8/8/P7/K1k5 w - - 3 9 bm a4;",
     "8/8/8/8/8/8/P7/K1k5 w - - hmvc 3; fmvn 9; bm a4;"},
    {"8/8/8/8/8/8/P7/K1k5 w - - -- - - 3 9 ;; bm  a4",
     "8/8/8/8/8/8/P7/K1k5 w - - hmvc 3; fmvn 9; bm a4;"},
};

static void test_lines(void **state)
{
    static apo_epd epd;
    apo_variant *var = help_chess();
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        apo_buffer out;
        read_line(&epd, var, rows[i].line);
        apo_buffer_init(&out, NULL);
        assert_int_equal(apo_epd_write(&out, &pos, &epd), APO_OK);
        apo_buffer_add_char(&out, '\0');
        assert_string_equal(out.bytes, rows[i].written ? rows[i].written : rows[i].line);
        apo_buffer_clear(&out);
    }
    apo_variant_free(var);
}

/* A FEN with one field more, for checks given, is kept whole. */
static void test_more_fields(void **state)
{
    static const char line[] = "7k/8/8/8/8/8/8/1QK5 w - - 3+2 4 9 bm Qb8+;";
    static apo_epd epd;
    apo_variant *var = help_open("three-check");
    apo_buffer out;
    (void)state;
    read_line(&epd, var, line);
    apo_buffer_init(&out, NULL);
    assert_int_equal(apo_epd_write(&out, &pos, &epd), APO_OK);
    assert_true(apo_span_is(apo_buffer_span(&out), line));
    apo_buffer_clear(&out);
    apo_variant_free(var);
}

static void test_operands(void **state)
{
    static apo_epd epd;
    apo_variant *var = help_chess();
    apo_error err;
    apo_move mv;
    (void)state;
    read_line(&epd, var, "8/8/8/8/8/8/P7/K1k5 w - - bm a4 a2a3 Kb9; id \"one; two\"; c0 \"\";");
    assert_true(apo_span_is(apo_epd_operand(&epd, "id"), "one; two"));
    assert_int_equal(apo_epd_operand(&epd, "c0").length, 0);
    assert_null(apo_epd_operand(&epd, "am").text);
    apo_span moves = apo_epd_operand(&epd, "bm");
    assert_true(apo_epd_next_move(&mv, &pos, &moves, &err));
    assert_true(apo_epd_next_move(&mv, &pos, &moves, &err));
    assert_false(apo_epd_next_move(&mv, &pos, &moves, &err));
    assert_int_not_equal(err.status, APO_OK);
    assert_false(apo_epd_next_move(&mv, &pos, &moves, &err));
    assert_int_equal(err.status, APO_OK);
    apo_variant_free(var);
}

static void test_faults(void **state)
{
    static const struct {
        const char *line;
        size_t at;
        const char *words;
    } faults[] = {
        {"", 0, ""},
        {"8/8/8/8/8/8/P7/K1k5 w - - 1st x;", 26, "expected an operation"},
        {"8/8/8/8/8/8/P7/K1k5 w - - bm a4; bm a3;", 33, "twice"},
        {"8/8/8/8/8/8/P7/K1k5 w - - hmvc x;", 26, "digit"},
        {"8/8/8/8/8/8/P7/K1k5 w - - id \"x;", 32, "not closed"},
        {"8/8/8/8/8/8/P7/K1x5 w - - bm a4;", 17, "\"x\" is not"},
    };

    static apo_epd epd;
    apo_variant *var = help_chess();
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        apo_error err = {.status = APO_OK};
        assert_int_not_equal(apo_epd_read(&pos, &epd, var, apo_span_of(faults[i].line), &err),
                             APO_OK);
        assert_int_equal(err.position, faults[i].at);
        assert_non_null(strstr(err.detail, faults[i].words));
    }
    apo_variant_free(var);
}

/* What would be read back differently is not written. */
static void test_unwritable(void **state)
{
    static const struct {
        const char *name, *operands;
    } bad[] = {{"bm", "a4; am a3"}, {"id", "\"x"}, {"c0", "x\ny"}, {"1", ""},
               {"c0", " x"},        {"", "x"},     {"id", "x "}};

    static apo_epd epd;
    apo_variant *var = help_chess();
    apo_buffer out;
    (void)state;
    apo_buffer_init(&out, NULL);
    read_line(&epd, var, "8/8/8/8/8/8/P7/K1k5 w - - id \"a\"; bm a4;");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        epd.operations[1] =
            (apo_epd_operation){apo_span_of(bad[i].name), apo_span_of(bad[i].operands)};
        assert_int_equal(apo_epd_write(&out, &pos, &epd), APO_E_SYNTAX);
    }
    epd.operations[1] = epd.operations[0];
    assert_int_equal(apo_epd_write(&out, &pos, &epd), APO_E_SYNTAX);
    epd.count = APO_EPD_OPERATIONS_MAX + 1;
    assert_int_equal(apo_epd_write(&out, &pos, &epd), APO_E_TOO_LARGE);
    out.length = 0;
    assert_int_equal(apo_epd_write(&out, &pos, NULL), APO_OK);
    assert_true(apo_span_is(apo_buffer_span(&out), "8/8/8/8/8/8/P7/K1k5 w - -"));
    apo_buffer_clear(&out);
    apo_variant_free(var);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),      cmocka_unit_test(test_more_fields),
        cmocka_unit_test(test_operands),   cmocka_unit_test(test_faults),
        cmocka_unit_test(test_unwritable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
