/* Problems that were found in games of the engine, as lines of text (docs/problems.md). */
#ifndef APO_SERVER_PROBLEM_MINED_PROBLEM_H
#define APO_SERVER_PROBLEM_MINED_PROBLEM_H

#include "store/problems.h"

/* Cuts the next field, up to a tab, off a line. */
apo_span apo_mined_problem_field(apo_span *rest);

/* Reads a line: game, aim, moves, themes, source, half-moves of it, FEN, solution. Its id is
 * the source with the half-moves. The FEN and the solution are not checked. False: malformed.
 */
bool apo_mined_problem_read(apo_store_problem *out, apo_span line);

#endif
