/* Pawns: their structure, which changes seldom and is remembered, and those that have passed. */
#include "base/mem.h"
#include "search/evaluation_priv.h"

static bool meets(const uint64_t *a, const apo_set *b, unsigned words)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < words; i++)
        any |= a[i] & b->words[i];
    return any != 0;
}

static void collect_pawns(const apo_evaluation *ev, const apo_position *pos, apo_set *out)
{
    unsigned words = ev->var->words;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (uint32_t types = ev->pawns & pos->types[side]; types != 0; types &= types - 1) {
            const uint64_t *men =
                apo_position_type_set(pos, side, (unsigned)__builtin_ctz(types), words);
            for (unsigned i = 0; i < words; i++)
                out[side].words[i] |= men[i];
        }
}

static void judge_pawn(const apo_evaluation *ev, unsigned side, apo_square sq,
                       apo_pawn_entry *entry)
{
    unsigned words = ev->var->words;
    const apo_weight *term = ev->weights.term;
    const uint64_t *own = entry->men[side].words, *other = entry->men[side ^ 1U].words;
    int sign = side == APO_WHITE ? 1 : -1;
    if (!meets(own, &ev->beside[sq], words))
        apo_balance_add(&entry->structure, term[APO_TERM_ISOLATED], sign);
    else if (meets(own, &ev->support[side][sq], words))
        apo_balance_add(&entry->structure, term[APO_TERM_SUPPORTED], sign);
    if (meets(own, &ev->path[side][sq], words))
        apo_balance_add(&entry->structure, term[APO_TERM_DOUBLED], sign);
    else if (!meets(other, &ev->front[side][sq], words))
        apo_set_add(&entry->passed[side], sq);
}

static void add_attacks(const apo_evaluation *ev, const apo_position *pos, unsigned side,
                        apo_square sq, apo_set *attacks)
{
    const apo_variant *var = ev->var;
    size_t index = apo_table_index(var, side, apo_man_type(pos->board[sq]), sq);
    for (unsigned i = 0; i < var->words; i++)
        attacks->words[i] |= var->leap_capture[index * var->words + i];
}

const apo_pawn_entry *apo_pawns_judge(const apo_evaluation *ev, apo_pawn_table *table,
                                      const apo_position *pos, uint64_t key)
{
    apo_pawn_entry *entry = &table->entries[key % APO_PAWN_ENTRIES];
    if (entry->key == key)
        return entry;
    memset(entry, 0, sizeof *entry);
    collect_pawns(ev, pos, entry->men);
    entry->key = key;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned i = 0; i < ev->var->words; i++)
            for (uint64_t word = entry->men[side].words[i]; word != 0;) {
                apo_square sq = apo_word_pop(&word, i * 64);
                judge_pawn(ev, side, sq, entry);
                add_attacks(ev, pos, side, sq, &entry->attacks[side]);
            }
    return entry;
}

/* --- passed pawns ------------------------------------------------------------------------------- */

/* What a passed pawn may hope for, in halves: less while its side's reserve has nothing that it could
 * become. Men captured later may fill it. */
static int hope_of(const apo_variant *var, const apo_position *pos, unsigned side)
{
    if (!var->reserve.is_on)
        return 2;
    for (unsigned i = 0; i < var->promotion.order_count; i++)
        if (pos->state.reserve[side][var->promotion.order[i]] > 0)
            return 2;
    return 1;
}

static bool is_free(const apo_evaluation *ev, const apo_position *pos, unsigned side,
                    unsigned sq)
{
    int ahead = side == APO_WHITE ? ev->var->geometry.files : -ev->var->geometry.files;
    int next = (int)sq + ahead;
    return next >= 0 && next < ev->var->squares && pos->board[next] == APO_MAN_EMPTY;
}

static void add_passed(const apo_evaluation *ev, const apo_position *pos, unsigned side,
                       apo_square sq, apo_weight *sum)
{
    const apo_weight *term = ev->weights.term;
    int far = ev->far[apo_geometry_own_rank(&ev->var->geometry, (apo_side)side, sq)];
    bool is_open = is_free(ev, pos, side, sq);
    sum->opening = (int16_t)(sum->opening + term[APO_TERM_PASSED].opening +
                             far *
                                 (term[APO_TERM_PASSED_FAR].opening +
                                  is_open * term[APO_TERM_PASSED_FREE].opening) /
                                 100);
    sum->ending = (int16_t)(sum->ending + term[APO_TERM_PASSED].ending +
                            far *
                                (term[APO_TERM_PASSED_FAR].ending +
                                 is_open * term[APO_TERM_PASSED_FREE].ending) /
                                100);
}

apo_weight apo_pawns_passed(const apo_evaluation *ev, const apo_position *pos,
                            const apo_pawn_entry *pawns)
{
    apo_weight both = {0, 0};
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_weight sum = {0, 0};
        for (unsigned i = 0; i < ev->var->words; i++)
            for (uint64_t word = pawns->passed[side].words[i]; word != 0;)
                add_passed(ev, pos, side, apo_word_pop(&word, i * 64), &sum);
        if ((sum.opening | sum.ending) == 0)
            continue;
        int hope = hope_of(ev->var, pos, side), sign = side == APO_WHITE ? 1 : -1;
        both.opening = (int16_t)(both.opening + sign * sum.opening * hope / 2);
        both.ending = (int16_t)(both.ending + sign * sum.ending * hope / 2);
    }
    return both;
}
