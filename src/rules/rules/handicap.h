/* Handicaps: changes to a start position (rules 4.3). */
#ifndef APO_RULES_RULES_HANDICAP_H
#define APO_RULES_RULES_HANDICAP_H

#include "rules/kernel/position.h"

/* Applies handicaps ("move:white", "pawn:e4", "bishop:c2,d4,e4", "rook:a1,b4,c4,h8"), joined by
 * "+", to the setup of a start. On failure `setup` is unchanged and `err` (may be NULL) says
 * why. Errors: APO_E_UNKNOWN: the game has no such handicap; APO_E_SYNTAX; APO_E_POSITION. */
apo_status apo_setup_handicap(apo_setup *setup, const apo_variant *var, apo_span spec,
                              apo_error *err);

#endif
