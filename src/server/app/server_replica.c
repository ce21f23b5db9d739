#include "server/app/server_replica.h"

#include "base/text.h"
#include "store/replica.h"

static apo_status copy_key(const apo_app *app, apo_error *err)
{
    char key[APO_APP_PATH_BYTES], copy[APO_APP_PATH_BYTES];
    apo_error reason = {.detail = ""};
    apo_text to = apo_text_start(copy, sizeof copy);
    apo_text_add(&to, app->options.replica);
    apo_text_add(&to, "/key");
    if (!apo_app_path(key, app, "key") || to.is_overflowed)
        return apo_fail(err, APO_E_IO, 0, "the path of the replica is too long",
                        apo_span_of(""));
    apo_status status = apo_store_copy_file(key, copy, &reason);
    return status == APO_OK ? APO_OK
                            : apo_fail(err, status, 0, "the replica's copy of the key: %s",
                                       apo_span_of(reason.detail));
}

apo_status apo_server_replica_open(apo_app *app, apo_error *err)
{
    if (app->options.replica == NULL)
        return APO_OK;
    apo_status status = apo_replica_start(&app->replica, app->store, app->options.replica, err);
    /* Second factors are useless without the key; but one that others keep stays with them. */
    bool is_ours = app->options.key_file == NULL;
    return status == APO_OK && is_ours ? copy_key(app, err) : status;
}

void apo_server_replica_tick(apo_app *app)
{
    apo_replica_state state;
    if (app->replica == NULL)
        return;
    apo_replica_look(app->replica, &state);
    bool is_failing = state.trouble[0] != '\0';
    if (is_failing && !app->is_replica_failing)
        apo_log_text(&app->log, "replica_failure", "reason", apo_span_of(state.trouble));
    if (!is_failing && app->is_replica_failing)
        apo_log_text(&app->log, "replica_recovered", "folder",
                     apo_span_of(app->options.replica));
    app->is_replica_failing = is_failing;
}

/* Bytes that would be lost with the disk now; -1: nothing could be restored. */
static int64_t count_waiting(void *context)
{
    const apo_app *app = context;
    apo_replica_state state;
    apo_replica_look(app->replica, &state);
    return state.has_base && state.trouble[0] == '\0' ? state.waiting_bytes : -1;
}

void apo_server_replica_add_metrics(apo_app *app)
{
    if (app->replica != NULL)
        apo_metrics_gauge(app->metrics, "apothecary_replica_waiting_bytes", NULL,
                          "Bytes of the log not yet in the replica; -1: it fails.",
                          count_waiting, app);
}
