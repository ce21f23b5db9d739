/* Multiple steps, as seen by the other rules. */
#ifndef APO_RULES_RULES_MULTI_STEP_H
#define APO_RULES_RULES_MULTI_STEP_H

#include "rules/kernel/compiled.h"

/* True if the piece's multiple steps from that square cannot be answered by a capture en
 * passant. */
bool apo_multi_step_is_silent(const apo_variant *var, apo_piece piece, apo_square from);

#endif
