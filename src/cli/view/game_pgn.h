/* A played game as PGN. */
#ifndef APO_CLI_VIEW_GAME_PGN_H
#define APO_CLI_VIEW_GAME_PGN_H

#include "base/buffer.h"
#include "game/game.h"
#include "notation/pgn.h"

/* What a record says besides the moves; all borrowed. */
typedef struct apo_game_labels {
    const char *variant;             /* id or path, as one would type it */
    const char *start_name;          /* of a named start, "" for the default */
    uint32_t number;                 /* of the start, 0: write the FEN */
    const char *event, *site, *date; /* NULL: unknown */
    const char *white, *black;
} apo_game_labels;

/* Sets start name and number as the tags of `pgn` say, 0 for an FEN. The name is borrowed from
 * `var`. */
void apo_game_labels_read(apo_game_labels *labels, const apo_pgn_game *pgn,
                          const apo_variant *var);

/* Fills `out`, which is initialised and empty, with the game so far.
 * Errors: APO_E_MEMORY; APO_E_TOO_LARGE. */
apo_status apo_game_to_pgn(apo_pgn_game *out, const apo_game *game,
                           const apo_game_labels *labels);

/* Appends the game as PGN text. Errors likewise. */
apo_status apo_game_write_pgn(apo_buffer *out, const apo_game *game,
                              const apo_game_labels *labels);

/* Plays the main line of `pgn` in a new game at its start, and ends it as the record says.
 * Gives `*out`. A move after the end is left out: `*out_extra` says how many. Errors:
 * APO_E_MEMORY. */
apo_status apo_game_from_pgn(apo_game **out, const apo_pgn_game *pgn, size_t *out_extra);

#endif
