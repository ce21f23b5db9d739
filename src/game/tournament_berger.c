#include "game/tournament_berger.h"

static unsigned rounds_of_cycle(unsigned players)
{
    return players % 2 == 0 ? players - 1 : players;
}

unsigned apo_berger_rounds(unsigned players, unsigned cycles)
{
    return players < 2 ? 0 : rounds_of_cycle(players) * cycles;
}

/* A pair, or a bye if one of them is the dummy of an odd number of players. */
static apo_tournament_pair pair_of(unsigned white, unsigned black, unsigned players)
{
    if (white >= players)
        return (apo_tournament_pair){black, APO_TOURNAMENT_NOBODY};
    return (apo_tournament_pair){white, black >= players ? APO_TOURNAMENT_NOBODY : black};
}

/* The circle method: the last player is fixed, the others sit in a circle. In round r (from 0)
 * the last player meets the head, which is 1, m+1, 2, m+2 ... with m half of all, and the
 * others meet across, counted from the head. */
static unsigned pair_cycle(apo_tournament_pair *out, unsigned players, unsigned round)
{
    unsigned circle = rounds_of_cycle(players), half = (circle + 1) / 2;
    unsigned head = round % 2 == 0 ? round / 2 : half + round / 2;
    unsigned count = 0;
    out[count++] =
        round % 2 == 0 ? pair_of(head, circle, players) : pair_of(circle, head, players);
    for (unsigned i = 1; i < half; i++)
        out[count++] = pair_of((head + i) % circle, (head + circle - i) % circle, players);
    return count;
}

unsigned apo_berger_round(apo_tournament_pair *out, unsigned players, unsigned cycles,
                          unsigned round)
{
    unsigned length = rounds_of_cycle(players);
    unsigned index = (round - 1) % length;
    bool is_second = round > length;
    if (cycles > 1 && !is_second && length >= 3 && index + 2 >= length)
        index = index + 1 == length ? length - 2 : length - 1;
    unsigned count = pair_cycle(out, players, index);
    for (unsigned i = 0; is_second && i < count; i++) {
        if (out[i].black != APO_TOURNAMENT_NOBODY)
            out[i] = (apo_tournament_pair){out[i].black, out[i].white};
    }
    return count;
}
