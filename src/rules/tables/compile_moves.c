#include "base/mem.h"
#include "rules/tables/compile_slides.h"

/* --- sorting ------------------------------------------------------------- */

/* The form of a path whose steps have been looked at. */
static enum apo_path_form form_of(const apo_found *found)
{
    const apo_path *path = &found->path;
    if (path->is_unmoved)
        return APO_FORM_UNMOVED;
    if ((path->end & ~(unsigned)(APO_END_MOVE | APO_END_CAPTURE)) != 0)
        return APO_FORM_GENERAL;
    if (path->to == path->from) /* its own piece stands there: a pass */
        return APO_FORM_GENERAL;
    return (enum apo_path_form)found->form;
}

static void note_en_passant(apo_sorting *work, apo_path *path)
{
    apo_variant *var = work->job->var;
    unsigned type = work->job->row_type[work->row];
    if (!(path->end & APO_END_EN_PASSANT))
        return;
    path->end &= (uint8_t)~APO_END_EN_PASSANT;
    if (work->is_plain)
        return;
    if (path->step_count > 0) {
        work->fault = "en passant is supported for captures of a single step only";
        return;
    }
    size_t index = apo_passing_index(var, work->side, type, path->to);
    uint64_t *set = apo_array_at(&work->job->passing_reach, index * var->words);
    set[path->from >> 6] |= (uint64_t)1 << (path->from & 63U);
    var->passing_types |= apo_type_bit(type);
}

static void note_bits(apo_sorting *work, const apo_found *found)
{
    const apo_path *path = &found->path;
    apo_ray *ray = &work->rays[found->direction];
    if (found->form == APO_FORM_HOP && !ray->has_hops) {
        ray->has_hops = true;
        memset(ray->hop, 0, sizeof ray->hop);
    }
    for (unsigned mode = 0; mode < 2; mode++) {
        if (!(path->end & (mode == 0 ? APO_END_MOVE : APO_END_CAPTURE)))
            continue;
        uint32_t bit = (uint32_t)1 << (path->step_count + 1U);
        if (found->form == APO_FORM_LEAP)
            apo_set_add(&work->leap[mode], path->to);
        if (found->form == APO_FORM_HOP)
            ray->hop[mode][found->screen] |= bit;
        else if (found->direction != APO_DIRECTIONS)
            ray->slide[mode] |= bit;
    }
}

/* Finds the form of one path. */
static void sort_path(apo_sorting *work, apo_found *found)
{
    apo_variant *var = work->job->var;
    unsigned type = work->job->row_type[work->row];
    apo_path *path = &found->path;
    note_en_passant(work, path);
    if (path->end == 0) {
        found->form = APO_FORM_DONE;
        return;
    }
    if (path->is_multi_step && path->step_count > 0)
        var->passed_types |= apo_type_bit(type);
    found->form = (uint8_t)form_of(found);
    if (found->form == APO_FORM_UNMOVED)
        var->first_move_types |= apo_type_bit(type);
    if (found->form == APO_FORM_LEAP || found->form == APO_FORM_SLIDE ||
        found->form == APO_FORM_HOP)
        note_bits(work, found);
}

/* --- leaps, walks, general paths ----------------------------------------- */

static void add_leaps(apo_sorting *work, apo_piece_table *table)
{
    const apo_variant *var = work->job->var;
    size_t index = apo_table_index(var, work->side, work->row, work->from) * var->words;
    uint64_t *out[2] = {apo_array_at(&work->job->leap_move, index),
                        apo_array_at(&work->job->leap_capture, index)};
    for (unsigned mode = 0; mode < 2; mode++)
        for (unsigned i = 0; i < var->words; i++) {
            out[mode][i] = work->leap[mode].words[i];
            table->has_leaps = table->has_leaps || out[mode][i] != 0;
            for (uint64_t word = out[mode][i]; word != 0;) {
                apo_square to = apo_word_pop(&word, i * 64);
                work->counters[to].cover[mode]++;
                if (mode == 1)
                    apo_compile_reach(work->job, work->side, work->row, to, APO_REACH_LEAP,
                                      work->from);
            }
        }
}

static apo_status add_entry(apo_sorting *work, const apo_path *path, bool is_general,
                            uint32_t index)
{
    apo_attack_entry *entry = apo_array_add(&work->job->entries, 1);
    if (entry == NULL)
        return APO_E_MEMORY;
    *entry = (apo_attack_entry){path->to, path->from, is_general, index};
    apo_compile_reach(work->job, work->side, work->row, path->to, APO_REACH_OTHER, path->from);
    return APO_OK;
}

static apo_status add_simple_attack(apo_sorting *work, const apo_path *path)
{
    unsigned words = work->job->var->words;
    uint32_t index = (uint32_t)work->job->row_sets.count;
    uint64_t *set = apo_array_add(&work->job->row_sets, words);
    if (set == NULL)
        return APO_E_MEMORY;
    for (unsigned i = 0; i < path->step_count; i++)
        set[path->steps[i].square >> 6] |= (uint64_t)1 << (path->steps[i].square & 63U);
    return add_entry(work, path, false, index);
}

static bool fill_sets(const apo_path *path, apo_general_path *out, uint64_t *sets,
                      unsigned words)
{
    static const uint8_t set_of[APO_CONDITIONS] = {
        [APO_CONDITION_EMPTY] = 0,     [APO_CONDITION_SCREEN] = 1, [APO_CONDITION_FRIEND] = 2,
        [APO_CONDITION_ENEMY] = 3,     [APO_CONDITION_TAKE] = 3,   [APO_CONDITION_REMOVE] = 2,
        [APO_CONDITION_EN_PASSANT] = 0};
    for (unsigned i = 0; i < path->step_count; i++) {
        const apo_path_step *step = &path->steps[i];
        if (step->condition == APO_CONDITION_EN_PASSANT)
            return false;
        sets[set_of[step->condition] * words + (step->square >> 6)] |= (uint64_t)1
                                                                       << (step->square & 63U);
        if (step->condition == APO_CONDITION_TAKE || step->condition == APO_CONDITION_REMOVE) {
            if (out->taken_count == sizeof out->taken / sizeof *out->taken)
                return false;
            out->taken[out->taken_count++] = step->square;
        }
    }
    return true;
}

static apo_status add_general(apo_sorting *work, const apo_path *path)
{
    unsigned words = work->job->var->words;
    uint32_t index = (uint32_t)work->job->paths.count;
    uint32_t first = (uint32_t)work->job->path_sets.count;
    apo_general_path *out = apo_array_add(&work->job->paths, 1);
    uint64_t *sets = apo_array_add(&work->job->path_sets, 4 * (size_t)words);
    if (out == NULL || sets == NULL)
        return APO_E_MEMORY;
    out->from = path->from;
    out->to = path->to;
    out->end = path->end;
    out->is_unmoved = path->is_unmoved;
    out->sets = first;
    if (!fill_sets(path, out, sets, words))
        work->fault = "a move with en passant on the way, or with too many captures";
    for (unsigned mode = 0; mode < 2; mode++)
        if (out->taken_count == 0 && !path->is_unmoved &&
            (path->end & (mode == 0 ? APO_END_MOVE : APO_END_CAPTURE)) != 0)
            work->counters[path->to].cover[mode]++;
    if (path->end & (APO_END_CAPTURE | APO_END_ROYAL))
        return add_entry(work, path, true, index);
    return APO_OK;
}

/* The mode bits of a straight path that no line covers, or 0. */
static uint8_t left_over(const apo_sorting *work, const apo_found *found)
{
    uint8_t end = 0;
    const apo_ray *r = &work->rays[found->direction];
    for (unsigned mode = 0; mode < 2; mode++) {
        uint32_t bits =
            found->form == APO_FORM_HOP ? r->hop[mode][found->screen] : r->slide[mode];
        uint8_t bit = mode == 0 ? APO_END_MOVE : APO_END_CAPTURE;
        if (bits >> (found->path.step_count + 1U) & 1U)
            end |= bit & found->path.end;
    }
    return end;
}

/* Slides that no attack line covers (limited ones together with hops, and ones with gaps)
 * attack by their paths, as walks do. */
static bool needs_attack_path(const apo_sorting *work, const apo_piece_table *table,
                              const apo_found *found)
{
    if ((found->path.end & APO_END_CAPTURE) == 0)
        return false;
    return found->form == APO_FORM_WALK ||
           (found->form == APO_FORM_SLIDE &&
            ((table->attacks[found->direction] & APO_LINE_CAPTURE) == 0 ||
             (left_over(work, found) & APO_END_CAPTURE) != 0));
}

/* Adds the rest after leaps and lines: walks and general paths. */
static apo_status add_rest(apo_sorting *work, apo_piece_table *table)
{
    apo_compile *job = work->job;
    uint16_t *walks = apo_allocate(job->alloc, (job->found.count + 1) * sizeof *walks);
    unsigned walk_count = 0;
    apo_status status = walks == NULL ? APO_E_MEMORY : APO_OK;
    table->first_path = (uint32_t)job->paths.count;
    for (size_t i = 0; status == APO_OK && i < job->found.count; i++) {
        apo_found *found = apo_array_at(&job->found, i);
        if (found->form == APO_FORM_LEAP || found->form >= APO_FORM_UNMOVED)
            continue;
        if (needs_attack_path(work, table, found))
            status = add_simple_attack(work, &found->path);
        if (found->form == APO_FORM_SLIDE || found->form == APO_FORM_HOP)
            found->path.end = left_over(work, found);
        if (status != APO_OK || found->path.end == 0)
            continue;
        if (found->form == APO_FORM_WALK || found->form == APO_FORM_SLIDE)
            walks[walk_count++] = (uint16_t)i;
        else
            status = add_general(work, &found->path);
    }
    table->path_count = (uint16_t)(job->paths.count - table->first_path);
    if (status == APO_OK)
        status = apo_compile_walk(job, table, work->from, walks, walk_count, work->counters);
    apo_free(job->alloc, walks);
    return status;
}

/* Notes whether a path that captures on the way, or one of an unmoved piece, might be a move
 * that is made in another form too: something else has the same target. */
static void note_repeats(const apo_sorting *work, apo_piece_table *table)
{
    bool is_target[APO_SQUARES_MAX];
    size_t count = work->job->paths.count;
    if (table->first_path == count)
        return;
    memset(is_target, 0, sizeof is_target);
    for (size_t i = table->first_path; i < count; i++) {
        const apo_general_path *path = apo_array_at(&work->job->paths, i);
        const apo_counters *counters = &work->counters[path->to];
        bool is_unmoved = i >= table->first_unmoved;
        if (is_unmoved && path->taken_count == 0)
            table->is_repeating |= counters->cover[0] + counters->cover[1] + counters->hops[0] +
                                       counters->hops[1] >
                                   0;
        else if (path->taken_count == 0)
            continue;
        table->is_repeating |= is_target[path->to];
        is_target[path->to] = true;
    }
}

static apo_status add_unmoved(apo_sorting *work, apo_piece_table *table)
{
    apo_compile *job = work->job;
    apo_status status = APO_OK;
    table->first_unmoved = (uint32_t)job->paths.count;
    for (size_t i = 0; status == APO_OK && i < job->found.count; i++) {
        const apo_found *found = apo_array_at(&job->found, i);
        if (found->form == APO_FORM_UNMOVED)
            status = add_general(work, &found->path);
    }
    table->unmoved_count = (uint16_t)(job->paths.count - table->first_unmoved);
    note_repeats(work, table);
    return status;
}

/* True if two forms may reach the target at the same time. */
static bool is_reached_twice(const apo_counters *counters, unsigned mode)
{
    unsigned hops = counters->hops[mode], others = counters->cover[mode];
    return others > 1 || hops > 1 || (hops == 1 && others > counters->apart[mode]);
}

/* True if the side's piece of the type may reach the square in several ways. */
static bool may_change(const apo_sorting *work, unsigned side, unsigned type, apo_square sq)
{
    const apo_variant *var = work->job->var;
    bool is_any = false;
    for (unsigned i = 0; i < var->hooks.changes_count; i++)
        is_any = is_any || var->hooks.changes[i](var, side, type, work->from, sq);
    return is_any;
}

static void settle_ambiguity(const apo_sorting *work, apo_piece_table *table)
{
    apo_compile *job = work->job;
    unsigned type = job->row_type[work->row];
    bool may_white = work->is_plain, may_black = work->is_plain || !job->is_twin[work->row];
    for (size_t i = 0; i < job->found.count; i++) {
        const apo_found *found = apo_array_at(&job->found, i);
        apo_square sq = found->path.to;
        const apo_counters *counters = &work->counters[sq];
        if ((counters->cover[0] | counters->cover[1] | counters->hops[0] | counters->hops[1]) ==
            0)
            continue;
        if (is_reached_twice(counters, 0) || is_reached_twice(counters, 1))
            table->is_ambiguous = true;
        if (!may_white && may_change(work, work->side, type, sq))
            may_white = table->may_change = true;
        if (!may_black && may_change(work, APO_BLACK, type, sq)) {
            may_black = true;
            apo_set_add(&job->black_changes[work->row], work->from);
        }
    }
}

/* --- one square, one row ------------------------------------------------- */

static apo_status sort_all(apo_sorting *work, apo_piece_table *table)
{
    apo_compile *job = work->job;
    for (unsigned d = 0; d < APO_DIRECTIONS; d++)
        work->rays[d].length = job->ray_length[work->from][d];
    for (size_t i = 0; i < job->found.count; i++)
        sort_path(work, apo_array_at(&job->found, i));
    apo_status status = apo_compile_slides(work, table);
    add_leaps(work, table);
    if (status == APO_OK)
        status = add_rest(work, table);
    if (status == APO_OK)
        status = add_unmoved(work, table);
    settle_ambiguity(work, table);
    table->is_listed = table->is_ambiguous || table->path_count + table->unmoved_count > 0;
    return status;
}

static apo_status report_fault(const apo_sorting *work, const char *fault)
{
    const apo_type_spec *type = &work->job->spec->types[work->job->row_type[work->row]];
    const char letter[2] = {type->letter, 0};
    apo_fault_add(work->job->faults, type->line, 1, apo_span_of(letter), fault,
                  apo_span_of(""));
    return APO_E_DEFINITION;
}

static const char *const too_many_ways = "this piece has too many ways to move from one square";

static bool pass_over(void *context, const apo_path *path)
{
    (void)context;
    (void)path;
    return true;
}

/* Prepares for the square. The rays' hops and the counters of other boards stay undefined. */
static void start_square(apo_sorting *out, apo_compile *job, apo_square from)
{
    out->from = from;
    out->fault = NULL;
    memset(out->leap, 0, sizeof out->leap);
    for (unsigned d = 0; d < APO_DIRECTIONS + 1; d++)
        memset(&out->rays[d], 0, offsetof(apo_ray, hop));
    memset(out->counters, 0, job->var->squares * sizeof *out->counters);
    job->found.count = 0;
}

static apo_status compile_square(apo_sorting *work, apo_square from)
{
    apo_compile *job = work->job;
    apo_piece_table *table =
        apo_array_at(&job->tables, apo_table_index(job->var, work->side, work->row, from));
    start_square(work, job, from);
    apo_status status = apo_compile_collect(work);
    if (status == APO_OK)
        status = sort_all(work, table);
    if (status == APO_E_TOO_LARGE)
        return report_fault(work, too_many_ways);
    if (status == APO_OK && work->fault != NULL)
        return report_fault(work, work->fault);
    return status;
}

apo_status apo_compile_row(apo_compile *job, apo_side side, unsigned row)
{
    apo_sorting work;
    work.job = job;
    work.side = side;
    work.row = row;
    work.is_plain = job->row_is_plain[row];
    apo_status status = apo_compile_record(job, side, row);
    for (unsigned sq = 0; status == APO_OK && sq < job->var->squares; sq++)
        if (job->var->geometry.place[sq] != APO_PLACE_NONE)
            status = compile_square(&work, (apo_square)sq);
    if (status == APO_OK)
        status = apo_compile_herds(job, side, row);
    return status == APO_OK ? apo_compile_groups(job, side, row) : status;
}

/* --- limits -------------------------------------------------------------- */

/* Walks a row from the middle of the board, where pieces have the most moves. */
static apo_status walk_middle(apo_compile *job, const apo_sorting *work, uint32_t *out_work)
{
    const apo_geometry *geo = &job->var->geometry;
    uint32_t left = APO_COMPILE_WORK_MAX;
    apo_square middle = apo_geometry_at(geo, geo->files / 2, geo->rows / 2);
    const apo_path_task task = {geo, &job->spec->types[job->row_type[work->row]].moves,
                                work->side, middle};
    apo_status status = APO_OK;
    if (middle != APO_SQUARE_NONE && geo->place[middle] != APO_PLACE_NONE)
        status = apo_paths_walk_within(&task, &left, pass_over, NULL);
    *out_work = APO_COMPILE_WORK_MAX - left;
    return status;
}

apo_status apo_compile_foresee(apo_compile *job)
{
    const uint64_t most = (uint64_t)APO_COMPILE_WORK_MAX * 3 / 2;
    uint64_t foreseen = 0;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned row = 1; row < job->var->row_count; row++) {
            const apo_sorting work = {.job = job, .side = (apo_side)side, .row = row};
            uint32_t here;
            apo_status status = walk_middle(job, &work, &here);
            foreseen += (uint64_t)here * job->var->squares;
            if (status == APO_E_TOO_LARGE)
                return report_fault(&work, too_many_ways);
            if (foreseen > most)
                return report_fault(&work,
                                    "the pieces down to this one have too many ways to move");
            if (status != APO_OK)
                return status;
        }
    return APO_OK;
}
