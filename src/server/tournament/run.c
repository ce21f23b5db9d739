#include "server/tournament/run.h"

#include "base/text.h"
#include "server/live/live.h"
#include "server/tournament/arena.h"
#include "server/tournament/entry.h"
#include "server/tournament/placing.h"
#include "server/tournament/step.h"
#include "server/tournament/teams.h"
#include "store/jobs.h"

enum {
    SECOND_MS = 1000
};

/* Starts the games of a round: in a live tournament, each pair plays one at a time. */
static apo_status begin_games(apo_tournament_step *on, unsigned round)
{
    apo_tournament_book *book = on->book;
    apo_game_setup setup;
    apo_status status = apo_tournament_fill_setup(&setup, on, round);
    for (size_t i = 0; i < book->pairing_count && status == APO_OK; i++) {
        apo_store_pairing *pairing = &book->pairings[i];
        bool can_begin = pairing->part == 1 || !apo_tournament_plan_is_live(&book->plan);
        if (pairing->round == round && pairing->how == APO_TOURNAMENT_TO_COME && can_begin)
            status = apo_tournament_begin_game(on, &setup, pairing);
    }
    return status;
}

/* --- pairings ------------------------------------------------------------ */

/* The entry of each rank. */
static void note_ranks(const apo_tournament_book *book, unsigned *by_rank)
{
    for (unsigned i = 0; i < book->entry_count; i++)
        by_rank[book->entries[i].rank - 1] = i;
}

static apo_status pair_circle(apo_tournament_step *on)
{
    apo_tournament_book *book = on->book;
    unsigned by_rank[APO_TOURNAMENT_PLAYERS_MAX];
    apo_tournament_pair pairs[APO_TOURNAMENT_PLAYERS_MAX];
    apo_status status = APO_OK;
    note_ranks(book, by_rank);
    for (unsigned round = 1; round <= book->plan.rounds; round++) {
        unsigned count = apo_berger_round(pairs, book->entry_count, book->plan.cycles, round);
        for (unsigned i = 0; i < count && status == APO_OK; i++) {
            unsigned white = by_rank[pairs[i].white], black = pairs[i].black;
            if (black != APO_TOURNAMENT_NOBODY)
                black = by_rank[black];
            status = apo_tournament_add_board(on, &(apo_tournament_pair){white, black}, round,
                                              i + 1);
        }
    }
    return status;
}

/* Gives half-point byes to players who asked for one, on boards after all others. */
static apo_status add_rests(apo_tournament_step *on, unsigned round)
{
    apo_tournament_book *book = on->book;
    const unsigned half = APO_TOURNAMENT_WIN / 2 * (book->plan.has_both ? 2 : 1);
    apo_status status = APO_OK;
    for (unsigned i = 0; i < book->entry_count && status == APO_OK; i++) {
        const apo_store_entry *entry = &book->entries[i];
        if (entry->has_left ||
            !apo_tournament_is_resting(&book->plan, apo_span_of(entry->person)))
            continue;
        const apo_store_pairing place = {.round = round,
                                         .board = book->entry_count + i + 1,
                                         .part = 1,
                                         .how = APO_TOURNAMENT_BYE,
                                         .white_quarters = half};
        status = apo_tournament_add_pairing(
            on, &(apo_tournament_pair){i, APO_TOURNAMENT_NOBODY}, &place);
    }
    book->plan.resting.count = 0;
    return status;
}

/* In an exhibition the organiser meets everybody, in the order of their numbers. */
static unsigned pair_exhibition(apo_tournament_pair *out, const apo_tournament_book *book)
{
    unsigned by_rank[APO_TOURNAMENT_PLAYERS_MAX], count = 0;
    const unsigned host = apo_tournament_book_find(book, apo_span_of(book->row.organiser));
    note_ranks(book, by_rank);
    for (unsigned i = 0; i < book->entry_count; i++) {
        const unsigned guest = by_rank[i];
        const bool is_white =
            book->plan.host == APO_TOURNAMENT_HOST_WHITE ||
            (book->plan.host == APO_TOURNAMENT_HOST_ALTERNATE && count % 2 == 0);
        if (guest != host)
            out[count++] = is_white ? (apo_tournament_pair){host, guest}
                                    : (apo_tournament_pair){guest, host};
    }
    return count;
}

/* Pairs a round of any system but a round robin of players. */
static apo_status pair_round(apo_tournament_step *on, unsigned round)
{
    apo_tournament_sheet sheet;
    if (on->book->plan.system == APO_TOURNAMENT_TEAMS)
        return apo_team_pair_round(on, round);
    apo_tournament_pair pairs[APO_TOURNAMENT_PLAYERS_MAX];
    apo_status status = add_rests(on, round);
    if (status == APO_OK)
        status = apo_tournament_sheet_make(&sheet, on->book);
    if (status != APO_OK)
        return status;
    unsigned count = 0;
    if (on->book->plan.system == APO_TOURNAMENT_KNOCKOUT)
        count = apo_knockout_pair(pairs, &sheet.tournament, round);
    else if (on->book->plan.system == APO_TOURNAMENT_EXHIBITION)
        count = pair_exhibition(pairs, on->book);
    else
        status = apo_swiss_pair(pairs, &count, &sheet.tournament, on->book->plan.way, round);
    apo_tournament_sheet_clear(&sheet);
    for (unsigned i = 0; i < count && status == APO_OK; i++)
        status = apo_tournament_add_board(on, &pairs[i], round, i + 1);
    return status;
}

/* --- rounds -------------------------------------------------------------- */

static apo_status start_round(apo_tournament_step *on, unsigned round)
{
    apo_tournament_book *book = on->book;
    bool is_paired = book->plan.system == APO_TOURNAMENT_CIRCLE;
    apo_status status = is_paired ? APO_OK : pair_round(on, round);
    if (status == APO_OK)
        status = begin_games(on, round);
    book->row.round = round;
    apo_tournament_tell_all(on, APO_NOTICE_TOURNAMENT_ROUND, round);
    return status;
}

/* When the next round may begin. */
static int64_t next_due(const apo_tournament_step *on)
{
    const apo_tournament_plan *plan = &on->book->plan;
    int64_t due_ms = on->now_ms + (int64_t)plan->pause_s * SECOND_MS;
    int64_t plan_ms =
        ((int64_t)plan->closes_s + (int64_t)plan->every_s * on->book->row.round) * SECOND_MS;
    return plan->every_s > 0 && plan_ms > due_ms ? plan_ms : due_ms;
}

static void wait_for_round(apo_tournament_step *on, unsigned round, int64_t due_ms)
{
    char data[32];
    apo_text text = apo_text_start(data, sizeof data);
    apo_text_add(&text, "round ");
    apo_text_add_number(&text, round);
    apo_store_add_job(on->batch, APO_TOURNAMENT_JOB, on->book->row.id, data, due_ms);
}

/* The number of games of the match that this pairing belongs to. */
static unsigned parts_of(const apo_tournament_book *book, const apo_store_pairing *one)
{
    unsigned parts = 0;
    for (size_t i = 0; i < book->pairing_count; i++)
        parts += book->pairings[i].round == one->round && book->pairings[i].board == one->board;
    return parts;
}

/* Begins another game, with colours swapped, of each match of a knock-out that is level. */
static apo_status replay_level(apo_tournament_step *on)
{
    apo_tournament_sheet sheet;
    apo_tournament_book *book = on->book;
    const unsigned round = book->row.round;
    const unsigned most = (book->plan.has_both ? 2 : 1) + APO_KNOCKOUT_REPLAYS_MAX;
    const size_t count = book->pairing_count;
    apo_game_setup setup;
    if (book->plan.system != APO_TOURNAMENT_KNOCKOUT)
        return APO_OK;
    apo_status status = apo_tournament_sheet_make(&sheet, book);
    if (status != APO_OK)
        return status;
    status = apo_tournament_fill_setup(&setup, on, round);
    for (size_t i = 0; i < count && status == APO_OK; i++) {
        const apo_store_pairing last = book->pairings[i];
        const apo_tournament_game *game = &sheet.games[i];
        const unsigned parts = parts_of(book, &last);
        if (last.round != round || last.part != parts || parts == most ||
            game->how == APO_TOURNAMENT_BYE ||
            !apo_knockout_is_level(&sheet.tournament, round, game->white, game->black))
            continue;
        const apo_store_pairing place = {
            .round = round, .board = last.board, .part = parts + 1};
        status = apo_tournament_add_pairing(
            on, &(apo_tournament_pair){game->black, game->white}, &place);
        if (status == APO_OK)
            status =
                apo_tournament_begin_game(on, &setup, &book->pairings[book->pairing_count - 1]);
    }
    apo_tournament_sheet_clear(&sheet);
    return status;
}

/* Continues after a result: waits, begins the next round, or ends the tournament. Rounds with
 * only forfeits pass at once. */
static apo_status go_on(apo_tournament_step *on)
{
    apo_tournament_book *book = on->book;
    apo_status status = APO_OK;
    if (book->plan.system == APO_TOURNAMENT_ARENA)
        return APO_OK; /* separate jobs begin the next wave and end the arena */
    while (status == APO_OK && book->row.state == APO_STORE_TOURNAMENT_RUNNING &&
           apo_tournament_is_complete(book)) {
        status = replay_level(on);
        if (status != APO_OK || !apo_tournament_is_complete(book))
            break;
        if (book->row.round >= book->plan.rounds || book->row.entry_count < 2) {
            status = apo_tournament_end(on);
            break;
        }
        int64_t due_ms = next_due(on);
        if (due_ms > on->now_ms) {
            wait_for_round(on, book->row.round + 1, due_ms);
            break;
        }
        status = start_round(on, book->row.round + 1);
    }
    return status;
}

/* --- the beginning ------------------------------------------------------- */

/* True if entry `a` is seeded before `b`; `draw_order` decides ties. */
static bool is_before(const apo_tournament_book *book, const unsigned *draw_order, unsigned a,
                      unsigned b)
{
    int one = book->entries[a].rating, other = book->entries[b].rating;
    switch (book->plan.order) {
    case APO_TOURNAMENT_BY_RATING:
        return one != other ? one > other : draw_order[a] < draw_order[b];
    case APO_TOURNAMENT_BY_LOT: return draw_order[a] < draw_order[b];
    case APO_TOURNAMENT_BY_ENTRY: return a < b;
    case APO_TOURNAMENT_ORDERS: break;
    }
    return a < b;
}

static void give_ranks(apo_tournament_step *on)
{
    apo_tournament_book *book = on->book;
    unsigned draw_order[APO_TOURNAMENT_PLAYERS_MAX];
    apo_tournament_shuffle(draw_order, book->entry_count, book->plan.seed);
    for (unsigned i = 0; i < book->entry_count; i++)
        book->entries[i].rating = apo_tournament_rating(on->app, book, book->entries[i].person);
    for (unsigned i = 0; i < book->entry_count; i++) {
        unsigned rank = 1;
        for (unsigned k = 0; k < book->entry_count; k++)
            rank += k != i && is_before(book, draw_order, k, i);
        book->entries[i].rank = rank;
        apo_store_set_entry(on->batch, &book->entries[i]);
    }
    apo_team_give_ranks(on, draw_order);
}

static apo_status start_all(apo_tournament_step *on)
{
    apo_tournament_book *book = on->book;
    book->row.state = APO_STORE_TOURNAMENT_RUNNING;
    book->plan.rounds = apo_tournament_plan_rounds(
        &book->plan,
        book->plan.system == APO_TOURNAMENT_TEAMS ? apo_team_count(book) : book->entry_count);
    /* Rounds at fixed times count from the real beginning. */
    book->plan.closes_s = (uint32_t)(on->now_ms / SECOND_MS);
    give_ranks(on);
    if (book->plan.system == APO_TOURNAMENT_ARENA) {
        apo_arena_wait(on);
        apo_tournament_tell_all(on, APO_NOTICE_TOURNAMENT_ROUND, 1);
        return APO_OK;
    }
    bool is_circle = book->plan.system == APO_TOURNAMENT_CIRCLE;
    apo_status status = is_circle ? pair_circle(on) : APO_OK;
    unsigned last = book->plan.is_all_at_once ? book->plan.rounds : 1;
    for (unsigned round = 1; round <= last && status == APO_OK; round++)
        status = start_round(on, round);
    return status;
}

apo_status apo_tournament_begin(apo_app *app, apo_tournament_book *book, apo_store_batch *batch)
{
    apo_tournament_step on = apo_tournament_step_start(app, book, batch);
    apo_status status = APO_OK;
    if (book->row.state != APO_STORE_TOURNAMENT_OPEN)
        return APO_E_ILLEGAL;
    if (!apo_tournament_has_enough(book)) {
        book->row.state = APO_STORE_TOURNAMENT_CANCELLED;
        apo_tournament_tell_all(&on, APO_NOTICE_TOURNAMENT_CANCELLED, 0);
    } else
        status = start_all(&on);
    return status == APO_OK ? apo_tournament_step_finish(&on) : status;
}

apo_status apo_tournament_begin_round(apo_app *app, apo_tournament_book *book, unsigned round,
                                      apo_store_batch *batch)
{
    apo_tournament_step on = apo_tournament_step_start(app, book, batch);
    if (book->row.state != APO_STORE_TOURNAMENT_RUNNING || book->row.round + 1 != round ||
        round > book->plan.rounds || !apo_tournament_is_complete(book))
        return APO_OK;
    apo_status status = start_round(&on, round);
    if (status == APO_OK)
        status = go_on(&on);
    return status == APO_OK ? apo_tournament_step_finish(&on) : status;
}

/* --- during the tournament ----------------------------------------------- */

/* In a live tournament the second game of a pair begins when the first is over. */
static apo_status begin_second(apo_tournament_step *on, const apo_store_pairing *first)
{
    apo_tournament_book *book = on->book;
    apo_game_setup setup;
    const unsigned round = first->round, board = first->board;
    if (first->part != 1 || book->row.state != APO_STORE_TOURNAMENT_RUNNING)
        return APO_OK;
    for (size_t i = 0; i < book->pairing_count; i++) {
        apo_store_pairing *second = &book->pairings[i];
        if (second->round != round || second->board != board || second->part != 2 ||
            second->how != APO_TOURNAMENT_TO_COME)
            continue;
        apo_status status = apo_tournament_fill_setup(&setup, on, round);
        return status == APO_OK ? apo_tournament_begin_game(on, &setup, second) : status;
    }
    return APO_OK;
}

apo_status apo_tournament_take_result(apo_app *app, apo_tournament_book *book, size_t index,
                                      int quarters, apo_store_batch *batch)
{
    apo_tournament_step on = apo_tournament_step_start(app, book, batch);
    apo_store_pairing *pairing = &book->pairings[index];
    pairing->how = quarters >= 0 ? APO_TOURNAMENT_PLAYED : APO_TOURNAMENT_DROPPED;
    pairing->white_quarters = quarters >= 0 ? (unsigned)quarters : 0;
    apo_store_set_pairing(batch, pairing);
    apo_status status = begin_second(&on, pairing);
    if (status == APO_OK)
        status = go_on(&on);
    return status == APO_OK ? apo_tournament_step_finish(&on) : status;
}

/* A player who leaves forfeits games that have not begun, if the opponent is still there. */
static void give_away(apo_tournament_step *on, apo_store_pairing *pairing, const char *leaver)
{
    const apo_tournament_book *book = on->book;
    bool is_white = apo_span_is(apo_span_of(pairing->white), leaver);
    const char *other = is_white ? pairing->black : pairing->white;
    unsigned opponent = apo_tournament_book_find(book, apo_span_of(other));
    bool is_there = opponent != APO_TOURNAMENT_NOBODY && !book->entries[opponent].has_left;
    pairing->how = is_there ? APO_TOURNAMENT_FORFEIT : APO_TOURNAMENT_DROPPED;
    pairing->white_quarters = is_there && !is_white ? APO_TOURNAMENT_WIN : 0;
    apo_store_set_pairing(on->batch, pairing);
}

static void leave_games(apo_tournament_step *on, const char *person, bool is_resigning)
{
    apo_tournament_book *book = on->book;
    char data[sizeof "resign " + APO_STORE_ID_MAX];
    apo_text text = apo_text_start(data, sizeof data);
    apo_text_add(&text, "resign ");
    apo_text_add(&text, person);
    for (size_t i = 0; i < book->pairing_count; i++) {
        apo_store_pairing *pairing = &book->pairings[i];
        if (!apo_span_is(apo_span_of(pairing->white), person) &&
            !apo_span_is(apo_span_of(pairing->black), person))
            continue;
        if (pairing->how == APO_TOURNAMENT_TO_COME)
            give_away(on, pairing, person);
        else if (pairing->how == APO_TOURNAMENT_RUNNING && is_resigning)
            apo_store_add_job(on->batch, APO_TOURNAMENT_JOB, pairing->game, data, on->now_ms);
    }
}

apo_status apo_tournament_leave(apo_app *app, apo_tournament_book *book, unsigned index,
                                bool is_resigning, apo_store_batch *batch)
{
    apo_tournament_step on = apo_tournament_step_start(app, book, batch);
    apo_store_entry *entry = &book->entries[index];
    apo_status status = APO_OK;
    book->row.entry_count--;
    if (book->row.state == APO_STORE_TOURNAMENT_OPEN) {
        apo_store_drop_entry(batch, book->row.id, entry->person);
        apo_team_part(book, index, batch);
    } else {
        entry->has_left = true;
        apo_store_set_entry(batch, entry);
        leave_games(&on, entry->person, is_resigning);
        status = go_on(&on);
    }
    return status == APO_OK ? apo_tournament_step_finish(&on) : status;
}

apo_status apo_tournament_remove(apo_app *app, apo_tournament_book *book, const char *person,
                                 apo_store_batch *batch)
{
    unsigned index = apo_tournament_book_find(book, apo_span_of(person));
    apo_tournament_expel(&book->plan, person);
    if (index != APO_TOURNAMENT_NOBODY && !book->entries[index].has_left)
        return apo_tournament_leave(app, book, index, false, batch);
    apo_tournament_step on = apo_tournament_step_start(app, book, batch);
    return apo_tournament_step_finish(&on);
}

apo_status apo_tournament_add_guest(apo_app *app, apo_tournament_book *book, const char *person,
                                    apo_store_batch *batch)
{
    apo_tournament_step on = apo_tournament_step_start(app, book, batch);
    return apo_tournament_invite(&book->plan, person) ? apo_tournament_step_finish(&on)
                                                      : APO_E_RANGE;
}

apo_status apo_tournament_rest(apo_app *app, apo_tournament_book *book, const char *person,
                               bool is_resting, apo_store_batch *batch)
{
    apo_tournament_step on = apo_tournament_step_start(app, book, batch);
    return apo_tournament_set_resting(&book->plan, person, is_resting)
               ? apo_tournament_step_finish(&on)
               : APO_E_RANGE;
}

apo_status apo_tournament_cancel(apo_app *app, apo_tournament_book *book,
                                 apo_store_batch *batch)
{
    apo_tournament_step on = apo_tournament_step_start(app, book, batch);
    for (size_t i = 0; i < book->pairing_count; i++) {
        apo_store_pairing *pairing = &book->pairings[i];
        if (pairing->how != APO_TOURNAMENT_TO_COME)
            continue;
        pairing->how = APO_TOURNAMENT_DROPPED;
        apo_store_set_pairing(batch, pairing);
    }
    book->row.state = APO_STORE_TOURNAMENT_CANCELLED;
    apo_tournament_tell_all(&on, APO_NOTICE_TOURNAMENT_CANCELLED, 0);
    return apo_tournament_step_finish(&on);
}

void apo_tournament_announce(apo_app *app, const apo_tournament_book *book)
{
    apo_live_announce(app->live, apo_buffer_span(&book->begun));
}
