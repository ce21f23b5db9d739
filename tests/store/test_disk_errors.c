/* Each call to the disk fails in turn while a database is copied, or put back, and allocations
 * do. Nothing is left half done: an error leaves no copy, and a database that was to be
 * replaced as it was. */
#include "store_help.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <time.h>

#include "store/faults/memory.h"
#include "store/move.h"
#include "store/replica.h"

/* The linker puts these in place of the calls of our own code, not of SQLite's. */
int __real_open(const char *name, int flags, ...);
int __real_close(int file);
ssize_t __real_write(int file, const void *bytes, size_t length);
int __real_fsync(int file);
int __real_fdatasync(int file);
int __real_rename(const char *from, const char *to);
int __real_fcntl(int file, int command, ...);
ssize_t __real_read(int file, void *bytes, size_t length);
ssize_t __real_pread(int file, void *bytes, size_t length, off_t at);
int __real_stat(const char *name, struct stat *out);
int __real_pthread_create(pthread_t *out, const pthread_attr_t *how, void *(*work)(void *),
                          void *context);
int __wrap_open(const char *name, int flags, ...);
int __wrap_close(int file);
ssize_t __wrap_write(int file, const void *bytes, size_t length);
int __wrap_fsync(int file);
int __wrap_fdatasync(int file);
int __wrap_rename(const char *from, const char *to);
int __wrap_fcntl(int file, int command, ...);
ssize_t __wrap_read(int file, void *bytes, size_t length);
ssize_t __wrap_pread(int file, void *bytes, size_t length, off_t at);
int __wrap_stat(const char *name, struct stat *out);
int __wrap_pthread_create(pthread_t *out, const pthread_attr_t *how, void *(*work)(void *),
                          void *context);

enum {
    CALLS_MAX = 100, /* more than any of these tasks makes */
    OLD = 1,
    NEW = 2,
    FINE = 16,
    COARSE = 3
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

/* Of a short text it takes a part at a time, and it is interrupted before the first. */
ssize_t __wrap_write(int file, const void *bytes, size_t length)
{
    static _Thread_local bool is_interrupted;
    bool is_short = length < 100 && length > 40;
    if (fails_now())
        return -1;
    is_interrupted = is_short && !is_interrupted;
    if (is_interrupted) {
        errno = EINTR;
        return -1;
    }
    return __real_write(file, bytes, is_short ? 40 : length);
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

/* Only locks of files are asked for. */
int __wrap_fcntl(int file, int command, ...)
{
    va_list rest;
    va_start(rest, command);
    void *lock = va_arg(rest, void *);
    va_end(rest);
    return fails_now() ? -1 : __real_fcntl(file, command, lock);
}

ssize_t __wrap_read(int file, void *bytes, size_t length)
{
    return fails_now() ? -1 : __real_read(file, bytes, length);
}

ssize_t __wrap_pread(int file, void *bytes, size_t length, off_t at)
{
    return fails_now() ? -1 : __real_pread(file, bytes, length, at);
}

int __wrap_stat(const char *name, struct stat *out)
{
    return fails_now() ? -1 : __real_stat(name, out);
}

int __wrap_pthread_create(pthread_t *out, const pthread_attr_t *how, void *(*work)(void *),
                          void *context)
{
    return fails_now() ? EAGAIN : __real_pthread_create(out, how, work, context);
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
 * many to try each: the larger `fineness`, the fewer are left out. */
static void fail_each(apo_status (*task)(void), void (*check)(apo_status status),
                      unsigned fineness)
{
    unsigned call = 1;
    while (fail_once(task, check, call, false))
        call++;
    assert_true(call > 3);
    call = 1;
    while (fail_once(task, check, call, true))
        call += 1 + call / fineness;
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
    fail_each(back_up, check_backup, FINE);
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
    fail_each(put_back, check_replaced, FINE);
}

static apo_status bring_back(void)
{
    apo_replica_restored restored;
    return apo_replica_restore(&restored, path, copy, INT64_MAX, &err);
}

/* Replicates the database, and what is stored then, until a base is there or something has
 * failed: this call or allocation, unless it is 0. False: it was never made. */
static bool replicate(const char *database, int64_t number, unsigned call, bool is_allocation)
{
    uint64_t failed_before = memory_failures();
    apo_replica *replica = NULL;
    apo_replica_state known = {.has_base = false};
    apo_store *store = open_at(database);
    atomic_store(&calls_left, is_allocation ? 0 : call);
    memory_plan(call, is_allocation);
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
    memory_plan(0, 0);
    bool has_failed = is_allocation ? memory_failures() != failed_before
                                    : atomic_exchange(&calls_left, 0) == 0;
    apo_store_close(store);
    return has_failed;
}

static void check_mended(int64_t number)
{
    char back[512];
    apo_replica_restored restored;
    (void)replicate(path, number, 0, false);
    snprintf(back, sizeof back, "%s/back.db", folder);
    assert_int_equal(apo_replica_restore(&restored, back, copy, INT64_MAX, &err), APO_OK);
    assert_int_equal(number_at(back), number);
}

/* Whatever has failed in one run of the server, the next one mends. */
static void test_replicating(void **state)
{
    bool has_failed = true;
    (void)state;
    for (unsigned call = 1; has_failed; call++) {
        assert_true(call < CALLS_MAX);
        has_failed = replicate(path, call, call, false);
        check_mended(call + CALLS_MAX);
    }
    has_failed = true;
    for (unsigned call = 1; has_failed; call += 1 + call / COARSE) {
        has_failed = replicate(path, call, call, true);
        check_mended(call + CALLS_MAX);
    }
}

static void test_replica(void **state)
{
    char first[512];
    (void)state;
    snprintf(first, sizeof first, "%s/first.db", folder);
    (void)replicate(first, NEW, 0, false);
    put_number(path, OLD);
    put_log();
    fail_each(bring_back, check_replaced, FINE);
}

/* --- other tasks ---------------------------------------------------------- */

static apo_status open_and_close(void)
{
    apo_store *store = NULL;
    const apo_store_options options = {.path = path};
    apo_status status = apo_store_open(&store, &options, &err);
    assert_true((store != NULL) == (status == APO_OK));
    apo_store_close(store);
    return status;
}

static void check_opened(apo_status status)
{
    (void)status;
    assert_int_equal(number_at(path), OLD);
}

static void test_opening(void **state)
{
    (void)state;
    put_number(path, OLD);
    fail_each(open_and_close, check_opened, FINE);
}

/* A new database, whose tables must be made. */
static void check_made(apo_status status)
{
    if (status == APO_OK)
        unlink(path);
}

static void test_making(void **state)
{
    (void)state;
    fail_each(open_and_close, check_made, COARSE);
}

static void ignore_table(void *context, const apo_store_moved *table)
{
    (void)context;
    assert_non_null(table->table);
}

static apo_status move(void)
{
    return apo_store_move(path, copy, ignore_table, NULL, &err);
}

/* What a failed move has left does not keep the next one from succeeding. */
static void check_moved(apo_status status)
{
    if (status != APO_OK)
        return;
    assert_int_equal(number_at(copy), NEW);
    unlink(copy);
}

static void test_moving(void **state)
{
    (void)state;
    put_number(path, NEW);
    fail_each(move, check_moved, COARSE);
}

static apo_status save(void)
{
    return apo_store_save(path, copy, &err);
}

static void test_saving(void **state)
{
    (void)state;
    put_number(path, NEW);
    fail_each(save, check_backup, COARSE);
    put_number(copy, OLD);
    assert_int_equal(save(), APO_E_EXISTS);
    assert_int_equal(number_at(copy), OLD);
}

/* --- paths ---------------------------------------------------------------- */

/* The name in the test's folder, made this long by slashes. */
static const char *long_name(char out[PATH_MAX + 64], const char *name, size_t length)
{
    size_t begin = strlen(folder), rest = strlen(name);
    snprintf(out, PATH_MAX + 64, "%s", folder);
    memset(out + begin, '/', length - begin);
    snprintf(out + length - rest, PATH_MAX + 64 - (length - rest), "%s", name);
    return out;
}

/* Does the tasks with both databases at paths of this length, which may be too long for the
 * names beside them. True: all could be done. */
static bool use_long_paths(size_t length)
{
    char from[PATH_MAX + 64], to[PATH_MAX + 64];
    apo_store *store = NULL;
    apo_replica *replica = NULL;
    apo_replica_restored restored;
    const apo_store_options options = {.path = long_name(from, "long.db", length)};
    bool is_well = apo_store_open(&store, &options, &err) == APO_OK;
    if (is_well) {
        is_well = apo_replica_start(&replica, store, long_name(to, "replica", length), &err) ==
                  APO_OK;
        apo_replica_stop(replica);
        apo_store_close(store);
    }
    is_well = apo_store_backup(path, long_name(to, "copy", length), &err) == APO_OK && is_well;
    is_well = apo_store_save(path, long_name(to, "saved", length), &err) == APO_OK && is_well;
    is_well =
        apo_store_copy_file(path, long_name(to, "file", length), &err) == APO_OK && is_well;
    is_well = apo_store_restore(from, path, &err) == APO_OK && is_well;
    long_name(to, "replica", length);
    is_well = apo_replica_restore(&restored, from, to, INT64_MAX, &err) == APO_OK && is_well;
    char command[200];
    snprintf(command, sizeof command,
             "cd %s && exec rm -rf long.db.part copy saved file replica", folder);
    assert_int_equal(run_command(command), 0);
    return is_well;
}

/* A path that is too long is refused, and what is there stays as it is. */
static void test_long_paths(void **state)
{
    (void)state;
    put_number(path, OLD);
    assert_true(use_long_paths(PATH_MAX - 80));
    for (size_t length = PATH_MAX - 22; length < PATH_MAX + 1; length++) {
        (void)use_long_paths(length);
        assert_int_equal(number_at(path), OLD);
    }
    assert_false(use_long_paths(PATH_MAX + 8));
    assert_int_equal(number_at(path), OLD);
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
    fail_each(copy_small, check_small, FINE);
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
        cmocka_unit_test_setup_teardown(test_opening, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_making, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_moving, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_saving, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_long_paths, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_small_file, make_folders, remove_folder),
    };
    return memory_install() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
