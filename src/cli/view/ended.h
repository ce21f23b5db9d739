/* Tells whether a game is over in a position, or about to be. */
#ifndef APO_CLI_VIEW_ENDED_H
#define APO_CLI_VIEW_ENDED_H

#include <apothecary/position.h>

enum {
    APO_QUIET_NEAR = 20 /* half-moves before the move count ends the game: time to say so */
};

/* The end as far as known without the game's history, so without repetition. */
typedef struct apo_end_view {
    apo_outcome outcome; /* now, by mate, bare kings, the move count ... */
    bool is_near;        /* the game goes on, and the move count will soon end it */
    unsigned quiet_left; /* half-moves till then, without a capture or a pawn move */
    int quarters;        /* White's result then, with the pieces on the board now */
} apo_end_view;

apo_end_view apo_end_view_of(const apo_position *pos);

#endif
