/* Where the games of a match begin: a numbered start and some moves by chance. */
#ifndef APO_CLI_MATCH_OPENING_H
#define APO_CLI_MATCH_OPENING_H

#include "game/game.h"
#include "search/engine.h"

typedef struct apo_openings {
    const apo_variant *var; /* borrowed */
    unsigned name_index;    /* of the named start */
    uint32_t start_number;  /* 0: another one by chance for each opening */
    uint32_t plies;         /* made by chance */
    uint32_t balance_cp;    /* the engine's score may be so far from 0; 0: any */
    uint64_t seed;
} apo_openings;

/* The opening `index`, the same each time: `*out` (free with apo_game_free) is a game with the
 * moves made, not over; `*out_number` the start. `engine` evaluates; it may be NULL if
 * balance_cp is 0. Errors: APO_E_MEMORY; APO_E_UNSUPPORTED: no such opening is to be found. */
apo_status apo_opening_make(apo_game **out, uint32_t *out_number, const apo_openings *openings,
                            uint32_t index, apo_engine *engine);

#endif
