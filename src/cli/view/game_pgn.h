/* A played game as PGN. */
#ifndef APO_CLI_VIEW_GAME_PGN_H
#define APO_CLI_VIEW_GAME_PGN_H

#include "base/buffer.h"
#include "game/game.h"
#include "notation/pgn.h"

/* The contents of a record besides the moves; all borrowed. */
typedef struct apo_game_labels {
    const char *variant;             /* id or path, as typed */
    const char *start_name;          /* of a named start, "" for the default */
    uint32_t number;                 /* of the start, 0: write the FEN */
    const char *event, *site, *date; /* NULL: unknown */
    const char *white, *black;
} apo_game_labels;

/* Sets start name and number from the tags of `pgn`; number 0 for a FEN. The name is borrowed
 * from `var`. */
void apo_game_labels_read(apo_game_labels *labels, const apo_pgn_game *pgn,
                          const apo_variant *var);

/* Fills `out`, which must be initialised and empty, with the game so far. Errors: APO_E_MEMORY;
 * APO_E_TOO_LARGE. */
apo_status apo_game_to_pgn(apo_pgn_game *out, const apo_game *game,
                           const apo_game_labels *labels);

/* Appends the game as PGN text. Errors: the same. */
apo_status apo_game_write_pgn(apo_buffer *out, const apo_game *game,
                              const apo_game_labels *labels);

/* Plays the main line of `pgn` in a new game from its start, and ends it as recorded. Gives
 * `*out`. Moves after the end are dropped and counted in `*out_extra`. Errors: APO_E_MEMORY. */
apo_status apo_game_from_pgn(apo_game **out, const apo_pgn_game *pgn, size_t *out_extra);

#endif
