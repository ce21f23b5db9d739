/* King safety: the pawn shield and the attack on the king.
 *
 * Everything that may become an attack adds units; the danger grows with the square of their
 * sum, because attackers support each other. Safe checks count most. This evaluation of kings,
 * together with the present threats, space and passed pawns, scored 70 % in 133 games of grand
 * and 78 % in 40 of alert against the version before. */
#include "rules/rules/engine_view.h"
#include "search/evaluation_priv.h"

enum {
    DANGER_MOST = 1500,
    DANGER_COUNTED_MOST = 2500, /* where checks are counted */
    UNITS_MOST = 6000
};

/* An attack from the defender's view. */
typedef struct attack {
    const apo_evaluation *ev;
    const apo_position *pos;
    unsigned by; /* the attackers' side */
    const apo_attack_info *own, *enemy;
    apo_square king;
    unsigned left; /* checks that the attackers have still to give; 0: they are not counted */
} attack;

/* What an attack counts, in percent, by the checks left: the fewer, the more. Together with a
 * larger limit, and any check counted as safe if it wins, it scores 57.5 % in three-check (80
 * games at 4,000 nodes). */
static int urgency(unsigned left)
{
    static const int percent[] = {100, 300, 170};
    return left < sizeof percent / sizeof *percent ? percent[left] : 100;
}

/* Pawns in front of the king: own pawns shield it, enemy pawns storm the shield. */
APO_INLINE int shield(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                      unsigned side, const apo_pawn_entry *pawns)
{
    const apo_weight *term = ev->weights.term;
    apo_square king = pos->state.king[side];
    const apo_set *before = ev->before[side][king];
    const uint64_t *own = apo_pawn_set_of(words, pawns, APO_PAWN_PIECES, side);
    const uint64_t *other = apo_pawn_set_of(words, pawns, APO_PAWN_PIECES, side ^ 1U);
    return (int)apo_count_both(own, before[0].words, words) *
               term[APO_TERM_SHIELD_NEAR].opening +
           (int)apo_count_both(own, before[1].words, words) *
               term[APO_TERM_SHIELD_FAR].opening +
           (int)apo_count_both(other, ev->storm[side][king].words, words) *
               term[APO_TERM_STORM].opening;
}

/* Attacked squares of the king's zone that only the king defends. */
APO_INLINE int count_weak(unsigned words, const attack *at)
{
    int weak = 0;
    for (unsigned i = 0; i < words; i++)
        weak +=
            (int)apo_word_count(at->enemy->near[i] & at->enemy->all[i] & ~at->own->but_king[i]);
    return weak;
}

/* True if a piece of this row gives check from one of the squares; tested square by square. */
APO_APART bool has_odd_check(const attack *at, unsigned row, const uint64_t *squares)
{
    const apo_position *pos = at->pos;
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = squares[i]; word != 0;)
            if (apo_piece_hits(pos, at->by, row, apo_word_pop(&word, i * 64), at->king))
                return true;
    return false;
}

/* The types that can move to a safe square from which they would attack the king on some board.
 * A joker's type does not tell what it attacks, so jokers that reach a safe square always
 * count. */
APO_INLINE apo_types find_checking_types(unsigned words, const attack *at, const uint64_t *safe)
{
    const apo_variant *var = at->pos->var;
    const uint64_t *reach = apo_reach_set(words, var, at->by, 0, at->king, APO_REACH_ANY);
    return apo_meeting_types(words, at->enemy->own, reach, safe, var->info.type_count) |
           apo_changing_bit(words, at->pos, at->by);
}

/* True if pieces of a type give check from one of the safe squares that they can come to.
 * `lines` are the open lines from the king; for plain pieces they are enough. */
APO_INLINE bool has_check(unsigned words, const attack *at, unsigned type, const uint64_t *own,
                          const uint64_t *safe, const uint64_t *lines)
{
    const apo_evaluation *ev = at->ev;
    const apo_position *pos = at->pos;
    unsigned row = apo_row_now(pos, at->by, type);
    const uint64_t *reach =
        apo_reach_set(words, pos->var, at->by, row, at->king, APO_REACH_ANY);
    const uint64_t *leap =
        apo_reach_set(words, pos->var, at->by, row, at->king, APO_REACH_LEAP);
    bool is_plain = apo_types_has_within(words, ev->plain, type);
    uint64_t squares[APO_SET_WORDS_MAX], some = 0, any = 0;
    for (unsigned i = 0; i < words; i++) {
        squares[i] = own[i] & safe[i] & reach[i];
        some |= squares[i];
    }
    if (some == 0)
        return false;
    for (unsigned i = 0; i < words; i++)
        any |= squares[i] & (is_plain ? leap[i] | lines[i] : leap[i]);
    return any != 0 || (!is_plain && has_odd_check(at, row, squares));
}

/* Counts the types that can give a safe check: the square is undefended, or only the king
 * defends it and two pieces attack it. A check that wins is always safe. */
APO_INLINE int count_checks(unsigned words, const attack *at)
{
    const apo_position *pos = at->pos;
    uint64_t safe[APO_SET_WORDS_MAX], lines[APO_SET_WORDS_MAX];
    uint64_t any = at->left == 1 ? ~(uint64_t)0 : 0;
    int count = 0;
    apo_open_lines(pos, at->king, lines);
    for (unsigned i = 0; i < words; i++)
        safe[i] = ~pos->pieces[at->by].words[i] &
                  (any | ~at->own->all[i] | (at->enemy->twice[i] & ~at->own->but_king[i]));
    apo_types types = apo_types_within(words, find_checking_types(words, at, safe));
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);)
        count += has_check(words, at, walk.type,
                           apo_attacked_by_type(words, at->enemy, walk.type), safe, lines);
    return count;
}

/* The squares on which a piece in hand would be safe: empty, and undefended, or only the king
 * defends them and a piece protects them. */
APO_INLINE void find_safe_empty(unsigned words, const attack *at, uint64_t *safe)
{
    const apo_position *pos = at->pos;
    for (unsigned i = 0; i < words; i++)
        safe[i] = ~(pos->pieces[APO_WHITE].words[i] | pos->pieces[APO_BLACK].words[i]) &
                  (~at->own->all[i] | (at->enemy->all[i] & ~at->own->but_king[i]));
}

/* The danger from the attackers' pieces in hand, in units. Each step of it against the version
 * before is in docs/engine.md. */
APO_APART int add_up_hand(const attack *at)
{
    const apo_weight *term = at->ev->weights.term;
    const apo_position *pos = at->pos;
    const apo_hands_data *hands = apo_hands_of(pos->var);
    unsigned words = pos->var->words;
    uint64_t lines[APO_SET_WORDS_MAX], safe[APO_SET_WORDS_MAX];
    int units = 0;
    apo_open_lines(pos, at->king, lines);
    find_safe_empty(words, at, safe);
    for (apo_type_walk walk = apo_type_walk_of(hands->types); apo_type_walk_next(&walk);) {
        const uint64_t *squares = hands->squares[at->by][walk.type].words;
        int held = pos->state.rules.reserve[at->by][walk.type];
        units += held * term[APO_TERM_ZONE_HAND].opening;
        if (held > 0 && has_check(words, at, walk.type, squares, safe, lines))
            units += term[APO_TERM_ZONE_DROP].opening;
    }
    return units;
}

/* The danger to the king, in units. */
APO_INLINE int add_up(unsigned words, const attack *at, int shield)
{
    const apo_evaluation *ev = at->ev;
    const apo_weight *term = ev->weights.term;
    const apo_attack_info *enemy = at->enemy;
    int units = term[APO_TERM_ZONE_CALM].opening;
    units += enemy->king_attackers * (enemy->king_attackers - enemy->pawns) *
             term[APO_TERM_ZONE].opening;
    units += enemy->hits * term[APO_TERM_ZONE_HIT].opening;
    units += count_weak(words, at) * term[APO_TERM_ZONE_WEAK].opening;
    units += shield * term[APO_TERM_ZONE_SHIELD].opening / 100;
    if ((apo_types_here(at->pos, at->by) & ev->leaders) != 0)
        units += term[APO_TERM_ZONE_LEADERS].opening;
    units += count_checks(words, at) * term[APO_TERM_ZONE_CHECK].opening;
    if (ev->has_hands)
        units += add_up_hand(at);
    return units < UNITS_MOST ? units : UNITS_MOST;
}

APO_INLINE apo_weight danger(unsigned words, const attack *at, int shield)
{
    const apo_weight *scale = &at->ev->weights.term[APO_TERM_DANGER];
    int units = add_up(words, at, shield);
    if (units <= 0)
        return (apo_weight){0, 0};
    int opening = units * units / 1000 * scale->opening / 1000;
    int most = DANGER_MOST;
    if (at->left != 0) {
        opening = opening * urgency(at->left) / 100;
        most = DANGER_COUNTED_MOST;
    }
    return (apo_weight){(int16_t)(opening < most ? opening : most),
                        (int16_t)(units * scale->ending / 1000)};
}

APO_INLINE apo_weight evaluate_kings(unsigned words, const apo_evaluation *ev,
                                     const apo_position *pos, const apo_pawn_entry *pawns,
                                     const apo_attack_info attacks[APO_SIDES])
{
    apo_weight sum = {0, 0};
    for (unsigned side = 0; side < APO_SIDES; side++) {
        if (pos->state.king[side] == APO_SQUARE_NONE)
            continue;
        int sign = side == APO_WHITE ? 1 : -1, shielded = shield(words, ev, pos, side, pawns);
        const attack at = {ev,
                           pos,
                           side ^ 1U,
                           &attacks[side],
                           &attacks[side ^ 1U],
                           pos->state.king[side],
                           pos->state.rules.bytes[APO_BYTE_CHECKS + (side ^ 1U)]};
        apo_weight_add(&sum, danger(words, &at, shielded), -sign);
        sum.opening = (int16_t)(sum.opening + sign * shielded);
    }
    return sum;
}

apo_weight apo_kings_evaluate(const apo_evaluation *ev, const apo_position *pos,
                              const apo_pawn_entry *pawns,
                              const apo_attack_info attacks[APO_SIDES])
{
    return APO_BY_WORDS(ev->var->words, evaluate_kings, ev, pos, pawns, attacks);
}
