/* The arithmetic of tournaments: games with their results, points and tie-breaks. Pairings are
 * in tournament_berger.h and tournament_swiss.h. Pure functions on plain memory, without
 * accounts, clocks or moves. Any thread. */
#ifndef APO_GAME_TOURNAMENT_H
#define APO_GAME_TOURNAMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "base/text.h"

enum {
    APO_TOURNAMENT_PLAYERS_MAX = 500, /* pairing takes less than a tenth of a second */
    APO_TOURNAMENT_ROUNDS_MAX = 64,   /* two cycles of 24 players have 46 */
    APO_TOURNAMENT_NOBODY = 0xFFFF,   /* the other side of a bye */
    APO_TOURNAMENT_OUTCOMES = 5,      /* 0, 1/4, 1/2, 3/4, 1 */
    APO_TOURNAMENT_WIN = 4            /* quarters */
};

enum apo_tournament_how {
    APO_TOURNAMENT_TO_COME, /* not started */
    APO_TOURNAMENT_RUNNING,
    APO_TOURNAMENT_PLAYED,  /* played, with a result */
    APO_TOURNAMENT_FORFEIT, /* decided without play */
    APO_TOURNAMENT_BYE,     /* the player given as White has no opponent in this round */
    APO_TOURNAMENT_DROPPED, /* counts for nobody */
    APO_TOURNAMENT_HOWS
};

/* A game, or a bye. Players are numbers from 0. */
typedef struct apo_tournament_game {
    unsigned round; /* from 1 */
    unsigned white, black;
    enum apo_tournament_how how;
    unsigned white_quarters; /* of a bye: up to 8, for two games */
} apo_tournament_game;

typedef struct apo_tournament_player {
    /* initial ranking from 1, all different */
    unsigned rank;
    bool has_left;
    unsigned reached;    /* the round of a knock-out; decides before points. 0 elsewhere */
    unsigned head_start; /* quarters that the player begins with; no tie-break counts them */
} apo_tournament_player;

/* X(NAME, word, units in a point) */
#define APO_TOURNAMENT_BREAK_LIST(X)     \
    X(DIRECT, "direct", 4)               \
    X(SONNEBORN, "sonneborn-berger", 16) \
    X(BUCHHOLZ_CUT, "buchholz-cut", 4)   \
    X(BUCHHOLZ, "buchholz", 4)           \
    X(WINS, "wins", 1)

enum apo_tournament_break {
#define APO_TOURNAMENT_BREAK_ENUM(name, word, unit) APO_TOURNAMENT_BREAK_##name,
    APO_TOURNAMENT_BREAK_LIST(APO_TOURNAMENT_BREAK_ENUM)
#undef APO_TOURNAMENT_BREAK_ENUM
    APO_TOURNAMENT_BREAKS
};

/* "buchholz"; static. The reverse gives APO_TOURNAMENT_BREAKS for an unknown word. */
const char *apo_tournament_break_word(enum apo_tournament_break which);
enum apo_tournament_break apo_tournament_break_find(apo_span word);

typedef struct apo_tournament {
    const apo_tournament_player *players; /* borrowed, as the games */
    size_t player_count;                  /* at most APO_TOURNAMENT_PLAYERS_MAX */
    const apo_tournament_game *games;     /* in any order */
    size_t game_count;
    unsigned games_each; /* per pair: 1, or 2 with both colours */
    unsigned rounds;     /* planned rounds of a Swiss; 0: unknown or unlimited */
    bool is_swiss;       /* or a knock-out: games of those who leave count */
    bool is_arena;       /* points by streaks; then `games` are in the order of their rounds */
    /* in the order of precedence */
    enum apo_tournament_break breaks[APO_TOURNAMENT_BREAKS];
    unsigned break_count;
} apo_tournament;

/* A player's line in the table. */
typedef struct apo_tournament_line {
    unsigned player;
    unsigned place;  /* from 1; shared by players with equal points and breaks */
    unsigned points; /* quarters */
    unsigned outcomes[APO_TOURNAMENT_OUTCOMES]; /* played games, by quarters */
    /* in the order of tournament->breaks; higher is better */
    int64_t breaks[APO_TOURNAMENT_BREAKS];
    unsigned reached; /* the player's */
    unsigned streak;  /* in an arena: games won in a row at the end */
    bool
        is_struck; /* left a round robin before half of the games: none of their games counts */
} apo_tournament_line;

/* The points in quarters, in an arena, for a game of somebody who has won the last `*streak`
 * games: twice the game's `quarters`, or four times after two wins in a row. Updates the
 * streak. */
unsigned apo_tournament_streak_points(unsigned *streak, unsigned quarters);

/* The table, best first; struck players last. `out` has room for all players.
 *
 * Direct encounter: points against players who are still equal, if all of them have met and
 * their games are over; otherwise 0 for all of them. Sonneborn-Berger: each result times the
 * opponent's points. Buchholz: the points of the opponents of all rounds; a round without an
 * opponent counts half of the points available so far. Buchholz cut leaves out the lowest.
 * Wins: games won by play. */
void apo_tournament_table(apo_tournament_line *out, const apo_tournament *tournament);

/* True if a game counts for the table: decided, and without struck players. */
bool apo_tournament_counts(const apo_tournament *tournament, const apo_tournament_game *game);

/* The start number (1 to `count`) of a round (from 1). Deterministic for a seed; starts do not
 * repeat until all have been used. */
unsigned apo_tournament_start(uint64_t seed, unsigned round, unsigned count);

/* Shuffles the numbers 0 .. count - 1 into `out`. */
void apo_tournament_shuffle(unsigned *out, size_t count, uint64_t seed);

/* "3", "2 1/2" and so on, with fractions as single characters. */
void apo_tournament_points_write(apo_text *out, unsigned quarters);

/* A tie-break in decimal form: "12.25". */
void apo_tournament_break_write(apo_text *out, enum apo_tournament_break which, int64_t value);

#endif
