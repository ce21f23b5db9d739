/* Parses the text of a SAN move, without a position. Internal to this folder. */
#ifndef APO_NOTATION_SAN_READ_PRIV_H
#define APO_NOTATION_SAN_READ_PRIV_H

#include "notation/sketch_priv.h"

/* Reads the whole span. Errors: APO_E_SYNTAX; APO_E_ILLEGAL: several captures by a piece that
 * is not a checker. */
apo_status apo_san_read_sketch(apo_sketch *out, const apo_variant *var, apo_span text,
                               apo_error *err);

/* True if the text ends with a piece such as D!, whose ! is no glyph. */
bool apo_san_ends_with_accent(const apo_variant *var, apo_span text);

#endif
