/* Pieces that capture without going there, hold others fast, or swap with them: Ultima and what
 * came after it. From the texts of these games; everything is looked up on the board each
 * time. */
#include "wild.h"

#include <stdlib.h>
#include <string.h>

static bool is_enemy(const wild_position *pos, wild_square at, int side)
{
    int piece = wild_get(pos, at);
    return wild_is_piece(piece) && wild_side_of(piece) != side;
}

static bool is_friend(const wild_position *pos, wild_square at, int side)
{
    int piece = wild_get(pos, at);
    return wild_is_piece(piece) && wild_side_of(piece) == side;
}

static wild_square shift(wild_square at, int file, int rank)
{
    return wild_at(at.file + file, at.rank + rank);
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

/* Does a piece with the first letter do it to one with the second? A chameleon does to others
 * what they do. */
static bool does(const wild_game *game, const char *doers, char doer, char victim)
{
    return wild_has_letter(doers, doer) ||
           (wild_has_letter(game->imitate, doer) && wild_has_letter(doers, victim));
}

/* Pieces whose captures depend on how they move. */
static bool is_plain(const wild_game *game, char letter)
{
    const char *all[] = {game->withdraw, game->advance, game->pincer,     game->coordinate,
                         game->leap,     game->swap,    game->immobilise, game->imitate};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (wild_has_letter(all[i], letter))
            return false;
    return true;
}

bool wild_is_held(const wild_position *pos, wild_square at)
{
    char own = wild_letter(wild_get(pos, at));
    int side = wild_side_of(wild_get(pos, at));
    for (int file = -1; file <= 1; file++)
        for (int rank = -1; rank <= 1; rank++) {
            wild_square by = shift(at, file, rank);
            if (is_enemy(pos, by, side) &&
                does(pos->game, pos->game->immobilise, wild_letter(wild_get(pos, by)), own))
                return true;
        }
    return false;
}

/* Marks the piece there if it is an enemy to whom the mover does it. */
static void take(const wild_position *pos, const wild_move *move, const char *doers,
                 wild_square at, wild_map *out)
{
    char mover = wild_letter(wild_get(pos, move->from));
    int side = wild_side_of(wild_get(pos, move->from));
    if (is_enemy(pos, at, side) && !wild_is_same(at, move->to) &&
        does(pos->game, doers, mover, wild_letter(wild_get(pos, at))))
        out->is[at.rank][at.file] = true;
}

static void pinch(const wild_position *pos, const wild_move *move, wild_map *out)
{
    static const int steps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    char mover = wild_letter(wild_get(pos, move->from));
    bool is_straight = move->to.file == move->from.file || move->to.rank == move->from.rank;
    if (wild_has_letter(pos->game->imitate, mover) && !is_straight)
        return;
    for (int i = 0; i < 4; i++) {
        wild_square victim = shift(move->to, steps[i][0], steps[i][1]);
        wild_square ally = shift(victim, steps[i][0], steps[i][1]);
        if (is_friend(pos, ally, wild_side_of(wild_get(pos, move->from))) &&
            !wild_is_same(ally, move->from))
            take(pos, move, pos->game->pincer, victim, out);
    }
}

static void coordinate(const wild_position *pos, const wild_move *move, wild_map *out)
{
    int side = wild_side_of(wild_get(pos, move->from));
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            wild_square partner = wild_at(file, rank);
            if (!is_friend(pos, partner, side) || wild_is_same(partner, move->from) ||
                !wild_has_letter(pos->game->partner, wild_letter(wild_get(pos, partner))))
                continue;
            take(pos, move, pos->game->coordinate, wild_at(file, move->to.rank), out);
            take(pos, move, pos->game->coordinate, wild_at(move->to.file, rank), out);
        }
}

void wild_effect_captures(const wild_position *pos, const wild_move *move, wild_map *out)
{
    const wild_game *game = pos->game;
    int x = move->to.file - move->from.file, y = move->to.rank - move->from.rank;
    bool is_line = x == 0 || y == 0 || abs(x) == abs(y);
    if (is_plain(game, wild_letter(wild_get(pos, move->from))) || (x == 0 && y == 0))
        return;
    if (is_line) {
        take(pos, move, game->withdraw, shift(move->from, -sign(x), -sign(y)), out);
        take(pos, move, game->advance, shift(move->to, sign(x), sign(y)), out);
        for (wild_square at = shift(move->from, sign(x), sign(y)); !wild_is_same(at, move->to);
             at = shift(at, sign(x), sign(y)))
            take(pos, move, game->leap, at, out);
    }
    pinch(pos, move, out);
    coordinate(pos, move, out);
}

/* --- moves ---------------------------------------------------------------- */

static void add(wild_list *out, wild_square from, wild_square to, char act)
{
    wild_move move;
    memset(&move, 0, sizeof move);
    move.from = from;
    move.to = to;
    move.act = act;
    if (out->count < WILD_MOVES)
        out->of[out->count++] = move;
}

/* Over one enemy after the other, an empty square behind each. */
static void add_leaps(const wild_position *pos, wild_square from, int x, int y, wild_list *out)
{
    int piece = wild_get(pos, from);
    bool has_jumped = false;
    for (wild_square at = shift(from, x, y);; at = shift(at, x, y)) {
        int there = wild_get(pos, at);
        bool may_swap =
            has_jumped && is_enemy(pos, at, wild_side_of(piece)) &&
            does(pos->game, pos->game->swap, wild_letter(piece), wild_letter(there));
        if (may_swap)
            add(out, from, at, 'S');
        if (there == WILD_EMPTY) {
            if (has_jumped)
                add(out, from, at, '\0');
            continue;
        }
        if (!is_enemy(pos, at, wild_side_of(piece)) ||
            !does(pos->game, pos->game->leap, wild_letter(piece), wild_letter(there)) ||
            wild_get(pos, shift(at, x, y)) != WILD_EMPTY)
            return;
        has_jumped = true;
    }
}

static void add_swap(const wild_position *pos, wild_square from, int x, int y, wild_list *out)
{
    const wild_game *game = pos->game;
    int piece = wild_get(pos, from);
    wild_square at = shift(from, x, y);
    while (wild_get(pos, at) == WILD_EMPTY)
        at = shift(at, x, y);
    char letter = wild_letter(piece), there = wild_letter(wild_get(pos, at));
    if (is_friend(pos, at, wild_side_of(piece)) && wild_has_letter(game->swap, letter))
        add(out, from, at, 'S');
    if (!is_enemy(pos, at, wild_side_of(piece)) || !does(game, game->swap, letter, there))
        return;
    add(out, from, at, 'S');
    if (wild_is_same(at, shift(from, x, y)))
        add(out, from, at, 'D');
}

/* An imitator takes what captures as it moves as that piece would take it. */
static void add_imitations(const wild_position *pos, wild_square from, wild_list *out)
{
    int side = wild_side_of(wild_get(pos, from));
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            wild_square to = wild_at(file, rank);
            wild_position disguised = *pos;
            wild_map reach;
            char there = wild_letter(wild_get(pos, to));
            if (!is_enemy(pos, to, side) || !is_plain(pos->game, there))
                continue;
            disguised.at[from.rank][from.file] = there | (side ? WILD_BLACK : 0);
            wild_reach(&disguised, from, &reach);
            if (reach.is[rank][file])
                add(out, from, to, '\0');
        }
}

void wild_effect_moves(const wild_position *pos, wild_square from, wild_list *out)
{
    const wild_game *game = pos->game;
    char letter = wild_letter(wild_get(pos, from));
    bool imitates = wild_has_letter(game->imitate, letter);
    wild_map reach;
    out->count = 0;
    if (wild_is_held(pos, from)) {
        if (wild_has_letter(game->resigning, letter))
            add(out, from, from, 'R');
        return;
    }
    wild_reach(pos, from, &reach);
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++)
            if (reach.is[rank][file])
                add(out, from, wild_at(file, rank), '\0');
    for (int i = 0; i < 9; i++) {
        int x = i / 3 - 1, y = i % 3 - 1;
        if (i != 4 && (imitates || wild_has_letter(game->leap, letter)))
            add_leaps(pos, from, x, y, out);
        if (i != 4 && (imitates || wild_has_letter(game->swap, letter)))
            add_swap(pos, from, x, y, out);
    }
    if (imitates)
        add_imitations(pos, from, out);
}

bool wild_is_taken_by_effect(const wild_position *pos, wild_square square, int side)
{
    static wild_list moves; /* too large for the stack */
    wild_position turned = *pos;
    turned.side = !side;
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            if (!is_enemy(pos, wild_at(file, rank), side))
                continue;
            wild_effect_moves(&turned, wild_at(file, rank), &moves);
            for (size_t i = 0; i < moves.count; i++) {
                wild_map captured;
                wild_capture_squares(&turned, &moves.of[i], &captured);
                if (captured.is[square.rank][square.file])
                    return true;
            }
        }
    return false;
}

/* --- the rim --------------------------------------------------------------- */

static bool is_on_rim(const wild_game *game, wild_square at)
{
    const char *text = game->rim != NULL ? game->rim : "";
    wild_square square;
    while (wild_read_square(&text, &square))
        if (wild_is_same(square, at))
            return true;
    return false;
}

static int length_of(const wild_move *move)
{
    int x = abs(move->to.file - move->from.file), y = abs(move->to.rank - move->from.rank);
    return x > y ? x : y;
}

static int entered(const wild_game *game, const wild_move *move)
{
    int x = sign(move->to.file - move->from.file), y = sign(move->to.rank - move->from.rank);
    int count = 0;
    for (int i = 1; i <= length_of(move); i++)
        count += is_on_rim(game, shift(move->from, i * x, i * y)) ? 1 : 0;
    return count;
}

static bool swaps_back(const wild_position *pos, const wild_move *move)
{
    return move->act == 'S' && pos->is_swapped &&
           ((wild_is_same(move->from, pos->swapped[0]) &&
             wild_is_same(move->to, pos->swapped[1])) ||
            (wild_is_same(move->from, pos->swapped[1]) &&
             wild_is_same(move->to, pos->swapped[0])));
}

/* Of moves that capture the same, the one that enters the fewest squares of the rim is legal if
 * it is the only shortest one. */
bool wild_may_end_there(const wild_position *pos, const wild_move *move)
{
    static wild_list moves; /* too large for the stack */
    wild_map taken, nothing;
    if (swaps_back(pos, move))
        return false;
    if (!is_on_rim(pos->game, move->to) || move->act == 'S' || move->act == 'R')
        return true;
    memset(&nothing, 0, sizeof nothing);
    wild_capture_squares(pos, move, &taken);
    if (memcmp(&taken, &nothing, sizeof taken) == 0)
        return false;
    wild_effect_moves(pos, move->from, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        const wild_move *rival = &moves.of[i];
        wild_map other;
        wild_capture_squares(pos, rival, &other);
        if (memcmp(&taken, &other, sizeof taken) != 0 || rival->act == 'S' ||
            (wild_is_same(rival->to, move->to) && rival->act == move->act))
            continue;
        int own = entered(pos->game, move), its = entered(pos->game, rival);
        if (its < own || (its == own && length_of(rival) <= length_of(move)))
            return false;
    }
    return true;
}

void wild_note_swap(wild_position *pos, const wild_move *move)
{
    char mover = wild_letter(wild_get(pos, move->to));
    int other = wild_get(pos, move->from);
    pos->is_swapped = move->act == 'S' && wild_side_of(other) != pos->side &&
                      does(pos->game, pos->game->swap, wild_letter(other), mover);
    pos->swapped[0] = move->from;
    pos->swapped[1] = move->to;
}
