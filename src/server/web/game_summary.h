/* A game's summary for lists: stored with each game, so that lists need not replay events. */
#ifndef APO_SERVER_WEB_GAME_SUMMARY_H
#define APO_SERVER_WEB_GAME_SUMMARY_H

#include "server/round/view.h"
#include "server/web/variant_map.h"

enum {
    /* Bytes of a FEN in a list. In our largest game, Alert, they have up to 300; longer ones
     * are left out. */
    APO_GAME_SUMMARY_FEN_MAX = 480,
    APO_GAME_SUMMARY_MOVE_MAX =
        24 /* bytes of the last move; a longer series of jumps is left out */
};

typedef struct apo_game_summary {
    char id[APO_GAME_ID_MAX];
    apo_round_start start;     /* without its FEN */
    apo_seat seats[APO_SIDES]; /* without names */
    enum apo_round_state state;
    unsigned ply_count;
    int64_t due_ms;     /* time of the next timed event; 0: never */
    unsigned turn;      /* APO_NOBODY unless it is played */
    int white_quarters; /* APO_QUARTERS_UNKNOWN unless it is over */
    /* The present position and the last move; "" once the game is over, so that a large archive
     * does not keep them twice. */
    char fen[APO_GAME_SUMMARY_FEN_MAX];
    char last_move[APO_GAME_SUMMARY_MOVE_MAX];
} apo_game_summary;

void apo_game_summary_of_round(apo_game_summary *out, const apo_round *round);

/* Sets the columns of a game that follow from its events. `row` keeps its id, kind, definition,
 * creator, key, secret, is_open, created_ms. */
void apo_game_summary_to_row(apo_store_game *row, const apo_round *round);

/* Reads it again. Errors: APO_E_SYNTAX, APO_E_MEMORY. */
apo_status apo_game_summary_read(apo_game_summary *out, const apo_store_game *row);

/* Adds the game as an object (`name` NULL: as a list element), as the person sees it. Looks up
 * the players' names. */
void apo_game_summary_view(apo_buffer *out, const char *name, const apo_game_summary *summary,
                           const apo_variant_map *variants, apo_store *store, apo_span person);

#endif
