#include "notation/sentence_priv.h"

const char *apo_square_named(const apo_geometry *geo, apo_square sq,
                             char buf[APO_SQUARE_NAME_MAX])
{
    buf[0] = '\0';
    if (sq != APO_SQUARE_NONE)
        apo_geometry_write_square(geo, sq, buf);
    return buf;
}
