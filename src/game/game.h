/* One played game over the rules: a start position, the moves made since, how often the
 * position has stood on the board, offers, and the result. Knows no clock, no file and no
 * screen. */
#ifndef APO_GAME_GAME_H
#define APO_GAME_GAME_H

#include "apothecary/game.h"
#include "base/alloc.h"
#include "rules/rules/outcome.h"

/* The words for a proposal: "a draw", "an advantage to White"; static. */
const char *apo_proposal_words(apo_proposal proposal);

#endif
