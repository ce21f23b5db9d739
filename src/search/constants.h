/* Parameters of the search that matches can tune: pruning margins and the size of reductions.
 * bench/spsa.py looks for better values; those that win become the usual ones here. */
#ifndef APO_SEARCH_CONSTANTS_H
#define APO_SEARCH_CONSTANTS_H

#include <stdbool.h>

#include "base/span.h"

/* name, usual value, minimum, maximum. In centipawns unless stated otherwise. */
/* clang-format off */
#define APO_SEARCH_CONSTANTS(X)                                                               \
    X(razor_base,        260,   0,  1000)                                                     \
    X(razor_square,      190,   0,   800) /* times depth * (depth - 1) */                    \
    X(reverse_margin,     80,  10,   400) /* a ply */                                         \
    X(probe_margin,      170,  40,   600)                                                     \
    X(futility_base,     120,   0,   600)                                                     \
    X(futility_margin,    85,  10,   400) /* a ply */                                         \
    X(history_margin,   4500, 500, 16000) /* of a quiet move's history, a ply */              \
    X(loss_noisy,         95,  10,   400) /* allowed to a capture, a ply */                   \
    X(loss_quiet,         24,   4,   120) /* to a quiet move, times the square of the depth */ \
    X(reduction_base,     10,   0,    48) /* in 1/16 plies */                                 \
    X(reduction_divisor,  63,  30,   160)

/* clang-format on */

typedef struct apo_search_constants {
#define APO_SEARCH_CONSTANT_FIELD(name, usual, least, most) int name;
    APO_SEARCH_CONSTANTS(APO_SEARCH_CONSTANT_FIELD)
#undef APO_SEARCH_CONSTANT_FIELD
} apo_search_constants;

extern const apo_search_constants apo_search_constants_usual;

/* Reads "name=value,name=value"; constants not named keep their values. Any thread. False, with
 * the faulty part in `out_fault`, for an unknown name or a value out of range. */
bool apo_search_constants_read(apo_search_constants *out, apo_span text, apo_span *out_fault);

/* True if the text can be read. */
bool apo_search_constants_are_known(apo_span text);

#endif
