/* Writing PGN: the seven tags, Variant, Setup or FEN, the other tags, then the moves in SAN, in
 * lines of at most APO_PGN_LINE_MAX columns where no single word is longer. */
#ifndef APO_NOTATION_PGN_WRITER_H
#define APO_NOTATION_PGN_WRITER_H

#include "base/buffer.h"
#include "notation/pgn.h"

enum {
    APO_PGN_LINE_MAX = 80
};

/* Appends the game and an empty line. Tags that are missing of the seven are written with "?";
 * Result is what `white_quarters` says; where neither Setup nor FEN is set, FEN is written.
 * Runs of blanks in comments become one, a closing brace becomes a parenthesis. The start must
 * be set. Errors, with a part in the buffer: APO_E_MEMORY; APO_E_TOO_LARGE: more than
 * APO_PGN_DEPTH_MAX variations within variations. */
apo_status apo_pgn_write(apo_buffer *out, const apo_pgn_game *game);

#endif
