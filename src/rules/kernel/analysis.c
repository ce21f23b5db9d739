#include "rules/kernel/analysis.h"

#include "base/mem.h"
#include "rules/kernel/attack.h"

static void add_to(uint64_t *set, apo_square sq)
{
    set[sq >> 6] |= (uint64_t)1 << (sq & 63U);
}

/* Adds the squares at these positions of a line. */
static void add_positions(const apo_watch *at, const apo_between_pieces *view,
                          uint32_t positions, uint64_t *set)
{
    const uint16_t *squares = at->pos->var->line_squares + (size_t)view->line * APO_LINE_STRIDE;
    for (; positions != 0; positions &= positions - 1)
        add_to(set, squares[__builtin_ctz(positions)]);
}

/* Records a check: by a piece now, or by one whose power changes once a piece of `type` has
 * moved. */
static void note_hit(const apo_watch *at)
{
    if (at->type != APO_TYPE_NONE)
        at->out->suspect_types |= apo_type_bit(at->type);
    else
        at->out->is_check = true;
}

static bool is_first_check(const apo_watch *at)
{
    return at->type == APO_TYPE_NONE && !at->out->is_check;
}

APO_APART void look_along(const apo_watch *at, apo_square from, unsigned row, unsigned modes,
                          const apo_between_pieces *view)
{
    apo_analysis *out = at->out;
    unsigned count = (unsigned)__builtin_popcount(view->pieces);
    unsigned hops = modes & (APO_LINE_HOP_CAPTURE | APO_LINE_NEXT_CAPTURE);
    if (view->missing != 0)
        return;
    bool is_barred = hops != 0 && count == 1 && !apo_may_hop(at->pos, row, from, at->king);
    if (!is_barred && apo_hits_along(view, modes)) {
        if (is_first_check(at)) {
            add_positions(at, view, view->squares, out->evasions);
            add_to(out->evasions, from);
            add_positions(at, view, view->pieces, out->movers);
        }
        note_hit(at);
    }
    if (count == 1 || (count == 2 && hops != 0))
        add_positions(at, view, view->pieces, out->blockers);
    if ((count == 0 || is_barred) && hops != 0) {
        add_positions(at, view, view->squares, out->screens);
        out->has_screens = true;
    }
}

static void look_simple(const apo_watch *at, apo_square from, const uint64_t *set)
{
    const apo_position *pos = at->pos;
    unsigned words = pos->var->words, count = 0;
    for (unsigned i = 0; i < words; i++)
        count += (unsigned)__builtin_popcountll(set[i] & pos->occupied.words[i]);
    if (count == 0) {
        if (is_first_check(at)) {
            for (unsigned i = 0; i < words; i++)
                at->out->evasions[i] |= set[i];
            add_to(at->out->evasions, from);
        }
        note_hit(at);
    } else if (count == 1) {
        for (unsigned i = 0; i < words; i++)
            at->out->blockers[i] |= set[i] & pos->occupied.words[i];
    }
}

/* Paths with pieces to hop over, to capture and the like: a move may change any of their
 * conditions. */
static void look_general(const apo_watch *at, const apo_general_path *path, unsigned row)
{
    const apo_position *pos = at->pos;
    const uint64_t *sets = pos->var->path_sets + path->sets;
    unsigned words = pos->var->words;
    bool is_hit =
        apo_path_is_open(pos, path, at->by) && apo_may_hop(pos, row, path->from, at->king);
    bool is_first = is_hit && is_first_check(at);
    for (unsigned i = 0; i < words; i++) {
        uint64_t all = sets[i] | sets[words + i] | sets[2 * words + i] | sets[3 * words + i];
        at->out->blockers[i] |= all & pos->occupied.words[i];
        at->out->screens[i] |= all;
        if (is_first) {
            at->out->evasions[i] |= all;
            at->out->movers[i] |= all;
        }
    }
    at->out->has_screens = true;
    if (is_first)
        add_to(at->out->evasions, path->from);
    if (is_hit)
        note_hit(at);
}

APO_APART void look_group(const apo_watch *at, apo_square from, unsigned row)
{
    const apo_variant *var = at->pos->var;
    const apo_attack_group *group = apo_attack_group_of(at->pos, at->by, row, at->king, from);
    for (unsigned k = 0; k < group->simple_count; k++)
        look_simple(at, from, var->simple_sets + group->first_simple + (size_t)k * var->words);
    for (unsigned k = 0; k < group->general_count; k++) {
        const apo_general_path *path = &var->paths[var->attack_paths[group->first_general + k]];
        if (!path->is_unmoved || at->type == APO_TYPE_NONE)
            look_general(at, path, row);
    }
}

/* Analyses all pieces of one row; `pieces` holds their squares. */
APO_INLINE void look_at_row_by(unsigned words, const apo_watch *at, unsigned row,
                               const uint64_t *pieces)
{
    const apo_variant *var = at->pos->var;
    const uint64_t *leaps = apo_reach_set(words, var, at->by, row, at->king, APO_REACH_LEAP);
    const uint64_t *lines = apo_reach_set(words, var, at->by, row, at->king, APO_REACH_LINE);
    const uint64_t *others = apo_reach_set(words, var, at->by, row, at->king, APO_REACH_OTHER);
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = pieces[i] & leaps[i]; word != 0;) {
            apo_square from = apo_word_pop(&word, i * 64);
            if (is_first_check(at))
                add_to(at->out->evasions, from);
            note_hit(at);
        }
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = pieces[i] & lines[i]; word != 0;) {
            apo_square from = apo_word_pop(&word, i * 64);
            apo_between_pieces view = apo_between_along(at->pos, from, at->king);
            const apo_piece_table *table =
                &var->tables[apo_table_index(var, at->by, row, from)];
            look_along(at, from, row, table->attacks[view.direction], &view);
        }
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = pieces[i] & others[i]; word != 0;)
            look_group(at, apo_word_pop(&word, i * 64), row);
}

void apo_watch_row(const apo_watch *at, unsigned row, const uint64_t *pieces)
{
    APO_BY_WORDS(at->pos->var->words, look_at_row_by, at, row, pieces);
}

APO_APART void ask_rules(apo_watch *at)
{
    APO_CALL_HOOKS(at->pos->var, watch, at);
}

APO_INLINE void analyse(unsigned words, const apo_position *pos, apo_analysis *out)
{
    const apo_variant *var = pos->var;
    unsigned us = pos->state.side;
    apo_watch at = {pos, out, us ^ 1U, pos->state.king[us], APO_TYPE_NONE};
    for (unsigned i = 0; i < words; i++)
        out->blockers[i] = out->screens[i] = out->evasions[i] = out->movers[i] = 0;
    out->suspect_types = 0;
    out->has_screens = out->is_check = out->is_all_suspect = false;
    if (at.king == APO_SQUARE_NONE)
        return;
    apo_types able = apo_types_reaching(words, pos, at.by, at.king);
    for (apo_type_walk walk = apo_type_walk_of(able); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        look_at_row_by(words, &at, type, apo_position_type_set(pos, at.by, type, words));
    }
    if (var->hooks.watch_count > 0)
        ask_rules(&at);
}

void apo_analyse(const apo_position *pos, apo_analysis *out)
{
    APO_BY_WORDS(pos->var->words, analyse, pos, out);
}
