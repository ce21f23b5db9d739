/* What lists and headings show of a game, read from its definition. Compiling it would take
 * fifteen times as long. */
#ifndef APO_DEFINITION_FILE_SYNOPSIS_H
#define APO_DEFINITION_FILE_SYNOPSIS_H

#include "definition/file/definition.h"

/* The fields have the values of the compiled variant. */
typedef struct apo_synopsis {
    char name[APO_NAME_MAX];
    char inventor[APO_NAME_MAX]; /* "" if the definition names none */
    unsigned files, ranks, rows;
    unsigned starts; /* numbered ones, at least 1 */
    unsigned start_name_count;
    char start_names[APO_START_NAMES_MAX][APO_ID_MAX]; /* the first is "", the default */
    bool has_advantage;
    bool has_handicaps;
} apo_synopsis;

/* Reads it, without detecting faults that only compiling finds. `loader`: as for
 * apo_definition_compile. Errors: as apo_definition_compile. */
apo_status apo_synopsis_read(apo_synopsis *out, apo_span id, apo_span text,
                             const apo_definition_loader *loader);

#endif
