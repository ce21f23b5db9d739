/* A game in a few words, for lists: kept beside each game in the store, so that a list of games
 * need not go through their events. */
#ifndef APO_SERVER_WEB_GAME_SUMMARY_H
#define APO_SERVER_WEB_GAME_SUMMARY_H

#include "server/round/view.h"
#include "server/web/catalog.h"

enum {
    /* Of a position in a list. Those of our largest game, Alert, have up to 300; a longer one
     * is left out. */
    APO_GAME_SUMMARY_FEN_MAX = 480,
    APO_GAME_SUMMARY_MOVE_MAX =
        24 /* of its last move; of a long series of jumps nothing is kept */
};

typedef struct apo_game_summary {
    char id[APO_GAME_ID_MAX];
    apo_round_start start;     /* without its FEN */
    apo_seat seats[APO_SIDES]; /* without names */
    enum apo_round_state state;
    unsigned ply_count;
    int64_t due_ms;     /* when something happens if nobody does anything; 0: never */
    unsigned turn;      /* APO_NOBODY unless it is played */
    int white_quarters; /* APO_QUARTERS_UNKNOWN unless it is over */
    /* The position that stands, and the move that led to it; "" once the game is over, so that
     * a large archive does not keep them twice. */
    char fen[APO_GAME_SUMMARY_FEN_MAX];
    char last_move[APO_GAME_SUMMARY_MOVE_MAX];
} apo_game_summary;

void apo_game_summary_of_round(apo_game_summary *out, const apo_round *round);

/* What the store keeps of a game beside its events. `row` keeps its id, kind, definition,
 * creator, key, secret, is_open, created_ms. */
void apo_game_summary_to_row(apo_store_game *row, const apo_round *round);

/* Reads it again. Errors: APO_E_SYNTAX, APO_E_MEMORY. */
apo_status apo_game_summary_read(apo_game_summary *out, const apo_store_game *row);

/* An object of a list (`name` NULL: an element), as the person sees it. Names of players are
 * looked up. */
void apo_game_summary_view(apo_buffer *out, const char *name, const apo_game_summary *summary,
                           const apo_catalog *catalog, apo_store *store, apo_span person);

#endif
