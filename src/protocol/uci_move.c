#include <string.h>

#include "notation/coordinate.h"
#include "protocol/chess960.h"
#include "protocol/uci_priv.h"
#include "rules/rules/program_view.h"

static bool takes_rook(const apo_uci *uci)
{
    return uci->options.of[APO_OPTION_CHESS960] != 0 ||
           strcmp(apo_variant_info_of(uci->var)->id, APO_CHESS960) == 0;
}

void apo_uci_add_move(apo_buffer *line, const apo_uci *uci, const apo_position *pos,
                      const apo_move *mv)
{
    char buf[APO_COORDINATE_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_square rook, beside;
    if (takes_rook(uci) && mv->launched == APO_TYPE_NONE &&
        apo_move_partner(pos, mv, &rook, &beside)) {
        const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
        apo_text_add_square(&text, geo, mv->from);
        apo_text_add_square(&text, geo, rook);
    } else {
        apo_coordinate_write(&text, pos, mv);
    }
    apo_buffer_add_span(line, apo_text_span(&text));
}

/* Finds the castling of these two squares of king and rook. */
static bool find_castling(apo_move *out, const apo_position *pos, apo_span text)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    apo_square from = apo_geometry_read_square(geo, &text), rook, beside;
    apo_square to = apo_geometry_read_square(geo, &text);
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    if (from == APO_SQUARE_NONE || to == APO_SQUARE_NONE || text.length > 0)
        return false;
    (void)apo_moves_legal(list, pos);
    for (size_t i = 0; i < list->count; i++) {
        const apo_move *mv = &list->moves[i];
        if (mv->from == from && mv->launched == APO_TYPE_NONE &&
            apo_move_partner(pos, mv, &rook, &beside) && rook == to) {
            *out = *mv;
            return true;
        }
    }
    return false;
}

apo_status apo_uci_read_move(apo_move *out, const apo_position *pos, apo_span text)
{
    apo_status status = apo_coordinate_read(out, pos, text, NULL);
    return status != APO_OK && find_castling(out, pos, text) ? APO_OK : status;
}
