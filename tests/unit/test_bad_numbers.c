/* Numbers out of range, through every function that programs outside can call: each is answered
 * as its header says. The sanitizers find the effects of wrong answers. */
#include "test.h"

#include <apothecary/apothecary.h>
#include <limits.h>
#include <string.h>

static const unsigned numbers[] = {
    0,      1,      2,        7,        31,      32,           63,      64,
    127,    128,    255,      256,      287,     288,          8192,    0x7FFF,
    0xFFFE, 0xFFFF, 1U << 16, 1U << 31, INT_MAX, UINT_MAX - 1, UINT_MAX};

enum {
    NUMBERS = sizeof numbers / sizeof numbers[0],
    ROUNDS = 3000
};

static const char *const games[] = {"chess", "alert", "modern",    "seirawan",
                                    "shogi", "duck",  "isolation", "chu-shogi"};

enum {
    GAMES = sizeof games / sizeof games[0]
};

static uint64_t seed = 1;

static unsigned draw(void)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(seed >> 33);
}

/* One of the numbers, or any. */
static unsigned any(void)
{
    unsigned random = draw();
    return random % 3 == 0 ? random : numbers[draw() % NUMBERS];
}

static apo_move any_move(unsigned squares)
{
    apo_move mv;
    memset(&mv, 0, sizeof mv);
    mv.from = (apo_square)(draw() % 2 == 0 ? draw() % squares : any());
    mv.to = (apo_square)(draw() % 2 == 0 ? draw() % squares : any());
    mv.kind = (uint8_t)(draw() % 2 == 0 ? 0 : any());
    mv.promoted = (uint8_t)(draw() % 2 == 0 ? 0 : any());
    mv.launched = (uint8_t)(draw() % 2 == 0 ? 0 : any());
    mv.wall = (uint8_t)(draw() % 2 == 0 ? 0 : any());
    mv.arg = draw() % 2 == 0 ? 0 : any();
    return mv;
}

static apo_variant *open_game(const char *id)
{
    apo_variant *var = NULL;
    assert_int_equal(apo_definition_open(&var, apo_span_of(id), NULL, NULL), APO_OK);
    return var;
}

static void test_each_number_has_words_or_none(void **state)
{
    (void)state;
    for (unsigned i = 0; i < NUMBERS; i++) {
        assert_non_null(apo_status_message((apo_status)numbers[i]));
        assert_non_null(apo_status_word((apo_status)numbers[i]));
        assert_non_null(apo_ending_word((apo_ending)numbers[i]));
        assert_non_null(apo_result_text((int)numbers[i]));
        bool is_there = numbers[i] < apo_definition_builtin_count();
        assert_int_equal(apo_definition_builtin_id(numbers[i]) != NULL, is_there);
        assert_int_equal(apo_definition_builtin_text(numbers[i]).length > 0, is_there);
    }
    assert_null(apo_definition_builtin_id(SIZE_MAX));
}

/* Everything that takes a square, a type, a start or a side. */
static void ask(const apo_variant *var, const apo_position *pos, unsigned number)
{
    char name[APO_SQUARE_NAME_MAX], sentence[APO_ERROR_DETAIL_MAX];
    const apo_geometry *geo = apo_variant_geometry(var);
    const apo_variant_info *info = apo_variant_info_of(var);
    apo_square sq = (apo_square)number, attackers[APO_SQUARES_MAX];
    bool is_square = sq < apo_geometry_squares(geo);
    assert_in_range(apo_geometry_write_square(geo, sq, name), 1, APO_SQUARE_NAME_MAX - 1);
    assert_int_equal(strcmp(name, "-") == 0, !is_square);
    apo_geometry_own_rank(geo, (apo_side)(number & 1U), sq);
    if (number >= APO_ROWS_MAX)
        assert_int_equal(apo_geometry_at(geo, (int)number, (int)number), APO_SQUARE_NONE);
    assert_int_equal(apo_geometry_at(geo, -1, (int)number), APO_SQUARE_NONE);
    if (number > info->type_count || number == 0)
        assert_int_equal(apo_type_info_of(var, number)->letter, 0);
    assert_int_equal(apo_variant_start_name(var, number) != NULL,
                     number < info->start_name_count);
    if (!is_square) {
        assert_int_equal(apo_position_attackers(pos, sq, APO_WHITE, attackers), 0);
        assert_int_equal(apo_position_piece(pos, sq), APO_PIECE_VOID);
        assert_false(apo_position_is_unmoved(pos, sq));
        assert_false(apo_position_is_attacked(pos, sq, APO_WHITE));
    }
    if (number >= APO_SIDES) {
        assert_false(apo_position_is_attacked(pos, 0, (apo_side)number));
        assert_int_equal(apo_position_attackers(pos, 0, (apo_side)number, attackers), 0);
    }
    apo_text text = apo_text_start(sentence, sizeof sentence);
    apo_joker_explain(&text, pos, (apo_side)number);
    apo_position_same(pos, pos);
}

static void try_starts(const apo_variant *var, unsigned number)
{
    const apo_variant_info *info = apo_variant_info_of(var);
    apo_position *pos = apo_position_new(var);
    uint64_t key = apo_position_key(pos);
    if (number >= info->start_name_count)
        assert_int_equal(apo_position_start(pos, var, number, 1), APO_E_RANGE);
    if (number > info->start_count || number == 0)
        assert_int_equal(apo_position_start(pos, var, 0, number), APO_E_RANGE);
    assert_true(apo_position_key(pos) == key);
    apo_position_free(pos);
}

static void test_positions(void **state)
{
    (void)state;
    for (unsigned game = 0; game < GAMES; game++) {
        apo_variant *var = open_game(games[game]);
        apo_position *pos = apo_position_new(var);
        for (unsigned i = 0; i < NUMBERS; i++) {
            ask(var, pos, numbers[i]);
            try_starts(var, numbers[i]);
        }
        apo_position_free(pos);
        apo_variant_free(var);
    }
}

/* Every question about a move in which anything may be wrong; none may change the position. */
static void try_move(apo_position *pos, const apo_moves *legal, const apo_move *mv)
{
    static apo_remedy remedy;
    char sentence[4 * APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(sentence, sizeof sentence);
    uint64_t key = apo_position_key(pos);
    bool is_legal = false;
    for (size_t i = 0; i < legal->list.count; i++)
        is_legal |= apo_move_same(&legal->buf[i], mv);
    if (is_legal)
        return;
    assert_int_equal(apo_play(pos, mv), APO_E_ILLEGAL);
    assert_in_range(apo_move_why_illegal(pos, mv).reason, 0, APO_ILLEGALS - 1);
    apo_move_explain(&text, pos, mv);
    assert_true(text.length > 0 && !text.is_overflowed);
    apo_move_remedy(&remedy, NULL, pos, mv);
    if (draw() % 16 == 0) {
        apo_buffer json;
        apo_buffer_init(&json, NULL);
        assert_int_equal(apo_move_remedy_write(&json, pos, mv), APO_OK);
        apo_buffer_clear(&json);
    }
    assert_true(apo_position_key(pos) == key);
}

static void test_moves(void **state)
{
    static apo_moves legal;
    (void)state;
    for (unsigned game = 0; game < GAMES; game++) {
        apo_variant *var = open_game(games[game]);
        apo_position *pos = apo_position_new(var);
        unsigned squares = apo_geometry_squares(apo_variant_geometry(var));
        for (unsigned round = 0; round < ROUNDS / GAMES; round++) {
            assert_int_equal(apo_moves_legal(apo_moves_start(&legal), pos), APO_OK);
            apo_move mv = any_move(squares);
            try_move(pos, &legal, &mv);
            /* A legal move, with one field wrong. */
            mv = legal.buf[draw() % legal.list.count];
            switch (draw() % 6) {
            case 0: mv.promoted = (uint8_t)any(); break;
            case 1: mv.launched = (uint8_t)any(); break;
            case 2: mv.wall = (uint8_t)any(); break;
            case 3: mv.kind = (uint8_t)any(); break;
            case 4: mv.arg = any(); break;
            default: mv.to = (apo_square)any();
            }
            try_move(pos, &legal, &mv);
            if (round % 8 == 0)
                apo_play(pos, &legal.buf[draw() % legal.list.count]);
            apo_moves_legal(apo_moves_start(&legal), pos);
            if (legal.list.count == 0)
                assert_int_equal(apo_position_start(pos, var, 0, 1), APO_OK);
        }
        apo_position_free(pos);
        apo_variant_free(var);
    }
}

static void test_games(void **state)
{
    apo_variant *var = open_game("modern");
    apo_position *pos = apo_position_new(var), *before = apo_position_copy(pos);
    apo_game *game = NULL;
    (void)state;
    assert_int_equal(apo_game_new(&game, pos, NULL), APO_OK);
    for (unsigned i = 0; i < NUMBERS; i++) {
        unsigned number = numbers[i];
        apo_move mv = apo_game_move(game, number);
        assert_int_equal(mv.from, APO_SQUARE_NONE);
        assert_int_equal(apo_game_play(game, &mv), APO_E_ILLEGAL);
        apo_game_position_at(before, game, number);
        assert_true(apo_position_same(before, pos));
        if (number >= APO_SIDES) {
            assert_int_equal(apo_game_offer(game, (apo_side)number, APO_PROPOSAL_DRAW),
                             APO_E_RANGE);
            assert_int_equal(apo_game_offer(game, APO_WHITE, APO_PROPOSAL_DRAW), APO_OK);
            assert_int_equal(apo_game_answer(game, (apo_side)number, true), APO_E_UNKNOWN);
            assert_int_equal(apo_game_answer(game, APO_BLACK, false), APO_OK);
        }
        if (number == 0 || number >= APO_PROPOSALS)
            assert_int_equal(apo_game_offer(game, APO_WHITE, (apo_proposal)number),
                             APO_E_UNSUPPORTED);
        if (number > APO_QUARTERS_WIN)
            assert_int_equal(apo_game_end(game, (int)number), APO_E_RANGE);
    }
    assert_int_equal(apo_game_undo(game), APO_E_RANGE);
    assert_false(apo_game_info_of(game).is_over);
    apo_game_free(game);
    apo_position_free(before);
    apo_position_free(pos);
    apo_variant_free(var);
}

/* A node that a game does not have, in each function that takes one. */
static void try_node(apo_pgn_game *game, apo_position *pos, uint32_t node)
{
    apo_move mv = {.from = 0};
    uint32_t made = 77;
    apo_pgn_node_info info = apo_pgn_node_info_of(game, node);
    assert_int_equal(info.move.from, APO_SQUARE_NONE);
    assert_string_equal(info.comment_before, "");
    assert_string_equal(info.comment_after, "");
    assert_int_equal(info.nag_count + info.first_child + info.next_sibling, 0);
    assert_int_equal(apo_pgn_position(pos, game, node), APO_E_RANGE);
    assert_int_equal(apo_pgn_add_move(game, node, &mv, &made), APO_E_RANGE);
    assert_int_equal(apo_pgn_add_comment(game, node, true, apo_span_of("a")), APO_E_RANGE);
    assert_int_equal(apo_pgn_add_comment(game, node, false, apo_span_of("a")), APO_E_RANGE);
    assert_int_equal(apo_pgn_set_command(game, node, "clk", apo_span_of("1")), APO_E_RANGE);
    assert_int_equal(apo_pgn_add_nag(game, node, 1), APO_E_RANGE);
    apo_pgn_drop_comments(game, node, true);
    assert_null(apo_pgn_tag_name(game, node));
    assert_int_equal(made, 77);
}

static void test_pgn(void **state)
{
    apo_variant *var = open_game("chess");
    apo_position *pos = apo_position_new(var);
    apo_pgn_game *game = NULL;
    apo_buffer out;
    char bytes[64];
    (void)state;
    assert_int_equal(apo_pgn_game_new(&game, pos, NULL), APO_OK);
    apo_buffer_init(&out, NULL);
    for (unsigned i = 0; i < NUMBERS; i++) {
        apo_text text = apo_text_start(bytes, sizeof bytes);
        if (numbers[i] > 0)
            try_node(game, pos, numbers[i]);
        apo_pgn_set_result(game, (int)numbers[i]);
        assert_int_equal(apo_pgn_write(&out, game), APO_OK);
        apo_pgn_clock_write(&text, (int64_t)numbers[i] * INT_MIN);
        apo_pgn_clock_write(&text, INT64_MAX);
        apo_pgn_eval_write(
            &text, (apo_pgn_eval){i % 2 == 0, (int32_t)numbers[i], UINT_MAX - numbers[i]});
        text = apo_text_start(bytes, sizeof bytes);
        apo_pgn_mark_write(&text, var,
                           (apo_pgn_mark){'G', (apo_square)numbers[i], (apo_square)numbers[i]});
        assert_true(text.length > 0 && !text.is_overflowed);
    }
    apo_buffer_clear(&out);
    apo_pgn_game_free(game);
    apo_position_free(pos);
    apo_variant_free(var);
}

static void test_empty_and_huge(void **state)
{
    static char huge[1 << 21];
    static apo_epd epd;
    const apo_span texts[] = {{NULL, 0}, {huge, 0}, {huge, 1}, {huge, sizeof huge}};
    apo_variant *var = open_game("alert"), *made = NULL;
    apo_position *pos = apo_position_new(var);
    (void)state;
    for (unsigned byte = 0; byte < 256; byte += 5) {
        memset(huge, (int)byte, sizeof huge);
        for (unsigned i = 0; i < 4; i++) {
            apo_span rest = texts[i];
            apo_move mv;
            int quarters;
            apo_game *game = NULL;
            assert_int_not_equal(apo_fen_read(pos, var, texts[i], NULL), APO_OK);
            assert_int_not_equal(apo_epd_read(pos, &epd, var, texts[i], NULL), APO_OK);
            assert_int_not_equal(apo_move_read_any(&mv, pos, texts[i], NULL), APO_OK);
            assert_int_not_equal(apo_position_handicap(pos, texts[i], NULL), APO_OK);
            assert_int_not_equal(
                apo_definition_compile(&made, texts[i], texts[i], NULL, NULL, NULL), APO_OK);
            assert_int_not_equal(apo_definition_open(&made, texts[i], NULL, NULL), APO_OK);
            assert_int_equal(apo_result_read(&quarters, texts[i]), i == 2 && byte == '*');
            assert_int_equal(apo_level_find(texts[i]) > 0,
                             i == 2 && byte >= '1' && byte <= '8');
            assert_int_not_equal(apo_pgn_read_game(&game, var, &rest, NULL), APO_OK);
        }
    }
    assert_null(made);
    apo_position_free(pos);
    apo_variant_free(var);
}

static void try_limits(apo_engine *engine, unsigned number)
{
    apo_decision made = {.has_move = false};
    apo_move foreign = any_move(64);
    apo_limits limits = {.nodes = 200, .depth = number, .lines = number, .mate = number};
    limits.moves_to_go = number;
    limits.depth_first = number;
    limits.increment_ms = -(int64_t)number;
    limits.overhead_ms = (int64_t)number * INT_MAX;
    assert_int_equal(apo_engine_go(&made, engine, &limits, NULL, NULL), APO_OK);
    limits.has_clock = true;
    limits.clock_ms = -(int64_t)number;
    assert_int_equal(apo_engine_go(&made, engine, &limits, NULL, NULL), APO_OK);
    limits = (apo_limits){.nodes = 200, .moves = &foreign, .move_count = 1};
    assert_int_equal(apo_engine_go(&made, engine, &limits, NULL, NULL), APO_OK);
    assert_false(made.has_move);
    limits = (apo_limits){.nodes = 200};
    if (number < 1 || number > 8)
        assert_int_equal(apo_engine_go_at_level(&made, engine, number, &limits, 1),
                         APO_E_RANGE);
}

static void test_engine(void **state)
{
    apo_engine *engine = NULL;
    apo_variant *var = open_game("chess"), *other = open_game("grand");
    apo_position *pos = apo_position_new(other);
    apo_decision made;
    apo_limits limits = {.nodes = 10};
    uint64_t nodes, signature;
    (void)state;
    for (unsigned i = 0; i < NUMBERS; i++)
        if (numbers[i] > APO_HASH_MAX_MB)
            assert_int_equal(apo_engine_open(&engine, numbers[i]), APO_E_RANGE);
    assert_int_equal(apo_engine_open(&engine, SIZE_MAX), APO_E_RANGE);
    assert_null(engine);
    assert_int_equal(apo_engine_open(&engine, 1), APO_OK);
    assert_int_equal(apo_engine_go(&made, engine, &limits, NULL, NULL), APO_E_UNSUPPORTED);
    assert_null(apo_engine_position(engine));
    assert_int_equal(apo_engine_new_game(engine, var), APO_OK);
    assert_int_equal(apo_engine_set_position(engine, pos), APO_E_UNSUPPORTED);
    assert_int_equal(apo_engine_bench(&nodes, &signature, engine, var, 0), APO_E_RANGE);
    for (unsigned i = 0; i < NUMBERS; i++) {
        try_limits(engine, numbers[i]);
        if (numbers[i] < 1 || numbers[i] > APO_ENGINE_THREADS_MAX)
            assert_int_equal(apo_engine_set_threads(engine, numbers[i]), APO_E_RANGE);
        if (numbers[i] < 1 || numbers[i] > APO_HASH_MAX_MB)
            assert_int_equal(apo_engine_set_hash(engine, numbers[i]), APO_E_RANGE);
        apo_move mv = any_move(64);
        apo_engine_play(engine, &mv);
    }
    assert_int_equal(apo_engine_go(&made, engine, &limits, NULL, NULL), APO_OK);
    apo_engine_free(engine);
    apo_position_free(pos);
    apo_variant_free(other);
    apo_variant_free(var);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_number_has_words_or_none),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_pgn),
        cmocka_unit_test(test_empty_and_huge),
        cmocka_unit_test(test_engine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
