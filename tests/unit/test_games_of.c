/* Positions held out for validation: whole games. */
#include "test.h"

/* The command has no library to link with. */
#include "cli/lab/games_of.c"

static void test_games(void **state)
{
    static const struct {
        float score;
        bool is_exact;
        uint32_t ply, game;
    } lines[] = {
        {1.0F, true, 8, 0},     {1.0F, true, 21, 0},
        {1.0F, true, 22, 0},    {1.0F, true, 5, 1},  /* the plies begin again */
        {1.0F, true, 40, 1},    {0.0F, true, 60, 2}, /* another result */
        {0.0F, true, 60, 3},    {0.762F, false, 61, 3},
        {0.301F, false, 70, 3}, {0.301F, false, 4, 4},
    };

    apo_lab_games_of games = {0};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_int_equal(
            apo_lab_games_of_next(&games, lines[i].score, lines[i].is_exact, lines[i].ply),
            lines[i].game);
}

/* A game of 1000 positions is on one side, where blocks of a hundred lines tore it apart. */
static void test_a_game_is_held_out_whole(void **state)
{
    apo_lab_games_of games = {0};
    unsigned held_out = 0, count = 0;
    (void)state;
    for (unsigned game = 0; game < 100; game++) {
        unsigned positions = 37 * game % 1000 + 1, held_here = 0;
        for (unsigned ply = 0; ply < positions; ply++)
            held_here += apo_lab_is_held_out(
                apo_lab_games_of_next(&games, (float)(game % 3) / 2, true, ply));
        assert_true(held_here == 0 || held_here == positions);
        held_out += held_here > 0;
        count++;
    }
    assert_int_equal(count, 100);
    assert_int_equal(held_out, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_a_game_is_held_out_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
