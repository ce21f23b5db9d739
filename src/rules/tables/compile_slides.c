/* Slides and hops along straight lines: the commonest form of a move, and the fastest. */
#include "rules/tables/compile_slides.h"

static unsigned run_from_one(uint32_t bits)
{
    return (unsigned)__builtin_ctzll(~((uint64_t)bits >> 1));
}

static uint32_t bits_between(unsigned first, unsigned last)
{
    return last < first ? 0 : (((uint32_t)2 << last) - 1) & ~(((uint32_t)1 << first) - 1);
}

/* The hopping mode that covers all hops of one mode in a direction, or 0 if there is none. */
static unsigned hop_mode(const apo_ray *r, unsigned mode)
{
    bool is_whole = true, is_next = true, is_any = false;
    if (!r->has_hops)
        return 0;
    for (unsigned screen = 1; screen < r->length; screen++) {
        uint32_t bits = r->hop[mode][screen];
        is_any = is_any || bits != 0;
        is_whole = is_whole && bits == bits_between(screen + 1, r->length);
        is_next = is_next && bits == bits_between(screen + 1, screen + 1);
    }
    if (!is_any)
        return 0;
    if (is_whole)
        return mode == 0 ? APO_LINE_HOP_MOVE : APO_LINE_HOP_CAPTURE;
    if (is_next)
        return mode == 0 ? APO_LINE_NEXT_MOVE : APO_LINE_NEXT_CAPTURE;
    return 0;
}

/* How far a slide of one mode goes as a line; 0 if another form is better. A single step is a
 * line only if the opposite direction is one. */
static unsigned slide_limit(const apo_sorting *work, unsigned direction, unsigned mode)
{
    unsigned length = run_from_one(work->rays[direction].slide[mode]);
    unsigned opposite = run_from_one(work->rays[direction ^ 1U].slide[mode]);
    bool is_whole = length == work->rays[direction].length;
    return length >= 2 || (length == 1 && is_whole && opposite >= 2) ? length : 0;
}

/* Moves a slide from the ray to one direction of a line operation. */
static void take_slide(apo_sorting *work, unsigned direction, apo_line_op *op)
{
    unsigned lower = direction & 1U;
    for (unsigned mode = 0; mode < 2; mode++) {
        unsigned limit = slide_limit(work, direction, mode);
        bool fits = op->modes[lower] == 0 || op->limit[lower] == limit;
        if (limit == 0 || !fits)
            continue;
        op->modes[lower] |= mode == 0 ? APO_LINE_MOVE : APO_LINE_CAPTURE;
        op->limit[lower] = (uint8_t)limit;
    }
}

static bool is_taken(unsigned direction, const apo_line_op *op, unsigned mode)
{
    unsigned bit = mode == 0 ? APO_LINE_MOVE : APO_LINE_CAPTURE;
    return op->modes[direction & 1U] & bit;
}

/* Marks targets of a line as covered, notes attacks, and takes the first step out of the
 * leaps. */
static void settle_slide(apo_sorting *work, apo_piece_table *table, unsigned direction,
                         const apo_line_op *op)
{
    apo_ray *r = &work->rays[direction];
    unsigned limit = op->limit[direction & 1U];
    bool is_attack_line = limit == r->length || (hop_mode(r, 1) == 0);
    apo_square sq = work->from;
    for (unsigned k = 1; k <= limit; k++) {
        sq = apo_compile_next(work->job, sq, direction);
        for (unsigned mode = 0; mode < 2; mode++) {
            if (!is_taken(direction, op, mode))
                continue;
            work->counters[sq].cover[mode]++;
            if (k == 1)
                apo_set_remove(&work->leap[mode], sq);
            if (mode == 1 && (is_attack_line || k == 1))
                apo_compile_reach(work->job, work->side, work->row, sq,
                                  is_attack_line ? APO_REACH_LINE : APO_REACH_LEAP, work->from);
        }
    }
    for (unsigned mode = 0; mode < 2; mode++)
        if (is_taken(direction, op, mode))
            r->slide[mode] &= ~bits_between(1, limit);
    if (is_taken(direction, op, 1) && is_attack_line)
        table->attacks[direction] |= APO_LINE_CAPTURE;
}

/* Marks targets of hops. A slide along the same line needs it empty and a hop needs a screen,
 * so the two never reach a target at the same time. */
static void cover_hops(apo_sorting *work, unsigned direction, const apo_line_op *op,
                       unsigned mode)
{
    unsigned limit = is_taken(direction, op, mode) ? op->limit[direction & 1U] : 0;
    apo_square sq = apo_compile_next(work->job, work->from, direction);
    for (unsigned k = 2; k <= work->rays[direction].length; k++) {
        sq = apo_compile_next(work->job, sq, direction);
        if (sq >= APO_SQUARES_MAX)
            return; /* never: a ray ends on the board, which compilers cannot know */
        apo_counters *counters = &work->counters[sq];
        counters->hops[mode]++;
        counters->apart[mode] = (uint8_t)(counters->apart[mode] + (k <= limit));
    }
}

static void take_hops(apo_sorting *work, apo_piece_table *table, unsigned direction,
                      apo_line_op *op)
{
    apo_ray *r = &work->rays[direction];
    for (unsigned mode = 0; mode < 2; mode++) {
        unsigned hop = hop_mode(r, mode);
        if (hop == 0)
            continue;
        op->modes[direction & 1U] |= (uint8_t)hop;
        for (unsigned screen = 0; screen < APO_ROWS_MAX; screen++)
            r->hop[mode][screen] = 0;
        cover_hops(work, direction, op, mode);
        if (mode == 0)
            continue;
        table->attacks[direction] |= (uint8_t)hop;
        apo_square sq = apo_compile_next(work->job, work->from, direction);
        for (unsigned k = 2; k <= r->length; k++) {
            sq = apo_compile_next(work->job, sq, direction);
            apo_compile_reach(work->job, work->side, work->row, sq, APO_REACH_LINE, work->from);
        }
    }
}

static bool is_full_way(const apo_ray *r, const apo_line_op *op, unsigned lower)
{
    return r->length == 0 ||
           (op->modes[lower] == APO_LINE_SLIDES && op->limit[lower] == r->length);
}

static bool is_used(const apo_ray *r)
{
    return (r->slide[0] | r->slide[1]) != 0 || r->has_hops;
}

static apo_status add_line_op(apo_sorting *work, apo_piece_table *table, unsigned axis)
{
    const apo_square_lines *lines = apo_array_at(&work->job->square_lines, work->from);
    apo_line_op op = {.line = lines->line[axis], .position = lines->position[axis]};
    if (!is_used(&work->rays[2 * axis]) && !is_used(&work->rays[2 * axis + 1]))
        return APO_OK;
    for (unsigned lower = 0; lower < 2; lower++)
        take_slide(work, 2 * axis + lower, &op);
    op.is_full = is_full_way(&work->rays[2 * axis], &op, 0) &&
                 is_full_way(&work->rays[2 * axis + 1], &op, 1);
    for (unsigned lower = 0; lower < 2; lower++)
        if (op.modes[lower] != 0)
            settle_slide(work, table, 2 * axis + lower, &op);
    for (unsigned lower = 0; lower < 2; lower++) {
        unsigned slides = op.modes[lower];
        take_hops(work, table, 2 * axis + lower, &op);
        op.is_full = op.is_full && op.modes[lower] == slides;
    }
    if ((op.modes[0] | op.modes[1]) == 0)
        return APO_OK;
    apo_line_op *out = apo_array_add(&work->job->line_ops, 1);
    if (out == NULL)
        return APO_E_MEMORY;
    *out = op;
    table->line_count++;
    return APO_OK;
}

apo_status apo_compile_slides(apo_sorting *work, apo_piece_table *table)
{
    table->first_line = (uint32_t)work->job->line_ops.count;
    for (unsigned axis = 0; axis < APO_AXES; axis++)
        for (unsigned pass = 0; pass < 2; pass++) {
            apo_status status = add_line_op(work, table, axis);
            if (status != APO_OK)
                return status;
        }
    return APO_OK;
}
