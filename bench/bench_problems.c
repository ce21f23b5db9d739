/* Finds problems for tests/mates/problems.tsv: forced mates at the ends of self-play games of
 * the engine, and forced stalemates where nothing better is possible, in random positions with
 * few pieces. Each is proved by exhaustive search; then the engine is timed on it.
 *
 *     bench_problems GAME SEED MATES STALEMATES >> tests/mates/problems.tsv */
#include <stdio.h>
#include <string.h>

#include "../tests/mates/forced.h"
#include "base/random.h"
#include "definition/file/definition.h"
#include "game/game.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "rules/rules/facts.h"
#include "search/level.h"

enum {
    GAME_NODES = 300,
    SOFT_PLIES = 16,
    PLIES_MAX = 260,
    PROOF_NODES = 200000, /* what a test can afford */
    SOLVE_NODES = 150000,
    BUDGET_TIMES = 8,
    BUDGET_LEAST = 20000,
    ADVANTAGE_LOST =
        60,   /* without the key the score must be this much worse than an advantage */
    NEAR = 3, /* squares */
    TRIES = 4000000
};

typedef struct finder {
    const char *game;
    apo_variant *var;
    apo_engine *engine;
    apo_random random;
} finder;

static apo_decision think(finder *f, const apo_position *pos, const apo_limits *limits)
{
    apo_decision made = {.has_move = false};
    apo_engine_clear_hash(f->engine);
    if (apo_engine_set_position(f->engine, pos) == APO_OK)
        (void)apo_engine_go(&made, f->engine, limits, NULL, NULL);
    return made;
}

/* True if a key move keeps the force: any such move will do. */
static bool keeps_force(const apo_position *pos, const apo_move *mv, unsigned moves,
                        bool may_stalemate)
{
    forced f;
    apo_position after = *pos;
    apo_undo undo;
    if (!forced_open(&f, may_stalemate, PROOF_NODES))
        return false;
    apo_make(&after, mv, &undo);
    bool is_forced = forced_against(&f, &after, moves - 1) && !forced_has_failed(&f);
    forced_close(&f);
    return is_forced;
}

/* The nodes that the engine needs to solve it, or 0. */
static uint64_t solve(finder *f, const apo_position *pos, unsigned moves, bool may_stalemate)
{
    for (uint64_t nodes = 500; nodes <= SOLVE_NODES; nodes *= 2) {
        const apo_limits limits = {.nodes = nodes};
        apo_decision made = think(f, pos, &limits);
        bool is_mate = !may_stalemate && apo_score_is_mate(made.score) &&
                       apo_score_mate_moves(made.score) == (int)moves;
        bool is_advantage = may_stalemate && made.score >= APO_SCORE_ADVANTAGE;
        if (made.has_move && (is_mate || is_advantage) &&
            keeps_force(pos, &made.best, moves, may_stalemate))
            return nodes;
    }
    return 0;
}

/* True if it provably needs exactly this many moves. */
static bool is_forced_in(const apo_position *pos, unsigned moves, bool may_stalemate,
                         uint64_t proof_nodes)
{
    forced f;
    if (!forced_open(&f, may_stalemate, proof_nodes))
        return false;
    bool is_right =
        forced_by(&f, pos, moves, NULL) && (moves == 1 || !forced_by(&f, pos, moves - 1, NULL));
    is_right = is_right && !forced_has_failed(&f);
    forced_close(&f);
    return is_right;
}

static void print_problem(const finder *f, const char *kind, unsigned moves, uint64_t nodes,
                          const apo_position *pos)
{
    char fen[APO_FEN_MAX];
    apo_text text = apo_text_start(fen, sizeof fen);
    uint64_t budget = nodes * BUDGET_TIMES > BUDGET_LEAST ? nodes * BUDGET_TIMES : BUDGET_LEAST;
    apo_fen_write(&text, pos);
    printf("%s\t%s\t%u\t%llu\t%s\n", f->game, kind, moves, (unsigned long long)budget, fen);
    fflush(stdout);
}

/* --- mates --------------------------------------------------------------- */

static apo_game *play_game(finder *f)
{
    apo_position start;
    apo_game *game = NULL;
    const apo_level soft = {.lines = 6, .half_cp = 60};
    const apo_limits limits = {.nodes = GAME_NODES};
    unsigned number =
        1 + apo_random_below(&f->random, apo_variant_info_of(f->var)->start_count);
    if (apo_position_start(&start, f->var, 0, number) != APO_OK ||
        apo_game_new(&game, &start, NULL) != APO_OK)
        return NULL;
    (void)apo_engine_set_position(f->engine, &start);
    for (size_t ply = 0; ply < PLIES_MAX && !apo_game_info_of(game).is_over; ply++) {
        apo_decision made;
        apo_status status = ply < SOFT_PLIES
                                ? apo_level_go(&made, f->engine, &soft, &limits, &f->random)
                                : apo_engine_go(&made, f->engine, &limits, NULL, NULL);
        if (status != APO_OK || !made.has_move || apo_game_play(game, &made.best) != APO_OK)
            break;
        (void)apo_engine_play(f->engine, &made.best);
    }
    return game;
}

/* Finds at most one problem per game: the longest mate that can be proved. */
static bool find_mate(finder *f)
{
    apo_game *game = play_game(f);
    bool is_found = false;
    if (game != NULL && apo_game_info_of(game).outcome.ending == APO_ENDING_MATE)
        for (unsigned moves = 4; !is_found && moves >= 2; moves--) {
            apo_position pos;
            size_t length = apo_game_info_of(game).length;
            if (length < 2U * moves)
                continue;
            apo_game_position_at(&pos, game, length - (2U * moves - 1));
            if (!is_forced_in(&pos, moves, false, PROOF_NODES))
                continue;
            uint64_t nodes = solve(f, &pos, moves, false);
            is_found = nodes > 0;
            if (is_found)
                print_problem(f, "mate", moves, nodes, &pos);
        }
    apo_game_free(game);
    return is_found;
}

/* --- stalemates ---------------------------------------------------------- */

static unsigned distance_of(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/* Places a piece on a random square, near the square `near` if that is one. */
static void put_down(finder *f, apo_setup *setup, apo_side side, unsigned type, unsigned near)
{
    const apo_geometry *geo = apo_variant_geometry(f->var);
    unsigned squares = apo_geometry_squares(geo);
    for (unsigned i = 0; i < 200; i++) {
        unsigned sq = apo_random_below(&f->random, squares);
        bool is_near =
            near >= squares || (distance_of(sq % geo->files, near % geo->files) <= NEAR &&
                                distance_of(sq / geo->files, near / geo->files) <= NEAR);
        if (geo->place[sq] != APO_PLACE_SQUARE || setup->pieces[sq] != APO_PIECE_EMPTY ||
            !is_near)
            continue;
        setup->pieces[sq] = apo_piece_of(side, type);
        return;
    }
}

static unsigned draw_type(finder *f, bool is_pawn)
{
    for (;;) {
        unsigned type =
            1 + apo_random_below(&f->random, apo_variant_info_of(f->var)->type_count);
        const apo_type_info *info = apo_type_info_of(f->var, type);
        if (!info->is_royal && info->is_pawn == is_pawn && !info->is_joker)
            return type;
    }
}

static unsigned royal_of(const apo_variant *var)
{
    unsigned type = 1;
    while (!apo_type_info_of(var, type)->is_royal)
        type++;
    return type;
}

/* A random square at the edge of the board proper. */
static unsigned corner_of(finder *f)
{
    const apo_geometry *geo = apo_variant_geometry(f->var);
    unsigned squares = apo_geometry_squares(geo);
    for (;;) {
        unsigned sq = apo_random_below(&f->random, squares);
        unsigned file = sq % geo->files, last = geo->files - 1U, beyond = sq + geo->files;
        bool is_edge = beyond >= squares || geo->place[beyond] != APO_PLACE_SQUARE ||
                       file == 0 || file == last;
        if (geo->place[sq] == APO_PLACE_SQUARE && is_edge)
            return sq;
    }
}

/* Kings, a piece or a pawn or two for White, a pawn or two for Black; White to move. */
static bool make_position(finder *f, apo_position *out)
{
    apo_setup setup;
    apo_setup_faults faults;
    unsigned king = royal_of(f->var);
    apo_setup_empty(&setup, f->var);
    unsigned corner = corner_of(f);
    setup.pieces[corner] = apo_piece_of(APO_BLACK, king);
    put_down(f, &setup, APO_WHITE, king, corner);
    for (unsigned i = apo_random_below(&f->random, 2) + 1; i > 0; i--)
        put_down(f, &setup, APO_WHITE, draw_type(f, apo_random_below(&f->random, 3) == 0),
                 i == 1 ? corner : APO_SQUARE_NONE);
    for (unsigned i = apo_random_below(&f->random, 3); i > 0; i--)
        put_down(f, &setup, APO_BLACK, draw_type(f, true), APO_SQUARE_NONE);
    setup.rules.imitated[APO_WHITE] = setup.rules.imitated[APO_BLACK] = (uint8_t)king;
    setup.move_number = 60;
    if (apo_variant_has_rule(f->var, "reserve"))
        apo_setup_infer_reserve(&setup, f->var);
    return apo_position_from_setup(out, &setup, f->var, &faults) == APO_OK;
}

/* True if no other move is as good as those that force the stalemate. */
static bool is_worth_it(finder *f, const apo_position *pos, unsigned moves)
{
    apo_moves all, others;
    apo_move_list *rest = apo_moves_start(&others);
    if (apo_moves_legal(apo_moves_start(&all), pos) != APO_OK)
        return false;
    for (size_t i = 0; i < all.list.count; i++)
        if (!keeps_force(pos, &all.buf[i], moves, true))
            apo_move_list_add(rest, all.buf[i]);
    const apo_limits limits = {
        .nodes = SOLVE_NODES / 8, .moves = others.buf, .move_count = rest->count};
    if (rest->count == 0 || rest->count == all.list.count)
        return false;
    apo_decision made = think(f, pos, &limits);
    return made.has_move && made.score < APO_SCORE_ADVANTAGE - ADVANTAGE_LOST;
}

static bool find_stalemate(finder *f)
{
    apo_position pos;
    for (unsigned i = 0; i < TRIES; i++) {
        if (!make_position(f, &pos) || apo_position_point_result(&pos) != APO_QUARTERS_DRAW)
            continue;
        for (unsigned moves = 1; moves <= 3; moves++) {
            if (moves == 3 && apo_random_below(&f->random, 8) != 0)
                continue;
            if (!is_forced_in(&pos, moves, true, PROOF_NODES / 4) ||
                is_forced_in(&pos, moves, false, PROOF_NODES / 4))
                continue;
            uint64_t nodes = is_worth_it(f, &pos, moves) ? solve(f, &pos, moves, true) : 0;
            if (nodes == 0)
                break;
            print_problem(f, "stalemate", moves, nodes, &pos);
            return true;
        }
    }
    return false;
}

/* --- the program --------------------------------------------------------- */

int main(int count, char **arguments)
{
    const apo_engine_options options = {.hash_mb = 16};
    finder f = {.game = count > 1 ? arguments[1] : ""};
    uint32_t numbers[3] = {0};
    for (int i = 0; i < 3; i++)
        if (count != 5 ||
            !apo_span_number(apo_span_of(arguments[i + 2]), 1000000, &numbers[i])) {
            fputs("usage: bench_problems GAME SEED MATES STALEMATES\n", stderr);
            return 2;
        }
    apo_random_seed(&f.random, numbers[0]);
    if (apo_definition_open(&f.var, apo_span_of(f.game), NULL, NULL) != APO_OK ||
        apo_engine_new(&f.engine, &options) != APO_OK ||
        apo_engine_new_game(f.engine, f.var) != APO_OK) {
        fprintf(stderr, "no such game: %s\n", f.game);
        return 1;
    }
    for (uint32_t found = 0; found < numbers[1];)
        found += find_mate(&f);
    bool has_advantage = apo_variant_info_of(f.var)->has_advantage;
    for (uint32_t found = 0; has_advantage && found < numbers[2]; found++)
        if (!find_stalemate(&f))
            break;
    apo_engine_free(f.engine);
    apo_variant_free(f.var);
    return 0;
}
