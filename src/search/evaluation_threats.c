/* Threatened pieces, and squares denied to the enemy. */
#include "search/evaluation_priv.h"

/* Numbers of pieces. */
typedef struct threats {
    int by_pawn, by_lesser, hanging, hanging_pawns, contested;
} threats;

/* A piece attacked by a lesser one must move or be traded for less; a hanging piece must move
 * too. */
APO_INLINE threats count_threats(unsigned words, const apo_evaluation *ev,
                                 const apo_position *pos, unsigned side,
                                 const apo_attack_info *us, const apo_attack_info *them)
{
    threats sum = {0, 0, 0, 0, 0};
    uint64_t all[APO_SET_WORDS_MAX],
        threatened[APO_SET_WORDS_MAX]; /* pieces attacked by a lesser one */
    for (unsigned i = 0; i < words; i++)
        all[i] = threatened[i] = 0;
    apo_types types = apo_types_within(words, apo_types_here(pos, side ^ 1U) & ev->pieces);
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        const uint64_t *pieces = apo_position_type_set(pos, side ^ 1U, type, words);
        const uint64_t *lesser = apo_attacked_by_lesser(words, us, ev->lesser[type]);
        for (unsigned i = 0; i < words; i++) {
            all[i] |= pieces[i];
            threatened[i] |= pieces[i] & lesser[i];
        }
    }
    for (unsigned i = 0; i < words; i++) {
        uint64_t hit = threatened[i], pawns = us->by[i],
                 enemies = pos->pieces[side ^ 1U].words[i];
        uint64_t loose = us->all[i] & ~hit & ~them->all[i];
        sum.by_pawn += (int)apo_word_count(hit & pawns);
        sum.by_lesser += (int)apo_word_count(hit & ~pawns);
        sum.hanging += (int)apo_word_count(all[i] & loose);
        sum.hanging_pawns += (int)apo_word_count(enemies & ~all[i] & loose);
        sum.contested += (int)apo_word_count(us->all[i] & them->but_king[i] & ~them->by[i] &
                                             (us->twice[i] | ~them->twice[i]));
    }
    return sum;
}

void apo_threats_add(const apo_evaluation *ev, const apo_position *pos, unsigned side,
                     const apo_attack_info attacks[APO_SIDES], apo_weight *sum)
{
    const apo_weight *term = ev->weights.term;
    const apo_attack_info *us = &attacks[side], *them = &attacks[side ^ 1U];
    int sign = side == APO_WHITE ? 1 : -1;
    threats all = APO_BY_WORDS(ev->var->words, count_threats, ev, pos, side, us, them);
    apo_weight_add(sum, term[APO_TERM_THREAT_PAWN], sign * all.by_pawn);
    apo_weight_add(sum, term[APO_TERM_THREAT_LESSER], sign * all.by_lesser);
    apo_weight_add(sum, term[APO_TERM_HANGING], sign * all.hanging);
    apo_weight_add(sum, term[APO_TERM_HANGING_PAWN], sign * all.hanging_pawns);
    apo_weight_add(sum, term[APO_TERM_CONTESTED], sign * all.contested);
}
