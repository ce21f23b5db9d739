#include "test.h"

#include "game/tournament_teams.h"

enum {
    BOARDS = 2
};

/* Teams 0 to 3 of two players: players 2 t and 2 t + 1. */
static const unsigned team_of[] = {0, 0, 1, 1, 2, 2, 3, 3};

/* A whole match of two teams: quarters of the first team on both boards. */
static size_t add_match(apo_team_game *out, unsigned round, unsigned match, unsigned home,
                        unsigned guests, unsigned first, unsigned second)
{
    const unsigned quarters[BOARDS] = {first, second};
    for (unsigned board = 0; board < BOARDS; board++) {
        const apo_tournament_pair pair =
            apo_team_board(2 * home + board, 2 * guests + board, board);
        const bool is_home_white = team_of[pair.white] == home;
        out[board] = (apo_team_game){
            {.round = round,
             .white = pair.white,
             .black = pair.black,
             .how = APO_TOURNAMENT_PLAYED,
             .white_quarters =
                 is_home_white ? quarters[board] : APO_TOURNAMENT_WIN - quarters[board]},
            match,
            board};
    }
    return BOARDS;
}

static void test_boards(void **state)
{
    (void)state;
    apo_tournament_pair pair = apo_team_board(4, 7, 0);
    assert_true(pair.white == 4 && pair.black == 7);
    pair = apo_team_board(4, 7, 1);
    assert_true(pair.white == 7 && pair.black == 4);
    pair = apo_team_board(4, APO_TOURNAMENT_NOBODY, 1);
    assert_true(pair.white == 4 && pair.black == APO_TOURNAMENT_NOBODY);
    pair = apo_team_board(APO_TOURNAMENT_NOBODY, 7, 0);
    assert_true(pair.white == 7 && pair.black == APO_TOURNAMENT_NOBODY);
}

static void test_matches(void **state)
{
    apo_team_game games[16];
    apo_team_match matches[APO_TEAM_MATCHES_MAX];
    size_t count = 0;
    (void)state;
    count += add_match(games, 1, 0, 0, 3, 4, 1);         /* 0 wins 5:3 */
    count += add_match(games + count, 1, 1, 1, 2, 2, 2); /* level */
    count += add_match(games + count, 2, 0, 3, 2, 0, 4); /* level */
    games[count - 1].game.how = APO_TOURNAMENT_RUNNING;  /* but not over */
    games[count] = (apo_team_game){{.round = 2,          /* nobody sits opposite */
                                    .white = 1,
                                    .black = APO_TOURNAMENT_NOBODY,
                                    .how = APO_TOURNAMENT_BYE,
                                    .white_quarters = APO_TOURNAMENT_WIN},
                                   1,
                                   1};
    count++;
    const apo_teams teams = {games, count, team_of, 4};
    assert_int_equal(apo_team_matches(matches, &teams), 4);
    assert_true(matches[0].home == 0 && matches[0].guests == 3);
    assert_true(matches[0].home_quarters == 5 && matches[0].guest_quarters == 3);
    assert_true(matches[0].is_over && matches[1].is_over && !matches[2].is_over);
    assert_true(matches[2].home == 3 && matches[2].guests == 2);
    assert_true(matches[3].home == 0 && matches[3].guests == APO_TOURNAMENT_NOBODY);
    apo_tournament_game game = apo_team_match_game(&matches[0]);
    assert_true(game.how == APO_TOURNAMENT_PLAYED && game.white_quarters == APO_TOURNAMENT_WIN);
    game = apo_team_match_game(&matches[1]);
    assert_int_equal(game.white_quarters, 2);
    assert_int_equal(apo_team_match_game(&matches[2]).how, APO_TOURNAMENT_RUNNING);
    assert_int_equal(apo_team_match_game(&matches[3]).how, APO_TOURNAMENT_BYE);
}

/* A board whose first player is missing still tells who is at home. */
static void test_missing_player(void **state)
{
    apo_team_game games[2];
    apo_team_match match;
    (void)state;
    add_match(games, 1, 0, 0, 1, 4, 4);
    games[0].game = (apo_tournament_game){.round = 1,
                                          .white = 2,
                                          .black = APO_TOURNAMENT_NOBODY,
                                          .how = APO_TOURNAMENT_BYE,
                                          .white_quarters = APO_TOURNAMENT_WIN};
    const apo_teams teams = {games, 2, team_of, 4};
    assert_int_equal(apo_team_matches(&match, &teams), 1);
    assert_true(match.home != match.guests);
    const bool is_first = match.home == 0;
    assert_int_equal(is_first ? match.home_quarters : match.guest_quarters, 4);
    assert_int_equal(is_first ? match.guest_quarters : match.home_quarters, 4);
}

static void test_table(void **state)
{
    apo_team_game games[16];
    apo_team_match matches[APO_TEAM_MATCHES_MAX];
    apo_team_line lines[4];
    size_t count = 0;
    (void)state;
    count += add_match(games, 1, 0, 0, 1, 3, 2);         /* 0 wins 5:3 */
    count += add_match(games + count, 1, 1, 2, 3, 4, 4); /* 2 wins 8:0 */
    count += add_match(games + count, 2, 0, 1, 2, 4, 4); /* 1 wins 8:0 */
    count += add_match(games + count, 2, 1, 3, 0, 4, 0); /* level */
    count += add_match(games + count, 3, 0, 0, 2, 0, 3); /* 2 wins 5:3 */
    count += add_match(games + count, 3, 1, 1, 3, 2, 3); /* 1 wins 5:3 */
    const apo_teams teams = {games, count, team_of, 4};
    const size_t match_count = apo_team_matches(matches, &teams);
    assert_int_equal(match_count, 6);
    apo_team_table(lines, 4, matches, match_count);
    /* 1: 4 points, 16 quarters; 2: 4 points, 13; 0: 3 points; 3: 1 point. */
    const unsigned expected[][4] = {{1, 1, 4, 16}, {2, 2, 4, 13}, {0, 3, 3, 12}, {3, 4, 1, 7}};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(lines[i].team, expected[i][0]);
        assert_int_equal(lines[i].place, expected[i][1]);
        assert_int_equal(lines[i].match_points, expected[i][2]);
        assert_int_equal(lines[i].board_quarters, expected[i][3]);
        assert_int_equal(lines[i].won + lines[i].drawn + lines[i].lost, 3);
    }
    /* Level in both: the winner of their match is first; without a match both share. */
    count = add_match(games, 1, 0, 3, 2, 4, 2);
    count += add_match(games + count, 2, 0, 2, 0, 4, 4);
    count += add_match(games + count, 2, 1, 1, 3, 4, 0);
    count += add_match(games + count, 3, 0, 3, 1, 4, 0);
    const apo_teams others = {games, count, team_of, 4};
    apo_team_table(lines, 4, matches, apo_team_matches(matches, &others));
    assert_true(lines[0].team == 3 && lines[0].match_points == 4);
    assert_true(lines[1].team == 2 && lines[2].team == 1 && lines[3].team == 0);
    count = add_match(games, 1, 0, 0, 1, 4, 2);
    count += add_match(games + count, 1, 1, 2, 3, 4, 2);
    const apo_teams pairs = {games, count, team_of, 4};
    apo_team_table(lines, 4, matches, apo_team_matches(matches, &pairs));
    assert_true(lines[0].place == 1 && lines[1].place == 1 && lines[2].place == 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_matches),
        cmocka_unit_test(test_missing_player),
        cmocka_unit_test(test_table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
