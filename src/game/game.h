/* A game in progress: the start position, the moves made, repetitions, offers, and the result.
 * Without clocks, files or output. */
#ifndef APO_GAME_GAME_H
#define APO_GAME_GAME_H

#include "apothecary/game.h"
#include "base/alloc.h"
#include "rules/rules/outcome.h"

/* The words for a proposal: "a draw", "an advantage to White"; static. */
const char *apo_proposal_words(apo_proposal proposal);

/* As apo_game_play, for a move taken from the list of legal moves of the current position;
 * skips the check. */
apo_status apo_game_play_legal(apo_game *game, const apo_move *mv);

/* The same, without finding out whether the game is over now: for moves that were made before.
 * Only moves may follow until apo_game_settle. */
apo_status apo_game_replay(apo_game *game, const apo_move *mv);

/* Finds out whether the game is over by the rules, unless that is known. */
void apo_game_settle(apo_game *game);

/* Memory used by the game, in bytes. */
size_t apo_game_memory(const apo_game *game);

#endif
