#include "rules/kernel/board.h"

#include "base/mem.h"

void apo_board_clear(apo_position *pos, const apo_variant *var)
{
    memset(pos, 0, offsetof(apo_position, type_pieces));
    pos->var = var;
    for (unsigned side = 0; side < APO_SIDES; side++) {
        memset(apo_position_type_pieces(pos, side, 0, var->words), 0,
               apo_position_sets_size(var));
        memcpy(pos->by_side[side].line, var->line_blank,
               var->line_count * sizeof *var->line_blank);
    }
    for (unsigned sq = 0; sq < var->squares; sq++) {
        pos->board[sq] = apo_place_blank(var, (apo_square)sq);
        if (pos->board[sq] == APO_PIECE_EMPTY)
            continue;
        apo_set_add(&pos->occupied, (apo_square)sq);
        /* Holes are blank in line_blank already; transient squares are not. */
        if (apo_set_has(&var->real, (apo_square)sq))
            for (unsigned side = 0; side < APO_SIDES; side++)
                apo_board_flip_lines(pos, &var->square_lines[sq], side);
    }
    pos->board[var->squares] = APO_PIECE_VOID;
}
