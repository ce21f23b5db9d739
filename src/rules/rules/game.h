/* A game compiled from its definition, with all special rules. */
#ifndef APO_RULES_RULES_GAME_H
#define APO_RULES_RULES_GAME_H

#include "rules/tables/spec.h"

/* Compiles a checked definition. `spec` is borrowed during the call only. Gives `*out` (free
 * with apo_variant_free). Faults (contradictory keys, a start with a king in check, tables
 * above a limit) are added to `faults` with their lines in the definition. Errors:
 * APO_E_DEFINITION: see faults; APO_E_MEMORY. On failure `*out` is untouched. */
apo_status apo_variant_compile(apo_variant **out, apo_variant_spec *spec,
                               const apo_alloc *alloc, apo_fault_list *faults);

/* Adds the contradictions between and within the sections of rules to `faults` (may be NULL),
 * in a definition that cannot be compiled because some of its values could not be read.
 * Sections that are broken are not looked into, only that they are there. `spec` is borrowed
 * during the call only. */
void apo_variant_check(apo_variant_spec *spec, const apo_alloc *alloc, apo_fault_list *faults);

#endif
