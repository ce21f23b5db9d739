/* Sections of variants.ini: what is read is the game that Fairy-Stockfish plays, or refused. */
#include "draft_help.h"

#include "definition/exchange/fairy_ini.h"
#include "definition/exchange/foreign.h"
#include "rules/kernel/perft.h"

static apo_draft draft;
static apo_fault_list report;
static apo_error error;

static apo_status read_ini(const char *text, const char *section)
{
    apo_fault_list_init(&report);
    memset(&error, 0, sizeof error);
    return apo_fairy_ini_read(&draft, apo_span_of(text), apo_span_of(section), NULL, &report,
                              &error);
}

static uint64_t perft_of(const apo_variant *var, unsigned depth)
{
    static apo_position pos;
    assert_int_equal(apo_position_start(&pos, var, 0, 1), APO_OK);
    return apo_perft(&pos, depth);
}

/* Reads a section that is understood in full; its count of moves. */
static uint64_t count_section(const char *text, unsigned depth)
{
    if (read_ini(text, "") != APO_OK)
        fail_msg("%s: %s", text, error.detail);
    for (size_t i = 0; i < report.count; i++)
        if (!report.faults[i].is_warning)
            fail_msg("%s\n%s: %s", text, report.faults[i].key, report.faults[i].detail);
    apo_variant *var = help_compile_draft(&draft);
    uint64_t count = perft_of(var, depth);
    apo_variant_free(var);
    return count;
}

static void expect_loss(const char *text, const char *key, const char *words)
{
    if (read_ini(text, "") != APO_OK)
        fail_msg("%s: %s", text, error.detail);
    for (size_t i = 0; i < report.count; i++)
        if (!report.faults[i].is_warning && strcmp(report.faults[i].key, key) == 0 &&
            strstr(report.faults[i].detail, words) != NULL)
            return;
    for (size_t i = 0; i < report.count; i++)
        print_error("%s: %s\n", report.faults[i].key, report.faults[i].detail);
    fail_msg("%snot lost: %s: %s", text, key, words);
}

/* The line of the first loss of a key. */
static uint32_t line_of(const char *text, const char *key)
{
    assert_int_equal(read_ini(text, ""), APO_OK);
    for (size_t i = 0; i < report.count; i++)
        if (!report.faults[i].is_warning && strcmp(report.faults[i].key, key) == 0)
            return report.faults[i].line;
    fail_msg("not lost: %s", key);
    return 0;
}

/* What comes from a base is lost at the heading that names the base. */
static void test_lines_of_bases(void **state)
{
    static const char two[] = "# a comment\n[x:y]\nstalemateValue = loss\n"
                              "[y:atomic]\npieceDrops = true\ncapturesToHand = true\n";
    (void)state;
    assert_int_equal(line_of(two, "blastOnCapture"), 4);
    expect_loss(two, "blastOnCapture", "joins no hand here (from the base atomic)");
    assert_int_equal(line_of("[x:chess]\noppositeCastling = true\n", "oppositeCastling"), 2);
    assert_int_not_equal(read_ini("[x:chess]\nmaxFile = 8\nmaxRank = 1\n", ""), APO_OK);
    assert_non_null(strstr(error.detail, "line 3: maxRank: a board has at least 2"));
    assert_int_not_equal(read_ini("[x:chess]\nstartFen = 8/8/8~\n", ""), APO_OK);
    assert_non_null(strstr(error.detail, "line 2: startFen: "));
    assert_int_not_equal(read_ini("[x:chess]\nmaxRank = 7\n", ""), APO_OK);
    assert_non_null(strstr(error.detail, "line 1: startFen: the board does not fit"));
}

/* --- games that both know ------------------------------------------------ */

static void test_known_games(void **state)
{
    static const char *const ids[] = {"chess",      "capablanca", "grand",    "shako",
                                      "opulent",    "janus",      "centaur",  "tencubed",
                                      "omicron",    "torpedo",    "berolina", "amazon",
                                      "nightrider", "grasshopper"};
    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        char text[64];
        apo_variant *ours = NULL;
        snprintf(text, sizeof text, "[x:%s]\n", ids[i]);
        assert_int_equal(apo_definition_open(&ours, apo_span_of(ids[i]), NULL, NULL), APO_OK);
        assert_int_equal(count_section(text, 3), perft_of(ours, 3));
        apo_variant_free(ours);
    }
}

/* The games on which sections of the three public files stand, by their names there, are ours.
 */
static void test_bases_are_built_in(void **state)
{
    static const struct {
        const char *name, *id;
    } bases[] = {
        {"3check", "three-check"},
        {"amazons", "amazons"},
        {"antichess", "antichess"},
        {"ataxx", "ataxx"},
        {"atomic", "atomic"},
        {"breakthrough", "breakthrough"},
        {"capablanca", "capablanca"},
        {"cfour", "connect-four"},
        {"chess", "chess"},
        {"crazyhouse", "crazyhouse"},
        {"cwda", "cwda"},
        {"embassy", "embassy"},
        {"extinction", "extinction"},
        {"flipello", "othello"},
        {"gardner", "gardner"},
        {"giveaway", "giveaway"},
        {"gorogoro", "gorogoro-shogi"},
        {"grand", "grand"},
        {"horde", "horde"},
        {"janggi", "janggi"},
        {"janus", "janus"},
        {"kingofthehill", "king-of-the-hill"},
        {"la-mancha-squeez", "la-mancha-squeez"},
        {"losalamos", "los-alamos"},
        {"maharajah", "maharajah"},
        {"makruk", "makruk"},
        {"makrukhouse", "makrukhouse"},
        {"minishogi", "minishogi"},
        {"nocheckatomic", "no-check-atomic"},
        {"pawnsonly", "pawns-only"},
        {"picaria", "picaria"},
        {"placement", "placement"},
        {"pocketknight", "pocket-knight"},
        {"quadwrangle", "quadwrangle"},
        {"racingkings", "racing-kings"},
        {"shogi", "shogi"},
        {"snailtrail", "snailtrail"},
        {"snort", "snort"},
        {"tictactoe", "tic-tac-toe"},
        {"twokings2", "two-royal-kings"},
        {"xiangqi", "xiangqi"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++) {
        apo_variant *var = NULL;
        apo_definition_open(&var, apo_span_of(bases[i].name), NULL, NULL);
        if (var == NULL)
            fail_msg("%s: unknown", bases[i].name);
        assert_string_equal(apo_variant_info_of(var)->id, bases[i].id);
        apo_variant_free(var);
    }
}

/* Counts of Fairy-Stockfish. */
static void test_counts(void **state)
{
    static const struct {
        const char *text;
        uint64_t count; /* three moves deep */
    } cases[] = {
        {"[x:losalamos]\n", 1212},
        {"[x:gardner]\n", 506},
        {"[x:knightmate]\n", 6765},
        /* The nearest section and the last line of a key count. */
        {"[x:y]\n[y:chess]\nstartFen = 8/8/8/8/8/8/8/8 w - - 0 1\n"
         "startFen = r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1\n"
         "castlingQueensideFile = b\ncastlingKingsideFile = f\n",
         4313},
        /* A piece takes another's letter and so its place; promotions no longer offer the
           other. */
        {"[x:chess]\ncustomPiece1 = n:NN\n", 15586},
        /* Blanks behind moves are no moves; a form may have none. */
        {"[x:chess]\ncustomPiece1 = n:NN \n", 15586},
        {"[x:minishogi]\nimmobile = x\npromotedPieceType = p:x s:g b:h r:d\n"
         "mandatoryPiecePromotion = true\n",
         2484},
        /* No move of the pawn can be taken back, so all of them restart the count of moves. */
        {"[x:chess]\npawnTypes = h\ncustomPiece1 = h:mfWcfFfhmnN\n"
         "startFen = 4k3/8/8/3h4/8/8/3H4/4K3 w - - 0 1\n",
         900},
        {"[x:chess]\nqueen = q\nstartFen = 4k3/P7/8/8/8/8/7p/4K3 w - - 0 1\n", 548},
        /* One piece that must not be lost is a king. */
        {"[x:chess]\nking = -\ncommoner = k\ncastlingKingPiece = k\nextinctionValue = loss\n"
         "extinctionPieceTypes = k\nextinctionPseudoRoyal = true\n"
         "startFen = r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n",
         13744},
        {"[x:chess]\nflyingGeneral = true\nstartFen = 4k3/8/8/8/4P3/8/8/4K3 w - - 0 1\n", 145},
        {"[x:chess]\nmobilityRegionWhiteKnight = *1 *2 *3\n"
         "mobilityRegionBlackKnight = *6 *7 *8\n",
         8662},
        {"[x:chess]\nsoldier = s\nsoldierPromotionRank = 5\n"
         "startFen = 4k3/8/2s5/4s3/3S4/5S2/8/4K3 w - - 0 1\n",
         403},
        /* Pawns without a promotion stop before the last rank, but give check there. */
        {"[x:chess]\npromotionPieceTypes = -\n"
         "startFen = 4k3/8/8/8/8/8/2p5/2R1K3 w - - 0 1\n",
         552},
        {"[x:chess]\npromotionPieceTypes = -\nqueen = -\namazon = m\nking = -\n"
         "commoner = k\nextinctionValue = loss\nextinctionPieceTypes = mk\n"
         "extinctionPseudoRoyal = true\n"
         "startFen = 4k3/1P6/8/8/8/8/2p5/4M3 w - - 0 1\n",
         1919},
        /* A pawn by another name, no en passant, steps from two ranks, optional promotion. */
        {"[x:chess]\ncustomPiece1 = p:fmWfceFifmnD\npawnTypes = p\n", 8902},
        {"[x:chess]\nenPassantRegion = -\n"
         "startFen = 4k3/3p4/8/2P1P3/2p5/8/1P6/4K3 w - - 0 1\n",
         645},
        {"[x:chess]\nstartFen = 4k3/p7/8/1P6/8/p7/2P5/4K3 w - - 0 1\n"
         "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *7 *6\n"
         "tripleStepRegionWhite = *2\ntripleStepRegionBlack = *7\n",
         785},
        /* Hands and forms. */
        {"[x:crazyhouse]\n", 8902},
        {"[x:shogi]\n", 25470},
        {"[x:minishogi]\n", 2512},
        {"[x:capahouse]\n", 25228},
        {"[x:gorogoro]\n", 4166},
        {"[x:chess]\npieceDrops = true\nextinctionValue = loss\nextinctionPieceTypes = q\n"
         "startFen = 4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1\n",
         67463},
        /* No king, so no mate by a pawn; taken kings are dropped again. */
        {"[x:minishogi]\ncommoner = k\nmustCapture = true\nstalemateValue = win\n"
         "extinctionValue = win\nextinctionPieceTypes = *\n",
         50},
        /* Axes of hexagons on squares, and pawns that go aside to promote on far edges. */
        {"[hexlet:chess]\n"
         "maxRank = 9\n"
         "maxFile = 9\n"
         "queen = -\n"
         "bishop = -\n"
         "rook = -\n"
         "knight = -\n"
         "king = -\n"
         "pawn = -\n"
         "commoner = k\n"
         "customPiece1 = r:RlfBrbB\n"
         "customPiece2 = p:mfWcrWclfF\n"
         "customPiece3 = c:rffNlbbNrrfNllbN\n"
         "extinctionValue = loss\n"
         "extinctionPieceTypes = k\n"
         "extinctionPseudoRoyal = true\n"
         "castling = false\n"
         "doubleStep = false\n"
         "promotionPieceTypes = rc\n"
         "promotionPawnTypes = p\n"
         "nMoveRuleTypes = p\n"
         "promotionRegionWhite = e9 f9 g9 h9 i9 i8 i7 i6 i5\n"
         "promotionRegionBlack = a5 a4 a3 a2 a1 b1 c1 d1 e1\n"
         "startFen = ****rkr2/***cppp2/**p1p4/*8/9/8*/4P1P**/2PPPC***/2RKR**** w - - 0 1\n",
         1650},
        {"[legan2:chess]\n"
         "customPiece1 = p:mflFcflW\n"
         "promotionRegionWhite = a8 b8 c8 d8 a7 a6 a5\n"
         "promotionRegionBlack = e1 f1 g1 h1 h2 h3 h4\n"
         "promotionPawnTypes = p\n"
         "nMoveRuleTypes = p\n"
         "startFen = knbrp3/bqpp4/npp5/rp1p3P/p3P1PR/5PPN/4PPQB/3PRBNK w - - 0 1\n"
         "doubleStep = false\n"
         "castling = false\n",
         724},
        /* Some squares of the last two ranks, where a pawn must promote, or may. */
        {"[x:chess]\ndoubleStep = false\ncastling = false\n"
         "promotionRegionWhite = a7 a8 b8 d8 e8 f8 g8 h7 h8\n"
         "promotionRegionBlack = a2 a1 b1 d1 e1 f1 g1 h2 h1\n"
         "startFen = rnbqkbnr/8/PPPPPPPP/8/8/pppppppp/8/RNBQKBNR w - - 0 1\n",
         50502},
        {"[x:chess]\ndoubleStep = false\ncastling = false\nmandatoryPawnPromotion = false\n"
         "promotionRegionWhite = a7 a8 b8 d8 e8 f8 g8 h7 h8\nimmobilityIllegal = false\n"
         "promotionRegionBlack = a2 a1 b1 d1 e1 f1 g1 h2 h1\n"
         "startFen = rnbqkbnr/8/PPPPPPPP/8/8/pppppppp/8/RNBQKBNR w - - 0 1\n",
         58446},
        {"[x:chess]\ndoubleStep = false\ncastling = false\nmandatoryPawnPromotion = false\n"
         "promotionRegionWhite = a7 *8\nimmobilityIllegal = true\n"
         "promotionRegionBlack = a2 *1\n"
         "startFen = rnbqkbnr/8/PPPPPPPP/8/8/pppppppp/8/RNBQKBNR w - - 0 1\n",
         43034},
        {"[x:chess]\nmandatoryPawnPromotion = false\npromotionRegionWhite = *7 *8\n"
         "promotionRegionBlack = *2 *1\nimmobilityIllegal = true\n"
         "startFen = 4k3/8/P7/8/8/7p/8/4K3 w - - 0 1\n",
         1079},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(count_section(cases[i].text, 3), cases[i].count);
}

/* --- losses -------------------------------------------------------------- */

/* Rules that cannot be expressed, each named with its key. */
static void test_losses(void **state)
{
    static const char *const cases[][3] = {
        {"wallingRule = duck\n", "wallingRule", "walls"},
        {"pieceDrops = true\ncapturesToHand = true\n"
         "dropRegionWhite = *1 *2 *3 *4 *5 *6 *7 *8 *9\nmaxRank = 10\n"
         "startFen = 4k3/8/8/8/8/8/8/8/8/4K3[] w - - 0 1\n",
         "dropRegionWhite", "at most 64"},
        {"chasingRule = axf\n", "chasingRule", "worth in a chase"},
        {"pieceDrops = true\ncapturesToHand = true\ndropLoop = true\npromotedPieceType = n:b\n",
         "dropLoop", "turn back"},
        {"promotionPieceTypes = -\npromotedPieceType = p:q\n", "promotedPieceType",
         "all pieces or for none here (P)"},
        {"commoner = m\npromotedPieceType = n:m\npromotionLimit = m:1\n"
         "startFen = 4k3/8/8/8/8/8/8/M3K2N w - - 0 1\n",
         "promotionLimit", "counts nothing else here (M)"},
        {"promotedPieceType = k:q\n", "promotedPieceType", "form here (K)"},
        {"promotedPieceType = n:b b:r\n", "promotedPieceType", "(N to B: promotedPieceType)"},
        {"promotedPieceType = n:q\npromotionPawnTypes = q\n", "promotedPieceType",
         "(N to Q: promotionPawnTypes)"},
        {"promotedPieceType = n:r\nextinctionValue = loss\nextinctionPieceTypes = r\n",
         "promotedPieceType", "(N to R: extinctionPieceTypes)"},
        {"promotedPieceType = n:k\n", "promotedPieceType", "(N to K: king)"},
        {"materialCounting = blackdrawodds\n", "materialCounting",
         "at the move limit points decide here"},
        {"promotedPieceType = n:r\npromotionPawnTypes = n\n", "promotedPieceType",
         "as a pawn here (N)"},
        {"startFen = +nnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1\n", "startFen", "here (+N)"},
        {"promotedPieceType = n:b\nflagPiece = b\nflagRegionWhite = *8\n", "promotedPieceType",
         "(N to B: flagPiece)"},
        {"promotedPieceType = n:b\nmobilityRegionWhiteBishop = *1 *2\n"
         "mobilityRegionBlackBishop = *8 *7\n",
         "promotedPieceType", "(N to B: mobilityRegionBlackBishop)"},
        {"blastOnCapture = true\n", "blastOnCapture", "royal by itself"},
        {"king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\n"
         "blastOnCapture = true\npieceDrops = true\ncapturesToHand = true\n",
         "blastOnCapture", "joins no hand"},
        {"wallingRule = past\n", "wallingRule", "after castling"},
        {"wallingRule = past\nwallingRegionWhite = *1\n", "wallingRule", "on all squares"},
        {"passWhite = true\n", "passWhite", "both sides pass"},
        {"checkCounting = true\n", "checkCounting", "such as 3+3"},
        {"pawn = -\ncountingRule = makruk\n", "countingRule", "makruk"},
        {"promotionPieceTypesBlack = -\n", "promotionPieceTypesBlack", "so does the other"},
        {"promotionRegionBlack = *2\n", "promotionRegionBlack", "up to the last one"},
        {"promotionRegionBlack = *5 *4 *3 *2 *1\n", "promotionRegionBlack",
         "answered en passant"},
        {"promotionRegionWhite = a8\nmandatoryPawnPromotion = false\nimmobilityIllegal = true\n",
         "promotionRegionWhite", "always promote here"},
        {"promotionRegionWhite = *5\npromotionRegionBlack = *4\n", "promotionRegionBlack",
         "up to the last one"},
        {"promotionPieceTypes = -\nmobilityRegionWhitePawn = *2 *3 *4 *5 *6\n"
         "mobilityRegionBlackPawn = *7 *6 *5 *4 *3\n",
         "promotionPieceTypes", "attacks royal pieces"},
        {"doubleStepRegionWhite = *2 *3\n", "doubleStepRegionWhite", "same for both sides"},
        {"doubleStepRegionWhite = a2\n", "doubleStepRegionWhite", "whole ranks"},
        {"enPassantRegionWhite = *5\n", "enPassantRegionWhite", "some of the squares"},
        {"nMoveRuleTypes = n\n", "nMoveRuleTypes", "taken back"},
        {"immobilityIllegal = true\nlance = n\nmandatoryPawnPromotion = false\n",
         "immobilityIllegal", "never move again"},
        {"startFen = knbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQ - 0 1\n", "king", "at most one king"},
        {"startFen = rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[Nn] w KQkq - 0 1\n", "startFen", "in hand"},
        {"pieceDrops = true\nstartFen = rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[Zz] w KQkq - 0 1\n",
         "startFen", "letter \"Z\""},
        {"startFen = znbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1\n", "startFen", "letter \"z\""},
        {"king = -\n", "startFen", "takes it away"},
        {"mobilityRegionWhiteQueen = *1\n", "mobilityRegionWhiteQueen", "same for both sides"},
        {"customPiece1 = n:NjD\n", "customPiece1", "does not know 'j'"},
        {"customPiece1 = p:fsmWfceFifmnD\npawnTypes = p\n", "customPiece1",
         "double-step region"},
        {"cannon = r\nstartFen = rnbqkbnr/8/8/3*4/8/8/8/RNBQKBNR w - - 0 1\n", "cannon",
         "hops over walls"},
        {"customPiece1 = n\n", "customPiece1", "needs moves"},
        /* Lines that Fairy-Stockfish does not read the way they look. */
        {"mustCapture = true # not so\n", "mustCapture", "part of it"},
        {"customPiece1 = n:N # Knight\n", "customPiece1", "part of them"},
        {"stalemateValue = loss \n", "stalemateValue", "part of it"},
        {"promotionPieceTypes = qvr\n", "promotionPieceTypes", "reads no further"},
        {" doubleStep = false\n", " doubleStep", "not known"},
        {"doublestep = false\n", "doublestep", "not known"},
        {"doubleStep = no\n", "doubleStep", "not one of its values"},
        {"nMoveRule = fifty\n", "nMoveRule", "not a number"},
        {"maxFile = z\n", "maxFile", "largest board"},
        {"doubleStepRegionWhite = b\n", "doubleStepRegionWhite", "not a square"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "[x:chess]\n%s", cases[i][0]);
        expect_loss(text, cases[i][1], cases[i][2]);
        assert_true(draft.loss_count > 0);
    }
}

/* A loss that many pieces have is told once. */
static void test_losses_once(void **state)
{
    (void)state;
    assert_int_equal(read_ini("[x:chess]\npetrifyOnCaptureTypes = pnbrq\n", ""), APO_OK);
    assert_int_equal(report.error_count, 1);
    assert_int_equal(draft.loss_count, 1);
}

/* Rules that became sections and keys of the definition. */
static void test_ends(void **state)
{
    static const char *const cases[][2] = {
        {"mustCapture = true\n", "[must-capture]"},
        {"flagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = *1\n",
         "[goal]\nwhite-squares = a8 b8 c8 d8 e8 f8 g8 h8\nblack-squares = a1"},
        {"flagPiece = k\nflagRegionWhite = d4\nflagMove = true\n",
         "[goal]\nwhite-squares = d4\npieces = K\nlast-move = yes\n"},
        {"checking = false\n", "[no-checks]"},
        {"janggiCannon = r\n", "[screens]\npieces = R\nnot-over = R\nnot-taken = R\n"},
        {"checkCounting = true\nstartFen = 4k3/8/8/8/8/8/8/Q3K3 w - - 5+5 0 1\n",
         "[checks]\nwin = 5\n"},
        {"extinctionValue = loss\nextinctionPieceTypes = q\n",
         "[extinction]\npieces = Q\nresult = loss\n"},
        {"extinctionPieceTypes = q\nextinctionPseudoRoyal = true\n",
         "[royals]\npieces = Q\nlast = 1\n"},
        {"king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\n"
         "extinctionPseudoRoyal = true\nblastOnCapture = true\nblastImmuneTypes = n\n",
         "[royals]\npieces = K\nlast = 1\n\n[explosions]\nsurvivors = P\nimmune = N\n"},
        {"countingRule = makruk\n",
         "[counting]\npawns = P\nboard = 64\nbare = 64\ntwo 8 = R\none 16 = R\ntwo 32 = N\n"},
        {"countingRule = asean\n",
         "[counting]\npawns = P\nfrom-pieces = no\none 16 = R\none 64 = N\n"},
        {"stalemateValue = win\n", "stalemate = win"},
        {"stalemateValue = win\nstalematePieceCount = true\n", "stalemate = fewer-wins"},
        {"checkmateValue = win\n", "mate = win"},
        {"nFoldValue = loss\n", "repetition = loss"},
        {"nFoldValue = win\nnFoldValueAbsolute = true\n", "repetition = white-win"},
        {"materialCounting = unweighted\nnMoveRule = 0\n", "repetition = more-wins\n"},
        {"perpetualCheckIllegal = true\n", "perpetual-check = loss"},
        {"castlingKingPiece = q\nstartFen = 7k/8/8/8/8/8/8/R3Q2K w Q - 0 1\n",
         "white-way = e1 a1 c1 d1\nking = Q\n"},
        {"startFen = rnbqkbnr/8/8/8/8/8/8/RNBQKBNR b kq - 0 1\n", "black-first = yes"},
        {"pieceDrops = true\ncapturesToHand = true\n", "[hands]\nnot-on 1 = P\nnot-on 8 = P\n"},
        {"pieceDrops = true\nstartFen = 4k3/8/8/8/8/8/8/R3K3[NPn] w Q - 0 1\n",
         "[hands]\nwhite-start = N P\nblack-start = N\ncaptured = no\n"},
        {"pieceDrops = true\ncapturesToHand = true\ndropLoop = true\nfirstRankPawnDrops = true\n"
         "promotionZonePawnDrops = true\ndropChecks = false\n",
         "[hands]\npromoted = stays\nchecks = no\n"},
        {"pieceDrops = true\ncapturesToHand = true\ndropRegionWhite = *1\ndropRegionBlack = *8\n",
         "squares = a1 b1 c1 d1 e1 f1 g1 h1\n"},
        {"pieceDrops = true\ncapturesToHand = true\ndropRegionWhite = *1\n",
         "squares = a1 b1 c1 d1 e1 f1 g1 h1\n"},
        {"pieceDrops = true\ncapturesToHand = true\ndropRegionBlack = a4 b4\n",
         "black-squares = a4 b4\n"},
        {"pieceDrops = true\ndropNoDoubled = n\ndropNoDoubledCount = 0\n"
         "startFen = 4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1\n",
         "not-on 1 = N\nnot-on 2 = N\n"},
        {"pieceDrops = true\ncapturesToHand = true\nshogiPawn = s\n"
         "shogiPawnDropMateIllegal = true\nstartFen = 4k3/8/8/8/8/8/8/S3K3[] w - - 0 1\n",
         "mate-loses = S\n"},
        {"pieceDrops = true\ncapturesToHand = true\npromotionLimit = q:1 r:2 b:2\n",
         "most 1 = Q\nmost 2 = B R\n"},
        {"promotionLimit = q:1\n", "most 1 = Q\n"},
        {"promotionPieceTypesBlack = q r\n",
         "compulsory = 8\nblack-rank 8 = R Q\nblack-compulsory = 8\n"},
        {"promotionPieceTypes = -\n", "squares 1 = a1 b1 c1 d1 e1 f1 g1 h1 a2"},
        {"commoner = m\npromotionPieceTypes = -\npromotedPieceType = p:q n:m\n"
         "promotionLimit = m:2\n"
         "mandatoryPiecePromotion = true\npromotionRegionBlack = *1 *2\n",
         "[forms]\nfrom-rank = 8\nblack-from-rank = 7\nmost 2 = N\nen-passant = no\n"
         "compulsory = always\n"},
        {"promotedPieceType = n:b\npromotionRegionWhite = *6 *7 *8\n"
         "promotionRegionBlack = *3 *2 *1\n",
         "[forms]\nfrom-rank = 6\ncompulsory = never\n"},
        {"promotedPieceType = n:b\nmandatoryPiecePromotion = true\npieceDemotion = true\n"
         "piecePromotionOnCapture = true\n",
         "[forms]\nfrom-rank = 8\ncompulsory = always\nby-capture = yes\nturn-back = yes\n"},
        {"startFen = rnbqkbnr/8/8/8/8/8/8/RNBQKBNR b kq - 0 1\n",
         "black-way = e8 h8 g8 f8\nblack-way = e8 a8 c8 d8\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        apo_buffer out;
        snprintf(text, sizeof text, "[x:chess]\n%s", cases[i][0]);
        assert_true(count_section(text, 2) > 0);
        apo_buffer_init(&out, NULL);
        apo_draft_write(&out, &draft);
        if (strstr(out.bytes, cases[i][1]) == NULL)
            fail_msg("%s\n%s", cases[i][1], out.bytes);
        apo_buffer_clear(&out);
    }
}

/* Keys that have their default value, or cannot matter in the game. */
static void test_no_losses(void **state)
{
    static const char *const cases[] = {
        "pieceToCharTable = PNBRQK\npieceValueMg = n:400\nvariantTemplate = fairy\n",
        "mustCapture = false\npieceDrops = false\nwallingRule = none\n",
        "dropNoDoubled = p\nfirstRankPawnDrops = true\ndropChecks = false\n",
        "flagPiece = k\nflagRegionWhite = *9\nflagMove = true\n",
        "commoner = m\nflagPiece = m\nflagRegionWhite = *8\n",
        "extinctionValue = none\nextinctionPieceTypes = q\n",
        "promotedPieceType = n:q\npromotionRegionWhite = -\npromotionRegionBlack = -\n",
        "mobilityRegionWhiteFers = *1\n",
        "customPiece1 = x:NjD\n",
        "connectHorizontal = false\ndropRegionWhite = *1\nblackDropRegion = *8\n",
        "stalematePieceCount = true\nnFoldRule = 0\nnFoldValue = win\n",
        "castling = false\noppositeCastling = true\ncastlingKingPiece = q\n",
        "nMoveRule = 0\nnMoveRuleTypes = n\n",
        "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 # as usual\n",
        "nMoveRule = 60 # moves\nmaxRank = 8 ; ranks\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "[x:chess]\n%s", cases[i]);
        assert_true(count_section(text, 1) > 0);
    }
}

/* With what is lost as comments at its place. */
static void test_comments(void **state)
{
    apo_buffer text;
    (void)state;
    assert_int_equal(read_ini("[x:chess]\nwallingRule = duck\nnMoveRuleTypes = n\n"
                              "promotionPieceTypesBlack = -\ncambodianMoves = true\n",
                              ""),
                     APO_OK);
    assert_int_equal(report.error_count, 5);
    strcpy(draft.name, "X");
    apo_buffer_init(&text, NULL);
    apo_draft_write(&text, &draft);
    const char *promotion = strstr(text.bytes, "# LOST: promotionPieceTypesBlack: if one side");
    const char *capture = strstr(text.bytes, "# LOST: wallingRule: walls are put only");
    const char *stalemate = strstr(text.bytes, "# LOST: nMoveRuleTypes: which moves");
    assert_non_null(promotion);
    assert_non_null(capture);
    assert_non_null(stalemate);
    assert_true(promotion < strstr(text.bytes, "[promotion]"));
    assert_true(capture > strstr(text.bytes, "[promotion]"));
    assert_true(stalemate > strstr(text.bytes, "[outcome]"));
    apo_variant_free(help_compile("imported", apo_buffer_span(&text)));
    apo_buffer_clear(&text);
}

/* --- there and back ------------------------------------------------------ */

/* Every built-in game is written as a section that comes back as the same game, or with a
 * report of what is lost; the test knows which these are. */
static void test_games_there_and_back(void **state)
{
    static const char *const whole[] = {"active",
                                        "ai-wok",
                                        "all-queens-chess",
                                        "almost",
                                        "amazon",
                                        "amazons",
                                        "antichess",
                                        "asean-chess",
                                        "ataxx",
                                        "atomic",
                                        "berolina",
                                        "breakthrough",
                                        "capablanca",
                                        "capahouse",
                                        "centaur",
                                        "chancellor",
                                        "chaturanga",
                                        "chennis",
                                        "chess",
                                        "chess960",
                                        "chessgi",
                                        "chigorin",
                                        "clobber",
                                        "clobber-10",
                                        "codrus",
                                        "connect-four",
                                        "coregal",
                                        "courier",
                                        "crazyhouse",
                                        "cwda",
                                        "dragon",
                                        "duck",
                                        "embassy",
                                        "empire",
                                        "euroshogi",
                                        "extinction",
                                        "five-check",
                                        "fox-and-hounds",
                                        "gardner",
                                        "georgian",
                                        "giveaway",
                                        "gorogoro-plus",
                                        "gorogoro-shogi",
                                        "gothic",
                                        "grand",
                                        "grasshopper",
                                        "gustav-iii",
                                        "hexapawn",
                                        "hoppel-poppel",
                                        "horde",
                                        "indian-great",
                                        "isolation",
                                        "isolation-7x7",
                                        "janggi",
                                        "janus",
                                        "joust",
                                        "judkins-shogi",
                                        "khans",
                                        "king-of-the-hill",
                                        "kinglet",
                                        "knightmate",
                                        "kyoto-shogi",
                                        "la-mancha-squeez",
                                        "lewthwaite",
                                        "loop",
                                        "los-alamos",
                                        "losers",
                                        "maharajah",
                                        "makruk",
                                        "makrukhouse",
                                        "mansindam",
                                        "micro-shogi",
                                        "microchess",
                                        "minihouse",
                                        "minishogi",
                                        "minixiangqi",
                                        "misere",
                                        "modern-9x9",
                                        "new-zealand",
                                        "nightrider",
                                        "nine-holes",
                                        "no-check-atomic",
                                        "okisaki-shogi",
                                        "omicron",
                                        "opulent",
                                        "orda",
                                        "ordamirror",
                                        "othello",
                                        "othello-10",
                                        "othello-6",
                                        "paradigm",
                                        "pawns-only",
                                        "peasants-revolt",
                                        "perfect",
                                        "petty",
                                        "picaria",
                                        "placement",
                                        "pocket-knight",
                                        "quadwrangle",
                                        "raazuvaa",
                                        "racing-kings",
                                        "seirawan",
                                        "shako",
                                        "shatranj",
                                        "shogi",
                                        "snailtrail",
                                        "snort",
                                        "sort-of-almost",
                                        "suicide",
                                        "synochess",
                                        "teeko",
                                        "tencubed",
                                        "three-check",
                                        "three-kings",
                                        "three-musketeers",
                                        "tic-tac-toe",
                                        "tori-shogi",
                                        "torpedo",
                                        "tuk-tuk",
                                        "two-kings",
                                        "two-royal-kings",
                                        "upside-down",
                                        "weak",
                                        "wildebeest-fsf",
                                        "xiangqi",
                                        "yari-shogi"};
    size_t count = 0;
    (void)state;
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        const char *id = apo_definition_builtin_id(i);
        apo_buffer text;
        apo_variant *ours = NULL;
        apo_fault_list_init(&report);
        assert_int_equal(apo_draft_of_definition(&draft, apo_span_of(id),
                                                 apo_definition_builtin_text(i), NULL, NULL,
                                                 &report),
                         APO_OK);
        apo_buffer_init(&text, NULL);
        apo_foreign_write(&text, APO_FOREIGN_FAIRY, &draft, &report);
        bool is_whole = report.error_count == 0, is_expected = false;
        for (size_t k = 0; k < sizeof whole / sizeof whole[0]; k++)
            is_expected = is_expected || strcmp(id, whole[k]) == 0;
        if (is_whole != is_expected)
            fail_msg("%s: %s", id, is_whole ? "is whole" : report.faults[0].detail);
        if (!is_whole)
            assert_non_null(strstr(text.bytes, "# LOST: "));
        if (is_whole) {
            assert_int_equal(apo_definition_open(&ours, apo_span_of(id), NULL, NULL), APO_OK);
            /* Amazons has 2,176 first moves. */
            unsigned depth = perft_of(ours, 1) < 100 ? 3 : 1;
            assert_int_equal(count_section(text.bytes, depth), perft_of(ours, depth));
            apo_variant_free(ours);
            count++;
        }
        apo_buffer_clear(&text);
    }
    assert_int_equal(count, sizeof whole / sizeof whole[0]);
}

static void expect_section(const char *id, const char *words)
{
    apo_buffer text;
    for (size_t i = 0; i < apo_definition_builtin_count(); i++)
        if (strcmp(apo_definition_builtin_id(i), id) == 0)
            assert_int_equal(apo_draft_of_definition(&draft, apo_span_of(id),
                                                     apo_definition_builtin_text(i), NULL, NULL,
                                                     NULL),
                             APO_OK);
    apo_buffer_init(&text, NULL);
    apo_fairy_ini_write(&text, &draft, NULL);
    if (strstr(text.bytes, words) == NULL)
        fail_msg("%s lacks: %s", text.bytes, words);
    apo_buffer_clear(&text);
}

/* Writes a definition as a section, which must lose exactly one thing: `loss`. */
static void expect_written_loss(const char *definition, const char *loss)
{
    apo_buffer text;
    char line[APO_ERROR_DETAIL_MAX];
    apo_fault_list_init(&report);
    assert_int_equal(apo_draft_of_definition(&draft, apo_span_of("x"), apo_span_of(definition),
                                             NULL, NULL, &report),
                     APO_OK);
    apo_buffer_init(&text, NULL);
    apo_foreign_write(&text, APO_FOREIGN_FAIRY, &draft, &report);
    (void)snprintf(line, sizeof line, "# LOST: %s\n", loss);
    if (report.error_count != 1 || strstr(text.bytes, line) == NULL)
        fail_msg("%s%zu losses in %s", line, report.error_count, text.bytes);
    apo_buffer_clear(&text);
}

/* There one key counts the pieces after every draw. */
static void test_counted_draws(void **state)
{
#define ATAXX "[game]\nname = X\nbase = ataxx\n"
    (void)state;
    expect_section("ataxx", "materialCounting = unweighted\n");
    expect_written_loss(ATAXX "[pass]\nresult = draw\n",
                        "pass: result: pieces are counted after two passes too there");
    expect_written_loss(ATAXX "[outcome]\nrepetition = draw\n",
                        "outcome: repetition: pieces are counted after one too there");
    expect_written_loss(ATAXX "[outcome]\nmove-limit = 50\n",
                        "outcome: move-limit: pieces are counted there too");
    expect_written_loss(ATAXX "[outcome]\nstalemate = draw\n[extinction]\npieces = P\n",
                        "outcome: stalemate: pieces are counted after one too there");
#undef ATAXX
}

/* The same with the losses of rules that do not fit into a draft. */
static void expect_reason(const char *id, const char *words)
{
    apo_buffer text;
    apo_span definition;
    assert_true(apo_definition_find_builtin(apo_span_of(id), &definition));
    apo_fault_list_init(&report);
    assert_int_equal(
        apo_draft_of_definition(&draft, apo_span_of(id), definition, NULL, NULL, &report),
        APO_OK);
    apo_buffer_init(&text, NULL);
    apo_foreign_write(&text, APO_FOREIGN_FAIRY, &draft, &report);
    if (strstr(text.bytes, words) == NULL)
        fail_msg("%s lacks: %s", text.bytes, words);
    apo_buffer_clear(&text);
}

/* Writes a definition on a base, with the words that say what is lost of it; "": nothing is,
 * and the section is read back as the same game. */
static void expect_written(const char *head, const char *more, const char *words)
{
    char definition[1024];
    apo_buffer text;
    bool is_said = words[0] == '\0';
    snprintf(definition, sizeof definition, "%s%s", head, more);
    apo_fault_list_init(&report);
    if (apo_draft_of_definition(&draft, apo_span_of("x"), apo_span_of(definition), NULL,
                                &report, &report) != APO_OK)
        fail_msg("%s: %s: %s", definition, report.faults[0].key, report.faults[0].detail);
    apo_fault_list_init(&report);
    apo_buffer_init(&text, NULL);
    apo_foreign_write(&text, APO_FOREIGN_FAIRY, &draft, &report);
    for (size_t i = 0; i < report.count; i++)
        is_said = is_said || strstr(report.faults[i].detail, words) != NULL;
    if (!is_said || (report.error_count == 0) != (words[0] == '\0'))
        fail_msg("%s\n%s", definition, text.bytes);
    if (report.error_count == 0) {
        apo_variant *ours = help_compile("x", apo_span_of(definition));
        assert_int_equal(count_section(text.bytes, 3), perft_of(ours, 3));
        apo_variant_free(ours);
    }
    apo_buffer_clear(&text);
}

/* Limits on the number of pieces of a type, by promotion or as forms, and pieces whose moves
 * restart the count of moves. */
static void test_limits_written(void **state)
{
    static const char *const cases[][3] = {
        {"[promotion]\nmost 1 = Q\nmost 2 = R N\n", "", "promotionLimit = q:1 r:2 n:2\n"},
        /* Both limits hold. */
        {"[reserve]\nstart = Q Q R R B B N N\n[promotion]\nmost 2 = Q\n", "",
         "promotionLimit = q:2 r:4 b:4 n:4\n"},
        {"without = promotion castling multi-step\n[pieces]\nP = soldier, fsW\n+N = centaur, "
         "KN\n[forms]\nfrom-rank = 6\nmost 3 = N\n",
         "", "promotionLimit = a:3\n"},
        /* There a queen and a knight that has become one are the same. */
        {"without = promotion castling multi-step\n[pieces]\nP = soldier, fsW\n+N = promoted "
         "knight, Q\n[forms]\nfrom-rank = 6\nmost 1 = N\n",
         "counted there with pieces that are the same", "promotionLimit = q:1\n"},
        {"[outcome]\nmove-limit-pieces = P\n", "", "nMoveRuleTypes = p\n"},
        {"[pieces]\nS = soldier, fsW\nW = fool, fW\n[outcome]\nmove-limit-pieces = P W\n"
         "[promotion]\nrank 8 = Q R B N W\n",
         "", "nMoveRuleTypes = pw\n"},
        {"[hands]\ncaptured = owner\n", "join the captor's hand", "capturesToHand = true\n"},
        {"[outcome]\nmove-limit-pieces = P N\n", "taken back", "nMoveRuleTypes = np\n"},
        {"[pieces]\nW = fool, fW\n[promotion]\nrank 8 = Q R B N W\n[outcome]\n"
         "move-limit-pieces = W\n",
         "each promotion restarts", "nMoveRuleTypes = w\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_buffer text;
        expect_written("[game]\nname = X\nbase = chess\n", cases[i][0], cases[i][1]);
        apo_buffer_init(&text, NULL);
        apo_fairy_ini_write(&text, &draft, NULL);
        if (cases[i][1][0] != '\0' && strstr(text.bytes, cases[i][2]) == NULL)
            fail_msg("%s lacks: %s", text.bytes, cases[i][2]);
        apo_buffer_clear(&text);
    }
}

/* A rule that no section has is lost with what the format lacks. */
static void test_reasons(void **state)
{
    static const char *const cases[][2] = {
        {"marseillais", "double-moves: a turn is one move there"},
        {"benedict", "effects: convert, immune: only explosions"},
        {"gale", "connection: white-from, white-to, black-from, black-to: a chain grows only"},
        {"manchu", "chase: pieces, worth, allowed: only the pieces of Chinese chess chase"},
        {"prequel", "checker: piece: no move takes several pieces"},
        {"chu-shogi", "lion-trade: pieces, lesser: what has just been taken"},
        {"classic", "king-jump: from, to: an unmoved king leaps only"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_reason(cases[i][0], cases[i][1]);
}

static void test_sections(void **state)
{
    (void)state;
    /* A section with the name of a built-in game would be ignored. */
    expect_section("chess", "[chess-apothecary]\n");
    expect_section("wildebeest-fsf", "[wildebeest-fsf]\n");
    expect_section("torpedo", "doubleStepRegionWhite = *2 *3 *4 *5 *6\n");
    expect_section("torpedo", "doubleStepRegionBlack = *7 *6 *5 *4 *3\n");
    expect_section("berolina", "customPiece1 = p:fmFfcWifmnA\n");
    expect_section("wildebeest-fsf", "tripleStepRegionWhite = *2\n");
    expect_section("xiangqi", "flyingGeneral = true\nking = k:W\n");
    expect_section("xiangqi", "soldierPromotionRank = 6\n");
    expect_section("seirawan", "[EHeh] w KQBCDFGkqbcdfg - 0 1\n");
    expect_section("seirawan", "gating = true\nseirawanGating = true\n");
    expect_section("janggi", "[janggi-apothecary:janggi]\n");
    expect_section("janggi", "rook = r\njanggiCannon = c\nhorse = n\n");
    expect_section("janggi", "diagonalLines = d1 f1 e2 d3 f3 d8 f8 e9 d10 f10\n"
                             "bikjangRule = true\nmaterialCounting = janggi\n");
    /* A section for each of the 16 starts. */
    expect_section("janggi", "\n[janggi-16:janggi-apothecary]\n"
                             "startFen = rbna1anbr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/"
                             "RBNA1ANBR w - - 0 1\n");
    /* One for each of 960, with the rights to castle. */
    expect_section("chess960", "chess960 = true\ncastlingRank = 1\ncastlingKingsideFile = g\n"
                               "castlingQueensideFile = c\ncastlingRookPieces = r\n");
    expect_section("chess960",
                   "\n[chess960-960:chess960]\n"
                   "startFen = bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\n");
    expect_section("maharajah", "promotionPawnTypes = p\npromotionRegionWhite = *8\n");
}

/* The counts are Fairy-Stockfish's. */
static void test_janggi(void **state)
{
    /* Everything that points, lines and kings do in a section. */
    static const char *const words[] = {
        "R = rook, RB, points 13\n",
        "B = janggi elephant, afsafW, points 3\n",
        "[lines]\npieces = R C P A K\nline = d1 e2 f3\nline = f1 e2 d3\n",
        "[pass]\nat-will = yes\nresult = points\n",
        "[bikjang]\nresult = points\n",
        "[points]\nwhite-lead = 2\n",
        "repetition = points\n",
    };
    static const char *const lost[][3] = {
        {"[x:janggimodern]\n", "moveRepetitionIllegal", "going to and fro"},
        {"[x:janggi]\npass = false\n", "bikjangRule", "may pass"},
        {"[x:janggi]\npassWhite = false\n", "passWhite", "both sides pass"},
        {"[x:janggi]\ndiagonalLines = d1 f3 g4\n", "diagonalLines", "gap"},
        {"[x:janggi]\nsoldierPromotionRank = 6\n", "diagonalLines", "cross a river"},
        {"[x:janggi]\nmaterialCounting = blackdrawodds\n", "pass", "points"},
    };
    apo_buffer out;
    (void)state;
    assert_int_equal(count_section("[x:janggi]\n", 3), 33000);
    apo_buffer_init(&out, NULL);
    apo_draft_write(&out, &draft);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strstr(out.bytes, words[i]) == NULL)
            fail_msg("%s lacks: %s", out.bytes, words[i]);
    apo_buffer_clear(&out);
    assert_int_equal(count_section("[x:janggitraditional]\n", 3), 33000);
    assert_int_equal(count_section("[x:janggicasual]\n", 3), 33316);
    assert_int_equal(count_section("[x:janggi]\npieceDrops = true\ncapturesToHand = true\n"
                                   "startFen = 2ba2bn1/3a4r/n3k3c/2p1pp2p/r4C3/1PP2P3/6P1P/"
                                   "1C2R3N/9/1N1AAKB2[] w - - 0 1\n",
                                   2),
                     2029);
    /* A king that the section names is that of chess. */
    assert_int_equal(count_section("[x:janggi]\nking = k\n", 3), 33256);
    assert_non_null(strstr(draft.sections, "pieces = R C P A\n"));
    for (size_t i = 0; i < sizeof lost / sizeof lost[0]; i++)
        expect_loss(lost[i][0], lost[i][1], lost[i][2]);
}

/* --- gating -------------------------------------------------------------- */

/* The counts are Fairy-Stockfish's. */
static void test_gating(void **state)
{
    static const struct {
        const char *text;
        uint64_t count; /* three moves deep */
    } cases[] = {
        {"[x:seirawan]\n", 24830},
        /* Castling launches on the square of the king or the rook, but not under either. */
        {"[x:seirawan]\nstartFen = r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1\n", 233647},
        {"[x:seirawan]\ncastlingRookKingsideFile = f\n"
         "startFen = rnbqkrbn/pppppppp/8/8/8/8/8/R3KR1N[HEhe] w KQABDFHkqabcdfgh - 0 1\n",
         93996},
        {"[x:seirawan]\ncastlingRookKingsideFile = g\ncastlingRookQueensideFile = b\n"
         "castlingKingFile = f\n"
         "startFen = 1r3kr1/8/8/8/8/8/8/1R3KR1[HEhe] w KQkq - 0 1\n",
         164412},
        /* Without K and Q a king and its rooks still castle if all are marked. */
        {"[x:seirawan]\n"
         "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w ABCDEFGHabcdefgh - 0 "
         "1\n",
         24830},
        {"[x:seirawan]\n"
         "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w BGbg - 0 1\n",
         21422},
        {"[x:seirawan]\nfirstRankPawnDrops = true\npromotionZonePawnDrops = true\n"
         "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[PHph] w KQBCDFGkqbcdfg - 0 "
         "1\n",
         24718},
        /* The rank of castling is that of the files, castling or not. */
        {"[x:seirawan]\ncastling = false\ncastlingRank = 2\ndoubleStep = false\n"
         "startFen = 4k3/rnbq1bnr/pppppppp/8/8/PPPPPPPP/RNBQ1BNR/4K3[HEhe] w ABCDFGHabcdfgh - "
         "0 1\n",
         109491},
        /* A launched piece shields royal pieces that are no kings. */
        {"[x:seirawan]\nking = -\ncommoner = k\ncastling = false\nextinctionValue = loss\n"
         "extinctionPieceTypes = k\nextinctionPseudoRoyal = true\nextinctionPieceCount = 1\n"
         "startFen = rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR[QHEqhe] w "
         "ABCDEFGHabcdefgh - 0 1\n",
         34678},
        /* gating alone only changes what the letters of the castling field mean. */
        {"[x:chess]\ngating = true\n"
         "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AEHaeh - 0 1\n",
         8902},
        {"[x:chess]\ngating = true\n"
         "startFen = r3k2r/p6p/8/8/8/8/P6P/R3K2R w AHah - 0 1\n",
         3466},
        {"[x:chess]\nseirawanGating = true\n", 8902},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(count_section(cases[i].text, 3), cases[i].count);
}

#define GATING_START(hand, rights) \
    "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[" hand "] w " rights " - 0 1\n"

static void test_gating_losses(void **state)
{
    static const char *const cases[][3] = {
        {"pieceDrops = true\n", "seirawanGating", "dropped or launched"},
        {"capturesToHand = true\n", "seirawanGating", "captured ones"},
        {"gating = false\n", "startFen", "in hand have no rule"},
        {"seirawanGating = false\n", "startFen", "in hand have no rule"},
        {GATING_START("HEh", "KQkq"), "seirawanGating", "same pieces to launch"},
        {GATING_START("HHhh", "KQkq"), "seirawanGating", "one of each"},
        {GATING_START("HEhe", "KQBCDFGkqbcdf"), "seirawanGating", "all pieces of a type"},
        {GATING_START("HEhe", "KQBCDFGbcdfg"), "seirawanGating", "all pieces of a type"},
        {GATING_START("HEhe", "-"), "seirawanGating", "all pieces of a type"},
        {"castlingRank = 2\n" GATING_START("HEhe", "ABCDEFGHabcdefgh"), "seirawanGating",
         "when it promotes"},
        {GATING_START("HPhp", "KQBCDFGkqbcdfg"), "seirawanGating", "wherever another leaves"},
        {"dropRegionWhite = *2\n", "seirawanGating", "wherever another leaves"},
        {"mobilityRegionWhiteArchbishop = *1 *2\nmobilityRegionBlackArchbishop = *7\n",
         "seirawanGating", "wherever another leaves"},
        {GATING_START("HKhk", "KQBCDFGkqbcdfg"), "seirawanGating", "a king is not put"},
        {"extinctionValue = loss\nextinctionPieceTypes = h\n", "seirawanGating",
         "counts as lost"},
        {"king = -\ncommoner = k\ncastlingKingPiece = k\nextinctionValue = loss\n"
         "extinctionPieceTypes = k\nblastOnCapture = true\n",
         "seirawanGating", "takes its right"},
        {"king = -\ncommoner = k\ncastlingKingPiece = k\nextinctionValue = loss\n"
         "extinctionPieceTypes = k\nextinctionPseudoRoyal = true\n",
         "seirawanGating", "hinders castling"},
        {"castling = false\nwallingRule = duck\n", "seirawanGating", "games with walls"},
        {"checking = false\n", "seirawanGating", "interrupts"},
        {"mustDrop = true\n", "seirawanGating", "compulsory drops"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, "[x:seirawan]\n%s", cases[i][0]);
        expect_loss(text, cases[i][1], cases[i][2]);
    }
}

/* Definitions whose launches cannot be said there. */
static void test_gating_written(void **state)
{
    static const char *const cases[][2] = {
        {"", ""},
        {"without = castling\n[launch]\npiece = H\nlaunchers = B N Q\nmay-block = no\n", ""},
        {"[launch]\nmay-block = yes\n", "does not shield its king"},
        {"[launch]\nwhite-until = 20\n", "until the end of the game"},
        {"[launch]\nlaunchers = N B Q\n", "king and partner that castle launch there"},
        {"[launch]\nlaunchers = K Q R B N P\n", "a move that promotes"},
        {"[castling]\nway =\nwhite-way = e1 h1 g1 f1\n", "castles with its partners"},
        {"[setup]\nboard =\n rnbqkb1r\n pppppnpp\n 8\n 8\n 8\n 8\n PPPPPNPP\n RNBQKB1R\n",
         "launchers stand on one rank"},
        {"[area]\npieces 1 = H\nsquares 1 = a1 b1 c1 d1 e1 f1 g1 h1\n",
         "launched only to squares"},
        {"[launch]\npiece = P\n", "a pawn of chess is put neither"},
        {"[checks]\nwin = 3\n", "interrupts"},
        {"[hands]\nstart = N\n", "can be dropped are launched"},
        {"[extinction]\npieces = H\n", "in the pocket is not lost"},
        {"[start other]\nboard =\n rnbqkbnr\n pppppppp\n 8\n 8\n 8\n 8\n PPPPPPPP\n RNBKQBNR\n",
         "the first start"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_written("[game]\nname = X\nbase = seirawan\n", cases[i][0], cases[i][1]);
}

/* Games on janggi that Fairy-Stockfish can say, or not. */
static void test_janggi_written(void **state)
{
    static const char *const cases[][2] = {
        {"", ""},
        /* What the base sets is taken back. */
        {"without = points bikjang area starts\n[pass]\nresult = draw\n[outcome]\n"
         "repetition = draw\nperpetual-check = plain\n",
         ""},
        {"without = pass points bikjang screens starts\n[pieces]\nC =\nN = knight, N\nB =\n"
         "[setup]\nboard =\n rn1a1a1nr\n 4k4\n 9\n p1p1p1p1p\n 9\n 9\n P1P1P1P1P\n 9\n 4K4\n "
         "RN1A1A1NR\n[lines]\npieces = K A R P\n[outcome]\nrepetition = draw\n",
         ""},
        /* Without a king that follows lines no base is needed. */
        {"without = starts\n[lines]\npieces = A R C P\n[pieces]\nK = king, W, royal\n", ""},
        /* A chariot that does not follow them is another piece. */
        {"without = starts\n[lines]\npieces = K A C P\n[pieces]\nR = chariot, R\n", ""},
        {"without = starts\n[lines]\npieces = K A R P\n[pieces]\nC = cannon, pR\n",
         "the cannon follows them"},
        {"[lines]\npieces = K A R C P N\n", "not the horse"},
        {"[pieces]\nP = soldier, fWfF\n", "not the soldier"},
        {"[pieces]\nK = king, WFfD, royal\n", "not the king"},
        {"[lines]\nline = d1 e2\nline = e2 f3\nline = f1 e2\nline = d3 c4\nline = e2 f1\n",
         "diagonal neighbours are joined"},
        {"[lines]\nline = d3 e2 f1\nline = i6 h5\nline = d1 e2 f3\n", "a line with a gap"},
        {"[points]\nwhite-lead = 1\n", "White wins with a lead of two"},
        {"[pieces]\nR = chariot, RB, points 12\n", "not the chariot"},
        {"[bikjang]\nresult = draw\n", "result: points are counted too there"},
        {"[pass]\nresult = draw\n", "points are counted after two passes"},
        {"[outcome]\nrepetition = draw\n", "repetition: points are counted after one"},
        {"[outcome]\nrepetition = draw\n", "move-limit: points are counted"},
        {"[pass]\nat-will = no\n", "may always do so"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_written("[game]\nname = X\nbase = janggi\n", cases[i][0], cases[i][1]);
}

/* Pieces that may not enter a zone, and take royal pieces there all the same. */
static void test_barred_written(void **state)
{
    static const char *const cases[][2] = {
        {"", ""},
        {"[area]\nsquares 1 = a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2 a3 b3 c3 d3 e3 f3 "
         "g3 h3 a4 b4 c4 d4 e4 f4 g4 h4 a5 b5 c5 d5 e5 f5 g5 h5\n",
         ""},
        {"[area]\nsquares 1 = a2 b2 c2 d2 e2 f2 g2 h2 a4\n", "captures of friends or of kings"},
        {"[pieces]\nP = pawn, mfWcefFkF\n", "captures of friends or of kings"},
        {"[promotion]\npieces = P\nrank 8 = Q\n", "captures of friends or of kings"},
        {"[hands]\nstart = N\n", "captures of friends or of kings"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_written("[game]\nname = X\nbase = maharajah\n", cases[i][0], cases[i][1]);
}

/* A row of pawns before the last two ranks, which decide. */
#define CORNERS                                                                                   \
    "[game]\nname = X\nbase = chess\nwithout = castling multi-step promotion\n"                   \
    "[pieces]\nP = pawn, mfWcfF\n[setup]\nboard =\n rnbqkbnr\n 8\n PPPPPPPP\n 8\n 8\n pppppppp\n" \
    " 8\n RNBQKBNR\n[promotion]\npieces = P\n"

/* Promotion on certain squares of the ranks. */
static void test_promotion_squares_written(void **state)
{
    static const char *const cases[][2] = {
        {"rank 7 = Q R B N\nsquares = a7 a8 b8 d8 e8 f8 g8 h7 h8\n", ""},
        {"rank 7 = Q R B N\ncompulsory = 9\nsquares = a7 a8 b8 d8 e8 f8 g8 h7 h8\n", ""},
        {"rank 7 = Q R B N\nrank 8 = Q R\nsquares = a8 c8\n", ""},
        {"rank 7 = Q R B N\ncompulsory = 8\nsquares = a7 a8 b8 c8 d8 e8 f8 g8 h8\n", ""},
        {"rank 8 = Q\nblack-squares = a2 h1 g1\n", ""},
        {"rank 7 = Q R B N\ncompulsory = 8\nsquares = a7 a8 c8 d8 e8 f8 g8 h8\n",
         "could not move again"},
        {"rank 7 = Q\nrank 8 = R\nsquares = a8 c8\n", "all choices are available"},
        {"rank 7 = Q\nsquares = a7 a8\n[hands]\nnot-on 1 = P\n", ""},
        {"rank 7 = Q\nsquares = a7 a8\n[hands]\nnot-on 1 = P\nnot-on 7 = P\nnot-on 8 = P\n",
         "kept from ranks"},
        {"rank 7 = Q\nblack-compulsory = 8\n", "both sides must promote"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_written(CORNERS, cases[i][0], cases[i][1]);
}

static void test_errors(void **state)
{
    static char large[APO_INI_SIZE_MAX + 1];
    (void)state;
    assert_int_equal(read_ini("", ""), APO_E_UNKNOWN);
    assert_int_equal(read_ini("maxRank = 8\n", ""), APO_E_UNKNOWN);
    assert_int_equal(read_ini("[a]\n", "b"), APO_E_UNKNOWN);
    assert_int_equal(read_ini("[a:nothing]\n", ""), APO_E_UNKNOWN);
    assert_int_equal(read_ini("[a:dobutsu]\n", ""), APO_E_UNSUPPORTED);
    assert_non_null(strstr(error.detail, "say them in the section"));
    assert_int_equal(read_ini("[a:b]\n[b:a]\n", ""), APO_E_TOO_LARGE);
    assert_int_equal(read_ini("[a]\nmaxFile = 1\n", ""), APO_E_UNSUPPORTED);
    assert_non_null(strstr(error.detail, "2 files and 2 ranks"));
    assert_int_equal(read_ini("[a:xiangqi]\nstartFen = r~8/9/9/9/9/9/9/9/9/4K4 w\n", ""),
                     APO_E_UNSUPPORTED);
    assert_non_null(strstr(error.detail, "marked ~"));
    assert_int_equal(read_ini("[a]\nstartFen = 8/8/8 w - - 0 1\n", ""), APO_E_SYNTAX);
    assert_int_equal(read_ini("[a]\nstartFen = ?\n", ""), APO_E_SYNTAX);
    memset(large, '\n', sizeof large);
    assert_int_equal(apo_fairy_ini_read(&draft, (apo_span){large, sizeof large},
                                        apo_span_of(""), NULL, NULL, &error),
                     APO_E_TOO_LARGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_of_bases),
        cmocka_unit_test(test_known_games),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_bases_are_built_in),
        cmocka_unit_test(test_losses),
        cmocka_unit_test(test_losses_once),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_no_losses),
        cmocka_unit_test(test_comments),
        cmocka_unit_test(test_games_there_and_back),
        cmocka_unit_test(test_counted_draws),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_limits_written),
        cmocka_unit_test(test_sections),
        cmocka_unit_test(test_janggi),
        cmocka_unit_test(test_gating),
        cmocka_unit_test(test_gating_losses),
        cmocka_unit_test(test_gating_written),
        cmocka_unit_test(test_barred_written),
        cmocka_unit_test(test_janggi_written),
        cmocka_unit_test(test_promotion_squares_written),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
