/* Positions in which a piece of one type gives mate, found by placing pieces at random. */
#ifndef APO_LESSONS_MATE_H
#define APO_LESSONS_MATE_H

#include "base/random.h"
#include "lessons/task.h"

/* Finds the position of a MATE or MATE_IN_TWO lesson with the game, type and task in `wanted`.
 * Errors: APO_E_UNKNOWN: none was found in a bounded number of tries; APO_E_MEMORY.
 */
apo_status apo_piece_lesson_find_mate(apo_piece_lesson *out, const apo_piece_lesson *wanted,
                                      apo_random *random);

#endif
