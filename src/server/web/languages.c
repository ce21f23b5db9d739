#include "server/web/languages.h"

#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "net/fields.h"
#include "net/hash.h"
#include "server/web/ask.h"
#include "server/web/route.h"
#include "server/web/routes.h"
#include "server/web/visitor.h"

/* English first; each name in its own language. docs/languages.md says what else a new language
 * needs. */
static const char *const codes[] = {"en", "de", "fr", NULL};
static const char *const names[] = {"English", "Deutsch", "Français"};

enum {
    LANGUAGES = sizeof names / sizeof names[0],
    REASON_MAX = 320,
    ADDRESS_MAX = 64,
    COOKIE_AGE_S = 365 * 86400
};

typedef struct tongue {
    bool is_offered;
    apo_i18n *i18n;            /* NULL: English */
    apo_buffer json;           /* for scripts */
    char address[ADDRESS_MAX]; /* digest of the JSON */
    char reason[REASON_MAX];   /* why it is not offered */
} tongue;

struct apo_languages {
    tongue list[LANGUAGES];
};

/* --- the catalogs -------------------------------------------------------- */

static void note_reason(char out[REASON_MAX], const char *code, apo_status status,
                        const apo_fault_list *faults)
{
    apo_text text = apo_text_start(out, REASON_MAX);
    apo_text_add(&text, "web/i18n/");
    apo_text_add(&text, code);
    apo_text_add(&text, ".po: ");
    apo_fault_write_first(&text, faults, status);
}

/* "/api/words/de?v=1234": the URL changes with the texts, so that browsers may cache them. */
static void write_address(tongue *into, const char *code)
{
    static const apo_hash_key key = {{0x776f, 0x7264}};
    apo_text text = apo_text_start(into->address, sizeof into->address);
    apo_text_add(&text, "/api/words/");
    apo_text_add(&text, code);
    apo_text_add(&text, "?v=");
    apo_text_add_number(&text,
                        (int64_t)(apo_hash_span(&key, apo_buffer_span(&into->json)) >> 1));
}

static apo_status load(tongue *into, const char *code, const apo_http *http)
{
    apo_fault_list faults;
    apo_buffer text, path;
    apo_fault_list_init(&faults);
    apo_buffer_init(&text, NULL);
    apo_buffer_init(&path, NULL);
    apo_buffer_add(&path, "i18n/");
    apo_buffer_add(&path, code);
    apo_buffer_add(&path, ".po");
    apo_status status =
        path.is_failed ? APO_E_MEMORY : apo_http_asset_read(http, path.bytes, &text);
    if (status == APO_OK)
        status = apo_i18n_read(&into->i18n, apo_buffer_span(&text), &faults);
    if (status != APO_OK)
        note_reason(into->reason, code, status, &faults);
    apo_buffer_clear(&text);
    apo_buffer_clear(&path);
    return status;
}

apo_status apo_languages_new(apo_languages **out, const apo_http *http)
{
    apo_languages *languages = apo_allocate_zero(NULL, sizeof *languages);
    if (languages == NULL)
        return APO_E_MEMORY;
    for (size_t i = 0; i < LANGUAGES; i++) {
        tongue *into = &languages->list[i];
        apo_buffer_init(&into->json, NULL);
        into->is_offered = i == 0 || load(into, codes[i], http) == APO_OK;
        if (!into->is_offered)
            continue;
        apo_i18n_json(into->i18n, &into->json);
        write_address(into, codes[i]);
        if (into->json.is_failed) {
            apo_languages_free(languages);
            return APO_E_MEMORY;
        }
    }
    *out = languages;
    return APO_OK;
}

void apo_languages_free(apo_languages *languages)
{
    if (languages == NULL)
        return;
    for (size_t i = 0; i < LANGUAGES; i++) {
        apo_i18n_free(languages->list[i].i18n);
        apo_buffer_clear(&languages->list[i].json);
    }
    apo_free(NULL, languages);
}

void apo_languages_missing(const apo_languages *languages, apo_buffer *out)
{
    for (size_t i = 0; i < LANGUAGES; i++) {
        if (languages->list[i].is_offered)
            continue;
        apo_buffer_add(out, languages->list[i].reason);
        apo_buffer_add_char(out, '\n');
    }
}

/* --- the choice ---------------------------------------------------------- */

/* The language with that code; false: none is offered. */
static bool find(const apo_app *app, apo_span code, size_t *out)
{
    for (size_t i = 0; app->languages != NULL && i < LANGUAGES; i++) {
        if (apo_span_is(code, codes[i]) && app->languages->list[i].is_offered) {
            *out = i;
            return true;
        }
    }
    return false;
}

static size_t choose(apo_app *app, apo_http_request *req)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    apo_span cookie, wanted;
    size_t index = 0;
    if (visitor != NULL && visitor->is_known &&
        find(app, apo_span_of(visitor->person.language), &index))
        return index;
    if (apo_http_cookie(req, APO_LANGUAGE_COOKIE, &cookie) && find(app, cookie, &index))
        return index;
    if (apo_http_header(req, "Accept-Language", &wanted) &&
        apo_header_language(wanted, codes, &index) && app->languages->list[index].is_offered)
        return index;
    return 0;
}

const apo_i18n *apo_i18n_of(const apo_app *app, const char *language)
{
    size_t index;
    return find(app, apo_span_of(language), &index) ? app->languages->list[index].i18n : NULL;
}

const apo_i18n *apo_i18n_for(apo_app *app, apo_http_request *req)
{
    return app->languages == NULL ? NULL : app->languages->list[choose(app, req)].i18n;
}

const apo_i18n *apo_languages_i18n(apo_http_request *req, void *context)
{
    return apo_i18n_for(context, req);
}

void apo_languages_fill(apo_app *app, apo_http_request *req, apo_fill *fill)
{
    if (app->languages == NULL)
        return;
    size_t chosen = choose(app, req);
    apo_fill_string(fill, "i18n_url", chosen == 0 ? "" : app->languages->list[chosen].address);
    apo_fill_text(fill, "here", apo_http_target(req));
    for (size_t i = 0; i < LANGUAGES; i++) {
        if (!app->languages->list[i].is_offered)
            continue;
        apo_fill *row = apo_fill_row(fill, "languages");
        apo_fill_string(row, "code", codes[i]);
        apo_fill_string(row, "name", names[i]);
        apo_fill_flag(row, "is_current", i == chosen);
    }
}

/* --- answers ------------------------------------------------------------- */

static void api_i18n(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_span version;
    size_t index;
    if (!find(app, apo_http_param(req, "language"), &index)) {
        apo_http_reply_error(req, 404, "not_found", "There is no such language here.");
        return;
    }
    const tongue *from = &app->languages->list[index];
    const char *current = strchr(from->address, '=') + 1;
    if (apo_http_query(req, "v", &version) && apo_span_is(version, current))
        apo_http_reply_immutable(req, APO_HTTP_JSON, apo_buffer_span(&from->json));
    else
        apo_http_reply_tagged(req, APO_HTTP_JSON, apo_buffer_span(&from->json));
}

typedef struct language_job {
    apo_app *app;
    apo_http_request *req;
    size_t index;
    apo_ask ask;
    apo_span next; /* the page after a form */
} language_job;

static void finish(void *context, apo_status status)
{
    language_job *job = context;
    if (status != APO_OK) {
        apo_app_reply_failure(job->app, job->req, status);
    } else {
        apo_http_set_cookie(job->req, APO_LANGUAGE_COOKIE, apo_span_of(codes[job->index]),
                            COOKIE_AGE_S);
        apo_ask_reply_done(&job->ask, job->next);
    }
    apo_free(NULL, job);
}

/* The choice of known people is stored, for emails and for other browsers. */
static void keep(apo_app *app, apo_http_request *req, size_t index, const apo_ask *ask)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    language_job *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL || visitor == NULL) {
        apo_free(NULL, job);
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *job = (language_job){app, req, index, *ask, apo_ask_text(ask, "next")};
    if (!visitor->is_known) {
        finish(job, APO_OK);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_set_language(batch, visitor->person.id, codes[index]);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish, job);
}

static void api_language(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_ask ask;
    size_t index;
    if (!apo_ask_start_either(&ask, req, "key language"))
        return;
    if (find(app, apo_ask_text(&ask, "language"), &index))
        keep(app, req, index, &ask);
    else
        apo_http_reply_error(req, 422, "bad_request", "There is no such language here.");
    apo_ask_end(&ask);
}

const apo_http_route apo_language_routes[] = {
    {APO_HTTP_GET, "/api/words/:language", api_i18n, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "The texts of the pages' scripts in a language",
                   .answer = "{language:text forms:text texts:any}", .query = "v?:text")},
    {APO_HTTP_POST, "/api/language", api_language, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION,
                   .summary = "Chooses the language of pages and mails", .answer = "{}",
                   .body = "language:text")},
    {APO_HTTP_POST, "/language", api_language, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
