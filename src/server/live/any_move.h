/* A move for the computer when its engine fails: better than a stuck game. */
#ifndef APO_SERVER_LIVE_ANY_MOVE_H
#define APO_SERVER_LIVE_ANY_MOVE_H

#include "apothecary/position.h"
#include "base/text.h"

/* Adds a legal move in coordinates: one that wins at once if there is one, otherwise one that
 * captures, otherwise any; the same for the same position. Adds nothing if there is no legal
 * move, or no memory. */
void apo_any_move_write(apo_text *out, const apo_position *pos);

#endif
