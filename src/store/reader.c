#include <string.h>

#include "base/text.h"
#include "store/store_priv.h"

apo_statement *apo_reader_statement(apo_store *store, const apo_sql *which)
{
    return apo_sql_prepare(store->reader, which);
}

void apo_copy_column(char *out, size_t size, apo_statement *statement, int column)
{
    apo_text_copy_span(out, size, apo_column_span(statement, column));
}

apo_status apo_reader_status(enum apo_step code)
{
    if (code == APO_STEP_ROW)
        return APO_OK;
    return code == APO_STEP_DONE ? APO_E_UNKNOWN : APO_E_IO;
}

apo_status apo_reader_find(apo_store *store, const apo_sql *which, apo_span a, apo_span b,
                           apo_statement **out)
{
    apo_statement *statement = apo_reader_statement(store, which);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, a);
    if (statement->driver->value_count(statement) > 1)
        apo_bind_span(statement, 2, b);
    apo_status status = apo_reader_status(apo_step(statement));
    if (status != APO_OK)
        apo_reset(statement);
    *out = statement;
    return status;
}

apo_status apo_reader_read(apo_store *store, const apo_sql *which, apo_span a, apo_span b,
                           apo_row_read *read, void *out)
{
    apo_statement *row;
    apo_status status = apo_reader_find(store, which, a, b, &row);
    if (status != APO_OK)
        return status;
    read(out, row);
    apo_reset(row);
    return APO_OK;
}

/* Reads the first row of a statement with bound values, and resets it. */
static apo_status read_first(apo_statement *statement, apo_row_read *read, void *out)
{
    apo_status status = apo_reader_status(apo_step(statement));
    if (status == APO_OK)
        read(out, statement);
    apo_reset(statement);
    return status;
}

apo_status apo_reader_read_id(apo_store *store, const apo_sql *which, int64_t id,
                              apo_row_read *read, void *out)
{
    apo_statement *statement = apo_reader_statement(store, which);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_number(statement, 1, id);
    return read_first(statement, read, out);
}

apo_statement *apo_reader_ask_number(apo_store *store, const apo_sql *which, apo_span text,
                                     int64_t number)
{
    apo_statement *statement = apo_reader_statement(store, which);
    if (statement != NULL) {
        apo_bind_span(statement, 1, text);
        apo_bind_number(statement, 2, number);
    }
    return statement;
}

apo_status apo_reader_read_number(apo_store *store, const apo_sql *which, apo_span text,
                                  int64_t number, apo_row_read *read, void *out)
{
    apo_statement *statement = apo_reader_ask_number(store, which, text, number);
    return statement == NULL ? APO_E_IO : read_first(statement, read, out);
}

apo_status apo_reader_end(apo_statement *statement, enum apo_step code)
{
    apo_reset(statement);
    return code == APO_STEP_ROW || code == APO_STEP_DONE ? APO_OK : APO_E_IO;
}
