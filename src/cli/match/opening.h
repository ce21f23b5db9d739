/* Where the games of a match begin: a numbered start and some moves, at random or from a
 * book. */
#ifndef APO_CLI_MATCH_OPENING_H
#define APO_CLI_MATCH_OPENING_H

#include "game/game.h"
#include "notation/book.h"
#include "search/engine.h"

typedef struct apo_openings {
    const apo_variant *var;    /* borrowed */
    unsigned name_index;       /* of the named start */
    uint32_t start_number;     /* 0: a random one for each opening */
    const apo_position *start; /* borrowed; instead of a numbered start; NULL: that */
    const apo_book *book;      /* borrowed; NULL: random moves */
    uint32_t plies;            /* moves; a book may end earlier */
    uint32_t balance_cp;       /* largest absolute score of the engine; 0: any */
    uint32_t imbalance_cp;     /* the score is beyond it, for either side; 0: any */
    uint64_t seed;
} apo_openings;

/* True if the engine's score decides about an opening. */
static inline bool apo_openings_need_engine(const apo_openings *openings)
{
    return openings->balance_cp != 0 || openings->imbalance_cp != 0;
}

/* The opening `index`, deterministic: `*out` (free with apo_game_free) is an unfinished game
 * with the moves made; `*out_number` is the start, 0 for a position given. `engine` evaluates;
 * it may be NULL unless apo_openings_need_engine. Errors: APO_E_MEMORY; APO_E_UNSUPPORTED: no
 * such opening found. */
apo_status apo_opening_make(apo_game **out, uint32_t *out_number, const apo_openings *openings,
                            uint32_t index, apo_engine *engine);

#endif
