/* What men attack and how far they reach: found once, used by all that follows. */
#include "rules/targets.h"
#include "search/evaluation_priv.h"

/* Whose men are looked at, and the power they have: a joker's is that of the type it imitates. */
typedef struct mover {
    unsigned side, type, power, row;
    bool has_quiet_leaps;
    const uint64_t *safe; /* squares that no enemy pawn attacks and no own man stands on */
    apo_press *press;     /* what is found */
    uint64_t *attacks;    /* of the type */
} mover;

/* A slide or hop that attacks, attacks the squares on its way too. */
static unsigned attack_modes(unsigned modes)
{
    return (modes & APO_LINE_CAPTURE ? APO_LINE_SLIDES : 0U) |
           (modes & APO_LINE_HOP_CAPTURE ? APO_LINE_HOP_MOVE | APO_LINE_HOP_CAPTURE : 0U) |
           (modes & APO_LINE_NEXT_CAPTURE ? APO_LINE_NEXT_MOVE | APO_LINE_NEXT_CAPTURE : 0U);
}

/* Lines that are no plain slides both ways. Returns the squares reached by moves alone. */
static unsigned attack_rare_line(unsigned words, const apo_position *pos, const apo_line_op *op,
                                 uint64_t *set)
{
    uint32_t us = pos->line[0][op->line], them = pos->line[1][op->line];
    const apo_line_view men = {us | them, us ^ them}, empty = {us | them, 0};
    unsigned quiet = 0;
    for (unsigned lower = 0; lower < 2; lower++) {
        apo_line_op attack = *op;
        attack.modes[lower] = (uint8_t)attack_modes(op->modes[lower]);
        uint32_t hits = apo_line_targets(pos, &attack, men, lower);
        apo_add_positions(words, pos->var, op->line, hits, set);
        quiet += (unsigned)__builtin_popcount(apo_line_targets(pos, op, empty, lower) & ~hits);
    }
    return quiet;
}

APO_INLINE void attack_walk(unsigned words, const apo_position *pos, const apo_walk_node *nodes,
                            unsigned count, uint64_t *set)
{
    for (unsigned i = 0; i < count;) {
        const apo_walk_node *node = &nodes[i];
        if (node->kind == APO_WALK_SLIDE) {
            apo_line_view view = apo_view_line(pos, APO_WHITE, node->square);
            view.enemies = pos->line[0][node->square] ^ pos->line[1][node->square];
            apo_add_positions(words, pos->var, node->square, apo_slide_targets(node, view),
                              set);
            i++;
            continue;
        }
        apo_man there = pos->board[node->square];
        if (node->modes != 0 && there != APO_MAN_VOID)
            set[node->square >> 6] |= (uint64_t)1 << (node->square & 63U);
        i = there == APO_MAN_EMPTY ? i + 1 : node->skip;
    }
}

/* The squares up to the first man both ways, that man's and the own one included. Places that do not
 * exist are among them where they end the line: no guard is a square, but a hole may be. */
APO_INLINE void attack_full_line(unsigned words, const apo_position *pos, unsigned line,
                                 unsigned position, uint64_t *set)
{
    const apo_line_view view = {pos->line[0][line] | pos->line[1][line], 0};
    const uint64_t *sets = pos->var->line_below + (size_t)line * APO_LINE_STRIDE * words;
    const uint64_t *high = sets + (apo_first_above(view, position) + 1) * words;
    const uint64_t *low = sets + apo_first_below(view, position) * words;
    for (unsigned i = 0; i < words; i++)
        set[i] |= high[i] ^ low[i];
}

/* The squares that a man attacks, own men on them included. Returns how many more it could move to
 * without a capture. */
APO_INLINE unsigned gather_attacks(unsigned words, const apo_evaluation *ev,
                                   const apo_position *pos, const mover *by, apo_square from,
                                   uint64_t *set)
{
    const apo_variant *var = ev->var;
    size_t index = apo_table_index(var, by->side, by->row, from);
    const apo_man_table *table = &var->tables[index];
    const uint64_t *capture = var->leap_capture + index * words;
    unsigned quiet = 0;
    for (unsigned i = 0; i < words; i++)
        set[i] = capture[i];
    for (unsigned i = 0; i < table->line_count; i++) {
        const apo_line_op *op = &var->line_ops[table->first_line + i];
        if (op->is_full)
            attack_full_line(words, pos, op->line, op->position, set);
        else
            quiet += attack_rare_line(words, pos, op, set);
    }
    if (table->walk_count > 0)
        attack_walk(words, pos, var->walk_nodes + table->first_walk, table->walk_count, set);
    if (table->path_count > 0)
        apo_add_paths(pos, by->side, var->paths + table->first_path, table->path_count, set);
    for (unsigned i = 0; i < words; i++)
        set[i] &= ~ev->alone[from].words[i];
    if (by->has_quiet_leaps) {
        const uint64_t *move = var->leap_move + index * words;
        for (unsigned i = 0; i < words; i++)
            quiet +=
                (unsigned)__builtin_popcountll(move[i] & ~capture[i] & ~pos->occupied.words[i]);
    }
    return quiet;
}

/* --- men, types, sides ---------------------------------------------------------------------------- */

/* What the men of a type do together. */
typedef struct deeds {
    unsigned count, reach, hits, pressers;
} deeds;

APO_INLINE void look_at_man(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                            const mover *by, apo_square sq, deeds *all)
{
    apo_press *sum = by->press;
    unsigned hits = 0;
    uint64_t set[APO_SET_WORDS_MAX];
    all->count++;
    all->reach += gather_attacks(words, ev, pos, by, sq, set);
    for (unsigned i = 0; i < words; i++) {
        all->reach += (unsigned)__builtin_popcountll(set[i] & by->safe[i]);
        hits += (unsigned)__builtin_popcountll(set[i] & sum->near[i]);
        sum->twice[i] |= set[i] & sum->lords[i];
        sum->lords[i] |= set[i];
        by->attacks[i] |= set[i];
    }
    all->hits += hits;
    all->pressers += hits > 0;
}

APO_INLINE void look_at_type(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                             mover *by)
{
    apo_press *sum = by->press;
    deeds all = {0, 0, 0, 0};
    by->power = by->type == ev->var->joker ? pos->state.imitated[by->side ^ 1U] : by->type;
    by->row = apo_row_now(pos, by->side, by->type);
    /* What a joker can do with a king's or a pawn's power is not worth a look. */
    if (by->row == 0 || !apo_types_has(ev->men, by->power))
        return;
    by->has_quiet_leaps = by->row < 32 && apo_types_has(ev->has_quiet_leaps, by->row);
    const uint64_t *men = apo_position_type_set(pos, by->side, by->type, words);
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = men[i]; word != 0;)
            look_at_man(words, ev, pos, by, apo_word_pop(&word, i * 64), &all);
    int more = (int)all.reach - (int)(all.count * ev->reach_mean[by->power]);
    sum->reach[0] += more * ev->weights.reach[by->power].opening;
    sum->reach[1] += more * ev->weights.reach[by->power].ending;
    sum->hits += (int)all.hits;
    sum->pressers += (int)all.pressers;
}

APO_INLINE void look_at_side(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                             unsigned side, const apo_pawn_entry *pawns, apo_press *sum)
{
    const apo_variant *var = ev->var;
    const apo_set *zone = &ev->zone[pos->state.king[side ^ 1U]];
    uint64_t safe[APO_SET_WORDS_MAX];
    mover by = {.side = side, .safe = safe, .press = sum};
    sum->reach[0] = sum->reach[1] = sum->hits = sum->pawns = 0;
    for (unsigned i = 0; i < words; i++) {
        uint64_t own = pos->men[side].words[i];
        uint64_t gone = pos->occupied.words[i] & ~(own | pos->men[side ^ 1U].words[i]);
        safe[i] = ~(own | pawns->attacks[side ^ 1U].words[i] | gone);
        sum->near[i] = zone->words[i] & ~gone;
        sum->lords[i] = sum->by[0][i] = pawns->attacks[side].words[i];
        sum->twice[i] = 0;
        sum->pawns += __builtin_popcountll(sum->lords[i] & sum->near[i]);
    }
    sum->pressers = sum->pawns;
    for (unsigned k = 0; k < ev->order_count; k++) {
        by.type = ev->order[k];
        by.attacks = sum->own[k];
        for (unsigned i = 0; i < words; i++)
            by.attacks[i] = 0;
        if (apo_types_has(pos->types[side], by.type))
            look_at_type(words, ev, pos, &by);
        for (unsigned i = 0; i < words; i++)
            sum->by[k + 1][i] = sum->lords[i];
    }
    size_t king = apo_table_index(var, side, var->royal, pos->state.king[side]);
    for (unsigned i = 0; i < words; i++)
        sum->all[i] = sum->lords[i] | var->leap_capture[king * words + i];
}

void apo_press_look(const apo_evaluation *ev, const apo_position *pos, unsigned side,
                    const apo_pawn_entry *pawns, apo_press *out)
{
    APO_BY_WORDS(ev->var->words, look_at_side, ev, pos, side, pawns, out);
}

APO_INLINE void add_lines(unsigned words, const apo_position *pos, apo_square sq, uint64_t *set)
{
    const apo_square_lines *lines = &pos->var->square_lines[sq];
    for (unsigned axis = 0; axis < APO_AXES; axis++)
        attack_full_line(words, pos, lines->line[axis], lines->position[axis], set);
}

void apo_open_lines(const apo_position *pos, apo_square sq, uint64_t *out)
{
    for (unsigned i = 0; i < pos->var->words; i++)
        out[i] = 0;
    APO_BY_WORDS(pos->var->words, add_lines, pos, sq, out);
}
