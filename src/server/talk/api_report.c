/* Reports to the moderators, about a person or one of their texts. A report serves the form of
 * the page /report, and JSON under /api/. */
#include <string.h>

#include "base/text.h"
#include "net/plain_text.h"
#include "server/talk/channel.h"
#include "server/talk/routes.h"
#include "server/talk/talk.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "store/reports.h"

enum {
    QUOTE_MAX = 500 /* characters */
};

typedef struct report_job {
    apo_app *app;
    apo_http_request *req;
    apo_ask ask;
    apo_store_person about;
    apo_store_report report;
} report_job;

static void free_job(report_job *job)
{
    apo_ask_end(&job->ask);
    apo_free(NULL, job);
}

/* Whether the reader was ever shown the message. */
static bool may_quote(apo_app *app, const apo_store_message *message, const apo_visitor *reader)
{
    apo_span game;
    char room[APO_STORE_KEY_MAX];
    apo_live_game *live_game;
    enum apo_channel_kind kind = apo_channel_read(message->room, &game);
    if (kind == APO_CHANNEL_SPECTATORS)
        return true;
    if (kind == APO_CHANNEL_PLAYERS)
        return apo_live_find(app->live, &live_game, game) == APO_OK &&
               apo_round_side_of(apo_live_game_round(live_game), apo_visitor_id(reader)) !=
                   APO_NOBODY;
    apo_channel_of_pair(room, reader->person.id, message->writer);
    return strcmp(room, message->room) == 0;
}

/* The person's message with this number, if the reader may read it. */
static bool find_message(apo_app *app, apo_store_message *out, apo_span number,
                         const apo_visitor *reader, const apo_store_person *about)
{
    int64_t id = 0;
    for (size_t i = 0; i < number.length && i < 15 && apo_is_digit(number.text[i]); i++)
        id = id * 10 + (number.text[i] - '0');
    return id > 0 && apo_store_find_message(app->store, out, id) == APO_OK &&
           strcmp(out->writer, about->id) == 0 && may_quote(app, out, reader);
}

/* --- storing ------------------------------------------------------------- */

static void reply(report_job *job)
{
    if (job->ask.is_json) {
        apo_http_reply(job->req, 201, APO_HTTP_JSON, apo_span_of("{}"));
    } else {
        apo_fill *fill = apo_fill_new();
        apo_fill_string(fill, "name", job->about.name);
        apo_fill_flag(fill, "is_done", true);
        apo_pages_reply(job->app, job->req, 200, "report", APO_T("Report"), fill);
    }
    free_job(job);
}

static void finish(void *context, apo_status status)
{
    report_job *job = context;
    if (status == APO_OK || status == APO_E_EXISTS) {
        apo_log_text(&job->app->log, "report", "about", apo_span_of(job->about.id));
        reply(job);
        return;
    }
    apo_app_reply_failure(job->app, job->req, status);
    free_job(job);
}

/* Copies a cleaned text of the request. */
static apo_status clean(char *out, size_t size, apo_span text, size_t max)
{
    apo_buffer buffer;
    apo_buffer_init(&buffer, NULL);
    apo_status status = apo_plain_text_add(&buffer, text, max, true);
    if (status == APO_OK)
        apo_text_copy_span(out, size, apo_buffer_span(&buffer));
    apo_buffer_clear(&buffer);
    return status;
}

/* Only paths of this server: a moderator follows them. */
static void take_place(apo_store_report *report, apo_span place)
{
    bool is_path = place.length > 0 && place.length < sizeof report->place &&
                   place.text[0] == '/' && (place.length == 1 || place.text[1] != '/');
    for (size_t i = 0; is_path && i < place.length; i++)
        is_path = place.text[i] > ' ' && place.text[i] < 0x7f && place.text[i] != '\\';
    if (is_path)
        apo_text_copy_span(report->place, sizeof report->place, place);
}

/* Reads what the request says; false: it has been answered. */
static bool read_report(report_job *job, const apo_visitor *visitor)
{
    apo_store_report *report = &job->report;
    apo_store_message message;
    apo_span quote = apo_ask_text(&job->ask, "quote");
    apo_status status = clean(report->reason, sizeof report->reason,
                              apo_ask_text(&job->ask, "reason"), APO_REASON_MAX_CHARS);
    if (status == APO_OK && quote.length > 0)
        status = clean(report->quote, sizeof report->quote, quote, QUOTE_MAX);
    if (status != APO_OK) {
        apo_talk_refuse(job->req, status == APO_E_TOO_LARGE ? APO_TALK_LONG : APO_TALK_EMPTY);
        return false;
    }
    if (find_message(job->app, &message, apo_ask_text(&job->ask, "message"), visitor,
                     &job->about)) {
        apo_text_copy(report->quote, sizeof report->quote, message.text);
        report->is_proved = true;
    }
    take_place(report, apo_ask_text(&job->ask, "place"));
    apo_text_copy(report->person, sizeof report->person, visitor->person.id);
    apo_text_copy(report->about, sizeof report->about, job->about.id);
    apo_text_copy_span(report->key, sizeof report->key, job->ask.key);
    report->at_ms = apo_http_wall_clock_ms();
    return apo_app_may(job->app, job->req, APO_LIMIT_REPORTS, apo_visitor_id(visitor));
}

static void api_report(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    report_job *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL || visitor == NULL) {
        apo_free(NULL, job);
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    job->app = app;
    job->req = req;
    if (!apo_ask_start_either(&job->ask, req, "key message place quote reason")) {
        apo_free(NULL, job);
        return;
    }
    if (!apo_visitor_is_account(visitor)) {
        apo_http_reply_error(req, 401, "login_needed", "Log in to report something.");
        free_job(job);
        return;
    }
    if (!apo_talk_has_key(&job->ask) || !apo_person_asked(app, req, &job->about)) {
        free_job(job);
        return;
    }
    if (apo_store_find_report_by_key(app->store, &job->report, apo_visitor_id(visitor),
                                     job->ask.key) == APO_OK) {
        reply(job);
        return;
    }
    if (!read_report(job, visitor)) {
        free_job(job);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_add_report(batch, &job->report);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish, job);
}

/* --- the form ------------------------------------------------------------ */

static void page_report(apo_http_request *req, void *context)
{
    apo_app *app = context;
    char key[APO_TOKEN_TEXT];
    apo_store_person about;
    apo_store_message message;
    apo_span number = {NULL, 0}, place = {NULL, 0};
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (!apo_visitor_is_account(visitor)) {
        apo_http_redirect(req, apo_span_of("/login"));
        return;
    }
    if (!apo_person_asked(app, req, &about))
        return;
    apo_http_query(req, "message", &number);
    apo_http_query(req, "place", &place);
    apo_token_secret(key);
    apo_fill *fill = apo_fill_new();
    apo_fill_string(fill, "name", about.name);
    apo_fill_string(fill, "key", key);
    apo_fill_text(fill, "message", number);
    apo_fill_text(fill, "place", place);
    if (find_message(app, &message, number, visitor, &about))
        apo_fill_string(fill, "quote", message.text);
    apo_pages_reply(app, req, 200, "report", APO_T("Report"), fill);
}

const apo_http_route apo_api_report_routes[] = {
    {APO_HTTP_POST, "/api/people/:name/report", api_report, 0, APO_TALK_BODY,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT,
                   .summary = "Reports somebody, or one of their messages, to the moderators",
                   .answer = "{}", .status = 201,
                   .body = "reason:text message?:text place?:text quote?:text")},
    {APO_HTTP_GET, "/report/:name", page_report, 0, 0, NULL},
    {APO_HTTP_POST, "/report/:name", api_report, 0, APO_TALK_BODY, NULL},
    APO_ROUTES_END,
};
