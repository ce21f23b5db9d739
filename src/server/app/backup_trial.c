#include "server/app/backup_trial.h"

#include <unistd.h>

#include "base/text.h"

static void remove_files(const apo_app *app)
{
    static const char *const names[] = {
        "trial.db",          "trial.db.part",      "trial-back.db",     "trial-back.db-wal",
        "trial-back.db-shm", "trial-back.db.part", "trial-back.db.lock"};
    char path[APO_APP_PATH_BYTES];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (apo_app_path(path, app, names[i]))
            (void)unlink(path);
    }
}

static apo_status copy_and_restore(apo_backup_trial *trial)
{
    char path[APO_APP_PATH_BYTES], copy[APO_APP_PATH_BYTES], back[APO_APP_PATH_BYTES];
    apo_store *store = NULL;
    if (trial->app->options.store != NULL)
        return apo_fail(&trial->err, APO_E_UNSUPPORTED, 0,
                        "a database of PostgreSQL is copied with pg_dump or pg_basebackup",
                        apo_span_of(""));
    if (!apo_app_path(path, trial->app, "apothecary.db") ||
        !apo_app_path(copy, trial->app, "trial.db") ||
        !apo_app_path(back, trial->app, "trial-back.db"))
        return apo_fail(&trial->err, APO_E_IO, 0, "the path is too long", apo_span_of(""));
    apo_status status = apo_store_backup(path, copy, &trial->err);
    if (status == APO_OK)
        status = apo_store_restore(back, copy, &trial->err);
    const apo_store_options options = {.path = back, .is_read_only = true};
    if (status == APO_OK)
        status = apo_store_open(&store, &options, &trial->err);
    if (status == APO_OK)
        status = apo_store_read_overview(store, &trial->held);
    apo_store_close(store);
    return status;
}

/* Runs in a worker's thread; others touch only the trial's state meanwhile. */
static void work(void *context, unsigned worker)
{
    apo_backup_trial *trial = context;
    (void)worker;
    remove_files(trial->app); /* left by a trial that was killed */
    if (copy_and_restore(trial) != APO_OK && trial->err.detail[0] == '\0')
        apo_fail(&trial->err, APO_E_IO, 0, "the copy cannot be read", apo_span_of(""));
    remove_files(trial->app);
}

static void done(void *context, apo_status status)
{
    apo_backup_trial *trial = context;
    bool is_good = status == APO_OK && trial->err.detail[0] == '\0';
    if (status != APO_OK)
        apo_fail(&trial->err, status, 0, "the server has stopped", apo_span_of(""));
    trial->took_ms = apo_http_wall_clock_ms() - trial->begun_ms;
    trial->state = is_good ? APO_BACKUP_TRIAL_GOOD : APO_BACKUP_TRIAL_FAILED;
    apo_log_text(&trial->app->log, "backup_trial", "result",
                 apo_span_of(is_good ? "good" : trial->err.detail));
}

bool apo_backup_trial_begin(apo_app *app)
{
    if (app->backup_trial == NULL)
        app->backup_trial = apo_allocate_zero(NULL, sizeof *app->backup_trial);
    else if (app->backup_trial->state == APO_BACKUP_TRIAL_RUNNING)
        return true;
    apo_backup_trial *trial = app->backup_trial;
    if (trial == NULL)
        return false;
    *trial = (apo_backup_trial){.app = app, .begun_ms = apo_http_wall_clock_ms()};
    if (apo_workers_submit(app->workers, work, done, trial))
        return true;
    trial->state = APO_BACKUP_TRIAL_FAILED;
    return false;
}

void apo_backup_trial_free(apo_backup_trial *trial)
{
    apo_free(NULL, trial);
}
