/* Ratings by the Glicko-2 system: rating, rating deviation and volatility. The formulae and
 * their step numbers are those of Mark E. Glickman, "Example of the Glicko-2 system" (Boston
 * University, 2013, corrected 2022; in the public domain), and so are all constants not marked
 * as ours. Results are quarters of a point, which the paper allows: its s_j is any number from
 * 0 to 1.
 *
 * The paper groups games into rating periods. Here each game is its own period, so that ratings
 * change as soon as a game is over. The growth of the deviation at the end of every period
 * (step 6) is therefore scaled by time: phi* = sqrt(phi^2 + sigma^2 t), where t is the time
 * since the last rated game in periods of APO_GLICKO_PERIOD_DAYS. With t = 1 this is the
 * paper's step 6; many short periods are equivalent to one long one.
 *
 * Pure functions on plain memory. */
#ifndef APO_GAME_GLICKO_H
#define APO_GAME_GLICKO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    APO_GLICKO_FIRST = 1500,          /* initial rating (step 1) */
    APO_GLICKO_FIRST_DEVIATION = 350, /* initial deviation; the deviation never exceeds it */
    APO_GLICKO_LEAST_DEVIATION =
        45, /* ours: lower bound; without it a rating could not move after thousands of games */
    APO_GLICKO_SURE_DEVIATION = 110, /* ours: above it a rating is provisional */
    APO_GLICKO_GAMES_MAX = 64,       /* of one period */
    /* Ours: with it, a deviation of 60 is back at 110 after two years without a game. */
    APO_GLICKO_PERIOD_DAYS = 10
};

/* In the units in which ratings are shown. */
typedef struct apo_glicko {
    double rating, deviation;
    double volatility;
} apo_glicko;

/* One game, from the rated player's view. */
typedef struct apo_glicko_game {
    apo_glicko opponent; /* as it was before the game */
    unsigned quarters;   /* of the player: 0..4 */
} apo_glicko_game;

/* A new player: 1500, 350, 0.06 (step 1). */
apo_glicko apo_glicko_first(void);

/* True if the deviation is still too large for a reliable rating. */
bool apo_glicko_is_provisional(const apo_glicko *player);

/* The player after some periods without games: only the deviation grows (step 6, scaled). */
apo_glicko apo_glicko_grown(const apo_glicko *player, double periods);

/* Converts milliseconds to periods; 0 for times up to 0. */
double apo_glicko_periods(int64_t elapsed_ms);

/* The player after a rating period of that length with these games (steps 2 to 8), of which at
 * most APO_GLICKO_GAMES_MAX count. Without games: as apo_glicko_grown. */
apo_glicko apo_glicko_after(const apo_glicko *player, const apo_glicko_game *games,
                            size_t count, double periods);

#endif
