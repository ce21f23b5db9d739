/* The tasks of lessons, and the board of a lesson in which one piece moves alone. */
#ifndef APO_LESSONS_TASK_H
#define APO_LESSONS_TASK_H

#include "base/status.h"
#include "rules/rules/program_view.h"

enum {
    APO_LESSON_TARGETS_MAX = 4, /* more would take longer than the three minutes of a lesson */
    APO_LESSON_HELPERS_MAX = 3,
    APO_LESSON_MOVES_MAX = 8, /* two for each target */
    APO_LESSON_POWERS_MAX = 3
};

enum apo_lesson_task {
    APO_LESSON_STARS,       /* move a white piece alone: to land on all targets */
    APO_LESSON_CAPTURE,     /* the same: to capture enemies, which do not move */
    APO_LESSON_MATE,        /* White mates in one, with a piece of the type */
    APO_LESSON_MATE_IN_TWO, /* the same in two; the first move is one of the type */
    APO_LESSON_TASKS
};

typedef struct apo_piece_lesson {
    const apo_variant *var; /* borrowed */
    enum apo_lesson_task task;
    unsigned type;

    /* STARS, CAPTURE. Promotion plays no part, and Black never moves. */
    apo_square from;
    unsigned target_count, helper_count, power_count;
    apo_square targets[APO_LESSON_TARGETS_MAX];
    apo_square helpers[APO_LESSON_HELPERS_MAX]; /* white pieces, which do not move */
    /* What a joker moves as, move by move; after the last it begins again with the first. */
    uint8_t powers[APO_LESSON_POWERS_MAX];
    apo_square solution[APO_LESSON_MOVES_MAX]; /* where each move ends */

    /* STARS, CAPTURE: the board without pieces, as apo_preview_clear makes it. MATE,
     * MATE_IN_TWO: the position, and the only first move that mates in time. */
    apo_position pos;
    apo_move key;

    unsigned move_count;
} apo_piece_lesson;

/* The type of the pieces that do not move: the game's first type of pawns, else its first type.
 */
unsigned apo_piece_lesson_extra_type(const apo_variant *var);

/* The board of STARS or CAPTURE with the piece on `at` before move `move` (from 0), and the
 * targets whose bits are set in `left`. For apo_preview_moves only, as made by
 * apo_preview_clear. */
void apo_piece_lesson_board(apo_position *out, const apo_piece_lesson *lesson, apo_square at,
                            unsigned left, unsigned move);

/* The targets of `left` that remain after a move on that board. */
unsigned apo_piece_lesson_left(const apo_piece_lesson *lesson, const apo_position *board,
                               const apo_move *mv, unsigned left);

#endif
