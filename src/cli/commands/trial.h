/* Random games for "check": how they end, and what never happens in them. */
#ifndef APO_CLI_COMMANDS_TRIAL_H
#define APO_CLI_COMMANDS_TRIAL_H

#include "apothecary/variant.h"
#include "base/buffer.h"

/* Plays random games from the starts in turn, always the same ones, and appends how many ended
 * in which way, how many did not end, and the squares and the pieces that were of no use. */
apo_status apo_trial_report(apo_buffer *out, const apo_variant *var);

#endif
