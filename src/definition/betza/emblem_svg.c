#include "definition/betza/emblem_svg.h"

enum {
    MIDDLE = APO_EMBLEM_SVG_SIZE / 2,
    EDGE = 350, /* from the middle: where arrows end */
    SPAN = 740, /* shared by the squares that are shown */
    HEAD = 105, /* length of an arrow's head, */
    WING = 58,  /* ... and half its breadth */
    START = 95, /* from the middle: where lines begin */
    KNOT = 34   /* half the size of the piece's own mark */
};

typedef struct point {
    int x, y;
} point;

typedef struct picture {
    apo_buffer *solid, *lines;
    int square; /* units */
    int radius; /* of dots */
} picture;

static int larger(int x, int y)
{
    int ax = x < 0 ? -x : x, ay = y < 0 ? -y : y;
    return ax > ay ? ax : ay;
}

/* The root of a number below a few millions. */
static int root_of(int number)
{
    int root = 0;
    for (int bit = 1 << 12; bit > 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= number)
            root += bit;
    return root;
}

/* The vector with a length of `units`. */
static point along(point v, int units)
{
    int length = root_of(v.x * v.x + v.y * v.y);
    return length == 0 ? v : (point){v.x * units / length, v.y * units / length};
}

static point plus(point a, point b)
{
    return (point){a.x + b.x, a.y + b.y};
}

static point minus(point a, point b)
{
    return (point){a.x - b.x, a.y - b.y};
}

/* To the left of a vector. */
static point turned(point v)
{
    return (point){-v.y, v.x};
}

static void add(apo_buffer *out, const char *command, point p)
{
    apo_buffer_add(out, command);
    apo_buffer_add_number(out, MIDDLE + p.x);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_number(out, MIDDLE - p.y);
}

static void add_line(apo_buffer *out, point from, point to)
{
    add(out, "M", from);
    add(out, "L", to);
}

static void add_circle(apo_buffer *out, point at, int radius)
{
    add(out, "M", (point){at.x - radius, at.y});
    for (int side = 1; side >= -1; side -= 2) {
        apo_buffer_add_char(out, 'a');
        apo_buffer_add_number(out, radius);
        apo_buffer_add_char(out, ' ');
        apo_buffer_add_number(out, radius);
        apo_buffer_add(out, " 0 1 0 ");
        apo_buffer_add_number(out, 2 * side * radius);
        apo_buffer_add(out, " 0");
    }
    apo_buffer_add_char(out, 'z');
}

static void add_cross(apo_buffer *out, point at, int radius)
{
    add_line(out, plus(at, (point){-radius, -radius}), plus(at, (point){radius, radius}));
    add_line(out, plus(at, (point){-radius, radius}), plus(at, (point){radius, -radius}));
}

/* Across a line, where it passes a piece. */
static void add_bar(const picture *pic, point at, point direction, unsigned kinds)
{
    if ((kinds & (APO_EMBLEM_HOP | APO_EMBLEM_TAKE)) == 0)
        return;
    point wing = turned(along(direction, WING));
    add_line(pic->lines, plus(at, wing), minus(at, wing));
    if (kinds & APO_EMBLEM_TAKE)
        add_circle(pic->solid, at, pic->radius / 2);
}

static void add_dot(const picture *pic, point at, unsigned kinds)
{
    int radius = kinds & APO_EMBLEM_FIRST ? pic->radius / 2 : pic->radius;
    bool moves = (kinds & APO_EMBLEM_MOVE) != 0, captures = (kinds & APO_EMBLEM_CAPTURE) != 0;
    if (moves && captures && radius == pic->radius)
        add_circle(pic->solid, at, radius * 4 / 5);
    else if (moves)
        add_circle(pic->lines, at, radius * 5 / 4);
    else
        add_cross(pic->lines, at, radius);
}

static void add_leap(const picture *pic, const apo_emblem_mark *mark)
{
    point to = {mark->dx * pic->square, mark->dy * pic->square};
    add_dot(pic, to, mark->kinds);
    if ((mark->kinds & (APO_EMBLEM_HOP | APO_EMBLEM_TAKE)) != 0)
        add_bar(pic, (point){to.x / 2, to.y / 2}, to, mark->kinds);
}

static void add_head(const picture *pic, point tip, point step, unsigned kinds)
{
    point back = minus(tip, along(step, HEAD)), wing = turned(along(step, WING));
    apo_buffer *out = pic->lines;
    if ((kinds & APO_EMBLEM_MOVE) == 0) {
        add_cross(out, minus(tip, along(step, WING)), WING);
        return;
    }
    if (kinds & APO_EMBLEM_CAPTURE)
        out = pic->solid;
    add(out, "M", plus(back, wing));
    add(out, "L", tip);
    add(out, "L", minus(back, wing));
    if (kinds & APO_EMBLEM_CAPTURE)
        apo_buffer_add_char(out, 'z');
}

/* True for a ride that does not lead straight away from the piece. */
static bool is_bent(const apo_emblem_mark *mark)
{
    return mark->x * mark->dy != mark->y * mark->dx;
}

/* How far the ride can be drawn from `from`, along its longer axis. */
static int reach_of(point from, const apo_emblem_mark *mark)
{
    int x = mark->dx * from.x > 0 ? larger(from.x, 0) : 0;
    int y = mark->dy * from.y > 0 ? larger(from.y, 0) : 0;
    return EDGE - (x > y ? x : y);
}

static void add_ride(const picture *pic, const apo_emblem_mark *mark)
{
    point step = {mark->dx * 100, mark->dy * 100}, from = {0, 0}, begin = along(step, START);
    if (is_bent(mark)) {
        begin = from = (point){mark->x * pic->square, mark->y * pic->square};
        add_line(pic->lines, along(from, START), from);
    }
    int reach = reach_of(from, mark), longest = larger(mark->dx, mark->dy);
    point to = plus(from, (point){mark->dx * reach / longest, mark->dy * reach / longest});
    add_line(pic->lines, begin, minus(to, along(step, HEAD / 2)));
    add_bar(pic, (point){(begin.x + to.x) / 2, (begin.y + to.y) / 2}, step, mark->kinds);
    add_head(pic, to, step, mark->kinds);
    if (!is_bent(mark) && longest > 1 && longest * pic->square < reach)
        add_dot(pic, (point){mark->dx * pic->square, mark->dy * pic->square}, mark->kinds);
}

static void add_piece(const picture *pic, bool is_royal)
{
    if (is_royal) {
        add_line(pic->lines, (point){0, -2 * KNOT}, (point){0, 2 * KNOT});
        add_line(pic->lines, (point){-2 * KNOT, 0}, (point){2 * KNOT, 0});
        return;
    }
    add(pic->solid, "M", (point){-KNOT, 0});
    add(pic->solid, "L", (point){0, KNOT});
    add(pic->solid, "L", (point){KNOT, 0});
    add(pic->solid, "L", (point){0, -KNOT});
    apo_buffer_add_char(pic->solid, 'z');
}

/* Squares to one side: a bent ride needs room for its arrow. */
static int needed(const apo_emblem_mark *mark)
{
    if (mark->kinds & APO_EMBLEM_RIDE)
        return is_bent(mark) ? larger(mark->x, mark->y) + 1 : 0;
    return larger(mark->dx, mark->dy);
}

void apo_emblem_svg(apo_buffer *solid, apo_buffer *lines, const apo_emblem_mark *marks,
                    unsigned count, bool is_royal)
{
    int reach = 2;
    for (unsigned i = 0; i < count; i++)
        reach = larger(reach, needed(&marks[i]));
    picture pic = {solid, lines, SPAN / (2 * reach + 1), 0};
    pic.radius = pic.square * 3 / 10;
    if (count == 0) {
        apo_buffer_add(lines, "M380 380a120 120 0 1 1 200 90q-80 50-80 130");
        add_circle(solid, (point){0, -220}, KNOT / 2);
        return;
    }
    add_piece(&pic, is_royal);
    for (unsigned i = 0; i < count; i++)
        if (marks[i].kinds & APO_EMBLEM_RIDE)
            add_ride(&pic, &marks[i]);
        else
            add_leap(&pic, &marks[i]);
}
