/* The targets of a piece on its square, as a set or just counted. Internal to this folder.
 *
 * Four forms, fastest first: leaps are masks; slides and hops read the pieces along a line as
 * one word; walks follow a tree of squares that must be empty; general paths test their
 * conditions. */
#ifndef APO_RULES_KERNEL_TARGETS_H
#define APO_RULES_KERNEL_TARGETS_H

#include "rules/kernel/attack.h"

/* The pieces along one line as the mover sees them; places that do not exist block. */
typedef struct apo_line_view {
    uint32_t blocked;
    uint32_t enemies;
} apo_line_view;

APO_INLINE apo_line_view apo_view_line(const apo_position *pos, unsigned side, unsigned line)
{
    uint32_t us = pos->by_side[side].line[line], them = pos->by_side[side ^ 1U].line[line];
    return (apo_line_view){us | them, them & ~us};
}

/* The first blocked position above or below `position`; the sentinels guarantee one. */
APO_INLINE unsigned apo_first_above(apo_line_view view, unsigned position)
{
    return position + 1 + (unsigned)__builtin_ctz(view.blocked >> (position + 1));
}

APO_INLINE unsigned apo_first_below(apo_line_view view, unsigned position)
{
    return 31U - (unsigned)__builtin_clz(view.blocked & (((uint32_t)1 << position) - 1));
}

/* Positions strictly above `low` up to `high`. */
APO_INLINE uint32_t apo_positions(unsigned low, unsigned high)
{
    return (((uint32_t)2 << high) - 1) & ~(((uint32_t)2 << low) - 1);
}

/* A line's two sentinels are always blocked, so a second scan must not go past them. */
APO_INLINE bool apo_is_piece_at(const apo_position *pos, unsigned line, unsigned position)
{
    const apo_variant *var = pos->var;
    return apo_piece_is_real(pos->board[var->line_squares[line * APO_LINE_STRIDE + position]]);
}

/* The target positions of one direction of a line operation. */
static inline uint32_t apo_line_targets(const apo_position *pos, const apo_line_op *op,
                                        apo_line_view view, unsigned lower)
{
    unsigned modes = op->modes[lower], at = op->position;
    if (modes == 0)
        return 0;
    unsigned first = lower ? apo_first_below(view, at) : apo_first_above(view, at);
    uint32_t empty = lower ? apo_positions(first, at - 1) : apo_positions(at, first - 1);
    uint32_t reach = lower
                         ? apo_positions(at > op->limit[1] ? at - op->limit[1] - 1U : 0, at - 1)
                         : apo_positions(at, at + op->limit[0]);
    uint32_t targets = 0;
    if (modes & APO_LINE_MOVE)
        targets |= empty & reach;
    if (modes & APO_LINE_CAPTURE)
        targets |= (uint32_t)1 << first & view.enemies & reach;
    if (modes <= APO_LINE_SLIDES || !apo_is_piece_at(pos, op->line, first))
        return targets;
    unsigned second = lower ? apo_first_below(view, first) : apo_first_above(view, first);
    uint32_t behind =
        lower ? apo_positions(second, first - 1) : apo_positions(first, second - 1);
    uint32_t next = (uint32_t)1 << (lower ? first - 1 : first + 1);
    uint32_t enemy = (uint32_t)1 << second & view.enemies;
    if (modes & APO_LINE_HOP_MOVE)
        targets |= behind;
    if (modes & APO_LINE_HOP_CAPTURE)
        targets |= enemy;
    if (modes & APO_LINE_NEXT_MOVE)
        targets |= behind & next;
    if (modes & APO_LINE_NEXT_CAPTURE)
        targets |= enemy & next;
    return targets;
}

/* Adds the squares at positions of a line (except its last sentinel) to a set, run by run. */
APO_INLINE void apo_add_positions(unsigned words, const apo_variant *var, unsigned line,
                                  uint32_t positions, uint64_t *set)
{
    const uint64_t *below = var->line_below + (size_t)line * APO_LINE_STRIDE * words;
    while (positions != 0) {
        unsigned from = (unsigned)__builtin_ctz(positions);
        unsigned to = from + (unsigned)__builtin_ctz(~(positions >> from));
        for (unsigned i = 0; i < words; i++)
            set[i] |= below[to * words + i] ^ below[from * words + i];
        positions &= ~(uint32_t)0 << to;
    }
}

APO_INLINE unsigned apo_count_full_line(apo_line_view view, unsigned at)
{
    unsigned above = apo_first_above(view, at), below = apo_first_below(view, at);
    return above - below - 2 + (view.enemies >> above & 1U) + (view.enemies >> below & 1U);
}

/* The target positions of a walk's slide from its start. */
APO_INLINE uint32_t apo_slide_targets(const apo_walk_node *node, apo_line_view view)
{
    unsigned at = node->position & 0x7FU, modes = node->modes;
    bool is_lower = node->position & 0x80U;
    unsigned first = is_lower ? apo_first_below(view, at) : apo_first_above(view, at);
    uint32_t empty = is_lower ? apo_positions(first, at - 1) : apo_positions(at, first - 1);
    return (modes & APO_LINE_MOVE ? empty : 0) |
           (modes & APO_LINE_CAPTURE ? (uint32_t)1 << first & view.enemies : 0);
}

APO_INLINE bool apo_may_end(apo_piece there, unsigned modes, unsigned side)
{
    if (there == APO_PIECE_EMPTY)
        return modes & APO_LINE_MOVE;
    return modes & APO_LINE_CAPTURE && apo_piece_is_real(there) && (there & 1U) != side;
}

static inline unsigned apo_count_walk(const apo_position *pos, unsigned side,
                                      const apo_walk_node *nodes, unsigned count)
{
    unsigned total = 0;
    uint64_t seen = 0;
    for (unsigned i = 0; i < count;) {
        const apo_walk_node *node = &nodes[i];
        if (node->kind == APO_WALK_SLIDE) {
            apo_line_view view = apo_view_line(pos, side, node->square);
            total += (unsigned)__builtin_popcount(apo_slide_targets(node, view));
            i++;
            continue;
        }
        apo_piece there = pos->board[node->square];
        if (node->modes != 0 && apo_may_end(there, node->modes, side)) {
            if (node->target == APO_WALK_UNIQUE)
                total++;
            else
                seen |= (uint64_t)1 << node->target;
        }
        i = there == APO_PIECE_EMPTY ? i + 1 : node->skip;
    }
    return total + (unsigned)__builtin_popcountll(seen);
}

APO_INLINE void apo_add_walk(unsigned words, const apo_position *pos, unsigned side,
                             const apo_walk_node *nodes, unsigned count, uint64_t *set)
{
    for (unsigned i = 0; i < count;) {
        const apo_walk_node *node = &nodes[i];
        if (node->kind == APO_WALK_SLIDE) {
            apo_line_view view = apo_view_line(pos, side, node->square);
            apo_add_positions(words, pos->var, node->square, apo_slide_targets(node, view),
                              set);
            i++;
            continue;
        }
        apo_piece there = pos->board[node->square];
        if (apo_may_end(there, node->modes, side))
            set[node->square >> 6] |= (uint64_t)1 << (node->square & 63U);
        i = there == APO_PIECE_EMPTY ? i + 1 : node->skip;
    }
}

/* True if the piece may end the path by an ordinary move or capture. */
static inline bool apo_path_ends(const apo_position *pos, const apo_general_path *path,
                                 unsigned side)
{
    apo_piece there = pos->board[path->to];
    if (there == APO_PIECE_EMPTY || path->to == path->from)
        return path->end & APO_END_MOVE;
    return path->end & APO_END_CAPTURE && apo_piece_is_real(there) &&
           apo_piece_side(there) != side;
}

/* Adds the targets of general paths that capture nothing in passing. */
static inline void apo_add_paths(const apo_position *pos, unsigned side,
                                 const apo_general_path *paths, unsigned count, uint64_t *set)
{
    for (unsigned i = 0; i < count; i++)
        if (paths[i].taken_count == 0 && apo_path_ends(pos, &paths[i], side) &&
            apo_path_is_open(pos, &paths[i], side))
            set[paths[i].to >> 6] |= (uint64_t)1 << (paths[i].to & 63U);
}

/* All targets of plain moves from `from` by a piece of `side` with the power of `row`. */
APO_INLINE void apo_gather_targets(unsigned words, const apo_position *pos, unsigned side,
                                   unsigned row, apo_square from, uint64_t *set)
{
    const apo_variant *var = pos->var;
    size_t index = apo_table_index(var, side, row, from);
    const apo_piece_table *table = &var->tables[index];
    const uint64_t *move = var->leap_move + index * words;
    const uint64_t *capture = var->leap_capture + index * words;
    for (unsigned i = 0; i < words; i++)
        set[i] = (move[i] & ~pos->occupied.words[i]) |
                 (capture[i] & pos->pieces[side ^ 1U].words[i]);
    for (unsigned i = 0; i < table->line_count; i++) {
        const apo_line_op *op = &var->line_ops[table->first_line + i];
        apo_line_view view = apo_view_line(pos, side, op->line);
        apo_add_positions(
            words, var, op->line,
            apo_line_targets(pos, op, view, 0) | apo_line_targets(pos, op, view, 1), set);
    }
    apo_add_walk(words, pos, side, var->walk_nodes + table->first_walk, table->walk_count, set);
    apo_add_paths(pos, side, var->paths + table->first_path, table->path_count, set);
}

/* True if the open path `index` of a piece with the power of `row` duplicates another move: an
 * earlier path, or, if it captures nothing in passing, an ordinary move. */
bool apo_path_is_repeated(const apo_position *pos, unsigned side, unsigned row, unsigned index);

/* Shifts every square of a set by `shift`. */
APO_INLINE void apo_shift_set(unsigned words, const uint64_t *in, int shift, uint64_t *out)
{
    if (shift >= 0) {
        unsigned by = (unsigned)shift & 63U, skip = (unsigned)shift >> 6;
        for (unsigned i = words; i-- > 0;) {
            uint64_t low = i >= skip ? in[i - skip] << by : 0;
            uint64_t carry = by > 0 && i > skip ? in[i - skip - 1] >> (64 - by) : 0;
            out[i] = low | carry;
        }
    } else {
        unsigned by = (unsigned)-shift & 63U, skip = (unsigned)-shift >> 6;
        for (unsigned i = 0; i < words; i++) {
            uint64_t low = i + skip < words ? in[i + skip] >> by : 0;
            uint64_t carry = by > 0 && i + skip + 1 < words ? in[i + skip + 1] << (64 - by) : 0;
            out[i] = low | carry;
        }
    }
}

/* Counts the moves of all pieces of a herd, which stand on `pieces`. */
APO_INLINE unsigned apo_count_herd(unsigned words, const apo_position *pos, unsigned side,
                                   const apo_herd *herd, const uint64_t *pieces)
{
    const uint64_t *sets = pos->var->herd_sets;
    unsigned total = 0;
    for (unsigned k = 0; k < herd->step_count; k++) {
        const apo_herd_step *step = &herd->steps[k];
        uint64_t at[APO_SET_WORDS_MAX], next[APO_SET_WORDS_MAX];
        for (unsigned i = 0; i < words; i++)
            at[i] = pieces[i] & sets[step->able + i];
        apo_shift_set(words, at, step->shift, next);
        if (step->modes & APO_LINE_CAPTURE)
            for (unsigned i = 0; i < words; i++)
                total +=
                    (unsigned)__builtin_popcountll(next[i] & pos->pieces[side ^ 1U].words[i]);
        if (!(step->modes & APO_LINE_MOVE))
            continue;
        for (unsigned left = step->limit;;) {
            for (unsigned i = 0; i < words; i++) {
                next[i] &= ~pos->occupied.words[i];
                total += (unsigned)__builtin_popcountll(next[i]);
                at[i] = next[i] & sets[step->able + i];
            }
            if (--left == 0)
                break;
            apo_shift_set(words, at, step->shift, next);
        }
    }
    return total;
}

/* The number of targets, by a table that is not ambiguous and has no general paths. */
APO_INLINE unsigned apo_count_targets(unsigned words, const apo_position *pos, unsigned side,
                                      const apo_piece_table *table, size_t index)
{
    const apo_variant *var = pos->var;
    unsigned total = 0;
    if (table->has_leaps) {
        const uint64_t *move = var->leap_move + index * words;
        const uint64_t *capture = var->leap_capture + index * words;
        for (unsigned i = 0; i < words; i++)
            total +=
                (unsigned)__builtin_popcountll((move[i] & ~pos->occupied.words[i]) |
                                               (capture[i] & pos->pieces[side ^ 1U].words[i]));
    }
    for (unsigned i = 0; i < table->line_count; i++) {
        const apo_line_op *op = &var->line_ops[table->first_line + i];
        apo_line_view view = apo_view_line(pos, side, op->line);
        if (op->is_full)
            total += apo_count_full_line(view, op->position);
        else
            total += (unsigned)__builtin_popcount(apo_line_targets(pos, op, view, 0) |
                                                  apo_line_targets(pos, op, view, 1));
    }
    if (table->walk_count > 0)
        total +=
            apo_count_walk(pos, side, var->walk_nodes + table->first_walk, table->walk_count);
    return total;
}

#endif
