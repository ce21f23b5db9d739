/* Each call to the disk fails in turn while a database is copied, or put back, and allocations
 * do. Nothing is left half done: an error leaves no copy, and a database that was to be
 * replaced as it was. */
#include "store_help.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <time.h>

#include "store/faults/memory.h"
#include "store/replica.h"

/* The linker puts these in place of the calls of our own code, not of SQLite's. */
int __real_open(const char *name, int flags, ...);
int __real_close(int file);
ssize_t __real_write(int file, const void *bytes, size_t length);
int __real_fsync(int file);
int __real_fdatasync(int file);
int __real_rename(const char *from, const char *to);
int __wrap_open(const char *name, int flags, ...);
int __wrap_close(int file);
ssize_t __wrap_write(int file, const void *bytes, size_t length);
int __wrap_fsync(int file);
int __wrap_fdatasync(int file);
int __wrap_rename(const char *from, const char *to);

enum {
    CALLS_MAX = 100, /* more than any of these tasks makes */
    OLD = 1,
    NEW = 2
};

/* Calls until the one that fails; 0: none does. Replicas have a thread of their own. */
static atomic_uint calls_left;

static bool fails_now(void)
{
    unsigned left = atomic_load(&calls_left);
    while (left > 0 && !atomic_compare_exchange_weak(&calls_left, &left, left - 1))
        continue;
    if (left == 1)
        errno = EIO;
    return left == 1;
}

int __wrap_open(const char *name, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    return fails_now() ? -1 : __real_open(name, flags, mode);
}

int __wrap_close(int file)
{
    int code = __real_close(file);
    return fails_now() ? -1 : code;
}

/* Of a short text it takes a part at a time. */
ssize_t __wrap_write(int file, const void *bytes, size_t length)
{
    return fails_now() ? -1
                       : __real_write(file, bytes, length < 100 && length > 40 ? 40 : length);
}

int __wrap_fsync(int file)
{
    return fails_now() ? -1 : __real_fsync(file);
}

int __wrap_fdatasync(int file)
{
    return fails_now() ? -1 : __real_fdatasync(file);
}

int __wrap_rename(const char *from, const char *to)
{
    return fails_now() ? -1 : __real_rename(from, to);
}

/* --- databases ------------------------------------------------------------ */

static char copy[96];
static apo_error err;

static int make_folders(void **state)
{
    calls_left = 0;
    snprintf(copy, sizeof copy, "%s", "");
    if (make_folder(state) != 0)
        return -1;
    snprintf(copy, sizeof copy, "%s/copy", folder);
    return 0;
}

static bool exists(const char *name, const char *suffix)
{
    char whole[512];
    snprintf(whole, sizeof whole, "%s%s", name, suffix);
    return access(whole, F_OK) == 0;
}

static apo_store *open_at(const char *name)
{
    apo_store *store = NULL;
    const apo_store_options options = {.path = name};
    if (apo_store_open(&store, &options, &err) != APO_OK)
        fail_msg("%s: %s", name, err.detail);
    return store;
}

/* Makes the database at `name`, or changes it, so that it holds this number. */
static void put_number(const char *name, int64_t number)
{
    apo_store *store = open_at(name);
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_set_number(batch, "number", number);
    apo_store_submit(store, batch, NULL, NULL);
    apo_store_close(store);
}

static int64_t number_at(const char *name)
{
    int64_t number = 0;
    apo_store *store = open_at(name);
    assert_int_equal(apo_store_find_number(store, &number, apo_span_of("number")), APO_OK);
    apo_store_close(store);
    return number;
}

/* Does the task while this call to the disk or this allocation fails. `check` gets what it
 * returned. False: the task makes fewer. */
static bool fail_once(apo_status (*task)(void), void (*check)(apo_status status), unsigned call,
                      bool is_allocation)
{
    uint64_t failed_before = memory_failures();
    err.detail[0] = '\0';
    calls_left = is_allocation ? 0 : call;
    memory_plan(call, is_allocation);
    apo_status status = task();
    memory_plan(0, 0);
    bool has_failed =
        is_allocation ? memory_failures() != failed_before : atomic_load(&calls_left) == 0;
    calls_left = 0;
    assert_true(status == APO_OK || err.detail[0] != '\0');
    assert_true(status == APO_OK || has_failed);
    check(status);
    return has_failed;
}

/* Does the task with its first call to the disk failing, then its second, and so on, until it
 * makes no such call any more; and the same with allocations, of which the later ones are too
 * many to try each. */
static void fail_each(apo_status (*task)(void), void (*check)(apo_status status))
{
    unsigned call = 1;
    while (fail_once(task, check, call, false))
        call++;
    assert_true(call > 3);
    call = 1;
    while (fail_once(task, check, call, true))
        call += 1 + call / 16;
}

/* --- the tasks ------------------------------------------------------------ */

static apo_status back_up(void)
{
    return apo_store_backup(path, copy, &err);
}

static void check_backup(apo_status status)
{
    assert_false(exists(copy, ".part"));
    assert_int_equal(exists(copy, ""), status == APO_OK);
    if (status != APO_OK)
        return;
    assert_int_equal(number_at(copy), NEW);
    unlink(copy);
}

static void test_backup(void **state)
{
    (void)state;
    put_number(path, NEW);
    fail_each(back_up, check_backup);
}

/* As if a server had died with a log. SQLite takes no notice of this one. */
static void put_log(void)
{
    char name[512];
    snprintf(name, sizeof name, "%s-wal", path);
    FILE *log = fopen(name, "w");
    assert_non_null(log);
    fputs("log", log);
    fclose(log);
}

static void check_replaced(apo_status status)
{
    assert_int_equal(exists(path, "-wal"), status != APO_OK);
    assert_false(exists(path, ".part"));
    assert_int_equal(number_at(path), status == APO_OK ? NEW : OLD);
    if (status == APO_OK)
        put_number(path, OLD);
    put_log();
}

static apo_status put_back(void)
{
    return apo_store_restore(path, copy, &err);
}

static void test_restore(void **state)
{
    char before[512];
    (void)state;
    put_number(copy, NEW);
    put_number(path, OLD);
    /* One that an earlier restoration has put aside must not come back. */
    snprintf(before, sizeof before, "%s.old", path);
    put_number(before, NEW + 1);
    put_log();
    fail_each(put_back, check_replaced);
}

static apo_status bring_back(void)
{
    apo_replica_restored restored;
    return apo_replica_restore(&restored, path, copy, INT64_MAX, &err);
}

/* Replicates the database, and what is stored then, until a base is there or something has
 * failed: this call, unless it is 0. False: it was never made. */
static bool replicate(const char *database, int64_t number, unsigned call)
{
    apo_replica *replica = NULL;
    apo_replica_state known = {.has_base = false};
    apo_store *store = open_at(database);
    atomic_store(&calls_left, call);
    apo_status status = apo_replica_start(&replica, store, copy, &err);
    assert_true(status == APO_OK || err.detail[0] != '\0');
    while (status == APO_OK && !known.has_base && known.trouble[0] == '\0') {
        nanosleep(&(struct timespec){0, 2000000}, NULL);
        apo_replica_look(replica, &known);
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_set_number(batch, "number", number);
    apo_store_submit(store, batch, NULL, NULL);
    apo_store_flush(store);
    apo_replica_stop(replica);
    bool has_failed = atomic_exchange(&calls_left, 0) == 0;
    apo_store_close(store);
    return has_failed;
}

/* Whatever has failed in one run of the server, the next one mends. */
static void test_replicating(void **state)
{
    bool has_failed = true;
    (void)state;
    for (unsigned call = 1; has_failed; call++) {
        assert_true(call < CALLS_MAX);
        has_failed = replicate(path, call, call);
        (void)replicate(path, call + CALLS_MAX, 0);
        char back[512];
        snprintf(back, sizeof back, "%s/back.db", folder);
        apo_replica_restored restored;
        assert_int_equal(apo_replica_restore(&restored, back, copy, INT64_MAX, &err), APO_OK);
        assert_int_equal(number_at(back), call + CALLS_MAX);
    }
}

static void test_replica(void **state)
{
    char first[512];
    (void)state;
    snprintf(first, sizeof first, "%s/first.db", folder);
    (void)replicate(first, NEW, 0);
    put_number(path, OLD);
    put_log();
    fail_each(bring_back, check_replaced);
}

/* --- small files ---------------------------------------------------------- */

static const char long_text[] =
    "A key, say. A write that takes only a part of it goes on with the rest.";
static char from[96];

static apo_status copy_small(void)
{
    return apo_store_copy_file(from, copy, &err);
}

static void write_small(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* Closing the file that was only read may fail without harm. */
static void check_small(apo_status status)
{
    char text[200] = "";
    FILE *file = fopen(copy, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, status == APO_OK ? long_text : "old");
    write_small(copy, "old");
}

static void test_small_file(void **state)
{
    (void)state;
    snprintf(from, sizeof from, "%s/from", folder);
    write_small(from, long_text);
    write_small(copy, "old");
    fail_each(copy_small, check_small);
    unlink(from);
    assert_int_equal(copy_small(), APO_E_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_backup, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_restore, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_replicating, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_replica, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_small_file, make_folders, remove_folder),
    };
    return memory_install() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
