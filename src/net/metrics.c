#include "net/metrics.h"

#include <stdatomic.h>
#include <string.h>

#include "base/copy.h"
#include "base/text.h"

enum {
    BOUNDS = 13 /* 1, 2, 5 ... 10000 ms */
};

static const uint32_t bounds_ms[BOUNDS] = {1,   2,   5,    10,   20,   50,   100,
                                           200, 500, 1000, 2000, 5000, 10000};
/* The same in seconds, as they are written. */
static const char *const bounds_text[BOUNDS] = {"0.001", "0.002", "0.005", "0.01", "0.02",
                                                "0.05",  "0.1",   "0.2",   "0.5",  "1",
                                                "2",     "5",     "10"};

enum kind {
    KIND_COUNTER,
    KIND_TIMES,
    KIND_GAUGE
};

struct apo_metric {
    apo_metric *next; /* of the same family */
    char *labels;     /* owned; "" without */
    atomic_uint_fast64_t count;
    atomic_uint_fast64_t sum_us;
    atomic_uint_fast64_t buckets[BOUNDS];
    apo_metric_read *read;
    void *context;
};

/* All metrics of one name. */
typedef struct family {
    struct family *next;
    char *name, *help; /* owned */
    enum kind kind;
    apo_metric *first, **end;
} family;

struct apo_metrics {
    family *first, **end;
};

apo_metrics *apo_metrics_new(void)
{
    apo_metrics *metrics = apo_allocate_zero(NULL, sizeof *metrics);
    if (metrics != NULL)
        metrics->end = &metrics->first;
    return metrics;
}

static void free_metric(apo_metric *metric)
{
    apo_free(NULL, metric->labels);
    apo_free(NULL, metric);
}

static void free_family(family *group)
{
    while (group->first != NULL) {
        apo_metric *metric = group->first;
        group->first = metric->next;
        free_metric(metric);
    }
    apo_free(NULL, group->name);
    apo_free(NULL, group->help);
    apo_free(NULL, group);
}

void apo_metrics_free(apo_metrics *metrics)
{
    while (metrics != NULL && metrics->first != NULL) {
        family *group = metrics->first;
        metrics->first = group->next;
        free_family(group);
    }
    apo_free(NULL, metrics);
}

static family *add_family(apo_metrics *metrics, const char *name, const char *help,
                          enum kind kind)
{
    family *group = apo_allocate_zero(NULL, sizeof *group);
    if (group == NULL)
        return NULL;
    group->name = apo_copy_span(NULL, apo_span_of(name));
    group->help = apo_copy_span(NULL, apo_span_of(help));
    group->kind = kind;
    group->end = &group->first;
    if (group->name == NULL || group->help == NULL) {
        free_family(group);
        return NULL;
    }
    *metrics->end = group;
    metrics->end = &group->next;
    return group;
}

static family *find_family(apo_metrics *metrics, const char *name, const char *help,
                           enum kind kind)
{
    for (family *group = metrics->first; group != NULL; group = group->next)
        if (strcmp(group->name, name) == 0)
            return group->kind == kind ? group : NULL;
    return add_family(metrics, name, help, kind);
}

static apo_metric *add_metric(family *group, const char *labels)
{
    apo_metric *metric = apo_allocate_zero(NULL, sizeof *metric);
    if (metric == NULL)
        return NULL;
    metric->labels = apo_copy_span(NULL, apo_span_of(labels));
    if (metric->labels == NULL) {
        free_metric(metric);
        return NULL;
    }
    *group->end = metric;
    group->end = &metric->next;
    return metric;
}

static apo_metric *find_metric(family *group, const char *labels)
{
    labels = labels == NULL ? "" : labels;
    for (apo_metric *metric = group == NULL ? NULL : group->first; metric != NULL;
         metric = metric->next)
        if (strcmp(metric->labels, labels) == 0)
            return metric;
    return group == NULL ? NULL : add_metric(group, labels);
}

apo_metric *apo_metrics_counter(apo_metrics *metrics, const char *name, const char *labels,
                                const char *help)
{
    return find_metric(find_family(metrics, name, help, KIND_COUNTER), labels);
}

apo_metric *apo_metrics_times(apo_metrics *metrics, const char *name, const char *labels,
                              const char *help)
{
    return find_metric(find_family(metrics, name, help, KIND_TIMES), labels);
}

apo_status apo_metrics_gauge(apo_metrics *metrics, const char *name, const char *labels,
                             const char *help, apo_metric_read *read, void *context)
{
    apo_metric *metric = find_metric(find_family(metrics, name, help, KIND_GAUGE), labels);
    if (metric == NULL)
        return APO_E_MEMORY;
    metric->read = read;
    metric->context = context;
    return APO_OK;
}

void apo_metric_add(apo_metric *metric, uint64_t amount)
{
    if (metric != NULL)
        atomic_fetch_add_explicit(&metric->count, amount, memory_order_relaxed);
}

void apo_metric_observe(apo_metric *metric, uint64_t microseconds)
{
    size_t i = 0;
    if (metric == NULL)
        return;
    while (i < BOUNDS && microseconds > (uint64_t)bounds_ms[i] * 1000)
        i++;
    if (i < BOUNDS)
        atomic_fetch_add_explicit(&metric->buckets[i], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&metric->sum_us, microseconds, memory_order_relaxed);
    atomic_fetch_add_explicit(&metric->count, 1, memory_order_relaxed);
}

uint64_t apo_metric_count(const apo_metric *metric)
{
    return metric == NULL ? 0 : atomic_load_explicit(&metric->count, memory_order_relaxed);
}

/* NAME SUFFIX {LABELS,EXTRA} and a blank. */
static void add_name(apo_buffer *out, const family *group, const char *suffix,
                     const char *labels, const char *bound)
{
    apo_buffer_add(out, group->name);
    apo_buffer_add(out, suffix);
    if (labels[0] != '\0' || bound != NULL) {
        apo_buffer_add_char(out, '{');
        apo_buffer_add(out, labels);
        if (bound != NULL) {
            apo_buffer_add(out, labels[0] != '\0' ? ",le=\"" : "le=\"");
            apo_buffer_add(out, bound);
            apo_buffer_add_char(out, '"');
        }
        apo_buffer_add_char(out, '}');
    }
    apo_buffer_add_char(out, ' ');
}

static void add_value(apo_buffer *out, const family *group, const char *suffix,
                      const apo_metric *metric, int64_t value)
{
    add_name(out, group, suffix, metric->labels, NULL);
    apo_buffer_add_number(out, value);
    apo_buffer_add_char(out, '\n');
}

/* Microseconds as seconds with six decimals. */
static void add_seconds(apo_buffer *out, uint64_t us)
{
    apo_buffer_add_number(out, (int64_t)(us / 1000000));
    apo_buffer_add_char(out, '.');
    for (uint64_t unit = 100000; unit > 0; unit /= 10)
        apo_buffer_add_char(out, (char)('0' + us / unit % 10));
    apo_buffer_add_char(out, '\n');
}

static void add_times(apo_buffer *out, const family *group, const apo_metric *metric)
{
    uint64_t sum = 0, count = apo_metric_count(metric);
    for (size_t i = 0; i < BOUNDS; i++) {
        sum += atomic_load_explicit(&metric->buckets[i], memory_order_relaxed);
        add_name(out, group, "_bucket", metric->labels, bounds_text[i]);
        apo_buffer_add_number(out, (int64_t)sum);
        apo_buffer_add_char(out, '\n');
    }
    add_name(out, group, "_bucket", metric->labels, "+Inf");
    apo_buffer_add_number(out, (int64_t)count);
    apo_buffer_add_char(out, '\n');
    add_name(out, group, "_sum", metric->labels, NULL);
    add_seconds(out, atomic_load_explicit(&metric->sum_us, memory_order_relaxed));
    add_value(out, group, "_count", metric, (int64_t)count);
}

static void add_family_head(apo_buffer *out, const family *group)
{
    static const char *const types[] = {"counter", "histogram", "gauge"};
    apo_buffer_add(out, "# HELP ");
    apo_buffer_add(out, group->name);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add(out, group->help);
    apo_buffer_add(out, "\n# TYPE ");
    apo_buffer_add(out, group->name);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add(out, types[group->kind]);
    apo_buffer_add_char(out, '\n');
}

void apo_metrics_write(apo_metrics *metrics, apo_buffer *out)
{
    for (const family *group = metrics->first; group != NULL; group = group->next) {
        add_family_head(out, group);
        for (const apo_metric *metric = group->first; metric != NULL; metric = metric->next) {
            if (group->kind == KIND_TIMES)
                add_times(out, group, metric);
            else if (group->kind == KIND_GAUGE)
                add_value(out, group, "", metric, metric->read(metric->context));
            else
                add_value(out, group, "", metric, (int64_t)apo_metric_count(metric));
        }
    }
}
