#include "rules/kernel/make.h"

#include "base/mem.h"
#include "rules/kernel/board.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/rights.h"
#include "rules/kernel/rule.h"

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
    apo_reserve_receive(pos, piece);
    pos->state.halfmove_count = 0;
}

static void relocate(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    apo_piece piece = pos->board[mv->from], taken = pos->board[mv->to];
    apo_piece arrives =
        mv->promoted ? apo_piece_of(apo_piece_side(piece), mv->promoted) : piece;
    apo_make_set(pos, undo, mv->from, pos->var->vacated[mv->from]);
    apo_make_set(pos, undo, mv->to, arrives);
    if (apo_piece_is_real(taken) && mv->kind != APO_MOVE_CASTLING) {
        apo_reserve_receive(pos, taken);
        pos->state.halfmove_count = 0;
    }
    if (mv->promoted)
        apo_reserve_spend(pos, apo_piece_side(piece), mv->promoted);
}

/* Notes the squares passed by a multiple step of a type that leaves a trail. */
static void leave_trail(apo_position *pos, const apo_move *mv, unsigned type)
{
    const apo_variant *var = pos->var;
    int files = var->geometry.files;
    int by_file = mv->to % files - mv->from % files, by_row = mv->to / files - mv->from / files;
    int steps = by_row < 0 ? -by_row : by_row;
    if (by_file > steps || -by_file > steps)
        steps = by_file < 0 ? -by_file : by_file;
    if (steps < 2 || !apo_types_has(var->trail_types, type))
        return;
    pos->state.trail_piece = mv->to;
    pos->state.trail_step = (int16_t)((mv->to - mv->from) / steps);
    pos->state.trail_count = (uint8_t)(steps - 1);
    pos->state.trail_shown = apo_en_passant_shown(pos);
    pos->state.key ^= apo_key_of_state_trail(&pos->state);
}

static void clear_trail(apo_state *state)
{
    if (state->trail_count == 0)
        return;
    state->key ^= apo_key_of_state_trail(state);
    state->trail_piece = APO_SQUARE_NONE;
    state->trail_step = 0;
    state->trail_count = 0;
    state->trail_shown = 0;
}

/* Marks of unmoved pieces on squares that a move touched are gone. Returns true if there were
 * any. */
static bool drop_marks(apo_position *pos, const apo_undo *undo)
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

/* Launching rights also run out with the move number, and when the pocket is empty. */
static bool has_launching_ended(const apo_variant *var, const apo_state *before,
                                const apo_state *after)
{
    for (unsigned side = 0; side < APO_SIDES; side++)
        if (apo_rights_can_launch(var, before, side) &&
            !apo_rights_can_launch(var, after, side))
            return true;
    return false;
}

static void pass_turn(apo_state *state)
{
    if (state->turn == APO_TURN_SINGLE) {
        state->key ^= apo_key_of_side(APO_WHITE, APO_TURN_SINGLE) ^
                      apo_key_of_side(APO_BLACK, APO_TURN_SINGLE);
        state->move_number += state->side;
        state->side ^= 1;
        return;
    }
    apo_handicap_pass_turn(state);
}

void apo_make(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    const apo_variant *var = pos->var;
    apo_state *state = &pos->state;
    unsigned side = state->side, type = apo_piece_type(pos->board[mv->from]);
    undo->state = *state;
    undo->count = 0;
    state->key ^= apo_key_of_state_imitated(state);
    clear_trail(state);
    state->halfmove_count++;
    if (apo_types_has(var->pawns, type))
        state->halfmove_count = 0;
    relocate(pos, mv, undo);
    if (mv->kind != APO_MOVE_PLAIN)
        apo_rule_apply(pos, mv, undo);
    if (mv->launched)
        apo_launch_apply(pos, mv, undo);
    if (type == var->royal)
        state->king[side] = mv->to;
    if (var->joker != APO_TYPE_NONE)
        state->imitated[side] = apo_power_of(var, state, side, type);
    bool is_touched = drop_marks(pos, undo);
    pass_turn(state);
    if (is_touched || (var->launch.is_on && has_launching_ended(var, &undo->state, state)))
        apo_rights_settle(pos);
    if (var->trail_types != 0 && mv->kind == APO_MOVE_PLAIN)
        leave_trail(pos, mv, type);
    if (var->joker != APO_TYPE_NONE)
        apo_rights_settle_imitation(pos);
    state->key ^= apo_key_of_state_imitated(state);
}

uint64_t apo_make_foresee(const apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = pos->var;
    const apo_state *state = &pos->state;
    unsigned side = state->side;
    apo_piece piece = pos->board[mv->from], taken = pos->board[mv->to];
    apo_piece arrives =
        mv->promoted ? apo_piece_of(apo_piece_side(piece), mv->promoted) : piece;
    uint64_t key = state->key ^ apo_piece_key(var, piece, mv->from) ^
                   apo_piece_key(var, arrives, mv->to) ^
                   apo_key_of_side(side, APO_TURN_SINGLE) ^
                   apo_key_of_side(side ^ 1U, APO_TURN_SINGLE) ^ apo_key_of_state_trail(state);
    if (apo_piece_is_real(taken))
        key ^= apo_piece_key(var, taken, mv->to);
    if (state->imitation_shown) {
        uint8_t imitated[APO_SIDES] = {state->imitated[APO_WHITE], state->imitated[APO_BLACK]};
        imitated[side] = apo_power_of(var, state, side, apo_piece_type(piece));
        key ^= apo_key_of_state_imitated(state) ^
               apo_key_of_imitated(imitated[APO_WHITE], imitated[APO_BLACK]);
    }
    return key;
}

void apo_unmake(apo_position *pos, const apo_undo *undo)
{
    for (uint32_t i = undo->count; i-- > 0;)
        apo_board_set(pos, undo->squares[i].square, undo->squares[i].piece);
    pos->state = undo->state;
}
