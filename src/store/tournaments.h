/* Tournaments, their entries and pairings in the store. */
#ifndef APO_STORE_TOURNAMENTS_H
#define APO_STORE_TOURNAMENTS_H

#include "store/games.h"

enum {
    APO_STORE_TOURNAMENT_NAME_MAX = 128, /* with the terminator, as all of these; 60 letters */
    APO_STORE_TOURNAMENT_OPTIONS_MAX = 8192,
    APO_STORE_TEAM_NAME_MAX = 64 /* with the terminator */
};

enum apo_store_tournament_state {
    APO_STORE_TOURNAMENT_OPEN, /* registration is open */
    APO_STORE_TOURNAMENT_RUNNING,
    APO_STORE_TOURNAMENT_OVER,
    APO_STORE_TOURNAMENT_CANCELLED,
    APO_STORE_TOURNAMENT_STATES
};

typedef struct apo_store_tournament {
    char id[APO_STORE_ID_MAX];
    char organiser[APO_STORE_ID_MAX];
    char key[APO_STORE_KEY_MAX]; /* of the creating request */
    char variant[APO_STORE_VARIANT_MAX];
    char name[APO_STORE_TOURNAMENT_NAME_MAX];
    char options[APO_STORE_TOURNAMENT_OPTIONS_MAX]; /* the caller's */
    enum apo_store_tournament_state state;
    unsigned round;       /* the latest round that has begun; 0: none */
    unsigned entry_count; /* players, without those who have left */
    int64_t version;      /* incremented by each change */
    int64_t created_ms, changed_ms;
} apo_store_tournament;

typedef struct apo_store_entry {
    char tournament[APO_STORE_ID_MAX];
    char person[APO_STORE_ID_MAX];
    unsigned rank; /* from 1; 0 before the start */
    int rating;    /* at the start */
    bool has_left;
    int64_t joined_ms; /* unique in a tournament */
    unsigned team;     /* its number; 0: no team event */
    unsigned board;    /* in the team: the lowest plays first */
} apo_store_entry;

typedef struct apo_store_team {
    char tournament[APO_STORE_ID_MAX];
    unsigned number; /* from 1; may have gaps */
    char name[APO_STORE_TEAM_NAME_MAX];
    char captain[APO_STORE_ID_MAX];
    unsigned rank; /* from 1; 0 before the start */
} apo_store_team;

typedef struct apo_store_pairing {
    char tournament[APO_STORE_ID_MAX];
    unsigned round, board, part; /* from 1; part 2 is the game with colours swapped */
    char white[APO_STORE_ID_MAX], black[APO_STORE_ID_MAX]; /* persons; black "": a bye */
    char game[APO_STORE_ID_MAX];                           /* "": none, or not yet */
    unsigned how;                                          /* the caller's */
    unsigned white_quarters;
} apo_store_pairing;

/* --- writing ------------------------------------------------------------- */

void apo_store_add_tournament(apo_store_batch *batch, const apo_store_tournament *tournament);

/* Sets state, round, number of entries, options and time, and increments the version. If the
 * stored version is no longer the one in `tournament`, somebody else has changed it, and the
 * batch fails with APO_E_UNKNOWN. Every change of a tournament, its entries and pairings
 * includes this. */
void apo_store_set_tournament(apo_store_batch *batch, const apo_store_tournament *tournament);

void apo_store_add_entry(apo_store_batch *batch, const apo_store_entry *entry);
void apo_store_set_entry(apo_store_batch *batch, const apo_store_entry *entry); /* all values */
void apo_store_drop_entry(apo_store_batch *batch, const char *tournament, const char *person);

/* Adds a team, or sets its name, captain and rank. */
void apo_store_set_team(apo_store_batch *batch, const apo_store_team *team);
void apo_store_drop_team(apo_store_batch *batch, const char *tournament, unsigned number);

void apo_store_add_pairing(apo_store_batch *batch, const apo_store_pairing *pairing);
/* Sets game, how and quarters. */
void apo_store_set_pairing(apo_store_batch *batch, const apo_store_pairing *pairing);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_tournament(apo_store *store, apo_store_tournament *out, apo_span id);
apo_status apo_store_find_tournament_key(apo_store *store, apo_store_tournament *out,
                                         apo_span organiser, apo_span key);

/* The pairing of a game. */
apo_status apo_store_find_pairing(apo_store *store, apo_store_pairing *out, apo_span game);

typedef bool apo_store_tournament_row(void *context, const apo_store_tournament *tournament);
typedef bool apo_store_entry_row(void *context, const apo_store_entry *entry);
typedef bool apo_store_team_row(void *context, const apo_store_team *team);
typedef bool apo_store_pairing_row(void *context, const apo_store_pairing *pairing);

/* Tournaments in a state, newest first, older than `before`, the last one of the previous page
 * ("" and 0: all). */
apo_status apo_store_list_tournaments(apo_store *store, enum apo_store_tournament_state state,
                                      const apo_store_tournament *before, unsigned limit,
                                      apo_store_tournament_row *row, void *context);

/* Those that a person has joined, the newest first. */
apo_status apo_store_list_own_tournaments(apo_store *store, apo_span person, unsigned limit,
                                          apo_store_tournament_row *row, void *context);

/* The tournaments of a series, the oldest first. */
apo_status apo_store_list_series_tournaments(apo_store *store, apo_span series, unsigned limit,
                                             apo_store_tournament_row *row, void *context);

/* In the order of joining; teams by number; pairings by round, board and part. */
apo_status apo_store_list_entries(apo_store *store, apo_span tournament,
                                  apo_store_entry_row *row, void *context);
apo_status apo_store_list_teams(apo_store *store, apo_span tournament, apo_store_team_row *row,
                                void *context);
apo_status apo_store_list_pairings(apo_store *store, apo_span tournament,
                                   apo_store_pairing_row *row, void *context);

#endif
