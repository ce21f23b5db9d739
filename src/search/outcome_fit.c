#include "search/outcome_fit.h"

/* Games with advantage: alert 671, 72, 33; modern 527, 87, 57; classic 602, 100, 80;
 * apothecary2 519, 86, 42 (2,240 to 2,673 positions each). */
static const apo_outcome_fit with_advantage = {580, 86, 53};
/* Prequel, 2,731 positions. */
static const apo_outcome_fit without_advantage = {687, 381, 381};

const apo_outcome_fit *apo_outcome_fit_of(const apo_variant *var)
{
    return apo_variant_info_of(var)->has_advantage ? &with_advantage : &without_advantage;
}
