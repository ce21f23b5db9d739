#include "rules/tables/compile.h"

enum {
    /* Herds of one row: pawns have two, on the ranks of their first step and beyond. */
    HERDS_MAX = 4
};

/* The steps of a piece from one square. */
typedef struct steps {
    unsigned count;
    apo_herd_step items[APO_HERD_STEPS_MAX];
} steps;

/* The target of a step from `sq`, or APO_SQUARE_NONE. `shift` belongs to a step so short that
 * files and rows follow from it. */
static apo_square step_from(const apo_geometry *geo, apo_square sq, int shift)
{
    int files = geo->files, row = 0;
    while (shift > files / 2) {
        shift -= files;
        row++;
    }
    while (shift < -(files / 2)) {
        shift += files;
        row--;
    }
    return apo_geometry_at(geo, sq % files + shift, sq / files + row);
}

static bool add_step(steps *out, int shift, unsigned limit, unsigned modes)
{
    for (unsigned i = 0; i < out->count; i++)
        if (out->items[i].shift == shift && out->items[i].limit == limit) {
            out->items[i].modes |= (uint8_t)modes;
            return true;
        }
    if (out->count == APO_HERD_STEPS_MAX)
        return false;
    out->items[out->count++] =
        (apo_herd_step){(int16_t)shift, (uint8_t)limit, (uint8_t)modes, 0};
    return true;
}

static bool add_leaps(const apo_compile *job, size_t index, apo_square from, steps *out)
{
    const apo_variant *var = job->var;
    const uint64_t *sets[2] = {apo_array_at(&job->leap_move, index * var->words),
                               apo_array_at(&job->leap_capture, index * var->words)};
    for (unsigned mode = 0; mode < 2; mode++)
        for (unsigned i = 0; i < var->words; i++)
            for (uint64_t word = sets[mode][i]; word != 0;) {
                apo_square to = apo_word_pop(&word, i * 64);
                int shift = (int)to - (int)from;
                if (step_from(&var->geometry, from, shift) != to ||
                    !add_step(out, shift, 1, mode == 0 ? APO_LINE_MOVE : APO_LINE_CAPTURE))
                    return false;
            }
    return true;
}

static bool add_lines(const apo_compile *job, const apo_piece_table *table, steps *out)
{
    int files = job->var->geometry.files;
    for (unsigned i = 0; i < table->line_count; i++) {
        const apo_line_op *op = apo_array_at(&job->line_ops, table->first_line + i);
        unsigned axis = 0;
        int file, row;
        while (axis < APO_AXES - 1 && op->line >= job->axis_end[axis])
            axis++;
        for (unsigned lower = 0; lower < 2; lower++) {
            if (op->modes[lower] == 0)
                continue;
            apo_compile_step(2 * axis + lower, &file, &row);
            if (op->modes[lower] != APO_LINE_MOVE ||
                !add_step(out, row * files + file, op->limit[lower], APO_LINE_MOVE))
                return false;
        }
    }
    return true;
}

/* False if the piece's moves from this square are not a few short steps. */
static bool find_steps(const apo_compile *job, apo_side side, unsigned row, apo_square from,
                       steps *out)
{
    size_t index = apo_table_index(job->var, side, row, from);
    const apo_piece_table *table = apo_array_at(&job->tables, index);
    out->count = 0;
    if (table->walk_count + table->path_count + table->unmoved_count > 0 ||
        table->is_ambiguous || table->may_change)
        return false;
    return add_leaps(job, index, from, out) && add_lines(job, table, out) && out->count > 0;
}

static bool has_step(const steps *set, const apo_herd_step *step)
{
    for (unsigned i = 0; i < set->count; i++)
        if (set->items[i].shift == step->shift && set->items[i].limit == step->limit &&
            set->items[i].modes == step->modes)
            return true;
    return false;
}

/* True if a piece on `from` with `own` steps moves like the herd: it lacks only steps that
 * leave the board. */
static bool fits(const apo_geometry *geo, const steps *herd, const steps *own, apo_square from)
{
    for (unsigned i = 0; i < own->count; i++)
        if (!has_step(herd, &own->items[i]))
            return false;
    for (unsigned i = 0; i < herd->count; i++)
        if (!has_step(own, &herd->items[i]) &&
            step_from(geo, from, herd->items[i].shift) != APO_SQUARE_NONE)
            return false;
    return true;
}

static uint32_t add_set(apo_compile *job)
{
    uint32_t index = (uint32_t)job->herd_sets.count;
    (void)apo_array_add(&job->herd_sets, job->var->words);
    return index;
}

static void add_square(apo_compile *job, uint32_t set, unsigned sq)
{
    uint64_t *words = apo_array_at(&job->herd_sets, set);
    words[sq >> 6] |= (uint64_t)1 << (sq & 63U);
}

static apo_status add_herd(apo_compile *job, const steps *kind, const uint8_t *kind_of,
                           unsigned number)
{
    const apo_geometry *geo = &job->var->geometry;
    apo_herd herd = {.step_count = (uint8_t)kind->count};
    herd.squares = add_set(job);
    for (unsigned i = 0; i < kind->count; i++) {
        herd.steps[i] = kind->items[i];
        herd.steps[i].able = add_set(job);
    }
    apo_herd *out = apo_array_add(&job->herds, 1);
    if (out == NULL || job->herd_sets.is_failed)
        return APO_E_MEMORY;
    *out = herd;
    for (unsigned sq = 0; sq < job->var->squares; sq++) {
        if (kind_of[sq] == number + 1)
            add_square(job, herd.squares, sq);
        for (unsigned i = 0; i < kind->count; i++)
            if (geo->place[sq] != APO_PLACE_NONE &&
                step_from(geo, (apo_square)sq, kind->items[i].shift) != APO_SQUARE_NONE)
                add_square(job, herd.steps[i].able, sq);
    }
    return APO_OK;
}

apo_status apo_compile_herds(apo_compile *job, apo_side side, unsigned row)
{
    const apo_variant *var = job->var;
    apo_herd_range *range =
        apo_array_at(&job->herd_ranges, (size_t)side * var->row_count + row);
    steps kinds[HERDS_MAX], own[APO_SQUARES_MAX];
    uint8_t kind_of[APO_SQUARES_MAX] = {0};
    unsigned count = 0;
    apo_status status = APO_OK;
    for (unsigned sq = 0; sq < var->squares; sq++)
        if (var->geometry.place[sq] == APO_PLACE_NONE ||
            !find_steps(job, side, row, (apo_square)sq, &own[sq]))
            own[sq].count = 0;
    /* Squares with all steps come first, so that edge squares find their herd. */
    for (unsigned wanted = APO_HERD_STEPS_MAX; wanted > 0; wanted--)
        for (unsigned sq = 0; sq < var->squares; sq++) {
            if (own[sq].count != wanted || kind_of[sq] != 0)
                continue;
            unsigned kind = 0;
            while (kind < count &&
                   !fits(&var->geometry, &kinds[kind], &own[sq], (apo_square)sq))
                kind++;
            if (kind == count && count < HERDS_MAX)
                kinds[count++] = own[sq];
            if (kind < count)
                kind_of[sq] = (uint8_t)(kind + 1);
        }
    range->first = (uint32_t)job->herds.count;
    range->count = count;
    for (unsigned kind = 0; status == APO_OK && kind < count; kind++)
        status = add_herd(job, &kinds[kind], kind_of, kind);
    return status;
}
