/* The queue of work: leases, results, abandoned work, and deletion with an account. */
#include "store_help.h"

#include "base/text.h"
#include "store/own_data.h"
#include "store/people.h"
#include "store/work.h"

#define TEXT(text) apo_span_of(text)

enum {
    LATER = 1000
};

static apo_store *store;

static apo_status add(const char *subject, const char *person, unsigned rank)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_work work = {.kind = "review", .rank = rank, .size = 10, .created_ms = 1};
    apo_text_copy(work.subject, sizeof work.subject, subject);
    apo_text_copy(work.person, sizeof work.person, person);
    apo_store_add_work(batch, &work, TEXT("input"));
    return write_now(store, batch);
}

/* Leases something at a time, until LATER after that. */
static apo_status lease(apo_store_work *out, const char *worker, const char *key,
                        int64_t now_ms)
{
    const apo_store_lease wanted = {worker, key, now_ms, now_ms + LATER, INT64_MAX};
    apo_store_batch *batch = apo_store_batch_new();
    bool has_work = apo_store_has_work(store, &wanted);
    apo_store_lease_work(batch, &wanted);
    apo_status status = write_now(store, batch);
    assert_int_equal(has_work, status != APO_E_UNKNOWN);
    return status == APO_OK ? apo_store_find_leased_work(store, out, TEXT(key)) : status;
}

static apo_status keep(const apo_store_work *work, const char *result)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_keep_result(batch, work, TEXT(result));
    return write_now(store, batch);
}

static apo_status end(const apo_store_work *work)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_end_work(batch, work);
    return write_now(store, batch);
}

static void test_leases(void **state)
{
    (void)state;
    apo_store_work one, two, again;
    store = open_store();
    assert_int_equal(lease(&one, "ann", "k1", 5), APO_E_UNKNOWN);
    assert_int_equal(add("g1", "", 1), APO_OK);
    assert_int_equal(add("g1", "", 1), APO_E_EXISTS);
    assert_int_equal(add("g2", "", 0), APO_OK);
    assert_int_equal(lease(&one, "ann", "k1", 5), APO_OK);
    assert_string_equal(one.subject, "g2"); /* by rank */
    assert_int_equal(one.until_ms, 5 + LATER);
    assert_int_equal(lease(&two, "ben", "k1", 5), APO_E_EXISTS);
    assert_int_equal(lease(&two, "ben", "k2", 5), APO_OK);
    assert_string_equal(two.subject, "g1");
    assert_int_equal(lease(&again, "eve", "k3", 5), APO_E_UNKNOWN);

    apo_store_batch *batch = apo_store_batch_new();
    apo_store_renew_work(batch, one.id, "k1", 5000);
    assert_int_equal(write_now(store, batch), APO_OK);
    batch = apo_store_batch_new();
    apo_store_renew_work(batch, one.id, "k2", 5000);
    assert_int_equal(write_now(store, batch), APO_E_UNKNOWN);
    /* Only the lease that was not renewed has ended. */
    assert_int_equal(lease(&again, "eve", "k3", 5 + LATER), APO_OK);
    assert_int_equal(again.id, two.id);
    assert_int_equal(again.tries, 2);
    assert_int_equal(end(&two), APO_E_UNKNOWN);
    assert_int_equal(keep(&two, "late"), APO_E_UNKNOWN);

    batch = apo_store_batch_new();
    apo_store_return_work(batch, again.id, "k3");
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(lease(&again, "ben", "k4", 6 + LATER), APO_OK);
    assert_int_equal(again.tries, 2);
    assert_int_equal(end(&again), APO_OK);
    assert_int_equal(apo_store_find_work(store, &again, again.id), APO_E_UNKNOWN);
    apo_store_close(store);
}

static void check_texts(int64_t id, const char *first, const char *second)
{
    apo_buffer texts[3];
    for (unsigned i = 0; i < 3; i++)
        apo_buffer_init(&texts[i], NULL);
    assert_int_equal(apo_store_read_work(store, id, &texts[0], &texts[1], &texts[2]), APO_OK);
    assert_true(apo_span_is(apo_buffer_span(&texts[0]), "input"));
    assert_true(apo_span_is(apo_buffer_span(&texts[1]), first));
    assert_true(apo_span_is(apo_buffer_span(&texts[2]), second));
    for (unsigned i = 0; i < 3; i++)
        apo_buffer_clear(&texts[i]);
}

static void test_results_that_differ(void **state)
{
    (void)state;
    apo_store_work one;
    store = open_store();
    assert_int_equal(add("g1", "", 1), APO_OK);
    assert_int_equal(lease(&one, "ann", "k1", 5), APO_OK);
    assert_int_equal(keep(&one, "A"), APO_OK);
    assert_int_equal(lease(&one, "ann", "k2", 6), APO_E_UNKNOWN); /* not their own again */
    assert_int_equal(lease(&one, "ben", "k2", 6), APO_OK);
    assert_int_equal(one.state, APO_STORE_WORK_REPEATED);
    assert_string_equal(one.first, "ann");
    assert_int_equal(keep(&one, "B"), APO_OK);
    assert_int_equal(lease(&one, "eve", "k3", 7), APO_E_UNKNOWN);
    assert_int_equal(lease(&one, APO_STORE_WORK_SERVER, "k3", 7), APO_OK);
    assert_int_equal(one.state, APO_STORE_WORK_DISPUTED);
    assert_string_equal(one.second, "ben");
    check_texts(one.id, "A", "B");
    apo_store_close(store);
}

static void test_what_is_given_up(void **state)
{
    (void)state;
    apo_store_work one;
    int64_t now_ms = 5;
    char key[16];
    store = open_store();
    assert_int_equal(add("g1", "", 1), APO_OK);
    for (int i = 0; i < APO_STORE_WORK_LAST_MAX; i++, now_ms += LATER) {
        bool is_servers = i >= APO_STORE_WORK_TRIES_MAX;
        snprintf(key, sizeof key, "key%d", i);
        assert_int_equal(apo_store_find_lost_work(store, &one, now_ms, APO_STORE_WORK_LAST_MAX),
                         APO_E_UNKNOWN);
        assert_int_equal(lease(&one, "ann", key, now_ms), is_servers ? APO_E_UNKNOWN : APO_OK);
        if (is_servers)
            assert_int_equal(lease(&one, APO_STORE_WORK_SERVER, key, now_ms), APO_OK);
    }
    assert_int_equal(lease(&one, APO_STORE_WORK_SERVER, "last", now_ms), APO_E_UNKNOWN);
    assert_int_equal(apo_store_find_lost_work(store, &one, now_ms - 1, APO_STORE_WORK_LAST_MAX),
                     APO_E_UNKNOWN);
    assert_int_equal(apo_store_find_lost_work(store, &one, now_ms, APO_STORE_WORK_LAST_MAX),
                     APO_OK);
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_drop_work(batch, one.id);
    apo_store_drop_work(batch, one.id);
    assert_int_equal(write_now(store, batch), APO_OK);
    apo_store_close(store);
}

/* The server leaves new work to others for a while. */
static void test_what_the_server_takes(void **state)
{
    (void)state;
    apo_store_lease wanted = {APO_STORE_WORK_SERVER, "k1", 5, 9, 0};
    store = open_store();
    assert_int_equal(add("g1", "", 1), APO_OK);
    assert_false(apo_store_has_work(store, &wanted));
    wanted.oldest_ms = 1;
    assert_true(apo_store_has_work(store, &wanted));
    apo_store_close(store);
}

static bool count_work(void *context, const apo_store_work *work)
{
    ++*(unsigned *)context;
    return work != NULL;
}

static bool count_worker(void *context, const apo_store_worker *worker)
{
    ++*(unsigned *)context;
    return worker != NULL;
}

static bool count_fault(void *context, const apo_store_work_fault *fault)
{
    ++*(unsigned *)context;
    return fault != NULL;
}

static unsigned faults(void)
{
    unsigned count = 0;
    assert_int_equal(apo_store_list_work_faults(store, 9, count_fault, &count), APO_OK);
    return count;
}

static void test_how_much_there_is(void **state)
{
    (void)state;
    apo_store_work one;
    apo_store_work_ahead ahead;
    apo_store_worker worker = {"ann", 7, 100, 1, 1, 0};
    unsigned count = 0;
    int64_t number = 0;
    store = open_store();
    assert_int_equal(add("g1", "ann", 1), APO_OK);
    assert_int_equal(add("g2", "ben", 0), APO_OK);
    assert_int_equal(add("g3", "ann", 1), APO_OK);
    assert_int_equal(apo_store_list_work_of(store, TEXT("ann"), count_work, &count), APO_OK);
    assert_int_equal(count, 2);
    assert_int_equal(apo_store_count_work(store, &number), APO_OK);
    assert_int_equal(number, 3);
    assert_int_equal(apo_store_count_work_of(store, &number, TEXT("ann")), APO_OK);
    assert_int_equal(number, 2);
    assert_int_equal(apo_store_find_work_about(store, &one, TEXT("review"), TEXT("g1")),
                     APO_OK);
    assert_int_equal(apo_store_count_work_ahead(store, &ahead, &one), APO_OK);
    assert_int_equal(ahead.count, 2);
    assert_int_equal(ahead.size, 20);

    apo_store_batch *batch = apo_store_batch_new();
    apo_store_note_worker(batch, &worker);
    worker.speed = 0;
    worker.seen_ms = 8;
    apo_store_note_worker(batch, &worker);
    apo_store_want_work(batch, &one, TEXT("other"));
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(apo_store_find_worker(store, &worker, TEXT("ann")), APO_OK);
    assert_int_equal(worker.speed, 100);
    assert_int_equal(worker.done, 2);
    count = 0;
    assert_int_equal(apo_store_list_workers(store, 8, count_worker, &count), APO_OK);
    assert_int_equal(apo_store_list_workers(store, 9, count_worker, &count), APO_OK);
    assert_int_equal(count, 1);
    apo_store_close(store);
}

static void test_what_goes_with_an_account(void **state)
{
    (void)state;
    apo_store_work one;
    apo_store_worker worker = {.person = "ann"};
    const apo_store_work_fault fault = {.person = "ann", .kind = "review", .subject = "g1"};
    const apo_store_person ann = {.id = "ann", .is_account = true, .name = "Ann"};
    store = open_store();
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_add_person(batch, &ann);
    apo_store_note_worker(batch, &worker);
    apo_store_add_work_fault(batch, &fault, TEXT("wrong"), TEXT("right"));
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(faults(), 1);
    assert_int_equal(add("g1", "ann", 1), APO_OK);
    assert_int_equal(add("g2", "ben", 2), APO_OK);
    assert_int_equal(add("g3", "ben", 0), APO_OK);
    assert_int_equal(lease(&one, "ann", "k1", 5), APO_OK);
    assert_int_equal(keep(&one, "A"), APO_OK); /* of g3 */
    assert_int_equal(lease(&one, "ann", "k2", 5), APO_OK);
    assert_int_equal(lease(&one, "ann", "k3", 5), APO_OK); /* of g2 */

    batch = apo_store_batch_new();
    apo_own_delete(batch, "ann", 0);
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(faults(), 0);
    assert_int_equal(apo_store_find_worker(store, &worker, TEXT("ann")), APO_E_UNKNOWN);
    assert_int_equal(apo_store_find_work_about(store, &one, TEXT("review"), TEXT("g1")),
                     APO_E_UNKNOWN);
    assert_int_equal(apo_store_find_work_about(store, &one, TEXT("review"), TEXT("g2")),
                     APO_OK);
    assert_int_equal(one.until_ms, 0);
    assert_string_equal(one.worker, "");
    assert_int_equal(apo_store_find_work_about(store, &one, TEXT("review"), TEXT("g3")),
                     APO_OK);
    assert_int_equal(one.state, APO_STORE_WORK_NEW);
    check_texts(one.id, "", "");
    apo_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_leases, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_results_that_differ, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_what_is_given_up, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_what_the_server_takes, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_how_much_there_is, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_what_goes_with_an_account, make_folder,
                                        remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
