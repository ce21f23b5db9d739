/* FEN: a position as one line of text (rules 6.3).
 *
 * The full form has nine fields: `board side unmoved ep imit reserve pocket halfmove fullmove`.
 * Games without a joker also have the usual form of chess programs: `board side [castling [ep]]
 * [halfmove [fullmove]]`, with KQkq or file letters for castling (and for pieces that can
 * launch), one or more e.p. squares, and holdings in brackets after the board, "[]" or
 * "[EHeh]". What this form cannot express gets defaults: pieces of other ranks on their start
 * squares are unmoved, and a reserve holds the pieces missing from the board. A position is
 * written in the usual form, with six fields, if reading these gives exactly the same position,
 * or else in nine. Both forms have one more field before the counts in games whose rules need
 * it ("3+3"). The word "startpos", alone or as "startpos of NAME", is the start of the game.
 * Reading is strict: one space between fields, none around; errors have the byte and the
 * reason. */
#ifndef APO_NOTATION_FEN_H
#define APO_NOTATION_FEN_H

#include "apothecary/notation.h"
#include "base/text.h"
#include "rules/kernel/position.h"

/* Reads a position, possible or not, in either form (distinguished by the number of fields).
 * `var` is borrowed during the call. Errors, with `out` untouched: APO_E_SYNTAX; APO_E_RANGE: a
 * number is too large; APO_E_UNSUPPORTED: the usual form in a game that needs nine fields. */
apo_status apo_fen_read_setup(apo_setup *out, const apo_variant *var, apo_span text,
                              apo_error *err);

/* Adds the usual form if reading it gives the identical setup, or else the nine fields. At most
 * APO_FEN_MAX - 1 bytes if pieces do not exceed APO_FEN_PIECES_MAX. */
void apo_fen_write_setup(apo_text *out, const apo_variant *var, const apo_setup *setup);

/* The same, always in nine fields. */
void apo_fen_write_setup_full(apo_text *out, const apo_variant *var, const apo_setup *setup);

/* Appends the messages of all faults in the set, separated by "; ". */
void apo_setup_faults_write(apo_text *out, apo_setup_faults faults);

#endif
