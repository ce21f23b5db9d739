/* What men attack and how far they reach: found once, used by all that follows. */
#include "rules/attack.h"
#include "search/evaluation_priv.h"

/* Whose men are looked at, and the power they have: a joker's is that of the type it imitates. */
typedef struct mover {
    unsigned side, type, power, row;
    const apo_outlook *view;
    const uint64_t *safe; /* squares that no enemy pawn attacks and no own man stands on */
    apo_press *press;     /* what is found */
    uint64_t *attacks;    /* of the type */
} mover;

/* What the men of a type do together. Copies of sets stay in registers while the men are gone through. */
typedef struct deeds {
    unsigned count, reach, hits, pressers;
    uint64_t lords[APO_SET_WORDS_MAX], twice[APO_SET_WORDS_MAX], own[APO_SET_WORDS_MAX];
} deeds;

/* How many squares men can move to that they do not attack. */
APO_INLINE unsigned count_quiet(unsigned words, const apo_position *pos, const uint64_t *sight)
{
    const uint64_t *hits = sight + APO_SIGHT_HITS * words;
    const uint64_t *moves = sight + APO_SIGHT_MOVES * words;
    unsigned quiet = 0;
    for (unsigned i = 0; i < words; i++)
        quiet += apo_word_count(moves[i] & ~hits[i] & ~pos->occupied.words[i]);
    return quiet;
}

APO_INLINE void look_at_man(unsigned words, const mover *by, bool has_quiet, apo_square sq,
                            deeds *all)
{
    const uint64_t *sight = apo_sight(words, by->view, by->side, by->row, sq);
    const uint64_t *set = sight + APO_SIGHT_HITS * words;
    uint64_t near = 0;
    all->count++;
    if (has_quiet)
        all->reach += count_quiet(words, by->view->pos, sight);
    for (unsigned i = 0; i < words; i++) {
        all->reach += apo_word_count(set[i] & by->safe[i]);
        near |= set[i] & by->press->near[i];
        all->twice[i] |= set[i] & all->lords[i];
        all->lords[i] |= set[i];
        all->own[i] |= set[i];
    }
    if (near == 0)
        return;
    all->pressers++;
    for (unsigned i = 0; i < words; i++)
        all->hits += apo_word_count(set[i] & by->press->near[i]);
}

APO_INLINE deeds look_at_men(unsigned words, const apo_evaluation *ev, const mover *by)
{
    deeds all = {0};
    const uint64_t *men = apo_position_type_set(by->view->pos, by->side, by->type, words);
    bool has_quiet = ev->has_quiet >> by->row & 1U;
    for (unsigned i = 0; i < words; i++) {
        all.lords[i] = by->press->lords[i];
        all.twice[i] = by->press->twice[i];
        all.own[i] = 0;
    }
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = men[i]; word != 0;)
            look_at_man(words, by, has_quiet, apo_word_pop(&word, i * 64), &all);
    return all;
}

APO_INLINE void look_at_type(unsigned words, const apo_evaluation *ev, mover *by)
{
    const apo_position *pos = by->view->pos;
    apo_press *sum = by->press;
    by->power = by->type == ev->var->joker ? pos->state.imitated[by->side ^ 1U] : by->type;
    by->row = apo_row_now(pos, by->side, by->type);
    /* What a joker can do with a king's or a pawn's power is not worth a look. */
    if (by->row == 0 || !apo_types_has(ev->men, by->power))
        return;
    const deeds all = look_at_men(words, ev, by);
    int more = (int)all.reach - (int)(all.count * ev->reach_mean[by->power]);
    sum->reach[0] += more * ev->weights.reach[by->power].opening;
    sum->reach[1] += more * ev->weights.reach[by->power].ending;
    sum->hits += (int)all.hits;
    sum->pressers += (int)all.pressers;
    for (unsigned i = 0; i < words; i++) {
        sum->lords[i] = all.lords[i];
        sum->twice[i] = all.twice[i];
        by->attacks[i] = all.own[i];
    }
}

APO_INLINE void look_at_side(unsigned words, const apo_evaluation *ev, const apo_outlook *view,
                             unsigned side, const apo_pawn_entry *pawns, apo_press *sum)
{
    const apo_variant *var = ev->var;
    const apo_position *pos = view->pos;
    const apo_set *zone = &ev->zone[pos->state.king[side ^ 1U]];
    uint64_t safe[APO_SET_WORDS_MAX];
    mover by = {.side = side, .view = view, .safe = safe, .press = sum};
    sum->reach[0] = sum->reach[1] = sum->hits = sum->pawns = 0;
    for (unsigned i = 0; i < words; i++) {
        uint64_t own = pos->men[side].words[i];
        uint64_t gone = pos->occupied.words[i] & ~(own | pos->men[side ^ 1U].words[i]);
        safe[i] = ~(own | pawns->attacks[side ^ 1U].words[i] | gone);
        sum->near[i] = zone->words[i] & ~gone;
        sum->lords[i] = sum->by[0][i] = pawns->attacks[side].words[i];
        sum->twice[i] = 0;
        sum->pawns += (int)apo_word_count(sum->lords[i] & sum->near[i]);
    }
    sum->pressers = sum->pawns;
    for (unsigned k = 0; k < ev->order_count; k++) {
        by.type = ev->order[k];
        by.attacks = sum->own[k];
        for (unsigned i = 0; i < words; i++)
            by.attacks[i] = 0;
        if (apo_types_has(pos->types[side], by.type))
            look_at_type(words, ev, &by);
        for (unsigned i = 0; i < words; i++)
            sum->by[k + 1][i] = sum->lords[i];
    }
    size_t king = apo_table_index(var, side, var->royal, pos->state.king[side]);
    for (unsigned i = 0; i < words; i++)
        sum->all[i] = sum->lords[i] | var->leap_capture[king * words + i];
}

APO_INLINE void look_at_both(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                             const apo_sights *sights, const apo_pawn_entry *pawns,
                             apo_press out[APO_SIDES])
{
    const apo_outlook view = apo_outlook_of(words, sights, pos);
    for (unsigned side = 0; side < APO_SIDES; side++)
        look_at_side(words, ev, &view, side, pawns, &out[side]);
}

void apo_press_look(const apo_evaluation *ev, const apo_position *pos, const apo_sights *sights,
                    const apo_pawn_entry *pawns, apo_press out[APO_SIDES])
{
    APO_BY_WORDS(ev->var->words, look_at_both, ev, pos, sights, pawns, out);
}
