/* What each weight of the evaluation does in each of many positions: a large sparse matrix. */
#ifndef APO_CLI_LAB_ROWS_H
#define APO_CLI_LAB_ROWS_H

#include <stddef.h>

#include "search/evaluation.h"

typedef struct apo_lab_entry {
    uint16_t weight; /* its number among those tuned */
    float slope;     /* hundredths of a pawn for White, for each 1 of the weight */
} apo_lab_entry;

typedef struct apo_lab_row {
    size_t first; /* entry */
    uint32_t count;
    float score;      /* of White, as the game ended: 0 .. 1 */
    float base;       /* White's evaluation with the weights as they were */
    bool is_held_out; /* not learnt from, so that learning can be judged by it */
} apo_lab_row;

typedef struct apo_lab_rows {
    apo_lab_entry *entries; /* owned */
    apo_lab_row *rows;      /* owned */
    size_t entry_count, entry_capacity, row_count, row_capacity;
} apo_lab_rows;

/* Adds a row: it becomes the last one. NULL when memory is out. */
apo_lab_row *apo_lab_rows_add(apo_lab_rows *rows);

/* An entry of the last row. False when memory is out. */
bool apo_lab_rows_enter(apo_lab_rows *rows, unsigned weight, float slope);

void apo_lab_rows_clear(apo_lab_rows *rows);

/* A fit of the changes of `count` weights: the score is 1 / (1 + exp(-scale * evaluation)). */
typedef struct apo_lab_learning {
    const apo_lab_rows *rows;
    size_t count;
    double scale;
    uint32_t alike; /* so many rows say as much as one that is independent of the others */
    const double *spread; /* by weight: how far it may well be from where it was; 0: it stays */
    double *change;       /* by weight; the result */
} apo_lab_learning;

/* The scale that fits the evaluation as it is best. */
double apo_lab_find_scale(const apo_lab_rows *rows);

/* The mean of the logarithmic loss, of the rows learnt from or of those held out. */
double apo_lab_loss(const apo_lab_learning *learning, bool is_held_out);

/* Changes the weights until nothing more is gained. False when memory is out. */
bool apo_lab_learn(apo_lab_learning *learning);

#endif
