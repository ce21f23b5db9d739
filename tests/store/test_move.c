/* A store moves to another database and back, and nothing is lost. */
#include "store_help.h"

#include <sqlite3.h>

#include "base/random.h"
#include "store/faults/day.h"
#include "store/jobs.h"
#include "store/move.h"

/* What the tables hold together. */
typedef struct sums {
    unsigned tables;
    int64_t rows;
    uint64_t checksum;
} sums;

static void add_table(void *context, const apo_store_moved *table)
{
    sums *all = context;
    all->tables++;
    all->rows += table->rows;
    all->checksum += apo_mix(table->checksum);
}

static sums move(const char *from, const char *to)
{
    sums all = {.tables = 0};
    apo_error err = {.detail = ""};
    if (apo_store_move(from, to, add_table, &all, &err) != APO_OK)
        fail_msg("%s", err.detail);
    return all;
}

static void test_there_and_back(void **state)
{
    (void)state;
    char there[sizeof path], first[96], last[96];
    apo_error err;
    apo_store_job job;
    snprintf(first, sizeof first, "%s/first.db", folder);
    snprintf(last, sizeof last, "%s/last.db", folder);
    strcpy(there, path);
    strcpy(path, first);
    apo_store *store = open_store();
    for (unsigned step = 0; step < day_length(); step++) {
        apo_store_batch *batch = apo_store_batch_new();
        day_fill(batch, step);
        assert_int_equal(write_now(store, batch), APO_OK);
    }
    assert_int_equal(apo_store_failures(store), 0);
    assert_int_equal(apo_store_next_job(store, &job, "computer", INT64_MAX), APO_OK);
    apo_store_close(store);

    sums one = move(first, there), two = move(there, last);
    assert_true(one.rows > 200 && one.tables > 40);
    assert_int_equal(two.tables, one.tables);
    assert_int_equal(two.rows, one.rows);
    assert_true(two.checksum == one.checksum);

    /* Not onto a database that has data, and not from one that has none. */
    sums none = {.tables = 0};
    assert_int_equal(apo_store_move(first, there, add_table, &none, &err), APO_E_EXISTS);
    assert_int_equal(apo_store_move("/nowhere.db", there, add_table, &none, &err),
                     APO_E_UNKNOWN);
    assert_int_equal(none.tables, 0);

    /* Play goes on there, with new numbers. */
    strcpy(path, there);
    store = open_store();
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_add_job(batch, "later", "g1", "", 1);
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(apo_store_failures(store), 0);
    int64_t before = job.id;
    assert_int_equal(apo_store_next_job(store, &job, "later", 1), APO_OK);
    assert_true(job.id > before);
    apo_store_close(store);
}

/* What arrives is compared with what was sent: here the other database changes it. */
static void test_a_copy_that_differs(void **state)
{
    (void)state;
    static const char *const tricks[] = {
        "CREATE TRIGGER trick AFTER INSERT ON number WHEN new.name = 'a' BEGIN"
        " UPDATE number SET value = value + 1 WHERE name = 'a'; END",
        "DROP TRIGGER trick; CREATE TRIGGER trick AFTER INSERT ON number WHEN new.name = 'a' BEGIN"
        " INSERT INTO number (name, value) VALUES ('b', 1); END"};
    need_files();
    char there[96];
    apo_error err;
    sums none = {.tables = 0};
    snprintf(there, sizeof there, "%s/there.db", folder);
    apo_store *store = open_store();
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_set_number(batch, "a", 1);
    assert_int_equal(write_now(store, batch), APO_OK);
    apo_store_close(store);
    strcpy(path, there);
    apo_store_close(open_store());
    snprintf(path, sizeof path, "%s/data.db", folder);
    for (unsigned i = 0; i < 2; i++) {
        sqlite3 *db = NULL;
        assert_int_equal(sqlite3_open(there, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, tricks[i], NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);
        assert_int_equal(apo_store_move(path, there, add_table, &none, &err), APO_E_IO);
        assert_non_null(strstr(err.detail, "the copy of table number differs"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_there_and_back, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_a_copy_that_differs, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
