/* A game setup: the body of POST /api/games, read and checked. */
#ifndef APO_SERVER_SEEK_GAME_SETUP_H
#define APO_SERVER_SEEK_GAME_SETUP_H

#include "server/round/round.h"
#include "server/web/ask.h"
#include "server/web/variant_map.h"

enum apo_opponent {
    APO_OPPONENT_COMPUTER,
    APO_OPPONENT_OPEN, /* anybody */
    APO_OPPONENT_LINK, /* anybody with the secret link */
    APO_OPPONENT_NAMED /* somebody invited by name */
};

/* Whether the game is to be rated. */
enum apo_rated {
    APO_RATED_DEFAULT, /* not specified */
    APO_RATED_NO,
    APO_RATED_YES
};

typedef struct apo_game_setup {
    const apo_variant_entry *entry;
    apo_round_start start; /* with its FEN; clocks by side */
    apo_side color;        /* the requester's colour */
    bool is_random;        /* the colour was drawn at random */
    enum apo_opponent opponent;
    unsigned level;
    enum apo_rated rated;
} apo_game_setup;

/* Names of the members of the body: of the game alone, and with the opponent. */
#define APO_GAME_SETUP_NAMES \
    "key variant start color clock opponent_clock weekend vacation rated"
#define APO_GAME_SETUP_AND_OPPONENT_NAMES APO_GAME_SETUP_NAMES " opponent"

/* Reads it. On failure `err` says what is wrong, for people. Errors: APO_E_SYNTAX,
 * APO_E_UNKNOWN, APO_E_RANGE, APO_E_POSITION. */
apo_status apo_game_setup_read(apo_game_setup *out, const apo_json_value *body,
                               apo_variant_map *variants, apo_store *store, apo_error *err);

/* The same without an opponent, who is invited by name. */
apo_status apo_game_setup_read_game(apo_game_setup *out, const apo_json_value *body,
                                    apo_variant_map *variants, apo_store *store,
                                    apo_error *err);

/* Settles whether the game is rated. By default it is rated if it is open in the lobby or
 * offered to somebody by name, and may be rated: created by an account, against a person, from
 * a numbered start without odds, with equal clocks. Errors, with a sentence: APO_E_UNSUPPORTED:
 * a rated game was requested but is not possible. */
apo_status apo_game_setup_decide_rated(apo_game_setup *setup, bool is_account, apo_error *err);

/* A start of a variant: number 0 is a random one; `name` and `handicap` may be empty. Fills
 * number, name, handicap and fen. Errors as above. */
apo_status apo_game_setup_choose_start(apo_round_start *out, const apo_variant *var,
                                       uint32_t number, apo_span name, apo_span handicap,
                                       apo_error *err);

/* A start from a position; fills number (0) and fen. Errors: APO_E_SYNTAX and others of the
 * FEN; APO_E_POSITION: the game would be over. */
apo_status apo_game_setup_from_fen(apo_round_start *out, const apo_variant *var, apo_span fen,
                                   apo_error *err);

/* A clock: {"kind":"live","base_ms","increment_ms"} and so on; NULL is none. False:
 * malformed. */
bool apo_game_setup_clock(apo_time_control *out, const apo_json_value *clock);

#endif
