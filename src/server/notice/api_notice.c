/* Notices for programs and for the bell of the pages; and the choice of channels, which also
 * serves the form of the page /account/notices. */
#include "base/text.h"
#include "net/fields.h"
#include "net/push_post.h"
#include "server/notice/notice.h"
#include "server/notice/push.h"
#include "server/notice/routes.h"
#include "server/web/ask.h"
#include "server/web/languages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "store/push.h"

enum {
    LIST_MAX = 50
};

/* The channels in requests, answers and the form's names. */
static const struct {
    const char *name;
    unsigned bit;
} flags[] = {{"page", APO_NOTICE_PAGE},
             {"push", APO_NOTICE_PUSH},
             {"mail", APO_NOTICE_MAIL},
             {"digest", APO_NOTICE_DIGEST}};

enum {
    CHANNELS = sizeof flags / sizeof flags[0]
};

/* Whose notices they are; NULL: the request has been answered. */
static const apo_visitor *find_reader(apo_app *app, apo_http_request *req)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (visitor != NULL && visitor->is_known)
        return visitor;
    apo_http_reply_error(req, 401, "login_needed", "You are not logged in.");
    return NULL;
}

typedef struct listing {
    apo_app *app;
    const apo_i18n *i18n;
    apo_buffer *out;
} listing;

static bool add_notice(void *context, const apo_store_notice *row)
{
    const listing *all = context;
    apo_person_label other;
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_person_label_of(&other, all->app->store, all->i18n, row->other, 0);
    apo_json_open(all->out, NULL, '{');
    apo_json_add_number(all->out, "id", row->id);
    apo_json_add_string(all->out, "kind", row->kind);
    apo_json_add_number(all->out, "at", row->at_ms);
    apo_json_add_flag(all->out, "is_read", row->read_ms > 0);
    apo_json_add_optional(all->out, "by", row->other[0] != '\0' ? other.name : NULL);
    apo_notice_words(&text, all->app, all->i18n, row);
    apo_json_add_text(all->out, "text", apo_buffer_span(&text));
    apo_buffer_clear(&text);
    apo_buffer_init(&text, NULL);
    apo_notice_path(&text, all->app, row);
    apo_json_add_text(all->out, "url", apo_buffer_span(&text));
    apo_json_close(all->out, '}');
    apo_buffer_clear(&text);
    return true;
}

static void add_unread(apo_buffer *out, apo_app *app, apo_span person)
{
    apo_json_add_number(out, "unread",
                        apo_store_count_notices(app->store, person, APO_NOTICE_PAGE));
}

static void api_notices(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    const apo_visitor *visitor = find_reader(app, req);
    if (visitor == NULL)
        return;
    listing all = {app, apo_i18n_for(app, req), &out};
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    add_unread(&out, app, apo_visitor_id(visitor));
    apo_json_open(&out, "notices", '[');
    apo_store_list_notices(app->store, apo_visitor_id(visitor),
                           apo_person_cursor(req, "before", INT64_MAX), APO_NOTICE_PAGE,
                           LIST_MAX, add_notice, &all);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void api_count(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    const apo_visitor *visitor = find_reader(app, req);
    if (visitor == NULL)
        return;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    add_unread(&out, app, apo_visitor_id(visitor));
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* --- changes ------------------------------------------------------------- */

static void finish(void *context, apo_status status)
{
    apo_ask *ask = context;
    if (status != APO_OK)
        apo_app_reply_failure(ask->app, ask->req, status);
    else
        apo_ask_reply_done(ask, apo_span_of("/account/notices"));
    apo_ask_free(ask);
}

static void submit(apo_ask *ask, apo_store_batch *batch)
{
    apo_http_defer(ask->req);
    apo_store_submit(ask->app->store, batch, finish, ask);
}

static void api_read(apo_http_request *req, void *context)
{
    apo_app *app = context;
    int64_t last = 0;
    const apo_visitor *visitor = find_reader(app, req);
    apo_ask *ask = visitor != NULL ? apo_ask_new(sizeof *ask, app, req, "key last") : NULL;
    if (ask == NULL)
        return;
    if (!apo_json_in_number(apo_json_in_member(ask->body, "last"), 0, INT64_MAX, &last)) {
        apo_reply_bad(req, "\"last\" is the number of a notice.");
        apo_ask_free(ask);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_read_notices(batch, visitor->person.id, last, apo_http_wall_clock_ms());
    submit(ask, batch);
}

/* One kind, as JSON. */
static bool choose_one(const apo_ask *ask, apo_store_batch *batch, const char *person)
{
    unsigned channels = 0;
    enum apo_notice_kind kind = apo_notice_find(apo_ask_text(ask, "kind"));
    if (kind == APO_NOTICE_KINDS)
        return false;
    for (size_t i = 0; i < CHANNELS; i++) {
        bool is_wanted = false;
        if (!apo_json_in_flag(apo_json_in_member(ask->body, flags[i].name), &is_wanted))
            return false;
        channels |= is_wanted ? flags[i].bit : 0;
    }
    apo_store_set_notice_choice(batch, person, apo_notice_row_of(kind)->word, channels);
    return true;
}

static bool is_ticked(const apo_ask *ask, const char *channel, const char *word)
{
    char name[APO_STORE_KEY_MAX];
    apo_text text = apo_text_start(name, sizeof name);
    apo_text_add(&text, channel);
    apo_text_add_char(&text, '_');
    apo_text_add(&text, word);
    return apo_ask_text(ask, name).length > 0;
}

_Static_assert((unsigned)APO_NOTICE_KINDS *CHANNELS <= APO_FIELDS_MAX, "a form may have all");

/* All kinds, from the page's form. */
static void choose_all(const apo_ask *ask, apo_store_batch *batch, const char *person)
{
    for (unsigned kind = 0; kind < APO_NOTICE_KINDS; kind++) {
        const apo_notice_row *row = apo_notice_row_of((enum apo_notice_kind)kind);
        unsigned channels = 0;
        for (size_t i = 0; i < CHANNELS; i++)
            channels |= is_ticked(ask, flags[i].name, row->word) ? flags[i].bit : 0;
        apo_store_set_notice_choice(batch, person, row->word, channels);
    }
}

static void api_choose(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = find_reader(app, req);
    apo_ask *ask = visitor != NULL
                       ? apo_ask_new(sizeof *ask, app, req, "key kind page push mail digest")
                       : NULL;
    if (ask == NULL)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    if (!ask->is_json) {
        choose_all(ask, batch, visitor->person.id);
    } else if (!choose_one(ask, batch, visitor->person.id)) {
        apo_store_batch_free(batch);
        apo_reply_bad(
            req, "\"kind\" is a kind of notice; page, push, mail and digest are required.");
        apo_ask_free(ask);
        return;
    }
    submit(ask, batch);
}

static void api_choices(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    const apo_visitor *visitor = find_reader(app, req);
    if (visitor == NULL)
        return;
    const apo_i18n *i18n = apo_i18n_for(app, req);
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "choices", '[');
    for (unsigned i = 0; i < APO_NOTICE_KINDS; i++) {
        enum apo_notice_kind kind = (enum apo_notice_kind)i;
        unsigned channels = apo_notice_channels(app->store, apo_visitor_id(visitor), kind);
        apo_json_open(&out, NULL, '{');
        apo_json_add_string(&out, "kind", apo_notice_row_of(kind)->word);
        apo_json_add_string(&out, "words", apo_tr(i18n, apo_notice_row_of(kind)->choice));
        for (size_t channel = 0; channel < CHANNELS; channel++)
            apo_json_add_flag(&out, flags[channel].name, (channels & flags[channel].bit) != 0);
        apo_json_close(&out, '}');
    }
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* --- push messages ------------------------------------------------------- */

static bool read_browser(apo_store_push *out, const apo_ask *ask)
{
    apo_push_browser browser;
    apo_span endpoint = apo_ask_text(ask, "endpoint"), point = apo_ask_text(ask, "point"),
             auth = apo_ask_text(ask, "auth");
    if (endpoint.length >= sizeof out->endpoint ||
        apo_push_origin(endpoint, ask->app->options.push_service).length == 0 ||
        !apo_push_browser_read(&browser, point, auth))
        return false;
    apo_text_copy_span(out->endpoint, sizeof out->endpoint, endpoint);
    apo_text_copy_span(out->point, sizeof out->point, point);
    apo_text_copy_span(out->auth, sizeof out->auth, auth);
    return true;
}

static void api_push(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_push row;
    const apo_visitor *visitor = find_reader(app, req);
    apo_ask *ask =
        visitor != NULL ? apo_ask_new(sizeof *ask, app, req, "key endpoint point auth") : NULL;
    if (ask == NULL)
        return;
    if (!read_browser(&row, ask)) {
        apo_reply_bad(req, "This is not a browser with a push service that is known here.");
        apo_ask_free(ask);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_set_push(batch, visitor->digest, &row);
    submit(ask, batch);
}

static void api_push_end(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = find_reader(app, req);
    apo_ask *ask = visitor != NULL ? apo_ask_new(sizeof *ask, app, req, "key") : NULL;
    if (ask == NULL)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_drop_push(batch, visitor->digest);
    submit(ask, batch);
}

const apo_http_route apo_api_notice_routes[] = {
    {APO_HTTP_GET, "/api/notices", api_notices, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ, .summary = "Your notices, the newest first",
                   .query = "before?:int",
                   .answer = "{unread:int notices:[{id:int kind:id at:time is_read:flag "
                             "by:text|null text:text url:text}]}")},
    {APO_HTTP_GET, "/api/notices/count", api_count, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ, .summary = "How many notices you have not read",
                   .answer = "{unread:int}")},
    {APO_HTTP_POST, "/api/notices/read", api_read, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT,
                   .summary = "Marks your notices up to one as read", .answer = "{}",
                   .body = "last:int")},
    {APO_HTTP_GET, "/api/notices/choices", api_choices, 0, 0,
     APO_OPERATION(
             .scope = APO_SCOPE_READ, .summary = "Which notices you get, and how",
             .answer =
                 "{choices:[{kind:id words:text page:flag push:flag mail:flag digest:flag}]}")},
    {APO_HTTP_POST, "/api/notices/choices", api_choose, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT,
                   .summary = "Chooses how you get a kind of notice", .answer = "{}",
                   .body = "kind:id page:flag push:flag mail:flag digest:flag")},
    {APO_HTTP_POST, "/api/push", api_push, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION,
                   .summary = "This browser gets push messages from now on", .answer = "{}",
                   .body = "endpoint:text point:text auth:text")},
    {APO_HTTP_POST, "/api/push/end", api_push_end, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION,
                   .summary = "This browser gets no more push messages", .answer = "{}",
                   .body = "")},
    {APO_HTTP_POST, "/account/notices", api_choose, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
