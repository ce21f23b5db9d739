/* Interactive Diagrams whose pieces change on certain squares, and what else newer diagrams
 * say. The moves were found by hand from the prose of the games' inventors. */
#include "draft_help.h"

#include <stdlib.h>

#include "definition/exchange/foreign.h"
#include "definition/exchange/interactive.h"
#include "notation/coordinate.h"

#define TO_PAWNS "morph=////PPPPPPPPP////\n"
#define KING_BOARD                                                                           \
    "morph=O.......O/M.......M/L.......L/J.......J/TTTTTTTTT/J.......J/L.......L/M.......M/" \
    "O.......O\n"

/* A game by Gerd Degens, chessvariants.com, comment 57047 of 6 March 2024: its lines up to the
 * amazon, without `baring=0`. The royal pieces that follow move as his prose says: the king
 * that has come to a1 like an amazon, to a2 like a chancellor, to a3 like an archbishop, to a4
 * like a queen, and to the fifth rank like a pawn, which it remains. */
static const char *const edges =
    "files=9\nranks=9\npromoZone=0\ngraphicsDir=/graphics.dir/alfaeriePNG/\nsquareSize=50\n"
    "graphicsType=png\nstalemate=win\nroyal=KJLMOT\n"
    "pawn:P:sWFisnDscnD:pawn:e2,e3,e4,,e6,e7,e8\n"
    "morph=Z.......Z/C.......C/A.......A/Q.......Q//Q.......Q/A.......A/C.......C/Z.......Z\n"
    "knight:N:N2:knight:b1,h1,,b9,h9\n" TO_PAWNS "bishop:B:FAGAY:bishop:c1,g1,,c9,g9\n" TO_PAWNS
    "rook:R:WDHWX:rook:a1,i1,,a9,i9\n" TO_PAWNS "queen:Q:WFDA:queen:d1,f1,,d9,f9\n" TO_PAWNS
    "king:K:KisO3:king:e1,,e9\n" KING_BOARD "archbishop:A:BN2:cardinal:\n" TO_PAWNS
    "chancellor:C:RN2:chancellor:\n" TO_PAWNS "amazon:Z:QN2:amazon:\n" TO_PAWNS
    "queen king:J:WFDA:king:\n" KING_BOARD "archbishop king:L:BN2:king:\n" KING_BOARD
    "chancellor king:M:RN2:king:\n" KING_BOARD "amazon king:O:QN2:king:\n" KING_BOARD
    "pawn king:T:sWFisnDscnD:king:\n";

/* Knights and rooks that promote in the enemy's half, as signs of all forms. */
static const char *const halves =
    "promoZone=0\nroyal=K\nsoldier:E:fmWfcF:pawn:a2-h2\nknight:N:N:knight:b1,g1\n"
    "morph=A/A/A/A////\nbishop:B:::c1,f1\nmorph=///////\nrook:R:::a1,h1\n"
    "morph=CCCCCCCC/CCCCCCCC/C,C,C,C,C,C,C,C/C//......../=/\nqueen:Q:::d1\nking:K:K::e1\n"
    "archbishop:A:::\nchancellor:C:::\n";

#define CASTLE "rook:R:::a1,h1\nking:K:K::e1\n"

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
static apo_variant *open_diagram(const char *text)
{
    assert_int_equal(read(text, ""), APO_OK);
    for (size_t i = 0; i < report.count; i++)
        if (!report.faults[i].is_warning)
            fail_msg("%s: %s", report.faults[i].key, report.faults[i].detail);
    return help_compile_draft(&draft);
}

static int compare(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

/* The moves of the piece on a square, in alphabetical order. */
static void expect_moves(const apo_variant *var, const char *fen, const char *square,
                         const char *expected)
{
    static apo_move moves[400];
    static char texts[400][APO_COORDINATE_MAX], found[2000];
    char *sorted[400];
    size_t count = 0;
    apo_move_list list = {moves, 400, 0, false};
    apo_position pos;
    apo_error err;
    if (apo_fen_read(&pos, var, apo_span_of(fen), &err) != APO_OK)
        fail_msg("%s: %s", fen, err.detail);
    assert_int_equal(apo_moves_legal(&list, &pos), APO_OK);
    for (size_t i = 0; i < list.count; i++) {
        apo_text text = apo_text_start(texts[i], sizeof texts[i]);
        apo_coordinate_write(&text, &pos, &moves[i]);
        if (strncmp(texts[i], square, strlen(square)) == 0)
            sorted[count++] = texts[i];
    }
    qsort(sorted, count, sizeof sorted[0], compare);
    found[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        strcat(found, i > 0 ? " " : "");
        strcat(found, sorted[i]);
    }
    assert_string_equal(found, expected);
}

static void test_edges(void **state)
{
    (void)state;
    apo_variant *var = open_diagram(edges);
    /* "Pawns that reach the a- or i-file are promoted": a2 chancellor, a3 archbishop, a4 queen,
     * a9 amazon; on a5 nothing happens. */
    expect_moves(var, "4k4/9/9/9/9/9/1P7/9/4K4 w - - 0 1", "b3",
                 "b3a2c b3a3a b3a4q b3c2 b3c3 b3c4");
    expect_moves(var, "4k4/1P7/9/9/9/9/9/9/4K4 w - - 0 1", "b8",
                 "b8a7a b8a8c b8a9z b8c7 b8c8 b8c9");
    expect_moves(var, "4k4/9/9/9/1P7/9/9/9/4K4 w - - 0 1", "b5",
                 "b5a4q b5a5 b5a6q b5c4 b5c5 b5c6");
    expect_moves(var, "4k4/9/9/9/9/9/9/7p1/4K4 b - - 0 1", "h2",
                 "h2g1 h2g2 h2g3 h2i1z h2i2c h2i3a");
    /* "On the 5th rank, all pieces take on the function of a pawn." */
    expect_moves(var, "7k1/9/9/9/9/2N6/9/9/7K1 w - - 0 1", "c4",
                 "c4a3 c4a5p c4a8 c4b2 c4b6 c4d2 c4d6 c4e3 c4e5p c4e8 c4g2 c4g6");
    /* "The king also promotes on the a- or i-file." */
    expect_moves(var, "7k1/9/9/9/9/1K7/9/9/9 w - - 0 1", "b4",
                 "b4a3l b4a4j b4a5t b4b3 b4b5t b4c3 b4c4 b4c5t");
    expect_moves(var, "9/1k7/9/9/9/9/9/9/7K1 b - - 0 1", "b8",
                 "b8a7l b8a8m b8a9o b8b7 b8b9 b8c7 b8c8 b8c9");
    /* "A king that has been given the move possibilities of a pawn retains them." */
    expect_moves(var, "7k1/9/9/9/1T7/9/9/9/9 w - - 0 1", "b5", "b5a4 b5a5 b5a6 b5c4 b5c5 b5c6");
    /* It is royal whatever it moves like: the rook's leap of four checks it. */
    expect_moves(var, "1r5k1/9/9/9/1T7/9/9/6P2/9 w - - 0 1", "g2", "");
    apo_variant_free(var);
}

static void test_castling(void **state)
{
    (void)state;
    apo_variant *var = open_diagram(edges);
    expect_moves(var, "4k4/9/9/9/9/9/9/9/R3K3R w KQ - 0 1", "e1",
                 "e1b1 e1d1 e1d2 e1e2 e1f1 e1f2 e1h1");
    apo_variant_free(var);
}

/* The same counts as Fairy-Stockfish's with promotedPieceType = n:a r:c, mandatory, on the four
 * far ranks. */
static void test_halves(void **state)
{
    static const char *const start = "rnbqkbnr/eeeeeeee/8/8/8/8/EEEEEEEE/RNBQKBNR w - - 0 1";
    (void)state;
    apo_variant *var = open_diagram(halves);
    assert_int_equal(help_count(var, start, 1), 12);
    assert_int_equal(help_count(var, start, 2), 144);
    assert_int_equal(help_count(var, start, 3), 2124);
    expect_moves(var, "4k3/8/8/8/2N5/8/8/4K3 w - - 0 1", "c4",
                 "c4a3 c4a5a c4b2 c4b6a c4d2 c4d6a c4e3 c4e5a");
    expect_moves(var, "4k3/8/8/2n5/8/8/8/4K3 b - - 0 1", "c5",
                 "c5a4a c5a6 c5b3a c5b7 c5d3a c5d7 c5e4a c5e6");
    apo_variant_free(var);
}

/* Rules that are not known, or that we do not have, are named. */
static void test_losses(void **state)
{
    static const char *const few = "royal=K\nknight:N:::b1\n";
    static const char *const king = "king:K:K::e1\nqueen:Q:::d1\nrook:R:::h1\n";
    static const char *const castles = "knight:N:::b1\nrook:R:::h1\nking:K:::e1\n";

    static const struct {
        const char *first, *line, *rest, *key, *words;
    } cases[] = {
        {few, "morph=1///////\n", king, "morph", "1: from which number"},
        {few, "morph=*///////\n", king, "morph", "*: which sign"},
        {few, "morph=X///////\n", king, "morph", "X: no piece"},
        {few, "morph=Q/Q\n", king, "morph", "number of ranks"},
        {few, "morph=QQQ///////\n", king, "morph", "one sign for all"},
        {few, "morph=Q,,Q,Q,Q,Q,Q,Q///////\n", king, "morph", "between commas"},
        {few, "morph=Q///////\nmorph=Q///////\n", king, "morph", "has one already"},
        {"morph=Q///////\n", few, king, "morph", "there is none"},
        {few, "morph=Q///////\nsymmetry=none\n", king, "morph", "on which ranks"},
        {few, "morph=Q......./.......Q//////\nsymmetry=rotate\n", king, "morph",
         "on which files"},
        {few, "morph=Q///////\nother:Q:Q::\n", king, "morph", "several pieces"},
        {few, "morph=Q///////\nmaxPromote=1\n", king, "morph", "which comes first"},
        {few, "morph=///////=\nmaxPromote=1\n", king, "morph", "from promoting"},
        {few, "morph=Q///////\npromoZone=0\nholdingsType=-1\n", king, "morph", "is dropped"},
        {few, "morph=K///////\npromoZone=0\n", king, "royal", "changes into a royal one"},
        {"promoZone=0\nroyal=K\n", castles, "morph=///////N\n", "morph", "when it castles"},
        {few, "iron=2\n", king, "iron", "a royal piece"},
        {few, "iron=9\n", king, "iron", "no piece has"},
        {few, "royal=QX\n", king, "royal", "\"QX\""},
        {few, "succession=Q\n", king, "succession", "only `succession=1`"},
        {few, "succession=2\n", king, "succession", "only `succession=1`"},
        {few, "succession=1\npromoChoice=Q\n", king, "succession", "must promote"},
        {"promoZone=0\nroyal=N\nextinction=0\n", few, "succession=1\n" CASTLE, "succession",
         "one king only"},
        {"promoZone=0\niron=2\n", few, "succession=1\n" CASTLE, "succession", "`iron`"},
        {"promoZone=0\n", few, "succession=1\nimitator:I:fI::a1\n" CASTLE, "succession",
         "joker"},
        {"promoZone=0\n", few, "king:K:KdU::e1\n", "moves", "to any piece of its own side"},
        {few, "captureMatrix=/!\n", king, "captureMatrix", "each pair of pieces"},
        {few, "baring=0\n", king, "baring", "may still bare"},
        {few, "burnZone=K\n", king, "burnZone", "burn what"},
        {few, "autoGate=1\n", king, "autoGate", "[launch]"},
        {few, "spell=freeze\n", king, "spell", "how far"},
        {few, "counterStrike=1\n", king, "counterStrike", "[lion-trade]"},
    };

    static char text[500];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool is_found = false;
        apo_text out = apo_text_start(text, sizeof text);
        apo_text_add(&out, cases[i].first);
        apo_text_add(&out, cases[i].line);
        assert_int_equal(read(text, cases[i].rest), APO_OK);
        for (size_t k = 0; k < report.count; k++)
            is_found = is_found || (!report.faults[k].is_warning &&
                                    strcmp(report.faults[k].key, cases[i].key) == 0 &&
                                    strstr(report.faults[k].detail, cases[i].words) != NULL);
        if (!is_found)
            fail_msg("not lost: %s: %s", cases[i].key, cases[i].words);
    }
}

/* Two types with one id change into each other: a king that moves like a queen at home. */
static void test_same_id(void **state)
{
    (void)state;
    apo_variant *var = open_diagram(
        "promoZone=0\nroyal=3\nroyal=4\nrook:R:::a1\nbishop:B:::b1\n"
        "king:K:K::e1\nmorph=//////K/K\nking at home:K:Q:king:\nmorph=K/K/K/K/K/K//\n");
    expect_moves(var, "7k/8/8/8/8/K7/8/8 w - - 0 1", "a3", "a3a2i a3a4 a3b2i a3b3 a3b4");
    apo_variant_free(var);
}

/* Nothing takes the iron rook. */
static void test_iron(void **state)
{
    (void)state;
    apo_variant *var = open_diagram(
        "iron=1\nroyal=K\npromoZone=0\nrook:R:::a1\nbishop:B:::b1\nking:K:K::e1\n");
    expect_moves(var, "7k/8/8/8/3r4/8/1B6/4K3 w - - 0 1", "b2", "b2a1 b2a3 b2c1 b2c3");
    apo_variant_free(var);
}

#define PRINCE "prince:F:K:prince:e2,g2,,d7\n"

/* A king that is mated changes places with a prince; its leap to friends is no move besides. */
static void test_succession(void **state)
{
    static const char *const kings[] = {"rook:R:::a1,h1\nking:K:K::e1\n",
                                        "rook:R:::a1,h1\nking:K:KdU::e1\n"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        static char text[200];
        snprintf(text, sizeof text, "promoZone=0\nsuccession=1\n%s%s", PRINCE, kings[i]);
        apo_variant *var = open_diagram(text);
        assert_string_equal(draft.heirs, "F");
        expect_moves(var, "rr5k/8/8/8/6F1/8/8/K7 w - - 0 1", "", "a1g4");
        expect_moves(var, "r6k/8/8/8/6F1/8/8/K7 w - - 0 1", "a1", "a1b1 a1b2");
        expect_moves(var, "7k/8/8/8/6F1/8/8/K7 w - - 0 1", "a1", "a1a2 a1b1 a1b2");
        apo_variant_free(var);
    }
}

/* In such a diagram the prince may promote or not. */
static void test_heir_that_may_promote(void **state)
{
    (void)state;
    apo_variant *var = open_diagram("succession=1\nmaxPromote=1\npromoChoice=QF\n" PRINCE
                                    "queen:Q:::\nking:K:K::e1\n");
    expect_moves(var, "8/5F2/8/8/8/7k/8/K7 w - - 0 1", "f7",
                 "f7e6 f7e7 f7e8 f7e8q f7f6 f7f8 f7f8q f7g6 f7g7 f7g8 f7g8q");
    apo_variant_free(var);
}

/* Written as a diagram and read again, it is the same game, with the same pictures. */
static void test_round_trip(void **state)
{
    static apo_draft ours;
    static const char *const texts[] = {edges, halves,
                                        "promoZone=0\nsuccession=1\n" PRINCE CASTLE};
    static const char *const fens[] = {
        "rnbqkqbnr/4p4/4p4/4p4/9/4P4/4P4/4P4/RNBQKQBNR w - - 0 1",
        "rnbqkbnr/eeeeeeee/8/8/8/8/EEEEEEEE/RNBQKBNR w - - 0 1",
        "rr5k/8/8/8/6F1/8/8/K7 w - - 0 1"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        apo_buffer definition, diagram;
        apo_variant *var = open_diagram(texts[i]);
        uint64_t expected = help_count(var, fens[i], 2);
        apo_buffer_init(&definition, NULL);
        apo_buffer_init(&diagram, NULL);
        apo_draft_write(&definition, &draft);
        apo_fault_list_init(&report);
        assert_int_equal(apo_draft_of_definition(&ours, apo_span_of("ours"),
                                                 apo_buffer_span(&definition), NULL, &report,
                                                 &report),
                         APO_OK);
        apo_foreign_write(&diagram, APO_FOREIGN_DIAGRAM, &ours, &report);
        for (size_t k = 0; k < report.count; k++)
            assert_true(report.faults[k].is_warning);
        apo_buffer_add_char(&diagram, '\0');
        const char *written = apo_buffer_span(&diagram).text;
        if (i == 0) {
            assert_non_null(strstr(written, "\n" TO_PAWNS));
            assert_non_null(strstr(written, "\n" KING_BOARD));
        }
        apo_variant_free(var);
        var = open_diagram(written);
        assert_int_equal(help_count(var, fens[i], 2), expected);
        apo_variant_free(var);
        apo_buffer_clear(&definition);
        apo_buffer_clear(&diagram);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),      cmocka_unit_test(test_castling),
        cmocka_unit_test(test_halves),     cmocka_unit_test(test_losses),
        cmocka_unit_test(test_same_id),    cmocka_unit_test(test_iron),
        cmocka_unit_test(test_succession), cmocka_unit_test(test_heir_that_may_promote),
        cmocka_unit_test(test_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
