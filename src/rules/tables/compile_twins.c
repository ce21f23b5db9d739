/* Copies White's tables for Black. Most pieces move alike in both colours, and walking their
 * paths a second time would take half the time of compiling a game. The entries of White's row
 * are copied within the arrays, with their indices adjusted. */
#include "rules/tables/compile_slides.h"

/* True if the move's paths do not depend on the side. */
static bool is_alike(const apo_piece_move *move)
{
    const apo_leg *first = &move->legs[0];
    unsigned turned = (unsigned)first->directions << 4 | (unsigned)first->directions >> 4;
    if (move->is_bounded || (move->end & APO_END_EN_PASSANT) != 0)
        return false;
    return move->leg_count == 0 || ((turned ^ first->directions) & first->compass) == 0;
}

/* True if the rules that lengthen single steps treat both sides alike. */
static bool has_alike_steps(const apo_variant *var, unsigned type)
{
    for (unsigned i = 0; i < var->hooks.steps_count; i++)
        for (unsigned sq = 0; sq < var->squares; sq++)
            if (var->hooks.steps[i](var, APO_WHITE, type, (apo_square)sq) !=
                var->hooks.steps[i](var, APO_BLACK, type, (apo_square)sq))
                return false;
    return true;
}

bool apo_compile_is_twin(const apo_compile *job, unsigned row)
{
    unsigned type = job->row_type[row];
    const apo_piece_moves *moves = &job->spec->types[type].moves;
    for (unsigned i = 0; i < moves->move_count; i++)
        if (!is_alike(&moves->moves[i]))
            return false;
    return job->var->hooks.limit_count == 0 &&
           (job->row_is_plain[row] || has_alike_steps(job->var, type));
}

/* Copies what the arrays have for a square of the row; indices into others are the same. */
static void copy_square(apo_compile *job, unsigned row, unsigned sq)
{
    const apo_variant *var = job->var;
    size_t white = apo_table_index(var, APO_WHITE, row, sq);
    size_t black = apo_table_index(var, APO_BLACK, row, sq), bytes = var->words * 8U;
    apo_piece_table *table = apo_array_at(&job->tables, black);
    *table = *(const apo_piece_table *)apo_array_at(&job->tables, white);
    table->may_change = apo_set_has(&job->black_changes[row], (apo_square)sq);
    memcpy(apo_array_at(&job->leap_move, black * var->words),
           apo_array_at(&job->leap_move, white * var->words), bytes);
    memcpy(apo_array_at(&job->leap_capture, black * var->words),
           apo_array_at(&job->leap_capture, white * var->words), bytes);
    *(uint32_t *)apo_array_at(&job->group_first, black) =
        *(const uint32_t *)apo_array_at(&job->group_first, white);
    for (unsigned kind = 0; kind < APO_REACH_KINDS; kind++) {
        size_t from = apo_reach_index(var, APO_WHITE, row, sq, kind) * var->words;
        size_t to = apo_reach_index(var, APO_BLACK, row, sq, kind) * var->words;
        memcpy(apo_array_at(&job->reach, to), apo_array_at(&job->reach, from), bytes);
    }
}

apo_status apo_compile_copy_row(apo_compile *job, unsigned row)
{
    job->work_left -= job->row_work[row];
    for (unsigned sq = 0; sq < job->var->squares; sq++)
        copy_square(job, row, sq);
    return apo_compile_herds(job, APO_BLACK, row);
}
