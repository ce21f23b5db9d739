#include "search/attack_cache.h"

#include "base/mem.h"
#include "rules/rules/engine_view.h"

/* --- memory -------------------------------------------------------------- */

static apo_types find_rows_with_paths(const apo_variant *var)
{
    apo_types rows = 0;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned row = 1; row < var->row_count; row++)
            for (unsigned sq = 0; sq < var->squares; sq++) {
                const apo_piece_table *table =
                    &var->tables[apo_table_index(var, side, row, sq)];
                if (table->path_count + table->unmoved_count > 0)
                    rows |= apo_type_bit(row);
            }
    return rows;
}

apo_status apo_attack_cache_start(apo_attack_cache *cache, const apo_variant *var,
                                  const apo_alloc *alloc)
{
    size_t count = 2 * apo_table_index(var, APO_SIDES, 0, 0);
    size_t size = count * apo_attack_entry_words(var->words) * sizeof(uint64_t);
    apo_attack_cache_free(cache);
    cache->block = apo_block_take(alloc, size);
    if (cache->block.start == NULL)
        return APO_E_MEMORY;
    cache->has_paths = find_rows_with_paths(var);
    cache->entries = cache->block.start;
    /* Occupied squares that are not watched: makes every entry invalid. */
    memset(cache->entries, 0xFF, size);
    for (size_t i = 0; i < count; i++)
        memset(cache->entries + i * apo_attack_entry_words(var->words), 0,
               var->words * sizeof(uint64_t));
    return APO_OK;
}

void apo_attack_cache_free(apo_attack_cache *cache)
{
    apo_block_free(&cache->block);
    cache->entries = NULL;
}

/* --- filling ------------------------------------------------------------- */

typedef struct entry_sets {
    uint64_t *watched, *hits, *moves;
} entry_sets;

static void add_to(uint64_t *set, unsigned sq)
{
    set[sq >> 6] |= (uint64_t)1 << (sq & 63U);
}

/* The squares up to the first piece both ways, with that piece's square and the slider's own.
 * Missing squares that end the line are included too: sentinels lie outside the board, but
 * a hole may be a square. */
APO_INLINE void add_full_line(unsigned words, const apo_position *pos, unsigned line,
                              unsigned position, uint64_t *set)
{
    const apo_line_view view = {pos->by_side[0].line[line] | pos->by_side[1].line[line], 0};
    const uint64_t *sets = pos->var->line_below + (size_t)line * APO_LINE_STRIDE * words;
    const uint64_t *high = sets + (apo_first_above(view, position) + 1) * words;
    const uint64_t *low = sets + apo_first_below(view, position) * words;
    for (unsigned i = 0; i < words; i++)
        set[i] |= high[i] ^ low[i];
}

APO_INLINE void scan_line(unsigned words, const apo_position *pos, const apo_line_op *op,
                          const entry_sets *out)
{
    uint64_t seen[APO_SET_WORDS_MAX] = {0};
    add_full_line(words, pos, op->line, op->position, seen);
    for (unsigned i = 0; i < words; i++) {
        out->watched[i] |= seen[i];
        out->hits[i] |= seen[i];
        out->moves[i] |= seen[i];
    }
}

/* A slide or hop that captures hits the squares on its way too. */
static unsigned hit_modes(unsigned modes)
{
    return (modes & APO_LINE_CAPTURE ? APO_LINE_SLIDES : 0U) |
           (modes & APO_LINE_HOP_CAPTURE ? APO_LINE_HOP_MOVE | APO_LINE_HOP_CAPTURE : 0U) |
           (modes & APO_LINE_NEXT_CAPTURE ? APO_LINE_NEXT_MOVE | APO_LINE_NEXT_CAPTURE : 0U);
}

/* The squares from the second piece on one side to the second on the other: no hopper gets
 * farther. */
static uint32_t up_to_second(uint32_t blocked, unsigned position)
{
    uint32_t below = blocked & (((uint32_t)1 << position) - 1);
    uint32_t above = blocked & ~(((uint32_t)2 << position) - 1);
    uint32_t lowest = (uint32_t)1 << (31 - __builtin_clz(below));
    uint32_t highest = above & (~above + 1);
    below ^= lowest;
    above ^= highest;
    if (below != 0)
        lowest = (uint32_t)1 << (31 - __builtin_clz(below));
    if (above != 0)
        highest = above & (~above + 1);
    return (2 * highest - 1) & ~(lowest - 1);
}

/* Scans the lines that are not plain slides both ways. */
static void scan_rare_lines(unsigned words, const apo_position *pos, const apo_line_op *op,
                            const entry_sets *out)
{
    const apo_variant *var = pos->var;
    uint32_t us = pos->by_side[0].line[op->line], them = pos->by_side[1].line[op->line];
    const apo_line_view pieces = {us | them, us ^ them}, empty = {us | them, 0};
    for (unsigned lower = 0; lower < 2; lower++) {
        apo_line_op hit = *op;
        hit.modes[lower] = (uint8_t)hit_modes(op->modes[lower]);
        apo_add_positions(words, var, op->line, apo_line_targets(pos, &hit, pieces, lower),
                          out->hits);
        apo_add_positions(words, var, op->line, apo_line_targets(pos, op, empty, lower),
                          out->moves);
    }
    apo_add_positions(words, var, op->line, up_to_second(pieces.blocked, op->position),
                      out->watched);
}

static void scan_slide(unsigned words, const apo_position *pos, const apo_walk_node *node,
                       const entry_sets *out)
{
    uint32_t us = pos->by_side[0].line[node->square], them = pos->by_side[1].line[node->square];
    const apo_line_view view = {us | them, us ^ them};
    apo_walk_node hit = *node, whole = *node;
    hit.modes = (uint8_t)hit_modes(node->modes);
    whole.modes = APO_LINE_SLIDES;
    const apo_line_view blockers = {us | them, us | them};
    apo_add_positions(words, pos->var, node->square, apo_slide_targets(&hit, view), out->hits);
    apo_add_positions(words, pos->var, node->square, apo_slide_targets(node, view), out->moves);
    apo_add_positions(words, pos->var, node->square, apo_slide_targets(&whole, blockers),
                      out->watched);
}

static void walk_paths(unsigned words, const apo_position *pos, const apo_walk_node *nodes,
                       unsigned count, const entry_sets *out)
{
    for (unsigned i = 0; i < count;) {
        const apo_walk_node *node = &nodes[i];
        if (node->kind == APO_WALK_SLIDE) {
            scan_slide(words, pos, node, out);
            i++;
            continue;
        }
        apo_piece there = pos->board[node->square];
        add_to(out->watched, node->square);
        if (there != APO_PIECE_VOID && (node->modes & APO_LINE_CAPTURE))
            add_to(out->hits, node->square);
        if (node->modes & APO_LINE_MOVE)
            add_to(out->moves, node->square);
        i = there == APO_PIECE_EMPTY ? i + 1 : node->skip;
    }
}

/* General paths depend on more than which squares are occupied, so such an entry is never
 * valid. */
static void follow_paths(unsigned words, const apo_position *pos, unsigned side,
                         const apo_piece_table *table, const entry_sets *out)
{
    uint64_t targets[APO_SET_WORDS_MAX] = {0};
    apo_add_paths(pos, side, pos->var->paths + table->first_path, table->path_count, targets);
    for (unsigned i = 0; i < words; i++) {
        out->hits[i] |= targets[i];
        out->moves[i] |= targets[i];
        out->watched[i] = 0;
    }
}

APO_INLINE void fill_entry(unsigned words, const apo_position *pos, unsigned side, unsigned row,
                           apo_square from, uint64_t *sets)
{
    const apo_variant *var = pos->var;
    size_t index = apo_table_index(var, side, row, from);
    const apo_piece_table *table = &var->tables[index];
    uint64_t *taken = sets + APO_ATTACK_TAKEN * words;
    const entry_sets out = {sets, sets + APO_ATTACK_HITS * words,
                            sets + APO_ATTACK_MOVES * words};
    for (unsigned i = 0; i < words; i++) {
        out.watched[i] = 0;
        out.hits[i] = var->leap_capture[index * words + i];
        out.moves[i] = var->leap_move[index * words + i];
    }
    for (unsigned i = 0; i < table->line_count; i++) {
        const apo_line_op *op = &var->line_ops[table->first_line + i];
        if (op->is_full)
            scan_line(words, pos, op, &out);
        else
            scan_rare_lines(words, pos, op, &out);
    }
    walk_paths(words, pos, var->walk_nodes + table->first_walk, table->walk_count, &out);
    if (table->path_count > 0)
        follow_paths(words, pos, side, table, &out);
    out.hits[from >> 6] &= ~((uint64_t)1 << (from & 63U));
    for (unsigned i = 0; i < words; i++)
        taken[i] = table->path_count > 0
                       ? ~(uint64_t)0
                       : out.watched[i] & (pos->pieces[0].words[i] | pos->pieces[1].words[i]);
}

APO_INLINE bool holds(unsigned words, const apo_position *pos, const uint64_t *sets)
{
    uint64_t pieces[APO_SET_WORDS_MAX];
    for (unsigned i = 0; i < words; i++)
        pieces[i] = pos->pieces[0].words[i] | pos->pieces[1].words[i];
    return apo_attack_entry_is_valid(words, sets, pieces);
}

/* A search goes back and forth between few positions, so the previous entry is often valid
 * again. */
void apo_attack_cache_fill(const apo_position *pos, unsigned side, unsigned row,
                           apo_square from, uint64_t *sets)
{
    unsigned words = pos->var->words;
    uint64_t *former = sets + apo_attack_entry_words(words);
    for (size_t i = 0; i < apo_attack_entry_words(words); i++) {
        uint64_t word = former[i];
        former[i] = sets[i];
        sets[i] = word;
    }
    if (!APO_BY_WORDS(words, holds, pos, sets))
        APO_BY_WORDS(words, fill_entry, pos, side, row, from, sets);
}

APO_INLINE void add_lines(unsigned words, const apo_position *pos, apo_square sq, uint64_t *set)
{
    const apo_square_lines *lines = &pos->var->square_lines[sq];
    for (unsigned axis = 0; axis < APO_AXES; axis++)
        add_full_line(words, pos, lines->line[axis], lines->position[axis], set);
}

void apo_open_lines(const apo_position *pos, apo_square sq, uint64_t *out)
{
    for (unsigned i = 0; i < pos->var->words; i++)
        out[i] = 0;
    APO_BY_WORDS(pos->var->words, add_lines, pos, sq, out);
}
