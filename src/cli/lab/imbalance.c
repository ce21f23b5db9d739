#include "cli/lab/imbalance.h"

#include "rules/rules/program_view.h"

enum {
    TRIES = 200,
    PIECES_MAX = 6,  /* removed from the second side */
    PAWNS_MAX = 4,   /* of them */
    UNSURE_CP = 150, /* random difference in value, either way */
    REST_CP = 350    /* larger remainders are balanced by another piece, not by pawns */
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
    lack lacks[APO_SIDES][PIECES_MAX]; /* by side: first, second */
    unsigned counts[APO_SIDES];
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

static bool add_lack(plan *p, unsigned by, unsigned type)
{
    lack found;
    if (p->counts[by] == PIECES_MAX || !find_piece(p, by, type, &found))
        return false;
    p->lacks[by][p->counts[by]++] = found;
    return true;
}

/* Picks a random non-royal type that White has at the start, worth at most `most`. */
static unsigned draw_type(plan *p, bool may_be_pawn, int most)
{
    unsigned seen = 0, drawn = APO_TYPE_NONE;
    for (unsigned type = 1; type <= apo_variant_info_of(p->var)->type_count; type++) {
        lack found;
        const apo_type_info *info = apo_type_info_of(p->var, type);
        if (info->is_royal || p->values[type] > most || (!may_be_pawn && info->is_pawn) ||
            !find_piece(p, 0, type, &found))
            continue;
        if (apo_random_below(&p->random, ++seen) == 0)
            drawn = type;
    }
    return drawn;
}

static unsigned draw_pawn(plan *p)
{
    unsigned seen = 0, drawn = APO_TYPE_NONE;
    for (unsigned type = 1; type <= apo_variant_info_of(p->var)->type_count; type++) {
        lack found;
        if (apo_type_info_of(p->var, type)->is_pawn && find_piece(p, 1, type, &found) &&
            apo_random_below(&p->random, ++seen) == 0)
            drawn = type;
    }
    return drawn;
}

/* Removes about the same value from the second side: one or two other pieces, then pawns. */
static void compensate(plan *p, int much, unsigned but_type)
{
    for (unsigned i = 0; i < 2 && (much > REST_CP || (i == 0 && much > UNSURE_CP)); i++) {
        unsigned type = draw_type(p, false, much + UNSURE_CP);
        if (type != APO_TYPE_NONE && type != but_type && add_lack(p, 1, type))
            much -= p->values[type];
    }
    for (unsigned i = 0; i < PAWNS_MAX && much > UNSURE_CP / 3; i++) {
        unsigned type = draw_pawn(p);
        if (type == APO_TYPE_NONE || !add_lack(p, 1, type))
            return;
        much -= p->values[type] > 0 ? p->values[type] : 100;
    }
}

static void remove_lack(apo_setup *setup, const apo_variant *var, apo_side side,
                        const lack *one)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    if (one->sq == APO_SQUARE_NONE) {
        setup->rules.pocket[side] &= ~((uint32_t)1 << one->type);
        return;
    }
    apo_square sq = side == APO_WHITE ? one->sq : apo_geometry_mirror(geo, one->sq);
    bool is_transient = geo->place[sq] == APO_PLACE_TRANSIENT;
    setup->pieces[sq] = is_transient ? APO_PIECE_VOID : APO_PIECE_EMPTY;
    setup->unmoved.words[sq >> 6] &= ~((uint64_t)1 << (sq & 63U));
}

/* Sets up the position in which `first` is the side that lacks the first list. */
static apo_status set_up(apo_position *out, const plan *p, apo_side first)
{
    apo_setup setup = p->start;
    apo_setup_faults faults;
    for (unsigned by = 0; by < APO_SIDES; by++)
        for (unsigned i = 0; i < p->counts[by]; i++)
            remove_lack(&setup, p->var, by == 0 ? first : apo_side_other(first),
                        &p->lacks[by][i]);
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
    unsigned type = draw_type(p, true, INT16_MAX);
    if (type == APO_TYPE_NONE || !add_lack(p, 0, type))
        return false;
    int unsure = (int)apo_random_below(&p->random, 2 * UNSURE_CP + 1) - UNSURE_CP;
    compensate(p, p->values[type] + unsure, type);
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
