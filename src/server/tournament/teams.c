#include "server/tournament/teams.h"

#include "base/alloc.h"
#include "base/text.h"

enum {
    PLAYERS_MAX = APO_TEAM_BOARDS_MAX + APO_TEAM_RESERVES_MAX
};

unsigned apo_team_size(const apo_tournament_plan *plan)
{
    return plan->boards + APO_TEAM_RESERVES_MAX;
}

unsigned apo_team_find(const apo_tournament_book *book, unsigned number)
{
    for (unsigned i = 0; i < book->team_count; i++) {
        if (book->teams[i].number == number)
            return i;
    }
    return APO_TOURNAMENT_NOBODY;
}

unsigned apo_team_players(unsigned out[PLAYERS_MAX], const apo_tournament_book *book,
                          unsigned team)
{
    unsigned count = 0;
    for (unsigned i = 0; i < book->entry_count && count < PLAYERS_MAX; i++) {
        const apo_store_entry *entry = &book->entries[i];
        unsigned at = count;
        if (entry->has_left || entry->team != book->teams[team].number)
            continue;
        for (; at > 0 && book->entries[out[at - 1]].board > entry->board; at--)
            out[at] = out[at - 1];
        out[at] = i;
        count++;
    }
    return count;
}

unsigned apo_team_count(const apo_tournament_book *book)
{
    unsigned players[PLAYERS_MAX], count = 0;
    for (unsigned i = 0; i < book->team_count; i++)
        count += apo_team_players(players, book, i) > 0;
    return count;
}

/* --- results ------------------------------------------------------------- */

apo_status apo_team_sheet_make(apo_team_sheet *out, const apo_tournament_sheet *games,
                               const apo_tournament_book *book)
{
    unsigned team_of[APO_TOURNAMENT_PLAYERS_MAX];
    const size_t count = book->pairing_count;
    apo_team_game *on_boards = apo_allocate_zero(NULL, (count + 1) * sizeof *on_boards);
    if (on_boards == NULL)
        return APO_E_MEMORY;
    for (unsigned i = 0; i < book->entry_count; i++)
        team_of[i] = apo_team_find(book, book->entries[i].team);
    for (size_t i = 0; i < count; i++) {
        const unsigned board = book->pairings[i].board - 1;
        on_boards[i] = (apo_team_game){games->games[i], board / book->plan.boards,
                                       board % book->plan.boards};
    }
    const apo_teams teams = {on_boards, count, team_of, book->team_count};
    out->match_count = apo_team_matches(out->matches, &teams);
    apo_team_table(out->lines, book->team_count, out->matches, out->match_count);
    apo_free(NULL, on_boards);
    return APO_OK;
}

/* --- teams come and go --------------------------------------------------- */

apo_store_team *apo_team_found(apo_tournament_book *book, const char *captain, apo_span name,
                               apo_store_batch *batch)
{
    unsigned number = 1;
    if (book->team_count >= book->plan.teams_max)
        return NULL;
    while (apo_team_find(book, number) != APO_TOURNAMENT_NOBODY)
        number++;
    apo_store_team *team = &book->teams[book->team_count++];
    *team = (apo_store_team){.number = number};
    apo_text_copy(team->tournament, sizeof team->tournament, book->row.id);
    apo_text_copy(team->captain, sizeof team->captain, captain);
    apo_text_copy_span(team->name, sizeof team->name, name);
    apo_store_set_team(batch, team);
    return team;
}

bool apo_team_is_locked(const apo_tournament_plan *plan, unsigned number)
{
    return number > 0 && (plan->locked >> (number - 1) & 1U) != 0;
}

void apo_team_lock(apo_tournament_plan *plan, unsigned number, bool is_locked)
{
    const uint32_t bit = UINT32_C(1) << (number - 1);
    plan->locked = is_locked ? plan->locked | bit : plan->locked & ~bit;
}

unsigned apo_team_next_board(const apo_tournament_book *book, unsigned number)
{
    unsigned last = 0;
    for (unsigned i = 0; i < book->entry_count; i++) {
        const apo_store_entry *entry = &book->entries[i];
        if (entry->team == number && entry->board > last)
            last = entry->board;
    }
    return last + 1;
}

void apo_team_move_up(apo_tournament_book *book, unsigned entry, apo_store_batch *batch)
{
    unsigned players[PLAYERS_MAX], at = 0;
    const unsigned team = apo_team_find(book, book->entries[entry].team);
    if (team == APO_TOURNAMENT_NOBODY)
        return;
    const unsigned count = apo_team_players(players, book, team);
    while (at < count && players[at] != entry)
        at++;
    if (at == 0 || at == count)
        return;
    apo_store_entry *one = &book->entries[entry], *other = &book->entries[players[at - 1]];
    const unsigned board = one->board;
    one->board = other->board;
    other->board = board;
    apo_store_set_entry(batch, one);
    apo_store_set_entry(batch, other);
}

void apo_team_part(apo_tournament_book *book, unsigned gone, apo_store_batch *batch)
{
    unsigned players[PLAYERS_MAX];
    apo_store_entry *entry = &book->entries[gone];
    const unsigned index = apo_team_find(book, entry->team);
    entry->team = 0; /* only in the book; the store has deleted it */
    if (index == APO_TOURNAMENT_NOBODY)
        return;
    apo_store_team *team = &book->teams[index];
    if (apo_team_players(players, book, index) == 0) {
        apo_team_lock(&book->plan, team->number, false);
        apo_store_drop_team(batch, team->tournament, team->number);
    } else if (apo_span_is(apo_span_of(entry->person), team->captain)) {
        apo_text_copy(team->captain, sizeof team->captain, book->entries[players[0]].person);
        apo_store_set_team(batch, team);
    }
}

/* --- the beginning ------------------------------------------------------- */

/* The mean rating of the players on the boards now. */
static int strength_of(const apo_tournament_book *book, unsigned team)
{
    unsigned players[PLAYERS_MAX];
    unsigned count = apo_team_players(players, book, team);
    int64_t sum = 0;
    if (count > book->plan.boards)
        count = book->plan.boards;
    for (unsigned i = 0; i < count; i++)
        sum += book->entries[players[i]].rating;
    return count > 0 ? (int)(sum / count) : 0;
}

void apo_team_give_ranks(apo_tournament_step *on, const unsigned *draw_order)
{
    apo_tournament_book *book = on->book;
    int strength[APO_TEAMS_MAX];
    for (unsigned i = 0; i < book->team_count; i++)
        strength[i] = book->plan.order == APO_TOURNAMENT_BY_RATING ? strength_of(book, i) : 0;
    for (unsigned i = 0; i < book->team_count; i++) {
        unsigned rank = 1;
        for (unsigned k = 0; k < book->team_count; k++) {
            const bool is_drawn_before = book->plan.order == APO_TOURNAMENT_BY_ENTRY
                                             ? k < i
                                             : draw_order[k] < draw_order[i];
            rank += strength[k] > strength[i] ||
                    (strength[k] == strength[i] && k != i && is_drawn_before);
        }
        book->teams[i].rank = rank;
        apo_store_set_team(on->batch, &book->teams[i]);
    }
}

/* --- pairing ------------------------------------------------------------- */

static unsigned pair_circle(apo_tournament_pair *out, const apo_tournament_book *book,
                            unsigned round)
{
    unsigned by_rank[APO_TEAMS_MAX] = {0}, count = 0;
    for (unsigned i = 0; i < book->team_count; i++)
        by_rank[book->teams[i].rank - 1] = i;
    apo_tournament_pair pairs[APO_TEAMS_MAX];
    const unsigned all = apo_berger_round(pairs, book->team_count, book->plan.cycles, round);
    for (unsigned i = 0; i < all; i++) {
        if (pairs[i].black != APO_TOURNAMENT_NOBODY)
            out[count++] =
                (apo_tournament_pair){by_rank[pairs[i].white], by_rank[pairs[i].black]};
    }
    return count;
}

static apo_status pair_swiss(apo_tournament_pair *out, unsigned *count,
                             const apo_tournament_book *book, const apo_team_sheet *sheet,
                             unsigned round)
{
    unsigned players[PLAYERS_MAX];
    apo_tournament_player teams[APO_TEAMS_MAX];
    apo_tournament_game *games =
        apo_allocate_zero(NULL, (sheet->match_count + 1) * sizeof *games);
    if (games == NULL)
        return APO_E_MEMORY;
    for (unsigned i = 0; i < book->team_count; i++)
        teams[i] = (apo_tournament_player){.rank = book->teams[i].rank,
                                           .has_left = apo_team_players(players, book, i) == 0};
    for (size_t i = 0; i < sheet->match_count; i++)
        games[i] = apo_team_match_game(&sheet->matches[i]);
    const apo_tournament tournament = {.players = teams,
                                       .player_count = book->team_count,
                                       .games = games,
                                       .game_count = sheet->match_count,
                                       .games_each = 1,
                                       .rounds = book->plan.rounds,
                                       .is_swiss = true};
    apo_status status = apo_swiss_pair(out, count, &tournament, book->plan.way, round);
    apo_free(NULL, games);
    return status;
}

static apo_status pair_teams(apo_tournament_pair *out, unsigned *count,
                             const apo_tournament_book *book, unsigned round)
{
    apo_tournament_sheet games;
    if (book->plan.is_team_circle) {
        *count = pair_circle(out, book, round);
        return APO_OK;
    }
    apo_team_sheet *sheet = apo_allocate_zero(NULL, sizeof *sheet);
    if (sheet == NULL)
        return APO_E_MEMORY;
    apo_status status = apo_tournament_sheet_make(&games, book);
    if (status == APO_OK) {
        status = apo_team_sheet_make(sheet, &games, book);
        apo_tournament_sheet_clear(&games);
    }
    if (status == APO_OK)
        status = pair_swiss(out, count, book, sheet, round);
    apo_free(NULL, sheet);
    return status;
}

/* The boards of a match; a team of APO_TOURNAMENT_NOBODY has no players. */
static apo_status add_match(apo_tournament_step *on, const apo_tournament_pair *teams,
                            unsigned round, unsigned match)
{
    unsigned home[PLAYERS_MAX], guests[PLAYERS_MAX], guest_count = 0;
    const apo_tournament_book *book = on->book;
    const unsigned home_count = apo_team_players(home, book, teams->white);
    apo_status status = APO_OK;
    if (teams->black != APO_TOURNAMENT_NOBODY)
        guest_count = apo_team_players(guests, book, teams->black);
    for (unsigned board = 0; board < book->plan.boards && status == APO_OK; board++) {
        const unsigned one = board < home_count ? home[board] : APO_TOURNAMENT_NOBODY;
        const unsigned other = board < guest_count ? guests[board] : APO_TOURNAMENT_NOBODY;
        const apo_tournament_pair pair = apo_team_board(one, other, board);
        if (pair.white != APO_TOURNAMENT_NOBODY)
            status = apo_tournament_add_board(on, &pair, round,
                                              match * book->plan.boards + board + 1);
    }
    return status;
}

apo_status apo_team_pair_round(apo_tournament_step *on, unsigned round)
{
    apo_tournament_pair pairs[APO_TEAMS_MAX];
    unsigned count = 0;
    apo_status status = pair_teams(pairs, &count, on->book, round);
    for (unsigned i = 0; i < count && status == APO_OK; i++)
        status = add_match(on, &pairs[i], round, i);
    return status;
}
