#include "server/tournament/book.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST_CAPACITY = 64,
    TRIES_MAX = 20 /* a change stored later still fails its batch by the version */
};

const char *apo_tournament_state_word(enum apo_store_tournament_state state)
{
    static const char *const words[APO_STORE_TOURNAMENT_STATES] = {"open", "running",
                                                                   "finished", "cancelled"};
    return words[state];
}

apo_store_pairing *apo_tournament_book_add(apo_tournament_book *book)
{
    if (book->pairing_count == book->pairing_capacity) {
        apo_store_pairing *pairings = apo_grow(NULL, book->pairings, &book->pairing_capacity,
                                               FIRST_CAPACITY, sizeof *pairings);
        if (pairings == NULL)
            return NULL;
        book->pairings = pairings;
    }
    return &book->pairings[book->pairing_count++];
}

static bool take_entry(void *context, const apo_store_entry *entry)
{
    apo_tournament_book *book = context;
    if (book->entry_count == APO_TOURNAMENT_PLAYERS_MAX)
        return false;
    book->entries[book->entry_count++] = *entry;
    return true;
}

static bool take_team(void *context, const apo_store_team *team)
{
    apo_tournament_book *book = context;
    if (book->team_count == APO_TEAMS_MAX)
        return false;
    book->teams[book->team_count++] = *team;
    return true;
}

static bool take_pairing(void *context, const apo_store_pairing *pairing)
{
    apo_store_pairing *mine = apo_tournament_book_add(context);
    if (mine != NULL)
        *mine = *pairing;
    return mine != NULL;
}

static apo_status read_all(apo_tournament_book *book, apo_store *store, apo_span id)
{
    book->entry_count = 0;
    book->team_count = 0;
    book->pairing_count = 0;
    apo_status status = apo_store_find_tournament(store, &book->row, id);
    if (status == APO_OK)
        status = apo_tournament_plan_read(&book->plan, apo_span_of(book->row.options));
    if (status == APO_OK)
        status = apo_store_list_entries(store, id, take_entry, book);
    if (status == APO_OK && book->plan.system == APO_TOURNAMENT_TEAMS)
        status = apo_store_list_teams(store, id, take_team, book);
    if (status == APO_OK)
        status = apo_store_list_pairings(store, id, take_pairing, book);
    return status;
}

apo_status apo_tournament_book_load(apo_tournament_book **out, apo_store *store, apo_span id)
{
    apo_store_tournament after;
    apo_tournament_book *book = apo_allocate_zero(NULL, sizeof *book);
    if (book == NULL)
        return APO_E_MEMORY;
    apo_buffer_init(&book->begun, NULL);
    apo_status status;
    unsigned tries = 0;
    /* If a step is stored between two of the reads, reads everything again. */
    do {
        status = read_all(book, store, id);
        if (status == APO_OK)
            status = apo_store_find_tournament(store, &after, id);
    } while (status == APO_OK && after.version != book->row.version && ++tries < TRIES_MAX);
    if (status == APO_OK)
        *out = book;
    else
        apo_tournament_book_free(book);
    return status;
}

void apo_tournament_book_free(apo_tournament_book *book)
{
    if (book == NULL)
        return;
    apo_free(NULL, book->pairings);
    apo_buffer_clear(&book->begun);
    apo_free(NULL, book);
}

unsigned apo_tournament_book_find(const apo_tournament_book *book, apo_span person)
{
    for (unsigned i = 0; i < book->entry_count; i++) {
        if (apo_span_is(person, book->entries[i].person))
            return i;
    }
    return APO_TOURNAMENT_NOBODY;
}

bool apo_tournament_has_left(const apo_tournament_book *book, unsigned index)
{
    return book->entries[index].has_left && (book->plan.system != APO_TOURNAMENT_ARENA ||
                                             book->row.state <= APO_STORE_TOURNAMENT_RUNNING);
}

/* --- calculating --------------------------------------------------------- */

static void fill_players(apo_tournament_sheet *out, const apo_tournament_book *book)
{
    int best = 0;
    for (unsigned i = 0; i < book->entry_count; i++)
        best = book->entries[i].rating > best ? book->entries[i].rating : best;
    for (unsigned i = 0; i < book->entry_count; i++) {
        const apo_store_entry *entry = &book->entries[i];
        out->players[i].head_start =
            entry->rank > 0
                ? apo_tournament_head_start(book->plan.point_odds, best - entry->rating)
                : 0;
        out->players[i].rank = entry->rank > 0 ? entry->rank : i + 1;
        out->players[i].has_left = entry->has_left;
    }
}

/* Entries by the ids of their persons, so that thousands of games find their players quickly.
 */
static int compare_persons(const void *a, const void *b)
{
    const apo_store_entry *const *one = a, *const *other = b;
    return strcmp((*one)->person, (*other)->person);
}

static int compare_id(const void *id, const void *entry)
{
    const apo_store_entry *const *other = entry;
    return strcmp(id, (*other)->person);
}

static unsigned find_person(const apo_store_entry *const *sorted,
                            const apo_tournament_book *book, const char *person)
{
    const apo_store_entry *const *found =
        bsearch(person, sorted, book->entry_count, sizeof(const apo_store_entry *), compare_id);
    return found != NULL ? (unsigned)(*found - book->entries) : APO_TOURNAMENT_NOBODY;
}

static void fill_games(apo_tournament_sheet *out, const apo_tournament_book *book)
{
    const apo_store_entry *sorted[APO_TOURNAMENT_PLAYERS_MAX];
    for (unsigned i = 0; i < book->entry_count; i++)
        sorted[i] = &book->entries[i];
    qsort(sorted, book->entry_count, sizeof(const apo_store_entry *), compare_persons);
    for (size_t i = 0; i < book->pairing_count; i++) {
        const apo_store_pairing *from = &book->pairings[i];
        out->games[i] = (apo_tournament_game){
            .round = from->round,
            .white = find_person(sorted, book, from->white),
            .black = from->black[0] != '\0' ? find_person(sorted, book, from->black)
                                            : APO_TOURNAMENT_NOBODY,
            .how = (enum apo_tournament_how)from->how,
            .white_quarters = from->white_quarters,
        };
    }
}

apo_status apo_tournament_sheet_make(apo_tournament_sheet *out, const apo_tournament_book *book)
{
    *out = (apo_tournament_sheet){
        .games = apo_allocate_zero(NULL, (book->pairing_count + 1) * sizeof *out->games)};
    if (out->games == NULL)
        return APO_E_MEMORY;
    fill_players(out, book);
    fill_games(out, book);
    out->tournament = (apo_tournament){
        .players = out->players,
        .player_count = book->entry_count,
        .games = out->games,
        .game_count = book->pairing_count,
        .games_each = book->plan.has_both ? 2 : 1,
        .rounds = book->plan.rounds,
        .is_swiss = book->plan.system != APO_TOURNAMENT_CIRCLE,
        .is_arena = book->plan.system == APO_TOURNAMENT_ARENA,
        .break_count = book->plan.break_count,
    };
    for (unsigned i = 0; i < book->plan.break_count; i++)
        out->tournament.breaks[i] = book->plan.breaks[i];
    for (unsigned i = 0; book->plan.system == APO_TOURNAMENT_KNOCKOUT && i < book->entry_count;
         i++)
        out->players[i].reached = apo_knockout_reached(&out->tournament, i);
    return APO_OK;
}

void apo_tournament_sheet_clear(apo_tournament_sheet *sheet)
{
    apo_free(NULL, sheet->games);
    sheet->games = NULL;
}
