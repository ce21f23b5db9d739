/* Series: making one, lists and pages. A series groups tournaments of one organiser; places in
 * them give points. */
#include <string.h>

#include "base/text.h"
#include "net/plain_text.h"
#include "server/tournament/routes.h"
#include "server/tournament/series.h"
#include "server/tournament/veil.h"
#include "server/tournament/view.h"
#include "server/web/ask.h"
#include "server/web/holding.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

enum {
    ID_LENGTH = 10,
    LIST_MAX = 50,
    LINES_SHOWN = 200,
    NAME_LETTERS = 60,
    NAME_MIN = 3
};

static const char usual_points[] = "25 18 15 12 10 8 6 4 2 1";

/* --- making one ---------------------------------------------------------- */

typedef struct making {
    apo_ask ask;
    apo_store_series row;
} making;

static void reply_made(const making *job, const char *id)
{
    char path[APO_STORE_ID_MAX + 16];
    apo_text text = apo_text_start(path, sizeof path);
    apo_text_add(&text, "/series/");
    apo_text_add(&text, id);
    if (job->ask.is_json)
        apo_reply_made(job->ask.req, "/series/", id);
    else
        apo_http_redirect(job->ask.req, apo_span_of(path));
}

static void finish(void *context, apo_status status)
{
    making *job = context;
    apo_store_series made;
    if (status == APO_OK)
        reply_made(job, job->row.id);
    else if (status == APO_E_EXISTS &&
             apo_store_find_series_key(job->ask.app->store, &made,
                                       apo_span_of(job->row.organiser),
                                       apo_span_of(job->row.key)) == APO_OK)
        reply_made(job, made.id);
    else
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
    apo_ask_free(job);
}

/* The points as text: a list of JSON, or the text of a form. */
static bool read_points(making *job)
{
    unsigned points[APO_SERIES_POINTS_MAX];
    const apo_json_value *list = apo_json_in_member(job->ask.body, "points");
    apo_text text = apo_text_start(job->row.points, sizeof job->row.points);
    for (size_t i = 0; i < apo_json_in_count(list); i++) {
        int64_t number;
        if (!apo_json_in_number(apo_json_in_element(list, i), 0, APO_SERIES_POINT_MAX, &number))
            return false;
        apo_text_add(&text, i > 0 ? " " : "");
        apo_text_add_number(&text, number);
    }
    if (job->ask.body == NULL)
        apo_text_add_span(&text, apo_span_trim(apo_ask_text(&job->ask, "points")));
    if (job->row.points[0] == '\0')
        apo_text_add(&text, usual_points);
    return !text.is_overflowed &&
           apo_series_read_points(points, apo_span_of(job->row.points)) > 0;
}

static bool read_best(making *job)
{
    int64_t number = 0;
    uint32_t given = 0;
    const apo_json_value *value = apo_json_in_member(job->ask.body, "best");
    const apo_span text = job->ask.body == NULL ? apo_span_trim(apo_ask_text(&job->ask, "best"))
                                                : apo_span_of("");
    if ((value != NULL && !apo_json_in_number(value, 0, APO_SERIES_EVENTS_MAX, &number)) ||
        (text.length > 0 && !apo_span_number(text, APO_SERIES_EVENTS_MAX, &given)))
        return false;
    job->row.best = value != NULL ? (unsigned)number : given;
    return true;
}

static bool read_name(making *job)
{
    apo_buffer clean;
    apo_buffer_init(&clean, NULL);
    const bool is_good = apo_plain_text_add(&clean, apo_ask_text(&job->ask, "name"),
                                            NAME_LETTERS, false) == APO_OK &&
                         clean.length >= NAME_MIN && clean.length < sizeof job->row.name;
    if (is_good)
        apo_text_copy_span(job->row.name, sizeof job->row.name, apo_buffer_span(&clean));
    apo_buffer_clear(&clean);
    return is_good;
}

/* False: the request has been answered. A series made by this same request does not count. */
static bool may_have_another(const making *job, apo_span person)
{
    apo_store_series made;
    return apo_store_find_series_key(job->ask.app->store, &made, person, job->ask.key) ==
               APO_OK ||
           apo_holding_may_grow(job->ask.app, job->ask.req, APO_HOLDING_SERIES, person);
}

/* False: the request has been answered. */
static bool read_making(making *job, const apo_visitor *visitor)
{
    apo_http_request *req = job->ask.req;
    if (!apo_visitor_is_account(visitor))
        apo_http_reply_error(req, 401, "login_needed",
                             "Series need an account: log in or create one.");
    else if ((visitor->person.standing & APO_STANDING_MUTED) != 0)
        apo_http_reply_error(req, 403, "forbidden",
                             "You cannot announce tournaments at present.");
    else if (!read_name(job))
        apo_reply_bad(req, "The name of a series has 3 to 60 letters.");
    else if (!read_points(job))
        apo_reply_bad(req, "The points of the places are up to 32 numbers, the largest first.");
    else if (!read_best(job))
        apo_reply_bad(req, "How many results count is a number up to 60; 0: all.");
    else if (apo_app_offers(job->ask.app, req, APO_FEATURE_TOURNAMENTS) &&
             may_have_another(job, apo_visitor_id(visitor)) &&
             apo_app_may(job->ask.app, req, APO_LIMIT_GAMES, apo_http_remote_key(req)))
        return true;
    return false;
}

static void api_series_create(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    making *job = apo_ask_new(sizeof *job, app, req, "key name points best");
    if (job == NULL)
        return;
    if (!read_making(job, visitor)) {
        apo_ask_free(job);
        return;
    }
    job->row.created_ms = apo_http_wall_clock_ms();
    apo_text_copy_span(job->row.organiser, sizeof job->row.organiser, apo_visitor_id(visitor));
    apo_token_name(job->row.id, ID_LENGTH);
    if (job->ask.key.length > 0)
        apo_text_copy_span(job->row.key, sizeof job->row.key, job->ask.key);
    else
        apo_text_copy(job->row.key, sizeof job->row.key, job->row.id);
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_add_series(batch, &job->row);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish, job);
}

/* --- JSON ---------------------------------------------------------------- */

typedef struct listing {
    apo_app *app;
    apo_buffer *out; /* JSON; NULL: a page */
    const apo_i18n *i18n;
    apo_fill *fill;
    const char *list; /* the rows of the page */
    apo_span person;  /* the reader */
} listing;

static void write_head(apo_buffer *out, apo_app *app, const apo_store_series *row)
{
    unsigned points[APO_SERIES_POINTS_MAX];
    apo_person_label organiser;
    const unsigned count = apo_series_read_points(points, apo_span_of(row->points));
    apo_person_label_of(&organiser, app->store, NULL, row->organiser, 0);
    apo_json_add_string(out, "id", row->id);
    apo_json_add_string(out, "name", row->name);
    apo_json_add_string(out, "organiser", organiser.name);
    apo_json_open(out, "points", '[');
    for (unsigned i = 0; i < count; i++)
        apo_json_add_number(out, NULL, points[i]);
    apo_json_close(out, ']');
    apo_json_add_number(out, "best", row->best);
    apo_json_add_number(out, "created", row->created_ms);
}

static bool add_series(void *context, const apo_store_series *row)
{
    const listing *all = context;
    apo_person_label organiser;
    if (apo_person_is_hidden(all->app->store, all->person, row->organiser))
        return true;
    if (all->out != NULL) {
        apo_json_open(all->out, NULL, '{');
        write_head(all->out, all->app, row);
        apo_json_close(all->out, '}');
        return true;
    }
    apo_person_label_of(&organiser, all->app->store, all->i18n, row->organiser, 0);
    apo_fill *fill = apo_fill_row(all->fill, all->list);
    apo_fill_string(fill, "id", row->id);
    apo_fill_string(fill, "series", row->name);
    apo_fill_string(fill, "organiser", organiser.name);
    apo_fill_number(fill, "events",
                    apo_store_count_series(all->app->store, apo_span_of(row->id)));
    return true;
}

static void api_series_list(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    listing all = {.app = app, .out = &out, .person = apo_visitor_account_id(app, req)};
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "series", '[');
    apo_store_list_series(app->store, apo_span_of(""), LIST_MAX, add_series, &all);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void add_points(apo_buffer *out, const char *name, unsigned hundredths)
{
    char buf[32];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_series_points_write(&text, hundredths);
    apo_json_add_string(out, name, buf);
}

static void write_line(apo_buffer *out, apo_app *app, const apo_series *series,
                       const apo_series_line *line)
{
    apo_person_label person;
    const char *name = series->people[line->person];
    if (!series->is_of_teams) {
        apo_person_label_of(&person, app->store, NULL, name, 0);
        name = person.name;
    }
    apo_json_open(out, NULL, '{');
    apo_json_add_number(out, "place", line->place);
    apo_json_add_string(out, "name", name);
    add_points(out, "points", line->hundredths);
    apo_json_add_number(out, "wins", line->wins);
    apo_json_open(out, "results", '[');
    for (unsigned i = 0; i < line->events; i++) {
        const apo_series_result *result = &series->results[line->first + i];
        apo_json_open(out, NULL, '{');
        apo_json_add_string(out, "tournament", series->events[result->event].id);
        apo_json_add_number(out, "place", result->place);
        add_points(out, "points", result->hundredths);
        apo_json_add_flag(out, "counts", result->counts);
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
    apo_json_close(out, '}');
}

/* The series asked for; NULL: the request has been answered. */
static apo_series *asked_series(apo_app *app, apo_http_request *req, bool is_page)
{
    apo_series *series = NULL;
    apo_status status = apo_series_load(&series, app->store, apo_http_param(req, "id"));
    if (status == APO_OK)
        return series;
    if (status != APO_E_UNKNOWN)
        apo_app_reply_failure(app, req, status);
    else if (is_page)
        apo_pages_reply_error(req, 404, "There is no such series.", app);
    else
        apo_http_reply_error(req, 404, "not_found", "There is no such series.");
    return NULL;
}

static void api_series(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    apo_series *series = asked_series(app, req, false);
    if (series == NULL)
        return;
    const apo_tournament_reader reader = {app->store, NULL, apo_visitor_account_id(app, req)};
    apo_tournament_veil_series(series, &reader);
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    write_head(&out, app, &series->row);
    apo_json_open(&out, "tournaments", '[');
    for (unsigned i = 0; i < series->event_count; i++)
        apo_tournament_view_row(&out, app, &series->events[i]);
    apo_json_close(&out, ']');
    apo_json_open(&out, "table", '[');
    for (size_t i = 0; i < series->line_count && i < LINES_SHOWN; i++)
        write_line(&out, app, series, &series->lines[i]);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_series_free(series);
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* --- pages --------------------------------------------------------------- */

static void page_series_list(apo_http_request *req, void *context)
{
    apo_app *app = context;
    listing all = {.app = app,
                   .i18n = apo_i18n_for(app, req),
                   .fill = apo_fill_new(),
                   .list = "all",
                   .person = apo_visitor_account_id(app, req)};
    apo_store_list_series(app->store, apo_span_of(""), LIST_MAX, add_series, &all);
    apo_fill_string(all.fill, "usual_points", usual_points);
    apo_pages_reply(app, req, 200, "series-list", APO_T("Series of tournaments"), all.fill);
}

static void fill_points(apo_fill *fill, const char *name, unsigned hundredths)
{
    char buf[32];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_series_points_write(&text, hundredths);
    apo_fill_string(fill, name, buf);
}

static void fill_event(apo_fill *fill, const apo_store_tournament *row, unsigned number)
{
    apo_fill *event = apo_fill_row(fill, "events");
    apo_fill_number(event, "number", number);
    apo_fill_string(event, "id", row->id);
    apo_fill_string(event, "event", row->name);
    apo_fill_flag(event, "is_open", row->state == APO_STORE_TOURNAMENT_OPEN);
    apo_fill_flag(event, "is_running", row->state == APO_STORE_TOURNAMENT_RUNNING);
    apo_fill_flag(event, "is_over", row->state == APO_STORE_TOURNAMENT_OVER);
    apo_fill_flag(event, "is_cancelled", row->state == APO_STORE_TOURNAMENT_CANCELLED);
}

static void fill_line(apo_fill *fill, apo_app *app, const apo_i18n *i18n,
                      const apo_series *series, const apo_series_line *line)
{
    apo_person_label person;
    apo_fill *row = apo_fill_row(fill, "lines");
    const char *name = series->people[line->person];
    apo_fill_number(row, "place", line->place);
    apo_fill_flag(row, "is_team", series->is_of_teams);
    if (!series->is_of_teams) {
        apo_person_label_of(&person, app->store, i18n, name, 0);
        apo_fill_string(row, "player_url", person.url);
        name = person.name;
    }
    apo_fill_string(row, "player", name);
    fill_points(row, "points", line->hundredths);
    for (unsigned i = 0; i < series->event_count; i++) {
        apo_fill *cell = apo_fill_row(row, "cells");
        const apo_series_result *result = apo_series_result_of(series, line, i);
        apo_fill_flag(cell, "has_result", result != NULL);
        if (result == NULL)
            continue;
        fill_points(cell, "result", result->hundredths);
        apo_fill_number(cell, "result_place", result->place);
        apo_fill_flag(cell, "is_struck", !result->counts);
    }
}

static void page_series(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    const apo_i18n *i18n = apo_i18n_for(app, req);
    apo_person_label organiser;
    apo_series *series = asked_series(app, req, true);
    if (series == NULL)
        return;
    const apo_tournament_reader reader = {app->store, i18n, apo_visitor_account_id(app, req)};
    apo_tournament_veil_series(series, &reader);
    apo_fill *fill = apo_fill_new();
    apo_person_label_of(&organiser, app->store, i18n, series->row.organiser, 0);
    apo_fill_string(fill, "id", series->row.id);
    apo_fill_string(fill, "name", series->row.name);
    apo_fill_string(fill, "organiser", organiser.name);
    apo_person_fill_report(fill, app->store, reader.person, series->row.organiser);
    apo_fill_string(fill, "points_of_places", series->row.points);
    apo_fill_flag(fill, "has_best", series->row.best > 0);
    apo_fill_number(fill, "best", series->row.best);
    apo_fill_flag(fill, "may_add",
                  apo_visitor_is_account(visitor) &&
                      apo_span_is(apo_visitor_id(visitor), series->row.organiser));
    for (unsigned i = 0; i < series->event_count; i++)
        fill_event(fill, &series->events[i], i + 1);
    apo_fill_flag(fill, "has_lines", series->line_count > 0);
    for (size_t i = 0; i < series->line_count && i < LINES_SHOWN; i++)
        fill_line(fill, app, i18n, series, &series->lines[i]);
    apo_pages_reply(app, req, 200, "series", series->row.name, fill);
    apo_series_free(series);
}

const apo_http_route apo_api_series_routes[] = {
    {APO_HTTP_GET, "/api/series", api_series_list, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "Series of tournaments, the newest first",
                   .answer = "{series:[{id:id name:text organiser:text points:[int] best:int "
                             "created:time}]}")},
    {APO_HTTP_GET, "/api/series/:id", api_series, APO_HTTP_ASIDE | APO_HTTP_COSTLY, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "A series with its standings",
                   .answer =
                       "{id:id name:text organiser:text points:[int] best:int created:time "
                       "tournaments:[TournamentRow] table:[{place:int name:text points:text "
                       "wins:int results:[{tournament:id place:int points:text "
                       "counts:flag}]}]}")},
    {APO_HTTP_POST, "/api/series", api_series_create, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE,
                   .summary = "Begins a series of tournaments; each is announced for it",
                   .answer = "{id:id url:text}", .body = "name:text points?:[int] best?:int",
                   .status = 201)},
    {APO_HTTP_POST, "/series", api_series_create, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_GET, "/series", page_series_list, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/series/:id", page_series, APO_HTTP_ASIDE | APO_HTTP_COSTLY, 0, NULL},
    APO_ROUTES_END,
};
