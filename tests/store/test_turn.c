/* Only one of several servers on one PostgreSQL writes, and none after its turn. */
#include "store_help.h"

#include "store/turn.h"

static bool has_turns(void)
{
    return getenv("APO_STORE") != NULL;
}

static void ask_database(const char *text)
{
    char command[512];
    snprintf(command, sizeof command, "exec psql -qw \"$APO_STORE\" -c \"%s\" >/dev/null 2>&1",
             text);
    assert_int_equal(run_command(command), 0);
}

static apo_status write_number(apo_store *store, int64_t value)
{
    apo_status status = APO_STATUSES;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_set_number(batch, "one", value);
    apo_store_submit(store, batch, note_status, &status);
    apo_store_flush(store);
    return status;
}

static int64_t read_number(apo_store *store)
{
    int64_t value = -1;
    (void)apo_store_find_number(store, &value, apo_span_of("one"));
    return value;
}

static apo_status renew(apo_store *store)
{
    apo_status status = APO_STATUSES;
    apo_store_renew(store, note_status, &status);
    apo_store_flush(store);
    return status;
}

static void test_nothing_is_written_after_the_turn(void **state)
{
    (void)state;
    apo_store *store = open_store();
    assert_int_equal(write_number(store, 1), APO_OK);
    assert_int_equal(renew(store), APO_OK);
    if (has_turns()) {
        /* As another server does; the lock is of no help here. */
        ask_database("UPDATE number SET value = value + 1 WHERE name = 'epoch'");
        assert_int_equal(write_number(store, 2), APO_E_IO);
        assert_true(apo_store_is_superseded(store));
        assert_false(apo_store_is_sound(store));
        assert_int_equal(renew(store), APO_E_IO);
        assert_int_equal(read_number(store), 1);
    } else {
        assert_false(apo_store_is_superseded(store));
    }
    apo_store_close(store);
}

static void test_a_turn_outlives_its_connection(void **state)
{
    (void)state;
    if (!has_turns())
        skip();
    apo_store *store = open_store();
    assert_int_equal(write_number(store, 1), APO_OK);
    ask_database("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
                 " WHERE pid <> pg_backend_pid() AND datname = current_database()");
    /* One change may find the connection gone. */
    (void)write_number(store, 2);
    assert_int_equal(write_number(store, 3), APO_OK);
    assert_false(apo_store_is_superseded(store));
    assert_int_equal(read_number(store), 3);
    /* Its connection ends and another server leads in between: then the turn is over. */
    ask_database("UPDATE number SET value = value + 1 WHERE name = 'epoch';"
                 "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
                 " WHERE pid <> pg_backend_pid() AND datname = current_database()");
    (void)write_number(store, 4);
    assert_int_equal(write_number(store, 5), APO_E_IO);
    assert_true(apo_store_is_superseded(store));
    apo_store_close(store);
    store = open_store();
    assert_int_equal(read_number(store), 3);
    assert_int_equal(write_number(store, 6), APO_OK);
    apo_store_close(store);
}

static void test_standing_by(void **state)
{
    (void)state;
    apo_error err = {.detail = ""};
    apo_store *store = open_store();
    if (!has_turns()) {
        assert_int_equal(apo_store_await(path, &err), APO_E_UNSUPPORTED);
        apo_store_close(store);
        return;
    }
    /* Its last sign of life is long past. */
    assert_int_equal(renew(store), APO_OK);
    ask_database("UPDATE number SET value = value - 100000 WHERE name = 'lease'");
    assert_int_equal(apo_store_await(path, &err), APO_OK);
    apo_store *second = open_store();
    assert_int_equal(write_number(second, 1), APO_OK);
    (void)write_number(store, 2);
    assert_int_equal(write_number(store, 3), APO_E_IO);
    assert_true(apo_store_is_superseded(store));
    assert_int_equal(write_number(second, 4), APO_OK);
    apo_store_close(store);
    apo_store_close(second);
}

#define STORE_TEST(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_nothing_is_written_after_the_turn),
        STORE_TEST(test_a_turn_outlives_its_connection),
        STORE_TEST(test_standing_by),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
