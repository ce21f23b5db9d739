#include "test.h"

#include <stdatomic.h>

#include "protocol/runner.h"

typedef struct seen {
    apo_runner *runner;
    atomic_int count, goes_on;
    int by_this_thread; /* so many jobs has the last one's thread done */
    bool was_stopped;
} seen;

static _Thread_local int done;

static void note(void *context)
{
    seen *all = context;
    all->by_this_thread = ++done;
    all->was_stopped = apo_runner_is_stopped(all->runner);
    all->count++;
}

static void wait_for_stop(void *context)
{
    seen *all = context;
    apo_runner_wait_for_stop(all->runner);
    note(context);
}

static void go_on_until_told(void *context)
{
    seen *all = context;
    while (all->goes_on == 0)
        ;
    note(context);
}

static void begin(seen *all)
{
    assert_int_equal(apo_runner_new(&all->runner, NULL), APO_OK);
    assert_false(apo_runner_is_busy(all->runner));
}

static void run(seen *all, void (*job)(void *))
{
    assert_int_equal(apo_runner_start(all->runner, job, all), APO_OK);
}

static void test_jobs_follow_one_another_in_one_thread(void **state)
{
    (void)state;
    seen all = {0};
    begin(&all);
    run(&all, note);
    apo_runner_wait(all.runner);
    assert_int_equal(all.count, 1);
    for (int i = 0; i < 100; i++)
        run(&all, note);
    apo_runner_wait(all.runner);
    assert_int_equal(all.count, 101);
    assert_int_equal(all.by_this_thread, 101);
    assert_int_equal(done, 0);
    apo_runner_free(all.runner);
}

static void test_a_job_is_busy_until_it_ends(void **state)
{
    (void)state;
    seen all = {0};
    begin(&all);
    run(&all, go_on_until_told);
    assert_true(apo_runner_is_busy(all.runner));
    all.goes_on = 1;
    apo_runner_wait(all.runner);
    assert_false(apo_runner_is_busy(all.runner));
    assert_int_equal(all.count, 1);
    assert_false(all.was_stopped);
    apo_runner_free(all.runner);
}

static void test_a_stop_wakes_and_is_forgotten(void **state)
{
    (void)state;
    seen all = {0};
    begin(&all);
    for (int i = 0; i < 20; i++) {
        run(&all, wait_for_stop);
        apo_runner_stop(all.runner);
        assert_true(all.was_stopped);
        run(&all, note);
        apo_runner_wait(all.runner);
        assert_false(all.was_stopped);
    }
    assert_int_equal(all.count, 40);
    apo_runner_stop(all.runner); /* without a job */
    apo_runner_free(all.runner);
}

static void test_freeing_waits_for_the_job(void **state)
{
    (void)state;
    seen all = {0};
    begin(&all);
    apo_runner_free(all.runner); /* that had none */
    begin(&all);
    run(&all, note);
    apo_runner_free(all.runner);
    assert_int_equal(all.count, 1);
    apo_runner_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jobs_follow_one_another_in_one_thread),
        cmocka_unit_test(test_a_job_is_busy_until_it_ends),
        cmocka_unit_test(test_a_stop_wakes_and_is_forgotten),
        cmocka_unit_test(test_freeing_waits_for_the_job),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
