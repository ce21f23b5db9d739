#include <string.h>

#include "base/text.h"
#include "store/store_priv.h"

sqlite3_stmt *apo_reader_statement(apo_store *store, const apo_sql *which)
{
    return apo_sql_prepare(&store->statements, store->reader, which);
}

void apo_bind_span(sqlite3_stmt *statement, int at, apo_span text)
{
    sqlite3_bind_text64(statement, at, text.text != NULL ? text.text : "", text.length,
                        SQLITE_STATIC, SQLITE_UTF8);
}

apo_span apo_column_span(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return (apo_span){text, (size_t)sqlite3_column_bytes(statement, column)};
}

void apo_copy_column(char *out, size_t size, sqlite3_stmt *statement, int column)
{
    apo_text_copy_span(out, size, apo_column_span(statement, column));
}

apo_status apo_reader_status(int code)
{
    if (code == SQLITE_ROW)
        return APO_OK;
    return code == SQLITE_DONE ? APO_E_UNKNOWN : APO_E_IO;
}

apo_status apo_reader_find(apo_store *store, const apo_sql *which, apo_span a, apo_span b,
                           sqlite3_stmt **out)
{
    sqlite3_stmt *statement = apo_reader_statement(store, which);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, a);
    if (sqlite3_bind_parameter_count(statement) > 1)
        apo_bind_span(statement, 2, b);
    apo_status status = apo_reader_status(sqlite3_step(statement));
    if (status != APO_OK)
        sqlite3_reset(statement);
    *out = statement;
    return status;
}

apo_status apo_reader_read(apo_store *store, const apo_sql *which, apo_span a, apo_span b,
                           apo_row_read *read, void *out)
{
    sqlite3_stmt *row;
    apo_status status = apo_reader_find(store, which, a, b, &row);
    if (status != APO_OK)
        return status;
    read(out, row);
    sqlite3_reset(row);
    return APO_OK;
}

apo_status apo_reader_end(sqlite3_stmt *statement, int code)
{
    sqlite3_reset(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? APO_OK : APO_E_IO;
}

apo_status apo_reader_read_id(apo_store *store, const apo_sql *which, int64_t id,
                              apo_row_read *read, void *out)
{
    sqlite3_stmt *statement = apo_reader_statement(store, which);
    if (statement == NULL)
        return APO_E_IO;
    sqlite3_bind_int64(statement, 1, id);
    apo_status status = apo_reader_status(sqlite3_step(statement));
    if (status == APO_OK)
        read(out, statement);
    sqlite3_reset(statement);
    return status;
}
