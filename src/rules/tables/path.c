#include "rules/tables/path.h"

enum {
    NO_PLACE = UINT16_MAX
};

/* A path under construction. Copied at every fork. */
typedef struct strand {
    int file, row;
    apo_square square;  /* there */
    unsigned direction; /* of the leg before, or of the last step */
    int bend;           /* last turn: 1 right, -1 left, 0 none yet */
    unsigned steps;     /* of the leg before, or of this leg so far */
    apo_path path;      /* last member, because only its used steps are copied */
} strand;

static void copy_strand(strand *to, const strand *from)
{
    memcpy(to, from, offsetof(strand, path));
    apo_path_copy(&to->path, &from->path);
}

/* The state of the walk in one leg. The levels are a stack: level n walks leg n. */
typedef struct level {
    strand start; /* before the leg */
    unsigned
        headings; /* still to try: bit d; bit d + 8 for a crooked line that turns left first */
    bool is_on_line; /* `here` is on a line of the leg: */
    strand here;
    int turn;             /* of a crooked line: 1 right first, -1 left first */
    unsigned least, most; /* steps */
    unsigned pass;        /* apo_pass bits still to try at `here` before the line continues */
    uint16_t last_place;  /* of the line in the record, or NO_PLACE */
} level;

typedef struct walk {
    const apo_geometry *geo;
    const apo_piece_move *move;
    apo_side side;
    apo_path_sink *sink;
    void *context;
    unsigned path_count;
    uint32_t work_left; /* squares that may still be visited */
    bool is_stopped;    /* by the sink, or because of `status` */
    apo_status status;
    apo_array *record;          /* of apo_record_place, or NULL: walks the board itself */
    apo_path_sink *record_sink; /* of a recorded walk, whose `sink` is record_path */
    void *record_context;
    bool is_counted; /* the work of the next place is in the record */
    level *at;       /* of the line that is being extended */
    level levels[APO_LEGS_MAX];
} walk;

static void stop_walk(walk *w, apo_status status)
{
    w->status = status;
    w->is_stopped = true;
}

static unsigned turn_by(unsigned direction, int eighths)
{
    return (direction + (unsigned)(eighths + 8)) & 7;
}

/* Mirrors a set of relative directions: left becomes right. */
static uint8_t mirror_directions(uint8_t set)
{
    unsigned mirrored = 0;
    for (unsigned d = 0; d < 8; d++)
        if (set >> d & 1)
            mirrored |= 1U << ((8 - d) & 7);
    return (uint8_t)mirrored;
}

/* The vector of one step. Oblique steps follow from their first two directions, (a,b) and
 * (b,a), by quarter turns; straight ones from (0,b) and (b,b). */
static void set_vector(const apo_leg *leg, unsigned direction, int *out_x, int *out_y)
{
    int longer = leg->longer;
    int x = leg->shorter, y = longer;
    if (direction & 1) {
        x = longer;
        y = leg->shorter == 0 ? longer : leg->shorter;
    }
    for (unsigned quarter = 0; quarter < direction / 2; quarter++) {
        int old_x = x;
        x = y;
        y = -old_x;
    }
    *out_x = x;
    *out_y = y;
}

static int sign_of(int number)
{
    return (number > 0) - (number < 0);
}

static int wrap_number(int number, int size)
{
    return (number % size + size) % size;
}

/* Adds a place of the current line to the record. Until the line ends, `next` is its place
 * before. */
static void record_place(walk *w, int shift)
{
    apo_record_place *place = apo_array_add_raw(w->record);
    if (place == NULL || w->record->count > APO_RECORD_MAX) {
        stop_walk(w, place == NULL ? APO_E_MEMORY : APO_E_TOO_LARGE);
        return;
    }
    *place = (apo_record_place){(int16_t)shift, w->at->last_place, 0, !w->is_counted};
    w->at->last_place = (uint16_t)(w->record->count - 1);
    w->is_counted = true;
}

/* Ends the current line in the record. */
static void close_places(walk *w)
{
    for (uint16_t i = w->at->last_place; i != NO_PLACE;) {
        apo_record_place *place = apo_array_at(w->record, i);
        i = place->next;
        place->next = (uint16_t)w->record->count;
    }
}

/* Moves the strand on the plane by a vector; false if no board has both places. */
static bool shift_on_plane(walk *w, strand *s)
{
    int shift = s->row * APO_PLANE_FILES + s->file, files = w->geo->files, rows = w->geo->rows;
    if (s->file <= -files || s->file >= files || s->row <= -rows || s->row >= rows)
        return false;
    s->square = (apo_square)(APO_PLANE_START + shift);
    record_place(w, shift);
    return !w->is_stopped;
}

/* Moves the strand by a vector; false if that is not a square. */
static bool shift_strand(walk *w, const apo_leg *leg, strand *s, int x, int y)
{
    s->file += x;
    s->row += y;
    if (w->record != NULL)
        return shift_on_plane(w, s);
    if (leg->wrap != APO_WRAP_NONE)
        s->file = wrap_number(s->file, w->geo->files);
    if (leg->wrap == APO_WRAP_BOTH)
        s->row = wrap_number(s->row, w->geo->rows);
    s->square = apo_geometry_at(w->geo, s->file, s->row);
    return s->square != APO_SQUARE_NONE;
}

/* The combination of two conditions, or APO_CONDITIONS if no square can meet both. `first`
 * comes first on the way: a piece that it captures is gone for `second`. */
static enum apo_condition combine_conditions(enum apo_condition first,
                                             enum apo_condition second)
{
    bool is_cleared = first == APO_CONDITION_TAKE || first == APO_CONDITION_REMOVE ||
                      first == APO_CONDITION_EN_PASSANT;
    if (is_cleared)
        return second == APO_CONDITION_EMPTY ? first : APO_CONDITIONS;
    if (first == second)
        return first;
    if (first == APO_CONDITION_EMPTY)
        return second == APO_CONDITION_EN_PASSANT ? second : APO_CONDITIONS;
    bool is_of_friend = second == APO_CONDITION_FRIEND || second == APO_CONDITION_REMOVE;
    bool is_of_enemy = second == APO_CONDITION_ENEMY || second == APO_CONDITION_TAKE;
    if (second == APO_CONDITION_SCREEN)
        return first;
    if (first == APO_CONDITION_SCREEN)
        return is_of_friend || is_of_enemy ? second : APO_CONDITIONS;
    if (first == APO_CONDITION_FRIEND)
        return is_of_friend ? second : APO_CONDITIONS;
    return is_of_enemy ? second : APO_CONDITIONS;
}

static apo_path_step *find_step(apo_path *path, apo_square sq)
{
    for (unsigned i = 0; i < path->step_count; i++)
        if (path->steps[i].square == sq)
            return &path->steps[i];
    return NULL;
}

/* Adds `condition` to the strand's current square; false if that can never be met. */
static bool add_condition(walk *w, strand *s, enum apo_condition condition)
{
    apo_path *path = &s->path;
    apo_square sq = s->square;
    if (sq == path->from)
        return condition == APO_CONDITION_EMPTY;
    apo_path_step *step = find_step(path, sq);
    if (step != NULL) {
        enum apo_condition both =
            combine_conditions((enum apo_condition)step->condition, condition);
        if (both != APO_CONDITIONS)
            step->condition = (uint8_t)both;
        return both != APO_CONDITIONS;
    }
    if (path->step_count == APO_PATH_STEPS_MAX) {
        stop_walk(w, APO_E_TOO_LARGE);
        return false;
    }
    path->steps[path->step_count++] = (apo_path_step){sq, (uint8_t)condition};
    return true;
}

/* The ends that are still possible on a square with a condition. */
static unsigned end_after_condition(enum apo_condition condition)
{
    static const uint8_t ends[APO_CONDITIONS] = {
        [APO_CONDITION_EMPTY] = APO_END_MOVE | APO_END_EN_PASSANT,
        [APO_CONDITION_SCREEN] = APO_END_CAPTURE | APO_END_FRIEND | APO_END_ROYAL,
        [APO_CONDITION_FRIEND] = APO_END_FRIEND,
        [APO_CONDITION_ENEMY] = APO_END_CAPTURE | APO_END_ROYAL,
    };
    return ends[condition];
}

/* A path that ends on a square where it has captured on the way might as well capture at its
 * end. Removes the step and returns that end, or 0 if the path needs a piece there. */
static unsigned move_capture_to_end(apo_path *path, apo_path_step *step)
{
    static const uint8_t ends[APO_CONDITIONS] = {
        [APO_CONDITION_TAKE] = APO_END_CAPTURE,
        [APO_CONDITION_REMOVE] = APO_END_FRIEND,
        [APO_CONDITION_EN_PASSANT] = APO_END_EN_PASSANT,
    };
    unsigned end = path->end & APO_END_MOVE ? ends[step->condition] : 0U;
    apo_path_step *last = &path->steps[--path->step_count];
    for (; step < last; step++)
        step[0] = step[1];
    return end;
}

/* The possible ends of a path on `to`; 0 if it cannot end there. */
static unsigned settle_end(apo_path *path)
{
    if (path->to == path->from)
        return path->end & APO_END_MOVE;
    apo_path_step *step = find_step(path, path->to);
    if (step == NULL)
        return path->end;
    if (step->condition == APO_CONDITION_TAKE || step->condition == APO_CONDITION_REMOVE ||
        step->condition == APO_CONDITION_EN_PASSANT)
        return move_capture_to_end(path, step);
    return path->end & end_after_condition((enum apo_condition)step->condition);
}

static void report_path(walk *w, const strand *s, bool is_multiple)
{
    apo_path path;
    apo_path_copy(&path, &s->path);
    path.to = s->square;
    path.end = w->move->end;
    path.is_unmoved = w->move->is_unmoved;
    path.is_bounded = w->move->is_bounded && is_multiple;
    path.is_multi_step = (w->move->has_trail || w->move->is_bounded) && path.step_count > 0;
    path.end = (uint8_t)settle_end(&path);
    if (path.end == 0)
        return;
    if (w->path_count++ == APO_PATHS_MAX)
        stop_walk(w, APO_E_TOO_LARGE);
    else if (!w->sink(w->context, &path))
        stop_walk(w, APO_OK);
}

/* Takes one step of a leg; false if it leads off the board or over a square that forbids it. */
static bool take_step(walk *w, const apo_leg *leg, strand *s)
{
    int x, y;
    set_vector(leg, s->direction, &x, &y);
    if (leg->between == APO_BETWEEN_ANYTHING || leg->longer == 1)
        return shift_strand(w, leg, s, x, y);
    bool is_empty = leg->between == APO_BETWEEN_EMPTY;
    for (int i = 1; i < leg->longer; i++) {
        if (!shift_strand(w, leg, s, sign_of(x), sign_of(y)))
            return false;
        if (!add_condition(w, s, is_empty ? APO_CONDITION_EMPTY : APO_CONDITION_SCREEN))
            return false;
    }
    return shift_strand(w, leg, s, sign_of(x), sign_of(y));
}

/* Turns the strand for the next step of a crooked line. */
static void turn_strand(const apo_leg *leg, strand *s, int turn)
{
    if (leg->line == APO_LINE_ZIGZAG)
        s->direction = turn_by(s->direction, s->steps & 1 ? 2 * turn : -2 * turn);
    else if (leg->line == APO_LINE_CIRCLE)
        s->direction = turn_by(s->direction, turn);
}

/* The largest and smallest number of steps of a leg. */
static void bound_steps(const walk *w, const apo_leg *leg, const strand *s, unsigned *out_least,
                        unsigned *out_most)
{
    *out_least = leg->least;
    *out_most = leg->most;
    if (leg->is_same_length) {
        *out_least = s->steps;
        *out_most = s->steps;
    } else if (leg->is_range_shared && leg->most != APO_RANGE_UNLIMITED) {
        *out_most = leg->most > s->steps ? leg->most - s->steps : 0;
    } else if (w->move->is_bounded) {
        int row = w->side == APO_WHITE ? s->row : w->geo->rows - 1 - s->row;
        int most = w->geo->rows / 2 - 1 - row;
        *out_most = most > 1 ? (unsigned)most : 1;
    }
}

/* The absolute directions of a leg: the first leg's depend on the side, those of later legs on
 * the leg before. */
static uint8_t find_directions(const walk *w, unsigned index, const strand *s)
{
    const apo_leg *leg = &w->move->legs[index];
    unsigned set = leg->directions;
    if (index > 0 && leg->is_outward)
        set = leg->compass >> s->direction & 1 ? 0x01 : 0x82;
    else if (index > 0 && s->bend > 0)
        set |= leg->bends;
    else if (index > 0 && s->bend < 0)
        set |= mirror_directions(leg->bends);
    unsigned shift = index > 0 ? s->direction : w->side == APO_WHITE ? 0 : 4;
    unsigned turned = set << shift | set >> (8 - shift);
    return (uint8_t)(turned & leg->compass);
}

/* The bend after a step in `direction`. A first diagonal step counts as bent away from
 * sideways, an oblique one as bent after its long part (xbetza 1.7.11 and 1.13). */
static int find_bend(const walk *w, unsigned index, const strand *s, unsigned direction)
{
    if (index == 0) {
        if (w->move->legs[0].shorter > 0)
            return direction & 1 ? -1 : 1;
        return direction & 1 ? (direction & 2 ? 1 : -1) : 0;
    }
    unsigned turned = (direction - s->direction) & 7;
    return turned == 0 || turned == 4 ? s->bend : turned < 4 ? 1 : -1;
}

static void enter_leg(walk *w, unsigned index, const strand *s)
{
    level *l = &w->levels[index];
    copy_strand(&l->start, s);
    l->headings = find_directions(w, index, s);
    if (w->move->legs[index].line != APO_LINE_STRAIGHT)
        l->headings |= l->headings << 8;
    l->is_on_line = false;
    l->pass = 0;
}

/* Starts the next remaining heading. */
static void begin_line(walk *w, unsigned index)
{
    level *l = &w->levels[index];
    unsigned heading = 0;
    while (!(l->headings >> heading & 1))
        heading++;
    l->headings &= l->headings - 1;
    bound_steps(w, &w->move->legs[index], &l->start, &l->least, &l->most);
    l->turn = heading < 8 ? 1 : -1;
    if (heading >= 8 && l->least < 2)
        l->least = 2; /* its first step is the other turn's first step */
    copy_strand(&l->here, &l->start);
    l->here.direction = heading & 7;
    l->here.bend = find_bend(w, index, &l->start, heading & 7);
    l->here.steps = 0;
    l->is_on_line = true;
    l->last_place = NO_PLACE;
}

/* Takes the next step of the line; false if there is none. A line that wraps ends where it
 * began. */
static bool extend_line(walk *w, unsigned index)
{
    level *l = &w->levels[index];
    const apo_leg *leg = &w->move->legs[index];
    strand *s = &l->here;
    if (s->steps == l->most)
        return false;
    if (s->steps > leg->skipped && !add_condition(w, s, APO_CONDITION_EMPTY))
        return false;
    if (s->steps > 0)
        turn_strand(leg, s, l->turn);
    if (!take_step(w, leg, s))
        return false;
    s->steps++;
    return s->file != l->start.file || s->row != l->start.row;
}

/* One step further on the line. The leg may end there, if it is long enough. */
static void advance_line(walk *w, unsigned index)
{
    level *l = &w->levels[index];
    if (w->work_left-- == 0)
        stop_walk(w, APO_E_TOO_LARGE);
    w->at = l;
    w->is_counted = false;
    l->is_on_line = extend_line(w, index);
    if (w->record != NULL && !w->is_counted)
        record_place(w, 0); /* the work of a line's end */
    if (w->record != NULL && !l->is_on_line)
        close_places(w);
    if (!l->is_on_line || l->here.steps < l->least)
        return;
    if (index + 1 < w->move->leg_count)
        l->pass = w->move->legs[index].pass;
    else
        report_path(w, &l->here, l->here.steps > 1);
}

/* Goes to the next leg, assuming the next of the contents that the square where this leg ends
 * may have; false if there is none. */
static bool pass_square(walk *w, unsigned index)
{
    enum {
        ANYTHING = APO_PASS_EMPTY | APO_PASS_SCREEN
    };

    static const uint8_t conditions[] = {APO_CONDITION_EMPTY,  APO_CONDITION_SCREEN,
                                         APO_CONDITION_FRIEND, APO_CONDITION_TAKE,
                                         APO_CONDITION_REMOVE, APO_CONDITION_EN_PASSANT};
    level *l = &w->levels[index];
    strand next;
    copy_strand(&next, &l->here);
    if ((l->pass & ANYTHING) == ANYTHING) {
        l->pass &= ~(unsigned)ANYTHING;
    } else {
        unsigned bit = 0;
        while (!(l->pass >> bit & 1))
            bit++;
        l->pass &= l->pass - 1;
        if (!add_condition(w, &next, (enum apo_condition)conditions[bit]))
            return false;
    }
    enter_leg(w, index + 1, &next);
    return true;
}

static void walk_legs(walk *w, const strand *start)
{
    unsigned index = 0;
    enter_leg(w, 0, start);
    while (!w->is_stopped) {
        const level *l = &w->levels[index];
        if (l->pass != 0)
            index += pass_square(w, index) ? 1 : 0;
        else if (l->is_on_line)
            advance_line(w, index);
        else if (l->headings != 0)
            begin_line(w, index);
        else if (index-- == 0)
            return;
    }
}

static void walk_everywhere(walk *w, const strand *start)
{
    strand s = *start;
    for (s.row = 0; s.row < w->geo->rows; s.row++) {
        for (s.file = 0; s.file < w->geo->files && !w->is_stopped; s.file++) {
            s.square = apo_geometry_at(w->geo, s.file, s.row);
            if (s.square != APO_SQUARE_NONE && s.square != start->path.from)
                report_path(w, &s, false);
        }
    }
}

apo_status apo_paths_walk(const apo_geometry *geo, const apo_piece_moves *moves, apo_side side,
                          apo_square from, apo_path_sink *sink, void *context)
{
    const apo_path_task task = {geo, moves, side, from};
    uint32_t work = APO_PATH_WORK_MAX;
    return apo_paths_walk_within(&task, &work, sink, context);
}

static void start_walk(walk *out, const apo_path_task *task, apo_path_sink *sink, void *context)
{
    /* The levels, 4 KB, are filled as they are entered. */
    out->geo = task->geo;
    out->side = task->side;
    out->sink = sink;
    out->context = context;
    out->path_count = 0;
    out->work_left = APO_PATH_WORK_MAX;
    out->is_stopped = false;
    out->status = APO_OK;
    out->record = NULL;
}

apo_status apo_paths_walk_within(const apo_path_task *task, uint32_t *work, apo_path_sink *sink,
                                 void *context)
{
    const apo_geometry *geo = task->geo;
    const apo_piece_moves *moves = task->moves;
    const uint32_t most = *work < APO_PATH_WORK_MAX ? *work : APO_PATH_WORK_MAX;
    walk w;
    start_walk(&w, task, sink, context);
    w.work_left = most;
    strand start = {.path = {.from = task->from},
                    .square = task->from,
                    .file = (int)apo_geometry_file(geo, task->from),
                    .row = (int)apo_geometry_row(geo, task->from)};
    for (unsigned i = 0; i < moves->move_count && !w.is_stopped; i++) {
        w.move = &moves->moves[i];
        if (w.move->is_universal)
            walk_everywhere(&w, &start);
        else
            walk_legs(&w, &start);
    }
    *work -= w.work_left > most ? most : most - w.work_left;
    return w.status;
}

/* True if the move's paths are the same from every square, but for the board's edges. */
static bool is_alike_everywhere(const apo_piece_move *move)
{
    bool is_wrapping = false;
    for (unsigned i = 0; i < move->leg_count; i++)
        is_wrapping = is_wrapping || move->legs[i].wrap != APO_WRAP_NONE;
    return !is_wrapping && !move->is_bounded && !move->is_universal;
}

/* Passes a path on, and records that it ends on the place visited last. */
static bool record_path(void *context, const apo_path *path)
{
    walk *w = context;
    apo_record_place *place = apo_array_at(w->record, w->record->count - 1);
    place->path = (uint16_t)w->path_count;
    return w->record_sink(w->record_context, path);
}

apo_status apo_paths_record(apo_array *places, const apo_path_task *task, apo_path_sink *sink,
                            void *context)
{
    const apo_piece_moves *moves = task->moves;
    walk w;
    start_walk(&w, task, record_path, &w);
    w.record = places;
    w.record_sink = sink;
    w.record_context = context;
    const strand start = {.path = {.from = APO_PLANE_START}, .square = APO_PLANE_START};
    for (unsigned i = 0; i < moves->move_count && !w.is_stopped; i++) {
        w.move = &moves->moves[i];
        if (!is_alike_everywhere(w.move))
            return APO_E_UNSUPPORTED;
        walk_legs(&w, &start);
    }
    return w.status == APO_OK && w.is_stopped ? APO_E_MEMORY : w.status;
}
