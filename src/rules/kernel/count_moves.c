#include "rules/kernel/generate.h"
#include "rules/kernel/scan.h"

/* Counts a piece's legal moves: all are, except that moves to squares where a piece may become
 * a screen are tried one by one. */
APO_INLINE void count_piece(unsigned words, apo_scan *s, unsigned type, unsigned row,
                            apo_square from)
{
    const apo_variant *var = s->pos->var;
    size_t index = apo_table_index(var, s->side, row, from);
    const apo_piece_table *table = &var->tables[index];
    bool is_hard = s->analysis.has_screens | table->is_listed |
                   (table->may_change && type == row) | apo_scan_is_blocker(s, from);
    if (is_hard) {
        apo_scan_piece(words, s, type, row, from, false);
        apo_scan_rare_paths(s, type, row, from);
        return;
    }
    unsigned count = apo_count_targets(words, s->pos, s->side, table, index);
    if (s->has_ways && apo_set_has(&s->ways.squares, from))
        count *= s->ways.count;
    s->count += count;
}

/* Counts the herds of a row and takes their pieces out of `rest`. Blockers are counted one by
 * one, and so are all pieces while an arriving piece may become a screen. */
APO_INLINE void count_herds(unsigned words, apo_scan *s, unsigned row, uint64_t *rest)
{
    const apo_variant *var = s->pos->var;
    const apo_herd_range *range = &var->herd_ranges[s->side * var->row_count + row];
    for (unsigned k = 0; k < range->count; k++) {
        const apo_herd *herd = &var->herds[range->first + k];
        uint64_t pieces[APO_SET_WORDS_MAX], any = 0;
        for (unsigned i = 0; i < words; i++) {
            pieces[i] = rest[i] & var->herd_sets[herd->squares + i] & ~s->analysis.blockers[i];
            rest[i] ^= pieces[i];
            any |= pieces[i];
        }
        if (any != 0)
            s->count += apo_count_herd(words, s->pos, s->side, herd, pieces);
    }
}

APO_INLINE void count_type(unsigned words, apo_scan *s, unsigned type, unsigned row)
{
    const uint64_t *pieces = apo_position_type_set(s->pos, s->side, type, words);
    uint64_t rest[APO_SET_WORDS_MAX];
    s->is_expanding = apo_types_has_within(words, s->pos->var->expand_types, type);
    for (unsigned i = 0; i < words; i++)
        rest[i] = pieces[i];
    if (!s->analysis.has_screens && !s->has_ways)
        count_herds(words, s, row, rest);
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = rest[i]; word != 0;)
            count_piece(words, s, type, row, apo_word_pop(&word, i * 64));
}

APO_INLINE void count_all(unsigned words, apo_scan *s)
{
    const apo_position *pos = s->pos;
    apo_types types = apo_types_within(words, apo_types_here(pos, s->side));
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        unsigned row = apo_row_now(pos, s->side, type);
        if (row == 0)
            continue;
        if (apo_scan_suspects_type(words, s, type))
            apo_scan_list_type(words, s, type, row);
        else
            count_type(words, s, type, row);
        if (s->is_any_enough && s->count > 0)
            return;
    }
    if (pos->var->hooks.generate_count > 0)
        apo_scan_special(s);
    if (pos->var->hooks.arrivals_count > 0)
        apo_scan_arrivals(s);
}

/* One copy for all callers: it is by far the largest function to compile. */
APO_APART void count_moves(apo_scan *s)
{
    APO_BY_WORDS(s->pos->var->words, count_all, s);
}

/* In games with rules that sift, moves are counted by listing them. */
static uint64_t count_sifted(apo_position *pos)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_list_legal(pos, list);
    return list->is_overflowed ? APO_PERFT_UNKNOWN : list->count;
}

uint64_t apo_count_legal(apo_position *pos)
{
    apo_scan s;
    if (pos->var->hooks.sift_count > 0)
        return count_sifted(pos);
    if (apo_position_is_over(pos))
        return 0;
    apo_scan_start(&s, pos, NULL);
    count_moves(&s);
    return s.is_overflowed ? APO_PERFT_UNKNOWN : s.count;
}

bool apo_has_legal(apo_position *pos)
{
    apo_scan s;
    if (pos->var->hooks.sift_count > 0)
        return count_sifted(pos) > 0;
    if (apo_position_is_over(pos))
        return false;
    apo_scan_start(&s, pos, NULL);
    s.is_any_enough = true;
    count_moves(&s);
    return s.count > 0;
}

/* True if so few pieces cannot have too many moves, as in nearly every position of most games.
 * Counting the moves instead would make reading a position 10% slower. */
static bool must_fit(const apo_position *pos)
{
    enum {
        PASSED_MAX = 17, /* squares on which one piece may be captured in passing */
        OTHERS_MAX = 256 /* moves of two pieces at once */
    };

    const apo_variant *var = pos->var;
    unsigned side = pos->state.side, pieces = 0, passing = 0;
    for (apo_type_walk walk = apo_type_walk_of(apo_types_here(pos, side));
         apo_type_walk_next(&walk);) {
        unsigned count = pos->by_side[side].type_count[walk.type];
        pieces += count;
        passing += apo_types_has(var->passing_types, walk.type) ? count : 0;
    }
    unsigned captures = passing * PASSED_MAX * (var->info.type_count + 1);
    unsigned others = OTHERS_MAX + var->squares; /* allow for a royal leap to any square */
    return var->moves_most > 0 &&
           pieces * var->moves_most + captures + others <= APO_MOVE_LIST_MAX;
}

/* If each move comes with each square that it takes off the board, the moves must be listed. */
static bool list_fits(apo_position *pos)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_list_legal(pos, list);
    return !list->is_overflowed;
}

bool apo_moves_fit(apo_position *pos)
{
    apo_scan s;
    if (pos->var->has_loose_squares)
        return list_fits(pos);
    if (must_fit(pos))
        return true;
    apo_scan_start(&s, pos, NULL);
    count_moves(&s);
    return !s.is_overflowed && s.count <= APO_MOVE_LIST_MAX;
}
