/* Definitions of other programs: read, compiled, compared with our own files; and written. */
#include "draft_help.h"

#include "base/random.h"
#include "definition/exchange/fairy_ini.h"
#include "definition/exchange/foreign.h"
#include "definition/exchange/interactive.h"
#include "definition/exchange/xboard_setup.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "rules/kernel/movegen.h"
#include "rules/kernel/perft.h"

enum {
    FILE_MAX_BYTES = 1 << 16,
    MOVE_TEXT_BYTES = 64
};

static apo_draft draft;
static apo_fault_list report;
static apo_error error;

static apo_span read_file(const char *name)
{
    static char buf[FILE_MAX_BYTES];
    FILE *file = fopen(name, "rb");
    if (!file)
        fail_msg("%s: cannot be opened", name);
    size_t length = fread(buf, 1, sizeof buf, file);
    fclose(file);
    return (apo_span){buf, length};
}

static apo_status read_diagram(apo_span text)
{
    apo_fault_list_init(&report);
    memset(&error, 0, sizeof error);
    return apo_interactive_read(&draft, text, NULL, &report, &error);
}

static apo_status read_ini(const char *text, const char *section)
{
    apo_fault_list_init(&report);
    memset(&error, 0, sizeof error);
    return apo_fairy_ini_read(&draft, apo_span_of(text), apo_span_of(section), NULL, &report,
                              &error);
}

static apo_variant *open_game(const char *id)
{
    apo_variant *var = NULL;
    assert_int_equal(apo_definition_open(&var, apo_span_of(id), NULL, NULL), APO_OK);
    return var;
}

static bool is_reported(const char *key, const char *words)
{
    for (size_t i = 0; i < report.count; i++)
        if (strcmp(report.faults[i].key, key) == 0 && strstr(report.faults[i].detail, words))
            return true;
    return false;
}

static void expect_report(const char *key, const char *words)
{
    if (is_reported(key, words))
        return;
    for (size_t i = 0; i < report.count; i++)
        print_error("%s: %s\n", report.faults[i].key, report.faults[i].detail);
    fail_msg("not reported: %s: %s", key, words);
}

/* --- the inventor's diagram of Alert against our file -------------------- */

/* All that the report must say, and no more than that. */
static void test_alert_report(void **state)
{
    static const char *const expected[][2] = {
        {"ranks", "its rank 2 is rank 1"},
        {"joker", "imitates the opponent's last piece here"},
        {"promoChoice", "\"L\" names no piece"},
        {"promoChoice", "\"E\" names no piece"},
        {"promoChoice", "become another of them; not here: pawn, berolina"},
        {"promoChoice", "no piece can become them: kangaroo, warlock, osprey"},
        {"promoChoice", "never available: kangaroo"},
        {"promoChoice", "outermost row can promote there"},
        {"promoChoice", "stay what it is on the last rank"},
        {"outcome", "stalemate is a draw"},
    };
    (void)state;
    assert_int_equal(read_diagram(read_file("tests/data/alert-diagram.txt")), APO_OK);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        expect_report(expected[i][0], expected[i][1]);
    assert_int_equal(report.count, sizeof expected / sizeof expected[0]);
}

typedef struct text_list {
    char texts[APO_MOVE_LIST_MAX][MOVE_TEXT_BYTES];
    size_t count;
} text_list;

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

static char letter_on(const apo_variant *var, const apo_position *pos, apo_square sq)
{
    return apo_type_info_of(var, apo_piece_type(pos->board[sq]))->letter;
}

/* How often the differing moves have been seen. */
typedef struct differences {
    unsigned promotions, remainings;
} differences;

/* The legal moves but those about which the report says that both games differ: promotion to G,
 * W and O, and pawns that stay pawns on the last rank. These are counted. */
static void list_moves(text_list *out, const apo_variant *var, const apo_position *pos,
                       differences *seen)
{
    static apo_moves moves;
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_move_list *list = apo_moves_start(&moves);
    assert_int_equal(apo_moves_legal(list, pos), APO_OK);
    out->count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const apo_move *mv = &list->moves[i];
        char promoted = mv->promoted != 0 ? apo_type_info_of(var, mv->promoted)->letter : ' ';
        char piece = letter_on(var, pos, mv->from);
        bool is_pawn = piece == 'P' || piece == 'X';
        unsigned rank = apo_geometry_own_rank(geo, pos->state.side, mv->to);
        bool is_missing = strchr("GWO", promoted) != NULL;
        bool is_remaining = is_pawn && rank == 12 && promoted == ' ';
        seen->promotions += is_missing;
        seen->remainings += is_remaining;
        if (is_missing || is_remaining)
            continue;
        apo_text text = apo_text_start(out->texts[out->count++], MOVE_TEXT_BYTES);
        apo_coordinate_write(&text, pos, mv);
    }
    if (out->count > 0)
        qsort(out->texts, out->count, sizeof out->texts[0], compare_texts);
}

static void play_text(apo_position *pos, const char *text)
{
    apo_move mv;
    assert_int_equal(apo_coordinate_read(&mv, pos, apo_span_of(text), NULL), APO_OK);
    assert_int_equal(apo_play(pos, &mv), APO_OK);
}

/* The start of `var` whose board shows the same pieces. */
static void find_start(apo_position *out, const apo_variant *var, const apo_position *like)
{
    for (uint32_t number = 1; number <= apo_variant_info_of(var)->start_count; number++) {
        assert_int_equal(apo_position_start(out, var, 0, number), APO_OK);
        bool is_same = true;
        for (unsigned sq = 0; sq < apo_geometry_squares(apo_variant_geometry(var)); sq++) {
            apo_piece a = out->board[sq], b = like->board[sq];
            bool is_piece = apo_piece_is_real(a);
            is_same = is_same && is_piece == apo_piece_is_real(b) &&
                      (!is_piece || (apo_piece_side(a) == apo_piece_side(b) &&
                                     letter_on(var, out, (apo_square)sq) ==
                                         letter_on(like->var, like, (apo_square)sq)));
        }
        if (is_same)
            return;
    }
    fail_msg("no start has these pieces");
}

/* True if a pawn could reach the ranks where both games differ within two moves. */
static bool is_promotion_near(const apo_position *pos)
{
    const apo_geometry *geo = apo_variant_geometry(pos->var);
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        apo_piece piece = pos->board[sq];
        if (apo_piece_is_real(piece) &&
            strchr("PX", letter_on(pos->var, pos, (apo_square)sq)) &&
            apo_geometry_own_rank(geo, apo_piece_side(piece), (apo_square)sq) >= 8)
            return true;
    }
    return false;
}

/* What has been compared. */
typedef struct comparison {
    unsigned plies, perfts;
    differences ours, theirs;
} comparison;

static void play_both(apo_position *ours, apo_position *theirs, apo_random *random,
                      comparison *seen)
{
    static text_list a, b;

    enum {
        PLIES = 160,
        PERFT_EVERY = 12
    };

    for (unsigned ply = 0; ply < PLIES; ply++, seen->plies++) {
        list_moves(&a, ours->var, ours, &seen->ours);
        list_moves(&b, theirs->var, theirs, &seen->theirs);
        for (size_t i = 0; i < a.count || i < b.count; i++) {
            int order = i == a.count ? 1 : i == b.count ? -1 : strcmp(a.texts[i], b.texts[i]);
            if (order != 0)
                fail_msg("ply %u: only %s: %s", ply, order < 0 ? "ours" : "the diagram's",
                         order < 0 ? a.texts[i] : b.texts[i]);
        }
        if (a.count == 0)
            break;
        if (ply % PERFT_EVERY == 0 && !is_promotion_near(ours)) {
            assert_int_equal(apo_perft(ours, 2), apo_perft(theirs, 2));
            seen->perfts++;
        }
        const char *text = a.texts[apo_random_below(random, (uint32_t)a.count)];
        play_text(ours, text);
        play_text(theirs, text);
    }
}

/* Imported Alert has the same legal moves as our Alert, all along random games from random
 * starts, but for what the report says: only our game has promotion to kangaroo, warlock and
 * osprey, and only in the diagram's may a pawn stay one on the last rank. */
static void test_alert_moves(void **state)
{
    enum {
        GAMES = 60
    };

    static apo_position ours, theirs;
    (void)state;
    assert_int_equal(read_diagram(read_file("tests/data/alert-diagram.txt")), APO_OK);
    apo_variant *imported = help_compile_draft(&draft), *alert = open_game("alert");
    assert_int_equal(apo_variant_info_of(imported)->start_count,
                     apo_variant_info_of(alert)->start_count);
    apo_random random;
    comparison seen = {.plies = 0};
    apo_random_seed(&random, 1);
    for (unsigned game = 0; game < GAMES; game++) {
        uint32_t number =
            1 + apo_random_below(&random, apo_variant_info_of(alert)->start_count);
        assert_int_equal(apo_position_start(&ours, alert, 0, number), APO_OK);
        find_start(&theirs, imported, &ours);
        if (game == 0)
            assert_int_equal(apo_perft(&ours, 3), apo_perft(&theirs, 3));
        play_both(&ours, &theirs, &random, &seen);
    }
    assert_true(seen.plies > 40 * GAMES);
    assert_true(seen.perfts > GAMES);
    assert_true(seen.ours.promotions > 0);
    assert_int_equal(seen.theirs.promotions, 0);
    assert_int_equal(seen.ours.remainings, 0);
    apo_variant_free(imported);
    apo_variant_free(alert);
}

/* The differences themselves: a pawn before the last rank, with a queen, a warlock and an
 * osprey in reserve. */
static void test_alert_promotion(void **state)
{
    static const char *const fen = "************/11k/P11/12/12/12/12/12/12/12/12/12/11K/"
                                   "************ w - - -- QWO - 0 1";
    static apo_position ours, theirs;
    static text_list list;
    differences at_ours = {0, 0}, at_theirs = {0, 0};
    (void)state;
    assert_int_equal(read_diagram(read_file("tests/data/alert-diagram.txt")), APO_OK);
    apo_variant *imported = help_compile_draft(&draft), *alert = open_game("alert");
    assert_int_equal(apo_fen_read(&ours, alert, apo_span_of(fen), NULL), APO_OK);
    assert_int_equal(apo_fen_read(&theirs, imported, apo_span_of(fen), NULL), APO_OK);
    list_moves(&list, alert, &ours, &at_ours);
    size_t count = list.count;
    list_moves(&list, imported, &theirs, &at_theirs);
    assert_int_equal(list.count, count);
    assert_int_equal(at_ours.promotions, 2);
    assert_int_equal(at_ours.remainings, 0);
    assert_int_equal(at_theirs.promotions, 0);
    assert_int_equal(at_theirs.remainings, 1);
    apo_variant_free(imported);
    apo_variant_free(alert);
}

/* Our Alert written as a diagram, and that read again, is our Alert, too. */
static void test_alert_there_and_back(void **state)
{
    (void)state;
    apo_variant *alert = open_game("alert");
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    for (size_t i = 0; i < apo_definition_builtin_count(); i++)
        if (strcmp(apo_definition_builtin_id(i), "alert") == 0)
            assert_int_equal(apo_draft_of_definition(&draft, apo_span_of("alert"),
                                                     apo_definition_builtin_text(i), NULL, NULL,
                                                     NULL),
                             APO_OK);
    apo_interactive_write(&text, &draft, NULL);
    assert_int_equal(read_diagram(apo_buffer_span(&text)), APO_OK);
    assert_false(is_reported("promoChoice", "nobody can become"));
    apo_variant *again = help_compile_draft(&draft);
    static apo_position ours, theirs;
    assert_int_equal(apo_position_start(&ours, alert, 0, 1), APO_OK);
    find_start(&theirs, again, &ours);
    apo_random random;
    apo_random_seed(&random, 5);
    comparison seen = {.plies = 0};
    play_both(&ours, &theirs, &random, &seen);
    assert_true(seen.plies > 10);
    apo_variant_free(again);
    apo_variant_free(alert);
    apo_buffer_clear(&text);
}

/* --- the diagram's form -------------------------------------------------- */

/* The draft, whose losses lie on other lines in each form. */
static const apo_draft *without_lines(void)
{
    for (unsigned i = 0; i < draft.loss_count; i++)
        draft.losses[i].line = 0;
    return &draft;
}

/* Blanks instead of line breaks, and the HTML element, say the same. */
static void test_modes(void **state)
{
    static char blanks[FILE_MAX_BYTES], html[FILE_MAX_BYTES];
    static apo_draft lines;
    (void)state;
    apo_span text = read_file("tests/data/alert-diagram.txt");
    apo_text page = apo_text_start(html, sizeof html);
    apo_text_add(&page, "<html><body>\nfiles=99\n<div class=\"idiagram\" style=\"x\">\n");
    memcpy(blanks, text.text, text.length);
    for (size_t i = 0; i < text.length; i++) {
        apo_text_add_char(&page, text.text[i]);
        if (i + 1 < text.length && text.text[i + 1] == '\n')
            apo_text_add(&page, "<br/>");
        if (blanks[i] == '\n')
            blanks[i] = ' ';
    }
    apo_text_add(&page, "</div>\npawn:X:::a2\n</body></html>\n");
    assert_int_equal(read_diagram(text), APO_OK);
    lines = *without_lines();
    assert_int_equal(read_diagram((apo_span){blanks, text.length}), APO_OK);
    assert_memory_equal(&lines, without_lines(), sizeof lines);
    assert_int_equal(read_diagram(apo_text_span(&page)), APO_OK);
    assert_memory_equal(&lines, without_lines(), sizeof lines);
}

static void test_small_diagrams(void **state)
{
    (void)state;
    /* Names with blanks; known names; both symmetries, by the time of reading. */
    assert_int_equal(read_diagram(apo_span_of("files=6 ranks=6 prince consort::mQK:king:b1 "
                                              "symmetry=rotate rook::::a1 king::::d1 royal=3")),
                     APO_OK);
    assert_string_equal(draft.types[0].name, "prince consort");
    assert_int_equal(draft.types[0].letter, 'P');
    assert_string_equal(draft.types[1].moves, "R");
    assert_int_equal(draft.board[30 + 1], 'p'); /* mirrored: b6 */
    assert_int_equal(draft.board[30 + 5], 'r'); /* turned: f6 */
    assert_int_equal(draft.board[30 + 2], 'k');
    /* The king's castling goes into its own place; a lone way without partner is reported. */
    assert_int_equal(draft.way_count, 1);
    assert_string_equal(draft.types[2].moves, "K");
    expect_report("king", "finds no partner");

    /* Ids of two letters, the same id twice, contradictions, names that nobody knows. */
    assert_int_equal(
        read_diagram(apo_span_of("promoZone=2\nfoo=bar\nbaring=3\nnonsense\ntheme=OS\n"
                                 "pawn:P:fmWfcF:p:a2-h2\nprince:P:K:x:b1\n"
                                 "tower:+R:R:x:a1,h1,a1,z9\nking:K:K:k:e1\n")),
        APO_OK);
    assert_int_equal(draft.types[1].letter, 'R');
    assert_int_equal(draft.types[2].letter, 'T');
    expect_report("prince", "not one letter");
    expect_report("foo", "not known");
    assert_false(is_reported("theme", "")); /* only how the pieces look */
    expect_report("baring", "may still bare");
    expect_report("", "\"nonsense\" is neither");
    expect_report("tower", "\"z9\" is not a square");
    expect_report("royal", "the last one on the board is: king");
    expect_report("promoChoice", "nothing to promote to");
    apo_variant_free(help_compile_draft(&draft));
}

static void test_promotion(void **state)
{
    (void)state;
    assert_int_equal(read_diagram(apo_span_of(
                         "promoZone=3\npromoChoice=!PQR2\nroyal=4\npawn:P:fmWfcF:p:a2-h2\n"
                         "queen::::d1\nrook::::a1,h1\nking::::e1\n")),
                     APO_OK);
    assert_string_equal(draft.promoting, "P");
    assert_string_equal(draft.tiers[6], "Q");
    assert_string_equal(draft.tiers[7], "R");
    assert_int_equal(draft.compulsory, 8);
    assert_false(draft.has_reserve);
    assert_int_equal(
        read_diagram(apo_span_of("promoChoice=Q\nroyal=4\npromoZone=2\npawn:P:fmWfcF:p:a2-h2\n"
                                 "queen::::d1\nrook::::a1,h1\nking::::e1\n")),
        APO_OK);
    assert_int_equal(draft.compulsory, 7);
    expect_report("promoChoice", "no piece can become them: rook");
}

static void test_shuffle(void **state)
{
    (void)state;
    assert_int_equal(read_diagram(apo_span_of(
                         "files=6\nranks=6\nshuffle=RN,!B,:X\nroyal=5\n"
                         "rook::::a1\nknight:N:::b1\nbishop::::c1,d1\nx:X:W::a2,f2,b2,e2\n"
                         "king::K::e1\n")),
                     APO_OK);
    assert_int_equal(draft.group_count, 3);
    assert_string_equal(draft.groups[0].orders, "RN NR"); /* the diagram's own comes first */
    assert_string_equal(draft.groups[1].orders, "BB");
    assert_int_equal(draft.groups[2].copy_count, 2);
    assert_int_equal(draft.board[0], 'R'); /* the board shows start 1 */
    assert_int_equal(
        read_diagram(apo_span_of("files=6\nranks=6\nshuffle=NX,!BR\nroyal=5\nrook::::b1\n"
                                 "knight:N:::a1\nbishop::::c1,e1\nx:X:W::d1\nking::K::f1\n")),
        APO_OK);
    assert_string_equal(draft.groups[0].orders, "any order of NX"); /* by the alphabet */
    assert_string_equal(draft.groups[1].orders, "BBR BRB");
    expect_report("shuffle", "own arrangement is not among its starts");
    assert_int_equal(read_diagram(apo_span_of(
                         "shuffle=!BNRQK\nroyal=6\npawn::::a2-h2\nrook::::a1,h1\n"
                         "knight:N:::b1,g1\nbishop::::c1,f1\nqueen::::d1\nking::::e1\n")),
                     APO_OK);
    assert_int_equal(draft.group_count, 1); /* as many as Chess960 */
    assert_int_equal(strlen(draft.groups[0].orders), 960 * 9 - 1);
    assert_int_equal(read_diagram(apo_span_of(
                         "shuffle=!BNRQ\nroyal=6\npawn::::a2-h2\nrook::::a1,h1\n"
                         "knight:N:::b1,g1\nbishop::::c1,f1\nqueen::::d1,e1\nking::::e3\n")),
                     APO_OK);
    assert_int_equal(draft.group_count, 0);
    expect_report("shuffle", "more than 960 orders");
}

/* A king and rooks that change places castle from wherever they are, as in Chess960. */
static void test_shuffled_castling(void **state)
{
    (void)state;
    assert_int_equal(read_diagram(apo_span_of(
                         "shuffle=!BNRQK\nroyal=6\npawn::::a2-h2\nrook::::a1,h1\n"
                         "knight:N:::b1,g1\nbishop::::c1,f1\nqueen::::d1\nking::KisO2::e1\n")),
                     APO_OK);
    assert_int_equal(draft.group_count, 1);
    assert_int_equal(draft.way_count, 6 * 7);
    for (unsigned i = 0; i < draft.way_count; i++) {
        bool is_right = draft.ways[i].partner > draft.ways[i].king;
        assert_int_equal(draft.ways[i].king_to, is_right ? 6 : 2);
        assert_int_equal(draft.ways[i].partner_to, is_right ? 5 : 3);
    }
    assert_string_equal(draft.castling_partners, "R");
    assert_int_equal(draft.board[4], 'K');
    assert_memory_equal(draft.groups[0].orders, "RNBQKBNR ", 9);
    for (size_t i = 0; i < report.count; i++)
        assert_true(report.faults[i].is_warning); /* nothing is lost */
    apo_variant *var = help_compile_draft(&draft);
    assert_int_equal(apo_variant_info_of(var)->start_count, 960);
    apo_variant_free(var);
    /* A rook that changes places without the king cannot be expressed. */
    assert_int_equal(
        read_diagram(apo_span_of("shuffle=NR\nroyal=4\npawn::::a2-h2\nrook::::a1,h1\n"
                                 "knight:N:::b1,g1\nking::KisO2::e1\n")),
        APO_OK);
    assert_int_equal(draft.way_count, 0);
    expect_report("castling", "change places in another way");
}

static bool is_lost(const char *key, const char *words)
{
    for (size_t i = 0; i < report.count; i++)
        if (!report.faults[i].is_warning && strcmp(report.faults[i].key, key) == 0 &&
            strstr(report.faults[i].detail, words) != NULL)
            return true;
    return false;
}

/* Every built-in game is written as a diagram that comes back as the same game, or with a
 * report of what is lost. */
static void test_games_there_and_back(void **state)
{
    static apo_position pos;
    size_t whole = 0;
    (void)state;
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        const char *id = apo_definition_builtin_id(i);
        apo_buffer text;
        apo_fault_list_init(&report);
        assert_int_equal(apo_draft_of_definition(&draft, apo_span_of(id),
                                                 apo_definition_builtin_text(i), NULL, NULL,
                                                 &report),
                         APO_OK);
        apo_buffer_init(&text, NULL);
        apo_foreign_write(&text, APO_FOREIGN_DIAGRAM, &draft, &report);
        if (report.error_count > 0) {
            assert_non_null(strstr(text.bytes, "lost="));
        } else {
            assert_int_equal(read_diagram(apo_buffer_span(&text)), APO_OK);
            for (size_t k = 0; k < report.count; k++)
                if (!report.faults[k].is_warning)
                    fail_msg("%s: %s: %s", id, report.faults[k].key, report.faults[k].detail);
            apo_variant *ours = open_game(id), *again = help_compile_draft(&draft);
            assert_int_equal(apo_position_start(&pos, ours, 0, 1), APO_OK);
            uint64_t count = apo_perft(&pos, 3);
            assert_int_equal(apo_position_start(&pos, again, 0, 1), APO_OK);
            assert_int_equal(apo_perft(&pos, 3), count);
            apo_variant_free(again);
            apo_variant_free(ours);
            whole++;
        }
        apo_buffer_clear(&text);
    }
    assert_int_equal(whole, 39);
}

/* What is lost is an error, and a comment in the definition; remarks are neither. */
static void test_diagram_losses(void **state)
{
    static const char *const start = "rook::::a1,h1\nknight:N:::b1,g1\nbishop::::c1,f1\n"
                                     "queen::::d1\nking::::e1\n";

    static const struct {
        const char *line, *key, *words;
    } cases[] = {
        {"shuffle=RN,NB", "shuffle", "has pieces of another group"},
        {"shuffle=N!BRX", "shuffle", "names no piece"},
        {"succession=2", "succession", "only `succession=1`"},
        {"iron=5", "iron", "a royal piece"},
        {"fox=1", "fox", "not known"},
        {"royal=X", "royal", "no piece is royal"},
        {"ghost:G:uQ:g:a3", "ghost", "cannot be played"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        apo_buffer out;
        snprintf(text, sizeof text, "%s\npromoChoice=\nmaxPromote=1\n%s%s\n",
                 strcmp(cases[i].key, "royal") == 0 ? "" : "royal=K", start, cases[i].line);
        assert_int_equal(read_diagram(apo_span_of(text)), APO_OK);
        if (!is_lost(cases[i].key, cases[i].words))
            fail_msg("%s is not lost", cases[i].line);
        apo_buffer_init(&out, NULL);
        apo_draft_write(&out, &draft);
        assert_non_null(strstr(out.bytes, "# LOST: "));
        apo_buffer_clear(&out);
    }
}

/* The royal piece by its number or its id. */
static void test_royal(void **state)
{
    (void)state;
    assert_int_equal(read_diagram(apo_span_of("royal=K\nmaxPromote=0\nking:K:K:k:e1\n"
                                              "rook:R:R:r:a1\n")),
                     APO_OK);
    assert_true(draft.types[0].is_royal);
    assert_false(draft.types[1].is_royal);
    assert_int_equal(report.error_count, 0);
    assert_int_equal(read_diagram(apo_span_of("royal=2\nmaxPromote=0\nrook:R:R:r:a1\n"
                                              "king:K:K:k:e1\n")),
                     APO_OK);
    assert_true(draft.types[1].is_royal);
    assert_int_equal(report.error_count, 0);
}

/* Pages list pieces in hand that never come to the board, some of them after the king. */
static void test_idle_hands(void **state)
{
    (void)state;
    assert_int_equal(read_diagram(apo_span_of("pawn::::a2-h2\nqueen::::d1\nking::K::e1\n"
                                              "lion:::::2\n")),
                     APO_OK);
    assert_true(draft.types[2].is_royal);
    expect_report("promoChoice", "never come to the board");
    assert_int_equal(report.error_count, 0);
    assert_int_equal(
        read_diagram(apo_span_of("holdingsType=1\npromoChoice=!P*Q\npawn:P:::a2-h2:1\n"
                                 "queen:Q:::d1\nking:K:K::e1\n")),
        APO_OK);
    assert_true(draft.has_reserve);
    assert_string_equal(draft.reserve, "");
    assert_int_equal(report.error_count, 0);
}

static void test_diagram_errors(void **state)
{
    static char large[APO_INTERACTIVE_SIZE_MAX + 1];
    char many[2048];
    (void)state;
    assert_int_equal(read_diagram(apo_span_of("")), APO_E_SYNTAX);
    assert_int_equal(read_diagram(apo_span_of("files=8\nranks=8\n")), APO_E_SYNTAX);
    assert_int_equal(read_diagram(apo_span_of("files=17\npawn::::a2\n")), APO_E_UNSUPPORTED);
    apo_text text = apo_text_start(many, sizeof many);
    for (unsigned i = 0; i < 27; i++)
        apo_text_add(&text, "man:M:K::\n");
    assert_int_equal(read_diagram(apo_text_span(&text)), APO_E_UNSUPPORTED);
    memset(large, ':', sizeof large);
    assert_int_equal(read_diagram((apo_span){large, sizeof large}), APO_E_TOO_LARGE);
    assert_true(error.detail[0] != '\0');
    /* Moves that cannot be played are reported, and the piece cannot move. */
    assert_int_equal(read_diagram(apo_span_of("ghost:G:uQ::a1\nking:K:K::e1\n")), APO_OK);
    expect_report("ghost", "cannot be played");
    assert_string_equal(draft.types[0].moves, "");
}

/* --- XBoard -------------------------------------------------------------- */

static void test_xboard(void **state)
{
    apo_buffer text;
    (void)state;
    apo_buffer_init(&text, NULL);
    assert_int_equal(read_ini("[x:shako]\n", ""), APO_OK);
    apo_xboard_setup_write(&text, &draft, &report);
    assert_non_null(strstr(text.bytes, "setup (PNBRQ...E..CKpnbrq...e..ck) 10x10+0_fairy "
                                       "c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/"
                                       "ERNBQKBNRE/C8C w KQkq - 0 1\n"));
    assert_non_null(strstr(text.bytes, "piece P& fmWfceFifmnD\n"));
    assert_non_null(strstr(text.bytes, "piece K& KisjO2\n"));
    assert_non_null(strstr(text.bytes, "piece C& mRcpR\n"));
    apo_buffer_clear(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alert_report),
        cmocka_unit_test(test_alert_moves),
        cmocka_unit_test(test_alert_promotion),
        cmocka_unit_test(test_alert_there_and_back),
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_small_diagrams),
        cmocka_unit_test(test_promotion),
        cmocka_unit_test(test_shuffle),
        cmocka_unit_test(test_shuffled_castling),
        cmocka_unit_test(test_games_there_and_back),
        cmocka_unit_test(test_diagram_losses),
        cmocka_unit_test(test_royal),
        cmocka_unit_test(test_idle_hands),
        cmocka_unit_test(test_diagram_errors),
        cmocka_unit_test(test_xboard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
