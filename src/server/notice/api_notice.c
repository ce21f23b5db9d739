/* Notices for programs and for the bell of the pages; and the choice of channels, which also
 * serves the form of the page /account/notices. */
#include "base/text.h"
#include "server/notice/notice.h"
#include "server/notice/routes.h"
#include "server/web/ask.h"
#include "server/web/languages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

enum {
    LIST_MAX = 50
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

typedef struct notice_job {
    apo_app *app;
    apo_http_request *req;
    apo_ask ask;
} notice_job;

static void finish(void *context, apo_status status)
{
    notice_job *job = context;
    if (status != APO_OK)
        apo_app_reply_failure(job->app, job->req, status);
    else
        apo_ask_reply_done(&job->ask, apo_span_of("/account/notices"));
    apo_ask_end(&job->ask);
    apo_free(NULL, job);
}

/* Reads a request; NULL: it has been answered. */
static notice_job *start(apo_app *app, apo_http_request *req, const char *names)
{
    notice_job *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return NULL;
    }
    job->app = app;
    job->req = req;
    if (apo_ask_start_either(&job->ask, req, names))
        return job;
    apo_free(NULL, job);
    return NULL;
}

static void submit(notice_job *job, apo_store_batch *batch)
{
    apo_http_defer(job->req);
    apo_store_submit(job->app->store, batch, finish, job);
}

static void drop(notice_job *job)
{
    apo_ask_end(&job->ask);
    apo_free(NULL, job);
}

static void api_read(apo_http_request *req, void *context)
{
    apo_app *app = context;
    int64_t last = 0;
    const apo_visitor *visitor = find_reader(app, req);
    notice_job *job = visitor != NULL ? start(app, req, "key last") : NULL;
    if (job == NULL)
        return;
    if (!apo_json_in_number(apo_json_in_member(job->ask.body, "last"), 0, INT64_MAX, &last)) {
        apo_reply_bad(req, "\"last\" is the number of a notice.");
        drop(job);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_read_notices(batch, visitor->person.id, last, apo_http_wall_clock_ms());
    submit(job, batch);
}

/* One kind, as JSON. */
static bool choose_one(const notice_job *job, apo_store_batch *batch, const char *person)
{
    static const struct {
        const char *name;
        unsigned bit;
    } flags[] = {
        {"page", APO_NOTICE_PAGE}, {"mail", APO_NOTICE_MAIL}, {"digest", APO_NOTICE_DIGEST}};

    unsigned channels = 0;
    enum apo_notice_kind kind = apo_notice_find(apo_ask_text(&job->ask, "kind"));
    if (kind == APO_NOTICE_KINDS)
        return false;
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        bool is_wanted = false;
        if (!apo_json_in_flag(apo_json_in_member(job->ask.body, flags[i].name), &is_wanted))
            return false;
        channels |= is_wanted ? flags[i].bit : 0;
    }
    apo_store_set_notice_choice(batch, person, apo_notice_row_of(kind)->word, channels);
    return true;
}

static bool is_ticked(const notice_job *job, const char *channel, const char *word)
{
    char name[APO_STORE_KEY_MAX];
    apo_text text = apo_text_start(name, sizeof name);
    apo_text_add(&text, channel);
    apo_text_add(&text, word);
    return apo_ask_text(&job->ask, name).length > 0;
}

/* All kinds, from the page's form. */
static void choose_all(const notice_job *job, apo_store_batch *batch, const char *person)
{
    for (unsigned kind = 0; kind < APO_NOTICE_KINDS; kind++) {
        const apo_notice_row *row = apo_notice_row_of((enum apo_notice_kind)kind);
        unsigned channels = is_ticked(job, "page_", row->word) ? APO_NOTICE_PAGE : 0;
        channels |= is_ticked(job, "mail_", row->word) ? APO_NOTICE_MAIL : 0;
        channels |= is_ticked(job, "digest_", row->word) ? APO_NOTICE_DIGEST : 0;
        apo_store_set_notice_choice(batch, person, row->word, channels);
    }
}

static void api_choose(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = find_reader(app, req);
    notice_job *job = visitor != NULL ? start(app, req, "key kind page mail digest") : NULL;
    if (job == NULL)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    if (!job->ask.is_json) {
        choose_all(job, batch, visitor->person.id);
    } else if (!choose_one(job, batch, visitor->person.id)) {
        apo_store_batch_free(batch);
        apo_reply_bad(req, "\"kind\" is a kind of notice; page, mail and digest are required.");
        drop(job);
        return;
    }
    submit(job, batch);
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
        apo_json_add_flag(&out, "page", (channels & APO_NOTICE_PAGE) != 0);
        apo_json_add_flag(&out, "mail", (channels & APO_NOTICE_MAIL) != 0);
        apo_json_add_flag(&out, "digest", (channels & APO_NOTICE_DIGEST) != 0);
        apo_json_close(&out, '}');
    }
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

const apo_http_route apo_api_notice_routes[] = {
    {APO_HTTP_GET, "/api/notices", api_notices, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ,
                   .summary = "What others have done that concerns you", .query = "before?:int",
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
     APO_OPERATION(.scope = APO_SCOPE_READ, .summary = "Which notices you get, and how",
                   .answer =
                       "{choices:[{kind:id words:text page:flag mail:flag digest:flag}]}")},
    {APO_HTTP_POST, "/api/notices/choices", api_choose, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT,
                   .summary = "Chooses how you get a kind of notice", .answer = "{}",
                   .body = "kind:id page:flag mail:flag digest:flag")},
    {APO_HTTP_POST, "/account/notices", api_choose, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
