/* The meaning of EPD operations; see also apothecary/notation.h. */
#ifndef APO_NOTATION_EPD_H
#define APO_NOTATION_EPD_H

#include "apothecary/notation.h"
#include "base/buffer.h"
#include "rules/kernel/position.h"

/* The operands of an operation, without quotation marks; NULL text if there is no operation of
 * that name. */
apo_span apo_epd_operand(const apo_epd *epd, const char *name);

/* Removes the next move, in any notation, from the operands of bm or am. False at the end, or
 * with `err->status` not APO_OK if the word is not a legal move in the position. */
bool apo_epd_next_move(apo_move *out, const apo_position *pos, apo_span *operands,
                       apo_error *err);

#endif
