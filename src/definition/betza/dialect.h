/* Betza's notation as other programs read it. They share the letters and differ in what these
 * mean; where a dialect cannot say something, or would be misread, that is an error with the
 * letter rather than something else.
 *
 * XBoard (4.9): L and J are exchanged; the letters of a leg stand in a fixed order (i,
 * directions, m c d e t p g o y n j), others are dropped by it and refused here; no NN, X, Y,
 * '*', I, U, k, z, q, brackets and groups; one capture on the way at most; a later leg without
 * direction turns to f, l and r on four-fold atoms. Fairy-Stockfish: no legs, brackets and
 * groups; no j, o, d, k, y, z, q, '*', X, Y, I, U, O; n on N, A, Z and D; riders on W, F and N;
 * hops on W and F; directions on K and Q are taken for its W and F parts each; i means "in the
 * double-step region", and e nothing. */
#ifndef APO_DEFINITION_BETZA_DIALECT_H
#define APO_DEFINITION_BETZA_DIALECT_H

#include "definition/betza/write.h"

enum apo_dialect {
    APO_DIALECT_ID, /* the Interactive Diagram's, which is ours */
    APO_DIALECT_XBOARD,
    APO_DIALECT_FAIRY,
    APO_DIALECTS
};

/* "id", "xboard" or "fairy"; false for another word. */
bool apo_dialect_find(apo_span name, enum apo_dialect *out);

/* The name of a dialect for people: "XBoard". */
const char *apo_dialect_name(enum apo_dialect dialect);

/* Reads a text of a dialect. Letters that mean something else there but do no harm (i and e in
 * Fairy-Stockfish) are noted as warnings in `notes` (may be NULL), with the column.
 * Errors: as apo_betza_parse, with the position in `text`; APO_E_UNSUPPORTED also where the
 * dialect's own program goes wrong or ignores a letter. */
apo_status apo_dialect_read(apo_piece_moves *out, apo_span text, enum apo_dialect dialect,
                            apo_fault_list *notes, apo_error *err);

/* Writes moves in a dialect; as apo_betza_write. What is lost without harm is noted.
 * Errors: APO_E_UNSUPPORTED: the dialect cannot say it; APO_E_TOO_LARGE. */
apo_status apo_dialect_write(apo_text *out, const apo_piece_moves *moves,
                             enum apo_dialect dialect, apo_fault_list *notes, apo_error *err);

#endif
