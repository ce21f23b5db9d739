/* Lessons on one type of piece, made from a game's definition: reach the stars, capture all,
 * give mate. The same seed gives the same lesson. The shortest solution of every lesson has
 * `move_count` moves; tests/unit/test_lesson.c proves it with its own search. */
#ifndef APO_LESSONS_LESSON_H
#define APO_LESSONS_LESSON_H

#include "lessons/task.h"

/* Makes a lesson. The cost is bounded: some ten thousand positions, in MATE_IN_TWO some hundred
 * thousand. Errors: APO_E_RANGE: no such type; APO_E_UNKNOWN: none was found, as for a royal
 * piece that cannot give mate; APO_E_MEMORY. */
apo_status apo_piece_lesson_make(apo_piece_lesson *out, const apo_variant *var, unsigned type,
                                 enum apo_lesson_task task, uint64_t seed);

#endif
