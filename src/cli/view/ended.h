/* Whether the game is over in a position. */
#ifndef APO_CLI_VIEW_ENDED_H
#define APO_CLI_VIEW_ENDED_H

#include <apothecary/position.h>

/* The result by all rules that need no more history than the position has: mate, stalemate,
 * bare kings ... and the move count, but not repetition. */
apo_outcome apo_outcome_now(const apo_position *pos);

#endif
