/* Fire demons and jumping generals. From the text: a demon burns all enemies next to the square
 * where it stops, and any enemy that stops next to it; a demon that stops next to another is
 * burnt by that and burns nothing. A general captures along its lines over pieces of lower
 * rank, but a king or a prince only if nothing is between. */
#include "wild.h"

static bool is_piece_of(const wild_position *pos, wild_square at, int side)
{
    int piece = wild_get(pos, at);
    return wild_is_piece(piece) && wild_side_of(piece) == side;
}

static wild_square beside(wild_square at, int i)
{
    return wild_at(at.file + i / 3 - 1, at.rank + i % 3 - 1);
}

bool wild_is_burnt(const wild_position *pos, wild_square at, int side)
{
    if (pos->game->burners == NULL || !is_piece_of(pos, at, side))
        return false;
    for (int i = 0; i < 9; i++)
        if (is_piece_of(pos, beside(at, i), !side) &&
            wild_is_named(pos->game->burners, wild_get(pos, beside(at, i))))
            return true;
    return false;
}

void wild_mark_burnt(const wild_position *pos, const wild_move *move, wild_map *out)
{
    int mover = wild_get(pos, move->from);
    if (!wild_is_named(pos->game->burners, mover))
        return;
    /* The demon stands on its target, and its old square is empty. */
    wild_position after = *pos;
    after.at[move->from.rank][move->from.file] = WILD_EMPTY;
    after.at[move->to.rank][move->to.file] = mover;
    if (wild_is_burnt(&after, move->to, wild_side_of(mover)))
        return;
    for (int i = 0; i < 9; i++) {
        wild_square at = beside(move->to, i);
        if (is_piece_of(&after, at, !wild_side_of(mover)))
            out->is[at.rank][at.file] = true;
    }
}

static int rank_of(const wild_game *game, int piece)
{
    for (int rank = 1; rank < 5; rank++)
        if (wild_is_named(game->jumpers[rank], piece))
            return rank;
    return 0;
}

/* Does the piece slide by (x, y)? From the middle of an empty board, farther than an area. */
static bool slides(const wild_position *pos, int piece, int x, int y)
{
    wild_position empty = *pos;
    wild_square middle = wild_at(pos->game->files / 2, pos->game->ranks / 2);
    wild_map reach;
    for (int rank = 1; rank <= pos->game->ranks; rank++)
        for (int file = 0; file < pos->game->files; file++)
            empty.at[rank][file] = WILD_EMPTY;
    empty.at[middle.rank][middle.file] = piece;
    wild_reach(&empty, middle, &reach);
    return reach.is[middle.rank + 4 * y][middle.file + 4 * x];
}

static void jump(const wild_position *pos, wild_square from, wild_square next, wild_map *out)
{
    const wild_game *game = pos->game;
    int piece = wild_get(pos, from), side = wild_side_of(piece);
    int x = next.file - from.file, y = next.rank - from.rank;
    bool has_jumped = false;
    for (wild_square at = next; wild_get(pos, at) != WILD_NOWHERE;
         at = wild_at(at.file + x, at.rank + y)) {
        int there = wild_get(pos, at);
        if (there == WILD_EMPTY)
            continue;
        if (has_jumped && rank_of(game, there) != 4 && is_piece_of(pos, at, !side))
            out->is[at.rank][at.file] = true;
        if (rank_of(game, there) >= rank_of(game, piece))
            return;
        has_jumped = true;
    }
}

void wild_mark_jumps(const wild_position *pos, wild_square from, wild_map *out)
{
    int piece = wild_get(pos, from), own = rank_of(pos->game, piece);
    if (own == 0 || own == 4)
        return;
    for (int i = 0; i < 9; i++) {
        wild_square next = beside(from, i);
        if (i != 4 && slides(pos, piece, next.file - from.file, next.rank - from.rank))
            jump(pos, from, next, out);
    }
}
