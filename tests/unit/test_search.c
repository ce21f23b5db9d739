/* The engine: mates, determinism, legality, ends of games, limits. */
#include "notation_help.h"

#include <time.h>

#include "api/host.h"
#include "notation/coordinate.h"
#include "rules/rules/outcome.h"
#include "search/bench.h"
#include "search/tt.h"

enum {
    TEST_HASH_MB = 8,
    MATE_DEPTH = 11, /* pruning may miss a quiet first move for some plies */
    READINGS_MAX = 100
};

static int64_t now_ms(void *context)
{
    struct timespec now;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static apo_engine *open_engine(const apo_variant *var)
{
    const apo_engine_options options = {.hash_mb = TEST_HASH_MB, .now = now_ms};
    apo_engine *engine = NULL;
    assert_int_equal(apo_engine_new(&engine, &options), APO_OK);
    assert_int_equal(apo_engine_new_game(engine, var), APO_OK);
    return engine;
}

static apo_decision think(apo_engine *engine, const apo_limits *limits)
{
    apo_decision made;
    assert_int_equal(apo_engine_go(&made, engine, limits, NULL, NULL), APO_OK);
    return made;
}

static apo_decision think_deep(apo_engine *engine, unsigned depth)
{
    const apo_limits limits = {.depth = depth};
    return think(engine, &limits);
}

static const char *text_of(const apo_position *pos, const apo_move *mv)
{
    static char buf[APO_COORDINATE_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_coordinate_write(&text, pos, mv);
    return buf;
}

/* --- mates --------------------------------------------------------------- */

/* True if the side to move can force mate in so many moves of its own: every way is tried. */
static bool has_mate(const apo_position *pos, unsigned moves_left);

static bool is_mated_within(const apo_position *pos, unsigned moves_left)
{
    apo_moves *moves = malloc(sizeof *moves);
    assert_non_null(moves);
    assert_int_equal(apo_moves_legal(apo_moves_start(moves), pos), APO_OK);
    bool is_lost = moves->list.count > 0 ? moves_left > 0 : apo_position_is_check(pos);
    for (size_t i = 0; is_lost && i < moves->list.count; i++) {
        apo_position after = *pos;
        apo_undo undo;
        apo_make(&after, &moves->buf[i], &undo);
        is_lost = has_mate(&after, moves_left);
    }
    free(moves);
    return is_lost;
}

static bool has_mate(const apo_position *pos, unsigned moves_left)
{
    apo_moves *moves = malloc(sizeof *moves);
    assert_non_null(moves);
    assert_int_equal(apo_moves_legal(apo_moves_start(moves), pos), APO_OK);
    bool is_found = false;
    for (size_t i = 0; !is_found && i < moves->list.count; i++) {
        apo_position after = *pos;
        apo_undo undo;
        apo_make(&after, &moves->buf[i], &undo);
        is_found = is_mated_within(&after, moves_left - 1);
    }
    free(moves);
    return is_found;
}

typedef struct mate {
    const char *game, *fen;
    unsigned moves;
} mate;

/* Found by the engine playing itself; the test proves them again by trying everything. */
static const mate mates[] = {
    {"alert",
     "************/zr4k1w2Q/r2j1o6/1p1pnp5x/p1x6p1p/2x3p5/3Yp1p3p1/4P3X3/3P4g3/P1X8P/XPP2W3b1X/"
     "1B4m5/R7K2Z/************ b - - Wb "
     "BBBNNNZGGGWRRRRJJYYFFOOQVUMIbbbnnzggwrrrjyyyffoqqvui - 1 85",
     1},
    {"alert",
     "************/6kz4/2R9/7Q4/p11/10p1/1p1x7x/1P9P/7P1P2/P1X3P3X1/X8P1R/10B1/1R5K3Z/"
     "************ w - - Rk "
     "BBBNNNZGGGWWRRJJYYYFFOOQVUMIbbbbnnnzgggwwrrrrrjjyyyffooqqvumi - 4 118",
     2},
    {"apothecary2",
     "**********/9r/4lk4/1R2pp3p/2b4p2/6p1p1/3b6/2P1e1P3/P4P1PPP/8Q1/3q2BK2/********** b - - "
     "Bq - - "
     "4 44",
     1},
    {"apothecary2",
     "**********/10/10/8k1/6Q3/p9/2pP6/P2Pp5/10/2B1K5/7R2/********** w - - Pp - - 0 87", 2},
    {"apothecary2",
     "**********/10/10/8k1/6Q3/p9/2pPp5/P9/3P6/2B1K5/7R2/********** w - - Rk - - 3 86", 2},
    {"classic",
     "**********/4k5/8R1/E9/10/3EK5/1P2P5/2P7/4M5/10/10/********** w - - Rk "
     "BBNNNMMRRJQQCAbbnnneemmmrrrjqqca - 3 98",
     2},
    {"classic",
     "**********/3k6/9R/E9/10/3EK5/1P2P5/2P7/4M5/10/10/********** w - - Pk "
     "BBNNNMMRRJQQCAbbnnneemmmrrrjqqca - 1 97",
     3},
    {"modern",
     "**********/6wk2/10/5p1c2/10/10/10/2r7/9c/2r2g4/4K5/********** b - - Kr "
     "BBNNNCCCWWRRRSSJQQDGbbnnncwrssjqqd - 5 95",
     1},
    {"modern",
     "**********/6wk2/10/5p1c2/10/10/10/2r7/9c/4rg4/3K6/********** b - - Kr "
     "BBNNNCCCWWRRRSSJQQDGbbnnncwrssjqqd - 3 94",
     2},
    {"modern",
     "**********/10/4k5/9p/p1P2p4/10/7p2/10/9K/5q4/6c3/********** b - - Kq "
     "BBNNNCCCWWRRRSSJQQDGbbnnnccwwrrrssjqdg - 3 88",
     3},
    {"chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1},
    {"chess", "7k/6pp/8/8/8/8/1R6/R6K w - - 0 1", 1},
    {"chess", "7k/8/8/8/8/8/R7/1R5K w - - 0 1", 2},
};

static void check_mate(const mate *problem)
{
    apo_variant *var = help_open(problem->game);
    apo_engine *engine = open_engine(var);
    apo_position pos;
    help_read(&pos, var, problem->fen);
    if (!has_mate(&pos, problem->moves) ||
        (problem->moves > 1 && has_mate(&pos, problem->moves - 1))) {
        print_error("%s %s\n", problem->game, problem->fen);
        fail_msg("this is no mate in %u, or one in fewer", problem->moves);
    }
    assert_int_equal(apo_engine_set_position(engine, &pos), APO_OK);
    apo_decision made = think_deep(engine, MATE_DEPTH);
    assert_true(made.has_move);
    if (!apo_score_is_mate(made.score) ||
        apo_score_mate_moves(made.score) != (int)problem->moves) {
        print_error("%s %s: score %d\n", problem->game, problem->fen, made.score);
        fail_msg("the mate was not found");
    }
    apo_undo undo;
    apo_make(&pos, &made.best, &undo);
    assert_true(is_mated_within(&pos, problem->moves - 1));
    apo_engine_free(engine);
    apo_variant_free(var);
}

static void test_mates(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mates / sizeof *mates; i++)
        check_mate(&mates[i]);
}

/* --- the same again ------------------------------------------------------ */

/* The same search twice does the same; so does another engine. */
static void test_determinism(void **state)
{
    (void)state;
    const apo_limits limits = {.nodes = 3000};
    const apo_time_manager clock = {.now = NULL};
    for (unsigned i = 0; i < HELP_GAMES; i++) {
        apo_variant *var = help_open(help_games[i]);
        apo_engine *engine = open_engine(var), *other = open_engine(var);
        apo_bench first = {.nodes = 0}, second = {.nodes = 0}, third = {.nodes = 0};
        assert_int_equal(apo_bench_run(&first, engine, var, &limits, &clock), APO_OK);
        assert_int_equal(apo_bench_run(&second, engine, var, &limits, &clock), APO_OK);
        assert_int_equal(apo_bench_run(&third, other, var, &limits, &clock), APO_OK);
        assert_true(first.signature == second.signature && first.nodes == second.nodes);
        assert_true(first.signature == third.signature);
        assert_int_equal(first.positions, 4);
        apo_engine_free(engine);
        apo_engine_free(other);
        apo_variant_free(var);
    }
}

/* An engine restarted has forgotten all; it does what a fresh one does. */
static void test_a_restarted_engine_has_forgotten(void **state)
{
    (void)state;
    apo_variant *var = help_open("modern");
    apo_engine *engine = open_engine(var);
    apo_position pos;
    help_start(&pos, var, 14);
    apo_decision first = think_deep(engine, 4);
    assert_int_equal(apo_engine_set_position(engine, &pos), APO_OK);
    (void)think_deep(engine, 4);
    assert_int_equal(apo_engine_restart(engine), APO_OK);
    apo_decision again = think_deep(engine, 4);
    assert_true(apo_move_same(&first.best, &again.best));
    assert_true(first.nodes == again.nodes && first.score == again.score);
    apo_engine_free(engine);
    apo_variant_free(var);
}

/* --- legality ------------------------------------------------------------ */

/* Every move of a line reported can be played. */
static void check_line(void *context, const apo_search_report *report)
{
    const apo_engine *engine = context;
    apo_position pos = *apo_engine_position(engine);
    assert_true(report->line->count > 0);
    for (unsigned i = 0; i < report->line->count; i++)
        assert_int_equal(apo_play(&pos, &report->line->moves[i]), APO_OK);
}

static void play_game(apo_engine *engine, const apo_variant *var, unsigned number)
{
    const apo_limits limits = {.depth = 3};
    apo_position pos;
    help_start(&pos, var, number);
    assert_int_equal(apo_engine_new_game(engine, var), APO_OK);
    assert_int_equal(apo_engine_set_position(engine, &pos), APO_OK);
    for (unsigned ply = 0; ply < 60; ply++) {
        apo_decision made;
        assert_int_equal(apo_engine_go(&made, engine, &limits, check_line, engine), APO_OK);
        if (!made.has_move) {
            assert_true(apo_perft(apo_engine_position(engine), 1) == 0);
            return;
        }
        assert_int_equal(apo_engine_play(engine, &made.best), APO_OK);
    }
}

static void test_legality(void **state)
{
    (void)state;
    for (unsigned i = 0; i < HELP_GAMES; i++) {
        apo_variant *var = help_open(help_games[i]);
        apo_engine *engine = open_engine(var);
        for (unsigned game = 0; game < 4; game++)
            play_game(engine, var, 1 + game * 5 % apo_variant_info_of(var)->start_count);
        apo_engine_free(engine);
        apo_variant_free(var);
    }
}

/* A search leaves the position as it was, and answers from check too. */
static void test_all_builtin_games(void **state)
{
    (void)state;
    const apo_limits limits = {.nodes = 500};
    for (size_t i = 0; i < apo_definition_builtin_count(); i += GAMES_STEP) {
        apo_variant *var = help_open(apo_definition_builtin_id(i));
        apo_engine *engine = open_engine(var);
        apo_random random;
        static apo_moves moves;
        apo_random_seed(&random, i);
        for (unsigned ply = 0; ply < 40; ply++) {
            apo_decision made;
            assert_int_equal(apo_engine_go(&made, engine, &limits, check_line, engine), APO_OK);
            if (!made.has_move)
                break;
            apo_move_list *legal = apo_moves_start(&moves);
            assert_int_equal(apo_moves_legal(legal, apo_engine_position(engine)), APO_OK);
            apo_move mv = legal->moves[apo_random_below(&random, (uint32_t)legal->count)];
            assert_int_equal(apo_engine_play(engine, &mv), APO_OK);
        }
        apo_engine_free(engine);
        apo_variant_free(var);
    }
}

/* --- ends of games ------------------------------------------------------- */

static apo_decision think_at(const char *game, const char *fen, unsigned depth,
                             const char *out_best[1])
{
    static char best[APO_COORDINATE_MAX];
    apo_variant *var = help_open(game);
    apo_engine *engine = open_engine(var);
    apo_position pos;
    help_read(&pos, var, fen);
    assert_int_equal(apo_engine_set_position(engine, &pos), APO_OK);
    apo_decision made = think_deep(engine, depth);
    best[0] = '\0';
    if (made.has_move)
        strcpy(best, text_of(&pos, &made.best));
    if (out_best != NULL)
        out_best[0] = best;
    apo_engine_free(engine);
    apo_variant_free(var);
    return made;
}

/* The move count: with one half-move left only a pawn move keeps a won game won. */
static void test_move_count(void **state)
{
    (void)state;
    const char *best;
    apo_decision made = think_at("chess", "7k/8/8/8/8/8/P5Q1/K7 w - - 98 80", 4, &best);
    assert_true(made.score > 300);
    made = think_at("chess", "7k/8/8/8/8/8/P5Q1/K7 w - - 99 80", 4, &best);
    assert_true(made.score > 300);
    assert_true(best[0] == 'a' && best[1] == '2');
    made = think_at("chess", "7k/8/8/8/8/8/6Q1/K7 w - - 99 80", 4, NULL);
    assert_int_equal(made.score, 0);
}

/* Where the count of points decides, a lead is an advantage, and no more. */
static void test_points_at_the_end(void **state)
{
    (void)state;
    apo_decision made = think_at(
        "modern", "**********/10/9k/10/10/10/10/10/2Q7/10/K9/********** w - - Qk - - 199 160",
        4, NULL);
    assert_int_equal(made.score, APO_SCORE_ADVANTAGE);
    made = think_at("modern",
                    "**********/10/9k/10/10/10/10/10/2Q7/10/K9/********** b - - Qk - - 199 160",
                    4, NULL);
    assert_int_equal(made.score, -APO_SCORE_ADVANTAGE);
}

/* Stalemate: an advantage in one game, a draw in another. */
static void test_stalemate(void **state)
{
    (void)state;
    apo_variant *var = help_open("modern");
    apo_engine *engine = open_engine(var);
    apo_position pos;
    help_read(&pos, var,
              "**********/9k/7Q2/10/10/10/10/10/10/10/K9/********** b - - Qk - - 0 60");
    assert_int_equal(apo_perft(&pos, 1), 0);
    assert_int_equal(apo_engine_set_position(engine, &pos), APO_OK);
    assert_false(think_deep(engine, 3).has_move);
    apo_engine_free(engine);
    apo_variant_free(var);
    /* One rank back: the queen mates or wins; it does not stalemate. */
    apo_decision made = think_at(
        "modern", "**********/9k/10/6Q3/10/10/10/10/10/10/K9/********** w - - Qk - - 0 60", 5,
        NULL);
    assert_true(made.score > APO_SCORE_ADVANTAGE);
}

/* Plays king moves there and back. */
static void shuffle(apo_engine *engine, const char *const *moves, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        apo_move mv;
        assert_int_equal(
            apo_coordinate_read(&mv, apo_engine_position(engine), apo_span_of(moves[i]), NULL),
            APO_OK);
        assert_int_equal(apo_engine_play(engine, &mv), APO_OK);
    }
}

/* The side that is worse takes the third repetition. */
static void test_repetition(void **state)
{
    (void)state;
    static const char *const moves[] = {"g1h1", "g8h8", "h1g1", "h8g8", "g1h1", "g8h8", "h1g1"};
    apo_variant *var = help_open("chess");
    apo_engine *engine = open_engine(var);
    apo_position pos;
    help_read(&pos, var, "6k1/6pp/8/8/8/8/5PPP/3R2K1 w - - 0 30");
    assert_int_equal(apo_engine_set_position(engine, &pos), APO_OK);
    shuffle(engine, moves, sizeof moves / sizeof *moves);
    apo_decision made = think_deep(engine, 6);
    assert_int_equal(made.score, 0);
    assert_string_equal(text_of(apo_engine_position(engine), &made.best), "h8g8");
    apo_engine_free(engine);
    apo_variant_free(var);
}

/* --- threads ------------------------------------------------------------- */

/* Several threads share a table: the same rules hold, and no thread is still running at the
 * end. */
static void test_threads(void **state)
{
    (void)state;
    const apo_engine_options options = {
        .hash_mb = TEST_HASH_MB, .now = now_ms, .threads = apo_posix_threads()};
    static const char *const games[] = {"modern", "prequel", "chess"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        apo_variant *var = help_open(games[i]);
        apo_engine *engine = NULL;
        assert_int_equal(apo_engine_new(&engine, &options), APO_OK);
        assert_int_equal(apo_engine_set_threads(engine, 3), APO_OK);
        assert_int_equal(apo_engine_new_game(engine, var), APO_OK);
        for (unsigned ply = 0; ply < 6; ply++) {
            apo_decision made;
            const apo_limits limits = {.nodes = 4000};
            assert_int_equal(apo_engine_go(&made, engine, &limits, check_line, engine), APO_OK);
            assert_true(made.has_move && made.nodes >= 4000);
            assert_int_equal(apo_engine_play(engine, &made.best), APO_OK);
        }
        assert_int_equal(apo_engine_set_threads(engine, 0), APO_E_RANGE);
        assert_int_equal(apo_engine_set_threads(engine, 1), APO_OK);
        apo_engine_free(engine);
        apo_variant_free(var);
    }
    apo_variant *var = help_open("chess");
    apo_engine *alone = open_engine(var);
    assert_int_equal(apo_engine_set_threads(alone, 2), APO_E_RANGE);
    apo_engine_free(alone);
    apo_variant_free(var);
}

/* --- limits -------------------------------------------------------------- */

/* The orders of compulsory captures are too many to search them all to their ends: 53,000 nodes
 * here. */
static void test_compulsory_captures_end(void **state)
{
    (void)state;
    apo_variant *var = help_open("antichess");
    apo_engine *engine = open_engine(var);
    apo_position pos;
    help_read(&pos, var, "rnbqk1R1/ppppp1b1/5p2/6p1/8/5P2/PPPPP1P1/RNBQKBN1 b - - 0 6");
    assert_int_equal(apo_engine_set_position(engine, &pos), APO_OK);
    assert_in_range(think_deep(engine, 3).nodes, 1, 5000);
    apo_engine_free(engine);
    apo_variant_free(var);
}

/* A clock of its own: a millisecond goes by whenever it is read. */
static int64_t count_ms(void *context)
{
    return ++*(int64_t *)context;
}

static void test_time_limit(void **state)
{
    (void)state;
    int64_t readings = 0;
    const apo_engine_options options = {
        .hash_mb = TEST_HASH_MB, .now = count_ms, .now_context = &readings};
    apo_variant *var = help_open("modern");
    apo_engine *engine = NULL;
    assert_int_equal(apo_engine_new(&engine, &options), APO_OK);
    assert_int_equal(apo_engine_new_game(engine, var), APO_OK);
    apo_decision made = think(engine, &(apo_limits){.move_ms = 50});
    assert_true(made.has_move && readings >= 50 && readings < READINGS_MAX);
    apo_engine_free(engine);
    apo_variant_free(var);
}

static void test_limits(void **state)
{
    (void)state;
    apo_variant *var = help_open("modern");
    apo_engine *engine = open_engine(var);
    static apo_moves moves;
    apo_decision made = think(engine, &(apo_limits){.nodes = 500});
    assert_in_range(made.nodes, 500, 520);
    made = think(engine, &(apo_limits){.has_clock = true, .clock_ms = 1});
    assert_true(made.has_move);
    made = think(engine, &(apo_limits){.has_clock = true, .clock_ms = 0, .moves_to_go = 1});
    assert_true(made.has_move);
    /* Only some moves. */
    assert_int_equal(apo_moves_legal(apo_moves_start(&moves), apo_engine_position(engine)),
                     APO_OK);
    made = think(engine, &(apo_limits){.depth = 3, .moves = &moves.buf[5], .move_count = 1});
    assert_true(made.has_move && apo_move_same(&made.best, &moves.buf[5]));
    /* A stop that comes first is kept; there is a move all the same. */
    apo_engine_stop(engine);
    made = think(engine, &(apo_limits){.is_infinite = true});
    assert_true(made.has_move);
    apo_engine_arm(engine);
    apo_engine_free(engine);
    apo_variant_free(var);
}

typedef struct lines {
    unsigned seen;
    int last_score;
    bool is_falling;
} lines;

static void count_lines(void *context, const apo_search_report *report)
{
    lines *all = context;
    if (report->depth != 4)
        return;
    if (report->index > 0 && report->score > all->last_score)
        all->is_falling = false;
    all->last_score = report->score;
    all->seen++;
}

/* Several lines, the best first, all different. */
static void test_several_lines(void **state)
{
    (void)state;
    apo_variant *var = help_open("prequel");
    apo_engine *engine = open_engine(var);
    lines all = {.is_falling = true};
    apo_decision made;
    const apo_limits limits = {.depth = 4, .lines = 5};
    assert_int_equal(apo_engine_go(&made, engine, &limits, count_lines, &all), APO_OK);
    assert_int_equal(all.seen, 5);
    apo_engine_free(engine);
    apo_variant_free(var);
}

/* Without a game there is nothing to search. */
static void test_no_game(void **state)
{
    (void)state;
    const apo_engine_options options = {.hash_mb = 1};
    const apo_limits limits = {.depth = 1};
    apo_engine *engine;
    apo_decision made;
    apo_move mv = {.from = 0};
    assert_int_equal(apo_engine_new(&engine, &options), APO_OK);
    assert_null(apo_engine_position(engine));
    assert_int_equal(apo_engine_go(&made, engine, &limits, NULL, NULL), APO_E_UNSUPPORTED);
    assert_int_equal(apo_engine_play(engine, &mv), APO_E_UNSUPPORTED);
    assert_int_equal(apo_engine_restart(engine), APO_E_UNSUPPORTED);
    assert_int_equal(apo_engine_set_hash(engine, 0), APO_E_RANGE);
    assert_int_equal(apo_engine_set_hash(engine, (size_t)APO_HASH_MAX_MB + 1), APO_E_RANGE);
    apo_engine_free(engine);
    apo_engine_free(NULL);
}

/* --- the table ----------------------------------------------------------- */

static void test_the_table_finds_what_was_stored(void **state)
{
    (void)state;
    apo_tt table = {.entries = NULL};
    apo_tt_data found;
    apo_random random;
    assert_int_equal(apo_tt_resize(&table, NULL, 1 << 16), APO_OK);
    apo_random_seed(&random, 9);
    for (unsigned i = 0; i < 100000; i++) {
        uint64_t key = apo_random_next(&random);
        const apo_tt_data stored = {.move = (uint32_t)key | 1,
                                    .score = (int16_t)(i % 4000 - 2000),
                                    .evaluation = (int16_t)(2000 - i % 4000),
                                    .depth = (uint8_t)(i % 60),
                                    .bound = (uint8_t)(1 + i % 3)};
        apo_tt_store(&table, key, stored);
        assert_true(apo_tt_probe(&table, key, &found));
        assert_memory_equal(&found, &stored, offsetof(apo_tt_data, bound) + 1); /* no padding */
        assert_false(apo_tt_probe(&table, key ^ (uint64_t)1 << 63, &found));
    }
    assert_in_range(apo_tt_hashfull(&table), 900, 1000);
    apo_tt_clear(&table);
    assert_int_equal(apo_tt_hashfull(&table), 0);
    apo_tt_free(&table);
}

/* A side that moves again within its turn wants the same with both moves: the queen that hangs
 * is gone when the turn is over. */
static void test_double_turns(void **state)
{
    static const char *const cases[][2] = {
        {"apothecary2",
         "**********/10/5k4/10/10/q9/10/10/R9/10/8K1/********** w2 - - -- - - 0 1"},
        {"marseillais", "4k3/8/8/1q6/8/8/8/1R2K3 w2 - - -- - - 0 1"},
        {"marseillais", "1r2k3/8/8/8/1Q6/8/8/4K3 b2 - - -- - - 0 1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        apo_variant *var = help_open(cases[i][0]);
        apo_position pos;
        apo_undo undo;
        help_read(&pos, var, cases[i][1]);
        apo_engine *engine = open_engine(var);
        unsigned side = apo_position_side(&pos);
        for (unsigned moves = 0; moves < 2 && apo_position_side(&pos) == side; moves++) {
            assert_int_equal(apo_engine_set_position(engine, &pos), APO_OK);
            apo_decision made = think_deep(engine, 5);
            assert_true(made.has_move && made.score > 200);
            apo_make(&pos, &made.best, &undo);
        }
        assert_int_equal(apo_position_side(&pos), side ^ 1U);
        apo_types left = apo_types_here(&pos, side ^ 1U);
        assert_true(left == apo_type_bit(var->royal));
        apo_engine_free(engine);
        apo_variant_free(var);
    }
}

/* One ply deep the engine leaves a rook alone when taking it lets the enemy win at once by a
 * quiet move: with the last check, although the square of the check is guarded, with a step
 * onto the goal, or by dropping a knight. */
static void test_wins_other_than_mate(void **state)
{
    static const char *const cases[][3] = {
        {"three-check", "3q2k1/r4ppp/8/8/R7/2N5/5PPP/6K1 w - - 3+1 0 1", "a4a7"},
        {"king-of-the-hill", "r7/8/3k4/8/2P5/8/8/Q5K1 w - - 0 1", "a1a8"},
        {"crazyhouse", "6k1/5pp1/7p/8/r2Q4/8/6PP/6RK[n] w - - 0 1", "d4a4"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        apo_variant *var = help_open(cases[i][0]);
        apo_position pos;
        help_read(&pos, var, cases[i][1]);
        apo_engine *engine = open_engine(var);
        assert_int_equal(apo_engine_set_position(engine, &pos), APO_OK);
        apo_decision made = think_deep(engine, 1);
        assert_true(made.has_move && !apo_score_is_mate(made.score));
        assert_string_not_equal(text_of(&pos, &made.best), cases[i][2]);
        apo_engine_free(engine);
        apo_variant_free(var);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mates),
        cmocka_unit_test(test_double_turns),
        cmocka_unit_test(test_determinism),
        cmocka_unit_test(test_a_restarted_engine_has_forgotten),
        cmocka_unit_test(test_legality),
        cmocka_unit_test(test_all_builtin_games),
        cmocka_unit_test(test_move_count),
        cmocka_unit_test(test_points_at_the_end),
        cmocka_unit_test(test_stalemate),
        cmocka_unit_test(test_wins_other_than_mate),
        cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_time_limit),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_compulsory_captures_end),
        cmocka_unit_test(test_several_lines),
        cmocka_unit_test(test_no_game),
        cmocka_unit_test(test_the_table_finds_what_was_stored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
