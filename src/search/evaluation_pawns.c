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

static int far_of(const apo_evaluation *ev, unsigned side, apo_square sq)
{
    return ev->far[apo_geometry_own_rank(&ev->var->geometry, (apo_side)side, sq)];
}

/* So many hundredths of a weight. */
static void add_share(apo_weight *sum, apo_weight weight, int share, int sign)
{
    sum->opening = (int16_t)(sum->opening + sign * share * weight.opening / 100);
    sum->ending = (int16_t)(sum->ending + sign * share * weight.ending / 100);
}

static void judge_pawn(const apo_evaluation *ev, unsigned side, apo_square sq,
                       apo_pawn_entry *entry)
{
    unsigned words = ev->var->words;
    const apo_weight *term = ev->weights.term;
    const uint64_t *own = entry->men[side].words, *other = entry->men[side ^ 1U].words;
    int sign = side == APO_WHITE ? 1 : -1;
    bool is_supported = meets(own, &ev->support[side][sq], words);
    bool is_phalanx = meets(own, &ev->phalanx[sq], words);
    entry->files[side] |= (uint32_t)1 << ev->file[sq];
    if (!meets(own, &ev->beside[sq], words))
        apo_balance_add(&entry->structure, term[APO_TERM_ISOLATED], sign);
    if (is_supported)
        apo_balance_add(&entry->structure, term[APO_TERM_SUPPORTED], sign);
    if (is_phalanx)
        apo_balance_add(&entry->structure, term[APO_TERM_PHALANX], sign);
    if (is_supported || is_phalanx)
        add_share(&entry->structure, term[APO_TERM_CONNECTED_FAR], far_of(ev, side, sq), sign);
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

/* Room behind the pawns for men to move in. */
static void judge_space(const apo_evaluation *ev, apo_pawn_entry *entry)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        int room = 0, sign = side == APO_WHITE ? 1 : -1;
        for (unsigned i = 0; i < ev->var->words; i++)
            room += __builtin_popcountll(ev->camp[side].words[i] & ~entry->men[side].words[i] &
                                         ~entry->attacks[side ^ 1U].words[i]);
        apo_balance_add(&entry->structure, ev->weights.term[APO_TERM_SPACE], sign * room);
    }
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
    judge_space(ev, entry);
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

/* Steps of a king from square to square, five at most. */
static int steps_between(const apo_evaluation *ev, unsigned a, unsigned b)
{
    int files = ev->file[a] - ev->file[b], rows = ev->row[a] - ev->row[b];
    files = files < 0 ? -files : files;
    rows = rows < 0 ? -rows : rows;
    int steps = files > rows ? files : rows;
    return steps < 5 ? steps : 5;
}

/* What the square before a pawn decides. */
static apo_weight before_pawn(const apo_evaluation *ev, const apo_position *pos, unsigned side,
                              unsigned next, const apo_press presses[APO_SIDES])
{
    const apo_weight *term = ev->weights.term;
    apo_weight sum = {0, 0};
    uint64_t bit = (uint64_t)1 << (next & 63U);
    if (pos->board[next] == APO_MAN_EMPTY) {
        apo_balance_add(&sum, term[APO_TERM_PASSED_FREE], 1);
        if ((presses[side ^ 1U].all[next >> 6] & bit) == 0)
            apo_balance_add(&sum, term[APO_TERM_PASSED_SAFE], 1);
        else if ((presses[side].all[next >> 6] & bit) != 0)
            apo_balance_add(&sum, term[APO_TERM_PASSED_HELPED], 1);
    }
    apo_balance_add(&sum, term[APO_TERM_PASSED_THEIRS],
                    steps_between(ev, pos->state.king[side ^ 1U], next));
    apo_balance_add(&sum, term[APO_TERM_PASSED_OURS],
                    steps_between(ev, pos->state.king[side], next));
    return sum;
}

static void add_passed(const apo_evaluation *ev, const apo_position *pos, unsigned side,
                       apo_square sq, const apo_press presses[APO_SIDES], apo_weight *sum)
{
    const apo_weight *term = ev->weights.term;
    int files = ev->var->geometry.files, far = far_of(ev, side, sq);
    int next = (int)sq + (side == APO_WHITE ? files : -files);
    apo_balance_add(sum, term[APO_TERM_PASSED], 1);
    add_share(sum, term[APO_TERM_PASSED_FAR], far, 1);
    if (next >= 0 && next < ev->var->squares)
        add_share(sum, before_pawn(ev, pos, side, (unsigned)next, presses), far, 1);
}

apo_weight apo_pawns_passed(const apo_evaluation *ev, const apo_position *pos,
                            const apo_pawn_entry *pawns, const apo_press presses[APO_SIDES])
{
    apo_weight both = {0, 0};
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_weight sum = {0, 0};
        for (unsigned i = 0; i < ev->var->words; i++)
            for (uint64_t word = pawns->passed[side].words[i]; word != 0;)
                add_passed(ev, pos, side, apo_word_pop(&word, i * 64), presses, &sum);
        if ((sum.opening | sum.ending) == 0)
            continue;
        int hope = hope_of(ev->var, pos, side), sign = side == APO_WHITE ? 1 : -1;
        both.opening = (int16_t)(both.opening + sign * sum.opening * hope / 2);
        both.ending = (int16_t)(both.ending + sign * sum.ending * hope / 2);
    }
    return both;
}
