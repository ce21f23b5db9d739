/* The effect of each weight on the evaluation of many positions: a large sparse matrix. */
#ifndef APO_CLI_LAB_ROWS_H
#define APO_CLI_LAB_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "search/evaluation.h"

typedef struct apo_lab_entry {
    uint16_t weight; /* its index among the tuned weights */
    float slope;     /* change of White's evaluation per unit of the weight */
} apo_lab_entry;

typedef struct apo_lab_row {
    size_t first; /* index of the first entry */
    uint32_t count;
    float score;      /* White's result: 0 .. 1 */
    float base;       /* White's evaluation with the initial weights */
    bool is_held_out; /* not used for learning, but to validate it */
} apo_lab_row;

typedef struct apo_lab_rows {
    apo_lab_entry *entries; /* owned */
    apo_lab_row *rows;      /* owned */
    size_t entry_count, entry_capacity, row_count, row_capacity;
} apo_lab_rows;

/* Appends a row. NULL when out of memory. */
apo_lab_row *apo_lab_rows_add(apo_lab_rows *rows);

/* Appends an entry to the last row. False when out of memory. */
bool apo_lab_rows_enter(apo_lab_rows *rows, unsigned weight, float slope);

void apo_lab_rows_clear(apo_lab_rows *rows);

/* A fit of the changes of `count` weights: the score is 1 / (1 + exp(-scale * evaluation)). */
typedef struct apo_lab_learning {
    const apo_lab_rows *rows;
    size_t count;
    double scale;
    uint32_t alike;       /* this many correlated rows count as one independent row */
    const double *spread; /* by weight: expected size of its change; 0: fixed */
    double *change;       /* by weight; the result */
    int64_t until;        /* on the engine's clock: fewer steps if it is late; 0: never */
} apo_lab_learning;

/* The scale that best fits the initial evaluation of all rows, those held out among them. */
double apo_lab_find_scale(const apo_lab_rows *rows);

/* The mean log loss, over the rows for learning or those held out. */
double apo_lab_loss(const apo_lab_learning *learning, bool is_held_out);

/* Changes the weights in 300 damped gradient steps, or in 50 to 300 if time ends. False when
 * out of memory. */
bool apo_lab_learn(apo_lab_learning *learning);

#endif
