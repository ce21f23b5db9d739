/* Limits on the cost of compiling a game from a stranger: on a server, and in the browser that
 * tries its text. docs/publishing.md has the figures. */
#ifndef APO_DEFINITION_FILE_BOUNDS_H
#define APO_DEFINITION_FILE_BOUNDS_H

#include "apothecary/position.h"
#include "base/budget.h"

typedef struct apo_bounds {
    size_t compile_bytes; /* while compiling */
    size_t compile_calls; /* allocations and resizings meanwhile */
    size_t bytes;         /* of the compiled game */
    unsigned moves;       /* legal moves in any position examined */
} apo_bounds;

extern const apo_bounds apo_bounds_standard;

/* Messages for a game beyond these bounds, each a sentence. */
extern const char apo_bounds_too_large[];
extern const char apo_bounds_too_many_moves[];

/* Compiles a bundle (definition/file/bundle.h) with what the budget has left of the bounds. The
 * budget outlives the game. Errors: APO_E_TOO_LARGE if it is beyond the bounds; as
 * apo_bundle_compile. Any thread. */
apo_status apo_bounds_compile(apo_variant **out, apo_budget *budget, apo_span bundle,
                              const apo_bounds *bounds, apo_fault_list *faults);

/* True if the position has too many legal moves. `moves` is a scratch buffer. */
bool apo_bounds_exceeded(apo_moves *moves, const apo_position *pos, const apo_bounds *bounds);

#endif
