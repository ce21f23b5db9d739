/* Forced mates and stalemates, proved by trying everything with the library's own rules: for
 * problems, where "mate in three" must be true and not only likely. Repetition and move counts
 * are not looked at. One thread to an apo_forced. */
#ifndef APO_SEARCH_FORCED_H
#define APO_SEARCH_FORCED_H

#include "apothecary/position.h"

enum {
    APO_FORCED_MOVES_MAX = 6, /* of the side that forces; beyond no bound is large enough */
    APO_FORCED_KEYS_MAX = 32
};

enum apo_forced_aim {
    APO_FORCED_MATE,
    APO_FORCED_STALEMATE, /* stalemate; a mate will do as well */
    APO_FORCED_AIMS
};

/* "mate", "stalemate"; static. */
const char *apo_forced_aim_word(enum apo_forced_aim aim);

enum apo_forced_verdict {
    APO_FORCED_NO,
    APO_FORCED_YES,
    APO_FORCED_UNKNOWN /* broken off at the limit */
};

typedef struct apo_forced apo_forced;

/* Gives (free with apo_forced_free). `limit`: positions looked at, over all questions, before
 * it gives up. NULL when out of memory. */
apo_forced *apo_forced_new(enum apo_forced_aim aim, uint64_t limit);
void apo_forced_free(apo_forced *forced); /* NULL is allowed */
uint64_t apo_forced_nodes(const apo_forced *forced);

/* Can the side to move force the aim in at most `moves` (1 to APO_FORCED_MOVES_MAX) of its
 * moves? The first move that does to `*out_key` (may be NULL). */
enum apo_forced_verdict apo_forced_by(apo_forced *forced, const apo_position *pos,
                                      unsigned moves, apo_move *out_key);

/* All first moves that force it in at most `moves`; at most APO_FORCED_KEYS_MAX are kept.
 * UNKNOWN: there may be more. */
enum apo_forced_verdict apo_forced_keys(apo_forced *forced, const apo_position *pos,
                                        unsigned moves, apo_move *out, unsigned *out_count);

/* The side to move is the one that cannot help it, if `moves` (from 0) more of the other side's
 * are enough. YES: `*out` is the answer after which most of them are needed. NO: `*out` is an
 * answer that gets away. `*out_has` is false if there is no answer: the end itself (YES), or
 * the wrong one (NO). */
enum apo_forced_verdict apo_forced_answer(apo_forced *forced, const apo_position *pos,
                                          unsigned moves, apo_move *out, bool *out_has);

#endif
