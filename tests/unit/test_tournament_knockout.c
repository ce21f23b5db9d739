#include "tournament_help.h"

#include "base/random.h"
#include "game/tournament_knockout.h"

enum {
    PLAYERS = 40,
    GAMES = 512
};

typedef struct sheet {
    apo_tournament tournament;
    apo_tournament_player players[PLAYERS];
    apo_tournament_game games[GAMES];
} sheet;

static void start(sheet *out, unsigned players)
{
    *out = (sheet){.tournament = {.player_count = players, .games_each = 1, .is_swiss = true}};
    out->tournament.players = out->players;
    out->tournament.games = out->games;
    for (unsigned i = 0; i < players; i++)
        out->players[i].rank = i + 1;
}

/* Players from 1; black 0: a bye. */
static void add(sheet *all, unsigned round, unsigned white, unsigned black, unsigned quarters)
{
    all->games[all->tournament.game_count++] =
        (apo_tournament_game){round, white - 1, black > 0 ? black - 1 : APO_TOURNAMENT_NOBODY,
                              black > 0 ? APO_TOURNAMENT_PLAYED : APO_TOURNAMENT_BYE, quarters};
}

static void check(const sheet *all, unsigned round, const char *expected)
{
    apo_tournament_pair pairs[PLAYERS];
    check_pairs(pairs, apo_knockout_pair(pairs, &all->tournament, round), expected);
}

static void test_draw(void **state)
{
    (void)state;
    static sheet all;
    start(&all, 8);
    check(&all, 1, "1-8 5-4 2-7 6-3");
    start(&all, 5);
    check(&all, 1, "1- 5-4 2- 3-");
    start(&all, 2);
    check(&all, 1, "1-2");
    assert_int_equal(apo_knockout_rounds(1), 0);
    assert_int_equal(apo_knockout_rounds(5), 3);
    assert_int_equal(apo_knockout_rounds(500), 9);
}

/* Five players: 4 and 5 are level, and 4 has the better number; 3 leaves before the second
 * round. */
static void test_rounds(void **state)
{
    (void)state;
    static sheet all;
    start(&all, 5);
    add(&all, 1, 1, 0, 4);
    add(&all, 1, 5, 4, 2);
    add(&all, 1, 2, 0, 4);
    add(&all, 1, 3, 0, 4);
    assert_true(apo_knockout_is_level(&all.tournament, 1, 4, 3));
    assert_int_equal(apo_knockout_reached(&all.tournament, 3), 1);
    add(&all, 1, 4, 5, 2);
    all.players[2].has_left = true;
    check(&all, 2, "4-1 2-");
    add(&all, 2, 4, 1, 4);
    add(&all, 2, 2, 0, 4);
    check(&all, 3, "4-2");
    add(&all, 3, 4, 2, 1);
    for (unsigned i = 0; i < 5; i++)
        all.players[i].reached = apo_knockout_reached(&all.tournament, i);
    apo_tournament_line lines[PLAYERS];
    apo_tournament_table(lines, &all.tournament);
    assert_int_equal(lines[0].player + 1, 2);
    assert_int_equal(lines[1].player + 1, 4);
    assert_int_equal(lines[2].place, 3);
    assert_int_equal(lines[3].place, 3);
    assert_int_equal(lines[0].reached, 4);
}

/* Random tournaments: each round halves the players left, and losers do not come back. */
static void test_laws(void **state)
{
    (void)state;
    static sheet all;
    apo_random random;
    apo_random_seed(&random, 6);
    for (unsigned players = 2; players <= PLAYERS; players++) {
        bool is_out[PLAYERS] = {false};
        unsigned left = players;
        start(&all, players);
        for (unsigned round = 1; round <= apo_knockout_rounds(players); round++) {
            apo_tournament_pair pairs[PLAYERS];
            unsigned count = apo_knockout_pair(pairs, &all.tournament, round), seen = 0;
            for (unsigned i = 0; i < count; i++) {
                unsigned white = pairs[i].white, black = pairs[i].black;
                bool is_bye = black == APO_TOURNAMENT_NOBODY;
                bool is_won = is_bye || apo_random_below(&random, 2) == 0;
                assert_false(is_out[white] || (!is_bye && is_out[black]));
                assert_true(!is_bye || round == 1);
                seen += is_bye ? 1 : 2;
                add(&all, round, white + 1, is_bye ? 0 : black + 1,
                    is_won ? APO_TOURNAMENT_WIN : 0);
                if (!is_bye)
                    is_out[is_won ? black : white] = true;
            }
            assert_int_equal(seen, left);
            left = count;
        }
        assert_int_equal(left, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
