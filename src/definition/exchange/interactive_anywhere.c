/* Castling when the squares of king and partner vary from start to start: as in Chess960, they
 * go from wherever they begin to where they end in the diagram's own arrangement (xbetza.md
 * 1.10). */
#include "base/mem.h"
#include "definition/exchange/interactive_priv.h"

static const apo_span nothing = {NULL, 0};

/* The number of the group whose pieces stand on the square; `group_count` if none. */
static unsigned group_of(const apo_draft *draft, apo_square sq)
{
    for (unsigned i = 0; i < draft->group_count; i++)
        for (unsigned copy = 0; copy < draft->groups[i].copy_count; copy++)
            for (unsigned k = 0; k < draft->groups[i].square_count; k++)
                if (draft->groups[i].squares[copy][k] == sq)
                    return i;
    return draft->group_count;
}

/* True if the ways are those of one king and the partners of its group, all on its row. */
static bool is_one_group(const apo_draft *draft, unsigned number)
{
    const apo_geometry *geo = &draft->geometry;
    const apo_draft_group *group = &draft->groups[number];
    unsigned row = apo_geometry_row(geo, draft->ways[0].king);
    for (unsigned i = 0; i < draft->way_count; i++)
        if (draft->ways[i].king != draft->ways[0].king ||
            draft->ways[i].whose != APO_DRAFT_BOTH ||
            group_of(draft, draft->ways[i].partner) != number)
            return false;
    for (unsigned k = 0; k < group->square_count; k++)
        if (apo_geometry_row(geo, group->squares[0][k]) != row)
            return false;
    return group->copy_count == 1 && group->whose == APO_DRAFT_BOTH;
}

/* True if the group has squares on both sides of this one. */
static bool is_between(const apo_draft_group *group, apo_square sq)
{
    bool is_before = false, is_after = false;
    for (unsigned k = 0; k < group->square_count; k++) {
        is_before = is_before || group->squares[0][k] < sq;
        is_after = is_after || group->squares[0][k] > sq;
    }
    return is_before && is_after;
}

/* Adds a way of the diagram from all squares; false if there is no room. With partners on both
 * sides the king is always between them. */
static bool add_ways(apo_draft *draft, const apo_draft_group *group, const apo_draft_way *own,
                     bool has_both)
{
    for (unsigned k = 0; k < group->square_count; k++) {
        apo_square king = group->squares[0][k];
        if (has_both && !is_between(group, king))
            continue;
        for (unsigned p = 0; p < group->square_count; p++) {
            apo_square partner = group->squares[0][p];
            if (partner == king || (partner > king) != (own->partner > own->king))
                continue;
            if (draft->way_count == APO_DRAFT_WAYS_MAX)
                return false;
            draft->ways[draft->way_count++] =
                (apo_draft_way){king, partner, own->king_to, own->partner_to, APO_DRAFT_BOTH};
        }
    }
    return true;
}

static bool replace_ways(apo_draft *draft, const apo_draft_group *group)
{
    apo_draft_way own[APO_DRAFT_WAYS_MAX];
    unsigned count = draft->way_count;
    bool has_left = false, has_right = false;
    memcpy(own, draft->ways, sizeof own);
    for (unsigned i = 0; i < count; i++) {
        char partner = draft->board[own[i].partner];
        *(own[i].partner < own[i].king ? &has_left : &has_right) = true;
        if (!apo_draft_has_letter(draft->castling_partners, partner))
            apo_draft_add_letter(draft->castling_partners, partner);
    }
    draft->way_count = 0;
    for (unsigned i = 0; i < count; i++)
        if (!add_ways(draft, group, &own[i], has_left && has_right))
            return false;
    return true;
}

void apo_interactive__castle_anywhere(apo_interactive *d)
{
    apo_draft *draft = d->draft;
    bool is_moved = false;
    for (unsigned i = 0; i < draft->way_count; i++)
        is_moved = is_moved || group_of(draft, draft->ways[i].king) < draft->group_count ||
                   group_of(draft, draft->ways[i].partner) < draft->group_count;
    if (!is_moved)
        return;
    unsigned number = group_of(draft, draft->ways[0].king);
    if (number < draft->group_count && is_one_group(draft, number) &&
        replace_ways(draft, &draft->groups[number]))
        return;
    draft->way_count = 0;
    apo_interactive__lose_at(
        d, d->shuffle_line, "castling",
        "king and partners change places in another way than within one group on their rank; "
        "there is no castling here",
        nothing);
}
