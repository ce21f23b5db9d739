#include "store/turn.h"

#include "store/store_priv.h"

bool apo_turn_claim(apo_database *db)
{
    return db == NULL || db->driver->claim == NULL || db->driver->claim(db);
}

apo_status apo_store_await(const char *path, apo_error *err)
{
    const apo_driver *driver;
    apo_status status = apo_driver_find(&driver, path, err);
    if (status != APO_OK)
        return status;
    if (driver->await == NULL)
        return apo_fail(err, APO_E_UNSUPPORTED, 0,
                        "only a database of PostgreSQL can have a second server",
                        apo_span_of(""));
    return driver->await(path, err);
}

void apo_store_renew(apo_store *store, apo_store_done *done, void *context)
{
    const apo_database *db = store->writer.db;
    if (db == NULL || db->driver->renew.text == NULL) {
        done(context, APO_OK);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    (void)apo_batch_add(batch, &db->driver->renew);
    apo_store_submit(store, batch, done, context);
}

bool apo_store_is_superseded(const apo_store *store)
{
    const apo_database *db = store->writer.db;
    return db != NULL && db->driver->is_superseded != NULL && db->driver->is_superseded(db);
}
