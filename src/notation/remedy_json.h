/* Remedies as JSON, for programs. */
#ifndef APO_NOTATION_REMEDY_JSON_H
#define APO_NOTATION_REMEDY_JSON_H

#include "apothecary/notation.h"
#include "base/buffer.h"

/* Adds to an open object what an apo_remedy says: cause, rule, section, at, because (the
 * sentence of apo_remedy_explain), changes (each with kind, square, to, piece, number where it
 * has them, and its sentence as `if`), and if a change was found the FEN and the move after it.
 * `after` comes from the same call as the remedy. */
void apo_remedy_add_json(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                         const apo_remedy *remedy, const apo_position *after);

/* Adds it as an object of its own, with `reason`: as apo_move_remedy_write, with a name. */
void apo_remedy_add_object(apo_buffer *out, const char *name, const apo_position *pos,
                           const apo_move *mv);

#endif
