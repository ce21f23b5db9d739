#include "definition/exchange/fairy_ini_priv.h"

/* Facts about a game and about the moves of a piece that decide how a rule can be expressed. */

enum {
    AHEAD_STRAIGHT = 0x83, /* straight ahead, or half left or right of it */
    AHEAD_OBLIQUE = 0xC3
};

bool apo_fairy__goes_ahead(const apo_piece_moves *moves)
{
    for (unsigned i = 0; i < moves->move_count; i++) {
        const apo_piece_move *move = &moves->moves[i];
        unsigned ahead = move->legs[0].shorter == 0 ? AHEAD_STRAIGHT : AHEAD_OBLIQUE;
        if (move->leg_count != 1 || (move->legs[0].directions & ~ahead) != 0)
            return false;
    }
    return true;
}

unsigned apo_fairy__steps_of(const apo_piece_move *move)
{
    const apo_leg *leg = &move->legs[0];
    if (move->leg_count != 1 || leg->shorter != 0 || move->end != APO_END_MOVE ||
        leg->wrap != APO_WRAP_NONE || leg->skipped != 0 || leg->line != APO_LINE_STRAIGHT)
        return 0;
    if (leg->longer == 2 && leg->most == 1 && leg->between == APO_BETWEEN_EMPTY)
        return 2;
    bool is_run = leg->longer == 1 && leg->least == 1 && leg->most >= 2 && leg->most <= 9;
    return is_run ? leg->most : 0;
}

bool apo_fairy__quiet_steps(const apo_piece_moves *moves, unsigned *out_directions)
{
    *out_directions = 0;
    for (unsigned i = 0; i < moves->move_count; i++) {
        const apo_piece_move *move = &moves->moves[i];
        const apo_leg *leg = &move->legs[0];
        if (move->is_unmoved || !(move->end & APO_END_MOVE))
            continue;
        if (move->leg_count != 1)
            return false;
        if (leg->least > 1)
            continue;
        if (leg->shorter != 0 || leg->longer != 1 || leg->most != 1)
            return false;
        *out_directions |= leg->directions;
    }
    return true;
}

bool apo_fairy__has_step_ahead(const apo_piece_moves *moves)
{
    for (unsigned i = 0; i < moves->move_count; i++) {
        const apo_piece_move *move = &moves->moves[i];
        if (move->leg_count == 1 && !move->is_unmoved && (move->end & APO_END_MOVE) &&
            move->legs[0].shorter == 0 && move->legs[0].longer == 1 &&
            (move->legs[0].directions & 1))
            return true;
    }
    return false;
}

bool apo_fairy__is_hopper(const apo_piece_moves *moves)
{
    for (unsigned i = 0; i < moves->move_count; i++)
        for (unsigned k = 0; k + 1 < moves->moves[i].leg_count; k++)
            if (moves->moves[i].legs[k].pass & APO_PASS_SCREEN)
                return true;
    return false;
}

static bool is_all_round(const apo_leg *leg)
{
    unsigned straight = leg->directions & APO_COMPASS_ORTHOGONAL;
    unsigned diagonal = leg->directions & APO_COMPASS_DIAGONAL;
    if (leg->shorter != 0)
        return leg->directions == APO_COMPASS_ALL;
    return straight == APO_COMPASS_ORTHOGONAL || diagonal == APO_COMPASS_DIAGONAL;
}

bool apo_fairy__is_mobile(const apo_piece_moves *moves, const apo_geometry *geo)
{
    for (unsigned i = 0; i < moves->move_count; i++) {
        const apo_piece_move *move = &moves->moves[i];
        const apo_leg *leg = &move->legs[0];
        if (move->leg_count == 1 && !move->is_unmoved && (move->end & APO_END_MOVE) &&
            is_all_round(leg) && leg->least == 1 && geo->files >= 2U * leg->longer &&
            geo->rows >= 2U * leg->longer)
            return true;
    }
    return false;
}

bool apo_ini__has_hands(const apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    return game->numbers[APO_FAIRY_DROPS][0] &&
           (ini->hand_count > 0 || game->numbers[APO_FAIRY_CAPTURES_TO_HAND][0] ||
            game->numbers[APO_FAIRY_TWO_BOARDS][0] ||
            game->numbers[APO_FAIRY_ENCLOSING_DROP][0]);
}
