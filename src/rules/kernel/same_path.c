/* Two paths of a piece are the same move if they begin and end on the same squares and capture
 * the same pieces. Only the first is listed. */
#include "rules/kernel/targets.h"

/* True if two paths from the same square are one move: they pass different squares but do the
 * same. */
static bool is_same_move(const apo_general_path *a, const apo_general_path *b)
{
    bool is_same = a->to == b->to && a->taken_count == b->taken_count;
    for (unsigned i = 0; is_same && i < a->taken_count; i++) {
        bool is_taken = false;
        for (unsigned k = 0; k < b->taken_count; k++)
            is_taken = is_taken || a->taken[i] == b->taken[k];
        is_same = is_taken;
    }
    return is_same;
}

/* Compares with a limited number of paths before `end`: hostile notation could have thousands.
 */
static bool is_repeated_among(const apo_position *pos, unsigned side, unsigned first,
                              unsigned end, const apo_general_path *path)
{
    enum {
        COMPARED_MAX = 512
    };

    const apo_general_path *paths = pos->var->paths;
    for (unsigned i = end > first + COMPARED_MAX ? end - COMPARED_MAX : first; i < end; i++)
        if (is_same_move(&paths[i], path) && apo_path_ends(pos, &paths[i], side) &&
            apo_path_is_open(pos, &paths[i], side))
            return true;
    return false;
}

bool apo_path_is_repeated(const apo_position *pos, unsigned side, unsigned row, unsigned index)
{
    const apo_variant *var = pos->var;
    const apo_general_path *path = &var->paths[index];
    const apo_piece_table *table = &var->tables[apo_table_index(var, side, row, path->from)];
    uint64_t set[APO_SET_WORDS_MAX];
    if (!table->is_repeating)
        return false;
    if (index < table->first_unmoved)
        return is_repeated_among(pos, side, table->first_path, index, path);
    if (path->taken_count == 0) {
        APO_BY_WORDS(var->words, apo_gather_targets, pos, side, row, path->from, set);
        if (set[path->to >> 6] >> (path->to & 63U) & 1U)
            return true;
    }
    return is_repeated_among(pos, side, table->first_unmoved, index, path) ||
           (path->taken_count > 0 &&
            is_repeated_among(pos, side, table->first_path,
                              table->first_path + table->path_count, path));
}
