/* One tournament, read whole from the store: its plan, entries and pairings, and the resulting
 * table. One thread. */
#ifndef APO_SERVER_TOURNAMENT_BOOK_H
#define APO_SERVER_TOURNAMENT_BOOK_H

#include "server/tournament/plan.h"
#include "store/tournaments.h"

/* The kind of job for its steps (store/jobs.h). The subject is a game that has ended, without
 * data; a game, with "resign PERSON"; or a tournament, with "begin",
 * "round N" or "arena". */
#define APO_TOURNAMENT_JOB "tournament"

typedef struct apo_tournament_book {
    apo_store_tournament row;
    apo_tournament_plan plan;
    apo_store_entry entries[APO_TOURNAMENT_PLAYERS_MAX]; /* in the order of joining */
    unsigned entry_count;                                /* including those who have left */
    apo_store_team teams[APO_TEAMS_MAX];                 /* by number */
    unsigned team_count;
    apo_store_pairing *pairings; /* owned */
    size_t pairing_count, pairing_capacity;
    /* ids of the live games that a step has started, each followed by a blank */
    apo_buffer begun;
} apo_tournament_book;

/* Reads it, as it is after one step and before the next. The caller frees it with
 * apo_tournament_book_free. Errors: APO_E_UNKNOWN: there is none; APO_E_IO, APO_E_MEMORY,
 * APO_E_SYNTAX. */
apo_status apo_tournament_book_load(apo_tournament_book **out, apo_store *store, apo_span id);
void apo_tournament_book_free(apo_tournament_book *book); /* NULL is allowed */

/* The index of a person's entry; APO_TOURNAMENT_NOBODY: does not take part. */
unsigned apo_tournament_book_find(const apo_tournament_book *book, apo_span person);

/* True for those who have left, except in an arena that is over: there leaving is a pause, and
 * nobody pauses any more. */
bool apo_tournament_has_left(const apo_tournament_book *book, unsigned index);

/* Appends a pairing; NULL when out of memory. */
apo_store_pairing *apo_tournament_book_add(apo_tournament_book *book);

/* The input of game/tournament.h. Players are numbered like entries, games like pairings. */
typedef struct apo_tournament_sheet {
    apo_tournament tournament;
    apo_tournament_player players[APO_TOURNAMENT_PLAYERS_MAX];
    apo_tournament_game *games; /* owned */
} apo_tournament_sheet;

/* Gives (clear with apo_tournament_sheet_clear). Errors: APO_E_MEMORY. */
apo_status apo_tournament_sheet_make(apo_tournament_sheet *out,
                                     const apo_tournament_book *book);
void apo_tournament_sheet_clear(apo_tournament_sheet *sheet);

/* "open", "running", "finished", "cancelled"; static. */
const char *apo_tournament_state_word(enum apo_store_tournament_state state);

#endif
