#include "notation_help.h"

#include "notation/coordinate.h"
#include "notation/explain.h"

static const char *write_move(const apo_position *pos, const apo_move *mv)
{
    static char bytes[APO_COORDINATE_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_coordinate_write(&text, pos, mv);
    assert_false(text.is_overflowed);
    return bytes;
}

/* Every legal move has a text of its own, which is read as this move. */
static void visit_texts(const apo_position *pos, const apo_move_list *legal)
{
    for (size_t i = 0; i < legal->count; i += 1 + legal->count / 16) {
        const char *text = write_move(pos, &legal->moves[i]);
        apo_move found;
        apo_error err = {.detail = ""};
        if (apo_coordinate_read(&found, pos, apo_span_of(text), &err) != APO_OK ||
            !apo_move_same(&found, &legal->moves[i])) {
            print_error("%s: %s %s\n", help_fen(pos), text, err.detail);
            fail();
        }
    }
}

static void test_round_trip(void **state)
{
    (void)state;
    help_play(3, 150, 2, visit_texts);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void visit_distinct(const apo_position *pos, const apo_move_list *legal)
{
    static char texts[APO_MOVE_LIST_MAX][APO_COORDINATE_MAX];
    for (size_t i = 0; i < legal->count; i++)
        strcpy(texts[i], write_move(pos, &legal->moves[i]));
    qsort(texts, legal->count, sizeof texts[0], compare_texts);
    for (size_t i = 1; i < legal->count; i++)
        if (strcmp(texts[i - 1], texts[i]) == 0) {
            print_error("%s: two moves are %s\n", help_fen(pos), texts[i]);
            fail();
        }
}

static void test_distinct(void **state)
{
    (void)state;
    help_play(6, 250, 3, visit_distinct);
}

/* --- reading ------------------------------------------------------------- */

struct reading {
    const char *game;
    const char *fen;
    const char *text;
    const char *canonical;
};

#define ALERT_PROMOTION                                                                 \
    "************/12/12/9k2/12/12/2P1X7/7p4/12/9p2/6K5/6p4p/4W7/************ b - - Fm " \
    "ZGWRRJOOQVUMMIInzggwwrjjyoovummii - 0 117"
#define CLASSIC_START                                                                          \
    "***meem***/r8r/1abncknbq1/pppppppppp/10/10/10/10/PPPPPPPPPP/1ABNCKNBQ1/R8R/***MEEM*** w " \
    "a1j1b2c2d2e2f2g2h2i2b9c9d9e9f9g9h9i9a10j10 - -- NMRQnmrq Jj 0 1"
#define LION     "11k/12/12/12/6p5/6p5/5N6/12/12/12/12/K11 w - - -- - - 0 1"
#define CHECKERS "k11/12/12/12/5c1c4/12/5c1c4/4C7/12/12/12/K11 w - - -- - - 0 1"

static const struct reading readings[] = {
    /* The legs of a lion's move, as XBoard writes it. */
    {"chu-shogi", LION, "f6g7,g7f6", "f6f6*g7"},
    {"chu-shogi", LION, "f6g7,g7g8", "f6g8*g7"},
    {"chu-shogi", LION, "f6e6,e6f6", "f6f6"},
    {"alert", ALERT_PROMOTION, "j4j3z", "j4j3z"},
    {"alert", ALERT_PROMOTION, "j4j3Z", "j4j3z"},
    {"alert", ALERT_PROMOTION, "j4j3=z", "j4j3z"},
    {"alert", ALERT_PROMOTION, "j4-j3=Z", "j4j3z"},
    {"alert", ALERT_PROMOTION, "j4-j3", "j4j3"},
    {"classic", CLASSIC_START, "d2e4j", "d2e4j"},
    {"classic", CLASSIC_START, "d2e4/J", "d2e4j"},
    {"classic", CLASSIC_START, "d2e4", "d2e4"},
    {"classic", CLASSIC_START, "e3e5", "e3e5"},
    {"classic", CLASSIC_START, "f2c1j", "f2c1j"},
    {"prequel", CHECKERS, "e5xg7", "e5xg7"},
    {"prequel", CHECKERS, "e5xg7xe9", "e5xg7xe9"},
};

static void test_readings(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++) {
        const struct reading *reading = &readings[i];
        apo_variant *var = help_open(reading->game);
        apo_position pos;
        apo_move mv;
        apo_error err = {.detail = ""};
        help_read(&pos, var, reading->fen);
        if (apo_coordinate_read(&mv, &pos, apo_span_of(reading->text), &err) != APO_OK) {
            print_error("%s: %s\n", reading->text, err.detail);
            fail();
        }
        assert_string_equal(write_move(&pos, &mv), reading->canonical);
        apo_variant_free(var);
    }
}

/* Any order of jumps that gives the same move is read; the smallest is written. What captures
 * other pieces is another move. */
static void test_orders_of_jumps(void **state)
{
    static const char fen[] = "6k5/12/2p1pCr3c1/3C3P2CC/2p1p1cP2p1/C2C6b1/c3p3p3/2N1C7/2r1r5cC/"
                              "3C8/pCc3bC1C2/6K5 w - - -- - - 6 19";
    static const char canonical[] = "d7xb9xd11xf9xd7xf5";
    static const char *const orders[] = {"d7xf9xd11xb9xd7xf5", "d7xb9xd11xf9xd7xf5"};
    static const char *const wrong[] = {"d7xf5xd7xb9xd11xf9", "d7xb9xd11xf9xb7xf5",
                                        "d7xb9xd11xf9xd7xb9xd11xf9xd7xf5"};
    apo_variant *var = help_open("prequel");
    apo_position pos;
    apo_move first, mv;
    (void)state;
    help_read(&pos, var, fen);
    assert_int_equal(apo_coordinate_read(&first, &pos, apo_span_of(canonical), NULL), APO_OK);
    assert_string_equal(write_move(&pos, &first), canonical);
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        assert_int_equal(apo_coordinate_read(&mv, &pos, apo_span_of(orders[i]), NULL), APO_OK);
        assert_true(apo_move_same(&mv, &first));
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (apo_coordinate_read(&mv, &pos, apo_span_of(wrong[i]), NULL) == APO_OK)
            assert_false(apo_move_same(&mv, &first));
    assert_int_equal(apo_coordinate_read(&mv, &pos, apo_span_of("d7xb9"), NULL), APO_OK);
    assert_false(apo_move_same(&mv, &first));
    apo_variant_free(var);
}

/* --- errors -------------------------------------------------------------- */

/* A text with a '~' before the byte that the error points at. */
struct fault {
    const char *game;
    const char *fen;
    const char *marked;
    apo_status status;
    const char *words;
};

#define MODERN_START                                                                      \
    "ws******sw/r2jcc3r/1gnbqkbnd1/pppppppppp/10/10/10/10/PPPPPPPPPP/1GNBQKBND1/R3CCJ2R/" \
    "WS******SW w f2f9 - -- NCRQncrq - 0 1"

static const struct fault faults[] = {
    {"modern", MODERN_START, "~", APO_E_SYNTAX, "the square of the piece"},
    {"modern", MODERN_START, "~z2z3", APO_E_SYNTAX, "the square of the piece"},
    {"modern", MODERN_START, "e3~", APO_E_SYNTAX, "goes to"},
    {"modern", MODERN_START, "e3~e15", APO_E_SYNTAX, "goes to"},
    {"modern", MODERN_START, "e3-~", APO_E_SYNTAX, "goes to"},
    {"modern", MODERN_START, "e3e5~?", APO_E_SYNTAX, "unexpected"},
    {"modern", MODERN_START, "e3e5=~x", APO_E_SYNTAX, "not the letter"},
    {"modern", MODERN_START, "~e5e6", APO_E_ILLEGAL, "e5 is empty"},
    {"modern", MODERN_START, "~e8e7", APO_E_ILLEGAL, "White is to move"},
    {"modern", MODERN_START, "e3~e6", APO_E_ILLEGAL, "the pawn on e3 cannot go"},
    {"modern", MODERN_START, "a1~a3", APO_E_ILLEGAL, "same side"},
    {"modern", MODERN_START, "c2~c3", APO_E_ILLEGAL, "the knight on c2 cannot go"},
    {"modern", MODERN_START, "~g1g4", APO_E_ILLEGAL, "nothing to imitate"},
    {"modern", MODERN_START, "e3e5~q", APO_E_ILLEGAL, "neither promotes"},
    {"modern", MODERN_START, "e3~xe5xe7", APO_E_ILLEGAL, "only a checker"},
    {"chu-shogi", LION, "f6g7,~g8g9", APO_E_SYNTAX, "where the one before it ended"},
    {"chu-shogi", LION, "f6g7,g7~", APO_E_SYNTAX, "where the leg ends"},
    {"prequel", CHECKERS, "e5~g7", APO_E_ILLEGAL, "every landing square, like e5xg7"},
    {"prequel", CHECKERS, "e5~xc7", APO_E_ILLEGAL, "cannot jump like that"},
};

static void test_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const struct fault *fault = &faults[i];
        apo_variant *var = help_open(fault->game);
        char text[64];
        apo_position pos;
        apo_move mv;
        apo_error err = {.detail = ""};
        size_t position = strcspn(fault->marked, "~");
        snprintf(text, sizeof text, "%.*s%s", (int)position, fault->marked,
                 fault->marked + position + 1);
        help_read(&pos, var, fault->fen);
        apo_status status = apo_coordinate_read(&mv, &pos, apo_span_of(text), &err);
        if (status != fault->status || err.position != position ||
            strstr(err.detail, fault->words) == NULL) {
            print_error("%s: status %d at %zu, not %zu: %s\n", text, status, err.position,
                        position, err.detail);
            fail();
        }
        assert_int_equal(apo_coordinate_read(&mv, &pos, apo_span_of(text), NULL), status);
        apo_variant_free(var);
    }
}

static void test_explain(void **state)
{
    char bytes[APO_EXPLAIN_MAX];
    apo_variant *var = help_open("apothecary2");
    apo_position pos;
    apo_move mv;
    (void)state;
    help_read(&pos, var,
              "**********/4r5/k9/10/10/10/10/4R5/10/4K5/10/********** w - - -- - - 0 1");
    for (apo_square to = 0; to < 100; to++) {
        apo_text text = apo_text_start(bytes, sizeof bytes);
        mv = (apo_move){.from = 44, .to = to};
        apo_move_explain(&text, &pos, &mv);
        assert_true(text.length > 0);
    }
    apo_error err = {.detail = ""};
    assert_int_equal(apo_coordinate_read(&mv, &pos, apo_span_of("e4d4"), &err), APO_E_ILLEGAL);
    assert_string_equal(err.detail, "White's king could then be captured by the rook on e10");
    assert_int_equal(err.position, 2);
    apo_variant_free(var);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_distinct),
        cmocka_unit_test(test_readings),   cmocka_unit_test(test_orders_of_jumps),
        cmocka_unit_test(test_errors),     cmocka_unit_test(test_explain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
