/* Shared by the parts of the store. */
#ifndef APO_STORE_STORE_PRIV_H
#define APO_STORE_STORE_PRIV_H

#include <pthread.h>

#include "store/driver_priv.h"
#include "store/store.h"

/* --- batch.c ------------------------------------------------------------- */

enum {
    APO_BATCH_VALUES_MAX = 24 /* of one statement; a game has 15 */
};

enum apo_batch_kind {
    APO_BATCH_NUMBER,
    APO_BATCH_REAL,
    APO_BATCH_TEXT
};

typedef struct apo_batch_value {
    enum apo_batch_kind kind;
    int64_t number; /* or the offset of the text in `texts` */
    double real;
    size_t length;
} apo_batch_value;

typedef struct apo_batch_op {
    const apo_sql *statement;
    unsigned count;
    apo_batch_value values[APO_BATCH_VALUES_MAX];
} apo_batch_op;

struct apo_store_batch {
    struct apo_store_batch *next;
    apo_batch_op *ops; /* owned */
    size_t op_count, op_capacity;
    apo_buffer texts;
    bool is_failed; /* memory ran out */
    apo_store_done *done;
    void *context;
    apo_status status;
};

/* A new statement; NULL when out of memory, which the functions that add its values allow. Add
 * the values in the order of their numbers. */
apo_batch_op *apo_batch_add(apo_store_batch *batch, const apo_sql *statement);
void apo_batch_number(apo_batch_op *op, int64_t number);
void apo_batch_real(apo_batch_op *op, double number);
void apo_batch_span(apo_store_batch *batch, apo_batch_op *op, apo_span text);
void apo_batch_text(apo_store_batch *batch, apo_batch_op *op, const char *text);

/* --- writer.c ------------------------------------------------------------ */

typedef struct apo_batch_queue {
    apo_store_batch *first, *last;
    size_t count;
} apo_batch_queue;

typedef struct apo_writer {
    apo_database *db; /* the writing thread's; NULL: the store is read-only */
    void (*notify)(void *context);
    void *context;
    pthread_t thread;
    bool is_running;
    pthread_mutex_t mutex; /* guards the following members */
    pthread_cond_t has_work, has_done;
    apo_batch_queue waiting, done;
    size_t open_count; /* submitted and not yet collected */
    bool is_stopping;
    uint64_t failure_count;
    char trouble[160];
} apo_writer;

apo_status apo_writer_start(apo_writer *writer);
void apo_writer_stop(apo_writer *writer);

struct apo_store {
    apo_writer writer;
    apo_database *reader;
    char *address; /* owned */
};

/* --- turn.c -------------------------------------------------------------- */

/* Begins the turn of a connection that will write. NULL is allowed. */
bool apo_turn_claim(apo_database *db);

/* --- reader.c ------------------------------------------------------------ */

/* A statement of the reading connection, ready for binding; NULL on failure (APO_E_IO). */
apo_statement *apo_reader_statement(apo_store *store, const apo_sql *which);

/* Copies a text of the row, cut to fit. */
void apo_copy_column(char *out, size_t size, apo_statement *statement, int column);

#define APO_COPY_COLUMN(field, statement, column) \
    apo_copy_column((field), sizeof(field), (statement), (column))

/* The status of a step to the only row: APO_OK; APO_E_UNKNOWN: there is none; APO_E_IO. */
apo_status apo_reader_status(enum apo_step code);

/* Steps to the first row for one or two texts (`b` is ignored if the statement has one value);
 * after APO_OK the caller resets the statement. */
apo_status apo_reader_find(apo_store *store, const apo_sql *which, apo_span a, apo_span b,
                           apo_statement **out);

/* Fills `*to` from the columns of a row. */
typedef void apo_row_read(void *to, apo_statement *row);

/* Reads the first row for one or two texts, as apo_reader_find. Errors: APO_E_UNKNOWN: no
 * row. */
apo_status apo_reader_read(apo_store *store, const apo_sql *which, apo_span a, apo_span b,
                           apo_row_read *read, void *out);

/* The same for a number. */
apo_status apo_reader_read_id(apo_store *store, const apo_sql *which, int64_t id,
                              apo_row_read *read, void *out);

/* A statement for a text and a number, bound; NULL on failure (APO_E_IO). */
apo_statement *apo_reader_ask_number(apo_store *store, const apo_sql *which, apo_span text,
                                     int64_t number);

/* Reads the first row for a text and a number, as apo_reader_read. */
apo_status apo_reader_read_number(apo_store *store, const apo_sql *which, apo_span text,
                                  int64_t number, apo_row_read *read, void *out);

/* Ends a list after its last step gave `code`. */
apo_status apo_reader_end(apo_statement *statement, enum apo_step code);

/* Defines the function `name`, which iterates over the rows of a statement with bound values:
 * each is read by `read` into a `type` and passed to `row`, until that returns false. A macro,
 * because the callbacks are typed. */
#define APO_ROW_LIST(name, type, read)                                                         \
    static apo_status name(apo_statement *statement, bool (*row)(void *context, const type *), \
                           void *context)                                                      \
    {                                                                                          \
        enum apo_step code;                                                                    \
        while ((code = apo_step(statement)) == APO_STEP_ROW) {                                 \
            type one;                                                                          \
            read(&one, statement);                                                             \
            if (!row(context, &one))                                                           \
                break;                                                                         \
        }                                                                                      \
        return apo_reader_end(statement, code);                                                \
    }

#endif
