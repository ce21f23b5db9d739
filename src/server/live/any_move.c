#include "server/live/any_move.h"

#include "apothecary/move.h"
#include "base/alloc.h"
#include "notation/coordinate.h"

enum {
    RATED_MAX = 200 /* moves looked at; some milliseconds */
};

enum {
    ANY_PLAIN,
    ANY_CAPTURE,
    ANY_WIN
};

static int rate(const apo_position *pos, const apo_move *mv)
{
    apo_square squares[APO_UNDO_SQUARES_MAX];
    apo_position after = *pos;
    bool is_white = apo_position_side(pos) == APO_WHITE;
    if (apo_play(&after, mv) == APO_OK) {
        apo_outcome end = apo_position_outcome(&after);
        if (end.ending != APO_ENDING_NONE && end.white_quarters == (is_white ? 4 : 0))
            return ANY_WIN;
    }
    return apo_move_captures(pos, mv, squares) > 0 ? ANY_CAPTURE : ANY_PLAIN;
}

void apo_any_move_write(apo_text *out, const apo_position *pos)
{
    apo_moves *moves = apo_allocate(NULL, sizeof *moves);
    const apo_move *best = NULL;
    int best_rate = -1;
    if (moves == NULL)
        return;
    apo_move_list *list = apo_moves_start(moves);
    /* If there are too many moves for the list, it has some of them. */
    (void)apo_moves_legal(list, pos);
    for (size_t i = 0; i < list->count && i < RATED_MAX; i++) {
        int rated = rate(pos, &list->moves[i]);
        if (rated > best_rate) {
            best = &list->moves[i];
            best_rate = rated;
        }
    }
    if (best != NULL)
        apo_coordinate_write(out, pos, best);
    apo_free(NULL, moves);
}
