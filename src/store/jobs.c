#include "store/jobs.h"

#include "store/store_priv.h"

#define JOB_COLUMNS "id, kind, subject, data, due_ms, tries"

static const apo_sql add_job_sql = {
    "INSERT INTO job (kind, subject, data, due_ms, tries) VALUES (?1, ?2, ?3, ?4, 0)", false};
static const apo_sql drop_job_sql = {"DELETE FROM job WHERE id = ?1", true};
static const apo_sql delay_job_sql = {
    "UPDATE job SET due_ms = ?2, tries = tries + 1 WHERE id = ?1", true};
static const apo_sql drop_jobs_sql = {"DELETE FROM job WHERE kind = ?1 AND subject = ?2",
                                      false};
static const apo_sql next_job_sql = {"SELECT " JOB_COLUMNS " FROM job"
                                     " WHERE kind = ?1 AND due_ms <= ?2"
                                     " ORDER BY due_ms, id LIMIT 1",
                                     false};
static const apo_sql list_jobs_sql = {"SELECT " JOB_COLUMNS " FROM job"
                                      " WHERE kind = ?1 AND subject = ?2 ORDER BY due_ms, id",
                                      false};

/* --- writing ------------------------------------------------------------- */

void apo_store_add_job(apo_store_batch *batch, const char *kind, const char *subject,
                       const char *data, int64_t due_ms)
{
    apo_batch_op *op = apo_batch_add(batch, &add_job_sql);
    apo_batch_text(batch, op, kind);
    apo_batch_text(batch, op, subject);
    apo_batch_text(batch, op, data);
    apo_batch_number(op, due_ms);
}

void apo_store_drop_job(apo_store_batch *batch, int64_t id)
{
    apo_batch_number(apo_batch_add(batch, &drop_job_sql), id);
}

void apo_store_delay_job(apo_store_batch *batch, int64_t id, int64_t due_ms)
{
    apo_batch_op *op = apo_batch_add(batch, &delay_job_sql);
    apo_batch_number(op, id);
    apo_batch_number(op, due_ms);
}

void apo_store_drop_jobs(apo_store_batch *batch, const char *kind, const char *subject)
{
    apo_batch_op *op = apo_batch_add(batch, &drop_jobs_sql);
    apo_batch_text(batch, op, kind);
    apo_batch_text(batch, op, subject);
}

/* --- reading ------------------------------------------------------------- */

static void read_job(void *to, apo_statement *row)
{
    apo_store_job *out = to;
    out->id = apo_column_number(row, 0);
    APO_COPY_COLUMN(out->kind, row, 1);
    APO_COPY_COLUMN(out->subject, row, 2);
    APO_COPY_COLUMN(out->data, row, 3);
    out->due_ms = apo_column_number(row, 4);
    out->tries = (unsigned)apo_column_int(row, 5);
}

APO_ROW_LIST(list_jobs, apo_store_job, read_job)

apo_status apo_store_next_job(apo_store *store, apo_store_job *out, const char *kind,
                              int64_t now_ms)
{
    apo_statement *row = apo_reader_statement(store, &next_job_sql);
    if (row == NULL)
        return APO_E_IO;
    apo_bind_span(row, 1, apo_span_of(kind));
    apo_bind_number(row, 2, now_ms);
    enum apo_step code = apo_step(row);
    if (code == APO_STEP_ROW)
        read_job(out, row);
    apo_status status = apo_reader_end(row, code);
    return status == APO_OK && code != APO_STEP_ROW ? APO_E_UNKNOWN : status;
}

apo_status apo_store_list_jobs(apo_store *store, const char *kind, apo_span subject,
                               apo_store_job_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_jobs_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, apo_span_of(kind));
    apo_bind_span(statement, 2, subject);
    return list_jobs(statement, row, context);
}
