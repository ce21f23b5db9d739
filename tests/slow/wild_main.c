/* Compares the slow rules of the other built-in games, and of some invented ones, with the
 * library: random games, in which each position must have the same board, the same legal moves,
 * the same check and the same end.
 *
 * usage: slow_wild [--games N] [--plies N] [--seed N] [GAME...]
 *        slow_wild --perft DEPTH GAME FEN: counts as `apothecary perft` does */
#include "wild.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apothecary/definition.h"
#include "apothecary/game.h"
#include "apothecary/notation.h"
#include "base/buffer.h"
#include "base/random.h"

enum {
    PLIES_MAX = 1000,
    WORD = 64
};

struct options {
    unsigned games; /* of each kind */
    unsigned plies;
    uint64_t seed;
};

/* A game in both programs. */
struct both {
    apo_game *game;
    wild_position *positions; /* PLIES_MAX + 1 */
    size_t count;
    wild_list legal;
    const char *texts[WILD_MOVES]; /* of the library, sorted */
    size_t text_count;
    apo_buffer buffer;
    size_t compared;
};

static void stop(const char *what, const char *id)
{
    fprintf(stderr, "slow_wild: %s: %s\n", what, id);
    exit(2);
}

/* --- comparing ------------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int by_move(const void *a, const void *b)
{
    return strcmp(((const wild_move *)a)->text, ((const wild_move *)b)->text);
}

static void read_texts(struct both *both, const apo_position *pos)
{
    apo_buffer_rewind(&both->buffer);
    if (apo_moves_write(&both->buffer, pos, APO_NOTATION_COORDINATE) != APO_OK)
        stop("no memory", "moves");
    apo_buffer_add(&both->buffer, " "); /* not empty, and terminated */
    both->text_count = 0;
    for (char *word = strtok(both->buffer.bytes, " "); word != NULL; word = strtok(NULL, " "))
        if (both->text_count < WILD_MOVES)
            both->texts[both->text_count++] = word;
    qsort(both->texts, both->text_count, sizeof *both->texts, by_text);
}

/* Prints what only one of the two has. */
static bool has_same_moves(struct both *both)
{
    size_t a = 0, b = 0;
    bool is_same = true;
    qsort(both->legal.of, both->legal.count, sizeof *both->legal.of, by_move);
    while (a < both->text_count || b < both->legal.count) {
        int order = a == both->text_count    ? 1
                    : b == both->legal.count ? -1
                                             : strcmp(both->texts[a], both->legal.of[b].text);
        if (order < 0)
            printf("  the library alone: %s\n", both->texts[a]);
        if (order > 0)
            printf("  the slow rules alone: %s\n", both->legal.of[b].text);
        is_same = is_same && order == 0;
        a += order <= 0 ? 1 : 0;
        b += order >= 0 ? 1 : 0;
    }
    return is_same;
}

/* Board and side, without the hands that the library writes between them. */
static bool has_same_board(const wild_position *slow, const char *fen)
{
    char text[WILD_BOARD], own[WILD_BOARD];
    size_t board = strcspn(fen, "[ "), side = strcspn(fen, " ");
    wild_board_text(slow, text);
    snprintf(own, sizeof own, "%.*s %c", (int)board, fen, fen[side + 1]);
    if (strcmp(text, own) != 0)
        printf("  boards: %s\n          %s\n", own, text);
    return strcmp(text, own) == 0;
}

static bool has_same_end(struct both *both, const apo_outcome *outcome)
{
    wild_end end = wild_game_end(both->positions, both->count);
    const char *word = apo_ending_word(outcome->ending);
    if (outcome->white_quarters == end.white_quarters &&
        (end.white_quarters < 0 || strcmp(word, end.reason) == 0))
        return true;
    printf("  ends: the library %s %d, the slow rules %s %d\n", word, outcome->white_quarters,
           end.reason, end.white_quarters);
    return false;
}

static bool is_same(struct both *both)
{
    const apo_position *pos = apo_game_position(both->game);
    const wild_position *slow = &both->positions[both->count - 1];
    apo_outcome outcome = apo_game_info_of(both->game).outcome;
    char fen[APO_FEN_MAX];
    apo_text text = apo_text_start(fen, sizeof fen);
    apo_fen_write(&text, pos);
    both->compared++;
    bool is_equal = has_same_board(slow, fen) && has_same_end(both, &outcome);
    both->legal.count = both->text_count = 0;
    if (outcome.ending == APO_ENDING_NONE && is_equal) {
        wild_legal(slow, &both->legal);
        read_texts(both, pos);
        is_equal = has_same_moves(both);
        if (wild_in_check(slow) != apo_position_is_check(pos)) {
            printf("  check: only one of them sees it\n");
            is_equal = false;
        }
    }
    if (!is_equal)
        printf("%s: %s\n", slow->game->id, fen);
    return is_equal;
}

/* --- playing ---------------------------------------------------------------------- */

/* A move that goes back, so that positions repeat, or one that takes, or any. */
static const wild_move *choose(const struct both *both, apo_random *dice)
{
    const wild_list *legal = &both->legal;
    uint32_t kind = apo_random_below(dice, 100);
    size_t length = apo_game_info_of(both->game).length;
    for (unsigned tries = 0; tries < 12; tries++) {
        const wild_move *move = &legal->of[apo_random_below(dice, (uint32_t)legal->count)];
        int there = wild_get(&both->positions[both->count - 1], move->to);
        if (kind < 25 && wild_is_piece(there) && move->dropped == 0)
            return move;
    }
    if (kind >= 70 && length >= 2) {
        apo_move last = apo_game_move(both->game, length - 2);
        const apo_geometry *geo =
            apo_variant_geometry(apo_position_variant(apo_game_position(both->game)));
        char name[2 * APO_SQUARE_NAME_MAX];
        apo_geometry_write_square(geo, last.to, name);
        apo_geometry_write_square(geo, last.from, name + strlen(name));
        for (size_t i = 0; i < legal->count; i++)
            if (strcmp(legal->of[i].text, name) == 0)
                return &legal->of[i];
    }
    return &legal->of[apo_random_below(dice, (uint32_t)legal->count)];
}

static bool play(struct both *both, const wild_move *chosen)
{
    wild_move move = *chosen;
    apo_move own;
    wild_position *next = &both->positions[both->count];
    if (apo_move_read_any(&own, apo_game_position(both->game), apo_span_of(move.text), NULL) !=
            APO_OK ||
        apo_game_play(both->game, &own) != APO_OK)
        return false;
    *next = both->positions[both->count - 1];
    wild_play(next, &move);
    both->count++;
    return true;
}

static bool compare_game(struct both *both, const struct options *options, apo_random *dice)
{
    while (is_same(both)) {
        if (both->legal.count == 0 || both->count > options->plies)
            return true;
        if (!play(both, choose(both, dice)))
            return false;
    }
    return false;
}

/* --- the games -------------------------------------------------------------------- */

/* Boards on which rules apply that random games seldom reach. */
static const char *const late_boards[][2] = {
    {"makruk", "8/3k4/8/2r1n3/8/4S3/3K4/8 w - - 0+0 0 1"},
    {"makruk", "4k3/8/8/4p3/8/3R4/4K3/8 w - - 0+0 0 1"},
    {"asean-chess", "8/3k4/8/2r1n3/8/4B3/3K4/8 w - - 0+0 0 1"},
    {"courier", "12/4k7/6p5/12/5R6/12/4K7/12 w - - 0 1"},
    {"shogi", "4k4/9/4G4/9/9/9/9/9/4K4[PPRg] w - - 0 1"},
    {"chu-shogi",
     "12/3k4n3/4pq2rb2/5NP+o3b/4i1Dpn3/3+D2R+H4/2P1n2+O1p2/4nP1r1N2/5H1Bd3/2+h1P3P+d2/"
     "4K5+O1/12 w - - 0 1"},
    {"chu-shogi",
     "4K5P1/1P2E1L2O1p/2R1I2S2G1/1p2p3n2p/9+E2/3n4N3/4+O3+o3/5e6/2P2i1P2P1/1l3s3x2/"
     "2p2v2p2a/5k6 w - - 0 1"},
    {"losers", "4k3/8/2q5/8/8/8/3R4/4K3 w - - 0 1"},
    {"suicide", "8/8/2p5/8/8/1P6/8/7b w - - 0 1"},
    {"racing-kings", "8/3k2K1/8/8/8/8/qrbnNBRQ/8 w - - 0 1"},
    {"chess", "4k3/8/8/8/8/8/3b4/3NK3 w - - 0 1"},
    {"chess", "8/8/3bk3/4B3/8/4K3/8/8 w - - 0 1"},
    {"xiangqi", "5k3/9/9/5C3/5c3/5C3/9/9/5p3/4K4 w - - -- - - 0 1"},
    {"xiangqi", "5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w - - -- - - 0 1"},
    {"xiangqi", "5k3/9/9/9/9/1N2P1C2/9/4BC3/9/cr1RK4 w - - -- - - 0 1"},
    {"xiangqi", "4ka3/c2R1R2c/4b4/9/9/9/9/9/9/4K4 w - - -- - - 0 1"},
    {"marseillais", "4k3/2p1p1p1/8/1P1P1P2/1p1p1p2/8/P1P1P1P1/4K3 w2 - - -- - - 0 1"},
    {"marseillais", "4k3/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/4K3 b2 - - -- - - 0 1"},
    {"chess960", "rkr2bqn/pppp2pp/8/8/8/8/PPPP2PP/RKR2BQN w ACac - 0 1"},
    {"chess960", "3q1rkr/pppppppp/8/8/8/8/PPPPPPPP/3Q1RKR w FHfh - 0 1"},
};

static const char *start_of(const apo_variant *var, const char *id, unsigned number, char *fen)
{
    unsigned seen = 0;
    for (size_t i = 0; i < sizeof late_boards / sizeof *late_boards; i++)
        if (strcmp(late_boards[i][0], id) == 0 && ++seen == number)
            return late_boards[i][1];
    apo_position *pos = apo_position_new(var);
    apo_text text = apo_text_start(fen, APO_FEN_MAX);
    if (pos == NULL)
        stop("no start", id);
    apo_fen_write(&text, pos);
    apo_position_free(pos);
    return fen;
}

static bool compare(struct both *both, const wild_game *rules, const struct options *options,
                    apo_random *dice)
{
    apo_variant *var;
    char fen[APO_FEN_MAX];
    bool is_equal = true;
    apo_span id = apo_span_of(rules->id);
    if ((rules->definition == NULL
             ? apo_definition_open(&var, id, NULL, NULL)
             : apo_definition_compile(&var, id, apo_span_of(rules->definition), NULL, NULL,
                                      NULL)) != APO_OK)
        stop("no such game", rules->id);
    for (unsigned i = 0; is_equal && i < options->games; i++) {
        apo_position *pos = apo_position_new(var);
        const char *start = start_of(var, rules->id, i, fen);
        if (pos == NULL || apo_fen_read(pos, var, apo_span_of(start), NULL) != APO_OK ||
            apo_game_new(&both->game, pos, NULL) != APO_OK ||
            !wild_start(&both->positions[0], rules, start))
            stop("no start", rules->id);
        both->count = 1;
        is_equal = compare_game(both, options, dice);
        apo_game_free(both->game);
        apo_position_free(pos);
    }
    apo_variant_free(var);
    return is_equal;
}

/* Reads "--games 10" and the like; the rest are games. Returns the first of them. */
static int read_options(int argc, char **argv, struct options *out)
{
    int i = 1;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        unsigned long number = strtoul(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--games") == 0)
            out->games = (unsigned)number;
        else if (strcmp(argv[i], "--plies") == 0 && number <= PLIES_MAX)
            out->plies = (unsigned)number;
        else if (strcmp(argv[i], "--seed") == 0)
            out->seed = number;
        else
            stop("what is this", argv[i]);
    }
    return i;
}

static bool is_wanted(const char *id, int count, char **ids)
{
    for (int i = 0; i < count; i++)
        if (strcmp(ids[i], id) == 0)
            return true;
    return count == 0;
}

/* The number of invented games that differ. */
static int compare_invented(struct both *both, const struct options *options, int count,
                            char **ids)
{
    apo_random dice;
    const wild_game *rules;
    int failed = 0;
    for (size_t i = 0; (rules = wild_invented(i)) != NULL; i++) {
        apo_random_seed(&dice, options->seed);
        if (is_wanted(rules->id, count, ids) && !compare(both, rules, options, &dice))
            failed++;
    }
    return failed;
}

/* The five games have slow rules of their own (slow.h). */
static bool has_own_rules(const char *id)
{
    return strcmp(id, "alert") == 0 || strcmp(id, "modern") == 0 ||
           strcmp(id, "classic") == 0 || strcmp(id, "apothecary2") == 0 ||
           strcmp(id, "prequel") == 0;
}

/* The sequences of moves of this length, by the slow rules alone. */
static unsigned long long count(const wild_position *pos, int depth)
{
    wild_list *legal = malloc(sizeof *legal);
    unsigned long long total = 0;
    if (legal == NULL)
        stop("no memory", "moves");
    legal->count = 0;
    if (wild_position_end(pos).white_quarters < 0)
        wild_legal(pos, legal);
    for (size_t i = 0; depth > 1 && i < legal->count; i++) {
        wild_position next = *pos;
        wild_play(&next, &legal->of[i]);
        total += count(&next, depth - 1);
    }
    total = depth > 1 ? total : legal->count;
    free(legal);
    return total;
}

static int print_count(int depth, const char *id, const char *fen)
{
    wild_position pos;
    const wild_game *rules = wild_find(id);
    if (rules == NULL || depth < 1 || !wild_start(&pos, rules, fen))
        stop("cannot count", id);
    printf("%llu\n", count(&pos, depth));
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "--perft") == 0)
        return print_count((int)strtol(argv[2], NULL, 10), argv[3], argv[4]);
    static struct both both;
    struct options options = {.games = 3, .plies = 32, .seed = 1};
    int first = read_options(argc, argv, &options), failed = 0;
    apo_random dice;
    both.positions = calloc(PLIES_MAX + 1, sizeof *both.positions);
    apo_buffer_init(&both.buffer, NULL);
    if (both.positions == NULL)
        stop("no memory", "positions");
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        const char *id = apo_definition_builtin_id(i);
        const wild_game *rules = wild_find(id);
        if (!is_wanted(id, argc - first, argv + first) || has_own_rules(id))
            continue;
        apo_random_seed(&dice, options.seed);
        if (rules == NULL)
            printf("%s: the slow rules do not know it\n", id);
        else if (compare(&both, rules, &options, &dice))
            continue;
        failed++;
    }
    failed += compare_invented(&both, &options, argc - first, argv + first);
    printf("%zu positions compared, %d games failed\n", both.compared, failed);
    apo_buffer_clear(&both.buffer);
    free(both.positions);
    return failed > 0;
}
