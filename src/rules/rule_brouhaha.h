/* Rule: brouhaha squares; see rule_brouhaha.c. Internal to this folder. */
#ifndef APO_RULES_RULE_BROUHAHA_H
#define APO_RULES_RULE_BROUHAHA_H

#include "rules/compiled.h"

/* Fills the table of what places become when a piece leaves them. */
void apo_brouhaha_build(apo_variant *var);

#endif
