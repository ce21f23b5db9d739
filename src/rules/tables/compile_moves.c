#include "base/mem.h"
#include "rules/tables/compile_slides.h"

/* --- collecting ---------------------------------------------------------- */

static bool keep_path(apo_sorting *work, const apo_path *path)
{
    apo_path *copy = apo_array_add_raw(&work->job->found);
    if (copy == NULL || work->job->found.count > UINT16_MAX) {
        work->is_failed = true;
        return false;
    }
    apo_path_copy(copy, path);
    APO_CALL_HOOKS(work->job->var, limit, work->job->var, work->side,
                   work->job->row_type[work->row], copy);
    if (copy->end == 0)
        work->job->found.count--;
    return true;
}

/* Adds the multiple steps that a rule makes of a single step. */
static void lengthen(apo_sorting *work, const apo_path *path, unsigned steps)
{
    const apo_geometry *geo = &work->job->var->geometry;
    int files = geo->files, by_file = path->to % files - path->from % files;
    int by_row = path->to / files - path->from / files;
    apo_path longer;
    apo_path_copy(&longer, path);
    longer.is_multi_step = true;
    longer.end = APO_END_MOVE;
    for (int i = 2; i <= (int)steps; i++) {
        longer.steps[longer.step_count++] = (apo_path_step){longer.to, APO_CONDITION_EMPTY};
        longer.to = apo_geometry_at(geo, path->from % files + i * by_file,
                                    path->from / files + i * by_row);
        if (longer.to == APO_SQUARE_NONE || !keep_path(work, &longer))
            return;
    }
}

/* How many times the path's single step may be made at once; 0: the path is not a single
 * step. */
static unsigned steps_of(const apo_sorting *work, const apo_path *path)
{
    const apo_variant *var = work->job->var;
    unsigned type = work->job->row_type[work->row], most = 0;
    if (work->is_plain || path->step_count > 0 || (path->end & APO_END_MOVE) == 0)
        return 0;
    for (unsigned i = 0; i < var->hooks.steps_count; i++) {
        unsigned steps = var->hooks.steps[i](var, work->side, type, path->from);
        most = steps > most ? steps : most;
    }
    return most;
}

static bool take_path(void *context, const apo_path *path)
{
    apo_sorting *work = context;
    if (work->is_plain &&
        (path->is_unmoved || path->is_bounded || (path->is_multi_step && path->step_count > 0)))
        return true;
    if (path->to == path->from && path->step_count == 0)
        return true;
    if (!keep_path(work, path))
        return false;
    lengthen(work, path, steps_of(work, path));
    return !work->is_failed;
}

/* --- sorting ------------------------------------------------------------- */

enum form {
    FORM_LEAP,
    FORM_SLIDE,
    FORM_HOP,
    FORM_WALK,
    FORM_GENERAL,
    FORM_UNMOVED,
    FORM_DONE
};

/* The direction of a path along one straight line without gaps, or APO_DIRECTIONS. */
static unsigned straight_direction(const apo_geometry *geo, const apo_path *path)
{
    unsigned count = path->step_count;
    apo_square first = count > 0 ? path->steps[0].square : path->to;
    int at = first, shift = at - path->from;
    for (unsigned i = 1; i <= count; i++) {
        int next = i < count ? path->steps[i].square : path->to;
        if (next - at != shift)
            return APO_DIRECTIONS;
        at = next;
    }
    unsigned direction = apo_compile_direction(geo, path->from, first);
    if (count == 0 || direction == APO_DIRECTIONS)
        return direction;
    /* Equal shifts may still lead around the edge. */
    int file = path->from % geo->files, by_file = first % geo->files - file;
    return at % geo->files - file == by_file * (int)(count + 1) ? direction : APO_DIRECTIONS;
}

static enum form form_of(const apo_path *path, unsigned direction, unsigned *out_screen)
{
    unsigned screens = 0;
    if (path->is_unmoved)
        return FORM_UNMOVED;
    if ((path->end & ~(unsigned)(APO_END_MOVE | APO_END_CAPTURE)) != 0)
        return FORM_GENERAL;
    if (path->to == path->from) /* its own piece stands there: a pass */
        return FORM_GENERAL;
    for (unsigned i = 0; i < path->step_count; i++) {
        if (path->steps[i].condition == APO_CONDITION_SCREEN) {
            screens++;
            *out_screen = i + 1;
        } else if (path->steps[i].condition != APO_CONDITION_EMPTY) {
            return FORM_GENERAL;
        }
    }
    if (path->step_count == 0)
        return FORM_LEAP;
    if (screens == 0)
        return direction == APO_DIRECTIONS ? FORM_WALK : FORM_SLIDE;
    return screens == 1 && direction != APO_DIRECTIONS ? FORM_HOP : FORM_GENERAL;
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

static void note_bits(apo_sorting *work, const apo_path *path, enum form form,
                      unsigned direction, unsigned screen)
{
    for (unsigned mode = 0; mode < 2; mode++) {
        if (!(path->end & (mode == 0 ? APO_END_MOVE : APO_END_CAPTURE)))
            continue;
        uint32_t bit = (uint32_t)1 << (path->step_count + 1U);
        if (form == FORM_LEAP)
            apo_set_add(&work->leap[mode], path->to);
        if (form == FORM_HOP) {
            work->rays[direction].hop[mode][screen] |= bit;
            work->rays[direction].has_hops = true;
        } else if (direction != APO_DIRECTIONS)
            work->rays[direction].slide[mode] |= bit;
    }
}

/* What a path has been found to be. */
typedef struct sorted {
    uint8_t form;      /* enum form */
    uint8_t direction; /* as of straight_direction */
} sorted;

/* Sorts one path; its form is FORM_DONE if nothing is left of it. */
static sorted sort_path(apo_sorting *work, apo_path *path)
{
    unsigned screen = 0, type = work->job->row_type[work->row];
    unsigned direction = straight_direction(&work->job->var->geometry, path);
    note_en_passant(work, path);
    if (path->end == 0)
        return (sorted){FORM_DONE, (uint8_t)direction};
    if (path->is_multi_step && path->step_count > 0)
        work->job->var->passed_types |= apo_type_bit(type);
    enum form form = form_of(path, direction, &screen);
    if (form == FORM_UNMOVED)
        work->job->var->first_move_types |= apo_type_bit(type);
    if (form == FORM_LEAP || form == FORM_SLIDE || form == FORM_HOP)
        note_bits(work, path, form, direction, screen);
    return (sorted){(uint8_t)form, (uint8_t)direction};
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
                work->cover[mode][to]++;
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
        if (out->taken_count == 0 &&
            (path->end & (mode == 0 ? APO_END_MOVE : APO_END_CAPTURE)) != 0)
            work->cover[mode][path->to]++;
    if (path->end & (APO_END_CAPTURE | APO_END_ROYAL))
        return add_entry(work, path, true, index);
    return APO_OK;
}

/* The mode bits of a straight path that no line covers, or 0. */
static uint8_t left_over(const apo_sorting *work, const apo_path *path, enum form form,
                         unsigned direction, unsigned screen)
{
    uint8_t end = 0;
    const apo_ray *r = &work->rays[direction];
    for (unsigned mode = 0; mode < 2; mode++) {
        uint32_t bits = form == FORM_HOP ? r->hop[mode][screen] : r->slide[mode];
        uint8_t bit = mode == 0 ? APO_END_MOVE : APO_END_CAPTURE;
        if (bits >> (path->step_count + 1U) & 1U)
            end |= bit & path->end;
    }
    return end;
}

static unsigned screen_of(const apo_path *path)
{
    for (unsigned i = 0; i < path->step_count; i++)
        if (path->steps[i].condition == APO_CONDITION_SCREEN)
            return i + 1;
    return 0;
}

/* Slides that no attack line covers (limited ones together with hops, and ones with gaps)
 * attack by their paths. */
static bool needs_attack_path(const apo_sorting *work, const apo_piece_table *table,
                              const apo_path *path, unsigned direction)
{
    return (table->attacks[direction] & APO_LINE_CAPTURE) == 0 ||
           (left_over(work, path, FORM_SLIDE, direction, 0) & APO_END_CAPTURE) != 0;
}

/* Adds the rest after leaps and lines: walks and general paths. */
static apo_status add_rest(apo_sorting *work, apo_piece_table *table, const sorted *found)
{
    apo_compile *job = work->job;
    uint16_t *walks = apo_allocate(job->alloc, (job->found.count + 1) * sizeof *walks);
    unsigned walk_count = 0;
    apo_status status = walks == NULL ? APO_E_MEMORY : APO_OK;
    table->first_path = (uint32_t)job->paths.count;
    for (size_t i = 0; status == APO_OK && i < job->found.count; i++) {
        apo_path *path = apo_array_at(&job->found, i);
        enum form form = (enum form)found[i].form;
        unsigned direction = found[i].direction;
        if (form == FORM_SLIDE && (path->end & APO_END_CAPTURE) != 0 &&
            needs_attack_path(work, table, path, direction))
            status = add_simple_attack(work, path);
        if (form == FORM_WALK && (path->end & APO_END_CAPTURE) != 0)
            status = add_simple_attack(work, path);
        if (form == FORM_SLIDE || form == FORM_HOP)
            path->end = left_over(work, path, form, direction, screen_of(path));
        if (status != APO_OK || path->end == 0)
            continue;
        if (form == FORM_WALK || form == FORM_SLIDE)
            walks[walk_count++] = (uint16_t)i;
        if (form == FORM_GENERAL || form == FORM_HOP)
            status = add_general(work, path);
    }
    table->path_count = (uint16_t)(job->paths.count - table->first_path);
    if (status == APO_OK)
        status = apo_compile_walk(job, table, work->from, walks, walk_count, work->cover);
    apo_free(job->alloc, walks);
    return status;
}

/* Notes whether a path that captures on the way, or one of an unmoved piece, might be a move
 * that is made in another form too: something else has the same target. */
static void note_repeats(const apo_sorting *work, apo_piece_table *table)
{
    bool is_target[APO_SQUARES_MAX] = {false};
    for (size_t i = table->first_path; i < work->job->paths.count; i++) {
        const apo_general_path *path = apo_array_at(&work->job->paths, i);
        bool is_unmoved = i >= table->first_unmoved;
        if (is_unmoved && path->taken_count == 0)
            table->is_repeating |= work->cover[0][path->to] + work->cover[1][path->to] +
                                       work->hops[0][path->to] + work->hops[1][path->to] >
                                   0;
        else if (path->taken_count == 0)
            continue;
        table->is_repeating |= is_target[path->to];
        is_target[path->to] = true;
    }
}

static apo_status add_unmoved(apo_sorting *work, apo_piece_table *table, const sorted *found)
{
    apo_compile *job = work->job;
    apo_status status = APO_OK;
    uint8_t cover[2][APO_SQUARES_MAX];
    memcpy(cover, work->cover, sizeof cover);
    table->first_unmoved = (uint32_t)job->paths.count;
    for (size_t i = 0; status == APO_OK && i < job->found.count; i++)
        if (found[i].form == FORM_UNMOVED)
            status = add_general(work, apo_array_at(&job->found, i));
    table->unmoved_count = (uint16_t)(job->paths.count - table->first_unmoved);
    memcpy(work->cover, cover, sizeof cover);
    note_repeats(work, table);
    return status;
}

/* True if two forms may reach the target at the same time. */
static bool is_reached_twice(const apo_sorting *work, unsigned mode, unsigned sq)
{
    unsigned hops = work->hops[mode][sq], others = work->cover[mode][sq];
    return others > 1 || hops > 1 || (hops == 1 && others > work->apart[mode][sq]);
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
    unsigned type = work->job->row_type[work->row];
    for (size_t i = 0; i < work->job->found.count; i++) {
        const apo_path *path = apo_array_at(&work->job->found, i);
        apo_square sq = path->to;
        if ((work->cover[0][sq] | work->cover[1][sq] | work->hops[0][sq] | work->hops[1][sq]) ==
            0)
            continue;
        if (is_reached_twice(work, 0, sq) || is_reached_twice(work, 1, sq))
            table->is_ambiguous = true;
        if (work->is_plain)
            continue;
        if (may_change(work, work->side, type, sq))
            table->may_change = true;
        if (work->job->is_twin[work->row] && may_change(work, APO_BLACK, type, sq))
            apo_set_add(&work->job->black_changes[work->row], work->from);
    }
}

/* --- one square, one row ------------------------------------------------- */

static apo_status sort_all(apo_sorting *work, apo_piece_table *table)
{
    apo_compile *job = work->job;
    sorted *found = apo_allocate(job->alloc, (job->found.count + 1) * sizeof *found);
    if (found == NULL)
        return APO_E_MEMORY;
    apo_compile_measure(work);
    for (size_t i = 0; i < job->found.count; i++)
        found[i] = sort_path(work, apo_array_at(&job->found, i));
    apo_status status = apo_compile_slides(work, table);
    add_leaps(work, table);
    if (status == APO_OK)
        status = add_rest(work, table, found);
    if (status == APO_OK)
        status = add_unmoved(work, table, found);
    settle_ambiguity(work, table);
    table->is_listed = table->is_ambiguous || table->path_count + table->unmoved_count > 0;
    apo_free(job->alloc, found);
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

static apo_status compile_square(apo_compile *job, apo_side side, unsigned row, apo_square from)
{
    apo_sorting work;
    memset(&work, 0, sizeof work);
    work.job = job;
    work.side = side;
    work.row = row;
    work.from = from;
    work.is_plain = job->row_is_plain[row];
    apo_piece_table *table =
        apo_array_at(&job->tables, apo_table_index(job->var, side, row, from));
    job->found.count = 0;
    const apo_path_task task = {&job->var->geometry,
                                &job->spec->types[job->row_type[row]].moves, side, from};
    apo_status status = apo_paths_walk_within(&task, &job->work_left, take_path, &work);
    if (status == APO_OK && work.is_failed)
        status = job->found.is_failed ? APO_E_MEMORY : APO_E_TOO_LARGE;
    if (status == APO_OK)
        status = sort_all(&work, table);
    if (status == APO_E_TOO_LARGE)
        return report_fault(&work, too_many_ways);
    if (status == APO_OK && work.fault != NULL)
        return report_fault(&work, work.fault);
    return status;
}

apo_status apo_compile_row(apo_compile *job, apo_side side, unsigned row)
{
    apo_status status = APO_OK;
    for (unsigned sq = 0; status == APO_OK && sq < job->var->squares; sq++)
        if (job->var->geometry.place[sq] != APO_PLACE_NONE)
            status = compile_square(job, side, row, (apo_square)sq);
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
