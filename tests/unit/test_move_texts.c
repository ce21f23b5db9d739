/* The law of texts on two hundred thousand moves (fewer under the sanitizers), and the
 * positions in which it was broken.
 *
 *     APO_TEXTS_MOVES=1000000       how many moves
 *     APO_TEXTS_SEED=7              others
 *
 * bench/bench_texts.c tries many more. */
#include "notation_help.h"
#include "text_law.h"

#include <inttypes.h>

enum {
    MOVES = 200000 / GAMES_STEP,
    ALONE_EVERY = 8 /* one position in so many is also read as other programs do */
};

static playout games;
static text_law law;

static uint64_t number_of(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL && text[0] != '\0' ? strtoull(text, NULL, 10) : otherwise;
}

static void test_every_text_reads_back(void **state)
{
    uint64_t wanted = number_of("APO_TEXTS_MOVES", MOVES), moves = 0, positions = 0;
    (void)state;
    playout_open(&games, number_of("APO_TEXTS_SEED", 1));
    for (playout_begin_any(&games); moves < wanted; text_law_next(&games)) {
        if (!text_law_holds(&law, &games, positions++ % ALONE_EVERY == 0))
            fail_msg("%s", law.fault);
        moves += games.legal.list.count;
    }
    playout_close(&games);
}

/* --- numbers for texts --------------------------------------------------- */

enum {
    KEPT = 4096,
    CODED_MOVES = 50000 / GAMES_STEP
};

static struct kept {
    const apo_variant *var;
    uint32_t code;
    char text[APO_MOVE_TEXT_MAX];
} kept[KEPT];

static bool is_code_kept(const apo_variant *var, uint32_t code, const char *text)
{
    struct kept *entry = &kept[code * UINT32_C(2654435761) >> 20];
    if (entry->var == var && entry->code == code)
        return strcmp(entry->text, text) == 0;
    *entry = (struct kept){.var = var, .code = code};
    (void)snprintf(entry->text, sizeof entry->text, "%s", text);
    return true;
}

static void check_codes(const apo_position *pos, const apo_move_list *legal)
{
    apo_san_list list;
    apo_san_list_start(&list, pos, legal);
    for (size_t i = 0; i < legal->count; i++) {
        char bytes[APO_MOVE_TEXT_MAX];
        uint32_t code = apo_san_list_code(&list, &legal->moves[i]);
        (void)apo_san_list_write(bytes, &list, &legal->moves[i]);
        if (code != APO_SAN_UNCODED && !is_code_kept(apo_position_variant(pos), code, bytes))
            fail_msg("\"%s\" has the number of another text", bytes);
    }
}

static void test_equal_codes_are_equal_texts(void **state)
{
    uint64_t moves = 0;
    (void)state;
    playout_open(&games, number_of("APO_TEXTS_SEED", 1));
    for (playout_begin_any(&games); moves < CODED_MOVES; text_law_next(&games)) {
        check_codes(&games.pos, &games.legal.list);
        moves += games.legal.list.count;
    }
    playout_close(&games);
}

static void check_game(const apo_variant *var, const char *fen)
{
    help_read(&games.pos, var, fen);
    assert_int_equal(apo_moves_legal(apo_moves_start(&games.legal), &games.pos), APO_OK);
    if (!text_law_holds(&law, &games, true))
        fail_msg("%s", law.fault);
}

/* The position once had a move whose text was not read back. */
static void check_position(const char *id, const char *fen)
{
    apo_variant *var = help_open(id);
    check_game(var, fen);
    apo_variant_free(var);
}

static void check_read(const char *id, const char *fen, const char *text, const char *move)
{
    char bytes[APO_MOVE_TEXT_MAX];
    apo_text out = apo_text_start(bytes, sizeof bytes);
    apo_position pos;
    apo_move mv;
    apo_variant *var = help_open(id);
    help_read(&pos, var, fen);
    assert_int_equal(apo_move_read_any(&mv, &pos, apo_span_of(text), NULL), APO_OK);
    apo_coordinate_write(&out, &pos, &mv);
    assert_string_equal(bytes, move);
    apo_variant_free(var);
}

/* A pawn's step to the square where another one captures en passant. */
static void test_the_x_decides(void **state)
{
    static const char alert[] =
        "************/11k/12/12/12/12/7xPP2/12/12/12/12/12/K11/************ w - i8h7 Px - - 0 "
        "11";
    (void)state;
    check_position("alert", alert);
    check_read("alert", alert, "i8", "i7i8");
    check_read("alert", alert, "jxi8", "j7i8");
    check_read("alert", alert, "xi8", "j7i8");
    /* It may still be missing or superfluous where only one move fits. */
    check_read("alert", alert, "ji8", "j7i8");
    check_read("alert", alert, "ixi8", "i7i8");
}

/* A pawn that can step to the square where it captures en passant. */
static void test_step_and_en_passant_of_one_pawn(void **state)
{
    apo_variant *var = help_compile(
        "twins", "[game]\nname = Twins\nbase = chess\n[pieces]\nP = pawn, mfW*mfFfceF\n");
    char bytes[APO_COORDINATE_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_position pos;
    apo_move mv;
    (void)state;
    check_game(var, "4k3/8/8/PpP5/8/8/8/4K3 w - b6b5 -- - - 0 2");
    help_read(&pos, var, "4k3/8/8/PpP5/8/8/8/4K3 w - b6b5 -- - - 0 2");
    assert_int_equal(apo_move_read_any(&mv, &pos, apo_span_of("axb6"), NULL), APO_OK);
    assert_int_equal(mv.kind, APO_MOVE_EN_PASSANT);
    apo_coordinate_write(&text, &pos, &mv);
    assert_string_equal(bytes, "a5b6*b5");
    assert_int_equal(apo_coordinate_read(&mv, &pos, apo_span_of("a5b6"), NULL), APO_OK);
    assert_int_equal(mv.kind, APO_MOVE_PLAIN);
    apo_variant_free(var);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_text_reads_back),
        cmocka_unit_test(test_equal_codes_are_equal_texts),
        cmocka_unit_test(test_the_x_decides),
        cmocka_unit_test(test_step_and_en_passant_of_one_pawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
