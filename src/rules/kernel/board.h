/* The only primitive that changes the board: it sets the content of a place. Make, unmake and
 * setup all use it, so the derived sets always agree. Internal to this folder. */
#ifndef APO_RULES_KERNEL_BOARD_H
#define APO_RULES_KERNEL_BOARD_H

#include "rules/kernel/compiled.h"

static inline void apo_board_flip_lines(apo_position *pos, const apo_square_lines *at,
                                        unsigned side)
{
    uint32_t *line = pos->by_side[side].line;
    for (unsigned axis = 0; axis < APO_AXES; axis++)
        line[at->line[axis]] ^= (uint32_t)1 << at->position[axis];
}

/* Takes the real piece on `sq` out of all derived sets. */
static inline void apo_board_lift(apo_position *pos, apo_square sq, apo_piece piece)
{
    const apo_variant *var = pos->var;
    unsigned side = apo_piece_side(piece), type = apo_piece_type(piece);
    uint64_t bit = (uint64_t)1 << (sq & 63U);
    pos->occupied.words[sq >> 6] ^= bit;
    pos->pieces[side].words[sq >> 6] ^= bit;
    apo_position_type_pieces(pos, side, type, var->words)[sq >> 6] ^= bit;
    pos->by_side[side].types[type >> 6] &=
        ~((uint64_t)(--pos->by_side[side].type_count[type] == 0) << (type & 63U));
    apo_board_flip_lines(pos, &var->square_lines[sq], side);
}

/* Puts a real piece on `sq`, an empty square, into all derived sets. */
static inline void apo_board_land(apo_position *pos, apo_square sq, apo_piece piece)
{
    const apo_variant *var = pos->var;
    unsigned side = apo_piece_side(piece), type = apo_piece_type(piece);
    uint64_t bit = (uint64_t)1 << (sq & 63U);
    pos->occupied.words[sq >> 6] ^= bit;
    pos->pieces[side].words[sq >> 6] ^= bit;
    apo_position_type_pieces(pos, side, type, var->words)[sq >> 6] ^= bit;
    pos->by_side[side].types[type >> 6] |= (uint64_t)1 << (type & 63U);
    pos->by_side[side].type_count[type]++;
    apo_board_flip_lines(pos, &var->square_lines[sq], side);
}

/* A place ceases to exist, or exists again: it counts as a piece of both sides on its lines. */
static inline void apo_board_flip_void(apo_position *pos, apo_square sq)
{
    pos->occupied.words[sq >> 6] ^= (uint64_t)1 << (sq & 63U);
    apo_board_flip_lines(pos, &pos->var->square_lines[sq], APO_WHITE);
    apo_board_flip_lines(pos, &pos->var->square_lines[sq], APO_BLACK);
}

/* Replaces what is on a place by `piece` (a piece, empty, or void). */
static inline void apo_board_set(apo_position *pos, apo_square sq, apo_piece piece)
{
    apo_piece old = pos->board[sq];
    pos->board[sq] = piece;
    if (apo_piece_is_real(old))
        apo_board_lift(pos, sq, old);
    else if (old == APO_PIECE_VOID)
        apo_board_flip_void(pos, sq);
    if (apo_piece_is_real(piece))
        apo_board_land(pos, sq, piece);
    else if (piece == APO_PIECE_VOID)
        apo_board_flip_void(pos, sq);
}

/* Sets up an empty board with all its derived sets: holes and transient squares do not
 * exist. */
void apo_board_clear(apo_position *pos, const apo_variant *var);

#endif
