/* A game with more types of pieces than letters: 26 letters and 25 promoted forms on 16x16. */
#include "notation_help.h"

#include "notation/coordinate.h"
#include "rules/kernel/perft.h"

enum {
    LETTERS = 26,
    TYPES = 2 * LETTERS - 1, /* the king has no form */
    TEXT_MAX = 8192
};

static const char board[] = "[setup]\nboard =\n"
                            "    abcdefghijklmnop\n    qrstuvwxyz6\n"
                            "    16\n    16\n    16\n    16\n    16\n    16\n"
                            "    16\n    16\n    16\n    16\n    16\n    16\n"
                            "    QRSTUVWXYZ6\n    ABCDEFGHIJKLMNOP\n";

/* Steps along ranks and files; forms step diagonally. */
static apo_variant *open_game(const char *more, apo_status wanted)
{
    char bytes[TEXT_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_variant *var = NULL;
    apo_text_add(&text, "[game]\nname = Many\n[board]\nfiles = 16\nranks = 16\n[pieces]\n");
    for (unsigned form = 0; form < 2; form++)
        for (char letter = 'A'; letter <= 'Z'; letter++) {
            if (form == 1 && letter == 'K')
                continue;
            apo_text_add(&text, form == 1 ? "+" : "");
            apo_text_add_char(&text, letter);
            apo_text_add(&text, form == 1 ? " = form " : " = piece ");
            apo_text_add_char(&text, letter);
            apo_text_add(&text, form == 1 ? ", F\n" : letter == 'K' ? ", W, royal\n" : ", W\n");
        }
    apo_text_add(&text, board);
    apo_text_add(&text, "[forms]\nfrom-rank = 12\n");
    apo_text_add(&text, more);
    assert_false(text.is_overflowed);
    assert_int_equal(apo_definition_compile(&var, apo_span_of("many"), apo_text_span(&text),
                                            NULL, NULL, NULL),
                     wanted);
    return var;
}

/* Each piece of the first rows goes forward or aside where nothing stands. */
static void test_moves(void **state)
{
    apo_variant *var = open_game("", APO_OK);
    apo_position pos;
    (void)state;
    assert_int_equal(apo_variant_info_of(var)->type_count, TYPES);
    assert_int_equal(apo_position_start(&pos, var, 0, 1), APO_OK);
    /* Ten pieces and the six beside them forward, and one aside. */
    assert_int_equal(apo_perft(&pos, 1), 17);
    assert_int_equal(apo_perft(&pos, 2), 17 * 17);
    apo_variant_free(var);
}

/* All types on one board, by FEN and by each notation. */
static void test_all_types_are_written_and_read(void **state)
{
    static const char fen[] =
        "+abcdefghij+lmnopq/+p+q+r+s+t+u+v+w+x+y+z5/+b+c+d+e+f+g+h+i+j+m+n+o4/16/"
        "1Z14/16/16/16/15k/16/16/16/16/+B+C+D+E+F+G+H+I+J+M+N+O4/"
        "+P+Q+R+S+T+U+V+W+X+Y1+Z4/+ABCDEFGHIJK+LMNOQ w - - 0 1";
    apo_variant *var = open_game("", APO_OK);
    apo_position pos;
    apo_moves moves;
    bool has_promotion = false;
    (void)state;
    help_read(&pos, var, fen);
    assert_string_equal(help_short_fen(&pos), fen);
    apo_move_list *list = apo_moves_start(&moves);
    assert_int_equal(apo_moves_legal(list, &pos), APO_OK);
    for (size_t i = 0; i < list->count; i++) {
        char bytes[64];
        apo_move read;
        apo_text text = apo_text_start(bytes, sizeof bytes);
        apo_san_write(&text, &pos, &list->moves[i]);
        assert_int_equal(help_read_san(&read, &pos, apo_text_span(&text), NULL), APO_OK);
        assert_true(apo_move_same(&read, &list->moves[i]));
        has_promotion = has_promotion || strcmp(bytes, "Zb13=+Z") == 0;
        text = apo_text_start(bytes, sizeof bytes);
        apo_coordinate_write(&text, &pos, &list->moves[i]);
        assert_int_equal(apo_coordinate_read(&read, &pos, apo_text_span(&text), NULL), APO_OK);
        assert_true(apo_move_same(&read, &list->moves[i]));
    }
    assert_true(has_promotion);
    apo_variant_free(var);
}

/* Types that are held are among the first; others are refused, not cut off. */
static void test_late_types_cannot_be_held(void **state)
{
    (void)state;
    apo_variant_free(open_game("[hands]\npieces = A B Z\n", APO_OK));
    assert_null(open_game("[reserve]\nstart = A\n", APO_E_DEFINITION));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_all_types_are_written_and_read),
        cmocka_unit_test(test_late_types_cannot_be_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
