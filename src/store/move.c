#include "store/move.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"
#include "store/durable.h"
#include "store/sqlite_priv.h"

enum {
    PATH_MAX_BYTES = 4096
};

typedef struct move {
    apo_database *from, *to;
    apo_store_moved_table *report;
    void *context;
    apo_error *err;
} move;

static apo_status fail(const move *all, apo_database *db)
{
    return apo_fail(all->err, APO_E_IO, 0, "%s", apo_span_of(db->driver->message(db)));
}

/* --- sums ---------------------------------------------------------------- */

static uint64_t mix_bytes(uint64_t sum, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001B3);
    return apo_mix(sum ^ size);
}

static uint64_t mix_value(uint64_t sum, apo_statement *row, int column)
{
    enum apo_column_kind kind = row->driver->column_kind(row, column);
    int64_t number = 0;
    double real = 0;
    apo_span text = {"", 0};
    sum = apo_mix(sum + (uint64_t)kind);
    switch (kind) {
    case APO_COLUMN_NULL: return sum;
    case APO_COLUMN_NUMBER:
        number = apo_column_number(row, column);
        return mix_bytes(sum, &number, sizeof number);
    case APO_COLUMN_REAL:
        real = apo_column_real(row, column);
        return mix_bytes(sum, &real, sizeof real);
    case APO_COLUMN_TEXT: text = apo_column_span(row, column); break;
    }
    return mix_bytes(sum, text.text, text.length);
}

/* The rows may come in another order: their sums are added. */
static void count_row(apo_store_moved *count, apo_statement *row)
{
    uint64_t sum = 0;
    int columns = row->driver->column_count(row);
    for (int i = 0; i < columns; i++)
        sum = mix_value(sum, row, i);
    count->rows++;
    count->checksum += sum;
}

/* --- statements of a table ------------------------------------------------ */

static apo_statement *prepare(apo_database *db, apo_buffer *text, bool is_long)
{
    apo_statement *statement =
        text->is_failed ? NULL : db->driver->prepare(db, text->bytes, is_long);
    apo_buffer_clear(text);
    return statement;
}

static apo_statement *select_all(apo_database *db, const char *table)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_buffer_add(&text, "SELECT * FROM ");
    apo_buffer_add(&text, table);
    return prepare(db, &text, true);
}

/* The statement that inserts rows with the columns of this one. */
static apo_statement *insert_into(apo_database *db, const char *table, apo_statement *row)
{
    apo_buffer text;
    int columns = row->driver->column_count(row);
    apo_buffer_init(&text, NULL);
    apo_buffer_add(&text, "INSERT INTO ");
    apo_buffer_add(&text, table);
    for (int i = 0; i < columns; i++) {
        apo_buffer_add(&text, i == 0 ? " (" : ", ");
        apo_buffer_add(&text, row->driver->column_name(row, i));
    }
    for (int i = 0; i < columns; i++) {
        apo_buffer_add(&text, i == 0 ? ") VALUES (?" : ", ?");
        apo_buffer_add_number(&text, i + 1);
    }
    apo_buffer_add(&text, ")");
    return prepare(db, &text, false);
}

static enum apo_step put_row(apo_statement *insert, apo_statement *row)
{
    const apo_driver *to = insert->driver;
    int columns = row->driver->column_count(row);
    for (int i = 0; i < columns; i++) {
        switch (row->driver->column_kind(row, i)) {
        case APO_COLUMN_NULL: to->bind_null(insert, i + 1); break;
        case APO_COLUMN_NUMBER:
            to->bind_number(insert, i + 1, apo_column_number(row, i));
            break;
        case APO_COLUMN_REAL: to->bind_real(insert, i + 1, apo_column_real(row, i)); break;
        case APO_COLUMN_TEXT: to->bind_text(insert, i + 1, apo_column_span(row, i)); break;
        }
    }
    enum apo_step code = apo_step(insert);
    apo_reset(insert);
    return code;
}

/* --- tables -------------------------------------------------------------- */

static apo_status copy_table(move *all, apo_store_moved *count)
{
    apo_statement *row = select_all(all->from, count->table), *insert = NULL;
    apo_status status = row != NULL ? APO_OK : fail(all, all->from);
    enum apo_step code = APO_STEP_DONE;
    while (status == APO_OK && (code = apo_step(row)) == APO_STEP_ROW) {
        count_row(count, row);
        if (insert == NULL)
            insert = insert_into(all->to, count->table, row);
        if (insert == NULL || put_row(insert, row) != APO_STEP_DONE)
            status = fail(all, all->to);
    }
    if (code == APO_STEP_FAILED)
        status = fail(all, all->from);
    all->to->driver->finish(insert);
    all->from->driver->finish(row);
    return status;
}

static apo_status count_table(move *all, apo_store_moved *count)
{
    apo_statement *row = select_all(all->to, count->table);
    enum apo_step code = row != NULL ? APO_STEP_ROW : APO_STEP_FAILED;
    while (code == APO_STEP_ROW && (code = apo_step(row)) == APO_STEP_ROW)
        count_row(count, row);
    all->to->driver->finish(row);
    return code == APO_STEP_DONE ? APO_OK : fail(all, all->to);
}

static apo_status move_table(move *all, const char *table)
{
    apo_store_moved before = {table, 0, 0}, copied = before, after = before;
    apo_status status = count_table(all, &before);
    if (status == APO_OK && before.rows > 0)
        return apo_fail(all->err, APO_E_EXISTS, 0, "there are rows in its table %s already",
                        apo_span_of(table));
    if (status == APO_OK)
        status = copy_table(all, &copied);
    if (status == APO_OK)
        status = count_table(all, &after);
    if (status != APO_OK)
        return status;
    if (copied.rows != after.rows || copied.checksum != after.checksum)
        return apo_fail(all->err, APO_E_IO, 0, "the copy of table %s differs",
                        apo_span_of(table));
    all->report(all->context, &after);
    return APO_OK;
}

/* The tables in the order in which they were created: what is referred to comes first. */
static apo_status move_tables(move *all)
{
    apo_statement *tables = apo_sql_prepare(all->to, &all->to->driver->tables);
    apo_status status = tables != NULL ? APO_OK : fail(all, all->to);
    enum apo_step code = APO_STEP_DONE;
    while (status == APO_OK && (code = apo_step(tables)) == APO_STEP_ROW)
        status = move_table(all, apo_column_span(tables, 0).text);
    if (tables != NULL)
        apo_reset(tables);
    return code == APO_STEP_FAILED ? fail(all, all->to) : status;
}

static apo_status move_all(move *all)
{
    apo_database *to = all->to;
    if (!apo_sql_run(all->from, "BEGIN"))
        return fail(all, all->from);
    if (!apo_sql_run(to, to->driver->begin))
        return fail(all, to);
    apo_status status = move_tables(all);
    if (status == APO_OK &&
        (!apo_sql_run(to, to->driver->after_copy) || !apo_sql_run(to, "COMMIT")))
        status = fail(all, to);
    (void)apo_sql_run(all->from, "COMMIT");
    return status;
}

static apo_status open_and_move(move *all, const char *from, const char *to, bool is_kept)
{
    apo_status status = apo_database_open(&all->from, from, is_kept, all->err);
    if (status == APO_OK)
        status = apo_database_open(&all->to, to, false, all->err);
    if (status == APO_OK)
        status = move_all(all);
    apo_database_close(all->to);
    apo_database_close(all->from);
    return status;
}

apo_status apo_store_move(const char *from, const char *to, apo_store_moved_table *table,
                          void *context, apo_error *err)
{
    move all = {.report = table, .context = context, .err = err};
    struct stat info;
    if (!apo_store_is_url(from) && stat(from, &info) != 0)
        return apo_fail(err, APO_E_UNKNOWN, 0, "there is no database at %s", apo_span_of(from));
    return open_and_move(&all, from, to, false);
}

/* --- into a file ---------------------------------------------------------- */

static void report_nothing(void *context, const apo_store_moved *table)
{
    (void)context;
    (void)table;
}

/* The files that SQLite leaves beside a database. */
static void remove_rest(const char *file)
{
    static const char *const suffixes[] = {".lock", "-wal", "-shm"};
    char name[PATH_MAX_BYTES];
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        if (apo_path_add_suffix(name, sizeof name, file, suffixes[i]))
            unlink(name);
    }
}

/* True if the file itself has everything: the log is deleted when the database is closed,
 * unless the disk is full. */
static bool is_whole(const char *file)
{
    char log[PATH_MAX_BYTES];
    struct stat info;
    return apo_path_add_suffix(log, sizeof log, file, "-wal") &&
           (stat(log, &info) != 0 || info.st_size == 0);
}

apo_status apo_store_save(const char *from, const char *file, apo_error *err)
{
    move all = {.report = report_nothing, .err = err};
    char part[PATH_MAX_BYTES];
    struct stat info;
    if (!apo_path_add_suffix(part, sizeof part, file, ".part"))
        return apo_fail(err, APO_E_IO, 0, "the path is too long", apo_span_of(""));
    if (stat(file, &info) == 0 || stat(part, &info) == 0)
        return apo_fail(err, APO_E_EXISTS, 0, "%s or its .part exists already",
                        apo_span_of(file));
    apo_status status = open_and_move(&all, from, part, true);
    if (status == APO_OK && !is_whole(part))
        status =
            apo_fail(err, APO_E_IO, 0, "the copy could not be completed; is the disk full?",
                     apo_span_of(""));
    if (status == APO_OK && (!apo_durable_sync(part) || rename(part, file) != 0))
        status = apo_fail_by_errno(err);
    remove_rest(part);
    if (status != APO_OK)
        unlink(part);
    return status;
}
