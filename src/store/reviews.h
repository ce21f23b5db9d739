/* Reviews of finished games: an engine's evaluation of each position. A game has at most one.
 */
#ifndef APO_STORE_REVIEWS_H
#define APO_STORE_REVIEWS_H

#include "store/archive.h"

typedef struct apo_store_review {
    char game[APO_STORE_ID_MAX];   /* of a record in the archive */
    char person[APO_STORE_ID_MAX]; /* who had it made */
    int64_t made_ms;
    int64_t nodes; /* searched for each position */
} apo_store_review;

/* Keeps the review with its text, a line for each position; replaces an earlier one. It is
 * deleted with its record. */
void apo_store_put_review(apo_store_batch *batch, const apo_store_review *review,
                          apo_span text);

/* Adds the text to `text` (which may be NULL). APO_E_UNKNOWN: there is none. */
apo_status apo_store_find_review(apo_store *store, apo_store_review *out, apo_buffer *text,
                                 apo_span game);

#endif
