/* Finding the pieces that attack a square. Internal to this folder.
 *
 * For every side, table row and target the variant holds a set: the squares from which a piece
 * of the row can hit the target on some board. Pieces on these squares are candidates; the
 * squares between decide. */
#ifndef APO_RULES_KERNEL_ATTACK_H
#define APO_RULES_KERNEL_ATTACK_H

#include "rules/kernel/compiled.h"
#include "rules/kernel/meet.h"

/* The squares between a piece and a target on one line. */
typedef struct apo_between_pieces {
    uint16_t line;
    uint8_t from, to;  /* positions on the line */
    uint8_t direction; /* from the piece to the target */
    uint32_t squares;  /* positions strictly between, a bit each */
    uint32_t pieces;   /* those that hold a piece or do not exist */
    uint32_t missing;  /* those that do not exist */
} apo_between_pieces;

/* The squares from which pieces of a row hit the target in one way; those of the next row
 * follow. */
APO_INLINE const uint64_t *apo_reach_set(unsigned words, const apo_variant *var, unsigned side,
                                         unsigned row, apo_square target,
                                         enum apo_reach_kind kind)
{
    return var->reach + apo_reach_index(var, side, row, target, kind) * words;
}

/* The types with pieces that hit the target on some board; all others can be skipped. The
 * changing type is not among them. */
APO_INLINE apo_types apo_types_reaching(unsigned words, const apo_position *pos, unsigned side,
                                        apo_square target)
{
    const apo_variant *var = pos->var;
    const uint64_t *reach = apo_reach_set(words, var, side, 0, target, APO_REACH_ANY);
    const uint64_t *pieces = apo_position_type_set(pos, side, 0, words);
    return apo_meeting_types(words, pieces, reach, NULL, var->info.type_count);
}

/* The two squares must share a line. */
APO_INLINE apo_between_pieces apo_between_along(const apo_position *pos, apo_square from,
                                                apo_square target)
{
    const apo_square_lines *a = &pos->var->square_lines[from];
    const apo_square_lines *b = &pos->var->square_lines[target];
    apo_between_pieces view;
    unsigned axis = 0;
    while (axis < APO_AXES - 1 && a->line[axis] != b->line[axis])
        axis++;
    view.line = a->line[axis];
    view.from = a->position[axis];
    view.to = b->position[axis];
    bool is_lower = view.to < view.from;
    unsigned low = is_lower ? view.to : view.from, high = is_lower ? view.from : view.to;
    view.direction = (uint8_t)(2 * axis + is_lower);
    view.squares = (((uint32_t)1 << high) - 1) & ~(((uint32_t)2 << low) - 1);
    uint32_t white = pos->by_side[APO_WHITE].line[view.line],
             black = pos->by_side[APO_BLACK].line[view.line];
    view.pieces = (white | black) & view.squares;
    view.missing = white & black & view.squares;
    return view;
}

/* True if a piece with these line captures hits the target across the squares between. */
APO_INLINE bool apo_hits_along(const apo_between_pieces *view, unsigned modes)
{
    if (view->pieces == 0)
        return modes & APO_LINE_CAPTURE;
    if ((view->pieces & (view->pieces - 1)) != 0 || view->missing != 0)
        return false;
    if (modes & APO_LINE_HOP_CAPTURE)
        return true;
    unsigned beside = view->to < view->from ? view->to + 1U : view->to - 1U;
    return modes & APO_LINE_NEXT_CAPTURE && view->pieces == (uint32_t)1 << beside;
}

/* Asks the rules that have the hook `hops`; few games have one. */
bool apo_ask_hops(const apo_position *pos, unsigned row, apo_square from, apo_square to,
                  apo_piece there);

/* False if a rule forbids a piece of `row` on `from` to capture on `to` over the pieces
 * between. */
APO_INLINE bool apo_may_hop(const apo_position *pos, unsigned row, apo_square from,
                            apo_square to)
{
    return pos->var->hooks.hops_count == 0 || apo_ask_hops(pos, row, from, to, APO_PIECE_EMPTY);
}

/* The conditional ways of a piece on `from` to hit `target`. */
const apo_attack_group *apo_attack_group_of(const apo_position *pos, unsigned side,
                                            unsigned row, apo_square target, apo_square from);

/* True if the board meets all conditions of a path for a piece of `side`, except those of its
 * end. */
bool apo_path_is_open(const apo_position *pos, const apo_general_path *path, unsigned side);

/* True if the piece of `side` on `from`, with the power of `row`, hits `target`. */
bool apo_piece_hits(const apo_position *pos, unsigned side, unsigned row, apo_square from,
                    apo_square target);

/* The current table row of a piece of `type` and `side`: its own, or for the changing type one
 * that depends on the position; 0 if it has none. */
APO_INLINE unsigned apo_row_now(const apo_position *pos, unsigned side, unsigned type)
{
    return type != pos->var->changing ? type : pos->state.powers.row[side];
}

/* The changing type as a set; empty if the side has no pieces of it. */
APO_INLINE apo_types apo_changing_bit(unsigned words, const apo_position *pos, unsigned side)
{
    unsigned type = pos->var->changing;
    uint64_t types[APO_TYPE_WORDS] = {0};
    unsigned word = apo_type_word(words, type);
    types[word] = pos->by_side[side].types[word] & (uint64_t)1 << (type & 63U);
    return apo_types_join(types);
}

/* True if the side has pieces whose moves and attacks are in no table. */
APO_INLINE bool apo_has_untabled(const apo_position *pos, unsigned side)
{
    return apo_has_type(pos, side, pos->var->untabled);
}

/* The square of a piece of `by`, of the untabled type, that hits the square; APO_SQUARE_NONE if
 * none. */
apo_square apo_find_untabled(const apo_position *pos, apo_square target, unsigned by,
                             uint8_t *out_power);

/* The same, of the pieces in this set alone. */
apo_square apo_find_untabled_among(const apo_position *pos, apo_square target, unsigned by,
                                   const uint64_t *pieces, uint8_t *out_power);

/* An enemy piece that hits the square, with the type whose power it uses; APO_SQUARE_NONE if
 * there is none or `target` is not a square. */
apo_square apo_find_attacker(const apo_position *pos, apo_square target, unsigned by,
                             uint8_t *out_power);

#endif
