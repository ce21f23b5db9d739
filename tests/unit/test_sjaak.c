/* Variant files of Sjaak II: read, compiled, compared with our own games; and refused. */
#include "draft_help.h"

#include "definition/exchange/sjaak.h"

static apo_draft draft;
static apo_fault_list report;
static apo_error error;

/* Chess, parts of which the cases replace. */
#define BOARD     "Variant: Test game (8x8) # a comment\nBoard: 8x8\n"
#define CHESS_FEN "FEN: \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\"\n"
#define ZONES                                  \
    "Zone: last = a8,b8,c8, d8,e8,f8,g8,h8\n"  \
    "Zone: first = a1,b1,c1,d1,e1,f1,g1,h1\n"  \
    "Zone: second = a2,b2,c2,d2,e2,f2,g2,h2\n" \
    "Zone: seventh = a7,b7,c7,d7,e7,f7,g7,h7\n"
#define OFFICERS                                                              \
    "Piece: Horse\nMove: leap (2,1)\nSymbol: \"N\", \"N,n\"\nValue: 300\n"    \
    "Piece: Bishop\nMove: slide (D,A)\nSymbol: \"B\", \"B,b\"\n"              \
    "Piece: Rook\nMove: slide (H)\nMove: slide (V)\nSymbol: \"R\", \"R,r\"\n" \
    "Piece: Queen\nMove: slide (D,A,H,V)\nSymbol: \"Q\", \"Q,q\"\n"
#define KING "Piece: King\nMove: leap (0,1)|(1,1)\nSymbol: \"K\", \"K,k\"\nFlags: royal\n"
#define CASTLING                                                 \
    "Castle: white e1-g1 with h1\nCastle: white e1-c1 with a1\n" \
    "Castle: black e8-g8 with h8\nCastle: black e8-c8 with a8\n"
#define PAWN_MOVES                                                             \
    "Piece: Pawn\nMove: step N\nCapture: step NE,NW\nSymbol: \" \", \"P,p\"\n" \
    "Flags: set_ep,take_ep\n"
#define PAWN  PAWN_MOVES "Special: second, seventh, step 2N\nPromotion: last, first, \"QRBN\"\n"
#define CHESS BOARD CHESS_FEN ZONES OFFICERS KING CASTLING PAWN

static apo_status read_named(const char *text, const char *variant)
{
    apo_fault_list_init(&report);
    memset(&error, 0, sizeof error);
    return apo_sjaak_read(&draft, apo_span_of(text), apo_span_of(variant), NULL, &report,
                          &error);
}

static void expect_read(const char *text)
{
    assert_int_equal(read_named(text, ""), APO_OK);
    for (size_t i = 0; i < report.count; i++)
        fail_msg("%u: %s: %s", report.faults[i].line, report.faults[i].key,
                 report.faults[i].detail);
}

static void expect_lost(const char *text, unsigned line, const char *words)
{
    assert_int_equal(read_named(text, ""), APO_OK);
    for (size_t i = 0; i < report.count; i++)
        if (report.faults[i].line == line && strstr(report.faults[i].detail, words))
            return;
    for (size_t i = 0; i < report.count; i++)
        print_error("%u: %s: %s\n", report.faults[i].line, report.faults[i].key,
                    report.faults[i].detail);
    fail_msg("not reported at line %u: %s", line, words);
}

/* The game that has been read is the same as a built-in one, from these positions. */
static void expect_same(const char *id, const char *const *fens, size_t fen_count,
                        unsigned depth)
{
    apo_variant *read = help_compile_draft(&draft), *built_in = NULL;
    assert_int_equal(apo_definition_open(&built_in, apo_span_of(id), NULL, NULL), APO_OK);
    for (size_t i = 0; i < fen_count; i++)
        assert_int_equal(help_count(read, fens[i], depth),
                         help_count(built_in, fens[i], depth));
    apo_variant_free(built_in);
    apo_variant_free(read);
}

static const char *const chess_fens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
};

/* --- games that are read ------------------------------------------------- */

static void test_chess(void **state)
{
    (void)state;
    expect_read(CHESS);
    assert_string_equal(draft.name, "Test game (8x8)");
    assert_int_equal(draft.way_count, 2);
    expect_same("chess", chess_fens, sizeof chess_fens / sizeof chess_fens[0], 3);
    /* The pawn's first move, by what it is and not by its rank. */
    expect_read(BOARD CHESS_FEN ZONES OFFICERS KING CASTLING PAWN_MOVES
                "Initial: step 2N\nPromotion: last, first, \"QRBN\"\n");
    expect_same("chess", chess_fens, sizeof chess_fens / sizeof chess_fens[0], 3);
}

static void test_endings(void **state)
{
    static const char *const all[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"};
    (void)state;
    expect_read(CHESS "Rule: check3 = win\nRule: stalemate = win\nRule: movecountdraw = 40\n"
                      "Rule: repeat4 = draw\n");
    expect_same("three-check", all, 1, 3);
    assert_string_equal(draft.stalemate, "loss");
    assert_int_equal(draft.move_limit, 40);
    assert_int_equal(draft.repetition_count, 4);
    expect_read(CHESS "Rule: repeat0 = draw\nRule: movecountdraw = 0\n");
    assert_int_equal(draft.repetition_count, 0);
    assert_int_equal(draft.move_limit, 0);
    expect_read(BOARD CHESS_FEN ZONES OFFICERS "Piece: King\nMove: leap (0,1)|(1,1)\n"
                                               "Symbol: \"K\", \"K,k\"\n" PAWN
                                               "Rule: forced capture\nRule: nopieces = win\n");
    assert_non_null(strstr(draft.sections, "[must-capture]"));
    assert_non_null(strstr(draft.sections, "[extinction]\nall = yes\nresult = win"));
    apo_variant_free(help_compile_draft(&draft));
    expect_read(CHESS "WhiteFlag: e1\nBlackFlag: e8\nRule: captureanyflag = win\n");
    assert_non_null(strstr(draft.sections, "white-squares = e8\nblack-squares = e1"));
    apo_variant_free(help_compile_draft(&draft));
}

/* Promotion on some squares of a rank, and on others not; counts of Sjaak II. */
static void test_promotion_squares(void **state)
{
    static const char text[] =
        BOARD "FEN: \"4k3/P1P5/8/8/8/8/5pp1/4K3 w - -\"\n"
              "Zone: far = a8,b8,h8\nZone: near = g1,h1,a1\n" KING
              "Piece: Rook\nMove: slide (H,V)\nSymbol: \"R\", \"R,r\"\n"
              "Piece: Pawn\nMove: step N\nCapture: step NE,NW\nSymbol: \" \", \"P,p\"\n"
              "Promotion: far, near, \"R\"\n";
    (void)state;
    expect_read(text);
    apo_variant *var = help_compile_draft(&draft);
    assert_int_equal(help_count(var, "4k3/P1P5/8/8/8/8/5pp1/4K3 w - - 0 1", 1), 4);
    assert_int_equal(help_count(var, "4k3/P1P5/8/8/8/8/5pp1/4K3 w - - 0 1", 3), 177);
    apo_variant_free(var);
}

/* Small shogi: hands, promoted forms, one pawn a file. */
#define MINISHOGI                                                                        \
    "Variant: Small\nBoard: 5x5\nFEN: \"rbsgk/4p/5/P4/KGSBR[-] w 0 1\"\n"                \
    "Zone: top = a5,b5,c5,d5,e5\nZone: bottom = a1,b1,c1,d1,e1\n"                        \
    "Piece: King\nMove: leap (0,1)|(1,1)\nSymbol: \"K\", \"K,k\"\nFlags: royal\n"        \
    "Piece: Gold\nMove: aleap (1,0)|(-1,0)|(0,1)|(0,-1)|(1,1)|(-1,1)\n"                  \
    "Symbol: \"G\", \"G,g\"\n"                                                           \
    "Piece: Silver\nMove: aleap (0,1)|(1,1)|(1,-1)|(-1,-1)|(-1,1)\n"                     \
    "Symbol: \"S\", \"S,s\"\nPromotion: top, bottom, \"+\"\n"                            \
    "Piece: Promoted silver\nMove: aleap (1,0)|(-1,0)|(0,1)|(0,-1)|(1,1)|(-1,1)\n"       \
    "Symbol: \"+S\", \"+S,+s\"\n"                                                        \
    "Piece: Bishop\nMove: slide (A,D)\nSymbol: \"B\", \"B,b\"\n"                         \
    "Promotion: top, bottom, \"+\"\n"                                                    \
    "Piece: Horse\nMove: slide (A,D)\nMove: leap (0,1)\nSymbol: \"+B\", \"+B,+b\"\n"     \
    "Piece: Rook\nMove: slide (H,V)\nSymbol: \"R\", \"R,r\"\n"                           \
    "Promotion: top, bottom, \"+\"\n"                                                    \
    "Piece: Dragon\nMove: slide (H,V)\nMove: leap (1,1)\nSymbol: \"+R\", \"+R,+r\"\n"    \
    "Piece: Pawn\nMove: step N\nSymbol: \"P\", \"P,p\"\nPromotion: top, bottom, \"+\"\n" \
    "Flags: drop_no_mate, drop_one_file\n"                                               \
    "Piece: Tokin\nMove: aleap (1,0)|(-1,0)|(0,1)|(0,-1)|(1,1)|(-1,1)\n"                 \
    "Symbol: \"+P\", \"+P,+p\"\n"                                                        \
    "Rule: keep capture, allow drops\n"

static void test_hands(void **state)
{
    static const char *const fens[] = {"rbsgk/4p/5/P4/KGSBR[] w - - 0 1",
                                       "2sgk/4p/1r3/P2b1/KGS1R[Bp] w - - 0 1",
                                       "2+Pgk/4s/1r1b1/5/K1+s1R[GBSs] b - - 0 1"};
    (void)state;
    expect_read(MINISHOGI);
    assert_non_null(strstr(draft.hands, "mate-loses = P"));
    assert_non_null(strstr(draft.hands, "one-a-file = P"));
    assert_non_null(strstr(draft.forms, "from-rank = 5"));
    expect_same("minishogi", fens, sizeof fens / sizeof fens[0], 3);
    /* Lossy: perpetual check is judged otherwise. */
    expect_lost(MINISHOGI "Rule: perpetual4 = loss\n", 45, "here check is perpetual if");
}

/* Every kind of move against notation. */
static void test_moves(void **state)
{
    static const struct {
        const char *lines, *notation;
    } cases[] = {
        {"Move: leap (1,2)|(0,2)\n", "ND"},
        {"Move: leap (3, 1)\n", "C"},
        {"Move: leap ((1,0)+(1,1))&(2,1)\n", "nN"},
        {"Move: leap (1,1)+(1,1)&(2,2)\n", "nA"},
        {"Move: ride (2,1)\n", "NN"},
        {"Move: ride (0,2)|(2,2)\n", "DDAA"},
        {"Move: slide (H,V)\nCapture: hop (H,V)\n", "mRcpR"},
        {"Move: slide (V,D,A)\nMove: step W,E\n", "BvRsW"},
        {"Move: step 2NE,2NW,S\n", "fF2bW"},
        {"Move: step 10N\nCapture: none\n", "fmR"},
        {"Move: aleap (1,2)|(-1,2)|(0,-1)\n", "ffNbW"},
        {"Move: step N\nCapture: leap (1,0)\n", "fmWcW"},
    };

    char text[1024];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(text, sizeof text, "%s%sPiece: Test\nSymbol: \"T\", \"T,t\"\n%s",
                 BOARD "FEN: \"4k3/8/2t5/8/3T4/8/8/4K3 w\"\n", KING, cases[i].lines);
        expect_read(text);
        apo_variant *read = help_compile_draft(&draft);
        strcpy(draft.types[1].moves, cases[i].notation);
        apo_variant *expected = help_compile_draft(&draft);
        const char *fen = "4k3/8/2t5/1T6/3T4/2t5/8/4K3 w - - 0 1";
        if (help_count(read, fen, 3) != help_count(expected, fen, 3))
            fail_msg("not %s: %s", cases[i].notation, cases[i].lines);
        apo_variant_free(read);
        apo_variant_free(expected);
    }
}

/* Two royal pieces, one for each side; a palace; kings that may not see each other. */
static void test_pieces(void **state)
{
    (void)state;
    expect_read(BOARD "FEN: \"4k3/8/8/8/8/8/8/3M4 w\"\n" KING
                      "Piece: Maharaja\nMove: slide (D,A,H,V)\nMove: leap (2,1)\n"
                      "Symbol: \"M\", \"M,m\"\nFlags: royal\n");
    assert_non_null(strstr(draft.sections, "[royals]\npieces = M"));
    apo_variant_free(help_compile_draft(&draft));
    expect_read(BOARD "FEN: \"4k3/8/8/8/8/8/8/3K4 w\"\nZone: low = d1,e1,d2,e2\n"
                      "Zone: high = d8,e8,d7,e7\n" KING "Prison: low, high\nRule: taboo\n"
                      "Piece: Stone\nMove: none\nSymbol: \"S\", \"S,s\"\n");
    apo_variant *var = help_compile_draft(&draft);
    assert_int_equal(help_count(var, "4k3/8/8/s7/S7/8/8/3K4 w - - 0 1", 1), 1);
    assert_int_equal(help_count(var, "4k3/8/8/s7/S7/8/3K4/8 b - - 0 1", 1), 1);
    apo_variant_free(var);
}

/* --- which variant ------------------------------------------------------- */

static void test_names(void **state)
{
    static const char two[] = "# File\n\n" BOARD "FEN: \"4k3/8/8/8/8/8/8/3K4 w\"\n" KING
                              "Variant: Test\nBoard: 7x6\nFEN: \"4k2/7/7/7/7/3K3 w\"\n" KING;
    (void)state;
    assert_int_equal(read_named(two, ""), APO_OK);
    assert_int_equal(draft.geometry.files, 8);
    assert_int_equal(read_named(two, "game"), APO_OK);
    assert_int_equal(draft.geometry.files, 8);
    assert_int_equal(read_named(two, "Test"), APO_OK); /* just this name */
    assert_int_equal(draft.geometry.files, 7);
    assert_int_equal(read_named(two, "Nobody"), APO_E_UNKNOWN);
    assert_true(apo_sjaak_is_likely(apo_span_of(two)));
    assert_false(apo_sjaak_is_likely(apo_span_of("# Variant: no\n[chess]\n")));
}

/* --- what is refused ----------------------------------------------------- */

static void test_refused(void **state)
{
    static const struct {
        const char *more, *words;
    } cases[] = {
        /* after chess, in line 33 */
        {"Rule: allow pickup\n", "allow pickup has no rule here"},
        {"Rule: repeat3 = loss\n", "this result of repeat3"},
        {"Rule: checkmate = draw\n", "this result of checkmate"},
        {"Rule: keep capture\n", "never dropped"},
        {"Rule: bare rule\n", "without \"loneking = loss\""},
        {"Flags: iron\n", "iron has no rule here"},
        {"Drop zone: first, last\n", "Drop zone is not understood"},
        {"Move: jump (1,2)\n", "jump is no kind of move"},
        {"Move: leap (1,2)|(0,\n", "leaps are written as"},
        {"Move: leap (1,0)+(1,0)\n", "two leaps in one move"},
        {"Move: leap (1,0)+(1,1) & (1,2)\n", "two leaps in one move"},
        {"Capture: slide (X)\n", "axes are written as"},
        {"Capture: step S\n", "only one line of steps"},
        {"Zone: here = i1\n", "there is no square i1"},
        {"Zone: here\n", "a zone has a name"},
        {"Prison: first, nowhere\n", "there is no zone nowhere"},
        {"Castle: white e1-g1,f1 with h1\n", "wherever the king goes"},
        {"Castle: grey e1-g1 with h1\n", "it is written as"},
        {"Promotion: seventh, second, \"K\"\n", "one thing here and another there"},
        {"Max: many\n", "one number or two"},
        {"nonsense\n", "nonsense is not understood"},
        {"Piece: Two\nSymbol: \"Z\", \"Z,x\"\n", "are no letter"},
        {"Piece: Two\nSymbol: \"N\", \"N,n\"\n", "another piece has the symbol"},
        {"Piece: Two\nMove: aleap (1,2)\nSymbol: \"Z\", \"Z,z\"\n", "mirrored for Black"},
    };

    char text[4096];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool is_found = false;
        snprintf(text, sizeof text, "%s%s", CHESS, cases[i].more);
        assert_int_equal(read_named(text, ""), APO_OK);
        for (size_t k = 0; k < report.count; k++)
            is_found = is_found || (report.faults[k].line >= 31 &&
                                    strstr(report.faults[k].detail, cases[i].words));
        if (!is_found)
            fail_msg("not refused: %s%u: %s", cases[i].more, report.faults[0].line,
                     report.count > 0 ? report.faults[0].detail : "");
        assert_true(draft.loss_count > 0);
    }
    /* Sjaak would take the zone whose name comes first. */
    expect_lost(BOARD "FEN: \"4k3/8/8/8/8/8/8/3K4 w\"\nZone: r1 = a1\nZone: r10 = a8\n" KING
                      "Prison: r10, r1\n",
                10, "Sjaak takes the zone r1");
    expect_lost(BOARD "FEN: \"4k3/8/8/8/8/8/8/2KK4 w\"\n" KING, 7, "several royal pieces");
}

static void test_errors(void **state)
{
    static const char *const texts[] = {
        "Variant: x\n",
        "Variant: x\nBoard: 1x8\n",
        "Variant: x\nBoard: 17x8\n",
        "Variant: x\nBoard: 8\n",
        "Variant: x\nVariant: y\nBoard: 8x8\n",
        BOARD KING,
        BOARD "FEN: \"4k3/8/8/8/8/8/8/3X4 w\"\n" KING,
        BOARD "FEN: \"4k3/8/8/8/8/8/8/8K w\"\n" KING,
        BOARD "FEN: \"4k3/8/8/8/8/8/8/8/3K4 w\"\n" KING,
        BOARD "FEN: \"4k3/8/8/8/8/8/8/3K4 w\"\nExclude: d1\n" KING,
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_int_equal(read_named(texts[i], ""), APO_E_SYNTAX);
        assert_true(error.detail[0] != '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chess),   cmocka_unit_test(test_promotion_squares),
        cmocka_unit_test(test_endings), cmocka_unit_test(test_hands),
        cmocka_unit_test(test_moves),   cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_names),   cmocka_unit_test(test_refused),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
