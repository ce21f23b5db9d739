/* One played game over the rules: a start position, the moves made since, how often the
 * position has stood on the board, offers, and the result. Knows no clock, no file and no
 * screen. */
#ifndef APO_GAME_GAME_H
#define APO_GAME_GAME_H

#include "base/alloc.h"
#include "rules/rules/outcome.h"

/* A game belongs to one thread. */
typedef struct apo_game apo_game;

/* What one player can propose to the other. */
typedef enum apo_proposal {
    APO_PROPOSAL_NONE,
    APO_PROPOSAL_DRAW,
    APO_PROPOSAL_ADVANTAGE_WHITE, /* three quarters to White */
    APO_PROPOSAL_ADVANTAGE_BLACK,
    APO_PROPOSALS
} apo_proposal;

/* The words for a proposal: "a draw", "an advantage to White"; static. */
const char *apo_proposal_words(apo_proposal proposal);

/* Starts a game at a copy of `start`. Gives `*out` (free with apo_game_free). `alloc` is
 * borrowed for the life of the game; NULL is the default. Errors: APO_E_MEMORY. */
apo_status apo_game_new(apo_game **out, const apo_position *start, const apo_alloc *alloc);

/* Frees a game; NULL is allowed. */
void apo_game_free(apo_game *game);

/* Where the game began and where it stands; borrowed until the next change of the game. */
const apo_position *apo_game_start(const apo_game *game);
const apo_position *apo_game_position(const apo_game *game);

/* Number of moves made (by both sides together), and one of them: 0 .. length - 1. */
size_t apo_game_length(const apo_game *game);
apo_move apo_game_move(const apo_game *game, size_t index);

/* The position before move `index`; for the length of the game, the one that stands now. */
void apo_game_position_at(apo_position *out, const apo_game *game, size_t index);

/* Makes a move. An open offer of the other side lapses with it.
 * Errors: APO_E_FINISHED: the game is over; APO_E_ILLEGAL; APO_E_MEMORY: nothing changed. */
apo_status apo_game_play(apo_game *game, const apo_move *mv);

/* Takes the last move back, or a resignation or agreement that ended the game; offers lapse.
 * Errors: APO_E_RANGE: nothing to take back. */
apo_status apo_game_undo(apo_game *game);

/* How often the position has stood on the board in this game, this time included (rules
 * 1.9). */
unsigned apo_game_occurrences(const apo_game *game);

/* The result so far, by all rules and by the players' own decisions. */
apo_outcome apo_game_outcome(const apo_game *game);

/* True once nothing more can be played. */
bool apo_game_is_over(const apo_game *game);

/* `side` gives up. Errors: APO_E_FINISHED. */
apo_status apo_game_resign(apo_game *game, apo_side side);

/* `side` proposes an end; it replaces the open offer, if any. Errors: APO_E_FINISHED;
 * APO_E_UNSUPPORTED: an advantage in a game without advantages, or APO_PROPOSAL_NONE. */
apo_status apo_game_offer(apo_game *game, apo_side side, apo_proposal proposal);

/* The open offer and who made it (`out_side` may be NULL; untouched if there is none). */
apo_proposal apo_game_open_offer(const apo_game *game, apo_side *out_side);

/* `side` answers the other side's offer. Errors: APO_E_UNKNOWN: there is no offer to answer. */
apo_status apo_game_accept(apo_game *game, apo_side side);
apo_status apo_game_decline(apo_game *game, apo_side side);

/* Ends the game as a record of it says, where no rule does: White's quarters 0 or 4 are a
 * resignation, everything between an agreement. Errors: APO_E_FINISHED; APO_E_RANGE;
 * APO_E_UNSUPPORTED: quarters that this game does not know. */
apo_status apo_game_end(apo_game *game, int white_quarters);

#endif
