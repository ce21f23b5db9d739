/* Writing PGN: the seven tags, Variant, Setup or FEN, the other tags, then the moves in SAN, in
 * lines of at most APO_PGN_LINE_MAX columns unless a single word is longer. */
#ifndef APO_NOTATION_PGN_WRITER_H
#define APO_NOTATION_PGN_WRITER_H

#include "base/buffer.h"
#include "notation/pgn.h"

enum {
    APO_PGN_LINE_MAX = 80
};

/* apo_pgn_write is in apothecary/pgn.h. Result is that of `white_quarters`; without Setup and
 * FEN, FEN is written. */

/* Appends the moves alone, with the result and an empty line. Errors: as apo_pgn_write. */
apo_status apo_pgn_write_moves(apo_buffer *out, const apo_pgn_game *game);

#endif
