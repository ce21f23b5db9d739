/* A server's variant map of games, for laws of its input. */
#ifndef APO_FUZZ_THE_VARIANTS_H
#define APO_FUZZ_THE_VARIANTS_H

#include "laws.h"

#include "server/web/variant_map.h"

static inline apo_variant_map *the_variants(void)
{
    static apo_variant_map *variants;
    if (variants == NULL) {
        apo_status status = apo_variant_map_new(&variants, NULL, 0, SIZE_MAX);
        assert(status == APO_OK);
    }
    return variants;
}

#endif
