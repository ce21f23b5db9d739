/* Reading whole logs of Game Courier into the form of PGN: headers become tags, comments stay
 * with their moves, resignations and agreed draws become results. One text may hold several
 * games. The grammar is in docs/game-courier.md.
 *
 *     apo_courier_log_start(&log, text);
 *     while (apo_courier_log_has_game(&log)) {
 *         apo_pgn_game_init(&game, NULL);
 *         status = apo_courier_log_read_tags(&log, &game);
 *         ... open the variant that apo_pgn_variant_id names, and set the start ...
 *         status = apo_courier_log_read_moves(&log, &game, &err);
 *         apo_pgn_game_clear(&game);
 *     }
 */
#ifndef APO_NOTATION_COURIER_LOG_H
#define APO_NOTATION_COURIER_LOG_H

#include "notation/courier_items.h"
#include "notation/pgn.h"

typedef struct apo_courier_log {
    apo_span text;   /* borrowed */
    size_t position; /* where the next game begins, in bytes */
    size_t begin;    /* where the current one begins */
} apo_courier_log;

void apo_courier_log_start(apo_courier_log *log, apo_span text);

/* True if more than white space is left. */
bool apo_courier_log_has_game(const apo_courier_log *log);

/* Finds the end of the next game, and reads its headers into `game`, which must be initialised
 * and empty: Variant, Setup, FEN, Date, White, Black, Termination, and the result. Errors:
 * APO_E_TOO_LARGE; APO_E_MEMORY. */
apo_status apo_courier_log_read_tags(apo_courier_log *log, apo_pgn_game *game);

/* Reads the moves and comments of that game; `game` must have its start. Sets the result that a
 * resignation, an agreed draw, a flag or a result says, if no header did, and the Termination
 * tag. Positions in `err` count in the whole text. Errors, with the moves up to there in
 * `game`: APO_E_SYNTAX; APO_E_ILLEGAL; APO_E_AMBIGUOUS; APO_E_TOO_LARGE; APO_E_MEMORY. */
apo_status apo_courier_log_read_moves(apo_courier_log *log, apo_pgn_game *game, apo_error *err);

#endif
