/* Reports to the moderators, about a person or one of their texts. A report serves the form of
 * the page /report, and JSON under /api/. Guests have names that lead to nobody ("Guest 4821"):
 * they are found by the message that is reported. */
#include <string.h>

#include "base/text.h"
#include "server/talk/conversation.h"
#include "server/talk/routes.h"
#include "server/talk/talk.h"
#include "server/web/game_summary.h"
#include "server/web/holding.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/person_act.h"
#include "server/web/route.h"
#include "store/archive.h"
#include "store/invitations.h"
#include "store/reports.h"
#include "store/studies.h"

enum {
    QUOTE_MAX = 500 /* characters */
};

typedef struct report_job {
    apo_person_act act;
    apo_store_report report;
} report_job;

typedef struct sight {
    apo_store *store;
    apo_span reader;
    bool may_see;
} sight;

static bool look_at_record(void *context, const apo_store_record *record)
{
    sight *all = context;
    all->may_see = apo_store_may_see_record(all->store, record, all->reader);
    return false;
}

static bool may_see_game(apo_store *store, apo_span game, apo_span reader)
{
    sight all = {store, reader, false};
    return apo_store_find_record(store, game, look_at_record, &all) == APO_OK && all.may_see;
}

/* The game need not be replayed for this. */
static bool is_player(apo_store *store, apo_span game, const char *reader)
{
    apo_store_game row;
    apo_game_summary summary;
    return reader[0] != '\0' && apo_store_find_game(store, &row, game) == APO_OK &&
           apo_game_summary_read(&summary, &row) == APO_OK &&
           (strcmp(summary.seats[APO_WHITE].person, reader) == 0 ||
            strcmp(summary.seats[APO_BLACK].person, reader) == 0);
}

/* True if the reader was ever shown the message. */
static bool may_quote(apo_app *app, const apo_store_message *message, const char *reader)
{
    apo_span game;
    char conversation[APO_STORE_KEY_MAX];
    apo_store_study study;
    enum apo_conversation_kind kind = apo_conversation_read(message->conversation, &game);
    if (kind == APO_TALK_SPECTATORS)
        return true;
    if (kind == APO_TALK_ARCHIVE)
        return may_see_game(app->store, game, apo_span_of(reader));
    if (kind == APO_TALK_STUDY) /* a private one shows none */
        return apo_store_find_study(app->store, &study, game) == APO_OK &&
               study.visibility != APO_STORE_STUDY_PRIVATE;
    if (kind == APO_TALK_PLAYERS)
        return is_player(app->store, game, reader);
    apo_conversation_of_pair(conversation, reader, message->writer);
    return strcmp(conversation, message->conversation) == 0;
}

/* The message with this number, if the reader may read it. */
static bool find_message(apo_store_message *out, apo_app *app, apo_span number,
                         const char *reader)
{
    int64_t id = 0;
    for (size_t i = 0; i < number.length && i < 15 && apo_is_digit(number.text[i]); i++)
        id = id * 10 + (number.text[i] - '0');
    return id > 0 && apo_store_find_message(app->store, out, id) == APO_OK &&
           may_quote(app, out, reader);
}

/* The text of the person's message with this number, if the reader may read it. */
static bool quote_message(char out[APO_STORE_QUOTE_MAX], apo_app *app, apo_span number,
                          const char *reader, const apo_store_person *about)
{
    apo_store_message message;
    bool is_found =
        find_message(&message, app, number, reader) && strcmp(message.writer, about->id) == 0;
    if (is_found)
        apo_text_copy(out, APO_STORE_QUOTE_MAX, message.text);
    return is_found;
}

/* Whom the request is about: the account that the URL names or, where it names none that could
 * be one, the writer of the message. False: the request has been answered. */
static bool find_about(apo_store_person *out, apo_app *app, apo_http_request *req,
                       apo_span number, const char *reader)
{
    char key[APO_STORE_NAME_MAX];
    apo_store_message message;
    if (!apo_person_key(key, apo_span_trim(apo_http_param(req, "name"))) &&
        find_message(&message, app, number, reader) && strcmp(message.writer, reader) != 0 &&
        apo_store_find_person(app->store, out, apo_span_of(message.writer)) == APO_OK)
        return true;
    return apo_person_asked(app, req, out);
}

typedef struct latest_words {
    const char *writer;
    char *text; /* of APO_STORE_QUOTE_MAX bytes */
} latest_words;

static bool take_words(void *context, const apo_store_step *step)
{
    const latest_words *all = context;
    if (step->message[0] != '\0' && strcmp(step->person, all->writer) == 0)
        apo_text_copy(all->text, APO_STORE_QUOTE_MAX, step->message);
    return true;
}

/* The latest text that the person has written with an invitation between them and the reader.
 * Nobody else can open its page, a moderator no more than others. */
static bool quote_invitation(char out[APO_STORE_QUOTE_MAX], apo_app *app, apo_span id,
                             const char *reader, const apo_store_person *about)
{
    apo_store_invitation row;
    latest_words all = {about->id, out};
    out[0] = '\0';
    if (id.length == 0 || apo_store_find_invitation(app->store, &row, id) != APO_OK)
        return false;
    bool is_from = strcmp(row.asker, about->id) == 0 && strcmp(row.asked, reader) == 0;
    bool is_to = strcmp(row.asked, about->id) == 0 && strcmp(row.asker, reader) == 0;
    if (is_from || is_to)
        apo_store_list_steps(app->store, id, take_words, &all);
    return out[0] != '\0';
}

/* --- storing ------------------------------------------------------------- */

static void fill_about(apo_fill *fill, apo_app *app, apo_http_request *req,
                       const apo_store_person *about)
{
    apo_person_fill_name(fill, "name", apo_i18n_for(app, req), about->name);
    apo_fill_string(fill, "path_name", about->name);
    apo_fill_flag(fill, "has_page", about->is_account);
}

static void reply(report_job *job)
{
    if (job->act.ask.is_json) {
        apo_http_reply(job->act.ask.req, 201, APO_HTTP_JSON, apo_span_of("{}"));
    } else {
        apo_fill *fill = apo_fill_new();
        fill_about(fill, job->act.ask.app, job->act.ask.req, &job->act.other);
        apo_fill_flag(fill, "is_done", true);
        apo_pages_reply(job->act.ask.app, job->act.ask.req, 200, "report", APO_T("Report"),
                        fill);
    }
    apo_ask_free(job);
}

static void finish(void *context, apo_status status)
{
    report_job *job = context;
    if (status == APO_OK || status == APO_E_EXISTS) {
        apo_log_text(&job->act.ask.app->log, "report", "about", apo_span_of(job->act.other.id));
        reply(job);
        return;
    }
    apo_app_reply_failure(job->act.ask.app, job->act.ask.req, status);
    apo_ask_free(job);
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
static bool read_report(report_job *job)
{
    apo_store_report *report = &job->report;
    apo_app *app = job->act.ask.app;
    const char *reader = job->act.person.id;
    apo_span quote = apo_ask_text(&job->act.ask, "quote");
    enum apo_talk_refusal refusal =
        apo_talk_clean(report->reason, sizeof report->reason,
                       apo_ask_text(&job->act.ask, "reason"), APO_REASON_MAX_CHARS, true);
    if (refusal == APO_TALK_NONE && quote.length > 0)
        refusal = apo_talk_clean(report->quote, sizeof report->quote, quote, QUOTE_MAX, true);
    if (refusal != APO_TALK_NONE) {
        apo_talk_refuse(job->act.ask.req, refusal);
        return false;
    }
    char proved[APO_STORE_QUOTE_MAX];
    report->is_proved = quote_message(proved, app, apo_ask_text(&job->act.ask, "message"),
                                      reader, &job->act.other) ||
                        quote_invitation(proved, app, apo_ask_text(&job->act.ask, "invitation"),
                                         reader, &job->act.other);
    if (report->is_proved)
        apo_text_copy(report->quote, sizeof report->quote, proved);
    take_place(report, apo_ask_text(&job->act.ask, "place"));
    apo_text_copy(report->person, sizeof report->person, job->act.person.id);
    apo_text_copy(report->about, sizeof report->about, job->act.other.id);
    apo_text_copy_span(report->key, sizeof report->key, job->act.ask.key);
    report->at_ms = apo_http_wall_clock_ms();
    return apo_holding_may_grow(app, job->act.ask.req, APO_HOLDING_REPORTS,
                                apo_span_of(reader)) &&
           apo_app_may_both(app, job->act.ask.req, APO_LIMIT_REPORTS, apo_span_of(reader),
                            APO_LIMIT_REPORTERS);
}

static void api_report(apo_http_request *req, void *context)
{
    apo_app *app = context;
    report_job *job =
        apo_person_act_begin(sizeof *job, app, req, "key invitation message place quote reason",
                             "Log in to report something.");
    if (job == NULL)
        return;
    if (!find_about(&job->act.other, app, req, apo_ask_text(&job->act.ask, "message"),
                    job->act.person.id) ||
        !apo_talk_has_key(&job->act.ask)) {
        apo_ask_free(job);
        return;
    }
    if (apo_store_find_report_by_key(app->store, &job->report, apo_span_of(job->act.person.id),
                                     job->act.ask.key) == APO_OK) {
        reply(job);
        return;
    }
    if (!read_report(job)) {
        apo_ask_free(job);
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
    char quote[APO_STORE_QUOTE_MAX];
    apo_span number = {NULL, 0}, invitation = {NULL, 0}, place = {NULL, 0};
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (!apo_visitor_is_account(visitor)) {
        apo_http_redirect(req, apo_span_of("/login"));
        return;
    }
    apo_http_query(req, "message", &number);
    if (!find_about(&about, app, req, number, visitor->person.id))
        return;
    apo_http_query(req, "invitation", &invitation);
    apo_http_query(req, "place", &place);
    apo_token_secret(key);
    apo_fill *fill = apo_fill_new();
    fill_about(fill, app, req, &about);
    apo_fill_string(fill, "key", key);
    apo_fill_text(fill, "message", number);
    apo_fill_text(fill, "invitation", invitation);
    apo_fill_text(fill, "place", place);
    if (quote_message(quote, app, number, visitor->person.id, &about) ||
        quote_invitation(quote, app, invitation, visitor->person.id, &about))
        apo_fill_string(fill, "quote", quote);
    apo_pages_reply(app, req, 200, "report", APO_T("Report"), fill);
}

const apo_http_route apo_api_report_routes[] = {
    {APO_HTTP_POST, "/api/people/:name/report", api_report, 0, APO_TALK_BODY,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT,
                   .summary = "Reports somebody, or one of their messages, to the moderators",
                   .answer = "{}", .status = 201,
                   .body = "reason:text message?:text invitation?:id place?:text quote?:text")},
    {APO_HTTP_GET, "/report/:name", page_report, 0, 0, NULL},
    {APO_HTTP_POST, "/report/:name", api_report, 0, APO_TALK_BODY, NULL},
    APO_ROUTES_END,
};
