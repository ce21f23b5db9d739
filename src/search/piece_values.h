/* Piece values derived from how the pieces move, so that an untuned game is played sensibly
 * from its definition alone. */
#ifndef APO_SEARCH_PIECE_VALUES_H
#define APO_SEARCH_PIECE_VALUES_H

#include "base/alloc.h"
#include "rules/rules/engine_view.h"

/* Hundredths of a pawn. Callers may change `piece` before they build an evaluation. */
typedef struct apo_piece_values {
    int16_t piece[APO_TYPES_MAX]; /* 0 for royal pieces */
    /* weighted number of squares reached: mean over boards and start squares */
    float mobility[APO_TYPES_MAX];
    float square_mobility[APO_TYPES_MAX][APO_SQUARES_MAX]; /* of White's pieces */
} apo_piece_values;

/* Plays some random games of the variant, always the same ones, and measures the reach of each
 * piece from each square of their boards. Takes about ten milliseconds. Errors: APO_E_MEMORY;
 * APO_E_POSITION: the game has no start. */
apo_status apo_piece_values_derive(apo_piece_values *out, const apo_variant *var,
                                   const apo_alloc *alloc);

#endif
