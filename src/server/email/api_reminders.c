/* Reminders: showing and changing an account's choice. A form of the page /account/reminders,
 * and JSON. */
#include "base/text.h"
#include "server/email/routes.h"
#include "server/live/remind_choice.h"
#include "server/web/ask.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

enum {
    DAY_HOURS = 24
};

/* What the page offers. */
static const unsigned offered[] = {168, 72, 48, 24, 12, 6, 3, 1};

enum {
    OFFERED = sizeof offered / sizeof offered[0]
};

static bool is_chosen(const apo_reminders *reminders, unsigned hours)
{
    unsigned i = 0;
    while (i < reminders->count && reminders->hours[i] != hours)
        i++;
    return i < reminders->count;
}

/* --- looking ------------------------------------------------------------- */

static void reply_json(apo_http_request *req, const apo_reminders *reminders)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "hours", '[');
    for (unsigned i = 0; i < reminders->count; i++)
        apo_json_add_number(&out, NULL, reminders->hours[i]);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* The visitor's account; NULL: the request has been answered. */
static const apo_visitor *account_of(apo_app *app, apo_http_request *req)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (apo_visitor_is_account(visitor))
        return visitor;
    apo_http_reply_error(req, 401, "login_needed", "You are not logged in.");
    return NULL;
}

static void api_reminders(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_reminders reminders;
    const apo_visitor *visitor = account_of(app, req);
    if (visitor == NULL)
        return;
    apo_reminders_find(&reminders, app, apo_visitor_id(visitor));
    reply_json(req, &reminders);
}

static void page_reminders(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_reminders reminders;
    const apo_visitor *visitor = apo_pages_account(app, req, "/account/reminders");
    const apo_i18n *i18n = apo_i18n_for(app, req);
    if (visitor == NULL)
        return;
    apo_reminders_find(&reminders, app, apo_visitor_id(visitor));
    apo_fill *fill = apo_fill_new();
    for (unsigned i = 0; i < OFFERED; i++) {
        bool is_days = offered[i] % DAY_HOURS == 0;
        unsigned count = is_days ? offered[i] / DAY_HOURS : offered[i];
        apo_fill *row = apo_fill_row(fill, "choices");
        apo_buffer text;
        apo_buffer_init(&text, NULL);
        apo_tr_fill(&text,
                    is_days ? apo_tr_plural(i18n, "{n} day before", "{n} days before", count)
                            : apo_tr_plural(i18n, "{n} hour before", "{n} hours before", count),
                    APO_GAPS(APO_GAP_NUMBER("n", count)));
        apo_fill_number(row, "hours", offered[i]);
        apo_fill_text(row, "words", apo_buffer_span(&text));
        apo_fill_flag(row, "is_chosen", is_chosen(&reminders, offered[i]));
        apo_buffer_clear(&text);
    }
    apo_pages_reply(app, req, 200, "reminders", "Reminders", fill);
}

/* --- choosing ------------------------------------------------------------ */

typedef struct choice {
    apo_app *app;
    apo_http_request *req;
    bool is_json;
    apo_reminders reminders;
} choice;

static void finish(void *context, apo_status status)
{
    choice job = *(choice *)context;
    apo_free(NULL, context);
    if (status != APO_OK)
        apo_app_reply_failure(job.app, job.req, status);
    else if (job.is_json)
        reply_json(job.req, &job.reminders);
    else
        apo_http_redirect(job.req, apo_span_of("/account"));
}

static void store(apo_app *app, apo_http_request *req, const apo_visitor *visitor,
                  const choice *chosen)
{
    choice *job = apo_allocate(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *job = *chosen;
    job->app = app;
    job->req = req;
    apo_store_batch *batch = apo_store_batch_new();
    apo_reminders_set(app, batch, visitor->person.id, &job->reminders,
                      apo_http_wall_clock_ms());
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish, job);
}

static bool read_hours(apo_reminders *out, const apo_json_value *list)
{
    size_t count = apo_json_in_count(list);
    if (list == NULL || !apo_json_in_is_list(list) || count > APO_REMINDERS_MAX)
        return false;
    for (size_t i = 0; i < count; i++) {
        int64_t hours;
        if (!apo_json_in_number(apo_json_in_element(list, i), 1, APO_REMINDER_HOURS_MAX,
                                &hours))
            return false;
        out->hours[out->count++] = (unsigned)hours;
    }
    return true;
}

static void api_reminders_set(apo_http_request *req, void *context)
{
    apo_ask ask;
    choice chosen = {.is_json = true};
    const apo_visitor *visitor = account_of(context, req);
    if (visitor == NULL || !apo_ask_start(&ask, req, "key hours"))
        return;
    if (read_hours(&chosen.reminders, apo_json_in_member(ask.body, "hours")))
        store(context, req, visitor, &chosen);
    else
        apo_reply_bad(req, "\"hours\" is a list of up to 8 numbers from 1 to 720.");
    apo_ask_end(&ask);
}

static void page_reminders_set(apo_http_request *req, void *context)
{
    choice chosen = {.is_json = false};
    const apo_visitor *visitor = account_of(context, req);
    if (visitor == NULL)
        return;
    for (unsigned i = 0; i < OFFERED; i++) {
        char name[16];
        apo_span value;
        apo_text text = apo_text_start(name, sizeof name);
        apo_text_add(&text, "before_");
        apo_text_add_number(&text, offered[i]);
        if (apo_http_form(req, name, &value))
            chosen.reminders.hours[chosen.reminders.count++] = offered[i];
    }
    store(context, req, visitor, &chosen);
}

const apo_http_route apo_api_reminders_routes[] = {
    {APO_HTTP_GET, "/api/reminders", api_reminders, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT,
                   .summary = "How long before the end of your time you are reminded",
                   .answer = "{hours:[int]}")},
    {APO_HTTP_POST, "/api/reminders", api_reminders_set, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT, .summary = "Chooses reminders",
                   .answer = "{hours:[int]}", .body = "hours:[int]")},
    {APO_HTTP_GET, "/account/reminders", page_reminders, 0, 0, NULL},
    {APO_HTTP_POST, "/account/reminders", page_reminders_set, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
