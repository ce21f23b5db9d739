/* Rules: area and river; see area.c and river.c. Internal to this folder. */
#ifndef APO_RULES_RULES_AREA_H
#define APO_RULES_RULES_AREA_H

#include "rules/kernel/compiled.h"
#include "rules/tables/path.h"

/* Takes out of `path` the ways to end it that lead a piece of `type` out of its area. */
void apo_area_limit(const apo_variant *var, unsigned side, unsigned type, apo_path *path);

/* True if a piece of `type` may go this path, seen from where it starts: straight ahead, or
 * beyond the river. */
bool apo_river_allows(const apo_variant *var, unsigned side, unsigned type,
                      const apo_path *path);

#endif
