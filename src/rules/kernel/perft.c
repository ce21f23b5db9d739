#include "rules/kernel/perft.h"

#include "rules/kernel/compiled.h"
#include "rules/kernel/generate.h"

/* NOLINTNEXTLINE(misc-no-recursion): depth ends it. */
static uint64_t count_below(apo_position *pos, unsigned depth)
{
    if (depth == 1)
        return apo_count_legal(pos);
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_undo undo;
    uint64_t total = 0;
    apo_list_legal(pos, list);
    for (size_t i = 0; i < list->count; i++) {
        apo_make(pos, &list->moves[i], &undo);
        total += count_below(pos, depth - 1);
        apo_unmake(pos, &undo);
    }
    return total;
}

uint64_t apo_perft(const apo_position *pos, unsigned depth)
{
    apo_position scratch;
    if (depth == 0)
        return 1;
    apo_position_copy_used(&scratch, pos);
    return count_below(&scratch, depth);
}
