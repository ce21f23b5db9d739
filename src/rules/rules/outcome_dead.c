/* Dead positions. There are two proofs; both may fail although the position is dead:
 *
 * - by material, without pawns: there is no mate on this board with the pieces that are left. A
 *   king is mated on a square only if a piece other than the enemy's king hits it there, and if
 *   each of its steps is covered or blocked. The attack tables say what could cover a square on
 *   some board, so the cover is never underestimated. It is tried for one piece besides the
 *   kings, and for any number of pieces that stand on squares of one colour and never leave it;
 * - by reach: only kings can move, and capture nothing, in all positions that they can reach.
 *   These are gone through, one by one. */
#include "rules/rules/outcome_dead.h"

#include "base/mem.h"
#include "rules/kernel/attack.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/make.h"
#include "rules/rules/list.h"
#include "rules/rules/outcome_data.h"

enum {
    STATES_MAX = 16384, /* of two kings and the side to move; two kings on 8x8 have 8,192 */
    DEAD_MOVES = 256
};

/* Rules that change neither the board nor the types of pieces, and end no game by themselves.
 */
static const uint64_t plain_rules =
    UINT64_C(1) << APO_RULE_PROMOTION | UINT64_C(1) << APO_RULE_CASTLING |
    UINT64_C(1) << APO_RULE_MULTI_STEP | UINT64_C(1) << APO_RULE_AREA |
    UINT64_C(1) << APO_RULE_RIVER | UINT64_C(1) << APO_RULE_OUTCOME |
    UINT64_C(1) << APO_RULE_VALUES;

bool apo_dead_allows(unsigned rule)
{
    return plain_rules >> rule & 1U;
}

/* True if only mate decides the game, and neither the board nor the types of pieces change. */
static bool is_plain(const apo_variant *var)
{
    if ((var->rules & ~plain_rules) != 0 || var->royal == APO_TYPE_NONE || var->untabled != 0)
        return false;
    for (unsigned sq = 0; sq < var->squares; sq++)
        if (var->geometry.place[sq] == APO_PLACE_TRANSIENT)
            return false;
    return true;
}

static bool has(const uint64_t *words, unsigned sq)
{
    return words[sq >> 6] >> (sq & 63U) & 1U;
}

/* The squares from which a piece may hit the target on some board. */
static const uint64_t *reach(const apo_variant *var, unsigned side, unsigned type,
                             unsigned target)
{
    return apo_reach_set(var->words, var, side, type, (apo_square)target, APO_REACH_ANY);
}

/* The steps that the king can make whatever else is on the board, if their target is empty. */
static const uint64_t *steps_of(const apo_variant *var, unsigned side, unsigned from)
{
    return var->leap_move + apo_table_index(var, side, var->royal, from) * var->words;
}

/* True if kings capture as they move and attacks between kings are mutual, so that a king never
 * gives check. */
static bool are_kings_even(const apo_variant *var)
{
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned sq = 0; sq < var->squares; sq++) {
            size_t at = apo_table_index(var, side, var->royal, sq) * var->words;
            const uint64_t *hits = reach(var, side ^ 1U, var->royal, sq);
            for (unsigned i = 0; i < var->words; i++)
                if (hits[i] != var->leap_capture[at + i] ||
                    var->leap_move[at + i] != var->leap_capture[at + i])
                    return false;
        }
    return true;
}

static unsigned colour_of(const apo_variant *var, unsigned sq)
{
    return (sq % var->geometry.files + sq / var->geometry.files) & 1U;
}

/* --- the cover of a king's steps ------------------------------------------ */

/* The pieces of the side that might mate: one of `type` on `at`, or any number of pieces on the
 * squares of `colour`. */
typedef struct cover {
    unsigned side;
    unsigned type; /* APO_TYPE_NONE: all pieces on one colour */
    unsigned at;
    unsigned colour;
} cover;

/* True if the pieces may take the square from a king that goes there, with their king on
 * `friend`. */
static bool is_covered(const apo_variant *var, const cover *by, unsigned friend, unsigned sq)
{
    if (friend == sq || has(reach(var, by->side, var->royal, sq), friend))
        return true;
    if (by->type == APO_TYPE_NONE)
        return colour_of(var, sq) == by->colour;
    return has(reach(var, by->side, by->type, sq), by->at);
}

/* True if the king on `king` could be without a step for some square of the enemy's king. */
static bool can_be_held(const apo_variant *var, const cover *by, unsigned king)
{
    const uint64_t *steps = steps_of(var, by->side ^ 1U, king);
    for (unsigned friend = 0; friend < var->squares; friend ++) {
        bool is_held = apo_set_has(&var->real, (apo_square) friend) && friend != king &&
                       !has(reach(var, by->side, var->royal, king), friend) &&
                       !(by->type != APO_TYPE_NONE && friend == by->at);
        for (unsigned i = 0; is_held && i < var->words; i++)
            for (uint64_t word = steps[i]; is_held && word != 0;)
                is_held = is_covered(var, by, friend, apo_word_pop(&word, i * 64));
        if (is_held)
            return true;
    }
    return false;
}

/* True if one piece of the type and its king might mate a bare king. */
static bool can_mate_alone(const apo_variant *var, unsigned side, unsigned type)
{
    cover by = {.side = side, .type = type};
    for (unsigned king = 0; king < var->squares; king++) {
        if (!apo_set_has(&var->real, (apo_square)king))
            continue;
        const uint64_t *hits = reach(var, side, type, king);
        for (by.at = 0; by.at < var->squares; by.at++)
            if (has(hits, by.at) && can_be_held(var, &by, king))
                return true;
    }
    return false;
}

/* --- pieces on one colour ------------------------------------------------- */

/* True if pieces of the type keep to the colour of their squares in all their moves. */
static bool keeps_colour(const apo_variant *var, unsigned side, unsigned type)
{
    for (unsigned sq = 0; sq < var->squares; sq++) {
        size_t index = apo_table_index(var, side, type, sq);
        const apo_piece_table *table = &var->tables[index];
        if (table->walk_count != 0 || table->path_count != 0 || table->unmoved_count != 0)
            return false;
        for (unsigned to = 0; to < var->squares; to++)
            if (colour_of(var, to) != colour_of(var, sq) &&
                (has(var->leap_move + index * var->words, to) ||
                 has(var->leap_capture + index * var->words, to) ||
                 has(reach(var, side, type, to), sq)))
                return false;
        for (unsigned i = 0; i < table->line_count; i++) {
            const apo_line_op *op = &var->line_ops[table->first_line + i];
            size_t at = (size_t)op->line * APO_LINE_STRIDE + op->position;
            unsigned next = var->line_squares[at + 1], last = var->line_squares[at - 1];
            if ((next < var->squares && colour_of(var, next) != colour_of(var, sq)) ||
                (last < var->squares && colour_of(var, last) != colour_of(var, sq)))
                return false;
        }
    }
    return true;
}

/* True if all pieces but the kings stand on squares of one colour, and stay there. */
static bool has_one_colour(const apo_position *pos, unsigned *out)
{
    const apo_variant *var = pos->var;
    unsigned colours = 0;
    for (unsigned sq = 0; sq < var->squares; sq++)
        if (apo_piece_is_real(pos->board[sq]) && apo_piece_type(pos->board[sq]) != var->royal)
            colours |= 1U << colour_of(var, sq);
    if (colours != 1 && colours != 2)
        return false;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (apo_type_walk walk = apo_type_walk_of(apo_types_here(pos, side));
             apo_type_walk_next(&walk);)
            if (walk.type != var->royal && !keeps_colour(var, side, walk.type))
                return false;
    *out = colours >> 1;
    return true;
}

/* True if pieces on squares of one colour might mate a king. A king on the other colour is not
 * in check. */
static bool can_mate_on_colour(const apo_variant *var, unsigned colour)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        cover by = {.side = side, .type = APO_TYPE_NONE, .colour = colour};
        for (unsigned king = 0; king < var->squares; king++)
            if (apo_set_has(&var->real, (apo_square)king) && colour_of(var, king) == colour &&
                can_be_held(var, &by, king))
                return true;
    }
    return false;
}

static unsigned count_pieces(const apo_position *pos)
{
    unsigned count = 0;
    for (unsigned i = 0; i < pos->var->words; i++)
        count += apo_word_count(pos->pieces[APO_WHITE].words[i]) +
                 apo_word_count(pos->pieces[APO_BLACK].words[i]);
    return count;
}

static bool is_dead_by_material(const apo_position *pos)
{
    const apo_variant *var = pos->var;
    unsigned colour;
    apo_types here = apo_types_here(pos, APO_WHITE) | apo_types_here(pos, APO_BLACK);
    if ((here & var->pawns) != 0 || !are_kings_even(var))
        return false;
    if (count_pieces(pos) == 3)
        for (unsigned side = 0; side < APO_SIDES; side++) {
            apo_types others = apo_types_here(pos, side) & ~apo_type_bit(var->royal);
            if (others != 0 && !can_mate_alone(var, side, apo_types_first(others)))
                return true;
        }
    return has_one_colour(pos, &colour) && !can_mate_on_colour(var, colour);
}

/* --- only kings move ------------------------------------------------------ */

typedef struct states {
    uint64_t seen[(size_t)2 * APO_SQUARES_MAX * APO_SQUARES_MAX / 64 + 1];
    unsigned count;
    uint32_t of[STATES_MAX]; /* (white king * squares + black king) * 2 + side to move */
} states;

static bool add_state(states *all, uint32_t state)
{
    if (all->seen[state >> 6] >> (state & 63U) & 1U)
        return true;
    if (all->count == STATES_MAX)
        return false;
    all->seen[state >> 6] |= UINT64_C(1) << (state & 63U);
    all->of[all->count++] = state;
    return true;
}

static void put_king(apo_position *pos, unsigned side, unsigned to)
{
    apo_undo undo;
    apo_move mv = {.from = pos->state.king[side], .to = (apo_square)to};
    pos->state.side = (uint8_t)side;
    if (mv.from != mv.to)
        apo_make(pos, &mv, &undo);
}

/* Adds what the side to move can reach; false if another move than a king's step to an empty
 * square is legal, or if it is mated. */
static bool add_steps(states *all, apo_position *pos)
{
    apo_move buffer[DEAD_MOVES];
    apo_move_list list = {.moves = buffer, .capacity = DEAD_MOVES};
    unsigned side = pos->state.side, squares = pos->var->squares;
    apo_square kings[APO_SIDES] = {pos->state.king[APO_WHITE], pos->state.king[APO_BLACK]};
    apo_list_legal(pos, &list);
    if (list.is_overflowed || (list.count == 0 && apo_position_is_check(pos)))
        return false;
    for (size_t i = 0; i < list.count; i++) {
        const apo_move *mv = &buffer[i];
        if (mv->kind != APO_MOVE_PLAIN || mv->from != kings[side] ||
            mv->promoted != APO_TYPE_NONE || apo_piece_is_real(pos->board[mv->to]))
            return false;
        unsigned white = side == APO_WHITE ? mv->to : kings[APO_WHITE];
        unsigned black = side == APO_BLACK ? mv->to : kings[APO_BLACK];
        if (!add_state(all, (uint32_t)((white * squares + black) * 2 + (side ^ 1U))))
            return false;
    }
    return true;
}

/* If a king comes to the other's first square, the other is moved away first; if they have
 * changed places, the proof is given up. */
static bool place_kings(apo_position *pos, unsigned white, unsigned black)
{
    if (pos->state.king[APO_BLACK] == white) {
        if (pos->state.king[APO_WHITE] == black)
            return false;
        put_king(pos, APO_BLACK, black);
    }
    put_king(pos, APO_WHITE, white);
    put_king(pos, APO_BLACK, black);
    return true;
}

/* True if the side to move has more moves than its king can make, so that another piece moves.
 * Saves the walk through the positions wherever the king only leaps. */
static bool others_move(const apo_position *pos, uint64_t move_count)
{
    const apo_variant *var = pos->var;
    unsigned side = pos->state.side, king = pos->state.king[side], steps = 0;
    const apo_piece_table *table = &var->tables[apo_table_index(var, side, var->royal, king)];
    if (table->walk_count != 0 || table->path_count != 0 || table->unmoved_count != 0 ||
        table->line_count != 0)
        return false;
    for (unsigned i = 0; i < var->words; i++)
        steps += apo_word_count(steps_of(var, side, king)[i]);
    return move_count > steps;
}

static bool is_dead_by_reach(const apo_position *pos)
{
    states all;
    apo_position scratch;
    unsigned squares = pos->var->squares;
    apo_position_copy_used(&scratch, pos);
    memset(&all.seen, 0, sizeof all.seen);
    all.count = 0;
    if (!add_steps(&all, &scratch))
        return false;
    for (unsigned i = 0; i < all.count; i++) {
        uint32_t kings = all.of[i] >> 1;
        apo_position_copy_used(&scratch, pos);
        if (!place_kings(&scratch, kings / squares, kings % squares))
            return false;
        scratch.state.side = (uint8_t)(all.of[i] & 1U);
        if (!add_steps(&all, &scratch))
            return false;
    }
    return true;
}

bool apo_is_dead(const apo_position *pos, uint64_t move_count)
{
    return is_plain(pos->var) && (is_dead_by_material(pos) ||
                                  (!others_move(pos, move_count) && is_dead_by_reach(pos)));
}
