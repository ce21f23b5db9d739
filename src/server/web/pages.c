#include "server/web/pages.h"

#include "base/text.h"
#include "server/web/factors.h"
#include "server/web/languages.h"
#include "server/web/page_names.h"
#include "server/web/person.h"
#include "store/invitations.h"
#include "store/notices.h"

enum {
    REASON_MAX = 320,
    URL_MAX = 64, /* "/login?next=/account/reminders" */
    BELL = 1      /* APO_NOTICE_PAGE of server/notice/kind.h */
};

typedef struct loaded {
    apo_template *template; /* NULL: cannot be used */
    char reason[REASON_MAX];
} loaded;

struct apo_pages {
    size_t count; /* apo_page_template_count */
    loaded all[]; /* in the order of apo_page_templates */
};

static void note_reason(char out[REASON_MAX], const char *name, apo_status status,
                        const apo_fault_list *faults)
{
    apo_text text = apo_text_start(out, REASON_MAX);
    apo_text_add(&text, "web/pages/");
    apo_text_add(&text, name);
    apo_text_add(&text, ".html: ");
    apo_fault_write_first(&text, faults, status);
}

static void load(apo_pages *pages, size_t index, const apo_http *http)
{
    apo_fault_list faults;
    apo_buffer text, path;
    apo_fault_list_init(&faults);
    apo_buffer_init(&text, NULL);
    apo_buffer_init(&path, NULL);
    apo_buffer_add(&path, "pages/");
    apo_buffer_add(&path, apo_page_templates[index]);
    apo_buffer_add(&path, ".html");
    apo_status status =
        path.is_failed ? APO_E_MEMORY : apo_http_asset_read(http, path.bytes, &text);
    if (status == APO_OK)
        status = apo_template_new(&pages->all[index].template, apo_buffer_span(&text),
                                  apo_page_names, &faults);
    if (status != APO_OK)
        note_reason(pages->all[index].reason, apo_page_templates[index], status, &faults);
    apo_buffer_clear(&text);
    apo_buffer_clear(&path);
}

static const apo_template *find_page(const void *context, apo_span name)
{
    const apo_pages *pages = context;
    unsigned index = apo_span_index(name, apo_page_templates, (unsigned)pages->count);
    return index < pages->count ? pages->all[index].template : NULL;
}

/* A page that includes a missing one cannot be used either. */
static void join(apo_pages *pages, size_t index)
{
    apo_span missing;
    if (pages->all[index].template == NULL ||
        apo_template_join(pages->all[index].template, find_page, pages, &missing) == APO_OK)
        return;
    apo_text text = apo_text_start(pages->all[index].reason, REASON_MAX);
    apo_text_add(&text, "web/pages/");
    apo_text_add(&text, apo_page_templates[index]);
    apo_text_add(&text, ".html: {{>");
    apo_text_add_span(&text, missing);
    apo_text_add(&text, "}} cannot be included");
    apo_template_free(pages->all[index].template);
    pages->all[index].template = NULL;
}

apo_status apo_pages_new(apo_pages **out, apo_app *app)
{
    apo_pages *pages =
        apo_allocate_zero(NULL, sizeof *pages + apo_page_template_count * sizeof pages->all[0]);
    if (pages == NULL)
        return APO_E_MEMORY;
    pages->count = apo_page_template_count;
    for (size_t i = 0; i < pages->count; i++)
        load(pages, i, app->http);
    for (size_t i = 0; i < pages->count; i++)
        join(pages, i);
    *out = pages;
    return APO_OK;
}

void apo_pages_free(apo_pages *pages)
{
    if (pages == NULL)
        return;
    for (size_t i = 0; i < pages->count; i++)
        apo_template_free(pages->all[i].template);
    apo_free(NULL, pages);
}

void apo_pages_missing(const apo_pages *pages, apo_buffer *out)
{
    for (size_t i = 0; i < pages->count; i++) {
        if (pages->all[i].template != NULL)
            continue;
        apo_buffer_add(out, pages->all[i].reason);
        apo_buffer_add_char(out, '\n');
    }
}

static const apo_template *find(const apo_pages *pages, const char *name)
{
    return pages == NULL ? NULL : find_page(pages, apo_span_of(name));
}

/* The number of games in which it is the visitor's turn; empty for none. */
static void fill_turns(apo_fill *fill, apo_app *app, apo_span person)
{
    int64_t turns = 0, others = 0;
    apo_store_count_turn(app->store, person, &turns, &others);
    apo_fill_flag(fill, "is_turn", turns > 0);
    apo_fill_number(fill, "turns", turns);
}

/* The names that every page may use. */
static void fill_common(apo_fill *fill, apo_app *app, apo_http_request *req, const char *title)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    bool is_account = apo_visitor_is_account(visitor);
    bool is_named = visitor != NULL && visitor->is_known;
    const apo_i18n *i18n = apo_i18n_for(app, req);
    apo_fill_string(fill, "static", apo_http_static(app->http));
    apo_fill_language(fill, i18n);
    apo_fill_string(fill, "lang", apo_i18n_language(i18n));
    apo_fill_string(fill, "title", title);
    apo_fill_string(fill, "user_name", is_named ? visitor->person.name : apo_tr(i18n, "Guest"));
    apo_fill_flag(fill, "is_account", is_account);
    apo_fill_flag(fill, "is_guest", !is_account);
    unsigned standing = is_account ? visitor->person.standing : 0;
    apo_fill_flag(fill, "may_operate", (standing & APO_STANDING_OPERATOR) != 0);
    apo_fill_flag(fill, "has_imprint", apo_settings_has_operator(app->store));
    apo_fill_flag(fill, "may_moderate", (standing & APO_STANDING_OFFICES) != 0);
    apo_fill_flag(fill, "wants_zone", is_account && visitor->person.zone[0] == '\0');
    unsigned invitations =
        is_account ? apo_store_count_asked(app->store, apo_visitor_id(visitor)) : 0;
    if (invitations > 0)
        apo_fill_number(fill, "invitations", invitations);
    apo_fill_flag(fill, "is_named", is_named);
    unsigned unread =
        is_named ? apo_store_count_notices(app->store, apo_visitor_id(visitor), BELL) : 0;
    apo_fill_flag(fill, "has_notices", unread > 0);
    apo_fill_number(fill, "unread", unread);
    if (is_named)
        fill_turns(fill, app, apo_visitor_id(visitor));
}

/* Without templates: the message alone. */
static void write_bare(apo_buffer *out, const char *title)
{
    apo_buffer_add(out, "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>");
    apo_html_add(out, apo_span_of(title));
    apo_buffer_add(out, "</title><h1>");
    apo_html_add(out, apo_span_of(title));
    apo_buffer_add(out, "</h1><p>The server is running, but its pages are missing. The API "
                        "under /api/ works.</p></html>\n");
}

void apo_pages_reply(apo_app *app, apo_http_request *req, unsigned status, const char *name,
                     const char *title, apo_fill *fill)
{
    const apo_template *page = find(app->pages, name), *layout = find(app->pages, "layout");
    apo_fill *frame = apo_fill_new();
    apo_buffer content, out;
    title = apo_tr(apo_i18n_for(app, req), title);
    apo_buffer_init(&content, NULL);
    apo_buffer_init(&out, NULL);
    fill_common(fill, app, req, title);
    fill_common(frame, app, req, title);
    apo_languages_fill(app, req, frame);
    apo_http_add_header(req, "Vary", apo_span_of("Accept-Language, Cookie"));
    if (page == NULL || layout == NULL || fill == NULL || frame == NULL) {
        write_bare(&out, title);
    } else {
        apo_template_write(page, fill, &content);
        apo_fill_text(frame, "content", apo_buffer_span(&content));
        apo_template_write(layout, frame, &out);
    }
    bool is_failed = content.is_failed || out.is_failed ||
                     (fill != NULL && apo_fill_is_failed(fill)) ||
                     (frame != NULL && apo_fill_is_failed(frame));
    apo_buffer_clear(&content);
    apo_fill_free(frame);
    apo_fill_free(fill);
    if (is_failed) {
        apo_buffer_clear(&out);
        apo_http_reply(req, 500, APO_HTTP_TEXT, apo_span_of("The server is out of memory.\n"));
    } else {
        apo_http_reply_buffer(req, status, APO_HTTP_HTML, &out);
    }
}

const apo_visitor *apo_pages_account(apo_app *app, apo_http_request *req, const char *path)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    char url[URL_MAX];
    apo_text text = apo_text_start(url, sizeof url);
    if (apo_visitor_is_account(visitor))
        return visitor;
    apo_text_add(&text, "/login?next=");
    apo_text_add(&text, path);
    apo_http_redirect(req, apo_text_span(&text));
    return NULL;
}

const apo_visitor *apo_pages_officer(apo_app *app, apo_http_request *req, const char *path,
                                     unsigned offices, const char *message)
{
    const apo_visitor *visitor = apo_pages_account(app, req, path);
    if (visitor == NULL)
        return NULL;
    if ((visitor->person.standing & offices) == 0) {
        apo_pages_reply_error(req, 403, message, app);
        return NULL;
    }
    if (!apo_factors_are_demanded(app, &visitor->person) ||
        apo_factors_are_there(app, visitor->person.id))
        return visitor;
    apo_pages_reply_error(req, 403,
                          "This page needs a second factor. Add a passkey, or switch on codes, "
                          "on the page of your account.",
                          app);
    return NULL;
}

/* Fills a link to a place where something like the missing page may be found. */
static void fill_way(apo_fill *fill, apo_app *app, apo_http_request *req)
{
    static const struct {
        const char *below, *href, *words;
    } ways[] = {
        {"/game/", "/archive", APO_T("Search the archive")},
        {"/archive/", "/archive", APO_T("Search the archive")},
        {"/join", "/games", APO_T("Your games")},
        {"/rules/", "/rules", APO_T("Rules of the games")},
        {"/learn/", "/learn", APO_T("Learn by playing")},
        {"/problems/", "/problems", APO_T("Problems")},
        {"/study/", "/studies", APO_T("Studies")},
        {"/tournaments/", "/tournaments", APO_T("Tournaments")},
        {"/series/", "/series", APO_T("Series of tournaments")},
        {"/workshop/", "/workshop/games", APO_T("Games that people have made")},
        {"/@/", "/players", APO_T("Players")},
    };

    apo_span path = apo_http_path(req);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (!apo_span_starts_with(path, ways[i].below))
            continue;
        apo_fill *way = apo_fill_row(fill, "way");
        apo_fill_string(way, "href", ways[i].href);
        apo_fill_string(way, "words", apo_tr(apo_i18n_for(app, req), ways[i].words));
        return;
    }
}

void apo_pages_reply_error(apo_http_request *req, unsigned status, const char *message,
                           void *context)
{
    const char *title =
        status == 404 ? APO_T("There is no such page") : APO_T("That did not work");
    apo_fill *fill = apo_fill_new();
    apo_fill_string(fill, "message", apo_tr(apo_i18n_for(context, req), message));
    apo_fill_number(fill, "status", status);
    if (status == 404)
        fill_way(fill, context, req);
    apo_pages_reply(context, req, status, "error", title, fill);
}
