/* Writing PGN: the seven tags, Variant, Setup or FEN, the other tags, then the moves in SAN, in
 * lines of at most APO_PGN_LINE_MAX columns unless a single word is longer. */
#ifndef APO_NOTATION_PGN_WRITER_H
#define APO_NOTATION_PGN_WRITER_H

#include "base/buffer.h"
#include "notation/pgn.h"

enum {
    APO_PGN_LINE_MAX = 80
};

/* Appends the game and an empty line. Missing tags of the seven get "?"; Result is that of
 * `white_quarters`; without Setup and FEN, FEN is written. Comments get single spaces, and
 * parentheses for closing braces. The start must be set. Errors, with partial output in the
 * buffer: APO_E_MEMORY; APO_E_TOO_LARGE: more than APO_PGN_DEPTH_MAX nested variations. */
apo_status apo_pgn_write(apo_buffer *out, const apo_pgn_game *game);

#endif
