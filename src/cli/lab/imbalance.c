#include "cli/lab/imbalance.h"

#include <stdlib.h>

#include "rules/rules/program_view.h"

enum {
    TRIES = 2000,
    LACKS_MAX = 64,  /* of a side */
    PAWNS_MAX = 4,   /* removed to make the sides even */
    UNSURE_CP = 150, /* random difference in value, either way */
    PER_LACK = 4     /* of a type that a side has N of, at most one in so many is removed */
};

/* A piece to remove: from White's camp, or from the pocket. */
typedef struct lack {
    unsigned type;
    apo_square sq; /* APO_SQUARE_NONE: from the pocket */
} lack;

typedef struct plan {
    const apo_variant *var;
    const int16_t *values;
    apo_setup start;
    apo_random random;
    lack lacks[APO_SIDES][LACKS_MAX]; /* by side: first, second */
    unsigned counts[APO_SIDES];
    int ahead; /* value of what the second side lacks and the first has; the reverse: negative
                */
} plan;

static bool is_taken(const plan *p, unsigned by, unsigned type, apo_square sq)
{
    for (unsigned i = 0; i < p->counts[by]; i++)
        if (p->lacks[by][i].type == type && p->lacks[by][i].sq == sq)
            return true;
    return false;
}

/* Picks a random white piece of that type. False if none is left. */
static bool find_piece(plan *p, unsigned by, unsigned type, lack *out)
{
    unsigned seen = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(apo_variant_geometry(p->var)); sq++) {
        if (p->start.pieces[sq] != apo_piece_of(APO_WHITE, type) ||
            is_taken(p, by, type, (apo_square)sq))
            continue;
        if (apo_random_below(&p->random, ++seen) == 0)
            *out = (lack){type, (apo_square)sq};
    }
    bool is_in_pocket = apo_types_has(p->start.rules.pocket[APO_WHITE], type);
    if (seen == 0 && is_in_pocket && !is_taken(p, by, type, APO_SQUARE_NONE)) {
        *out = (lack){type, APO_SQUARE_NONE};
        seen = 1;
    }
    return seen > 0;
}

/* Removes a piece of the type, if there is one; `by` lacks it. */
static bool add_lack(plan *p, unsigned by, unsigned type)
{
    lack found;
    if (p->counts[by] == LACKS_MAX || !find_piece(p, by, type, &found))
        return false;
    p->lacks[by][p->counts[by]++] = found;
    p->ahead += by == 0 ? -p->values[type] : p->values[type];
    return true;
}

/* How many pieces of the type a side has at the start, the one that has fewer. */
static unsigned count_type(const plan *p, unsigned type)
{
    unsigned counts[APO_SIDES];
    for (unsigned side = 0; side < APO_SIDES; side++) {
        counts[side] = apo_types_has(p->start.rules.pocket[side], type);
        for (unsigned sq = 0; sq < apo_geometry_squares(apo_variant_geometry(p->var)); sq++)
            counts[side] += p->start.pieces[sq] == apo_piece_of((apo_side)side, type);
    }
    return counts[0] < counts[1] ? counts[0] : counts[1];
}

/* Of each type, with even odds, one side lacks some: a game with many differences tells more
 * about each of them than a game with one. */
static void divide(plan *p)
{
    for (unsigned type = 1; type <= apo_variant_info_of(p->var)->type_count; type++) {
        const apo_type_info *info = apo_type_info_of(p->var, type);
        unsigned most = (count_type(p, type) + PER_LACK - 1) / PER_LACK;
        if (info->is_royal || info->is_pawn || most == 0 ||
            apo_random_below(&p->random, 2) == 0)
            continue;
        unsigned by = apo_random_below(&p->random, APO_SIDES);
        for (unsigned left = 1 + apo_random_below(&p->random, most); left > 0; left--)
            (void)add_lack(p, by, type);
    }
}

/* A random type of pawn that the side still has. */
static unsigned draw_pawn(plan *p, unsigned by)
{
    unsigned seen = 0, drawn = APO_TYPE_NONE;
    for (unsigned type = 1; type <= apo_variant_info_of(p->var)->type_count; type++) {
        lack found;
        if (apo_type_info_of(p->var, type)->is_pawn && find_piece(p, by, type, &found) &&
            apo_random_below(&p->random, ++seen) == 0)
            drawn = type;
    }
    return drawn;
}

/* Removes pawns of the side that is ahead. False if that does not suffice. */
static bool make_even(plan *p)
{
    for (unsigned i = 0; i < PAWNS_MAX; i++) {
        unsigned by = p->ahead > 0 ? 0 : 1;
        unsigned type = draw_pawn(p, by);
        int worth = type != APO_TYPE_NONE ? p->values[type] : 0;
        if (2 * abs(p->ahead) <= worth || !add_lack(p, by, type))
            break;
    }
    return 2 * abs(p->ahead) <= UNSURE_CP;
}

/* Where the side has the piece that White has on `sq`: on the mirrored square, or, as a joker
 * that does not begin opposite the other, elsewhere. APO_SQUARE_NONE: nowhere. */
static apo_square find_own(const apo_setup *setup, const apo_variant *var, apo_side side,
                           const lack *one)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_piece piece = apo_piece_of(side, one->type);
    apo_square sq = side == APO_WHITE ? one->sq : apo_geometry_mirror(geo, one->sq);
    if (setup->pieces[sq] == piece)
        return sq;
    for (unsigned i = 0; i < apo_geometry_squares(geo); i++)
        if (setup->pieces[i] == piece)
            return (apo_square)i;
    return APO_SQUARE_NONE;
}

/* False if the side has no such piece. */
static bool remove_lack(apo_setup *setup, const apo_variant *var, apo_side side,
                        const lack *one)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    if (one->sq == APO_SQUARE_NONE) {
        bool has = apo_types_has(setup->rules.pocket[side], one->type);
        setup->rules.pocket[side] &= ~((uint32_t)1 << one->type);
        return has;
    }
    apo_square sq = find_own(setup, var, side, one);
    if (sq == APO_SQUARE_NONE)
        return false;
    bool is_transient = geo->place[sq] == APO_PLACE_TRANSIENT;
    setup->pieces[sq] = is_transient ? APO_PIECE_VOID : APO_PIECE_EMPTY;
    setup->unmoved.words[sq >> 6] &= ~((uint64_t)1 << (sq & 63U));
    return true;
}

/* Sets up the position in which `first` is the side that lacks the first list. */
static apo_status set_up(apo_position *out, const plan *p, apo_side first)
{
    apo_setup setup = p->start;
    apo_setup_faults faults;
    for (unsigned by = 0; by < APO_SIDES; by++)
        for (unsigned i = 0; i < p->counts[by]; i++)
            if (!remove_lack(&setup, p->var, by == 0 ? first : apo_side_other(first),
                             &p->lacks[by][i]))
                return APO_E_POSITION;
    apo_set rights = apo_setup_castling_rights(&setup, p->var);
    apo_status status = apo_position_from_setup(out, &setup, p->var, &faults);
    if (status == APO_OK)
        return status;
    /* A king without a partner has no right to castle. */
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        setup.unmoved.words[i] &= rights.words[i];
    return apo_position_from_setup(out, &setup, p->var, &faults);
}

static bool try_one(apo_imbalance *out, plan *p)
{
    p->counts[0] = p->counts[1] = 0;
    out->start_number =
        1 + apo_random_below(&p->random, apo_variant_info_of(p->var)->start_count);
    if (apo_setup_start(&p->start, p->var, 0, out->start_number) != APO_OK)
        return false;
    p->ahead = (int)apo_random_below(&p->random, 2 * UNSURE_CP + 1) - UNSURE_CP;
    divide(p);
    if (!make_even(p))
        return false;
    return set_up(&out->positions[0], p, APO_WHITE) == APO_OK &&
           set_up(&out->positions[1], p, APO_BLACK) == APO_OK;
}

/* False if the armies are the same. */
static bool count_surplus(apo_imbalance *out, const plan *p)
{
    bool differs = false;
    for (unsigned type = 0; type < APO_TYPES_MAX; type++)
        out->surplus[type] = 0;
    for (unsigned i = 0; i < p->counts[0]; i++)
        out->surplus[p->lacks[0][i].type]--;
    for (unsigned i = 0; i < p->counts[1]; i++)
        out->surplus[p->lacks[1][i].type]++;
    for (unsigned type = 0; type < APO_TYPES_MAX; type++)
        differs = differs || out->surplus[type] != 0;
    return differs;
}

apo_status apo_imbalance_make(apo_imbalance *out, const apo_variant *var, const int16_t *values,
                              uint64_t seed, uint32_t index)
{
    plan p = {.var = var, .values = values};
    apo_random_seed(&p.random, apo_mix(seed ^ apo_mix(index)));
    for (unsigned i = 0; i < TRIES; i++) {
        if (try_one(out, &p) && count_surplus(out, &p))
            return APO_OK;
    }
    return APO_E_POSITION;
}
