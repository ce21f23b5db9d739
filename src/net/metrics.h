/* Metrics of the running program, in Prometheus text format. */
#ifndef APO_NET_METRICS_H
#define APO_NET_METRICS_H

#include "base/buffer.h"
#include "base/status.h"

typedef struct apo_metrics apo_metrics;
typedef struct apo_metric apo_metric;

/* The caller frees it with apo_metrics_free. NULL when out of memory. */
apo_metrics *apo_metrics_new(void);
void apo_metrics_free(apo_metrics *metrics); /* NULL is allowed */

/* A counter; the same name and labels give the same one. `name` ends in "_total". `labels` is
 * NULL or written as in the output: "route=\"/\",status=\"200\"". `help` is a sentence; the
 * first call with this name sets it. All texts are copied. NULL when out of memory; all
 * functions that take a metric allow NULL. The registry's thread. */
apo_metric *apo_metrics_counter(apo_metrics *metrics, const char *name, const char *labels,
                                const char *help);

/* Times, in buckets of 1, 2, 5, 10 ... 10000 milliseconds, written as seconds. `name` ends in
 * "_seconds". */
apo_metric *apo_metrics_times(apo_metrics *metrics, const char *name, const char *labels,
                              const char *help);

/* A gauge: its value is read when the metrics are written (the length of a queue, say). */
typedef int64_t apo_metric_read(void *context);
apo_status apo_metrics_gauge(apo_metrics *metrics, const char *name, const char *labels,
                             const char *help, apo_metric_read *read, void *context);

/* Any thread. */
void apo_metric_add(apo_metric *metric, uint64_t amount);
void apo_metric_observe(apo_metric *metric, uint64_t microseconds);

/* The value of a counter, and how many times were observed. Any thread. */
uint64_t apo_metric_count(const apo_metric *metric);

/* Writes all metrics. The registry's thread. */
void apo_metrics_write(apo_metrics *metrics, apo_buffer *out);

#endif
