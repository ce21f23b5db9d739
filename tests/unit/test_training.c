/* Files of self-play games: written files are read back, all others are refused; moves have
 * numbers that do not depend on how they are generated. */
#include "notation_help.h"

#include <stdlib.h>

#include "notation/move_number.h"
#include "training/training_start.h"

/* A game from a start, or from a FEN, with moves and scores at random. */
static void make_game(apo_training_game *out, apo_random *random)
{
    *out = (apo_training_game){.number = apo_random_below(random, 1U << 31),
                               .start = apo_random_below(random, 3) * 288,
                               .white_quarters = (uint8_t)apo_random_below(random, 5),
                               .ply_count = apo_random_below(random, 300)};
    if (out->start == 0)
        strcpy(out->fen, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    out->random_count = apo_random_below(random, out->ply_count + 1);
    for (uint32_t i = 0; i < out->ply_count; i++) {
        out->plies[i].move = (uint16_t)apo_random_below(random, APO_MOVE_LIST_MAX);
        if (i >= out->random_count)
            out->plies[i].score = (int16_t)(apo_random_below(random, 65536) - 32768);
    }
}

static void check_same(const apo_training_game *a, const apo_training_game *b)
{
    assert_int_equal(a->number, b->number);
    assert_int_equal(a->start, b->start);
    assert_string_equal(a->fen, b->fen);
    assert_int_equal(a->white_quarters, b->white_quarters);
    assert_int_equal(a->random_count, b->random_count);
    assert_int_equal(a->ply_count, b->ply_count);
    for (uint32_t i = 0; i < a->ply_count; i++) {
        assert_int_equal(a->plies[i].move, b->plies[i].move);
        assert_int_equal(a->plies[i].score, b->plies[i].score);
    }
}

static const apo_training_head some_head = {.id = "apothecary2",
                                            .digest = 0xFEDCBA9876543210ULL,
                                            .seed = 0x8000000000000001ULL,
                                            .nodes = 2000,
                                            .plies = 8,
                                            .balance_cp = 120,
                                            .name_index = 3};

/* A head is read back, and refused if it is cut off or a bit of it is wrong. */
static void check_head(const apo_training_head *made, size_t size)
{
    apo_buffer bytes;
    apo_error err;
    apo_training_head head;
    apo_buffer_init(&bytes, NULL);
    apo_training_head_write(&bytes, made);
    assert_int_equal(bytes.length, size);
    apo_buffer_add(&bytes, "rest");
    apo_span rest = apo_buffer_span(&bytes);
    assert_int_equal(apo_training_head_read(&head, &rest, &err), APO_OK);
    assert_true(apo_span_is(rest, "rest"));
    assert_string_equal(head.id, made->id);
    assert_true(head.digest == made->digest && head.seed == made->seed);
    assert_true(head.net == made->net && head.starts == made->starts);
    assert_true(head.nodes == 2000 && head.plies == 8 && head.balance_cp == 120);
    assert_int_equal(head.name_index, 3);
    for (size_t i = 0; i < size; i++) {
        apo_span part = apo_span_part(apo_buffer_span(&bytes), 0, i);
        assert_int_equal(apo_training_head_read(&head, &part, &err), APO_E_SYNTAX);
        bytes.bytes[i] ^= 4;
        rest = apo_buffer_span(&bytes);
        assert_int_equal(apo_training_head_read(&head, &rest, &err),
                         i >= 8 && i < 12 ? APO_E_UNSUPPORTED : APO_E_SYNTAX);
        assert_true(rest.length == bytes.length && err.detail[0] != '\0');
        bytes.bytes[i] ^= 4;
    }
    apo_buffer_clear(&bytes);
}

static void test_head(void **state)
{
    apo_training_head head = some_head;
    (void)state;
    check_head(&head, APO_TRAINING_HEAD_BYTES);
    head.net = 0x8000000000000001ULL;
    check_head(&head, APO_TRAINING_HEAD_BYTES + APO_TRAINING_DIGESTS_BYTES);
    head.starts = apo_training_digest_of(apo_span_of("a FEN"));
    check_head(&head, APO_TRAINING_HEAD_BYTES + APO_TRAINING_DIGESTS_BYTES);
    assert_true(head.starts != 0 && head.starts != apo_training_digest_of(apo_span_of("")));
}

static void test_games(void **state)
{
    static apo_training_game made, found;
    apo_buffer bytes;
    apo_random random;
    (void)state;
    apo_buffer_init(&bytes, NULL);
    apo_random_seed(&random, 7);
    for (unsigned i = 0; i < 500; i++) {
        make_game(&made, &random);
        apo_training_game_write(&bytes, &made);
    }
    apo_random_seed(&random, 7);
    apo_span rest = apo_buffer_span(&bytes);
    for (unsigned i = 0; i < 500; i++) {
        make_game(&made, &random);
        assert_int_equal(apo_training_game_read(&found, &rest, NULL), APO_OK);
        check_same(&made, &found);
    }
    assert_int_equal(apo_training_game_read(&found, &rest, NULL), APO_E_UNKNOWN);
    apo_buffer_clear(&bytes);
}

/* The largest game fits, and usual moves take three bytes. */
static void test_sizes(void **state)
{
    static apo_training_game made, found;
    apo_buffer bytes;
    (void)state;
    apo_buffer_init(&bytes, NULL);
    made = (apo_training_game){.number = APO_TRAINING_NUMBER_MAX,
                               .white_quarters = 4,
                               .ply_count = APO_TRAINING_PLIES_MAX};
    memset(made.fen, 'k', APO_FEN_MAX - 1);
    for (uint32_t i = 0; i < made.ply_count; i++)
        made.plies[i] = (apo_training_ply){APO_MOVE_LIST_MAX - 1, -32768};
    apo_training_game_write(&bytes, &made);
    assert_in_range(bytes.length, APO_TRAINING_PLIES_MAX * 4,
                    APO_TRAINING_FRAME_BYTES + APO_TRAINING_BODY_MAX);
    apo_span rest = apo_buffer_span(&bytes);
    assert_int_equal(apo_training_game_read(&found, &rest, NULL), APO_OK);
    check_same(&made, &found);
    apo_buffer_rewind(&bytes);
    made.start = 1;
    made.ply_count = 200;
    for (uint32_t i = 0; i < made.ply_count; i++)
        made.plies[i] = (apo_training_ply){(uint16_t)(i % 128), -300};
    apo_training_game_write(&bytes, &made);
    assert_in_range(bytes.length, 600, 624);
    apo_buffer_clear(&bytes);
}

/* A game that is cut off is told from one that is damaged; nothing else is accepted. */
static void test_damage(void **state)
{
    static apo_training_game made, found;
    apo_buffer bytes;
    apo_error err;
    apo_random random;
    (void)state;
    apo_buffer_init(&bytes, NULL);
    apo_random_seed(&random, 11);
    do
        make_game(&made, &random);
    while (made.start != 0 || made.ply_count < 20);
    apo_training_game_write(&bytes, &made);
    size_t length = bytes.length;
    for (size_t i = 1; i < length; i++) {
        apo_span part = apo_span_part(apo_buffer_span(&bytes), 0, i);
        assert_int_equal(apo_training_game_read(&found, &part, &err), APO_E_OVERFLOW);
        assert_true(part.length == i && err.position <= i && err.detail[0] != '\0');
    }
    for (size_t i = 0; i < 8 * length; i++) {
        bytes.bytes[i / 8] ^= (char)(1 << i % 8);
        apo_span rest = apo_buffer_span(&bytes);
        apo_status status = apo_training_game_read(&found, &rest, &err);
        assert_true(status == APO_E_SYNTAX || (status == APO_E_OVERFLOW && i < 32));
        assert_true(rest.length == length && err.position <= length);
        bytes.bytes[i / 8] ^= (char)(1 << i % 8);
    }
    memset(bytes.bytes, 0, length); /* as a power failure leaves it */
    apo_span rest = apo_buffer_span(&bytes);
    assert_int_equal(apo_training_game_read(&found, &rest, &err), APO_E_SYNTAX);
    apo_buffer_clear(&bytes);
}

/* The code of a move is read back, and no byte beyond it. */
static void check_code(const apo_position *pos, const apo_move *wanted)
{
    char buf[8];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_move mv;
    assert_int_equal(apo_move_code_write(&text, pos, wanted), APO_OK);
    apo_text_add(&text, "=A");
    apo_span rest = apo_text_span(&text);
    assert_int_equal(apo_move_code_read(&mv, pos, &rest), APO_OK);
    assert_true(apo_move_same(&mv, wanted));
    assert_int_equal(rest.length, 2);
    assert_int_equal(apo_move_code_read(&mv, pos, &rest), APO_E_SYNTAX);
    rest = apo_span_of("_");
    assert_int_equal(apo_move_code_read(&mv, pos, &rest), APO_E_SYNTAX);
    rest = apo_span_of("__");
    assert_int_equal(apo_move_code_read(&mv, pos, &rest), APO_E_RANGE);
    assert_int_equal(rest.length, 2);
}

/* Each legal move has a number of its own, which gives that move again. */
static void check_numbers(const apo_position *pos)
{
    static apo_moves moves, sorted;
    uint16_t number;
    apo_move mv;
    assert_int_equal(apo_moves_legal(apo_moves_start(&moves), pos), APO_OK);
    assert_int_equal(apo_moves_legal(apo_moves_start(&sorted), pos), APO_OK);
    apo_moves_sort(&sorted.list);
    for (size_t i = 0; i < moves.list.count; i++) {
        assert_int_equal(apo_move_number(&number, pos, &moves.buf[i]), APO_OK);
        assert_int_equal(apo_move_of_number(&mv, pos, number), APO_OK);
        assert_true(apo_move_same(&mv, &moves.buf[i]));
        assert_true(apo_move_same(&mv, &sorted.buf[number]));
        check_code(pos, &moves.buf[i]);
    }
    assert_int_equal(apo_move_of_number(&mv, pos, (unsigned)moves.list.count), APO_E_RANGE);
    if (moves.list.count > 0) {
        mv = moves.buf[0];
        mv.to = mv.from;
        mv.kind = APO_MOVE_PLAIN;
        if (apo_move_why_illegal(pos, &mv).reason != APO_LEGAL)
            assert_int_equal(apo_move_number(&number, pos, &mv), APO_E_ILLEGAL);
    }
}

static void test_move_numbers(void **state)
{
    (void)state;
    for (unsigned game = 0; game < HELP_GAMES; game++) {
        apo_variant *var = help_open(help_games[game]);
        apo_position pos;
        apo_random random;
        apo_random_seed(&random, game);
        assert_int_equal(apo_position_start(&pos, var, 0, 1), APO_OK);
        for (unsigned ply = 0; ply < 120; ply++) {
            apo_move mv;
            uint64_t count = apo_perft(&pos, 1);
            check_numbers(&pos);
            if (count == 0)
                break;
            assert_int_equal(
                apo_move_of_number(&mv, &pos, apo_random_below(&random, (uint32_t)count)),
                APO_OK);
            assert_int_equal(apo_play(&pos, &mv), APO_OK);
        }
        apo_variant_free(var);
    }
}

static uint64_t digest_of(const char *text)
{
    apo_variant *var = NULL;
    assert_int_equal(
        apo_definition_compile(&var, apo_span_of("x"), apo_span_of(text), NULL, NULL, NULL),
        APO_OK);
    uint64_t digest = apo_training_digest(var);
    apo_variant_free(var);
    return digest;
}

/* The digest tells games apart, and nothing but how they are played changes it. */
static void test_digest(void **state)
{
    uint64_t digests[HELP_GAMES];
    (void)state;
    for (unsigned i = 0; i < HELP_GAMES; i++) {
        apo_variant *var = help_open(help_games[i]);
        digests[i] = apo_training_digest(var);
        apo_variant_free(var);
        for (unsigned k = 0; k < i; k++)
            assert_true(digests[i] != digests[k]);
    }
    uint64_t chess = digest_of("[game]\nname = A\nbase = chess\n");
    assert_true(chess == digest_of("[game]\nname = B\nbase = chess\n"));
    assert_true(chess != digest_of("[game]\nname = A\nbase = chess\n[pieces]\n"
                                   "N = knight, NW\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_head),         cmocka_unit_test(test_games),
        cmocka_unit_test(test_sizes),        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_move_numbers), cmocka_unit_test(test_digest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
