/* A server's catalog of games, for laws of its input. */
#ifndef APO_FUZZ_THE_CATALOG_H
#define APO_FUZZ_THE_CATALOG_H

#include "laws.h"

#include "server/web/catalog.h"

static inline apo_catalog *the_catalog(void)
{
    static apo_catalog *catalog;
    if (catalog == NULL) {
        apo_status status = apo_catalog_new(&catalog, NULL, 0, SIZE_MAX);
        assert(status == APO_OK);
    }
    return catalog;
}

#endif
