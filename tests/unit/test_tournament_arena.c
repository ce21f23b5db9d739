#include "tournament_help.h"

#include "base/random.h"
#include "game/tournament_arena.h"

enum {
    PLAYERS = 40,
    GAMES = 2000
};

typedef struct sheet {
    apo_tournament tournament;
    apo_tournament_player players[PLAYERS];
    apo_tournament_game games[GAMES];
} sheet;

static void start(sheet *out, unsigned players)
{
    *out = (sheet){.tournament = {.player_count = players,
                                  .games_each = 1,
                                  .is_swiss = true,
                                  .is_arena = true,
                                  .break_count = 1,
                                  .breaks = {APO_TOURNAMENT_BREAK_WINS}}};
    out->tournament.players = out->players;
    out->tournament.games = out->games;
    for (unsigned i = 0; i < players; i++)
        out->players[i].rank = i + 1;
}

/* Players from 1. */
static apo_tournament_game *add(sheet *all, unsigned round, unsigned white, unsigned black,
                                enum apo_tournament_how how, unsigned quarters)
{
    apo_tournament_game *game = &all->games[all->tournament.game_count++];
    *game = (apo_tournament_game){round, white - 1, black - 1, how, quarters};
    return game;
}

static void check(const sheet *all, const char *expected)
{
    apo_tournament_pair pairs[PLAYERS];
    unsigned count;
    assert_int_equal(apo_arena_pair(pairs, &count, &all->tournament), APO_OK);
    check_pairs(pairs, count, expected);
}

/* Two points for a win, one for a draw; twice that after two wins in a row. */
static void test_streaks(void **state)
{
    (void)state;

    static const struct {
        unsigned quarters, points, streak;
    } games[] = {
        {4, 8, 1}, {4, 8, 2}, {4, 16, 3}, {3, 12, 0}, {4, 8, 1}, {2, 4, 0},
        {0, 0, 0}, {4, 8, 1}, {4, 8, 2},  {2, 8, 0},  {1, 2, 0},
    };

    static sheet all;
    apo_tournament_line lines[PLAYERS];
    unsigned streak = 0, sum = 0;
    start(&all, 2);
    for (unsigned i = 0; i < sizeof games / sizeof games[0]; i++) {
        unsigned points = apo_tournament_streak_points(&streak, games[i].quarters);
        assert_int_equal(points, games[i].points);
        assert_int_equal(streak, games[i].streak);
        sum += points;
        add(&all, i + 1, 1, 2, APO_TOURNAMENT_PLAYED, games[i].quarters);
        apo_tournament_table(lines, &all.tournament);
        assert_int_equal(lines[0].player, 0);
        assert_int_equal(lines[0].points, sum);
        assert_int_equal(lines[0].streak, streak);
        assert_int_equal(lines[0].breaks[0], lines[0].outcomes[APO_TOURNAMENT_WIN]);
    }
}

static void test_pairs(void **state)
{
    (void)state;
    static sheet all;
    start(&all, 5);
    /* By numbers; the last waits. */
    check(&all, "1-2 3-4");
    add(&all, 1, 1, 2, APO_TOURNAMENT_PLAYED, 0);
    apo_tournament_game *late = add(&all, 1, 3, 4, APO_TOURNAMENT_RUNNING, 0);
    /* 5, who has waited, plays, and with the one whose place is nearer: 1. The others have just
     * met; 1 has had White. */
    check(&all, "5-1");
    /* A player who finds only the last opponent waits while others play ... */
    all.players[4].has_left = true;
    check(&all, "");
    /* ... and meets the same again if nobody else is there; colours change. */
    late->how = APO_TOURNAMENT_PLAYED;
    late->white_quarters = 4;
    all.players[2].has_left = all.players[3].has_left = true;
    check(&all, "2-1");
    /* All are back: the leaders 2 and 3 meet. 3 has had White, 2 has not. */
    all.players[2].has_left = all.players[3].has_left = false;
    check(&all, "2-3 4-1");
    all.players[0].has_left = all.players[1].has_left = true;
    all.players[2].has_left = true;
    check(&all, "");
}

/* Random arenas: nobody who is playing is paired, nobody meets the same opponent twice running,
 * nobody starves, colours stay even. */
static void test_random(void **state)
{
    (void)state;
    static sheet all;
    unsigned played[PLAYERS] = {0}, last[PLAYERS];
    int surplus[PLAYERS] = {0};
    apo_random random;
    apo_random_seed(&random, 7);
    start(&all, PLAYERS - 1);
    for (unsigned p = 0; p < PLAYERS; p++)
        last[p] = PLAYERS;
    for (unsigned round = 1; all.tournament.game_count + PLAYERS < GAMES; round++) {
        apo_tournament_pair pairs[PLAYERS];
        unsigned count;
        assert_int_equal(apo_arena_pair(pairs, &count, &all.tournament), APO_OK);
        for (unsigned i = 0; i < count; i++) {
            const unsigned white = pairs[i].white, black = pairs[i].black;
            assert_true(last[white] != black || last[black] != white);
            last[white] = black;
            last[black] = white;
            played[white]++;
            played[black]++;
            surplus[white]++;
            surplus[black]--;
            add(&all, round, white + 1, black + 1, APO_TOURNAMENT_RUNNING, 0);
        }
        for (size_t i = 0; i < all.tournament.game_count; i++) {
            if (all.games[i].how == APO_TOURNAMENT_RUNNING &&
                apo_random_below(&random, 3) == 0) {
                all.games[i].how = APO_TOURNAMENT_PLAYED;
                all.games[i].white_quarters = apo_random_below(&random, 5);
            }
        }
    }
    for (unsigned p = 0; p + 1 < PLAYERS; p++) {
        assert_in_range(played[p], GAMES / PLAYERS, 3 * GAMES / PLAYERS);
        assert_in_range(surplus[p] + 6, 0, 12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_streaks),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
