/* Accumulators: along lines of play, forward and back, a net's value is what it is from
 * scratch. Built three times: as the library is, with plain numbers, and for AVX2 (skipped
 * where the processor lacks it).
 *
 * For a long run: APO_NETWORK_MOVES moves of each game instead of a few, and with
 * APO_NETWORK_GAME of that game alone. */
#include "playout.h"
#include "test.h"

#include "neural/accumulators.h"

enum {
    MOVES = 400 / GAMES_STEP, /* in each game */
    LINE_MAX = 24,            /* plies of a line */
    SKIPPED = 77
};

static unsigned fresh_views, mirrored_games, moves_made;

static int small(apo_random *random, int bound)
{
    return (int)apo_random_below(random, (uint32_t)(2 * bound + 1)) - bound;
}

/* A net with numbers at random, some so large that sums wrap around. */
static apo_network *make_network(const apo_variant *var, uint32_t hidden, uint32_t buckets,
                                 uint64_t seed)
{
    apo_network *network = NULL;
    apo_random random;
    apo_random_seed(&random, seed);
    assert_int_equal(apo_network_new(&network, var, hidden, buckets, NULL), APO_OK);
    for (uint32_t h = 0; h < hidden; h++)
        network->bias[h] = (int16_t)small(&random, 200);
    for (size_t i = 0; i < (size_t)network->features.count * hidden; i++)
        network->weights[i] = (int16_t)small(&random, i % hidden == 3 ? 32767 : 60);
    for (size_t i = 0; i < network->features.count; i++)
        for (uint32_t b = 0; b < buckets; b++)
            network->direct[i * APO_NETWORK_BUCKETS_MAX + b] = (int16_t)small(&random, 900);
    for (size_t i = 0; i < (size_t)buckets * 2 * hidden; i++)
        network->output[i] = (int16_t)small(&random, APO_NETWORK_OUTPUT_MAX);
    for (uint32_t b = 0; b < buckets; b++)
        network->output_bias[b] = small(&random, 3000);
    network->hidden_scale = 45410;
    network->direct_scale = 1 << 26;
    network->shift = 32;
    return network;
}

static void check_value(apo_accumulators *all, const apo_network *network, unsigned ply,
                        const apo_position *pos)
{
    int kept = apo_accumulators_value(all, ply, pos);
    int fresh = apo_network_value(network, pos);
    if (kept != fresh) {
        print_error("%s %s: %d, from scratch %d\n", network->features.var->info.id,
                    playout_fen(pos), kept, fresh);
        fail_msg("an accumulator is wrong");
    }
}

/* Plays a line from the current position; at some plies no value is asked for. Then takes it
 * back, and tries another move here and there on the way. */
static void check_line(playout *p, apo_accumulators *all, const apo_network *network)
{
    static apo_undo undos[LINE_MAX + 1];
    unsigned ply = 0;
    apo_accumulators_start(all);
    while (ply < LINE_MAX && playout_goes_on(p)) {
        apo_move mv = playout_choose(p);
        apo_feature_changes changes;
        if (playout_percent(p, 60))
            check_value(all, network, ply, &p->pos);
        apo_make(&p->pos, &mv, &undos[++ply]);
        apo_accumulators_note(all, ply, &p->pos, &undos[ply]);
        apo_features_changes(&network->features, &p->pos, &undos[ply], &changes);
        fresh_views += changes.is_fresh[APO_WHITE] || changes.is_fresh[APO_BLACK];
        moves_made++;
        p->ply++;
        assert_int_equal(apo_moves_legal(apo_moves_start(&p->legal), &p->pos), APO_OK);
    }
    check_value(all, network, ply, &p->pos);
    const apo_position end = p->pos;
    for (; ply > 0; ply--) {
        apo_move other = {.from = 0};
        apo_unmake(&p->pos, &undos[ply]);
        assert_int_equal(apo_moves_legal(apo_moves_start(&p->legal), &p->pos), APO_OK);
        other = playout_choose(p);
        apo_make(&p->pos, &other, &undos[ply]);
        apo_accumulators_note(all, ply, &p->pos, &undos[ply]);
        check_value(all, network, ply, &p->pos);
        moves_made++;
        apo_unmake(&p->pos, &undos[ply]);
        check_value(all, network, ply - 1, &p->pos);
    }
    p->pos = end;
    assert_int_equal(apo_moves_legal(apo_moves_start(&p->legal), &p->pos), APO_OK);
}

static void check_game(playout *p, size_t game, unsigned long moves)
{
    static const uint32_t hidden[] = {32, 64, 96, 128};
    apo_network *network = make_network(p->games[game], hidden[game % 4],
                                        1 + (uint32_t)game % APO_NETWORK_BUCKETS_MAX, game);
    apo_accumulators *all = NULL;
    assert_int_equal(apo_accumulators_new(&all, network, LINE_MAX + 1, NULL), APO_OK);
    assert_ptr_equal(apo_accumulators_network(all), network);
    moves_made = 0;
    mirrored_games += network->features.is_mirrored;
    playout_begin(p, game);
    while (moves_made < moves) {
        if (!playout_goes_on(p))
            playout_begin(p, game);
        check_line(p, all, network);
    }
    apo_accumulators_free(all);
    apo_network_free(network);
}

static void test_values_along_lines(void **state)
{
    static playout p;
    const char *wanted = getenv("APO_NETWORK_MOVES"), *only = getenv("APO_NETWORK_GAME");
    unsigned long moves = wanted != NULL ? strtoul(wanted, NULL, 10) : MOVES;
    (void)state;
    playout_open(&p, 20);
    for (size_t game = 0; game < p.game_count; game++) {
        if (only != NULL && strcmp(only, p.games[game]->info.id) != 0)
            continue;
        apo_features features;
        apo_features_init(&features, p.games[game]);
        if (features.count > APO_FEATURES_MAX)
            continue; /* has no net */
        check_game(&p, game, moves);
        if (wanted != NULL)
            print_message("%s: %u moves\n", p.games[game]->info.id, moves_made);
    }
    assert_true(fresh_views > 0 || mirrored_games == 0);
    playout_close(&p);
}

/* A null move changes who is to move and nothing else. */
static void test_null_move(void **state)
{
    apo_variant *var = NULL;
    apo_position pos;
    apo_undo undo;
    apo_accumulators *all = NULL;
    (void)state;
    assert_int_equal(apo_definition_open(&var, apo_span_of("alert"), NULL, NULL), APO_OK);
    apo_network *network = make_network(var, 64, 4, 1);
    assert_int_equal(apo_accumulators_new(&all, network, 2, NULL), APO_OK);
    assert_int_equal(apo_position_start(&pos, var, 0, 1), APO_OK);
    apo_accumulators_start(all);
    check_value(all, network, 0, &pos);
    undo.state = pos.state;
    undo.count = 0;
    pos.state.side ^= 1;
    apo_accumulators_note(all, 1, &pos, &undo);
    check_value(all, network, 1, &pos);
    apo_accumulators_free(all);
    apo_network_free(network);
    apo_variant_free(var);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values_along_lines),
                                       cmocka_unit_test(test_null_move)};
#ifdef __AVX2__
    if (!__builtin_cpu_supports("avx2"))
        return SKIPPED;
#endif
    return cmocka_run_group_tests(tests, NULL, NULL);
}
