/* The library as outside programs see it: uses only the declarations of include/apothecary/. */
#include "test.h"

#include <apothecary/apothecary.h>
#include <stdlib.h>
#include <string.h>

static apo_variant *open_game(const char *id)
{
    apo_variant *var = NULL;
    assert_int_equal(apo_definition_open(&var, apo_span_of(id), NULL, NULL), APO_OK);
    return var;
}

static apo_game *start_game(const apo_variant *var)
{
    apo_game *game = NULL;
    apo_position *pos = apo_position_new(var);
    assert_non_null(pos);
    assert_int_equal(apo_game_new(&game, pos, NULL), APO_OK);
    apo_position_free(pos);
    return game;
}

static void play(apo_game *game, const char *moves)
{
    apo_move mv;
    char word[16];
    int length;
    while (sscanf(moves, " %15s%n", word, &length) == 1) {
        assert_int_equal(
            apo_move_read_any(&mv, apo_game_position(game), apo_span_of(word), NULL), APO_OK);
        assert_int_equal(apo_game_play(game, &mv), APO_OK);
        moves += length;
    }
}

static void test_version(void **state)
{
    (void)state;
    assert_string_equal(apo_version(), APO_VERSION);
}

static void test_position(void **state)
{
    apo_variant *var = open_game("chess");
    apo_position *pos = apo_position_new(var), *copy;
    apo_move mv;
    (void)state;
    assert_ptr_equal(apo_position_variant(pos), var);
    assert_int_equal(apo_position_side(pos), APO_WHITE);
    assert_int_equal(apo_position_info_of(pos).king[APO_BLACK], 60);
    assert_int_equal(apo_piece_type(apo_position_piece(pos, 4)),
                     apo_variant_type_of_letter(var, 'k'));
    assert_int_equal(apo_position_piece(pos, 16), APO_PIECE_EMPTY);
    assert_true(apo_position_is_unmoved(pos, 4));
    assert_false(apo_position_is_unmoved(pos, 16));

    copy = apo_position_copy(pos);
    assert_true(apo_position_same(copy, pos));
    assert_int_equal(apo_move_read_any(&mv, pos, apo_span_of("Nf3"), NULL), APO_OK);
    assert_int_equal(apo_play(copy, &mv), APO_OK);
    assert_false(apo_position_same(copy, pos));
    assert_int_not_equal(apo_position_key(copy), apo_position_key(pos));
    assert_int_equal(apo_position_info_of(copy).halfmove_count, 1);
    assert_int_equal(apo_position_info_of(copy).move_number, 1);
    apo_position_free(copy);
    apo_position_free(pos);
    apo_variant_free(var);
}

/* A position in the caller's memory needs neither creating nor freeing. */
static void test_position_in_memory_of_the_caller(void **state)
{
    apo_variant *var = open_game("alert");
    apo_position *two = malloc(2 * apo_position_size());
    apo_position *second = (apo_position *)(void *)((char *)two + apo_position_size());
    (void)state;
    assert_non_null(two);
    assert_int_equal(apo_position_start(two, var, 0, 259), APO_OK);
    memcpy(second, two, apo_position_size());
    assert_true(apo_position_same(two, second));
    assert_int_equal(apo_position_start(two, var, 0, 100000), APO_E_RANGE);
    assert_true(apo_position_same(two, second));
    free(two);
    apo_variant_free(var);
}

static void test_pocket_and_reserve(void **state)
{
    apo_variant *var = open_game("seirawan");
    apo_position *pos = apo_position_new(var);
    unsigned hawk = apo_variant_type_of_letter(var, 'H');
    unsigned pawn = apo_variant_type_of_letter(var, 'P');
    (void)state;
    apo_position_info info = apo_position_info_of(pos);
    assert_int_equal(info.pocket[APO_WHITE] >> hawk & 1U, 1);
    assert_int_equal(info.pocket[APO_WHITE] >> pawn & 1U, 0);
    assert_int_equal(info.reserve[APO_BLACK][pawn], 0);
    apo_position_free(pos);
    apo_variant_free(var);
}

static void read_move(apo_move *out, const apo_position *pos, const char *text)
{
    assert_int_equal(apo_move_read_any(out, pos, apo_span_of(text), NULL), APO_OK);
}

static void test_what_a_move_does(void **state)
{
    apo_variant *var = open_game("crazyhouse");
    apo_position *pos = apo_position_new(var);
    unsigned pawn = apo_variant_type_of_letter(var, 'P');
    apo_move mv;
    (void)state;
    assert_int_equal(
        apo_fen_read(pos, var, apo_span_of("4k3/8/8/8/8/8/4p3/4K2R[P] w K - 0 1"), NULL),
        APO_OK);
    assert_int_equal(apo_position_info_of(pos).reserve[APO_WHITE][pawn], 1);
    read_move(&mv, pos, "P@e5");
    apo_move_info info = apo_move_info_of(pos, &mv);
    assert_int_equal(info.capture_count, 0);
    assert_int_equal(info.launch_square, APO_SQUARE_NONE);
    assert_int_equal(info.partner_from, APO_SQUARE_NONE);
    read_move(&mv, pos, "Kxe2");
    info = apo_move_info_of(pos, &mv);
    assert_int_equal(info.capture_count, 1);
    assert_int_equal(info.captures[0], mv.to);
    assert_int_equal(
        apo_fen_read(pos, var, apo_span_of("4k3/8/8/8/8/8/8/4K2R[] w K - 0 1"), NULL), APO_OK);
    read_move(&mv, pos, "O-O");
    info = apo_move_info_of(pos, &mv);
    assert_int_equal(info.partner_from, 7);
    assert_int_equal(info.partner_to, 5);
    apo_position_free(pos);
    apo_variant_free(var);
}

static void test_handicap(void **state)
{
    apo_variant *var = open_game("apothecary2");
    apo_position *pos = apo_position_new(var), *start = apo_position_copy(pos);
    apo_error err;
    (void)state;
    assert_int_not_equal(apo_position_handicap(pos, apo_span_of("pony:e4"), &err), APO_OK);
    assert_true(err.detail[0] != '\0');
    assert_true(apo_position_same(pos, start));
    assert_int_equal(apo_position_handicap(pos, apo_span_of("move:black"), NULL), APO_OK);
    assert_false(apo_position_same(pos, start));
    apo_position_free(start);
    apo_position_free(pos);
    apo_variant_free(var);
}

static void test_pgn(void **state)
{
    const apo_pgn_header headers[] = {{"White", "Ada"}};
    apo_variant *var = open_game("chess");
    apo_game *game = start_game(var), *back = NULL;
    apo_buffer out;
    char value[16];
    apo_text text = apo_text_start(value, sizeof value);
    (void)state;
    play(game, "f2f3 e7e5 g2g4 Qh4");
    assert_int_equal(apo_game_info_of(game).outcome.ending, APO_ENDING_MATE);
    apo_buffer_init(&out, NULL);
    assert_int_equal(apo_pgn_write_game(&out, game, headers, 1), APO_OK);
    assert_int_equal(apo_pgn_write_game(&out, game, headers, 0), APO_OK);

    apo_span rest = apo_buffer_span(&out);
    assert_true(apo_pgn_find_tag(&text, rest, "Variant"));
    assert_string_equal(value, "Standard");
    assert_false(apo_pgn_find_tag(&text, rest, "Annotator"));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(apo_pgn_read_game(&back, var, &rest, NULL), APO_OK);
        assert_int_equal(apo_game_info_of(back).length, 4);
        assert_true(apo_position_same(apo_game_position(back), apo_game_position(game)));
        assert_int_equal(apo_game_info_of(back).outcome.white_quarters, APO_QUARTERS_LOSS);
        apo_game_free(back);
    }
    assert_int_equal(apo_pgn_read_game(&back, var, &rest, NULL), APO_E_UNKNOWN);
    apo_buffer_clear(&out);
    apo_game_free(game);
    apo_variant_free(var);
}

static void test_pgn_header(void **state)
{
    const apo_pgn_header bad = {"White player", "Ada"};
    apo_variant *var = open_game("chess");
    apo_game *game = start_game(var);
    apo_buffer out;
    (void)state;
    apo_buffer_init(&out, NULL);
    assert_int_equal(apo_pgn_write_game(&out, game, &bad, 1), APO_E_SYNTAX);
    apo_buffer_clear(&out);
    apo_game_free(game);
    apo_variant_free(var);
}

/* After a faulty game the next one can be read. */
static void test_pgn_faults(void **state)
{
    static const char games[] =
        "[White \"a\"]\n\n1. e4 e5 2. Ke3 *\n\n"
        "[White \"b\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *\n\n"
        "[FEN \"nonsense\"]\n\n1. e4 *\n\n"
        "[White \"c\"]\n\n1. d4 (1. c4 c5) d5 {good} 1-0\n";
    static const apo_status expected[] = {APO_E_ILLEGAL, APO_E_FINISHED, APO_E_SYNTAX};
    apo_variant *var = open_game("chess");
    apo_game *game = NULL;
    apo_span rest = apo_span_of(games);
    apo_error err;
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_int_equal(apo_pgn_read_game(&game, var, &rest, &err), expected[i]);
        assert_int_equal(err.status, expected[i]);
        assert_true(err.detail[0] != '\0');
        assert_null(game);
    }
    assert_int_equal(apo_pgn_read_game(&game, var, &rest, &err), APO_OK);
    assert_int_equal(apo_game_info_of(game).length, 2);
    assert_int_equal(apo_game_info_of(game).outcome.ending, APO_ENDING_RESIGNATION);
    apo_game_free(game);
    assert_int_equal(apo_pgn_read_game(&game, var, &rest, &err), APO_E_UNKNOWN);
    assert_int_equal(rest.length, 0);
    apo_variant_free(var);
}

/* The engine knows the positions before: the side that is ahead avoids the move that would
 * repeat one a third time. */
static void test_engine_follows_game(void **state)
{
    apo_variant *var = open_game("chess");
    apo_position *pos = apo_position_new(var);
    apo_game *game = NULL;
    apo_engine *engine = NULL;
    apo_decision made;
    const apo_limits limits = {.depth = 3};
    const char *fen = "7k/8/8/8/8/8/3Q4/K7 w - - 0 1";
    (void)state;
    assert_int_equal(apo_fen_read(pos, var, apo_span_of(fen), NULL), APO_OK);
    assert_int_equal(apo_game_new(&game, pos, NULL), APO_OK);
    play(game, "d2c2 h8g8 c2d2 g8h8 d2c2 h8g8 c2d2");
    assert_int_equal(apo_engine_open(&engine, 1), APO_OK);
    assert_null(apo_engine_position(engine));
    assert_int_equal(apo_engine_set_game(engine, game), APO_OK);
    assert_true(apo_position_same(apo_engine_position(engine), apo_game_position(game)));
    assert_int_equal(apo_engine_go(&made, engine, &limits, NULL, NULL), APO_OK);
    assert_true(made.has_move);
    assert_int_equal(made.score, 0); /* Kh8 draws */
    assert_int_equal(apo_engine_go_at_level(&made, engine, 0, &limits, 1), APO_E_RANGE);
    assert_int_equal(apo_engine_set_threads(engine, 2), APO_OK);
    assert_int_equal(apo_engine_go(&made, engine, &limits, NULL, NULL), APO_OK);
    apo_engine_free(engine);
    apo_game_free(game);
    apo_position_free(pos);
    apo_variant_free(var);
}

/* The engine looks at the clock by itself. */
static void test_engine_has_clock(void **state)
{
    apo_variant *var = open_game("chess");
    apo_engine *engine = NULL;
    apo_decision made;
    const apo_limits limits = {.move_ms = 20};
    (void)state;
    assert_int_equal(apo_engine_open(&engine, 1), APO_OK);
    assert_int_equal(apo_engine_go(&made, engine, &limits, NULL, NULL), APO_E_UNSUPPORTED);
    assert_int_equal(apo_engine_new_game(engine, var), APO_OK);
    assert_int_equal(apo_engine_go(&made, engine, &limits, NULL, NULL), APO_OK);
    assert_true(made.has_move);
    apo_engine_free(engine);
    apo_variant_free(var);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_version),
        cmocka_unit_test(test_position),
        cmocka_unit_test(test_position_in_memory_of_the_caller),
        cmocka_unit_test(test_pocket_and_reserve),
        cmocka_unit_test(test_what_a_move_does),
        cmocka_unit_test(test_handicap),
        cmocka_unit_test(test_pgn),
        cmocka_unit_test(test_pgn_header),
        cmocka_unit_test(test_pgn_faults),
        cmocka_unit_test(test_engine_follows_game),
        cmocka_unit_test(test_engine_has_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
