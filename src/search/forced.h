/* Forced mates and stalemates, proved by exhaustive search with the library's own rules: for
 * problems, where "mate in three" must be true and not just likely. Repetition and move counts
 * are ignored. Use each apo_forced from one thread. */
#ifndef APO_SEARCH_FORCED_H
#define APO_SEARCH_FORCED_H

#include "apothecary/position.h"

enum {
    APO_FORCED_MOVES_MAX = 6, /* of the forcing side; deeper searches would take too long */
    APO_FORCED_KEYS_MAX = 32
};

enum apo_forced_aim {
    APO_FORCED_MATE,
    APO_FORCED_STALEMATE, /* stalemate; mate also counts */
    APO_FORCED_AIMS
};

/* "mate", "stalemate"; static. */
const char *apo_forced_aim_word(enum apo_forced_aim aim);

enum apo_forced_verdict {
    APO_FORCED_NO,
    APO_FORCED_YES,
    APO_FORCED_UNKNOWN /* stopped at the limit */
};

typedef struct apo_forced apo_forced;

/* Creates a solver (free with apo_forced_free). `limit`: positions searched over all queries
 * before it gives up. NULL when out of memory. */
apo_forced *apo_forced_new(enum apo_forced_aim aim, uint64_t limit);
void apo_forced_free(apo_forced *forced); /* NULL is allowed */
uint64_t apo_forced_nodes(const apo_forced *forced);

/* Can the side to move force the aim in at most `moves` (1 to APO_FORCED_MOVES_MAX) of its
 * moves? Stores the first key move found in `*out_key` (may be NULL). */
enum apo_forced_verdict apo_forced_by(apo_forced *forced, const apo_position *pos,
                                      unsigned moves, apo_move *out_key);

/* All first moves that force it in at most `moves`; at most APO_FORCED_KEYS_MAX are kept.
 * UNKNOWN: there may be more. */
enum apo_forced_verdict apo_forced_keys(apo_forced *forced, const apo_position *pos,
                                        unsigned moves, apo_move *out, unsigned *out_count);

/* For the defending side to move: can the other side force the aim in at most `moves` (from 0)
 * more moves? YES: `*out` is the longest defence. NO: `*out` is a reply that escapes.
 * `*out_has` is false if there is no legal reply: the aim is reached (YES), or the game ends in
 * another way (NO). */
enum apo_forced_verdict apo_forced_answer(apo_forced *forced, const apo_position *pos,
                                          unsigned moves, apo_move *out, bool *out_has);

#endif
