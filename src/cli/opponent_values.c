/* What men are worth to the opponent. */
#include "cli/opponent.h"
#include "rules/movegen.h"

enum {
    VALUE_PAWN = 100,
    VALUE_UNKNOWN = 300, /* a man that can do nothing alone */
    VALUE_JOKER = 400,
    /* A rook's 18 moves on 10x10 make 5.2 pawns, a knight's 6 make 2. */
    VALUE_PER_MOVE = 27,
    VALUE_BASE = 40
};

/* Start 1 with nobody left but the kings. */
static bool set_kings(apo_setup *out, const apo_variant *var)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_setup start;
    if (apo_setup_start(&start, var, 0, 1) != APO_OK)
        return false;
    apo_setup_empty(out, var);
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        apo_man man = start.men[sq];
        if (apo_man_is_real(man) && apo_type_is_royal(var, apo_man_type(man)))
            out->men[sq] = man;
    }
    return true;
}

static unsigned count_moves_from(const apo_position *pos, apo_square from)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    unsigned count = 0;
    apo_moves_legal(list, pos);
    for (size_t i = 0; i < list->count; i++)
        count += list->moves[i].from == from;
    return count;
}

/* The man's points, or its moves on an empty board, whichever the game has. */
static int measure_type(const apo_setup *kings, const apo_variant *var, unsigned type)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    unsigned moves = 0, places = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        apo_setup setup = *kings;
        apo_position pos;
        if (setup.men[sq] != APO_MAN_EMPTY)
            continue;
        setup.men[sq] = apo_man_of(APO_WHITE, type);
        if (apo_position_from_setup(&pos, &setup, var, NULL) != APO_OK)
            continue;
        int points = apo_position_man_points(&pos, (apo_square)sq);
        if (points > 0)
            return points * VALUE_PAWN;
        moves += count_moves_from(&pos, (apo_square)sq);
        places++;
    }
    if (moves < places || places == 0)
        return VALUE_UNKNOWN;
    return VALUE_BASE + (int)(VALUE_PER_MOVE * moves / places);
}

void apo_opponent_init(apo_opponent *out, const apo_variant *var, uint64_t seed)
{
    apo_setup kings;
    *out = (apo_opponent){.is_stopped = NULL};
    apo_random_seed(&out->random, seed);
    bool has_kings = set_kings(&kings, var);
    for (unsigned type = 1; type <= apo_variant_type_count(var); type++) {
        if (apo_type_is_royal(var, type))
            out->values[type] = 0;
        else if (apo_type_is_pawn(var, type))
            out->values[type] = VALUE_PAWN;
        else if (apo_type_is_joker(var, type))
            out->values[type] = VALUE_JOKER;
        else
            out->values[type] = has_kings ? measure_type(&kings, var, type) : VALUE_UNKNOWN;
    }
}
