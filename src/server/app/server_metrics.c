#include "server/app/server_metrics.h"

#include "server/app/server_replica.h"
#include "server/live/engine_pool.h"
#include "server/live/live.h"
#include "server/work/work.h"
#include "store/overview.h"

static apo_store_queues read_queues(const apo_app *app)
{
    apo_store_queues queues = {.jobs = 0};
    (void)apo_store_read_queues(app->store, &queues, apo_http_wall_clock_ms());
    return queues;
}

/* Name, value and help of each gauge. */
#define GAUGES(GAUGE)                                                                        \
    GAUGE(games_in_memory, apo_live_count(app->live), "Games in memory.")                    \
    GAUGE(engine_resting, app->pool != NULL ? apo_engine_pool_resting(app->pool) : 0,        \
          "Games whose engine has failed and will be asked again.")                          \
    GAUGE(engine_waiting, app->pool != NULL ? apo_engine_pool_waiting(app->pool) : 0,        \
          "Games waiting for an engine.")                                                    \
    GAUGE(engine_thinking, app->pool != NULL ? apo_engine_pool_thinking(app->pool) : 0,      \
          "Engines thinking.")                                                               \
    GAUGE(work_awaiting, apo_work_awaiting(app->work), "Requests of workers that wait.")     \
    GAUGE(store_log_bytes, apo_store_log_size(app->store),                                   \
          "Size of the database's write-ahead log.")                                         \
    GAUGE(store_failures, apo_store_failures(app->store), "Commits failed since the start.") \
    GAUGE(database_bytes, apo_store_bytes(app->store), "Size of the database.")              \
    GAUGE(jobs, read_queues(app).jobs, "Jobs to be done, now or later.")                     \
    GAUGE(jobs_due, read_queues(app).jobs_due, "Jobs whose time has come.")                  \
    GAUGE(mails_waiting, read_queues(app).mails_waiting, "Mails waiting to be sent.")        \
    GAUGE(addresses_refused, read_queues(app).addresses_refused,                             \
          "Addresses that the mail server has refused.")                                     \
    GAUGE(reports_open, read_queues(app).reports, "Reports that wait for a moderator.")

#define READ(name, value, help)               \
    static int64_t read_##name(void *context) \
    {                                         \
        const apo_app *app = context;         \
        return (int64_t)(value);              \
    }
GAUGES(READ)
#undef READ

void apo_server_add_metrics(apo_app *app)
{
#define ADD(name, value, help) \
    apo_metrics_gauge(app->metrics, "apothecary_" #name, NULL, help, read_##name, app);
    GAUGES(ADD)
#undef ADD
    apo_server_replica_add_metrics(app);
}
