#include "server/app/server.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "server/account/account_deletion.h"
#include "server/account/control.h"
#include "server/account/guest_merge.h"
#include "server/account/oauth.h"
#include "server/account/season.h"
#include "server/account/vacation.h"
#include "server/app/aside.h"
#include "server/app/backup_trial.h"
#include "server/app/routes.h"
#include "server/app/server_admit.h"
#include "server/app/server_computer.h"
#include "server/app/server_key.h"
#include "server/app/server_memory.h"
#include "server/app/server_metrics.h"
#include "server/app/server_news.h"
#include "server/app/server_peers.h"
#include "server/app/server_replica.h"
#include "server/app/server_turn.h"
#include "server/app/worker_moves.h"
#include "server/archive/books.h"
#include "server/archive/collection.h"
#include "server/archive/job.h"
#include "server/archive/review_work.h"
#include "server/email/mailer.h"
#include "server/email/notices.h"
#include "server/invite/job.h"
#include "server/jobs/jobs.h"
#include "server/lichess/lichess.h"
#include "server/live/engine_pool.h"
#include "server/live/feed.h"
#include "server/live/lines.h"
#include "server/live/live.h"
#include "server/live/rating.h"
#include "server/notice/push.h"
#include "server/problem/problem_checker.h"
#include "server/project/project.h"
#include "server/seek/lobby.h"
#include "server/tournament/job.h"
#include "server/tournament/run.h"
#include "server/web/hasher.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/pictures.h"
#include "server/web/shards.h"
#include "server/web/start_weights.h"
#include "server/web/stolen.h"
#include "server/web/totp.h"
#include "server/work/own.h"
#include "store/archive.h"
#include "store/notices.h"
#include "store/replica.h"
#include "store/turn.h"

enum {
    STATIC_MAX = 100, /* "/static/HASH/pieces.svg", with some to spare */
    TICK_MS = 1000,
    ALIVE_TICKS = 5, /* how often the server records that it is alive, while clocks run */
    START_WEIGHTS_TICKS =
        1800,           /* how often the start weights are updated from the games played */
    SHED_MS = 100,      /* beyond this, a move is visibly slow */
    WORKERS = 2,        /* downloads and imports share them; the loop has work of its own */
    SWEEP_TICKS = 3600, /* how often expired sessions are dropped */
    AWAY_MAX_MS = 7 * 24 * 3600 * 1000 /* after a longer downtime, clocks get nothing back */
};

static const int64_t notices_kept_ms = INT64_C(180) * 24 * 3600 * 1000;
static const char alive[] = "alive";
static const int64_t mail_kept_ms = INT64_C(30) * 24 * 3600 * 1000; /* when it is done */

struct apo_server {
    apo_app app;
    apo_http_route *routes; /* owned */
    apo_http_timer *tick;
    apo_control *control; /* NULL: no control socket */
    uint64_t ticks;
};

/* --- time ---------------------------------------------------------------- */

static void write_alive(apo_server *server)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_set_number(batch, alive, apo_http_wall_clock_ms());
    apo_store_submit(server->app.store, batch, NULL, NULL);
}

static void sweep(apo_server *server)
{
    apo_store_batch *batch = apo_store_batch_new();
    int64_t now_ms = apo_http_wall_clock_ms();
    apo_store_drop_expired(batch, now_ms);
    apo_store_sweep_notices(batch, now_ms - notices_kept_ms);
    apo_store_sweep_mail(batch, now_ms - mail_kept_ms, now_ms);
    apo_store_submit(server->app.store, batch, NULL, NULL);
}

static void tick(void *context)
{
    apo_server *server = context;
    server->ticks++;
    if (!apo_server_turn_tick(&server->app))
        return;
    apo_live_tick(server->app.live);
    apo_lichess_tick(&server->app);
    if (apo_shards_has_commons(&server->app)) {
        apo_mailer_tick(server->app.mailer);
        apo_jobs_tick(server->app.jobs);
        apo_project_tick(&server->app);
        apo_work_tick(server->app.work);
    }
    apo_worker_moves_tick(&server->app);
    apo_server_replica_tick(&server->app);
    apo_languages_tick(&server->app);
    apo_memory_trim(server->app.memory);
    apo_compiled_sweep(apo_variant_map_compiled(server->app.variants),
                       apo_http_turns(server->app.http));
    if (server->ticks % ALIVE_TICKS == 0 && apo_live_has_clock(server->app.live))
        write_alive(server);
    if (server->ticks % SWEEP_TICKS == 0 && apo_shards_has_commons(&server->app))
        sweep(server);
    if (!server->app.options.has_even_starts && server->ticks % START_WEIGHTS_TICKS == 1)
        (void)apo_start_weights_renew(server->app.variants, server->app.store);
    apo_http_timer_set(server->tick, TICK_MS);
}

/* --- the loop and the store ---------------------------------------------- */

static void collect(void *context)
{
    apo_app *app = context;
    /* Posted calls may arrive after the store has been closed. */
    if (app->store == NULL)
        return;
    size_t done = apo_store_collect(app->store);
    apo_pace_note(&app->disk, apo_http_ticks_us(), done, apo_store_waiting(app->store));
}

/* In the writing thread. */
static void wake_loop(void *context)
{
    apo_app *app = context;
    if (app->http != NULL)
        (void)apo_http_post(app->http, collect, app);
}

/* --- life ---------------------------------------------------------------- */

/* Where the store is: in the data folder, unless the options say otherwise. */
static bool store_address(char out[APO_APP_PATH_BYTES], const apo_app *app)
{
    if (app->options.store == NULL)
        return apo_app_path(out, app, "apothecary.db");
    apo_text text = apo_text_start(out, APO_APP_PATH_BYTES);
    apo_text_add(&text, app->options.store);
    return !text.is_overflowed;
}

static apo_status open_data(apo_app *app, apo_error *err)
{
    char path[APO_APP_PATH_BYTES];
    apo_error reason = {.detail = ""};
    if (mkdir(app->options.data, 0700) != 0 && errno != EEXIST)
        return apo_fail(err, APO_E_IO, 0, "cannot create the data folder: %s",
                        apo_span_of(strerror(errno)));
    if (!store_address(path, app))
        return apo_fail(err, APO_E_IO, 0, "the path of the data folder is too long",
                        apo_span_of(""));
    const apo_store_options options = {
        .path = path, .notify = wake_loop, .context = app, .is_shared = app->options.is_shared};
    apo_status status = apo_store_open(&app->store, &options, &reason);
    if (status != APO_OK)
        return apo_fail_because(err, status, "the database: %s", reason.detail);
    if (app->options.is_shared)
        status = apo_server_peers_open(app);
    return status == APO_OK
               ? apo_server_key_open(app, err)
               : apo_fail(err, status, 0, "the database cannot be shared", apo_span_of(""));
}

static apo_status open_http(apo_app *app, apo_error *err)
{
    apo_http_options options;
    const apo_server_options *from = &app->options;
    apo_http_options_init(&options);
    options.listen = from->listen;
    options.public_url = from->public_url;
    options.names = from->names;
    options.proxy = from->proxy;
    options.peer_address = from->peer_address;
    options.is_network_encrypted = from->is_network_encrypted;
    options.is_proxy_forwarded = from->is_proxy_forwarded;
    options.has_tls_below = from->has_tls_below;
    options.shed_ms = from->has_shedding ? SHED_MS : 0;
    options.routes = app->routes;
    options.context = app;
    options.admit = apo_server_admit;
    options.forward = apo_server_peers_forward;
    options.peer_secret = app->shards != NULL ? app->shards->secret : NULL;
    options.set_aside = apo_aside_take;
    options.error_page = apo_pages_reply_error;
    options.i18n = apo_languages_i18n;
    options.assets = from->assets;
    options.web_folder = from->web;
    options.log = &app->log;
    options.metrics = app->metrics;
    return apo_http_new(&app->http, &options, err);
}

/* Each worker reads the database through its own connection. */
static apo_status open_workers(apo_app *app, apo_error *err)
{
    char path[APO_APP_PATH_BYTES];
    if (!store_address(path, app))
        return APO_E_TOO_LARGE;
    const apo_store_options options = {.path = path, .is_read_only = true};
    for (unsigned i = 0; i < WORKERS; i++) {
        apo_status status = apo_store_open(&app->worker_stores[i], &options, err);
        if (status != APO_OK)
            return status;
    }
    return apo_workers_new(&app->workers, app->http, app->metrics, "worker", WORKERS);
}

static apo_status open_aside(apo_app *app, apo_error *err)
{
    char path[APO_APP_PATH_BYTES];
    apo_status status = store_address(path, app) ? APO_OK : APO_E_TOO_LARGE;
    return status == APO_OK ? apo_aside_open(app, path, err) : status;
}

static apo_status open_stolen(apo_app *app, apo_error *err)
{
    apo_error reason = {.detail = ""};
    if (app->options.stolen == NULL)
        return APO_OK;
    apo_status status = apo_stolen_read(&app->stolen, app->options.stolen, &reason);
    return status == APO_OK ? APO_OK
                            : apo_fail(err, status, 0, "the list of stolen passwords: %s",
                                       apo_span_of(reason.detail));
}

/* Registers the job handlers. */
static void add_jobs(apo_app *app)
{
    apo_guest_merge_start(app);
    apo_vacation_add(app);
    apo_lines_add(app);
    apo_rating_start(app);
    apo_season_start(app);
    apo_invite_start(app);
    apo_account_deletion_start(app);
    apo_jobs_add(app->jobs, "archive", apo_archive_job);
    apo_jobs_add(app->jobs, "collection", apo_collection_job);
    apo_notices_add(app->jobs);
    apo_jobs_add(app->jobs, APO_TOURNAMENT_JOB, apo_tournament_do_job);
    apo_problem_checker_start(app);
    apo_review_work_start(app);
    apo_project_start(app);
}

/* Without a sprite, pieces are shown by their moves. */
static apo_status open_pictures(apo_app *app)
{
    static const char name[] = "pieces.svg";
    char prefix[STATIC_MAX];
    apo_text text = apo_text_start(prefix, sizeof prefix);
    apo_buffer sprite;
    apo_buffer_init(&sprite, NULL);
    apo_text_add(&text, apo_http_static(app->http));
    apo_text_add_char(&text, '/');
    apo_text_add(&text, name);
    apo_status status = apo_http_asset_read(app->http, name, &sprite);
    if (status == APO_OK || status == APO_E_UNKNOWN)
        status = apo_pictures_new(&app->pictures, prefix, apo_buffer_span(&sprite));
    apo_buffer_clear(&sprite);
    return status;
}

static apo_status read_book(void *context, const char *name, apo_buffer *out)
{
    return apo_http_asset_read(context, name, out);
}

static apo_status open_parts(apo_server *server)
{
    apo_app *app = &server->app;
    const apo_live_hooks hooks = {apo_server_hear_change, apo_server_computer_ask,
                                  apo_server_computer_has, apo_server_is_heard, app};
    apo_status status =
        apo_variant_map_new(&app->variants, app->options.definitions,
                            app->options.definition_count, app->options.memory_max);
    if (status != APO_OK)
        return status;
    app->memory = apo_memory_new(app->http, app->options.memory_max);
    app->live = apo_live_new(app, &hooks);
    app->lobby = apo_lobby_new(app);
    app->jobs = apo_jobs_new(app);
    app->work = apo_work_new(app);
    app->tournaments = apo_audience_new();
    app->feeds = apo_audience_new();
    app->oauth = apo_oauth_new();
    app->books = apo_books_new(read_book, app->http);
    app->lichess = apo_lichess_new();
    app->hear_invitation = apo_lichess_hear_invitation;
    if (app->memory == NULL || app->live == NULL || app->lobby == NULL || app->jobs == NULL ||
        app->work == NULL || app->tournaments == NULL || app->oauth == NULL ||
        app->books == NULL || app->lichess == NULL || !apo_server_limits_open(app))
        return APO_E_MEMORY;
    add_jobs(app);
    status = apo_push_open(app);
    if (status == APO_OK)
        status = apo_server_computer_open(app);
    if (status == APO_OK)
        status = apo_work_own_open(app);
    if (status == APO_OK)
        status = apo_hasher_new(&app->hasher, app->http, app->options.has_quick_passwords);
    if (status == APO_OK)
        status = apo_languages_new(&app->languages, app->http, &app->options);
    if (status == APO_OK)
        status = apo_pages_new(&app->pages, app);
    if (status == APO_OK)
        status = open_pictures(app);
    if (status == APO_OK)
        status = apo_http_timer_new(&server->tick, app->http, tick, server);
    return status;
}

static apo_status open_mailer(apo_app *app, apo_error *err)
{
    apo_status status = apo_mailer_new(&app->mailer, app);
    if (status == APO_E_UNSUPPORTED)
        return apo_fail(err, status, 0, "cannot send mail: built without libcurl",
                        apo_span_of(""));
    if (status == APO_E_SYNTAX)
        return apo_fail(err, status, 0, "--mail-from must be the mail address of the sender",
                        apo_span_of(""));
    return status == APO_OK
               ? APO_OK
               : apo_fail(err, status, 0, "%s", apo_span_of(apo_status_message(status)));
}

/* How long the server was down. */
static int64_t away_ms(apo_app *app)
{
    int64_t last_ms;
    if (apo_store_find_number(app->store, &last_ms, apo_span_of(alive)) != APO_OK)
        return 0;
    int64_t away = apo_http_wall_clock_ms() - last_ms;
    return away > 0 && away < AWAY_MAX_MS ? away : 0;
}

/* Settles the games of an import that was interrupted. */
static void settle_archive(apo_app *app)
{
    if (!apo_store_is_staged(app->store))
        return;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_settle(batch);
    apo_store_submit(app->store, batch, NULL, NULL);
    apo_store_flush(app->store);
}

/* The server can run without it. */
static void open_control(apo_server *server)
{
    char path[APO_APP_PATH_BYTES];
    apo_error err = {.detail = ""};
    apo_app *app = &server->app;
    if (apo_app_path(path, app, APO_CONTROL_NAME) &&
        apo_control_new(&server->control, app, path, &err) != APO_OK)
        apo_log_text(&app->log, "no_control", "reason", apo_span_of(err.detail));
}

/* Starts the work that one of several servers does for all. */
static void gain_commons(void *context)
{
    apo_server *server = context;
    apo_app *app = &server->app;
    open_control(server);
    settle_archive(app);
    apo_problem_stock(app);
    apo_season_wait(app);
    apo_settings_read(&app->settings, app->store);
}

static apo_status begin_work(apo_server *server)
{
    apo_app *app = &server->app;
    if (app->shards != NULL)
        return apo_server_peers_begin(app, gain_commons, server, away_ms(app));
    gain_commons(server);
    apo_live_resume(app->live, away_ms(app));
    return APO_OK;
}

static apo_status open_all(apo_server *server, apo_error *err)
{
    apo_app *app = &server->app;
    apo_server_prepare_memory();
    apo_status status = apo_token_init();
    if (status != APO_OK)
        return apo_fail(err, status, 0, "there are no random numbers", apo_span_of(""));
    status = apo_totp_init();
    if (status != APO_OK)
        return apo_fail(err, status, 0, "liboath does not start", apo_span_of(""));
    app->metrics = apo_metrics_new();
    status = apo_routes_join(&server->routes);
    if (status != APO_OK)
        return apo_fail(err, status, 0, "%s", apo_span_of(apo_status_message(status)));
    app->routes = server->routes;
    status = open_data(app, err);
    if (status == APO_OK)
        status = apo_server_replica_open(app, err);
    if (status == APO_OK)
        status = open_http(app, err);
    /* Done this early so that a signal before the loop runs also ends the server properly. */
    if (status == APO_OK)
        status = apo_http_stop_on(app->http, SIGTERM);
    if (status == APO_OK)
        status = apo_http_stop_on(app->http, SIGINT);
    if (status != APO_OK)
        return status;
    status = open_workers(app, err);
    if (status == APO_OK)
        status = open_parts(server);
    if (status != APO_OK)
        return apo_fail(err, status, 0, "%s", apo_span_of(apo_status_message(status)));
    status = open_mailer(app, err);
    if (status == APO_OK)
        status = open_stolen(app, err);
    if (status == APO_OK)
        status = open_aside(app, err);
    if (status != APO_OK)
        return status;
    status = apo_server_add_memory(app);
    if (status != APO_OK)
        return status;
    apo_server_add_metrics(app);
    apo_settings_read(&app->settings, app->store);
    status = begin_work(server);
    apo_server_turn_begin(app);
    apo_http_timer_set(server->tick, TICK_MS);
    return status;
}

apo_status apo_server_new(apo_server **out, const apo_server_options *options, apo_error *err)
{
    apo_server *server = apo_allocate_zero(NULL, sizeof *server);
    if (server == NULL)
        return apo_fail(err, APO_E_MEMORY, 0, "out of memory", apo_span_of(""));
    server->app.options = *options;
    server->app.log.descriptor = options->log;
    apo_status status = open_all(server, err);
    if (status == APO_OK)
        *out = server;
    else
        apo_server_free(server);
    return status;
}

const char *apo_server_url(const apo_server *server)
{
    return apo_http_url(server->app.http);
}

void apo_server_missing(const apo_server *server, apo_buffer *out)
{
    apo_pages_missing(server->app.pages, out);
}

void apo_server_faulty_languages(const apo_server *server, apo_buffer *out)
{
    apo_languages_faults(server->app.languages, out);
}

apo_status apo_server_run(apo_server *server)
{
    apo_app *app = &server->app;
    apo_compiled_begin_loop(apo_variant_map_compiled(app->variants), &app->log);
    apo_status status = apo_http_run(app->http);
    if (apo_live_has_clock(app->live))
        write_alive(server);
    return apo_store_is_superseded(app->store) ? APO_E_EXISTS : status;
}

void apo_server_free(apo_server *server)
{
    if (server == NULL)
        return;
    apo_app *app = &server->app;
    apo_jobs_stop(app->jobs);
    apo_mailer_stop(app->mailer);
    apo_workers_stop(app->workers);
    apo_workers_stop(app->pushers);
    apo_aside_stop(app);
    /* Pending changes are stored, and their requests answered, while the loop still exists. */
    if (app->store != NULL)
        apo_store_flush(app->store);
    apo_server_peers_leave(app);
    apo_hasher_stop(app->hasher);
    apo_engine_pool_free(app->pool);
    apo_work_own_free(app->own_worker);
    apo_worker_moves_free(app->worker_moves);
    apo_http_timer_free(server->tick);
    apo_control_free(server->control);
    apo_live_free(app->live);
    apo_memory_stop(app->memory);
    apo_replica_stop(app->replica);
    apo_store_close(app->store);
    app->store = NULL;
    apo_http_free(app->http);
    apo_memory_free(app->memory);
    apo_server_peers_free(app);
    apo_workers_free(app->workers);
    apo_workers_free(app->pushers);
    for (unsigned i = 0; i < WORKERS; i++)
        apo_store_close(app->worker_stores[i]);
    apo_aside_close(app);
    apo_hasher_free(app->hasher);
    apo_stolen_free(app->stolen);
    apo_mailer_free(app->mailer);
    apo_lobby_free(app->lobby);
    apo_jobs_free(app->jobs);
    apo_work_free(app->work);
    apo_audience_free(app->tournaments);
    apo_audience_free(app->feeds);
    apo_oauth_free(app->oauth);
    apo_lichess_free(app->lichess);
    apo_pages_free(app->pages);
    apo_languages_free(app->languages);
    apo_pictures_free(app->pictures);
    apo_books_free(app->books);
    apo_server_limits_free(app);
    apo_variant_map_free(app->variants);
    apo_metrics_free(app->metrics);
    apo_backup_trial_free(app->backup_trial);
    apo_free(NULL, server->routes);
    apo_free(NULL, server);
}
