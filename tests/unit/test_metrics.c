#include "test.h"

#include "net/metrics.h"

static int64_t give_seven(void *context)
{
    (void)context;
    return 7;
}

static void all_kinds_are_written(void **state)
{
    (void)state;
    apo_buffer out;
    apo_metrics *metrics = apo_metrics_new();
    apo_metric *counter = apo_metrics_counter(metrics, "a_total", NULL, "Some.");
    apo_metric *other = apo_metrics_counter(metrics, "a_total", "x=\"1\"", "Ignored.");
    apo_metric *times = apo_metrics_times(metrics, "t_seconds", "x=\"1\"", "Times.");
    assert_ptr_equal(counter, apo_metrics_counter(metrics, "a_total", "", "Again."));
    assert_null(apo_metrics_times(metrics, "a_total", NULL, "Of another kind."));
    assert_int_equal(apo_metrics_gauge(metrics, "g", NULL, "Gauge.", give_seven, NULL), APO_OK);
    apo_metric_add(counter, 5);
    apo_metric_add(other, 1);
    apo_metric_add(NULL, 1);
    apo_metric_observe(times, 1000);
    apo_metric_observe(times, 1001);
    apo_metric_observe(times, 20000000);
    assert_int_equal(apo_metric_count(times), 3);
    apo_buffer_init(&out, NULL);
    apo_metrics_write(metrics, &out);
    assert_non_null(strstr(out.bytes,
                           "# HELP a_total Some.\n# TYPE a_total counter\na_total 5\n"
                           "a_total{x=\"1\"} 1\n# HELP t_seconds"));
    assert_non_null(strstr(out.bytes, "t_seconds_bucket{x=\"1\",le=\"0.001\"} 1\n"
                                      "t_seconds_bucket{x=\"1\",le=\"0.002\"} 2\n"));
    assert_non_null(strstr(out.bytes, "t_seconds_bucket{x=\"1\",le=\"10\"} 2\n"
                                      "t_seconds_bucket{x=\"1\",le=\"+Inf\"} 3\n"
                                      "t_seconds_sum{x=\"1\"} 20.002001\n"
                                      "t_seconds_count{x=\"1\"} 3\n"));
    assert_non_null(strstr(out.bytes, "# TYPE g gauge\ng 7\n"));
    apo_buffer_clear(&out);
    apo_metrics_free(metrics);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds_are_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
