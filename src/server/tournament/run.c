#include "server/tournament/run.h"

#include "base/text.h"
#include "game/glicko.h"
#include "server/live/live.h"
#include "server/notice/notice.h"
#include "server/seek/create.h"
#include "server/tournament/entry.h"
#include "store/jobs.h"
#include "store/ratings.h"

enum {
    SECOND_MS = 1000
};

/* One step: the book, and the batch for its effects. */
typedef struct step {
    apo_app *app;
    apo_tournament_book *book;
    apo_store_batch *batch;
    int64_t now_ms;
} step;

static step start(apo_app *app, apo_tournament_book *book, apo_store_batch *batch)
{
    return (step){app, book, batch, apo_http_wall_clock_ms()};
}

/* Stores the plan and the tournament, last in each step. */
static apo_status finish(step *on)
{
    apo_buffer options;
    apo_store_tournament *row = &on->book->row;
    apo_buffer_init(&options, NULL);
    apo_tournament_plan_write(&options, &on->book->plan);
    apo_text text = apo_text_start(row->options, sizeof row->options);
    apo_text_add_span(&text, apo_buffer_span(&options));
    bool is_failed = options.is_failed || text.is_overflowed;
    apo_buffer_clear(&options);
    row->changed_ms = on->now_ms;
    apo_store_set_tournament(on->batch, row);
    return is_failed ? APO_E_MEMORY : APO_OK;
}

/* --- games --------------------------------------------------------------- */

static apo_status fill_setup(apo_game_setup *out, const step *on, unsigned round)
{
    const apo_tournament_plan *plan = &on->book->plan;
    apo_error err = {.detail = ""};
    *out = (apo_game_setup){
        .entry = apo_catalog_find_offered(on->app->catalog, apo_span_of(on->book->row.kind)),
        .color = APO_WHITE,
        .opponent = APO_OPPONENT_LINK};
    if (out->entry == NULL)
        return APO_E_UNKNOWN;
    const apo_variant *var = out->entry->var;
    unsigned number =
        apo_tournament_plan_start(plan, round, apo_variant_info_of(var)->start_count);
    apo_status status = apo_game_setup_choose_start(&out->start, var, number, apo_span_of(""),
                                                    apo_span_of(""), &err);
    apo_text_copy(out->start.variant, sizeof out->start.variant, out->entry->id);
    apo_text_copy(out->start.definition, sizeof out->start.definition, out->entry->digest);
    apo_text_copy(out->start.tournament, sizeof out->start.tournament, on->book->row.id);
    out->start.controls[APO_WHITE] = out->start.controls[APO_BLACK] = plan->clock;
    out->start.has_weekend = plan->has_weekend && !apo_tournament_plan_is_live(plan);
    out->start.has_vacation = plan->has_vacation && !apo_tournament_plan_is_live(plan);
    out->start.is_rated = plan->is_rated && apo_round_start_is_even(&out->start);
    return status;
}

/* Starts the game of a pairing. */
static apo_status begin_game(step *on, const apo_game_setup *setup, apo_store_pairing *pairing)
{
    apo_store *store = on->app->store;
    apo_store_person white, black;
    apo_status status = apo_store_find_person(store, &white, apo_span_of(pairing->white));
    if (status == APO_OK)
        status = apo_store_find_person(store, &black, apo_span_of(pairing->black));
    if (status != APO_OK)
        return status;
    apo_token_name(pairing->game, APO_CREATE_ID_LENGTH);
    const apo_creation creation = {.id = pairing->game,
                                   .setup = setup,
                                   .creator = &white,
                                   .other = &black,
                                   .key = apo_span_of(""),
                                   .is_open = true};
    pairing->how = APO_TOURNAMENT_RUNNING;
    status = apo_create_in(on->app, &creation, on->batch);
    apo_store_set_pairing(on->batch, pairing);
    if (apo_tournament_plan_is_live(&on->book->plan)) {
        apo_buffer_add(&on->book->begun, pairing->game);
        apo_buffer_add_char(&on->book->begun, ' ');
    }
    return status;
}

/* Starts the games of a round: in a live tournament, each pair plays one at a time. */
static apo_status begin_games(step *on, unsigned round)
{
    apo_tournament_book *book = on->book;
    apo_game_setup setup;
    apo_status status = fill_setup(&setup, on, round);
    for (size_t i = 0; i < book->pairing_count && status == APO_OK; i++) {
        apo_store_pairing *pairing = &book->pairings[i];
        bool can_begin = pairing->part == 1 || !apo_tournament_plan_is_live(&book->plan);
        if (pairing->round == round && pairing->how == APO_TOURNAMENT_TO_COME && can_begin)
            status = begin_game(on, &setup, pairing);
    }
    return status;
}

/* --- pairings ------------------------------------------------------------ */

static apo_status add_pairing(step *on, const apo_tournament_pair *pair,
                              const apo_store_pairing *place)
{
    apo_tournament_book *book = on->book;
    apo_store_pairing *pairing = apo_tournament_book_add(book);
    if (pairing == NULL)
        return APO_E_MEMORY;
    *pairing = *place;
    apo_text_copy(pairing->tournament, sizeof pairing->tournament, book->row.id);
    apo_text_copy(pairing->white, sizeof pairing->white, book->entries[pair->white].person);
    if (pair->black != APO_TOURNAMENT_NOBODY)
        apo_text_copy(pairing->black, sizeof pairing->black, book->entries[pair->black].person);
    apo_store_add_pairing(on->batch, pairing);
    return APO_OK;
}

/* One board of a round: one or two games, or a bye worth as much. */
static apo_status add_board(step *on, const apo_tournament_pair *pair, unsigned round,
                            unsigned board)
{
    const unsigned games_each = on->book->plan.has_both ? 2 : 1;
    apo_store_pairing place = {.round = round, .board = board, .part = 1};
    if (pair->black == APO_TOURNAMENT_NOBODY) {
        if (!on->book->plan.is_swiss)
            return APO_OK; /* in a round robin everybody has the same number of byes */
        place.how = APO_TOURNAMENT_BYE;
        place.white_quarters = games_each * APO_TOURNAMENT_WIN;
        return add_pairing(on, pair, &place);
    }
    apo_status status = add_pairing(on, pair, &place);
    const apo_tournament_pair back = {pair->black, pair->white};
    place.part = 2;
    if (status == APO_OK && games_each > 1)
        status = add_pairing(on, &back, &place);
    return status;
}

/* The entry of each rank. */
static void note_ranks(const apo_tournament_book *book, unsigned *by_rank)
{
    for (unsigned i = 0; i < book->entry_count; i++)
        by_rank[book->entries[i].rank - 1] = i;
}

static apo_status pair_circle(step *on)
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
            status = add_board(on, &(apo_tournament_pair){white, black}, round, i + 1);
        }
    }
    return status;
}

static apo_status pair_swiss(step *on, unsigned round)
{
    apo_tournament_sheet sheet;
    apo_tournament_pair pairs[APO_TOURNAMENT_PLAYERS_MAX];
    apo_status status = apo_tournament_sheet_make(&sheet, on->book);
    if (status != APO_OK)
        return status;
    unsigned count = apo_swiss_pair(pairs, &sheet.tournament, on->book->plan.way, round);
    apo_tournament_sheet_clear(&sheet);
    for (unsigned i = 0; i < count && status == APO_OK; i++)
        status = add_board(on, &pairs[i], round, i + 1);
    return status;
}

/* --- rounds -------------------------------------------------------------- */

static bool is_complete(const apo_tournament_book *book)
{
    for (size_t i = 0; i < book->pairing_count; i++) {
        const apo_store_pairing *pairing = &book->pairings[i];
        if (pairing->round <= book->row.round &&
            (pairing->how == APO_TOURNAMENT_TO_COME || pairing->how == APO_TOURNAMENT_RUNNING))
            return false;
    }
    return true;
}

/* Tells everybody who takes part. */
static void tell_all(step *on, enum apo_notice_kind kind, unsigned round)
{
    char text[APO_STORE_NOTICE_TEXT_MAX], cause[APO_STORE_KEY_MAX];
    const apo_tournament_book *book = on->book;
    apo_text words = apo_text_start(text, sizeof text);
    apo_text_add(&words, book->row.name);
    apo_text_add_char(&words, '\n');
    apo_text_add_number(&words, round);
    apo_text why = apo_text_start(cause, sizeof cause);
    apo_text_add(&why, apo_notice_row_of(kind)->word);
    apo_text_add_char(&why, '/');
    apo_text_add(&why, book->row.id);
    apo_text_add_char(&why, '/');
    apo_text_add_number(&why, round);
    for (unsigned i = 0; i < book->entry_count; i++) {
        const apo_notice notice = {.kind = kind,
                                   .person = book->entries[i].person,
                                   .subject = book->row.id,
                                   .text = text,
                                   .cause = cause,
                                   .at_ms = on->now_ms};
        if (!book->entries[i].has_left)
            apo_notice_add(on->app, on->batch, &notice);
    }
}

static apo_status start_round(step *on, unsigned round)
{
    apo_tournament_book *book = on->book;
    apo_status status = book->plan.is_swiss ? pair_swiss(on, round) : APO_OK;
    if (status == APO_OK)
        status = begin_games(on, round);
    book->row.round = round;
    tell_all(on, APO_NOTICE_TOURNAMENT_ROUND, round);
    return status;
}

/* When the next round may begin. */
static int64_t next_due(const step *on)
{
    const apo_tournament_plan *plan = &on->book->plan;
    int64_t due_ms = on->now_ms + (int64_t)plan->pause_s * SECOND_MS;
    int64_t plan_ms =
        ((int64_t)plan->closes_s + (int64_t)plan->every_s * on->book->row.round) * SECOND_MS;
    return plan->every_s > 0 && plan_ms > due_ms ? plan_ms : due_ms;
}

static void wait_for_round(step *on, unsigned round, int64_t due_ms)
{
    char data[32];
    apo_text text = apo_text_start(data, sizeof data);
    apo_text_add(&text, "round ");
    apo_text_add_number(&text, round);
    apo_store_add_job(on->batch, APO_TOURNAMENT_JOB, on->book->row.id, data, due_ms);
}

/* Continues after a result: not yet, the next round, or the end. Rounds with nothing but
 * forfeits pass at once. */
static apo_status go_on(step *on)
{
    apo_tournament_book *book = on->book;
    apo_status status = APO_OK;
    while (status == APO_OK && book->row.state == APO_STORE_TOURNAMENT_RUNNING &&
           is_complete(book)) {
        if (book->row.round >= book->plan.rounds || book->row.entry_count < 2) {
            book->row.state = APO_STORE_TOURNAMENT_OVER;
            tell_all(on, APO_NOTICE_TOURNAMENT_END, book->row.round);
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

static void give_ranks(step *on)
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
}

static apo_status start_all(step *on)
{
    apo_tournament_book *book = on->book;
    book->row.state = APO_STORE_TOURNAMENT_RUNNING;
    book->plan.rounds = apo_tournament_plan_rounds(&book->plan, book->entry_count);
    /* Rounds at fixed times count from the real beginning. */
    book->plan.closes_s = (uint32_t)(on->now_ms / SECOND_MS);
    give_ranks(on);
    apo_status status = book->plan.is_swiss ? APO_OK : pair_circle(on);
    unsigned last = book->plan.is_all_at_once ? book->plan.rounds : 1;
    for (unsigned round = 1; round <= last && status == APO_OK; round++)
        status = start_round(on, round);
    return status;
}

apo_status apo_tournament_begin(apo_app *app, apo_tournament_book *book, apo_store_batch *batch)
{
    step on = start(app, book, batch);
    apo_status status = APO_OK;
    if (book->row.state != APO_STORE_TOURNAMENT_OPEN)
        return APO_E_ILLEGAL;
    if (book->entry_count < book->plan.players_min) {
        book->row.state = APO_STORE_TOURNAMENT_CANCELLED;
        tell_all(&on, APO_NOTICE_TOURNAMENT_CANCELLED, 0);
    } else
        status = start_all(&on);
    return status == APO_OK ? finish(&on) : status;
}

apo_status apo_tournament_begin_round(apo_app *app, apo_tournament_book *book, unsigned round,
                                      apo_store_batch *batch)
{
    step on = start(app, book, batch);
    if (book->row.state != APO_STORE_TOURNAMENT_RUNNING || book->row.round + 1 != round ||
        round > book->plan.rounds || !is_complete(book))
        return APO_OK;
    apo_status status = start_round(&on, round);
    if (status == APO_OK)
        status = go_on(&on);
    return status == APO_OK ? finish(&on) : status;
}

/* --- during the tournament ----------------------------------------------- */

/* In a live tournament the second game of a pair begins when the first is over. */
static apo_status begin_second(step *on, const apo_store_pairing *first)
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
        apo_status status = fill_setup(&setup, on, round);
        return status == APO_OK ? begin_game(on, &setup, second) : status;
    }
    return APO_OK;
}

apo_status apo_tournament_take_result(apo_app *app, apo_tournament_book *book, size_t index,
                                      int quarters, apo_store_batch *batch)
{
    step on = start(app, book, batch);
    apo_store_pairing *pairing = &book->pairings[index];
    pairing->how = quarters >= 0 ? APO_TOURNAMENT_PLAYED : APO_TOURNAMENT_DROPPED;
    pairing->white_quarters = quarters >= 0 ? (unsigned)quarters : 0;
    apo_store_set_pairing(batch, pairing);
    apo_status status = begin_second(&on, pairing);
    if (status == APO_OK)
        status = go_on(&on);
    return status == APO_OK ? finish(&on) : status;
}

/* A player who leaves forfeits games that have not begun, if the opponent is still there. */
static void give_away(step *on, apo_store_pairing *pairing, const char *leaver)
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

static void leave_games(step *on, const char *person, bool is_resigning)
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
    step on = start(app, book, batch);
    apo_store_entry *entry = &book->entries[index];
    apo_status status = APO_OK;
    book->row.entry_count--;
    if (book->row.state == APO_STORE_TOURNAMENT_OPEN) {
        apo_store_drop_entry(batch, book->row.id, entry->person);
    } else {
        entry->has_left = true;
        apo_store_set_entry(batch, entry);
        leave_games(&on, entry->person, is_resigning);
        status = go_on(&on);
    }
    return status == APO_OK ? finish(&on) : status;
}

apo_status apo_tournament_remove(apo_app *app, apo_tournament_book *book, const char *person,
                                 apo_store_batch *batch)
{
    unsigned index = apo_tournament_book_find(book, apo_span_of(person));
    apo_tournament_expel(&book->plan, person);
    if (index != APO_TOURNAMENT_NOBODY && !book->entries[index].has_left)
        return apo_tournament_leave(app, book, index, false, batch);
    step on = start(app, book, batch);
    return finish(&on);
}

apo_status apo_tournament_add_guest(apo_app *app, apo_tournament_book *book, const char *person,
                                    apo_store_batch *batch)
{
    step on = start(app, book, batch);
    return apo_tournament_invite(&book->plan, person) ? finish(&on) : APO_E_RANGE;
}

apo_status apo_tournament_cancel(apo_app *app, apo_tournament_book *book,
                                 apo_store_batch *batch)
{
    step on = start(app, book, batch);
    for (size_t i = 0; i < book->pairing_count; i++) {
        apo_store_pairing *pairing = &book->pairings[i];
        if (pairing->how != APO_TOURNAMENT_TO_COME)
            continue;
        pairing->how = APO_TOURNAMENT_DROPPED;
        apo_store_set_pairing(batch, pairing);
    }
    book->row.state = APO_STORE_TOURNAMENT_CANCELLED;
    tell_all(&on, APO_NOTICE_TOURNAMENT_CANCELLED, 0);
    return finish(&on);
}

void apo_tournament_announce(apo_app *app, const apo_tournament_book *book)
{
    apo_span rest = apo_buffer_span(&book->begun);
    for (apo_span id; (id = apo_span_word(&rest)).length > 0;)
        apo_live_announce(app->live, id);
}
