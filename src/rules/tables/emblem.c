/* A survey records, for each square of an empty board, the last steps by which the piece
 * arrives. A ride is a row of squares up to the edge, each reached by the same step from the
 * one before.
 */
#include "rules/tables/emblem.h"

#include "base/mem.h"
#include "rules/tables/path.h"

enum {
    SIZE = 15, /* files and ranks of the board; the piece is in the middle */
    MIDDLE = SIZE / 2,
    LONGEST = 3, /* of a step that can be part of a ride, in squares to one side */
    STEPS = (2 * LONGEST + 1) * (2 * LONGEST + 1),
    ORIGIN_MAX = 2, /* rides that begin farther away are not shown (hook movers) */
    MODES = 2       /* moving, capturing */
};

/* Ways to go that are marked in different ways. */
enum way {
    PLAIN,
    HOP,
    TAKE,
    FIRST,
    WAYS
};

static const uint8_t way_kinds[WAYS] = {0, APO_EMBLEM_HOP, APO_EMBLEM_TAKE, APO_EMBLEM_FIRST};

typedef struct survey {
    uint64_t came[WAYS][MODES][SIZE * SIZE]; /* a bit for each last step, or FAR */
    bool has_way[WAYS];
    apo_emblem_mark *out;
    unsigned count;
} survey;

static const uint64_t far_step = (uint64_t)1 << STEPS;

static unsigned place(int x, int y)
{
    return (unsigned)((y + MIDDLE) * SIZE + x + MIDDLE);
}

static bool is_on(int x, int y)
{
    return x >= -MIDDLE && x <= MIDDLE && y >= -MIDDLE && y <= MIDDLE;
}

static int larger(int x, int y)
{
    int ax = x < 0 ? -x : x, ay = y < 0 ? -y : y;
    return ax > ay ? ax : ay;
}

static int file_of(apo_square sq)
{
    return sq % SIZE - MIDDLE;
}

static int rank_of(apo_square sq)
{
    return sq / SIZE - MIDDLE;
}

static enum way way_of(const apo_path *path)
{
    enum way way = path->is_unmoved ? FIRST : PLAIN;
    for (unsigned i = 0; i < path->step_count; i++) {
        unsigned condition = path->steps[i].condition;
        if (condition == APO_CONDITION_TAKE || condition == APO_CONDITION_REMOVE)
            return TAKE;
        if (condition != APO_CONDITION_EMPTY)
            way = HOP;
    }
    return way;
}

static bool note_path(void *context, const apo_path *path)
{
    survey *all = context;
    apo_square last =
        path->step_count > 0 ? path->steps[path->step_count - 1].square : path->from;
    int dx = file_of(path->to) - file_of(last), dy = rank_of(path->to) - rank_of(last);
    uint64_t step = larger(dx, dy) > LONGEST
                        ? far_step
                        : (uint64_t)1 << ((dy + LONGEST) * (2 * LONGEST + 1) + dx + LONGEST);
    enum way way = way_of(path);
    if (path->to == path->from)
        return true;
    all->has_way[way] = true;
    if (path->end & APO_END_MOVE)
        all->came[way][0][path->to] |= step;
    if (path->end & (APO_END_CAPTURE | APO_END_ROYAL | APO_END_EN_PASSANT | APO_END_FRIEND))
        all->came[way][1][path->to] |= step;
    return true;
}

static bool comes_by(const uint64_t *came, int x, int y, uint64_t step)
{
    return is_on(x, y) && (came[place(x, y)] & step) != 0;
}

/* True if the row from (x,y) on reaches the edge; its squares are then marked as `covered`. */
static bool is_ride(const uint64_t *came, bool *covered, const apo_emblem_mark *mark,
                    uint64_t step)
{
    int x = mark->x + mark->dx, y = mark->y + mark->dy, length = 0;
    for (; comes_by(came, x, y, step); length++, x += mark->dx, y += mark->dy) {
    }
    if (is_on(x, y) || length < (larger(mark->dx, mark->dy) == 1 ? LONGEST : 2))
        return false;
    for (; length > 0; length--) {
        x -= mark->dx;
        y -= mark->dy;
        covered[place(x, y)] = true;
    }
    return true;
}

static void add_mark(survey *all, apo_emblem_mark mark)
{
    if (all->count < APO_EMBLEM_MAX)
        all->out[all->count++] = mark;
}

/* The rides by one step that begin before (x,y). */
static void find_ride(survey *all, enum way way, bool covered[MODES][SIZE * SIZE],
                      apo_emblem_mark mark)
{
    uint64_t step =
        (uint64_t)1 << ((mark.dy + LONGEST) * (2 * LONGEST + 1) + mark.dx + LONGEST);
    unsigned kinds = 0;
    for (unsigned mode = 0; mode < MODES; mode++) {
        const uint64_t *came = all->came[way][mode];
        bool is_first = (mark.x == 0 && mark.y == 0) || !comes_by(came, mark.x, mark.y, step);
        if (is_first && comes_by(came, mark.x + mark.dx, mark.y + mark.dy, step) &&
            is_ride(came, covered[mode], &mark, step))
            kinds |= 1U << mode;
    }
    if (kinds == 0 || larger(mark.x, mark.y) > ORIGIN_MAX)
        return;
    mark.kinds = (uint8_t)(kinds | APO_EMBLEM_RIDE | way_kinds[way]);
    add_mark(all, mark);
}

/* Lists the steps by which the piece arrives anywhere, other than none. */
static unsigned list_steps(const survey *all, enum way way, apo_emblem_mark out[STEPS])
{
    uint64_t steps = 0;
    unsigned count = 0;
    for (unsigned sq = 0; sq < SIZE * SIZE; sq++)
        steps |= all->came[way][0][sq] | all->came[way][1][sq];
    for (int step = 0; step < STEPS; step++) {
        int dx = step % (2 * LONGEST + 1) - LONGEST, dy = step / (2 * LONGEST + 1) - LONGEST;
        if ((steps >> step & 1) && (dx != 0 || dy != 0))
            out[count++] = (apo_emblem_mark){.dx = (int8_t)dx, .dy = (int8_t)dy};
    }
    return count;
}

static void find_rides(survey *all, enum way way, bool covered[MODES][SIZE * SIZE])
{
    apo_emblem_mark steps[STEPS]; /* most pieces have few of them */
    unsigned count = list_steps(all, way, steps);
    for (int y = -MIDDLE; y <= MIDDLE; y++)
        for (int x = -MIDDLE; x <= MIDDLE; x++)
            for (unsigned i = 0; i < count; i++) {
                apo_emblem_mark mark = steps[i];
                mark.x = (int8_t)x;
                mark.y = (int8_t)y;
                if (is_on(x + mark.dx, y + mark.dy))
                    find_ride(all, way, covered, mark);
            }
}

/* Finds the marks that neither a ride nor a plain move covers. */
static void find_leaps(survey *all, enum way way, bool covered[MODES][SIZE * SIZE])
{
    for (int y = -APO_EMBLEM_REACH; y <= APO_EMBLEM_REACH; y++)
        for (int x = -APO_EMBLEM_REACH; x <= APO_EMBLEM_REACH; x++) {
            unsigned sq = place(x, y), kinds = 0;
            for (unsigned mode = 0; mode < MODES; mode++)
                if (all->came[way][mode][sq] != 0 && !covered[mode][sq] &&
                    (way == PLAIN || all->came[PLAIN][mode][sq] == 0))
                    kinds |= 1U << mode;
            if (kinds != 0)
                add_mark(all, (apo_emblem_mark){0, 0, (int8_t)x, (int8_t)y,
                                                (uint8_t)(kinds | way_kinds[way])});
        }
}

unsigned apo_emblem_make(apo_emblem_mark out[APO_EMBLEM_MAX], const apo_piece_moves *moves)
{
    apo_geometry board;
    bool covered[WAYS][MODES][SIZE * SIZE];
    survey all;
    memset(&board, 0, sizeof board);
    board.files = board.rows = SIZE;
    board.bottom_rank = 1;
    for (unsigned sq = 0; sq < SIZE * SIZE; sq++)
        board.place[sq] = APO_PLACE_SQUARE;
    memset(&all, 0, sizeof all);
    memset(covered, 0, sizeof covered);
    all.out = out;
    /* If there are too many paths, the emblem shows the first ones. */
    (void)apo_paths_walk(&board, moves, APO_WHITE, (apo_square)place(0, 0), note_path, &all);
    for (unsigned way = 0; way < WAYS; way++)
        if (all.has_way[way])
            find_rides(&all, (enum way)way, covered[way]);
    for (unsigned way = 0; way < WAYS; way++)
        if (all.has_way[way])
            find_leaps(&all, (enum way)way, covered[way]);
    return all.count;
}
