#include "store/work.h"

#include "store/store_priv.h"

#define WORK_COLUMNS                                                                 \
    "id, kind, subject, person, variant, definition, rank, size, created_ms, tries," \
    " state, worker, lease, since_ms, until_ms, first_by, second_by"
#define ADD_WORK                                                                            \
    "INSERT INTO work (kind, subject, person, variant, definition, rank, size, created_ms," \
    " input, tries, state, worker, lease, since_ms, until_ms, first_by, second_by,"         \
    " first_result, second_result)"                                                         \
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, 0, '', '', 0, 0, '', '', '', '')"
/* ?1: the worker; ?2: now; ?3: the server takes what was created up to then. */
#define FREE_WORK                                                                     \
    "SELECT id FROM work WHERE until_ms <= ?2 AND first_by <> ?1 AND second_by <> ?1" \
    " AND ((?1 = '" APO_STORE_WORK_SERVER "' AND tries < 8"                           \
    "  AND (state = 2 OR tries >= 5 OR created_ms <= ?3))"                            \
    " OR (?1 <> '" APO_STORE_WORK_SERVER "' AND state < 2 AND tries < 5))"            \
    " ORDER BY rank, id LIMIT 1"
#define WORKER_COLUMNS "person, seen_ms, speed, done, agreed, differed"

static const apo_sql add_work_sql = {ADD_WORK, false};
static const apo_sql want_work_sql = {ADD_WORK " ON CONFLICT (kind, subject) DO NOTHING",
                                      false};
static const apo_sql lease_work_sql = {
    "UPDATE work SET worker = ?1, since_ms = ?2, lease = ?4, until_ms = ?5, tries = tries + 1"
    " WHERE id = (" FREE_WORK ")",
    true};
static const apo_sql renew_work_sql = {
    "UPDATE work SET until_ms = ?3 WHERE id = ?1 AND lease = ?2", true};
static const apo_sql return_work_sql = {
    "UPDATE work SET worker = '', lease = '', until_ms = 0, tries = tries - 1"
    " WHERE id = ?1 AND lease = ?2",
    true};
static const apo_sql keep_first_sql = {
    "UPDATE work SET worker = '', lease = '', until_ms = 0, tries = 0, state = 1,"
    " first_by = ?3, first_result = ?4, rank = ?5 WHERE id = ?1 AND lease = ?2",
    true};
static const apo_sql keep_second_sql = {
    "UPDATE work SET worker = '', lease = '', until_ms = 0, tries = 0, state = 2,"
    " second_by = ?3, second_result = ?4, rank = ?5 WHERE id = ?1 AND lease = ?2",
    true};
static const apo_sql end_work_sql = {"DELETE FROM work WHERE id = ?1 AND lease = ?2", true};
static const apo_sql drop_work_sql = {"DELETE FROM work WHERE id = ?1", false};
static const apo_sql note_worker_sql = {
    "INSERT INTO worker (" WORKER_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
    " ON CONFLICT (person) DO UPDATE SET seen_ms = excluded.seen_ms,"
    " speed = CASE WHEN excluded.speed > 0 THEN excluded.speed ELSE worker.speed END,"
    " done = worker.done + excluded.done, agreed = worker.agreed + excluded.agreed,"
    " differed = worker.differed + excluded.differed",
    false};
static const apo_sql add_fault_sql = {
    "INSERT INTO work_fault (at_ms, person, kind, subject, wrong_result, right_result)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    false};

static const apo_sql find_work_sql = {"SELECT " WORK_COLUMNS " FROM work WHERE id = ?1", false};
static const apo_sql find_leased_sql = {"SELECT " WORK_COLUMNS " FROM work WHERE lease = ?1",
                                        false};
static const apo_sql find_about_sql = {
    "SELECT " WORK_COLUMNS " FROM work WHERE kind = ?1 AND subject = ?2", false};
static const apo_sql read_work_sql = {
    "SELECT input, first_result, second_result FROM work WHERE id = ?1", false};
static const apo_sql free_work_sql = {FREE_WORK, false};
static const apo_sql lost_work_sql = {
    "SELECT " WORK_COLUMNS
    " FROM work WHERE tries >= ?2 AND until_ms <= ?1 ORDER BY id LIMIT 1",
    false};
static const apo_sql list_work_of_sql = {
    "SELECT " WORK_COLUMNS " FROM work WHERE person = ?1 ORDER BY id", false};
static const apo_sql ahead_sql = {
    "SELECT count(*), COALESCE(CAST (sum(size) AS INTEGER), 0) FROM work"
    " WHERE rank < ?1 OR (rank = ?1 AND id <= ?2)",
    false};
static const apo_sql count_work_sql = {"SELECT count(*) FROM work", false};
static const apo_sql count_work_of_sql = {"SELECT count(*) FROM work WHERE person = ?1", false};
static const apo_sql find_worker_sql = {
    "SELECT " WORKER_COLUMNS " FROM worker WHERE person = ?1", false};
static const apo_sql list_workers_sql = {
    "SELECT " WORKER_COLUMNS " FROM worker WHERE seen_ms >= ?1 ORDER BY seen_ms DESC, person",
    false};
static const apo_sql list_faults_sql = {
    "SELECT id, at_ms, person, kind, subject FROM work_fault ORDER BY id DESC LIMIT ?1", false};

/* --- writing ------------------------------------------------------------- */

static void add(apo_store_batch *batch, const apo_sql *which, const apo_store_work *work,
                apo_span input)
{
    apo_batch_op *op = apo_batch_add(batch, which);
    apo_batch_text(batch, op, work->kind);
    apo_batch_text(batch, op, work->subject);
    apo_batch_text(batch, op, work->person);
    apo_batch_text(batch, op, work->variant);
    apo_batch_text(batch, op, work->definition);
    apo_batch_number(op, work->rank);
    apo_batch_number(op, work->size);
    apo_batch_number(op, work->created_ms);
    apo_batch_span(batch, op, input);
}

void apo_store_add_work(apo_store_batch *batch, const apo_store_work *work, apo_span input)
{
    add(batch, &add_work_sql, work, input);
}

void apo_store_want_work(apo_store_batch *batch, const apo_store_work *work, apo_span input)
{
    add(batch, &want_work_sql, work, input);
}

void apo_store_lease_work(apo_store_batch *batch, const apo_store_lease *lease)
{
    apo_batch_op *op = apo_batch_add(batch, &lease_work_sql);
    apo_batch_text(batch, op, lease->worker);
    apo_batch_number(op, lease->now_ms);
    apo_batch_number(op, lease->oldest_ms);
    apo_batch_text(batch, op, lease->lease);
    apo_batch_number(op, lease->until_ms);
}

/* A change of leased work, with the values that all such changes begin with. */
static apo_batch_op *change(apo_store_batch *batch, const apo_sql *which, int64_t id,
                            const char *lease)
{
    apo_batch_op *op = apo_batch_add(batch, which);
    apo_batch_number(op, id);
    apo_batch_text(batch, op, lease);
    return op;
}

void apo_store_renew_work(apo_store_batch *batch, int64_t id, const char *lease,
                          int64_t until_ms)
{
    apo_batch_number(change(batch, &renew_work_sql, id, lease), until_ms);
}

void apo_store_return_work(apo_store_batch *batch, int64_t id, const char *lease)
{
    (void)change(batch, &return_work_sql, id, lease);
}

void apo_store_keep_result(apo_store_batch *batch, const apo_store_work *work, apo_span result)
{
    bool is_first = work->state == APO_STORE_WORK_NEW;
    apo_batch_op *op =
        change(batch, is_first ? &keep_first_sql : &keep_second_sql, work->id, work->lease);
    apo_batch_text(batch, op, work->worker);
    apo_batch_span(batch, op, result);
    apo_batch_number(op, work->rank);
}

void apo_store_end_work(apo_store_batch *batch, const apo_store_work *work)
{
    (void)change(batch, &end_work_sql, work->id, work->lease);
}

void apo_store_drop_work(apo_store_batch *batch, int64_t id)
{
    apo_batch_number(apo_batch_add(batch, &drop_work_sql), id);
}

void apo_store_note_worker(apo_store_batch *batch, const apo_store_worker *more)
{
    apo_batch_op *op = apo_batch_add(batch, &note_worker_sql);
    apo_batch_text(batch, op, more->person);
    apo_batch_number(op, more->seen_ms);
    apo_batch_number(op, more->speed);
    apo_batch_number(op, more->done);
    apo_batch_number(op, more->agreed);
    apo_batch_number(op, more->differed);
}

void apo_store_add_work_fault(apo_store_batch *batch, const apo_store_work_fault *fault,
                              apo_span wrong, apo_span right)
{
    apo_batch_op *op = apo_batch_add(batch, &add_fault_sql);
    apo_batch_number(op, fault->at_ms);
    apo_batch_text(batch, op, fault->person);
    apo_batch_text(batch, op, fault->kind);
    apo_batch_text(batch, op, fault->subject);
    apo_batch_span(batch, op, wrong);
    apo_batch_span(batch, op, right);
}

/* --- reading ------------------------------------------------------------- */

static void read_work(void *to, apo_statement *row)
{
    apo_store_work *out = to;
    *out = (apo_store_work){.id = apo_column_number(row, 0)};
    APO_COPY_COLUMN(out->kind, row, 1);
    APO_COPY_COLUMN(out->subject, row, 2);
    APO_COPY_COLUMN(out->person, row, 3);
    APO_COPY_COLUMN(out->variant, row, 4);
    APO_COPY_COLUMN(out->definition, row, 5);
    out->rank = (unsigned)apo_column_int(row, 6);
    out->size = apo_column_number(row, 7);
    out->created_ms = apo_column_number(row, 8);
    out->tries = (unsigned)apo_column_int(row, 9);
    out->state = (enum apo_store_work_state)apo_column_int(row, 10);
    APO_COPY_COLUMN(out->worker, row, 11);
    APO_COPY_COLUMN(out->lease, row, 12);
    out->since_ms = apo_column_number(row, 13);
    out->until_ms = apo_column_number(row, 14);
    APO_COPY_COLUMN(out->first, row, 15);
    APO_COPY_COLUMN(out->second, row, 16);
}

static void read_worker(void *to, apo_statement *row)
{
    apo_store_worker *out = to;
    APO_COPY_COLUMN(out->person, row, 0);
    out->seen_ms = apo_column_number(row, 1);
    out->speed = apo_column_number(row, 2);
    out->done = (unsigned)apo_column_int(row, 3);
    out->agreed = (unsigned)apo_column_int(row, 4);
    out->differed = (unsigned)apo_column_int(row, 5);
}

static void read_fault(void *to, apo_statement *row)
{
    apo_store_work_fault *out = to;
    out->id = apo_column_number(row, 0);
    out->at_ms = apo_column_number(row, 1);
    APO_COPY_COLUMN(out->person, row, 2);
    APO_COPY_COLUMN(out->kind, row, 3);
    APO_COPY_COLUMN(out->subject, row, 4);
}

APO_ROW_LIST(list_work, apo_store_work, read_work)
APO_ROW_LIST(list_workers, apo_store_worker, read_worker)
APO_ROW_LIST(list_faults, apo_store_work_fault, read_fault)

apo_status apo_store_find_work(apo_store *store, apo_store_work *out, int64_t id)
{
    return apo_reader_read_id(store, &find_work_sql, id, read_work, out);
}

apo_status apo_store_find_leased_work(apo_store *store, apo_store_work *out, apo_span lease)
{
    return apo_reader_read(store, &find_leased_sql, lease, apo_span_of(""), read_work, out);
}

apo_status apo_store_find_work_about(apo_store *store, apo_store_work *out, apo_span kind,
                                     apo_span subject)
{
    return apo_reader_read(store, &find_about_sql, kind, subject, read_work, out);
}

static void add_column(apo_buffer *out, apo_statement *row, int column)
{
    if (out != NULL)
        apo_buffer_add_span(out, apo_column_span(row, column));
}

apo_status apo_store_read_work(apo_store *store, int64_t id, apo_buffer *input,
                               apo_buffer *first, apo_buffer *second)
{
    apo_statement *row = apo_reader_statement(store, &read_work_sql);
    if (row == NULL)
        return APO_E_IO;
    apo_bind_number(row, 1, id);
    apo_status status = apo_reader_status(apo_step(row));
    if (status == APO_OK) {
        add_column(input, row, 0);
        add_column(first, row, 1);
        add_column(second, row, 2);
    }
    apo_reset(row);
    return status;
}

/* The number of the first work that may be leased. */
static apo_status find_free(apo_store *store, int64_t *out, const apo_store_lease *lease)
{
    apo_statement *row = apo_reader_statement(store, &free_work_sql);
    if (row == NULL)
        return APO_E_IO;
    apo_bind_span(row, 1, apo_span_of(lease->worker));
    apo_bind_number(row, 2, lease->now_ms);
    apo_bind_number(row, 3, lease->oldest_ms);
    apo_status status = apo_reader_status(apo_step(row));
    if (status == APO_OK)
        *out = apo_column_number(row, 0);
    apo_reset(row);
    return status;
}

apo_status apo_store_find_free_work(apo_store *store, apo_store_work *out,
                                    const apo_store_lease *lease)
{
    int64_t id = 0;
    apo_status status = find_free(store, &id, lease);
    return status == APO_OK ? apo_store_find_work(store, out, id) : status;
}

bool apo_store_has_work(apo_store *store, const apo_store_lease *lease)
{
    int64_t id;
    return find_free(store, &id, lease) == APO_OK;
}

apo_status apo_store_find_lost_work(apo_store *store, apo_store_work *out, int64_t now_ms,
                                    unsigned tries)
{
    apo_statement *row = apo_reader_statement(store, &lost_work_sql);
    if (row == NULL)
        return APO_E_IO;
    apo_bind_number(row, 1, now_ms);
    apo_bind_number(row, 2, tries);
    apo_status status = apo_reader_status(apo_step(row));
    if (status == APO_OK)
        read_work(out, row);
    apo_reset(row);
    return status;
}

apo_status apo_store_list_work_of(apo_store *store, apo_span person, apo_store_work_row *row,
                                  void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_work_of_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    return list_work(statement, row, context);
}

static void read_ahead(void *to, apo_statement *row)
{
    apo_store_work_ahead *out = to;
    *out = (apo_store_work_ahead){apo_column_number(row, 0), apo_column_number(row, 1)};
}

apo_status apo_store_count_work_ahead(apo_store *store, apo_store_work_ahead *out,
                                      const apo_store_work *work)
{
    apo_statement *row = apo_reader_statement(store, &ahead_sql);
    if (row == NULL)
        return APO_E_IO;
    apo_bind_number(row, 1, work->rank);
    apo_bind_number(row, 2, work->id);
    apo_status status = apo_reader_status(apo_step(row));
    if (status == APO_OK)
        read_ahead(out, row);
    apo_reset(row);
    return status;
}

static void read_count(void *to, apo_statement *row)
{
    *(int64_t *)to = apo_column_number(row, 0);
}

apo_status apo_store_count_work(apo_store *store, int64_t *out)
{
    apo_statement *row = apo_reader_statement(store, &count_work_sql);
    if (row == NULL)
        return APO_E_IO;
    apo_status status = apo_reader_status(apo_step(row));
    if (status == APO_OK)
        read_count(out, row);
    apo_reset(row);
    return status;
}

apo_status apo_store_count_work_of(apo_store *store, int64_t *out, apo_span person)
{
    return apo_reader_read(store, &count_work_of_sql, person, apo_span_of(""), read_count, out);
}

apo_status apo_store_find_worker(apo_store *store, apo_store_worker *out, apo_span person)
{
    return apo_reader_read(store, &find_worker_sql, person, apo_span_of(""), read_worker, out);
}

apo_status apo_store_list_workers(apo_store *store, int64_t since_ms, apo_store_worker_row *row,
                                  void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_workers_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_number(statement, 1, since_ms);
    return list_workers(statement, row, context);
}

apo_status apo_store_list_work_faults(apo_store *store, unsigned limit,
                                      apo_store_work_fault_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_faults_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_number(statement, 1, limit);
    return list_faults(statement, row, context);
}
