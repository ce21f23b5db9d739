/* The weights of the evaluation in one place, so that they can be listed, set and tuned.
 *
 * A weight is a pair: its value in the opening, with all pieces on the board, and in the
 * ending, with few. The evaluation interpolates by the remaining material. Units are hundredths
 * of a pawn.
 *
 * apo_weights_derive takes piece values from the rules of the game (piece_values.h) and the
 * rest from a table for all games (value_terms.h); the [values] section of the definition file
 * overrides both. A tuner changes weights by name, builds an evaluation from them
 * (apo_evaluation_new), measures, and writes the result into the file:
 *
 *     for (size_t i = 0; i < apo_weight_count(var); i++)
 *         printf("%s = %d\n", apo_weight_name(&text, var, i),
 *                *apo_weight_at(&weights, var, i));
 *
 * The evaluation is linear in all weights except those of king danger. */
#ifndef APO_SEARCH_WEIGHTS_H
#define APO_SEARCH_WEIGHTS_H

#include "base/text.h"
#include "rules/rules/engine_view.h"
#include "search/piece_values.h"

typedef struct apo_weight {
    int16_t opening, ending;
} apo_weight;

typedef struct apo_weights {
    apo_weight term[APO_TERMS];
    apo_weight piece[APO_TYPES_MAX]; /* a piece's value, 0 for royal pieces */
    apo_weight reach[APO_TYPES_MAX]; /* per square of reach, in sixteenths */
    /* Bonus by own rank, and by the file's distance from the edge. */
    int16_t rank[APO_TYPES_MAX][APO_ROWS_MAX + 1];
    int16_t file[APO_TYPES_MAX][APO_FILES_MAX / 2];
} apo_weights;

/* The default weight of a term, for games whose file does not set it. */
apo_weight apo_weight_of_term(enum apo_term term);

/* The weights of a game: derived, then overridden by its definition file. */
void apo_weights_derive(apo_weights *out, const apo_variant *var,
                        const apo_piece_values *values);

/* The number of weights used in this game: those of the terms, then of all pieces but the royal
 * one. */
size_t apo_weight_count(const apo_variant *var);

/* The weight with this number. */
int16_t *apo_weight_at(apo_weights *weights, const apo_variant *var, size_t index);

/* Appends its name to a text: "hanging opening", "piece Q ending", "rank P 7". */
void apo_weight_name(apo_text *out, const apo_variant *var, size_t index);

#endif
