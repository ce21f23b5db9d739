/* Moderation in the browser: what is waiting, what has been done, and the actions themselves.
 * For accounts that are moderators or operators. */
#include "base/text.h"
#include "server/account/moderate.h"
#include "server/account/routes.h"
#include "server/live/live.h"
#include "server/web/ask.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "server/web/zones.h"
#include "store/reports.h"

enum {
    REPORTS_MAX = 50,
    LOG_MAX = 50,
    PAIRS_MAX = 30,
    DAY_MS = 24 * 3600 * 1000
};

/* --- looking ------------------------------------------------------------- */

typedef struct listing {
    apo_app *app;
    apo_fill *fill;
    const apo_i18n *i18n;
    const char *zone;
} listing;

static void fill_time(const listing *all, apo_fill *row, const char *gap, int64_t at_ms)
{
    apo_zones_fill_time(row, gap, all->i18n, all->zone, at_ms);
}

/* A person's name, and the path of their page, by id. */
static void fill_person(const listing *all, apo_fill *row, const char *gap, const char *url,
                        const char *id)
{
    apo_person_label label;
    apo_person_label_of(&label, all->app->store, all->i18n, id, 0);
    apo_fill_string(row, gap, label.name);
    apo_fill_string(row, url, label.url);
}

static bool add_report(void *context, const apo_store_report *report)
{
    const listing *all = context;
    apo_fill *row = apo_fill_row(all->fill, "reports");
    apo_fill_number(row, "number", report->id);
    fill_time(all, row, "time", report->at_ms);
    fill_person(all, row, "by", "by_url", report->person);
    fill_person(all, row, "about", "about_url", report->about);
    apo_fill_string(row, "place", report->place);
    apo_fill_string(row, "quote", report->quote);
    apo_fill_flag(row, "is_proved", report->is_proved);
    apo_fill_string(row, "reason", report->reason);
    return true;
}

static bool add_log_row(void *context, const apo_store_log_entry *entry)
{
    const listing *all = context;
    apo_fill *row = apo_fill_row(all->fill, "log");
    fill_time(all, row, "time", entry->at_ms);
    apo_fill_string(row, "by", entry->who);
    apo_fill_string(row, "action", entry->action);
    apo_fill_string(row, "name", entry->name);
    apo_fill_string(row, "reason", entry->reason);
    return true;
}

static bool add_pair(void *context, const apo_store_pair *pair)
{
    const listing *all = context;
    char score[24];
    apo_text text = apo_text_start(score, sizeof score);
    apo_fill *row = apo_fill_row(all->fill, "pairs");
    fill_person(all, row, "by", "by_url", pair->person);
    fill_person(all, row, "about", "about_url", pair->opponent);
    apo_fill_number(row, "games", pair->games);
    apo_fill_number(row, "short_games", pair->short_games);
    apo_text_add_number(&text, pair->quarters / 4);
    apo_text_add_char(&text, '.');
    apo_text_add_number(&text, pair->quarters % 4 * 25);
    apo_fill_string(row, "score", score);
    apo_fill_flag(row, "is_one_sided", apo_pair_is_one_sided(pair));
    apo_fill_flag(row, "is_short", apo_pair_is_short(pair));
    return true;
}

static bool add_standing(void *context, const apo_store_person *person)
{
    const listing *all = context;
    apo_fill *row = apo_fill_row(all->fill, "standing");
    fill_person(all, row, "name", "url", person->id);
    apo_fill_flag(row, "is_muted", (person->standing & APO_STANDING_MUTED) != 0);
    apo_fill_flag(row, "is_closed", (person->standing & APO_STANDING_CLOSED) != 0);
    apo_fill_flag(row, "is_moderator", (person->standing & APO_STANDING_MODERATOR) != 0);
    apo_fill_flag(row, "is_operator", (person->standing & APO_STANDING_OPERATOR) != 0);
    return true;
}

static void add_floods(const listing *all)
{
    for (unsigned i = 0; i < APO_FLOOD_ROWS; i++) {
        const apo_flood *flood = &all->app->floods.rows[i];
        apo_store_person person;
        if (flood->count == 0)
            continue;
        bool is_person =
            apo_store_find_person(all->app->store, &person, apo_span_of(flood->key)) == APO_OK;
        apo_fill *row = apo_fill_row(all->fill, "floods");
        apo_fill_string(row, "limit",
                        apo_tr(all->i18n, apo_limit_word((enum apo_limit)flood->limit)));
        apo_fill_string(row, "name", is_person ? person.name : flood->key);
        apo_fill_flag(row, "is_account", is_person && person.is_account);
        apo_fill_number(row, "count", flood->count);
        fill_time(all, row, "time", flood->last_ms);
    }
}

static void reply_page(apo_app *app, apo_http_request *req, unsigned status, const char *error)
{
    apo_span done = {NULL, 0};
    const apo_visitor *visitor = apo_visitor_of(app, req);
    listing all = {app, apo_fill_new(), apo_i18n_for(app, req), apo_visitor_zone(visitor)};
    int64_t now_ms = apo_http_wall_clock_ms();
    apo_store_list_reports(app->store, true, REPORTS_MAX, add_report, &all);
    apo_store_list_log(app->store, apo_span_of(""), LOG_MAX, add_log_row, &all);
    apo_store_list_pairs(app->store, now_ms - APO_PAIR_DAYS * (int64_t)DAY_MS, APO_PAIR_GAMES,
                         PAIRS_MAX, add_pair, &all);
    apo_store_list_standing(app->store, add_standing, &all);
    add_floods(&all);
    apo_http_query(req, "done", &done);
    apo_fill_flag(all.fill, "is_done", done.length > 0);
    apo_fill_string(all.fill, "error", error);
    apo_pages_reply(app, req, status, "moderation", APO_T("Moderation"), all.fill);
}

/* --- rights -------------------------------------------------------------- */

static bool is_operator(const apo_store_person *person)
{
    return (person->standing & APO_STANDING_OPERATOR) != 0;
}

static bool has_office(const apo_store_person *person)
{
    return (person->standing & APO_STANDING_OFFICES) != 0;
}

/* The moderator who asks; NULL: the request has been answered. */
static const apo_visitor *moderator_of(apo_app *app, apo_http_request *req)
{
    return apo_pages_officer(app, req, "/moderation", APO_STANDING_OFFICES,
                             APO_T("This page is for moderators."));
}

static void page_moderation(apo_http_request *req, void *context)
{
    if (moderator_of(context, req) != NULL)
        reply_page(context, req, 200, "");
}

/* --- doing --------------------------------------------------------------- */

typedef struct action_job {
    apo_ask ask;
    apo_store_person person; /* about whom it is */
} action_job;

static void finish(void *context, apo_status status)
{
    action_job *job = context;
    apo_app *app = job->ask.app;
    if (status == APO_OK) {
        apo_live_rename(app->live, apo_span_of(job->person.id));
        apo_log_text(&app->log, "moderation", "person", apo_span_of(job->person.id));
        apo_http_redirect(job->ask.req, apo_span_of("/moderation?done=1"));
    } else {
        apo_app_reply_failure(app, job->ask.req, status);
    }
    apo_ask_free(job);
}

/* Reads the form's action. False if it may not be done here. */
static bool read_action(apo_moderation *out, const apo_ask *ask, const apo_visitor *visitor)
{
    *out = (apo_moderation){.action = apo_moderation_find(apo_ask_text(ask, "action")),
                            .name = apo_span_trim(apo_ask_text(ask, "name")),
                            .to = apo_span_trim(apo_ask_text(ask, "to")),
                            .who = apo_span_of(visitor->person.name),
                            .reason = apo_span_trim(apo_ask_text(ask, "reason"))};
    return out->action < APO_MODERATION_ACTIONS && !apo_moderation_is_office(out->action) &&
           out->name.length + out->to.length + out->reason.length < APO_MODERATION_TEXT_MAX;
}

/* Only operators decide about moderators and operators. */
static bool may_decide(const apo_moderation *asked, const apo_store_person *about,
                       const apo_visitor *visitor)
{
    return asked->action == APO_MODERATION_ANSWER || is_operator(&visitor->person) ||
           !has_office(about);
}

static void post_action(action_job *job, const apo_visitor *visitor)
{
    apo_moderation asked;
    apo_error err = {.detail = ""};
    apo_app *app = job->ask.app;
    apo_http_request *req = job->ask.req;
    apo_store_batch *batch = apo_store_batch_new();
    unsigned status = 0;
    if (!read_action(&asked, &job->ask, visitor))
        status = 400;
    else if (apo_moderate(app->store, batch, &job->person, &asked, apo_http_wall_clock_ms(),
                          &err) != APO_OK)
        status = 409;
    else if (!may_decide(&asked, &job->person, visitor))
        status = 403;
    if (status != 0) {
        apo_store_batch_free(batch);
        apo_ask_free(job);
        reply_page(app, req, status,
                   status == 409   ? err.detail
                   : status == 403 ? APO_T("An operator decides about moderators.")
                                   : APO_T("That did not work"));
        return;
    }
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish, job);
}

static void post_moderation(apo_http_request *req, void *context)
{
    const apo_visitor *visitor = moderator_of(context, req);
    if (visitor == NULL)
        return;
    action_job *job = apo_ask_new(sizeof *job, context, req, "action name to reason");
    if (job != NULL)
        post_action(job, visitor);
}

const apo_http_route apo_page_moderation_routes[] = {
    {APO_HTTP_GET, "/moderation", page_moderation, 0, 0, NULL},
    {APO_HTTP_POST, "/moderation", post_moderation, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
