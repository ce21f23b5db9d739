/* The operators' page: the state of the server, what it offers, and whether a backup can be
 * restored. Also the legal pages, which name the operator. */
#include <sys/statvfs.h>

#include "base/text.h"
#include "server/app/backup_trial.h"
#include "server/app/routes.h"
#include "server/live/engine_pool.h"
#include "server/live/live.h"
#include "server/project/view.h"
#include "server/web/ask.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "server/web/zones.h"
#include "server/work/work.h"
#include "store/people.h"

enum {
    DAY_MS = 24 * 3600 * 1000,
    DAYS = 14, /* of growth that are shown */
    REFUSED_MAX = 30,
    FAULTS_MAX = 50,
    PROJECTS_MAX = 30,
    MIB = 1 << 20
};

/* A page that a worker's thread counts for. */
typedef struct view {
    apo_app *app;
    apo_http_request *req;
    apo_fill *fill; /* taken by the reply */
    const apo_i18n *i18n;
    const char *zone;
    int64_t now_ms;
    apo_store *store; /* the worker's */
    apo_store_overview overview;
    apo_store_growth growth[DAYS];
    unsigned days;
} view;

/* --- counting, in a worker's thread -------------------------------------- */

static bool note_growth(void *context, const apo_store_growth *growth)
{
    view *all = context;
    all->growth[all->days++] = *growth;
    return all->days < DAYS;
}

static void count(void *context, unsigned worker)
{
    view *all = context;
    all->store = all->app->worker_stores[worker];
    (void)apo_store_read_overview(all->store, &all->overview);
    (void)apo_store_list_growth(all->store, all->now_ms / DAY_MS - DAYS + 1, note_growth, all);
}

/* --- the page ------------------------------------------------------------ */

static void fill_time(const view *all, apo_fill *row, const char *gap, int64_t at_ms)
{
    apo_zones_fill_time(row, gap, all->i18n, all->zone, at_ms);
}

static void add_number(const view *all, const char *group, const char *words, int64_t number)
{
    apo_fill *row = apo_fill_row(all->fill, group);
    apo_fill_string(row, "words", apo_tr(all->i18n, words));
    apo_fill_number(row, "number", number);
}

static bool add_job_kind(void *context, const char *kind, int64_t jobs, int64_t due)
{
    const view *all = context;
    apo_fill *row = apo_fill_row(all->fill, "jobs");
    apo_fill_string(row, "kind", kind);
    apo_fill_number(row, "number", jobs);
    apo_fill_number(row, "due", due);
    return true;
}

static bool add_refused(void *context, const apo_store_mailbox *box)
{
    const view *all = context;
    apo_fill *row = apo_fill_row(all->fill, "refused");
    apo_fill_string(row, "address", box->address);
    apo_fill_string(row, "reason", box->refusal);
    fill_time(all, row, "time", box->refused_ms);
    return true;
}

/* The server's own worker has no name. */
static bool add_worker(void *context, const apo_store_worker *worker)
{
    const view *all = context;
    apo_fill *row = apo_fill_row(all->fill, "workers");
    apo_store_person person = {.name = ""};
    bool is_server = apo_span_is(apo_span_of(worker->person), APO_STORE_WORK_SERVER);
    (void)apo_store_find_person(all->app->store, &person, apo_span_of(worker->person));
    apo_fill_string(row, "name",
                    is_server ? apo_tr(all->i18n, APO_T("this server")) : person.name);
    apo_fill_number(row, "done", worker->done);
    apo_fill_number(row, "agreed", worker->agreed);
    apo_fill_number(row, "differed", worker->differed);
    fill_time(all, row, "time", worker->seen_ms);
    return true;
}

static bool add_fault(void *context, const apo_store_work_fault *fault)
{
    const view *all = context;
    apo_fill *row = apo_fill_row(all->fill, "faults");
    apo_store_person person = {.name = ""};
    char url[APO_STORE_ID_MAX + 32];
    apo_text text = apo_text_start(url, sizeof url);
    apo_work_add_url(&text, fault->kind, fault->subject);
    (void)apo_store_find_person(all->app->store, &person, apo_span_of(fault->person));
    apo_fill_string(row, "name", person.name);
    apo_fill_string(row, "url", url);
    apo_fill_string(row, "what", apo_tr(all->i18n, apo_work_words(fault->kind)));
    fill_time(all, row, "time", fault->at_ms);
    return true;
}

static bool add_project(void *context, const apo_store_project *project)
{
    const view *all = context;
    apo_fill *row = apo_fill_row(all->fill, "projects");
    int64_t left_s = apo_project_left_s(project);
    apo_fill_string(row, "id", project->id);
    apo_fill_string(row, "variant", project->variant);
    apo_fill_string(row, "kind", apo_tr(all->i18n, apo_project_kind_words(project)));
    apo_fill_string(row, "state", apo_tr(all->i18n, apo_project_state_words(project)));
    apo_fill_number(row, "games", project->games);
    apo_fill_number(row, "percent", 100 * project->done / project->parts);
    if (left_s >= 0)
        apo_fill_number(row, "minutes", left_s / 60 + 1);
    apo_fill_flag(row, "has_file", apo_project_has_file(project));
    apo_fill_flag(row, "is_open", project->state <= APO_STORE_PROJECT_PAUSED);
    apo_fill_flag(row, "is_paused", project->state == APO_STORE_PROJECT_PAUSED);
    return true;
}

static int64_t free_bytes(const apo_app *app)
{
    struct statvfs disk;
    return statvfs(app->options.data, &disk) == 0
               ? (int64_t)(disk.f_bavail * (uint64_t)disk.f_frsize)
               : 0;
}

static void fill_load(const view *all)
{
    const apo_app *app = all->app;
    apo_store_queues queues = {.jobs = 0};
    (void)apo_store_read_queues(app->store, &queues, all->now_ms);
    add_number(all, "load", APO_T("games in memory"), (int64_t)apo_live_count(app->live));
    const apo_memory_part *part;
    for (unsigned i = 0; (part = apo_memory_part_at(app->memory, i)) != NULL; i++)
        add_number(all, "load", part->words, (int64_t)(part->bytes(part->context) / MIB));
    add_number(all, "load", APO_T("megabytes that all parts may hold together"),
               (int64_t)(apo_memory_limit(app->memory) / MIB));
    if (app->pool != NULL) {
        add_number(all, "load", APO_T("engines thinking"),
                   (int64_t)apo_engine_pool_thinking(app->pool));
        add_number(all, "load", APO_T("games waiting for an engine"),
                   (int64_t)apo_engine_pool_waiting(app->pool));
    }
    add_number(all, "load", APO_T("changes waiting to be stored"),
               (int64_t)apo_store_waiting(app->store));
    add_number(all, "load", APO_T("work waiting for a thread"),
               (int64_t)apo_workers_waiting(app->workers));
    add_number(all, "load", APO_T("jobs that are due"), queues.jobs_due);
    add_number(all, "load", APO_T("mails waiting to be sent"), queues.mails_waiting);
    add_number(all, "load", APO_T("mails that could not be sent"), queues.mails_failed);
    add_number(all, "load", APO_T("reports without an answer"), queues.reports);
}

/* Days are counted in UTC. */
static void fill_growth(const view *all)
{
    int64_t most = 1;
    for (unsigned i = 0; i < all->days; i++)
        most = all->growth[i].games > most ? all->growth[i].games : most;
    apo_fill_number(all->fill, "most_games", most);
    for (unsigned i = 0; i < all->days; i++) {
        apo_buffer day;
        apo_fill *row = apo_fill_row(all->fill, "growth");
        apo_buffer_init(&day, NULL);
        apo_tr_date(&day, all->i18n, all->growth[i].day * DAY_MS);
        apo_fill_text(row, "day", apo_buffer_span(&day));
        apo_buffer_clear(&day);
        apo_fill_number(row, "accounts", all->growth[i].accounts);
        apo_fill_number(row, "games", all->growth[i].games);
    }
}

static void fill_holdings(const view *all)
{
    const apo_store_overview *held = &all->overview;
    add_number(all, "held", APO_T("accounts"), held->accounts);
    add_number(all, "held", APO_T("guests"), held->guests);
    add_number(all, "held", APO_T("games"), held->games);
    add_number(all, "held", APO_T("games in the archive"), held->finished);
    add_number(all, "held", APO_T("messages"), held->messages);
    add_number(all, "held", APO_T("problems"), held->problems);
    add_number(all, "held", APO_T("megabytes of the database"), held->bytes / MIB);
    add_number(all, "held", APO_T("megabytes of its log"),
               apo_store_log_size(all->app->store) / MIB);
    add_number(all, "held", APO_T("megabytes free on the disk"), free_bytes(all->app) / MIB);
}

static void fill_settings(apo_fill *fill, const apo_app *app, const apo_i18n *i18n)
{
    static const char *const words[APO_FEATURES] = {
        [APO_FEATURE_REGISTRATION] = APO_T("New accounts"),
        [APO_FEATURE_TALK] = APO_T("Chat and messages"),
        [APO_FEATURE_TOURNAMENTS] = APO_T("New tournaments"),
        [APO_FEATURE_PUBLISHING] = APO_T("Publishing games of one's own"),
        [APO_FEATURE_IMPORTS] = APO_T("Importing games")};
    for (unsigned i = 0; i < APO_FEATURES; i++) {
        apo_fill *row = apo_fill_row(fill, "features");
        apo_fill_string(row, "word", apo_feature_word((enum apo_feature)i));
        apo_fill_string(row, "words", apo_tr(i18n, words[i]));
        apo_fill_flag(row, "is_on", (app->settings.off >> i & 1) == 0);
    }
    apo_fill_string(fill, "operator_name", app->settings.operator_name);
    apo_fill_string(fill, "operator_address", app->settings.operator_address);
    apo_fill_string(fill, "operator_contact", app->settings.operator_contact);
}

static void fill_trial(const view *all)
{
    const apo_backup_trial *trial = all->app->backup_trial;
    if (trial == NULL)
        return;
    apo_fill_flag(all->fill, "has_trial", true);
    fill_time(all, all->fill, "trial_time", trial->begun_ms);
    apo_fill_flag(all->fill, "is_running", trial->state == APO_BACKUP_TRIAL_RUNNING);
    apo_fill_flag(all->fill, "is_good", trial->state == APO_BACKUP_TRIAL_GOOD);
    if (trial->state == APO_BACKUP_TRIAL_FAILED)
        apo_fill_string(all->fill, "trial_error", trial->err.detail);
    if (trial->state == APO_BACKUP_TRIAL_GOOD) {
        apo_fill_number(all->fill, "trial_ms", trial->took_ms);
        apo_fill_number(all->fill, "trial_games", trial->held.games);
        apo_fill_number(all->fill, "trial_accounts", trial->held.accounts);
    }
}

static void reply(void *context, apo_status status)
{
    view *all = context;
    if (status != APO_OK) {
        apo_fill_free(all->fill);
        apo_app_reply_busy(all->req, 1);
    } else {
        fill_load(all);
        fill_holdings(all);
        fill_growth(all);
        fill_settings(all->fill, all->app, all->i18n);
        fill_trial(all);
        apo_store_list_job_kinds(all->app->store, all->now_ms, add_job_kind, all);
        apo_store_list_refused(all->app->store, REFUSED_MAX, add_refused, all);
        apo_store_list_workers(all->app->store, 0, add_worker, all);
        apo_store_list_work_faults(all->app->store, FAULTS_MAX, add_fault, all);
        apo_store_list_projects(all->app->store, PROJECTS_MAX, add_project, all);
        apo_pages_reply(all->app, all->req, 200, "operator", APO_T("Administration"),
                        all->fill);
    }
    apo_free(NULL, all);
}

/* The operator who asks; NULL: the request has been answered. */
static const apo_visitor *operator_of(apo_app *app, apo_http_request *req)
{
    return apo_pages_officer(app, req, "/operator", APO_STANDING_OPERATOR,
                             APO_T("This page is for operators."));
}

static void page_operator(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = operator_of(app, req);
    view *all = visitor != NULL ? apo_allocate_zero(NULL, sizeof *all) : NULL;
    if (visitor == NULL)
        return;
    if (all == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *all = (view){.app = app,
                  .req = req,
                  .fill = apo_fill_new(),
                  .i18n = apo_i18n_for(app, req),
                  .zone = apo_visitor_zone(visitor),
                  .now_ms = apo_http_wall_clock_ms()};
    apo_http_defer(req);
    if (!apo_workers_submit(app->workers, count, reply, all))
        reply(all, APO_E_FINISHED);
}

/* --- changing ------------------------------------------------------------ */

typedef struct change {
    apo_ask ask;
    apo_settings settings;
} change;

static void finish(void *context, apo_status status)
{
    change *job = context;
    if (status == APO_OK) {
        job->ask.app->settings = job->settings;
        apo_http_redirect(job->ask.req, apo_span_of("/operator"));
    } else {
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
    }
    apo_ask_free(job);
}

/* A form has the switches that are on, by name, and the texts. */
static void read_settings(apo_settings *out, const apo_ask *ask)
{
    out->off = 0;
    for (unsigned i = 0; i < APO_FEATURES; i++) {
        if (apo_ask_text(ask, apo_feature_word((enum apo_feature)i)).length == 0)
            out->off |= 1U << i;
    }
#define READ(member, words, size) \
    apo_text_copy_span(out->operator_##member, size, apo_span_trim(apo_ask_text(ask, words)));
    APO_OPERATOR_LIST(READ)
#undef READ
}

static void begin_trial(change *job)
{
    if (apo_backup_trial_begin(job->ask.app))
        apo_http_redirect(job->ask.req, apo_span_of("/operator#backup"));
    else
        apo_app_reply_busy(job->ask.req, 1);
    apo_ask_free(job);
}

static void store_settings(change *job)
{
    apo_store_batch *batch = apo_store_batch_new();
    job->settings = job->ask.app->settings;
    read_settings(&job->settings, &job->ask);
    apo_settings_write(batch, &job->settings);
    apo_http_defer(job->ask.req);
    apo_store_submit(job->ask.app->store, batch, finish, job);
}

static void post_operator(apo_http_request *req, void *context)
{
    apo_app *app = context;
    change *job =
        operator_of(app, req) != NULL ? apo_ask_new(sizeof *job, app, req, "trial") : NULL;
    if (job == NULL)
        return;
    if (apo_ask_text(&job->ask, "trial").length > 0)
        begin_trial(job);
    else
        store_settings(job);
}

/* --- legal pages --------------------------------------------------------- */

static void reply_legal(apo_app *app, apo_http_request *req, const char *name,
                        const char *title)
{
    apo_fill *fill = apo_fill_new();
    fill_settings(fill, app, apo_i18n_for(app, req));
    apo_pages_reply(app, req, 200, name, title, fill);
}

static void page_privacy(apo_http_request *req, void *context)
{
    reply_legal(context, req, "privacy", APO_T("Privacy"));
}

static void page_imprint(apo_http_request *req, void *context)
{
    reply_legal(context, req, "imprint", APO_T("Imprint"));
}

const apo_http_route apo_page_operator_routes[] = {
    {APO_HTTP_GET, "/operator", page_operator, 0, 0, NULL},
    {APO_HTTP_POST, "/operator", post_operator, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_GET, "/privacy", page_privacy, 0, 0, NULL},
    {APO_HTTP_GET, "/imprint", page_imprint, 0, 0, NULL},
    APO_ROUTES_END,
};
