#include "rules/kernel/make.h"

#include "base/mem.h"
#include "rules/kernel/board.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/rights.h"

void apo_make_set(apo_position *pos, apo_undo *undo, apo_square sq, apo_piece piece)
{
    apo_piece old = pos->board[sq];
    undo->squares[undo->count].square = sq;
    undo->squares[undo->count++].piece = old;
    if (apo_piece_is_real(old))
        pos->state.key ^= apo_piece_key(pos->var, old, sq);
    if (apo_piece_is_real(piece))
        pos->state.key ^= apo_piece_key(pos->var, piece, sq);
    apo_board_set(pos, sq, piece);
}

void apo_make_capture(apo_position *pos, apo_undo *undo, apo_square sq)
{
    apo_piece piece = pos->board[sq];
    apo_make_set(pos, undo, sq, pos->var->vacated[sq]);
    APO_CALL_HOOKS(pos->var, captured, pos, piece);
    pos->state.halfmove_count = 0;
}

void apo_make_relocate(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    apo_piece piece = pos->board[mv->from];
    apo_piece arrives = apo_move_becomes(mv)
                            ? apo_piece_of(apo_piece_side(piece), apo_move_becomes(mv))
                            : piece;
    apo_make_set(pos, undo, mv->from, pos->var->vacated[mv->from]);
    apo_piece taken =
        pos->board[mv->to]; /* not the piece itself, if it returns to its square */
    apo_make_set(pos, undo, mv->to, arrives);
    if (apo_piece_is_real(taken)) {
        APO_CALL_HOOKS(pos->var, captured, pos, taken);
        pos->state.halfmove_count = 0;
    }
}

/* Removes the marks of unmoved pieces on squares that a move touched. Returns true if there
 * were any. */
static bool clear_marks(apo_position *pos, const apo_undo *undo)
{
    bool is_touched = false;
    for (unsigned i = 0; i < undo->count; i++) {
        apo_square sq = undo->squares[i].square;
        if (!apo_set_has(&pos->state.unmoved, sq))
            continue;
        apo_set_remove(&pos->state.unmoved, sq);
        pos->state.key ^= apo_key_of_unmoved(sq);
        is_touched = true;
    }
    return is_touched;
}

/* True if the turn just made has ended some rights. */
static bool has_lapsed(const apo_position *pos, const apo_undo *undo)
{
    bool is_any = false;
    for (unsigned i = 0; i < pos->var->hooks.lapsed_count; i++)
        is_any |= pos->var->hooks.lapsed[i](pos, undo);
    return is_any;
}

static void pass_turn(const apo_variant *var, apo_state *state)
{
    if (state->turn == APO_TURN_ORDINARY) {
        state->key ^= apo_key_of_side(APO_WHITE, APO_TURN_ORDINARY) ^
                      apo_key_of_side(APO_BLACK, APO_TURN_ORDINARY);
        state->move_number += state->side;
        state->side ^= 1;
        return;
    }
    APO_CALL_HOOKS(var, pass_turn, state);
}

void apo_make(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    const apo_variant *var = pos->var;
    apo_state *state = &pos->state;
    unsigned side = state->side, type = apo_move_type(pos, mv);
    undo->state = *state;
    undo->count = 0;
    APO_CALL_HOOKS(var, forget, state);
    state->halfmove_count++;
    if (apo_types_hold(&var->restarting, type))
        state->halfmove_count = 0;
    if (mv->kind == APO_MOVE_PLAIN)
        apo_make_relocate(pos, mv, undo);
    else
        var->kinds[mv->kind]->apply(pos, mv, undo);
    if (apo_move_becomes(mv) | apo_move_puts_piece(mv))
        APO_CALL_HOOKS(var, supply, pos, mv, undo);
    if (type == var->royal)
        state->king[side] = mv->to;
    APO_CALL_HOOKS(var, aftermath, pos, mv, undo);
    apo_note_moved(state, var, side, type);
    bool is_touched = clear_marks(pos, undo);
    pass_turn(var, state);
    if (is_touched || has_lapsed(pos, undo))
        apo_rights_settle(pos);
    APO_CALL_HOOKS(var, settle, pos, mv, type);
}

uint64_t apo_make_foresee(const apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = pos->var;
    const apo_state *state = &pos->state;
    unsigned side = state->side;
    apo_piece piece = pos->board[mv->from], taken = pos->board[mv->to];
    apo_piece arrives = apo_move_becomes(mv)
                            ? apo_piece_of(apo_piece_side(piece), apo_move_becomes(mv))
                            : piece;
    uint64_t key = state->key ^ apo_piece_key(var, piece, mv->from) ^
                   apo_piece_key(var, arrives, mv->to) ^
                   apo_key_of_side(side, APO_TURN_ORDINARY) ^
                   apo_key_of_side(side ^ 1U, APO_TURN_ORDINARY);
    if (apo_piece_is_real(taken) && mv->to != mv->from)
        key ^= apo_piece_key(var, taken, mv->to);
    for (unsigned i = 0; i < var->hooks.foresee_count; i++)
        key ^= var->hooks.foresee[i](pos, mv, apo_piece_type(piece));
    return key;
}

void apo_unmake(apo_position *pos, const apo_undo *undo)
{
    for (uint32_t i = undo->count; i-- > 0;)
        apo_board_set(pos, undo->squares[i].square, undo->squares[i].piece);
    pos->state = undo->state;
}

/* --- paths that capture pieces in passing -------------------------------- */

static void apply_path(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    const apo_general_path *path = &pos->var->paths[mv->arg];
    apo_make_relocate(pos, mv, undo);
    for (unsigned i = 0; i < path->taken_count; i++)
        apo_make_capture(pos, undo, path->taken[i]);
}

static void add_captures_of_path(const apo_position *pos, const apo_move *mv, apo_set *out)
{
    const apo_general_path *path = &pos->var->paths[mv->arg];
    if (apo_piece_is_real(pos->board[mv->to]))
        apo_set_add(out, mv->to);
    for (unsigned i = 0; i < path->taken_count; i++)
        apo_set_add(out, path->taken[i]);
}

const apo_kind apo_kind_path = {
    .number = APO_MOVE_PATH, .apply = apply_path, .captures = add_captures_of_path};
