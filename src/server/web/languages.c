#include "server/web/languages.h"

#include <stdatomic.h>
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
    apo_buffer text;           /* of a file of the folder; else empty */
    bool is_of_folder;
} tongue;

/* What is on offer at one time; never changes. */
typedef struct language_set {
    tongue list[LANGUAGES_MAX]; /* English first */
    const char *codes[LANGUAGES_MAX + 1];
    size_t count;
    apo_buffer faults;          /* of those not offered, one per line */
    struct language_set *older; /* replaced before this one, and perhaps still in use */
    uint64_t mark;              /* when this one was replaced (net/turns.h) */
} language_set;

struct apo_languages {
    _Atomic(language_set *) now;
    language_set *replaced;
    uint64_t read, seen; /* states of the folder: when it was read, and at the last look */
    bool is_reading;
};

/* --- the catalogues ------------------------------------------------------ */

static void note_fault(language_set *set, const char *path, const char *fault)
{
    apo_buffer_add(&set->faults, path);
    apo_buffer_add(&set->faults, ": ");
    apo_buffer_add(&set->faults, fault);
    apo_buffer_add_char(&set->faults, '\n');
}

static void note_faults(language_set *set, const char *path, apo_status status,
                        const apo_fault_list *faults)
{
    char reason[REASON_MAX];
    apo_text text = apo_text_start(reason, sizeof reason);
    apo_fault_write_first(&text, faults, status);
    note_fault(set, path, reason);
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

static size_t index_of(const language_set *set, apo_span code)
{
    return apo_span_index(code, set->codes, (unsigned)set->count);
}

/* Takes the catalogue; NULL is English. */
static void put(language_set *set, size_t index, apo_i18n *i18n, apo_span text_of_folder)
{
    tongue *into = &set->list[index];
    apo_i18n_free(into->i18n);
    apo_buffer_clear(&into->json);
    apo_buffer_init(&into->json, NULL);
    into->i18n = i18n;
    into->is_of_folder = text_of_folder.length > 0;
    apo_buffer_clear(&into->text);
    apo_buffer_init(&into->text, NULL);
    apo_buffer_add_span(&into->text, text_of_folder);
    apo_i18n_json(i18n, &into->json);
    write_address(into);
    set->codes[index] = apo_i18n_language(i18n);
    if (index == set->count)
        set->count++;
}

/* A catalogue of the folder replaces one that is built in. */
static void add(language_set *set, const char *path, apo_span text, bool is_of_folder)
{
    apo_i18n *i18n = NULL;
    apo_fault_list faults;
    apo_fault_list_init(&faults);
    apo_status status = apo_i18n_read(&i18n, text, &faults);
    if (status != APO_OK) {
        note_faults(set, path, status, &faults);
        return;
    }
    size_t index = index_of(set, apo_span_of(apo_i18n_language(i18n)));
    bool is_known = index < set->count;
    const char *fault = NULL;
    if (index == 0)
        fault = "the pages are in English already";
    else if (is_known && set->list[index].is_of_folder)
        fault = "another file of the folder has this language";
    else if (index == LANGUAGES_MAX)
        fault = "there are too many languages";
    if (fault != NULL)
        note_fault(set, path, fault);
    if (fault != NULL || (is_known && !is_of_folder))
        apo_i18n_free(i18n);
    else
        put(set, index, i18n, is_of_folder ? text : apo_span_of(""));
}

static apo_status add_built_in(language_set *set, const apo_http *http)
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
            add(set, name.bytes, apo_buffer_span(&text), false);
        else if (!is_failed)
            note_fault(set, name.bytes, apo_status_message(status));
        apo_buffer_clear(&name);
        apo_buffer_clear(&text);
    }
    apo_buffer_clear(&names);
    return is_failed ? APO_E_MEMORY : APO_OK;
}

/* Frees it and what it has replaced. */
static void free_sets(language_set *set)
{
    while (set != NULL) {
        language_set *older = set->older;
        for (size_t i = 0; i < set->count; i++) {
            apo_i18n_free(set->list[i].i18n);
            apo_buffer_clear(&set->list[i].json);
            apo_buffer_clear(&set->list[i].text);
        }
        apo_buffer_clear(&set->faults);
        apo_free(NULL, set);
        set = older;
    }
}

static void take_file(void *context, const char *path, apo_span text)
{
    add(context, path, text, true);
}

/* The languages that are built in and those of the folder; NULL: out of memory. Any thread. */
static language_set *read_set(const apo_http *http, const apo_language_source *source)
{
    language_set *set = apo_allocate_zero(NULL, sizeof *set);
    if (set == NULL)
        return NULL;
    apo_buffer_init(&set->faults, NULL);
    put(set, 0, NULL, apo_span_of(""));
    bool is_failed = add_built_in(set, http) != APO_OK;
    if (source != NULL)
        source->read(source->context, take_file, set);
    for (size_t i = 0; i < set->count; i++)
        is_failed = is_failed || set->list[i].json.is_failed || set->list[i].text.is_failed;
    if (is_failed) {
        free_sets(set);
        return NULL;
    }
    return set;
}

apo_status apo_languages_new(apo_languages **out, const apo_http *http,
                             const apo_server_options *options)
{
    apo_languages *languages = apo_allocate_zero(NULL, sizeof *languages);
    const apo_language_source *source = options->languages;
    if (languages == NULL)
        return APO_E_MEMORY;
    if (source != NULL) /* before reading: a change meanwhile is seen later */
        languages->read = languages->seen = source->look(source->context);
    atomic_init(&languages->now, read_set(http, source));
    if (atomic_load(&languages->now) == NULL) {
        apo_languages_free(languages);
        return APO_E_MEMORY;
    }
    *out = languages;
    return APO_OK;
}

void apo_languages_free(apo_languages *languages)
{
    if (languages == NULL)
        return;
    free_sets(atomic_load(&languages->now));
    free_sets(languages->replaced);
    apo_free(NULL, languages);
}

void apo_languages_faults(const apo_languages *languages, apo_buffer *out)
{
    apo_buffer_add_span(out, apo_buffer_span(&atomic_load(&languages->now)->faults));
}

/* --- changes of the folder ----------------------------------------------- */

typedef struct reading {
    apo_app *app;
    language_set *set; /* NULL: not read */
    uint64_t state;
} reading;

/* In a worker's thread. */
static void read_again(void *context, unsigned worker)
{
    reading *job = context;
    (void)worker;
    job->set = read_set(job->app->http, job->app->options.languages);
}

static void log_faults(const apo_log *log, const language_set *set)
{
    apo_span rest = apo_buffer_span(&set->faults), line;
    while (apo_span_line(&rest, &line))
        apo_log_text(log, "language_not_offered", "reason", line);
}

/* The new set is used from now on. Requests under way may still use the old one. */
static void replace(void *context, apo_status status)
{
    reading *job = context;
    apo_app *app = job->app;
    apo_languages *languages = app->languages;
    languages->is_reading = false;
    if (status == APO_OK && job->set != NULL) {
        languages->read = job->state;
        log_faults(&app->log, job->set);
        language_set *old = atomic_exchange(&languages->now, job->set);
        old->mark = apo_turns_mark(apo_http_turns(app->http));
        old->older = languages->replaced;
        languages->replaced = old;
    } else {
        free_sets(job->set);
    }
    apo_free(NULL, job);
}

static void free_unused(apo_languages *languages, apo_turns *turns)
{
    language_set **at = &languages->replaced;
    while (*at != NULL && !apo_turns_have_passed(turns, (*at)->mark))
        at = &(*at)->older; /* the newest come first */
    free_sets(*at);
    *at = NULL;
}

void apo_languages_tick(apo_app *app)
{
    apo_languages *languages = app->languages;
    const apo_language_source *source = app->options.languages;
    free_unused(languages, apo_http_turns(app->http));
    if (source == NULL || languages->is_reading)
        return;
    uint64_t state = source->look(source->context);
    bool is_settled = state == languages->seen; /* nobody is writing a file */
    languages->seen = state;
    if (!is_settled || state == languages->read)
        return;
    reading *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL)
        return;
    *job = (reading){app, NULL, state};
    languages->is_reading = apo_workers_submit(app->workers, read_again, replace, job);
    if (!languages->is_reading)
        apo_free(NULL, job);
}

/* --- the choice ---------------------------------------------------------- */

/* What is on offer now; NULL: nothing yet. Valid until the request or the piece of work ends.
 */
static const language_set *offer(const apo_app *app)
{
    return app->languages == NULL ? NULL : atomic_load(&app->languages->now);
}

/* The language with that code; NULL: it is not offered. */
static const tongue *find(const language_set *set, apo_span code)
{
    size_t index = set == NULL ? 0 : index_of(set, code);
    return set == NULL || index == set->count ? NULL : &set->list[index];
}

static const tongue *choose(const language_set *set, apo_app *app, apo_http_request *req)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    apo_span cookie, wanted;
    const tongue *found = NULL;
    size_t index = 0;
    if (apo_http_query(req, "language", &wanted) && (found = find(set, wanted)) != NULL)
        return found;
    if (visitor != NULL && visitor->is_known)
        found = find(set, apo_span_of(visitor->person.language));
    if (found == NULL && apo_http_cookie(req, APO_LANGUAGE_COOKIE, &cookie))
        found = find(set, cookie);
    if (found == NULL && apo_http_header(req, "Accept-Language", &wanted))
        (void)apo_header_language(wanted, set->codes, &index);
    return found != NULL ? found : &set->list[index];
}

const apo_i18n *apo_i18n_of(const apo_app *app, const char *language)
{
    const tongue *found = find(offer(app), apo_span_of(language));
    return found == NULL ? NULL : found->i18n;
}

const apo_i18n *apo_i18n_for(apo_app *app, apo_http_request *req)
{
    const language_set *set = offer(app);
    return set == NULL ? NULL : choose(set, app, req)->i18n;
}

const apo_i18n *apo_languages_i18n(apo_http_request *req, void *context)
{
    return apo_i18n_for(context, req);
}

void apo_languages_fill(apo_app *app, apo_http_request *req, apo_fill *fill)
{
    const language_set *set = offer(app);
    if (set == NULL)
        return;
    const tongue *chosen = choose(set, app, req);
    apo_span asked;
    if (apo_http_query(req, "language", &asked))
        apo_http_allow_framing_here(req); /* the translators' page shows it */
    apo_fill_string(fill, "i18n_url", chosen->i18n == NULL ? "" : chosen->address);
    apo_fill_text(fill, "here", apo_http_target(req));
    apo_fill_flag(fill, "is_rtl", apo_i18n_is_rtl(chosen->i18n));
    for (size_t i = 0; i < set->count; i++) {
        apo_fill *row = apo_fill_row(fill, "languages");
        apo_fill_string(row, "code", set->codes[i]);
        apo_fill_string(row, "name", apo_i18n_name(set->list[i].i18n));
        apo_fill_flag(row, "is_current", &set->list[i] == chosen);
    }
}

/* --- for translators ----------------------------------------------------- */

/* A catalogue may lag behind: the fullest says how many texts there are. */
static size_t text_count(const language_set *set)
{
    size_t most = 0;
    for (size_t i = 0; i < set->count; i++) {
        size_t size = apo_i18n_size(set->list[i].i18n);
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
    const language_set *set = offer(app);
    if (set == NULL)
        return;
    size_t total = text_count(set);
    apo_fill_number(fill, "total", (int64_t)total);
    for (size_t i = 1; i < set->count; i++) {
        const apo_i18n *i18n = set->list[i].i18n;
        apo_fill *row = apo_fill_row(fill, "languages");
        apo_fill_string(row, "code", set->codes[i]);
        apo_fill_string(row, "name", apo_i18n_name(i18n));
        apo_fill_number(row, "done", (int64_t)apo_i18n_count(i18n));
        apo_fill_number(row, "left", (int64_t)(total - apo_i18n_count(i18n)));
    }
    apo_span rest = apo_buffer_span(&set->faults), line;
    while (apo_span_line(&rest, &line))
        apo_fill_text(apo_fill_row(fill, "faults"), "fault", file_name(line));
}

bool apo_languages_fill_texts(const apo_app *app, apo_span code, apo_fill *fill)
{
    const tongue *found = find(offer(app), code);
    if (found == NULL)
        return false;
    apo_fill_string(fill, "code", apo_i18n_language(found->i18n));
    apo_fill_string(fill, "name", apo_i18n_name(found->i18n));
    return true;
}

/* --- answers ------------------------------------------------------------- */

static void api_i18n(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_span version;
    const tongue *from = find(offer(app), apo_http_param(req, "language"));
    if (from == NULL) {
        apo_http_reply_error(req, 404, "not_found", "There is no such language here.");
        return;
    }
    const char *current = strchr(from->address, '=') + 1;
    if (apo_http_query(req, "v", &version) && apo_span_is(version, current))
        apo_http_reply_immutable(req, APO_HTTP_JSON, apo_buffer_span(&from->json));
    else
        apo_http_reply_tagged(req, APO_HTTP_JSON, apo_buffer_span(&from->json));
}

/* The file itself; English has none, and gets the file without translations. */
static void api_catalogue(apo_http_request *req, void *context)
{
    const apo_app *app = context;
    const tongue *from = find(offer(app), apo_http_param(req, "language"));
    apo_buffer name;
    if (from == NULL) {
        apo_http_reply_error(req, 404, "not_found", "There is no such language here.");
        return;
    }
    if (from->is_of_folder) {
        apo_http_reply_tagged(req, APO_HTTP_TEXT, apo_buffer_span(&from->text));
        return;
    }
    apo_buffer_init(&name, NULL);
    apo_buffer_add(&name, from->i18n == NULL ? "messages" : "i18n/");
    apo_buffer_add(&name, from->i18n == NULL ? ".pot" : apo_i18n_language(from->i18n));
    apo_buffer_add(&name, from->i18n == NULL ? "" : ".po");
    apo_http_reply_asset(req, name.is_failed ? "" : name.bytes);
    apo_buffer_clear(&name);
}

typedef struct language_job {
    apo_app *app;
    apo_http_request *req;
    const char *code;
    apo_ask ask;
    apo_span next; /* the page after a form */
} language_job;

static void finish(void *context, apo_status status)
{
    language_job *job = context;
    if (status != APO_OK) {
        apo_app_reply_failure(job->app, job->req, status);
    } else {
        apo_http_set_cookie(job->req, APO_LANGUAGE_COOKIE, apo_span_of(job->code),
                            COOKIE_AGE_S);
        apo_ask_reply_done(&job->ask, job->next);
    }
    apo_free(NULL, job);
}

/* The choice of known people is stored, for emails and for other browsers. */
static void keep(apo_app *app, apo_http_request *req, const char *code, const apo_ask *ask)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    language_job *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL || visitor == NULL) {
        apo_free(NULL, job);
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *job = (language_job){app, req, code, *ask, apo_ask_text(ask, "next")};
    if (!visitor->is_known) {
        finish(job, APO_OK);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_set_language(batch, visitor->person.id, code);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish, job);
}

static void api_language(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_ask ask;
    if (!apo_ask_start_either(&ask, req, "key language"))
        return;
    const tongue *found = find(offer(app), apo_ask_text(&ask, "language"));
    if (found != NULL)
        keep(app, req, apo_i18n_language(found->i18n), &ask);
    else
        apo_http_reply_error(req, 422, "bad_request", "There is no such language here.");
    apo_ask_end(&ask);
}

const apo_http_route apo_language_routes[] = {
    {APO_HTTP_GET, "/api/words/:language", api_i18n, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "The texts of the pages' scripts in a language",
                   .answer = "{language:text forms:text texts:any}", .query = "v?:text")},
    {APO_HTTP_GET, "/api/words/:language/catalogue", api_catalogue, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "A language's catalogue, in gettext's format", .answer = NULL)},
    {APO_HTTP_POST, "/api/language", api_language, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION,
                   .summary = "Chooses the language of pages and mails", .answer = "{}",
                   .body = "language:text")},
    {APO_HTTP_POST, "/language", api_language, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
