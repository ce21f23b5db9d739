/* Tournaments as arithmetic: who has met whom with which result, what everybody's points and
 * tie-breaks come to. Who plays whom next is in tournament_berger.h and tournament_swiss.h.
 * Pure functions over plain memory; they know no accounts, no clocks and no games but their
 * results. Any thread. */
#ifndef APO_GAME_TOURNAMENT_H
#define APO_GAME_TOURNAMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "base/text.h"

enum {
    APO_TOURNAMENT_PLAYERS_MAX = 128, /* pairing them takes some thousandths of a second */
    APO_TOURNAMENT_ROUNDS_MAX = 64,   /* two cycles of 24 players have 46 */
    APO_TOURNAMENT_NOBODY = 0xFFFF,   /* the other side of a bye */
    APO_TOURNAMENT_OUTCOMES = 5,      /* 0, 1/4, 1/2, 3/4, 1 */
    APO_TOURNAMENT_WIN = 4            /* quarters */
};

enum apo_tournament_how {
    APO_TOURNAMENT_TO_COME, /* not begun */
    APO_TOURNAMENT_RUNNING,
    APO_TOURNAMENT_PLAYED,  /* at the board, with a result */
    APO_TOURNAMENT_FORFEIT, /* given without play */
    APO_TOURNAMENT_BYE,     /* White has no opponent in this round */
    APO_TOURNAMENT_DROPPED, /* counts nothing for anybody */
    APO_TOURNAMENT_HOWS
};

/* A game, or a bye. Players are numbers from 0. */
typedef struct apo_tournament_game {
    unsigned round; /* from 1 */
    unsigned white, black;
    enum apo_tournament_how how;
    unsigned white_quarters; /* of a bye: up to 8, two games' worth */
} apo_tournament_game;

typedef struct apo_tournament_player {
    /* from 1, all different: how they were put in order before the first round */
    unsigned rank;
    bool has_left;
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

/* "buchholz"; static. Back: APO_TOURNAMENT_BREAKS for an unknown word. The unit says how many
 * of a value make one. */
const char *apo_tournament_break_word(enum apo_tournament_break which);
enum apo_tournament_break apo_tournament_break_find(apo_span word);
unsigned apo_tournament_break_unit(enum apo_tournament_break which);

typedef struct apo_tournament {
    const apo_tournament_player *players; /* borrowed, as the games */
    size_t player_count;                  /* at most APO_TOURNAMENT_PLAYERS_MAX */
    const apo_tournament_game *games;     /* in any order */
    size_t game_count;
    unsigned games_each; /* of two who are paired: 1, or 2 with both colours */
    bool is_swiss;
    /* in the order in which they decide */
    enum apo_tournament_break breaks[APO_TOURNAMENT_BREAKS];
    unsigned break_count;
} apo_tournament;

/* One player's line in the table. */
typedef struct apo_tournament_line {
    unsigned player;
    unsigned place;  /* from 1; the same where nothing tells two apart */
    unsigned points; /* quarters */
    unsigned outcomes[APO_TOURNAMENT_OUTCOMES]; /* games at the board, by quarters */
    int64_t breaks[APO_TOURNAMENT_BREAKS]; /* as in tournament->breaks; the more the better */
    bool is_struck; /* left a round robin before half of the games: none of them counts */
} apo_tournament_line;

/* The table, the best first; those who are struck last. `out` has room for all players.
 *
 * Direct encounter: points against those who are still equal, if all of them have met with all
 * their games over; otherwise nothing for any of them. Sonneborn-Berger: each result times the
 * opponent's points. Buchholz: the points of the opponents of all rounds; a round without one
 * counts half of what could be had until now. Its cut form leaves out the lowest. Wins: whole
 * points at the board. */
void apo_tournament_table(apo_tournament_line *out, const apo_tournament *tournament);

/* A game that counts for the table: not of somebody struck, and decided. */
bool apo_tournament_counts(const apo_tournament *tournament, const apo_tournament_game *game);

/* The number of the start of a round (from 1): the same for the same seed, 1 to `count`, and
 * different in each round until all have been played. */
unsigned apo_tournament_start(uint64_t seed, unsigned round, unsigned count);

/* Shuffles the numbers 0 .. count - 1 into `out`. */
void apo_tournament_shuffle(unsigned *out, size_t count, uint64_t seed);

/* "3", "2 1/2" and so on, with the fractions as single letters. */
void apo_tournament_points_write(apo_text *out, unsigned quarters);

/* A tie-break for people: "12.25". */
void apo_tournament_break_write(apo_text *out, enum apo_tournament_break which, int64_t value);

#endif
