#include "rules/kernel/perft.h"

#include "rules/kernel/compiled.h"
#include "rules/kernel/generate.h"

/* NOLINTBEGIN(misc-no-recursion): depth ends it. */
static uint64_t count_apart(apo_position *pos, unsigned depth);

/* A sum that has reached APO_PERFT_UNKNOWN stays there. */
static uint64_t add(uint64_t total, uint64_t count)
{
    return __builtin_add_overflow(total, count, &total) ? APO_PERFT_UNKNOWN : total;
}

/* The lists of a line share the space of one as long as they fit, so that deep counts need
 * little stack. */
static uint64_t count_below(apo_position *pos, unsigned depth, apo_move *room, size_t capacity)
{
    if (depth == 1)
        return apo_count_legal(pos);
    apo_move_list list = {room, capacity, 0, false};
    apo_undo undo;
    uint64_t total = 0;
    apo_list_legal(pos, &list);
    if (list.is_overflowed && capacity < APO_MOVE_LIST_MAX)
        return count_apart(pos, depth);
    if (list.is_overflowed)
        return APO_PERFT_UNKNOWN;
    for (size_t i = 0; i < list.count; i++) {
        apo_make(pos, &room[i], &undo);
        total =
            add(total, count_below(pos, depth - 1, room + list.count, capacity - list.count));
        apo_unmake(pos, &undo);
    }
    return total;
}

static uint64_t count_apart(apo_position *pos, unsigned depth)
{
    apo_moves moves;
    return count_below(pos, depth, moves.buf, APO_MOVE_LIST_MAX);
}

/* NOLINTEND(misc-no-recursion) */

uint64_t apo_perft(const apo_position *pos, unsigned depth)
{
    apo_position scratch;
    if (depth == 0)
        return 1;
    apo_position_copy_used(&scratch, pos);
    return count_apart(&scratch, depth);
}
