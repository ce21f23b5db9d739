#include "definition/exchange/fairy_ini_priv.h"
#include "rules/kernel/set.h"
#include "rules/tables/path.h"

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

/* The squares to which a piece can go from each square of an empty board. */
typedef struct journeys {
    apo_square from;
    apo_set to[APO_SQUARES_MAX];
} journeys;

/* Notes a move without capture that only empty squares can stop. */
static bool note_journey(void *context, const apo_path *path)
{
    journeys *all = context;
    bool is_open = (path->end & APO_END_MOVE) && !path->is_unmoved;
    for (unsigned i = 0; i < path->step_count; i++)
        is_open = is_open && path->steps[i].condition == APO_CONDITION_EMPTY;
    if (is_open)
        apo_set_add(&all->to[all->from], path->to);
    return true;
}

bool apo_fairy__never_returns(const apo_piece_moves *moves, const apo_geometry *geo)
{
    journeys all = {0, {{{0}}}};
    unsigned squares = apo_geometry_squares(geo);
    for (unsigned sq = 0; sq < squares; sq++) {
        all.from = (apo_square)sq;
        if (geo->place[sq] == APO_PLACE_SQUARE &&
            apo_paths_walk(geo, moves, APO_WHITE, all.from, note_journey, &all) != APO_OK)
            return false;
    }
    for (unsigned sq = 0; sq < squares; sq++)
        for (unsigned to = 0; to < squares; to++)
            if (apo_set_has(&all.to[sq], (apo_square)to) &&
                apo_set_has(&all.to[to], (apo_square)sq))
                return false;
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

bool apo_fairy__is_quiet(const apo_piece_moves *moves)
{
    for (unsigned i = 0; i < moves->move_count; i++)
        if (moves->moves[i].end != APO_END_MOVE)
            return false;
    return true;
}

/* Notes a way to move without capture; one is enough. */
static bool note_move(void *context, const apo_path *path)
{
    bool *has_move = context;
    *has_move = !path->is_unmoved && path->to != path->from && (path->end & APO_END_MOVE);
    return !*has_move;
}

bool apo_fairy__find_stuck(const apo_piece_moves *moves, const apo_geometry *geo, unsigned side,
                           bool out[APO_SQUARES_MAX])
{
    bool is_any = false;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        bool has_move = geo->place[sq] != APO_PLACE_SQUARE;
        if (!has_move)
            (void)apo_paths_walk(geo, moves, (apo_side)side, (apo_square)sq, note_move,
                                 &has_move);
        out[sq] = !has_move;
        is_any = is_any || out[sq];
    }
    return is_any;
}

void apo_ini__add_indexed(const apo_ini *ini, apo_text *out, const char *key, unsigned index,
                          uint64_t types)
{
    if (types == 0)
        return;
    apo_text_add(out, key);
    apo_text_add_char(out, ' ');
    apo_text_add_number(out, index);
    apo_text_add(out, " =");
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        if (types >> type & 1) {
            apo_text_add_char(out, ' ');
            apo_text_add_char(out, ini->game.letters[type]);
        }
    apo_text_add_char(out, '\n');
}

void apo_ini__add_limits(const apo_ini *ini, apo_text *out,
                         const int32_t limits[APO_FAIRY_TYPES])
{
    enum {
        LIMIT_MAX = 99 /* of promotionLimit, as fairy_keys.c reads it */
    };

    for (int32_t limit = 1; limit <= LIMIT_MAX; limit++) {
        uint64_t types = 0;
        for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
            types |= (uint64_t)(limits[type] == limit) << type;
        apo_ini__add_indexed(ini, out, "most", (unsigned)limit, types);
    }
}

bool apo_ini__has_hands(const apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    return game->numbers[APO_FAIRY_DROPS][0] &&
           (ini->hand_count > 0 || game->numbers[APO_FAIRY_CAPTURES_TO_HAND][0] ||
            game->numbers[APO_FAIRY_TWO_BOARDS][0] || game->numbers[APO_FAIRY_FREE_DROPS][0] ||
            game->numbers[APO_FAIRY_ENCLOSING_DROP][0]);
}
