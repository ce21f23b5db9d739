/* The connection to PostgreSQL breaks, or the server refuses, at each message of it in turn.
 * What was acknowledged is stored, what failed is not stored in part, and the store goes on. */
#include "store_help.h"

#include <pthread.h>

#include "store/bus.h"
#include "store/faults/memory.h"
#include "store/move.h"
#include "store/own_data.h"
#include "store/peers.h"
#include "store/people.h"
#include "store/proxy.h"
#include "store/turn.h"

enum {
    TRIES_MAX = 4,
    OUR_MEMORY = PROXY_FAULTS, /* a fault of ours: an allocation fails */
    FAULTS
};

static char url[256]; /* through the proxy */
static bool is_shared;
static apo_store *reader;     /* beside the proxy */
static int64_t tried, stored; /* the last number sent, and the last one acknowledged */

/* The setup of tests that need no empty database. */
static int keep_database(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/apo-store-XXXXXX");
    snprintf(path, sizeof path, "%s", getenv("APO_STORE"));
    return mkdtemp(folder) != NULL && proxy_start(folder, path, url, sizeof url) ? 0 : -1;
}

static void begin_reading(void)
{
    apo_error err = {.detail = ""};
    const apo_store_options options = {.path = path, .is_read_only = true};
    apo_store_close(open_store());
    assert_int_equal(apo_store_open(&reader, &options, &err), APO_OK);
    tried = 0;
    (void)apo_store_find_number(reader, &tried, apo_span_of("a"));
    stored = tried;
}

static void assert_is_a_failure(apo_status status)
{
    assert_true(status == APO_E_IO || status == APO_E_MEMORY);
}

/* --- what a server does ---------------------------------------------------- */

/* Two rows with the same number, and something that is there already, in one commit. */
static apo_status write_both(apo_store *store)
{
    apo_status status = APO_STATUSES, other = APO_STATUSES;
    apo_store_batch *batch = apo_store_batch_new(), *again = apo_store_batch_new();
    const apo_store_person person = {.id = "p1", .name = "Ann"};
    apo_store_set_number(batch, "a", tried);
    apo_store_set_number(batch, "b", tried);
    apo_store_add_person(again, &person);
    apo_store_submit(store, batch, note_status, &status);
    apo_store_submit(store, again, note_status, &other);
    apo_store_flush(store);
    if (other != APO_OK && other != APO_E_EXISTS)
        assert_is_a_failure(other);
    return status;
}

static void write_numbers(apo_store *store)
{
    apo_status status = APO_STATUSES;
    for (unsigned i = 0; i < TRIES_MAX && status != APO_OK; i++) {
        tried++;
        status = write_both(store);
        if (status == APO_OK)
            stored = tried;
        else
            assert_is_a_failure(status);
    }
    assert_int_equal(status, APO_OK);
    assert_false(apo_store_is_superseded(store));
    assert_true(apo_store_is_sound(store));
}

static void ask(apo_store *store)
{
    apo_status status = APO_STATUSES;
    int64_t number = -1;
    for (unsigned i = 0; i < TRIES_MAX && status != APO_OK; i++) {
        status = apo_store_find_number(store, &number, apo_span_of("a"));
        if (status != APO_OK)
            assert_is_a_failure(status);
    }
    assert_int_equal(status, APO_OK);
    if (number < stored || number > tried)
        fail_msg("%lld is not in %lld .. %lld", (long long)number, (long long)stored,
                 (long long)tried);
}

static apo_status export_once(apo_store *store, apo_buffer *out)
{
    apo_own_export *export = NULL;
    bool has_more = true;
    apo_buffer_clear(out);
    apo_status status = apo_own_export_open(&export, store, apo_span_of("p1"), 1);
    while (status == APO_OK && has_more)
        status = apo_own_export_more(export, out, 9, &has_more);
    apo_own_export_close(export);
    return status == APO_OK && out->is_failed ? APO_E_MEMORY : status;
}

static apo_store *exporter; /* through the proxy */

static apo_status export(void)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_status status = export_once(exporter, &out);
    if (status == APO_OK)
        assert_non_null(strstr(out.bytes, "\"name\":\"Ann\""));
    else
        assert_is_a_failure(status);
    apo_buffer_clear(&out);
    return status;
}

/* Among peers: all others are gone. */
static void meet(apo_store *store)
{
    apo_status status = APO_STATUSES;
    apo_store_peers peers = {.count = 0};
    char secret[APO_PEER_SECRET_MAX] = "";
    int64_t own = apo_store_own_peer(store);
    for (unsigned i = 0; i < TRIES_MAX && status != APO_OK; i++) {
        status = apo_store_read_peers(store, &peers);
        if (status == APO_OK)
            status = apo_store_peer_secret(store, secret);
        if (status != APO_OK)
            assert_is_a_failure(status);
    }
    assert_int_equal(status, APO_OK);
    assert_true(strlen(secret) > 64);
    for (status = APO_STATUSES; status != APO_OK;) {
        apo_store_batch *batch = apo_store_batch_new();
        for (unsigned i = 0; i < peers.count; i++) {
            if (peers.peers[i].id != own)
                apo_store_bury_peer(batch, peers.peers[i].id, -1);
        }
        apo_store_take_partitions(batch, own, 1);
        status = write_now(store, batch);
    }
}

static apo_status serve(void)
{
    apo_store *store = NULL;
    apo_error err = {.detail = ""};
    const apo_store_options options = {.path = url, .is_shared = is_shared};
    apo_status status = apo_store_open(&store, &options, &err);
    if (status != APO_OK) {
        assert_null(store);
        assert_true(err.detail[0] != '\0');
        return status;
    }
    write_numbers(store);
    ask(store);
    if (is_shared)
        meet(store);
    apo_store_close(store);
    return APO_OK;
}

/* --- faults --------------------------------------------------------------- */

/* Does the task while message or allocation `number` fails. False: it has fewer. */
static bool fail_once(apo_status (*task)(void), unsigned fault, unsigned number)
{
    uint64_t failed_before = memory_failures();
    proxy_plan(fault == OUR_MEMORY ? 0 : number, (enum proxy_fault)fault);
    memory_plan(number, fault == OUR_MEMORY);
    apo_status status = task();
    memory_plan(0, 0);
    bool has_failed = proxy_has_failed() || memory_failures() != failed_before;
    proxy_plan(0, PROXY_CUT_BEFORE);
    assert_true(status == APO_OK || has_failed);
    return has_failed;
}

/* What is in the database, whatever was answered. */
static void check(void)
{
    int64_t a = 0, b = 0;
    (void)apo_store_find_number(reader, &a, apo_span_of("a"));
    (void)apo_store_find_number(reader, &b, apo_span_of("b"));
    assert_int_equal(a, b);
    assert_true(a >= stored && a <= tried);
}

/* The larger `fineness`, the fewer of the later messages are left out; fewer still of those
 * that are refused, which is quick. */
static void fail_each(apo_status (*task)(void), unsigned fineness)
{
    for (unsigned fault = 0; fault < FAULTS; fault++) {
        unsigned number = 1;
        while (fail_once(task, fault, number)) {
            check();
            number += 1 + number / (fault == PROXY_REFUSE ? fineness * fineness : fineness);
        }
        assert_true(number > 3);
    }
}

static void test_serving(void **state)
{
    (void)state;
    begin_reading();
    is_shared = false;
    fail_each(serve, 4);
    apo_store_close(reader);
}

static void test_exporting(void **state)
{
    (void)state;
    apo_error err = {.detail = ""};
    begin_reading();
    is_shared = false;
    assert_int_equal(serve(), APO_OK);
    const apo_store_options options = {.path = url, .is_read_only = true};
    assert_int_equal(apo_store_open(&exporter, &options, &err), APO_OK);
    fail_each(export, 1);
    apo_store_close(exporter);
    apo_store_close(reader);
}

static void test_sharing(void **state)
{
    (void)state;
    begin_reading();
    is_shared = true;
    fail_each(serve, 2);
    apo_store_close(reader);
}

/* --- making tables, moving ------------------------------------------------- */

/* The setup of tests that begin with an empty database. */
static int empty_database(void **state)
{
    return make_folder(state) == 0 && proxy_start(folder, path, url, sizeof url) ? 0 : -1;
}

static void ask_database(const char *text)
{
    char command[512];
    snprintf(command, sizeof command, "exec psql -qw \"$APO_STORE\" %s >/dev/null 2>&1", text);
    assert_int_equal(run_command(command), 0);
}

static apo_status open_and_close(void)
{
    apo_store *store = NULL;
    apo_error err = {.detail = ""};
    const apo_store_options options = {.path = url};
    apo_status status = apo_store_open(&store, &options, &err);
    assert_true((store != NULL) == (status == APO_OK));
    apo_store_close(store);
    return status;
}

/* Each attempt goes on where the last one failed. */
static void test_making_tables(void **state)
{
    (void)state;
    static const unsigned faults[] = {PROXY_REFUSE, OUR_MEMORY};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        unsigned number = 1;
        ask_database("-c 'DROP SCHEMA public CASCADE' -c 'CREATE SCHEMA public'");
        while (fail_once(open_and_close, faults[i], number))
            number++;
        assert_true(number > 10);
        apo_store_close(open_store());
    }
}

static char first[96], last[96];
static unsigned moved_tables;

static void count_moved(void *context, const apo_store_moved *table)
{
    (void)context;
    moved_tables += table->rows > 0;
}

static apo_status move_there(void)
{
    apo_error err = {.detail = ""};
    apo_status status = apo_store_move(first, url, count_moved, NULL, &err);
    assert_true(status == APO_OK || err.detail[0] != '\0');
    return status;
}

static apo_status save(void)
{
    apo_error err = {.detail = ""};
    apo_status status = apo_store_save(url, last, &err);
    assert_true(status == APO_OK || err.detail[0] != '\0');
    assert_int_equal(access(last, F_OK) == 0, status == APO_OK);
    unlink(last);
    return status;
}

/* All has arrived, or nothing. */
static void check_moved(void)
{
    int64_t number = 0;
    if (apo_store_find_number(reader, &number, apo_span_of("a")) == APO_OK) {
        assert_int_equal(number, 7);
        ask_database("-c 'DELETE FROM number' -c 'DELETE FROM person'");
    }
}

static void test_moving(void **state)
{
    (void)state;
    static const unsigned faults[] = {PROXY_CUT_AFTER, PROXY_REFUSE, OUR_MEMORY};
    char there[sizeof path];
    const apo_store_person person = {.id = "p1", .name = "Ann"};
    begin_reading();
    ask_database("-c 'DELETE FROM number'");
    snprintf(first, sizeof first, "%s/first.db", folder);
    snprintf(last, sizeof last, "%s/last.db", folder);
    strcpy(there, path);
    strcpy(path, first);
    apo_store *store = open_store();
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_set_number(batch, "a", 7);
    apo_store_add_person(batch, &person);
    assert_int_equal(write_now(store, batch), APO_OK);
    apo_store_close(store);
    strcpy(path, there);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        for (unsigned number = 1; fail_once(move_there, faults[i], number); number *= 3)
            check_moved();
        check_moved();
    }
    assert_int_equal(move_there(), APO_OK);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        for (unsigned number = 1; fail_once(save, faults[i], number); number *= 3)
            continue;
    }
    assert_true(moved_tables > 0);
    apo_store_close(reader);
}

/* --- standing by ----------------------------------------------------------- */

static apo_status stand_by(void)
{
    apo_error err = {.detail = ""};
    apo_status status = apo_store_await(url, &err);
    assert_true(status == APO_OK || err.detail[0] != '\0');
    return status;
}

/* Only a failed first connection ends it. */
static void test_standing_by(void **state)
{
    (void)state;
    assert_true(fail_once(stand_by, PROXY_REFUSE, 2));
    assert_true(fail_once(stand_by, PROXY_CUT_BEFORE, 2));
    proxy_plan(1, PROXY_CUT_BEFORE);
    assert_int_equal(stand_by(), APO_E_IO);
    proxy_plan(0, PROXY_CUT_BEFORE);
}

/* --- the bus -------------------------------------------------------------- */

typedef struct ear {
    pthread_mutex_t mutex;
    pthread_cond_t has_heard;
    unsigned connections;
    char heard[1 << 16];
} ear;

static ear ears[2] = {
    {.mutex = PTHREAD_MUTEX_INITIALIZER, .has_heard = PTHREAD_COND_INITIALIZER},
    {.mutex = PTHREAD_MUTEX_INITIALIZER, .has_heard = PTHREAD_COND_INITIALIZER}};

static void hear(void *context, const char *text)
{
    ear *one = context;
    pthread_mutex_lock(&one->mutex);
    if (text == NULL)
        one->connections++;
    else
        strncat(one->heard, text, sizeof one->heard - strlen(one->heard) - 1);
    pthread_cond_broadcast(&one->has_heard);
    pthread_mutex_unlock(&one->mutex);
}

/* Waits until the bus has connected so often, and has heard the text. */
static void await(ear *one, unsigned connections, const char *text)
{
    pthread_mutex_lock(&one->mutex);
    while (one->connections < connections || strstr(one->heard, text) == NULL)
        pthread_cond_wait(&one->has_heard, &one->mutex);
    pthread_mutex_unlock(&one->mutex);
}

static apo_bus *open_bus(unsigned which, const char *address)
{
    apo_bus *bus = NULL;
    ears[which].connections = 0;
    ears[which].heard[0] = '\0';
    assert_int_equal(apo_bus_open(&bus, address, hear, &ears[which]), APO_OK);
    return bus;
}

/* Its lines arrive, whatever goes wrong while it connects and sends them. */
static void test_what_is_said_arrives(void **state)
{
    (void)state;
    char line[32];
    apo_bus *far = open_bus(1, path);
    await(&ears[1], 1, "");
    for (unsigned fault = 0; fault < PROXY_NO_MEMORY; fault++) {
        for (unsigned number = 1; number < 5; number++) {
            proxy_plan(number, (enum proxy_fault)fault);
            apo_bus *near = open_bus(0, url);
            snprintf(line, sizeof line, "fault %u at %u.", fault, number);
            apo_bus_say(near, line);
            await(&ears[1], 1, line);
            apo_bus_close(near);
            assert_true(proxy_has_failed());
        }
    }
    proxy_plan(0, PROXY_CUT_BEFORE);
    apo_bus_close(far);
}

/* It says so when it was cut off, and may have missed something. */
static void test_a_lost_connection_is_told(void **state)
{
    (void)state;
    apo_bus *near = open_bus(0, url), *far = open_bus(1, path);
    await(&ears[0], 1, "");
    await(&ears[1], 1, "");
    proxy_cut();
    await(&ears[0], 2, "");
    apo_bus_say(far, "again");
    await(&ears[0], 2, "again\n");
    apo_bus_close(near);
    apo_bus_close(far);
}

/* A line for which there is no memory, or no room, is dropped as a whole; later ones arrive. */
static void test_lines_that_are_dropped(void **state)
{
    (void)state;
    char line[APO_BUS_LINE_MAX + 1], heard[APO_BUS_LINE_MAX + 1];
    apo_bus *near = open_bus(0, path), *far = open_bus(1, path), *none = NULL;
    await(&ears[0], 1, "");
    await(&ears[1], 1, "");
    memset(line, 'a', sizeof line);
    line[255] = '\0'; /* fits into the first block, without its end */
    memory_plan(2, 1);
    apo_bus_say(near, line);
    memory_plan(0, 0);
    apo_bus_say(near, "first");
    memory_plan(1, 1); /* whether or not it must grow for this one */
    apo_bus_say(near, "second");
    memory_plan(0, 0);
    await(&ears[1], 1, "first\n");
    memset(line, 'b', sizeof line);
    line[APO_BUS_LINE_MAX] = '\0';
    apo_bus_say(near, line); /* is too long */
    line[APO_BUS_LINE_MAX - 1] = '\0';
    for (unsigned i = 0; i < 20; i++)
        apo_bus_say(near, line); /* more than one message */
    apo_bus_say(near, "last");
    await(&ears[1], 1, "last\n");
    snprintf(heard, sizeof heard, "%.*s", (int)strcspn(ears[1].heard, "\n"), ears[1].heard);
    assert_true(strcmp(heard, "first") == 0 || strspn(heard, "a") == 255);
    assert_null(strstr(ears[1].heard, "\n\n"));
    unsigned count = 0;
    for (const char *at = ears[1].heard; (at = strchr(at, 'b')) != NULL; count++) {
        assert_int_equal(strspn(at, "b"), APO_BUS_LINE_MAX - 1);
        at += APO_BUS_LINE_MAX - 1;
    }
    assert_int_equal(count, 20);
    apo_bus_close(near);
    apo_bus_close(far);
    for (unsigned number = 1; number < 3; number++) {
        memory_plan(number, 1);
        assert_int_equal(apo_bus_open(&none, path, hear, &ears[0]), APO_E_MEMORY);
        memory_plan(0, 0);
    }
    apo_bus_say(NULL, "nothing");
    apo_bus_close(NULL);
}

/* --- databases that are none of ours --------------------------------------- */

static void check_refusal(const char *address, apo_status expected, const char *reason)
{
    apo_store *store = NULL;
    apo_error err = {.detail = ""};
    const apo_store_options options = {.path = address};
    assert_int_equal(apo_store_open(&store, &options, &err), expected);
    assert_non_null(strstr(err.detail, reason));
    assert_null(store);
}

static void test_other_databases(void **state)
{
    (void)state;
    char other[300];
    ask_database("-c 'CREATE TABLE other (id BIGINT)'");
    check_refusal(path, APO_E_UNSUPPORTED, "not one of apothecary");
    ask_database("-c 'DROP TABLE other'");
    apo_store_close(open_store());
    ask_database("-c 'DELETE FROM apothecary'"); /* its version */
    check_refusal(path, APO_E_IO, "");
    ask_database(
        "-c \"CREATE DATABASE bytes TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'\"");
    snprintf(other, sizeof other, "postgresql:///bytes%s", strstr(path, "?host="));
    check_refusal(other, APO_E_UNSUPPORTED, "must be UTF8");
    check_refusal("postgresql:///x?host=/nowhere", APO_E_IO, "/nowhere");
}

static void try_old_peers(void)
{
    apo_store *store = NULL;
    apo_error err = {.detail = ""};
    const apo_store_options options = {.path = path, .is_shared = true};
    assert_int_equal(apo_store_open(&store, &options, &err), APO_E_IO);
    assert_non_null(strstr(err.detail, "older version"));
}

/* While servers share the tables as they are, a newer server must not change them. */
static void test_tables_in_use_are_not_changed(void **state)
{
    (void)state;
    apo_error err = {.detail = ""};
    apo_store *store = NULL;
    const apo_store_options options = {.path = path, .is_shared = true};
    assert_int_equal(apo_store_open(&store, &options, &err), APO_OK);
    ask_database("-c 'UPDATE apothecary SET version = version - 1'");
    try_old_peers();
    apo_store_close(store);
}

#define LINK_TEST(test) cmocka_unit_test_setup_teardown(test, keep_database, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LINK_TEST(test_serving),
        LINK_TEST(test_sharing),
        LINK_TEST(test_exporting),
        cmocka_unit_test_setup_teardown(test_moving, empty_database, remove_folder),
        cmocka_unit_test_setup_teardown(test_making_tables, empty_database, remove_folder),
        LINK_TEST(test_standing_by),
        LINK_TEST(test_what_is_said_arrives),
        LINK_TEST(test_a_lost_connection_is_told),
        LINK_TEST(test_lines_that_are_dropped),
        LINK_TEST(test_tables_in_use_are_not_changed),
        cmocka_unit_test_setup_teardown(test_other_databases, make_folder, remove_folder),
    };
    return memory_install() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
