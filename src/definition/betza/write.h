/* Piece moves -> XBetza text: the way back from definition/betza/betza.h. */
#ifndef APO_DEFINITION_BETZA_WRITE_H
#define APO_DEFINITION_BETZA_WRITE_H

#include "base/error.h"
#include "base/text.h"
#include "rules/tables/piece_moves.h"

enum {
    /* 48 moves of 8 legs with 20 letters each, and 8 castlings; the longest piece of the games
     * has 60 bytes. */
    APO_BETZA_TEXT_MAX = 8192
};

/* Which extensions of Betza's notation a text may use. */
typedef struct apo_betza_style {
    bool has_doubling; /* NN for an unlimited rider; else N0 */
    bool has_brackets; /* [F?R] where the form with 'a' cannot express it */
    bool is_verbatim;  /* moves that differ only in one turn are not joined */
} apo_betza_style;

/* Appends the moves to `out` in XBetza so that reading the text gives a piece with the same
 * paths: letters in the order that every reader accepts (i, directions, m c d e k t p g o y n j
 * z q), C and Z rather than L and J, atoms in the order of `moves`. A piece without moves gives
 * an empty text. `err` (may be NULL) explains what cannot be written. Errors:
 * APO_E_UNSUPPORTED: no text exists; APO_E_TOO_LARGE: `out` is full. */
apo_status apo_betza_write(apo_text *out, const apo_piece_moves *moves, apo_error *err);

/* The same with a style. */
apo_status apo_betza_write_style(apo_text *out, const apo_piece_moves *moves,
                                 apo_betza_style style, apo_error *err);

#endif
