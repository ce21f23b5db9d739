#include "base/mem.h"
#include "definition/betza/betza.h"
#include "definition/exchange/fairy_write_priv.h"

/* Draft -> section of variants.ini: barred pieces. There a piece that must promote in a zone,
 * and has nothing to become, may not enter it, but attacks royal pieces in it. Here it has an
 * area, and captures of royal pieces (k) that lead out of it. */

static bool has_promotion(const apo_draft *draft)
{
    for (unsigned rank = 0; rank <= APO_ROWS_MAX; rank++)
        if (draft->tiers[rank][0] != '\0' || draft->black_tiers[rank][0] != '\0')
            return true;
    return false;
}

static bool is_same_path(const apo_piece_move *a, const apo_piece_move *b)
{
    return a->leg_count == b->leg_count && a->is_unmoved == b->is_unmoved &&
           a->is_bounded == b->is_bounded && a->is_universal == b->is_universal &&
           memcmp(a->legs, b->legs, a->leg_count * sizeof a->legs[0]) == 0;
}

static bool has_path(const apo_piece_moves *moves, const apo_piece_move *path, unsigned end)
{
    for (unsigned i = 0; i < moves->move_count; i++)
        if ((moves->moves[i].end & end) && is_same_path(&moves->moves[i], path))
            return true;
    return false;
}

/* True if a piece takes royal pieces, out of its area too, with just the moves that capture. */
static bool takes_royals(const apo_piece_moves *moves)
{
    bool is_any = false;
    for (unsigned i = 0; i < moves->move_count; i++) {
        const apo_piece_move *move = &moves->moves[i];
        is_any = is_any || (move->end & APO_END_ROYAL);
        if (((move->end & APO_END_CAPTURE) && !has_path(moves, move, APO_END_ROYAL)) ||
            ((move->end & APO_END_ROYAL) && !has_path(moves, move, APO_END_CAPTURE)))
            return false;
    }
    return is_any;
}

/* The lowest row, as its own side sees it, on which a piece of a type starts. */
static unsigned find_first_row(const apo_draft *draft, char letter)
{
    const apo_geometry *geo = &draft->geometry;
    unsigned first = geo->rows;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        unsigned row = sq / geo->files;
        if (draft->board[sq] == apo_to_lower(letter))
            row = geo->rows - 1U - row;
        if (apo_to_upper(draft->board[sq]) == letter && row < first)
            first = row;
    }
    return first;
}

/* The first own rank behind an area that is made of all ranks before it, from the row `first`
 * on; 0: it is not. */
static unsigned find_end(const apo_draft *draft, const apo_draft_area *area, unsigned first)
{
    const apo_geometry *geo = &draft->geometry;
    bool is_inside[APO_SQUARES_MAX] = {false};
    unsigned end = first;
    for (unsigned i = 0; i < area->square_count; i++)
        is_inside[area->squares[i]] = true;
    while (end < geo->rows && is_inside[end * geo->files])
        end++;
    for (unsigned sq = first * geo->files; sq < apo_geometry_squares(geo); sq++)
        if (geo->place[sq] != APO_PLACE_SQUARE || is_inside[sq] != (sq / geo->files < end))
            return 0;
    return end > first && end < geo->rows ? apo_draft_rank(draft, end) : 0;
}

unsigned apo_fairy__barred_from(const apo_draft *draft, const apo_draft_type *type)
{
    apo_piece_moves moves;
    bool can_be = !has_promotion(draft) && !draft->drops.is_on && !type->is_royal &&
                  !(draft->rare & (APO_DRAFT_FORMS | APO_DRAFT_LAUNCH)) &&
                  type->moves[0] != '\0' &&
                  apo_betza_parse(&moves, apo_span_of(type->moves), NULL) == APO_OK &&
                  takes_royals(&moves);
    if (!can_be)
        return 0;
    /* A piece that only goes ahead never comes to a rank before those where it starts. */
    unsigned first = apo_fairy__goes_ahead(&moves) ? find_first_row(draft, type->letter) : 0;
    for (unsigned i = 0; i < draft->area_count; i++)
        if (apo_draft_has_letter(draft->areas[i].pieces, type->letter))
            return find_end(draft, &draft->areas[i], first);
    return 0;
}
