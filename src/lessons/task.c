#include "lessons/task.h"

unsigned apo_piece_lesson_extra_type(const apo_variant *var)
{
    for (unsigned type = 1; type <= apo_variant_info_of(var)->type_count; type++)
        if (apo_type_info_of(var, type)->is_pawn)
            return type;
    return 1;
}

void apo_piece_lesson_board(apo_position *out, const apo_piece_lesson *lesson, apo_square at,
                            unsigned left, unsigned move)
{
    unsigned extra = apo_piece_lesson_extra_type(lesson->var);
    apo_preview_as(out, &lesson->pos, APO_WHITE);
    for (unsigned i = 0; i < lesson->helper_count; i++)
        apo_preview_put(out, lesson->helpers[i], apo_piece_of(APO_WHITE, extra), false);
    for (unsigned i = 0; i < lesson->target_count && lesson->task == APO_LESSON_CAPTURE; i++)
        if (left >> i & 1U)
            apo_preview_put(out, lesson->targets[i], apo_piece_of(APO_BLACK, extra), false);
    apo_preview_put(out, at, apo_piece_of(APO_WHITE, lesson->type), false);
    if (lesson->power_count > 0)
        apo_look_moved(out, APO_BLACK, lesson->powers[move % lesson->power_count]);
}

unsigned apo_piece_lesson_left(const apo_piece_lesson *lesson, const apo_position *board,
                               const apo_move *mv, unsigned left)
{
    apo_square captured[APO_UNDO_SQUARES_MAX];
    unsigned count = 1;
    captured[0] = mv->to;
    if (lesson->task == APO_LESSON_CAPTURE)
        count = apo_move_captures(board, mv, captured);
    for (unsigned i = 0; i < lesson->target_count; i++)
        for (unsigned k = 0; k < count; k++)
            if (captured[k] == lesson->targets[i])
                left &= ~(1U << i);
    return left;
}
