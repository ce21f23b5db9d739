/* Interactive Diagrams with promoted forms, pieces in hand and several royal pieces: read, and
 * compared with the games they are. */
#include "draft_help.h"

#include "definition/exchange/interactive.h"

static const char *const shogi =
    "files=9\nranks=9\npromoZone=3\nmaxPromote=6\npromoOffset=8\nholdingsType=-1\n"
    "royal=8\nsymmetry=rotate\nfirstRank=1\nsatellite=shogi\n"
    "pawn:P:fW:pawn:a3-i3\nlance:L:fR:lance:a1,i1\nknight:N:fN:knight:b1,h1\n"
    "silver:S:FfW:silver:c1,g1\nbishop:B:B:bishop:b2\nrook:R:R:rook:h2\n"
    "gold:G:WfF:gold:d1,f1\nking:K:K:king:e1\n"
    "tokin:+P:WfF:gold:\npromoted lance:+L:WfF:gold:\npromoted knight:+N:WfF:gold:\n"
    "promoted silver:+S:WfF:gold:\nhorse:+B:BW:horse:\ndragon:+R:RF:dragon:\n";

static const char *const house =
    "royal=K\nholdingsType=-1\npawn:P:::a2-h2\nknight:N:::b1,g1\n"
    "bishop:B:::c1,f1\nrook:R:::a1,h1\nqueen:Q:::d1\nking:K:::e1\n";

static const char *const kings = "royal=K\npromoChoice=RBN\npawn:P:::a2-h2\nknight:N:::b1,g1\n"
                                 "bishop:B:::c1,f1\nrook:R:::a1,h1\nking:K:K::d1,e1\n";

static apo_draft draft;
static apo_fault_list report;

static apo_status read(const char *text, const char *more)
{
    static char all[4000];
    apo_error error;
    apo_text out = apo_text_start(all, sizeof all);
    apo_text_add(&out, text);
    apo_text_add(&out, more);
    apo_fault_list_init(&report);
    return apo_interactive_read(&draft, apo_text_span(&out), NULL, &report, &error);
}

/* Reads what loses nothing. */
static apo_variant *open_diagram(const char *text, const char *more)
{
    assert_int_equal(read(text, more), APO_OK);
    for (size_t i = 0; i < report.count; i++)
        if (!report.faults[i].is_warning)
            fail_msg("%s: %s", report.faults[i].key, report.faults[i].detail);
    return help_compile_draft(&draft);
}

static apo_variant *open_game(const char *id)
{
    apo_variant *var = NULL;
    assert_int_equal(apo_definition_open(&var, apo_span_of(id), NULL, NULL), APO_OK);
    return var;
}

static void expect_same(const apo_variant *one, const apo_variant *other, const char *fen,
                        unsigned depth)
{
    uint64_t expected = help_count(other, fen, depth);
    assert_true(expected > 0);
    assert_int_equal(help_count(one, fen, depth), expected);
}

static void expect_loss(const char *key, const char *words)
{
    for (size_t i = 0; i < report.count; i++)
        if (!report.faults[i].is_warning && strcmp(report.faults[i].key, key) == 0 &&
            strstr(report.faults[i].detail, words) != NULL)
            return;
    for (size_t i = 0; i < report.count; i++)
        print_error("%s: %s\n", report.faults[i].key, report.faults[i].detail);
    fail_msg("not lost: %s: %s", key, words);
}

/* The counts of the start are those of everybody's shogi. The other positions are free of what
 * shogi forbids and the diagram does not: second pawns, and pieces that are stuck. */
static void test_shogi(void **state)
{
    static const char *const start =
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1";
    static const char *const others[] = {
        "4k4/9/9/5S3/9/4+r4/9/3g5/4K4[RBg] w - - 0 1",
        "4k4/9/3S1B3/9/9/9/4b4/2r6/4K4[GSgs] w - - 0 1",
        "4k4/1+B7/9/6s2/9/9/3+S5/2r6/4K4[G] b - - 0 1",
    };
    (void)state;
    apo_variant *var = open_diagram(shogi, ""), *ours = open_game("shogi");
    assert_int_equal(help_count(var, start, 1), 30);
    assert_int_equal(help_count(var, start, 2), 900);
    assert_int_equal(help_count(var, start, 3), 25470);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        expect_same(var, ours, others[i], 2);
    apo_variant_free(open_diagram(shogi, "royal=9\nextinction=0\n")); /* tokins are royal */
    /* A pawn may stay a pawn on the last rank, and be dropped there and on a file with another.
     */
    assert_int_equal(help_count(var, "k8/4P4/9/9/9/9/9/9/K8[] w - - 0 1", 1), 3 + 2);
    assert_int_equal(help_count(var, "k8/9/9/9/9/9/9/9/K8[P] w - - 0 1", 1), 3 + 79);
    apo_variant_free(ours);
    apo_variant_free(var);
}

/* Without hands a piece promotes by a move into the zone, or by a capture from inside. */
static void test_zone_without_hands(void **state)
{
    static const char *const small =
        "files=6\nranks=6\nroyal=2\npromoZone=2\nmaxPromote=1\npromoOffset=2\nholdingsType=0\n"
        "rook:R:R::a1\nking:K:K::d1\ndragon:D:RF::c4\n";
    (void)state;
    apo_variant *var = open_diagram(small, "");
    /* Into the zone: two moves on the file, each with and without promotion. */
    assert_int_equal(help_count(var, "5k/6/6/R5/6/5K w - - 0 1", 1), 3 + 3 + 2 * 2 + 5 - 0);
    /* From inside: only the capture promotes. */
    assert_int_equal(help_count(var, "5k/Rr4/6/6/6/5K w - - 0 1", 1), 3 + 2 + 1 + 4);
    apo_variant_free(var);
}

static void test_hands(void **state)
{
    (void)state;
    apo_variant *var = open_diagram(house, ""), *ours = open_game("chessgi");
    expect_same(var, ours, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", 3);
    expect_same(var, ours, "r1b1kbnr/ppp2ppp/8/8/8/8/PPP2PPP/R1B1KBNR[QNqn] w KQkq - 0 1", 2);
    /* What a pawn has become stays that in hand. */
    expect_same(var, ours, "Q3k3/r7/8/8/8/8/8/4K3[] b - - 0 1", 3);
    apo_variant_free(var);
    assert_int_equal(
        read("royal=K\nholdingsType=-1\nmaxPromote=0\nrook:R:R::a1:2,1\n", "king:K:K::e1\n"),
        APO_OK);
    assert_string_equal(draft.hands, "promoted = stays\nwhite-start = RR\nblack-start = R\n");
    apo_variant_free(ours);
}

static void test_royal_pieces(void **state)
{
    static const char *const fen = "rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1";
    static const char *const one_left = "3k4/8/8/8/8/8/3r4/3KK3 w - - 0 1";
    (void)state;
    apo_variant *ours = open_game("two-kings");
    apo_variant *var = open_diagram(kings, ""); /* spare kings may be lost */
    expect_same(var, ours, fen, 3);
    expect_same(var, ours, one_left, 2);
    apo_variant_free(var);
    var = open_diagram(kings, "extinction=0\n"); /* no king may */
    assert_true(help_count(var, one_left, 1) < help_count(ours, one_left, 1));
    apo_variant_free(var);
    /* Two types: both are royal, and the one with a single piece castles. */
    apo_variant *coregal = open_game("coregal");
    var = open_diagram(
        "royal=K\nroyal=Q\nroyal=6\nextinction=0\npawn:P:::a2-h2\nknight:N:::b1,g1\n"
        "bishop:B:::c1,f1\nrook:R:::a1,h1\nqueen:Q:::d1\nking:K:::e1\n",
        "promoChoice=NRB\n");
    assert_int_equal(draft.way_count, 2);
    /* In Coregal Chess only the last queen is royal, which here is the only one. */
    expect_same(var, coregal, "r3kbnr/pppqpppp/8/8/8/4Q3/PPPP1PPP/R3KBNR w KQkq - 0 1", 2);
    apo_variant_free(var);
    apo_variant_free(coregal);
    apo_variant_free(ours);
}

static void test_losses(void **state)
{
    static const struct {
        const char *text, *more, *key, *words;
    } cases[] = {
        {shogi, "holdingsType=-2\n", "holdingsType", "turn back here"},
        {shogi, "promoZone=12\n", "promoZone", "whole ranks"},
        {shogi, "maxPromote=7\n", "gold", "the form of another piece"},
        {shogi, "maxPromote=9\n", "pawn", "promotes in turn"},
        {shogi, "promoOffset=20\n", "pawn", "is missing"},
        {house, "promoChoice=*Q\n", "holdingsType", "only one of both here"},
        {kings, "extinction=1\n", "royal", "by one side only"},
        {kings, "royal=R\n", "royal", "several types"},
        {kings, "royal=12\n", "royal", "\"12\""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(read(cases[i].text, cases[i].more), APO_OK);
        expect_loss(cases[i].key, cases[i].words);
    }
}

/* Forms need no letters of their own. */
static void test_many_types(void **state)
{
    static char text[2000];
    apo_text out = apo_text_start(text, sizeof text);
    (void)state;
    apo_text_add(&out, "promoZone=3\nmaxPromote=20\npromoOffset=26\nroyal=26\n");
    for (unsigned i = 0; i < 46; i++) {
        apo_text_add(&out, "type");
        apo_text_add_number(&out, i);
        apo_text_add(&out, "::W::");
        apo_text_add_char(&out, (char)('a' + i % 8));
        apo_text_add_number(&out, i < 24 ? 1 + i / 8 : i == 25 ? 4 : 9);
        apo_text_add_char(&out, '\n');
    }
    assert_int_equal(read(text, ""), APO_OK);
    assert_int_equal(draft.type_count, 46);
    assert_true(draft.types[45].is_form);
    assert_int_equal(draft.types[45].letter, draft.types[19].letter);
    assert_int_equal(read(text, "more::W::a4\n"), APO_E_UNSUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shogi),  cmocka_unit_test(test_zone_without_hands),
        cmocka_unit_test(test_hands),  cmocka_unit_test(test_royal_pieces),
        cmocka_unit_test(test_losses), cmocka_unit_test(test_many_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
