#include "net/turns.h"

uint64_t apo_turns_enter(apo_turns *turns)
{
    turns->inside[turns->turn % 2]++;
    return turns->turn;
}

void apo_turns_leave(apo_turns *turns, uint64_t turn)
{
    turns->inside[turn % 2]--;
}

uint64_t apo_turns_mark(const apo_turns *turns)
{
    return turns->turn + 2;
}

bool apo_turns_have_passed(apo_turns *turns, uint64_t mark)
{
    while (turns->turn < mark && turns->inside[(turns->turn + 1) % 2] == 0)
        turns->turn++;
    return turns->turn >= mark;
}
