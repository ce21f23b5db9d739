/* Functions for the workshop's page (web/workshop) beyond session.h and library.h: a
 * definition's outline, the help for its keys, texts to start from, and moves in XBetza.
 * Functions return a status and answer like those of session.h; only the session's input and
 * output are used. */
#ifndef APO_WASM_WORKSHOP_H
#define APO_WASM_WORKSHOP_H

#include "wasm/session.h"

/* Answers all sections and keys with their help (apo_definition_reference_json). */
int apo_workshop_keys(apo_session *s);

/* Compiles the definition in the input within apo_bounds_standard; the session then has the
 * game. apo_library_faults answers its faults; a game beyond the bounds has one. */
int apo_workshop_check(apo_session *s, size_t length);

/* Answers the outline of the definition in the input (apo_bundle_outline), even if it has
 * faults. */
int apo_workshop_outline(apo_session *s, size_t length);

/* Answers the definition of the built-in game whose id is in the input. */
int apo_workshop_source(apo_session *s, size_t length);

/* Answers a small definition to start from (definition/draft/skeleton.h). */
int apo_workshop_template(apo_session *s, unsigned files, unsigned ranks);

/* The format that the input most likely has: an enum apo_foreign_form. */
int apo_workshop_guess(const apo_session *s, size_t length);

/* Converts the input, the first game of a text in one of these formats (apo_workshop_guess),
 * and answers a definition, with comments on what is lost. */
int apo_workshop_import(apo_session *s, size_t length);

/* Converts the definition in the input, which has no faults and stays as it is, and answers a
 * text in this format (enum apo_foreign_form, but for Sjaak's, which is only read). What is
 * lost is told by apo_library_faults, and in comments where the format has them. */
int apo_workshop_export(apo_session *s, unsigned form, size_t length);

/* Answers the squares of the XBetza in the input and how it reads in English, as
 * apo_diagram_json does. */
int apo_workshop_moves(apo_session *s, size_t length);

/* Reviews the definition in the input, which takes some hundredths of a second: `warnings`, and
 * `types` with the letter, the mobility (`empty` board and `filled`, in hundredths of a
 * square), the `range` (0 unknown, 1 all squares, 2 those of a colour, 3 fewer) and the
 * engine's `value` in hundredths of a pawn, 0 for royal pieces. */
int apo_workshop_review(apo_session *s, size_t length);

#endif
