/* The watchdog of the loop: how long each piece of work holds it, and how long requests wait.
 */
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "net/http_priv.h"

enum {
    SLOW_US = 10000, /* a move should be answered within 25 ms, even under load */
    US_PER_S = 1000000,
    NS_PER_US = 1000,
    US_PER_MS = 1000,
    LABELS_SIZE = 160,
    PROBE_MS = 20,      /* interval of the probe, whose delay is how long requests wait */
    STALE_US = 1000000, /* an older measurement says nothing */
    SPAN = 4,
    SHED_MAX = 90 /* per cent; the remaining requests show whether the overload has passed */
};

/* The CPU time of this thread alone, so that a busy machine does not look like a slow handler.
 */
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

static void measure(evutil_socket_t descriptor, short what, void *context)
{
    apo_http *srv = context;
    apo_load *load = &srv->load;
    uint64_t now_us = apo_http_ticks_us(), due_us = load->set_us + PROBE_MS * US_PER_MS;
    (void)descriptor;
    (void)what;
    load->lags_ms[load->next_lag] = now_us > due_us ? (now_us - due_us) / US_PER_MS : 0;
    load->next_lag = (load->next_lag + 1) % APO_LOAD_LAGS;
    load->fired_us = now_us;
}

/* How late the loop has been for a while: a queue, not a slow piece of work or a busy machine.
 */
static uint64_t standing_lag(const apo_load *load)
{
    uint64_t least_ms = UINT64_MAX;
    for (unsigned i = 0; i < APO_LOAD_LAGS; i++)
        if (load->lags_ms[i] < least_ms)
            least_ms = load->lags_ms[i];
    return least_ms;
}

/* Starts the next measurement, while there are requests. */
static void start_probe(apo_http *srv)
{
    apo_load *load = &srv->load;
    struct timeval delay = apo_http_interval(PROBE_MS);
    uint64_t now_us = apo_http_ticks_us();
    if (load->probe == NULL)
        load->probe = event_new(srv->base, -1, 0, measure, srv);
    if (load->probe == NULL || event_pending(load->probe, EV_TIMEOUT, NULL))
        return;
    if (now_us - load->fired_us > STALE_US)
        memset(load->lags_ms, 0, sizeof load->lags_ms);
    load->set_us = now_us;
    event_add(load->probe, &delay);
}

/* When requests of each class are refused: how soon, in tenths of the time that the options
 * allow, and for how long. All of them would be refused SPAN tenths later. */
static const struct {
    const char *labels;
    unsigned tenths, retry_s;
} classes[APO_LOAD_CLASSES] = {
    [APO_LOAD_COSTLY] = {"class=\"costly\"", 3, 10},
    [APO_LOAD_USUAL] = {"class=\"usual\"", 4, 2},
    [APO_LOAD_URGENT] = {"class=\"urgent\"", 5, 1},
};

static enum apo_load_class class_of(const apo_http_route *route)
{
    if ((route->flags & APO_HTTP_URGENT) != 0)
        return APO_LOAD_URGENT;
    return (route->flags & APO_HTTP_COSTLY) != 0 ? APO_LOAD_COSTLY : APO_LOAD_USUAL;
}

unsigned apo_load_count_shed(const apo_http_request *req)
{
    apo_http *srv = req->srv;
    apo_load *load = &srv->load;
    enum apo_load_class class = class_of(req->route);
    if (load->shed[class] == NULL && srv->options.metrics != NULL)
        load->shed[class] = apo_metrics_counter(
            srv->options.metrics, "apothecary_http_shed_total", classes[class].labels,
            "Requests refused because of overload, by what they cost.");
    apo_metric_add(load->shed[class], 1);
    return classes[class].retry_s;
}

unsigned apo_load_percent(enum apo_load_class class, uint64_t lag_ms, unsigned shed_ms)
{
    uint64_t limit_ms = (uint64_t)shed_ms * classes[class].tenths / 10;
    if (shed_ms == 0 || lag_ms <= limit_ms)
        return 0;
    uint64_t percent = 1000 * (lag_ms - limit_ms) / ((uint64_t)shed_ms * SPAN);
    return percent < SHED_MAX ? (unsigned)percent : SHED_MAX;
}

bool apo_load_sheds(apo_http_request *req)
{
    apo_http *srv = req->srv;
    apo_load *load = &srv->load;
    enum apo_load_class class = class_of(req->route);
    if (srv->options.shed_ms == 0 || (req->route->flags & APO_HTTP_QUIET) != 0)
        return false;
    start_probe(srv);
    load->shares[class] += apo_load_percent(class, standing_lag(load), srv->options.shed_ms);
    if (load->shares[class] < 100)
        return false;
    load->shares[class] -= 100;
    return true;
}

void apo_load_close(apo_http *srv)
{
    if (srv->load.probe != NULL)
        event_free(srv->load.probe);
    srv->load.probe = NULL;
}
