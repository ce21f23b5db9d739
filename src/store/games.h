/* Games, their events and their definitions in the store. */
#ifndef APO_STORE_GAMES_H
#define APO_STORE_GAMES_H

#include "store/store.h"

enum {
    APO_STORE_VARIANT_MAX = 32, /* with the terminator, as all of these */
    APO_STORE_SUMMARY_MAX = 1152,
    APO_STORE_SEATS = 2
};

enum apo_store_state {
    APO_STORE_WAITING,
    APO_STORE_PLAYING,
    APO_STORE_FINISHED,
    APO_STORE_CANCELLED
};

typedef struct apo_store_game {
    char id[APO_STORE_ID_MAX];
    char variant[APO_STORE_VARIANT_MAX];
    char definition[APO_STORE_DIGEST_MAX];
    char creator[APO_STORE_ID_MAX];
    char key[APO_STORE_KEY_MAX];                   /* of the creating request */
    char seats[APO_STORE_SEATS][APO_STORE_ID_MAX]; /* persons; "" */
    enum apo_store_state state;
    bool is_open;                      /* public: shown in the lobby, and while being played */
    char turn[APO_STORE_ID_MAX];       /* the person whose move it is; "": none */
    bool has_job;                      /* a computer is to move */
    char secret[APO_STORE_DIGEST_MAX]; /* digest of the link's secret, or "" */
    int64_t due_ms;                    /* time of the next timed event; 0: never */
    int64_t created_ms, changed_ms;
    char summary[APO_STORE_SUMMARY_MAX]; /* for lists; the caller's */
} apo_store_game;

typedef struct apo_store_event {
    uint64_t seq; /* from 1 */
    int64_t at_ms;
    unsigned by;
    apo_span kind, key, data; /* borrowed */
} apo_store_event;

/* --- writing ------------------------------------------------------------- */

/* An existing definition is left alone: they never change. */
void apo_store_add_definition(apo_store_batch *batch, const char *digest, const char *variant,
                              apo_span text);
void apo_store_add_game(apo_store_batch *batch, const apo_store_game *game);
void apo_store_add_event(apo_store_batch *batch, const char *game,
                         const apo_store_event *event);

/* The seats, state, turn, is_open, has_job, due_ms, changed_ms and summary of a game. */
void apo_store_set_game(apo_store_batch *batch, const apo_store_game *game);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_game(apo_store *store, apo_store_game *out, apo_span id);
apo_status apo_store_find_secret(apo_store *store, apo_store_game *out, apo_span digest);
apo_status apo_store_find_key(apo_store *store, apo_store_game *out, apo_span creator,
                              apo_span key);

/* Adds the text to `out`. */
apo_status apo_store_find_definition(apo_store *store, apo_buffer *out, apo_span digest);

/* Lists call `row` for each row; if it returns false, the list ends. */
typedef bool apo_store_event_row(void *context, const apo_store_event *event);
typedef bool apo_store_game_row(void *context, const apo_store_game *game);

/* Events after number `after`, in order. */
apo_status apo_store_list_events(apo_store *store, apo_span game, uint64_t after,
                                 apo_store_event_row *row, void *context);

enum apo_store_list {
    APO_STORE_LIST_OPEN,    /* waiting in the lobby, the newest first */
    APO_STORE_LIST_PLAYING, /* public ones, the last changed first */
    APO_STORE_LIST_JOBS,    /* a computer is to move, the longest waiting first */
    APO_STORE_LISTS
};

apo_status apo_store_list_games(apo_store *store, enum apo_store_list list, unsigned limit,
                                apo_store_game_row *row, void *context);

/* Games of a person: unfinished first, then the most recently changed first. */
apo_status apo_store_list_own(apo_store *store, apo_span person, unsigned limit,
                              apo_store_game_row *row, void *context);

/* Finished games of a person before a given time, the latest first. */
apo_status apo_store_list_finished(apo_store *store, apo_span person, int64_t before_ms,
                                   unsigned limit, apo_store_game_row *row, void *context);

/* Unfinished games of a person: those in which it is their turn, the most urgent first; or the
 * others, the last changed first. `after` is the id of the last one of the previous page, ""
 * for the first page. */
apo_status apo_store_list_turn(apo_store *store, apo_span person, apo_span after,
                               unsigned limit, apo_store_game_row *row, void *context);
apo_status apo_store_list_others(apo_store *store, apo_span person, apo_span after,
                                 unsigned limit, apo_store_game_row *row, void *context);

/* The number of games in which it is the person's turn, and of their other unfinished games. */
apo_status apo_store_count_turn(apo_store *store, apo_span person, int64_t *out_turn,
                                int64_t *out_others);

/* Games that are due. */
apo_status apo_store_list_due(apo_store *store, int64_t now_ms, unsigned limit,
                              apo_store_game_row *row, void *context);

#endif
