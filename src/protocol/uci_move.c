#include "notation/coordinate.h"
#include "protocol/chess960.h"
#include "protocol/uci_priv.h"
#include "rules/rules/program_view.h"

static bool takes_rook(const apo_uci *uci)
{
    return uci->options.of[APO_OPTION_CHESS960] != 0 || apo_is_chess960(uci->var);
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
