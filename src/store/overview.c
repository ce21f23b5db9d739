#include "store/overview.h"

#include "store/store_priv.h"

static const apo_sql overview_sql = {
    "SELECT (SELECT count(*) FROM person WHERE is_account = 1 AND standing & 4 = 0),"
    " (SELECT count(*) FROM person WHERE is_account = 0), (SELECT count(*) FROM game),"
    " (SELECT count(*) FROM archive), (SELECT count(*) FROM message),"
    " (SELECT count(*) FROM problem)",
    false};
static const apo_sql queues_sql = {
    "SELECT (SELECT count(*) FROM job), (SELECT count(*) FROM job WHERE due_ms <= ?1),"
    " (SELECT count(*) FROM mail WHERE state = 0), (SELECT count(*) FROM mail WHERE state = 3),"
    " (SELECT count(*) FROM mailbox WHERE refused_ms > 0),"
    " (SELECT count(*) FROM report WHERE answered_ms = 0)",
    false};
static const apo_sql growth_sql = {
    "SELECT day, sum(accounts), sum(games) FROM ("
    " SELECT created_ms / 86400000 AS day, 1 AS accounts, 0 AS games FROM person"
    " WHERE is_account = 1"
    " UNION ALL SELECT created_ms / 86400000, 0, 1 FROM game) AS one"
    " WHERE day >= ?1 GROUP BY day ORDER BY day DESC",
    false};
static const apo_sql job_kinds_sql = {
    "SELECT kind, count(*), count(*) FILTER (WHERE due_ms <= ?1) FROM job"
    " GROUP BY kind ORDER BY kind",
    false};
static const apo_sql refused_sql = {
    "SELECT person, address, refusal, refused_ms FROM mailbox WHERE refused_ms > 0"
    " ORDER BY refused_ms DESC LIMIT ?1",
    false};

/* Starts a query with one number; NULL: it could not be prepared. */
static apo_statement *begin(apo_store *store, const apo_sql *which, int64_t number)
{
    apo_statement *statement = apo_reader_statement(store, which);
    if (statement != NULL && statement->driver->value_count(statement) > 0)
        apo_bind_number(statement, 1, number);
    return statement;
}

static apo_status read_numbers(apo_store *store, const apo_sql *which, int64_t number,
                               int64_t *const *out, int count)
{
    apo_statement *row = begin(store, which, number);
    if (row == NULL)
        return APO_E_IO;
    apo_status status = apo_reader_status(apo_step(row));
    for (int i = 0; status == APO_OK && i < count; i++)
        *out[i] = apo_column_number(row, i);
    apo_reset(row);
    return status;
}

int64_t apo_store_bytes(apo_store *store)
{
    int64_t bytes = 0, *const out[] = {&bytes};
    return read_numbers(store, &store->reader->driver->size, 0, out, 1) == APO_OK ? bytes : 0;
}

apo_status apo_store_read_overview(apo_store *store, apo_store_overview *out)
{
    apo_store_overview found = {.bytes = apo_store_bytes(store)};
    int64_t *const numbers[] = {&found.accounts, &found.guests,   &found.games,
                                &found.finished, &found.messages, &found.problems};
    apo_status status = read_numbers(store, &overview_sql, 0, numbers, 6);
    if (status == APO_OK)
        *out = found;
    return status;
}

apo_status apo_store_read_queues(apo_store *store, apo_store_queues *out, int64_t now_ms)
{
    apo_store_queues found = {.jobs = 0};
    int64_t *const numbers[] = {
        &found.jobs,         &found.jobs_due,          &found.mails_waiting,
        &found.mails_failed, &found.addresses_refused, &found.reports};
    apo_status status = read_numbers(store, &queues_sql, now_ms, numbers, 6);
    if (status == APO_OK)
        *out = found;
    return status;
}

apo_status apo_store_list_growth(apo_store *store, int64_t since_day, apo_store_growth_row *row,
                                 void *context)
{
    enum apo_step code;
    apo_statement *statement = begin(store, &growth_sql, since_day);
    if (statement == NULL)
        return APO_E_IO;
    while ((code = apo_step(statement)) == APO_STEP_ROW) {
        const apo_store_growth growth = {apo_column_number(statement, 0),
                                         apo_column_number(statement, 1),
                                         apo_column_number(statement, 2)};
        if (!row(context, &growth))
            break;
    }
    return apo_reader_end(statement, code);
}

apo_status apo_store_list_job_kinds(apo_store *store, int64_t now_ms,
                                    apo_store_job_kind_row *row, void *context)
{
    enum apo_step code;
    apo_statement *statement = begin(store, &job_kinds_sql, now_ms);
    if (statement == NULL)
        return APO_E_IO;
    while ((code = apo_step(statement)) == APO_STEP_ROW) {
        char kind[32];
        apo_copy_column(kind, sizeof kind, statement, 0);
        if (!row(context, kind, apo_column_number(statement, 1),
                 apo_column_number(statement, 2)))
            break;
    }
    return apo_reader_end(statement, code);
}

apo_status apo_store_list_refused(apo_store *store, unsigned limit, apo_store_mailbox_row *row,
                                  void *context)
{
    enum apo_step code;
    apo_statement *statement = begin(store, &refused_sql, limit);
    if (statement == NULL)
        return APO_E_IO;
    while ((code = apo_step(statement)) == APO_STEP_ROW) {
        apo_store_mailbox box = {.person = ""};
        apo_copy_column(box.person, sizeof box.person, statement, 0);
        apo_copy_column(box.address, sizeof box.address, statement, 1);
        apo_copy_column(box.refusal, sizeof box.refusal, statement, 2);
        box.refused_ms = apo_column_number(statement, 3);
        if (!row(context, &box))
            break;
    }
    return apo_reader_end(statement, code);
}
