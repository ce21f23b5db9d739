/* Collecting the paths of a piece from each square. The moves of most pieces are walked once
 * for all squares and recorded, because only the edges of the board and its holes differ. */
#include "base/mem.h"
#include "rules/tables/compile_slides.h"

/* --- what is seen from the steps ----------------------------------------- */

/* The direction of a path along one straight line without gaps, or APO_DIRECTIONS. */
static unsigned straight_direction(int files, const apo_path *path)
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
    unsigned direction = apo_compile_direction(files, path->from, first);
    if (count == 0 || direction == APO_DIRECTIONS)
        return direction;
    /* Equal shifts may still lead around the edge. */
    int file = path->from % files, by_file = first % files - file;
    return at % files - file == by_file * (int)(count + 1) ? direction : APO_DIRECTIONS;
}

static enum apo_path_form form_of_steps(const apo_path *path, unsigned direction,
                                        uint8_t *screen)
{
    unsigned screens = 0;
    for (unsigned i = 0; i < path->step_count; i++) {
        if (path->steps[i].condition == APO_CONDITION_SCREEN) {
            screens++;
            *screen = (uint8_t)(i + 1);
        } else if (path->steps[i].condition != APO_CONDITION_EMPTY) {
            return APO_FORM_GENERAL;
        }
    }
    if (path->step_count == 0)
        return APO_FORM_LEAP;
    if (screens == 0)
        return direction == APO_DIRECTIONS ? APO_FORM_WALK : APO_FORM_SLIDE;
    return screens == 1 && direction != APO_DIRECTIONS ? APO_FORM_HOP : APO_FORM_GENERAL;
}

static void copy_found(apo_found *to, const apo_found *from)
{
    memcpy(to, from, offsetof(apo_found, path));
    apo_path_copy(&to->path, &from->path);
}

/* Copies a path of a board with so many files and looks at its steps. */
static void look_at(apo_found *out, const apo_path *path, int files)
{
    apo_path_copy(&out->path, path);
    out->direction = (uint8_t)straight_direction(files, path);
    out->screen = 0;
    out->form = (uint8_t)form_of_steps(path, out->direction, &out->screen);
}

/* --- one path ------------------------------------------------------------ */

/* A new item of `found`, or NULL: too many, or no memory. */
static apo_found *add_found(apo_sorting *work)
{
    apo_array *all = &work->job->found;
    apo_found *found = all->count < UINT16_MAX ? apo_array_add_raw(all) : NULL;
    work->is_failed = found == NULL;
    return found;
}

/* Lets rules limit the path that was added last. */
static void limit_last(const apo_sorting *work, apo_found *last)
{
    apo_compile *job = work->job;
    APO_CALL_HOOKS(job->var, limit, job->var, work->side, job->row_type[work->row],
                   &last->path);
    if (last->path.end == 0)
        job->found.count--;
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
        unsigned steps = var->hooks.steps[i](var, work->side, type, work->from);
        most = steps > most ? steps : most;
    }
    return most;
}

/* Adds the multiple steps that a rule makes of a single step. False if there are too many. */
static bool lengthen(apo_sorting *work, const apo_path *path, unsigned steps)
{
    const apo_geometry *geo = &work->job->var->geometry;
    int files = geo->files, by_file = path->to % files - work->from % files;
    int by_row = path->to / files - work->from / files;
    apo_path longer;
    apo_path_copy(&longer, path);
    longer.is_multi_step = true;
    longer.end = APO_END_MOVE;
    for (int i = 2; i <= (int)steps; i++) {
        longer.steps[longer.step_count++] = (apo_path_step){longer.to, APO_CONDITION_EMPTY};
        longer.to = apo_geometry_at(geo, work->from % files + i * by_file,
                                    work->from / files + i * by_row);
        if (longer.to == APO_SQUARE_NONE)
            return true;
        apo_found *found = add_found(work);
        if (found == NULL)
            return false;
        look_at(found, &longer, files);
        limit_last(work, found);
    }
    return true;
}

/* True for a path that adds nothing, or that others do not copy. */
static bool is_left_out(const apo_sorting *work, const apo_path *path)
{
    bool is_multiple = path->is_multi_step && path->step_count > 0;
    return (work->is_plain && (path->is_unmoved || path->is_bounded || is_multiple)) ||
           (path->to == path->from && path->step_count == 0);
}

/* --- walking each square ------------------------------------------------- */

static bool take_path(void *context, const apo_path *path)
{
    apo_sorting *work = context;
    if (is_left_out(work, path))
        return true;
    apo_found *found = add_found(work);
    if (found == NULL)
        return false;
    look_at(found, path, work->job->var->geometry.files);
    limit_last(work, found);
    unsigned steps = steps_of(work, path);
    return steps < 2 || lengthen(work, path, steps);
}

static apo_status walk_square(apo_sorting *work)
{
    apo_compile *job = work->job;
    const apo_path_task task = {&job->var->geometry,
                                &job->spec->types[job->row_type[work->row]].moves, work->side,
                                work->from};
    return apo_paths_walk_within(&task, &job->work_left, take_path, work);
}

/* --- the record ---------------------------------------------------------- */

/* The difference of a square of the plane from the start, on a board with so many files. */
static apo_square from_start(apo_square sq, int files)
{
    int row = sq / APO_PLANE_FILES - APO_PLANE_REACH;
    return (apo_square)(row * files + sq % APO_PLANE_FILES - APO_PLANE_REACH);
}

static bool keep_path(void *context, const apo_path *path)
{
    apo_compile *job = context;
    int files = job->var->geometry.files;
    apo_found *found = apo_array_add_raw(&job->recorded);
    if (found == NULL)
        return false;
    look_at(found, path, APO_PLANE_FILES);
    found->path.from = 0;
    found->path.to = from_start(path->to, files);
    for (unsigned i = 0; i < path->step_count; i++)
        found->path.steps[i].square = from_start(path->steps[i].square, files);
    return true;
}

apo_status apo_compile_record(apo_compile *job, apo_side side, unsigned row)
{
    const apo_path_task task = {&job->var->geometry,
                                &job->spec->types[job->row_type[row]].moves, side, 0};
    job->places.count = 0;
    job->recorded.count = 0;
    apo_status status = apo_paths_record(&job->places, &task, keep_path, job);
    job->is_recorded = status == APO_OK;
    return status == APO_E_MEMORY ? status : APO_OK;
}

/* Takes a recorded path from the square. */
static bool take_recorded(apo_sorting *work, const apo_found *recorded)
{
    if (is_left_out(work, &recorded->path))
        return true;
    apo_found *found = add_found(work);
    if (found == NULL)
        return false;
    copy_found(found, recorded);
    apo_path *path = &found->path;
    path->from = work->from;
    path->to = (apo_square)(path->to + work->from);
    for (unsigned i = 0; i < path->step_count; i++)
        path->steps[i].square = (apo_square)(path->steps[i].square + work->from);
    unsigned steps = steps_of(work, path);
    if (steps < 2) {
        limit_last(work, found);
        return true;
    }
    apo_path single;
    apo_path_copy(&single, path);
    limit_last(work, found);
    return lengthen(work, &single, steps);
}

/* Visits the places of the record that are squares from here: as apo_paths_walk_within. Stops
 * early if `is_failed`. */
static apo_status visit_places(apo_sorting *work)
{
    apo_compile *job = work->job;
    const apo_record_place *places = (const apo_record_place *)(const void *)job->places.bytes;
    const uint8_t *here = job->plane + apo_compile_place(&job->var->geometry, work->from);
    uint32_t most = job->work_left < APO_PATH_WORK_MAX ? job->work_left : APO_PATH_WORK_MAX;
    uint32_t done = 0;
    unsigned paths = 0;
    for (size_t i = 0; i < job->places.count;) {
        const apo_record_place *place = &places[i];
        done += place->is_counted;
        if (here[place->shift] == 0) {
            i = place->next;
            continue;
        }
        i++;
        if (place->path == 0)
            continue;
        if (paths++ == APO_PATHS_MAX)
            return APO_E_TOO_LARGE;
        if (!take_recorded(work, apo_array_at(&job->recorded, place->path - 1U)))
            return APO_OK;
    }
    job->work_left -= done < most ? done : most;
    return done > most ? APO_E_TOO_LARGE : APO_OK;
}

apo_status apo_compile_collect(apo_sorting *work)
{
    apo_compile *job = work->job;
    work->is_failed = false;
    apo_status status = job->is_recorded ? visit_places(work) : walk_square(work);
    if (status == APO_OK && work->is_failed)
        status = job->found.is_failed ? APO_E_MEMORY : APO_E_TOO_LARGE;
    return status;
}
