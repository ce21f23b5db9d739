/* One tournament as it stands in the store, read whole: its plan, who takes part, all pairings, and the
 * table that follows. One thread. */
#ifndef APO_SERVER_CONTEST_BOOK_H
#define APO_SERVER_CONTEST_BOOK_H

#include "server/contest/plan.h"
#include "store/contests.h"

typedef struct apo_contest_book {
    apo_store_contest row;
    apo_contest_plan plan;
    apo_store_entry entries[APO_CONTEST_PLAYERS_MAX]; /* in the order of joining */
    unsigned entry_count;                             /* with those who have left */
    apo_store_pairing *pairings;                      /* owned */
    size_t pairing_count, pairing_capacity;
    apo_buffer
        begun; /* ids of the live games that a step has begun, each with a blank behind */
} apo_contest_book;

/* Reads it. Gives (free with apo_contest_book_free). Errors: APO_E_UNKNOWN: there is none; APO_E_IO,
 * APO_E_MEMORY, APO_E_SYNTAX. */
apo_status apo_contest_book_load(apo_contest_book **out, apo_store *store, apo_span id);
void apo_contest_book_free(apo_contest_book *book); /* NULL is allowed */

/* The number of a person among the entries; APO_CONTEST_NOBODY: does not take part. */
unsigned apo_contest_book_find(const apo_contest_book *book, apo_span person);

/* One more pairing, at the end; NULL when out of memory. */
apo_store_pairing *apo_contest_book_add(apo_contest_book *book);

/* What game/contest.h reckons with. Players are numbered as entries, games as pairings. */
typedef struct apo_contest_sheet {
    apo_contest contest;
    apo_contest_player players[APO_CONTEST_PLAYERS_MAX];
    apo_contest_game *games; /* owned */
} apo_contest_sheet;

/* Gives (clear with apo_contest_sheet_clear). Errors: APO_E_MEMORY. */
apo_status apo_contest_sheet_make(apo_contest_sheet *out, const apo_contest_book *book);
void apo_contest_sheet_clear(apo_contest_sheet *sheet);

/* "open", "running", "finished", "cancelled"; static. */
const char *apo_contest_state_word(enum apo_store_contest_state state);

#endif
