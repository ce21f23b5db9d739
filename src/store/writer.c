/* The writing thread. Waiting batches are made durable in one commit; a batch that conflicts
 * with the database is rolled back alone. */
#include <string.h>

#include "base/text.h"
#include "store/store_priv.h"

enum {
    GROUP_MAX = 256, /* batches per commit; more would keep the first waiting */
    /* Pages of the log after a commit. From the first on, as much as possible is copied into
     * the database; from the second on, the log is also truncated, which waits for readers. */
    CHECKPOINT_PAGES = 1000,
    TRUNCATE_PAGES = 4000,
    TRUNCATE_WAIT_MS = 20,
    /* For a replica that lags behind: before the one, and before the other. */
    REPLICA_WAIT_MS = 50,
    REPLICA_GIVE_UP_MS = 2000
};

static void append(apo_batch_queue *queue, apo_store_batch *batch)
{
    batch->next = NULL;
    if (queue->last != NULL)
        queue->last->next = batch;
    else
        queue->first = batch;
    queue->last = batch;
    queue->count++;
}

static apo_store_batch *take_first(apo_batch_queue *queue)
{
    apo_store_batch *batch = queue->first;
    if (batch != NULL) {
        queue->first = batch->next;
        if (queue->first == NULL)
            queue->last = NULL;
        queue->count--;
    }
    return batch;
}

static void bind_values(sqlite3_stmt *statement, const apo_store_batch *batch,
                        const apo_batch_op *op)
{
    for (unsigned i = 0; i < op->count; i++) {
        const apo_batch_value *value = &op->values[i];
        int at = (int)i + 1;
        if (value->kind == APO_BATCH_REAL)
            sqlite3_bind_double(statement, at, value->real);
        else if (value->kind == APO_BATCH_TEXT)
            /* An empty text, not NULL, if the buffer has no bytes at all. */
            sqlite3_bind_text64(statement, at,
                                batch->texts.bytes != NULL ? batch->texts.bytes + value->number
                                                           : "",
                                value->length, SQLITE_STATIC, SQLITE_UTF8);
        else
            sqlite3_bind_int64(statement, at, value->number);
    }
}

static apo_status status_of(int code)
{
    switch (code) {
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_UNIQUE: return APO_E_EXISTS;
    case SQLITE_CONSTRAINT_FOREIGNKEY: return APO_E_UNKNOWN;
    case SQLITE_NOMEM: return APO_E_MEMORY;
    default: return APO_E_IO;
    }
}

/* Keeps the database's error message, for people. */
static void note_trouble(apo_writer *writer)
{
    pthread_mutex_lock(&writer->mutex);
    apo_text_copy(writer->trouble, sizeof writer->trouble, sqlite3_errmsg(writer->db));
    pthread_mutex_unlock(&writer->mutex);
}

static apo_status run_op(apo_writer *writer, const apo_store_batch *batch,
                         const apo_batch_op *op)
{
    sqlite3_stmt *statement = apo_sql_prepare(&writer->statements, writer->db, op->statement);
    if (statement == NULL) {
        note_trouble(writer);
        return APO_E_IO;
    }
    bind_values(statement, batch, op);
    int code = sqlite3_step(statement);
    apo_status status = APO_OK;
    if (code != SQLITE_DONE) {
        status = status_of(sqlite3_extended_errcode(writer->db));
        if (status == APO_E_IO)
            note_trouble(writer);
    } else if (op->statement->must_change && sqlite3_changes(writer->db) == 0) {
        status = APO_E_UNKNOWN;
    }
    sqlite3_reset(statement);
    return status;
}

static apo_status run_batch(apo_writer *writer, const apo_store_batch *batch)
{
    if (batch->is_failed || batch->texts.is_failed)
        return APO_E_MEMORY;
    if (!apo_sql_run(writer->db, "SAVEPOINT batch"))
        return APO_E_IO;
    apo_status status = APO_OK;
    for (size_t i = 0; status == APO_OK && i < batch->op_count; i++)
        status = run_op(writer, batch, &batch->ops[i]);
    /* A serious error (disk full) has rolled everything back already. If the batch cannot be
     * rolled back alone, for lack of memory, the group must be: its front would be stored. */
    if (status != APO_OK && sqlite3_get_autocommit(writer->db) == 0 &&
        !apo_sql_run(writer->db, "ROLLBACK TO batch"))
        return APO_E_IO;
    if (sqlite3_get_autocommit(writer->db) == 0)
        (void)apo_sql_run(writer->db, "RELEASE batch");
    return status;
}

static void fail_group(apo_batch_queue *group)
{
    for (apo_store_batch *batch = group->first; batch != NULL; batch = batch->next) {
        if (batch->status == APO_OK)
            batch->status = APO_E_IO;
    }
}

int apo_writer_note_log(void *context, sqlite3 *db, const char *name, int pages)
{
    apo_writer *writer = context;
    (void)db;
    (void)name;
    writer->log_pages = pages;
    writer->has_logged = true;
    return SQLITE_OK;
}

/* Keeps the log short. Readers that still need a part of it make this fail: the next commit
 * tries again. */
static void shorten_log(apo_writer *writer)
{
    bool is_long = writer->log_pages >= TRUNCATE_PAGES;
    int mode = is_long ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE;
    if (writer->log_pages < CHECKPOINT_PAGES ||
        !apo_log_watch_may_shorten(&writer->watch,
                                   is_long ? REPLICA_GIVE_UP_MS : REPLICA_WAIT_MS, is_long))
        return;
    sqlite3_busy_timeout(writer->db, TRUNCATE_WAIT_MS);
    (void)sqlite3_wal_checkpoint_v2(writer->db, NULL, mode, NULL, NULL);
    sqlite3_busy_timeout(writer->db, APO_STORE_BUSY_MS);
    writer->log_pages = 0;
}

/* One commit. Success is reported only after it. */
static bool write_group(apo_writer *writer, apo_batch_queue *group)
{
    /* Data written to deleted files would be lost. */
    bool is_sound = apo_guard_is_sound(&writer->guard);
    if (is_sound && !apo_sql_run(writer->db, "BEGIN IMMEDIATE")) {
        note_trouble(writer);
        is_sound = false;
    }
    for (apo_store_batch *batch = group->first; is_sound && batch != NULL;
         batch = batch->next) {
        batch->status = run_batch(writer, batch);
        is_sound = batch->status != APO_E_IO && sqlite3_get_autocommit(writer->db) == 0;
    }
    if (is_sound && !apo_sql_run(writer->db, "COMMIT")) {
        note_trouble(writer);
        is_sound = false;
    }
    if (sqlite3_get_autocommit(writer->db) == 0)
        (void)apo_sql_run(writer->db, "ROLLBACK");
    /* Deleted meanwhile: it is not acknowledged. */
    is_sound = is_sound && apo_guard_is_sound(&writer->guard);
    if (is_sound && writer->has_logged)
        apo_log_watch_note(&writer->watch, writer->log_pages);
    writer->has_logged = false;
    if (!is_sound)
        fail_group(group);
    return is_sound;
}

/* Waits for work; false: there is none left and the store is closing. */
static bool take_group(apo_writer *writer, apo_batch_queue *out)
{
    *out = (apo_batch_queue){NULL, NULL, 0};
    pthread_mutex_lock(&writer->mutex);
    while (writer->waiting.count == 0 && !writer->is_stopping)
        pthread_cond_wait(&writer->has_work, &writer->mutex);
    while (out->count < GROUP_MAX && writer->waiting.count > 0)
        append(out, take_first(&writer->waiting));
    pthread_mutex_unlock(&writer->mutex);
    return out->count > 0;
}

static void hand_over(apo_writer *writer, apo_batch_queue *group, bool is_sound)
{
    pthread_mutex_lock(&writer->mutex);
    if (is_sound)
        writer->trouble[0] = '\0';
    else
        writer->failure_count++;
    for (apo_store_batch *batch; (batch = take_first(group)) != NULL;)
        append(&writer->done, batch);
    pthread_cond_broadcast(&writer->has_done);
    pthread_mutex_unlock(&writer->mutex);
    if (writer->notify != NULL)
        writer->notify(writer->context);
}

static void *write_all(void *context)
{
    apo_writer *writer = context;
    apo_batch_queue group;
    while (take_group(writer, &group)) {
        hand_over(writer, &group, write_group(writer, &group));
        shorten_log(writer);
    }
    return NULL;
}

apo_status apo_writer_start(apo_writer *writer)
{
    if (pthread_mutex_init(&writer->mutex, NULL) != 0 || !apo_log_watch_open(&writer->watch))
        return APO_E_MEMORY;
    if (pthread_cond_init(&writer->has_work, NULL) != 0 ||
        pthread_cond_init(&writer->has_done, NULL) != 0)
        return APO_E_MEMORY;
    if (pthread_create(&writer->thread, NULL, write_all, writer) != 0)
        return APO_E_MEMORY;
    writer->is_running = true;
    return APO_OK;
}

void apo_writer_stop(apo_writer *writer)
{
    if (!writer->is_running)
        return;
    pthread_mutex_lock(&writer->mutex);
    writer->is_stopping = true;
    pthread_cond_broadcast(&writer->has_work);
    pthread_mutex_unlock(&writer->mutex);
    pthread_join(writer->thread, NULL);
    writer->is_running = false;
    apo_sql_cache_clear(&writer->statements);
    pthread_cond_destroy(&writer->has_work);
    pthread_cond_destroy(&writer->has_done);
    pthread_mutex_destroy(&writer->mutex);
    apo_log_watch_close(&writer->watch);
}

void apo_store_submit(apo_store *store, apo_store_batch *batch, apo_store_done *done,
                      void *context)
{
    apo_writer *writer = &store->writer;
    if (batch == NULL || !writer->is_running) {
        apo_store_batch_free(batch);
        if (done != NULL)
            done(context, batch == NULL ? APO_E_MEMORY : APO_E_IO);
        return;
    }
    batch->done = done;
    batch->context = context;
    pthread_mutex_lock(&writer->mutex);
    append(&writer->waiting, batch);
    writer->open_count++;
    pthread_cond_signal(&writer->has_work);
    pthread_mutex_unlock(&writer->mutex);
}

size_t apo_store_collect(apo_store *store)
{
    apo_writer *writer = &store->writer;
    size_t count = 0;
    if (!writer->is_running)
        return 0;
    pthread_mutex_lock(&writer->mutex);
    apo_batch_queue done = writer->done;
    writer->done = (apo_batch_queue){NULL, NULL, 0};
    writer->open_count -= done.count;
    pthread_mutex_unlock(&writer->mutex);
    for (apo_store_batch *batch; (batch = take_first(&done)) != NULL; count++) {
        if (batch->done != NULL)
            batch->done(batch->context, batch->status);
        apo_store_batch_free(batch);
    }
    return count;
}

void apo_store_flush(apo_store *store)
{
    apo_writer *writer = &store->writer;
    while (writer->is_running) {
        pthread_mutex_lock(&writer->mutex);
        bool is_empty = writer->open_count == 0;
        while (!is_empty && writer->done.count == 0)
            pthread_cond_wait(&writer->has_done, &writer->mutex);
        pthread_mutex_unlock(&writer->mutex);
        if (is_empty)
            return;
        apo_store_collect(store);
    }
}

size_t apo_store_waiting(const apo_store *store)
{
    return store->writer.open_count;
}

uint64_t apo_store_failures(apo_store *store)
{
    apo_writer *writer = &store->writer;
    if (!writer->is_running)
        return 0;
    pthread_mutex_lock(&writer->mutex);
    uint64_t count = writer->failure_count;
    pthread_mutex_unlock(&writer->mutex);
    return count;
}

bool apo_store_is_sound(apo_store *store)
{
    char trouble[sizeof store->writer.trouble];
    apo_store_trouble(store, trouble, sizeof trouble);
    return trouble[0] == '\0';
}

static const char gone[] = "the files of the database have been deleted or replaced; "
                           "restart the server";

void apo_store_trouble(apo_store *store, char *out, size_t size)
{
    apo_text text = apo_text_start(out, size);
    apo_writer *writer = &store->writer;
    if (!writer->is_running)
        return;
    if (!apo_guard_is_sound(&writer->guard)) {
        apo_text_add(&text, gone);
        return;
    }
    pthread_mutex_lock(&writer->mutex);
    apo_text_add(&text, writer->trouble);
    pthread_mutex_unlock(&writer->mutex);
}
