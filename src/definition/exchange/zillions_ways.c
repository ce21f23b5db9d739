#include "definition/exchange/zillions_ways.h"

#include "base/mem.h"

enum {
    WORK_MAX = 1000000 /* squares visited */
};

/* A square, seen from where the piece stands. */
typedef struct place {
    int files, rows;
} place;

typedef struct search {
    apo_zillions_ways *out;
    const apo_geometry *geo;
} search;

static place place_of(const apo_geometry *geo, apo_square from, apo_square sq)
{
    return (place){(int)apo_geometry_file(geo, sq) - (int)apo_geometry_file(geo, from),
                   (int)apo_geometry_row(geo, sq) - (int)apo_geometry_row(geo, from)};
}

static bool is_same(const apo_zillions_way *a, const apo_zillions_way *b)
{
    return a->key == b->key && a->end == b->end && a->is_unmoved == b->is_unmoved &&
           a->has_trail == b->has_trail && a->files == b->files && a->rows == b->rows &&
           a->step_count == b->step_count &&
           memcmp(a->steps, b->steps, a->step_count * sizeof a->steps[0]) == 0;
}

static uint32_t key_of(const apo_zillions_way *way)
{
    const uint8_t head[] = {way->end, (uint8_t)(way->is_unmoved | way->has_trail << 1),
                            (uint8_t)way->files, (uint8_t)way->rows, way->step_count};
    uint32_t key = 2166136261U;
    for (size_t i = 0; i < sizeof head; i++)
        key = (key ^ head[i]) * 16777619U;
    for (unsigned i = 0; i < way->step_count; i++) {
        const apo_zillions_step *step = &way->steps[i];
        key = (key ^ (uint8_t)step->files) * 16777619U;
        key = (key ^ (uint8_t)step->rows) * 16777619U;
        key = (key ^ step->condition) * 16777619U;
    }
    return key ^ key >> 15;
}

/* A bit for each number of equal steps with which the whole way fits somewhere on the board. */
static uint32_t room_for(const apo_zillions_way *way, const apo_geometry *geo)
{
    place at = {0, 0}, low = {0, 0}, high = {0, 0};
    uint32_t bits = 0;
    for (unsigned i = 0; i < way->step_count + (unsigned)APO_ROWS_MAX; i++) {
        bool is_tail = i >= way->step_count;
        at.files += is_tail ? way->files : way->steps[i].files;
        at.rows += is_tail ? way->rows : way->steps[i].rows;
        low.files = at.files < low.files ? at.files : low.files;
        low.rows = at.rows < low.rows ? at.rows : low.rows;
        high.files = at.files > high.files ? at.files : high.files;
        high.rows = at.rows > high.rows ? at.rows : high.rows;
        if (high.files - low.files >= geo->files || high.rows - low.rows >= geo->rows)
            break;
        if (is_tail)
            bits |= UINT32_C(1) << (i - way->step_count + 1);
    }
    return bits;
}

static void add_way(apo_zillions_ways *out, apo_zillions_way *way, const apo_geometry *geo)
{
    way->key = key_of(way);
    unsigned slot = way->key % APO_ZILLIONS_WAYS_SLOTS;
    for (; out->slots[slot] != 0; slot = (slot + 1) % APO_ZILLIONS_WAYS_SLOTS) {
        apo_zillions_way *known = &out->ways[out->slots[slot] - 1];
        if (is_same(known, way)) {
            known->tails |= way->tails;
            return;
        }
    }
    if (out->count == APO_ZILLIONS_WAYS_MAX) {
        out->problem = "it has too many different moves";
        return;
    }
    way->whole = room_for(way, geo);
    out->ways[out->count++] = *way;
    out->slots[slot] = (uint16_t)out->count;
}

static const char *find_problem(const apo_path *path)
{
    if (path->to == path->from)
        return "it can end where it began";
    if (path->is_bounded)
        return "how far it goes depends on the board";
    for (unsigned i = 0; i < path->step_count; i++)
        if (path->steps[i].condition == APO_CONDITION_EN_PASSANT)
            return "it captures en passant on its way";
    return NULL;
}

static bool add_path(void *context, const apo_path *path)
{
    const search *all = context;
    apo_zillions_way way = {
        .end = path->end, .is_unmoved = path->is_unmoved, .has_trail = path->is_multi_step};
    place before = {0, 0}, end = place_of(all->geo, path->from, path->to);
    all->out->problem = find_problem(path);
    if (all->out->problem != NULL)
        return false;
    for (unsigned i = 0; i < path->step_count; i++) {
        place at = place_of(all->geo, path->from, path->steps[i].square);
        way.steps[i] =
            (apo_zillions_step){(int8_t)(at.files - before.files),
                                (int8_t)(at.rows - before.rows), path->steps[i].condition};
        before = at;
    }
    way.files = (int8_t)(end.files - before.files);
    way.rows = (int8_t)(end.rows - before.rows);
    way.step_count = path->step_count;
    unsigned tail = 1;
    while (way.step_count > 0) {
        const apo_zillions_step *last = &way.steps[way.step_count - 1];
        if (last->condition != APO_CONDITION_EMPTY || last->files != way.files ||
            last->rows != way.rows)
            break;
        way.step_count--;
        tail++;
    }
    way.tails = UINT32_C(1) << tail;
    if (way.has_trail && way.step_count > 0)
        all->out->problem = "its first move is not straight";
    else
        add_way(all->out, &way, all->geo);
    return all->out->problem == NULL;
}

static bool goes_round(const apo_piece_moves *moves)
{
    for (unsigned i = 0; i < moves->move_count; i++)
        for (unsigned k = 0; k < moves->moves[i].leg_count; k++)
            if (moves->moves[i].legs[k].wrap != APO_WRAP_NONE)
                return true;
    return false;
}

void apo_zillions_ways_find(apo_zillions_ways *out, const apo_geometry *geo,
                            const apo_piece_moves *moves)
{
    search all = {out, geo};
    out->count = 0;
    out->problem = NULL;
    memset(out->slots, 0, sizeof out->slots);
    if (goes_round(moves))
        out->problem = "it goes round the edge of the board";
    uint32_t work = WORK_MAX;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo) && out->problem == NULL; sq++) {
        apo_path_task task = {geo, moves, APO_WHITE, (apo_square)sq};
        if (apo_paths_walk_within(&task, &work, add_path, &all) != APO_OK &&
            out->problem == NULL)
            out->problem = "it has too many different moves";
    }
}
