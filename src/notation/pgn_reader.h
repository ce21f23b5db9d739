/* Reading PGN: several games in one text, tags first, then moves.
 *
 * Use one reader for the whole text; it bounds the cost of unclosed comments.
 *
 *     apo_pgn_reader_start(&reader, text);
 *     while (apo_pgn_reader_has_game(&reader)) {
 *         apo_pgn_game_init(&game, NULL);
 *         status = apo_pgn_read_tags(&reader, &game, &err);
 *         ... open the variant that apo_pgn_variant_id names ...
 *         status = apo_pgn_start_position(&start, &game, var, &err);
 *         status = apo_pgn_set_start(&game, &start);
 *         status = apo_pgn_read_moves(&reader, &game, &err);
 *         ... on any failure: apo_pgn_skip_game(&reader) and go on with the next one
 *         apo_pgn_game_clear(&game);
 *     }
 */
#ifndef APO_NOTATION_PGN_READER_H
#define APO_NOTATION_PGN_READER_H

#include "notation/pgn.h"

typedef struct apo_pgn_reader {
    apo_pgn_cursor cursor;
    bool is_in_tags; /* within a tag section, or after an error in one */
} apo_pgn_reader;

void apo_pgn_reader_start(apo_pgn_reader *reader, apo_span text);

/* True if another game begins here; skips white space, lines with '%' and, if the game has
 * tags, comments before it. */
bool apo_pgn_reader_has_game(apo_pgn_reader *reader);

/* Reads the tag section into `game`, which must be initialised and empty. Positions in `err`
 * count from the beginning of the whole text (see apo_span_locate). Errors: APO_E_SYNTAX;
 * APO_E_TOO_LARGE; APO_E_MEMORY. `game` then holds the tags read so far. */
apo_status apo_pgn_read_tags(apo_pgn_reader *reader, apo_pgn_game *game, apo_error *err);

/* Reads moves, variations, comments and result into `game`, whose start must be set. Moves may
 * be in SAN or coordinates. Errors: APO_E_SYNTAX; APO_E_ILLEGAL and APO_E_AMBIGUOUS: `err` has
 * the move number and the reason; APO_E_TOO_LARGE; APO_E_MEMORY. `game` then holds the moves
 * read so far. */
apo_status apo_pgn_read_moves(apo_pgn_reader *reader, apo_pgn_game *game, apo_error *err);

/* Skips to the next tag section or the end, after a failure or instead of reading the moves. */
void apo_pgn_skip_game(apo_pgn_reader *reader);

#endif
