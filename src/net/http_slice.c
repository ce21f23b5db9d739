/* The watchdog of the loop: how long each piece of work holds it. */
#include <time.h>

#include "base/text.h"
#include "net/http_priv.h"

enum {
    SLOW_US = 10000, /* a move should be answered within 25 ms, even under load */
    US_PER_S = 1000000,
    NS_PER_US = 1000,
    US_PER_MS = 1000,
    LABELS_SIZE = 160
};

/* Of this thread alone: a busy machine does not look like a slow handler. */
static uint64_t cpu_us(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * US_PER_S + (uint64_t)now.tv_nsec / NS_PER_US;
}

apo_status apo_slice_open(apo_http *srv)
{
    if (srv->options.metrics == NULL)
        return APO_OK;
    srv->slice.times =
        apo_metrics_times(srv->options.metrics, "apothecary_loop_slice_seconds", NULL,
                          "How long pieces of work have held the event loop.");
    return srv->slice.times != NULL ? APO_OK : APO_E_MEMORY;
}

void apo_slice_begin(apo_http *srv, const char *name)
{
    if (srv->slice.depth++ > 0)
        return;
    srv->slice.name = name;
    srv->slice.route = NULL;
    srv->slice.cpu_us = cpu_us();
    srv->slice.began_us = apo_http_ticks_us();
}

void apo_slice_name(apo_http *srv, const char *route)
{
    srv->slice.route = route;
}

static void count_slow(apo_http *srv, const char *route)
{
    char buf[LABELS_SIZE];
    apo_text labels = apo_text_start(buf, sizeof buf);
    if (srv->options.metrics == NULL)
        return;
    apo_text_add(&labels, "route=\"");
    apo_text_add(&labels, route);
    apo_text_add(&labels, "\"");
    apo_metric_add(apo_metrics_counter(srv->options.metrics,
                                       "apothecary_loop_slow_slices_total", buf,
                                       "Pieces of work that held the event loop for more than "
                                       "10 milliseconds."),
                   1);
}

static void report(apo_http *srv, uint64_t took_us)
{
    apo_buffer line;
    const apo_slice *slice = &srv->slice;
    const char *route = slice->route != NULL ? slice->route : slice->name;
    count_slow(srv, route);
    apo_log_start(&line, "slow_slice");
    apo_json_add_string(&line, "route", route);
    apo_json_add_string(&line, "by", slice->name);
    apo_json_add_number(&line, "ms", (int64_t)(took_us / US_PER_MS));
    apo_json_add_number(&line, "cpu_ms", (int64_t)((cpu_us() - slice->cpu_us) / US_PER_MS));
    apo_log_end(srv->options.log, &line);
}

void apo_slice_end(apo_http *srv)
{
    if (--srv->slice.depth > 0)
        return;
    uint64_t took_us = apo_http_ticks_us() - srv->slice.began_us;
    apo_metric_observe(srv->slice.times, took_us);
    if (took_us > SLOW_US)
        report(srv, took_us);
}
