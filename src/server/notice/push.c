#include "server/notice/push.h"

#include "base/json.h"
#include "net/push_post.h"
#include "server/jobs/jobs.h"
#include "server/notice/notice.h"
#include "server/web/languages.h"
#include "store/people.h"
#include "store/push.h"

enum {
    BROWSERS_MAX = 8,         /* of a person that are told */
    TRIES_MAX = 5,            /* after some hours the notice is stale */
    AGAIN_MS = 5 * 60 * 1000, /* the first time; then longer */
    VALID_S = 12 * 3600       /* of a signature */
};

/* A message on its way. It belongs to the thread while the thread works on it. */
typedef struct delivery {
    apo_app *app;
    apo_job *job;
    uint8_t secret[APO_PUSH_SECRET];
    apo_buffer text;
    unsigned count;

    struct {
        apo_store_push row;
        enum apo_push_outcome outcome;
    } browsers[BROWSERS_MAX];
} delivery;

/* The private key follows from the server's, so a backup has it too. */
static bool read_secret(uint8_t out[APO_PUSH_SECRET], const apo_app *app)
{
    char text[APO_TOKEN_TEXT];
    apo_token_derive(text, app->key, "push", apo_span_of(""));
    return apo_push_secret_read(out, apo_span_of(text));
}

void apo_push_server_key(char out[APO_PUSH_POINT_TEXT], const apo_app *app)
{
    uint8_t secret[APO_PUSH_SECRET];
    if (!apo_push_is_there() || !read_secret(secret, app) ||
        apo_push_public(out, secret) != APO_OK)
        out[0] = '\0';
}

/* --- the thread ---------------------------------------------------------- */

static const char *contact_of(const apo_app *app)
{
    return app->options.public_url != NULL ? app->options.public_url : apo_http_url(app->http);
}

static enum apo_push_outcome send_to(const delivery *all, const apo_store_push *row)
{
    apo_push_browser browser;
    apo_push_fresh fresh;
    apo_buffer head, body;
    enum apo_push_outcome outcome = APO_PUSH_LATER;
    apo_span origin =
        apo_push_origin(apo_span_of(row->endpoint), all->app->options.push_service);
    int64_t expires_s = apo_http_wall_clock_ms() / 1000 + VALID_S;
    apo_buffer_init(&head, NULL);
    apo_buffer_init(&body, NULL);
    apo_push_fresh_make(&fresh);
    apo_status status =
        origin.length > 0 &&
                apo_push_browser_read(&browser, apo_span_of(row->point), apo_span_of(row->auth))
            ? apo_push_encrypt(&body, &browser, &fresh, apo_buffer_span(&all->text))
            : APO_E_RANGE;
    if (status == APO_E_RANGE) /* through no fault of ours: this browser cannot be reached */
        outcome = APO_PUSH_GONE;
    else if (status == APO_OK &&
             apo_push_authorize(&head, all->secret, origin, apo_span_of(contact_of(all->app)),
                                expires_s) == APO_OK)
        outcome = apo_push_post(row->endpoint, head.bytes, apo_buffer_span(&body));
    apo_buffer_clear(&head);
    apo_buffer_clear(&body);
    return outcome;
}

static void send_all(void *context, unsigned worker)
{
    delivery *all = context;
    (void)worker;
    for (unsigned i = 0; i < all->count; i++)
        all->browsers[i].outcome = send_to(all, &all->browsers[i].row);
}

/* --- the loop ------------------------------------------------------------ */

static void drop(delivery *all)
{
    apo_buffer_clear(&all->text);
    apo_free(NULL, all);
}

/* True if no browser has got it; otherwise somebody would be told twice. */
static bool is_to_be_repeated(const delivery *all)
{
    for (unsigned i = 0; i < all->count; i++) {
        if (all->browsers[i].outcome == APO_PUSH_SENT)
            return false;
    }
    unsigned later = 0;
    for (unsigned i = 0; i < all->count; i++)
        later += all->browsers[i].outcome == APO_PUSH_LATER;
    return later > 0 && apo_job_row(all->job)->tries < TRIES_MAX;
}

static void settle(void *context, apo_status status)
{
    delivery *all = context;
    apo_job *job = all->job;
    if (status != APO_OK || is_to_be_repeated(all)) {
        apo_job_delay(job, (int64_t)AGAIN_MS << (2 * apo_job_row(job)->tries));
    } else {
        apo_store_batch *batch = apo_store_batch_new();
        for (unsigned i = 0; i < all->count; i++) {
            if (all->browsers[i].outcome == APO_PUSH_GONE)
                apo_store_drop_push_to(batch, all->browsers[i].row.endpoint);
        }
        apo_job_done(job, batch);
    }
    drop(all);
}

static bool gather(void *context, const apo_store_push *row)
{
    delivery *all = context;
    all->browsers[all->count++].row = *row;
    return all->count < BROWSERS_MAX;
}

/* What web/app/offline-worker.js shows. */
static void write_text(apo_buffer *out, const apo_app *app, const apo_store_notice *notice)
{
    apo_store_person person = {.language = ""};
    apo_buffer words, path;
    apo_buffer_init(&words, NULL);
    apo_buffer_init(&path, NULL);
    (void)apo_store_find_person(app->store, &person, apo_span_of(notice->person));
    apo_notice_words(&words, app, apo_i18n_of(app, person.language), notice);
    apo_notice_path(&path, app, notice);
    apo_json_open(out, NULL, '{');
    apo_json_add_text(out, "text", apo_buffer_span(&words));
    apo_json_add_text(out, "url", apo_buffer_span(&path));
    apo_json_add_number(out, "id", notice->id);
    apo_json_close(out, '}');
    out->is_failed = out->is_failed || words.is_failed || path.is_failed;
    apo_buffer_clear(&words);
    apo_buffer_clear(&path);
}

static void push_notice(void *context, apo_job *job)
{
    apo_app *app = context;
    apo_store_notice notice;
    apo_span person = apo_span_of(apo_job_row(job)->subject);
    delivery *all = apo_allocate_zero(NULL, sizeof *all);
    if (all == NULL) {
        apo_job_end(job, APO_E_MEMORY);
        return;
    }
    all->app = app;
    all->job = job;
    apo_buffer_init(&all->text, NULL);
    apo_store_list_push(app->store, person, gather, all);
    if (all->count == 0 || !read_secret(all->secret, app) ||
        apo_store_find_notice(app->store, &notice, person,
                              apo_span_of(apo_job_row(job)->data)) != APO_OK ||
        notice.read_ms > 0) {
        drop(all);
        apo_job_done(job, NULL);
        return;
    }
    write_text(&all->text, app, &notice);
    if (all->text.is_failed || !apo_workers_submit(app->pushers, send_all, settle, all)) {
        drop(all);
        apo_job_delay(job, AGAIN_MS);
    }
}

apo_status apo_push_open(apo_app *app)
{
    if (!apo_push_is_there())
        return APO_OK;
    apo_jobs_add(app->jobs, APO_PUSH_JOB, push_notice);
    return apo_workers_new(&app->pushers, app->http, app->metrics, "pusher", 1);
}
