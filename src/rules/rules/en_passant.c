/* Rule: en passant
 * Also called: e.p., capturing in passing
 * Section: pieces
 * Text: A piece that has just moved more than one square by a multiple step may, on the very
 *   next turn only, be captured by an enemy piece of the right kind that could capture on one
 *   of the squares it passed over.
 * Source: rules 1.5, 3 (Pawns); a double turn's second move ends the right [decided]
 * Keys: the letter e in a piece's moves ("fceF"), and what leaves a trail: "*", "n",
 *   [multi-step]
 * State: the trail (FEN field ep)
 * Tests: tests/rules/en_passant.spec */
#include "rules/kernel/key_of.h"
#include "rules/kernel/make.h"
#include "rules/kernel/rule.h"

static const uint64_t *reach_of(const apo_position *pos, unsigned type, apo_square sq)
{
    const apo_variant *var = pos->var;
    size_t index = ((size_t)pos->state.side * APO_TYPES_MAX + type) * var->squares + sq;
    return var->en_passant_reach + index * var->words;
}

/* The pieces of the side to move that could capture on a passed square, into `out`. */
static bool find_capturers(const apo_position *pos, apo_square sq, apo_set *out)
{
    const apo_variant *var = pos->var;
    unsigned side = pos->state.side;
    uint64_t any = 0;
    *out = (apo_set){{0}};
    if (apo_piece_side(pos->board[pos->state.trail_piece]) == side)
        return false; /* the second move of a double turn */
    for (uint32_t rest = var->en_passant_types & pos->types[side]; rest != 0;
         rest &= rest - 1) {
        unsigned type = (unsigned)__builtin_ctz(rest);
        const uint64_t *pieces = apo_position_type_set(pos, side, type, var->words);
        const uint64_t *reach = reach_of(pos, type, sq);
        for (unsigned i = 0; i < var->words; i++)
            any |= out->words[i] |= pieces[i] & reach[i];
    }
    return any != 0 && pos->board[sq] == APO_PIECE_EMPTY;
}

uint16_t apo_en_passant_shown(const apo_position *pos)
{
    apo_set capturers;
    uint16_t shown = 0;
    for (unsigned i = 0; i < pos->state.trail_count; i++)
        if (find_capturers(pos, apo_state_trail_square(&pos->state, i), &capturers))
            shown = (uint16_t)(shown | 1U << i);
    return shown;
}

void apo_en_passant_generate(apo_position *pos, apo_move_list *list, apo_check *check)
{
    (void)check;
    const apo_state *state = &pos->state;
    apo_set capturers;
    for (unsigned i = 0; i < state->trail_count; i++) {
        apo_square sq = apo_state_trail_square(state, i);
        if (!(state->trail_shown >> i & 1U) || !find_capturers(pos, sq, &capturers))
            continue;
        for (unsigned w = 0; w < pos->var->words; w++)
            for (uint64_t word = capturers.words[w]; word != 0;) {
                apo_move mv = {
                    .from = apo_word_pop(&word, w * 64), .to = sq, .kind = APO_MOVE_EN_PASSANT};
                apo_move_expand(pos, mv, list);
            }
    }
}

void apo_en_passant_apply(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    (void)mv;
    apo_make_capture(pos, undo, undo->state.trail_piece);
}
