/* What a Swiss pairing must know about each player: points, colours, floats, byes, and who has
 * met whom; from the games of the rounds before. Any thread. */
#ifndef APO_GAME_SWISS_SEAT_H
#define APO_GAME_SWISS_SEAT_H

#include "game/tournament.h"

enum apo_swiss_color {
    APO_SWISS_BLACK = -1,
    APO_SWISS_NO_COLOR = 0,
    APO_SWISS_WHITE = 1
};

/* How strongly a player should have a colour next (FIDE C.04.3, colour preferences). */
enum apo_swiss_strength {
    APO_SWISS_NONE,    /* no game yet */
    APO_SWISS_MILD,    /* equally many Whites and Blacks: not the colour of the last game */
    APO_SWISS_STRONG,  /* one colour once more than the other */
    APO_SWISS_ABSOLUTE /* twice more or beyond, or the same colour in the last two games */
};

enum apo_swiss_float {
    APO_SWISS_DOWN = -1, /* met somebody with fewer points, or did not play */
    APO_SWISS_LEVEL = 0,
    APO_SWISS_UP = 1
};

/* A player to be paired. */
typedef struct apo_swiss_seat {
    unsigned player;
    unsigned rank;
    int points;    /* quarters, before this round */
    unsigned byes; /* rounds that were won without an opponent: full byes, forfeits */
    int balance;   /* games with White minus games with Black */
    signed char colors[APO_TOURNAMENT_ROUNDS_MAX * 2]; /* of the games played, in their order */
    unsigned color_count;
    enum apo_swiss_float floats[2]; /* in the last round, and in the one before */
} apo_swiss_seat;

/* Fills the seats of the players to pair in `round`, best first: not those who have left, nor
 * those who already have a game or bye in it. `met` has a row and a column for each player, all
 * 0: how often two have played each other. Returns the number of seats. */
unsigned apo_swiss_take_seats(apo_swiss_seat *out, unsigned char *met,
                              const apo_tournament *tournament, unsigned round);

/* The colour that the player should have, and how strongly. */
enum apo_swiss_color apo_swiss_preference(const apo_swiss_seat *seat);
enum apo_swiss_strength apo_swiss_strength_of(const apo_swiss_seat *seat);

/* True if `seat`, the higher of the two, has White (FIDE C.04.3 part E). */
bool apo_swiss_has_white(const apo_swiss_seat *seat, const apo_swiss_seat *other);

#endif
