/* Which driver a database is opened with. */
#include <string.h>

#include "store/driver_priv.h"
#include "store/store.h"

bool apo_store_is_url(const char *address)
{
    return strncmp(address, "postgresql://", 13) == 0 ||
           strncmp(address, "postgres://", 11) == 0;
}

apo_status apo_driver_find(const apo_driver **out, const char *address, apo_error *err)
{
    *out = &apo_sqlite_driver;
    if (!apo_store_is_url(address))
        return APO_OK;
#ifdef APO_POSTGRES
    (void)err;
    *out = &apo_postgres_driver;
    return APO_OK;
#else
    return apo_fail(err, APO_E_UNSUPPORTED, 0, "this program was built without PostgreSQL",
                    apo_span_of(""));
#endif
}

apo_status apo_database_open(apo_database **out, const char *address, bool is_read_only,
                             apo_error *err)
{
    const apo_driver *driver;
    apo_status status = apo_driver_find(&driver, address, err);
    return status == APO_OK ? driver->open(out, address, is_read_only, err) : status;
}

apo_status apo_database_share(apo_database **out, const char *address, apo_error *err)
{
    const apo_driver *driver;
    apo_status status = apo_driver_find(&driver, address, err);
    if (status != APO_OK)
        return status;
    if (driver->share == NULL)
        return apo_fail(err, APO_E_UNSUPPORTED, 0,
                        "only a database of PostgreSQL can be shared by several servers",
                        apo_span_of(""));
    return driver->share(out, address, err);
}
