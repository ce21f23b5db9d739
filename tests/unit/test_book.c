/* Opening books: our own format and Polyglot's. */
#include "notation_help.h"

#include <stdlib.h>

#include "notation/book.h"
#include "notation/coordinate.h"
#include "notation/move_text.h"

/* --- Polyglot ------------------------------------------------------------ */

/* The examples of the format's description. */
static void test_polyglot_keys(void **state)
{
    static const struct {
        const char *moves;
        uint64_t key;
    } cases[] = {
        {"", 0x463b96181691fc9cULL},
        {"e2e4", 0x823c9b50fd114196ULL},
        {"e2e4 d7d5", 0x0756b94461c50fb0ULL},
        {"e2e4 d7d5 e4e5", 0x662fafb965db29d4ULL},
        {"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78ULL},
        {"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1ULL},
        {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9ULL},
        {"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637ULL},
        {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560ULL},
    };

    apo_variant *var = help_open("chess");
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_position pos;
        apo_undo undo;
        apo_span rest = apo_span_of(cases[i].moves), word;
        help_start(&pos, var, 1);
        while ((word = apo_span_word(&rest)).length > 0) {
            apo_move mv;
            assert_int_equal(apo_coordinate_read(&mv, &pos, word, NULL), APO_OK);
            apo_make(&pos, &mv, &undo);
        }
        assert_true(apo_book_polyglot_key(&pos) == cases[i].key);
    }
    apo_variant_free(var);
}

static void put_entry(char *out, uint64_t key, unsigned move, unsigned weight)
{
    for (unsigned i = 0; i < 8; i++)
        out[i] = (char)(key >> (56 - 8 * i) & 255U);
    out[8] = (char)(move >> 8);
    out[9] = (char)(move & 255U);
    out[10] = (char)(weight >> 8);
    out[11] = (char)(weight & 255U);
    memset(out + 12, 0, 4);
}

static unsigned code(unsigned from, unsigned to, unsigned promoted)
{
    return from << 6 | to | promoted << 12;
}

static void check_polyglot_moves(const apo_variant *var, const char *fen, unsigned move,
                                 const char *wanted)
{
    apo_position pos;
    apo_book *book;
    apo_book_move moves[APO_BOOK_MOVES_MAX];
    char bytes[32], text[APO_COORDINATE_MAX];
    apo_text out = apo_text_start(text, sizeof text);
    help_read(&pos, var, fen);
    put_entry(bytes, apo_book_polyglot_key(&pos), move, 7);
    put_entry(bytes + 16, apo_book_polyglot_key(&pos), code(0, 63, 0), 9); /* not legal */
    assert_int_equal(apo_book_read(&book, var, (apo_span){bytes, 32}, NULL), APO_OK);
    assert_true(apo_book_is_polyglot(book) && apo_book_size(book) == 2);
    assert_int_equal(apo_book_moves(book, &pos, moves), 1);
    assert_int_equal(moves[0].weight, 7);
    apo_coordinate_write(&out, &pos, &moves[0].mv);
    assert_string_equal(text, wanted);
    apo_book_free(book);
}

static void test_polyglot_moves(void **state)
{
    apo_variant *var = help_open("chess");
    (void)state;
    check_polyglot_moves(var, "startpos", code(12, 28, 0), "e2e4");
    check_polyglot_moves(var, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", code(4, 7, 0), "e1g1");
    check_polyglot_moves(var, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", code(60, 56, 0), "e8c8");
    check_polyglot_moves(var, "8/P6k/8/8/8/8/8/K7 w - - 0 1", code(48, 56, 4), "a7a8q");
    check_polyglot_moves(var, "8/P6k/8/8/8/8/8/K7 w - - 0 1", code(48, 56, 1), "a7a8n");
    apo_variant_free(var);
}

/* --- our own format ------------------------------------------------------ */

static void add_line(apo_book_maker *maker, const char *moves, uint32_t weight)
{
    apo_position pos;
    apo_undo undo;
    apo_span rest = apo_span_of(moves), word;
    help_start(&pos, maker->var, 1);
    while ((word = apo_span_word(&rest)).length > 0) {
        apo_move mv;
        assert_int_equal(apo_move_read_any(&mv, &pos, word, NULL), APO_OK);
        assert_int_equal(
            apo_book_maker_add(maker, &pos, &(apo_book_move){.mv = mv, .weight = weight}),
            APO_OK);
        apo_make(&pos, &mv, &undo);
    }
}

static void make_book(apo_buffer *out, const apo_variant *var)
{
    apo_book_maker maker;
    apo_book_maker_init(&maker, var);
    add_line(&maker, "e2e4 e7e5 g1f3", 2);
    add_line(&maker, "e2e4 c7c5", 2);
    add_line(&maker, "e2e4 c7c5", 4);
    add_line(&maker, "d2d4", 3);
    add_line(&maker, "g1f3", 0);
    apo_buffer_init(out, NULL);
    assert_int_equal(apo_book_maker_write(out, &maker), APO_OK);
    apo_book_maker_clear(&maker);
}

static void test_own_book(void **state)
{
    apo_variant *var = help_open("chess");
    apo_book_move moves[APO_BOOK_MOVES_MAX];
    apo_position pos;
    apo_buffer text;
    apo_book *book;
    apo_random random;
    apo_move mv;
    unsigned first = 0;
    (void)state;
    make_book(&text, var);
    assert_int_equal(apo_book_read(&book, var, apo_buffer_span(&text), NULL), APO_OK);
    assert_int_equal(apo_book_size(book), 3);
    help_start(&pos, var, 1);
    assert_int_equal(apo_book_moves(book, &pos, moves), 2); /* g1f3 is worth nothing */
    assert_int_equal(moves[0].weight, 8);
    assert_int_equal(moves[1].weight, 3);
    apo_random_seed(&random, 1);
    for (unsigned i = 0; i < 1100; i++) {
        assert_true(apo_book_choose(&mv, book, &pos, &random));
        first += apo_move_same(&mv, &moves[0].mv);
    }
    assert_in_range(first, 750, 850); /* 800 of 1100 */
    help_read(&pos, var, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_int_equal(apo_book_moves(book, &pos, moves), 0);
    assert_false(apo_book_choose(&mv, book, &pos, &random));
    apo_book_free(book);
    apo_buffer_clear(&text);
    apo_variant_free(var);
}

static void add_first(apo_book_maker *maker, const char *word, apo_book_move move)
{
    apo_position pos;
    help_start(&pos, maker->var, 1);
    assert_int_equal(apo_move_read_any(&move.mv, &pos, apo_span_of(word), NULL), APO_OK);
    assert_int_equal(apo_book_maker_add(maker, &pos, &move), APO_OK);
}

static void test_scores(void **state)
{
    apo_variant *var = help_open("chess");
    apo_book_maker maker;
    apo_book_move moves[APO_BOOK_MOVES_MAX];
    apo_position pos;
    apo_buffer text;
    apo_book *book;
    (void)state;
    apo_book_maker_init(&maker, var);
    add_first(&maker, "e2e4", (apo_book_move){.weight = 9, .has_score = true, .score_cp = 31});
    add_first(&maker, "d2d4", (apo_book_move){.weight = 8});
    add_first(&maker, "f2f3", (apo_book_move){.weight = 7, .has_score = true, .score_cp = -40});
    apo_buffer_init(&text, NULL);
    assert_int_equal(apo_book_maker_write(&text, &maker), APO_OK);
    assert_non_null(strstr(text.bytes, " e2e4 9 +31 d2d4 8 f2f3 7 -40\n"));
    assert_true(apo_span_starts_with(apo_buffer_span(&text), "apothecary-book 2\n"));
    assert_int_equal(apo_book_read(&book, var, apo_buffer_span(&text), NULL), APO_OK);
    help_start(&pos, var, 1);
    assert_int_equal(apo_book_moves(book, &pos, moves), 3);
    assert_true(moves[0].has_score && moves[0].score_cp == 31);
    assert_false(moves[1].has_score);
    assert_true(moves[2].has_score && moves[2].score_cp == -40 && moves[2].weight == 7);
    assert_int_equal(apo_book_white_cp(&pos, &moves[2]), -40);
    apo_book_free(book);
    /* The first version has no scores. */
    text.bytes[strlen("apothecary-book ")] = '1';
    assert_int_equal(apo_book_read(&book, var, apo_buffer_span(&text), NULL), APO_E_SYNTAX);
    apo_buffer_clear(&text);
    apo_book_maker_clear(&maker);
    apo_variant_free(var);
}

/* --- faults -------------------------------------------------------------- */

static void check_fault(const apo_variant *var, apo_span bytes, apo_status status, size_t at,
                        const char *words)
{
    apo_book *book = NULL;
    apo_error err = {.detail = ""};
    assert_int_equal(apo_book_read(&book, var, bytes, &err), status);
    assert_null(book);
    if (strstr(err.detail, words) == NULL || err.position != at)
        fail_msg("at %zu: %s", err.position, err.detail);
}

/* Every prefix of a book is refused, and none is read beyond its end. */
static void test_cut_off(void **state)
{
    apo_variant *var = help_open("chess");
    apo_buffer text;
    (void)state;
    make_book(&text, var);
    for (size_t length = 0; length < text.length; length++) {
        apo_book *book = NULL;
        apo_error err = {.detail = ""};
        char *part = malloc(length > 0 ? length : 1);
        memcpy(part, text.bytes, length);
        assert_int_not_equal(apo_book_read(&book, var, (apo_span){part, length}, &err), APO_OK);
        assert_true(err.detail[0] != '\0' && err.position <= length);
        free(part);
    }
    apo_buffer_clear(&text);
    apo_variant_free(var);
}

static void test_faults(void **state)
{
    static const char head[] = "apothecary-book 1\ngame chess ";
    apo_variant *chess = help_open("chess"), *grand = help_open("grand");
    apo_buffer text;
    char two[32] = {0};
    (void)state;
    make_book(&text, chess);
    check_fault(grand, apo_buffer_span(&text), APO_E_UNSUPPORTED, 18, "\"chess\"");
    check_fault(grand, (apo_span){two, 32}, APO_E_UNSUPPORTED, 0, "for chess only");
    check_fault(chess, apo_span_of(""), APO_E_SYNTAX, 0, "not an opening book");
    check_fault(chess, apo_span_of("apothecary-book 3\n"), APO_E_UNSUPPORTED, 0, "version");
    put_entry(two, 5, 0, 0);
    put_entry(two + 16, 4, 0, 0);
    check_fault(chess, (apo_span){two, 32}, APO_E_SYNTAX, 16, "ascending");
    check_fault(chess, (apo_span){two, 17}, APO_E_SYNTAX, 16, "cut off");
    check_fault(chess, apo_span_of("apothecary-book 1\ngame chess 0000000000000000\n"),
                APO_E_UNSUPPORTED, 18, "another form");
    /* The head as it should be, then lines of all wrong kinds. */
    static const char *const lines[] = {
        "positions 1\n0000000000000001 e2e4\n",
        "positions 1\n0000000000000001\n          \n",
        "positions 1\n000000000000000g e2e4 1\n",
        "positions 1\n0000000000000001 e2e4 1000000001\n",
        "positions 2\n0000000000000001 e2e4 1\n0000000000000001 e2e4 1\n",
        "positions 1\n0000000000000001 e2e4 1\n0000000000000002 e2e4 1\n",
        "positions 49999999\n0000000000000001 e2e4 1\n",
        "positions x\n",
    };
    apo_span whole = apo_buffer_span(&text);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        apo_book *book = NULL;
        apo_error err = {.detail = ""};
        apo_buffer bad;
        apo_buffer_init(&bad, NULL);
        apo_buffer_add_span(&bad, apo_span_part(whole, 0, strlen(head) + 17));
        apo_buffer_add(&bad, lines[i]);
        assert_int_equal(apo_book_read(&book, chess, apo_buffer_span(&bad), &err),
                         APO_E_SYNTAX);
        assert_true(err.position >= strlen(head) && err.detail[0] != '\0');
        apo_buffer_clear(&bad);
    }
    apo_buffer_clear(&text);
    apo_variant_free(chess);
    apo_variant_free(grand);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_polyglot_keys), cmocka_unit_test(test_polyglot_moves),
        cmocka_unit_test(test_own_book),      cmocka_unit_test(test_scores),
        cmocka_unit_test(test_cut_off),       cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
