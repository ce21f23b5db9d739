/* Opening and closing. */
#include "base/copy.h"
#include "store/store_priv.h"

apo_status apo_store_open(apo_store **out, const apo_store_options *options, apo_error *err)
{
    apo_store *store = apo_allocate_zero(NULL, sizeof *store);
    if (store != NULL)
        store->address = apo_copy_span(NULL, apo_span_of(options->path));
    if (store == NULL || store->address == NULL) {
        apo_store_close(store);
        return apo_fail(err, APO_E_MEMORY, 0, "out of memory", apo_span_of(""));
    }
    store->writer.notify = options->notify;
    store->writer.context = options->context;
    apo_status status = APO_OK;
    if (!options->is_read_only)
        status = options->is_shared
                     ? apo_database_share(&store->writer.db, options->path, err)
                     : apo_database_open(&store->writer.db, options->path, false, err);
    if (status == APO_OK && !apo_turn_claim(store->writer.db)) {
        apo_database *db = store->writer.db;
        status = apo_fail(err, APO_E_IO, 0, "%s", apo_span_of(db->driver->message(db)));
    }
    if (status == APO_OK)
        status = apo_database_open(&store->reader, options->path, true, err);
    if (status == APO_OK && !options->is_read_only) {
        status = apo_writer_start(&store->writer);
        if (status != APO_OK)
            apo_fail(err, status, 0, "cannot start a thread", apo_span_of(""));
    }
    if (status == APO_OK)
        *out = store;
    else
        apo_store_close(store);
    return status;
}

void apo_store_close(apo_store *store)
{
    if (store == NULL)
        return;
    apo_store_flush(store);
    apo_writer_stop(&store->writer);
    apo_database_close(store->reader);
    apo_database_close(store->writer.db);
    apo_free(NULL, store->address);
    apo_free(NULL, store);
}

int64_t apo_store_log_size(const apo_store *store)
{
    apo_database *db = store->writer.db;
    return db != NULL && db->driver->log_size != NULL ? db->driver->log_size(db) : 0;
}
