#include "notation_help.h"

#include "notation/courier.h"
#include "notation/move_text.h"
#include "notation/movelist.h"

static const char *write_move(const apo_position *pos, const apo_move *mv)
{
    static char bytes[APO_COURIER_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_courier_write(&text, pos, mv);
    assert_false(text.is_overflowed);
    return bytes;
}

/* --- properties ---------------------------------------------------------- */

static void check_read(const apo_position *pos, const char *text, const apo_move *mv)
{
    apo_move found;
    apo_error err = {.detail = ""};
    if (apo_courier_read(&found, pos, apo_span_of(text), &err) != APO_OK ||
        !apo_move_same(&found, mv)) {
        print_error("%s: %s %s\n", help_fen(pos), text, err.detail);
        fail();
    }
}

/* Copies a text without the labels of its steps: "P e7-e8; Q-e8" as "e7-e8; Q-e8". */
static void drop_labels(char *out, const char *text)
{
    for (size_t i = 0; text[i] != '\0'; i++) {
        bool is_start = i == 0 || text[i - 1] == ' ';
        if (is_start && text[i + 1] == ' ')
            i++;
        else
            *out++ = text[i];
    }
    *out = '\0';
}

static void visit_round_trip(const apo_position *pos, const apo_move_list *legal)
{
    for (size_t i = 0; i < legal->count; i += 1 + legal->count / 12) {
        char text[APO_COURIER_MAX + 32], bare[APO_COURIER_MAX];
        strcpy(text, write_move(pos, &legal->moves[i]));
        check_read(pos, text, &legal->moves[i]);
        drop_labels(bare, text);
        check_read(pos, bare, &legal->moves[i]);
        strcat(text, " // why not");
        check_read(pos, text, &legal->moves[i]);
    }
}

static void test_round_trip(void **state)
{
    (void)state;
    help_play(3, 150, 7, visit_round_trip);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void visit_distinct(const apo_position *pos, const apo_move_list *legal)
{
    static char texts[APO_MOVE_LIST_MAX][APO_COURIER_MAX];
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
    help_play(4, 200, 8, visit_distinct);
}

/* --- texts --------------------------------------------------------------- */

#define CASTLING "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define BLACK    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"
#define PAWNS    "1r5k/P7/8/3pP3/8/8/8/K7 w - d6 0 1"

struct reading {
    const char *fen; /* chess */
    const char *text;
    const char *canonical;
};

static const struct reading readings[] = {
    {CASTLING, "K e1-g1; R h1-f1", "K e1-g1; R h1-f1"},
    {CASTLING, "e1-g1;h1-f1", "K e1-g1; R h1-f1"},
    {CASTLING, "K e1-g1", "K e1-g1; R h1-f1"},
    {CASTLING, "k e1-c1;  r a1-d1", "K e1-c1; R a1-d1"},
    {CASTLING, "R a1-a2;", "R a1-a2"},
    {BLACK, "K e8-c8", "k e8-c8; r a8-d8"},
    {PAWNS, "P e5-d6; d5-", "P e5-d6; d5-"},
    {PAWNS, "P e5-d6", "P e5-d6; d5-"},
    {PAWNS, "P e5-d6; @-d5", "P e5-d6; d5-"},
    {PAWNS, "P a7-a8; Q-a8", "P a7-a8; Q-a8"},
    {PAWNS, "Pa7-a8; q-a8", "P a7-a8; Q-a8"},
    {PAWNS, "P a7xb8 ; N-b8  //! ", "P a7-b8; N-b8"},
};

static void test_readings(void **state)
{
    apo_variant *var = help_chess();
    (void)state;
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++) {
        const struct reading *reading = &readings[i];
        apo_position pos;
        apo_move mv;
        apo_error err = {.detail = ""};
        help_read(&pos, var, reading->fen);
        if (apo_courier_read(&mv, &pos, apo_span_of(reading->text), &err) != APO_OK) {
            print_error("%s: at %zu: %s\n", reading->text, err.position, err.detail);
            fail();
        }
        assert_string_equal(write_move(&pos, &mv), reading->canonical);
    }
    apo_variant_free(var);
}

struct fault {
    const char *fen;
    const char *marked;
    apo_status status;
    const char *words;
};

static const struct fault faults[] = {
    {CASTLING, "~", APO_E_SYNTAX, "like e2-e4"},
    {CASTLING, "~X a1-a2", APO_E_SYNTAX, "letter of a piece"},
    {CASTLING, "R a1~ a2", APO_E_SYNTAX, "like e2-e4"},
    {CASTLING, "R a1-a2 ~a3", APO_E_SYNTAX, "expected ;"},
    {CASTLING, "R a1-~z9", APO_E_SYNTAX, "name of a square"},
    {CASTLING, "~R-a2", APO_E_SYNTAX, "begins with"},
    {CASTLING, "R a1-a2; ~Q-a3", APO_E_SYNTAX, "just left or reached"},
    {CASTLING, "~N a1-a2", APO_E_ILLEGAL, "the piece on a1 is the rook, not the knight"},
    {CASTLING, "~R a1-b3", APO_E_ILLEGAL, "cannot go to b3"},
    {CASTLING, "R a1-a2; ~a8-", APO_E_ILLEGAL, "does not capture all"},
    {CASTLING, "K e1-g1; ~R a1-f1", APO_E_ILLEGAL, ""},
    {PAWNS, "P a7-a8~", APO_E_ILLEGAL, "one of Q R B N"},
    {PAWNS, "P e5-e6; ~d5-", APO_E_ILLEGAL, "does not capture all"},
    {PAWNS, "P e5-d6; @-~", APO_E_SYNTAX, "expected the name of a square"},
    {PAWNS, "~@-d5", APO_E_SYNTAX, "a move begins with"},
};

static void test_errors(void **state)
{
    apo_variant *var = help_chess();
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const struct fault *fault = &faults[i];
        char text[64];
        apo_position pos;
        apo_move mv;
        apo_error err = {.detail = ""};
        size_t position = strcspn(fault->marked, "~");
        snprintf(text, sizeof text, "%.*s%s", (int)position, fault->marked,
                 fault->marked + position + 1);
        help_read(&pos, var, fault->fen);
        apo_status status = apo_courier_read(&mv, &pos, apo_span_of(text), &err);
        if (status != fault->status || err.position != position ||
            strstr(err.detail, fault->words) == NULL) {
            print_error("%s: status %d at %zu, not %zu: %s\n", text, status, err.position,
                        position, err.detail);
            fail();
        }
    }
    apo_variant_free(var);
}

/* --- any notation -------------------------------------------------------- */

static void test_guess(void **state)
{
    (void)state;
    assert_int_equal(apo_notation_guess(apo_span_of("e2e4")), APO_NOTATION_COORDINATE);
    assert_int_equal(apo_notation_guess(apo_span_of("c5xe7xg9")), APO_NOTATION_COORDINATE);
    assert_int_equal(apo_notation_guess(apo_span_of("e4")), APO_NOTATION_SAN);
    assert_int_equal(apo_notation_guess(apo_span_of("exd5")), APO_NOTATION_SAN);
    assert_int_equal(apo_notation_guess(apo_span_of("Nf3")), APO_NOTATION_SAN);
    assert_int_equal(apo_notation_guess(apo_span_of("P e2-e4")), APO_NOTATION_COURIER);
    assert_int_equal(apo_notation_guess(apo_span_of("")), APO_NOTATION_SAN);
}

static void visit_any(const apo_position *pos, const apo_move_list *legal)
{
    for (size_t i = 0; i < legal->count; i += 1 + legal->count / 4)
        for (unsigned k = 0; k < APO_NOTATIONS; k++) {
            char bytes[APO_MOVE_TEXT_MAX];
            apo_text text = apo_text_start(bytes, sizeof bytes);
            apo_move found;
            apo_move_write(&text, pos, &legal->moves[i], (enum apo_notation)k);
            assert_int_equal(apo_move_read_any(&found, pos, apo_text_span(&text), NULL),
                             APO_OK);
            assert_true(apo_move_same(&found, &legal->moves[i]));
        }
}

static void test_any_notation(void **state)
{
    (void)state;
    help_play(2, 120, 9, visit_any);
}

/* Bytes at random are refused with a sentence and change nothing. */
static void test_noise(void **state)
{
    static const char bytes[] = "PKRabeh18-;x=/* .j*\xC3\n";
    apo_variant *var = help_chess();
    apo_position pos;
    apo_random random;
    (void)state;
    apo_random_seed(&random, 12);
    help_read(&pos, var, CASTLING);
    for (unsigned i = 0; i < 20000; i++) {
        char text[20];
        size_t length = apo_random_below(&random, sizeof text);
        apo_move mv, before;
        apo_error err = {.detail = ""};
        for (size_t k = 0; k < length; k++)
            text[k] = bytes[apo_random_below(&random, sizeof bytes - 1)];
        memset(&mv, 0x5A, sizeof mv);
        before = mv;
        if (apo_move_read_any(&mv, &pos, (apo_span){text, length}, &err) == APO_OK)
            continue;
        assert_true(err.position <= length);
        assert_true(err.detail[0] != '\0');
        assert_memory_equal(&mv, &before, sizeof mv);
    }
    apo_variant_free(var);
}

/* --- lists of moves ------------------------------------------------------ */

struct list_case {
    const char *text;
    enum apo_movelist_form form;
    unsigned count;
};

static const struct list_case lists[] = {
    {"e2e4 e7e5 g1f3\nb8c6", APO_MOVELIST_COORDINATE, 4},
    {"1. e2e4 e7e5 2. g1f3 // so far\n# and\n2... b8c6 1-0", APO_MOVELIST_COORDINATE, 4},
    {"1. P e2-e4\n1. ... p e7-e5\n2. N g1-f3 // !\r\n\nn b8-c6", APO_MOVELIST_COURIER, 4},
    {"P e2-e4\np e7-e5\n1/2-1/2\n", APO_MOVELIST_COURIER, 2},
    {"1. e4 e5 2. Nf3 Nc6 *", APO_MOVELIST_PGN, 4},
    {"[Event \"a [b] \\\"c\"]\n[Site \"?\"]\n\n{ f } 1. e4 (1. d4 (1. c4) d5) e5 2. Nf3 $1 1-0\n"
     "\n[Event \"x\"]\n\n1. d4 *",
     APO_MOVELIST_PGN, 3},
    {"", APO_MOVELIST_PGN, 0},
};

static void test_lists(void **state)
{
    apo_variant *var = help_chess();
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        apo_movelist list;
        apo_position pos;
        apo_error err = {.detail = ""};
        apo_span text = apo_span_of(lists[i].text);
        bool is_end = false;
        help_start(&pos, var, 1);
        assert_int_equal(apo_movelist_detect(text), lists[i].form);
        apo_movelist_start(&list, text, apo_movelist_detect(text));
        while (!is_end) {
            apo_move mv;
            apo_status status = apo_movelist_next(&list, &pos, &mv, &is_end, &err);
            if (status != APO_OK)
                print_error("%s\n  at %zu: %s\n", lists[i].text, err.position, err.detail);
            assert_int_equal(status, APO_OK);
            if (!is_end)
                assert_int_equal(apo_play(&pos, &mv), APO_OK);
        }
        assert_int_equal(list.count, lists[i].count);
    }
    apo_variant_free(var);
}

static void test_list_errors(void **state)
{
    apo_variant *var = help_chess();
    apo_movelist list;
    apo_position pos;
    apo_move mv;
    apo_error err = {.detail = ""};
    bool is_end;
    (void)state;
    help_start(&pos, var, 1);
    apo_movelist_start(&list, apo_span_of("e2e4\ne7e5"), APO_MOVELIST_COORDINATE);
    assert_int_equal(apo_movelist_next(&list, &pos, &mv, &is_end, &err), APO_OK);
    assert_int_equal(apo_movelist_next(&list, &pos, &mv, &is_end, &err), APO_E_ILLEGAL);
    assert_int_equal(err.position, 5);
    assert_non_null(strstr(err.detail, "move 2 of the list, e7e5: the pawn on e7 is Black's"));
    apo_variant_free(var);
}

/* The games of tests/data/games.txt: coordinate moves, and the final position. */
static void replay(const apo_variant *var, const char *begin, const char *moves,
                   const char *final_fen)
{
    apo_movelist list;
    apo_position pos;
    apo_move mv;
    apo_error err = {.detail = ""};
    bool is_end = false;
    help_read(&pos, var, begin);
    assert_int_equal(apo_movelist_detect(apo_span_of(moves)), APO_MOVELIST_COORDINATE);
    apo_movelist_start(&list, apo_span_of(moves), APO_MOVELIST_COORDINATE);
    for (;;) {
        apo_status status = apo_movelist_next(&list, &pos, &mv, &is_end, &err);
        if (status != APO_OK)
            print_error("at %zu: %s\n", err.position, err.detail);
        assert_int_equal(status, APO_OK);
        if (is_end)
            break;
        assert_int_equal(apo_play(&pos, &mv), APO_OK);
    }
    assert_string_equal(help_fen(&pos), final_fen);
}

static void test_games(void **state)
{
    static char line[1 << 16], variant[sizeof line], begin[sizeof line], moves[sizeof line];
    FILE *file = fopen("tests/data/games.txt", "r");
    unsigned count = 0;
    (void)state;
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "variant ", 8) == 0)
            strcpy(variant, line + 8);
        else if (strncmp(line, "begin ", 6) == 0)
            strcpy(begin, line + 6);
        else if (strncmp(line, "moves ", 6) == 0)
            strcpy(moves, line + 6);
        else if (strncmp(line, "final ", 6) == 0) {
            apo_variant *var = help_open(variant);
            replay(var, begin, moves, line + 6);
            apo_variant_free(var);
            count++;
        }
    }
    fclose(file);
    assert_true(count >= 14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_distinct),
        cmocka_unit_test(test_readings),   cmocka_unit_test(test_errors),
        cmocka_unit_test(test_guess),      cmocka_unit_test(test_any_notation),
        cmocka_unit_test(test_lists),      cmocka_unit_test(test_list_errors),
        cmocka_unit_test(test_games),      cmocka_unit_test(test_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
