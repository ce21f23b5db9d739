/* Proofs that a mate or a stalemate can be forced, as `apothecary solve` and workers give them.
 */
#ifndef APO_CLI_WORK_PROOF_H
#define APO_CLI_WORK_PROOF_H

#include "base/buffer.h"
#include "search/forced.h"

typedef struct apo_proof {
    enum apo_forced_aim aim;
    unsigned moves;              /* requested */
    unsigned needed;             /* fewest moves that force it; 0: not known to be forced */
    enum apo_forced_verdict all; /* whether all keys are known */
    enum apo_forced_verdict forced;
    apo_move keys[APO_FORCED_KEYS_MAX];
    unsigned key_count;
    uint64_t nodes;
} apo_proof;

/* Finds the fewest moves that force the aim, in at most `moves`, then all first moves that do;
 * gives up after `limit` positions. Errors: APO_E_MEMORY. */
apo_status apo_prove(apo_proof *out, const apo_position *pos, enum apo_forced_aim aim,
                     unsigned moves, uint64_t limit);

/* The verdict as a word ("sound"); static. */
const char *apo_proof_verdict(const apo_proof *proof);

/* Appends an object: verdict, moves, keys, nodes. */
void apo_proof_write(apo_buffer *out, const apo_proof *proof, const apo_position *pos);

#endif
