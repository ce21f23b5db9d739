/* Areas that certain pieces never leave. */
#ifndef APO_RULES_RULES_AREA_H
#define APO_RULES_RULES_AREA_H

#include "rules/kernel/set.h"
#include "rules/kernel/variant.h"

/* Takes from the squares those outside the type's area, if it has one. */
void apo_area_keep(const apo_variant *var, unsigned side, unsigned type, apo_set *squares);

#endif
