/* Unequal armies: worth about the same, the same from both sides, and with so many differences
 * that each game tells about half of the types. */
#include "notation_help.h"

#include "search/weights.h"

/* The command has no library to link with. */
#include "cli/lab/imbalance.c"

enum {
    COUNT = 400,
    MOST_CP = 3 * UNSURE_CP / 2
};

static int16_t values[APO_TYPES_MAX];

/* Sets `values` to those of the evaluation, as the command does. */
static void weigh(const apo_variant *var)
{
    static apo_piece_values piece_values;
    static apo_weights weights;
    assert_int_equal(apo_piece_values_derive(&piece_values, var, NULL), APO_OK);
    apo_weights_derive(&weights, var, &piece_values);
    for (unsigned type = 1; type <= apo_variant_info_of(var)->type_count; type++)
        values[type] =
            (int16_t)((weights.piece[type].opening + weights.piece[type].ending) / 2);
}

/* White's pieces of the type less Black's, on the board and in the pockets. */
static int lead_of(const apo_position *pos, unsigned type)
{
    apo_setup setup;
    apo_position_to_setup(pos, &setup);
    int lead = apo_types_has(setup.rules.pocket[APO_WHITE], type) -
               apo_types_has(setup.rules.pocket[APO_BLACK], type);
    for (unsigned sq = 0; sq < APO_SQUARES_MAX; sq++)
        lead += (setup.pieces[sq] == apo_piece_of(APO_WHITE, type)) -
                (setup.pieces[sq] == apo_piece_of(APO_BLACK, type));
    return lead;
}

static void check_one(const apo_variant *var, const apo_imbalance *one, unsigned *unequal)
{
    int ahead = 0;
    for (unsigned type = 1; type <= apo_variant_info_of(var)->type_count; type++) {
        assert_int_equal(lead_of(&one->positions[APO_WHITE], type), one->surplus[type]);
        assert_int_equal(lead_of(&one->positions[APO_BLACK], type), -one->surplus[type]);
        ahead += one->surplus[type] * values[type];
        unequal[type] += one->surplus[type] != 0;
    }
    assert_true(abs(ahead) <= MOST_CP);
}

static void check_game(const char *id)
{
    apo_variant *var = help_open(id);
    static apo_imbalance one, again;
    unsigned unequal[APO_TYPES_MAX] = {0};
    weigh(var);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(apo_imbalance_make(&one, var, values, 7, i), APO_OK);
        check_one(var, &one, unequal);
    }
    assert_int_equal(apo_imbalance_make(&again, var, values, 7, COUNT - 1), APO_OK);
    assert_memory_equal(one.surplus, again.surplus, sizeof one.surplus);
    for (unsigned type = 1; type <= apo_variant_info_of(var)->type_count; type++)
        if (!apo_type_info_of(var, type)->is_royal)
            assert_true(unequal[type] > COUNT / 3);
    apo_variant_free(var);
}

static void test_games(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof help_games / sizeof *help_games; i++)
        check_game(help_games[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
