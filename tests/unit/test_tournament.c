#include "tournament_help.h"

#include "base/random.h"
#include "game/tournament_swiss.h"

/* --- Berger tables, as they are printed ---------------------------------- */

static void check_round(unsigned players, unsigned cycles, unsigned round, const char *expected)
{
    apo_tournament_pair pairs[APO_TOURNAMENT_PLAYERS_MAX];
    check_pairs(pairs, apo_berger_round(pairs, players, cycles, round), expected);
}

static void test_berger(void **state)
{
    (void)state;
    check_round(4, 1, 1, "1-4 2-3");
    check_round(4, 1, 2, "4-3 1-2");
    check_round(4, 1, 3, "2-4 3-1");
    check_round(6, 1, 1, "1-6 2-5 3-4");
    check_round(6, 1, 2, "6-4 5-3 1-2");
    check_round(6, 1, 3, "2-6 3-1 4-5");
    check_round(6, 1, 4, "6-5 1-4 2-3");
    check_round(6, 1, 5, "3-6 4-2 5-1");
    check_round(8, 1, 4, "8-6 7-5 1-4 2-3");
    check_round(3, 1, 1, "1- 2-3");
    check_round(3, 1, 2, "3- 1-2");
    check_round(2, 2, 1, "1-2");
    check_round(2, 2, 2, "2-1");
    /* Two cycles: the last rounds of the first change places. */
    check_round(4, 2, 2, "2-4 3-1");
    check_round(4, 2, 3, "4-3 1-2");
    check_round(4, 2, 4, "4-1 3-2");
    assert_int_equal(apo_berger_rounds(5, 2), 10);
    assert_int_equal(apo_berger_rounds(1, 1), 0);
}

/* Everybody meets everybody, and nobody has the same colour three times running. */
static void check_berger(unsigned players, unsigned cycles)
{
    unsigned met[24][24] = {{0}};
    int streak[24] = {0};
    for (unsigned round = 1; round <= apo_berger_rounds(players, cycles); round++) {
        apo_tournament_pair pairs[APO_TOURNAMENT_PLAYERS_MAX];
        unsigned count = apo_berger_round(pairs, players, cycles, round);
        assert_int_equal(count, (players + 1) / 2);
        for (unsigned i = 0; i < count; i++) {
            unsigned w = pairs[i].white, b = pairs[i].black;
            if (b == APO_TOURNAMENT_NOBODY)
                continue;
            met[w][b]++;
            streak[w] = streak[w] > 0 ? streak[w] + 1 : 1;
            streak[b] = streak[b] < 0 ? streak[b] - 1 : -1;
            assert_true(streak[w] < 3 && streak[b] > -3);
        }
    }
    for (unsigned a = 0; a < players; a++) {
        for (unsigned b = 0; b < a; b++) {
            assert_int_equal(met[a][b] + met[b][a], cycles);
            assert_true(cycles == 1 || met[a][b] == 1);
        }
    }
}

static void test_berger_laws(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= 24; players++) {
        check_berger(players, 1);
        check_berger(players, 2);
    }
}

/* --- a table on paper ---------------------------------------------------- */

enum {
    MANY = 2048
};

typedef struct paper {
    apo_tournament tournament;
    apo_tournament_player players[APO_TOURNAMENT_PLAYERS_MAX];
    apo_tournament_game games[MANY];
    apo_tournament_line lines[APO_TOURNAMENT_PLAYERS_MAX];
} paper;

static void start(paper *out, unsigned players, bool is_swiss)
{
    *out =
        (paper){.tournament = {.player_count = players, .games_each = 1, .is_swiss = is_swiss}};
    out->tournament.players = out->players;
    out->tournament.games = out->games;
    for (unsigned i = 0; i < players; i++)
        out->players[i].rank = i + 1;
}

static void add(paper *all, unsigned round, unsigned white, unsigned black,
                enum apo_tournament_how how, unsigned quarters)
{
    all->games[all->tournament.game_count++] =
        (apo_tournament_game){round, white, black, how, quarters};
}

static void play(paper *all, unsigned round, unsigned white, unsigned black, unsigned quarters)
{
    add(all, round, white - 1, black - 1, APO_TOURNAMENT_PLAYED, quarters);
}

static void check_order(paper *all, const char *expected)
{
    char buf[128];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_tournament_table(all->lines, &all->tournament);
    for (unsigned i = 0; i < all->tournament.player_count; i++) {
        apo_text_add_number(&text, all->lines[i].place);
        apo_text_add_char(&text, ':');
        apo_text_add_number(&text, all->lines[i].player + 1);
        apo_text_add_char(&text, ' ');
    }
    assert_string_equal(buf, expected);
}

/* Four players. 1 beats 2 by an advantage (3/4), draws 3, loses to 4 (0);
 * 2 beats 3 and 4; 3 has 3/4 against 4.
 *   1: 3/4 + 1/2 + 0   = 1 1/4      2: 1/4 + 1 + 1 = 2 1/4
 *   3: 1/2 + 0 + 3/4   = 1 1/4      4: 1 + 0 + 1/4 = 1 1/4 */
static void fill_four(paper *all)
{
    start(all, 4, false);
    play(all, 2, 1, 2, 3);
    play(all, 3, 3, 1, 2);
    play(all, 1, 1, 4, 0);
    play(all, 1, 2, 3, 4);
    play(all, 3, 2, 4, 4);
    play(all, 2, 4, 3, 1);
}

static void test_points_and_sonneborn(void **state)
{
    (void)state;
    static paper all;
    fill_four(&all);
    check_order(&all, "1:2 2:1 2:3 2:4 ");
    assert_int_equal(all.lines[0].points, 9);
    assert_int_equal(all.lines[1].points, 5);
    /* 1: 3/4 * 2 1/4 + 1/2 * 1 1/4 = 2.3125; 3: 1/2 * 1 1/4 + 3/4 * 1 1/4 = 1.5625;
     * 4: 1 * 1 1/4 + 1/4 * 1 1/4 = 1.5625 */
    all.tournament.breaks[0] = APO_TOURNAMENT_BREAK_SONNEBORN;
    all.tournament.break_count = 1;
    check_order(&all, "1:2 2:1 3:3 3:4 ");
    assert_int_equal(all.lines[1].breaks[0], 37);
    assert_int_equal(all.lines[2].breaks[0], 25);
    assert_int_equal(all.lines[3].breaks[0], 25);
    /* 3 against 4: 3/4 to 1/4. Then wins do not matter. */
    all.tournament.breaks[1] = APO_TOURNAMENT_BREAK_DIRECT;
    all.tournament.break_count = 2;
    check_order(&all, "1:2 2:1 3:3 4:4 ");
    assert_int_equal(all.lines[2].breaks[1], 3);
}

static void test_direct(void **state)
{
    (void)state;
    static paper all;
    fill_four(&all);
    all.tournament.breaks[0] = APO_TOURNAMENT_BREAK_DIRECT;
    all.tournament.breaks[1] = APO_TOURNAMENT_BREAK_WINS;
    all.tournament.break_count = 2;
    /* 1, 3 and 4 against each other: 1/2, 1 1/4, 1 1/4. Then 4 has a win, 3 has none. */
    check_order(&all, "1:2 2:4 3:3 4:1 ");
    /* A game between them is not over, so the comparison says nothing about any of them. */
    all.games[5].how = APO_TOURNAMENT_RUNNING;
    apo_tournament_table(all.lines, &all.tournament);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(all.lines[i].breaks[0], 0);
}

/* Leaving: before half of the games nothing of a player counts, later the rest is given
 * away. */
static void test_leaving(void **state)
{
    (void)state;
    static paper all;
    fill_four(&all);
    all.players[3].has_left = true;
    all.games[4].how = APO_TOURNAMENT_FORFEIT;
    all.games[5] = (apo_tournament_game){2, 3, 2, APO_TOURNAMENT_FORFEIT, 0};
    apo_tournament_table(all.lines, &all.tournament);
    assert_int_equal(all.lines[3].player, 3);
    assert_true(all.lines[3].is_struck);
    assert_int_equal(all.lines[3].points, 0);
    check_order(&all, "1:1 1:2 3:3 4:4 ");
    assert_int_equal(all.lines[0].points, 5);
    fill_four(&all);
    all.players[3].has_left = true;
    all.games[5] = (apo_tournament_game){2, 3, 2, APO_TOURNAMENT_FORFEIT, 0};
    check_order(&all, "1:2 2:3 3:1 4:4 ");
    assert_int_equal(all.lines[1].points, 6);
    assert_int_equal(all.lines[3].points, 4);
    assert_int_equal(all.lines[1].outcomes[4], 0); /* a gift is no win at the board */
}

/* A Swiss tournament of five, two rounds. 1 has 2 points, all others 1. */
static void test_buchholz(void **state)
{
    (void)state;
    static paper all;
    start(&all, 5, true);
    play(&all, 1, 1, 3, 4);
    play(&all, 1, 4, 2, 0);
    add(&all, 1, 4, APO_TOURNAMENT_NOBODY, APO_TOURNAMENT_BYE, 4);
    play(&all, 2, 2, 1, 0);
    play(&all, 2, 3, 5, 4);
    add(&all, 2, 3, APO_TOURNAMENT_NOBODY, APO_TOURNAMENT_BYE, 4);
    all.tournament.breaks[0] = APO_TOURNAMENT_BREAK_BUCHHOLZ;
    all.tournament.breaks[1] = APO_TOURNAMENT_BREAK_BUCHHOLZ_CUT;
    all.tournament.break_count = 2;
    apo_tournament_table(all.lines, &all.tournament);
    /* 1 met 3 (1) and 2 (1). 2 met 4 (1) and 1 (2). 3 met 1 (2) and 5 (1). 4 met 2 (1) and
     * nobody (1). 5 met nobody (1) and 3 (1). */
    check_order(&all, "1:1 2:2 2:3 4:4 4:5 ");
    assert_int_equal(all.lines[0].breaks[0], 8);
    assert_int_equal(all.lines[1].breaks[0], 12);
    assert_int_equal(all.lines[1].breaks[1], 8);
    assert_int_equal(all.lines[3].breaks[0], 8);
}

static void test_texts(void **state)
{
    (void)state;
    char buf[32];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_tournament_points_write(&text, 9);
    apo_text_add_char(&text, ' ');
    apo_tournament_points_write(&text, 3);
    apo_text_add_char(&text, ' ');
    apo_tournament_points_write(&text, 0);
    assert_string_equal(buf, "2\xC2\xBC \xC2\xBE 0");
    text = apo_text_start(buf, sizeof buf);
    apo_tournament_break_write(&text, APO_TOURNAMENT_BREAK_SONNEBORN, 37);
    apo_text_add_char(&text, ' ');
    apo_tournament_break_write(&text, APO_TOURNAMENT_BREAK_BUCHHOLZ, 8);
    assert_string_equal(buf, "2.3125 2");
    for (unsigned i = 0; i < APO_TOURNAMENT_BREAKS; i++) {
        const char *word = apo_tournament_break_word((enum apo_tournament_break)i);
        assert_int_equal(apo_tournament_break_find(apo_span_of(word)), i);
    }
}

static void test_starts(void **state)
{
    (void)state;
    bool is_seen[8] = {false};
    for (unsigned round = 1; round <= 7; round++) {
        unsigned number = apo_tournament_start(5, round, 7);
        assert_in_range(number, 1, 7);
        assert_false(is_seen[number]);
        is_seen[number] = true;
        assert_int_equal(apo_tournament_start(5, round, 7), number);
    }
    assert_in_range(apo_tournament_start(5, 8, 7), 1, 7);
    assert_int_equal(apo_tournament_start(9, 3, 1), 1);
}

/* --- Swiss pairings ------------------------------------------------------ */

static void check_swiss(paper *all, enum apo_swiss_way way, unsigned round,
                        const char *expected)
{
    apo_tournament_pair pairs[APO_TOURNAMENT_PLAYERS_MAX];
    unsigned count;
    assert_int_equal(apo_swiss_pair(pairs, &count, &all->tournament, way, round), APO_OK);
    check_pairs(pairs, count, expected);
}

static void test_swiss(void **state)
{
    (void)state;
    static paper all;
    start(&all, 8, true);
    check_swiss(&all, APO_SWISS_SLIDE, 1, "1-5 6-2 3-7 8-4");
    check_swiss(&all, APO_SWISS_FOLD, 1, "1-8 7-2 3-6 5-4");
    start(&all, 7, true);
    check_swiss(&all, APO_SWISS_SLIDE, 1, "1-4 5-2 3-6 7-");
    start(&all, 8, true);
    play(&all, 1, 1, 5, 4);
    play(&all, 1, 6, 2, 0);
    play(&all, 1, 3, 7, 4);
    play(&all, 1, 8, 4, 0);
    /* Winners 1 2 3 4: 1 should meet 3, but both have had White; the next order of the lower
     * half suits all colours. */
    check_swiss(&all, APO_SWISS_SLIDE, 2, "4-1 2-3 5-8 7-6");
    /* Players who have left are not paired any more; 7 has the bye, which suits the colours of
     * all. */
    all.players[0].has_left = true;
    check_swiss(&all, APO_SWISS_SLIDE, 2, "2-3 4-6 5-8 7-");
}

/* Quarters: the groups are those of equal points, down to a quarter. */
static void test_swiss_quarters(void **state)
{
    (void)state;
    static paper all;
    start(&all, 4, true);
    play(&all, 1, 1, 3, 3);
    play(&all, 1, 4, 2, 2);
    /* 3/4: 1; 1/2: 2 and 4, who have met; 1/4: 3, who has met 1. */
    check_swiss(&all, APO_SWISS_SLIDE, 2, "2-1 3-4");
}

/* Whole tournaments with results by chance: nobody meets twice while that can be, nobody has a
 * second bye, and colours stay even. */
static void run_swiss(apo_random *random, unsigned players, unsigned rounds, bool can_repeat)
{
    static paper all;
    unsigned char met[APO_TOURNAMENT_PLAYERS_MAX][APO_TOURNAMENT_PLAYERS_MAX] = {{0}};
    unsigned byes[APO_TOURNAMENT_PLAYERS_MAX] = {0};
    int balance[APO_TOURNAMENT_PLAYERS_MAX] = {0};
    start(&all, players, true);
    enum apo_swiss_way way = apo_random_below(random, 2) ? APO_SWISS_FOLD : APO_SWISS_SLIDE;
    for (unsigned round = 1; round <= rounds; round++) {
        apo_tournament_pair pairs[APO_TOURNAMENT_PLAYERS_MAX];
        unsigned count, seen = 0;
        assert_int_equal(apo_swiss_pair(pairs, &count, &all.tournament, way, round), APO_OK);
        assert_int_equal(count, (players + 1) / 2);
        for (unsigned i = 0; i < count; i++) {
            unsigned w = pairs[i].white, b = pairs[i].black;
            seen += b == APO_TOURNAMENT_NOBODY ? 1 : 2;
            if (b == APO_TOURNAMENT_NOBODY) {
                assert_true(byes[w]++ == 0 || can_repeat);
                add(&all, round, w, b, APO_TOURNAMENT_BYE, 4);
                continue;
            }
            assert_true(met[w][b]++ + met[b][w] == 0 || can_repeat);
            balance[w]++;
            balance[b]--;
            add(&all, round, w, b, APO_TOURNAMENT_PLAYED, apo_random_below(random, 5));
        }
        assert_int_equal(seen, players);
    }
    for (unsigned i = 0; i < players && !can_repeat; i++)
        assert_in_range(balance[i] + 3, 0, 6);
}

static void test_swiss_laws(void **state)
{
    (void)state;
    apo_random random;
    apo_random_seed(&random, 4);
    for (unsigned players = 6; players <= 30; players++)
        run_swiss(&random, players, players / 2, false);
    run_swiss(&random, 128, 9, false);
    run_swiss(&random, 127, 11, false);
    /* As many rounds as there are opponents, and more. */
    for (unsigned players = 2; players <= 9; players++)
        run_swiss(&random, players, players + 3, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_berger),
        cmocka_unit_test(test_berger_laws),
        cmocka_unit_test(test_points_and_sonneborn),
        cmocka_unit_test(test_direct),
        cmocka_unit_test(test_leaving),
        cmocka_unit_test(test_buchholz),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_swiss),
        cmocka_unit_test(test_swiss_quarters),
        cmocka_unit_test(test_swiss_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
