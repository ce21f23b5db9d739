#include "protocol/chess960.h"

#include <string.h>

#include "notation/coordinate.h"

enum {
    CHESS = 518 /* its number among the starts of Chess960 */
};

bool apo_is_chess960(const apo_variant *var)
{
    return strcmp(apo_variant_info_of(var)->id, APO_CHESS960) == 0;
}

void apo_chess960_add_move(apo_text *out, const apo_position *pos, const apo_move *mv)
{
    apo_square rook, beside;
    if (mv->launched != APO_TYPE_NONE || !apo_move_partner(pos, mv, &rook, &beside)) {
        apo_coordinate_write(out, pos, mv);
        return;
    }
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    apo_text_add_square(out, geo, mv->from);
    apo_text_add_square(out, geo, rook);
}

apo_status apo_usual_start(apo_position *out, const apo_variant *var)
{
    return apo_position_start(out, var, 0, apo_is_chess960(var) ? CHESS : 1);
}
