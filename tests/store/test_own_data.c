/* Every table of the database has a rule for the data of people; and each rule can be run. */
#include "store_help.h"

#include <sqlite3.h>

#include "base/text.h"
#include "store/own_data.h"
#include "store/people.h"

static bool find_rule(apo_own_rule *out, const char *table)
{
    for (size_t i = 0; apo_own_rule_at(out, i); i++) {
        if (strcmp(out->table, table) == 0)
            return true;
    }
    return false;
}

/* Calls fn for the first column of each row. */
typedef void row_fn(const char *table, const char *value);

static void each_row(sqlite3 *db, const char *sql, int column, const char *table, row_fn *fn)
{
    sqlite3_stmt *row = NULL;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &row, NULL), SQLITE_OK);
    while (sqlite3_step(row) == SQLITE_ROW)
        fn(table, (const char *)sqlite3_column_text(row, column));
    sqlite3_finalize(row);
}

static sqlite3 *schema;

/* A column that refers to a person. */
static void check_column(const char *table, const char *column)
{
    apo_own_rule rule;
    char word[64], persons[128];
    if (!find_rule(&rule, table))
        return; /* complained about already */
    snprintf(word, sizeof word, " %s ", column);
    snprintf(persons, sizeof persons, " %s ", rule.persons);
    if (strstr(persons, word) == NULL)
        fail_msg("src/store/own_data.c does not say what becomes of %s.%s", table, column);
}

static void check_table(const char *unused, const char *table)
{
    apo_own_rule rule;
    char sql[160];
    (void)unused;
    if (!find_rule(&rule, table))
        fail_msg("src/store/own_data.c has no rule for table %s", table);
    snprintf(sql, sizeof sql,
             "SELECT \"from\" FROM pragma_foreign_key_list('%s') WHERE \"table\" = 'person'",
             table);
    each_row(schema, sql, 0, table, check_column);
}

static void test_every_table_has_a_rule(void **state)
{
    (void)state;
    need_files();
    apo_store *store = open_store();
    assert_int_equal(sqlite3_open(path, &schema), SQLITE_OK);
    each_row(schema,
             "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
             0, NULL, check_table);
    sqlite3_close(schema);
    apo_store_close(store);
}

static void test_every_rule_can_be_run(void **state)
{
    (void)state;
    apo_store *store = open_store();
    apo_status status = APO_STATUSES;
    apo_buffer out;
    apo_store_batch *batch = apo_store_batch_new();
    const apo_store_person person = {
        .id = "p1", .is_account = true, .name = "Ann", .name_key = "ann", .password = "hash"};
    apo_store_add_person(batch, &person);
    apo_own_delete(batch, "p1", 1);
    apo_store_submit(store, batch, note_status, &status);
    apo_store_flush(store);
    assert_int_equal(status, APO_OK);
    apo_buffer_init(&out, NULL);
    apo_own_export *export;
    assert_int_equal(apo_own_export_open(&export, store, apo_span_of("p1"), 2), APO_OK);
    for (bool has_more = true; has_more;)
        assert_int_equal(apo_own_export_more(export, &out, 3, &has_more), APO_OK);
    apo_own_export_close(export);
    assert_non_null(strstr(out.bytes, "}],\"session\":[],"));
    assert_non_null(strstr(out.bytes, "\"name\":\"" APO_STORE_DELETED_NAME "\""));
    assert_null(strstr(out.bytes, "hash"));
    apo_buffer_clear(&out);
    apo_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_table_has_a_rule, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_every_rule_can_be_run, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
