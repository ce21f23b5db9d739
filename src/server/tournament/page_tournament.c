/* The page of one tournament: description, table, crosstable, rounds, actions. */
#include "server/round/view.h"
#include "server/tournament/arena.h"
#include "server/tournament/entry.h"
#include "server/tournament/routes.h"
#include "server/tournament/team_panel.h"
#include "server/tournament/veil.h"
#include "server/tournament/view.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/zones.h"
#include "store/series.h"

enum {
    ARENA_GAMES_SHOWN = 20 /* of a player */
};

static const int64_t second_ms = 1000;

/* The data of the page. */
typedef struct sheet {
    apo_app *app;
    const apo_i18n *i18n;
    const apo_tournament_view *view;
    const apo_tournament_book *book;
    apo_span person;  /* the viewer; "" for a stranger */
    const char *zone; /* the viewer's time zone */
    apo_fill *fill;
} sheet;

static void fill_buffer(apo_fill *fill, const char *name, apo_buffer *text)
{
    apo_fill_text(fill, name, apo_buffer_span(text));
    apo_buffer_clear(text);
}

static unsigned other_of(const apo_tournament_game *game, unsigned player)
{
    return game->white == player ? game->black : game->white;
}

static unsigned quarters_of(const apo_tournament_game *game, unsigned player)
{
    return game->white == player ? game->white_quarters
                                 : APO_TOURNAMENT_WIN - game->white_quarters;
}

/* --- description --------------------------------------------------------- */

static void write_begin(apo_buffer *out, const sheet *all)
{
    apo_buffer when;
    const apo_tournament_plan *plan = &all->book->plan;
    apo_buffer_init(&when, NULL);
    apo_zones_add_time(&when, all->i18n, all->zone, (int64_t)plan->closes_s * second_ms);
    const char *text = plan->begins_full
                           ? apo_tr(all->i18n, "Registration is open: {n} of {most} places are "
                                               "taken. It begins when all are, on {when} at "
                                               "the latest.")
                           : apo_tr(all->i18n, "Registration is open: {n} of {most} places are "
                                               "taken. It begins on {when}.");
    apo_tr_fill(out, text,
                APO_GAPS(APO_GAP_NUMBER("n", all->book->row.entry_count),
                         APO_GAP_NUMBER("most", plan->players_max),
                         APO_GAP_TEXT("when", when.bytes)));
    apo_buffer_clear(&when);
}

static bool is_arena(const sheet *all)
{
    return all->book->plan.system == APO_TOURNAMENT_ARENA;
}

static void write_arena(apo_buffer *out, const sheet *all)
{
    apo_buffer when;
    if (apo_arena_is_over(all->book, apo_http_wall_clock_ms())) {
        apo_buffer_add(out, apo_tr(all->i18n, "The last games are being played."));
        return;
    }
    apo_buffer_init(&when, NULL);
    apo_zones_add_time(&when, all->i18n, all->zone, apo_arena_end_ms(all->book));
    apo_tr_fill(out,
                apo_tr(all->i18n, "New games begin until {when}: players who are free are "
                                  "paired every few seconds."),
                APO_GAPS(APO_GAP_TEXT("when", when.bytes)));
    apo_buffer_clear(&when);
}

static void write_running(apo_buffer *out, const sheet *all)
{
    const apo_tournament_book *book = all->book;
    if (is_arena(all)) {
        write_arena(out, all);
    } else if (all->view->next_ms > 0) {
        apo_buffer when;
        apo_buffer_init(&when, NULL);
        apo_zones_add_time(&when, all->i18n, all->zone, all->view->next_ms);
        apo_tr_fill(out, apo_tr(all->i18n, "Round {n} begins on {when}."),
                    APO_GAPS(APO_GAP_NUMBER("n", book->row.round + 1),
                             APO_GAP_TEXT("when", when.bytes)));
        apo_buffer_clear(&when);
    } else if (book->plan.is_all_at_once) {
        apo_buffer_add(out, apo_tr(all->i18n, "All rounds are being played."));
    } else {
        apo_tr_fill(out, apo_tr(all->i18n, "Round {n} of {all} is being played."),
                    APO_GAPS(APO_GAP_NUMBER("n", book->row.round),
                             APO_GAP_NUMBER("all", book->plan.rounds)));
    }
}

/* Adds the player or team that has won. False: several have, or nobody. */
static bool add_winner(apo_buffer *out, const sheet *all)
{
    const apo_tournament_book *book = all->book;
    const apo_tournament_line *lines = all->view->lines;
    const apo_team_sheet *teams = all->view->teams;
    const bool has_winner =
        teams != NULL ? book->team_count > 1 && teams->lines[1].place > 1
                      : book->entry_count > 0 && (book->entry_count == 1 || lines[1].place > 1);
    if (has_winner && teams != NULL)
        apo_buffer_add(out, book->teams[teams->lines[0].team].name);
    else if (has_winner)
        apo_buffer_add(out, all->view->names[lines[0].player]);
    return has_winner;
}

static void write_over(apo_buffer *out, const sheet *all)
{
    apo_buffer winner;
    apo_buffer_init(&winner, NULL);
    if (add_winner(&winner, all))
        apo_tr_fill(out, apo_tr(all->i18n, "It is over: {name} has won."),
                    APO_GAPS(APO_GAP_SPAN("name", apo_buffer_span(&winner))));
    else
        apo_buffer_add(out, apo_tr(all->i18n, "It is over, with a shared first place."));
    apo_buffer_clear(&winner);
}

static void fill_status(const sheet *all)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    switch (all->book->row.state) {
    case APO_STORE_TOURNAMENT_OPEN: write_begin(&out, all); break;
    case APO_STORE_TOURNAMENT_RUNNING: write_running(&out, all); break;
    case APO_STORE_TOURNAMENT_OVER: write_over(&out, all); break;
    case APO_STORE_TOURNAMENT_CANCELLED:
        apo_buffer_add(&out,
                       all->book->plan.is_unplayable
                           ? apo_tr(all->i18n, "It has been called off: the definition of its "
                                               "game cannot be loaded any more.")
                           : apo_tr(all->i18n, "It has been called off."));
        break;
    case APO_STORE_TOURNAMENT_STATES: break;
    }
    fill_buffer(all->fill, "status_words", &out);
}

static void fill_head(const sheet *all)
{
    apo_buffer words;
    const apo_tournament_plan *plan = &all->book->plan;
    apo_buffer_init(&words, NULL);
    apo_fill_string(all->fill, "id", all->book->row.id);
    apo_fill_string(all->fill, "name", all->book->row.name);
    apo_fill_string(all->fill, "text", plan->text);
    apo_fill_string(all->fill, "theme", plan->theme);
    apo_fill_string(all->fill, "variant", all->book->row.variant);
    apo_fill_string(all->fill, "variant_name", all->view->game.name);
    apo_fill_string(all->fill, "organiser", all->view->organiser);
    apo_person_fill_report(all->fill, all->app->store, all->person, all->book->row.organiser);
    apo_tournament_plan_words(&words, all->i18n, plan);
    fill_buffer(all->fill, "system", &words);
    apo_view_clock_words(&words, all->i18n, &plan->clock);
    fill_buffer(all->fill, "clock", &words);
    apo_tournament_entry_words(&words, all->i18n, plan);
    fill_buffer(all->fill, "entry", &words);
    apo_fill_flag(all->fill, "is_rated", apo_tournament_plan_is_rated(plan));
    bool has_rests = !apo_tournament_plan_is_live(plan);
    apo_fill_flag(all->fill, "no_vacation", has_rests && !plan->has_vacation);
    apo_fill_flag(all->fill, "has_weekend", has_rests && plan->has_weekend);
    apo_fill_flag(all->fill, "is_live", !has_rests);
    for (unsigned i = 0; i < plan->break_count; i++) {
        apo_fill *row = apo_fill_row(all->fill, "breaks");
        apo_fill_string(row, "words", apo_tournament_plan_break(all->i18n, plan->breaks[i]));
    }
    apo_store_series series;
    if (apo_store_find_series_of(all->app->store, &series, apo_span_of(all->book->row.id)) ==
        APO_OK) {
        const apo_tournament_reader reader = {all->app->store, all->i18n, all->person};
        apo_tournament_veil_series_row(&series, &reader);
        apo_fill_string(all->fill, "series_id", series.id);
        apo_fill_string(all->fill, "series", series.name);
    }
    fill_status(all);
}

/* --- actions ------------------------------------------------------------- */

static void fill_actions(const sheet *all, bool is_account)
{
    const apo_tournament_book *book = all->book;
    enum apo_store_tournament_state state = book->row.state;
    unsigned index = apo_tournament_book_find(book, all->person);
    bool is_in = index != APO_TOURNAMENT_NOBODY && !book->entries[index].has_left;
    bool is_open = state == APO_STORE_TOURNAMENT_OPEN,
         is_running = state == APO_STORE_TOURNAMENT_RUNNING;
    bool has_place = book->row.entry_count < book->plan.players_max;
    bool is_mine = is_account && apo_span_is(all->person, book->row.organiser);
    bool has_time = apo_tournament_is_joinable(book, apo_http_wall_clock_ms());
    bool is_joinable = has_place && has_time;
    bool may_return = index != APO_TOURNAMENT_NOBODY && apo_tournament_may_return(book, index);
    bool may_join = is_account && is_joinable && (index == APO_TOURNAMENT_NOBODY || may_return);
    const char *bar = may_join ? apo_tournament_bar(all->app, book, all->person) : NULL;
    const bool has_teams = book->plan.system == APO_TOURNAMENT_TEAMS; /* one joins a team */
    const apo_team_viewer viewer = {all->person, may_join && bar == NULL};
    apo_team_panel_fill(all->fill, all->view, &viewer);
    apo_fill_flag(all->fill, "may_join", may_join && bar == NULL && !has_teams);
    apo_fill_flag(all->fill, "may_return", may_return);
    apo_fill_string(all->fill, "bar", bar != NULL ? apo_tr(all->i18n, bar) : NULL);
    apo_fill_flag(all->fill, "may_invite", is_mine && is_open);
    apo_fill_flag(all->fill, "may_remove",
                  is_mine && (is_open || is_running) && book->row.entry_count > 0);
    for (unsigned i = 0; is_mine && i < book->entry_count; i++) {
        bool is_self = apo_span_is(all->person, book->entries[i].person);
        if (!book->entries[i].has_left &&
            !(is_self && book->plan.system == APO_TOURNAMENT_EXHIBITION))
            apo_fill_string(apo_fill_row(all->fill, "removable"), "name", all->view->names[i]);
    }
    apo_fill_flag(all->fill, "must_log_in", !is_account && is_joinable);
    bool is_host = is_mine && book->plan.system == APO_TOURNAMENT_EXHIBITION;
    apo_fill_flag(all->fill, "may_withdraw", is_in && is_open && !is_host);
    apo_fill_flag(all->fill, "may_leave", is_in && is_running && !is_arena(all) && !is_host);
    apo_fill_flag(all->fill, "may_pause", is_in && is_running && has_time && is_arena(all));
    bool is_resting = is_in && apo_tournament_is_resting(&book->plan, all->person);
    apo_fill_flag(all->fill, "is_resting", is_resting);
    apo_fill_flag(all->fill, "may_rest",
                  is_in && !is_resting && apo_tournament_may_rest(book, index));
    apo_fill_flag(all->fill, "may_begin",
                  is_mine && is_open && apo_tournament_has_enough(book));
    apo_fill_flag(all->fill, "may_cancel", is_mine && (is_open || is_running));
}

static void fill_own_games(const sheet *all)
{
    const apo_tournament_book *book = all->book;
    unsigned me = apo_tournament_book_find(book, all->person);
    for (size_t i = 0; me != APO_TOURNAMENT_NOBODY && i < book->pairing_count; i++) {
        const apo_tournament_game *game = &all->view->sheet.games[i];
        if (game->how != APO_TOURNAMENT_RUNNING || (game->white != me && game->black != me))
            continue;
        apo_fill *row = apo_fill_row(all->fill, "own");
        apo_fill_string(row, "game", book->pairings[i].game);
        apo_fill_string(row, "opponent", all->view->names[other_of(game, me)]);
        apo_fill_flag(row, "is_white", game->white == me);
        apo_fill_number(row, "round", game->round);
    }
}

/* --- results ------------------------------------------------------------- */

/* A game in one cell: a link with the result, or its state. */
static void fill_result(apo_fill *cell, const sheet *all, size_t index, unsigned player)
{
    const apo_tournament_game *game = &all->view->sheet.games[index];
    apo_fill *row = apo_fill_row(cell, "games");
    apo_fill_string(row, "game", all->book->pairings[index].game);
    apo_fill_flag(row, "has_game", all->book->pairings[index].game[0] != '\0');
    if (game->how == APO_TOURNAMENT_PLAYED)
        apo_tournament_fill_points(row, "result", quarters_of(game, player));
    else if (game->how == APO_TOURNAMENT_FORFEIT)
        apo_fill_string(row, "result", quarters_of(game, player) > 0 ? "+" : "\xE2\x88\x92");
    else
        apo_fill_string(row, "result", game->how == APO_TOURNAMENT_RUNNING ? "*" : "\xC2\xB7");
    apo_fill_flag(row, "is_struck",
                  game->how == APO_TOURNAMENT_PLAYED &&
                      !apo_tournament_counts(&all->view->sheet.tournament, game));
}

/* The crosstable, by place. */
static void fill_circle_cells(apo_fill *row, const sheet *all, const apo_tournament_line *line)
{
    const apo_tournament_book *book = all->book;
    for (unsigned k = 0; k < book->entry_count; k++) {
        unsigned other = all->view->lines[k].player;
        apo_fill *cell = apo_fill_row(row, "cells");
        apo_fill_flag(cell, "is_self", other == line->player);
        for (size_t i = 0; i < book->pairing_count; i++) {
            const apo_tournament_game *game = &all->view->sheet.games[i];
            if ((game->white == line->player && game->black == other) ||
                (game->black == line->player && game->white == other))
                fill_result(cell, all, i, line->player);
        }
    }
}

static unsigned place_index(const sheet *all, unsigned player)
{
    unsigned k = 0;
    while (k < all->book->entry_count && all->view->lines[k].player != player)
        k++;
    return k;
}

/* True for the organiser of an exhibition, who plays all others at once. */
static bool is_host(const sheet *all, unsigned player)
{
    return all->book->plan.system == APO_TOURNAMENT_EXHIBITION &&
           apo_span_is(apo_span_of(all->book->entries[player].person),
                       all->book->row.organiser);
}

/* The round-by-round table: opponents and colours. */
static void fill_round_cells(apo_fill *row, const sheet *all, const apo_tournament_line *line)
{
    const apo_tournament_book *book = all->book;
    for (unsigned round = 1; round <= book->row.round; round++) {
        apo_fill *cell = apo_fill_row(row, "cells");
        for (size_t i = 0; i < book->pairing_count; i++) {
            const apo_tournament_game *game = &all->view->sheet.games[i];
            bool is_white = game->white == line->player;
            if (game->round != round || (!is_white && game->black != line->player))
                continue;
            apo_fill_flag(cell, "is_bye", game->how == APO_TOURNAMENT_BYE);
            if (game->how == APO_TOURNAMENT_BYE) {
                apo_tournament_fill_points(cell, "bye_points", game->white_quarters);
                continue;
            }
            if (book->pairings[i].part == 1 && !is_host(all, line->player)) {
                apo_fill_number(cell, "against",
                                place_index(all, other_of(game, line->player)) + 1);
                apo_fill_flag(cell, is_white ? "has_white" : "has_black", true);
            }
            fill_result(cell, all, i, line->player);
        }
    }
}

/* An arena's games of a player, the latest first, with what they have counted. */
static void fill_arena_cells(apo_fill *row, const sheet *all, const apo_tournament_line *line)
{
    const apo_tournament *tournament = &all->view->sheet.tournament;
    unsigned streak = 0, points[ARENA_GAMES_SHOWN], count = 0;
    size_t games[ARENA_GAMES_SHOWN];
    for (size_t i = 0; i < tournament->game_count; i++) {
        const apo_tournament_game *game = &tournament->games[i];
        const unsigned at = count % ARENA_GAMES_SHOWN;
        if ((game->white != line->player && game->black != line->player) ||
            !apo_tournament_counts(tournament, game))
            continue;
        games[at] = i;
        points[at] = apo_tournament_streak_points(&streak, quarters_of(game, line->player));
        count++;
    }
    apo_fill *cell = apo_fill_row(row, "cells");
    for (unsigned k = 0; k < count && k < ARENA_GAMES_SHOWN; k++) {
        const unsigned at = (count - 1 - k) % ARENA_GAMES_SHOWN;
        apo_fill *game = apo_fill_row(cell, "games");
        apo_fill_string(game, "game", all->book->pairings[games[at]].game);
        apo_fill_flag(game, "has_game", true);
        apo_tournament_fill_points(game, "result", points[at]);
    }
}

static void fill_line(const sheet *all, unsigned k)
{
    const apo_tournament_line *line = &all->view->lines[k];
    const apo_tournament_book *book = all->book;
    apo_fill *row = apo_fill_row(all->fill, "lines");
    apo_fill_number(row, "place", line->place);
    apo_fill_number(row, "index", k + 1);
    apo_fill_string(row, "player", all->view->names[line->player]);
    apo_fill_flag(row, "has_left", apo_tournament_has_left(book, line->player));
    apo_fill_flag(row, "is_you", apo_span_is(all->person, book->entries[line->player].person));
    if (book->entries[line->player].rank > 0)
        apo_fill_number(row, "rating", book->entries[line->player].rating);
    apo_tournament_fill_points(row, "points", line->points);
    for (unsigned i = 0; i < book->plan.break_count; i++) {
        char buf[32];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_tournament_break_write(&text, book->plan.breaks[i], line->breaks[i]);
        apo_fill *value = apo_fill_row(row, "values");
        apo_fill_string(value, "value", buf);
        apo_fill_string(value, "words",
                        apo_tournament_plan_break(all->i18n, book->plan.breaks[i]));
    }
    if (is_arena(all))
        fill_arena_cells(row, all, line);
    else if (book->plan.system == APO_TOURNAMENT_CIRCLE)
        fill_circle_cells(row, all, line);
    else
        fill_round_cells(row, all, line);
}

static void fill_table(const sheet *all)
{
    const apo_tournament_book *book = all->book;
    bool has_begun = book->pairing_count > 0;
    bool is_circle = book->plan.system == APO_TOURNAMENT_CIRCLE;
    unsigned columns = is_circle ? book->entry_count : is_arena(all) ? 0 : book->row.round;
    apo_fill_flag(all->fill, "has_begun", has_begun);
    apo_fill_flag(all->fill, "is_by_rounds", !is_circle && !is_arena(all));
    apo_fill_flag(all->fill, "is_cross", is_circle);
    apo_fill_flag(all->fill, "is_arena", is_arena(all));
    apo_fill_flag(all->fill, "is_exhibition", book->plan.system == APO_TOURNAMENT_EXHIBITION);
    apo_fill_flag(all->fill, "is_knockout", book->plan.system == APO_TOURNAMENT_KNOCKOUT);
    for (unsigned i = 0; i < columns; i++)
        apo_fill_number(apo_fill_row(all->fill, "columns"), "number", i + 1);
    for (unsigned k = 0; k < book->entry_count; k++)
        fill_line(all, k);
}

/* --- rounds -------------------------------------------------------------- */

static void fill_pairing(apo_fill *round, const sheet *all, size_t index)
{
    const apo_tournament_game *game = &all->view->sheet.games[index];
    apo_fill *row = apo_fill_row(round, "boards");
    apo_fill_string(row, "white", all->view->names[game->white]);
    apo_fill_flag(row, "is_bye", game->how == APO_TOURNAMENT_BYE);
    if (game->how != APO_TOURNAMENT_BYE)
        apo_fill_string(row, "black", all->view->names[game->black]);
    apo_fill_string(row, "game", all->book->pairings[index].game);
    apo_fill_flag(row, "has_game", all->book->pairings[index].game[0] != '\0');
    apo_fill_flag(row, "is_running", game->how == APO_TOURNAMENT_RUNNING);
    apo_fill_flag(row, "is_to_come", game->how == APO_TOURNAMENT_TO_COME);
    apo_fill_flag(row, "is_dropped", game->how == APO_TOURNAMENT_DROPPED);
    apo_fill_flag(row, "is_given", game->how == APO_TOURNAMENT_FORFEIT);
    if (game->how == APO_TOURNAMENT_PLAYED || game->how == APO_TOURNAMENT_FORFEIT) {
        apo_tournament_fill_points(row, "white_points", game->white_quarters);
        apo_tournament_fill_points(row, "black_points",
                                   APO_TOURNAMENT_WIN - game->white_quarters);
    }
}

static void fill_rounds(const sheet *all)
{
    const apo_tournament_book *book = all->book;
    apo_fill *round = NULL;
    unsigned number = 0;
    apo_fill_flag(all->fill, "has_rounds",
                  !is_arena(all) || book->row.state == APO_STORE_TOURNAMENT_RUNNING);
    for (size_t i = 0; i < book->pairing_count; i++) {
        if (is_arena(all) && book->pairings[i].how != APO_TOURNAMENT_RUNNING)
            continue; /* too many to show: the table has the others */
        if (book->pairings[i].round != number) {
            number = book->pairings[i].round;
            round = apo_fill_row(all->fill, "rounds");
            apo_fill_number(round, "number", number);
            apo_fill_flag(round, "is_now",
                          !is_arena(all) && number == book->row.round &&
                              book->row.state == APO_STORE_TOURNAMENT_RUNNING);
        }
        fill_pairing(round, all, i);
    }
}

static void reply(apo_app *app, apo_http_request *req, const apo_tournament_view *view)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    bool is_account = apo_visitor_is_account(visitor);
    const sheet all = {
        .app = app,
        .i18n = apo_i18n_for(app, req),
        .view = view,
        .book = view->book,
        .person = is_account ? apo_visitor_id(visitor) : apo_span_of(""),
        .zone = apo_visitor_zone(visitor),
        .fill = apo_fill_new(),
    };
    fill_head(&all);
    fill_actions(&all, is_account);
    fill_own_games(&all);
    fill_table(&all);
    fill_rounds(&all);
    apo_pages_reply(app, req, 200, "tournament", view->book->row.name, all.fill);
}

static void page_tournament(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_tournament_book *book = NULL;
    apo_status status = apo_tournament_book_load(&book, app->store, apo_http_param(req, "id"));
    if (status == APO_E_UNKNOWN) {
        apo_pages_reply_error(req, 404, "There is no such tournament.", app);
        return;
    }
    const apo_tournament_reader reader = {app->store, apo_i18n_for(app, req),
                                          apo_visitor_account_id(app, req)};
    if (status == APO_OK)
        apo_tournament_veil_book(book, &reader);
    apo_tournament_view *view = status == APO_OK ? apo_tournament_view_new(app, book) : NULL;
    if (view != NULL)
        reply(app, req, view);
    else
        apo_app_reply_failure(app, req, status == APO_OK ? APO_E_MEMORY : status);
    apo_tournament_view_free(view);
    apo_tournament_book_free(book);
}

const apo_http_route apo_page_tournament_routes[] = {
    {APO_HTTP_GET, "/tournaments/:id", page_tournament, APO_HTTP_ASIDE, 0, NULL},
    APO_ROUTES_END,
};
