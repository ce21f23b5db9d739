/* The numbers of the evaluation, all in one place, so that they can be listed, set and tuned.
 *
 * A weight is a pair: what something is worth with all pieces on the board and with few;
 * between them the evaluation blends by what is left of the armies. Units are hundredths of a
 * pawn.
 *
 * Where they come from: apo_weights_derive takes the pieces' values from the rules of the game
 * (piece_values.h) and the rest from a table that holds for every game (value_terms.h); then
 * whatever the definition file says in its [values] section takes the place of both. A tuner
 * changes weights by name, makes an evaluation of them (apo_evaluation_new), measures, and
 * writes what it found into the file:
 *
 *     for (size_t i = 0; i < apo_weight_count(var); i++)
 *         printf("%s = %d\n", apo_weight_name(&text, var, i),
 *                *apo_weight_at(&weights, var, i));
 *
 * The evaluation is linear in all weights but those of the kings' danger. */
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
    apo_weight reach[APO_TYPES_MAX]; /* one square more in reach, in sixteenths */
    /* Added to a piece's value by its own rank, and by its file's distance from the edge. */
    int16_t rank[APO_TYPES_MAX][APO_ROWS_MAX + 1];
    int16_t file[APO_TYPES_MAX][APO_FILES_MAX / 2];
} apo_weights;

/* What a term is worth in a game whose file does not say it. */
apo_weight apo_weight_of_term(enum apo_term term);

/* The weights of a game: derived, then changed by its definition file. */
void apo_weights_derive(apo_weights *out, const apo_variant *var,
                        const apo_piece_values *values);

/* All weights that mean something in this game, numbered from 0: those of the terms, then of
 * the pieces but the royal one. */
size_t apo_weight_count(const apo_variant *var);

/* Where the weight with this number is. */
int16_t *apo_weight_at(apo_weights *weights, const apo_variant *var, size_t index);

/* Adds its name to a text: "hanging opening", "piece Q ending", "rank P 7". */
void apo_weight_name(apo_text *out, const apo_variant *var, size_t index);

#endif
