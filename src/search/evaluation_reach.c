/* What pieces attack and how far they reach: computed once, used by all other terms. */
#include "rules/rules/engine_view.h"
#include "search/evaluation_priv.h"

/* The pieces of one side whose attacks are collected. */
typedef struct army {
    const apo_evaluation *ev;
    const apo_attack_view *view;
    unsigned side;
    unsigned joker_power, joker_row; /* of the type that jokers imitate */
    uint64_t pieces[APO_SET_WORDS_MAX];
    /* squares not attacked by enemy pawns nor occupied by own pieces */
    uint64_t safe[APO_SET_WORDS_MAX];
} army;

/* Their attacks; kept in registers during the loop over the pieces. */
typedef struct attack_sums {
    int reach[2];
    unsigned hits, king_attackers;
    uint64_t but_king[APO_SET_WORDS_MAX], twice[APO_SET_WORDS_MAX];
} attack_sums;

/* Counts the squares that a piece can move to but does not attack. */
APO_INLINE unsigned count_quiet(unsigned words, const apo_position *pos, const uint64_t *entry)
{
    const uint64_t *hits = entry + APO_ATTACK_HITS * words;
    const uint64_t *moves = entry + APO_ATTACK_MOVES * words;
    unsigned quiet = 0;
    for (unsigned i = 0; i < words; i++)
        quiet += apo_word_count(moves[i] & ~hits[i] & ~pos->occupied.words[i]);
    return quiet;
}

APO_INLINE void add_hits(unsigned words, const uint64_t *set, const uint64_t *near,
                         attack_sums *all)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < words; i++)
        any |= set[i] & near[i];
    if (any == 0)
        return;
    all->king_attackers++;
    for (unsigned i = 0; i < words; i++)
        all->hits += apo_word_count(set[i] & near[i]);
}

APO_INLINE void evaluate_piece(unsigned words, const army *by, apo_square sq,
                               apo_attack_info *info, attack_sums *all)
{
    const apo_evaluation *ev = by->ev;
    unsigned type = apo_piece_type(by->view->pos->board[sq]), reach = 0;
    bool is_joker = type == ev->var->changing;
    unsigned power = is_joker ? by->joker_power : type, row = is_joker ? by->joker_row : type;
    const uint64_t *entry = apo_attack_cache_get(words, by->view, by->side, row, sq);
    const uint64_t *set = entry + APO_ATTACK_HITS * words;
    uint64_t *own = info->own + (size_t)type * words;
    if (apo_types_has_within(words, ev->has_quiet, row))
        reach = count_quiet(words, by->view->pos, entry);
    for (unsigned i = 0; i < words; i++) {
        reach += apo_word_count(set[i] & by->safe[i]);
        all->twice[i] |= set[i] & all->but_king[i];
        all->but_king[i] |= set[i];
        own[i] |= set[i];
    }
    int more = (int)reach - ev->reach_mean[power];
    all->reach[0] += more * ev->weights.reach[power].opening;
    all->reach[1] += more * ev->weights.reach[power].ending;
    add_hits(words, set, info->near, all);
}

/* Initialises the sets. */
APO_INLINE void prepare_sums(unsigned words, army *by, const apo_pawn_entry *pawns,
                             apo_attack_info *info, attack_sums *all)
{
    const apo_position *pos = by->view->pos;
    static const apo_set nowhere = {{0}};
    apo_square king = pos->state.king[by->side ^ 1U];
    const apo_set *zone = king == APO_SQUARE_NONE ? &nowhere : &by->ev->zone[king];
    const uint64_t *own_pawns = apo_pawn_set_of(words, pawns, APO_PAWN_PIECES, by->side);
    const uint64_t *attacks = apo_pawn_set_of(words, pawns, APO_PAWN_ATTACKS, by->side);
    const uint64_t *enemy = apo_pawn_set_of(words, pawns, APO_PAWN_ATTACKS, by->side ^ 1U);
    *all = (attack_sums){.hits = 0};
    info->pawns = 0;
    for (unsigned i = 0; i < words; i++) {
        uint64_t own = pos->pieces[by->side].words[i];
        uint64_t gone = pos->occupied.words[i] & ~by->view->pieces[i];
        by->pieces[i] = own & ~own_pawns[i];
        by->safe[i] = ~(own | enemy[i] | gone);
        info->near[i] = zone->words[i] & ~gone;
        all->but_king[i] = info->by[i] = attacks[i];
        info->pawns += (int)apo_word_count(all->but_king[i] & info->near[i]);
    }
    for (size_t i = 0; i < (size_t)(by->ev->var->info.type_count + 1U) * words; i++)
        info->own[i] = 0;
}

APO_INLINE void leave_out(unsigned words, army *by, unsigned type)
{
    const uint64_t *pieces = apo_position_type_set(by->view->pos, by->side, type, words);
    for (unsigned i = 0; i < words; i++)
        by->pieces[i] &= ~pieces[i];
}

/* Leaves out pieces whose reach is not evaluated, such as jokers that imitate a king or a
 * pawn. */
APO_INLINE void choose_pieces(unsigned words, army *by)
{
    const apo_position *pos = by->view->pos;
    const apo_variant *var = pos->var;
    apo_square king = pos->state.king[by->side];
    if (king != APO_SQUARE_NONE)
        by->pieces[king >> 6] &= ~((uint64_t)1 << (king & 63U));
    if (var->untabled != APO_TYPE_NONE)
        leave_out(words, by, var->untabled);
    by->joker_power = pos->state.powers.moved[by->side ^ 1U];
    by->joker_row = var->plain_row[by->joker_power];
    if (var->changing != APO_TYPE_NONE &&
        (by->joker_power == APO_TYPE_NONE || !apo_types_has(by->ev->pieces, by->joker_power)))
        leave_out(words, by, var->changing);
}

APO_INLINE void keep_sums(unsigned words, const army *by, const attack_sums *all,
                          apo_attack_info *info)
{
    const apo_position *pos = by->view->pos;
    const apo_variant *var = pos->var;
    static const uint64_t none[APO_SET_WORDS_MAX] = {0};
    apo_square sq = pos->state.king[by->side];
    const uint64_t *king =
        sq == APO_SQUARE_NONE
            ? none
            : var->leap_capture + apo_table_index(var, by->side, var->royal, sq) * words;
    info->reach[0] = all->reach[0];
    info->reach[1] = all->reach[1];
    info->hits = (int)all->hits;
    info->king_attackers = info->pawns + (int)all->king_attackers;
    for (unsigned i = 0; i < words; i++) {
        info->but_king[i] = all->but_king[i];
        info->twice[i] = all->twice[i];
        info->all[i] = all->but_king[i] | king[i];
    }
    for (unsigned k = 0; k < by->ev->order_count; k++) {
        const uint64_t *own = apo_attacked_by_type(words, info, by->ev->order[k]);
        uint64_t *next = info->by + (size_t)k * words;
        for (unsigned i = 0; i < words; i++)
            next[words + i] = next[i] | own[i];
    }
}

APO_INLINE void evaluate_side(unsigned words, army *by, const apo_pawn_entry *pawns,
                              apo_attack_info *info)
{
    attack_sums all;
    prepare_sums(words, by, pawns, info, &all);
    choose_pieces(words, by);
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = by->pieces[i]; word != 0;)
            evaluate_piece(words, by, apo_word_pop(&word, i * 64), info, &all);
    keep_sums(words, by, &all, info);
}

APO_INLINE void evaluate_both(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                              const apo_attack_cache *attack_cache, const apo_pawn_entry *pawns,
                              apo_attack_info out[APO_SIDES])
{
    const apo_attack_view view = apo_attack_view_of(words, attack_cache, pos);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        army by = {.ev = ev, .view = &view, .side = side};
        evaluate_side(words, &by, pawns, &out[side]);
    }
}

void apo_attack_info_find(const apo_evaluation *ev, const apo_position *pos,
                          const apo_attack_cache *attack_cache, const apo_pawn_entry *pawns,
                          apo_attack_info out[APO_SIDES])
{
    APO_BY_WORDS(ev->var->words, evaluate_both, ev, pos, attack_cache, pawns, out);
}
