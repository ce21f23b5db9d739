/* All ways a piece can go from a square, as conjunctions of simple conditions.
 *
 * Whatever a piece's notation says, its power from one square of one board is a finite set of
 * *paths*: "if each of these squares is empty (or holds a piece to hop over, or an enemy to
 * capture), the piece may end there". Everything else in `rules` (leap masks, lines, walks,
 * attack tables, move diagrams) is derived from this form. */
#ifndef APO_RULES_TABLES_PATH_H
#define APO_RULES_TABLES_PATH_H

#include <stddef.h>

#include "base/mem.h"
#include "base/status.h"
#include "rules/kernel/geometry.h"
#include "rules/tables/array.h"
#include "rules/tables/piece_moves.h"

/* What a square that a path passes must hold, and what happens to it. */
enum apo_condition {
    APO_CONDITION_EMPTY,  /* no piece, and the square exists */
    APO_CONDITION_SCREEN, /* any piece; stays (hopped over) */
    APO_CONDITION_FRIEND, /* a piece of the mover's side; stays */
    APO_CONDITION_ENEMY,  /* an enemy piece; stays */
    APO_CONDITION_TAKE,   /* an enemy piece, not royal; is captured in passing */
    APO_CONDITION_REMOVE, /* a piece of the mover's side; is removed in passing */
    /* an empty square a pawn has just passed; that pawn is captured */
    APO_CONDITION_EN_PASSANT,
    APO_CONDITIONS
};

/* What the last square may hold: enum apo_end of rules/tables/piece_moves.h. */

enum {
    /* A rider on the longest line of the largest board passes 16 squares, hook movers turn
     * once, and circular riders have 7 steps, so 48 is ample; a longer path is
     * APO_E_TOO_LARGE. */
    APO_PATH_STEPS_MAX = 48,
    /* A queen that may turn once at any square has about 2,700 paths; no game has two turns,
     * and no table could hold them. */
    APO_PATHS_MAX = 20000,
    /* Squares visited, dead ends included: limits hostile notation to a few milliseconds. */
    APO_PATH_WORK_MAX = 400000
};

typedef struct apo_path_step {
    apo_square square;
    uint8_t condition; /* enum apo_condition */
} apo_path_step;

typedef struct apo_path {
    apo_square from, to;
    uint8_t end;        /* enum apo_end bits, not 0 */
    bool is_unmoved;    /* only while the piece has never moved ('i') */
    bool is_multi_step; /* leaves an en-passant trail: the squares passed can be captured on */
    bool is_bounded;    /* a multiple step from '*', which an imitator does not copy */
    uint8_t step_count; /* squares passed, `to` not among them, in order of passing */
    apo_path_step steps[APO_PATH_STEPS_MAX];
} apo_path;

/* Copies a path with only the steps it has. Most have few and are copied with a size known at
 * compile time, which is much faster. */
static inline void apo_path_copy(apo_path *to, const apo_path *from)
{
    enum {
        FEW = 12
    };

    memcpy(to, from, offsetof(apo_path, steps) + FEW * sizeof *from->steps);
    if (from->step_count > FEW)
        memcpy(&to->steps[FEW], &from->steps[FEW],
               (from->step_count - (size_t)FEW) * sizeof *from->steps);
}

/* Called once for every path; returns false to stop early. */
typedef bool apo_path_sink(void *context, const apo_path *path);

/* Calls `sink` for every path of a piece of `side` on `from`, without knowing the board: the
 * conditions of a path say when it is open. Places that are not squares end a path, except that
 * a leap may cross them; transient squares count as squares here. The start square counts as
 * empty on the way and is never among the steps; a path may end on it (a pass, or a capture
 * without moving).
 *
 * `steps` names no square twice: a second condition on a square is combined with the first, and
 * if a path ends on a square where it captured earlier, that capture becomes its end. A
 * waypoint that may hold anything is not a step. Paths with the same squares and conditions are
 * reported only once if that is cheap to see; callers must not rely on it. Castling and
 * imitation in `moves` are ignored.
 *
 * Errors: APO_E_TOO_LARGE if a path, the number of paths or the work exceeds its limit; the
 * sink may have been called before. Any thread; no allocation. */
apo_status apo_paths_walk(const apo_geometry *geo, const apo_piece_moves *moves, apo_side side,
                          apo_square from, apo_path_sink *sink, void *context);

/* The arguments of one walk. */
typedef struct apo_path_task {
    const apo_geometry *geo;      /* borrowed */
    const apo_piece_moves *moves; /* borrowed */
    apo_side side;
    apo_square from;
} apo_path_task;

/* As apo_paths_walk, with a common limit for many walks: visits at most `*work` squares and
 * subtracts those visited. */
apo_status apo_paths_walk_within(const apo_path_task *task, uint32_t *work, apo_path_sink *sink,
                                 void *context);

/* --- the same from every square ------------------------------------------ */

enum {
    /* The plane on which a walk is recorded: the start is square APO_PLANE_START, the place one
     * row further is APO_PLANE_FILES further. No move goes farther than APO_PLANE_REACH. */
    APO_PLANE_FILES = 64,
    APO_PLANE_REACH = APO_ROWS_MAX - 1,
    APO_PLANE_START = APO_PLANE_REACH * APO_PLANE_FILES + APO_PLANE_REACH,
    APO_PLANE_MAX = (APO_ROWS_MAX + 2 * APO_PLANE_REACH) * APO_PLANE_FILES,
    /* Places of a record; a walk that visits more is not recorded. */
    APO_RECORD_MAX = 16384
};

/* A place that a recorded walk visits. Those that it only visits by way of this one follow. */
typedef struct apo_record_place {
    int16_t shift;   /* on the plane, from the start */
    uint16_t next;   /* the next place that is visited even if this one is no square */
    uint16_t path;   /* the path that ends here, a number from 1, or 0 */
    bool is_counted; /* counts as work */
} apo_record_place;

/* Walks an unlimited board and appends the places visited to `places`, of apo_record_place.
 * `sink` gets each path, whose squares are those of the plane. From any square of the task's
 * board the walk is the same, without the places that are no squares and what follows from
 * them; the task's own square is not used.
 *
 * Errors: APO_E_UNSUPPORTED: the paths depend on more than the squares of the board;
 * APO_E_TOO_LARGE: walk each square instead; APO_E_MEMORY. */
apo_status apo_paths_record(apo_array *places, const apo_path_task *task, apo_path_sink *sink,
                            void *context);

#endif
