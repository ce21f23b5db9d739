/* A net's value along a line of play, updated incrementally.
 *
 * An *accumulator* holds the sums of one position in both views. There is one for each ply. A
 * move only records its changes. The sums are computed when a value is needed, from the nearest
 * earlier ply that has them, or from scratch if that is cheaper, as after the king has crossed
 * the middle of the board. Values equal those of apo_network_value exactly.
 *
 * One thread at a time. */
#ifndef APO_NEURAL_ACCUMULATORS_H
#define APO_NEURAL_ACCUMULATORS_H

#include "neural/network.h"

typedef struct apo_accumulators apo_accumulators;

/* Makes accumulators for plies 0 to `plies` - 1 (free with apo_accumulators_free). `network` is
 * borrowed. Errors: APO_E_MEMORY. */
apo_status apo_accumulators_new(apo_accumulators **out, const apo_network *network,
                                unsigned plies, const apo_alloc *alloc);

/* NULL is allowed. */
void apo_accumulators_free(apo_accumulators *accumulators);

/* The net. */
const apo_network *apo_accumulators_network(const apo_accumulators *accumulators);

/* Starts again with a new position at ply 0. */
void apo_accumulators_start(apo_accumulators *accumulators);

/* A move has led from ply `ply` - 1 to `ply`: `pos` is the position after it, `undo` records
 * it. Taking a move back needs no call. */
void apo_accumulators_note(apo_accumulators *accumulators, unsigned ply,
                           const apo_position *pos, const apo_undo *undo);

/* The value of `pos`, the position at `ply`. */
int apo_accumulators_value(apo_accumulators *accumulators, unsigned ply,
                           const apo_position *pos);

#endif
