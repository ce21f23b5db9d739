/* What engines send to XBoard: read, compiled, compared with our own games; and refused. */
#include "draft_help.h"

#include "definition/exchange/foreign.h"
#include "definition/exchange/xboard_read.h"
#include "definition/exchange/xboard_setup.h"

static apo_draft draft;
static apo_fault_list report;
static apo_error error;

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
#define CHESS "setup (PNBRQKpnbrqk) 8x8+0_fairy " START

static apo_status read_lines(const char *text)
{
    apo_fault_list_init(&report);
    memset(&error, 0, sizeof error);
    return apo_xboard_read(&draft, apo_span_of(text), NULL, &report, &error);
}

static void expect_read(const char *text)
{
    assert_int_equal(read_lines(text), APO_OK);
    for (size_t i = 0; i < report.count; i++)
        if (!report.faults[i].is_warning)
            fail_msg("%u: %s", report.faults[i].line, report.faults[i].detail);
}

static void expect_lost(const char *text, unsigned line, const char *words)
{
    assert_int_equal(read_lines(text), APO_OK);
    assert_true(draft.loss_count > 0);
    for (size_t i = 0; i < report.count; i++)
        if (report.faults[i].line == line && strstr(report.faults[i].detail, words))
            return;
    for (size_t i = 0; i < report.count; i++)
        print_error("%u: %s\n", report.faults[i].line, report.faults[i].detail);
    fail_msg("not reported at line %u: %s", line, words);
}

static void expect_count(const char *fen, unsigned depth, uint64_t count)
{
    apo_variant *var = help_compile_draft(&draft);
    assert_int_equal(help_count(var, fen, depth), count);
    apo_variant_free(var);
}

/* --- games that are read ------------------------------------------------- */

static void test_chess(void **state)
{
    static const char *const texts[] = {
        CHESS, "setup " START,
        "# a comment\nfeature done=1\n" CHESS
        "piece K& KisO2\npiece P& fmWfceFifmW2\nHint: e2e4\n",
        CHESS "piece N N\npiece n N\n" CHESS "piece N& D\n", /* the first game */
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        expect_read(texts[i]);
        expect_count("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 8902);
        expect_read(texts[i]);
        expect_count("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3,
                     97862);
        expect_read(texts[i]);
        expect_count("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3,
                     9467);
        assert_int_equal(draft.repetition_count, 3);
        assert_int_equal(draft.move_limit, 50);
    }
    assert_true(apo_xboard_read_is_likely(apo_span_of(texts[2])));
    assert_true(apo_xboard_read_is_likely(apo_span_of("piece K& K\n")));
    assert_false(apo_xboard_read_is_likely(apo_span_of("[setup]\nsetup x\n")));
}

static void test_others(void **state)
{
    (void)state;
    /* No right to castle; a table with pictures of other pieces; no bishop to promote to. */
    expect_read("setup (PN.RQKpn.rqk) 6x6+0_fairy rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1\n"
                "piece P& fmWfcF\n");
    assert_int_equal(draft.way_count, 0);
    assert_string_equal(draft.tiers[6], "NRQ");
    expect_read("setup (..CK..ck) 4x4+0_fairy c2k/4/4/K2C w - - 0 1\n");
    expect_read("setup (PNBRQKpnbrqk) 8x8+0_3check " START);
    assert_non_null(strstr(draft.sections, "[checks]\nwin = 3"));
    apo_variant_free(help_compile_draft(&draft));
    expect_read("setup (P..R.Kp..r.k) 3x3+0_fairy *rk/3/KR* w - - 0 1\n");
    assert_int_equal(draft.geometry.place[2], APO_PLACE_NONE);
    apo_variant_free(help_compile_draft(&draft));
}

/* Every built-in game that can be said in such lines comes back as the same game. */
static void test_there_and_back(void **state)
{
    unsigned read = 0;
    apo_buffer text;
    (void)state;
    apo_buffer_init(&text, NULL);
    for (unsigned i = 0; i < apo_definition_builtin_count(); i++) {
        apo_variant *var = NULL;
        apo_position pos;
        const char *id = apo_definition_builtin_id(i);
        apo_fault_list_init(&report);
        assert_int_equal(apo_draft_of_definition(&draft, apo_span_of(id),
                                                 apo_definition_builtin_text(i), NULL, NULL,
                                                 &report),
                         APO_OK);
        text.length = 0;
        apo_foreign_write(&text, APO_FOREIGN_XBOARD, &draft, &report);
        if (report.error_count > 0)
            continue;
        assert_int_equal(apo_definition_open(&var, apo_span_of(id), NULL, NULL), APO_OK);
        assert_int_equal(apo_position_start(&pos, var, 0, 1), APO_OK);
        uint64_t count = apo_perft(&pos, 3);
        apo_fault_list_init(&report);
        if (apo_xboard_read(&draft, apo_buffer_span(&text), NULL, &report, &error) != APO_OK ||
            report.error_count > 0)
            fail_msg("%s: %s", id, report.count > 0 ? report.faults[0].detail : error.detail);
        apo_variant *again = help_compile_draft(&draft);
        assert_int_equal(apo_position_start(&pos, again, 0, 1), APO_OK);
        if (apo_perft(&pos, 3) != count)
            fail_msg("%s is another game", id);
        apo_variant_free(again);
        apo_variant_free(var);
        read++;
    }
    apo_buffer_clear(&text);
    assert_in_range(read, 20, 60);
}

/* --- what is refused ----------------------------------------------------- */

static void test_lost(void **state)
{
    (void)state;
    expect_lost(CHESS "piece N N\n", 2, "for one side only");
    expect_lost(CHESS "piece N N\npiece n ND\n", 3, "alike for both sides");
    expect_lost(CHESS "piece +N& N\n", 2, "pieces have one letter here");
    expect_lost(CHESS "piece N& QX\n", 2, "these moves cannot be read: QX: ");
    /* The whole sentence of a diagram's reader. */
    expect_lost(CHESS "piece K& KilO2irO3\n", 2, "mirror image");
    expect_lost(CHESS "piece X& N\n", 2, "lacks the letter");
    expect_lost(CHESS "piece K& KilO2irO3\n", 2, "left and right are Black's own");
    expect_lost("setup (PNBRQKpnbrqk) 8x8+4_fairy " START, 1, "in hand are left out");
    expect_lost("setup (PNBRQ.CKpnbrq.ck) 8x8+0_fairy " START, 1, "how C moves is not said");
    expect_lost(
        "setup (PNBRQKpnbrqk) 8x8+0_fairy rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "
        "KQ - 0 1\n",
        1, "both sides may castle here, or none");
}

static void test_errors(void **state)
{
    static const struct {
        const char *text;
        apo_status status;
    } cases[] = {
        {"", APO_E_SYNTAX},
        {"piece K& K\n", APO_E_SYNTAX},
        {"setup\n", APO_E_SYNTAX},
        {"setup (PNBRQKpnbrq) 8x8+0_fairy " START, APO_E_SYNTAX},
        {"setup (PNBRQ.pnbrq.) 8x8+0_fairy " START, APO_E_SYNTAX},
        {"setup (PPKppk) 8x8+0_fairy " START, APO_E_SYNTAX},
        {"setup (PNBRQKpnbrqk) 8x8+0_fairy 8/8/8 w\n", APO_E_SYNTAX},
        {"setup (PNBRQKpnbrqk) 8x8+0_fairy 9/8/8/8/8/8/8/8 w\n", APO_E_SYNTAX},
        {"setup (PNBRQKpnbrqk) 8x8+0_fairy xnbqkbnr/8/8/8/8/8/8/8 w\n", APO_E_SYNTAX},
        {"setup (PNBRQKpnbrqk) 8x8+0_shogi " START, APO_E_UNSUPPORTED},
        {"setup (P+BRQKp+brqk) 8x8+0_fairy " START, APO_E_UNSUPPORTED},
    };

    static const struct {
        const char *text, *words;
    } reasons[] = {
        {"\nsetup (PNBRQKpcakqr) 8x8+0_fairy " START,
         "line 2: setup: both sides have the same"},
        {"setup () 8x8+0_fairy " START, "line 1: setup: the table of pieces is empty"},
        {"setup (P^S'KpK^s'k) 8x8+0_fairy " START, "promoted forms and signs in the table"},
        {"setup (PNBRQKpnbrqk) 8x8+0_shogi " START, "line 1: setup: XBoard's variant shogi"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (read_lines(cases[i].text) != cases[i].status)
            fail_msg("%s%s", cases[i].text, error.detail);
        assert_true(error.detail[0] != '\0');
    }
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        assert_int_equal(read_lines(reasons[i].text), APO_E_UNSUPPORTED);
        if (strstr(error.detail, reasons[i].words) == NULL)
            fail_msg("%s%s", reasons[i].text, error.detail);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chess),          cmocka_unit_test(test_others),
        cmocka_unit_test(test_there_and_back), cmocka_unit_test(test_lost),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
