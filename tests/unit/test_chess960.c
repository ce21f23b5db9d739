/* The 960 starts of Chess960, its castling in texts, and the rooks that castle. */
#include "notation_help.h"

#include "notation/coordinate.h"

enum {
    STARTS = 960
};

static void first_rank(char *out, const apo_variant *var, unsigned number)
{
    apo_setup setup;
    assert_int_equal(apo_setup_start(&setup, var, 0, number), APO_OK);
    for (apo_square sq = 0; sq < 8; sq++)
        out[sq] = apo_type_info_of(var, apo_piece_type(setup.pieces[sq]))->letter;
    out[8] = '\0';
}

static unsigned place_of(const char *rank, char letter, bool is_last)
{
    return (unsigned)((is_last ? strrchr(rank, letter) : strchr(rank, letter)) - rank);
}

static void test_numbers(void **state)
{
    static const struct {
        unsigned number;
        const char *rank;
    } known[] = {{1, "BQNBNRKR"},
                 {518, "RNBQKBNR"},
                 {534, "RNBKQBNR"},
                 {959, "RKRNNQBB"},
                 {960, "BBQNNRKR"}};

    char rank[9];
    apo_variant *var = help_open("chess960");
    (void)state;
    assert_int_equal(apo_variant_info_of(var)->start_count, STARTS);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        first_rank(rank, var, known[i].number);
        assert_string_equal(rank, known[i].rank);
    }
    apo_variant_free(var);
}

static void test_all_starts(void **state)
{
    static char ranks[STARTS][9];
    apo_variant *var = help_open("chess960");
    (void)state;
    for (unsigned i = 0; i < STARTS; i++) {
        first_rank(ranks[i], var, i + 1);
        unsigned king = place_of(ranks[i], 'K', false);
        assert_true(place_of(ranks[i], 'R', false) < king);
        assert_true(place_of(ranks[i], 'R', true) > king);
        assert_int_equal((place_of(ranks[i], 'B', false) + place_of(ranks[i], 'B', true)) % 2,
                         1);
        for (unsigned j = 0; j < i; j++)
            assert_string_not_equal(ranks[i], ranks[j]);
    }
    apo_variant_free(var);
}

static const struct {
    const char *fen, *text, *san, *coordinates;
} castlings[] = {
    {"4k3/8/8/8/8/8/8/1R4KR w HB - 0 1", "O-O", "O-O", "g1h1"},
    {"4k3/8/8/8/8/8/8/1R4KR w HB - 0 1", "g1b1", "O-O-O", "g1c1"},
    {"4k3/8/8/8/8/8/8/1R4KR w KQ - 0 1", "g1c1", "O-O-O", "g1c1"},
    {"1r2k1r1/8/8/8/8/8/8/4K3 b gb - 0 1", "e8g8", "O-O", "e8g8"},
    {"1r2k1r1/8/8/8/8/8/8/4K3 b gb - 0 1", "O-O-O", "O-O-O", "e8c8"},
    {"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "O-O-O", "b1a1"},
    /* In chess, too, programs write the king onto its rook. */
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "O-O", "e1g1"},
};

static void test_castling(void **state)
{
    char bytes[APO_COORDINATE_MAX];
    apo_variant *var = help_open("chess960");
    (void)state;
    for (size_t i = 0; i < sizeof castlings / sizeof castlings[0]; i++) {
        apo_position pos;
        apo_move mv, again;
        apo_span said = apo_span_of(castlings[i].text);
        bool is_san = castlings[i].text[0] == 'O';
        help_read(&pos, var, castlings[i].fen);
        assert_int_equal(is_san ? help_read_san(&mv, &pos, said, NULL)
                                : apo_coordinate_read(&mv, &pos, said, NULL),
                         APO_OK);
        assert_int_equal(mv.kind, APO_MOVE_CASTLING);
        apo_text text = apo_text_start(bytes, sizeof bytes);
        apo_san_write(&text, &pos, &mv);
        assert_string_equal(bytes, castlings[i].san);
        text = apo_text_start(bytes, sizeof bytes);
        apo_coordinate_write(&text, &pos, &mv);
        assert_string_equal(bytes, castlings[i].coordinates);
        assert_int_equal(apo_coordinate_read(&again, &pos, apo_text_span(&text), NULL), APO_OK);
        assert_true(apo_move_same(&again, &mv));
    }
    apo_variant_free(var);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_all_starts),
        cmocka_unit_test(test_castling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
