/* Files that are part of the programs as they are: cmake/bytes.cmake makes the tables. */
#ifndef APO_CLI_IO_EMBEDDED_BYTES_H
#define APO_CLI_IO_EMBEDDED_BYTES_H

#include <string.h>

#include "base/span.h"

/* One file. A table ends with a row whose id is NULL. */
struct apo_embedded_bytes {
    const char *id; /* of its game */
    const char *bytes, *end;
};

/* The bytes of a game's file in a table; static; empty if the game has none. */
static inline apo_span apo_embedded_bytes_of(const struct apo_embedded_bytes *table,
                                             const char *id)
{
    for (; table->id != NULL; table++)
        if (strcmp(table->id, id) == 0)
            return (apo_span){table->bytes, (size_t)(table->end - table->bytes)};
    return (apo_span){"", 0};
}

#endif
