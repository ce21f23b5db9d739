#include "rules/kernel/drawn.h"

#include "base/mem.h"
#include "rules/kernel/compiled.h"

void apo_variant_draw(apo_drawing *out, const apo_variant *var)
{
    memset(out, 0, sizeof *out);
    APO_CALL_HOOKS(var, draw, var, out);
    for (unsigned sq = 0; sq < var->squares; sq++)
        if (out->at[sq] & APO_DRAWN_WATER)
            out->at[sq] &= (uint8_t)~APO_DRAWN_ABOVE;
}

/* True if the set has one of the two squares, and both are squares at all times. */
static bool is_parted(const apo_geometry *geo, const apo_set *squares, unsigned a, unsigned b)
{
    return geo->place[a] == APO_PLACE_SQUARE && geo->place[b] == APO_PLACE_SQUARE &&
           apo_set_has(squares, (apo_square)a) != apo_set_has(squares, (apo_square)b);
}

void apo_draw_border(apo_drawing *out, const apo_geometry *geo, const apo_set *squares,
                     unsigned above)
{
    unsigned count = apo_geometry_squares(geo), files = geo->files;
    for (unsigned sq = 0; sq < count; sq++) {
        if (sq + files < count && is_parted(geo, squares, sq, sq + files))
            out->at[sq] |= (uint8_t)above;
        if (sq % files + 1 < files && is_parted(geo, squares, sq, sq + 1))
            out->at[sq] |= APO_DRAWN_RIGHT;
    }
}

void apo_draw_step(apo_drawing *out, const apo_geometry *geo, apo_square from, apo_square to)
{
    bool is_rightward = to % geo->files > from % geo->files;
    apo_square left = is_rightward ? from : to, right = is_rightward ? to : from;
    out->at[left] |= right > left ? APO_DRAWN_RISING : APO_DRAWN_FALLING;
}
