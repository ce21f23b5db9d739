/* The public interface to move generation: lists legal moves, plays one, tells what it
 * captures. */
#include "rules/kernel/generate.h"
#include "rules/kernel/make.h"
#include "rules/kernel/movegen.h"

apo_status apo_moves_legal(apo_move_list *list, const apo_position *pos)
{
    apo_position scratch;
    apo_position_copy_used(&scratch, pos);
    apo_list_legal(&scratch, list);
    return list->is_overflowed ? APO_E_OVERFLOW : APO_OK;
}

/* The types of the side to move that are shown as `type` is. */
static apo_types types_like(const apo_position *pos, unsigned type)
{
    unsigned shown = apo_type_shown(pos->var, type);
    apo_types types = apo_types_here(pos, pos->state.side), out = 0;
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);)
        if (apo_type_shown(pos->var, walk.type) == shown)
            out |= apo_type_bit(walk.type);
    return out;
}

apo_status apo_moves_like(apo_move_list *list, const apo_position *pos, apo_square from)
{
    apo_position scratch;
    apo_piece piece = from != APO_SQUARE_NONE ? pos->board[from] : APO_PIECE_EMPTY;
    /* What sifts compares all moves. */
    if (!apo_piece_is_real(piece) || pos->var->hooks.sift_count > 0)
        return apo_moves_legal(list, pos);
    apo_position_copy_used(&scratch, pos);
    if (!apo_position_is_over(&scratch))
        apo_list_unsifted_of(&scratch, list, types_like(pos, apo_piece_type(piece)));
    return list->is_overflowed ? APO_E_OVERFLOW : APO_OK;
}

apo_status apo_play(apo_position *pos, const apo_move *mv)
{
    apo_moves moves;
    apo_undo undo;
    apo_status status = apo_moves_legal(apo_moves_start(&moves), pos);
    if (status != APO_OK)
        return status;
    for (size_t i = 0; i < moves.list.count; i++)
        if (apo_move_same(&moves.buf[i], mv)) {
            apo_make(pos, mv, &undo);
            return APO_OK;
        }
    return APO_E_ILLEGAL;
}

bool apo_move_is_capture(const apo_position *pos, const apo_move *mv)
{
    const apo_kind *kind = pos->var->kinds[mv->kind];
    apo_set captured = {{0}};
    if (kind == NULL || kind->captures == NULL)
        return apo_piece_is_real(pos->board[mv->to]);
    kind->captures(pos, mv, &captured);
    return !apo_set_is_empty(&captured);
}

unsigned apo_move_captures(const apo_position *pos, const apo_move *mv, apo_square *out)
{
    const apo_kind *kind = pos->var->kinds[mv->kind];
    apo_set captured = {{0}};
    unsigned count = 0;
    if (kind != NULL && kind->captures != NULL)
        kind->captures(pos, mv, &captured);
    else if (apo_piece_is_real(pos->board[mv->to]))
        apo_set_add(&captured, mv->to);
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        for (uint64_t word = captured.words[i]; word != 0;)
            out[count++] = apo_word_pop(&word, i * 64);
    return count;
}
