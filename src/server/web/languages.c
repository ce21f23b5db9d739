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

enum {
    LANGUAGES_MAX = 200, /* those built in and those of the operator's folder */
    REASON_MAX = 512,
    ADDRESS_MAX = 64,
    COOKIE_AGE_S = 365 * 86400
};

typedef struct tongue {
    apo_i18n *i18n;            /* NULL: English */
    apo_buffer json;           /* for scripts */
    char address[ADDRESS_MAX]; /* digest of the JSON */
    bool is_of_folder;
} tongue;

struct apo_languages {
    tongue list[LANGUAGES_MAX]; /* English first */
    const char *codes[LANGUAGES_MAX + 1];
    size_t count;
    apo_buffer faults; /* of those not offered, one per line */
};

/* --- the catalogues ------------------------------------------------------ */

static void note_fault(apo_languages *languages, const char *path, const char *fault)
{
    apo_buffer_add(&languages->faults, path);
    apo_buffer_add(&languages->faults, ": ");
    apo_buffer_add(&languages->faults, fault);
    apo_buffer_add_char(&languages->faults, '\n');
}

static void note_faults(apo_languages *languages, const char *path, apo_status status,
                        const apo_fault_list *faults)
{
    char reason[REASON_MAX];
    apo_text text = apo_text_start(reason, sizeof reason);
    apo_fault_write_first(&text, faults, status);
    note_fault(languages, path, reason);
}

/* "/api/words/de?v=1234": the URL changes with the texts, so that browsers may cache them. */
static void write_address(tongue *into)
{
    static const apo_hash_key key = {{0x776f, 0x7264}};
    apo_text text = apo_text_start(into->address, sizeof into->address);
    apo_text_add(&text, "/api/words/");
    apo_text_add(&text, apo_i18n_language(into->i18n));
    apo_text_add(&text, "?v=");
    apo_text_add_number(&text,
                        (int64_t)(apo_hash_span(&key, apo_buffer_span(&into->json)) >> 1));
}

static size_t index_of(const apo_languages *languages, apo_span code)
{
    return apo_span_index(code, languages->codes, (unsigned)languages->count);
}

/* Takes the catalogue; NULL is English. */
static void put(apo_languages *languages, size_t index, apo_i18n *i18n, bool is_of_folder)
{
    tongue *into = &languages->list[index];
    apo_i18n_free(into->i18n);
    apo_buffer_clear(&into->json);
    apo_buffer_init(&into->json, NULL);
    into->i18n = i18n;
    into->is_of_folder = is_of_folder;
    apo_i18n_json(i18n, &into->json);
    write_address(into);
    languages->codes[index] = apo_i18n_language(i18n);
    if (index == languages->count)
        languages->count++;
}

/* A catalogue of the folder replaces one that is built in. */
static void add(apo_languages *languages, const char *path, apo_span text, bool is_of_folder)
{
    apo_i18n *i18n = NULL;
    apo_fault_list faults;
    apo_fault_list_init(&faults);
    apo_status status = apo_i18n_read(&i18n, text, &faults);
    if (status != APO_OK) {
        note_faults(languages, path, status, &faults);
        return;
    }
    size_t index = index_of(languages, apo_span_of(apo_i18n_language(i18n)));
    bool is_known = index < languages->count;
    const char *fault = NULL;
    if (index == 0)
        fault = "the pages are in English already";
    else if (is_known && languages->list[index].is_of_folder)
        fault = "another file of the folder has this language";
    else if (index == LANGUAGES_MAX)
        fault = "there are too many languages";
    if (fault != NULL)
        note_fault(languages, path, fault);
    if (fault != NULL || (is_known && !is_of_folder))
        apo_i18n_free(i18n);
    else
        put(languages, index, i18n, is_of_folder);
}

static apo_status add_built_in(apo_languages *languages, const apo_http *http)
{
    apo_buffer names;
    apo_buffer_init(&names, NULL);
    apo_http_asset_list(http, "i18n", ".po", &names);
    apo_span rest = apo_buffer_span(&names), line;
    bool is_failed = names.is_failed;
    while (!is_failed && apo_span_line(&rest, &line)) {
        apo_buffer name, text;
        apo_buffer_init(&name, NULL);
        apo_buffer_init(&text, NULL);
        apo_buffer_add_span(&name, line);
        is_failed = name.is_failed;
        apo_status status =
            is_failed ? APO_E_MEMORY : apo_http_asset_read(http, name.bytes, &text);
        if (status == APO_OK)
            add(languages, name.bytes, apo_buffer_span(&text), false);
        else if (!is_failed)
            note_fault(languages, name.bytes, apo_status_message(status));
        apo_buffer_clear(&name);
        apo_buffer_clear(&text);
    }
    apo_buffer_clear(&names);
    return is_failed ? APO_E_MEMORY : APO_OK;
}

apo_status apo_languages_new(apo_languages **out, const apo_http *http,
                             const apo_server_options *options)
{
    apo_languages *languages = apo_allocate_zero(NULL, sizeof *languages);
    if (languages == NULL)
        return APO_E_MEMORY;
    apo_buffer_init(&languages->faults, NULL);
    put(languages, 0, NULL, false);
    apo_status status = add_built_in(languages, http);
    for (size_t i = 0; i < options->language_count; i++)
        add(languages, options->languages[i].path, options->languages[i].text, true);
    for (size_t i = 0; i < languages->count; i++)
        if (languages->list[i].json.is_failed)
            status = APO_E_MEMORY;
    if (status == APO_OK)
        *out = languages;
    else
        apo_languages_free(languages);
    return status;
}

void apo_languages_free(apo_languages *languages)
{
    if (languages == NULL)
        return;
    for (size_t i = 0; i < languages->count; i++) {
        apo_i18n_free(languages->list[i].i18n);
        apo_buffer_clear(&languages->list[i].json);
    }
    apo_buffer_clear(&languages->faults);
    apo_free(NULL, languages);
}

void apo_languages_faults(const apo_languages *languages, apo_buffer *out)
{
    apo_buffer_add_span(out, apo_buffer_span(&languages->faults));
}

/* --- the choice ---------------------------------------------------------- */

/* The language with that code; false: none is offered. */
static bool find(const apo_app *app, apo_span code, size_t *out)
{
    if (app->languages == NULL)
        return false;
    size_t index = index_of(app->languages, code);
    if (index == app->languages->count)
        return false;
    *out = index;
    return true;
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
        apo_header_language(wanted, app->languages->codes, &index))
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
    apo_fill_flag(fill, "is_rtl", apo_i18n_is_rtl(app->languages->list[chosen].i18n));
    for (size_t i = 0; i < app->languages->count; i++) {
        apo_fill *row = apo_fill_row(fill, "languages");
        apo_fill_string(row, "code", app->languages->codes[i]);
        apo_fill_string(row, "name", apo_i18n_name(app->languages->list[i].i18n));
        apo_fill_flag(row, "is_current", i == chosen);
    }
}

/* --- for translators ----------------------------------------------------- */

/* A catalogue may lag behind: the fullest says how many texts there are. */
static size_t text_count(const apo_languages *languages)
{
    size_t most = 0;
    for (size_t i = 0; i < languages->count; i++) {
        size_t size = apo_i18n_size(languages->list[i].i18n);
        most = size > most ? size : most;
    }
    return most;
}

/* A line of faults without the folder's path, which is nobody else's business. */
static apo_span file_name(apo_span line)
{
    size_t from = 0;
    for (size_t i = 0; i < line.length && line.text[i] != ':'; i++)
        if (line.text[i] == '/')
            from = i + 1;
    return apo_span_part(line, from, line.length);
}

void apo_languages_fill_progress(const apo_app *app, apo_fill *fill)
{
    const apo_languages *languages = app->languages;
    size_t total = text_count(languages);
    apo_fill_number(fill, "total", (int64_t)total);
    for (size_t i = 1; i < languages->count; i++) {
        const apo_i18n *i18n = languages->list[i].i18n;
        apo_fill *row = apo_fill_row(fill, "languages");
        apo_fill_string(row, "code", languages->codes[i]);
        apo_fill_string(row, "name", apo_i18n_name(i18n));
        apo_fill_number(row, "done", (int64_t)apo_i18n_count(i18n));
        apo_fill_number(row, "left", (int64_t)(total - apo_i18n_count(i18n)));
        apo_fill_flag(row, "is_built_in", !languages->list[i].is_of_folder);
    }
    apo_span rest = apo_buffer_span(&languages->faults), line;
    while (apo_span_line(&rest, &line))
        apo_fill_text(apo_fill_row(fill, "faults"), "fault", file_name(line));
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
        apo_http_set_cookie(job->req, APO_LANGUAGE_COOKIE,
                            apo_span_of(job->app->languages->codes[job->index]), COOKIE_AGE_S);
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
    apo_store_set_language(batch, visitor->person.id, app->languages->codes[index]);
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
    {APO_HTTP_GET, "/api/words/:language", api_i18n, APO_HTTP_ASIDE, 0,
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
