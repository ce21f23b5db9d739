/* Servers that share a PostgreSQL: who holds what, and that no server writes after its end. */
#include "store_help.h"

#include <pthread.h>

#include "store/bus.h"
#include "store/peers.h"

static bool has_peers(void)
{
    return getenv("APO_STORE") != NULL;
}

static apo_store *open_shared(void)
{
    apo_store *store = NULL;
    apo_error err = {.detail = ""};
    const apo_store_options options = {.path = getenv("APO_STORE"), .is_shared = true};
    apo_status status = apo_store_open(&store, &options, &err);
    if (status != APO_OK)
        fail_msg("%s", err.detail);
    return store;
}

static apo_status submit(apo_store *store, apo_store_batch *batch)
{
    apo_status status = APO_STATUSES;
    apo_store_submit(store, batch, note_status, &status);
    apo_store_flush(store);
    return status;
}

static apo_status write_number(apo_store *store, int64_t value)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_set_number(batch, "one", value);
    return submit(store, batch);
}

static void renew(apo_store *store, const char *address)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_renew_peer(batch, apo_store_own_peer(store), address);
    assert_int_equal(submit(store, batch), APO_OK);
}

static void take_all(apo_store *store)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_take_partitions(batch, apo_store_own_peer(store),
                              (UINT64_C(1) << APO_PARTITIONS) - 1);
    assert_int_equal(submit(store, batch), APO_OK);
}

static unsigned count_of(apo_store *reader, int64_t peer)
{
    apo_store_peers table;
    unsigned count = 0;
    assert_int_equal(apo_store_read_peers(reader, &table), APO_OK);
    for (unsigned i = 0; i < APO_PARTITIONS; i++)
        count += table.partitions[i].peer == peer;
    return count;
}

static void test_only_a_database_that_can_be_is_shared(void **state)
{
    (void)state;
    apo_store *store = NULL;
    apo_error err = {.detail = ""};
    const apo_store_options options = {.path = "never.db", .is_shared = true};
    assert_int_equal(apo_store_open(&store, &options, &err), APO_E_UNSUPPORTED);
    assert_null(store);
}

static void test_a_game_has_one_shard(void **state)
{
    (void)state;
    /* What HAProxy's djb2 gives for these, modulo 32. */
    assert_int_equal(apo_shard_of(apo_span_of("")), 5381 % APO_SHARDS);
    assert_int_equal(apo_shard_of(apo_span_of("a")), (5381 * 33 + 'a') % APO_SHARDS);
}

static void test_parts_have_one_owner(void **state)
{
    (void)state;
    if (!has_peers())
        skip();
    apo_store *one = open_shared(), *two = open_shared();
    int64_t first = apo_store_own_peer(one), second = apo_store_own_peer(two);
    apo_store_peers table;
    char secret[APO_PEER_SECRET_MAX], same[APO_PEER_SECRET_MAX];
    assert_true(first != second);
    assert_int_equal(apo_store_peer_secret(one, secret), APO_OK);
    assert_int_equal(apo_store_peer_secret(two, same), APO_OK);
    assert_string_equal(secret, same);
    assert_true(strlen(secret) > 64);
    renew(one, "127.0.0.1:1");
    take_all(one);
    take_all(two);
    assert_int_equal(count_of(two, first), APO_PARTITIONS);
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_give_partitions(batch, first, 3, second);
    /* A server cannot give away what it does not hold. */
    apo_store_give_partitions(batch, second, 12, second);
    assert_int_equal(submit(one, batch), APO_OK);
    assert_int_equal(count_of(one, second), 2);
    assert_int_equal(apo_store_read_peers(two, &table), APO_OK);
    assert_string_equal(table.peers[table.count - 2].address, "127.0.0.1:1");
    assert_true(table.peers[table.count - 2].is_connected);
    /* Both write. */
    assert_int_equal(write_number(one, 1), APO_OK);
    assert_int_equal(write_number(two, 2), APO_OK);
    for (unsigned i = 0; i < 2; i++) {
        apo_store *store = i == 0 ? one : two;
        batch = apo_store_batch_new();
        apo_store_leave_peers(batch, apo_store_own_peer(store));
        assert_int_equal(submit(store, batch), APO_OK);
    }
    apo_store_close(two);
    apo_store_close(one);
}

static void test_nothing_is_written_after_the_end(void **state)
{
    (void)state;
    if (!has_peers())
        skip();
    apo_store *one = open_shared(), *two = open_shared();
    int64_t first = apo_store_own_peer(one);
    take_all(one);
    assert_int_equal(write_number(one, 3), APO_OK);
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_bury_peer(batch, first, INT64_C(3600000));
    assert_int_equal(submit(two, batch), APO_OK);
    assert_int_equal(count_of(two, first), APO_PARTITIONS); /* it is not so old */
    batch = apo_store_batch_new();
    apo_store_bury_peer(batch, first, -1);
    assert_int_equal(submit(two, batch), APO_OK);
    assert_int_equal(count_of(two, 0), APO_PARTITIONS);
    assert_int_equal(write_number(one, 4), APO_E_IO);
    assert_int_equal(write_number(one, 5), APO_E_IO);
    int64_t value;
    assert_int_equal(apo_store_find_number(two, &value, apo_span_of("one")), APO_OK);
    assert_int_equal(value, 3);
    take_all(two);
    assert_int_equal(count_of(two, apo_store_own_peer(two)), APO_PARTITIONS);
    apo_store_close(two);
    apo_store_close(one);
}

/* A peer may have taken partitions at the moment when another one buried it. */
static void test_what_a_dead_peer_took_is_free(void **state)
{
    (void)state;
    if (!has_peers())
        skip();
    const int64_t nobody = INT64_C(1000000000);
    apo_store *store = open_shared();
    apo_store_peers table;
    apo_store_batch *batch = apo_store_batch_new();
    assert_int_equal(apo_store_read_peers(store, &table), APO_OK);
    for (unsigned i = 0; i < table.count; i++)
        if (table.peers[i].id != apo_store_own_peer(store))
            apo_store_bury_peer(batch, table.peers[i].id, -1);
    apo_store_take_partitions(batch, nobody, (UINT64_C(1) << APO_PARTITIONS) - 1);
    assert_int_equal(submit(store, batch), APO_OK);
    assert_int_equal(count_of(store, nobody), APO_PARTITIONS);
    take_all(store);
    assert_int_equal(count_of(store, apo_store_own_peer(store)), APO_PARTITIONS);
    apo_store_close(store);
}

static void test_one_alone_and_several_keep_each_other_out(void **state)
{
    (void)state;
    if (!has_peers())
        skip();
    apo_store *shared = open_shared(), *alone = NULL;
    apo_error err = {.detail = ""};
    const apo_store_options options = {.path = getenv("APO_STORE")};
    assert_int_equal(apo_store_open(&alone, &options, &err), APO_E_EXISTS);
    apo_store_close(shared);
}

/* --- the bus -------------------------------------------------------------- */

typedef struct ear {
    pthread_mutex_t mutex;
    pthread_cond_t has_heard;
    bool is_connected;
    char heard[4096];
} ear;

static void hear(void *context, const char *text)
{
    ear *one = context;
    pthread_mutex_lock(&one->mutex);
    if (text == NULL)
        one->is_connected = true;
    else
        strncat(one->heard, text, sizeof one->heard - strlen(one->heard) - 1);
    pthread_cond_broadcast(&one->has_heard);
    pthread_mutex_unlock(&one->mutex);
}

static void await(ear *one, const char *text)
{
    pthread_mutex_lock(&one->mutex);
    while (text == NULL ? !one->is_connected : strstr(one->heard, text) == NULL)
        pthread_cond_wait(&one->has_heard, &one->mutex);
    pthread_mutex_unlock(&one->mutex);
}

static void test_what_one_says_the_others_hear(void **state)
{
    (void)state;
    if (!has_peers())
        skip();
    ear ears[2] = {{.heard = ""}, {.heard = ""}};
    apo_bus *buses[2];
    for (unsigned i = 0; i < 2; i++) {
        pthread_mutex_init(&ears[i].mutex, NULL);
        pthread_cond_init(&ears[i].has_heard, NULL);
        assert_int_equal(apo_bus_open(&buses[i], getenv("APO_STORE"), hear, &ears[i]), APO_OK);
        await(&ears[i], NULL);
    }
    for (unsigned i = 0; i < 100; i++)
        apo_bus_say(buses[0], i < 99 ? "a short line" : "the last one");
    await(&ears[1], "the last one\n");
    assert_non_null(strstr(ears[1].heard, "a short line\na short line\n"));
    apo_bus_say(buses[1], "and back");
    await(&ears[0], "and back\n");
    assert_null(strstr(ears[0].heard, "a short line"));
    for (unsigned i = 0; i < 2; i++) {
        apo_bus_close(buses[i]);
        pthread_cond_destroy(&ears[i].has_heard);
        pthread_mutex_destroy(&ears[i].mutex);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_a_database_that_can_be_is_shared),
        cmocka_unit_test(test_a_game_has_one_shard),
        cmocka_unit_test(test_parts_have_one_owner),
        cmocka_unit_test(test_nothing_is_written_after_the_end),
        cmocka_unit_test(test_what_a_dead_peer_took_is_free),
        cmocka_unit_test(test_one_alone_and_several_keep_each_other_out),
        cmocka_unit_test(test_what_one_says_the_others_hear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
