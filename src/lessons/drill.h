/* The shortest solution of a lesson in which one piece moves alone. */
#ifndef APO_LESSONS_DRILL_H
#define APO_LESSONS_DRILL_H

#include "lessons/task.h"

enum {
    APO_DRILL_CLASS_NONE = 0,
    APO_DRILL_STATES_MAX = 1500 /* positions of one search; a lesson needs some hundred */
};

typedef struct apo_drill apo_drill;

/* A search for lessons of one game (free with apo_drill_free); NULL when out of memory. */
apo_drill *apo_drill_new(void);
void apo_drill_free(apo_drill *drill); /* NULL is allowed */

/* Searches breadth first without moves of the class `forbidden`. Returns the number of moves
 * and, if `out` is not NULL, writes the square where each ends. 0: there is no solution within
 * APO_LESSON_MOVES_MAX moves and APO_DRILL_STATES_MAX positions. */
unsigned apo_drill_solve(apo_drill *drill, const apo_piece_lesson *lesson, unsigned forbidden,
                         apo_square out[APO_LESSON_MOVES_MAX]);

/* The moves of the lesson's piece on `at` with these targets left. The caller borrows them
 * until the next call; the board is apo_drill_board. */
const apo_move_list *apo_drill_moves(apo_drill *drill, const apo_piece_lesson *lesson,
                                     apo_square at, unsigned left, unsigned move);
const apo_position *apo_drill_board(const apo_drill *drill);

/* The class of a move between two squares: for a slider all lengths of a line are one class;
 * leaps of different sizes are different classes. Never APO_DRILL_CLASS_NONE.
 */
unsigned apo_drill_class(const apo_variant *var, apo_square from, apo_square to);

#endif
