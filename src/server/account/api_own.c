/* A person's own data: the export, and deleting the account. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "server/account/account_deletion.h"
#include "server/account/routes.h"
#include "server/archive/collection.h"
#include "server/jobs/jobs.h"
#include "server/web/ask.h"
#include "server/web/chunked.h"
#include "server/web/device.h"
#include "server/web/hasher.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "store/own_data.h"

/* The requesting account, with its password hash; false: answered. */
static bool find_account(apo_app *app, apo_http_request *req, apo_store_person *out)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (apo_visitor_is_account(visitor) &&
        apo_store_find_person(app->store, out, apo_visitor_id(visitor)) == APO_OK)
        return true;
    apo_http_reply_error(req, 401, "login_needed", "You are not logged in.");
    return false;
}

/* --- the export ---------------------------------------------------------- */

/* A worker first writes the whole export to an unnamed file, as fast as it can, and then sends
 * the file. So a slow client holds a file open, and not a snapshot of the database, which would
 * let its log grow. */
enum {
    EXPORT_ROWS = 50,           /* of one step */
    EXPORTS_MAX = 16,           /* at the same time */
    EXPORT_BYTES_MAX = 1 << 29, /* half a gigabyte: a thousand times what anybody needs */
    SEND_BYTES = 64 * 1024,
    RETRY_S = 30
};

typedef struct exporting {
    apo_app *app;
    apo_own_export *rows; /* NULL: not begun, or all are in the file */
    FILE *file;
    char person[APO_STORE_ID_MAX], name[APO_STORE_NAME_MAX];
    uint64_t size;
    bool is_written;
} exporting;

static void end_export(void *context)
{
    exporting *job = context;
    job->app->exports--;
    apo_own_export_close(job->rows);
    if (job->file != NULL)
        fclose(job->file);
    apo_free(NULL, job);
}

/* In the data folder, where the operator has provided space. */
static FILE *open_nameless(const apo_app *app)
{
    char path[APO_APP_PATH_BYTES];
    int descriptor = apo_app_path(path, app, "export-XXXXXX") ? mkstemp(path) : -1;
    if (descriptor < 0)
        return NULL;
    unlink(path);
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    FILE *file = fdopen(descriptor, "w+b");
    if (file == NULL)
        close(descriptor);
    return file;
}

static bool begin_export(exporting *job, apo_store *store, apo_buffer *out)
{
    job->file = open_nameless(job->app);
    if (job->file == NULL || apo_own_export_open(&job->rows, store, apo_span_of(job->person),
                                                 apo_collection_tag(job->person)) != APO_OK)
        return false;
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "of", job->name);
    apo_json_add_number(out, "at", apo_http_wall_clock_ms());
    return true;
}

/* Moves the buffer into the file. */
static bool save(exporting *job, apo_buffer *out)
{
    size_t length = out->length;
    bool is_saved = !out->is_failed && job->size + length <= EXPORT_BYTES_MAX &&
                    (length == 0 || fwrite(out->bytes, 1, length, job->file) == length);
    job->size += length;
    apo_buffer_clear(out);
    return is_saved;
}

static enum apo_chunked_state write_rows(exporting *job, apo_store *store, apo_buffer *out,
                                         int64_t until_ms)
{
    bool has_more = true;
    if (job->rows == NULL && !begin_export(job, store, out))
        return APO_CHUNKED_BROKEN;
    while (has_more && apo_http_ticks_ms() < until_ms) {
        if (apo_own_export_more(job->rows, out, EXPORT_ROWS, &has_more) != APO_OK ||
            (has_more && !save(job, out)))
            return APO_CHUNKED_BROKEN;
    }
    if (has_more)
        return APO_CHUNKED_MORE;
    apo_json_close(out, '}');
    apo_own_export_close(job->rows);
    job->rows = NULL;
    job->is_written = true;
    if (!save(job, out) || fflush(job->file) != 0)
        return APO_CHUNKED_BROKEN;
    rewind(job->file);
    return APO_CHUNKED_MORE;
}

static enum apo_chunked_state write_export(void *context, apo_store *store, apo_buffer *out,
                                           int64_t until_ms)
{
    exporting *job = context;
    char bytes[SEND_BYTES];
    if (!job->is_written)
        return write_rows(job, store, out, until_ms);
    size_t length = fread(bytes, 1, sizeof bytes, job->file);
    if (ferror(job->file) != 0)
        return APO_CHUNKED_BROKEN;
    apo_buffer_add_span(out, (apo_span){bytes, length});
    return length > 0 ? APO_CHUNKED_MORE : APO_CHUNKED_END;
}

static void api_export(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_person person;
    if (!find_account(app, req, &person) ||
        !apo_app_may(app, req, APO_LIMIT_EXPORTS, apo_span_of(person.id)))
        return;
    if (app->exports >= EXPORTS_MAX) {
        apo_app_reply_busy(req, RETRY_S);
        return;
    }
    exporting *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    job->app = app;
    app->exports++;
    memcpy(job->person, person.id, sizeof job->person);
    memcpy(job->name, person.name, sizeof job->name);
    const apo_chunked_source source = {write_export, end_export, job};
    apo_chunked_reply(app, req, APO_HTTP_JSON, "attachment; filename=\"apothecary.json\"",
                      &source);
}

/* --- deletion ------------------------------------------------------------ */

typedef struct delete_job {
    apo_ask ask;
    apo_span name, password;
    apo_store_person person;
} delete_job;

static void free_job(delete_job *job)
{
    memset(job->person.password, 0, sizeof job->person.password);
    apo_ask_free(job);
}

static void reply_page(delete_job *job, unsigned status, const char *error)
{
    apo_fill *fill = apo_fill_new();
    apo_fill_string(fill, "error", error);
    apo_pages_reply(job->ask.app, job->ask.req, status, "delete-account", "Delete the account",
                    fill);
}

static void refuse(delete_job *job, unsigned status, const char *code, const char *words)
{
    if (job->ask.is_json)
        apo_http_reply_error(job->ask.req, status, code, words);
    else
        reply_page(job, status, apo_tr(apo_i18n_for(job->ask.app, job->ask.req), words));
    free_job(job);
}

static void finish(void *context, apo_status status)
{
    delete_job *job = context;
    if (status != APO_OK) {
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
        free_job(job);
        return;
    }
    apo_jobs_tick(job->ask.app->jobs);
    apo_visitor_clear_cookie(job->ask.req);
    apo_ask_reply_done(&job->ask, apo_span_of("/account/deleted"));
    free_job(job);
}

static void delete_account(void *context, bool is_right)
{
    delete_job *job = context;
    if (!is_right) {
        refuse(job, 403, "forbidden", "The password is wrong.");
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_account_deletion_begin(batch, &job->person, apo_http_wall_clock_ms());
    apo_store_submit(job->ask.app->store, batch, finish, job);
}

static delete_job *start(apo_app *app, apo_http_request *req)
{
    delete_job *job = apo_ask_new(sizeof *job, app, req, "key name password");
    if (job == NULL)
        return NULL;
    if (!find_account(app, req, &job->person)) {
        free_job(job);
        return NULL;
    }
    job->name = apo_ask_text(&job->ask, "name");
    job->password = apo_ask_text(&job->ask, "password");
    return job;
}

/* Requires the name, so that nobody does this by mistake, and the password, so that nobody else
 * does. */
static void api_delete_account(apo_http_request *req, void *context)
{
    apo_app *app = context;
    delete_job *job = start(app, req);
    if (job == NULL)
        return;
    if (!apo_span_is(apo_span_trim(job->name), job->person.name)) {
        refuse(job, 422, "bad_request", "Type the name of the account exactly as it is shown.");
    } else if (job->password.length > APO_PASSWORD_MAX) {
        refuse(job, 403, "forbidden", "The password is wrong.");
    } else if (!apo_device_may_confirm(app, req, apo_visitor_of(app, req))) {
        free_job(job);
    } else {
        apo_http_defer(req);
        if (!apo_hasher_check(app->hasher, job->password, job->person.password, delete_account,
                              job))
            refuse(job, 503, "busy",
                   "Too many people are logging in just now; please try again in a moment.");
    }
}

static void page_delete_account(apo_http_request *req, void *context)
{
    apo_app *app = context;
    if (apo_pages_account(app, req, "/account/delete") == NULL)
        return;
    apo_pages_reply(app, req, 200, "delete-account", "Delete the account", apo_fill_new());
}

static void page_account_deleted(apo_http_request *req, void *context)
{
    apo_fill *fill = apo_fill_new();
    apo_fill_flag(fill, "is_done", true);
    apo_pages_reply(context, req, 200, "delete-account", "The account has been deleted", fill);
}

const apo_http_route apo_api_own_routes[] = {
    {APO_HTTP_GET, "/api/account/export", api_export, APO_HTTP_COSTLY, 0,
     APO_OPERATION(.scope = APO_SCOPE_SESSION,
                   .summary = "Everything that is stored about you, table by table",
                   .answer = "any")},
    {APO_HTTP_POST, "/api/account/delete", api_delete_account, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION,
                   .summary = "Deletes the account at once and for good", .answer = "{}",
                   .body = "name:text password:text")},
    {APO_HTTP_GET, "/account/delete", page_delete_account, 0, 0, NULL},
    {APO_HTTP_POST, "/account/delete", api_delete_account, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_GET, "/account/deleted", page_account_deleted, 0, 0, NULL},
    APO_ROUTES_END,
};
