#include <string.h>

#include "base/text.h"
#include "store/store_priv.h"

static sqlite3_stmt *statement_of(apo_store *store, enum apo_statement which)
{
    sqlite3_stmt **statement = &store->statements[which];
    if (*statement == NULL)
        sqlite3_prepare_v3(store->reader, apo_sql_text(which), -1, SQLITE_PREPARE_PERSISTENT,
                           statement, NULL);
    return *statement;
}

static void bind_span(sqlite3_stmt *statement, int at, apo_span text)
{
    sqlite3_bind_text64(statement, at, text.text != NULL ? text.text : "", text.length,
                        SQLITE_STATIC, SQLITE_UTF8);
}

static apo_span column_span(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return (apo_span){text, (size_t)sqlite3_column_bytes(statement, column)};
}

static void copy_column(char *out, size_t size, sqlite3_stmt *statement, int column)
{
    apo_text text = apo_text_start(out, size);
    apo_text_add_span(&text, column_span(statement, column));
}

#define COPY_COLUMN(field, statement, column) \
    copy_column((field), sizeof(field), (statement), (column))

static void read_person(apo_store_person *out, sqlite3_stmt *row)
{
    COPY_COLUMN(out->id, row, 0);
    out->is_account = sqlite3_column_int(row, 1) != 0;
    COPY_COLUMN(out->name, row, 2);
    COPY_COLUMN(out->name_key, row, 3);
    COPY_COLUMN(out->password, row, 4);
    out->created_ms = sqlite3_column_int64(row, 5);
}

static void read_session(apo_store_session *out, sqlite3_stmt *row)
{
    COPY_COLUMN(out->digest, row, 0);
    COPY_COLUMN(out->person, row, 1);
    out->created_ms = sqlite3_column_int64(row, 2);
    out->seen_ms = sqlite3_column_int64(row, 3);
    out->expires_ms = sqlite3_column_int64(row, 4);
    COPY_COLUMN(out->agent, row, 5);
}

static void read_game(apo_store_game *out, sqlite3_stmt *row)
{
    COPY_COLUMN(out->id, row, 0);
    COPY_COLUMN(out->kind, row, 1);
    COPY_COLUMN(out->definition, row, 2);
    COPY_COLUMN(out->creator, row, 3);
    COPY_COLUMN(out->key, row, 4);
    COPY_COLUMN(out->seats[0], row, 5);
    COPY_COLUMN(out->seats[1], row, 6);
    out->state = (enum apo_store_state)sqlite3_column_int(row, 7);
    out->is_open = sqlite3_column_int(row, 8) != 0;
    out->has_task = sqlite3_column_int(row, 9) != 0;
    COPY_COLUMN(out->secret, row, 10);
    out->due_ms = sqlite3_column_int64(row, 11);
    out->created_ms = sqlite3_column_int64(row, 12);
    out->changed_ms = sqlite3_column_int64(row, 13);
    COPY_COLUMN(out->summary, row, 14);
}

static apo_status status_of_step(int code)
{
    if (code == SQLITE_ROW)
        return APO_OK;
    return code == SQLITE_DONE ? APO_E_UNKNOWN : APO_E_IO;
}

/* The first row for one or two texts; the statement is to be reset afterwards. */
static apo_status find(apo_store *store, enum apo_statement which, apo_span a, apo_span b,
                       sqlite3_stmt **out)
{
    sqlite3_stmt *statement = statement_of(store, which);
    if (statement == NULL)
        return APO_E_IO;
    bind_span(statement, 1, a);
    if (sqlite3_bind_parameter_count(statement) > 1)
        bind_span(statement, 2, b);
    apo_status status = status_of_step(sqlite3_step(statement));
    if (status != APO_OK)
        sqlite3_reset(statement);
    *out = statement;
    return status;
}

static const apo_span nothing = {NULL, 0};

static apo_status find_person(apo_store *store, apo_store_person *out, enum apo_statement which,
                              apo_span text)
{
    sqlite3_stmt *row;
    apo_status status = find(store, which, text, nothing, &row);
    if (status != APO_OK)
        return status;
    read_person(out, row);
    sqlite3_reset(row);
    return APO_OK;
}

apo_status apo_store_find_person(apo_store *store, apo_store_person *out, apo_span id)
{
    return find_person(store, out, APO_SQL_FIND_PERSON, id);
}

apo_status apo_store_find_name(apo_store *store, apo_store_person *out, apo_span name_key)
{
    return find_person(store, out, APO_SQL_FIND_NAME, name_key);
}

apo_status apo_store_find_session(apo_store *store, apo_store_session *out, apo_span digest)
{
    sqlite3_stmt *row;
    apo_status status = find(store, APO_SQL_FIND_SESSION, digest, nothing, &row);
    if (status != APO_OK)
        return status;
    read_session(out, row);
    sqlite3_reset(row);
    return APO_OK;
}

static apo_status find_game(apo_store *store, apo_store_game *out, enum apo_statement which,
                            apo_span a, apo_span b)
{
    sqlite3_stmt *row;
    apo_status status = find(store, which, a, b, &row);
    if (status != APO_OK)
        return status;
    read_game(out, row);
    sqlite3_reset(row);
    return APO_OK;
}

apo_status apo_store_find_game(apo_store *store, apo_store_game *out, apo_span id)
{
    return find_game(store, out, APO_SQL_FIND_GAME, id, nothing);
}

apo_status apo_store_find_secret(apo_store *store, apo_store_game *out, apo_span digest)
{
    return find_game(store, out, APO_SQL_FIND_SECRET, digest, nothing);
}

apo_status apo_store_find_key(apo_store *store, apo_store_game *out, apo_span creator,
                              apo_span key)
{
    return find_game(store, out, APO_SQL_FIND_KEY, creator, key);
}

apo_status apo_store_find_number(apo_store *store, int64_t *out, apo_span name)
{
    sqlite3_stmt *row;
    apo_status status = find(store, APO_SQL_FIND_NUMBER, name, nothing, &row);
    if (status != APO_OK)
        return status;
    *out = sqlite3_column_int64(row, 0);
    sqlite3_reset(row);
    return APO_OK;
}

apo_status apo_store_find_definition(apo_store *store, apo_buffer *out, apo_span digest)
{
    sqlite3_stmt *row;
    apo_status status = find(store, APO_SQL_FIND_DEFINITION, digest, nothing, &row);
    if (status != APO_OK)
        return status;
    apo_buffer_add_span(out, column_span(row, 0));
    sqlite3_reset(row);
    return APO_OK;
}

/* Ends a list: the statement holds a view of the database until it is reset. */
static apo_status end_list(sqlite3_stmt *statement, int code)
{
    sqlite3_reset(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? APO_OK : APO_E_IO;
}

apo_status apo_store_list_events(apo_store *store, apo_span game, uint64_t after,
                                 apo_store_event_row *row, void *context)
{
    sqlite3_stmt *statement = statement_of(store, APO_SQL_LIST_EVENTS);
    if (statement == NULL)
        return APO_E_IO;
    bind_span(statement, 1, game);
    sqlite3_bind_int64(statement, 2, (int64_t)after);
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        const apo_store_event event = {
            .seq = (uint64_t)sqlite3_column_int64(statement, 0),
            .at_ms = sqlite3_column_int64(statement, 1),
            .by = (unsigned)sqlite3_column_int(statement, 2),
            .kind = column_span(statement, 3),
            .key = column_span(statement, 4),
            .data = column_span(statement, 5),
        };
        if (!row(context, &event))
            break;
    }
    return end_list(statement, code);
}

apo_status apo_store_list_sessions(apo_store *store, apo_span person,
                                   apo_store_session_row *row, void *context)
{
    sqlite3_stmt *statement = statement_of(store, APO_SQL_LIST_SESSIONS);
    if (statement == NULL)
        return APO_E_IO;
    bind_span(statement, 1, person);
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        apo_store_session session;
        read_session(&session, statement);
        if (!row(context, &session))
            break;
    }
    return end_list(statement, code);
}

static apo_status list_games(sqlite3_stmt *statement, apo_store_game_row *row, void *context)
{
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        apo_store_game game;
        read_game(&game, statement);
        if (!row(context, &game))
            break;
    }
    return end_list(statement, code);
}

apo_status apo_store_list_games(apo_store *store, enum apo_store_list list, unsigned limit,
                                apo_store_game_row *row, void *context)
{
    static const enum apo_statement statements[APO_STORE_LISTS] = {
        APO_SQL_LIST_OPEN, APO_SQL_LIST_PLAYING, APO_SQL_LIST_TASKS};

    sqlite3_stmt *statement = statement_of(store, statements[list]);
    if (statement == NULL)
        return APO_E_IO;
    sqlite3_bind_int64(statement, 1, limit);
    return list_games(statement, row, context);
}

apo_status apo_store_list_own(apo_store *store, apo_span person, unsigned limit,
                              apo_store_game_row *row, void *context)
{
    sqlite3_stmt *statement = statement_of(store, APO_SQL_LIST_OWN);
    if (statement == NULL)
        return APO_E_IO;
    bind_span(statement, 1, person);
    sqlite3_bind_int64(statement, 2, limit);
    return list_games(statement, row, context);
}

apo_status apo_store_list_due(apo_store *store, int64_t now_ms, unsigned limit,
                              apo_store_game_row *row, void *context)
{
    sqlite3_stmt *statement = statement_of(store, APO_SQL_LIST_DUE);
    if (statement == NULL)
        return APO_E_IO;
    sqlite3_bind_int64(statement, 1, now_ms);
    sqlite3_bind_int64(statement, 2, limit);
    return list_games(statement, row, context);
}
