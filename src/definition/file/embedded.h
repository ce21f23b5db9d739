/* The definition files of variants/, built into the library. cmake/embed.cmake writes the table
 * when the project is built. */
#ifndef APO_DEFINITION_FILE_EMBEDDED_H
#define APO_DEFINITION_FILE_EMBEDDED_H

#include <stddef.h>

struct apo_embedded_file {
    const char *name; /* file name without ".variant" */
    const char *text; /* UTF-8, followed by a NUL not counted in size */
    size_t size;      /* bytes of text */
};

/* The small module for browsers has only the ids of most games until their texts are added
 * (src/wasm/session_games.c): its table can change. */
#ifdef APO_SMALL
#    define APO_EMBEDDED_CONST
#else
#    define APO_EMBEDDED_CONST const
#endif

/* In alphabetical order of the names (bytewise). Static data; any thread. */
extern APO_EMBEDDED_CONST struct apo_embedded_file apo_embedded_variants[];
extern const size_t apo_embedded_variants_count;

#endif
