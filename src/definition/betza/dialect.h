/* The dialects of Betza's notation in other programs. They share letters but differ in meaning;
 * what a dialect cannot express, or would misread, is an error at the letter.
 *
 * XBoard (4.9): L and J are exchanged; the letters of a leg have a fixed order (i, directions,
 * m c d e t p g o y n j), others are ignored there and rejected here; no NN, X, Y, '*', I, U,
 * k, z, q, brackets and groups; at most one capture on the way; a later leg without direction
 * goes f, l and r on four-fold atoms. Fairy-Stockfish: no legs, brackets and groups; no j, o,
 * d, k, y, z, q, '*', X, Y, I, U, O; n on N, A, Z and D; riders on W, F and N; hops on W and F;
 * directions on K and Q apply to the W and F parts separately; i means "in the double-step
 * region", and e is ignored. */
#ifndef APO_DEFINITION_BETZA_DIALECT_H
#define APO_DEFINITION_BETZA_DIALECT_H

#include "definition/betza/write.h"

enum apo_dialect {
    APO_DIALECT_ID, /* the Interactive Diagram's, which is also ours */
    APO_DIALECT_XBOARD,
    APO_DIALECT_FAIRY,
    APO_DIALECTS
};

/* "id", "xboard" or "fairy"; false for another word. */
bool apo_dialect_find(apo_span name, enum apo_dialect *out);

/* The name of a dialect for people: "XBoard". */
const char *apo_dialect_name(enum apo_dialect dialect);

/* Reads a text in a dialect. Letters that differ harmlessly in meaning (i and e in
 * Fairy-Stockfish) are added to `notes` (may be NULL) as warnings, with the column. Errors: as
 * apo_betza_parse, with the position in `text`; APO_E_UNSUPPORTED also where the other program
 * has a bug or ignores a letter. */
apo_status apo_dialect_read(apo_piece_moves *out, apo_span text, enum apo_dialect dialect,
                            apo_fault_list *notes, apo_error *err);

/* Writes moves in a dialect, like apo_betza_write. Harmless losses are noted. Errors:
 * APO_E_UNSUPPORTED: the dialect cannot express them; APO_E_TOO_LARGE. */
apo_status apo_dialect_write(apo_text *out, const apo_piece_moves *moves,
                             enum apo_dialect dialect, apo_fault_list *notes, apo_error *err);

#endif
