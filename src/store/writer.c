/* The writing thread. Waiting batches are made durable in one commit; a batch that conflicts
 * with the database is rolled back alone. */
#include <string.h>

#include "base/text.h"
#include "store/store_priv.h"

enum {
    /* Statements sent together: their answers must fit into the system's buffers, or we and the
     * database would wait for each other to read. */
    SENT_MAX = 1000,
    GROUP_MAX = 256 /* batches per commit; more would keep the first waiting */
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

static void bind_values(apo_statement *statement, const apo_store_batch *batch,
                        const apo_batch_op *op)
{
    const apo_driver *driver = statement->driver;
    const char *texts = batch->texts.bytes; /* NULL if all are empty */
    for (unsigned i = 0; i < op->count; i++) {
        const apo_batch_value *value = &op->values[i];
        int at = (int)i + 1;
        if (value->kind == APO_BATCH_REAL)
            driver->bind_real(statement, at, value->real);
        else if (value->kind == APO_BATCH_TEXT)
            driver->bind_text(
                statement, at,
                (apo_span){texts != NULL ? texts + value->number : "", value->length});
        else
            driver->bind_number(statement, at, value->number);
    }
}

/* Keeps the database's error message, for people. */
static void note_trouble(apo_writer *writer)
{
    pthread_mutex_lock(&writer->mutex);
    apo_text_copy(writer->trouble, sizeof writer->trouble,
                  writer->db->driver->message(writer->db));
    pthread_mutex_unlock(&writer->mutex);
}

static bool is_in_transaction(apo_writer *writer)
{
    return writer->db->driver->is_in_transaction(writer->db);
}

static apo_status step_op(apo_writer *writer, apo_statement *statement, const apo_batch_op *op)
{
    const apo_driver *driver = writer->db->driver;
    apo_status status = APO_OK;
    if (driver->step(statement) != APO_STEP_DONE) {
        status = driver->failure(writer->db);
        if (status == APO_E_IO)
            note_trouble(writer);
    } else if (op->statement->must_change && !driver->has_changed(writer->db)) {
        status = APO_E_UNKNOWN;
    }
    driver->reset(statement);
    return status;
}

static apo_status run_op(apo_writer *writer, const apo_store_batch *batch,
                         const apo_batch_op *op)
{
    apo_statement *statement = apo_sql_prepare(writer->db, op->statement);
    if (statement == NULL) {
        note_trouble(writer);
        return APO_E_IO;
    }
    bind_values(statement, batch, op);
    return step_op(writer, statement, op);
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
     * rolled back alone, for lack of memory, the group must be: otherwise the part already run
     * would be stored. */
    if (status != APO_OK && is_in_transaction(writer) &&
        !apo_sql_run(writer->db, "ROLLBACK TO batch"))
        return APO_E_IO;
    if (is_in_transaction(writer))
        (void)apo_sql_run(writer->db, "RELEASE batch");
    return status;
}

/* --- a group at once ------------------------------------------------------ */

/* True if sending the group at once is possible and worthwhile. */
static bool can_send(const apo_writer *writer, const apo_batch_queue *group)
{
    size_t count = 0;
    if (writer->db->driver->send == NULL)
        return false;
    for (const apo_store_batch *batch = group->first; batch != NULL; batch = batch->next)
        count += batch->is_failed || batch->texts.is_failed ? SENT_MAX : batch->op_count;
    return count > 1 && count < SENT_MAX;
}

static bool send_batch(apo_writer *writer, const apo_store_batch *batch)
{
    bool is_sent = true;
    for (size_t i = 0; is_sent && i < batch->op_count; i++) {
        const apo_batch_op *op = &batch->ops[i];
        apo_statement *statement = apo_sql_prepare(writer->db, op->statement);
        is_sent = statement != NULL;
        if (is_sent) {
            bind_values(statement, batch, op);
            is_sent = statement->driver->send(statement);
        }
    }
    return is_sent;
}

static bool take_answers(apo_writer *writer, const apo_store_batch *batch)
{
    apo_status status = APO_OK;
    for (size_t i = 0; status == APO_OK && i < batch->op_count; i++)
        status = step_op(writer, apo_sql_prepare(writer->db, batch->ops[i].statement),
                         &batch->ops[i]);
    return status == APO_OK;
}

/* Runs all batches of a group at once, if the driver can. False: nothing has been changed, and
 * the caller runs them one by one, because one of them fails or the database does not know the
 * statements yet. */
static bool run_together(apo_writer *writer, apo_batch_queue *group)
{
    apo_database *db = writer->db;
    if (!can_send(writer, group) || !apo_sql_run(db, "SAVEPOINT sent") ||
        !db->driver->begin_sending(db))
        return false;
    bool is_done = true;
    for (apo_store_batch *batch = group->first; is_done && batch != NULL; batch = batch->next)
        is_done = send_batch(writer, batch);
    bool is_flushed = db->driver->flush(db);
    is_done = is_done && is_flushed;
    for (apo_store_batch *batch = group->first; is_done && batch != NULL; batch = batch->next)
        is_done = take_answers(writer, batch);
    bool has_ended = db->driver->end_sending(db);
    is_done = is_done && has_ended;
    if (!is_done && is_in_transaction(writer))
        (void)apo_sql_run(db, "ROLLBACK TO sent");
    return is_done;
}

static void fail_group(apo_batch_queue *group)
{
    for (apo_store_batch *batch = group->first; batch != NULL; batch = batch->next) {
        if (batch->status == APO_OK)
            batch->status = APO_E_IO;
    }
}

static bool is_database_sound(apo_writer *writer)
{
    const apo_driver *driver = writer->db->driver;
    return (driver->is_sound == NULL || driver->is_sound(writer->db)) &&
           (driver->is_superseded == NULL || !driver->is_superseded(writer->db));
}

static void roll_back(apo_writer *writer)
{
    if (is_in_transaction(writer))
        (void)apo_sql_run(writer->db, "ROLLBACK");
}

/* The last group is still open if, for lack of memory, it could not be rolled back. */
static bool begin(apo_writer *writer)
{
    const apo_driver *driver = writer->db->driver;
    roll_back(writer);
    return driver->begin_turn != NULL ? driver->begin_turn(writer->db)
                                      : apo_sql_run(writer->db, driver->begin);
}

/* One commit. Success is reported only after it. */
static bool write_group(apo_writer *writer, apo_batch_queue *group)
{
    /* Data written to deleted files would be lost. */
    bool is_sound = is_database_sound(writer);
    if (is_sound && !begin(writer)) {
        note_trouble(writer);
        is_sound = false;
    }
    bool is_run = is_sound && run_together(writer, group);
    for (apo_store_batch *batch = group->first; is_sound && !is_run && batch != NULL;
         batch = batch->next) {
        batch->status = run_batch(writer, batch);
        is_sound = batch->status != APO_E_IO && is_in_transaction(writer);
    }
    if (is_sound && !apo_sql_run(writer->db, "COMMIT")) {
        note_trouble(writer);
        is_sound = false;
    }
    roll_back(writer);
    /* If the files were deleted meanwhile, do not acknowledge the batches. */
    is_sound = is_sound && is_database_sound(writer);
    if (is_sound && writer->db->driver->note_commit != NULL)
        writer->db->driver->note_commit(writer->db);
    if (!is_sound)
        fail_group(group);
    return is_sound;
}

/* True if the next waiting batch belongs into the group: more statements than can be sent at
 * once would have to be run one by one, each with its way to the database and back. */
static bool has_place(const apo_writer *writer, const apo_batch_queue *group, size_t statements)
{
    const apo_store_batch *next = writer->waiting.first;
    return next != NULL && group->count < GROUP_MAX &&
           (group->count == 0 || writer->db->driver->send == NULL ||
            statements + next->op_count < SENT_MAX);
}

/* Waits for work; false: there is none left and the store is closing. */
static bool take_group(apo_writer *writer, apo_batch_queue *out)
{
    size_t statements = 0;
    *out = (apo_batch_queue){NULL, NULL, 0};
    pthread_mutex_lock(&writer->mutex);
    while (writer->waiting.count == 0 && !writer->is_stopping)
        pthread_cond_wait(&writer->has_work, &writer->mutex);
    while (has_place(writer, out, statements)) {
        append(out, take_first(&writer->waiting));
        statements += out->last->op_count;
    }
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
        if (writer->db->driver->tend != NULL)
            writer->db->driver->tend(writer->db);
    }
    return NULL;
}

apo_status apo_writer_start(apo_writer *writer)
{
    /* These calls do not fail on Linux. */
    pthread_mutex_init(&writer->mutex, NULL);
    pthread_cond_init(&writer->has_work, NULL);
    pthread_cond_init(&writer->has_done, NULL);
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
    pthread_cond_destroy(&writer->has_work);
    pthread_cond_destroy(&writer->has_done);
    pthread_mutex_destroy(&writer->mutex);
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
static const char superseded[] = "another server has taken over the database";

void apo_store_trouble(apo_store *store, char *out, size_t size)
{
    apo_text text = apo_text_start(out, size);
    apo_writer *writer = &store->writer;
    if (!writer->is_running)
        return;
    if (!is_database_sound(writer)) {
        apo_text_add(&text, writer->db->driver->is_sound != NULL ? gone : superseded);
        return;
    }
    pthread_mutex_lock(&writer->mutex);
    apo_text_add(&text, writer->trouble);
    pthread_mutex_unlock(&writer->mutex);
}
