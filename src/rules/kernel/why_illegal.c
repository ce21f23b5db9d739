/* Why a move is not legal: slow, for people. */
#include "rules/kernel/attack.h"
#include "rules/kernel/board.h"
#include "rules/kernel/compiled.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/make.h"
#include "rules/kernel/movegen.h"
#include "rules/kernel/object.h"
#include "rules/kernel/preview.h"

static apo_verdict verdict(enum apo_illegal reason)
{
    return (apo_verdict){reason, APO_SQUARE_NONE, APO_TYPE_NONE};
}

static apo_verdict fail(enum apo_failing *out_how, enum apo_failing how,
                        enum apo_illegal reason)
{
    *out_how = how;
    return verdict(reason);
}

/* Keeps only the moves between the squares of `mv`. */
static void keep_ways(apo_move_list *list, const apo_variant *var, const apo_move *mv)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->moves[i].from == mv->from && list->moves[i].to == mv->to &&
            !apo_move_arrives(var, &list->moves[i]))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

/* True if both have the same additions to the way of a piece. */
static bool adds_same(const apo_move *a, const apo_move *b)
{
    return apo_move_becomes(a) == apo_move_becomes(b) &&
           apo_move_brings(a) == apo_move_brings(b);
}

static bool is_among(const apo_move_list *ways, const apo_move *mv)
{
    for (size_t i = 0; i < ways->count; i++)
        if (adds_same(&ways->moves[i], mv))
            return true;
    return false;
}

/* A special rule's reason to reject what the move adds; APO_LEGAL if none objects. */
static enum apo_illegal explain(const apo_position *pos, const apo_move *mv,
                                const apo_move_list *ways)
{
    const apo_hooks *hooks = &pos->var->hooks;
    enum apo_illegal reason = APO_LEGAL;
    for (unsigned i = 0; reason == APO_LEGAL && i < hooks->explain_count; i++)
        reason = hooks->explain[i](pos, mv, ways);
    return reason;
}

/* True if the piece could make this plain or special move if no king were in danger. */
static bool is_in_power(const apo_position *pos, const apo_move *mv, apo_move *out)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    *out = *mv;
    apo_preview_moves(list, pos, mv->from);
    for (size_t i = 0; i < list->count; i++)
        if (list->moves[i].to == mv->to) {
            *out = list->moves[i];
            apo_move_add(out, apo_move_becomes(mv), apo_move_brings(mv));
            return true;
        }
    return false;
}

/* True if only a piece of its own side, on the target, is in the piece's way. */
static bool is_own_in_way(const apo_position *pos, const apo_move *mv)
{
    apo_piece there = pos->board[mv->to];
    apo_position scratch;
    if (mv->from == mv->to || !apo_piece_is_real(there) ||
        apo_piece_side(there) != pos->state.side)
        return false;
    apo_position_copy_used(&scratch, pos);
    apo_board_set(&scratch, mv->to, apo_place_blank(pos->var, mv->to));
    bool is_move = apo_preview_reaches(&scratch, mv->from, mv->to);
    apo_board_set(&scratch, mv->to, (apo_piece)(there ^ 1U));
    return is_move || apo_preview_reaches(&scratch, mv->from, mv->to);
}

/* Makes the move on a copy and looks for a piece that could capture the king. */
static apo_verdict why_unsafe(const apo_position *pos, const apo_move *mv,
                              enum apo_failing *how)
{
    apo_position after;
    apo_undo undo;
    uint8_t power;
    unsigned side = pos->state.side;
    bool was_check = apo_position_is_check(pos);
    apo_position_copy_used(&after, pos);
    apo_make(&after, mv, &undo);
    apo_square attacker = apo_find_attacker(&after, after.state.king[side], side ^ 1U, &power);
    if (attacker != APO_SQUARE_NONE)
        return (apo_verdict){was_check ? APO_ILLEGAL_CHECK : APO_ILLEGAL_EXPOSES, attacker,
                             power};
    if (pos->state.turn != APO_TURN_ORDINARY) {
        enum apo_illegal reason = apo_move_barred_after(&after, &undo);
        if (reason != APO_LEGAL)
            return fail(how, APO_FAILING_BARS, reason);
    }
    return verdict(APO_ILLEGAL_POWER);
}

static apo_verdict check_squares_and_piece(const apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = pos->var;
    if (mv->from >= var->squares || mv->to >= var->squares)
        return verdict(APO_ILLEGAL_NO_SQUARE);
    apo_piece piece = pos->board[mv->from], there = pos->board[mv->to];
    if (!apo_piece_is_real(piece))
        return verdict(APO_ILLEGAL_EMPTY);
    if (apo_piece_side(piece) != pos->state.side)
        return verdict(APO_ILLEGAL_NOT_YOURS);
    if (there == APO_PIECE_VOID)
        return verdict(APO_ILLEGAL_NO_SQUARE);
    if (apo_row_now(pos, pos->state.side, apo_piece_type(piece)) == 0)
        return verdict(APO_ILLEGAL_NO_POWER);
    return verdict(APO_LEGAL);
}

bool apo_move_types_exist(const apo_variant *var, const apo_move *mv)
{
    unsigned most = var->info.type_count, brought = apo_move_brings(mv);
    return apo_move_becomes(mv) <= most && brought <= most && brought < APO_HELD_TYPES_MAX;
}

/* The reason that bars the move in a special turn, whatever piece it adds. */
static enum apo_illegal why_barred(const apo_position *pos, apo_move mv)
{
    apo_position scratch;
    apo_position_copy_used(&scratch, pos);
    mv = apo_move_bare(mv);
    return apo_move_barred(&scratch, &mv);
}

/* The reason if the rules leave no way at all to make the move. */
static enum apo_illegal why_no_way(const apo_position *pos, const apo_move *mv)
{
    apo_move buf[2 * APO_TYPES_MAX];
    apo_move_list ways = {buf, 2 * APO_TYPES_MAX, 0, false};
    apo_move_expand(pos, apo_move_bare(*mv), &ways);
    return ways.count > 0 ? APO_LEGAL : explain(pos, mv, &ways);
}

/* True for the move, whatever it adds, and for an arrival of the same type. */
static bool is_such(const apo_variant *var, const apo_move *listed, const apo_move *mv)
{
    return listed->from == mv->from && listed->to == mv->to &&
           (!apo_move_arrives(var, mv) || apo_move_brings(listed) == apo_move_brings(mv));
}

static bool has_such(const apo_move_list *list, const apo_variant *var, const apo_move *mv)
{
    for (size_t i = 0; i < list->count; i++)
        if (is_such(var, &list->moves[i], mv))
            return true;
    return false;
}

/* The reason of a rule that removed the move from a list: the one it gives for the move alone,
 * if it removes that too, else `reason`. */
static enum apo_illegal why_sifted_alone(apo_position *pos, const apo_move *mv,
                                         const apo_move_list *all, apo_rule_sift *sift,
                                         enum apo_illegal reason)
{
    apo_move buf[2 * APO_TYPES_MAX];
    apo_move_list alone = {buf, 2 * APO_TYPES_MAX, 0, false};
    for (size_t i = 0; i < all->count; i++)
        if (is_such(pos->var, &all->moves[i], mv))
            apo_move_list_add(&alone, all->moves[i]);
    enum apo_illegal own = sift(pos, &alone);
    return alone.count == 0 ? own : reason;
}

/* The reason if the move is legal but for the rules that sift; APO_LEGAL if it is not, or if
 * the game is over. */
static enum apo_illegal why_sifted(const apo_position *pos, const apo_move *mv)
{
    const apo_hooks *hooks = &pos->var->hooks;
    enum apo_illegal reason = APO_LEGAL;
    apo_moves moves, before;
    apo_move_list *list = apo_moves_start(&moves), *all = apo_moves_start(&before);
    apo_position scratch;
    apo_position_copy_used(&scratch, pos);
    apo_list_unsifted(&scratch, list);
    apo_list_unsifted(&scratch, all);
    if (!has_such(list, pos->var, mv))
        return APO_LEGAL;
    for (unsigned i = 0; i < hooks->sift_count && has_such(list, pos->var, mv); i++) {
        reason = hooks->sift[i](&scratch, list);
        if (!has_such(list, pos->var, mv))
            reason = why_sifted_alone(&scratch, mv, all, hooks->sift[i], reason);
    }
    return has_such(list, pos->var, mv) ? APO_LEGAL : reason;
}

/* An arrival: the rule that has it knows all reasons but the safety of the mover's king. */
static apo_verdict why_no_arrival(const apo_position *pos, const apo_move *mv,
                                  enum apo_failing *how)
{
    apo_position scratch;
    enum apo_illegal absent = pos->var->kinds[mv->kind]->why_absent(pos, mv);
    if (absent != APO_LEGAL)
        return verdict(absent);
    if (mv->to >= pos->var->squares || pos->board[mv->to] == APO_PIECE_VOID)
        return verdict(APO_ILLEGAL_NO_SQUARE);
    apo_position_copy_used(&scratch, pos);
    enum apo_illegal reason = apo_move_barred(&scratch, mv);
    if (reason != APO_LEGAL)
        return verdict(reason);
    if (apo_position_is_over(pos))
        return verdict(APO_ILLEGAL_OVER);
    apo_verdict safety = why_unsafe(pos, mv, how);
    return safety.reason == APO_ILLEGAL_POWER ? verdict(why_sifted(pos, mv)) : safety;
}

apo_verdict apo_move_judge(const apo_position *pos, const apo_move *mv, enum apo_failing *how)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_move real;
    *how = APO_FAILING;
    if (!apo_move_types_exist(pos->var, mv))
        return verdict(APO_ILLEGAL_POWER);
    if (apo_move_arrives(pos->var, mv))
        return why_no_arrival(pos, mv, how);
    apo_verdict first = check_squares_and_piece(pos, mv);
    if (first.reason != APO_LEGAL)
        return first;
    if (apo_position_is_over(pos))
        return verdict(APO_ILLEGAL_OVER);
    apo_moves_legal(list, pos);
    keep_ways(list, pos->var, mv);
    if (is_among(list, mv))
        return verdict(APO_LEGAL);
    enum apo_illegal reason = list->count > 0 ? explain(pos, mv, list) : APO_LEGAL;
    if (reason != APO_LEGAL)
        return fail(how, APO_FAILING_FORMS, reason);
    reason = why_sifted(pos, mv);
    if (reason != APO_LEGAL)
        return verdict(reason);
    if (!is_in_power(pos, mv, &real))
        return verdict(is_own_in_way(pos, mv) ? APO_ILLEGAL_OWN_PIECE : APO_ILLEGAL_POWER);
    if (pos->state.turn != APO_TURN_ORDINARY) {
        reason = why_barred(pos, real);
        if (reason != APO_LEGAL)
            return fail(how, APO_FAILING_BARS, reason);
    }
    apo_verdict safety = why_unsafe(pos, &real, how);
    if (safety.reason == APO_ILLEGAL_POWER)
        reason = why_no_way(pos, mv);
    return reason != APO_LEGAL ? fail(how, APO_FAILING_FORMS, reason) : safety;
}

apo_verdict apo_move_why_illegal(const apo_position *pos, const apo_move *mv)
{
    enum apo_failing how;
    return apo_move_judge(pos, mv, &how);
}
