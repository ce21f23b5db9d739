/* Nets: the numbers of features, their changes by moves, files, and values. */
#include "playout.h"
#include "test.h"

#include "api/network_disk.h"

enum {
    MOVES = 400 / GAMES_STEP, /* in each game */
    HIDDEN = 32,
    BUCKETS = 4
};

/* --- features ------------------------------------------------------------ */

/* How often each feature is true, by view. */
typedef struct facts {
    uint8_t is_true[APO_SIDES][APO_FEATURES_MAX];
} facts;

static void note(facts *out, const apo_features *features, const apo_position *pos)
{
    memset(out, 0, sizeof *out);
    for (unsigned viewer = 0; viewer < APO_SIDES; viewer++) {
        uint16_t list[APO_FEATURES_ACTIVE_MAX];
        unsigned count = apo_features_list(features, pos, viewer, list);
        assert_true(count <= APO_FEATURES_ACTIVE_MAX);
        for (unsigned i = 0; i < count; i++) {
            assert_true(list[i] < features->count);
            assert_int_equal(out->is_true[viewer][list[i]]++, 0);
        }
    }
}

/* Applies the changes to what was true before the move and compares. Returns true if a view had
 * to be listed anew. */
static bool check_changes(const apo_features *features, facts *before, const apo_position *pos,
                          const apo_undo *undo)
{
    static facts after;
    apo_feature_changes changes;
    apo_features_changes(features, pos, undo, &changes);
    note(&after, features, pos);
    for (unsigned viewer = 0; viewer < APO_SIDES; viewer++) {
        uint8_t *is_true = before->is_true[viewer];
        if (changes.is_fresh[viewer])
            continue;
        for (unsigned i = 0; i < changes.removed_count; i++)
            is_true[apo_feature_seen(changes.removed[i], viewer)]--;
        for (unsigned i = 0; i < changes.added_count; i++)
            is_true[apo_feature_seen(changes.added[i], viewer)]++;
        if (memcmp(is_true, after.is_true[viewer], sizeof after.is_true[viewer]) != 0) {
            print_error("%s\n", playout_fen(pos));
            fail_msg("the features changed otherwise than the position");
        }
    }
    return changes.is_fresh[APO_WHITE] || changes.is_fresh[APO_BLACK];
}

static void test_changes_of_moves(void **state)
{
    static playout p;
    static facts before;
    unsigned fresh = 0;
    (void)state;
    playout_open(&p, 20);
    for (size_t game = 0; game < p.game_count; game++) {
        apo_features features;
        apo_features_init(&features, p.games[game]);
        if (features.count > APO_FEATURES_MAX)
            continue; /* has no net */
        playout_begin(&p, game);
        for (unsigned i = 0; i < MOVES; i++) {
            apo_undo undo;
            if (!playout_goes_on(&p))
                playout_begin(&p, game);
            if (p.legal.list.count == 0)
                continue;
            apo_move mv = playout_choose(&p);
            note(&before, &features, &p.pos);
            apo_make(&p.pos, &mv, &undo);
            fresh += check_changes(&features, &before, &p.pos, &undo);
            p.ply++;
            assert_int_equal(apo_moves_legal(apo_moves_start(&p.legal), &p.pos), APO_OK);
        }
    }
    assert_true(fresh > 0);
    playout_close(&p);
}

static apo_variant *open_game(const char *id)
{
    apo_variant *var = NULL;
    assert_int_equal(apo_definition_open(&var, apo_span_of(id), NULL, NULL), APO_OK);
    return var;
}

/* The features of each side's start are the same, as each sees them. */
static void test_views_agree(void **state)
{
    static const char *const games[] = {"grand", "alert", "chess", "capablanca"};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        static facts start;
        apo_variant *var = open_game(games[i]);
        apo_features features;
        apo_position pos;
        apo_features_init(&features, var);
        assert_int_equal(apo_position_start(&pos, var, 0, 1), APO_OK);
        note(&start, &features, &pos);
        assert_memory_equal(start.is_true[APO_WHITE], start.is_true[APO_BLACK],
                            sizeof start.is_true[APO_WHITE]);
        apo_variant_free(var);
    }
}

static void test_kinds(void **state)
{
    apo_feature_facts said;
    apo_variant *grand = open_game("grand"), *alert = open_game("alert");
    apo_features features;
    (void)state;
    apo_features_init(&features, grand);
    assert_true(features.is_mirrored);
    assert_int_equal(features.places, 100);
    assert_int_equal(features.types, 8);
    assert_int_equal(features.imitated, 1600);
    assert_int_equal(features.start_pieces, 40);
    apo_feature_describe(&features, 8 * 100 + 34, &said);
    assert_int_equal(said.kind, APO_FEATURE_PIECE);
    assert_int_equal(said.relation, 1);
    assert_int_equal(said.type, 1);
    assert_int_equal(said.file, 4);
    assert_int_equal(said.row, 3);
    apo_features_init(&features, alert);
    assert_true(features.has_imitated);
    unsigned seen[APO_FEATURE_KINDS] = {0};
    for (uint32_t i = 0; i < features.count; i++) {
        apo_feature_describe(&features, i, &said);
        assert_true(said.type >= 1 && said.type <= features.types && said.relation <= 1);
        seen[said.kind]++;
    }
    assert_int_equal(seen[APO_FEATURE_PIECE], 2U * features.types * features.places);
    assert_int_equal(seen[APO_FEATURE_IMITATED], 2U * features.types);
    apo_variant_free(grand);
    apo_variant_free(alert);
}

static void test_digests_differ(void **state)
{
    static const char *const games[] = {"alert",   "modern", "classic",    "apothecary2",
                                        "prequel", "grand",  "capablanca", "shako"};
    uint64_t digests[sizeof games / sizeof games[0]];
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        apo_features features;
        apo_variant *var = open_game(games[i]);
        apo_features_init(&features, var);
        digests[i] = apo_features_digest(&features);
        assert_true(digests[i] == apo_features_digest(&features));
        for (size_t k = 0; k < i; k++)
            assert_true(digests[i] != digests[k]);
        apo_variant_free(var);
    }
}

/* --- nets ---------------------------------------------------------------- */

static int small(apo_random *random, int bound)
{
    return (int)apo_random_below(random, (uint32_t)(2 * bound + 1)) - bound;
}

/* A net with all numbers at random. */
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
        network->weights[i] = (int16_t)small(&random, 60);
    for (size_t i = 0; i < network->features.count; i++)
        for (uint32_t b = 0; b < buckets; b++)
            network->direct[i * APO_NETWORK_BUCKETS_MAX + b] = (int16_t)small(&random, 900);
    for (size_t i = 0; i < (size_t)buckets * 2 * hidden; i++)
        network->output[i] = (int16_t)small(&random, 127);
    for (uint32_t b = 0; b < buckets; b++)
        network->output_bias[b] = small(&random, 3000);
    network->hidden_scale = 454105;
    network->direct_scale = 1 << 28;
    network->shift = 32;
    strcpy(network->text, "random numbers\nfor a test");
    return network;
}

/* A net without hidden weights values a position by hand: direct numbers count for the mover in
 * the mover's view, and against in the other side's. */
static void test_value_by_hand(void **state)
{
    apo_variant *var = open_game("grand");
    apo_network *network = NULL;
    apo_position pos;
    (void)state;
    assert_int_equal(apo_network_new(&network, var, HIDDEN, 2, NULL), APO_OK);
    network->direct_scale = 1 << 10;
    network->shift = 12;
    /* Own pieces of every type are worth 400 quarters, the enemy's 0. */
    for (size_t i = 0; i < (size_t)network->features.types * network->features.places; i++)
        network->direct[i * APO_NETWORK_BUCKETS_MAX + 0] = 400;
    apo_span fen = apo_span_of("4k5/10/10/10/10/10/10/10/3NN5/4K5 b - - 0 1");
    assert_int_equal(apo_fen_read(&pos, var, fen, NULL), APO_OK);
    assert_int_equal(apo_network_value(network, &pos), -200);
    /* A saturated hidden neuron gives 255 * 255 * 64 * 2^20 / 2^32. */
    network->bias[5] = 900;
    network->output[5] = 64;
    network->hidden_scale = 1 << 10;
    network->direct_scale = 0;
    assert_int_equal(apo_network_value(network, &pos), 255 * 255 * 64 / 4 > 30000 ? 30000 : 0);
    network->hidden_scale = 1;
    assert_int_equal(apo_network_value(network, &pos), 255 * 255 * 64 / 4096);
    network->bias[5] = -900;
    assert_int_equal(apo_network_value(network, &pos), 0);
    apo_network_free(network);
    apo_variant_free(var);
}

static void test_wrong_sizes(void **state)
{
    apo_variant *var = open_game("chess");
    apo_network *network = NULL;
    (void)state;
    assert_int_equal(apo_network_new(&network, var, 0, 1, NULL), APO_E_RANGE);
    assert_int_equal(apo_network_new(&network, var, 48, 1, NULL), APO_E_RANGE);
    assert_int_equal(apo_network_new(&network, var, 160, 1, NULL), APO_E_RANGE);
    assert_int_equal(apo_network_new(&network, var, 32, 0, NULL), APO_E_RANGE);
    assert_int_equal(apo_network_new(&network, var, 32, 9, NULL), APO_E_RANGE);
    apo_variant_free(var);
    var = open_game("tenjiku"); /* 66 types on 256 squares */
    assert_int_equal(apo_network_new(&network, var, 32, 1, NULL), APO_E_RANGE);
    assert_null(network);
    apo_variant_free(var);
}

/* --- files --------------------------------------------------------------- */

static void check_refused(const apo_variant *var, apo_span bytes, apo_status expected,
                          const char *reason)
{
    apo_network *network = NULL;
    apo_error err;
    apo_status status = apo_network_read(&network, var, bytes, NULL, &err);
    if (status != expected || strstr(err.detail, reason) == NULL)
        print_error("%d: %s\n", (int)status, err.detail);
    assert_int_equal(status, expected);
    assert_non_null(strstr(err.detail, reason));
    assert_null(network);
}

static void test_read_what_was_written(void **state)
{
    apo_variant *var = open_game("alert");
    apo_network *made = make_network(var, 64, BUCKETS, 3), *read = NULL;
    apo_buffer bytes, again;
    char id[APO_ID_MAX];
    (void)state;
    made->is_alone = true;
    apo_buffer_init(&bytes, NULL);
    apo_buffer_init(&again, NULL);
    assert_int_equal(apo_network_write(&bytes, made), APO_OK);
    assert_true(bytes.length < 1 << 20);
    assert_int_equal(apo_network_read_id(id, apo_buffer_span(&bytes), NULL), APO_OK);
    assert_string_equal(id, "alert");
    assert_int_equal(apo_network_read(&read, var, apo_buffer_span(&bytes), NULL, NULL), APO_OK);
    assert_string_equal(read->text, made->text);
    assert_true(read->is_alone);
    assert_int_equal(apo_network_write(&again, read), APO_OK);
    assert_int_equal(bytes.length, again.length);
    assert_memory_equal(bytes.bytes, again.bytes, bytes.length);
    made->output[7] = 128;
    assert_int_equal(apo_network_write(&again, made), APO_E_RANGE);
    assert_int_equal(bytes.length, again.length);
    apo_network_free(made);
    apo_network_free(read);
    apo_buffer_clear(&bytes);
    apo_buffer_clear(&again);
    apo_variant_free(var);
}

static void test_refused_files(void **state)
{
    apo_variant *chess = open_game("chess"), *grand = open_game("grand");
    apo_network *made = make_network(chess, HIDDEN, BUCKETS, 3);
    apo_buffer bytes;
    (void)state;
    apo_buffer_init(&bytes, NULL);
    assert_int_equal(apo_network_write(&bytes, made), APO_OK);
    apo_span all = apo_buffer_span(&bytes);
    check_refused(chess, (apo_span){"", 0}, APO_E_SYNTAX, "not a net");
    check_refused(chess, apo_span_of("[pieces]\nK = king, WF\n"), APO_E_SYNTAX, "not a net");
    check_refused(chess, apo_span_part(all, 0, 50), APO_E_SYNTAX, "cut off");
    check_refused(chess, apo_span_part(all, 0, all.length - 1), APO_E_SYNTAX, "cut off");
    check_refused(grand, all, APO_E_UNKNOWN, "\"chess\"");
    for (size_t at = 0; at < all.length; at += 1 + at / 9) {
        apo_network *network = NULL;
        bytes.bytes[at] ^= 4;
        assert_int_not_equal(apo_network_read(&network, chess, all, NULL, NULL), APO_OK);
        assert_null(network);
        bytes.bytes[at] ^= 4;
    }
    bytes.bytes[8] = 0; /* the version */
    check_refused(chess, all, APO_E_UNSUPPORTED, "does not read");
    bytes.bytes[8] = APO_NETWORK_VERSION;
    bytes.bytes[APO_NETWORK_HEAD_BYTES - 6 * 4] = 48; /* hidden neurons */
    check_refused(chess, all, APO_E_UNSUPPORTED, "of this form");
    bytes.bytes[APO_NETWORK_HEAD_BYTES - 6 * 4] = HIDDEN;
    apo_buffer_add_char(&bytes, 'x');
    check_refused(chess, apo_buffer_span(&bytes), APO_E_SYNTAX, "follows");
    apo_buffer_clear(&bytes);
    made->digest ^= 1;
    assert_int_equal(apo_network_write(&bytes, made), APO_OK);
    check_refused(chess, apo_buffer_span(&bytes), APO_E_UNKNOWN, "other rules");
    made->digest ^= 1;
    apo_buffer_clear(&bytes);
    strcpy(made->text, "a bell \a");
    assert_int_equal(apo_network_write(&bytes, made), APO_OK);
    check_refused(chess, apo_buffer_span(&bytes), APO_E_SYNTAX, "text");
    apo_buffer_clear(&bytes);
    apo_network_free(made);
    apo_variant_free(chess);
    apo_variant_free(grand);
}

static void test_disk(void **state)
{
    apo_variant *chess = open_game("chess");
    apo_network *made = make_network(chess, HIDDEN, BUCKETS, 3);
    apo_buffer written;
    char folder[] = "/tmp/apo-network-XXXXXX", path[64];
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/chess.net", folder);
    apo_buffer_init(&written, NULL);
    assert_int_equal(apo_network_write(&written, made), APO_OK);
    char *bytes = malloc(written.length + 1);
    assert_non_null(bytes);
    assert_int_equal(apo_network_save(made, path), APO_OK);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, written.length + 1, file), written.length);
    assert_int_equal(fclose(file), 0);
    assert_memory_equal(bytes, written.bytes, written.length);
    assert_int_equal(apo_network_save(made, "/nowhere/at/all.net"), APO_E_IO);
    assert_int_equal(remove(path), 0);
    assert_int_equal(remove(folder), 0); /* so no draft is left in it */
    free(bytes);
    apo_buffer_clear(&written);
    apo_network_free(made);
    apo_variant_free(chess);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes_of_moves),
        cmocka_unit_test(test_views_agree),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_digests_differ),
        cmocka_unit_test(test_value_by_hand),
        cmocka_unit_test(test_wrong_sizes),
        cmocka_unit_test(test_read_what_was_written),
        cmocka_unit_test(test_refused_files),
        cmocka_unit_test(test_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
