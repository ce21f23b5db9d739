#include "protocol/chess960.h"

#include <string.h>

enum {
    CHESS = 518 /* its number among the starts of Chess960 */
};

bool apo_is_chess960(const apo_variant *var)
{
    return strcmp(apo_variant_info_of(var)->id, APO_CHESS960) == 0;
}

apo_status apo_usual_start(apo_position *out, const apo_variant *var)
{
    return apo_position_start(out, var, 0, apo_is_chess960(var) ? CHESS : 1);
}
