#include "rules/kernel/board.h"
#include "rules/kernel/check.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/make.h"

/* --- one move ------------------------------------------------------------ */

enum apo_illegal apo_move_barred_after(const apo_position *pos, const apo_undo *undo)
{
    const apo_hooks *hooks = &pos->var->hooks;
    enum apo_illegal reason = APO_LEGAL;
    for (unsigned i = 0; reason == APO_LEGAL && i < hooks->bars_after_count; i++)
        reason = hooks->bars_after[i](pos, undo);
    return reason;
}

bool apo_move_is_safe(apo_position *pos, const apo_move *mv)
{
    apo_undo undo;
    unsigned side = pos->state.side;
    bool is_special_turn = pos->state.turn != APO_TURN_ORDINARY;
    apo_make(pos, mv, &undo);
    bool is_fine = !apo_is_hit(pos, pos->state.king[side], side ^ 1U) &&
                   (!is_special_turn || apo_move_barred_after(pos, &undo) == APO_LEGAL);
    apo_unmake(pos, &undo);
    return is_fine;
}

enum apo_illegal apo_move_barred(apo_position *pos, const apo_move *mv)
{
    const apo_hooks *hooks = &pos->var->hooks;
    enum apo_illegal reason = APO_LEGAL;
    for (unsigned i = 0; reason == APO_LEGAL && i < hooks->bars_count; i++)
        reason = hooks->bars[i](pos, mv);
    return reason;
}

/* --- the king ------------------------------------------------------------ */

/* A king lifted off its square to see which squares are safe for it: lines through its square
 * are open, and the other pieces have their powers after its move. */
typedef struct lifted_king {
    apo_square from;
    apo_piece piece;
    apo_powers powers;
} lifted_king;

static lifted_king lift_king(apo_position *pos)
{
    unsigned side = pos->state.side;
    apo_square from = pos->state.king[side];
    lifted_king king = {from, pos->board[from], pos->state.powers};
    apo_board_set(pos, from, pos->var->vacated[from]);
    apo_note_moved(&pos->state, pos->var, side, pos->var->royal);
    return king;
}

static void put_back(apo_position *pos, const lifted_king *king)
{
    apo_board_set(pos, king->from, king->piece);
    pos->state.powers = king->powers;
}

/* A piece captured on the target does not attack its own square and blocks no path to it, so
 * the target need not be cleared. */
static bool is_square_safe(const apo_position *pos, apo_square to)
{
    return !apo_is_hit(pos, to, pos->state.side ^ 1U);
}

bool apo_king_is_safe_on(apo_position *pos, apo_square to)
{
    lifted_king king = lift_king(pos);
    bool is_safe_there = is_square_safe(pos, to);
    put_back(pos, &king);
    return is_safe_there;
}

void apo_king_keep_safe(apo_position *pos, uint64_t *set)
{
    lifted_king king = lift_king(pos);
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = set[i]; word != 0;) {
            uint64_t bit = word & (~word + 1);
            if (!is_square_safe(pos, apo_word_pop(&word, i * 64)))
                set[i] ^= bit;
        }
    put_back(pos, &king);
}
