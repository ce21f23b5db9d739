#include "server/tournament/step.h"

#include <string.h>

#include "base/text.h"
#include "server/live/live.h"
#include "server/notice/notice.h"
#include "server/seek/create.h"

apo_tournament_step apo_tournament_step_start(apo_app *app, apo_tournament_book *book,
                                              apo_store_batch *batch)
{
    return (apo_tournament_step){app, book, batch, apo_http_wall_clock_ms()};
}

apo_status apo_tournament_step_finish(apo_tournament_step *on)
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

/* The game that is played; NULL: it is gone, or out of memory. Requests and jobs have had it
 * compiled before (server/web/await.h). */
static const apo_variant_entry *find_game(const apo_tournament_step *on)
{
    const char *definition = on->book->plan.definition;
    apo_span variant = apo_span_of(on->book->row.variant);
    if (definition[0] == '\0')
        return apo_variant_map_find(on->app->variants, NULL, variant);
    return apo_variant_map_find_version(on->app->variants, on->app->store, variant,
                                        apo_span_of(definition));
}

apo_status apo_tournament_fill_setup(apo_game_setup *out, const apo_tournament_step *on,
                                     unsigned round)
{
    const apo_tournament_plan *plan = &on->book->plan;
    apo_error err = {.detail = ""};
    *out = (apo_game_setup){
        .entry = find_game(on), .color = APO_WHITE, .opponent = APO_OPPONENT_LINK};
    if (out->entry == NULL)
        return APO_E_UNKNOWN;
    const apo_variant *var = out->entry->var;
    apo_status status = APO_OK;
    if (plan->theme[0] != '\0') {
        status = apo_game_setup_from_fen(&out->start, var, apo_span_of(plan->theme), &err);
    } else {
        unsigned number =
            apo_tournament_plan_start(plan, round, apo_variant_info_of(var)->start_count);
        status = apo_game_setup_choose_start(&out->start, var, number, apo_span_of(""),
                                             apo_span_of(""), &err);
    }
    apo_text_copy(out->start.variant, sizeof out->start.variant, out->entry->id);
    apo_text_copy(out->start.definition, sizeof out->start.definition, out->entry->digest);
    apo_text_copy(out->start.tournament, sizeof out->start.tournament, on->book->row.id);
    out->start.controls[APO_WHITE] = out->start.controls[APO_BLACK] = plan->clock;
    out->start.has_weekend = plan->has_weekend && !apo_tournament_plan_is_live(plan);
    out->start.has_vacation = plan->has_vacation && !apo_tournament_plan_is_live(plan);
    out->start.is_rated = plan->is_rated && apo_round_start_is_even(&out->start);
    return status;
}

/* Gives the weaker player their odds, which makes the game unrated. If the odds are impossible
 * from the round's start, the game is played without. */
static void give_odds(apo_game_setup *out, const apo_tournament_step *on, int gap)
{
    apo_error err = {.detail = ""};
    const apo_tournament_step_odds *step =
        apo_tournament_odds_find(&on->book->plan.handicaps, gap);
    if (step == NULL)
        return;
    if (apo_tournament_odds_give(&out->start, out->entry->var, step,
                                 gap < 0 ? APO_WHITE : APO_BLACK, &err) == APO_OK)
        out->start.is_rated = false;
    else
        apo_log_text(&on->app->log, "tournament_odds", "tournament",
                     apo_span_of(on->book->row.id));
}

/* The clocks of two players, where these differ from others', and their odds. */
static void set_players(apo_game_setup *out, const apo_tournament_step *on,
                        const apo_store_pairing *pairing)
{
    const apo_tournament_book *book = on->book;
    const bool has_host = book->plan.system == APO_TOURNAMENT_EXHIBITION;
    const char *organiser = book->row.organiser;
    const unsigned white = apo_tournament_book_find(book, apo_span_of(pairing->white));
    const unsigned black = apo_tournament_book_find(book, apo_span_of(pairing->black));
    if (white == APO_TOURNAMENT_NOBODY || black == APO_TOURNAMENT_NOBODY)
        return;
    const int gap = book->entries[white].rating - book->entries[black].rating;
    out->start.controls[APO_WHITE] = apo_tournament_plan_clock(
        &book->plan, has_host && strcmp(pairing->white, organiser) == 0, gap);
    out->start.controls[APO_BLACK] = apo_tournament_plan_clock(
        &book->plan, has_host && strcmp(pairing->black, organiser) == 0, -gap);
    give_odds(out, on, gap);
    out->start.is_rated = out->start.is_rated && apo_round_start_is_even(&out->start);
}

apo_status apo_tournament_begin_game(apo_tournament_step *on, const apo_game_setup *setup,
                                     apo_store_pairing *pairing)
{
    apo_store *store = on->app->store;
    apo_store_person white, black;
    apo_status status = apo_store_find_person(store, &white, apo_span_of(pairing->white));
    if (status == APO_OK)
        status = apo_store_find_person(store, &black, apo_span_of(pairing->black));
    if (status != APO_OK)
        return status;
    apo_token_name(pairing->game, APO_CREATE_ID_LENGTH);
    apo_game_setup own = *setup;
    set_players(&own, on, pairing);
    const apo_creation creation = {.id = pairing->game,
                                   .setup = &own,
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

/* Gives the weaker player White if the odds require it. */
static apo_tournament_pair by_odds(const apo_tournament_book *book, apo_tournament_pair pair)
{
    if (pair.black == APO_TOURNAMENT_NOBODY)
        return pair;
    const int gap = book->entries[pair.white].rating - book->entries[pair.black].rating;
    const apo_tournament_step_odds *step = apo_tournament_odds_find(&book->plan.handicaps, gap);
    return step != NULL && gap > 0 && apo_tournament_odds_needs_white(step)
               ? (apo_tournament_pair){pair.black, pair.white}
               : pair;
}

apo_status apo_tournament_add_pairing(apo_tournament_step *on, const apo_tournament_pair *given,
                                      const apo_store_pairing *place)
{
    apo_tournament_book *book = on->book;
    const apo_tournament_pair fair = by_odds(book, *given), *pair = &fair;
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

apo_status apo_tournament_add_board(apo_tournament_step *on, const apo_tournament_pair *pair,
                                    unsigned round, unsigned board)
{
    const unsigned games_each = on->book->plan.has_both ? 2 : 1;
    apo_store_pairing place = {.round = round, .board = board, .part = 1};
    if (pair->black == APO_TOURNAMENT_NOBODY) {
        if (on->book->plan.system == APO_TOURNAMENT_CIRCLE)
            return APO_OK; /* in a round robin everybody has the same number of byes */
        place.how = APO_TOURNAMENT_BYE;
        place.white_quarters = games_each * APO_TOURNAMENT_WIN;
        return apo_tournament_add_pairing(on, pair, &place);
    }
    apo_status status = apo_tournament_add_pairing(on, pair, &place);
    const apo_tournament_pair back = {pair->black, pair->white};
    place.part = 2;
    if (status == APO_OK && games_each > 1)
        status = apo_tournament_add_pairing(on, &back, &place);
    return status;
}

bool apo_tournament_is_complete(const apo_tournament_book *book)
{
    for (size_t i = 0; i < book->pairing_count; i++) {
        const apo_store_pairing *pairing = &book->pairings[i];
        if (pairing->round <= book->row.round &&
            (pairing->how == APO_TOURNAMENT_TO_COME || pairing->how == APO_TOURNAMENT_RUNNING))
            return false;
    }
    return true;
}

void apo_tournament_tell_all(apo_tournament_step *on, enum apo_notice_kind kind, unsigned round)
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
        if (!apo_tournament_has_left(book, i))
            apo_notice_add(on->app, on->batch, &notice);
    }
}
