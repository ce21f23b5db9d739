#include "rules/kernel/attack.h"

#include "base/mem.h"

/* The index of `from` among the squares of a set. */
static unsigned rank_in(const uint64_t *set, apo_square from)
{
    unsigned rank = 0;
    for (unsigned i = 0; i < from >> 6; i++)
        rank += (unsigned)__builtin_popcountll(set[i]);
    return rank +
           (unsigned)__builtin_popcountll(set[from >> 6] & (((uint64_t)1 << (from & 63U)) - 1));
}

const apo_attack_group *apo_attack_group_of(const apo_position *pos, unsigned side,
                                            unsigned row, apo_square target, apo_square from)
{
    const apo_variant *var = pos->var;
    const uint64_t *other = apo_reach_set(var->words, var, side, row, target, APO_REACH_OTHER);
    uint32_t first = var->group_first[apo_table_index(var, side, row, target)];
    return &var->groups[first + rank_in(other, from)];
}

bool apo_path_is_open(const apo_position *pos, const apo_general_path *path, unsigned side)
{
    const apo_variant *var = pos->var;
    const uint64_t *sets = var->path_sets + path->sets;
    unsigned words = var->words;
    if (path->is_unmoved && !apo_set_has(&pos->state.unmoved, path->from))
        return false;
    for (unsigned i = 0; i < words; i++) {
        uint64_t us = pos->pieces[side].words[i], them = pos->pieces[side ^ 1U].words[i];
        if ((sets[i] & pos->occupied.words[i]) != 0 || (sets[words + i] & ~(us | them)) != 0 ||
            (sets[2 * words + i] & ~us) != 0 || (sets[3 * words + i] & ~them) != 0)
            return false;
    }
    for (unsigned i = 0; i < path->taken_count; i++)
        if (apo_piece_type(pos->board[path->taken[i]]) == var->royal)
            return false;
    return true;
}

bool apo_ask_hops(const apo_position *pos, unsigned row, apo_square from, apo_square to,
                  apo_piece there)
{
    const apo_hooks *hooks = &pos->var->hooks;
    for (unsigned i = 0; i < hooks->hops_count; i++)
        if (!hooks->hops[i](pos, row, from, to, there))
            return false;
    return true;
}

static bool group_hits(const apo_position *pos, const apo_attack_group *group, unsigned side,
                       unsigned row)
{
    const apo_variant *var = pos->var;
    for (unsigned k = 0; k < group->simple_count; k++) {
        const uint64_t *set = var->simple_sets + group->first_simple + (size_t)k * var->words;
        uint64_t blocked = 0;
        for (unsigned i = 0; i < var->words; i++)
            blocked |= set[i] & pos->occupied.words[i];
        if (blocked == 0)
            return true;
    }
    for (unsigned k = 0; k < group->general_count; k++) {
        const apo_general_path *path = &var->paths[var->attack_paths[group->first_general + k]];
        bool is_own_power = row == apo_piece_type(pos->board[path->from]);
        if ((!path->is_unmoved || is_own_power) && apo_path_is_open(pos, path, side))
            return true;
    }
    return false;
}

APO_INLINE apo_square find_along(unsigned words, const apo_position *pos, unsigned by,
                                 unsigned row, const uint64_t *pieces, apo_square target)
{
    const apo_variant *var = pos->var;
    const uint64_t *lines = apo_reach_set(words, var, by, row, target, APO_REACH_LINE);
    const uint64_t *others = apo_reach_set(words, var, by, row, target, APO_REACH_OTHER);
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = pieces[i] & lines[i]; word != 0;) {
            apo_square from = apo_word_pop(&word, i * 64);
            apo_between_pieces view = apo_between_along(pos, from, target);
            if (apo_hits_along(
                    &view,
                    var->tables[apo_table_index(var, by, row, from)].attacks[view.direction]) &&
                (view.pieces == 0 || apo_may_hop(pos, row, from, target)))
                return from;
        }
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = pieces[i] & others[i]; word != 0;) {
            apo_square from = apo_word_pop(&word, i * 64);
            if (group_hits(pos, apo_attack_group_of(pos, by, row, target, from), by, row) &&
                apo_may_hop(pos, row, from, target))
                return from;
        }
    return APO_SQUARE_NONE;
}

/* A piece that hits the target, out of `pieces`, which are all of one row. */
APO_INLINE apo_square find_hitter(unsigned words, const apo_position *pos, unsigned by,
                                  unsigned row, const uint64_t *pieces, apo_square target)
{
    const uint64_t *leaps = apo_reach_set(words, pos->var, by, row, target, APO_REACH_LEAP);
    for (unsigned i = 0; i < words; i++) {
        uint64_t word = pieces[i] & leaps[i];
        if (word != 0)
            return apo_word_pop(&word, i * 64);
    }
    return find_along(words, pos, by, row, pieces, target);
}

APO_INLINE apo_square find_any(unsigned words, const apo_position *pos, apo_square target,
                               unsigned by, uint8_t *out_power)
{
    apo_types able =
        apo_types_reaching(words, pos, by, target) | apo_changing_bit(words, pos, by);
    for (apo_type_walk walk = apo_type_walk_of(able); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        unsigned row = apo_row_now(pos, by, type);
        if (row == 0)
            continue;
        apo_square from = find_hitter(words, pos, by, row,
                                      apo_position_type_set(pos, by, type, words), target);
        if (from != APO_SQUARE_NONE) {
            *out_power = apo_power_of(pos->var, &pos->state, by, type);
            return from;
        }
    }
    return APO_SQUARE_NONE;
}

apo_square apo_find_untabled_among(const apo_position *pos, apo_square target, unsigned by,
                                   const uint64_t *pieces, uint8_t *out_power)
{
    const apo_hooks *hooks = &pos->var->hooks;
    apo_square from = APO_SQUARE_NONE;
    for (unsigned i = 0; from == APO_SQUARE_NONE && i < hooks->attacker_count; i++)
        from = hooks->attacker[i](pos, target, by, pieces, out_power);
    return from;
}

apo_square apo_find_untabled(const apo_position *pos, apo_square target, unsigned by,
                             uint8_t *out_power)
{
    if (target == APO_SQUARE_NONE)
        return APO_SQUARE_NONE;
    return apo_find_untabled_among(
        pos, target, by, apo_position_type_set(pos, by, pos->var->untabled, pos->var->words),
        out_power);
}

apo_square apo_find_attacker(const apo_position *pos, apo_square target, unsigned by,
                             uint8_t *out_power)
{
    if (target >= pos->var->squares)
        return APO_SQUARE_NONE;
    apo_square from = APO_BY_WORDS(pos->var->words, find_any, pos, target, by, out_power);
    if (from != APO_SQUARE_NONE || !apo_has_untabled(pos, by))
        return from;
    return apo_find_untabled(pos, target, by, out_power);
}

static bool holds(const uint64_t *set, apo_square sq)
{
    return set[sq >> 6] >> (sq & 63U) & 1U;
}

bool apo_piece_hits(const apo_position *pos, unsigned side, unsigned row, apo_square from,
                    apo_square target)
{
    const apo_variant *var = pos->var;
    unsigned words = var->words;
    const uint64_t *leaps = apo_reach_set(words, var, side, row, target, APO_REACH_LEAP);
    size_t next = (size_t)var->row_count * words; /* from one kind to the next */
    if (holds(leaps, from))
        return true;
    if (holds(leaps + next, from)) {
        apo_between_pieces view = apo_between_along(pos, from, target);
        const apo_piece_table *table = &var->tables[apo_table_index(var, side, row, from)];
        if (apo_hits_along(&view, table->attacks[view.direction]) &&
            (view.pieces == 0 || apo_may_hop(pos, row, from, target)))
            return true;
    }
    return holds(leaps + 2 * next, from) &&
           group_hits(pos, apo_attack_group_of(pos, side, row, target, from), side, row) &&
           apo_may_hop(pos, row, from, target);
}
