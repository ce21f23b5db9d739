/* A plain opponent for the terminal: counts men, looks two or three half-moves ahead and then
 * captures out. It knows no game by name: what a man is worth it takes from the game's point
 * count, or else from how far the man moves on an empty board. */
#ifndef APO_CLI_OPPONENT_H
#define APO_CLI_OPPONENT_H

#include "base/random.h"
#include "game/game.h"

enum {
    APO_OPPONENT_DEPTH_MAX = 6,
    APO_SCORE_WIN = 30000,     /* less the half-moves until then; pawns are 100 */
    APO_SCORE_ADVANTAGE = 2000 /* three quarters of a win */
};

typedef struct apo_opponent {
    int values[APO_TYPES_MAX];
    apo_random random;        /* so that it does not play one game for ever */
    bool (*is_stopped)(void); /* asked now and then; or NULL */
    uint64_t nodes;           /* looked at in this choice */
} apo_opponent;

/* Learns what the men of the game are worth. */
void apo_opponent_init(apo_opponent *out, const apo_variant *var, uint64_t seed);

/* Chooses a move for the side to move. `*out_score` (may be NULL) is what it expects for that
 * side. False if it was stopped, or there is no move. */
bool apo_opponent_choose(apo_opponent *opponent, const apo_game *game, unsigned depth,
                         apo_move *out, int *out_score);

#endif
