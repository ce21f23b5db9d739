/* Positions for programs that do not see their fields. */
#include "rules/kernel/position.h"

#include <string.h>

#include "notation/fen.h"
#include "rules/kernel/movegen.h"
#include "rules/rules/facts.h"
#include "rules/rules/handicap.h"
#include "rules/rules/outcome.h"

apo_position *apo_position_new(const apo_variant *var)
{
    apo_position *pos = apo_allocate(NULL, sizeof *pos);
    if (pos == NULL || apo_position_start(pos, var, 0, 1) == APO_OK)
        return pos;
    apo_free(NULL, pos);
    return NULL;
}

apo_position *apo_position_copy(const apo_position *pos)
{
    apo_position *copy = apo_allocate(NULL, sizeof *copy);
    if (copy != NULL)
        memcpy(copy, pos, sizeof *copy);
    return copy;
}

void apo_position_free(apo_position *pos)
{
    apo_free(NULL, pos);
}

size_t apo_position_size(void)
{
    return sizeof(apo_position);
}

apo_status apo_position_handicap(apo_position *pos, apo_span handicap, apo_error *err)
{
    apo_setup setup;
    apo_setup_faults faults = 0;
    char sentence[APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(sentence, sizeof sentence);
    apo_position_to_setup(pos, &setup);
    apo_status status = apo_setup_handicap(&setup, pos->var, handicap, err);
    if (status != APO_OK)
        return status;
    status = apo_position_from_setup(pos, &setup, pos->var, &faults);
    if (status == APO_OK)
        return APO_OK;
    apo_setup_faults_write(&text, faults);
    return apo_fail_because(err, status, "%s", sentence);
}

static bool is_on_board(const apo_position *pos, apo_square sq)
{
    return sq < apo_geometry_squares(apo_variant_geometry(pos->var));
}

/* --- functions over macros ----------------------------------------------- */

const apo_variant *(apo_position_variant)(const apo_position *pos)
{
    return apo_position_variant(pos);
}

apo_side(apo_position_side)(const apo_position *pos)
{
    return apo_position_side(pos);
}

apo_piece(apo_position_piece)(const apo_position *pos, apo_square sq)
{
    return is_on_board(pos, sq) ? apo_position_piece(pos, sq) : APO_PIECE_VOID;
}

uint64_t(apo_position_key)(const apo_position *pos)
{
    return apo_position_key(pos);
}

/* --- other fields -------------------------------------------------------- */

bool apo_position_is_unmoved(const apo_position *pos, apo_square sq)
{
    return is_on_board(pos, sq) && apo_set_has(&pos->state.unmoved, sq);
}

apo_position_info apo_position_info_of(const apo_position *pos)
{
    apo_position_info info = {.halfmove_count = pos->state.halfmove_count,
                              .move_number = pos->state.move_number};
    info.has_points = apo_position_points(pos, info.points);
    memcpy(info.reserve, pos->state.rules.reserve, sizeof info.reserve);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        info.king[side] = pos->state.king[side];
        info.imitated[side] = (uint8_t)apo_position_imitated(pos, (apo_side)side);
        info.pocket[side] = pos->state.rules.pocket[side];
    }
    return info;
}

apo_move_info apo_move_info_of(const apo_position *pos, const apo_move *mv)
{
    apo_move_info info = {.partner_from = APO_SQUARE_NONE,
                          .partner_to = APO_SQUARE_NONE,
                          .launch_square = APO_SQUARE_NONE};
    info.capture_count = apo_move_captures(pos, mv, info.captures);
    apo_move_partner(pos, mv, &info.partner_from, &info.partner_to);
    if (mv->launched != APO_TYPE_NONE && mv->kind != APO_MOVE_DROP)
        info.launch_square = apo_move_launch_square(pos, mv);
    return info;
}
