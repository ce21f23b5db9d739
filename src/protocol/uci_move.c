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
    if (takes_rook(uci))
        apo_chess960_add_move(&text, pos, mv);
    else
        apo_coordinate_write(&text, pos, mv);
    apo_buffer_add_span(line, apo_text_span(&text));
}
