#include "notation_help.h"

#include "notation/fen.h"
#include "notation/locate.h"

static const char modern_start[] =
    "ws******sw/r2jcc3r/1gnbqkbnd1/pppppppppp/10/10/10/10/PPPPPPPPPP/1GNBQKBND1/R3CCJ2R/"
    "WS******SW w f2f9 - -- NCRQncrq - 0 1";

/* --- round trips --------------------------------------------------------- */

static void test_start_of_modern(void **state)
{
    apo_variant *var = help_open("modern");
    apo_position pos, read;
    (void)state;
    help_start(&pos, var, 14);
    assert_string_equal(help_fen(&pos), modern_start);
    help_read(&read, var, modern_start);
    assert_true(apo_position_same(&pos, &read));
    apo_variant_free(var);
}

static void visit_fen(const apo_position *pos, const apo_move_list *legal)
{
    apo_position read;
    char first[APO_FEN_MAX];
    (void)legal;
    memcpy(first, help_fen(pos), sizeof first);
    help_read(&read, apo_position_variant(pos), first);
    assert_string_equal(help_fen(&read), first);
    assert_true(apo_position_same(pos, &read));
    assert_true(apo_position_key(pos) == apo_position_key(&read));
    help_read(&read, apo_position_variant(pos), help_short_fen(pos));
    assert_string_equal(help_fen(&read), first);
    assert_true(apo_position_key(pos) == apo_position_key(&read));
}

static void test_random_positions(void **state)
{
    (void)state;
    help_play(6, 250, 1, visit_fen);
}

/* The largest board, all of it pieces, all of them unmoved, and full reserves. */
static void test_longest_text(void **state)
{
    static char definition[8192], bytes[APO_FEN_MAX];
    char board[18 * 24] = "";
    apo_setup setup;
    (void)state;
    strcat(board, "    KR14\n");
    for (unsigned i = 0; i < 14; i++)
        strcat(board, "    16\n");
    strcat(board, "    kr14\n");
    snprintf(definition, sizeof definition,
             "[game]\nname = Large\n[board]\nfiles = 16\nranks = 16\n"
             "[pieces]\nK = king, K, royal\nR = rook, R\nP = pawn, fmWfcF\n"
             "[setup]\nboard =\n%s[promotion]\npieces = P\nrank 16 = R\ncompulsory = 16\n"
             "[reserve]\nstart = R\n[outcome]\nstalemate = draw\n",
             board);
    apo_variant *var = help_compile("large", definition);
    apo_setup_empty(&setup, var);
    for (unsigned sq = 0; sq < 256; sq++) {
        setup.pieces[sq] = apo_piece_of(APO_BLACK, apo_variant_type_of_letter(var, 'R'));
        apo_set_add(&setup.unmoved, (apo_square)sq);
    }
    setup.rules.reserve[APO_WHITE][apo_variant_type_of_letter(var, 'R')] = 255;
    setup.halfmove_count = setup.move_number = UINT32_MAX;
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_fen_write_setup_full(&text, var, &setup);
    assert_false(text.is_overflowed);
    apo_variant_free(var);
}

/* --- errors -------------------------------------------------------------- */

/* A text with a '~' before the byte that the error points at. */
struct fault {
    const char *game;
    const char *marked;
    apo_status status;
    const char *words; /* in the sentence */
};

#define M_BOARD                                                                           \
    "ws******sw/r2jcc3r/1gnbqkbnd1/pppppppppp/10/10/10/10/PPPPPPPPPP/1GNBQKBND1/R3CCJ2R/" \
    "WS******SW"
#define P_BOARD  "k11/12/12/12/12/12/12/12/12/12/12/K11"
#define P_FIELDS " w - - -- - - 0 1"
#define M_FIELDS " w f2f9 - -- NCRQncrq - 0 1"
#define P_TOP    "k11/12/12/12/12/12/12/12/12/12"

static const struct fault faults[] = {
    {"modern", "~", APO_E_SYNTAX, "empty"},
    {"modern", "~ " M_BOARD M_FIELDS, APO_E_SYNTAX, "begins with a space"},
    {"modern", M_BOARD " ~ w f2f9 - -- - - 0 1", APO_E_SYNTAX, "more than one space"},
    {"modern", M_BOARD M_FIELDS "~ ", APO_E_SYNTAX, "ends with a space"},
    {"modern", M_BOARD M_FIELDS " ~x", APO_E_SYNTAX, "ninth field"},
    {"modern", M_BOARD " w f2f9 - -- - - 0~", APO_E_SYNTAX, "nine fields"},
    {"modern", M_BOARD " w - - 0 1~", APO_E_UNSUPPORTED, "nine fields"},
    {"prequel", P_BOARD " w - - 0 1 1~", APO_E_SYNTAX, "two to six"},
    {"prequel", P_TOP "/12~" P_FIELDS, APO_E_SYNTAX, "12 ranks"},
    {"prequel", P_BOARD "~/12" P_FIELDS, APO_E_SYNTAX, "12 ranks"},
    {"prequel", "k~12/12/12/12/12/12/12/12/12/12/12/K11" P_FIELDS, APO_E_SYNTAX,
     "rank 12 is too"},
    {"prequel", "k11/11~/12/12/12/12/12/12/12/12/12/K11" P_FIELDS, APO_E_SYNTAX,
     "rank 11 is too"},
    {"prequel", P_TOP "/12~p/K11" P_FIELDS, APO_E_SYNTAX, "rank 2 is too long"},
    {"prequel", P_TOP "/12/K~011" P_FIELDS, APO_E_SYNTAX, "begin with \"0\""},
    {"prequel", P_TOP "/12/K~0" P_FIELDS, APO_E_SYNTAX, "begin with \"0\""},
    {"prequel", P_TOP "/12/K~99999999999999999999" P_FIELDS, APO_E_SYNTAX, "too long"},
    {"prequel", P_TOP "/~x11/K11" P_FIELDS, APO_E_SYNTAX, "\"x\" is not"},
    {"prequel", P_BOARD " ~W - - -- - - 0 1", APO_E_SYNTAX, "w or b"},
    {"prequel", P_BOARD " ~w3 - - -- - - 0 1", APO_E_SYNTAX, "w or b"},
    {"prequel", P_BOARD " w a1~z9 - -- - - 0 1", APO_E_SYNTAX, "square"},
    {"prequel", P_BOARD " w g1~a1 - -- - - 0 1", APO_E_SYNTAX, "a1 is out of"},
    {"prequel", P_BOARD " w a1~a1 - -- - - 0 1", APO_E_SYNTAX, "a1 is out of"},
    {"prequel", P_BOARD " w - e4~ -- - - 0 1", APO_E_SYNTAX, "at least two"},
    {"prequel", P_BOARD " w - e4~e13 -- - - 0 1", APO_E_SYNTAX, "square"},
    {"prequel", P_BOARD " w - - - - 0 1~", APO_E_SYNTAX, "nine fields"},
    {"prequel", P_BOARD " w - - ~--- - - 0 1", APO_E_SYNTAX, "two characters"},
    {"modern", M_BOARD " w f2f9 - ~pN NCRQncrq - 0 1", APO_E_SYNTAX, "upper-case"},
    {"modern", M_BOARD " w f2f9 - P~N NCRQncrq - 0 1", APO_E_SYNTAX, "lower-case"},
    {"modern", M_BOARD " w f2f9 - -- N~XRQncrq - 0 1", APO_E_SYNTAX, "\"X\" is not"},
    {"modern", M_BOARD " w f2f9 - -- NCRQncrq j~J 0 1", APO_E_SYNTAX, "out of order"},
    {"modern", M_BOARD " w f2f9 - -- NCRQncrq J~J 0 1", APO_E_SYNTAX, "out of order"},
    {"modern", M_BOARD " w f2f9 - -- NCRQncrq - ~00 1", APO_E_SYNTAX, "begin with \"0\""},
    {"modern", M_BOARD " w f2f9 - -- NCRQncrq - 0 ~0", APO_E_RANGE, "out of range"},
    {"modern", M_BOARD " w f2f9 - -- NCRQncrq - ~100000 1", APO_E_RANGE, "out of range"},
    {"modern", M_BOARD " w f2f9 - -- NCRQncrq - 0 ~-1", APO_E_SYNTAX, "digit"},
    {"modern", "ws~6sw/r2jcc3r/10/10/10/10/10/10/10/10/10/WS******SW" M_FIELDS, APO_E_SYNTAX,
     "must be written *"},
    {"prequel", P_BOARD " w - - -- - ~Jj 0 1", APO_E_SYNTAX, "\"J\" is not"},
    /* faults of the position, all at once */
    {"prequel", "~" P_TOP "/12/12" P_FIELDS, APO_E_POSITION, "White has no king"},
    {"prequel", "~12/12/12/12/12/12/12/12/12/12/12/12 w a1 - -- Q - 0 1", APO_E_POSITION,
     "White has no king; Black has no king; the reserve"},
    {"modern",
     "~1s******sw/r2jcc3r/1gnbqkbnd1/pppppppppp/10/10/10/10/PPPPPPPPPP/1GNBQKBND1/"
     "R3CCJ2R/WS******SW" M_FIELDS,
     APO_E_POSITION, "must be written *"},
    {"modern",
     "~ws******sw/r2jcc3r/1gnbqkbnd1/pppppppppp/10/10/10/*9/PPPPPPPPPP/1GNBQKBND1/"
     "R3CCJ2R/WS******SW" M_FIELDS,
     APO_E_POSITION, "marked as missing"},
    {"modern",
     "~wsp*****sw/r2jcc3r/1gnbqkbnd1/pppppppppp/10/10/10/10/PPPPPPPPPP/1GNBQKBND1/"
     "R3CCJ2R/WS******SW" M_FIELDS,
     APO_E_POSITION, "no square"},
};

/* Takes the '~' out; returns where it was. */
static size_t unmark(const char *marked, char out[512])
{
    size_t position = strcspn(marked, "~");
    snprintf(out, 512, "%.*s%s", (int)position, marked, marked + position + 1);
    return position;
}

static void check_fault(const struct fault *fault, const apo_variant *var)
{
    char fen[512];
    apo_position pos;
    apo_error err = {.position = 0, .detail = ""};
    size_t position = unmark(fault->marked, fen);
    apo_status status = apo_fen_read(&pos, var, apo_span_of(fen), &err);
    if (status != fault->status || err.position != position || err.status != status ||
        strstr(err.detail, fault->words) == NULL) {
        print_error("%s\n  status %d at byte %zu, not %zu: %s\n", fen, status, err.position,
                    position, err.detail);
        fail();
    }
    assert_int_equal(apo_fen_read(&pos, var, apo_span_of(fen), NULL), status);
}

static void test_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        apo_variant *var = help_open(faults[i].game);
        check_fault(&faults[i], var);
        apo_variant_free(var);
    }
}

/* A prefix is no FEN; a changed byte gives an error within the text, or another FEN that is
 * read and written alike. */
static void test_damaged_texts(void **state)
{
    static const char bytes[] = "/19*kPz w-@\xC3\xA9";
    apo_variant *var = help_open("modern");
    apo_setup setup;
    apo_error err = {.position = 0};
    (void)state;
    for (size_t i = 0; i + 1 < sizeof modern_start; i++) {
        char damaged[sizeof modern_start], again[APO_FEN_MAX];
        assert_int_not_equal(apo_fen_read_setup(&setup, var, (apo_span){modern_start, i}, &err),
                             APO_OK);
        assert_true(err.position <= i);
        for (size_t k = 0; k + 1 < sizeof bytes; k++) {
            memcpy(damaged, modern_start, sizeof damaged);
            damaged[i] = bytes[k];
            if (apo_fen_read_setup(&setup, var, apo_span_of(damaged), &err) != APO_OK) {
                assert_true(err.position < sizeof modern_start);
                assert_true(err.detail[0] != '\0');
                continue;
            }
            apo_text text = apo_text_start(again, sizeof again);
            apo_fen_write_setup_full(&text, var, &setup);
            assert_false(text.is_overflowed);
        }
    }
    apo_variant_free(var);
}

static void test_long_inputs(void **state)
{
    static char text[10000];
    static const char bytes[] = " 1/aR*-[\n";
    apo_variant *chess = help_chess(), *alert = help_open("alert");
    apo_setup setup, before;
    apo_error err = {.position = 0};
    (void)state;
    memset(&setup, 0x55, sizeof setup);
    before = setup;
    for (size_t i = 0; i + 1 < sizeof bytes; i++) {
        memset(text, bytes[i], sizeof text);
        apo_span span = {text, sizeof text};
        assert_int_not_equal(apo_fen_read_setup(&setup, chess, span, &err), APO_OK);
        assert_true(err.position <= sizeof text);
        assert_int_not_equal(apo_fen_read_setup(&setup, alert, span, &err), APO_OK);
    }
    assert_memory_equal(&setup, &before, sizeof setup); /* untouched */
    apo_variant_free(chess);
    apo_variant_free(alert);
}

/* --- the usual form ------------------------------------------------------ */

struct usual {
    const char *game;
    const char *text;
    const char *full;
    const char *written; /* NULL: as `text` */
};

static const struct usual usual[] = {
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w a1e1h1a8e8h8 - -- - - 0 1", NULL},
    {"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w a1e1h1a8e8h8 - -- - - 0 1",
     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 5",
     "r3k2r/8/8/8/8/8/8/R3K2R b e1h1a8e8 - -- - - 5 1", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 5 1"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R b Ah - 5 9",
     "r3k2r/8/8/8/8/8/8/R3K2R b a1e1e8h8 - -- - - 5 9", "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 5 9"},
    {"chess", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b a1e1h1a8e8h8 e3e4 -- - - 0 1", NULL},
    {"chess", "k7/8/8/2pP4/8/8/8/K7[] w - c6 0 2", "k7/8/8/2pP4/8/8/8/K7 w - c6c5 -- - - 0 2",
     "k7/8/8/2pP4/8/8/8/K7 w - c6 0 2"},
    {"chess", "k7/8/8/2pP4/8/8/8/K7[-] w - c6c5 0 2",
     "k7/8/8/2pP4/8/8/8/K7 w - c6c5 -- - - 0 2", "k7/8/8/2pP4/8/8/8/K7 w - c6 0 2"},
    {"seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHeh] w KQBCDFGkqbcdfg - 0 1",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "
     "a1b1c1d1e1f1g1h1a8b8c8d8e8f8g8h8 - -- - EHeh 0 1",
     NULL},
    /* The king has moved, and rooks may still launch; Black has launched both pieces. */
    {"seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPKPPP/RNBQ1BNR[he] w kq - 3 7",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPKPPP/RNBQ1BNR w a8e8h8 - -- - eh 3 7",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPKPPP/RNBQ1BNR[eh] w kq - 3 7"},
    {"seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPKPPP/RNBQ1BNR[H] b AHkq - 3 7",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPKPPP/RNBQ1BNR b a1h1a8e8h8 - -- - H 3 7", NULL},
    /* Fairy-Stockfish 11 names the castling pieces twice. */
    {"seirawan",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQABCDEFGHkqabcdefgh - 0 1",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "
     "a1b1c1d1e1f1g1h1a8b8c8d8e8f8g8h8 - -- - EHeh 0 1",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHeh] w KQBCDFGkqbcdfg - 0 1"},
    {"grand", "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1",
     "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - -- - - 0 1", NULL},
    {"shako", "c8c/ernbqkbnre/10/10/10/10/10/10/ERNBQKBNRE/C8C w Kq - 0 1",
     "c8c/ernbqkbnre/10/10/10/10/10/10/ERNBQKBNRE/C8C w f2i2b9f9 - -- - - 0 1", NULL},
};

static void test_usual_form(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        const struct usual *row = &usual[i];
        apo_variant *var = help_open(row->game);
        apo_position pos;
        help_read(&pos, var, row->text);
        assert_string_equal(help_fen(&pos), row->full);
        assert_string_equal(help_short_fen(&pos), row->written ? row->written : row->text);
        help_read(&pos, var, row->full);
        assert_string_equal(help_short_fen(&pos), row->written ? row->written : row->text);
        apo_variant_free(var);
    }
}

/* Files name the rank of the pieces that launch, if the king starts on another one. */
static void test_files_of_launchers(void **state)
{
    static const char usual_form[] = "4k3/rnbq1bnr/8/8/8/8/RNBQ1BNR/4K3[EHeh] w ABgh - 0 1";
    apo_variant *var =
        help_compile("second", "[game]\nname = Second\nbase = seirawan\nwithout = castling\n"
                               "[launch]\nlaunchers = Q R B N\n[setup]\nboard =\n"
                               " 4k3\n rnbq1bnr\n 8\n 8\n 8\n 8\n RNBQ1BNR\n 4K3\n");
    apo_position pos;
    (void)state;
    help_read(&pos, var, usual_form);
    assert_string_equal(help_fen(&pos), "4k3/rnbq1bnr/8/8/8/8/RNBQ1BNR/4K3 w a2b2g7h7 - -- - "
                                        "EHeh 0 1");
    assert_string_equal(help_short_fen(&pos), usual_form);
    apo_variant_free(var);
}

/* Positions that the usual form would change: a joker, a double turn, a reserve that is not
 * what the board lacks. */
static void test_needs_nine_fields(void **state)
{
    static const struct {
        const char *game, *fen;
    } rows[] = {
        {"modern", M_BOARD M_FIELDS},
        {"apothecary2",
         "**********/5k4/10/10/10/10/10/10/10/10/4K5/********** w2 - - -- - - 0 1"},
        {"grand", "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R9 w - - -- - - "
                  "0 1"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        apo_variant *var = help_open(rows[i].game);
        apo_position pos;
        help_read(&pos, var, rows[i].fen);
        assert_string_equal(help_short_fen(&pos), rows[i].fen);
        apo_variant_free(var);
    }
}

static const struct fault usual_faults[] = {
    {"", "r3k2r/8/8/8/8/8/8/R3K2R w K~K - 0 1", APO_E_SYNTAX, "repeats"},
    {"", "r3k2r/8/8/8/8/8/8/R3K2R w K~H - 0 1", APO_E_SYNTAX, "repeats"},
    {"", "r3k2r/8/8/8/8/8/8/R3K2R w K~1 - 0 1", APO_E_SYNTAX, "like KQkq"},
    {"", "r3k3/8/8/8/8/8/8/R3K2R w K~k - 0 1", APO_E_SYNTAX, "could castle"},
    {"", "r3k2r/8/8/8/8/8/8/R4K1R w ~K - 0 1", APO_E_SYNTAX, "could castle"},
    {"", "k7/8/8/2pP4/8/8/8/K7 w - ~h6 0 1", APO_E_SYNTAX, "just passed h6"},
    {"", "k7/8/8/2pP4/8/8/8/K7 ~w2 - - 0 1", APO_E_SYNTAX, "w or b"},
    {"", "k7/8/8/2pP4/8/8/8/K7[Q~ w - - 0 1", APO_E_SYNTAX, "closing ]"},
    {"", "k7/8/8/2pP4/8/8/8/K7[Q~X] w - - 0 1", APO_E_SYNTAX, "\"X\" is not"},
    {"", "~k7/8/8/2pP4/8/8/8/K7[Q] w - - 0 1", APO_E_POSITION, "reserve"},
    {"", "k7/8/8/2pP4/8/8/8/K7 w - - ~0 - - 1 1", APO_E_SYNTAX, "two characters"},
};

static void test_usual_errors(void **state)
{
    apo_variant *var = help_chess();
    (void)state;
    for (size_t i = 0; i < sizeof usual_faults / sizeof usual_faults[0]; i++)
        check_fault(&usual_faults[i], var);
    apo_variant_free(var);
}

/* Double turns, and rights of all sorts. */
static void test_turns(void **state)
{
    static const char *const sides[] = {"w", "b", "w2", "w1", "b2", "b1", "w>b2"};
    apo_variant *var = help_open("apothecary2");
    (void)state;
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        char fen[128];
        apo_position pos;
        snprintf(fen, sizeof fen,
                 "**********/5k4/10/10/10/10/10/10/10/10/4K5/********** %s - - -- - - 0 1",
                 sides[i]);
        help_read(&pos, var, fen);
        assert_string_equal(help_fen(&pos), fen);
    }
    apo_variant_free(var);
}

static void test_locate(void **state)
{
    apo_span text = apo_span_of("ab\ncd\n");
    (void)state;
    assert_int_equal(apo_span_locate(text, 0).line, 1);
    assert_int_equal(apo_span_locate(text, 4).line, 2);
    assert_int_equal(apo_span_locate(text, 4).column, 2);
    assert_int_equal(apo_span_locate(text, 100).line, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start_of_modern),
        cmocka_unit_test(test_random_positions),
        cmocka_unit_test(test_longest_text),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_damaged_texts),
        cmocka_unit_test(test_long_inputs),
        cmocka_unit_test(test_files_of_launchers),
        cmocka_unit_test(test_usual_form),
        cmocka_unit_test(test_needs_nine_fields),
        cmocka_unit_test(test_usual_errors),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_locate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
