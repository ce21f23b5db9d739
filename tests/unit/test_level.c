/* Levels: words, determinism, and that the weaker one misses more. */
#include "notation_help.h"

#include "search/level.h"

enum {
    TRIALS = 40,
    PLIES = 6
};

/* White mates with Ra8, or takes the queen that nobody protects with the bishop. */
static const char mate_fen[] = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
static const char queen_fen[] =
    "r1b1kb1r/pppp1ppp/2n2n2/4p1q1/4P3/3P1N2/PPP2PPP/RNBQKB1R w KQkq - 0 5";

static apo_engine *open_engine(const apo_variant *var)
{
    const apo_engine_options options = {.hash_mb = 8};
    apo_engine *engine = NULL;
    assert_int_equal(apo_engine_new(&engine, &options), APO_OK);
    assert_int_equal(apo_engine_new_game(engine, var), APO_OK);
    return engine;
}

static apo_decision decide(apo_engine *engine, unsigned level, uint64_t seed)
{
    const apo_limits limits = {.nodes = 1000};
    apo_decision made;
    apo_random random;
    apo_random_seed(&random, seed);
    assert_int_equal(apo_level_go(&made, engine, apo_level_get(level), &limits, &random),
                     APO_OK);
    return made;
}

static void test_words(void **state)
{
    (void)state;
    assert_null(apo_level_get(0));
    assert_null(apo_level_get(APO_LEVEL_FULL + 1));
    for (unsigned i = APO_LEVEL_FIRST; i <= APO_LEVEL_FULL; i++)
        assert_int_equal(apo_level_find(apo_span_of(apo_level_get(i)->word)), i);
    assert_int_equal(apo_level_find(apo_span_of("1")), 1);
    assert_int_equal(apo_level_find(apo_span_of("8")), 8);
    assert_int_equal(apo_level_find(apo_span_of("9")), 0);
    assert_int_equal(apo_level_find(apo_span_of("")), 0);
    assert_int_equal(apo_level_find(apo_span_of("Full")), 0);
}

static void test_limits_only_narrow(void **state)
{
    (void)state;
    apo_limits limits = {.depth = 1, .nodes = 10, .lines = 40};
    for (unsigned i = APO_LEVEL_FIRST; i <= APO_LEVEL_FULL; i++)
        apo_level_limit(&limits, apo_level_get(i));
    assert_int_equal(limits.depth, 1);
    assert_int_equal(limits.nodes, 10);
    assert_int_equal(limits.lines, 40);
    limits = (apo_limits){.depth = 0};
    apo_level_limit(&limits, apo_level_get(APO_LEVEL_FULL));
    assert_true(limits.depth == 0 && limits.nodes == 0);
}

/* More points never mean less depth, fewer nodes or more mistakes. */
static void test_ratings(void **state)
{
    apo_level before, now;
    apo_random random;
    (void)state;
    apo_random_seed(&random, 1);
    apo_level_of_elo(&before, 0, &random);
    for (unsigned elo = APO_ELO_MIN; elo <= APO_ELO_MAX; elo++) {
        apo_random_seed(&random, 1);
        apo_level_of_elo(&now, elo, &random);
        assert_true(now.depth >= before.depth && now.nodes >= before.nodes);
        assert_true(now.depth > 0 && now.nodes > 0);
        assert_true(now.lines <= before.lines && now.half_cp <= before.half_cp);
        assert_true(now.overlooked_permille <= before.overlooked_permille);
        assert_true(now.careless_permille <= before.careless_permille);
        before = now;
    }
    assert_int_equal(now.overlooked_permille, 0);
    apo_level_of_elo(&now, UINT32_MAX, &random);
    assert_int_equal(now.nodes, before.nodes);
}

/* How often of TRIALS the move to `to` is found. */
static unsigned count_found(apo_engine *engine, const char *fen, unsigned level, const char *to)
{
    apo_position pos;
    unsigned count = 0;
    const apo_variant *var = apo_position_variant(apo_engine_position(engine));
    apo_span name = apo_span_of(to);
    apo_square target = apo_geometry_read_square(apo_variant_geometry(var), &name);
    help_read(&pos, var, fen);
    assert_int_equal(apo_engine_set_position(engine, &pos), APO_OK);
    for (unsigned seed = 0; seed < TRIALS; seed++)
        count += decide(engine, level, seed).best.to == target;
    return count;
}

static void test_mates_and_gifts(void **state)
{
    (void)state;
    apo_variant *var = help_open("chess");
    apo_engine *engine = open_engine(var);

    static const struct {
        const char *fen, *to;
    } gifts[] = {{mate_fen, "a8"}, {queen_fen, "g5"}};

    for (size_t i = 0; i < sizeof gifts / sizeof *gifts; i++) {
        unsigned first = count_found(engine, gifts[i].fen, 1, gifts[i].to);
        unsigned middle = count_found(engine, gifts[i].fen, 4, gifts[i].to);
        assert_true(first > TRIALS / 2 && first < TRIALS);
        assert_true(middle >= first && middle > TRIALS * 9 / 10);
        assert_int_equal(count_found(engine, gifts[i].fen, 7, gifts[i].to), TRIALS);
    }
    apo_engine_free(engine);
    apo_variant_free(var);
}

/* Plays a game and returns a mixture of its moves, which are all legal. */
static uint64_t play_game(apo_engine *engine, const apo_variant *var, unsigned level,
                          uint64_t seed)
{
    uint64_t mixture = 0;
    assert_int_equal(apo_engine_new_game(engine, var), APO_OK);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        apo_decision made = decide(engine, level, seed * PLIES + ply);
        if (!made.has_move)
            break;
        mixture = apo_mix(mixture ^ (uint64_t)(made.best.from << 8 | made.best.to));
        assert_int_equal(apo_engine_play(engine, &made.best), APO_OK);
    }
    return mixture;
}

/* A player who sees both does not find a mate in two as good as a mate in one. */
static void test_shorter_mate(void **state)
{
    static const char fen[] = "7k/R7/8/8/8/8/8/1R4K1 w - - 0 1";
    (void)state;
    apo_variant *var = help_open("chess");
    apo_engine *engine = open_engine(var);
    assert_int_equal(count_found(engine, fen, 7, "b8"), TRIALS);
    apo_engine_free(engine);
    apo_variant_free(var);
}

static void test_same_seed_same_game(void **state)
{
    (void)state;
    for (size_t i = 0; i < HELP_GAMES; i += 3) { /* alert and modern */
        apo_variant *var = help_open(help_games[i]);
        apo_engine *engine = open_engine(var);
        for (unsigned level = APO_LEVEL_FIRST; level <= APO_LEVEL_FULL; level++)
            assert_int_equal(play_game(engine, var, level, 7),
                             play_game(engine, var, level, 7));
        assert_int_not_equal(play_game(engine, var, 1, 7), play_game(engine, var, 1, 8));
        apo_engine_free(engine);
        apo_variant_free(var);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),        cmocka_unit_test(test_limits_only_narrow),
        cmocka_unit_test(test_ratings),      cmocka_unit_test(test_mates_and_gifts),
        cmocka_unit_test(test_shorter_mate), cmocka_unit_test(test_same_seed_same_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
