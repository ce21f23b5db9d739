#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/random.h"
#include "game/tournament_swiss.h"

/* Random tournaments, whose pairings are judged here by the absolute rules alone: nobody meets
 * twice or wins a second round without an opponent, and no colour is given a third time running
 * or three times more often than the other. A rule may only be broken where no pairing keeps
 * it, which Tutte's theorem decides. */

enum {
    PRIME = 0x7FFFFFFF, /* 2^31 - 1 */
    PLAYERS = 500,      /* as many as a tournament may have */
    GAMES = 8192,
    ROUNDS = 15,
    USUAL_PLAYERS = 40, /* of most tournaments tried */
    TOURNAMENTS = 60
};

/* --- is there a pairing at all? ------------------------------------------ */

typedef struct graph {
    unsigned count;
    bool can[PLAYERS][PLAYERS];
} graph;

static uint32_t multiply(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b % PRIME);
}

static uint32_t inverse(uint32_t a)
{
    uint32_t result = 1;
    for (uint32_t power = PRIME - 2; power > 0; power >>= 1) {
        if (power & 1U)
            result = multiply(result, a);
        a = multiply(a, a);
    }
    return result;
}

static uint32_t cell_of(const graph *of, unsigned i, unsigned k)
{
    uint32_t cell =
        (uint32_t)(apo_mix(i < k ? i * PLAYERS + k + 1 : k * PLAYERS + i + 1) % (PRIME - 1)) +
        1;
    if (!of->can[i][k])
        return 0;
    return i < k ? cell : PRIME - cell;
}

/* True if all can be paired: the skew-symmetric matrix of the graph then has full rank (Tutte,
 * Lovasz; a wrong "no" has a chance of one in millions). */
static bool is_perfect(const graph *of)
{
    static uint32_t cells[PLAYERS][PLAYERS];
    for (unsigned i = 0; i < of->count; i++) {
        for (unsigned k = 0; k < of->count; k++)
            cells[i][k] = cell_of(of, i, k);
    }
    for (unsigned column = 0; column < of->count; column++) {
        unsigned row = column;
        while (row < of->count && cells[row][column] == 0)
            row++;
        if (row == of->count)
            return false;
        uint32_t swapped[PLAYERS];
        memcpy(swapped, cells[row], sizeof swapped);
        memcpy(cells[row], cells[column], sizeof swapped);
        memcpy(cells[column], swapped, sizeof swapped);
        uint32_t scale = inverse(cells[column][column]);
        for (unsigned i = column + 1; i < of->count; i++) {
            uint32_t factor = multiply(cells[i][column], scale);
            for (unsigned k = column; factor != 0 && k < of->count; k++) {
                uint32_t less = multiply(factor, cells[column][k]);
                cells[i][k] = (cells[i][k] + PRIME - less) % PRIME;
            }
        }
    }
    return true;
}

/* --- a tournament, and what the rules say of it --------------------------- */

typedef struct sheet {
    apo_tournament tournament;
    apo_tournament_player players[APO_TOURNAMENT_PLAYERS_MAX];
    apo_tournament_game games[GAMES];
    unsigned char met[PLAYERS][PLAYERS];
    unsigned free_wins[PLAYERS], white[PLAYERS], black[PLAYERS];
    int run[PLAYERS]; /* games of one colour running; negative: with Black */
    unsigned quarters[PLAYERS];
} sheet;

static bool is_absolute(const sheet *of, unsigned p, bool is_white)
{
    int balance = (int)of->white[p] - (int)of->black[p];
    return is_white ? balance < -1 || of->run[p] < -1 : balance > 1 || of->run[p] > 1;
}

static bool is_top(const sheet *of, unsigned p, unsigned round)
{
    return round == of->tournament.rounds && of->quarters[p] * 2 > 4 * (round - 1);
}

static bool do_colors_clash(const sheet *of, unsigned a, unsigned b, unsigned round)
{
    if (is_top(of, a, round) || is_top(of, b, round))
        return false;
    return (is_absolute(of, a, true) && is_absolute(of, b, true)) ||
           (is_absolute(of, a, false) && is_absolute(of, b, false));
}

/* Which pairs of these players keep the rules: all of them, or only that nobody meets twice. */
static graph graph_of(const sheet *of, const bool *is_paired, unsigned round, bool with_all)
{
    graph out = {0};
    unsigned who[PLAYERS + 1];
    for (unsigned p = 0; p < of->tournament.player_count; p++) {
        if (is_paired[p])
            who[out.count++] = p;
    }
    unsigned real = out.count;
    out.count += out.count % 2;
    for (unsigned i = 0; i < real; i++) {
        for (unsigned k = 0; k < real; k++)
            out.can[i][k] = i != k && of->met[who[i]][who[k]] == 0 &&
                            !(with_all && do_colors_clash(of, who[i], who[k], round));
        if (real < out.count)
            out.can[i][real] = out.can[real][i] = !with_all || of->free_wins[who[i]] == 0;
    }
    return out;
}

static void add(sheet *all, const apo_tournament_game *game)
{
    unsigned w = game->white, b = game->black;
    all->games[all->tournament.game_count++] = *game;
    all->quarters[w] += game->white_quarters;
    if (game->how == APO_TOURNAMENT_BYE) {
        all->free_wins[w] += game->white_quarters == APO_TOURNAMENT_WIN;
        return;
    }
    all->quarters[b] += APO_TOURNAMENT_WIN - game->white_quarters;
    if (game->how == APO_TOURNAMENT_FORFEIT) {
        all->free_wins[game->white_quarters == APO_TOURNAMENT_WIN ? w : b]++;
        return;
    }
    all->met[w][b]++;
    all->met[b][w]++;
    all->white[w]++;
    all->black[b]++;
    all->run[w] = all->run[w] > 0 ? all->run[w] + 1 : 1;
    all->run[b] = all->run[b] < 0 ? all->run[b] - 1 : -1;
}

/* Judges the pairs of a round. */
static void judge(const sheet *of, const apo_tournament_pair *pairs, unsigned count,
                  const bool *is_paired, unsigned round)
{
    bool is_seen[PLAYERS] = {false};
    unsigned repeated = 0, others = 0, seen = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned w = pairs[i].white, b = pairs[i].black;
        assert_true(is_paired[w] && !is_seen[w]);
        is_seen[w] = true;
        seen++;
        if (b == APO_TOURNAMENT_NOBODY) {
            others += of->free_wins[w] > 0;
            continue;
        }
        assert_true(is_paired[b] && !is_seen[b]);
        is_seen[b] = true;
        seen++;
        repeated += of->met[w][b] > 0;
        others += do_colors_clash(of, w, b, round);
        /* A player who must have a colour gets it, if the opponent need not have the same. */
        assert_false(is_absolute(of, w, false) && !is_absolute(of, b, false));
        assert_false(is_absolute(of, b, true) && !is_absolute(of, w, true));
    }
    for (unsigned p = 0; p < of->tournament.player_count; p++)
        seen -= is_paired[p];
    assert_int_equal(seen, 0);
    if (repeated > 0) {
        graph plain = graph_of(of, is_paired, round, false);
        assert_false(is_perfect(&plain));
    }
    if (repeated + others > 0) {
        graph strict = graph_of(of, is_paired, round, true);
        assert_false(is_perfect(&strict));
    }
}

/* --- chance -------------------------------------------------------------- */

/* Somebody comes late, leaves, or asks for half a point. */
static void disturb(sheet *all, apo_random *random, bool *is_paired, unsigned round)
{
    apo_tournament *tournament = &all->tournament;
    if (apo_random_below(random, 6) == 0 && tournament->player_count < PLAYERS) {
        all->players[tournament->player_count].rank = (unsigned)tournament->player_count + 1;
        tournament->player_count++;
    }
    if (apo_random_below(random, 8) == 0)
        all->players[apo_random_below(random, (uint32_t)tournament->player_count)].has_left =
            true;
    for (unsigned p = 0; p < tournament->player_count; p++) {
        is_paired[p] = !all->players[p].has_left;
        if (!is_paired[p] || apo_random_below(random, 40) != 0)
            continue;
        const apo_tournament_game half = {round, p, APO_TOURNAMENT_NOBODY, APO_TOURNAMENT_BYE,
                                          APO_TOURNAMENT_WIN / 2};
        is_paired[p] = false;
        add(all, &half);
    }
}

static void play(sheet *all, const apo_tournament_pair *pair, unsigned round,
                 apo_random *random)
{
    static const unsigned results[] = {0, 0, 0, 1, 2, 2, 2, 3, 4, 4, 4};
    apo_tournament_game game = {.round = round, .white = pair->white, .black = pair->black};
    bool is_bye = pair->black == APO_TOURNAMENT_NOBODY;
    bool is_forfeit = !is_bye && apo_random_below(random, 30) == 0;
    game.how = is_bye       ? APO_TOURNAMENT_BYE
               : is_forfeit ? APO_TOURNAMENT_FORFEIT
                            : APO_TOURNAMENT_PLAYED;
    game.white_quarters = APO_TOURNAMENT_WIN;
    if (is_forfeit)
        game.white_quarters = apo_random_below(random, 2) * APO_TOURNAMENT_WIN;
    else if (!is_bye)
        game.white_quarters =
            results[apo_random_below(random, sizeof results / sizeof *results)];
    add(all, &game);
}

/* Gives the processor time of the round that took longest, in milliseconds. */
static double run_one(apo_random *random, unsigned players, unsigned rounds)
{
    static sheet all;
    double longest = 0;
    memset(&all, 0, sizeof all);
    enum apo_swiss_way way = apo_random_below(random, 4) ? APO_SWISS_SLIDE : APO_SWISS_FOLD;
    all.tournament = (apo_tournament){.players = all.players,
                                      .player_count = players,
                                      .games = all.games,
                                      .games_each = 1,
                                      .rounds = rounds,
                                      .is_swiss = true};
    for (unsigned p = 0; p < players; p++)
        all.players[p].rank = p + 1;
    for (unsigned round = 1; round <= rounds; round++) {
        bool is_paired[PLAYERS];
        apo_tournament_pair pairs[PLAYERS];
        unsigned count;
        disturb(&all, random, is_paired, round);
        const clock_t begin = clock();
        assert_int_equal(apo_swiss_pair(pairs, &count, &all.tournament, way, round), APO_OK);
        const double taken = (double)(clock() - begin) * 1000 / CLOCKS_PER_SEC;
        longest = taken > longest ? taken : longest;
        judge(&all, pairs, count, is_paired, round);
        for (unsigned i = 0; i < count; i++)
            play(&all, &pairs[i], round, random);
    }
    return longest;
}

/* APO_SWISS_TOURNAMENTS=10000 for many, APO_SWISS_SEED for others. */
static void test_laws(void **state)
{
    (void)state;
    const char *wanted = getenv("APO_SWISS_TOURNAMENTS"), *seed = getenv("APO_SWISS_SEED");
    unsigned long count = wanted != NULL ? strtoul(wanted, NULL, 10) : TOURNAMENTS;
    apo_random random;
    apo_random_seed(&random, seed != NULL ? strtoul(seed, NULL, 10) : 1);
    while (count-- > 0) {
        const unsigned players = 4 + apo_random_below(&random, USUAL_PLAYERS - 8);
        run_one(&random, players, 3 + apo_random_below(&random, ROUNDS - 3));
    }
}

/* As many players as there may be. APO_MEASURE=1 tells how long the longest round took. */
static void test_most_players(void **state)
{
    (void)state;
    apo_random random;
    apo_random_seed(&random, 1);
    const double longest = run_one(&random, PLAYERS, ROUNDS);
    if (getenv("APO_MEASURE") != NULL)
        print_message("%d players, %d rounds: %.1f ms at most\n", PLAYERS, ROUNDS, longest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_laws),
        cmocka_unit_test(test_most_players),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
