/* Finds the game that each line of a file of positions comes from. All positions of a game
 * share a result, so they are held out together or not at all. */
#ifndef APO_CLI_LAB_GAMES_OF_H
#define APO_CLI_LAB_GAMES_OF_H

#include <stdbool.h>
#include <stdint.h>

enum {
    APO_LAB_HELD_OUT_ONE_IN = 10 /* games */
};

/* Zero-initialised for the first file. */
typedef struct apo_lab_games_of {
    uint32_t game_count;
    float score;
    bool is_exact;
    uint32_t ply;
} apo_lab_games_of;

/* The number of the game, from 0, of the next position: a new one begins where the ply does not
 * increase, or where the result changes. `is_exact`: the score is the result, not an estimate
 * that differs from position to position. */
uint32_t apo_lab_games_of_next(apo_lab_games_of *games, float score, bool is_exact,
                               uint32_t ply);

/* True for one game in ten, the first among them. */
bool apo_lab_is_held_out(uint32_t game);

#endif
