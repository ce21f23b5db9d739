/* Tournaments: lists, one tournament, and creating one. */
#include <string.h>

#include "base/text.h"
#include "game/glicko.h"
#include "net/plain_text.h"
#include "server/tournament/entry.h"
#include "server/tournament/guests.h"
#include "server/tournament/routes.h"
#include "server/tournament/run.h"
#include "server/tournament/series.h"
#include "server/tournament/veil.h"
#include "server/tournament/view.h"
#include "server/tournament/watch.h"
#include "server/web/ask.h"
#include "server/web/await.h"
#include "server/web/holding.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "store/jobs.h"

enum {
    LIST_MAX = 50,
    NAME_BYTES_MAX = APO_STORE_TOURNAMENT_NAME_MAX - 1,
    NAME_MIN = 3,
    ID_LENGTH = 10
};

static void reply_unknown(apo_http_request *req)
{
    apo_http_reply_error(req, 404, "not_found", "There is no such tournament.");
}

/* --- looking ------------------------------------------------------------- */

typedef struct listing {
    apo_app *app;
    apo_buffer *out;
    apo_span person;
    unsigned count;
    char last[APO_STORE_ID_MAX];
} listing;

static bool add_row(void *context, const apo_store_tournament *row)
{
    listing *all = context;
    if (all->count < LIST_MAX) {
        memcpy(all->last, row->id, sizeof all->last);
        if (!apo_person_is_hidden(all->app->store, all->person, row->organiser))
            apo_tournament_view_row(all->out, all->app, row);
    }
    all->count++;
    return true;
}

/* The requested state; APO_STORE_TOURNAMENT_STATES: unknown. */
static enum apo_store_tournament_state asked_state(apo_http_request *req)
{
    apo_span word;
    unsigned state = APO_STORE_TOURNAMENT_OPEN;
    if (!apo_http_query(req, "state", &word))
        return APO_STORE_TOURNAMENT_OPEN;
    while (
        state < APO_STORE_TOURNAMENT_STATES &&
        !apo_span_is(word, apo_tournament_state_word((enum apo_store_tournament_state)state)))
        state++;
    return (enum apo_store_tournament_state)state;
}

static void api_tournaments(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    apo_store_tournament before = {.created_ms = 0};
    apo_span cursor;
    enum apo_store_tournament_state state = asked_state(req);
    if (state == APO_STORE_TOURNAMENT_STATES) {
        apo_reply_bad(req, "\"state\" is open, running, finished or cancelled.");
        return;
    }
    if (apo_http_query(req, "before", &cursor) &&
        apo_store_find_tournament(app->store, &before, cursor) != APO_OK) {
        reply_unknown(req);
        return;
    }
    apo_buffer_init(&out, NULL);
    listing all = {.app = app, .out = &out, .person = apo_visitor_account_id(app, req)};
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "tournaments", '[');
    apo_store_list_tournaments(app->store, state, &before, LIST_MAX + 1, add_row, &all);
    apo_json_close(&out, ']');
    apo_json_add_optional(&out, "next", all.count > LIST_MAX ? all.last : NULL);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void api_tournament(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_tournament_book *book;
    apo_status status = apo_tournament_book_load(&book, app->store, apo_http_param(req, "id"));
    if (status == APO_E_UNKNOWN) {
        reply_unknown(req);
        return;
    }
    const apo_tournament_reader reader = {app->store, NULL, apo_visitor_account_id(app, req)};
    if (status == APO_OK)
        apo_tournament_veil_book(book, &reader);
    apo_tournament_view *view = status == APO_OK ? apo_tournament_view_new(app, book) : NULL;
    if (view == NULL) {
        apo_app_reply_failure(app, req, status == APO_OK ? APO_E_MEMORY : status);
    } else {
        const apo_visitor *visitor = apo_visitor_of(app, req);
        apo_buffer out;
        apo_buffer_init(&out, NULL);
        apo_tournament_view_write(&out, view,
                                  visitor != NULL ? apo_visitor_id(visitor) : apo_span_of(""),
                                  apo_http_wall_clock_ms());
        apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
    }
    apo_tournament_view_free(view);
    if (status == APO_OK)
        apo_tournament_book_free(book);
}

static void api_tournament_events(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_tournament row;
    if (apo_store_find_tournament(app->store, &row, apo_http_param(req, "id")) != APO_OK)
        reply_unknown(req);
    else
        (void)apo_audience_join(app->tournaments, req, apo_span_of(row.id));
}

/* --- creating one -------------------------------------------------------- */

typedef struct creation {
    apo_app *app;
    apo_http_request *req;
    apo_store_tournament row;
    char series[APO_STORE_ID_MAX]; /* that it belongs to; "": none */
} creation;

static void finish_creation(void *context, apo_status status)
{
    creation *job = context;
    apo_store_tournament made;
    if (status == APO_OK)
        apo_reply_made(job->req, "/tournaments/", job->row.id);
    else if (status == APO_E_EXISTS &&
             apo_store_find_tournament_key(job->app->store, &made,
                                           apo_span_of(job->row.organiser),
                                           apo_span_of(job->row.key)) == APO_OK)
        apo_reply_made(job->req, "/tournaments/", made.id);
    else
        apo_app_reply_failure(job->app, job->req, status);
    apo_free(NULL, job);
}

static bool set_error(apo_error *err, const char *words, apo_span word)
{
    apo_fail(err, APO_E_SYNTAX, 0, words, word);
    return false;
}

/* Names of accounts. */
static bool read_guests(apo_tournament_plan *out, const apo_json_value *list, apo_app *app,
                        apo_error *err)
{
    if (list != NULL &&
        (!apo_json_in_is_list(list) || apo_json_in_count(list) > APO_TOURNAMENT_PEOPLE_MAX))
        return set_error(err, "\"guests\" is a list of up to 48 names.", apo_span_of(""));
    for (size_t i = 0; i < apo_json_in_count(list); i++) {
        apo_span name = {NULL, 0};
        apo_store_person person;
        apo_json_in_text(apo_json_in_element(list, i), &name);
        if (apo_person_find(app->store, &person, name) != APO_OK)
            return set_error(err, "There is no account \"%s\" here.", name);
        (void)apo_tournament_invite(out, person.id);
    }
    return true;
}

/* Reads the requested tournament; false: `err` says what is wrong. */
static bool read_creation(apo_store_tournament *out, const apo_ask *ask, apo_app *app,
                          apo_error *err)
{
    apo_tournament_plan plan;
    apo_buffer options;
    apo_span name = {NULL, 0}, variant = {NULL, 0};
    apo_json_in_text(apo_json_in_member(ask->body, "name"), &name);
    apo_json_in_text(apo_json_in_member(ask->body, "variant"), &variant);
    char clean[NAME_BYTES_MAX + 1];
    bool is_name = apo_plain_text_copy(clean, sizeof clean, name);
    name = apo_span_of(clean);
    const apo_variant_entry *entry = apo_variant_map_find(app->variants, app->store, variant);
    if (entry == NULL)
        return set_error(err, "There is no game \"%s\" here.", variant);
    if (!is_name || name.length < NAME_MIN)
        return set_error(err, "A tournament's name has 3 to 60 letters.", name);
    if (apo_tournament_plan_ask(&plan, ask->body, entry->var, apo_http_wall_clock_ms(), err) !=
        APO_OK)
        return false;
    if (!read_guests(&plan, apo_json_in_member(ask->body, "guests"), app, err))
        return false;
    if (entry->is_published)
        apo_text_copy(plan.definition, sizeof plan.definition, entry->digest);
    apo_buffer_init(&options, NULL);
    apo_tournament_plan_write(&options, &plan);
    *out = (apo_store_tournament){.created_ms = apo_http_wall_clock_ms()};
    out->changed_ms = out->created_ms;
    apo_text_copy_span(out->name, sizeof out->name, name);
    apo_text_copy(out->variant, sizeof out->variant, entry->id);
    apo_text_copy_span(out->key, sizeof out->key, ask->key);
    apo_text_copy_span(out->options, sizeof out->options, apo_buffer_span(&options));
    apo_buffer_clear(&options);
    apo_token_name(out->id, ID_LENGTH);
    return true;
}

/* The organiser of an exhibition plays in it. */
static void add_host(apo_store_batch *batch, const apo_store_tournament *row)
{
    apo_store_entry entry = {.rating = APO_GLICKO_FIRST, .joined_ms = row->created_ms};
    memcpy(entry.tournament, row->id, sizeof entry.tournament);
    memcpy(entry.person, row->organiser, sizeof entry.person);
    apo_store_add_entry(batch, &entry);
}

/* The series that the tournament is announced for: one of the organiser's own. */
static bool read_series(char out[APO_STORE_ID_MAX], const apo_ask *ask, apo_app *app,
                        const apo_store_tournament *row, apo_error *err)
{
    apo_store_series series;
    apo_tournament_plan plan;
    const apo_span id = apo_ask_text(ask, "series");
    out[0] = '\0';
    if (id.length == 0)
        return true;
    if (apo_store_find_series(app->store, &series, id) != APO_OK ||
        strcmp(series.organiser, row->organiser) != 0)
        return set_error(err, "You can add tournaments only to series of your own.",
                         apo_span_of(""));
    const unsigned count = apo_store_count_series(app->store, id);
    if (count > 0 && apo_tournament_plan_read(&plan, apo_span_of(row->options)) == APO_OK &&
        (plan.system == APO_TOURNAMENT_TEAMS) != apo_series_is_of_teams(app->store, id))
        return set_error(err, "A series has tournaments of players or of teams, not both.",
                         apo_span_of(""));
    if (count >= APO_SERIES_EVENTS_MAX)
        return set_error(err, "A series has up to 60 tournaments.", apo_span_of(""));
    apo_text_copy(out, APO_STORE_ID_MAX, series.id);
    return true;
}

/* Invited people get a notice, so it also counts as invitations. */
static bool may_call(apo_app *app, apo_http_request *req, const apo_tournament_plan *plan)
{
    return plan->guests.count == 0 ||
           apo_app_may_both(app, req, APO_LIMIT_INVITES,
                            apo_visitor_id(apo_visitor_of(app, req)), APO_LIMIT_INVITERS);
}

static void create(apo_app *app, apo_http_request *req, apo_store_tournament *row,
                   const char *series)
{
    creation *job = apo_allocate_zero(NULL, sizeof *job);
    apo_tournament_plan plan;
    if (job == NULL || apo_tournament_plan_read(&plan, apo_span_of(row->options)) != APO_OK) {
        apo_free(NULL, job);
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    if (!may_call(app, req, &plan)) {
        apo_free(NULL, job);
        return;
    }
    *job = (creation){.app = app, .req = req, .row = *row};
    apo_store_batch *batch = apo_store_batch_new();
    if (plan.system == APO_TOURNAMENT_EXHIBITION)
        row->entry_count = 1; /* the organiser's */
    apo_store_add_tournament(batch, row);
    if (plan.system == APO_TOURNAMENT_EXHIBITION)
        add_host(batch, row);
    if (series[0] != '\0')
        apo_store_join_series(batch, row->id, series);
    apo_store_add_job(batch, APO_TOURNAMENT_JOB, row->id, "begin",
                      (int64_t)plan.closes_s * 1000);
    apo_tournament_tell_guests(batch, row, &plan);
    apo_tournament_tell_followers(app, batch, row, &plan);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_creation, job);
}

/* Names the visitor as the organiser. */
static const apo_store_tournament *own_row(apo_store_tournament *row,
                                           const apo_visitor *visitor)
{
    apo_text_copy_span(row->organiser, sizeof row->organiser, apo_visitor_id(visitor));
    return row;
}

static void api_tournament_create(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    apo_ask ask;
    apo_store_tournament row, made;
    char series[APO_STORE_ID_MAX];
    apo_error err = {.detail = ""};
    if (!apo_ask_start(&ask, req, APO_TOURNAMENT_NAMES))
        return;
    if (apo_await_game(app, req, apo_ask_text(&ask, "variant"))) {
        apo_ask_end(&ask);
        return;
    }
    if (!apo_visitor_is_account(visitor))
        apo_http_reply_error(req, 401, "login_needed",
                             "Tournaments need an account: log in or create one.");
    else if (apo_store_find_tournament_key(app->store, &made, apo_visitor_id(visitor),
                                           ask.key) == APO_OK)
        apo_reply_made(req, "/tournaments/", made.id);
    else if ((visitor->person.standing & APO_STANDING_MUTED) != 0)
        apo_http_reply_error(req, 403, "forbidden",
                             "You cannot announce tournaments at present.");
    else if (!read_creation(&row, &ask, app, &err))
        apo_reply_bad(req, err.detail);
    else if (!read_series(series, &ask, app, own_row(&row, visitor), &err))
        apo_reply_bad(req, err.detail);
    else if (apo_app_offers(app, req, APO_FEATURE_TOURNAMENTS) &&
             apo_holding_may_grow(app, req, APO_HOLDING_TOURNAMENTS, apo_visitor_id(visitor)) &&
             apo_app_may(app, req, APO_LIMIT_GAMES, apo_http_remote_key(req))) {
        create(app, req, &row, series);
    }
    apo_ask_end(&ask);
}

const apo_http_route apo_api_tournament_routes[] = {
    {APO_HTTP_GET, "/api/tournaments", api_tournaments, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "Tournaments, the newest first",
                   .answer = "{tournaments:[TournamentRow] next:id|null}",
                   .query = "state?:'open'|'running'|'finished'|'cancelled' before?:id")},
    {APO_HTTP_GET, "/api/tournaments/:id", api_tournament, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "A tournament with its table and pairings",
                   .answer = "Tournament")},
    {APO_HTTP_GET, "/api/tournaments/:id/events", api_tournament_events, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "When something changes in a tournament",
                   .answer = "{version:int}", .events = "changed")},
    {APO_HTTP_POST, "/api/tournaments", api_tournament_create, 0, 2 * APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Announces a tournament",
                   .answer = "{id:id url:text}", .body = "TournamentSetup", .status = 201)},
    APO_ROUTES_END,
};
