/* Every table of the database has a rule for personal data; each rule can be run, and deletes
 * the data that it names. */
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

/* Makes an account and deletes it. */
static void delete_p1(apo_store *store)
{
    apo_status status = APO_STATUSES;
    apo_store_batch *batch = apo_store_batch_new();
    const apo_store_person person = {
        .id = "p1", .is_account = true, .name = "Ann", .name_key = "ann", .password = "hash"};
    apo_store_add_person(batch, &person);
    apo_own_delete(batch, "p1", 1);
    apo_store_submit(store, batch, note_status, &status);
    apo_store_flush(store);
    assert_int_equal(status, APO_OK);
}

static void test_every_rule_can_be_run(void **state)
{
    (void)state;
    apo_store *store = open_store();
    apo_buffer out;
    delete_p1(store);
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

/* --- nothing is left ------------------------------------------------------ */

/* True if the rule says that nothing is left of a person's rows. */
static bool is_all_deleted(const apo_own_rule *rule)
{
    return strcmp(rule->why, "nothing") == 0 && rule->persons[0] != '\0';
}

/* Of the row that is made. */
static char column_bytes[1024], value_bytes[1024];
static apo_text columns, values;
static const char *persons;

/* A column of a row about p1, whatever else it holds. */
static void add_column(const char *type, const char *column)
{
    char word[64], all[128];
    snprintf(word, sizeof word, " %s ", column);
    snprintf(all, sizeof all, " %s ", persons);
    if (columns.length > 0) {
        apo_text_add(&columns, ", ");
        apo_text_add(&values, ", ");
    }
    apo_text_add(&columns, column);
    if (strstr(all, word) != NULL)
        apo_text_add(&values, "'p1'");
    else if (strcmp(type, "TEXT") == 0)
        apo_text_add(&values, "'x'");
    else
        apo_text_add(&values, strcmp(type, "BLOB") == 0 ? "x'00'" : "1");
}

static void run_sql(const char *sql)
{
    char *message = NULL;
    if (sqlite3_exec(schema, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
}

static void add_row(const apo_own_rule *rule)
{
    sqlite3_stmt *row = NULL;
    char sql[2300];
    columns = apo_text_start(column_bytes, sizeof column_bytes);
    values = apo_text_start(value_bytes, sizeof value_bytes);
    persons = rule->persons;
    snprintf(sql, sizeof sql, "SELECT name, type FROM pragma_table_info('%s')", rule->table);
    assert_int_equal(sqlite3_prepare_v2(schema, sql, -1, &row, NULL), SQLITE_OK);
    while (sqlite3_step(row) == SQLITE_ROW)
        add_column((const char *)sqlite3_column_text(row, 1),
                   (const char *)sqlite3_column_text(row, 0));
    sqlite3_finalize(row);
    snprintf(sql, sizeof sql, "INSERT INTO %s (%s) VALUES (%s)", rule->table, column_bytes,
             value_bytes);
    run_sql(sql);
}

static void check_count(const char *table, const char *count)
{
    if (strcmp(count, "0") != 0)
        fail_msg("src/store/own_data.c says that nothing is left of a person in %s, but does "
                 "not delete it",
                 table);
}

static void test_what_is_to_go_is_deleted(void **state)
{
    apo_own_rule rule;
    char sql[160];
    (void)state;
    need_files();
    apo_store_close(open_store());
    assert_int_equal(sqlite3_open(path, &schema), SQLITE_OK);
    run_sql("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON");
    for (size_t i = 0; apo_own_rule_at(&rule, i); i++) {
        if (is_all_deleted(&rule))
            add_row(&rule);
    }
    sqlite3_close(schema);
    apo_store *store = open_store();
    delete_p1(store);
    apo_store_close(store);
    assert_int_equal(sqlite3_open(path, &schema), SQLITE_OK);
    for (size_t i = 0; apo_own_rule_at(&rule, i); i++) {
        if (!is_all_deleted(&rule))
            continue;
        char first[64];
        snprintf(first, sizeof first, "%.*s", (int)strcspn(rule.persons, " "), rule.persons);
        snprintf(sql, sizeof sql, "SELECT count(*) FROM %s WHERE %s = 'p1'", rule.table, first);
        each_row(schema, sql, 0, rule.table, check_count);
    }
    sqlite3_close(schema);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_table_has_a_rule, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_what_is_to_go_is_deleted, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_every_rule_can_be_run, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
