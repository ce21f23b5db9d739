/* Compares the paths of two pieces. For tests and fuzz targets. */
#ifndef APO_TESTS_PATH_SET_H
#define APO_TESTS_PATH_SET_H

#include <stdlib.h>
#include <string.h>

#include "rules/tables/path.h"

typedef struct path_set {
    apo_path *paths;
    size_t count, capacity;
    bool is_too_large; /* the walk has passed a limit */
} path_set;

static bool path_set_keep(void *context, const apo_path *path)
{
    path_set *set = context;
    if (set->count == set->capacity) {
        set->capacity = set->capacity > 0 ? 2 * set->capacity : 256;
        apo_path *grown = realloc(set->paths, set->capacity * sizeof *grown);
        if (grown == NULL)
            abort();
        set->paths = grown;
    }
    apo_path *kept = &set->paths[set->count++];
    memset(kept, 0, sizeof *kept); /* the gaps and the unused steps too */
    kept->from = path->from;
    kept->to = path->to;
    kept->end = path->end;
    kept->is_unmoved = path->is_unmoved;
    kept->is_multi_step = path->is_multi_step;
    kept->is_bounded = path->is_bounded;
    kept->step_count = path->step_count;
    for (unsigned i = 0; i < path->step_count; i++) {
        kept->steps[i].square = path->steps[i].square;
        kept->steps[i].condition = path->steps[i].condition;
    }
    return true;
}

static int path_set_order(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(apo_path));
}

/* The paths from a square in a fixed order, each once. Paths to the same square that differ in
 * their ends only are one path, so `end` is spread over one path for each bit first. */
static path_set path_set_walk(const apo_geometry *geo, const apo_piece_moves *moves,
                              apo_side side, apo_square from)
{
    path_set set = {NULL, 0, 0, false};
    set.is_too_large = apo_paths_walk(geo, moves, side, from, path_set_keep, &set) != APO_OK;
    for (size_t i = 0, count = set.count; i < count; i++) {
        unsigned end = set.paths[i].end;
        set.paths[i].end = (uint8_t)(end & -end);
        for (end &= end - 1; end != 0; end &= end - 1) {
            apo_path path = set.paths[i];
            path.end = (uint8_t)(end & -end);
            path_set_keep(&set, &path);
        }
    }
    if (set.count > 0)
        qsort(set.paths, set.count, sizeof *set.paths, path_set_order);
    size_t kept = 0;
    for (size_t i = 0; i < set.count; i++) {
        if (kept == 0 || path_set_order(&set.paths[kept - 1], &set.paths[i]) != 0)
            set.paths[kept++] = set.paths[i];
    }
    set.count = kept;
    return set;
}

static bool path_set_is_same(const path_set *a, const path_set *b)
{
    if (a->is_too_large || b->is_too_large)
        return a->is_too_large == b->is_too_large;
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->paths, b->paths, a->count * sizeof *a->paths) == 0);
}

/* True if both pieces go the same ways on a board of 11 by 12 squares, from the middle and from
 * a corner, as White and as Black, castle in the same ways, and imitate alike. */
static bool path_set_are_same_pieces(const apo_piece_moves *a, const apo_piece_moves *b)
{
    enum {
        FILES = 11,
        ROWS = 12
    };

    static const apo_square squares[] = {5 * FILES + 5, FILES + 1, 10 * FILES};
    apo_geometry geo;
    memset(&geo, 0, sizeof geo);
    geo.files = FILES;
    geo.rows = ROWS;
    geo.bottom_rank = 1;
    memset(geo.place, APO_PLACE_SQUARE, (size_t)FILES * ROWS);
    bool is_same = a->castling_count == b->castling_count &&
                   memcmp(a->castlings, b->castlings, sizeof a->castlings) == 0 &&
                   memcmp(&a->imitation, &b->imitation, sizeof a->imitation) == 0;
    for (size_t i = 0; i < 2 * sizeof squares / sizeof squares[0] && is_same; i++) {
        path_set x = path_set_walk(&geo, a, i & 1 ? APO_BLACK : APO_WHITE, squares[i / 2]);
        path_set y = path_set_walk(&geo, b, i & 1 ? APO_BLACK : APO_WHITE, squares[i / 2]);
        is_same = path_set_is_same(&x, &y);
        free(x.paths);
        free(y.paths);
    }
    return is_same;
}

#endif
