/* The option --after: the moves that led from the FEN to the position in question, with which
 * repetitions are known. */
#ifndef APO_CLI_IO_AFTER_H
#define APO_CLI_IO_AFTER_H

#include <apothecary/game.h>

#include "cli/io/questions.h"

#define APO_AFTER_OPTION                                                               \
    {                                                                                  \
        "after", "MOVES", NULL,                                                        \
            "The game's moves from the FEN to the position in question, so that what " \
            "has occurred before counts."                                              \
    }

/* Plays the option's moves from `pos`, which then is the position after them; the game goes to
 * `*out` and belongs to the caller. Without the option `*out` is NULL. False: `problem` says
 * why there is no game; it borrows from the call. */
bool apo_after_play(apo_game **out, const apo_call *call, apo_position *pos,
                    apo_problem *problem);

#endif
