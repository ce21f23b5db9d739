/* What losing pieces means; see extinction.c. For the engine. */
#ifndef APO_RULES_RULES_EXTINCTION_H
#define APO_RULES_RULES_EXTINCTION_H

#include "rules/kernel/position.h"

/* True if a side wins by getting rid of its pieces. */
bool apo_extinction_is_wanted(const apo_variant *var);

#endif
