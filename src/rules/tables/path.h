/* All ways a piece can go from a square, as conjunctions of simple conditions.
 *
 * Whatever a piece's notation says, its power from one square of one board is a finite set of
 * *paths*: "if each of these squares is empty (or holds a piece to hop, or an enemy to take),
 * the piece may end there". Everything else in `rules` (leap masks, lines, walks, attack
 * tables, move diagrams) is made from this one form. */
#ifndef APO_RULES_TABLES_PATH_H
#define APO_RULES_TABLES_PATH_H

#include "base/status.h"
#include "rules/kernel/geometry.h"
#include "rules/tables/piece_moves.h"

/* What must be on a square that a path passes, and what becomes of it. */
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
    /* A rider over the longest line of the largest board passes 16 squares; hook movers turn
     * once, circular riders have 7 steps, so 48 is ample; a longer path is APO_E_TOO_LARGE. */
    APO_PATH_STEPS_MAX = 48,
    /* A queen that turns once at every square has about 2,700 paths; two turns are past any
     * game and past any table. */
    APO_PATHS_MAX = 20000,
    /* Squares looked at, dead ends included: keeps hostile notation to a few milliseconds. */
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
    bool is_bounded;    /* a multiple step by '*', which an imitator does not copy */
    uint8_t step_count; /* squares passed, `to` not among them, in order of passing */
    apo_path_step steps[APO_PATH_STEPS_MAX];
} apo_path;

/* Called once for every path; returns false to stop early. */
typedef bool apo_path_sink(void *context, const apo_path *path);

/* Calls `sink` for every path of a piece of `side` standing on `from`, on an otherwise unknown
 * board: each path says by its conditions when it is open. Places that are no squares end a
 * path, except that a leap may cross them; transient squares count as squares here. The start
 * square counts as empty on the way and is never among the steps; a path may end on it (a pass,
 * or a capture without moving).
 *
 * No square is twice among `steps`: a second condition on a square is combined with the first,
 * and a path that ends where it has captured on the way has that capture as its end instead.
 * A waypoint that may hold anything is no step. Paths with the same squares and conditions are
 * reported once at most where that is cheap to see; callers must not rely on it. Castling and
 * imitation in `moves` are not walked.
 *
 * Errors: APO_E_TOO_LARGE when a path, the number of paths or the work passes its limit; the
 * sink may have been called before. Any thread; no allocation. */
apo_status apo_paths_walk(const apo_geometry *geo, const apo_piece_moves *moves, apo_side side,
                          apo_square from, apo_path_sink *sink, void *context);

/* What one walk is about. */
typedef struct apo_path_task {
    const apo_geometry *geo;      /* borrowed */
    const apo_piece_moves *moves; /* borrowed */
    apo_side side;
    apo_square from;
} apo_path_task;

/* As apo_paths_walk, with the work of many walks bounded together: looks at `*work` squares at
 * the most and takes what it has looked at off. */
apo_status apo_paths_walk_within(const apo_path_task *task, uint32_t *work, apo_path_sink *sink,
                                 void *context);

#endif
