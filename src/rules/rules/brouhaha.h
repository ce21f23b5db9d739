/* Rule: brouhaha squares; see brouhaha.c. Internal to this folder. */
#ifndef APO_RULES_RULES_BROUHAHA_H
#define APO_RULES_RULES_BROUHAHA_H

#include "rules/kernel/compiled.h"

/* Fills the table of what places become when a piece leaves them. */
void apo_brouhaha_build(apo_variant *var);

#endif
