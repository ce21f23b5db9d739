/* Perpetual chase, from its text: a move newly attacks a piece that could be taken without
 * being taken back, or that is worth more than its attacker. */
#include "wild.h"

#include <string.h>

static int worth_of(const wild_game *game, char letter)
{
    int worth = 0;
    for (const char *at = game->worths; at != NULL && *at != '\0'; at++) {
        if (*at >= '0' && *at <= '9')
            worth = *at - '0';
        else if (*at == letter)
            return worth;
    }
    return 0;
}

/* The moves of a side, as if it were to move. */
static void list_for(const wild_position *pos, int side, wild_list *out)
{
    wild_position turned = *pos;
    turned.side = side;
    wild_legal(&turned, out);
}

static bool can_go(const wild_position *pos, wild_square from, wild_square to)
{
    static wild_list list; /* too large for the stack */
    list_for(pos, wild_side_of(wild_get(pos, from)), &list);
    for (size_t i = 0; i < list.count; i++)
        if (wild_is_same(list.of[i].from, from) && wild_is_same(list.of[i].to, to))
            return true;
    return false;
}

static wild_position after_capture(const wild_position *pos, wild_square from, wild_square to)
{
    wild_position after = *pos;
    int piece = wild_get(pos, from);
    after.at[from.rank][from.file] = WILD_EMPTY;
    after.at[to.rank][to.file] = piece;
    after.side = !wild_side_of(piece);
    return after;
}

static bool can_take_back(const wild_position *pos, wild_square from, wild_square to)
{
    static wild_list list;
    wild_position after = after_capture(pos, from, to);
    wild_legal(&after, &list);
    for (size_t i = 0; i < list.count; i++)
        if (wild_is_same(list.of[i].to, to))
            return true;
    return false;
}

static bool wins(const wild_position *pos, wild_square from, wild_square to)
{
    const wild_game *game = pos->game;
    int taken = wild_get(pos, to), side = wild_side_of(taken);
    char taker = wild_letter(wild_get(pos, from)), victim = wild_letter(taken);
    bool is_home = wild_own_rank(game, side, to.rank) <= game->chase_home;
    if (!wild_has_letter(game->chasers, taker) || victim == game->royal ||
        (wild_has_letter(game->chased_freely, victim) && is_home) || !can_go(pos, from, to))
        return false;
    if (worth_of(game, victim) > worth_of(game, taker))
        return true;
    return !(taker == victim && can_go(pos, to, from)) && !can_take_back(pos, from, to);
}

/* Something reaches the square, even if it may not take back. */
static bool is_covered(const wild_position *pos, wild_square from, wild_square to)
{
    wild_position after = after_capture(pos, from, to);
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            wild_map reach;
            int piece = after.at[rank][file];
            if (!wild_is_piece(piece) || wild_side_of(piece) != after.side)
                continue;
            memset(&reach, 0, sizeof reach);
            wild_reach(&after, wild_at(file, rank), &reach);
            if (reach.is[to.rank][to.file])
                return true;
        }
    return false;
}

static bool is_straight(wild_square a, wild_square b, wild_square c)
{
    return (b.file - a.file) * (c.rank - a.rank) == (b.rank - a.rank) * (c.file - a.file);
}

/* Where the last move came from and went to, by the two boards. */
static void find_move(const wild_position *before, const wild_position *after,
                      wild_square *from, wild_square *to)
{
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            if (before->at[rank][file] == after->at[rank][file])
                continue;
            if (after->at[rank][file] == WILD_EMPTY)
                *from = wild_at(file, rank);
            else
                *to = wild_at(file, rank);
        }
}

static bool is_chased(const wild_position *after, wild_square from, wild_square to)
{
    const wild_position *before = after - 1;
    wild_square left = {0, 0}, came = {0, 0}, was = from;
    find_move(before, after, &left, &came);
    if (!wins(after, from, to))
        return false;
    if (wild_is_same(from, came)) {
        if (!is_straight(left, came, to))
            return true;
        was = left;
    }
    if (!can_go(before, was, to))
        return true;
    return !wins(before, was, to) && is_covered(after, from, to);
}

static bool is_attacked_anew(const wild_position *after, wild_square to)
{
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            int piece = after->at[rank][file];
            if (wild_is_piece(piece) && wild_side_of(piece) != after->side &&
                is_chased(after, wild_at(file, rank), to))
                return true;
        }
    return false;
}

/* Follows one piece, which stands there at the end, back through all moves of the chaser. */
static bool is_always_chased(const wild_position *first, const wild_position *last, int chaser,
                             wild_square at)
{
    for (const wild_position *pos = last; pos > first; pos--) {
        wild_square left = {0, 0}, came = {0, 0};
        if (pos->side != chaser && !is_attacked_anew(pos, at))
            return false;
        find_move(pos - 1, pos, &left, &came);
        if (wild_is_same(at, came))
            at = left;
    }
    return true;
}

bool wild_has_always_chased(const wild_position *first, const wild_position *last, int side)
{
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            int piece = last->at[rank][file];
            if (wild_is_piece(piece) && wild_side_of(piece) != side &&
                is_always_chased(first, last, side, wild_at(file, rank)))
                return true;
        }
    return false;
}
