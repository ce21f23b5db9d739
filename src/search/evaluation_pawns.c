/* Pawns: the structure, which changes seldom and is cached, and passed pawns. */
#include "base/mem.h"
#include "rules/rules/engine_view.h"
#include "search/evaluation_priv.h"

enum {
    LINE_WORDS = 8 /* of a cache line */
};

/* --- the table ----------------------------------------------------------- */

static size_t table_bytes(const apo_pawn_table *table)
{
    return APO_PAWN_ENTRIES * table->entry_words * sizeof *table->entries;
}

apo_status apo_pawns_start(apo_pawn_table *table, const apo_variant *var,
                           const apo_alloc *alloc)
{
    size_t size = sizeof(apo_pawn_entry) / sizeof(uint64_t) +
                  (size_t)APO_PAWN_SETS * APO_SIDES * var->words;
    apo_pawns_free(table);
    table->entry_words = (size + LINE_WORDS - 1) / LINE_WORDS * LINE_WORDS;
    table->block = apo_block_take(alloc, table_bytes(table));
    if (table->block.start == NULL)
        return APO_E_MEMORY;
    table->entries = table->block.start;
    apo_pawns_clear(table);
    return APO_OK;
}

void apo_pawns_clear(apo_pawn_table *table)
{
    memset(table->entries, 0, table_bytes(table));
}

void apo_pawns_free(apo_pawn_table *table)
{
    apo_block_free(&table->block);
    table->entries = NULL;
}

/* --- structure ----------------------------------------------------------- */

static uint64_t *set_of(unsigned words, apo_pawn_entry *entry, enum apo_pawn_set which,
                        unsigned side)
{
    return entry->sets + ((size_t)which * APO_SIDES + side) * words;
}

APO_INLINE bool meets(unsigned words, const uint64_t *a, const uint64_t *b)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < words; i++)
        any |= a[i] & b[i];
    return any != 0;
}

APO_INLINE void collect_pawns(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                              unsigned side, uint64_t *out)
{
    apo_types types = apo_types_within(words, ev->pawns & apo_types_here(pos, side));
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        const uint64_t *pieces = apo_position_type_set(pos, side, walk.type, words);
        for (unsigned i = 0; i < words; i++)
            out[i] |= pieces[i];
    }
}

/* Adds `hundredths` of a weight. */
static void add_share(apo_weight *sum, apo_weight weight, int share, int sign)
{
    sum->opening = (int16_t)(sum->opening + sign * share * weight.opening / 100);
    sum->ending = (int16_t)(sum->ending + sign * share * weight.ending / 100);
}

APO_INLINE void evaluate_pawn(unsigned words, const apo_evaluation *ev, unsigned side,
                              apo_square sq, apo_pawn_entry *entry)
{
    const apo_weight *term = ev->weights.term;
    const uint64_t *own = set_of(words, entry, APO_PAWN_PIECES, side);
    const uint64_t *other = set_of(words, entry, APO_PAWN_PIECES, side ^ 1U);
    const uint64_t *masks = apo_pawn_mask_of(words, ev, side, sq, 0);
    int sign = side == APO_WHITE ? 1 : -1;
    bool is_supported = meets(words, own, masks + APO_PAWN_MASK_SUPPORT * words);
    bool is_phalanx = meets(words, own, masks + APO_PAWN_MASK_PHALANX * words);
    entry->files[side] |= (uint32_t)1 << ev->file[sq];
    if (!meets(words, own, masks + APO_PAWN_MASK_BESIDE * words))
        apo_weight_add(&entry->structure, term[APO_TERM_ISOLATED], sign);
    if (is_supported)
        apo_weight_add(&entry->structure, term[APO_TERM_SUPPORTED], sign);
    if (is_phalanx)
        apo_weight_add(&entry->structure, term[APO_TERM_PHALANX], sign);
    if (is_supported || is_phalanx)
        add_share(&entry->structure, term[APO_TERM_CONNECTED_FAR], ev->far[side][sq], sign);
    if (meets(words, own, masks + APO_PAWN_MASK_PATH * words))
        apo_weight_add(&entry->structure, term[APO_TERM_DOUBLED], sign);
    else if (!meets(words, other, masks + APO_PAWN_MASK_FRONT * words))
        set_of(words, entry, APO_PAWN_PASSED, side)[sq >> 6] |= (uint64_t)1 << (sq & 63U);
}

APO_INLINE void add_attacks(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                            unsigned side, apo_square sq, uint64_t *attacks)
{
    const apo_variant *var = ev->var;
    size_t index = apo_table_index(var, side, apo_piece_type(pos->board[sq]), sq);
    for (unsigned i = 0; i < words; i++)
        attacks[i] |= var->leap_capture[index * words + i];
}

/* Space behind the pawns for pieces to move in. */
APO_INLINE int count_space(unsigned words, const apo_evaluation *ev,
                           const apo_pawn_entry *entry, unsigned side)
{
    const uint64_t *pieces = apo_pawn_set_of(words, entry, APO_PAWN_PIECES, side);
    const uint64_t *attacks = apo_pawn_set_of(words, entry, APO_PAWN_ATTACKS, side ^ 1U);
    int space = 0;
    for (unsigned i = 0; i < words; i++)
        space += (int)apo_word_count(ev->camp[side].words[i] & ~pieces[i] & ~attacks[i]);
    return space;
}

APO_INLINE void evaluate(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                         apo_pawn_entry *entry)
{
    for (unsigned side = 0; side < APO_SIDES; side++)
        collect_pawns(words, ev, pos, side, set_of(words, entry, APO_PAWN_PIECES, side));
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned i = 0; i < words; i++)
            for (uint64_t word = set_of(words, entry, APO_PAWN_PIECES, side)[i]; word != 0;) {
                apo_square sq = apo_word_pop(&word, i * 64);
                evaluate_pawn(words, ev, side, sq, entry);
                add_attacks(words, ev, pos, side, sq,
                            set_of(words, entry, APO_PAWN_ATTACKS, side));
            }
    int space =
        count_space(words, ev, entry, APO_WHITE) - count_space(words, ev, entry, APO_BLACK);
    apo_weight_add(&entry->structure, ev->weights.term[APO_TERM_SPACE], space);
}

APO_APART void evaluate_anew(const apo_evaluation *ev, const apo_pawn_table *table,
                             const apo_position *pos, uint64_t key, apo_pawn_entry *entry)
{
    memset(entry, 0, table->entry_words * sizeof *table->entries);
    entry->key = key;
    APO_BY_WORDS(ev->var->words, evaluate, ev, pos, entry);
}

const apo_pawn_entry *apo_pawns_evaluate(const apo_evaluation *ev, const apo_pawn_table *table,
                                         const apo_position *pos, uint64_t key)
{
    apo_pawn_entry *entry = apo_pawns_at(table, key);
    if (entry->key != key)
        evaluate_anew(ev, table, pos, key, entry);
    return entry;
}

/* --- passed pawns -------------------------------------------------------- */

/* The promotion chances of a passed pawn, in halves: lower while the reserve has no piece that
 * it could become. Later captures may fill the reserve. */
static int promotion_chances(const apo_variant *var, const apo_position *pos, unsigned side)
{
    if (!apo_reserve_of(var)->is_on)
        return 2;
    for (unsigned i = 0; i < apo_promotion_of(var)->order_count; i++)
        if (pos->state.rules.reserve[side][apo_promotion_of(var)->order[i]] > 0)
            return 2;
    return 1;
}

/* Steps of a king from square to square, five at most. */
static int steps_between(const apo_evaluation *ev, unsigned a, unsigned b)
{
    if (a == APO_SQUARE_NONE) /* no king */
        return 5;
    int files = ev->file[a] - ev->file[b], rows = ev->row[a] - ev->row[b];
    files = files < 0 ? -files : files;
    rows = rows < 0 ? -rows : rows;
    int steps = files > rows ? files : rows;
    return steps < 5 ? steps : 5;
}

/* The terms of the square in front of a pawn. */
static apo_weight before_pawn(const apo_evaluation *ev, const apo_position *pos, unsigned side,
                              unsigned next, const apo_attack_info attacks[APO_SIDES])
{
    const apo_weight *term = ev->weights.term;
    apo_weight sum = {0, 0};
    uint64_t bit = (uint64_t)1 << (next & 63U);
    if (pos->board[next] == APO_PIECE_EMPTY) {
        apo_weight_add(&sum, term[APO_TERM_PASSED_FREE], 1);
        if ((attacks[side ^ 1U].all[next >> 6] & bit) == 0)
            apo_weight_add(&sum, term[APO_TERM_PASSED_SAFE], 1);
        else if ((attacks[side].all[next >> 6] & bit) != 0)
            apo_weight_add(&sum, term[APO_TERM_PASSED_HELPED], 1);
    }
    apo_weight_add(&sum, term[APO_TERM_PASSED_THEIRS],
                   steps_between(ev, pos->state.king[side ^ 1U], next));
    apo_weight_add(&sum, term[APO_TERM_PASSED_OURS],
                   steps_between(ev, pos->state.king[side], next));
    return sum;
}

static void add_passed(const apo_evaluation *ev, const apo_position *pos, unsigned side,
                       apo_square sq, const apo_attack_info attacks[APO_SIDES], apo_weight *sum)
{
    const apo_weight *term = ev->weights.term;
    int files = ev->var->geometry.files, far = ev->far[side][sq];
    int next = (int)sq + (side == APO_WHITE ? files : -files);
    apo_weight_add(sum, term[APO_TERM_PASSED], 1);
    add_share(sum, term[APO_TERM_PASSED_FAR], far, 1);
    if (next >= 0 && next < ev->var->squares)
        add_share(sum, before_pawn(ev, pos, side, (unsigned)next, attacks), far, 1);
}

apo_weight apo_pawns_passed(const apo_evaluation *ev, const apo_position *pos,
                            const apo_pawn_entry *pawns,
                            const apo_attack_info attacks[APO_SIDES])
{
    unsigned words = ev->var->words;
    apo_weight both = {0, 0};
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_weight sum = {0, 0};
        const uint64_t *passed = apo_pawn_set_of(words, pawns, APO_PAWN_PASSED, side);
        for (unsigned i = 0; i < words; i++)
            for (uint64_t word = passed[i]; word != 0;)
                add_passed(ev, pos, side, apo_word_pop(&word, i * 64), attacks, &sum);
        if ((sum.opening | sum.ending) == 0)
            continue;
        int hope = promotion_chances(ev->var, pos, side), sign = side == APO_WHITE ? 1 : -1;
        both.opening = (int16_t)(both.opening + sign * sum.opening * hope / 2);
        both.ending = (int16_t)(both.ending + sign * sum.ending * hope / 2);
    }
    return both;
}
